"""Formulas with numbers in the place of names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.counts import divide, logarithm
from evalgui.core.digits import DECIMALS
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.typesetting.tree import (
    Absolute,
    Call,
    Formula,
    Group,
    Name,
    Node,
    Number,
    Over,
    Power,
    Product,
    Quotient,
    Remark,
    Root,
    Special,
    Statement,
    Sum,
    parts_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_DECIMALS = 18
_HALF = 0.5 * (1 + 1e-6)  # of the last digit: a tie may have gone either way
_CONSTANTS = {"pi": math.pi, "e": math.e}
_LOGARITHMS = {"ln": 1.0, "log10": math.log(10), "log2": math.log(2)}


def evaluate(node: Node, numbers: Mapping[str, float]) -> float:  # noqa: C901, PLR0911 - one case a kind of part
    """Compute a part: NaN for 0/0 and for what has no number, an infinity for x/0."""
    match node:
        case Number(written):
            return text.as_number(written)
        case Name(written):
            return float(numbers.get(written, _CONSTANTS.get(written, math.nan)))
        case Sum(terms):
            signs = (-1.0 if sign == "-" else 1.0 for sign, _term in terms)
            values = (evaluate(term, numbers) for _sign, term in terms)
            return sum(sign * value for sign, value in zip(signs, values, strict=True))
        case Product(factors):
            return math.prod(evaluate(factor, numbers) for factor in factors)
        case Quotient(numerator, denominator):
            return float(divide(evaluate(numerator, numbers), evaluate(denominator, numbers)))
        case Power(base, exponent):
            return float(evaluate(base, numbers) ** evaluate(exponent, numbers))
        case Root(inner):
            value = evaluate(inner, numbers)
            return math.sqrt(value) if value >= 0 else math.nan
        case Absolute(inner):
            return abs(evaluate(inner, numbers))
        case Group(inner):
            return evaluate(inner, numbers)
        case Call(Name(function), (argument,)) if function in _LOGARITHMS:
            return float(logarithm(evaluate(argument, numbers))) / _LOGARITHMS[function]
        case _:
            return math.nan


def with_definitions(formula: Formula, numbers: Mapping[str, float]) -> dict[str, float]:
    """Return the numbers and those of the names that the formula itself defines."""
    result = dict(numbers)
    for clause in formula.clauses:
        if isinstance(clause, Statement) and clause.is_definition:
            name, *others = clause.members
            if isinstance(name, Name) and name.written not in result:
                result[name.written] = evaluate(others[-1], result)
    return result


def holding_case(formula: Formula, numbers: Mapping[str, float]) -> Special | None:
    """Return the special case of a formula that holds with these numbers, if one does."""
    for clause in formula.clauses:
        if isinstance(clause, Special) and clause.condition is not None:
            values = {evaluate(member, numbers) for member in clause.condition.members}
            if len(values) == 1 and not math.isnan(values.pop()):
                return clause
    return None


def filled(
    formula: Formula, numbers: Mapping[str, float], value: float, reason: str = ""
) -> Formula:
    """Return a formula with the numbers in it, and behind it its value or why it has none.

    What the formula defines itself is filled as well, and has its number behind it. Where a
    special case holds, that case alone is told. The numbers have as many decimals as it takes
    to compute the value, as it is shown, from them as they are shown.
    """
    known = with_definitions(formula, numbers)
    result = Number(text.measure(value), is_filled=True)
    case = holding_case(formula, known)
    if case is not None:
        return Formula((Statement((result,)), Remark(tr("as {case}", case=case.words))))
    remark = tr("undefined: {reason}", reason=reason) if reason else ""
    ends = () if math.isnan(value) else (result,)
    tried = (
        _statements(
            formula,
            {name: number_text(number, decimals) for name, number in known.items()},
            numbers,
            ends,
        )
        for decimals in range(DECIMALS, _MOST_DECIMALS)
    )
    statements: list[tuple[Node, ...]] = []
    for statements in tried:
        if all(map(_is_true, statements)):
            break
    # Where no digits of doubles are enough, the result stands alone.
    statements = [members if _is_true(members) else members[-1:] for members in statements]
    return Formula(
        tuple(
            Statement(_without_repeats(members), "" if _is_definition(members) else remark)
            for members in statements
        )
    )


def _is_definition(members: tuple[Node, ...]) -> bool:
    return isinstance(members[0], Name) and len(members) > 1


def _statements(
    formula: Formula,
    texts: Mapping[str, str],
    given: Mapping[str, float],
    ends: tuple[Node, ...],
) -> list[tuple[Node, ...]]:
    """Return the equations of a formula with texts in the place of names."""
    found: list[tuple[Node, ...]] = []
    for clause in formula.clauses:
        if not isinstance(clause, Statement) or clause.remark or clause.lead:
            continue
        members = tuple(_fill(member, texts) for member in clause.members)
        name = clause.members[0]
        if not (clause.is_definition and isinstance(name, Name)):
            found.append((*members, *ends))
        elif name.written not in given:
            found.append((name, *members[1:], members[0]))
    return found


def _is_true(members: tuple[Node, ...]) -> bool:
    """Return whether every side gives the last one, to the digits that it shows."""
    *sides, last = members
    if not isinstance(last, Number):
        return True
    shown, room = text.as_number(last.written), text.last_digit(last.written) * _HALF
    values = (evaluate(side, {}) for side in sides)
    return all(
        math.isnan(value) or value == shown or abs(value - shown) <= room for value in values
    )


def _without_repeats(members: tuple[Node, ...]) -> tuple[Node, ...]:
    """Leave out a number that stands beside the same number: 0.5 = 0.5."""
    kept: list[Node] = []
    for member in members:
        last = kept[-1] if kept else None
        repeats = (
            isinstance(last, Number)
            and isinstance(member, Number)
            and last.written == member.written
        )
        if not repeats:
            kept.append(member)
    return tuple(kept)


def number_text(value: float, decimals: int = DECIMALS) -> str:
    """Return a whole number with all its digits, and anything else as measures are shown."""
    if isinstance(value, int):
        return text.count(value).replace("-", text.MINUS)
    return text.step(value, decimals) if math.isfinite(value) else text.measure(value)


def _fill(node: Node, texts: Mapping[str, str]) -> Node:  # noqa: C901, PLR0911 - one case a kind of part
    """Put numbers for names; a negative one in brackets where a sign or a factor is before it."""
    match node:
        case Name(written):
            return Number(texts[written], is_filled=True) if written in texts else node
        case Sum(terms):
            (sign, first), *others = [(sign, _fill(term, texts)) for sign, term in terms]
            first = _guarded(first) if sign == "-" else first
            return Sum(((sign, first), *((sign, _guarded(term)) for sign, term in others)))
        case Product(factors):
            return Product(tuple(_guarded(_fill(factor, texts)) for factor in factors))
        case Power(base, exponent):
            return Power(_guarded(_fill(base, texts)), _fill(exponent, texts))
        case Quotient(numerator, denominator):
            return Quotient(_fill(numerator, texts), _fill(denominator, texts))
        case Root(inner):
            return Root(_fill(inner, texts))
        case Absolute(inner):
            return Absolute(_fill(inner, texts))
        case Group(inner):
            return Group(_fill(inner, texts))
        case Call(function, arguments):
            return Call(function, tuple(_fill(argument, texts) for argument in arguments))
        case Over(operator, index, body):
            return Over(operator, index, _fill(body, texts))
        case _:
            return node


def _guarded(node: Node) -> Node:
    return Group(node) if isinstance(node, Number) and node.is_negative else node


def is_filled(node: Node) -> bool:
    """Return whether no name without a number is left."""
    if isinstance(node, Name):
        return node.written in _CONSTANTS
    return all(is_filled(part) for part in parts_of(node))
