"""Small data sets with the columns of a file, and snapshots of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.dataset import Dataset, Score
from evalgui.core.selection import Cells, Selection
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.gui.models.calls.row_calls import RowCalls, calls_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# tharwat-2018, Table 1: twenty scores without ties, ten of each class.
TEXTBOOK_SCORES = (
    0.82, 0.80, 0.75, 0.70, 0.62, 0.60, 0.54, 0.50, 0.49, 0.45,
    0.40, 0.39, 0.37, 0.32, 0.30, 0.26, 0.23, 0.21, 0.19, 0.10,
)  # fmt: skip
TEXTBOOK_TRUTH = (1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0)


@dataclass(frozen=True)
class TextColumn:
    """A column of a file, for a test; it cannot be searched all at once."""

    name: str
    cells: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.cells)

    def text(self, row: int) -> str:
        return self.cells[row]

    def order(self) -> NDArray[np.intp]:
        try:
            keys = np.array([float(cell) if cell else np.nan for cell in self.cells])
        except ValueError:
            return np.array(sorted(range(len(self.cells)), key=self.cells.__getitem__), np.intp)
        return np.argsort(keys, kind="stable")


def make_dataset(
    scores: Sequence[float] = TEXTBOOK_SCORES,
    truth: Sequence[int] = TEXTBOOK_TRUTH,
    *,
    higher: bool = True,
    classes: tuple[str, str] = ("benign", "malignant"),
    notes: Sequence[str] | None = None,
) -> Dataset:
    """Return data whose file has the columns id, class and marker, and perhaps a fourth."""
    n = len(scores)
    marker = tuple("" if np.isnan(score) else repr(float(score)) for score in scores)
    columns = [
        TextColumn("id", tuple(f"P{row + 1:03}" for row in range(n))),
        TextColumn("class", tuple(classes[index] for index in truth)),
        TextColumn("marker", marker),
    ]
    if notes is not None:
        columns.append(TextColumn("note", tuple(notes)))
    score = Score("marker", np.asarray(scores, dtype=np.float64), higher_is_positive=higher)
    codes = np.asarray(truth, dtype=np.int8)
    return Dataset(
        "some.csv", classes, codes, 1, (score,), truth_by="class", columns=tuple(columns)
    )


def snapshot_of(dataset: Dataset, threshold: float | None = None) -> Snapshot:
    return resolve(Inputs(dataset, threshold=threshold))


def moved(snapshot: Snapshot, threshold: float) -> Snapshot:
    """Return the snapshot after the threshold was moved."""
    return resolve(replace(snapshot.inputs, threshold=threshold), snapshot)


def calls_at(dataset: Dataset, threshold: float) -> RowCalls:
    """Return how a threshold calls the rows."""
    calls = calls_of(snapshot_of(dataset, threshold))
    assert calls is not None
    return calls


# Five rows of three classes; the fourth is called nothing.
THREE = ("cat", "dog", "emu")
THREE_TRUTH = (0, 0, 1, 2, 2)
THREE_CALLS = (0, 1, 1, -1, 0)


def make_classes(
    truth: Sequence[int] = THREE_TRUTH,
    predicted: Sequence[int] = THREE_CALLS,
    classes: tuple[str, ...] = THREE,
) -> Dataset:
    """Return data that say for each row which class it was called, and no score."""
    columns = (
        TextColumn("id", tuple(f"R{row + 1}" for row in range(len(truth)))),
        TextColumn("class", tuple(classes[index] for index in truth)),
    )
    return Dataset(
        "some.csv",
        classes,
        np.asarray(truth, dtype=np.int16),
        0,
        predicted=np.asarray(predicted, dtype=np.int16),
        columns=columns,
    )


def of_cells(*cells: tuple[int, int]) -> Selection:
    """Return the selection of the rows of some cells of the matrix, (actual, predicted)."""
    return Selection.of(Cells(cells))
