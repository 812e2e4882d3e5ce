"""Calibration of three classes and more: each against the rest, and the class that is called.

That every set of probabilities is right as a whole (full calibration) cannot be estimated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.consequences.corp import Decomposition, decompose, isotonic
from evalgui.core.consequences.places import Places
from evalgui.core.probabilities import Probabilities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.corp import Isotonic
    from evalgui.core.multiclass import ClassScores


class TakenApart(NamedTuple):
    """Probabilities of one thing, such as one class against the rest, and their scores.

    Parameters
    ----------
    places
        The probabilities.
    fit
        Their isotonic fit.
    brier, log
        The Brier score, and the log score in nats, taken apart.
    """

    places: Places
    fit: Isotonic
    brier: Decomposition
    log: Decomposition

    @classmethod
    def of(cls, values: NDArray[np.float64], truth: NDArray[np.bool_]) -> TakenApart:
        """Take rows.

        Raises
        ------
        ValueError
            If a value is not in [0, 1], or there are no rows.
        """
        places = Places.of(Probabilities(values, truth))
        fit = isotonic(places)
        known = decompose(places, fit), decompose(places, fit, of_log=True)
        return cls(places, fit, *known)


def rows_against_rest(
    scores: ClassScores, index: int, one: float = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the probabilities of a class, and whether each row is of it.

    Parameters
    ----------
    scores
        Rows that lack the probability of some class take no part.
    index
        The class.
    one
        What stands for certainty, such as 100 of per cent.
    """
    known = scores.is_complete
    return scores.columns[index][known].astype(np.float64) / one, scores.truth[known] == index


def rows_of_top_label(
    scores: ClassScores, one: float = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the largest probability of each row, and whether its class is the true one.

    Of equal ones the first class is called, as everywhere.
    """
    known, called = scores.is_complete, scores.calls.predicted
    largest = np.full(scores.n, -np.inf)
    for column in scores.columns:
        np.fmax(largest, column, out=largest)
    return largest[known] / one, (called == scores.truth)[known]


def summed(parts: Sequence[Decomposition]) -> Decomposition:
    """Return scores taken apart, summed over classes: of the Brier score that of K classes."""
    return Decomposition(*(float(sum(each)) for each in zip(*parts, strict=True)))
