"""What every test of a formula stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def point_as_decimal_sign() -> Iterator[None]:
    """Let texts be compared wherever the tests run."""
    before = QLocale()
    QLocale.setDefault(QLocale.c())
    yield
    QLocale.setDefault(before)
