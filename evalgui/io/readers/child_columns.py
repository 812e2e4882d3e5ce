"""Columns as the child process sends them, made into columns of Arrow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.errors import ReadingError
from evalgui.io.table import arrow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.io.bytes.source import Source
    from evalgui.io.sandbox.parent import Result
    from evalgui.io.table import ArrowColumn

_NUMBERS = {
    name: np.dtype(name)
    for name in ("|b1", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f4", "<f8")
}
_EXACT = 2**53


def columns_of(
    source: Source,
    result: Result,
    what: str,
    names_are_used: Callable[[dict[str, Any]], bool] = lambda _: True,
) -> list[ArrowColumn]:
    """Return the columns out of the parts that the child took out.

    Parameters
    ----------
    source
        The file, for messages.
    result
        What the child said.
    what
        What the file is called in messages.
    names_are_used
        Whether the cells of a column whose values have names are those; else they are the
        numbers.

    Raises
    ------
    ReadingError
        If the parts are not what the child says.
    """
    parts = iter(result.parts.values())
    try:
        return [
            arrow.chunked_array([_cells(column, parts, names_are_used)])
            for column in result.facts["columns"]
        ]
    except (ValueError, KeyError, TypeError, StopIteration, arrow.ArrowException):
        message = f"the {what} is damaged"
        raise ReadingError(message, where=source.name, hint="Save it again") from None


def whole(values: np.ndarray) -> Any:  # noqa: ANN401 - an array of Arrow
    """Return numbers as an Arrow array: where all are whole, as integers, NaN as no value.

    Programs that keep every number as a double mean 1 by 1.0.
    """
    if values.dtype.kind != "f":
        return arrow.array(values)
    is_gone = np.isnan(values)
    known = values[~is_gone]
    if not known.size or np.any(known != np.rint(known)) or np.any(np.abs(known) >= _EXACT):
        return arrow.array(values)
    return arrow.array(np.where(is_gone, 0, values).astype(np.int64), mask=is_gone)


def _cells(
    column: dict[str, Any],
    parts: Iterator[memoryview],
    names_are_used: Callable[[dict[str, Any]], bool],
) -> Any:  # noqa: ANN401 - an array
    """Return the cells of the next column."""
    kind = column["kind"]
    part = next(parts)
    if kind == "text":
        return arrow.array(json.loads(bytes(part)), arrow.string())
    if kind == "coded":
        return _coded(part, next(parts))
    values = np.frombuffer(part, _NUMBERS[column["type"]])
    if kind == "labelled":
        named = _coded(next(parts), next(parts))
        return named if names_are_used(column) else whole(values)
    return whole(values) if kind == "whole" else arrow.array(values)


def _coded(part: memoryview, texts: memoryview) -> Any:  # noqa: ANN401 - an array
    codes = np.frombuffer(part, "<i4")
    places = arrow.array(codes, arrow.int32(), mask=codes < 0)
    return arrow.DictionaryArray.from_arrays(
        places, arrow.array(json.loads(bytes(texts)), arrow.string())
    )
