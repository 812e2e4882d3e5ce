"""Failures to enrol and to acquire, folded into the error rates of whole transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.intervals.several_rates import of_several

if TYPE_CHECKING:
    from evalgui.core.between_groups.apart import Rate
    from evalgui.core.measured import Measured


class WithFailures(NamedTuple):
    """Error rates of transactions.

    Parameters
    ----------
    frr, far
        False rejects and false accepts, failures to acquire included.
    gfrr, gfar
        The generalised ones, failures to enrol included, too.
    """

    frr: Measured
    far: Measured
    gfrr: Measured
    gfar: Measured


def with_failures(  # noqa: PLR0913, PLR0917 - as many rates as there are
    fnmr: Rate, fmr: Rate, fta_genuine: Rate, fta_impostor: Rate, fte: Rate, level: float
) -> WithFailures:
    """Return the error rates of transactions, with intervals.

    Parameters
    ----------
    fnmr, fmr
        False non-matches and false matches of comparisons.
    fta_genuine, fta_impostor
        Failures to acquire of the genuine and of the impostor attempts.
    fte
        Failures to enrol.
    level
        The two-sided confidence.

    Returns
    -------
    WithFailures
        By square-and-add over the rates, taken as independent. Undefined where a rate that is
        needed was not measured (n is 0): it is never taken for 0.

    References
    ----------
    ISO/IEC 19795-1:2021, as told by papers and open tools.

    Examples
    --------
    >>> from evalgui.core.between_groups.apart import Rate
    >>> found = with_failures(Rate(12, 600), Rate(3, 20000), Rate(5, 1000), Rate(4, 900),
    ...                       Rate(2, 100), 0.95)
    >>> round(found.gfrr.value, 6)
    0.044402
    """
    return WithFailures(
        of_several(_rejected, (fta_genuine, fnmr), level),
        of_several(lambda missed, match: (1.0 - missed) * match, (fta_impostor, fmr), level),
        of_several(
            lambda unknown, missed, wrong: unknown + (1.0 - unknown) * _rejected(missed, wrong),
            (fte, fta_genuine, fnmr),
            level,
        ),
        of_several(
            lambda unknown, missed, match: (1.0 - unknown) * (1.0 - missed) * match,
            (fte, fta_impostor, fmr),
            level,
        ),
    )


def _rejected(missed: float, wrong: float) -> float:
    return missed + (1.0 - missed) * wrong
