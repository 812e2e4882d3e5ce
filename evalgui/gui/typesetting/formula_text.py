"""Formulas as a line of text, for screen readers and copies, and as LaTeX."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.typesetting.tree import (
    Absolute,
    Call,
    Clause,
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
    without_brackets,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_TIMES = "\N{MULTIPLICATION SIGN}"
_GREEK = {
    "\N{GREEK SMALL LETTER ALPHA}": r"\alpha",
    "\N{GREEK SMALL LETTER BETA}": r"\beta",
    "\N{GREEK SMALL LETTER PI}": r"\pi",
    "\N{GREEK SMALL LETTER PHI}": r"\phi",
}
_SPECIAL_LETTERS = str.maketrans(
    {letter: "\\" + letter for letter in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def shown_sign(sign: str) -> str:
    """Return a sign as it is set: a minus that is as wide as a plus."""
    return sign.replace("-", text.MINUS)


def needs_times(before: Node, after: Node) -> bool:
    """Return whether two factors need a sign between them: two numbers would become one."""
    return _ends_in_number(before) and _begins_with_number(after)


def _begins_with_number(node: Node) -> bool:
    match node:
        case Number():
            return True
        case Power(base, _):
            return _begins_with_number(base)
        case Product(factors):
            return _begins_with_number(factors[0])
        case Quotient(numerator, _):
            return _begins_with_number(without_brackets(numerator))
        case Group(inner):
            return isinstance(inner, Number)
        case _:
            return False


def _ends_in_number(node: Node) -> bool:
    match node:
        case Number() | Quotient():
            return True
        case Power(_, exponent):
            return isinstance(exponent, Number)
        case Group():
            return True
        case Product(factors):
            return _ends_in_number(factors[-1])
        case _:
            return False


# ------------------------------------------------------------------------------- text


def as_text(formula: Formula) -> str:
    """Return a formula on one line."""
    return ", ".join(_clause_text(clause) for clause in formula.clauses)


def _clause_text(clause: Clause) -> str:
    match clause:
        case Statement(members, remark, lead):
            line = " = ".join(member_text(member) for member in members)
            return " ".join(part for part in (lead, line, remark) if part)
        case Special(value, _, words):
            return f"{member_text(value)} {tr('where')} {words}"
        case Remark(words):
            return words


def member_text(node: Node) -> str:
    """Return one side of an equation as text."""
    return _text(without_brackets(node))


def _text(node: Node) -> str:  # noqa: C901, PLR0911 - one case a kind of part
    match node:
        case Number(written):
            return written
        case Name(_, letters, below):
            if not below:
                return letters
            return f"{letters}_{below}" if below[0].isalpha() or "+" in below else letters + below
        case Sum(terms):
            return _sum(terms, _text)
        case Product(factors):
            return _side_by_side(factors, _text, f" {_TIMES} ", " ")
        case Quotient(numerator, denominator):
            return f"{_text(numerator)} / {_text(denominator)}"
        case Power(base, exponent):
            return f"{_text(base)}^{_text(exponent)}"
        case Root(inner):
            return f"\N{SQUARE ROOT}({_text(inner)})"
        case Absolute(inner):
            return f"|{_text(inner)}|"
        case Group(inner):
            return f"({_text(inner)})"
        case Call(function, arguments):
            return f"{_text(function)}({', '.join(map(_text, arguments))})"
        case Over(operator, index, body):
            return " ".join(
                (f"{operator}_{index}" if index else operator, _text(body)),
            )


def _sum(terms: tuple[tuple[str, Node], ...], write: Callable[[Node], str]) -> str:
    (sign, first), *others = terms
    start = text.MINUS if sign == "-" else ""
    return start + write(first) + "".join(f" {shown_sign(s)} {write(term)}" for s, term in others)


def _side_by_side(
    factors: tuple[Node, ...], write: Callable[[Node], str], times: str, space: str
) -> str:
    result = write(factors[0])
    for before, after in pairwise(factors):
        result += (times if needs_times(before, after) else space) + write(after)
    return result


# ------------------------------------------------------------------------------ LaTeX


def as_latex(formula: Formula) -> str:
    """Return a formula for the mathematical mode of LaTeX."""
    return r",\quad ".join(_clause_latex(clause) for clause in formula.clauses)


def _clause_latex(clause: Clause) -> str:
    match clause:
        case Statement(members, remark, lead):
            line = " = ".join(_latex(without_brackets(member)) for member in members)
            before = rf"\text{{{escaped(lead)} }}" if lead else ""
            return before + line + (rf"\text{{ {escaped(remark)}}}" if remark else "")
        case Special(value, None, words):
            return rf"{_latex(value)}\text{{ {escaped(tr('where'))} {escaped(words)}}}"
        case Special(value, condition, _):
            told = _clause_latex(condition) if condition is not None else ""
            return rf"{_latex(value)}\text{{ {escaped(tr('where'))} }}{told}"
        case Remark(words):
            return rf"\text{{{escaped(words)}}}"


def _latex(node: Node) -> str:  # noqa: C901, PLR0911 - one case a kind of part
    match node:
        case Number(written):
            return number_latex(written)
        case Name(_, letters, below):
            return _name_latex(letters, below)
        case Sum(terms):
            return _sum(terms, _latex).replace(text.MINUS, "-")
        case Product(factors):
            return _side_by_side(factors, _latex, r" \times ", r" \, ")
        case Quotient(numerator, denominator):
            above, below = (_latex(without_brackets(part)) for part in (numerator, denominator))
            return rf"\frac{{{above}}}{{{below}}}"
        case Power(base, exponent):
            return f"{_latex(base)}^{{{_latex(without_brackets(exponent))}}}"
        case Root(inner):
            return rf"\sqrt{{{_latex(inner)}}}"
        case Absolute(inner):
            return rf"\left|{_latex(inner)}\right|"
        case Group(inner):
            return rf"\left({_latex(inner)}\right)"
        case Call(function, arguments):
            name = rf"\operatorname{{{function.letters}}}"
            name += f"_{{{function.below}}}" if function.below else ""
            return rf"{name}\left({', '.join(map(_latex, arguments))}\right)"
        case Over(operator, index, body):
            return rf"\{operator}{f'_{{{index}}}' if index else ''} {_latex(body)}"


def _name_latex(letters: str, below: str) -> str:
    prime = "'" if letters.endswith("\N{PRIME}") else ""
    letters = letters.removesuffix("\N{PRIME}")
    single = 1
    if letters in _GREEK:
        shown = _GREEK[letters]
    elif letters.startswith("LR"):
        shown = rf"\mathit{{LR}}^{{{letters[2:].replace(text.MINUS, '-')}}}"
    else:
        shown = letters if len(letters) == single else rf"\mathit{{{letters}}}"
    index = rf"\mathrm{{{below}}}" if below.isupper() and len(below) > single else below
    return shown + prime + (f"_{{{index}}}" if below else "")


def number_latex(written: str) -> str:
    """Return a number as it is shown on the screen for the mathematical mode."""
    digits, sign, exponent = written.partition("e")
    digits = digits.replace(text.MINUS, "-").replace(text.INFINITE, r"\infty")
    digits = digits.replace("\N{NARROW NO-BREAK SPACE}", r"\,").replace(",", "{,}")
    digits = digits.replace(r"\{,}", r"\,")
    if not sign:
        return digits
    power = int(exponent.replace(text.MINUS, "-"))
    return rf"{digits} \times 10^{{{power}}}"


def escaped(words: str) -> str:
    """Return text that LaTeX sets as it stands."""
    return words.translate(_SPECIAL_LETTERS)
