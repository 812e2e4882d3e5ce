"""The topic of comparisons: what it says is what the core computed, and every way shows it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.comparing import (
    ERROR_METRICS,
    Candidate,
    areas_alike,
    compare_paired,
    compare_unpaired,
    errors_of,
    holm,
)
from evalgui.core.comparing.areas import DRAWN_TOO_SHORT, NO_ROWS
from evalgui.core.comparing.bootstrap import draw_paired
from evalgui.core.comparing.pair import NO_CALLS
from evalgui.core.dataset import Dataset, Score
from evalgui.core.digits import Written
from evalgui.core.equal_rate import AtEqual, Equal
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY, rank
from evalgui.core.texts import Style, Text
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics import TOPICS
from evalgui.results.topics.comparison import (
    COMPARISON,
    NOTHING_VARIES,
    P,
    comparison,
    differences,
    errors_table,
    rows_of_pair,
    side_by_side,
)

STYLE = Style(MACHINE_LEARNING)
AT = AtEqual(Equal.SENSITIVITY, 0.8)
RNG = np.random.default_rng(34)
TRUTH = np.arange(80) % 2
VALUES = {
    name: RNG.normal(size=80) + TRUTH * shift
    for name, shift in zip("abc", (1, 2, 0.5), strict=True)
}


def candidate(name, *, truth=TRUTH, values=None):
    score = Score(name, VALUES[name] if values is None else values)
    return Candidate(name, score, 0.5, truth, 1 - truth)


def paired(*names):
    first, second = map(candidate, names)
    return compare_paired(first, second, 0.95)


def cells(table, row):
    return {column.id: table.cell(row, column) for column in table.columns}


def rows_of(table, pair=0):
    return {row.id: row for row in table.rows if row.pair == pair}


def words_at(table, row, column_id):
    column = next(one for one in table.columns if one.id == column_id)
    said = table.said(row, column)
    return None if said is None else said.told(STYLE)


def test_that_every_row_is_what_the_core_computed():
    pair = paired("a", "b")
    table = differences([pair])
    rows = rows_of(table)
    assert list(rows) == ["roc_auc", *pair.at, "mcnemar"]
    found = cells(table, rows["roc_auc"])
    area, interval = pair.area, pair.area_interval
    assert (found["value_a"].value, found["value_b"].value) == (area.first, area.second)
    assert found["difference"].value == area.difference
    assert found["difference"].interval == interval
    assert (found["p"].value, found["se"].value) == (area.p, area.se)
    for name, rate in pair.at.items():
        found = cells(table, rows[name])
        assert found["difference"].value == rate.first - rate.second
        assert found["difference"].interval == rate.interval
        assert (found["statistic"].value, found["p"].value) == (rate.statistic, rate.p)
        assert words_at(table, rows[name], "test") == rate.test
        assert words_at(table, rows[name], "method") == rate.interval.method
    found, test = cells(table, rows["mcnemar"]), pair.mcnemar
    assert (found["value_a"].value, found["value_b"].value) == (test.first_only, test.second_only)
    assert (found["difference"], found["p"].value) == (None, test.p)


def test_that_p_values_are_adjusted_for_as_many_pairs_as_there_are():
    pairs = [paired("a", "b"), paired("a", "c"), paired("b", "c")]
    table = differences(pairs)
    for row_id, known in (
        ("roc_auc", [pair.area.p for pair in pairs]),
        ("TPR", [pair.at["TPR"].p for pair in pairs]),
        ("mcnemar", [pair.mcnemar.p for pair in pairs]),
    ):
        found = [cells(table, rows_of(table, place)[row_id])["p_holm"].value for place in range(3)]
        assert found == holm(known)
    assert "p_holm" not in {column.id for column in differences(pairs[:1]).columns}


def test_that_each_pair_is_a_group_even_where_names_are_the_same():
    pair = paired("a", "b")
    groups = differences([pair, pair]).groups()
    assert len(groups) == 2
    assert [len(rows) for _title, rows in groups] == [13, 13]
    told = "a less b: 80 rows with both scores (40 positive, 40 negative), 0 left out"
    assert [title.told(STYLE) for title, _rows in groups] == [told, told]


@pytest.mark.parametrize(("threshold", "at"), [(0.5, None), (0.9, AT), (0.9, None)])
def test_that_rates_at_cutoffs_of_each_say_so(threshold, at):
    first, second = candidate("a"), replace(candidate("b"), threshold=threshold)
    told = comparison([compare_paired(first, second, 0.95, at)])
    said = [one.text.told(STYLE) for one in told.all_facts("own_cutoffs")]
    assert len(said) == (threshold != first.threshold and at is None)
    assert all("a and b are each called at a cut-off of its own" in one for one in said)


def test_that_rows_of_their_own_have_no_test_of_the_same_rows():
    other = candidate("b", truth=TRUTH[:60], values=VALUES["b"][:60])
    pair = compare_unpaired(candidate("a"), other, 0.95)
    told = comparison([pair])
    table = told.table("differences")
    assert "mcnemar" not in rows_of(table)
    (group,) = table.groups()
    sizes = "80 (40 positive, 40 negative) and 60 rows (30 positive, 30 negative)"
    assert group[0].told(STYLE).startswith(f"a less b: {sizes}, each with a score of its own")
    found = cells(table, table.rows[0])
    assert (found["n"].value, found["n_b"].value) == (80, 60)


def test_that_what_is_undefined_says_why_once():
    one_class = np.ones(80, dtype=np.int64)
    pair = compare_paired(
        candidate("a", truth=one_class), candidate("b", truth=one_class), 0.95
    )  # fmt: skip
    table = differences([pair])
    rows = rows_of(table)
    for row_id, reason in (("roc_auc", NO_ROWS), ("TNR", NO_CALLS)):
        found = cells(table, rows[row_id])
        assert math.isnan(found["difference"].value)
        assert (found["difference"].reason, found["p"].reason) == (reason, "")
        assert words_at(table, rows[row_id], "undefined") == reason
    same = compare_paired(candidate("a"), candidate("a"), 0.95)
    table = differences([same])
    found = cells(table, rows_of(table)["TPR"])
    assert (found["difference"].reason, found["p"].reason) == ("", NOTHING_VARIES)
    assert found["difference"].value == 0


def test_that_rows_that_were_drawn_again_stand_beside_the_area():
    first, second = candidate("a"), candidate("b")
    drawn = draw_paired(first, second, n_replicates=50, seed=3)
    pair = replace(paired("a", "b"), drawn=drawn)
    table = comparison([pair]).table("areas")
    rows = rows_of(table)
    limits = drawn.area.limits(0.95)
    for kind in ("bca", "percentile"):
        interval = cells(table, rows[kind])["difference"].interval
        assert (interval.lower, interval.upper) == limits[kind][:2]
    assert cells(table, rows["bootstrap"])["p"].value == drawn.area.p
    assert rows["bootstrap"].title.told(STYLE) == "50 replicates of 80 rows (cohort), seed 3"
    by_subject = replace(drawn, sampling=(Sampling.BY_SUBJECT,), n_units=(9,))
    table = comparison([replace(pair, drawn=by_subject)]).table("areas")
    told = rows_of(table)["bootstrap"].title.told(STYLE)
    assert told == "50 replicates of 9 subjects (by-subject), seed 3"


def test_that_delong_stands_beside_what_is_recommended_instead():
    apart = TRUTH + RNG.normal(size=80) / 10
    pair = compare_paired(candidate("a", values=apart), candidate("c"), 0.95)
    drawn = draw_paired(
        candidate("a", values=apart), candidate("c"), n_replicates=20, seed=1
    )  # fmt: skip
    assert pair.area != pair.area.delong
    table = comparison([replace(pair, drawn=drawn)]).table("areas")
    rows = rows_of(table)
    interval = cells(table, rows["delong"])["difference"].interval
    assert (interval.lower, interval.upper) == pair.area.delong.limits(0.95)
    p = next(column for column in table.columns if column.id == "p")
    assert table.kind(rows["delong"], p).written is Written.ROUNDED  # all digits that tell
    assert table.kind(rows["bootstrap"], p).written is Written.P_VALUE
    assert table.note(rows["bootstrap"]) == Text(DRAWN_TOO_SHORT)
    plain = paired("a", "c")
    assert plain.area == plain.area.delong
    assert comparison([plain]).table("areas").rows == ()


def test_that_the_rows_of_each_class_are_told_by_who_calls_them():
    pair = paired("a", "b")
    table = comparison([pair]).table("discordant")
    for row_id, four in (
        ("positives_called", pair.calls.positives),
        ("negatives_called", pair.calls.negatives),
    ):
        found = cells(table, rows_of(table)[row_id])
        known = (four.both, four.first_only, four.second_only, four.neither)
        assert tuple(cell.value for cell in found.values()) == known
    clinical = Style(words_in(Vocabulary.CLINICAL))
    assert table.rows[0].title.told(clinical) != table.rows[0].title.told(STYLE)


@pytest.mark.parametrize("form", ["exact", "asymptotic", "corrected"])
def test_that_every_form_of_the_test_is_there(form):
    pair = paired("a", "b")
    table = comparison([pair]).table("forms")
    (row,) = table.rows
    assert cells(table, row)[form].value == getattr(pair.mcnemar, form)


def test_that_errors_of_each_score_are_a_row_also_where_names_are_the_same():
    scores = tuple(Score(name, VALUES[name]) for name in "ab")
    dataset = Dataset("some.csv", ("n", "p"), TRUTH.astype(np.int8), 1, scores)
    settings = IntervalSettings()
    found = [
        ("same", errors_of(rank(dataset, place, 1), settings, dataset.sampling))
        for place in range(len(scores))
    ]
    table = errors_table(found)
    assert [row.title.told(STYLE) for row in table.rows] == ["same", "same"]
    assert [column.id for column in table.columns] == [metric.id for metric in ERROR_METRICS]
    for row, (_name, known) in zip(table.rows, found, strict=True):
        assert {one.id: table.cell(row, one) for one in table.columns} == known
        turned = table.of_row(row)
        (value,) = turned.columns
        assert {one.id: turned.cell(one, value) for one in turned.rows} == known


def test_that_a_topic_says_nothing_of_what_nobody_compared():
    assert COMPARISON in tuple(TOPICS)
    assert COMPARISON.make(EMPTY, NOTHING_BESIDE) is None
    told = COMPARISON.make(EMPTY, replace(NOTHING_BESIDE, pairs=(paired("a", "b"),)))
    assert [table.id for table in told.tables] == ["differences", "areas", "forms", "discordant"]


def test_that_side_by_side_each_value_has_the_interval_that_it_has_alone():
    pairs = [paired("a", "b"), paired("a", "c")]
    table = side_by_side(pairs, 1, [(0.5, 0.5), (0.5, 0.25)])
    assert [column.title.told(STYLE) for column in table.columns[:2]] == ["a", "c"]
    rows = {row.id: row for row in table.rows}
    assert list(rows) == ["roc_auc", "threshold", *pairs[1].at, "mcnemar"]
    dataset = Dataset("d", ("-", "+"), TRUTH, 1, tuple(map(Score, VALUES, VALUES.values())))
    found = cells(table, rows["roc_auc"])
    for column, place in (("value_a", 0), ("value_b", 2)):
        settings = IntervalSettings(level=0.95)
        expected = rank(dataset, place, 1).interval("roc_auc", settings, Sampling.COHORT)
        assert found[column].interval[:4] == pytest.approx(expected[:4])
    assert cells(table, rows["threshold"])["value_b"].value == 0.25
    rate, n = pairs[1].at["TPR"], int(TRUTH.sum())
    for column, value in (("value_a", rate.first), ("value_b", rate.second)):
        limits = cells(table, rows["TPR"])[column].interval[2:4]
        assert limits == pytest.approx(wilson(round(value * n), n, 0.95))
    assert cells(table, rows["ACC"])["value_a"].interval is None
    adjusted = holm([pair.area.p for pair in pairs])
    assert cells(table, rows["roc_auc"])["p_holm"].value == adjusted[1]


@pytest.mark.parametrize("equal", Equal)
def test_that_at_an_equal_rate_the_free_one_alone_is_tested(equal):
    pair = compare_paired(candidate("a"), candidate("b"), 0.95, AtEqual(equal, 0.25))
    table = side_by_side([pair], 0, [pair.equal.thresholds])
    p_values = {row.id: table.cell(row, P) for row in table.rows}
    tested = {name for name, p in p_values.items() if p is not None and p.is_defined}
    free = set(pair.equal.at.free) & {row.id for row in table.rows}
    assert tested == {"roc_auc", *free}
    for row in table.rows:
        if row.id in free:
            each = [table.cell(row, column).interval for column in table.columns[:2]]
            assert all(one.method == "square-and-add of Wilson limits" for one in each)
    told = comparison([pair]).table("equal")
    group = told.rows[0].group.told(STYLE)
    side = "at most" if equal.rate.is_error else "at least"
    assert group.endswith(f"rate, {side} 25 %")


def test_that_what_was_drawn_stands_with_its_method_and_the_bracket_of_groups():
    first, second = candidate("a"), candidate("b")
    pairs = []
    for n_bins in (None, 10):
        drawn = draw_paired(first, second, n_replicates=60, seed=3, n_bins=n_bins)
        pairs.append(paired("a", "b").with_drawn(drawn))
    told = comparison(pairs)
    table = told.table("drawn")
    for place, pair in enumerate(pairs):
        rows = {row.id: row for row in rows_of_pair(table, place)}
        assert set(rows) == set(pair.drawn.numbers) - {"roc_auc"}
        for name in ("eer", "average_precision", "F1", "MCC"):
            found, known = cells(table, rows[name]), pair.drawn.numbers[name]
            assert found["value_a"].value == known.first
            assert found["difference"].interval == pair.drawn.interval(name, 0.95)
            assert found["p"].value == known.p_of_percentile
            assert words_at(table, rows[name], "method") == "paired bootstrap, 60 draws"
        assert "p_holm" in found
        nothing = cells(table, rows["fmr1000000"])
        assert "not even one error" in nothing["p"].reason
        assert (table.note(rows["eer"]) is None) == (place == 0)
    assert "drawn of scores in" in table.note(rows["eer"]).told(STYLE)
    assert table.note(rows["F1"]) is None
    assert comparison([paired("a", "b")]).table("drawn") is None
    shown = {row.id for row in side_by_side(pairs, 0, [(0.5, 0.5)] * 2).rows}
    assert {"eer", "F1"} <= shown
    assert "fmr1000000" not in shown


def test_that_all_areas_have_one_test_beside_the_first_pair():
    every = [candidate(name) for name in "abc"]
    pairs = [paired("a", "b"), paired("a", "c")]
    assert next(comparison(pairs).all_facts("areas_test"), None) is None
    test = areas_alike(every, is_paired=True)
    (fact,) = comparison([replace(pairs[0], alike=test), pairs[1]]).all_facts("areas_test")
    assert fact.values["statistic"] == test.statistic
    assert "degrees of freedom 2" in fact.text.told(STYLE)
    assert "DeLong, chi-square of 3 areas, paired" in fact.text.told(STYLE)
    none = areas_alike([candidate("a")] * 3, is_paired=True)
    (fact,) = comparison([replace(pairs[0], alike=none), pairs[1]]).all_facts("areas_test")
    assert fact.text.told(STYLE) == fact.values["undefined"] == none.reason
