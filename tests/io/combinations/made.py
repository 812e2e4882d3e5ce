"""Tables and files for the tests of combinations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.score_table import ScoreTable
from evalgui.io.combinations import find
from evalgui.io.loading import assess
from evalgui.io.loading_together import Together, load_together
from evalgui.io.meaning.reading import Reading
from evalgui.io.table.pyarrow_names import arrow
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.table.raw_table import RawTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.io.meaning.roles import Known

DATA = Path(__file__).resolve().parents[2] / "data" / "io" / "combinations"


def together(*names: str, **options) -> Together:
    return load_together([DATA / name for name in names], **options)


def table(
    name: str,
    columns: Mapping[str, Sequence[object]],
    *,
    known: Known | None = None,
    is_named: bool = True,
) -> RawTable:
    """Return a table as a reader of text would, or one of a file with types of its own."""
    made = tuple(
        RawColumn(
            header, arrow.chunked_array([arrow.array(cells)]), header=header if is_named else ""
        )
        for header, cells in columns.items()
    )
    how = Reading("delimited text", header=is_named)
    return RawTable(name, made, len(made[0]), how, first_line=2 if is_named else 1, known=known)


def combined(*tables: RawTable) -> Dataset:
    """Return the data set that tables make together."""
    found = find(tables)
    assert found.combined is not None, found.why
    dataset = assess(found.combined.table).dataset
    assert dataset is not None
    return dataset


def area(dataset: Dataset, number: int = 0) -> float:
    score = dataset.scores[number]
    higher = score.higher_is_positive
    return ScoreTable(score.values, dataset.is_positive(), higher_is_positive=higher).auc


def codes(dataset: Dataset) -> dict[str, int | None]:
    return {finding.code: finding.count for finding in dataset.findings}


def cells(dataset: Dataset, name: str) -> list[str]:
    column = next(column for column in dataset.columns if column.name == name)
    return [column.text(row) for row in range(len(column))]
