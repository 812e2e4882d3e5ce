"""Texts as days: what is one day only, what may be two, and what is none."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.consequences.settings import DateOrder, Every
from evalgui.core.dates import AmbiguousDatesError, NoDatesError, days_of

DATES = st.dates(dt.date(1800, 1, 1), dt.date(2199, 12, 31))


@given(st.lists(DATES, min_size=1, max_size=20), st.sampled_from(["", " 09:30", "T23:59:59.9Z"]))
def test_that_iso_dates_are_themselves(days: list[dt.date], time: str) -> None:
    found = days_of([f" {day.isoformat()}{time}" for day in days])
    assert found.days.tolist() == days
    assert (found.order, found.are_serials, found.unreadable) == (None, False, "")


@given(st.lists(DATES, min_size=1, max_size=20), st.sampled_from(DateOrder))
def test_that_an_order_is_proven_or_asked_and_never_guessed(
    days: list[dt.date], order: DateOrder
) -> None:
    form = "%d/%m/%Y" if order is DateOrder.DAY_FIRST else "%m/%d/%Y"
    texts = [f"{day:{form}}".replace("/0", "/") for day in days]
    texts = [f"{text[:-5]}/{day.year:04}" for text, day in zip(texts, days, strict=True)]
    assert days_of(texts, order=order).days.tolist() == days
    if any(day.day > 12 for day in days):
        found = days_of(texts)
        assert found.days.tolist() == days
        assert found.order is order
    elif any(day.day != day.month for day in days):
        with pytest.raises(AmbiguousDatesError, match="day or the month"):
            days_of(texts)
    else:
        assert days_of(texts).days.tolist() == days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("20250403", "2025-04-03"),
        ("45750", "2025-04-03"),  # as Excel has it
        ("45750.75", "2025-04-03"),
        ("2025/4/3", "2025-04-03"),
        ("3 Apr 2025", "2025-04-03"),
        ("03APR2025", "2025-04-03"),
        ("3-April-2025", "2025-04-03"),
        ("25.12.2024 08:15", "2024-12-25"),
        ("2024-02-29", "2024-02-29"),
        ("2025-04", "NaT"),
        ("2025.04", "NaT"),
        ("2025", "NaT"),
        ("2023-02-29", "NaT"),
        ("31.06.2024", "NaT"),
        ("3 Xyz 2025", "NaT"),
        ("1700-01-01", "NaT"),
        ("12345", "NaT"),
        ("1712131200", "NaT"),
        ("25.12.24", "NaT"),
        ("", "NaT"),
    ],
)
def test_that_a_text_is_a_day_or_none(text: str, day: str) -> None:
    found = days_of(["2020-01-01", text])
    assert str(found.days[1]) == day
    assert found.unreadable == (text if day == "NaT" else "")


def test_that_what_is_longer_than_a_period_is_none_of_it() -> None:
    texts = ["2025-04", "2025-05-01", "2024"]
    by_month = days_of(texts, Every.MONTH).days.astype(str).tolist()
    assert by_month == ["2025-04-01", "2025-05-01", "NaT"]
    assert not np.isnat(days_of(texts, Every.YEAR).days).any()


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["13/04/2025", "04/13/2025"], "contradict each other"),
        (["03/04/25", "04/05/25"], "have two digits"),
        (["2025", "2024"], "tell no month"),
        (["spring", ""], "'spring'"),
        (["", "NA"], "holds a date"),
        ([], "holds a date"),
    ],
)
def test_that_words_say_why_a_column_has_no_dates(texts: list[str], why: str) -> None:
    with pytest.raises(NoDatesError, match=why):
        days_of(texts, Every.MONTH, name="visit")
