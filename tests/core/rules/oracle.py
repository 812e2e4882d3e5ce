"""What each rule promises, by brute force over all distinct thresholds, in fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

Cells: TypeAlias = tuple[int, int, int, int]  # tp, fp, fn, tn
Goodness: TypeAlias = Callable[..., Fraction | None]


def operating_points(scores: Any, truth: Any, *, higher: bool) -> list[tuple[float, Cells]]:
    """Return every distinct threshold with its counts, strictest first, counted row by row.

    The first one, None as a number, calls nothing.
    """
    known = sorted({float(score) + 0.0 for score in scores}, reverse=higher)
    n_positive = int(np.sum(truth))
    points = [(np.nan, (0, 0, n_positive, len(truth) - n_positive))]
    for threshold in known:
        called = [(s >= threshold) if higher else (s <= threshold) for s in scores]
        tp = sum(1 for c, t in zip(called, truth, strict=True) if c and t)
        fp = sum(1 for c, t in zip(called, truth, strict=True) if c and not t)
        points.append((threshold, (tp, fp, n_positive - tp, len(truth) - n_positive - fp)))
    return points


def over(numerator: Any, denominator: Any) -> Fraction | None:
    """Return a quotient; None for 0/0 and x/0."""
    return None if denominator == 0 else Fraction(numerator) / Fraction(denominator)


def _rates(tp: int, fp: int, fn: int, tn: int) -> tuple[Fraction, Fraction]:
    """Return FNR and FPR of data with both classes."""
    return Fraction(fn, tp + fn), Fraction(fp, fp + tn)


def _mcc_squared(tp: int, fp: int, fn: int, tn: int) -> Fraction | None:
    determinant = tp * tn - fp * fn
    sign = 1 if determinant > 0 else -1
    return over(sign * determinant**2, (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def _chi_squared(tp: int, fp: int, fn: int, tn: int) -> Fraction | None:
    found = _mcc_squared(tp, fp, fn, tn)
    return None if found is None else abs(found)


def _kappa(tp: int, fp: int, fn: int, tn: int) -> Fraction | None:
    n = tp + fp + fn + tn
    observed = Fraction(tp + tn, n)
    chance = Fraction((tp + fp) * (tp + fn) + (tn + fn) * (tn + fp), n * n)
    return over(observed - chance, 1 - chance)


def _f(tp: int, fp: int, fn: int, square: Fraction) -> Fraction | None:
    return over((1 + square) * tp, (1 + square) * tp + square * fn + fp)


def _agf_squared(tp: int, fp: int, fn: int, tn: int) -> Fraction | None:
    first = _f(tp, fp, fn, Fraction(4))
    second = _f(tn, fn, fp, Fraction(1, 4))
    return None if first is None or second is None else first * second


def _closest(*cells: int) -> Fraction:
    miss, alarm = _rates(*cells)
    return -(miss**2 + alarm**2)


def _cost(
    tp: int,
    fp: int,
    fn: int,
    tn: int,
    *,
    cost_fp: Fraction,
    cost_fn: Fraction,
    cost_tp: Fraction,
    cost_tn: Fraction,
    prevalence: Fraction,
) -> Fraction:
    miss, alarm = _rates(tp, fp, fn, tn)
    of_positive = cost_fn * miss + cost_tp * (1 - miss)
    of_negative = cost_fp * alarm + cost_tn * (1 - alarm)
    return -(prevalence * of_positive + (1 - prevalence) * of_negative)


def _net_benefit(tp: int, fp: int, fn: int, tn: int, *, risk: Fraction) -> Fraction:
    n = tp + fp + fn + tn
    return Fraction(tp, n) - Fraction(fp, n) * risk / (1 - risk)


def _dcf(
    tp: int, fp: int, fn: int, tn: int, *, p_target: Fraction, c_miss: Fraction, c_fa: Fraction
) -> Fraction:
    miss, alarm = _rates(tp, fp, fn, tn)
    trivial = min(p_target * c_miss, (1 - p_target) * c_fa)
    return -(p_target * c_miss * miss + (1 - p_target) * c_fa * alarm) / trivial


def _predictive_gap(tp: int, fp: int, fn: int, tn: int) -> Fraction | None:
    first, second = over(tp, tp + fp), over(tn, tn + fn)
    return None if first is None or second is None else -abs(first - second)


def _accuracy(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    return Fraction(tp + tn, tp + fp + fn + tn)


def _youden(*cells: int) -> Fraction:
    return 1 - sum(_rates(*cells), Fraction(0))


def _weighted(tp: int, fp: int, fn: int, tn: int, *, weight: Fraction) -> Fraction:
    miss, alarm = _rates(tp, fp, fn, tn)
    return 2 * (weight * (1 - miss) + (1 - weight) * (1 - alarm)) - 1


OPTIMA: dict[str, Goodness] = {
    "youden": _youden,
    "balanced-accuracy": _youden,
    "weighted-youden": _weighted,
    "closest": _closest,
    "g-mean": lambda tp, _fp, _fn, tn: Fraction(tp * tn),
    "minimax": lambda *cells: -max(_rates(*cells)),
    "accuracy": _accuracy,
    "f1": lambda tp, fp, fn, _tn: _f(tp, fp, fn, Fraction(1)),
    "f-beta": lambda tp, fp, fn, _tn, beta: _f(tp, fp, fn, beta * beta),
    "agf": _agf_squared,
    "jaccard": lambda tp, fp, fn, _tn: over(tp, tp + fp + fn),
    "mcc": _mcc_squared,
    "kappa": _kappa,
    "chi-squared": _chi_squared,
    "cost": _cost,
    "net-benefit": _net_benefit,
    "min-dcf": _dcf,
    "ppv-equals-npv": _predictive_gap,
}


def best(points: list[tuple[float, Cells]], goodness: Goodness, **numbers: Any) -> list[int]:
    """Return all rows that are best, strictest first."""
    values = [goodness(*cells, **numbers) for _threshold, cells in points]
    known = [value for value in values if value is not None]
    return [row for row, value in enumerate(values) if known and value == max(known)]
