"""A confusion matrix of any number of classes, and what stands in each of its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.gui import text
from evalgui.gui.models.outcomes import LONG_NAMES, SHORT_NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts


@dataclass(frozen=True, slots=True, eq=False)
class ConfusionMatrix:
    """How often each class was called which.

    Parameters
    ----------
    counts : (K, K) array of int64
        Rows are the actual classes and columns the predicted ones.
    names
        The K classes.
    has_outcomes
        Whether there are two classes of which the first is the positive one, so that the
        cells are the four outcomes.
    """

    counts: NDArray[np.int64]
    names: tuple[str, ...]
    has_outcomes: bool = False

    def __post_init__(self) -> None:
        k = len(self.names)
        if self.counts.shape != (k, k):
            message = f"a matrix of shape {self.counts.shape} for {k} classes"
            raise ValueError(message)

    @property
    def k(self) -> int:
        """The number of classes."""
        return len(self.names)

    def short_name(self, actual: int, predicted: int) -> str:
        """Return "TP", "FN", "FP" or "TN" where the cells are outcomes, else ""."""
        return SHORT_NAMES[2 * actual + predicted] if self.has_outcomes else ""

    def long_name(self, actual: int, predicted: int) -> str:
        """Return the cell in words."""
        if self.has_outcomes:
            return LONG_NAMES[2 * actual + predicted]
        return f"actual {self.names[actual]}, predicted {self.names[predicted]}"


def of_outcomes(counts: Counts, positive: str, negative: str) -> ConfusionMatrix:
    """Return the matrix of the four counts at a threshold, the positive class first."""
    cells = np.array([[counts.tp, counts.fn], [counts.fp, counts.tn]], dtype=np.int64)
    return ConfusionMatrix(cells, (positive, negative), has_outcomes=True)


@dataclass(frozen=True, slots=True)
class Cell:
    """One rectangle of a displayed matrix.

    Parameters
    ----------
    actual, predicted
        Its classes.
    name, count, share
        Its texts: "TP", "91", "91.0 %".
    of_what
        What the share is of: "of actual positives".
    level
        The share, in [0, 1]; NaN where the row is empty.
    """

    actual: int
    predicted: int
    name: str
    count: str
    share: str
    of_what: str
    level: float


def cells(matrix: ConfusionMatrix, *, rows_actual: bool) -> list[list[Cell]]:
    """Return the cells as they are displayed, each as a share of its row."""
    shown = matrix.counts if rows_actual else matrix.counts.T
    totals = shown.sum(axis=1).tolist()
    axis = "actual" if rows_actual else "predicted"
    result = []
    for row, numbers in enumerate(shown.tolist()):
        of_what = f"{'of' if totals[row] else 'no'} {axis} {_group(matrix, row)}"
        line = []
        for column, number in enumerate(numbers):
            actual, predicted = (row, column) if rows_actual else (column, row)
            level = float(divide(number, totals[row]))
            line.append(
                Cell(
                    actual,
                    predicted,
                    matrix.short_name(actual, predicted),
                    text.count(number),
                    text.percent(level),
                    of_what,
                    level,
                )
            )
        result.append(line)
    return result


def _group(matrix: ConfusionMatrix, index: int) -> str:
    if matrix.has_outcomes:
        return ("positives", "negatives")[index]
    return matrix.names[index]


def as_table(matrix: ConfusionMatrix, *, rows_actual: bool) -> str:
    """Return the matrix as text between tabs, with its labels and totals."""
    shown = matrix.counts if rows_actual else matrix.counts.T
    rows, columns = ("actual", "predicted") if rows_actual else ("predicted", "actual")
    names = [" ".join(name.split()) for name in matrix.names]
    lines = [[f"{rows} \\ {columns}", *names, "total"]]
    for name, numbers in zip(names, shown.tolist(), strict=True):
        lines.append([name, *map(str, numbers), str(sum(numbers))])
    lines.append(["total", *map(str, shown.sum(axis=0).tolist()), str(int(shown.sum()))])
    return "\n".join("\t".join(line) for line in lines) + "\n"
