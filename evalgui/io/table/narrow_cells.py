"""Whole numbers in as few bytes as they need: labels of 64 bits take one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.io.table.cells import HeldCells
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.table.pyarrow_names import ArrowColumn


def narrowed(cells: Any) -> Any:  # noqa: ANN401 - an array of pyarrow
    """Return an array of whole numbers as signed ones of as few bytes as they need, if fewer."""
    ends = kernels.min_max(cells)
    low, high = (ends[name].as_py() or 0 for name in ("min", "max"))
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            own = arrow.from_numpy_dtype(kind)
            return kernels.cast(cells, own) if own.bit_width < cells.type.bit_width else cells
    return cells


class NarrowCells:
    """Whole numbers that are in memory in fewer bytes than their type has.

    Parameters
    ----------
    chunks
        What `narrowed` returned for each piece.
    kind
        The type of the file's own.
    """

    def __init__(self, chunks: Sequence[Any], kind: Any) -> None:  # noqa: ANN401 - as above
        kinds = (chunk.type for chunk in chunks)
        widest = max(kinds, key=lambda each: each.bit_width, default=kind)
        alike = [kernels.cast(chunk, widest) for chunk in chunks]
        self._held = HeldCells(arrow.chunked_array(alike, widest))
        self._kind = kind

    @property
    def type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type of the file's own."""
        return self._kind

    def __len__(self) -> int:
        return len(self._held)

    def whole(self) -> ArrowColumn:
        """Return all of them in the type of the file's own, made anew each time."""
        values: ArrowColumn = self._own(self._held.whole())
        return values

    def compact(self) -> ArrowColumn:
        """Return all of them in fewer bytes."""
        return self._held.whole()

    def first(self, n: int) -> ArrowColumn:
        """Return the first n, or all where there are fewer."""
        values: ArrowColumn = self._own(self._held.first(n))
        return values

    def at(self, place: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return an array of one cell."""
        return self._own(self._held.at(place))

    def is_at_hand(self, _place: int) -> bool:
        """Return whether `at` answers at once: it does."""
        return True

    def _own(self, values: Any) -> Any:  # noqa: ANN401 - an array of pyarrow, or several
        return kernels.cast(values, self._kind)
