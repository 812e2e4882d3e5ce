"""One column that was handed over, as Arrow has it: cells keep what they are."""

from __future__ import annotations

import datetime as dt
import math
import sys
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.table import arrow, kernels, texts_of

if TYPE_CHECKING:
    from evalgui.io.table import ArrowColumn

_TEXTS = (str, bytes, UUID, dt.date, dt.time, dt.timedelta, Decimal)
_LARGEST, _SMALLEST = (1 << 63) - 1, -(1 << 63)
_HALF = 2  # bytes
_DOUBLE = 8


def column_of(name: str, values: Any) -> ArrowColumn:  # noqa: ANN401 - whatever holds cells
    """Return values as a column of Arrow.

    Parameters
    ----------
    name
        What to call them in messages.
    values
        A series or an index of pandas, an array of Arrow, numpy or anything that is like one,
        or a sequence. Of categories the texts are kept as they are, in their order. ``None``,
        ``NaN``, ``NaT`` and ``NA`` are missing.

    Raises
    ------
    DataError
        If they are no column, or hold what no cell of a table is. The values are not quoted.

    Examples
    --------
    >>> column_of("truth", [True, False, None]).to_pylist()
    [True, False, None]
    >>> column_of("truth", ["a", 1, None]).to_pylist()
    ['a', '1', None]
    """
    pandas = sys.modules.get("pandas")
    try:
        if pandas is not None and isinstance(values, pandas.api.extensions.ExtensionArray):
            values = pandas.Series(values)
        if pandas is not None and isinstance(values, (pandas.Series, pandas.Index)):
            return _of_pandas(name, values, pandas)
        if isinstance(values, (arrow.Array, arrow.ChunkedArray)):
            return _chunked(values)
        if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
            return _chunked(_imported(values))
        return _of_array(name, _as_array(name, values))
    except UnicodeEncodeError:
        message = phrase("a text is no valid Unicode: it holds half of a character")
        raise DataError(message, where=name) from None
    except arrow.ArrowException:
        raise _not_read(name, values) from None


def _chunked(values: Any) -> ArrowColumn:  # noqa: ANN401 - an array of pyarrow
    if isinstance(values, arrow.ChunkedArray):
        column: ArrowColumn = values
        return column
    return arrow.chunked_array([values])  # type: ignore[no-any-return]


def _imported(values: Any) -> Any:  # noqa: ANN401 - an array of another library
    if hasattr(values, "__arrow_c_stream__"):
        return arrow.chunked_array(values)
    return arrow.array(values)


def _of_pandas(name: str, values: Any, pandas: Any) -> ArrowColumn:  # noqa: ANN401 - no types at runtime
    own = values.array
    if isinstance(own, pandas.Categorical):
        texts = texts_of(column_of(name, own.categories).combine_chunks())
        codes = np.asarray(own.codes, np.int32)
        indices = arrow.array(codes, arrow.int32(), mask=codes < 0)
        return _chunked(
            arrow.DictionaryArray.from_arrays(indices, arrow.array(texts, arrow.string()))
        )
    if isinstance(own, (pandas.arrays.PeriodArray, pandas.arrays.IntervalArray)):
        return _of_objects(name, [None if cell is pandas.NaT else str(cell) for cell in own])
    if isinstance(own, pandas.arrays.SparseArray):
        return _of_array(name, np.asarray(own))
    if hasattr(own, "__arrow_array__") and not isinstance(own, pandas.arrays.NumpyExtensionArray):
        return _chunked(arrow.array(own, from_pandas=True))
    if own.dtype == object or isinstance(own, pandas.arrays.NumpyExtensionArray):
        return _of_array(name, values.to_numpy())
    return _chunked(arrow.array(values, from_pandas=True))


