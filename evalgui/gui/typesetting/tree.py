"""The parts of a formula, as the parser finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written, and whether it stands for a name."""

    written: str
    is_filled: bool = False

    @property
    def is_negative(self) -> bool:
        """Whether it needs brackets after another sign."""
        return self.written.startswith(("-", "\N{MINUS SIGN}"))


@dataclass(frozen=True, slots=True)
class Name:
    """A quantity: its name in the text, and how that is cut for the eye."""

    written: str
    letters: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms, each with "+" or "-" before it."""

    terms: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Factors side by side."""

    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """Something over something."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True, slots=True)
class Power:
    """A base with an exponent."""

    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Absolute:
    """A value without its sign."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Group:
    """Something in brackets."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A named function of some arguments."""

    function: Name
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """A sum, a maximum or a minimum over classes, of what follows."""

    operator: str
    index: str
    body: Node


Node: TypeAlias = (
    Number | Name | Sum | Product | Quotient | Power | Root | Absolute | Group | Call | Over
)


@dataclass(frozen=True, slots=True)
class Statement:
    """Members that are equal, and words before and after them."""

    members: tuple[Node, ...]
    remark: str = ""
    lead: str = ""

    @property
    def is_definition(self) -> bool:
        """Whether it says what a name means."""
        return len(self.members) > 1 and isinstance(self.members[0], Name)


@dataclass(frozen=True, slots=True)
class Special:
    """A value that holds where a condition does; the condition may be no more than words."""

    value: Node
    condition: Statement | None
    words: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Words."""

    words: str


Clause: TypeAlias = Statement | Special | Remark


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: most often the first clause is the formula itself, and the others explain it."""

    clauses: tuple[Clause, ...]

    @property
    def is_typeset(self) -> bool:
        """Whether the formula itself is more than words."""
        return any(
            isinstance(clause, Statement) and not clause.is_definition for clause in self.clauses
        )


def without_brackets(node: Node) -> Node:
    """Return what stands in brackets, where a bar or a root makes them needless."""
    return without_brackets(node.inner) if isinstance(node, Group) else node


def names_of(node: Node) -> frozenset[str]:
    """Return the names that occur in a part, other than those of functions."""
    if isinstance(node, Name):
        return frozenset({node.written})
    return frozenset().union(*(names_of(part) for part in parts_of(node)))


def parts_of(node: Node) -> tuple[Node, ...]:  # noqa: PLR0911 - one case a kind of part
    """Return what a part is made of."""
    match node:
        case Sum(terms):
            return tuple(term for _sign, term in terms)
        case Product(factors):
            return factors
        case Quotient(numerator, denominator):
            return (numerator, denominator)
        case Power(base, exponent):
            return (base, exponent)
        case Root(inner) | Absolute(inner) | Group(inner) | Over(_, _, inner):
            return (inner,)
        case Call(_, arguments):
            return arguments
        case _:
            return ()
