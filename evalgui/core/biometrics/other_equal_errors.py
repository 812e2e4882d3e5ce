"""Other definitions of the equal error rate than the interpolated crossing, each by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.biometrics.equal_error_rate import errors, excess, rows_beside_crossing
from evalgui.core.counts import divide

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps


def nearest_error_rate(steps: Steps) -> tuple[float, tuple[int, ...]]:
    """Return the mean of FPR and FNR where they differ least, and the rows that do so.

    Parameters
    ----------
    steps
        With both classes.

    Returns
    -------
    value
        In [0, 1]; of two rows that differ as little, the smaller mean.
    rows
        The row of that mean first; then the other one, if it differs as little.

    References
    ----------
    The half total error rate at the least difference, as in bob.measure.
    """
    before, after = rows_beside_crossing(steps)
    gaps = {row: abs(excess(steps, row)) for row in (before, after)}
    least = [row for row in gaps if gaps[row] == min(gaps.values())]
    rows = sorted(least, key=lambda row: (errors(steps, row), row))
    value = divide(errors(steps, rows[0]), 2 * steps.n_positive * steps.n_negative)
    return float(value), tuple(rows)


def fvc_interval(steps: Steps) -> tuple[float, float, int]:
    """Return the interval of equal errors of the fingerprint verification competitions.

    Parameters
    ----------
    steps
        With both classes.

    Returns
    -------
    low, high
        The two error rates, in [0, 1], at one of the two attainable thresholds on either side of
        the crossing: the one with the smaller sum of both; of two equal ones the more lenient.
    row
        The row of that threshold.

    References
    ----------
    Maio, Maltoni, Cappelli, Wayman, Jain 2002, FVC2000: Fingerprint Verification Competition.
    """
    before, after = rows_beside_crossing(steps)
    strict = before if excess(steps, after) else after  # FNR >= FPR
    row = after if errors(steps, after) <= errors(steps, strict) else strict
    rates = _rates(steps, row)
    return min(rates), max(rates), row


def fvc_error_rate(steps: Steps) -> tuple[float, tuple[int, ...]]:
    """Return the middle of `fvc_interval`, and its row."""
    low, high, row = fvc_interval(steps)
    return (low + high) / 2, (row,)


def least_greater_error(steps: Steps) -> float:
    """Return the least that the greater of FPR and FNR can be, in [0, 1]: it is attainable."""
    return min(max(_rates(steps, row)) for row in rows_beside_crossing(steps))


def _rates(steps: Steps, row: int) -> tuple[float, float]:
    """Return FPR and FNR of a row."""
    counts = steps.counts_of(row)
    return (
        float(divide(counts.fp, steps.n_negative)),
        float(divide(counts.fn, steps.n_positive)),
    )
