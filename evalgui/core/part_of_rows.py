"""Some rows of a data set, as one of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset


def of_rows(dataset: Dataset, rows: NDArray[np.intp]) -> Dataset:
    """Return some rows of a data set as one of their own, without its columns.

    Parameters
    ----------
    dataset
        With rows.
    rows : (k,) array of int
        Their places, from 0.
    """
    counts, subjects = dataset.row_counts, dataset.subjects
    return replace(
        dataset,
        truth=dataset.truth[rows] if counts is None else dataset.truth,
        row_counts=None if counts is None else counts[rows],
        scores=tuple(score.taken(rows) for score in dataset.scores),
        predicted=None if dataset.predicted is None else dataset.predicted[rows],
        class_scores=None if dataset.class_scores is None else dataset.class_scores[rows],
        subjects=None if subjects is None else subjects.taken(rows),
        subject_totals=None,
        columns=(),
        exclusions=(),
        unverified=None,
        findings=(),
        file_rows=None,
        n_rows_in_file=-1,
        species=None,
    )
