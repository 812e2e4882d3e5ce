"""Whether the table may have been misunderstood: what is set aside, and what is shifted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import both, phrase
from evalgui.io.building.used_rows import UsedRows
from evalgui.io.meaning import Basis, Role, classes_of, listed, quoted, show_hidden

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.building.class_columns import ClassColumns
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import RawColumn, RawTable

_MANY = 0.25  # of the rows
_SAMPLE = 200
_SHOWN = 2
_FEW_LABELS = 20
_MOST_CELLS = 3
_FEW = 2  # in a table of ten rows, that is nothing to ask about
_TORN = frozenset({"ragged_short", "ragged_long"})


def doubt_rows(draft: Draft) -> None:
    """Ask before many rows are set aside that have too few or too many cells.

    Such a table was taken apart at the wrong places, or is two tables in one file.
    """
    table = draft.table
    n_torn = sum(one.count for one in table.exclusions if one.code in _TORN)
    is_told = draft.wanted.truth or draft.wanted.set_aside_unreadable is not None
    if is_told or n_torn <= max(_MANY * table.n_rows, _FEW):
        return
    sentence = phrase("rows with another number of cells than the table has columns are set aside")
    question = phrase(
        "{n_torn} of {n_rows} rows have more or fewer cells than the table has columns, such as "
        "{torn}: are they to be set aside?",
        n_torn=grouped(n_torn),
        n_rows=grouped(table.n_rows),
        torn=_torn_rows(table),
    )
    draft.guess(Role.UNREADABLE, sentence, Basis.CONTENT, question=question)


def _torn_rows(table: RawTable) -> str:
    """Return the cells of two rows that have too many or too few."""
    torn = [one for one in table.exclusions if one.code in _TORN]
    rows = sorted(int(row) for one in torn for row in one.rows[:_SHOWN])
    shown = []
    for row in rows[:_SHOWN]:
        cells = [cell for cell in (column.text(row - 1) for column in table.columns) if cell]
        words = ", ".join(map(quoted, cells[:_MOST_CELLS])) or phrase("no text")
        told = phrase(
            "row {row} ({cells} and more)" if len(cells) > _MOST_CELLS else "row {row} ({cells})",
            row=grouped(row),
            cells=words,
        )
        shown.append(told)
    return both(shown)


def doubt_row_names(draft: Draft) -> None:
    """Ask before a decimal comma shifts the columns, as if the rows had names.

    "p1,1,0,93" below "id,truth,score" is a row with a name, or one with the score 0,93.
    """
    table = draft.table
    is_short = any(one.code == "header_short" for one in table.findings)
    is_told = draft.wanted.truth or draft.wanted.decimal == "."
    if is_told or not is_short or table.how.delimiter != ",":
        return
    pairs = [pair for pair in pairwise(table.columns) if _may_be_one(*pair)]
    if not pairs:
        return
    parts = zip(*(column.head(_SHOWN) for column in pairs[-1]), strict=True)
    cells = [f"{one},{other}" for one, other in parts]
    sentence = phrase("the first cell of each row is the name of the row")
    question = phrase(
        "The rows have one cell more than the header has names: is the first cell the name of "
        "the row, and no comma a decimal sign, as it may be in {cells}?",
        cells=listed(cells),
    )
    draft.guess(Role.DECIMAL, sentence, Basis.CONTENT, question=question)


def _may_be_one(first: RawColumn, second: RawColumn) -> bool:
    """Return whether two columns may be the two parts of numbers with a decimal comma."""
    wholes = first.sample(_SAMPLE)
    if first.name == "row name" and len(set(wholes)) == len(wholes):
        return False  # names of rows, as R gives them: they are all different
    is_whole = all(text.strip().lstrip("+-").isdigit() for text in wholes)
    return is_whole and all(text.strip().isdigit() for text in second.sample(_SAMPLE))


def _are_of_groups(truth: NDArray[np.integer]) -> bool:
    """Return whether labels stand at the head of groups: in the first row, each below another."""
    places = np.flatnonzero(truth >= 0)
    if not len(places) or places[0] != 0 or len(places) < 2 or len(places) > len(truth) / 3:
        return False
    return bool(np.all(np.diff(truth[places]) != 0) and np.all(np.diff(places) > 1))


def doubt_empty(draft: Draft, found: ClassColumns) -> bool:
    """Ask whether empty cells are the other class, where all others are of one class."""
    roles = draft.roles
    labels = draft.table.column(roles.truth or "").distinct(_FEW_LABELS)
    own = () if labels is None else classes_of(dict.fromkeys(labels.texts, 1)).names
    is_asked = roles.blank_labels is None and bool(roles.scores or roles.predicted)
    if labels is None or len(own) != 1 or not is_asked:
        return False
    blank = (n for text, n in zip(labels.texts, labels.counts, strict=True) if not text.strip())
    name, n_empty = own[0], labels.n_empty + sum(blank)
    if not n_empty:
        return False
    shown = show_hidden(name)
    sentence = phrase(
        "empty cells in '{truth}' are taken for the other class than '{shown}'",
        truth=roles.truth,
        shown=shown,
    )
    question = phrase(
        "'{truth}' is '{shown}' or empty ({n_empty} of {n_rows} rows): are the empty cells the "
        "other class, or has nobody looked?",
        truth=roles.truth,
        shown=shown,
        n_empty=grouped(n_empty),
        n_rows=grouped(len(found.truth)),
    )
    draft.roles = replace(roles, blank_labels="other", positive=roles.positive or name)
    draft.guess(Role.BLANK_LABELS, sentence, Basis.CONTENT, roles.truth or "", question=question)
    return True


def doubt_labels(draft: Draft, found: ClassColumns) -> None:
    """Ask before many rows are set aside that have no label."""
    table, roles = draft.table, draft.roles
    kept = UsedRows.chosen_of(table, roles).kept()
    truth = found.truth if kept is None else found.truth[kept]
    n_missing = int(np.count_nonzero(truth < 0))
    is_told = draft.wanted.truth or draft.wanted.missing_labels is not None
    is_told = is_told or roles.blank_labels is not None
    if is_told or n_missing <= max(_MANY * len(truth), _FEW):
        return
    if _are_of_groups(truth):
        n = len(truth) - n_missing
        sentence = phrase(
            "a label in '{truth}' is that of each row below it, as of merged cells",
            truth=roles.truth,
        )
        question = phrase(
            "'{truth}' is filled in {n} of {n_rows} rows, and empty below each: does it hold for "
            "each of its rows below, as of merged cells?",
            truth=roles.truth,
            n=grouped(n),
            n_rows=grouped(len(truth)),
        )
        draft.roles = replace(roles, blank_labels="above")
        draft.guess(
            Role.BLANK_LABELS, sentence, Basis.CONTENT, roles.truth or "", question=question
        )
        return
    sentence = phrase("rows without a label in '{truth}' are set aside", truth=roles.truth)
    question = phrase(
        "{n} of {n_rows} rows have no label in '{truth}': are they to be set aside?",
        n=grouped(n_missing),
        n_rows=grouped(len(truth)),
        truth=roles.truth,
    )
    draft.guess(Role.TRUTH, sentence, Basis.CONTENT, roles.truth or "", question=question)
