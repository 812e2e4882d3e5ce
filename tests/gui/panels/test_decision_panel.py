"""The decision in words, its numbers, and which of them are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QAction, QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from evalgui.core.bootstrap.reselection import reselect
from evalgui.core.goals import Wanted
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.metrics import metric_by_id
from evalgui.core.provenance import Origin, Provenance, prespecified
from evalgui.core.redraw import plan_of
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY, Snapshot, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.models.rule_cells import BETWEEN
from evalgui.gui.models.rule_words import origin_in_words
from evalgui.gui.models.sentences import measure_sentence
from evalgui.gui.panels import decision_head
from evalgui.gui.panels.decision_panel import DecisionPanel
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import make_dataset, moved, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.words import Words

FOLLOWED = Provenance(Origin.CHOSEN, "sensitivity", (("sensitivity", 0.9),), "x", "")


@pytest.fixture
def panel(qtbot: QtBot) -> DecisionPanel:
    made = DecisionPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.set_vocabulary(Vocabulary.CLINICAL)
    made.resize(420, 420)
    made.head.resize(1_200, 60)
    made.show()
    qtbot.waitExposed(made)
    made.show_snapshot(EMPTY, snapshot_of(make_dataset()))
    return made


def show(panel: DecisionPanel, **inputs: object) -> Snapshot:
    old = panel.model.snapshot
    new = resolve(replace(old.inputs, **inputs), old)  # type: ignore[arg-type]
    panel.show_snapshot(old, new)
    return new


def ids(panel: DecisionPanel) -> list[str]:
    model = panel.model
    return [model.entry(model.index(row)).id for row in range(model.rowCount())]


def test_that_nothing_is_decided_at_first_and_the_start_is_named(panel: DecisionPanel) -> None:
    head = panel.head
    assert head.origin.text() == "Start, chosen on these patients"
    assert head.rule.text() == "Youden's index is highest"
    assert head.lead.text() == "Test positive at"  # the score, and its sign
    assert head.threshold.text() == "0.6"
    assert head.because.text() == "because"
    assert (
        head.same.text()
        == "\N{MIDDLE DOT}  same counts from 0.54\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}0.6"
    )
    assert ids(panel) == ["TPR", "TNR", "PPV", "NPV", "LRP", "LRN"]


def test_that_no_rule_is_elided_where_there_is_room(panel: DecisionPanel) -> None:
    rule, right = panel.head.rule, Qt.TextElideMode.ElideRight
    for words in ("Put here by hand", "Sensitivity at least 0.9", "Youden", "EER (ROCCH)"):
        rule.set_text(words)
        rule.resize(rule.sizeHint())
        fonts = QFontMetrics(rule.shown_font())
        assert fonts.elidedText(words, right, rule.width() - 2 * rule.inset) == words


def test_that_a_threshold_is_written_in_full_in_little_room(panel: DecisionPanel) -> None:
    label = panel.head.threshold
    wide = label.shown_font()
    show(panel, threshold=0.36247772)
    QCoreApplication.sendPostedEvents()
    assert label.text().endswith("0.36247772")
    written = QFontMetrics(label.shown_font()).horizontalAdvance(label.text())
    assert written <= label.width()
    assert label.shown_font().pointSizeF() < wide.pointSizeF()
    show(panel, threshold=0.5)
    assert label.shown_font() == wide


def test_that_the_numbers_are_copied_as_a_page_has_them(panel: DecisionPanel) -> None:
    snapshot = panel.model.snapshot
    QGuiApplication.clipboard().setText("nothing")
    panel.numbers.paper.trigger()
    copied = QGuiApplication.clipboard().mimeData()
    heads, *lines = [line.split("\t") for line in copied.text().splitlines()]
    assert [head[:5] for head in heads] == ["Metri", "x/n", "Value"]
    assert snapshot.point is not None
    known = snapshot.point
    for metric_id, line in zip(panel.model.chosen, lines, strict=True):
        found, interval = known.measured[metric_id], known.all_intervals[metric_id]
        assert line[1] == ("" if found.fraction is None else "{}/{}".format(*found.fraction))
        if found.is_defined and interval.is_defined:
            limits = text.interval(interval.lower, interval.upper)
            assert line[2] == f"{text.measure(found.value)} ({limits})"
    assert copied.html().count("<tr>") == 1 + len(lines)
    hidden = replace(snapshot, choices=replace(snapshot.choices, hides_answers=True))
    panel.show_snapshot(snapshot, hidden)
    QGuiApplication.clipboard().setText("nothing")
    panel.numbers.paper.trigger()
    assert QGuiApplication.clipboard().text() == "nothing"


def test_that_a_number_is_copied_as_the_sentence_of_its_measure(panel: DecisionPanel) -> None:
    snapshot = panel.model.snapshot
    QGuiApplication.clipboard().setText("nothing")
    panel.numbers.setCurrentIndex(panel.model.index(1))
    QTest.keyClick(panel.numbers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    entry = panel.model.entry(panel.model.index(1))
    said = measure_sentence(entry, snapshot, Vocabulary.CLINICAL)
    assert QGuiApplication.clipboard().text() == said
    assert said.startswith("Specificity ")
    panel.show_snapshot(
        snapshot, replace(snapshot, choices=replace(snapshot.choices, hides_answers=True))
    )
    QGuiApplication.clipboard().setText("nothing")
    QTest.keyClick(panel.numbers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "nothing"


def test_that_the_least_detection_cost_can_be_chosen(panel: DecisionPanel) -> None:
    panel.set_vocabulary(Vocabulary.SPEAKER)
    assert ids(panel)[-2:] == ["min_dcf_001", "min_dcf_005"]
    panel.set_numbers(["biometrics: min_dcf_001"])
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    index = panel.model.index(0)
    snapshot = panel.model.snapshot
    assert snapshot.ranking is not None
    choice = snapshot.ranking.choice("min-dcf")
    shown = panel.model.numbers(index)
    assert (panel.model.name(index), panel.model.short_name(index)) == (
        "minDCF at prior 0.01",
        "minDCF 0.01",
    )
    assert (shown.value, shown.detail) == (f"{choice.value:.3f}", f"at {choice.threshold:g}")
    show(panel, threshold=choice.threshold)
    assert panel.model.numbers(index).detail == "at this threshold"  # which the decision says
    snapshot = panel.model.snapshot
    assert snapshot.ranking is not None
    made = snapshot.ranking.intervals(DEFAULT_INTERVALS, Sampling.COHORT)
    panel.show_snapshot(snapshot, replace(snapshot, summaries=made))
    assert "below what new data have" in index.data(Qt.ItemDataRole.WhatsThisRole)


def test_that_every_provenance_is_told(panel: DecisionPanel) -> None:
    head = panel.head
    show(panel, provenance=FOLLOWED, is_followed=True)
    assert head.rule.text() == "sensitivity is at least 0.9"
    assert head.origin.text().startswith("Chosen on these patients  \N{MIDDLE DOT}  followed")
    assert not head.lock.isChecked()
    show(panel, threshold=0.5, provenance=prespecified("now"), is_followed=False)
    assert (head.rule.text(), head.origin.text()) == ("Put here by hand", "Prespecified")
    show(panel, provenance=replace(FOLLOWED, kind=Origin.FROZEN), is_locked=True)
    assert head.origin.text() == f"Frozen from x{BETWEEN}locked"
    assert head.lock.isChecked()
    limit = Provenance(Origin.CHOSEN, "sensitivity-limit", (("sensitivity", 0.99),), "x", "")
    limit = replace(limit, parameters=(("sensitivity", 0.99), ("level", 0.95)))
    show(panel, provenance=limit, is_followed=True, is_locked=False)
    assert "too few" in head.origin.text()
    assert head.origin.text().endswith("the line stays")


@pytest.mark.parametrize(
    ("rule", "values", "is_scanned"),
    [
        ("ppv-limit", {"ppv": 0.6, "prevalence": 0.3}, True),
        ("npv-limit", {"npv": 0.6}, True),
        ("lr-positive-limit", {"lr-positive": 1.2}, True),
        ("maximise", {"subject-to": "PPV", "on": "limit"}, True),
        ("maximise", {"subject-to": "TPR", "on": "limit"}, False),
        ("maximise", {"subject-to": "PPV", "on": "point"}, False),
        ("maximise", {"on": "limit"}, False),
        ("ppv", {"ppv": 0.6}, False),
        ("sensitivity-limit", {"sensitivity": 0.6}, False),
    ],
)
def test_that_a_limit_that_was_met_by_scanning_is_said_not_to_be_guaranteed(
    panel: DecisionPanel, rule: str, values: dict[str, object], is_scanned: bool
) -> None:
    origin = panel.head.origin
    made = Provenance(Origin.CHOSEN, rule, tuple(values.items()), "x", "")  # type: ignore[arg-type]
    show(panel, threshold=0.5, provenance=made)
    scanned = " by scanning, not guaranteed" if is_scanned else ""
    assert origin.text() == f"Chosen on these patients{scanned}"  # the limit stands above
    limits = panel.head.limits
    at = limits.text()
    assert at.replace("\u202f", " ").startswith("(95 % limit ") or not at
    assert ("one-sided: " in limits.toolTip()) == bool(at)
    panel.head.resize(500, 60)  # where that has no room, it goes below
    panel.head._refit()
    assert limits.isHidden()
    assert ("one-sided: " in origin.text()) == bool(at)
    panel.head.resize(1_200, 60)
    panel.head._refit()
    is_on_limit = rule.endswith("-limit") or {"subject-to", "on"} <= values.keys()
    assert bool(at) == (is_on_limit and values.get("on") != "point")
    assert ("one meets the target by chance" in origin.toolTip()) == is_scanned
    show(panel, provenance=replace(made, kind=Origin.FROZEN))
    assert "Frozen from x" in origin.text().split(BETWEEN)
    assert not origin.toolTip()


@pytest.mark.parametrize(
    ("vocabulary", "told"),
    [
        (Vocabulary.CLINICAL, "in new patients expect sensitivity near "),
        (Vocabulary.BIOMETRICS, "in new comparisons expect FMR near "),
    ],
)
def test_that_what_to_expect_of_new_rows_stands_beside_its_origin(
    panel: DecisionPanel, vocabulary: Vocabulary, told: str
) -> None:
    old = panel.model.snapshot
    assert old.ranking is not None
    choice = old.ranking.choice("youden")
    found = reselect(choice, plan_of(old, n_replicates=60))
    new = replace(old, stability=found)
    panel.show_snapshot(old, new)
    panel.set_vocabulary(vocabulary)
    first = "TPR" if vocabulary is Vocabulary.CLINICAL else "FPR"
    value = found.expected(metric_by_id(first))
    assert f"{BETWEEN}{told}{value:.3f} and " in panel.head.origin.text()
    panel.show_snapshot(new, old)
    assert "expect" not in panel.head.origin.text()


def test_that_intervals_that_arrive_later_take_the_place_of_the_ellipsis(
    panel: DecisionPanel,
) -> None:
    known = panel.model.snapshot
    assert known.point is not None
    assert isinstance(known.point.intervals, IntervalsAt)
    point = replace(known.point, intervals=AwaitedIntervals(known.point.intervals))
    awaited = replace(known, point=point)
    first = panel.model.index(0)
    limits = panel.model.numbers(first).interval
    panel.show_snapshot(known, awaited)
    assert panel.model.numbers(first).interval == "\N{HORIZONTAL ELLIPSIS}"
    panel.show_snapshot(awaited, known)
    assert panel.model.numbers(first).interval == limits


def test_that_nothing_moves_while_numbers_change(panel: DecisionPanel) -> None:
    places = [part.geometry() for part in (panel.head, panel.numbers, panel.head.threshold)]
    for threshold in (0.1, 0.45, 0.123456789, 0.82, 2e10):
        show(panel, threshold=threshold)
        QCoreApplication.sendPostedEvents()
    assert [part.geometry() for part in (panel.head, panel.numbers, panel.head.threshold)] == places


def test_that_a_drag_puts_what_was_decided_into_words_once(
    panel: DecisionPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float | None] = []

    def told_of(snapshot: Snapshot, words: Words, *, has_limits: bool) -> str:
        told.append(snapshot.inputs.threshold)
        return origin_in_words(snapshot, words, has_limits=has_limits)

    monkeypatch.setattr(decision_head, "origin_in_words", told_of)
    before = EMPTY
    after = snapshot_of(make_dataset(), 0.2)
    for threshold in (0.3, 0.4, 0.5):
        panel.show_snapshot(before, after)
        before, after = after, moved(after, threshold)
    assert told == [0.2]
    panel.show_snapshot(before, resolve(replace(before.inputs, is_locked=True), before))
    assert told == [0.2, 0.4]
    assert panel.head.origin.text().endswith("locked")


def test_that_a_row_asks_by_double_click_and_keys(panel: DecisionPanel, qtbot: QtBot) -> None:
    numbers = panel.numbers
    place = numbers.visualRect(panel.model.index(1)).center()
    QTest.mouseClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(panel.number_asked) as asked:
        QTest.mouseDClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args is not None
    assert asked.args[0] == Wanted("TNR")
    assert asked.args[1].contains(numbers.viewport().mapToGlobal(place))
    for key in (Qt.Key.Key_F2, Qt.Key.Key_Return):
        with qtbot.waitSignal(panel.number_asked):
            QTest.keyClick(numbers, key)
    panel.model.choose(["eer"])
    numbers.setCurrentIndex(panel.model.index(0))
    with qtbot.assertNotEmitted(panel.number_asked):  # no threshold changes it
        QTest.keyClick(numbers, Qt.Key.Key_F2)


def test_that_a_row_goes_to_the_threshold_where_it_is_taken(
    panel: DecisionPanel, qtbot: QtBot
) -> None:
    numbers, model = panel.numbers, panel.model
    model.choose(["eer", "fmr100", "roc_auc"])
    place = numbers.visualRect(model.index(1)).center()
    QTest.mouseClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(panel.choice_requested) as asked:
        QTest.mouseDClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args is not None
    assert (asked.args[0].rule.id, asked.args[0].parameters["fmr"]) == ("fmr", 0.01)
    for key in (Qt.Key.Key_F2, Qt.Key.Key_Return):
        with qtbot.waitSignal(panel.choice_requested):
            QTest.keyClick(numbers, key)
    tips = [model.index(row).data(Qt.ItemDataRole.ToolTipRole) for row in range(3)]
    assert ["goes to its threshold" in tip for tip in tips] == [True, True, False]
    numbers.setCurrentIndex(model.index(2))
    with qtbot.assertNotEmitted(panel.choice_requested):  # it is of all thresholds together
        QTest.keyClick(numbers, Qt.Key.Key_F2)


def test_that_the_prevalence_adds_its_own_rows(panel: DecisionPanel) -> None:
    settings = replace(panel.model.snapshot.inputs.intervals, prevalence=0.05)
    show(panel, intervals=settings)
    assert ids(panel)[2:6] == ["PPV", "PPV_AT_PREVALENCE", "NPV", "NPV_AT_PREVALENCE"]
    index = panel.model.index(3)
    assert panel.model.wanted(index) == Wanted("PPV", 0.05)
    at = "at 5\N{NARROW NO-BREAK SPACE}%"  # long where there is room
    assert panel.model.name(index) == f"Positive predictive value {at}"
    assert panel.model.short_name(index) == f"PPV {at}"


def test_that_each_field_has_numbers_of_its_own_that_are_remembered(
    panel: DecisionPanel, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(panel.numbers_changed) as told:
        panel._toggle_number("F1")
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    assert ids(panel)[:2] == ["FPR", "FNR"]
    panel.set_vocabulary(Vocabulary.CLINICAL)
    assert ids(panel)[-1] == "F1"
    again = DecisionPanel()
    qtbot.addWidget(again)
    assert told.args is not None
    again.set_numbers([*told.args[0], "clinical of old", "other: TPR", "speaker: NOTHING"])
    again.set_vocabulary(Vocabulary.CLINICAL)
    assert ids(again) == ids(panel)
    panel._choose_numbers([])
    assert ids(panel) == ["TPR", "TNR", "PPV", "NPV", "LRP", "LRN"]


def test_that_another_number_takes_the_place_of_one_on_show(panel: DecisionPanel) -> None:
    def entries(menu_name: str) -> dict[str, QAction]:
        panel._open_menu(QPoint(), panel.numbers)
        menu = panel.findChildren(QMenu, "decision_menu")[-1]
        others = menu.findChild(QMenu, menu_name)
        assert others is not None
        found = {
            one.text(): one for family in others.findChildren(QMenu) for one in family.actions()
        }
        menu.hide()
        return found

    show(panel, intervals=replace(panel.model.snapshot.inputs.intervals, prevalence=0.05))
    panel.numbers.setCurrentIndex(panel.model.index(3))  # the NPV
    before = panel.model.chosen
    others = entries("decision_other_number")
    assert not others["Sensitivity"].isEnabled()
    others["F1 score"].trigger()
    assert panel.model.chosen == tuple("F1" if one == "PPV" else one for one in before)
    panel.numbers.setCurrentIndex(panel.model.index(2))
    panel._open_menu(QPoint(), panel.numbers)
    menu = panel.findChildren(QMenu, "decision_menu")[-1]
    next(one for one in menu.actions() if one.text() == "Leave Out F1 score").trigger()
    menu.hide()
    assert panel.model.chosen == tuple(one for one in before if one != "PPV")
    assert entries("decision_numbers_menu")["F1 score"].isEnabled()


def test_that_a_long_name_gives_way_to_a_short_one(panel: DecisionPanel) -> None:
    index = panel.model.index(2)
    assert panel.model.name(index) == "Positive predictive value"
    assert panel.model.short_name(index) == "PPV"
    cells = panel.numbers.cells
    names = panel.model.name(index), panel.model.short_name(index)
    assert (cells.fitting(names, 1_000)[0], cells.fitting(names, 60)[0]) == names
    whole = QFontMetrics(cells._fonts.name).horizontalAdvance(names[0])
    name, font = cells.fitting(names, whole * 9 // 10)  # in narrower letters
    assert name == names[0]
    assert QFontMetrics(font).horizontalAdvance(name) <= whole * 9 // 10


@pytest.mark.parametrize(("width", "is_explained"), [(460, True), (300, False)])
def test_that_all_abbreviations_of_the_decision_are_explained_or_none(
    panel: DecisionPanel, width: int, *, is_explained: bool
) -> None:
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    panel.numbers.cells.is_compact = True
    first = [panel.numbers.cells._names(panel.model.index(row), width)[0] for row in range(4)]
    assert [name.partition(" ")[0] for name in first] == ["FMR", "FNMR", "HTER", "EER"]
    assert [" (" in name for name in first] == [is_explained] * 4


def test_that_numbers_move_together_before_one_is_out_of_sight(panel: DecisionPanel) -> None:
    numbers = panel.numbers
    n, usual = panel.model.rowCount(), numbers.cells.height(compact=True)
    above = panel.height() - numbers.viewport().height()
    panel.resize(420, above + usual * n)
    assert numbers.sizeHintForRow(0) == usual
    panel.resize(420, above + (usual - 2) * n)
    assert numbers.sizeHintForRow(0) <= usual - 1
    numbers.doItemsLayout()
    assert numbers.visualRect(panel.model.index(n - 1)).bottom() <= numbers.viewport().height()
    panel.resize(420, above + n)  # letters are never cut off
    assert numbers.sizeHintForRow(0) >= QFontMetrics(numbers.cells._fonts.value).height()


def test_that_counts_stand_where_names_in_full_leave_room_for_them(panel: DecisionPanel) -> None:
    fonts = panel.numbers.cells._fonts
    long = fonts.of_name.horizontalAdvance("Negative predictive value")
    n = 100_000
    others = fonts.width_of_counts(n) + fonts.usual_limits + fonts.usual_value
    wide = max(long * 5 // 2 + 40, long + others + 40)
    assert fonts.place_of_details(wide, n) >= long + 8
    for width in range(others * 10 // 7 + 60, wide, 10):
        assert fonts.place_of_details(width, n) + others <= width
    narrow = others
    assert fonts.place_of_details(narrow, n) == narrow * 3 // 10
    few = fonts.width_of_counts(n) - fonts.width_of_counts(100)  # names have the rest
    assert few > 0
    middle = wide - 40
    assert fonts.place_of_details(middle, 100) == min(
        middle // 2, fonts.place_of_details(middle, n) + few
    )


@pytest.mark.usefixtures("usual_numbers")
@pytest.mark.parametrize("decimals", [None, 6])
@pytest.mark.parametrize("width", [300, 352, 460, 900])
def test_that_bars_lie_between_counts_and_limits(
    panel: DecisionPanel, width: int, decimals: int | None
) -> None:
    text.use(text.Numbers(decimals=decimals))
    panel.set_vocabulary(Vocabulary.CLINICAL)
    fonts = panel.numbers.cells._fonts
    ends = set()
    for limits in ("0.1", text.interval(0.2345678, 0.8765432)):
        room = fonts.of_small.horizontalAdvance(limits)
        start, end = fonts.ends_of_bars(width, 60, room)
        assert start >= fonts.width_of_counts(60)
        assert end + room < width
        ends.add(end)
    assert len(ends) == 1  # nothing jumps while usual limits change
    long = fonts.of_small.horizontalAdvance(text.interval(2.437837, 1234.473899))
    assert fonts.ends_of_bars(width, 60, long)[1] + long < width


def test_that_a_threshold_beyond_all_scores_says_what_it_calls(
    panel: DecisionPanel,
) -> None:
    snapshot = snapshot_of(make_dataset())
    for threshold, told in (
        (7.0, "it calls nothing: there are no positive tests"),
        (-7.0, "it calls everything: there are no negative tests"),
    ):
        panel.show_snapshot(snapshot, moved(snapshot, threshold))
        assert panel.head.same.text().startswith(f"\N{MIDDLE DOT}  {told}")


@pytest.mark.parametrize(
    ("threshold", "second", "counted"),
    [(0.65, 0.35, "negative tests"), (0.35, 0.65, "positive tests")],
)
def test_that_the_head_knows_the_grey_zone(
    panel: DecisionPanel, threshold: float, second: float, counted: str
) -> None:
    old = show(panel, threshold=threshold)
    new = replace(old, choices=replace(old.choices, second=second))
    panel.show_snapshot(old, new)
    head = panel.head
    parts = (head.negative, head.threshold, head.second, head.positive)
    assert [one.text() for one in parts] == ["negative <", str(threshold), str(second), "positive"]
    places = [head._order.index(one) for one in (head.threshold, head.second)]
    assert (places[0] < places[1]) == (threshold < second)
    assert head._order.index(head.negative) < min(places)
    assert head.origin.text().startswith(f"{threshold}: ")
    assert f"indeterminate rows counted as {counted}" in head.origin.text()
    low, high = sorted((threshold, second))
    assert f"negative < {low}, indeterminate, positive" in head.sentence
    assert f" {high}" in head.sentence
    panel.show_snapshot(new, old)
    assert head.threshold.text() == str(threshold)
    assert head.second.isHidden()
    assert "indeterminate" not in head.sentence


def test_that_the_pencil_of_a_number_asks_for_another(panel: DecisionPanel, qtbot: QtBot) -> None:
    numbers, model = panel.numbers, panel.model
    for is_compact in (False, True):
        numbers.cells.is_compact = is_compact
        index = model.index(1)
        place = numbers.cells.pencil_place(numbers.visualRect(index), index).center()
        with qtbot.waitSignal(panel.number_asked) as asked:
            QTest.mouseClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert asked.args is not None
        assert asked.args[0] == Wanted("TNR")
        with qtbot.assertNotEmitted(panel.number_asked):  # beside it a press selects the row
            beside = place - QPoint(60, 0)
            QTest.mouseClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    model.choose(["roc_auc"])
    index = model.index(0)
    place = numbers.cells.pencil_place(numbers.visualRect(index), index).center()
    with qtbot.assertNotEmitted(panel.number_asked):  # no threshold changes it: it has none
        QTest.mouseClick(numbers.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_that_rows_take_room_that_is_left_up_to_half_of_theirs(panel: DecisionPanel) -> None:
    numbers, n = panel.numbers, panel.model.rowCount()
    usual = numbers.cells.height(compact=False)
    above = panel.height() - numbers.viewport().height()
    for room, height in ((usual, usual), (usual + 5, usual + 5), (usual * 3, usual * 3 // 2)):
        panel.resize(420, above + room * n)
        assert numbers.sizeHintForRow(0) == height
        numbers.doItemsLayout()
        row = numbers.visualRect(panel.model.index(1))
        pencil = numbers.cells.pencil_place(row, panel.model.index(1))
        assert row.contains(pencil)


def test_that_longer_words_of_a_field_take_a_line_of_their_own(panel: DecisionPanel) -> None:
    label = panel.prevalence.label
    for width in range(300, 460, 20):
        panel.resize(width, 420)
        for field in (Vocabulary.BIOMETRICS, Vocabulary.CLINICAL, Vocabulary.MACHINE_LEARNING):
            panel.set_vocabulary(field)
            QCoreApplication.processEvents()
            assert label.width() >= label.sizeHint().width()
