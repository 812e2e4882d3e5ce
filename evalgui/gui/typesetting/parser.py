"""Reads the formulas of the measures as they are written in the registry.

The language: ``TP TN`` is a product, ``/`` divides all factors on its left by the one on its
right, ``sum``, ``max`` and ``min`` take the factors that follow, a ``_`` lowers what is behind
it, and clauses stand after commas, semicolons or "with". A clause that is no formula is words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from evalgui.core.languages import tr
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
    names_of,
)

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+)?)
  | (?P<name>LR[+-](?=\s|$|\))
           | [A-Za-z]+(?:\d+(?:\.\d+)?)?'?(?:_\+?[A-Za-z]+\+?)?)
  | (?P<sign>[-+/^()|=,])
    )""",
    re.VERBOSE,
)
_CUT = re.compile(r"([A-Za-z]+?)(\d[\d.]*)?('?)(?:_(.+))?")
_AND, _WITH, _WHERE = map(re.escape, (tr("and"), tr("with"), tr("where")))
_CLAUSE_ENDS = re.compile(rf"[,;]\s+(?:{_AND}\s+)?|\s+{_WITH}\s+(?=\S+\s=\s)")
_SPECIAL = re.compile(rf"(\S+) {_WHERE} (.+)")
_LED = re.compile(r"([a-z].*:|[a-z].* of) (\S.*/.*)")
_OVER = {"sum", "max", "min"}
_FUNCTIONS = {"ln", "log10", "log2", "min", "max", "H", "P", "A", "AUC"}
_LOWER_CASE_NAMES = {"alpha", "beta", "pi", "po", "pe", "phi2"}
_SHOWN = {"alpha": "\N{GREEK SMALL LETTER ALPHA}", "beta": "\N{GREEK SMALL LETTER BETA}"}
_SHOWN |= {"pi": "\N{GREEK SMALL LETTER PI}", "phi": "\N{GREEK SMALL LETTER PHI}"}
_LOWERED = {"po": ("p", "o"), "pe": ("p", "e")}


