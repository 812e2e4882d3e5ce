"""How the limits of an interval come about: the formula of its method, with the numbers in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.api import OFFERED, Kind, deviate
from evalgui.gui.typesetting.filling import filled
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Formula, Statement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.api import Interval, Measured

_WILSON = "(2 k + z^2 {sign} z sqrt(4 k (n - k) / n + z^2)) / (2 (n + z^2))"
_AGRESTI_COULL = "p {sign} z sqrt(p (1 - p) / (n + z^2)), p = (k + z^2 / 2) / (n + z^2)"
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


def limits_filled(
    interval: Interval,
    found: Measured,
    counts: Mapping[str, float],
    moved: Sequence[tuple[float, float]] = (),
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
    """
    lower, upper = (
        _limit(interval, found, counts, moved, is_upper=is_upper) for is_upper in (False, True)
    )
    return lower, upper


def _limit(
    interval: Interval,
    found: Measured,
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
        first = replace(first, lead="Upper limit:" if is_upper else "Lower limit:")
    return Formula((first, *others))


def _formula(
    interval: Interval,
    found: Measured,
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
    if found.fraction is None or interval.n != found.fraction[1:]:
        return "", {}  # it rests on other counts, such as an effective number of rows
    k, n = found.fraction
    return written.replace("{sign}", sign), {"k": k, "n": n, "z": z}
