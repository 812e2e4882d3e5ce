"""Which rows a threshold that was frozen on a part of a file was chosen on, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.errors import DataError
from evalgui.core.part_names import part_called
from evalgui.core.texts import Count, Text, text_n
from evalgui.io.building.row_filter import rows_where

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.texts import Told


def shared_rows(name: str, dataset: Dataset) -> Told | None:
    """Return which rows of a data set are among those of a development, too.

    Parameters
    ----------
    name
        What the data of the development are called in full.
    dataset
        What is evaluated.

    Returns
    -------
    Told or None
        An empty text for none of the same file; None where that was other data.
    """
    part = part_called(name, dataset.name)
    if part is None or (name == dataset.full_name == dataset.name):  # another of this name
        return None
    shared = np.ones(dataset.n, dtype=bool)
    if part.subset:
        try:
            shared = rows_where(dataset.columns, part.subset)  # type: ignore[arg-type] # they are such
        except DataError:  # it was of another file with this name
            return None
    if part.aside is None:  # all that were set aside there may be rows of these
        least = int(np.count_nonzero(shared)) - part.n_aside
        if least <= 0:
            return Text("may share rows")
        return text_n(
            least, "share at least one row", "share at least {n} rows", {"n": Count(least)}
        )
    numbers = np.arange(1, dataset.n + 1) if dataset.file_rows is None else dataset.file_rows
    n_shared = int(np.count_nonzero(shared & ~np.isin(numbers, part.aside)))
    if not n_shared:
        return Text("")
    return text_n(n_shared, "share one row", "share {n} rows", {"n": Count(n_shared)})
