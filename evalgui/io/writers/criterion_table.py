"""The criterion table as a file of any kind, or as text."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.api import DataError, criterion_table, in_units, limit
from evalgui.io.keeping.writing import write_safely
from evalgui.io.writers.plain_numbers import finite, infinity

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa

    from evalgui.core.api import Score, Snapshot

FORMATS = {".csv": ",", ".tsv": "\t", ".json": "", ".parquet": ""}
"""What a table can be written as, by the ends of file names, and what parts the cells."""


def table_of(snapshot: Snapshot, level: float) -> pa.Table:
    """Return what each distinct threshold of a snapshot with a score does.

    Returns
    -------
    pyarrow.Table
        ``threshold`` in the units of the score (infinite in the first row, which calls nothing,
        and exact whole numbers where the score has such), then the columns of
        `evalgui.core.criterion_table.criterion_table`; null where a value is undefined.

    Raises
    ------
    ValueError
        If there is no score.
    """
    import pyarrow as pa  # takes a tenth of a second to load

    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is None or dataset is None:
        message = "there is no score to make a table of"
        raise ValueError(message)
    columns = criterion_table(
        ranking.table.steps,
        level,
        fixes_shares=dataset.sampling.fixes_shares,
    )
    arrays = {"threshold": _thresholds(ranking.table.steps.thresholds, ranking.score)}
    for name, column in columns.items():
        is_missing = np.isnan(column) if column.dtype.kind == "f" else None
        arrays[name] = pa.array(column, mask=is_missing)
    return pa.table(arrays)


def _thresholds(thresholds: np.ndarray, score: Score) -> Any:  # noqa: ANN401 - an array of pyarrow
    import pyarrow as pa  # as above

    if not score.base:
        places = thresholds.copy()
        places[:1] = limit(float(thresholds[0]), score)
        return pa.array(places)
    return pa.array([str(in_units(limit(one, score), score)) for one in thresholds.tolist()])


def table_text(table: pa.Table, delimiter: str = "\t") -> bytes:
    """Return a table as delimited text at full precision; what is undefined is an empty cell."""
    from pyarrow import csv

    target = io.BytesIO()
    target.write((delimiter.join(table.column_names) + "\n").encode())
    options = csv.WriteOptions(include_header=False, delimiter=delimiter, quoting_style="needed")
    csv.write_csv(table, target, options)
    return target.getvalue()


def table_json(table: pa.Table, snapshot: Snapshot, level: float) -> dict[str, Any]:
    """Return a table as JSON types, and what it rests on.

    Returns
    -------
    dict
        ``file``, ``score``, ``higher_is_positive``, ``level``, and ``rows``: an object for each
        threshold; infinite values are ``"+inf"`` and ``"-inf"``, undefined ones None.
    """
    columns = [_values(table.column(name).to_pylist()) for name in table.column_names]
    score, dataset = snapshot.score, snapshot.dataset
    return {
        "file": None if dataset is None else dataset.name,
        "score": None if score is None else score.name,
        "higher_is_positive": None if score is None else score.higher_is_positive,
        "level": level,
        "rows": [
            dict(zip(table.column_names, row, strict=True)) for row in zip(*columns, strict=True)
        ],
    }


def _values(values: list[Any]) -> list[Any]:
    if not values or isinstance(values[-1], str):
        return values
    return [None if one is None else infinity(one) or finite(one) for one in values]


def write_table(snapshot: Snapshot, path: Path, level: float) -> None:
    """Write the criterion table of a snapshot as what the name of the file says.

    Raises
    ------
    DataError
        If the name ends in none of `FORMATS`.
    WritingError
        If the file cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in FORMATS:
        message = f"tables are written as {', '.join(FORMATS)}"
        raise DataError(message, where=path.name, hint="Give the file one of these endings")
    table = table_of(snapshot, level)
    if kind == ".parquet":
        from pyarrow import parquet

        target = io.BytesIO()
        parquet.write_table(table, target)
        data = target.getvalue()
    elif kind == ".json":
        text = json.dumps(table_json(table, snapshot, level), ensure_ascii=False, allow_nan=False)
        data = (text + "\n").encode()
    else:
        data = table_text(table, FORMATS[kind])
    write_safely(path, data)
