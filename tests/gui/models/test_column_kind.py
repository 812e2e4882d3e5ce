"""Which columns are written as numbers."""

from __future__ import annotations

import pytest

from evalgui.gui.models.column_kind import holds_numbers
from tests.gui.models.tables import TextColumn


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("0.5", "", "-1e3"), True),
        (("0,5", "-1,25", "3"), True),  # as the file writes them, whatever the user does
        (("1,2,3", "4"), False),
        (("0.5", "n/a"), False),
        (("", " "), False),
        ((), False),
        (("1",) * 30 + ("x",), True),
    ],
)
def test_that_the_first_cells_tell_numbers_from_text(
    cells: tuple[str, ...], expected: bool
) -> None:
    assert holds_numbers(TextColumn("a", cells)) is expected
