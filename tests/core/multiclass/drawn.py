"""What the property tests of K classes draw."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.multiclass import ClassScores

NAMES = tuple("abcdefgh")


def matrix_of(names: str, counts: list[list[int]]) -> ConfusionMatrix:
    """Return a matrix of classes with names of one letter, rows being the truth."""
    return ConfusionMatrix.from_table(counts, tuple(names), rows_are_actual=True)


@st.composite
def matrices(
    draw: st.DrawFn, *, most: int = 30, full: bool = False, most_classes: int = 5
) -> ConfusionMatrix:
    """Draw a matrix of 1 to 5 classes; a `full` one has at least 2 and no empty cell."""
    size = draw(st.integers(2 if full else 1, most_classes))
    cell = st.integers(1 if full else 0, most)
    counts = draw(st.lists(cell, min_size=size * size, max_size=size * size))
    return ConfusionMatrix(NAMES[:size], np.array(counts).reshape(size, size))


def labels_of(matrix: ConfusionMatrix) -> tuple[np.ndarray, np.ndarray]:
    """Return one row for each count: the true and the called class."""
    truth, predicted = np.indices(matrix.counts.shape).reshape(2, -1)
    cells = matrix.counts.ravel()
    return np.repeat(truth, cells), np.repeat(predicted, cells)


@st.composite
def class_scores(
    draw: st.DrawFn, *, missing: bool = False, every_class: bool = False, fewest_rows: int = 0
) -> ClassScores:
    """Draw rows of coarse scores in [0, 1], so with many ties, over 2 to 4 classes.

    With `every_class` there are 3 or 4, and each has a row at least, somewhere.
    """
    size = draw(st.integers(3 if every_class else 2, 4))
    pool = [0.0, 0.1, 0.25, 0.5, 0.75, 1.0, *([np.nan] if missing else [])]
    row = st.tuples(st.integers(0, size - 1), *[st.sampled_from(pool)] * size)
    rows = draw(st.lists(row, min_size=fewest_rows, max_size=25))
    if every_class:
        own = [draw(row) for _ in range(size)]
        rows = draw(st.permutations([*rows, *((k, *row[1:]) for k, row in enumerate(own))]))
    table = np.array(rows, dtype=np.float64).reshape(-1, size + 1)
    return ClassScores(NAMES[:size], table[:, 0].astype(int), list(table[:, 1:].T))
