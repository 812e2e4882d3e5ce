"""The density of the thresholds that a rule chooses again, and the flat band, below the axis."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.bootstrap.limits import percentile
from evalgui.core.bootstrap.reselection import reselect
from evalgui.core.curves import ERROR_RATES
from evalgui.core.redraw import plan_of
from evalgui.core.rules import choose, rule_by_id
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.stability_mark import density, in_words
from tests.gui.plots.bench import marked
from tests.support.plots import plot_of_bars

SPACE = "\N{NARROW NO-BREAK SPACE}"


def with_stability(snapshot, rule_id="youden"):
    ranking = snapshot.ranking
    choice = choose(rule_by_id(rule_id), ranking.table.steps, ranking.score)
    found = reselect(choice, plan_of(snapshot, n_replicates=80, seed=1))
    return replace(snapshot, stability=found)


def test_that_the_density_is_that_of_a_gaussian_kernel():
    places = np.random.default_rng(1).normal(200, 20, 3000)
    found = density(places, 400)
    assert len(found) == 401
    assert found.max() == 1.0
    pixels = np.arange(401)
    mean = (pixels * found).sum() / found.sum()
    assert mean == pytest.approx(200, abs=1)
    spread = np.sqrt((found * (pixels - mean) ** 2).sum() / found.sum())
    assert spread == pytest.approx(20, rel=0.06)


def test_that_a_density_out_of_view_is_nothing_and_one_place_is_a_peak():
    assert not density(np.full(10, 5_000.0), 100).any()
    found = density(np.full(10, 40.0), 100)
    assert found.argmax() == 40
    assert not found[:30].any()


@pytest.mark.parametrize("number", [0, 1])
def test_that_it_is_drawn_below_the_axis_and_goes_with_what_it_is_of(bench, textbook, number):
    plot = [plot_of_bars, lambda: plot_of(ERROR_RATES)][number]()
    b = bench(plot, marked(textbook), 600, 260)
    mark = plot.main.handle.stability
    assert not mark.isVisible()
    snapshot = with_stability(b.snapshot)
    b.show(snapshot)
    assert mark.isVisible()
    known = snapshot.stability
    peak = max(mark.outline.toList(), key=lambda point: -point.y())
    most = max(set(known.thresholds.tolist()), key=known.thresholds.tolist().count)
    assert peak.x() == pytest.approx(plot.grip.x_of(most), abs=12)
    ends = {(bar.left(), bar.right()) for bar in mark.bars}
    low, high = known.flat[0][0], known.flat[-1][1]
    assert min(end[0] for end in ends) == pytest.approx(max(plot.grip.x_of(low), 0), abs=0.5)
    assert max(end[1] for end in ends) == pytest.approx(plot.grip.x_of(high), abs=1)
    assert mark.boundingRect().top() >= plot.viewport.height
    b.set_threshold(0.3)
    assert not mark.isVisible()


def test_that_its_numbers_are_told(textbook):
    snapshot = with_stability(textbook)
    low, high, _reason = percentile(snapshot.stability.thresholds, 0.95)
    lines = in_words(snapshot)
    assert lines[0].startswith("Chosen again in 80 resamples, 95")
    assert lines[0].endswith(f"of the thresholds: {low:g}\N{EN DASH}{high:g}")
    assert lines[1].startswith("Within one standard error of the best: ")
    assert len(in_words(with_stability(textbook, "sensitivity"))) == 1
    assert in_words(textbook) == []
