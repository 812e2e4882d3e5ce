"""What translators get is what the program says, and what they write fits into it."""

from __future__ import annotations

import gettext
import tomllib
from string import Formatter

import pytest
from babel import Locale
from babel.messages.pofile import read_po
from catalogues import make

from evalgui.core.digits import SPACE, Conventions
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.languages import CATALOGUE, language, languages

CODES = sorted(languages())


@pytest.fixture(scope="module")
def said():
    return make.said()


def _catalogue(code, part):
    with (make.LANGUAGES / code / f"{part}.po").open("rb") as file:
        return [one for one in read_po(file, locale=code) if one.id]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("part", make.PARTS)
def test_that_a_catalogue_has_what_the_program_says(code, part, said) -> None:
    """`packaging/dev.py languages` brings it up to date."""
    assert {one.id for one in _catalogue(code, part)} == set(said[part])


def _names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("part", make.PARTS)
def test_that_translations_have_the_values_of_the_sentence(code, part) -> None:
    known = {name.casefold() for name in words_in(Vocabulary.CLINICAL, language(code)).known}
    wrong = []
    for one in _catalogue(code, part):
        ids = one.id if isinstance(one.id, tuple) else (one.id,)
        all_names = set.union(*map(_names, ids))
        for text in one.string if isinstance(one.string, tuple) else (one.string,):
            if not text:
                continue
            own = _names(text)
            words = {name for name in own | all_names if name.casefold() in known}
            if isinstance(one.id, tuple):
                fits = own <= all_names | words
            else:
                fits = own - words == all_names - words
            if not fits:
                wrong.append((one.id, text))
    assert not wrong


@pytest.mark.parametrize("code", CODES)
def test_that_what_was_compiled_is_what_was_written(code) -> None:
    """`packaging/dev.py languages` compiles it."""
    with (make.LANGUAGES / code / CATALOGUE).open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for part in make.PARTS:
        for one in _catalogue(code, part):
            if isinstance(one.id, tuple):
                if all(one.string):
                    assert compiled.ngettext(one.id[0], one.id[1], 1) == one.string[0]
            elif one.string:
                assert compiled.gettext(one.id) == one.string


def test_that_sentences_are_found_where_they_are_said() -> None:
    tree = """
Text("One {positive}" if x else "Two")
phrase_n(n, "1 row", "{n} rows", n=n)
self._words("Of a field", name=name)
tr("At " "once")
Text("{only}")
other("not said")
"""
    import ast

    found = set(make._sentences(ast.parse(tree)))
    assert found == {"One {positive}", "Two", ("1 row", "{n} rows"), "Of a field", "At once"}


@pytest.mark.parametrize(
    ("code", "known"),
    [
        ("he", (True, ".", ", ", "{}%", "{day}.{month}.{year}")),
        ("fr", (False, ",", "; ", "{}\N{NARROW NO-BREAK SPACE}%", "{day:02}/{month:02}/{year}")),
        ("tr", (False, ",", "; ", "%{}", "{day}.{month}.{year}")),
    ],
)
def test_that_a_language_is_begun_with_what_is_known_of_it(code, known) -> None:
    own = tomllib.loads(make._begun(Locale.parse(code)))["language"]
    signs = own["conventions"]
    told = (signs["decimal"], signs["between"], signs["percent"], signs["date"])
    assert (own["is_right_to_left"], *told) == known
    assert Conventions(**signs).group == SPACE
