"""How the limits of an interval come about: the formula of its method, with the numbers in it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.intervals.by_weight import BY_WEIGHT
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.kind import Kind
from evalgui.core.languages import tr
from evalgui.core.normal import deviate
from evalgui.gui.typesetting.filling import filled
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Formula, Statement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.intervals.by_weight import AnyWorth
    from evalgui.core.measured import Interval, Measured
    from evalgui.gui.typesetting.tree import Clause

_WILSON = "(2 k + z^2 {sign} z sqrt(4 k (n - k) / n + z^2)) / (2 (n + z^2))"
_AGRESTI_COULL = "p {sign} z sqrt(p (1 - p) / (n + z^2)), p = (k + z^2 / 2) / (n + z^2)"
_EFFECTIVE_N = "p (1 - p) / V"
_WOOLF = "TP TN / (FP FN) {by} e^(z sqrt(1 / TP + 1 / FP + 1 / FN + 1 / TN))"
# By the label of the method that ran, so that no other can be explained.
_OF_PROPORTIONS, _OF_ODDS, _SMOOTH = (
    OFFERED[kind].by_id for kind in (Kind.PROPORTION, Kind.ODDS, Kind.SMOOTH)
)
WOOLF, SQUARE_AND_ADD = _OF_ODDS("woolf"), _SMOOTH("square-and-add")
_FORMULAS = {
    _OF_PROPORTIONS("wilson").name: _WILSON,
    _OF_PROPORTIONS("agresti-coull").name: _AGRESTI_COULL,
    WOOLF.name: _WOOLF,
}
_LETTERS = "abc"


class _Estimate(NamedTuple):
    """A value, and of a proportion which part of how many independent rows it is."""

    value: float
    rows: tuple[float, float] | None


def limits_filled(
    interval: Interval,
    found: Measured,
    counts: Mapping[str, float],
    moved: Sequence[tuple[float, float]] = (),
    worth: AnyWorth | None = None,
) -> tuple[Formula, Formula]:
    """Return both limits as equations with numbers; nothing where that would take a program.

    Parameters
    ----------
    interval
        With its limits.
    found
        The value.
    counts
        TP, FP, FN and TN.
    moved
        For square-and-add, the value with each proportion at its lower and its upper limit.
    worth
        Of a proportion where subjects were drawn, as how many independent rows its rows count:
        how that comes about stands before the lower limit.
    """
    method = interval.method.removesuffix(f", {EFFECTIVE}").removesuffix(f", {BY_WEIGHT}")
    equation: tuple[Clause, ...] = ()
    rows: tuple[float, float] | None = None  # none where it rests on other counts
    if found.fraction is not None and interval.n == found.fraction[1:]:
        rows = found.fraction
    if method != interval.method:
        if worth is not None and rows is not None:
            equation, rows = _independent(found, worth), worth.of(*rows)
        elif method != SQUARE_AND_ADD.name:
            return Formula(()), Formula(())  # it rests on counts of its own
        interval = interval._replace(method=method)
    known = interval, _Estimate(found.value, rows), counts, moved
    lower, upper = (_limit(*known, is_upper=is_upper) for is_upper in (False, True))
    return Formula((*equation, *lower.clauses)) if lower.clauses else lower, upper


def _independent(found: Measured, worth: AnyWorth) -> tuple[Clause, ...]:
    """Return as how many independent rows those of a proportion count, as an equation.

    There is none where they are as many as subjects, or as rows.
    """
    if math.isnan(worth.variance):
        return ()
    numbers = {"p": found.value, "V": worth.variance}
    first, *others = filled(parse(_EFFECTIVE_N), numbers, worth.n).clauses
    if isinstance(first, Statement):
        first = replace(first, lead=tr("Independent rows:"))
    return first, *others


def _limit(
    interval: Interval,
    found: _Estimate,
    counts: Mapping[str, float],
    moved: Sequence[tuple[float, float]],
    *,
    is_upper: bool,
) -> Formula:
    written, numbers = _formula(interval, found, counts, moved, is_upper=is_upper)
    if not written:
        return Formula(())
    limit = interval.upper if is_upper else interval.lower
    first, *others = filled(parse(written), numbers, limit).clauses
    if isinstance(first, Statement):
        first = replace(first, lead=tr("Upper limit:") if is_upper else tr("Lower limit:"))
    return Formula((first, *others))


def _formula(
    interval: Interval,
    found: _Estimate,
    counts: Mapping[str, float],
    moved: Sequence[tuple[float, float]],
    *,
    is_upper: bool,
) -> tuple[str, dict[str, float]]:
    """Return the formula of a limit, "" where there is none, and its numbers."""
    sign = "+" if is_upper else "-"
    z = -deviate((1 - interval.level) / 2)
    if interval.method == SQUARE_AND_ADD.name and moved:
        ends = [(max(pair) if is_upper else min(pair)) for pair in moved]
        away = [max(0.0, end - found.value if is_upper else found.value - end) for end in ends]
        used = {letter: one for letter, one in zip(_LETTERS, away, strict=False) if one}
        squares = " + ".join(f"{letter}^2" for letter in used)
        written = f"v {sign} sqrt({squares})" if used else "v"
        return written, {"v": found.value, **used}
    written = _FORMULAS.get(interval.method, "")
    if interval.method == WOOLF.name:
        return written.replace("{by}", "" if is_upper else "/"), {"z": z, **counts}
    if found.rows is None:
        return "", {}
    k, n = found.rows
    return written.replace("{sign}", sign), {"k": k, "n": n, "z": z}
