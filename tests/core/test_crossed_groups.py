"""Comparisons by both groups, at any threshold: as many as going through the rows counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.consequences.settings import Consequences
from evalgui.core.crossed_groups import GENUINE, IMPOSTOR, crossed_of, is_at_hand
from evalgui.core.dataset import Dataset, Score
from evalgui.core.groups import NoGroupsError
from evalgui.core.snapshot import Inputs, resolve
from tests.support.columns import Texts


def snapshot_of(*, higher: bool = True, counted: bool = False, unit: float = 1.0):
    rng = np.random.default_rng(8)
    n = 400
    values = np.round(rng.normal(size=n), 1)
    values[rng.random(n) < 0.1] = np.nan
    values[:3] = np.inf, -np.inf, np.inf
    columns = tuple(Texts(name, rng.choice(["A", "B", ""], n).tolist()) for name in ("p", "r"))
    truth = rng.integers(0, 2, n)
    counts = rng.integers(0, 5, (n, 2)) if counted else None
    dataset = Dataset(
        "pairs",
        ("impostor", "genuine"),
        np.zeros(0, dtype=int) if counted else truth,
        1,
        (Score("s", values, higher),),
        row_counts=counts,
        unit=unit,
        columns=columns,
    )
    inputs = Inputs(dataset, consequences=Consequences(groups=("p", "r")))
    weights = np.eye(2)[truth] if counts is None else counts / unit
    return resolve(inputs), values, [one.values for one in columns], weights


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(("counted", "unit"), [(False, 1.0), (True, 1.0), (True, 4.0)])
def test_that_each_pair_is_counted_at_each_threshold(higher, counted, unit):
    snapshot, values, (probes, references), weights = snapshot_of(
        higher=higher, counted=counted, unit=unit
    )
    found = crossed_of(snapshot)
    assert (found.probes, found.references) == (("A", "B", ""), ("A", "B", ""))
    steps = snapshot.ranking.table.steps
    for row in range(0, len(steps), 7):
        limit = steps.threshold(row)
        called = values >= limit if higher else values <= limit
        for one, probe in enumerate(found.probes):
            for other, reference in enumerate(found.references):
                here = (np.array(probes) == probe) & (np.array(references) == reference)
                for of_class, column in ((GENUINE, 1), (IMPOSTOR, 0)):
                    sizes = weights[here & ~np.isnan(values), column].sum()
                    k = weights[here & called, column].sum()
                    assert found.n[of_class, one, other] == pytest.approx(sizes)
                    assert found.called(row)[of_class, one, other] == pytest.approx(k)


def test_that_no_row_is_without_a_pair():
    snapshot, values, _columns, _weights = snapshot_of()
    found, counts = crossed_of(snapshot), snapshot.point.counts
    assert found.n.sum() == np.count_nonzero(~np.isnan(values))
    called = found.called(snapshot.point.row)
    assert (called[GENUINE].sum(), called[IMPOSTOR].sum()) == (counts.tp, counts.fp)


def test_that_calls_without_a_score_are_counted():
    snapshot = snapshot_of()[0]
    predicted = np.random.default_rng(2).integers(-1, 2, snapshot.dataset.n)
    dataset = replace(snapshot.dataset, scores=(), predicted=predicted)
    calls = resolve(replace(snapshot.inputs, dataset=dataset))
    found, counts = crossed_of(calls), calls.point.counts
    called = found.called(calls.point.row)
    assert (called[GENUINE].sum(), called[IMPOSTOR].sum()) == (counts.tp, counts.fp)
    assert found.n[IMPOSTOR].sum() == counts.fp + counts.tn


def test_that_a_column_that_is_not_there_is_refused_each_time():
    snapshot = snapshot_of()[0]
    wrong = replace(snapshot.inputs, consequences=Consequences(groups=("p", "q")))
    for _again in range(2):
        with pytest.raises(NoGroupsError, match="no column 'q'"):
            crossed_of(resolve(wrong, snapshot))
    assert is_at_hand(snapshot)
