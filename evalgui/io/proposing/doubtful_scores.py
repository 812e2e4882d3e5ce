"""Columns that look like the score and may be none: how sure calls are, and what is gone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import (
    is_class_name,
    is_predicted_name,
    is_score_name,
    plain_name,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import Profile

_SAMPLE = 10_000
_APART = 0.95  # of pairs of rows that are called differently
_HALF = 0.5
_PERCENT = 100


def tells_how_sure(
    draft: Draft, profile: Profile, calls: NDArray[np.integer], classes: Sequence[str]
) -> bool:
    """Return whether a column may say how sure each call is, whichever class is called.

    By its name, if that speaks of no class; or by its numbers: of two classes the likelier one
    has at least one half, whichever it is, while the score of one class sets the calls apart.

    Parameters
    ----------
    draft
        Of the table.
    profile
        A column of numbers that is named as a score.
    calls : (n,) array of int
        The predicted class of each row, -1 where there is none.
    classes
        The names of the classes.
    """
    name = profile.column.name
    words = set(plain_name(name).split("_"))
    if words & {plain_name(one) for one in classes} or is_class_name(name):
        return False
    if words & words_of("sure"):
        return True
    values = draft.table.column(name).parse_numbers().values[:_SAMPLE]
    calls = calls[: len(values)]
    sides = [values[(calls == code) & ~np.isnan(values)] for code in (0, 1)]
    if any(len(side) == 0 for side in sides):
        return False
    low, high = min(map(np.min, sides)), max(map(np.max, sides))
    whole = 1 if high <= 1 else _PERCENT
    if low < _HALF * whole or high > whole:
        return False
    return 1 - _APART < _share_above(*sides) < _APART


def is_above_half(profile: Profile) -> bool:
    """Return whether a few cells of a column are all at least one half, of 1 or of 100."""
    try:
        numbers = [float(cell.replace(",", ".")) for cell in profile.sample if cell.strip()]
    except ValueError:
        return False
    high = max(numbers, default=math.nan)
    return _HALF * (1 if high <= 1 else _PERCENT) <= min(numbers, default=0.0) and high <= _PERCENT


def _share_above(low: NDArray[np.floating], high: NDArray[np.floating]) -> float:
    """Return in how many pairs the second is above the first; of equal ones, in half."""
    ordered = np.sort(low)
    n_below = np.searchsorted(ordered, high, "left") + np.searchsorted(ordered, high, "right")
    return float(n_below.sum()) / (2 * len(low) * len(high))


def lost_score(draft: Draft, free: Sequence[Profile], *, is_named: bool) -> tuple[str, str]:
    """Return a column that is named as a score and has no numbers, and what it has.

    Parameters
    ----------
    draft
        Of the table.
    free
        The columns that may be scores.
    is_named
        Whether another column is named as a score: then one without numbers only matters if
        it has formulas whose values were not saved.

    Returns
    -------
    tuple of str
        Both "" where there is none.
    """
    if is_named and not _has_formulas(draft):
        return "", ""
    for one in free:
        name = one.column.name
        if one.is_number or not is_score_name(name) or is_predicted_name(name):
            continue
        if one.is_empty:
            return name, how_empty(draft)
        if not is_named and one.labels is None:
            return name, phrase("holds no numbers")
    return "", ""


def how_empty(draft: Draft) -> str:
    """Return in words that a column is empty, and why that may be."""
    return phrase(
        "is empty, and formulas were found whose values were not saved"
        if _has_formulas(draft)
        else "is empty"
    )


def _has_formulas(draft: Draft) -> bool:
    return any(one.code == "formula_no_cache" for one in draft.table.findings)
