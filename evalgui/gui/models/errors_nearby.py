"""The wrong rows of a table, those with scores nearest to the threshold first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.grey_zone import called_between
from evalgui.core.ordering import stable_argsort
from evalgui.gui.models.calls.at_threshold import AtThreshold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.gui.models.calls.row_calls import RowCalls


def errors_nearby(
    calls: RowCalls,
    rows: NDArray[np.integer] | slice,
    grey: tuple[float, float] | None = None,
) -> NDArray[np.integer]:
    """Return the places of the rows that are called wrong, in the order in which to look at them.

    Parameters
    ----------
    calls
        How the rows are called.
    rows
        The rows of the data that are on show, from the first place of the table to the last.
    grey
        Both ends of a grey zone, whose rows are called neither right nor wrong; None for none.

    Returns
    -------
    (k,) array of int
        Places, from 0. The nearest to the threshold come first, those at the same distance as
        they stand; where no threshold calls them, all do.
    """
    are_wrong = calls.are_wrong(rows)
    if grey is not None and isinstance(calls, AtThreshold):
        are_wrong &= ~called_between(calls.score, *grey, rows)
    places = np.flatnonzero(are_wrong)
    if not isinstance(calls, AtThreshold) or not len(places):
        return places
    scores = np.asarray(calls.score.values[rows][places], dtype=np.float64)
    return places[stable_argsort(_distances(scores, calls))]


def _distances(scores: NDArray[np.float64], calls: AtThreshold) -> NDArray[np.float64]:
    """Return how far scores are from the threshold; beyond all scores, from that side."""
    threshold, higher = calls.threshold, calls.score.higher_is_positive
    if math.isnan(threshold):  # beyond the scores that are most positive
        threshold = math.inf if higher else -math.inf
    if math.isinf(threshold):
        return -scores if threshold > 0 else scores
    return np.asarray(np.abs(scores - threshold))
