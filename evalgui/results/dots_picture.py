"""The picture of every row: a dot above its class, or how dense they lie where there are many."""

from __future__ import annotations

import math
from enum import Enum
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.counts import whole_or_sum
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale
from evalgui.core.histogram import histogram
from evalgui.core.metrics import Vocabulary
from evalgui.core.thresholds import limit
from evalgui.core.vocabulary import phrase, words_in
from evalgui.results.picture import Density, Parting, Picture, PictureAxis, Swarm
from evalgui.results.scores_picture import ROWS
from evalgui.results.ticks import Ruler

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Score
    from evalgui.core.score_table import ScoreTable
    from evalgui.results.picture import Column, Points

CLASS = phrase("Class")
_TITLES = {Vocabulary.CLINICAL: phrase("Every patient")}
MOST_DOTS = 3_000  # of both classes: more are strips
MIDDLES = (0.25, 0.75)  # of the columns, in the view
ROOM = 0.21  # of the width, from the middle of a column to its edge
_THINNEST = 0.5  # pixels to each side of a strip, where there is anything


def title_of_dots(vocabulary: Vocabulary) -> str:
    """Return what the picture is called in the words of a field."""
    return words_in(vocabulary).said(_TITLES.get(vocabulary, phrase("Every row")))


def dots_picture(
    table: ScoreTable,
    y_axis: PictureAxis,
    names: Sequence[tuple[str, str]],
    partings: Sequence[Parting] = (),
) -> Picture:
    """Return the picture of every row of two classes.

    Parameters
    ----------
    table
        The scores.
    y_axis
        That of the scores (`evalgui.results.scores_picture.axis_of_scores`).
    names
        Of the negatives, which stand at the left, and of the positives, each with what more is
        said of it where there is room.
    partings
        The thresholds on it (`parting`).

    Returns
    -------
    Picture
    """
    x_axis = PictureAxis(
        CLASS,
        Ruler(LinearScale()),
        tuple((place, *told) for place, told in zip(MIDDLES, names, strict=True)),
    )
    scale = y_axis.ruler.scale
    has_dots = table.n <= MOST_DOTS and not table.is_weighted
    bins = cache(partial(histogram, table, is_log=isinstance(scale, LogScale)))
    columns: list[Column] = []
    for is_positive, (middle, name, _more) in enumerate(x_axis.names):
        # The look of the bars of its class (`scores_picture`).
        known = name, middle, ROOM, is_positive, table.higher_is_positive != bool(is_positive)
        if has_dots:
            columns.append(Swarm(*known, _scores_of(table, of_positives=bool(is_positive)), scale))
        else:
            columns.append(Density(*known, bool(is_positive), bins, scale))
    return Picture(x_axis, y_axis, (*columns, *partings), ROWS)


def parting(
    name: str, table: ScoreTable, score: Score, threshold: float, counts: Counts
) -> Parting:
    """Return a threshold across the columns.

    Parameters
    ----------
    name
        What it is called.
    table, score
        The scores.
    threshold
        NaN where all are called negative.
    counts
        Those at the threshold.
    """
    return Parting(name, limit(threshold, score), n_above(table, counts))


def n_above(table: ScoreTable, counts: Counts) -> tuple[int, int]:
    """Return how many negatives and how many positives lie above the threshold of some counts."""
    called = whole_or_sum(counts.fp), whole_or_sum(counts.tp)
    if table.higher_is_positive:
        return called
    return table.n_negative - called[0], table.n_positive - called[1]


class Side(Enum):
    """Where something lies: above all lines, below them, or in the grey zone between two."""

    ABOVE = "above"
    GREY = "grey"
    BELOW = "below"

    def is_wrong(self, *, is_wrong_above: bool) -> bool:
        """Return whether what lies there is called wrongly."""
        return self is not Side.GREY and is_wrong_above == (self is Side.ABOVE)


class Cut(NamedTuple):
    """A line: its height in pixels, and how many of each column lie above it."""

    height: float
    n_above: tuple[int, ...]


class Band(NamedTuple):
    """What lies between two lines of a column, from the upper one to the lower one, in pixels."""

    side: Side
    top: float
    bottom: float
    n_above_top: int
    n_above_bottom: int

    def among(self, n: int) -> range:
        """Return which of n dots lie there, the lowest being the first of all."""
        return range(n - min(self.n_above_bottom, n), n - min(self.n_above_top, n))


def bands(cuts: Sequence[Cut], column: int, height: float) -> list[Band]:
    """Return the sides of a column from the top downward.

    Parameters
    ----------
    cuts
        At most two, the upper one first. Without any all lies below.
    column
        Which one.
    height
        Of the frame, in pixels: no side ends outside of it but the outermost.
    """
    n = 1 << 62  # of all dots of a column
    above = [0, *(cut.n_above[column] for cut in cuts), n]
    lines = [-math.inf, *(min(max(cut.height, 0.0), height) for cut in cuts), math.inf]
    sides = [Side.ABOVE, *[Side.GREY] * (len(cuts) - 1), Side.BELOW] if cuts else [Side.BELOW]
    return [
        Band(side, lines[at], lines[at + 1], above[at], above[at + 1])
        for at, side in enumerate(sides)
    ]


def outlines(
    middle: float, edges: NDArray[np.float64], widths: NDArray[np.float64]
) -> Iterator[Points]:
    """Return the outline of each piece of a strip that has rows, in pixels.

    Parameters
    ----------
    middle
        Of the column.
    edges : (b + 1,) array of float64
        Of the bins, the lowest first.
    widths : (b,) array of float64
        To each side.
    """
    seen = np.flatnonzero((np.diff(edges) != 0) & (widths > 0))
    for bins in np.split(seen, np.flatnonzero(np.diff(seen) > 1) + 1):
        y = np.stack([edges[bins], edges[bins + 1]], axis=1).ravel()
        x = np.repeat(np.maximum(widths[bins], _THINNEST), 2)
        yield np.concatenate([middle + x, middle - x[::-1]]), np.concatenate([y, y[::-1]])


def _scores_of(table: ScoreTable, *, of_positives: bool) -> NDArray[np.float64]:
    """Return the scores of one class in ascending order: (n,) float64."""
    steps = table.steps
    column = steps.tp_column if of_positives else steps.fp_column
    called = np.asarray(column, dtype=np.int64)
    scores = np.repeat(steps.thresholds[1:], called[1:] - called[:-1])
    return np.sort(scores)
