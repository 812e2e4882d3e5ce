"""What the tests of layouts share: a text as a file, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.score_table import ScoreTable
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded
    from evalgui.io.table.raw_table import RawTable


def opened(text: str) -> RawTable:
    return read(Source.from_bytes("a.txt", text.encode()))


def loaded(text: str, **wanted: Any) -> Loaded:
    return load_source(Source.from_bytes("a.txt", text.encode()), roles=Roles(**wanted))


def dataset(text: str, **wanted: Any) -> Dataset:
    found = loaded(text, **wanted)
    assert found.dataset is not None, found.proposal.question
    return found.dataset


def rows_of(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def cells_of(table: RawTable, name: str) -> list[str]:
    return table.column(name).head(table.n_rows)


def classes_of(data: Dataset) -> dict[str, int]:
    counts = np.bincount(data.truth, minlength=len(data.classes)).tolist()
    return dict(zip(data.classes, counts, strict=True))


def area_of(data: Dataset) -> float:
    score = data.scores[0]
    higher = score.higher_is_positive
    return ScoreTable(score.values, data.is_positive(), higher_is_positive=higher).auc


def codes_of(data: Dataset | RawTable) -> set[str]:
    return {finding.code for finding in data.findings} - {"few_per_class"}
