"""Columns that a layout derives from those of the file: their names, texts and numbers."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

import numpy as np

from evalgui.io.table import Encoded, RawColumn, arrow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.table import RawTable


def exact(text: str) -> Decimal | None:
    """Return a number exactly; None for a cell without one."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def free_name(table: RawTable, name: str) -> str:
    """Return a name that no column of the file has."""
    while name in table.names:
        name += "'"
    return name


def share_name(table: RawTable, name: str) -> str:
    """Return the name of the column of a class's probability that no column of the file has."""
    return free_name(table, f"probability of {name}")


def encoded_whole(column: RawColumn) -> Encoded:
    """Return a column as indices into its different texts, however many there are."""
    encoded = column.encode(len(column))
    return Encoded(np.full(len(column), -1, np.int32), ()) if encoded is None else encoded


def either(
    codes: NDArray[np.integer],
    n_texts: int,
    is_known: NDArray[np.bool_],
    is_own: NDArray[np.bool_],
) -> NDArray[np.integer]:
    """Return the places of texts in a list of own ones and, behind them, other ones."""
    return np.where(is_known, np.where(is_own, codes, codes + n_texts), -1)


def text_column(name: str, codes: NDArray[np.integer], texts: Sequence[str | None]) -> RawColumn:
    """Return a column of texts by their places in a list, -1 for no value."""
    places = arrow.array(codes, arrow.int32(), mask=codes < 0)
    values = arrow.array(texts, arrow.string()).take(places)
    return RawColumn(name, arrow.chunked_array([values]))
