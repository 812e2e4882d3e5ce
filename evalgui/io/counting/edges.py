"""Edges of bins that stand in a file: a list of numbers, or a count table made before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.building import refusals
from evalgui.io.building.used_rows import scores_in
from evalgui.io.bytes.source import read_source
from evalgui.io.counting.bins import Bins
from evalgui.io.formats import registry
from evalgui.io.layouts.counted import Counted
from evalgui.io.meaning import FIND_OUT, ReadOptions, Roles

if TYPE_CHECKING:
    import os

    from evalgui.io.counting.bins import Side

_HINT = phrase("Give a file with one number a line, rising, or a count table with bins")


def bins_in(
    path: str | os.PathLike[str],
    *,
    closed: Side,
    each: int | None = None,
    reading: ReadOptions = FIND_OUT,
) -> Bins:
    """Return the bins between the edges in a file, or those of a count table.

    Parameters
    ----------
    path
        A file of any format that is read, with one column of numbers, or a count table that has
        bins: data counted in the bins of another count add up with it.
    closed
        Which side of a bin belongs to it, as of `Bins`.
    each
        Into how many bins of equal width the scores between two edges go; None for one, or for as
        many as a count table has.
    reading
        How it is read.

    Raises
    ------
    ReadingError, DataError
        If it cannot be read, its numbers are no edges, or the count table has no bins or those of
        the other direction.
    """
    table = registry.read(read_source(path), reading)
    said = Counted.from_text(table.about) if table.about else None
    if said is not None:
        return _of_counts(said, table.name, closed, each)
    if len(table.columns) != 1:
        message = phrase(
            "there are {n} columns, and edges are one number a line", n=len(table.columns)
        )
        raise DataError(message, where=table.name, hint=_HINT)
    (column,) = table.columns
    numbers = scores_in(column, Roles(decimal=reading.decimal))
    if column.is_nested:
        raise refusals.nested(table, column)
    if len(numbers.bad) or not numbers.n_numbers:
        shown = refusals.shown_places(table, numbers.bad)
        message = phrase(
            "an edge is no number: {shown}" if len(numbers.bad) else "there is no edge", shown=shown
        )
        raise DataError(message, where=table.name, hint=_HINT)
    if numbers.n_missing or numbers.base or numbers.unit or numbers.n_inexact:
        message = phrase("an edge is missing, has a unit, or is no number that doubles tell apart")
        raise DataError(message, where=table.name, hint=_HINT)
    try:
        return Bins.at(numbers.values.tolist(), closed, each or 1)
    except DataError as error:
        raise DataError(error.message, where=table.name, hint=_HINT) from None


def _of_counts(said: Counted, name: str, closed: Side, each: int | None) -> Bins:
    """Return the bins of a count table."""
    if each is not None:
        message = phrase("a count table has its own number of bins")
        raise DataError(message, where=name, hint=phrase("Give no other number with its edges"))
    if said.bins is None:
        message = phrase("every distinct score is counted in it: it has no bins")
        raise DataError(message, where=name, hint=_HINT)
    try:
        made = Bins.from_json(said.bins)
    except (DataError, KeyError, TypeError, ValueError, OverflowError):
        raise DataError(phrase("its bins are damaged"), where=name, hint=_HINT) from None
    if made.closed != closed:
        message = phrase(
            "its bins are made for scores of which higher ones are positive"
            if said.higher_is_positive
            else "its bins are made for scores of which lower ones are positive"
        )
        hint = phrase("Count with the same direction, or give other edges")
        raise DataError(message, where=name, hint=hint)
    return made


def thresholds_in(
    path: str | os.PathLike[str], reading: ReadOptions = FIND_OUT
) -> tuple[float, ...]:
    """Return at which thresholds a count table keeps totals of subjects, none for another file.

    Parameters and errors are those of `bins_in`.
    """
    table = registry.read(read_source(path), reading)
    said = Counted.from_text(table.about) if table.about else None
    kept = None if said is None else said.kept_totals
    return () if kept is None else kept.thresholds
