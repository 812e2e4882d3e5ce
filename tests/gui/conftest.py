"""What every test of a part of the window stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evalgui.core.metrics import Vocabulary
from evalgui.gui import text
from tests.support.leaks import nothing_left_behind
from tests.support.locales import use_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["nothing_left_behind", "point_as_decimal_sign"]


@pytest.fixture(autouse=True)
def point_as_decimal_sign() -> Iterator[None]:
    """Let texts be compared wherever the tests run; some set another locale themselves."""
    use_numbers("en")
    text.speak_of(Vocabulary.MACHINE_LEARNING)
    yield
    use_numbers("en")


@pytest.fixture
def usual_numbers() -> Iterator[None]:
    """Write numbers as usual again after a test that wants them otherwise."""
    yield
    text.use(text.Numbers())
