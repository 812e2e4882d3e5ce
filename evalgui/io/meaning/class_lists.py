"""Lists of numbers in the cells of a column: one score a class, or something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.io.meaning.column_names import is_predicted_name
from evalgui.io.meaning.weighed_names import is_score_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CLASSES = 1_000
"""How many numbers such a list may have: more are a description of a picture or a text."""

_TOLERANCE = 1e-2  # what rounding to three digits leaves of the sum of many


def hold_scores(name: str, values: NDArray[np.float64]) -> bool:
    """Return whether lists of numbers have one score for each class.

    They have where each list adds up to 1 without a negative number, or where the name of
    the column says so.

    Parameters
    ----------
    name
        What the column is called.
    values : (n, k) array
        The k numbers of each of n lists; NaN where one is missing.

    Examples
    --------
    >>> hold_scores("output", np.array([[0.25, 0.75], [0.5, 0.5]]))
    True
    >>> hold_scores("box", np.array([[10.0, 20.0]])), hold_scores("logits", np.array([[1.0, -2]]))
    (False, True)
    """
    if not 1 < values.shape[1] <= MOST_CLASSES:
        return False
    if is_score_name(name) or is_predicted_name(name) or "logit" in name.casefold():
        return True
    present = values[~np.isnan(values).any(axis=1)]
    sums = present.sum(axis=1)
    return bool(len(present) and np.all(present >= 0) and np.all(np.abs(sums - 1) <= _TOLERANCE))


def column_name(name: str, place: int | str) -> str:
    """Return what the column with one number of each list is called."""
    return f"{name}_{place}" if name else str(place)
