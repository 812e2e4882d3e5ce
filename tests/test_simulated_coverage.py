"""packaging/coverage: the simulation counts right, and the help page says what came of it."""

from __future__ import annotations

import importlib
import math
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom, norm
from sklearn.metrics import average_precision_score, roc_auc_score

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.intervals.proportions import clopper_pearson
from evalgui.core.metrics import metric_by_id
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable

FOLDER = Path(__file__).resolve().parents[1] / "packaging" / "coverage"
MODULES = tuple(path.stem for path in FOLDER.glob("*.py"))


@pytest.fixture
def harness(monkeypatch):
    """The modules of the simulation, which are a script and no package."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    for name in MODULES:
        sys.modules.pop(name, None)


def harness_cells(harness, part):
    return getattr(harness, part.replace("-", "_")).cells()


def wald(k, n):
    p = k / n
    half = norm.ppf(0.975) * math.sqrt(p * (1 - p) / n)
    return p - half, p + half


def exact(limits, p, n):
    """Return the coverage of an interval of k of n, by all that can come about."""
    held = [low <= p <= high for low, high in (limits(k, n) for k in range(n + 1))]
    return float(np.dot(binom.pmf(range(n + 1), n, p), held))


@pytest.mark.parametrize(("p", "n"), [(0.95, 40), (0.99, 100), (0.9, 20)])
def test_that_wald_is_seen_to_be_too_short(harness, p, n):
    drawn = np.random.default_rng(1).binomial(n, p, 20_000)
    tally = harness.tally.Tally()
    tally.add(np.array([wald(k, n) for k in drawn]), p, np.ones(len(drawn), dtype=np.int64))
    assert tally.coverage == pytest.approx(exact(wald, p, n), abs=0.01)
    assert tally.coverage < 0.9


@pytest.mark.parametrize("n", [1, 5, 12, 40])
@pytest.mark.parametrize("p", [0.01, 0.2, 0.5, 0.77, 0.999])
def test_that_clopper_pearson_never_covers_less_than_its_level(p, n):
    assert exact(lambda k, n: clopper_pearson(k, n, 0.95), p, n) >= 0.95


def test_that_an_interval_that_is_none_misses(harness):
    tally = harness.tally.Tally()
    limits = np.array([[0.0, 1.0], [np.nan, np.nan], [0.6, 1.0], [0.0, np.inf]])
    tally.add(limits, 0.5, np.array([3, 2, 1, 4]))
    assert (tally.n, tally.covered, tally.undefined) == (10, 7, 2)


def test_that_limits_through_infinity_hold_all_but_what_lies_between(harness):
    once = np.ones(3, dtype=np.int64)
    for truth, covered in ((5.0, 2), (0.0, 0), (-5.0, 2), (-1.0, 1)):
        tally = harness.tally.Tally()
        tally.add(np.array([[4.0, -4.0], [4.0, np.inf], [-np.inf, -0.5]]), truth, once)
        assert (tally.covered, tally.undefined) == (covered, 0)


@pytest.mark.parametrize("cells", [(11, 10, 9, 12), (9, 12, 11, 10), (5, 5, 5, 5)])
def test_that_the_number_needed_to_diagnose_is_held_as_youdens_index_is(harness, cells):
    tp, fp, fn, tn = cells
    two, sampling = harness.two_class, Sampling.CASE_CONTROL
    every = [one for one in two.watched() if one.metric.id in {"YI", "NND"}]
    found = dict(
        zip(
            [one.metric.id for one in every],
            two._limits([tp, fn, fp, tn], every, sampling),
            strict=False,
        )
    )
    low, high = found["YI"]
    assert low < 0 < high
    assert found["NND"] == pytest.approx((1 / high, 1 / low))


@pytest.mark.parametrize(
    "part",
    [
        *("two_class", "ranking", "bounds", "differences", "subjects", "claims", "k_classes"),
        *("bands", "consequences", "groups", "draws"),
    ],
)
def test_that_a_cell_is_the_same_again_and_fills_its_columns(harness, part):
    module = getattr(harness, part)
    number, found = harness.run.one_cell((part, 0, 20))
    again = harness.run.one_cell((part, 0, 20))[1]
    assert number == 0
    assert found == again
    assert set(found) <= set(range(len(module.columns())))
    assert all(tally.n == 20 for tally in found.values())


def test_that_cells_reach_as_far_as_was_said(harness):
    cells = harness.two_class.cells()
    assert {cell["sampling"] for cell in cells} == {"cohort", "case-control"}
    assert {40, 2000} <= {cell["n"] for cell in cells}
    assert {0.02, 0.5} <= {cell["prevalence"] for cell in cells}
    assert {0.6, 0.99} <= {cell["sensitivity"] for cell in cells}
    assert min(cell["n"] * cell["prevalence"] for cell in cells) >= 5
    areas = harness.ranking.cells()
    assert {0.6, 0.995} <= {cell["AUC"] for cell in areas}
    assert len({cell["scores"] for cell in areas}) == 4


def test_that_the_truth_of_a_measure_is_that_of_its_population(harness):
    truth = harness.two_class.truth
    rates = (0.8, 0.9)
    assert truth(metric_by_id("TPR"), 40, 0.3, rates) == pytest.approx(0.8)
    assert truth(metric_by_id("PPV"), 40, 0.3, rates) == pytest.approx(0.24 / 0.31)
    assert truth(metric_by_id("LRP"), 400, 0.02, rates) == pytest.approx(8)


@pytest.mark.parametrize("spread", [1.0, 2.0])
@pytest.mark.parametrize("has_levels", [False, True])
def test_that_the_truth_of_a_ranking_is_that_of_a_large_sample(harness, spread, has_levels):
    population = harness.populations.population_with(0.9, spread, has_levels=has_levels)
    scores, truth = population.draw(120_000, 280_000, np.random.default_rng(3))
    assert population.auc == pytest.approx(0.9, abs=1e-9)
    assert roc_auc_score(truth, scores) == pytest.approx(0.9, abs=0.003)
    precision = average_precision_score(truth, scores)
    assert population.average_precision(0.3) == pytest.approx(precision, abs=0.004)
    steps = ScoreTable(scores, truth).steps
    found = equal_error_rate(steps).value
    assert population.equal_error_rate == pytest.approx(found, abs=0.003)


def test_that_differences_have_the_truth_of_a_large_sample(harness):
    part = harness.differences
    for of in part.SIZES:
        areas = "0.9 and 0.8"
        where = {"sampling": "cohort", "of": of, "n": 100_000, "prevalence": 0.3, "AUC": areas}
        where |= {"correlation": 0.5, "times as many of the second": 1}
        both = [
            harness.populations.population_with(area, 2.0, has_levels=False) for area in (0.9, 0.8)
        ]
        one, other = part._rows(where, both, np.random.default_rng(4))
        compare = part.compare_paired if of == part.SAME_ROWS else part.compare_unpaired
        pair = compare(one, other, 0.95)
        assert pair.area.difference == pytest.approx(both[0].auc - both[1].auc, abs=0.01)
        for name in part._watched():
            truth = part._truth(name, 0.3, both)
            assert pair.at[name].difference == pytest.approx(truth, abs=0.015)


@pytest.mark.parametrize("number", [0, 3, 6])
def test_that_all_replicates_at_once_are_those_that_the_program_draws(harness, number):
    part = harness.draws
    cell = part.cells()[number]
    both = [
        harness.populations.population_with(area, 1.0, has_levels=False)
        for area in part.AREAS[cell["AUC"]]
    ]
    draw = {part.ALONE: part._rows, part.PATIENTS: part._patients}
    two = draw.get(cell["of"], part._comparisons)(cell, both, np.random.default_rng(number))
    how = part.watched(cell["of"]), 7
    found = part.limits_of(*two, *how, has_bca=number > 0)
    program = part.by_the_program(*two, *how, has_bca=number > 0)
    np.testing.assert_allclose(found, program, atol=1e-12)


def test_that_what_is_drawn_again_has_the_truth_of_a_large_sample(harness):
    part = harness.draws
    both = [
        harness.populations.population_with(area, 1.0, has_levels=False)
        for area in part.AREAS["0.95 and 0.85"]
    ]
    cell = {"of": part.ALONE, "n": 120_000}
    two = part._rows(cell, both, np.random.default_rng(2))
    once = np.ones((1, 120_000), dtype=np.int64)
    one, other = (part._numbers(candidate, once) for candidate in two)
    for name, truth in part.truths_of(both, part._share(cell)).items():
        assert float(one[name][0] - other[name][0]) == pytest.approx(truth, abs=0.015), name


def test_that_the_bootstrap_by_subject_holds_the_truth_often_enough(harness):
    """A reduced simulation of 60 data sets: three standard errors below what all of them hold."""
    for number in (3, 7):  # 40 subjects: patients, and comparisons that depend strongly
        tallies = harness.run.one_cell(("draws", number, 60))[1]
        columns = harness.draws.columns()
        for place, tally in tallies.items():
            if columns[place].is_default:
                assert tally.coverage >= 0.8, columns[place].measure


def test_that_classes_are_called_as_the_cell_says(harness):
    cells = harness.k_classes.cells()
    assert {cell["classes"] for cell in cells} == {3, 5}
    assert {cell["sampling"] for cell in cells} == {"cohort", "case-control", "by subject"}
    for cell in cells:
        shares = harness.k_classes._shares(cell["classes"], cell["shares"])
        calls = harness.k_classes._calls(cell["classes"], cell["recalls"])
        assert cell.get("subjects", cell.get("n")) * shares.min() >= 5
        assert shares.sum() == pytest.approx(1)
        assert calls.sum(axis=1) == pytest.approx(np.ones(cell["classes"]))
        first, last = harness.k_classes.RECALLS[cell["recalls"]]
        assert (calls[0, 0], calls[-1, -1]) == pytest.approx((first, last))


def test_that_rows_of_subjects_are_each_as_the_cell_says_and_depend_on_each_other(harness):
    part = harness.k_classes
    cell = {"classes": 3, "subjects": 4000, "shares": "unequal", "recalls": "falling"}
    truth, called, subjects = part._rows_of_subjects(cell, np.random.default_rng(1))
    assert np.bincount(truth) / len(truth) == pytest.approx(part._shares(3, "unequal"), abs=0.02)
    table = np.zeros((3, 3))
    np.add.at(table, (truth, called), 1)
    shares = table / table.sum(axis=1, keepdims=True)
    assert shares == pytest.approx(part._calls(3, "falling"), abs=0.03)
    assert subjects.n_subjects == 4000
    of_each = (truth == called).reshape(4000, part.ROWS)
    pairs = np.corrcoef(of_each[:, 0], of_each[:, 1])[0, 1]
    assert pairs > 0.2


def test_that_an_outcome_is_read_as_it_was_written(harness, tmp_path):
    tally = harness.tally
    outcome = tally.Outcome("some", 10, [tally.Column("A", "x"), tally.Column("B", "y", False)])
    outcome.cells.append(({"sampling": "cohort", "n": 40}, {1: tally.Tally(10, 9, 1)}))
    outcome.cells.append(({"sampling": "cohort", "n": 50}, {0: tally.Tally(10, 8, 0)}))
    assert tally.Outcome.read(outcome.write(tmp_path)) == outcome


def test_that_a_failing_default_is_named_with_what_does_better(harness):
    tally, page = harness.tally, harness.page
    columns = [
        tally.Column("A", "bad"),
        tally.Column("A", "good", False),
        tally.Column("B", "fine"),
    ]
    outcome = tally.Outcome("two-class", 100, columns)
    cell = {0: tally.Tally(100, 80, 0), 1: tally.Tally(100, 95, 0), 2: tally.Tally(100, 95, 0)}
    outcome.cells.append(({"sampling": "cohort", "n": 40}, cell))
    section = page.Section("two-class", "## Two", page.Demand(0.87))
    (told,) = page.verdicts(outcome, section)
    assert told.startswith("- A, bad: mean 80.0 %, worst 80.0 % (cohort, n 40); good does better")
    marked = [line for line in page.table(outcome, section) if "fails" in line]
    assert [line.split(" | ")[0] for line in marked] == ["| A"]


def test_that_a_failing_band_is_named_with_the_level_that_does_better(harness):
    tally, page, bands = harness.tally, harness.page, harness.bands
    levels = (0.9, 0.95, 0.98)
    names = [bands.measure(level) for level in levels]
    outcome = tally.Outcome("bands", 100, [tally.Column(name, "rectangles") for name in names])
    held = dict(enumerate(tally.Tally(100, covered, 0) for covered in (97, 94, 99)))
    outcome.cells.append(({"sampling": "cohort", "n": 40}, held))
    demands = {bands.measure(level): page.Demand(level, None) for level in levels}
    (told,) = page.verdicts(outcome, page.Section("bands", "## B", page.Demand(0.8), demands))
    assert told.startswith(f"- {names[1]}, rectangles: mean 94.0 %, worst 94.0 %")
    assert told.endswith(
        f"; that of another level does better: {names[2]} holds 99.0 % in its worst cell."
    )


def test_that_the_help_page_says_what_came_of_it(harness):
    words = harness.page.PAGE.read_text(encoding="utf-8")
    assert words == harness.page.renewed(words)
    for path in harness.tally.RESULTS.glob("*.json"):
        outcome = harness.tally.Outcome.read(path)
        part = getattr(harness, outcome.part.replace("-", "_"))
        assert outcome.replicates == harness.run.replicates_of(part)
        assert len(outcome.cells) == len(harness_cells(harness, outcome.part))