class FormulaError(ValueError):
    """The text is no formula of this language."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    written: str
    start: int
    end: int


def parse(written: str) -> Formula:
    """Read a formula; what cannot be read becomes a remark."""
    return Formula(tuple(_clause(clause, number) for number, clause in enumerate(_cut(written))))


def _cut(written: str) -> list[str]:
    """Return the clauses: the text between commas outside of brackets."""
    clauses, start, depth = [], 0, 0
    ends = {match.start(): match.end() for match in _CLAUSE_ENDS.finditer(written)}
    for place, letter in enumerate(written):
        depth += (letter == "(") - (letter == ")")
        if place in ends and depth == 0:
            clauses.append(written[start:place])
            start = ends[place]
    return [*clauses, written[start:]]


def _clause(written: str, number: int) -> Clause:
    special = _SPECIAL.fullmatch(written)
    try:
        if special is None:
            return _statement(written, is_first=number == 0)
        value = _statement(special[1], is_first=False).members[0]
    except FormulaError:
        return _led(written)
    try:
        condition = _statement(special[2], is_first=False)
    except FormulaError:
        return Special(value, None, special[2])
    return Special(value, None if condition.remark else condition, special[2])


def _led(written: str) -> Clause:
    """Read a formula behind words, as in "mean over the classes of TP / n"; or else words."""
    led = _LED.fullmatch(written)
    try:
        members = _statement(led[2], is_first=True).members if led is not None else ()
    except FormulaError:
        members = ()
    return Statement(members, lead=led[1]) if led is not None and members else Remark(written)


def _statement(written: str, *, is_first: bool) -> Statement:
    reader = _Reader(written)
    members = [reader.sum()]
    while reader.takes("="):
        members.append(reader.sum())
    remark = reader.rest()
    if remark and not remark[0].isalpha():
        raise FormulaError(written)
    if is_first and remark:
        # Formulas first, words later: a sentence that begins with a name is a sentence.
        raise FormulaError(written)
    return Statement(tuple(members), remark)


def _is_word(written: str) -> bool:
    """Return whether letters are a word of English and no name."""
    letters = written.partition("_")[0]
    known = letters in _LOWER_CASE_NAMES | _OVER | _FUNCTIONS | {"sqrt"}
    return (
        letters.islower()
        and letters.isalpha()
        and len(letters) > 1
        and not known
        and ("_" not in written)
    )


def _name(written: str) -> Name:
    if written.startswith("LR") and written[2:] in {"+", "-"}:
        return Name(written, "LR" + written[2:].replace("-", "\N{MINUS SIGN}"))
    if written in _LOWERED:
        return Name(written, *_LOWERED[written])
    cut = _CUT.fullmatch(written)
    if cut is None:
        raise FormulaError(written)
    letters, digits, prime, below = cut.groups(default="")
    prime = prime.replace("'", "\N{PRIME}")
    return Name(written, _SHOWN.get(letters, letters) + prime, digits + below)


class _Reader:
    """Reads one expression from the left, a token at a time."""

    def __init__(self, written: str) -> None:
        self._written = written
        self._tokens: list[_Token] = []
        place = 0
        while (match := _TOKEN.match(written, place)) is not None:
            kind = match.lastgroup or ""
            self._tokens.append(_Token(kind, match[kind], match.start(kind), match.end()))
            place = match.end()
        self._readable = place
        self._next = 0
        self._bars = 0

    def _peek(self, ahead: int = 0) -> str:
        """Return the next token; "" at the end and where words begin."""
        place = self._next + ahead
        if place >= len(self._tokens):
            return ""
        token = self._tokens[place]
        return "" if token.kind == "name" and _is_word(token.written) else token.written

    def takes(self, sign: str) -> bool:
        """Go past a sign, if it comes next."""
        if self._peek() != sign:
            return False
        self._next += 1
        return True

    def _need(self, sign: str) -> None:
        if not self.takes(sign):
            raise FormulaError(self._written)

    def rest(self) -> str:
        """Return what was not read."""
        if self._next < len(self._tokens):
            return self._written[self._tokens[self._next].start :].strip()
        return self._written[self._readable :].strip()

    def sum(self) -> Node:
        """Read terms with their signs."""
        sign = "-" if self.takes("-") else "+"
        terms = [(sign, self._product())]
        while self._peek() in {"+", "-"}:
            sign = self._peek()
            self._next += 1
            terms.append((sign, self._product()))
        return terms[0][1] if len(terms) == 1 and terms[0][0] == "+" else Sum(tuple(terms))

    def _product(self) -> Node:
        """Read factors and divisions, from the left."""
        factors = [self._power()]
        while True:
            if self.takes("/"):
                numerator = factors[0] if len(factors) == 1 else Product(tuple(factors))
                factors = [_over(numerator, self._denominator())]
            elif self._starts_a_factor():
                factors.append(self._power())
            else:
                return factors[0] if len(factors) == 1 else Product(tuple(factors))

    def _starts_a_factor(self) -> bool:
        written = self._peek()
        if written == "|":
            return self._bars == 0
        return written == "(" or written[:1].isalnum()

    def _denominator(self) -> Node:
        """Read one factor, with the name that is glued to a number: the 2n of x / 2n."""
        factor = self._power()
        if isinstance(factor, Number) and self._is_glued():
            return Product((factor, self._power()))
        return factor

    def _is_glued(self) -> bool:
        if not self._peek()[:1].isalpha():
            return False
        return self._tokens[self._next].start == self._tokens[self._next - 1].end

    def _power(self) -> Node:
        base = self._primary()
        return Power(base, self._primary()) if self.takes("^") else base

    def _primary(self) -> Node:
        written = self._peek()
        if not written:
            raise FormulaError(self._written)
        token = self._tokens[self._next]
        self._next += 1
        if token.kind == "number":
            return Number(written)
        if token.kind == "name":
            return self._named(written)
        if written == "(":
            bars, self._bars = self._bars, 0
            inner = self.sum()
            self._bars = bars
            self._need(")")
            return Group(inner)
        if written == "|":
            self._bars += 1
            inner = self.sum()
            self._bars -= 1
            self._need("|")
            return Absolute(inner)
        raise FormulaError(self._written)

    def _named(self, written: str) -> Node:
        letters, _, index = written.partition("_")
        opens = self._peek() == "(" and self._tokens[self._next].start == (
            self._tokens[self._next - 1].end
        )
        if letters == "sqrt" and opens:
            return Root(self._arguments()[0])
        if letters in _FUNCTIONS and opens:
            return Call(_name(written), self._arguments())
        if letters in _OVER:
            return Over(letters, index, self._body())
        return _name(written)

    def _arguments(self) -> tuple[Node, ...]:
        self._need("(")
        found = [self.sum()]
        while self.takes(","):
            found.append(self.sum())
        self._need(")")
        return tuple(found)

    def _body(self) -> Node:
        """Read the factors that a sum or a maximum takes in."""
        factors = [self._power()]
        while self._starts_a_factor():
            factors.append(self._power())
        return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _over(numerator: Node, denominator: Node) -> Node:
    """Divide; what has the index of a class is divided inside of the sum before it."""
    is_indexed = any(
        "_" in name and name[:1].islower() for name in names_of(denominator)
    ) and not isinstance(denominator, (Over, Group))
    last = numerator.factors[-1] if isinstance(numerator, Product) else numerator
    if not (is_indexed and isinstance(last, Over)):
        return Quotient(numerator, denominator)
    inside = Over(last.operator, last.index, Quotient(last.body, denominator))
    if isinstance(numerator, Product):
        return Product((*numerator.factors[:-1], inside))
    return inside