def _as_array(name: str, values: Any) -> Any:  # noqa: ANN401 - an array of any kind
    """Return values as an array of numpy; a list as it is, since numpy would make it one kind."""
    if isinstance(values, (str, bytes, bytearray, dict, set, frozenset)) or values is None:
        raise _not_read(name, values)
    if isinstance(values, (list, tuple, range)):
        return np.fromiter(values, dtype=object, count=len(values))
    if not (hasattr(values, "__array__") or hasattr(values, "__array_interface__")):
        if not hasattr(values, "__iter__"):
            raise _not_read(name, values)
        found = list(values)
        return np.fromiter(found, dtype=object, count=len(found))
    try:
        array = values if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
    except (TypeError, ValueError, RuntimeError):  # such as a tensor that is still learning
        raise _not_read(name, values) from None
    if array.ndim == 2 and array.shape[1] == 1:  # a column of a matrix
        array = array[:, 0]
    if array.ndim != 1:
        message = phrase(
            "one value for each row is needed, and this is {shape}"
            if array.shape
            else "one value for each row is needed, and this is a single value",
            shape=" x ".join(grouped(size) for size in array.shape),
        )
        hint = phrase(
            "Give one column of it, such as scores[:, 1], or a column for each class with "
            "--probability"
        )
        raise DataError(message, where=name, hint=hint)
    return array


def _of_array(name: str, array: Any) -> ArrowColumn:  # noqa: ANN401 - an array of numpy
    kind = array.dtype.kind
    if isinstance(array, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(array)
        plain = _of_array(name, array.data).combine_chunks()
        empty = arrow.scalar(None, plain.type)
        return _chunked(kernels.if_else(arrow.array(mask), empty, plain))
    if kind in "OUS":
        return _of_objects(name, array.tolist())
    if kind not in "biufmM":
        raise _not_read(name, array, str(array.dtype))
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if kind == "f" and array.dtype.itemsize == _HALF:
        array = array.astype(np.float32)
    if kind == "f" and array.dtype.itemsize > _DOUBLE:
        narrow = array.astype(np.float64)
        if not np.array_equal(narrow, array, equal_nan=True):
            message = phrase("these numbers have more digits than the 64 bits that are read")
            hint = phrase("Convert them with astype(float)")
            raise DataError(message, where=name, hint=hint)
        array = narrow
    return _chunked(arrow.array(np.ascontiguousarray(array)))


def _of_objects(name: str, cells: list[Any]) -> ArrowColumn:
    """Return Python's own values: of one kind as that, else all as the texts of a table."""
    values = [_plain(name, cell) for cell in cells]
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {bool}:
        kind = arrow.bool_() if kinds else arrow.string()
        return _chunked(arrow.array(values, kind))
    if kinds <= {int, float} and _fit(values, float in kinds):
        kind = arrow.float64() if float in kinds else arrow.int64()
        return _chunked(arrow.array(values, kind))
    texts = [None if value is None else _text(value) for value in values]
    return _chunked(arrow.array(texts, arrow.string()))


def _plain(name: str, cell: Any) -> Any:  # noqa: ANN401 - any value
    """Return a cell as one of Python's own kinds, None where it is missing."""
    if isinstance(cell, np.generic):
        cell = cell.item()
    if cell is None or isinstance(cell, (str, bool, int)):
        return str(cell) if type(cell) not in {type(None), str, bool, int} else cell
    if isinstance(cell, float):
        return None if math.isnan(cell) else float(cell)
    kind = type(cell).__name__
    if kind in {"NAType", "NaTType"} or (isinstance(cell, Decimal) and cell.is_nan()):
        return None
    if isinstance(cell, _TEXTS) or kind in {"Period", "Interval"}:
        return cell
    raise _not_read(name, cell)


def _fit(values: list[Any], has_floats: bool) -> bool:  # noqa: FBT001 - of one call
    """Return whether whole numbers are exact beside the others of their column."""
    whole = [value for value in values if type(value) is int]
    if has_floats:
        return all(abs(value) <= LARGEST_TOTAL for value in whole)
    return all(_SMALLEST <= value <= _LARGEST for value in whole)


def _text(value: Any) -> str:  # noqa: ANN401 - one of Python's own kinds
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _not_read(name: str, values: Any, kind: str = "") -> DataError:  # noqa: ANN401 - any value
    message = phrase("values of the kind {kind} are not read", kind=kind or type(values).__name__)
    hint = phrase("Give an array of numbers, texts or booleans")
    return DataError(message, where=name, hint=hint)
