"""Numbers and dates as a language writes them, in sentences too; programs get points."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core import digits
from evalgui.core.digits import SPACE, Conventions, Moment, Numeral, Written
from evalgui.core.languages import ENGLISH, speak, spoken, tr, written
from evalgui.core.rules import RULES
from evalgui.core.texts import Computed, Count, Share, Style, Text
from evalgui.core.vocabulary import Vocabulary, phrase, words_in
from evalgui.io.languages import language, language_for, languages

GERMAN = language("de")
NUMBERS_ALONE = replace(ENGLISH, conventions=GERMAN.conventions)
WORDS = words_in(Vocabulary.MACHINE_LEARNING, NUMBERS_ALONE)


@pytest.fixture
def _german():
    before = spoken()
    speak(NUMBERS_ALONE)
    yield
    speak(before)


@pytest.mark.usefixtures("_german")
def test_that_numbers_in_sentences_are_those_of_the_language() -> None:
    text = Text(
        "{value} of {n}, {share}, {name}",
        {"value": Computed(0.5), "n": Count(1234.5), "share": Share(0.125), "name": "v1.5"},
    )
    style = Style(WORDS, count=digits.grouped, share=digits.percent_of)
    assert text.told(style) == f"0,500 of 1{SPACE}234,5, 12,5{SPACE}%, v1.5"
    assert str(text) == "0.500 of 1234.5, 12.5 %, v1.5"
    told = phrase(
        "at {x}: {inner}", x=digits.exact(0.25), inner=phrase("{y}", y=digits.times(4.38))
    )
    assert (str(told), WORDS.said(told)) == ("at 0.25: 4.4", "at 0,25: 4,4")
    assert tr("{x} in {file}", x=digits.exact(0.5), file="a.1.5.csv") == "0,5 in a.1.5.csv"


@pytest.mark.usefixtures("_german")
def test_that_programs_get_points_whatever_is_spoken() -> None:
    assert json.dumps({digits.exact(0.5): digits.rounded(0.25)}) == '{"0.5": "0.250"}'
    half = RULES.by_id("half")
    assert (str(half.name), WORDS.rule_name("half", half.name)) == ("0.5", "0,5")


def test_that_english_is_returned_as_it_stands() -> None:
    number = digits.rounded(0.5)
    assert written(number) is number
    assert words_in(Vocabulary.MACHINE_LEARNING, ENGLISH).said(number) is number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_that_a_number_has_no_point_in_german_and_else_the_same_digits(value) -> None:
    for told in (
        digits.rounded(value),
        digits.rounded(value, Written.P_VALUE),
        digits.exact(value),
        digits.score(value),
        digits.grouped(value),
        digits.percentage(value),
    ):
        assert isinstance(told, Numeral)
        shown = GERMAN.conventions.written(told)
        assert "." not in shown
        assert shown.replace(",", ".") == told


def test_that_groups_and_per_cent_may_be_written_otherwise() -> None:
    own = Conventions(decimal=",", group="'", percent="%{}")
    assert own.written(digits.percentage(12.345)) == "1'234,5"
    assert own.written(f"{digits.percentage(12.345)}{SPACE}%") == "%1'234,5"
    assert Conventions().written(digits.percent_of(0.125)) == f"12.5{SPACE}%"


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        ("2026-01-31T13:00:00Z", "31.01.2026 13:00:00"),
        ("2026-01-31 13:00:00 (UTC+01:00)", "31.01.2026 13:00:00 (UTC+01:00)"),
        ("2026-01-31", "31.01.2026"),
    ],
)
def test_that_a_day_is_told_as_in_the_language(moment, told) -> None:
    assert WORDS("{when}", when=Moment(moment)) == told
    assert tr("{when}", when=Moment(moment)) == moment


def test_that_numbers_may_be_those_of_another_language() -> None:
    assert language_for(["--language", "en", "--numbers", "de"]).conventions.decimal == ","
    assert language_for(["--language=de", "--numbers=en"]).conventions.decimal == "."
    assert language_for(["--language", "en", "--numbers", "en"]) is ENGLISH


@pytest.mark.parametrize("code", [ENGLISH.code, *languages()])
def test_that_no_sign_of_a_language_may_be_taken_for_another(code) -> None:
    signs = language(code).conventions
    assert signs.group not in {".", ","}
    assert signs.between.strip() != signs.decimal
    assert signs.decimal not in signs.group
