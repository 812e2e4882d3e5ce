"""Which rows are singled out, as a value: cells, scores, classes and rows, joined one by one.

What is brushed in one view is a term; the next one widens, narrows or replaces it. Nothing here
looks at rows: whoever shows them asks which those are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias


class Joined(StrEnum):
    """How a term is joined to those before it."""

    AND = "and"
    OR = "or"
    WITHOUT = "and not"


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows of some cells of the matrix, (actual, predicted); others at another threshold."""

    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Between:
    """The rows that one of two thresholds calls positive, and the other does not."""

    one: float
    other: float


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The rows with a score from `low` to `high`, both included, beside the values of the score."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class OfClasses:
    """The rows whose truth is one of some classes, as indices."""

    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows by their numbers in the file, from 1, ascending."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Where:
    """The rows that an expression over the columns of the file chooses."""

    expression: str


Term: TypeAlias = Cells | Between | ScoreRange | OfClasses | Rows | Where


@dataclass(frozen=True, slots=True)
class Part:
    """A term, and how it is joined to those before it; of the first one that says nothing."""

    term: Term
    joined: Joined = Joined.AND


@dataclass(frozen=True, slots=True)
class Selection:
    """Terms from the first to the last, each joined to all before it; none means all rows.

    Parameters
    ----------
    parts
        The terms.
    is_inverted
        Whether the rows are meant that are not in it.

    Examples
    --------
    >>> missed = Selection.of(Cells(((0, 1),)))
    >>> near = missed.joined(ScoreRange(0.4, 0.5), Joined.AND)
    >>> [part.joined.value for part in near.parts], near.cells, bool(NO_SELECTION)
    (['and', 'and'], ((0, 1),), False)
    """

    parts: tuple[Part, ...] = ()
    is_inverted: bool = False

    @classmethod
    def of(cls, term: Term) -> Selection:
        """Return that of one term alone."""
        return cls((Part(term),))

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells of the matrix that it names, in order."""
        named = (part.term.cells for part in self.parts if isinstance(part.term, Cells))
        return tuple(dict.fromkeys(cell for cells in named for cell in cells))

    @property
    def follows_threshold(self) -> bool:
        """Whether it means other rows at another threshold."""
        return any(isinstance(part.term, Cells) for part in self.parts)

    def joined(self, term: Term, how: Joined) -> Selection:
        """Return it with one more term."""
        if not self.parts and how is not Joined.WITHOUT:
            return Selection.of(term)
        if not self.parts:
            return Selection((Part(term),), is_inverted=True)
        return replace(self, parts=(*self.parts, Part(term, how)))

    def without(self, place: int) -> Selection:
        """Return it without the term at a place."""
        parts = (*self.parts[:place], *self.parts[place + 1 :])
        return replace(self, parts=parts) if parts else NO_SELECTION

    def with_cells(self, cells: tuple[tuple[int, int], ...]) -> Selection:
        """Return it with other cells of the matrix in the place of those it names, or with none."""
        others = tuple(part for part in self.parts if not isinstance(part.term, Cells))
        if not cells:
            return replace(self, parts=others) if others else NO_SELECTION
        return Selection((Part(Cells(cells)), *others), self.is_inverted and bool(others))

    def inverted(self) -> Selection:
        """Return that of all other rows; of none, none."""
        return replace(self, is_inverted=not self.is_inverted) if self.parts else self

    def of_any_score(self) -> Selection:
        """Return it where it is about no score, else that of no term."""
        is_of_score = any(isinstance(part.term, Between | ScoreRange) for part in self.parts)
        return NO_SELECTION if is_of_score else self


NO_SELECTION = Selection()
