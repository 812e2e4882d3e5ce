"""What a question about a file is about, and what comes of each answer to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building.used_rows import UsedRows
from evalgui.io.meaning import Role, is_entity_name, label_key, show_hidden

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.io.meaning import Reason, Roles
    from evalgui.io.table import RawTable

_MOST_SHOWN = 4
_MOST_LABELS = 1_000


@dataclass(frozen=True, slots=True)
class AskedCells:
    """The cells that a question is about.

    Parameters
    ----------
    shown
        The first of them: the id of the row, or its number, and the cell.
    n_more
        How many there are beside these.
    question
        What is asked beside them, shorter than where they have to be named; "" where it is not.
    """

    shown: tuple[tuple[str, str], ...] = ()
    n_more: int = 0
    question: str = ""


def cells_asked_about(table: RawTable, roles: Roles, reason: Reason) -> AskedCells:
    """Return the cells that a question is about; none where it is about whole columns.

    Parameters
    ----------
    table
        The table as read.
    roles
        What was proposed when it was asked.
    reason
        A reason with a question.
    """
    name = reason.columns[0] if reason.columns else roles.truth or ""
    rows = _rows_asked_about(table, roles, reason.role, name)
    if rows is None or not len(rows):
        return AskedCells()
    ids = next((one for one in table.columns if is_entity_name(one.header)), None)
    column, first = table.column(name), rows[:_MOST_SHOWN].tolist()
    shown = [(ids.text(row).strip() if ids else "", column.text(row).strip()) for row in first]
    return AskedCells(
        tuple(
            (place or phrase("row {row}", row=grouped(row + 1)), show_hidden(cell))
            for (place, cell), row in zip(shown, first, strict=True)
        ),
        len(rows) - len(first),
        _brief_question(reason.role, name, len(rows)),
    )


def _brief_question(role: Role, name: str, n: int) -> str:
    shown = grouped(n)
    if role is Role.UNREADABLE:
        return phrase_n(
            n,
            "1 cell is no number in '{name}': leave out?",
            "{n} cells are no numbers in '{name}': leave out?",
            n=shown,
            name=name,
        )
    if role is Role.LIMITS:
        return phrase_n(
            n,
            "What is the limit in '{name}'?",
            "What are the {n} limits in '{name}'?",
            n=shown,
            name=name,
        )
    return ""


def _rows_asked_about(
    table: RawTable, roles: Roles, role: Role, name: str
) -> NDArray[np.intp] | None:
    """Return the rows, from 0, whose cells in a column are asked about; None for whole columns."""
    if name not in table.names:
        return None
    column = table.column(name)
    if role in {Role.UNREADABLE, Role.LIMITS}:
        numbers = column.parse_numbers(roles.decimal, roles.thousands)
        rows = numbers.unreadable if role is Role.UNREADABLE else numbers.bad_limits
        is_used = UsedRows.chosen_of(table, roles).why[rows] == 0
        return np.asarray(rows[is_used], np.intp)
    if role not in {Role.MISSING_LABELS, Role.BLANK_LABELS}:
        return None
    found = column.encode(_MOST_LABELS)
    if found is None:
        return None
    labels = {""} if role is Role.BLANK_LABELS else set(map(label_key, roles.missing_labels or ()))
    places = [place for place, label in enumerate(found.texts) if label_key(label) in labels]
    if "" in labels:
        places.append(-1)  # where the file has no value at all
    return np.flatnonzero(np.isin(found.codes, places))


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """What comes of an answer.

    Parameters
    ----------
    rows
        How many rows are used, in words; "" where more has to be said first.
    refusal
        Why nothing comes of it; "" where something does.
    lacking
        How many rows have no score, for each score that lacks some.
    """

    rows: str = ""
    refusal: str = ""
    lacking: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, dataset: Dataset | None) -> AnswerOutcome:
        """Return what comes of an answer with which a file makes a data set, or none yet."""
        if dataset is None:
            return cls()
        if dataset.matrix is not None:
            return cls(phrase("{n} counted", n=grouped(dataset.matrix.n)))
        n_missing = (int(np.count_nonzero(np.isnan(one.values))) for one in dataset.scores)
        lacking = zip((one.name for one in dataset.scores), n_missing, strict=True)
        return cls(
            phrase(
                "{n} of {n_rows} rows",
                n=grouped(dataset.n),
                n_rows=grouped(dataset.n_rows_in_file),
            ),
            lacking=tuple((name, n) for name, n in lacking if n),
        )

    def told(self, columns: Collection[str]) -> str:
        """Return it in words, with the rows without a score in these columns."""
        n = sum(count for name, count in self.lacking if name in columns)
        if self.refusal or not n:
            return self.refusal or self.rows
        return phrase("{used}, {n} without this score", used=self.rows, n=grouped(n))
