"""Columns on their way from the child process: facts and bytes there, columns of Arrow here.

The child loads nothing of the rest of the program: what only this side needs is imported where
it is used.
"""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from evalgui.io.bytes.source import Source
    from evalgui.io.sandbox.parent import Result
    from evalgui.io.table import ArrowColumn

DAMAGED = phrase("the file is damaged or incomplete: it cannot be unpacked")
AGAIN = phrase("Save it again, or save the data as CSV")
_HALF = 2  # bytes


class Refusal(Exception):  # noqa: N818 - it is what the caller is told
    """What is wrong with the file, and what to do."""


def required(module: str, kind: str, extra: str) -> Any:  # noqa: ANN401 - a module
    """Return the module of an extra that reads files of a kind, or refuse."""
    try:
        return importlib.import_module(module)
    except ImportError:
        message = phrase("the package that reads {kind} files is not installed", kind=kind)
        hint = phrase('Install it: pip install "evalgui[{extra}]", or save as CSV', extra=extra)
        raise Refusal(message, hint) from None


def shown(name: str) -> str:
    """Return a name as valid Unicode."""
    return name.encode("utf-8", "replace").decode()


class Answer:
    """What goes back: facts, and the cells of columns as bytes."""

    def __init__(self, form: str, n_rows: int) -> None:
        self.facts: dict[str, Any] = {"form": form, "n_rows": n_rows, "columns": [], "n_others": 0}
        self.parts: dict[str, bytes] = {}

    def _add(self, column: dict[str, Any], *parts: bytes) -> None:
        self.facts["columns"].append({**column, "name": shown(column["name"])})
        for part in parts:
            self.parts[str(len(self.parts))] = part

    def add_texts(self, name: str, texts: Sequence[str | None]) -> None:
        """Add a column of texts; None for no value."""
        self._add({"name": name, "kind": "text"}, json.dumps(texts).encode())

    def add_codes(self, name: str, codes: Any, texts: list[str]) -> None:  # noqa: ANN401 - an array
        """Add a column of indices into texts, -1 for no value."""
        import numpy as np

        parts = (np.asarray(codes, "<i4").tobytes(), json.dumps(texts).encode())
        self._add({"name": name, "kind": "coded"}, *parts)

    def add_numbers(self, name: str, values: Any, kind: str = "number") -> None:  # noqa: ANN401 - an array
        """Add a column of numbers, of flags, or of numbers that may be whole."""
        plain = _plain(values)
        self._add({"name": name, "kind": kind, "type": plain.dtype.str}, plain.tobytes())

    def add_labelled(
        self,
        name: str,
        values: Any,  # noqa: ANN401 - an array
        codes: Any,  # noqa: ANN401 - as above
        texts: list[str],
        **facts: object,
    ) -> None:
        """Add a column of numbers with names: those, and indices into the names as above."""
        import numpy as np

        plain = _plain(values)
        column = {"name": name, "kind": "labelled", "type": plain.dtype.str, **facts}
        parts = (np.asarray(codes, "<i4").tobytes(), json.dumps(texts).encode())
        self._add(column, plain.tobytes(), *parts)


def _plain(values: Any) -> Any:  # noqa: ANN401 - arrays
    """Return numbers in the byte order and of the types that are sent."""
    plain = values.astype(values.dtype.newbyteorder("<"), copy=False)
    if plain.dtype.kind == "f" and plain.dtype.itemsize == _HALF:
        plain = plain.astype("<f4")
    return plain


_NUMBERS = ("|b1", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f4", "<f8")
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
    from evalgui.io.table import arrow

    parts = iter(result.parts.values())
    try:
        return [
            arrow.chunked_array([_cells(column, parts, names_are_used)])
            for column in result.facts["columns"]
        ]
    except (ValueError, KeyError, TypeError, StopIteration, arrow.ArrowException):
        message = phrase("the {what} is damaged", what=what)
        raise ReadingError(message, where=source.name, hint=phrase("Save it again")) from None


def _whole(values: Any) -> Any:  # noqa: ANN401 - an array of numpy, one of Arrow
    """Return numbers as an Arrow array: where all are whole, as integers, NaN as no value.

    Programs that keep every number as a double mean 1 by 1.0.
    """
    import numpy as np

    from evalgui.io.table import arrow

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
    import numpy as np

    from evalgui.io.table import arrow

    kind = column["kind"]
    part = next(parts)
    if kind == "text":
        return arrow.array(json.loads(bytes(part)), arrow.string())
    if kind == "coded":
        return _coded(part, next(parts))
    if column["type"] not in _NUMBERS:
        raise ValueError
    values = np.frombuffer(part, column["type"])
    if kind == "labelled":
        named = _coded(next(parts), next(parts))
        return named if names_are_used(column) else _whole(values)
    return _whole(values) if kind == "whole" else arrow.array(values)


def _coded(part: memoryview, texts: memoryview) -> Any:  # noqa: ANN401 - an array
    import numpy as np

    from evalgui.io.table import arrow

    codes = np.frombuffer(part, "<i4")
    places = arrow.array(codes, arrow.int32(), mask=codes < 0)
    return arrow.DictionaryArray.from_arrays(
        places, arrow.array(json.loads(bytes(texts)), arrow.string())
    )
