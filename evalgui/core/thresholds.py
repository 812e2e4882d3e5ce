"""A threshold as the user knows it: typed, shown and written in the units of the file.

Within the program a threshold is a double beside the values of a score. Two kinds of score
need more. Where a score is itself the infinity that lies beyond all others, no number calls
nothing: `CALLS_NOTHING` does. Where whole numbers are too large for doubles, the values of the
score are the exact differences from its `base`, and so are its thresholds.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import Numeral

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.dataset import Score

CALLS_NOTHING = math.nan
"""The threshold that no score reaches, not even an infinite one: all comparisons are false."""

LARGEST_EXACT = 2.0**53
"""Up to here every whole number is a double."""

_BEYOND = {"<": re.compile(r"<-inf(inity)?"), ">": re.compile(r">\+?inf(inity)?")}
_LARGEST_IN_FULL = 1e21
_FAR = 400  # more decimal digits than a double can have before its point


def is_same_threshold(one: float, other: float) -> bool:
    """Return whether two thresholds are the same, `CALLS_NOTHING` included."""
    return one == other or (math.isnan(one) and math.isnan(other))


def limit(threshold: float, score: Score) -> float:
    """Return where a threshold lies on an axis: `CALLS_NOTHING` at the infinity it is beyond."""
    if not math.isnan(threshold):
        return threshold
    return math.inf if score.higher_is_positive else -math.inf


def on_axis(thresholds: NDArray[np.float64], score: Score) -> NDArray[np.float64]:
    """Return thresholds where they lie on an axis: the first may be beyond all scores.

    Parameters
    ----------
    thresholds : (K,) array of float64
        Those of a table of scores, the strictest first: NaN in the first calls nothing.
    score
        Whose thresholds they are.

    Returns
    -------
    (K,) array of float64
        A copy, beside the base of the score: infinite where NaN was.
    """
    places = np.array(thresholds)
    places[:1] = limit(float(places[0]), score) if len(places) else places[:1]
    return places


def snapped(threshold: float, score: Score) -> float:
    """Return a threshold that does the same and can be written in full.

    Between two whole numbers that only a `base` tells apart lies nothing but whole numbers.
    """
    if not score.base or not math.isfinite(threshold):
        return threshold
    return float(math.ceil(threshold) if score.higher_is_positive else math.floor(threshold))


def in_units(threshold: float, score: Score | None) -> float | int:
    """Return a threshold in the units of the file, exactly: an integer where it is beyond 2^53."""
    if not math.isfinite(threshold):
        return threshold
    if score is not None and score.base:
        return score.base + int(snapped(threshold, score))
    # Such doubles are whole numbers, of which all digits can be written for some way.
    return int(threshold) if LARGEST_EXACT <= abs(threshold) < _LARGEST_IN_FULL else threshold


def written(threshold: float, score: Score) -> str:
    """Return a threshold in the units of the file as text that `from_units` reads."""
    if math.isnan(threshold):
        return "> inf" if score.higher_is_positive else "< -inf"
    return Numeral(repr(in_units(threshold, score)).removesuffix(".0"))


def from_units(text: str, score: Score) -> float | None:
    """Read a threshold that is written in the units of the file.

    Parameters
    ----------
        text
            A number with a point as its decimal sign; ``none``, ``> inf`` (or ``< -inf`` where
            lower means positive) for `CALLS_NOTHING`. Beyond the other infinity all are called.
        score
            The score.

    Returns
    -------
        float or None
            None where it is no number. A whole number in plain digits that no double is becomes
            the nearest one on the side on which the same scores are called positive, and infinite
            where it is too far from the `base` of a score to be beside any.

    Examples
    --------
        >>> import numpy as np

    from evalgui.core.digits import Numeral
        >>> from evalgui.core.dataset import Score
        >>> score = Score("x", np.array([0.0, 1.0]), base=2**53)
        >>> from_units("9007199254740993", score), from_units(">inf", score)
        (1.0, nan)
    """
    cleaned = "".join(text.split()).lower()
    if cleaned == "none":
        return CALLS_NOTHING
    if _is_beyond(cleaned):
        is_strict = (cleaned[0] == ">") == score.higher_is_positive
        return CALLS_NOTHING if is_strict else float(cleaned[1:])
    exact = _exact(cleaned)
    if exact is None or isinstance(exact, float):
        return exact
    if score.base:
        whole = math.ceil if score.higher_is_positive else math.floor
        return _beside_differences(whole(exact - score.base), score)
    if "e" in cleaned:
        return float(cleaned)  # the shortest text of a double, and as the scores are read
    return _double_of(exact, float(cleaned), score)


def _beside_differences(away: int, score: Score) -> float:
    """Return a threshold that is so far away from the base of a score.

    No difference is beyond 2^53. A threshold that is calls all or nothing: it is infinite, since
    the nearest double would be another number; but where scores are infinite themselves.
    """
    if abs(away) <= LARGEST_EXACT:
        return float(away)
    beyond = math.copysign(math.inf, away)
    return math.copysign(LARGEST_EXACT, away) if np.any(score.values == beyond) else beyond


def _double_of(exact: Fraction, nearest: float, score: Score) -> float:
    """Return the double that stands for a threshold in plain digits, given the nearest one."""
    if abs(nearest) < LARGEST_EXACT or exact.denominator != 1 or math.isinf(nearest):
        return nearest  # as the scores of the file are read
    if score.higher_is_positive and nearest < exact:
        return math.nextafter(nearest, math.inf)
    if not score.higher_is_positive and nearest > exact:
        return math.nextafter(nearest, -math.inf)
    return nearest


def may_be_threshold(text: str) -> bool:
    """Return whether `from_units` takes this text for a threshold of some score."""
    cleaned = "".join(text.split()).lower()
    return cleaned == "none" or _is_beyond(cleaned) or _exact(cleaned) is not None


def _is_beyond(cleaned: str) -> bool:
    """Return whether these are the words for beyond an infinity."""
    return cleaned[:1] in _BEYOND and _BEYOND[cleaned[0]].fullmatch(cleaned) is not None


def _exact(cleaned: str) -> Fraction | float | None:
    """Return a number as it is written; a double where it is infinite or as good as that."""
    if "_" in cleaned:
        return None
    try:
        number = Decimal(cleaned)
    except InvalidOperation:
        return None
    if number.is_nan():
        return None
    if number.is_infinite() or abs(number.adjusted()) > _FAR:
        return float(number)
    return Fraction(number)
