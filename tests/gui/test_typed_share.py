"""A proportion as it is typed: a point or a comma, or in per cent."""

from __future__ import annotations

import pytest

from evalgui.gui import text
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_share


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0.9", 0.9),
        ("0,9", 0.9),
        (" .05 ", 0.05),
        ("90 %", 0.9),
        ("99,9%", 0.999),
        ("1e-4", 1e-4),
        (f"{text.MINUS}0.5", -0.5),
        ("29%", 0.29),
    ],
)
def test_that_a_share_is_read_exactly(typed, value):
    assert read_typed_share(typed) == value


@pytest.mark.parametrize("typed", ["", "%", "nine", "inf", "1,500", "0.9.1", "none", "1_0"])
def test_that_what_is_no_share_is_refused_in_words(typed):
    with pytest.raises(NotUnderstoodError):
        read_typed_share(typed)
