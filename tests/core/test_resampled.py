"""What is drawn of a snapshot, and when it is still of another one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core import redraw
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.redraw import resample
from evalgui.core.resampled import BANDED
from evalgui.core.snapshot import Inputs, resolve


@pytest.fixture
def snapshot():
    rng = np.random.default_rng(5)
    truth = (rng.random(200) < 0.4).astype(np.int8)
    scores = rng.normal(truth * 1.5, 1.0).round(3)
    return resolve(Inputs(Dataset("made", ("no", "yes"), truth, 1, (Score("s", scores),))))


def test_that_every_curve_has_its_bands_and_every_area_both_intervals(snapshot):
    found = resample(snapshot, lambda _share, _words: None, 200)
    lines = {(band.curve, band.line, band.is_joint) for band in found.bands}
    assert lines == {
        *(("roc", "TPR", False), ("roc", "TPR", True), ("pr", "PPV", False)),
        *(("det", "FNR", False), ("far-frr", "FPR", False), ("far-frr", "FNR", False)),
    }
    assert found.curves == BANDED
    for metric_id in ("roc_auc", "average_precision", "eer"):
        value = snapshot.ranking.value(metric_id)
        for limits in found.areas[metric_id].values():
            assert limits.lower < value < limits.upper
    assert (found.level, found.n_replicates, found.n_bins) == (0.95, 200, None)


def test_that_many_scores_are_put_into_groups_first(snapshot, monkeypatch):
    monkeypatch.setattr(redraw, "MOST_EXACT", 50)
    monkeypatch.setattr(redraw, "BINS", 20)
    found = resample(snapshot, lambda _share, _words: None, 50)
    assert found.n_bins == 20


def test_that_what_was_drawn_stays_while_nothing_it_rests_on_changes(snapshot):
    found = resample(snapshot, lambda _share, _words: None, 50)
    drawn = replace(snapshot, resampled=found)
    moved = resolve(replace(drawn.inputs, threshold=0.3), drawn)
    assert moved.resampled is found
    asked = replace(drawn.inputs, intervals=IntervalSettings(prevalence=0.1))
    assert resolve(asked, drawn).resampled is found
    wider = replace(drawn.inputs, intervals=IntervalSettings(0.99))
    assert resolve(wider, drawn).resampled is None
    other = replace(drawn.inputs, dataset=replace(drawn.dataset, name="other"))
    assert resolve(other, drawn).resampled is None
