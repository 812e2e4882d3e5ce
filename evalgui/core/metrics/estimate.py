"""What the interval of a measure rests on: declared beside the formula of the measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from evalgui.core.kind import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.counts import Counts


class Estimated(Protocol):
    """A measure with an interval of its own."""

    @property
    def id(self) -> str:
        """Its stable name."""

    @property
    def name(self) -> str:
        """Its name."""


def _whatever(**_parameters: float) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Following:
    """A measure that is a monotone function of another, whose limits it takes over.

    Parameters
    ----------
    of
        The other measure.
    by
        The function of its value; the parameters of the measure are passed by name.
    where
        Which parameters make it one; for others the measure is on its own.
    pole
        The value of the other one at which it jumps from one infinity to the other, being
        positive above it and negative below; None for none.
    is_unbounded
        Whether it can be infinite, so that it follows however the data were sampled. Others do
        so in a cohort alone, where the other one is a proportion.
    """

    of: Estimated
    by: Callable[..., Any]
    where: Callable[..., bool] = _whatever
    pole: int | None = None
    is_unbounded: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """What the interval of a measure of two classes rests on.

    Parameters
    ----------
    kind
        Which methods there are for it.
    rates
        For a ratio of two rates, the two counts of each: k_1, n_1, k_2, n_2.
    of_calls
        Whether a cohort estimates it by the rates of the two calls, which are then the
        independent ones, and not by those of the two classes.
    following
        Which measure it follows; None for none.
    peak
        A measure that it is never above, and equal to where sensitivity and specificity are
        the same, at which it turns; None for none.
    """

    kind: Kind
    rates: Callable[[Counts], tuple[Any, Any, Any, Any]] | None = None
    of_calls: bool = False
    following: Following | None = None
    peak: Estimated | None = None


OF_FRACTION = Estimate(Kind.PROPORTION)
"""A proportion of the data; one of the whole file where the sizes of the classes are no chance."""
OF_FOUND = Estimate(Kind.F1)
"""A proportion among the rows that are positive or called so."""
OF_COUNTS = Estimate(Kind.SMOOTH)
OF_CALLS = Estimate(Kind.SMOOTH, of_calls=True)
OF_ODDS = Estimate(Kind.ODDS)


def following(of: Estimated, by: Callable[..., Any], **known: Any) -> Estimate:  # noqa: ANN401 - as of `Following`
    """Return what a measure that follows another rests on; further fields as of `Following`."""
    return Estimate(Kind.SMOOTH, following=Following(of, by, **known))
