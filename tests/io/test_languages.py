"""Which language is spoken, and what the folder of one holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalgui.core.errors import DataError
from evalgui.core.languages import ENGLISH
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.languages import language, language_for, languages

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def system(monkeypatch):
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch.setenv


@pytest.fixture
def german_is_whole(monkeypatch):
    whole = replace(language("de"), is_whole=True)

    def found(code):
        return whole if code.startswith("de") else language(code)

    monkeypatch.setattr("evalgui.io.languages.language", found)


def test_that_a_system_gets_english_where_a_language_is_there_in_part(system, monkeypatch) -> None:
    in_part = replace(language("de"), is_whole=False)
    known = {"de": in_part, "de_DE": in_part}
    monkeypatch.setattr(
        "evalgui.io.languages.language", lambda code: known.get(code) or language(code)
    )
    system("LANG", "de_DE.UTF-8")
    assert language_for([]) is ENGLISH
    assert language_for([], "de").code == language_for(["--language", "de"]).code == "de"


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("LANG", "de_AT.UTF-8", "de"),
        ("LANG", "C.UTF-8", "en"),
        ("LANG", "zz_ZZ", "en"),
        ("LC_ALL", "en_US.UTF-8", "en"),
        ("LANGUAGE", "zz:de:en", "de"),
    ],
)
@pytest.mark.usefixtures("german_is_whole")
def test_that_the_language_of_the_system_is_spoken(name, value, code, system) -> None:
    system("LANG", "fr_FR.UTF-8")
    system(name, value)
    assert language_for(["evaluate", "a.csv"]).code == code


def test_that_what_is_asked_for_is_spoken_before_what_was_chosen(system) -> None:
    system("LANG", "en_US.UTF-8")
    assert language_for(["a.csv"], "de").code == "de"
    assert language_for(["a.csv", "--language", "en"], "de") is ENGLISH
    assert language_for(["--language=de-CH"]).code == "de"


def test_that_another_language_is_refused_in_words() -> None:
    with pytest.raises(DataError, match=r"there is no language 'xx' here\. There are en, de"):
        language("xx")


@pytest.mark.parametrize("code", languages())
def test_that_each_language_that_is_there_can_be_read(code) -> None:
    read = language(code)
    assert read.code == code
    assert read.name
    assert read.messages


def test_that_a_translation_that_is_half_done_is_there_but_not_chosen_by_the_system(system) -> None:
    system("LANG", "fr_FR.UTF-8")
    french = language("fr")
    assert (french.name, french.is_whole) == ("Français", False)
    assert language_for(["a.csv"]) is ENGLISH
    assert language_for(["a.csv"], "fr").code == language_for(["--language=fr-CA"]).code == "fr"
    assert french("&Open…") == "&Ouvrir…"
    assert words_in(Vocabulary.CLINICAL, french)("{true_positive_rate:du}") == "de la sensibilité"
