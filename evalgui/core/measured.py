"""A value of a measure as it travels: with what it rests on, and why where there is none."""

from __future__ import annotations

import math
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from evalgui.core.phrases import Phrase
from evalgui.core.vocabulary import Vocabulary, phrase, words_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Sided(StrEnum):
    """Which of the two limits of an interval are estimated."""

    TWO = "two-sided"
    LOWER = phrase("one-sided lower")
    UPPER = phrase("one-sided upper")

    @property
    def turned(self) -> Sided:
        """The side that remains when a function turns high into low."""
        return {Sided.LOWER: Sided.UPPER, Sided.UPPER: Sided.LOWER}.get(self, self)


class _Reason(Phrase):
    """A reason of a kind, told as the phrase that it is made of."""

    __slots__ = ()

    def __new__(cls, said: str) -> Self:
        """Keep how the reason was made beside it."""
        if isinstance(said, Phrase):
            return super().__new__(cls, said, said.template, said.values, said.forms)
        return super().__new__(cls, said, "{said}", {"said": said})

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a copy is made of."""
        return type(self), (Phrase(str(self), self.template, self.values, self.forms),)


class Asked(_Reason):
    """A reason why there is no number: something has to be said first."""

    __slots__ = ()


class Refused(_Reason):
    """A reason why there is no number: the question makes no sense of these data."""

    __slots__ = ()


NOT_KNOWN = phrase("bins leave it open, and by how much is not known")
"""Why there is no bracket: a better order of the scores may make the number better, or worse."""

OF_ORDERS = phrase("in the best and the worst order within bins")
"""What limits of intervals are told of: between these orders the variance may be greater."""


_AS_BINS_TELL = phrase("as far as bins tell")


class Bracket(NamedTuple):
    """Between which values a number lies that scores in bins leave open.

    Parameters
    ----------
    low, high
        The least and the greatest that an order of the scores within their bins gives; NaN where
        these are not known.
    reason
        Why they are not known, "" where they are.
    of
        Of what they are the ends.
    """

    low: float
    high: float
    reason: str = ""
    of: str = _AS_BINS_TELL

    def told(self, write: Callable[[float], str]) -> str:
        """Return it in the language that is spoken, "" where its ends are written alike.

        Examples
        --------
        >>> Bracket(0.7312, 0.7389).told(lambda end: f"{end:.3f}")
        '0.731 to 0.739, as far as bins tell'
        >>> Bracket(0.7312, 0.7314).told(lambda end: f"{end:.3f}")
        ''
        """
        words = words_in(Vocabulary.MACHINE_LEARNING)
        if self.reason:
            return words.said(self.reason)
        low, high = write(self.low), write(self.high)
        return (
            "" if low == high else phrase("{low} to {high}, {of}", low=low, high=high, of=self.of)
        )


UNKNOWN = Bracket(math.nan, math.nan, NOT_KNOWN)
"""That of a number of which it is not known how much bins leave open."""

NO_BRACKET = Bracket(math.nan, math.nan)
"""What stands in columns of brackets beside a number that is exact."""


def between(ends: Iterable[float]) -> Bracket | None:
    """Return what bins leave open of a number, given its values where these lie outermost.

    Returns
    -------
    Bracket or None
        None where all are one number, `UNKNOWN` where one is undefined.

    Examples
    --------
    >>> between([0.25, 0.5])[:2], between([0.5, 0.5]), between([0.5, math.nan]) is UNKNOWN
    ((0.25, 0.5), None, True)
    """
    values = list(ends)
    if any(map(math.isnan, values)):
        return UNKNOWN
    low, high = min(values), max(values)
    return None if low == high else Bracket(low, high)


class Interval(NamedTuple):
    """Where the true value lies, with a stated confidence. A tuple, as `Measured` is.

    Parameters
    ----------
    level
        The confidence, in (0, 1), such as 0.95.
    method
        The label of the method that made it, "" where none could.
    lower, upper
        Its limits, perhaps infinite; NaN where it is undefined.
    n
        The denominator of a proportion; the numbers of positives and of negatives of others.
    assumes
        What it takes for granted, a short sentence.
    reason
        Why it is undefined, "" where it is not.
    sided
        Whether both limits are estimated, or one; the other is then the end of the range.
    bracket
        Of scores in bins, the least lower and the greatest upper limit of the best and of the worst
        order within the bins, which those of others may exceed; None where nothing is open.
    """

    level: float
    method: str
    lower: float
    upper: float
    n: tuple[int, ...] = ()
    assumes: str = ""
    reason: str = ""
    sided: Sided = Sided.TWO
    bracket: Bracket | None = None

    @property
    def is_defined(self) -> bool:
        """Whether there are limits."""
        return self.lower == self.lower  # not NaN, at the speed of a drag


class Measured(NamedTuple):
    """A value of a measure. A tuple, since each moved threshold makes one for every measure.

    Parameters
    ----------
    value
        NaN where it is undefined, an infinity where it is x/0.
    reason
        Why it is undefined, "" where it is not.
    fraction
        For a proportion, the two counts that it is the quotient of; None for every other.
    interval
        Where the true value lies; None where nobody asked for it.
    bracket
        What bins of scores leave open of the value; None where nothing is.
    """

    value: float
    reason: str = ""
    fraction: tuple[int, int] | None = None
    interval: Interval | None = None
    bracket: Bracket | None = None

    @property
    def is_defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    def left_open(self, bracket: Bracket | None) -> Measured:
        """Return it with what bins leave open of it; how much of its interval is not known."""
        if bracket is None:
            return self
        interval = None if self.interval is None else self.interval._replace(bracket=UNKNOWN)
        return self._replace(bracket=bracket, interval=interval)


made: Callable[[tuple[Any, ...]], Measured] = partial(tuple.__new__, Measured)
"""Make one of its five parts, in a third of the time that its name takes to be called."""

NOTHING = Measured(math.nan)
"""What stands where there is nothing to measure, and so nothing to say."""

interval_of: Callable[[tuple[Any, ...]], Interval] = partial(tuple.__new__, Interval)
"""Make an interval of its nine parts, for the same reason."""
