"""NumPy arrays: .npy, and .npz with a column a member. Nothing in them is ever run."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.formats import zip_archive
from evalgui.io.formats.format import Format
from evalgui.io.formats.tables import table_of_columns
from evalgui.io.layouts.two_lists import TWO_LISTS, are_two_lists
from evalgui.io.meaning import Reading, column_name, listed, one_length, visible
from evalgui.io.sandbox.parent import run
from evalgui.io.table import arrow
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

NAME = phrase("NumPy array")

_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 65_536
_HEADER_FORMS = {(1, 0): ("<H", 2), (2, 0): ("<I", 4), (3, 0): ("<I", 4)}
_LONGEST_FLOAT = 8
_FEWEST_COLUMNS = 2
_HINT = phrase("Save a column of labels and one of scores, without pickled objects")


def sniff(source: Source) -> bool:
    """Return whether a file starts as .npy does, or is an archive whose first member does."""
    return source.head.startswith(_MAGIC) or _is_archive(source.head)


def _is_archive(data: bytes) -> bool:
    length = int.from_bytes(data[26:28], "little")
    return data.startswith(b"PK\x03\x04") and data[30 : 30 + length].endswith(b".npy")


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table in one array, or in several of the same length.

    A field of a structured array and a column of a matrix are columns; each member of an
    archive is one, by its name. What stands beside them in an archive and is no column of that
    length, such as one number, is passed over, and that is said.

    Parameters
    ----------
    source
        The whole file.
    options
        Only the decimal sign of numbers that are stored as text is of interest.
    watch
        Asked whether to go on.

    Raises
    ------
    ReadingError
        If a file is damaged or cut off, announces more than it holds, or its columns are
        Python objects.
    DataError
        If the arrays are complex, of more than two dimensions, or of different lengths and no
        lists of genuine and impostor scores: the lengths are named with the arrays.
    CancelledError
        If the watch says so.
    """
    if source.head.startswith(_MAGIC):
        members = {"": source.content}
    else:
        members = run(zip_archive.arrays, phrase("archives"), source, watch.part(0.0, 0.8)).parts
    arrays, findings = _of_one_table(source.name, members)
    columns = [column for name, array in arrays for column in _columns(name, array, source.name)]
    lengths = {len(values) for _, values in columns}
    n_rows = max(lengths, default=0)
    watch.step(0.9, phrase("reading the arrays"))
    headers = [header for header, _ in columns]
    made = [_as_arrow(source.name, values, n_rows) for _, values in columns]
    how = Reading(format=NAME, decimal=options.decimal or ".")
    table = table_of_columns(source.name, headers, made, how, n_rows=n_rows, before=findings)
    if len(lengths) > 1 and not TWO_LISTS.sniff(table):
        message = phrase("the arrays have different lengths: they are not the columns of one table")
        raise DataError(message, where=source.name, hint=one_length.HINT)
    return table


def _of_one_table(
    where: str, members: Mapping[str, memoryview]
) -> tuple[list[tuple[str, NDArray[Any]]], list[Finding]]:
    """Return the arrays that make the table, and what is passed over."""
    arrays: dict[str, NDArray[Any]] = {}
    refused: dict[str, DataError | _ObjectsError] = {}
    for name, data in members.items():
        try:
            arrays[name] = _array(
                phrase("{where}, array '{name}'", where=where, name=visible(name))
                if name
                else where,
                data,
            )
        except (DataError, _ObjectsError) as error:
            refused[name] = error
    n_columns = sum(1 if array.ndim == 1 else array.shape[1] for array in arrays.values())
    for name, refusal in refused.items():
        if n_columns < _FEWEST_COLUMNS or one_length.is_needed_name(name):
            raise refusal
    findings = []
    if refused:
        text = phrase(
            "arrays that are no columns of the table are passed over: {refused}",
            refused=listed(list(refused)),
        )
        findings.append(Finding("other_data", text, len(refused)))
    lengths = {name: len(array) for name, array in arrays.items()}
    if are_two_lists(list(lengths)):
        return list(arrays.items()), findings
    chosen = one_length.of_one_length(where, lengths)
    findings += one_length.left_out(lengths, chosen)
    return [(name, arrays[name]) for name in chosen], findings


class _ObjectsError(ReadingError):
    """An array holds Python objects."""


@dataclass(frozen=True, slots=True)
class _Header:
    dtype: np.dtype[Any]
    is_fortran: bool
    shape: tuple[int, ...]
    start: int


def _array(where: str, data: memoryview) -> NDArray[Any]:
    """Return the array, after its header was compared with the bytes that are there."""
    header = _header(where, data)
    size = header.dtype.itemsize
    for length in header.shape:
        size *= length  # an integer of Python: it cannot overflow
    n_bytes = len(data) - header.start
    if size != n_bytes:
        message = phrase(
            "the NumPy file is damaged or incomplete: it announces {size} bytes of data and holds "
            "{n_bytes}",
            size=grouped(size),
            n_bytes=grouped(n_bytes),
        )
        raise ReadingError(message, where=where, hint=phrase("Save it again"))
    flat = np.frombuffer(data, np.uint8, offset=header.start)
    array = flat.view(header.dtype) if size else np.empty(0, header.dtype)
    return array.reshape(header.shape, order="F" if header.is_fortran else "C")


