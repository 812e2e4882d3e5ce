"""Searching the columns of a file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from evalgui.core.errors import CancelledError
from evalgui.gui.models.row_search import rows_containing
from tests.gui.models.tables import TextColumn


@dataclass(frozen=True)
class QuickColumn(TextColumn):
    """A column that looks through all its cells at once, and can do nothing else."""

    def text(self, row: int) -> str:
        raise AssertionError(row)

    def containing(self, text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.array([text.casefold() in cell.casefold() for cell in self.cells])


def never() -> bool:
    return False


def test_that_a_row_is_found_by_any_column_whatever_its_case() -> None:
    columns = (TextColumn("a", ("Anna", "bob", "")), TextColumn("b", ("x", "HANNA", "y")))
    assert rows_containing(columns, 3, "ann", never).tolist() == [True, True, False]


def test_that_signs_of_other_searches_mean_nothing() -> None:
    columns = (TextColumn("a", ("a.b", "axb", "a*b", "%")),)
    assert rows_containing(columns, 4, "a.b", never).tolist() == [True, False, False, False]
    assert rows_containing(columns, 4, "%", never).tolist() == [False, False, False, True]


def test_that_a_column_that_searches_itself_is_asked_once() -> None:
    column = QuickColumn("a", ("Anna", "bob"))
    assert rows_containing((column,), 2, "ANN", never).tolist() == [True, False]


def test_that_a_cancelled_search_stops() -> None:
    looks = iter([False, False, True])
    column = TextColumn("a", ("x",) * 5_000)
    with pytest.raises(CancelledError):
        rows_containing((column,), 5_000, "x", lambda: next(looks))
