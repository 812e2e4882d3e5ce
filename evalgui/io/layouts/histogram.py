"""A histogram of scores as a file: one whole number a line, the line number (from 0) the score.

Biometric programs write the comparisons of impostors that way, which are too many to list,
beside a file with one genuine score a line. Either file alone lacks the other class.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building import refusals
from evalgui.io.layouts import count_table
from evalgui.io.layouts.layout import Layout
from evalgui.io.meaning import Known, Reading, Role, Roles, plain_name, stated
from evalgui.io.table import RawColumn, RawTable, arrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAME_WORDS = frozenset({"hist", "histo", "histogram", "histograms"})
_SAMPLE = 200
_REASON = phrase(
    "a whole number on each line: the counts of the scores 0, 1, 2, ... of one class, "
    "or the scores themselves"
)


def sniff(table: RawTable) -> bool:
    """Return whether a table is one column of counts without a header.

    Scores may look the same: that is never decided here, but by the file beside it.
    """
    if len(table.columns) != 1 or table.how.header is not False or table.n_rows < 2:
        return False
    column = table.columns[0]
    if not all(text.strip().isdecimal() for text in column.sample(_SAMPLE)):
        return False
    return _counts(column) is not None


def is_named(name: str) -> bool:
    """Return whether a file says by its name that it is a histogram.

    Examples
    --------
    >>> is_named("impostor_hist.txt"), is_named("history.txt")
    (True, False)
    """
    return not _NAME_WORDS.isdisjoint(plain_name(name.partition(".")[0]).split("_"))


def read(table: RawTable) -> RawTable:
    """Return the table with what it lacks: the scores of the other class."""
    return replace(
        table,
        how=replace(table.how, format=HISTOGRAM.name),
        findings=tuple(one for one in table.findings if one.code != "header_missing"),
        known=Known(Roles(), (stated(Role.TABLE, _REASON),), lacks="other class"),
    )


def combine(histogram: RawTable, genuine: RawTable) -> RawTable:
    """Return the count table that a histogram of impostors and genuine scores make.

    Parameters
    ----------
    histogram
        How many impostors have the score 0, 1, 2, ...: one column, a row each.
    genuine
        One genuine score a row, in the last column. A missing one is counted without a score.

    Returns
    -------
    RawTable
        With the columns ``score``, ``n_genuine`` and ``n_impostor`` and their roles: a row
        for each line of the histogram and for each other genuine score, in ascending order;
        genuine comparisons without a score are the last row.

    Raises
    ------
    DataError
        If the histogram holds anything but counts or leaves lines out, or a genuine score is
        no number, with the places.

    Examples
    --------
    For a histogram with the lines 7, 2, 0 and the genuine scores 2, 2, 1, the rows are
    0, 0, 7; 1, 1, 2 and 2, 2, 0.
    """
    impostors = _require_counts(histogram)
    scores, n_missing = _genuine_scores(genuine)
    values, n_genuine = np.unique(scores + 0.0, return_counts=True)
    every = np.union1d(values, np.arange(len(impostors), dtype=np.float64))
    columns = np.zeros((2, len(every)), dtype=np.int64)
    columns[0, np.searchsorted(every, values)] = n_genuine
    columns[1, np.searchsorted(every, np.arange(len(impostors)))] = impostors
    is_whole = bool(np.all(np.floor(values) == values) and np.all(np.isfinite(values)))
    shown = arrow.array(every, arrow.int64() if is_whole else arrow.float64(), safe=True)
    if n_missing:
        shown = arrow.concat_arrays([shown, arrow.nulls(1, shown.type)])
        columns = np.concatenate([columns, [[n_missing], [0]]], axis=1)
    cells = (shown, arrow.array(columns[0]), arrow.array(columns[1]))
    names = ("score", "n_genuine", "n_impostor")
    return count_table.read(
        RawTable(
            name=f"{genuine.name} + {histogram.name}",
            columns=tuple(
                RawColumn(name, arrow.chunked_array([part]))
                for name, part in zip(names, cells, strict=True)
            ),
            n_rows=len(shown),
            how=Reading(format=phrase("delimited text")),
            findings=_findings(histogram, genuine, values, n_genuine),
        )
    )


def _counts(column: RawColumn) -> NDArray[np.int64] | None:
    """Return a column as counts; None where a cell is none."""
    numbers = column.parse_numbers()
    values = np.asarray(numbers.values, dtype=np.float64)
    are_counts = (values >= 0) & (np.floor(values) == values) & (values <= LARGEST_TOTAL)
    return values.astype(np.int64) if bool(are_counts.all()) else None


def _require_counts(histogram: RawTable) -> NDArray[np.int64]:
    counts = _counts(histogram.columns[0]) if len(histogram.columns) == 1 else None
    if counts is None:
        message = phrase(
            "this is no histogram: each line holds one whole number, the count of a score"
        )
        hint = phrase("Choose the file with the histogram")
        raise DataError(message, where=histogram.name, hint=hint)
    lines = [histogram.line(row) for row in (0, histogram.n_rows - 1)]
    if lines[0] is not None and lines[1] is not None:
        n_empty = lines[1] - lines[0] + 1 - histogram.n_rows
        if n_empty:
            message = phrase_n(
                n_empty,
                "1 line holds no count: which score the counts after it are of cannot be told",
                "{n} lines hold no count: which score the counts after it are of cannot be told",
                n=grouped(n_empty),
            )
            hint = phrase("Write 0 for a score that nothing has")
            raise DataError(message, where=histogram.name, hint=hint)
    return counts


def _genuine_scores(genuine: RawTable) -> tuple[NDArray[np.float64], int]:
    """Return the genuine scores, and how many are missing."""
    if genuine.exclusions:
        exclusion = genuine.exclusions[0]
        message = phrase_n(
            exclusion.count,
            "1 line cannot be trusted ({why})",
            "{n} lines cannot be trusted ({why})",
            n=grouped(exclusion.count),
            why=exclusion.reason,
        )
        raise DataError(message, where=genuine.name, hint=phrase("Correct these lines"))
    column = genuine.columns[-1]
    numbers = column.parse_numbers()
    where = phrase("{file}, column '{column}'", file=genuine.name, column=column.name)
    if not numbers.n_numbers or len(numbers.bad):
        what, advice = refusals.unreadable(genuine, column, numbers)
        raise DataError(what, where=where, hint=advice)
    values = np.asarray(numbers.values, dtype=np.float64)
    known = values[~np.isnan(values)]
    return known, len(values) - len(known)


def _findings(
    histogram: RawTable,
    genuine: RawTable,
    values: NDArray[np.float64],
    n_genuine: NDArray[np.intp],
) -> tuple[Finding, ...]:
    """Return what is odd about either file, and about genuine scores between two lines."""
    found = [
        finding
        for table in (genuine, histogram)
        for finding in table.findings
        if finding.code != "header_missing"
    ]
    n_between = int(n_genuine[np.floor(values) != values].sum())
    if n_between:
        text = phrase_n(
            n_between,
            "1 genuine score is no whole number, while the lines of the histogram stand for whole "
            "ones",
            "{n} genuine scores are no whole numbers, while the lines of the histogram stand for "
            "whole ones",
            n=grouped(n_between),
        )
        found.append(Finding("histogram_fractions", text, n_between))
    return tuple(found)


HISTOGRAM = Layout(phrase("whole numbers, one a line"), sniff, read)
