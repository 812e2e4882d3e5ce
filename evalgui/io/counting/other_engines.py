"""Counts that other engines made: they become a count table, if they are what is said of them."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.errors import DataError, ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import display_name
from evalgui.io.counting.bins import Bins
from evalgui.io.counting.merge import plain_counts, total_with, write_sum
from evalgui.io.layouts.counted import BIN, HIGH, LOW
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from evalgui.io.layouts.counted import Counted

_NOTE = phrase("another engine counted, and does not tell of rows with neither label")


def table_of(counts: object) -> Any:  # noqa: ANN401 - of pyarrow
    """Return counts as a table of pyarrow.

    Parameters
    ----------
    counts
        An expression of Ibis, which is computed; a data frame or a table of Arrow; or the path of
        a file, or of a folder, of Parquet.

    Raises
    ------
    ReadingError, DataError
        If there are none.
    """
    if not isinstance(counts, (str, os.PathLike)):
        try:
            return arrow.table(counts)
        except (TypeError, ValueError):
            raise DataError(phrase("these are no counts: neither a table nor a path")) from None
    from pyarrow import parquet

    try:
        return parquet.read_table(os.fspath(counts), partitioning=None)
    except (OSError, arrow.ArrowException):
        message = phrase("there is no Parquet that can be read")
        raise ReadingError(message, where=display_name(counts)) from None


def write_counts(table: Any, said: Counted, out: str | os.PathLike[str]) -> Counted:  # noqa: ANN401 - of pyarrow
    """Write what `evalgui.io.counting.expression.counts_of` came to as a count table.

    Parameters
    ----------
    table
        A table of pyarrow, in any order.
    said
        What it counts; its number of rows is found out.
    out
        Where the count table goes, a Parquet file.

    Returns
    -------
    Counted
        What the count table says about itself.

    Raises
    ------
    DataError
        If a column is lacking, a count is none, a score is none of the bin that it stands in, or
        nothing is counted.
    WritingError
        If it cannot be written.
    """
    where = phrase("the counts")
    plain = plain_counts(_usual(table), said, where)
    if said.bins is not None:
        _require_own_bins(plain, Bins.from_json(said.bins), where)
    n_rows = total_with(0, plain, where)
    if not n_rows:
        message = phrase("nothing is counted: no row has one of the labels")
        raise DataError(
            message, where=where, hint=phrase("Check the truth and the labels of its classes")
        )
    said = replace(said, n_rows=n_rows, notes=(*said.notes, _NOTE))
    write_sum([plain], said, out)
    return said


def _usual(table: Any) -> Any:  # noqa: ANN401 - of pyarrow
    """Return a table of the types that our own engine tells.

    Data frames have long texts, and doubles for whole numbers where one is missing.
    """
    for place, field in enumerate(table.schema):
        kind = field.type
        if arrow.types.is_large_string(kind) or arrow.types.is_string_view(kind):
            kind = arrow.string()
        if field.name == BIN and arrow.types.is_floating(kind):
            kind = arrow.int64()
        try:
            table = table.set_column(place, field.name, table.column(place).cast(kind))
        except arrow.ArrowException:  # which is said of it
            continue
    return table


def _require_own_bins(table: Any, bins: Bins, where: str) -> None:  # noqa: ANN401 - of pyarrow
    """Refuse counts in other bins than is said."""
    own = kernels.fill_null(table.column(BIN), -1).to_numpy()
    for name in (LOW, HIGH):
        ends = table.column(name).cast(arrow.float64(), safe=False)
        if not np.array_equal(bins.of(kernels.fill_null(ends, np.nan).to_numpy()), own):
            message = phrase("the scores do not lie in the bins that are said")
            hint = phrase(
                "Say the edges, the number of bins and the direction that were counted with"
            )
            raise DataError(message, where=where, hint=hint)
