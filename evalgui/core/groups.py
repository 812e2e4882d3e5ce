"""Rows of a data set by what stands in one of its columns, such as those of each site.

An expression such as ``age > 60`` is taken for a column, too: of what holds, and what does not.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.errors import DataError, sentence_of
from evalgui.core.part_of_rows import of_rows
from evalgui.core.row_expressions import both, equals, is_expression, is_missing
from evalgui.core.snapshot import EMPTY, resolve
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Column, Dataset
    from evalgui.core.snapshot import Snapshot

_HERE = "snapshot"
WITHOUT_VALUE = phrase("without a value")
"""What a group without a value is called."""

UNNAMED = phrase("(without a value)")
"""What a group without a value is called beside another name."""

MISSING = "(missing)"
"""What programs call the group of rows without a value."""

MOST_GROUPS = 200
"""What has more different values tells no groups, but names or measurements."""

_CHOSEN = {"not_in_subset", "subset_unknown"}  # rows that somebody did not ask about


class HasCodes(Protocol):
    """A column as indices into its different texts."""

    @property
    def codes(self) -> NDArray[np.integer]:
        """An index for each row; -1 where there is no value: (n,) int."""

    @property
    def texts(self) -> Sequence[str]:
        """The different texts."""


@runtime_checkable
class CodedColumn(Protocol):
    """A column that knows its different texts without being read cell by cell."""

    def encode(self, limit: int) -> HasCodes | None:
        """Return it as indices into its texts; None where these are more than a limit."""

    def of_all_rows(self) -> CodedColumn:
        """Return the column with the rows of the file that were set aside, too."""

    def __len__(self) -> int:
        """Return the number of rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The rows with one value of a column.

    Parameters
    ----------
    name
        The value without blanks around it; "" for rows without any. Of two columns both, with a
        comma between.
    dataset
        The rows, as a data set without columns.
    parts
        The value of each column.
    rows
        The expression that chooses the rows; "" where none does, as of those of which an
        expression says nothing since a number is missing.
    kept
        What was worked out of it, by a name of whoever did.
    lock
        Held by whoever works it out, so that no other thread does the same meanwhile.
    """

    name: str
    dataset: Dataset
    parts: tuple[str, ...] = ()
    rows: str = ""
    kept: dict[str, Any] = field(default_factory=dict, repr=False)
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def n(self) -> float:
        """How many instances its rows stand for."""
        return self.dataset.n_instances


class NoGroupsError(ValueError):
    """A column has no groups; the message says why."""


_MAKING = Lock()
_KNOWN: WeakKeyDictionary[Dataset, dict[tuple[str, ...], tuple[Group, ...]]] = WeakKeyDictionary()


def groups_of(dataset: Dataset, *columns: str) -> tuple[Group, ...]:
    """Return the rows of each value of a column, in the order of the values; made once.

    Parameters
    ----------
    dataset
        With columns.
    columns
        The name of one of them, or an expression that chooses rows; or two that are crossed: each
        pair of values that occurs.

    Returns
    -------
    tuple of Group
        Texts that differ in blanks around them are one value. The rows without a value are a
        group, the last one. Of an expression the first group are the rows that it chooses, the
        second one all others; those of which it says nothing are the last. A value whose rows
        all lack what is assessed, such as a true class, is a group without rows; what a subset
        left out, or a hand set aside, is none.

    Raises
    ------
    NoGroupsError
        If there is no such column, or it has more than `MOST_GROUPS` different values; or if an
        expression cannot be understood.
    """
    with _MAKING:
        known = _KNOWN.setdefault(dataset, {})
        if columns not in known:
            known[columns] = tuple(
                Group(
                    named(parts),
                    of_rows(dataset, rows),
                    parts,
                    chosen_by(dataset, columns, parts),
                )
                for parts, rows in rows_of(dataset, columns).items()
            )
        return known[columns]


def why_no_groups(dataset: Dataset, column: str) -> str:
    """Return why a column, or an expression, has no groups; "" where it has."""
    try:
        placed(dataset, column)
    except NoGroupsError as error:
        return sentence_of(error)
    return ""


def snapshots_by(
    snapshot: Snapshot, *columns: str, look: Callable[[], None] = lambda: None
) -> tuple[tuple[Group, Snapshot], ...]:
    """Return each group of a column with what the same threshold does in its rows.

    Parameters
    ----------
    snapshot
        With a data set.
    columns
        As of `groups_of`, whose errors these are.
    look
        Called before each group; what it raises ends the work.
    """
    dataset = snapshot.dataset
    return () if dataset is None else snapshots_of(snapshot, groups_of(dataset, *columns), look)


def snapshots_of(
    snapshot: Snapshot, groups: Iterable[Group], look: Callable[[], None] = lambda: None
) -> tuple[tuple[Group, Snapshot], ...]:
    """Return each of some groups of the rows with what the same threshold does in them.

    `look` is as of `snapshots_by`.
    """
    point = snapshot.point
    alone = replace(
        snapshot.inputs,
        threshold=None if point is None else point.threshold,
        is_followed=False,
        development=None,
        others=(),
        waiting=None,
    )
    found = []
    for group in groups:
        look()
        with group.lock:
            there = resolve(replace(alone, dataset=group.dataset), group.kept.get(_HERE, EMPTY))
            group.kept[_HERE] = there  # whose scores are sorted
        found.append((group, there))
    return tuple(found)


def named(parts: tuple[str, ...]) -> str:
    """Return what a group is called, by the value of each column."""
    return parts[0] if len(parts) == 1 else joined(", ", (part or UNNAMED for part in parts))


def chosen_by(dataset: Dataset, columns: Sequence[str], parts: Sequence[str]) -> str:
    """Return the expression that chooses the rows of a group; "" where none does.

    Parameters
    ----------
    dataset, columns
        As of `groups_of`.
    parts
        The value of each column.
    """
    found = []
    for column, part in zip(columns, parts, strict=True):
        if any(one.name == column for one in dataset.columns):
            found.append(equals(column, part) if part else is_missing(column))
        elif not part:
            return ""
        else:
            found.append(part)
    return both(*found)


def rows_of(dataset: Dataset, columns: Sequence[str]) -> Mapping[tuple[str, ...], NDArray[np.intp]]:
    """Return the places of the rows of each group, by the values of its columns, in their order.

    Parameters and errors are those of `groups_of`.
    """
    of_row, names, lacking = placed(dataset, columns[0])
    every: list[tuple[str, ...]] = [(name,) for name in names]
    gone: set[tuple[str, ...]] = {(name,) for name in lacking}
    for column in columns[1:]:
        of_other, others, _lacking = placed(dataset, column)
        of_row, gone = of_row * len(others) + of_other, set()
        every = [(*one, other) for one in every for other in others]
    rows = np.argsort(of_row, kind="stable")
    ends = np.searchsorted(of_row[rows], np.arange(len(every) + 1))
    found = {parts: rows[ends[at] : ends[at + 1]] for at, parts in enumerate(every)}
    return {parts: part for parts, part in found.items() if len(part) or parts in gone}


def placed(dataset: Dataset, column: str) -> tuple[NDArray[np.int64], list[str], set[str]]:
    """Return the place of each row among the values of a column, these, and those gone.

    Parameters
    ----------
    dataset, column
        As of `groups_of`, whose errors these are.

    Returns
    -------
    places : (n,) array of int
        From 0, the last one where there is no value.
    names
        The values in their order, "" as the last one.
    lacking
        Those that no row has which can be assessed.
    """
    found = next((one for one in dataset.columns if one.name == column), None)
    if found is None and is_expression(column) and dataset.rows_where is not None:
        return _placed_by(dataset, column)
    if found is None:
        message = phrase("there is no column '{column}'", column=column)
        raise NoGroupsError(message)
    codes, texts = coded(found)
    names = [text.strip() for text in texts]
    lacking = _lacking(dataset, found)
    order = sorted({*names, *lacking} - {""}, key=_by_number)
    place = {name: at for at, name in enumerate([*order, ""])}
    of_code = np.array([*(place[name] for name in names), place[""]], np.int64)
    return of_code[codes], [*place], lacking  # -1 finds the last one


def sides_of(expression: str) -> tuple[str, ...]:
    """Return the names of the rows that an expression chooses, and of those that it does not."""
    return expression, f"not ({expression})"


def _placed_by(dataset: Dataset, expression: str) -> tuple[NDArray[np.int64], list[str], set[str]]:
    """Return the same of an expression: 0 where it holds, 1 where not, else 2; both always are."""
    assert dataset.rows_where is not None  # noqa: S101 - who calls it has looked
    sides = sides_of(expression)
    try:
        holds, fails = (dataset.rows_where(dataset.columns, one) for one in sides)
    except DataError as error:
        raise NoGroupsError(error.message) from None
    return np.where(holds, 0, np.where(fails, 1, 2)), [*sides, ""], set(sides)


def _lacking(dataset: Dataset, column: Column) -> set[str]:
    """Return the values in rows of the file that cannot be assessed."""
    gone = [
        one.rows - 1
        for one in dataset.exclusions
        if not one.is_by_hand and one.code not in _CHOSEN and one.count
    ]
    if not gone or not isinstance(column, CodedColumn):
        return set()
    whole = column.of_all_rows()
    found = whole.encode(MOST_GROUPS) if len(whole) == dataset.n_rows_in_file else None
    if found is None:
        return set()
    codes = np.unique(found.codes[np.concatenate(gone)]).tolist()
    return {found.texts[code].strip() if code >= 0 else "" for code in codes}


def coded(column: Column) -> tuple[NDArray[np.integer], Sequence[str]]:
    """Return a column as an index for each row, -1 for no value, and the different texts.

    Raises
    ------
    NoGroupsError
        If there are more than `MOST_GROUPS`.
    """
    if isinstance(column, CodedColumn):
        found = column.encode(MOST_GROUPS)
        if found is not None:
            return found.codes, found.texts
    else:
        places: dict[str, int] = {}
        codes = [places.setdefault(column.text(row), len(places)) for row in range(len(column))]
        if len(places) <= MOST_GROUPS:
            return np.array(codes, np.int64), tuple(places)
    message = phrase(
        "'{name}' has more than {most_groups} different values, and so no groups",
        name=column.name,
        most_groups=MOST_GROUPS,
    )
    raise NoGroupsError(message)


def _by_number(text: str) -> tuple[float, str]:
    try:
        return float(text), text
    except ValueError:
        return float("inf"), text


__all__ = [
    "MOST_GROUPS",
    "UNNAMED",
    "CodedColumn",
    "Group",
    "HasCodes",
    "NoGroupsError",
    "chosen_by",
    "groups_of",
    "of_rows",
    "placed",
    "rows_of",
    "snapshots_by",
    "snapshots_of",
    "why_no_groups",
]
