"""Pool adjacent violators: the isotonic fit, which is the convex hull of the ROC curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import unbounded
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

_SLOW = 0.99  # of the blocks that are left where pooling all at once is not worth it any more
_FEW = 1_000
_BLOCK = 262_144  # places that are pooled alone first: what is made of them stays in the cache
_HULL = "hull"


def pooled(positives: NDArray[Any], totals: NDArray[Any]) -> NDArray[np.intp]:
    """Return where the blocks of the isotonic fit begin.

    Parameters
    ----------
    positives, totals : (K,) arrays of int64 or float64
        Of each distinct value, in ascending order: the positives, and all, above 0.

    Returns
    -------
    (B + 1,) array of int
        From 0 to K; the share of positives rises from block to block. Blocks of the same share
        are one. Whole numbers are compared exactly.

    References
    ----------
    Barlow and others 1972, "Statistical inference under order restrictions", section 1.2: the
    order in which violators are pooled does not matter.

    Examples
    --------
    >>> pooled(np.array([0, 1, 0, 1]), np.array([1, 1, 1, 1]))
    array([0, 1, 3, 4])
    """
    parts = blocks(len(positives), _BLOCK)
    if len(parts) < 2:
        return _pooled(positives, totals)
    found = spread(lambda part: part.start + _pooled(positives[part], totals[part]), parts)
    edges = np.concatenate([part[:-1] for part in found] + [found[-1][-1:]])
    sums = (np.add.reduceat(one, edges[:-1]) for one in (positives, totals))
    return np.asarray(edges[_pooled(*sums)])


def _pooled(positives: NDArray[Any], totals: NDArray[Any]) -> NDArray[np.intp]:
    whole = np.issubdtype(positives.dtype, np.integer)
    hits, rows = _from_zero(positives), _from_zero(totals)
    edges = np.arange(len(hits), dtype=np.intp)
    while True:
        more, n = np.diff(hits[edges]), np.diff(rows[edges])
        if whole and float(rows[-1]) ** 2 >= 2.0**62:
            more, n = (unbounded(one, float(rows[-1]) ** 2) for one in (more, n))
        falls = more[:-1] * n[1:] >= more[1:] * n[:-1]
        if not falls.any():
            return edges
        before = len(edges)
        edges = edges[np.concatenate([[True], ~falls, [True]])]
        if len(edges) > max(_FEW, _SLOW * before):
            return _one_by_one(hits, rows, edges)


def _from_zero(values: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([np.zeros(1, dtype=values.dtype), np.cumsum(values)])


def _one_by_one(
    hits: NDArray[Any], rows: NDArray[Any], edges: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Pool what falls in long chains, of which each round would pool one link."""
    found: list[int] = [0]
    corners: list[tuple[Any, Any]] = [(hits[0].item(), rows[0].item())]
    for edge in edges[1:].tolist():
        up, along = hits[edge].item(), rows[edge].item()
        while len(corners) > 1:
            (up_0, along_0), (up_1, along_1) = corners[-2:]
            if (up_1 - up_0) * (along - along_1) < (up - up_1) * (along_1 - along_0):
                break
            corners.pop()
            found.pop()
        corners.append((up, along))
        found.append(edge)
    return np.array(found, dtype=np.intp)


def hull_rows(steps: Steps) -> NDArray[np.intp]:
    """Return the rows that are corners of the convex hull of the ROC curve.

    Parameters
    ----------
    steps
        With both classes.

    Returns
    -------
    (C,) array of int
        From row 0 to the last one. Of rows on a side of the hull only its ends are corners.
    """
    known = steps.turns.get(_HULL)
    if known is None:
        positives = np.diff(steps.true_positives)[::-1]
        totals = positives + np.diff(steps.false_positives)[::-1]
        known = len(positives) - pooled(positives, totals)[::-1]
        steps.turns[_HULL] = known  # a threshold that moves asks for it at each frame
    return known
