"""What is drawn of a snapshot, and when it is still of another one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core import redraw
from evalgui.core.comparison import Beside
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.redraw import resample
from evalgui.core.resampled import BANDED
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.core.subjects import Subjects


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


def test_that_what_is_compared_is_drawn_again_with_bands_of_its_own(snapshot):
    rng = np.random.default_rng(8)
    dataset, codes = snapshot.dataset, (np.arange(200) // 4).astype(np.int32)
    subjects = Subjects((codes,), ("patient",))
    by_subject = replace(dataset, sampling=Sampling.BY_SUBJECT, subjects=subjects)
    second = Score("t", rng.normal(dataset.truth, 1.0))
    told, others = [], []
    for place, data in enumerate((dataset, by_subject), 3):
        data = replace(data, scores=(second,))  # noqa: PLW2901
        others.append((Beside("t", rank(data, 0, 1), "yes", place), data))
    found = resample(snapshot, lambda share, words: told.append((share, words)), 60, others)
    alone = resample(snapshot, lambda _share, _words: None, 60)
    assert all(found.has(one) for one, _data in others)
    assert not found.has(replace(others[0][0], ranking=snapshot.ranking))
    assert not alone.has(others[0][0])
    own = [band for band in found.bands if band.place is None]
    for band, expected in zip(own, alone.bands, strict=True):
        np.testing.assert_array_equal(band.lower, expected.lower)
    for one, data in others:  # as if it were what is shown
        shown = resample(resolve(Inputs(data)), lambda _share, _words: None, 60)
        bands = [band for band in found.bands if band.place == one.place]
        expected = [band for band in shown.bands if not band.is_joint]
        assert [(band.curve, band.line) for band in bands] == [
            (band.curve, band.line) for band in expected
        ]
        for band, same in zip(bands, expected, strict=True):
            np.testing.assert_array_equal(band.lower, same.lower)
            np.testing.assert_array_equal(band.upper, same.upper)
    shares = [share for share, _words in told]
    assert shares == sorted(shares)
    assert shares[-1] < 1
    assert told[-1][1].startswith("t: ")