def _header(where: str, content: memoryview) -> _Header:
    """Return the header, checked in full: it is text, and never evaluated."""
    data = bytes(content[: _LONGEST_HEADER + 12])
    form = _HEADER_FORMS.get((data[6], data[7])) if len(data) > len(_MAGIC) + 2 else None
    if form is None or not data.startswith(_MAGIC):
        raise _damaged(where, phrase("its format is not known"))
    start = 8 + form[1]
    length = int.from_bytes(data[8:start], "little")
    if length > min(_LONGEST_HEADER, len(content) - start):
        raise _damaged(where, phrase("its header is longer than the file, or than any header"))
    try:
        fields = ast.literal_eval(data[start : start + length].decode("utf-8").strip())
        shape, is_fortran, kind = fields["shape"], fields["fortran_order"], fields["descr"]
    except (ValueError, SyntaxError, KeyError, TypeError, RecursionError, MemoryError):
        raise _damaged(where, phrase("its header is not valid")) from None
    is_shape = isinstance(shape, tuple) and all(type(n) is int and n >= 0 for n in shape)
    if not is_shape or not isinstance(is_fortran, bool):
        raise _damaged(where, phrase("its shape is not valid"))
    if len(shape) == 2:  # rows, columns
        require_columns(where, shape[1])
    if not 1 <= len(shape) <= 2:  # as above
        message = phrase("an array of the shape {shape} is no table", shape=str(shape)[:60])
        raise DataError(
            message, where=where, hint=phrase("Save one or two dimensions: rows, columns")
        )
    return _Header(_dtype(where, kind), is_fortran, shape, start + length)


def _dtype(where: str, kind: object) -> np.dtype[Any]:
    """Return the type of the cells: numbers and texts, or fields of them."""
    if isinstance(kind, str):
        return _plain_dtype(where, kind)
    if isinstance(kind, list):
        require_columns(where, len(kind))
    if not isinstance(kind, list) or not all(
        isinstance(field, tuple) and len(field) == 2 and all(isinstance(t, str) for t in field)
        for field in kind
    ):
        raise _damaged(where, phrase("its type is not valid"))
    try:
        return np.dtype([(name, _plain_dtype(where, text)) for name, text in kind])
    except (ValueError, TypeError):
        raise _damaged(where, phrase("its type is not valid")) from None


def _plain_dtype(where: str, text: str) -> np.dtype[Any]:
    try:
        dtype = np.dtype(text)
    except (TypeError, ValueError, SyntaxError, OverflowError):
        raise _damaged(where, phrase("its type is not valid")) from None
    if dtype.kind == "O":
        message = phrase(
            "the array holds pickled Python objects, which could run code: it is not read"
        )
        raise _ObjectsError(message, where=where, hint=_HINT)
    if dtype.kind == "c":
        message = phrase("the numbers are complex: a score is one real number")
        raise DataError(message, where=where, hint=phrase("Save the real part, or the magnitude"))
    if dtype.kind in "SU" and not dtype.itemsize:
        message = phrase(
            "the texts of the array have no room for a character: all of them are empty"
        )
        raise DataError(message, where=where, hint=phrase("Save the array that has the texts"))
    if dtype.kind not in "biufSUM" or (dtype.kind == "f" and dtype.itemsize > _LONGEST_FLOAT):
        message = phrase("cells of the NumPy type {text} are not read", text=text[:20])
        raise DataError(message, where=where, hint=_HINT)
    return dtype


def _damaged(where: str, why: str) -> ReadingError:
    message = phrase("the NumPy file is damaged or of another format: {why}", why=why)
    return ReadingError(message, where=where, hint=phrase("Save it again"))


def _columns(name: str, array: NDArray[Any], where: str) -> list[tuple[str, NDArray[Any]]]:
    prefix = f"{name}_" if name else ""
    if array.dtype.names is not None:
        if array.ndim > 1:
            message = phrase("a matrix of records is no table")
            raise DataError(message, where=where, hint=_HINT)
        return [(f"{prefix}{field}", array[field]) for field in array.dtype.names]
    if array.ndim == 1:
        return [(name, array)]
    if name and array.shape[1] == 1:
        return [(name, array[:, 0])]
    return [
        (column_name(name, place) if name else "", array[:, place])
        for place in range(array.shape[1])
    ]


def _as_arrow(where: str, values: NDArray[Any], n_rows: int) -> Any:  # noqa: ANN401 - the stubs are wrong
    """Return a column in the byte order of this machine, with empty cells up to a length."""
    kind = values.dtype.kind
    try:
        if kind == "S":
            cells: Any = [text.decode("utf-8") for text in values.tolist()]
        elif kind == "U":
            cells = values.tolist()
        elif kind == "M":
            cells = np.datetime_as_string(values).tolist()
        else:
            native = values.astype(values.dtype.newbyteorder("="))
            cells = native.astype(np.float32) if native.dtype == np.float16 else native
        own = arrow.array(cells)
        padding = arrow.nulls(n_rows - len(own), own.type)
        column = arrow.chunked_array([own, padding] if len(padding) else [own])
        # A code point beyond the last one passes through Python's text unnoticed.
        column.validate(full=True)
    except (ValueError, SystemError, arrow.ArrowException):
        # NumPy reports a code point that no character has as an error of the system.
        message = phrase("a text of the array is no valid Unicode")
        raise ReadingError(message, where=where, hint=phrase("Save it again")) from None
    return column


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".npy", ".npz"),
    description="NumPy",
    help=(
        phrase(
            ".npy and .npz with numbers or text, also lists of genuine and impostor scores of "
            "different lengths; what has another length than the table is passed over; never "
            "objects, which could run code"
        )
    ),
)
