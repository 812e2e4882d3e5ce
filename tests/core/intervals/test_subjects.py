"""How much the rows of subjects are worth: reference cases, naive loops, and what must hold."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from evalgui.core import ranked_subjects
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals import auc
from evalgui.core.intervals import subjects as by_subject
from evalgui.core.intervals import summaries_of_subjects as summaries
from evalgui.core.intervals.at_prevalence import measures_at_prevalence
from evalgui.core.intervals.auc import delong_logit
from evalgui.core.intervals.average_precision import jackknife_variances, logit_jackknife
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.metrics import METRICS
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.subjects import Subjects
from tests.core.strategies import labelled_scores

_CASES = json.loads(
    (Path(__file__).parents[2] / "data/core/intervals_by_subject.json").read_text(encoding="utf-8")
)
Drawn = tuple[Any, Any, bool]


def _of(*codes: Any) -> Subjects:
    arrays = tuple(np.asarray(one, dtype=np.int32) for one in codes)
    return Subjects(arrays, ("a", "b")[: len(arrays)])


@pytest.mark.parametrize("case", _CASES["rates"], ids=lambda case: case["id"])
def test_rates_of_subjects_are_those_of_the_cases(case: dict[str, Any]) -> None:
    errors = np.array([int(mark) for mark in case["errors"]])
    codes = np.array([ord(mark) - ord("A") for mark in case["subjects"]])
    k_of, n_of = np.bincount(codes, errors).astype(np.int64), np.bincount(codes)
    k, n = int(errors.sum()), len(errors)
    variance = by_subject.jackknife_variance(k, n, k_of, n_of)
    assert variance == pytest.approx(case["variance"], abs=1e-12)
    worth = by_subject.effective_n(k, n, k_of, n_of)
    assert worth == pytest.approx(case["effective_n"], abs=1e-7)
    assert wilson(k / n * worth, worth, 0.95) == pytest.approx(case["limits"], abs=1e-8)


def _area_case() -> tuple[dict[str, Any], ScoreTable, RankedSubjects]:
    (case,) = _CASES["areas"]
    scores = np.array([*case["pos"], *case["neg"]])
    truth = np.arange(len(scores)) < len(case["pos"])
    subjects = _of([*case["pos_patient"], *case["neg_patient"]])
    ranked = RankedSubjects.of_rows(scores, subjects, truth, higher_is_positive=True)
    return case, ScoreTable(scores, truth), ranked


def test_the_area_of_patients_is_that_of_the_case() -> None:
    case, table, ranked = _area_case()
    area = summaries.area_of_subjects(ranked_area(table), table.steps, ranked)
    assert area.variance == pytest.approx(case["auc-obuchowski-var"], abs=1e-10)
    assert delong_logit(area, 0.95) == pytest.approx(case["auc-obuchowski-logit"], abs=1e-9)
    assert (area.n_positive, area.n_negative) == (8, 11)


@given(labelled_scores())
def test_one_row_a_patient_gives_what_rows_give(drawn: Drawn) -> None:
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    ranked = RankedSubjects.of_rows(
        scores, _of(np.arange(len(scores))), truth, higher_is_positive=higher
    )
    area = ranked_area(table)
    found = summaries.area_of_subjects(area, table.steps, ranked)
    # A covariance remains, of rows that have no partner: each class deviates by 0 in the sum.
    expected = area.variance if min(table.n_positive, table.n_negative) > 1 else np.nan
    assert found.variance == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(labelled_scores(), st.booleans(), st.booleans(), st.data())
def test_counts_and_equal_errors_are_those_of_leaving_rows_out(
    drawn: Drawn, is_two_sided: bool, is_counted: bool, data: st.DataObject
) -> None:
    scores, truth, higher = drawn
    n = len(scores)
    ids = st.lists(st.integers(0, 3), min_size=n, max_size=n)
    sides = [np.array(data.draw(ids), dtype=np.int32) for _ in range(2 if is_two_sided else 1)]
    times = np.array(data.draw(ids)) if is_counted else np.ones(n, np.int64)
    counts = np.where(truth, times, 0), np.where(truth, 0, times)
    table = ScoreTable.from_counts(scores, *counts, higher_is_positive=higher)
    ranked = RankedSubjects.of_rows(
        scores, _of(*sides), counts if is_counted else truth, higher_is_positive=higher
    )
    known = np.unique(np.concatenate(sides)) if n else np.array([], np.int32)
    assert ranked.n_subjects == len(known)
    without = summaries.equal_error_rates_without(table.steps, ranked)
    for number, subject in enumerate(known):
        is_own = np.logical_or.reduce([side == subject for side in sides])
        own = [np.where(is_own, part, 0) for part in counts]
        rest = [np.where(is_own, 0, part) for part in counts]
        part = ScoreTable.from_counts(scores, *own, higher_is_positive=higher)
        for row, threshold in enumerate(table.steps.thresholds.tolist()):
            whole = table.steps.counts_of(row)
            of_each = ranked.at(int(whole.tp), int(whole.fp))
            expected = part.counts_at(threshold)
            for cell in ("tp", "fp", "fn", "tn"):
                assert getattr(of_each, cell)[number] == getattr(expected, cell), cell
        left = ScoreTable.from_counts(scores, *rest, higher_is_positive=higher)
        value = equal_error_rate(left.steps).value
        assert without[number] == pytest.approx(value, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("is_two_sided", [False, True])
@pytest.mark.parametrize("is_counted", [False, True])
def test_many_rows_are_counted_from_the_milestone_before(
    monkeypatch: pytest.MonkeyPatch, is_two_sided: bool, is_counted: bool
) -> None:
    rng = np.random.default_rng(8)
    sides = rng.integers(0, 7, (2 if is_two_sided else 1, 100))
    truth, scores = rng.random(100) < 0.4, rng.normal(size=100)
    times = rng.integers(0, 4, 100)
    counts = np.where(truth, times, 0), np.where(truth, 0, times)

    def ranked() -> RankedSubjects:
        classes = counts if is_counted else truth
        return RankedSubjects.of_rows(scores, _of(*sides), classes, higher_is_positive=True)

    at_once, by_blocks = ranked(), ranked()
    single = (truth.astype(np.int64), (~truth).astype(np.int64))
    steps = ScoreTable.from_counts(scores, *(counts if is_counted else single)).steps
    places = [(int(steps.tp_column[row]), int(steps.fp_column[row])) for row in range(len(steps))]
    expected = [at_once.at(*place) for place in places]
    monkeypatch.setattr(ranked_subjects, "_FEW_ROWS", 10)
    monkeypatch.setattr(ranked_subjects, "_A_BLOCK", 8)
    was_quick = by_blocks.is_quick
    for place, known in zip(places, expected, strict=True):
        found = by_blocks.at(*place)
        for cell in ("tp", "fp", "fn", "tn"):
            np.testing.assert_array_equal(getattr(found, cell), getattr(known, cell))
    is_quick = by_blocks.is_quick
    monkeypatch.setattr(ranked_subjects, "_FEW_SUBJECTS", 6)
    assert (was_quick, is_quick, by_blocks.is_quick) == (False, True, False)


def test_areas_of_comparisons_sum_over_both_subjects() -> None:
    rng = np.random.default_rng(3)
    n = 60
    first, second = rng.integers(0, 8, n), rng.integers(0, 8, n)
    truth = first == second
    truth[:8], second[:8] = True, first[:8]
    scores = np.round(rng.normal(size=n) + truth, 1)
    table = ScoreTable(scores, truth)
    ranked = RankedSubjects.of_rows(scores, _of(first, second), truth, higher_is_positive=True)
    found = summaries.area_of_subjects(ranked_area(table), table.steps, ranked).variance
    pos, neg = scores[truth], scores[~truth]
    placed = np.where(
        truth,
        [(np.sum(neg < s) + np.sum(neg == s) / 2) / len(neg) for s in scores],
        [(np.sum(pos > s) + np.sum(pos == s) / 2) / len(pos) for s in scores],
    )
    own = placed - table.auc
    sums = np.zeros((8, 2))
    has = np.zeros((8, 2), bool)
    for row in range(n):
        for subject in {first[row], second[row]}:
            sums[subject, int(~truth[row])] += own[row]
            has[subject, int(~truth[row])] = True
    held = has.sum(axis=0)
    scaled = (sums**2).sum(axis=0) * held / (held - 1) / np.array([len(pos), len(neg)]) ** 2
    both = np.count_nonzero(has.any(axis=1))
    expected = scaled.sum() + 2 * both / (both - 1) * (sums[:, 0] @ sums[:, 1]) / len(pos) / len(
        neg
    )
    assert found == pytest.approx(expected, rel=1e-12)


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12),
)
def test_rows_are_worth_the_same_for_a_rate_and_its_complement(
    sizes: list[tuple[int, int]],
) -> None:
    k_of = np.array([k for k, _ in sizes])
    n_of = k_of + np.array([rest for _, rest in sizes])
    k, n = int(k_of.sum()), int(n_of.sum())
    if not n:
        return
    found = by_subject.worth(k, n, k_of, n_of)
    other = by_subject.worth(n - k, n, n_of - k_of, n_of)
    assert found.n == pytest.approx(other.n, rel=1e-9, nan_ok=True)
    assert found.is_bare == other.is_bare
    assert np.isnan(found.n) or 0 < found.n <= n


def test_few_subjects_with_an_error_count_no_more_than_subjects() -> None:
    k_of, n_of = np.array([1, 1, 0, 0, 0, 0]), np.full(6, 50)
    assert by_subject.worth(2, 300, k_of, n_of).n == 6
    # Where rows compare two subjects, they are not so few.
    assert by_subject.worth(2, 150, k_of, n_of).n > 6


def _shown(*, higher: bool = True, **changed: Any) -> Snapshot:
    rng = np.random.default_rng(8)
    subjects = np.repeat(np.arange(30), 8)
    truth = (rng.random(240) < 0.4).astype(np.int8)
    scores = rng.normal(size=240) + truth + rng.normal(size=30)[subjects]
    dataset = Dataset(
        "a",
        ("no", "yes"),
        truth,
        1,
        (Score("s", scores if higher else -scores, higher),),
        subjects=_of(subjects),
        sampling=Sampling.BY_SUBJECT,
    )
    return resolve(Inputs(replace(dataset, **changed)))


@pytest.mark.parametrize("metric_id", [metric.id for metric in METRICS])
def test_every_interval_holds_its_value_and_says_whose_rows_it_counts(metric_id: str) -> None:
    point = _shown().point
    assert point is not None
    found, value = point.intervals[metric_id], point.measured[metric_id].value
    if found.is_defined:
        assert found.lower - 1e-12 <= value <= found.upper + 1e-12
        assert "subject" in found.assumes
        assert "too short" not in found.assumes
    else:
        assert found.reason


def test_what_a_method_assumes_is_said_beside_what_subjects_are() -> None:
    snapshot = _shown()
    settings = IntervalSettings(0.95, {Kind.PROPORTION: "jeffreys"})
    point = resolve(replace(snapshot.inputs, intervals=settings)).point
    assert point is not None
    assumes = point.intervals["TPR"].assumes
    assert assumes.startswith("the subjects are independent: 28 of them")
    assert assumes.endswith("; the prior is Beta(1/2, 1/2)")


def test_dependent_rows_widen_intervals() -> None:
    apart, together = _shown(sampling=Sampling.COHORT), _shown()
    assert apart.point is not None
    assert together.point is not None
    for metric_id in ("TPR", "FPR", "LRP", "DOR"):
        wide, narrow = (one.point.intervals[metric_id] for one in (together, apart))  # type: ignore[union-attr]
        assert wide.upper - wide.lower > 1.1 * (narrow.upper - narrow.lower), metric_id
    settings = IntervalSettings()
    for metric_id in ("roc_auc", "average_precision", "eer"):
        widths = []
        for one in (together, apart):
            assert one.ranking is not None
            assert one.dataset is not None
            found = one.ranking.interval(metric_id, settings, one.dataset.sampling)
            assert found is not None
            value = one.ranking.value(metric_id)
            assert found.lower <= value <= found.upper
            widths.append((found.upper - found.lower, found.method))
        assert "by subject" in widths[0][1]
        assert "by subject" not in widths[1][1]


def test_a_bound_that_allows_no_error_of_so_few_subjects_has_no_interval() -> None:
    shown = _shown()
    assert shown.ranking is not None
    found = shown.ranking.interval("fmr100", IntervalSettings(), Sampling.BY_SUBJECT)
    assert found is not None
    assert not found.is_defined
    assert "not even one error is allowed" in found.reason


@given(labelled_scores())
def test_average_precision_of_one_row_a_subject_varies_as_rows_do(drawn: Drawn) -> None:
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    own = _of(np.arange(len(scores)))
    ranked = RankedSubjects.of_rows(scores, own, truth, higher_is_positive=higher)
    found = summaries.average_precision_variance(table.steps, ranked)
    expected = jackknife_variances(table.steps).of_rows
    assert found == pytest.approx(expected, abs=1e-13, nan_ok=True)


@pytest.mark.parametrize("is_two_sided", [False, True])
def test_average_precision_varies_as_without_each_subject(is_two_sided: bool) -> None:
    rng = np.random.default_rng(4)
    n, n_subjects = 3000, 60
    sides = [rng.integers(0, n_subjects, n) for _ in range(2 if is_two_sided else 1)]
    truth = rng.random(n) < 0.4
    scores = rng.normal(size=n) + truth + rng.normal(size=n_subjects)[sides[0]]
    ranked = RankedSubjects.of_rows(scores, _of(*sides), truth, higher_is_positive=True)
    found = summaries.average_precision_variance(ScoreTable(scores, truth).steps, ranked)
    left = []
    for subject in range(n_subjects):
        held = np.logical_and.reduce([side != subject for side in sides])
        left.append(average_precision_score(truth[held], scores[held]))
    expected = (n_subjects - 1) / n_subjects * np.sum((left - np.mean(left)) ** 2)
    # To the first order: a subject takes 1/30 of the comparisons along, and 1/60 of other rows.
    assert found == pytest.approx(expected, rel=0.15)
    shown = Dataset("a", ("no", "yes"), truth.astype(np.int8), 1, (Score("s", scores),),
                    subjects=_of(*sides), sampling=Sampling.BY_SUBJECT)  # fmt: skip
    ranking = resolve(Inputs(shown)).ranking
    assert ranking is not None
    interval = ranking.interval("average_precision", IntervalSettings(), Sampling.BY_SUBJECT)
    assert interval is not None
    value = average_precision_score(truth, scores)
    level = auc.level_of_t(ranking.ranked.average_precision_degrees, 0.95)
    assert interval[2:4] == pytest.approx(logit_jackknife(value, 0, lambda: found, level))
    assert interval.method == "logit, jackknife, by subject, t"
    assert "60 with positive rows, which count as" in interval.assumes


def test_positives_of_subjects_are_worth_fewer() -> None:
    assert summaries.positives_worth(300, 30, 0.001, 0.003) == pytest.approx(100)
    assert summaries.positives_worth(300, 30, 0.003, 0.001) == 300  # never more than there are
    assert summaries.positives_worth(300, 30, 0.0, 0.0) == 30
    assert summaries.positives_worth(300, 7, 0.002, 0.003) == 7
    # Each subject is of one class, and scores alike: rows say less than they seem to.
    rng = np.random.default_rng(6)
    codes, alike = np.repeat(np.arange(48), 5), rng.normal(size=48)
    truth = (codes % 3 == 0).astype(np.int8)
    scores = rng.normal(size=240) / 3 + truth + alike[codes]
    found = _shown(truth=truth, scores=(Score("s", scores),), subjects=_of(codes)).ranking
    assert found is not None
    interval = found.interval("average_precision", IntervalSettings(), Sampling.BY_SUBJECT)
    assert interval is not None
    ranked = found.ranked
    rows = ranked.average_precision_variances.of_rows
    n = 80 * rows / ranked.average_precision_variance_of_subjects
    assert n < 40
    level = auc.level_of_t(ranked.average_precision_degrees, 0.95)
    assert interval[2:4] == pytest.approx(wilson(found.value("average_precision") * n, n, level))
    assert interval.method == "Wilson, effective n by subject, t"
    assert f"16 with positive rows, which count as {n:.0f} independent ones" in interval.assumes


def test_many_rows_in_error_have_the_logit_however_few_the_subjects() -> None:
    # 10 subjects with 100 rows each: 20 of 500 positives lie below all negatives. So few
    # subjects show their spread with 9 degrees of freedom.
    truth = np.tile(np.repeat([1, 0], 50), 10)
    scores = truth + np.linspace(0, 0.5, 1000)
    scores[np.flatnonzero(truth)[np.arange(20) ** 2]] = -1.0
    dataset = Dataset("a", ("no", "yes"), truth, 1, (Score("s", scores),),
                      subjects=_of(np.repeat(np.arange(10), 100)),
                      sampling=Sampling.BY_SUBJECT)  # fmt: skip
    ranking = resolve(Inputs(dataset)).ranking
    assert ranking is not None
    found = ranking.interval("roc_auc", IntervalSettings(), Sampling.BY_SUBJECT)
    assert found is not None
    assert found.method == "logit DeLong, t, by subject"


def test_the_direction_of_the_score_does_not_matter() -> None:
    one, other = _shown().point, _shown(higher=False).point
    assert one is not None
    assert other is not None
    assert one.counts == other.counts
    for metric in METRICS:
        assert one.intervals[metric.id] == other.intervals[metric.id]


def test_rows_without_an_error_count_once_a_subject() -> None:
    truth = np.repeat([1, 0], 40)
    scores = np.where(truth == 1, 0.9, 0.1)
    codes = np.tile(np.repeat(np.arange(10), 4), 2)
    shown = resolve(
        Inputs(
            Dataset("a", ("no", "yes"), truth, 1, (Score("s", scores),), subjects=_of(codes),
                    sampling=Sampling.BY_SUBJECT)
        )
    )  # fmt: skip
    assert shown.point is not None
    found = shown.point.intervals["FNR"]
    assert (found.lower, found.upper) == wilson(0, 10, 0.95)
    assert "too short" in found.assumes  # what rows would give, beside it
    assert found.method == "Wilson, effective n by subject"
    assert shown.point.intervals["TPR"].lower == pytest.approx(1 - found.upper)
    odds, value = shown.point.intervals["DOR"], shown.point.measured["DOR"].value
    assert odds.upper < value == math.inf
    assert "the subjects are independent; 1/2 is added to every cell" in odds.assumes
    assert shown.ranking is not None
    eer = shown.ranking.interval("eer", IntervalSettings(), Sampling.BY_SUBJECT)
    assert eer is not None
    assert "bootstrap" in eer.reason


def test_one_subject_says_nothing_of_others() -> None:
    shown = _shown(subjects=_of(np.zeros(240)))
    assert shown.point is not None
    for metric_id in ("TPR", "LRP", "DOR", "MCC"):
        assert shown.point.intervals[metric_id].reason == by_subject.ONE_SUBJECT
    assert shown.ranking is not None
    for metric_id in ("roc_auc", "average_precision"):
        area = shown.ranking.interval(metric_id, IntervalSettings(), Sampling.BY_SUBJECT)
        assert area is not None
        assert area.reason == by_subject.ONE_SUBJECT


@pytest.mark.parametrize("ahead", [0.0, 0.5])
def test_subjects_whose_rows_balance_give_no_interval_without_a_width(ahead: float) -> None:
    # What a subject's positive wins, the negative of the same subject loses.
    truth, codes = np.tile([1, 0], 20), np.repeat(np.arange(20), 2)
    dataset = Dataset("a", ("no", "yes"), truth, 1, (Score("s", codes + ahead * truth),),
                      subjects=_of(codes), sampling=Sampling.BY_SUBJECT)  # fmt: skip
    ranking = resolve(Inputs(dataset)).ranking
    assert ranking is not None
    found = ranking.interval("roc_auc", IntervalSettings(), Sampling.BY_SUBJECT)
    assert found is not None
    assert "nothing varies between subjects" in found.reason


def test_calls_of_the_file_count_by_subject_too() -> None:
    rng = np.random.default_rng(1)
    truth, codes = rng.integers(0, 2, 60), np.repeat(np.arange(12), 5)
    calls = np.where(rng.random(60) < 0.7, truth, 1 - truth)
    dataset = Dataset("a", ("no", "yes"), truth, 1, predicted=calls, subjects=_of(codes),
                      sampling=Sampling.BY_SUBJECT)  # fmt: skip
    shown = resolve(Inputs(dataset, score=None, positive=1))
    assert shown.point is not None
    assert "by subject" in shown.point.intervals["TPR"].method
    k, n = int(shown.point.counts.tp), int(shown.point.counts.actual_positives)
    of_each = [Counts(tp=int(np.sum((calls == 1) & (truth == 1) & (codes == s))), fp=0,
                      fn=int(np.sum((calls != 1) & (truth == 1) & (codes == s))), tn=0)
               for s in range(12)]  # fmt: skip
    worth = by_subject.worth(
        k, n, np.array([c.tp for c in of_each]), np.array([c.tp + c.fn for c in of_each])
    ).n
    expected = wilson(k / n * worth, worth, 0.95)
    assert shown.point.intervals["TPR"][2:4] == pytest.approx(expected)


@pytest.mark.parametrize("n_rows", [1, 4])
def test_how_much_wider_limits_are_than_those_by_rows_is_told(n_rows: int) -> None:
    rng = np.random.default_rng(3)
    truth = np.repeat(rng.integers(0, 2, 60), n_rows)
    calls = np.repeat(np.where(rng.random(60) < 0.8, 1, 0), n_rows)  # alike for a whole subject
    subjects = _of(np.repeat(np.arange(60), n_rows))
    dataset = Dataset("a", ("no", "yes"), truth, 1, predicted=calls, subjects=subjects,
                      sampling=Sampling.BY_SUBJECT)  # fmt: skip
    point = resolve(Inputs(dataset, score=None, positive=1)).point
    assert point is not None
    interval, counts = point.intervals["TPR"], point.counts
    low, high = wilson(int(counts.tp), int(counts.actual_positives), 0.95)
    wider = (interval.upper - interval.lower) / (high - low)
    told = f"limits {wider:.1f} times as far apart as those by rows"
    assert (told in interval.assumes) == (n_rows > 1)
    assert ("times" in interval.assumes) == (n_rows > 1)
    assert wider == pytest.approx(np.sqrt(n_rows), rel=0.1)


def test_predictive_values_at_a_prevalence_rest_on_what_rows_of_subjects_are_worth() -> None:
    shown = _shown()
    point = shown.point
    assert point is not None
    subjects = subjects_at(point.intervals)
    assert subjects is not None
    found = measures_at_prevalence(point.counts, 0.1, 0.95, Sampling.BY_SUBJECT, subjects)
    rates = {name: point.intervals[name] for name in ("TPR", "TNR")}

    def ppv(rate: float, spared: float) -> float:
        return 0.1 * rate / (0.1 * rate + 0.9 * (1 - spared))

    tpr, tnr = (point.measured[name].value for name in ("TPR", "TNR"))
    value = ppv(tpr, tnr)
    low = math.hypot(
        *(value - one for one in (ppv(rates["TPR"].lower, tnr), ppv(tpr, rates["TNR"].lower)))
    )
    high = math.hypot(
        *(value - one for one in (ppv(rates["TPR"].upper, tnr), ppv(tpr, rates["TNR"].upper)))
    )
    made = found["PPV"].interval
    assert made is not None
    assert (found["PPV"].value, made.lower, made.upper) == pytest.approx(
        (value, value - low, value + high)
    )
    assert "by subject" in made.method
    rows = measures_at_prevalence(point.counts, 0.1, 0.95, Sampling.BY_SUBJECT)["PPV"].interval
    assert rows is not None
    assert "too short" in rows.assumes
    assert made.upper - made.lower > rows.upper - rows.lower
