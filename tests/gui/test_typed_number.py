"""Numbers as they are typed: a point or a comma, proportions in per cent, too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.digits import SPACE, rounded
from evalgui.gui import text
from evalgui.gui.panels import fields
from evalgui.gui.panels.fields import NumberBox
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number, read_typed_share
from evalgui.io.languages import languages
from tests.support.locales import use_numbers


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


@pytest.fixture
def _german():
    use_numbers("de")
    yield
    use_numbers("en")


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("0,5", 0.5),
        ("1,234", 1.234),
        ("0.5", 0.5),
        ("0.500", 0.5),
        ("12.34", 12.34),
        (f"1{SPACE}234,5", 1234.5),
        ("1 234", 1234.0),
        ("1,2e-7", 1.2e-7),
        ("1.234e2", 123.4),
        (",5", 0.5),
    ],
)
def test_that_german_numbers_are_read_and_points_where_they_are_clear(typed, value):
    assert read_typed_number(typed) == value


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1.234", "“1.234” may be 1,234 or 1234: type one of the two"),
        ("-12.345", "“-12.345” may be -12,345 or -12345: type one of the two"),
        ("1.234,5", "“1.234,5” is not a number"),
        ("0,1, 0,2", "“0,1, 0,2” is not a number"),
    ],
)
def test_that_a_point_that_may_part_thousands_is_refused_in_words(typed, said):
    with pytest.raises(NotUnderstoodError) as refused:
        read_typed_number(typed)
    assert str(refused.value) == said


@pytest.mark.parametrize("code", ["en", *languages()])
@given(st.floats(-1e300, 1e300))
def test_that_what_is_shown_may_be_typed(code, value):
    use_numbers(code)
    try:
        assert read_typed_number(text.threshold(value)) == value
        shown = text.measure(value)
        assert text.localised(rounded(read_typed_number(shown))) == shown
        assert read_typed_share(text.exact_percent(0.125)) == 0.125
    finally:
        use_numbers("en")


@pytest.mark.usefixtures("_german")
def test_that_a_box_shows_and_reads_a_comma_and_keeps_its_number_where_in_doubt(qtbot, monkeypatch):
    told = []
    monkeypatch.setattr(fields.QToolTip, "showText", lambda _at, words: told.append(words))
    box = NumberBox("beta", "A number", 10)
    qtbot.addWidget(box)
    box.setDecimals(6)
    box.setRange(0.0, 1e6)
    box.setValue(0.5)
    assert box.text() == "0,5"
    for typed, value in (("0,25", 0.25), ("0.125", 0.125), ("1.234", 0.125), ("2,5", 2.5)):
        box.selectAll()
        QTest.keyClicks(box, typed)
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert box.value() == value
    assert box.text() == "2,5"
    (words,) = told
    assert "“1.234” may be 1,234 or 1234" in words
