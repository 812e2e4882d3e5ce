"""The topic of the ranking: over all thresholds, and of rows that were drawn again."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evalgui.core.bootstrap.planning import brackets
from evalgui.core.bootstrap.run import bootstrap
from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import METRICS
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS, Shown
from evalgui.core.redraw import plan_of
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.writers.evaluation import of_replicates
from evalgui.results.topics.ranking import RANKING, ranking

RNG = np.random.default_rng(35)
N = 9000


def shown(n=60, *, is_probability=True):
    truth = (np.arange(n) % 2).astype(np.int8)
    values = RNG.normal(size=n) + truth
    values = 1 / (1 + np.exp(-values)) if is_probability else values
    scores = (Score("marker", values),)
    return resolve(Inputs(Dataset("some.csv", ("n", "p"), truth, 1, scores), threshold=0.5))


def test_that_every_cell_is_what_the_ranking_says():
    snapshot = shown()
    areas, eer = ranking(snapshot).tables
    expected = {*RANKING_METRICS.ids, *PROBABILITY_METRICS.ids} - {"eer"}
    assert {row.id for row in areas.rows} == expected
    settings = snapshot.inputs.intervals
    for row, cell in (*areas.cells("value"), *eer.cells("value")):
        assert cell[:2] == snapshot.ranking.measured[row.id][:2]
        if row.id in RANKING_METRICS.ids:
            assert cell.interval == snapshot.ranking.interval(row.id, settings, Sampling.COHORT)
    assert "brier" not in {row.id for row in ranking(shown(is_probability=False)).tables[0].rows}


def test_that_the_equal_error_rate_has_what_is_attainable_around_it():
    truth = np.array([1, 1, 1, 0, 0, 0, 0, 0], dtype=np.int8)
    scores = (Score("marker", np.array([5.0, 4, 4, 4, 4, 2, 1, 1])),)
    snapshot = resolve(Inputs(Dataset("some.csv", ("n", "p"), truth, 1, scores)))
    table = ranking(snapshot).table("eer")
    found = {one.id: table.cell(table.rows[0], one).value for one in table.columns}
    known = snapshot.ranking.equal_error_rate
    assert known.low < known.high
    assert found == {
        "value": known.value, "low": known.low, "high": known.high, "threshold": known.threshold
    }  # fmt: skip
    alone = resolve(Inputs(Dataset("some.csv", ("n", "p"), np.ones(8, np.int8), 1, scores)))
    table = ranking(alone).table("eer")
    cells = [table.cell(table.rows[0], one) for one in table.columns]
    assert [(cell.is_defined, bool(cell.reason)) for cell in cells] == [(False, True)] * 4


@pytest.mark.parametrize("n_bins", [None, 16])
def test_that_what_was_drawn_has_a_row_for_each_kind_of_interval(n_bins):
    snapshot = shown(N if n_bins else 60)
    replicates = bootstrap(plan_of(snapshot, n_replicates=40, seed=2, n_bins=n_bins))
    told = ranking(snapshot, replicates, ["TPR", "LRP", "TPR"])
    table = told.tables[-1]
    ids = [f"{one}.{kind}" for one in ("roc_auc", "average_precision", "eer", "TPR", "LRP")
           for kind in ("bca", "percentile")]  # fmt: skip
    assert [row.id for row in table.rows] == ids
    known = replicates.limits_of_areas(0.95)
    known |= {one: replicates.measure_limits(METRICS.ids[one], 0.95) for one in ("TPR", "LRP")}
    counts = snapshot.point.counts
    n_of = {"TPR": (counts.actual_positives,)}
    for row, cell in table.cells("value"):
        of, _dot, kind = row.id.partition(".")
        assert (cell.interval.lower, cell.interval.upper, cell.interval.reason) == known[of][kind]
        assert cell.interval.n == n_of.get(of, (counts.actual_positives, counts.actual_negatives))
        source = snapshot.point if of in METRICS.ids else snapshot.ranking
        assert cell.value == source.measured[of].value
    run = json.loads(json.dumps(of_replicates(told)))["bootstrap_run"]
    steps = replicates.plan.resampler.steps
    assert (run["replicates"], run["units"], run["n_units"]) == (40, "rows", counts.n)
    assert run["bins"] == (None if n_bins is None else len(steps) - 1)
    ends = {one: list(found) for one, found in brackets(steps).items()}
    assert run["bracket"] == (None if n_bins is None else ends)
    assert len(list(told.all_facts("bracket"))) == (0 if n_bins is None else len(ends))


def test_that_a_window_shows_what_it_has_room_for_without_waiting():
    (table,) = RANKING.shown(shown()).tables
    found = {row.id: cell for row, cell in table.cells("value")}
    panel = {one.id for one in RANKING_METRICS if Shown.PANEL in one.shown}
    assert set(found) == panel | {one.id for one in PROBABILITY_METRICS}
    assert all(row.group is None for row in table.rows)
