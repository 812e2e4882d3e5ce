"""Presentation attacks as pictures: the numbers of the topic, whichever class is positive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score, Species
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.results.attack_pictures import SPECIES, TRADE, joined
from evalgui.results.picture import Line, Mark, Picture
from evalgui.results.topics.pad import attacks_of, pad

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

STYLE = Style(MACHINE_LEARNING)
NAMES = ("", "mask", "print")


def attacked(*, are_positive: bool, higher: bool, kind: int | None = 0) -> Snapshot:
    """Return 60 bona fide presentations, 40 attacks of two species and 5 of none."""
    rng = np.random.default_rng(3)
    of = np.repeat([-1, 0, 1, 2], [60, 5, 15, 25])
    genuine = np.round(rng.normal(np.array([0.0, 0.5, 1.0, 3.0])[of + 1] * -1), 1)
    sign = 1.0 if higher is not are_positive else -1.0
    score = Score("s", sign * genuine, higher)
    truth = (of < 0) ^ are_positive
    rows = {name: np.flatnonzero(of == place) for place, name in enumerate(NAMES)}
    species = None if kind is None else Species("pai", int(not are_positive), rows)
    dataset = Dataset("x", ("n", "p"), truth.astype(int), 1, (score,), species=species)
    return resolve(Inputs(dataset, threshold=sign * -0.75))


WAYS = pytest.mark.parametrize(
    ("are_positive", "higher"), [(a, b) for a in (False, True) for b in (False, True)]
)


@WAYS
def test_that_dots_are_the_numbers_of_the_topic(*, are_positive: bool, higher: bool) -> None:
    snapshot = attacked(are_positive=are_positive, higher=higher)
    found, moved = pad(snapshot), SPECIES.moved(snapshot, STYLE)
    assert found is not None
    each = next(one for one in found.tables if one.id == "species")
    cells = [each.cell(row, each.columns[0]) for row in each.rows]
    marks = [one for one in moved.layers if isinstance(one, Mark)]
    stems = [one for one in moved.layers if isinstance(one, Line)]
    assert [one.ys for one in marks] == [(cell.value,) for cell in cells if cell is not None]
    for stem, cell in zip(stems, cells, strict=True):
        ((_x, y),) = stem.parts()
        assert cell is not None
        assert cell.interval is not None
        assert y[1] == cell.interval.upper
    (main,) = (one for one in marks if one.is_main)
    assert main.ys[0] == max(one.ys[0] for one in marks)
    shown = SPECIES.picture(snapshot, STYLE)
    assert isinstance(shown, Picture)
    assert [name for _at, name, _more in shown.x_axis.names] == [
        "without a species", "mask", "print"
    ]  # fmt: skip


@WAYS
def test_that_lines_have_each_species_and_the_worst(*, are_positive: bool, higher: bool) -> None:
    snapshot = attacked(are_positive=are_positive, higher=higher)
    dataset, attacks, ranking = snapshot.dataset, attacks_of(snapshot), snapshot.ranking
    assert dataset is not None
    assert attacks is not None
    assert ranking is not None
    (score,) = dataset.scores
    sign = 1.0 if higher is not are_positive else -1.0
    bona_fide = sign * score.values[:60]
    steps = ranking.table.steps
    for name, one in joined(steps, attacks).items():
        own = sign * score.values[dataset.species.rows[name]] if dataset.species else bona_fide
        for row in range(0, len(one), 7):
            # What is called an attack at a threshold is not taken for bona fide there.
            at = sign * steps.threshold(len(steps) - 1 - row if are_positive else row)
            taken = [one > at if are_positive else one >= at for one in (bona_fide, own)]
            counts = one.counts_of(row)
            assert (counts.tp, counts.fp) == tuple(int(np.count_nonzero(of)) for of in taken)
    shown = TRADE.picture(snapshot, STYLE)
    assert isinstance(shown, Picture)
    worst, *others = shown.lines
    assert len(others) == len(NAMES)
    ((x, y),) = worst.parts()
    for line in others:
        ((rates, missed),) = line.parts()
        for apcer, bpcer in zip(rates, missed, strict=True):
            # At the same BPCER some species is no better.
            assert x[np.isclose(y, bpcer)].max() >= apcer - 1e-12
    marks = [one for one in TRADE.moved(snapshot, STYLE).layers if isinstance(one, Mark)]
    mark = next(one for one in marks if one.is_main)
    assert ((x == mark.x) & np.isclose(y, mark.ys[0])).any()


@pytest.mark.parametrize("of", [SPECIES, TRADE])
def test_that_a_pooled_rate_is_refused(of):
    snapshot = attacked(are_positive=False, higher=True, kind=None)
    told = of.picture(snapshot, STYLE).told(STYLE)
    assert told.startswith("A pooled rate hides the worst attack")
    assert of.moved(snapshot, STYLE).layers == ()
