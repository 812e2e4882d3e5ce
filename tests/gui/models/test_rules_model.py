"""What the table of rules shows is what the rules choose, found in the background and kept."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from evalgui.core.provenance import Origin, Provenance, chosen_by, typed
from evalgui.core.rules import RULES, choose, rule_by_id
from evalgui.core.snapshot import resolve
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui import text
from evalgui.gui.models import rule_choices
from evalgui.gui.models.rule_cells import N_COLUMNS, RuleColumn
from evalgui.gui.models.rule_choices import RuleChoices
from evalgui.gui.models.rule_sentences import SENTENCES
from evalgui.gui.models.rules_model import RulesModel
from tests.gui.models.tables import make_dataset, moved, snapshot_of
from tests.support.locales import use_numbers

if TYPE_CHECKING:
    from typing import Any

    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

BOLD = int(Qt.ItemDataRole.FontRole)
SPOKEN = int(Qt.ItemDataRole.AccessibleTextRole)


def found_out(qtbot: QtBot, snapshot: Snapshot) -> RulesModel:
    model = RulesModel()
    model.set_short(is_short=False)
    model.choices.set_ranking(snapshot.ranking)
    find_out(qtbot, model.choices)
    return model


def found_ids(model: RulesModel) -> list[str]:
    """Return the ids of the rules that there are rows of."""
    return [rule.id for rule in RULES if model.index_of(rule.id).isValid()]


def find_out(qtbot: QtBot, choices: RuleChoices) -> None:
    with qtbot.waitSignal(choices.ended):
        choices.find_out()


def cell(model: RulesModel, rule_id: str, column: RuleColumn, role: int = 0) -> Any:
    return model.data(model.index_of(rule_id).siblingAtColumn(column), role)


OWN = [rule for rule in RULES if not rule.of_attacks]
"""The rules of data without species of attacks."""


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, threading.Thread]]:
    """Return which rules chose, and in which thread."""
    made: list[tuple[str, threading.Thread]] = []

    def counted(rule: Any, *given: Any) -> Any:
        made.append((rule.id, threading.current_thread()))
        return choose(rule, *given)

    monkeypatch.setattr(rule_choices, "choose", counted)
    return made


@pytest.mark.parametrize("higher", [True, False])
def test_that_every_row_is_what_its_rule_chooses(qtbot: QtBot, *, higher: bool) -> None:
    snapshot = snapshot_of(make_dataset(higher=higher))
    model = found_out(qtbot, snapshot)
    ranking = snapshot.ranking
    assert ranking is not None
    for rule in OWN:
        given = dict(model.choices.given(rule))
        expected = choose(rule, ranking.table.steps, ranking.score, given)
        found = model.choice(rule)
        assert found is not None
        assert found.threshold == expected.threshold
        assert found.ties == expected.ties
        assert found.notes == expected.notes
        line = model.raw_line(rule)
        assert len(line) == N_COLUMNS
        if expected.threshold is None or expected.counts is None:
            assert cell(model, rule.id, RuleColumn.THRESHOLD) == "\N{EN DASH}"
            assert line[RuleColumn.REMARKS] == model.reason(rule) != ""
            continue
        counts = expected.counts
        assert float(line[RuleColumn.THRESHOLD]) == expected.threshold
        hits, of_all = counts.tp, counts.tp + counts.fn
        assert line[RuleColumn.FIRST_RATE] == f"{hits / of_all!r} ({hits}/{of_all})"
        rejected, of_rest = counts.tn, counts.fp + counts.tn
        assert line[RuleColumn.SECOND_RATE] == f"{rejected / of_rest!r} ({rejected}/{of_rest})"
        assert int(line[RuleColumn.TIES]) == max(0, len(expected.ties) - 1)
        ends = line[RuleColumn.INTERVAL].strip("()[]").split(", ")
        assert [float(end) for end in ends] == [expected.low, expected.high]
        assert line[RuleColumn.INTERVAL][0] == ("(" if higher else "[")
        assert ("degenerate" in line[RuleColumn.REMARKS]) == expected.is_degenerate


def test_that_the_textbook_ties_are_told(qtbot: QtBot) -> None:
    # tharwat-2018, Table 1: the points at 0.49 and 0.40 are as close to (0, 1).
    model = found_out(qtbot, snapshot_of(make_dataset()))
    assert cell(model, "closest", RuleColumn.THRESHOLD) == "0.49"
    assert cell(model, "closest", RuleColumn.TIES) == "1"
    assert "These do as well: 0.4" in model.remarks(rule_by_id("closest"))


@pytest.mark.usefixtures("usual_numbers")
def test_that_values_that_are_shares_are_in_per_cent_where_these_are_wanted(qtbot: QtBot) -> None:
    model = found_out(qtbot, snapshot_of(make_dataset()))
    model.choices.set_given(rule_by_id("reach"), "value", 0.6)
    find_out(qtbot, model.choices)
    fractions = {rule.id: cell(model, rule.id, RuleColumn.VALUE) for rule in RULES}
    text.use(text.Numbers(text.Shares.PERCENT))
    model.announce()
    changed = set()
    for rule in RULES:
        shown, choice = cell(model, rule.id, RuleColumn.VALUE), model.choice(rule)
        if shown == fractions[rule.id]:
            continue
        assert choice is not None
        assert shown == text.percent(choice.value)
        assert 0 <= choice.value <= 1
        changed.add(rule.id)
    shares = {"eer", "minimax", "accuracy", "queue", "sensitivity", "fmr", "zero-fmr", "reach"}
    assert shares <= changed
    assert not changed & {"youden", "f1", "mcc", "balanced-accuracy", "cost", "maximise", "half"}


def test_that_why_there_is_no_threshold_is_shown_and_spoken(qtbot: QtBot) -> None:
    model = found_out(qtbot, snapshot_of(make_dataset()))
    reason = model.reason(rule_by_id("fmr-limit"))
    assert reason
    assert cell(model, "fmr-limit", RuleColumn.REMARKS) == reason
    spoken = cell(model, "fmr-limit", RuleColumn.THRESHOLD, SPOKEN)
    assert spoken.endswith(f", Threshold: undefined: {reason}")


def test_that_what_was_chosen_by_scanning_says_so(qtbot: QtBot) -> None:
    scores, truth = [i / 100 for i in range(100)], [int(i >= 40) for i in range(100)]
    model = found_out(qtbot, snapshot_of(make_dataset(scores, truth)))
    assert "not guaranteed" in cell(model, "ppv-limit", RuleColumn.REMARKS)


def test_that_rules_choose_in_the_background_once(
    qtbot: QtBot, calls: list[tuple[str, threading.Thread]]
) -> None:
    snapshot = snapshot_of(make_dataset(), 0.5)
    model = found_out(qtbot, snapshot)
    assert [rule_id for rule_id, _thread in calls] == [rule.id for rule in RULES]
    assert threading.main_thread() not in {thread for _rule_id, thread in calls}
    assert not model.choices.set_ranking(moved(snapshot, 0.3).ranking)
    model.choices.find_out()
    assert not model.choices.is_busy
    calls.clear()
    model.choices.set_given(rule_by_id("sensitivity"), "sensitivity", 0.8)
    find_out(qtbot, model.choices)
    assert [rule_id for rule_id, _thread in calls] == ["sensitivity"]
    choice = model.choice(rule_by_id("sensitivity"))
    assert choice is not None
    assert choice.counts is not None
    assert (choice.counts.tp, choice.parameters["sensitivity"]) == (8, 0.8)


def test_that_another_score_is_chosen_from_anew(qtbot: QtBot) -> None:
    model = found_out(qtbot, snapshot_of(make_dataset()))
    other = snapshot_of(make_dataset(scores=[float(i) for i in range(20)]))
    assert model.choices.set_ranking(other.ranking)
    assert cell(model, "youden", RuleColumn.THRESHOLD) == ""
    find_out(qtbot, model.choices)
    ranking = other.ranking
    assert ranking is not None
    expected = choose(rule_by_id("youden"), ranking.table.steps, ranking.score)
    found = model.choice(rule_by_id("youden"))
    assert found is not None
    assert found.threshold == expected.threshold


def test_that_what_was_found_before_a_stop_stays_known(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on, made = threading.Event(), threading.Event(), []

    def slow(rule: Any, *given: Any) -> Any:
        made.append(rule.id)
        if rule.id == "youden" and not go_on.is_set():
            reached.set()
            go_on.wait(60)
        return choose(rule, *given)

    monkeypatch.setattr(rule_choices, "choose", slow)
    choices = RuleChoices()
    choices.set_ranking(snapshot_of(make_dataset()).ranking)
    choices.find_out()
    assert reached.wait(60)
    choices.stop()
    go_on.set()
    assert not choices.is_busy
    find_out(qtbot, choices)
    assert made.count(RULES[0].id) == 1
    assert all(choices.answer(rule) is not None for rule in RULES)


def test_that_what_a_rule_cannot_work_with_is_its_reason(qtbot: QtBot) -> None:
    model = RulesModel()
    model.choices.set_ranking(snapshot_of(make_dataset()).ranking)
    rule = rule_by_id("maximise")
    model.choices.set_given(rule, "subject-to", "MCC")
    model.choices.set_given(rule, "on", "limit")
    find_out(qtbot, model.choices)
    assert model.choice(rule) is None
    assert model.reason(rule) == "MCC is no proportion: its exact limit is not known"


def test_that_words_of_a_field_name_rules_and_rates(qtbot: QtBot) -> None:
    model = found_out(qtbot, snapshot_of(make_dataset()))
    horizontal = Qt.Orientation.Horizontal

    def heads() -> list[Any]:
        return [model.headerData(column, horizontal) for column in (3, 4)]

    assert heads() == ["TPR", "TNR"]
    model.set_words(words_in(Vocabulary.CLINICAL))
    assert {"eer", "sensitivity", "cost"} <= {*found_ids(model)}
    foreign = {"eer-rocch", "eer-fvc", "eer-nearest", "min-dcf"}
    assert not foreign & {*found_ids(model)}
    model.set_filter("ROCCH")
    assert "eer-rocch" in found_ids(model)
    model.set_filter("")
    assert heads() == ["Sensitivity", "Specificity"]
    assert cell(model, "sensitivity", RuleColumn.NAME) == "Sensitivity at least 0.95"
    assert cell(model, "youden", RuleColumn.FIRST_RATE).endswith("(5/10)")
    model.set_words(words_in(Vocabulary.BIOMETRICS))
    assert heads() == ["FMR", "FNMR"]
    assert cell(model, "youden", RuleColumn.FIRST_RATE) == "0.100 (1/10)"


def test_that_a_search_finds_names_and_what_rules_do(qtbot: QtBot) -> None:
    model = found_out(qtbot, snapshot_of(make_dataset()))

    model.set_filter("WEIGHTED youden")
    assert found_ids(model) == ["weighted-youden"]
    model.set_filter("corner nothing")
    assert found_ids(model) == ["closest"]
    model.set_filter("no such rule")
    assert (found_ids(model), model.rowCount()) == ([], 0)
    model.set_filter("")
    assert found_ids(model) == [rule.id for rule in OWN if rule.id != "bayes"]


def test_that_rules_of_other_scores_are_found_by_name_alone_and_say_so(qtbot: QtBot) -> None:
    lab = make_dataset(scores=[20.0 * i for i in range(20)])
    model = RulesModel()
    model.set_short(is_short=False)
    model.set_ranking(snapshot_of(lab).ranking)
    find_out(qtbot, model.choices)

    of_others = {"half", "middle", "bayes"}
    assert {*found_ids(model)} == {rule.id for rule in OWN} - of_others
    model.set_filter("0.5")
    assert "half" in found_ids(model)
    told = "It is for probabilities, and these scores are not known to be such"
    assert told.casefold() in model.remarks(rule_by_id("half"))[0].casefold()
    model.set_filter("")
    model.set_in_force(Provenance(Origin.CHOSEN, "half", (), "", ""))
    assert {*found_ids(model)} == {rule.id for rule in OWN} - of_others | {"half"}
    model.set_in_force(None)
    assert "half" not in found_ids(model)
    model.set_ranking(snapshot_of(make_dataset()).ranking)  # probabilities
    assert {*found_ids(model)} == {rule.id for rule in OWN} - {"bayes"}
    ratios = replace(lab, scores=(replace(lab.scores[0], name="system LLR"),))
    model.set_ranking(snapshot_of(ratios).ranking)
    assert {*found_ids(model)} == {rule.id for rule in OWN} - {"half", "middle"}


def test_that_the_rule_in_force_is_marked(qtbot: QtBot) -> None:
    snapshot = snapshot_of(make_dataset())
    model = found_out(qtbot, snapshot)
    choice = model.choice(rule_by_id("sensitivity"))
    assert choice is not None

    def is_marked() -> bool:
        font = cell(model, "sensitivity", RuleColumn.NAME, BOLD)
        return font is not None and font.bold()

    model.set_in_force(chosen_by(choice, "some.csv", ""))
    assert is_marked()
    assert cell(model, "sensitivity", RuleColumn.NAME, SPOKEN).endswith(", in force")
    other = Provenance(rule="sensitivity", parameters=(("sensitivity", 0.1),))
    for not_it in (other, typed("some.csv", ""), None):
        model.set_in_force(not_it)
        assert not is_marked()


def test_that_a_locale_with_a_decimal_comma_parts_ends_otherwise(qtbot: QtBot) -> None:
    model = found_out(qtbot, snapshot_of(make_dataset()))
    assert cell(model, "closest", RuleColumn.INTERVAL) == "(0.45, 0.49]"
    use_numbers("de")
    model.announce()
    assert cell(model, "closest", RuleColumn.INTERVAL) == "(0,45; 0,49]"
    assert model.raw_line(rule_by_id("closest"))[RuleColumn.INTERVAL] == "(0.45, 0.49]"


def test_that_a_change_of_intervals_keeps_what_was_found(qtbot: QtBot) -> None:
    snapshot = snapshot_of(make_dataset())
    model = found_out(qtbot, snapshot)
    intervals = replace(snapshot.inputs.intervals, level=0.9)
    other = resolve(replace(snapshot.inputs, intervals=intervals), snapshot)
    assert not model.choices.set_ranking(other.ranking)
    assert model.choice(rule_by_id("youden")) is not None


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_eight_rules_are_shown_at_first_the_sentences_of_the_field_before_others(
    qtbot: QtBot, vocabulary: Vocabulary
) -> None:
    snapshot = snapshot_of(make_dataset())
    model = RulesModel()
    model.set_ranking(snapshot.ranking)
    model.set_words(words_in(vocabulary))
    find_out(qtbot, model.choices)
    assert model.rowCount() == 1
    first = model.index(0, 0)
    assert model.rowCount(first) == 8
    rules = [model.rule(model.index(row, 0, first)) for row in range(8)]
    asked = [one.rule for one in SENTENCES[vocabulary] if rule_by_id(one.rule) in OWN]
    assert [rule.id for rule in rules[: len(asked)] if rule] == asked
    told = [model.index(row, 0, first).data() for row in range(5)]
    assert not [one for one in told if "{" in one]
    model.set_in_force(Provenance(Origin.CHOSEN, "g-mean", (), "", ""))
    assert model.index_of("g-mean").isValid()  # that of now is always there
    model.set_filter("kappa")
    assert found_ids(model) == ["kappa"]  # a search finds all
    model.set_filter("")
    model.set_short(is_short=False)
    assert [model.rule(model.index(row, 0, first)) for row in range(8)] == rules
    own = {rule.id for rule in OWN if vocabulary not in rule.foreign_to} - {"bayes"}
    assert {*found_ids(model)} == own


@pytest.mark.usefixtures("qtbot")
def test_that_a_target_stands_in_its_row_and_has_one_owner() -> None:
    model = RulesModel()
    model.set_words(words_in(Vocabulary.CLINICAL))
    limit, rate = rule_by_id("sensitivity-limit"), rule_by_id("sensitivity")
    assert model.sentence(limit) == "Miss at most 5 % of the diseased, for certain (95 %)"
    model.choices.set_given(limit, "sensitivity", 0.97)
    model.choices.set_given(limit, "level", 0.9)
    assert model.sentence(limit) == "Miss at most 3 % of the diseased, for certain (90 %)"
    model.choices.set_given(rate, "sensitivity", 0.8)
    assert cell(model, "sensitivity", RuleColumn.NAME) == "Sensitivity at least 0.8"
    target, blank = model.blank(limit) or (None, None)
    assert target is not None
    assert blank is not None
    assert (target.id, blank.shown(0.97), blank.value(3)) == ("sensitivity", 3, 0.97)
    assert model.blank(rule_by_id("youden")) is None


@pytest.mark.parametrize("are_probabilities", [True, False])
@pytest.mark.usefixtures("qtbot")
def test_that_a_half_is_offered_for_probabilities_alone(*, are_probabilities: bool) -> None:
    scores = None if are_probabilities else [20.0 * i for i in range(20)]
    snapshot = snapshot_of(make_dataset() if scores is None else make_dataset(scores=scores))
    ranking = snapshot.ranking
    assert ranking is not None
    model = RulesModel()
    model.set_ranking(ranking)
    for vocabulary in Vocabulary:
        model.set_words(words_in(vocabulary))
        told = [model.sentence(rule) for rule in model._on_show()]
        assert ("0.5" in told) <= are_probabilities, told
        assert ("At the threshold 0.5" in told) <= are_probabilities
    # No threshold is better than none here, so that Youden's is beyond all scores.
    start = 0.5 if are_probabilities else ranking.choice("middle").threshold
    assert model.choices.given(rule_by_id("number")).get("threshold", 0.5) == start
