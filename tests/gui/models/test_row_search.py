"""Searching the columns of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from evalgui.core.errors import CancelledError
from evalgui.gui.models.row_search import search_rows
from tests.gui.models.tables import TextColumn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Column

Find = "Callable[[int, int], NDArray[np.bool_]]"


@dataclass(frozen=True)
class QuickColumn(TextColumn):
    """A column that looks through many cells at once, and can do nothing else."""

    def text(self, row: int) -> str:
        raise AssertionError(row)

    def finder(self, text: str) -> Callable[[int, int], NDArray[np.bool_]]:
        found = np.array([text.casefold() in cell.casefold() for cell in self.cells])
        return lambda start, stop: found[start:stop]


class DamagedColumn(TextColumn):
    """A column that cannot."""

    def finder(self, _text: str) -> None:
        return None


def never() -> bool:
    return False


def rows_containing(columns: Sequence[Column], text: str) -> list[bool]:
    found = np.zeros(len(columns[0]), dtype=np.bool_)
    search_rows(columns, text, found, never)
    answer: list[bool] = found.tolist()
    return answer


@pytest.mark.parametrize("kind", [TextColumn, QuickColumn, DamagedColumn])
def test_that_a_row_is_found_by_any_column_whatever_its_case(kind: type[TextColumn]) -> None:
    columns = (kind("a", ("Anna", "bob", "")), TextColumn("b", ("x", "HANNA", "y")))
    assert rows_containing(columns, "ann") == [True, True, False]


def test_that_signs_of_other_searches_mean_nothing() -> None:
    columns = (TextColumn("a", ("a.b", "axb", "a*b", "%")),)
    assert rows_containing(columns, "a.b") == [True, False, False, False]
    assert rows_containing(columns, "%") == [False, False, False, True]


def test_that_rows_are_found_from_the_top_and_told_about() -> None:
    n = 200_000
    column = QuickColumn("a", ("x", *("-",) * (n - 2), "x"))
    found = np.zeros(n, dtype=np.bool_)
    told: list[tuple[float, int]] = []
    search_rows((column,), "X", found, never, lambda share: told.append((share, int(found.sum()))))
    shares = [share for share, _number in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert told[0][0] < 0.5
    assert told[0][1] == 1  # the first row is known long before the last
    assert told[-1][1] == 2


def test_that_a_cancelled_search_stops() -> None:
    looks = iter([False, False, True, True])
    column = TextColumn("a", ("x",) * 5_000)
    with pytest.raises(CancelledError):
        search_rows((column,), "x", np.zeros(5_000, np.bool_), lambda: next(looks, True))
