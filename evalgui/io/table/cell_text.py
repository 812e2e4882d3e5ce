"""What stands in a cell, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from evalgui.io.table.pyarrow_names import ArrowArray


def texts_of(cells: ArrowArray) -> list[str | None]:
    """Return cells as text, the shortest that is exact for a number; None for no value.

    A NaN of the file's own type is no value: that is how pandas writes an empty cell.
    """
    if arrow.types.is_temporal(cells.type):
        # Python's own dates end in the year 9999.
        cells = kernels.cast(cells, arrow.string())
    values: list[Any] = cells.to_pylist()
    if arrow.types.is_float32(cells.type):
        values = [None if value is None else np.float32(value) for value in values]
    return [_text(value) for value in values]


def _text(value: Any) -> str | None:  # noqa: ANN401 - any value that Arrow can hold
    if value is None or value != value:  # noqa: PLR0124 - NaN alone differs from itself
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return str(value)
