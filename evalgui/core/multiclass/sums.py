"""Sums of products of the margins of a matrix, and what a matrix may lack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.confusion import some
from evalgui.core.counts import exact_dot
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.multiclass.metric import MulticlassSettings


def chance(matrix: ConfusionMatrix) -> int:
    """Return ``sum n_i+ n_+i``: n**2 times the agreement that chance alone would give."""
    return exact_dot(matrix.actual, matrix.predicted)


def squares(margin: NDArray[np.int64]) -> int:
    """Return the sum of the squares of a margin."""
    return exact_dot(margin, margin)


def need_rows(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say that there are no rows."""
    return "" if matrix.n else phrase("no rows")


def need_counts(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say that rows have weights that are not whole, of which a test knows nothing."""
    return NO_COUNTS if matrix.is_weighted else ""


def need_two_classes(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say that there is one class only, of which nothing can be confused."""
    return "" if len(matrix) > 1 else phrase("there is one class only")


def need_every_class_true(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say which classes have no row in the truth, and so no sensitivity."""
    absent = [matrix.classes[index] for index in np.flatnonzero(matrix.actual == 0)]
    return phrase("no row is truly {absent}", absent=some(absent)) if absent else ""


def need_disagreement(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say that all rows are of one class and called so: chance alone agrees fully."""
    one_cell = bool(matrix.n) and int(matrix.diagonal.max()) == matrix.n
    return phrase("every row has one class, and is called so") if one_cell else ""


def need_varied_truth(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say that the truth is one class only."""
    return (
        ""
        if int(matrix.actual.max(initial=0)) < matrix.n
        else phrase("every row is truly of one class")
    )


def need_varied_calls(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    """Say that the calls are one class only."""
    return (
        ""
        if int(matrix.predicted.max(initial=0)) < matrix.n
        else phrase("every row is called one class")
    )


def need_one_varied(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    """Say that neither the truth nor the calls have more than one class."""
    truth, calls = need_varied_truth(matrix, settings), need_varied_calls(matrix, settings)
    return phrase("{truth}, and {calls}", truth=truth, calls=calls) if truth and calls else ""
