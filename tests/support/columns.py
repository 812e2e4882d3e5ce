"""A column of texts as a data set holds one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class Texts:
    """Texts, row by row.

    Parameters
    ----------
    name, values
        Of the column.
    """

    name: str
    values: list[str]

    def __len__(self) -> int:
        return len(self.values)

    def text(self, row: int) -> str:
        """Return the cell of a row."""
        return self.values[row]

    def order(self) -> NDArray[np.intp]:
        """Return what sorts it upward."""
        return np.argsort(self.values, kind="stable")
