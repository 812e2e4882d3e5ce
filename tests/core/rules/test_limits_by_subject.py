"""Where subjects were drawn, limits that rules, figures and plans state go by them, too."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from evalgui.core.bootstrap.reselection import reselect
from evalgui.core.counts import Counts
from evalgui.core.criterion_table import MEASURES as MEASURES_OF_TABLE
from evalgui.core.criterion_table import criterion_table
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.core.goals import Goal, Wanted, answer, limits_at
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.subjects import worth, worth_of_each
from evalgui.core.kind import Kind
from evalgui.core.measured import Sided
from evalgui.core.metrics import metric_by_id
from evalgui.core.planning import Sizes, supported
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.redraw import plan_of
from evalgui.core.rules import limits
from evalgui.core.rules.biometric_figures import fnmr_at_fmr
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, operate, rank, resolve
from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from evalgui.core.ranking import Ranking

MEASURES = ("TPR", "TNR", "FPR", "FNR", "PPV", "NPV", "ACC")


def dataset_of(
    scores: Any, truth: Any, codes: tuple[Any, ...], sampling: Sampling = Sampling.BY_SUBJECT
) -> Dataset:
    subjects = Subjects(
        tuple(np.asarray(one, dtype=np.int32) for one in codes), ("a", "b")[: len(codes)]
    )
    score = Score("s", np.asarray(scores, dtype=np.float64), higher_is_positive=True)
    return Dataset(
        name="drawn",
        classes=("no", "yes"),
        truth=np.asarray(truth, dtype=np.int8),
        scores=(score,),
        positive=1,
        subjects=subjects,
        sampling=sampling,
    )


def comparisons(n_subjects: int, seed: int, sampling: Sampling = Sampling.BY_SUBJECT) -> Dataset:
    """Return each subject four times with itself and once with each other one; some lean."""
    random = np.random.default_rng(seed)
    one, other = np.triu_indices(n_subjects, 1)
    own = np.repeat(np.arange(n_subjects), 4)
    lean = random.standard_normal(n_subjects) * 0.45
    impostor = random.standard_normal(len(one)) * 0.77 + lean[one] + lean[other]
    genuine = random.standard_normal(len(own)) + 3.3 + 0.7 * lean[own]
    codes = np.r_[own, one], np.r_[own, other]
    truth = np.arange(len(own) + len(one)) < len(own)
    return dataset_of(np.r_[genuine, impostor], truth, codes, sampling)


def patients(n: int, seed: int, sampling: Sampling = Sampling.BY_SUBJECT) -> Dataset:
    """Return patients with three or more rows each, which are alike."""
    random = np.random.default_rng(seed)
    codes = np.repeat(np.arange(n), random.integers(3, 9, n))
    ill = random.random(n) < 0.5
    scores = (
        1.6 * ill[codes] + random.standard_normal(n)[codes] + random.standard_normal(len(codes))
    )
    return dataset_of(scores.round(1), ill[codes], (codes,), sampling)


def one_sided(ranking: Ranking, dataset: Dataset, row: int, metric_id: str, level: float) -> Any:
    """Return the interval with one side that stands beside a measure at a row."""
    side = Sided.LOWER if metric_id in {"TPR", "TNR", "PPV", "NPV", "LRP"} else Sided.UPPER
    point = operate(ranking, ranking.table.steps.threshold(row), Inputs(dataset))
    found = point.all_intervals.one_sided(metric_id, side, level)  # type: ignore[attr-defined]
    return found.lower if side is Sided.LOWER else found.upper


@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.booleans(), st.integers(0, 4), st.integers(0, 4)),
        min_size=1,
        max_size=30,
    ),
    st.booleans(),
    st.booleans(),
)
def test_that_many_points_are_worth_what_each_is(
    rows: list[tuple[int, bool, int, int]], two_sided: bool, counted: bool
) -> None:
    scores, truth, first, second = (np.array(part) for part in zip(*rows, strict=True))
    codes = (first, second) if two_sided else (first,)
    subjects = Subjects(tuple(one.astype(np.int32) for one in codes), ("a", "b")[: len(codes)])
    given_truth: Any = truth
    if counted:
        given_truth = (first.astype(np.int64), second.astype(np.int64))
    owners = RankedSubjects.of_rows(
        scores.astype(float), subjects, given_truth, higher_is_positive=True
    )
    positives, negatives = given_truth if counted else (truth.astype(int), (~truth).astype(int))
    at = [-np.inf, *np.unique(scores)]
    tp, fp = (
        np.array([int(part[scores > limit].sum()) for limit in at[::-1]])
        for part in (positives, negatives)
    )
    counts = Counts(tp, fp, int(positives.sum()) - tp, int(negatives.sum()) - fp)
    for name in MEASURES:
        fraction: Any = metric_by_id(name).fraction
        found = worth_of_each(owners, counts, fraction)
        k, n = fraction(counts)
        for place in range(len(tp)):
            of_each: Any = owners.at(int(tp[place]), int(fp[place]))
            if n[place]:
                expected = worth(int(k[place]), int(n[place]), *fraction(of_each)).n
                assert found[place] == pytest.approx(expected, rel=1e-9, nan_ok=True), name


@pytest.mark.parametrize(
    ("rule", "values", "metric_id"),
    [
        ("fmr-limit", {"fmr": 0.01}, "FPR"),
        ("fnmr-limit", {"fnmr": 0.1}, "FNR"),
        ("sensitivity-limit", {"sensitivity": 0.9}, "TPR"),
        ("specificity-limit", {"specificity": 0.99}, "TNR"),
        ("ppv-limit", {"ppv": 0.85}, "PPV"),
        ("npv-limit", {"npv": 0.85}, "NPV"),
        ("lr-positive-limit", {"lr-positive": 3.0}, "LRP"),
        ("lr-negative-limit", {"lr-negative": 0.5}, "LRN"),
        (
            "maximise",
            {"maximise": "YI", "subject-to": "PPV", "target": 0.85, "on": "limit"},
            "PPV",
        ),
    ],
)
@pytest.mark.parametrize("make", [comparisons, patients])
def test_that_the_limit_of_a_rule_is_the_one_beside_the_value(
    make: Any, rule: str, values: dict[str, Any], metric_id: str
) -> None:
    dataset = make(120, 3)
    ranking = rank(dataset, 0)
    choice = ranking.choice(rule, values)
    if choice.threshold is None:  # such as an FMR of 1 % among patients
        assert make is patients
        return
    (limit,) = choice.limits
    expected = one_sided(ranking, dataset, choice.row, metric_id, 0.95)
    assert limit.by_subject
    assert limit.value == pytest.approx(expected, rel=1e-9)
    target: float = values.get("target") or values[rule.removesuffix("-limit")]
    if limit.side is Sided.LOWER:
        assert limit.value >= target
    else:
        assert limit.value <= target
    naive = rank(make(120, 3, Sampling.COHORT), 0).choice(rule, values)
    assert naive.threshold is not None
    assert not naive.limits[0].by_subject
    if metric_id in {"FPR", "TNR", "PPV", "LRP"}:
        assert choice.threshold >= naive.threshold
    else:
        assert choice.threshold <= naive.threshold
    if (make, metric_id) in {(comparisons, "FPR"), (patients, "TPR")}:
        assert choice.threshold != naive.threshold


def test_that_a_rule_by_subject_cannot_go_one_error_further() -> None:
    dataset = comparisons(120, 8)
    ranking = rank(dataset, 0)
    steps, choice = ranking.table.steps, ranking.choice("fmr-limit", {"fmr": 0.01})
    falses = int(steps.fp_column[choice.row])
    beyond = int(np.searchsorted(steps.fp_column, falses + 1))
    assert one_sided(ranking, dataset, choice.row, "FPR", 0.95) <= 0.01
    assert one_sided(ranking, dataset, beyond, "FPR", 0.95) > 0.01
    assert choice.confidence >= 0.95


def test_that_a_scanned_limit_by_subject_is_that_of_every_threshold() -> None:
    dataset = patients(60, 5)
    ranking = rank(dataset, 0)
    rows = range(1, len(ranking.table.steps))
    met = [row for row in rows if one_sided(ranking, dataset, row, "PPV", 0.9) >= 0.7]
    choice = ranking.choice("ppv-limit", {"ppv": 0.7, "level": 0.9})
    sensitivities = ranking.table.steps.tp_column
    assert met
    assert sensitivities[choice.row] == max(sensitivities[row] for row in met)


def test_that_a_claim_holds_as_often_as_it_says() -> None:
    target = 0.01
    held: list[bool] = []
    naive_held: list[bool] = []
    for seed in range(120):
        for sampling, outcomes in ((Sampling.BY_SUBJECT, held), (Sampling.COHORT, naive_held)):
            ranking = rank(comparisons(100, seed, sampling), 0)
            choice = ranking.choice("fmr-limit", {"fmr": target})
            assert choice.threshold is not None
            false_matches = 1 - float(ndtr(choice.threshold / math.hypot(0.77, 0.45 * 2**0.5)))
            outcomes.append(false_matches <= target)
    assert np.mean(held) >= 0.89  # 0.95, less three standard errors of so few data sets
    assert np.mean(naive_held) < 0.82


def test_that_too_few_subjects_are_told_as_subjects() -> None:
    ranking = rank(patients(40, 1), 0)
    choice = ranking.choice("specificity-limit", {"specificity": 0.99})
    assert choice.threshold is None
    n = np.count_nonzero(ranking.ranked.subjects.sizes[1])  # type: ignore[union-attr]
    assert str(choice.undefined).startswith(f"{n} subjects with ")
    assert str(choice.undefined).endswith("it takes 299")


def test_that_what_is_offered_in_place_of_a_limit_is_met() -> None:
    ranking = rank(patients(40, 1), 0)
    found = answer(Goal(Wanted("TNR"), 0.9, level=0.95), ranking)
    offered = [choice for choice in found.offers if choice.limits]
    assert found.choice.threshold is None
    assert offered
    for choice in offered:
        assert choice.limits[0].value >= float(choice.parameters["specificity"] or 1)
        assert choice.limits[0].by_subject


def test_that_figures_have_the_limits_of_subjects() -> None:
    dataset = comparisons(100, 2)
    ranking = rank(dataset, 0)
    found = fnmr_at_fmr(ranking.table.steps, 0.01, 0.95)
    row = ranking.table.steps.row_at(found.threshold)
    assert found.fmr.upper_limit == pytest.approx(
        one_sided(ranking, dataset, row, "FPR", 0.95), rel=1e-9
    )
    assert found.fnmr.upper_limit == pytest.approx(
        one_sided(ranking, dataset, row, "FNR", 0.95), rel=1e-9
    )
    assert found.is_supported
    unsupported = fnmr_at_fmr(ranking.table.steps, 1e-6, 0.95)
    assert not unsupported.is_supported
    assert unsupported.bound == pytest.approx(-math.log(0.05) / 100)


def test_that_plans_count_each_subject_once() -> None:
    dataset = patients(50, 4)
    snapshot = resolve(Inputs(dataset, score=0))
    assert snapshot.point is not None
    sizes = Sizes.at(snapshot.point.counts, snapshot.subjects)
    codes, truth = dataset.subjects.codes[0], dataset.truth  # type: ignore[union-attr]
    assert sizes.positives == len(np.unique(codes[truth == 1]))
    found = {one.measure.id: one for one in supported(sizes, 0.9)}
    assert found["FNR"].claim == pytest.approx(-math.log(0.05) / sizes.positives, rel=0.02)
    assert found["FNR"].of_subjects


def test_that_a_threshold_of_other_data_has_the_limits_of_these() -> None:
    dataset = comparisons(100, 2)
    ranking = rank(dataset, 0)
    choice = ranking.choice("fmr-limit", {"fmr": 0.01})
    assert choice.threshold is not None
    point = operate(ranking, choice.threshold, Inputs(dataset))
    (limit,) = limits_at(choice.rule, choice.parameters, point.counts, point.all_intervals)
    assert limit.value == pytest.approx(choice.limits[0].value, rel=1e-9)
    assert limit == choice.limits[0] or limit.by_subject


@pytest.mark.parametrize("sampling", list(Sampling))
@pytest.mark.parametrize(
    ("rule", "values"),
    [
        ("ppv-limit", {"ppv": 0.6}),
        ("ppv-limit", {"ppv": 0.1, "prevalence": 0.05}),
        ("npv-limit", {"npv": 0.6}),
        ("npv-limit", {"npv": 0.9, "prevalence": 0.05}),
        ("lr-positive-limit", {"lr-positive": 2.0}),
        ("lr-negative-limit", {"lr-negative": 0.6}),
        ("both-limit", {"sensitivity": 0.5, "specificity": 0.5}),
        *(
            ("maximise", {"maximise": "YI", "subject-to": one, "target": target, "on": "limit"})
            for one, target in (("ACC", 0.6), ("PPV", 0.6), ("ERR", 0.4), ("TNR", 0.5))
        ),
    ],
)
def test_that_each_limit_a_rule_asks_for_is_told_at_its_threshold(
    rule: str, values: dict[str, Any], sampling: Sampling
) -> None:
    dataset = patients(60, 5, sampling)
    ranking = rank(dataset, 0)
    choice = ranking.choice(rule, values)
    assert choice.threshold is not None
    assert choice.limits
    other = IntervalSettings(methods={Kind.LR: "log"})  # the rule has a method of its own
    point = operate(ranking, choice.threshold, Inputs(dataset, intervals=other))
    told = limits_at(choice.rule, choice.parameters, point.counts, point.all_intervals)
    assert [(one.metric_id, one.side, one.level, one.by_subject) for one in told] == [
        (one.metric_id, one.side, one.level, one.by_subject) for one in choice.limits
    ]
    values_told = [one.value for one in told]
    assert values_told == pytest.approx([one.value for one in choice.limits], rel=1e-9)


def test_that_nobody_claims_to_know_how_stable_a_limit_by_subject_is() -> None:
    snapshot = resolve(Inputs(patients(40, 1), score=0))
    assert snapshot.ranking is not None
    choice = snapshot.ranking.choice("sensitivity-limit", {"sensitivity": 0.7})
    with pytest.raises(DataError, match="by subject"):
        reselect(choice, plan_of(snapshot, n_replicates=10))


@pytest.mark.parametrize("make", [comparisons, patients])
def test_that_each_threshold_of_a_table_has_the_interval_beside_it(make: Any) -> None:
    dataset = make(40, 6)
    ranking = rank(dataset, 0)
    steps = ranking.table.steps
    found = criterion_table(steps, 0.9)
    for row in range(0, len(steps), max(1, len(steps) // 25)):
        inputs = Inputs(dataset, intervals=IntervalSettings(0.9))
        point = operate(ranking, steps.threshold(row), inputs)
        for name in MEASURES_OF_TABLE:
            expected = point.all_intervals[name]
            ends = found[f"{name}_low"][row], found[f"{name}_high"][row]
            assert ends == pytest.approx((expected.lower, expected.upper), nan_ok=True), name


def test_that_no_limit_is_looked_at_where_that_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ranking = rank(patients(40, 6), 0)
    steps = ranking.table.steps
    monkeypatch.setattr(limits, "_MOST_CELLS", len(steps) * 40 - 1)
    for rule in ("ppv-limit", "lr-negative-limit"):
        assert "too many thresholds and subjects" in ranking.choice(rule).undefined
    assert np.isnan(criterion_table(steps, 0.9)["TPR_low"]).all()
    assert ranking.choice("sensitivity-limit", {"sensitivity": 0.6}).threshold is not None


def test_that_truth_of_the_simulation_is_right() -> None:
    at = float(ndtri(0.99)) * math.hypot(0.77, 0.45 * 2**0.5)
    impostors = np.concatenate(
        [(one := comparisons(100, seed)).scores[0].values[one.truth == 0] for seed in range(30)]
    )
    assert np.mean(impostors >= at) == pytest.approx(0.01, abs=0.003)
