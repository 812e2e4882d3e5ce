"""Sentences in another language: by the English ones, with forms of words and of numbers."""

from __future__ import annotations

import copy

import pytest

from evalgui.core.errors import DataError
from evalgui.core.languages import ENGLISH, Language, speak, spoken, tr, tr_n
from evalgui.core.texts import Given, Style, Text, text_n
from evalgui.core.vocabulary import Vocabulary, phrase, phrase_n, words_in

OTHER = Language(
    code="xx",
    name="Other",
    messages={
        "no {actual_positives} in {name}": "in {name} mangelt es an {actual_positives:dat}",
        "1 row": ("{n} Zeile", "{n} Zeilen"),
        "Sensitivity": "Sensitivität",
    },
    form=lambda n: int(n > 1),
    fields={
        "clinical": {
            "positives": "Erkrankte",
            "calls": ["Test +", "Test -"],
            "terms": {"actual_positives": {"": "Erkrankte", "dat": "Erkrankten"}},
        }
    },
    keeps_capitals=True,
)


@pytest.fixture
def speaking():
    yield speak
    speak(ENGLISH)


def test_that_a_sentence_is_told_in_the_forms_that_a_language_asks_for() -> None:
    words = words_in(Vocabulary.CLINICAL, OTHER)
    values = {"name": Given("a {x}")}
    assert Text("no {actual_positives} in {name}", values).told(Style(words)) == (
        "in a {x} mangelt es an Erkrankten"
    )
    assert words("{Actual_positives}") == "Erkrankte"
    assert words.calls == ("Test +", "Test -")


def test_that_a_form_that_a_field_has_not_is_the_word_itself() -> None:
    words = words_in(Vocabulary.BIOMETRICS, OTHER)
    assert words("no {actual_positives} in {name}", name="b") == (
        "in b mangelt es an genuine comparisons"
    )


@pytest.mark.parametrize("n", [0, 1, 2, 1.5])
def test_that_numbers_take_the_forms_of_the_language(n) -> None:
    own, english = (words_in(Vocabulary.CLINICAL, one) for one in (OTHER, ENGLISH))
    text = text_n(n, "1 row", "{n} rows", {"n": n})
    said = phrase_n(n, "1 row", "{n} rows", n=n)
    assert text.told(Style(own)) == f"{n:g} Zeile{'n' if n > 1 else ''}" == own.said(said)
    assert text.told(Style(english)) == str(said) == ("1 row" if n == 1 else f"{n:g} rows")
    assert own.said(copy.deepcopy(said)) == own.said(said)


def test_that_what_a_language_does_not_know_stays_english() -> None:
    words = words_in(Vocabulary.CLINICAL, OTHER)
    assert words.said(phrase("all {actual_negatives}")) == "all healthy subjects"
    assert words.counted(2, "a row", "{n} rows more", n=2) == "2 rows more"


def test_that_programs_get_english_whatever_is_spoken(speaking) -> None:
    text, said = Text("Sensitivity"), phrase("Sensitivity")
    speaking(OTHER)
    assert str(text) == str(said) == "Sensitivity"
    assert tr("Sensitivity") == "Sensitivität"
    assert words_in(Vocabulary.CLINICAL).said(said) == "Sensitivität"
    assert spoken() is OTHER


def test_that_what_is_said_at_once_is_in_the_language_that_is_spoken(speaking) -> None:
    assert tr_n(2, "1 row", "{n} rows", n=2) == "2 rows"
    speaking(OTHER)
    assert tr_n(2, "1 row", "{n} rows", n=2) == "2 Zeilen"
    assert tr("{braces} that nobody fills") == "{braces} that nobody fills"


def test_that_an_error_is_told_in_a_language_and_stays_english_itself() -> None:
    error = DataError(
        phrase("no {actual_positives} in {name}", name="b"), where="c.csv", hint="Look"
    )
    assert str(error) == "c.csv: no actual positives in b. Look."
    words = words_in(Vocabulary.CLINICAL, OTHER)
    assert error.in_words(words) == "c.csv: in b mangelt es an Erkrankten. Look."
