"""Sentences with words of a field in braces: each names words that there are, in every field."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.declarations import DeclarationError
from evalgui.core.phrases import Phrase
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, joined, phrase, words_in
from evalgui.io.worked_examples import worked_examples

ROOT = Path(__file__).parents[2] / "evalgui"
FILES = sorted(ROOT.rglob("*.py"))


def is_told(call):
    """Return whether a call makes a phrase, or fills a template: words("...")."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name == "phrase" or name.endswith("words") or name == "MACHINE_LEARNING"


def templates(path):
    """Yield the line, the template and the names of the values of each sentence of a file."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and call.args and is_told(call):
            given_names = {keyword.arg for keyword in call.keywords}
            if None in given_names:  # **values, which are checked where they are filled in
                continue
            first = call.args[0]
            parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for part in parts:  # what another expression makes is checked where it is made
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.lineno, part.value, given_names


def named_in(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_that_every_template_names_known_words():
    n, unknown = 0, {}
    for path in FILES:
        for line, template, values in templates(path):
            named = named_in(template)
            n += bool(named)
            if others := named - MACHINE_LEARNING.known.keys() - values:
                unknown[f"{path.relative_to(ROOT)}:{line}"] = others
    assert not unknown
    assert n > 80


def test_that_all_fields_know_the_same_words():
    names = [set(words_in(vocabulary).known) for vocabulary in Vocabulary]
    common = set(MACHINE_LEARNING.known)
    for known in names:
        assert common <= known
        # What is beyond them is the short name of a measure, which its symbol stands for.
        assert all(name.isupper() for name in known - common)


def test_that_a_template_with_an_unknown_word_says_which_there_are():
    with pytest.raises(DeclarationError, match=r"no word 'psitives'.* write one of .*positives"):
        phrase("no {psitives}")


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_text_of_the_user_is_told_as_it_is(vocabulary):
    words = words_in(vocabulary)
    name = "{positives} of 'positive class' {0}"
    told = words.said(phrase("'{name}' is the {positive} class", name=name))
    assert told == f"'{name}' is the {words.positive} class"
    assert words.said(name) == name
    assert words("{name}: {n:,}", name=name, n=1000) == f"{name}: 1,000"


@given(st.lists(st.text(), min_size=1, max_size=4), st.text(max_size=3))
def test_that_joined_texts_are_joined(texts, separator):
    assert joined(separator, texts) == separator.join(texts)


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_phrases_within_phrases_are_told_too(vocabulary):
    words = words_in(vocabulary)
    inner = phrase("no {positive_calls}")
    outer = joined("; ", [phrase("undefined: {why}", why=inner), "no rows"])
    assert words.said(outer) == f"undefined: {words.said(inner)}; no rows"
    assert outer == "undefined: no positive calls; no rows"
    assert isinstance(outer, Phrase)


def test_that_a_capital_begins_a_sentence():
    assert [words_in(each)("{Recall} and {precision}") for each in Vocabulary] == [
        "Recall and precision",
        "Sensitivity and positive predictive value",
        "TMR and precision",
        "1 - P_miss and precision",
        "Recall and precision",
        "Recall and precision",
    ]


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_titles_and_values_of_worked_examples_are_told(vocabulary):
    words = words_in(vocabulary)
    titles = [words.said(example.title) for example in worked_examples()]
    assert f"The same rates with ten times the {words.known['negatives']}" in titles
    assert sum(words.outcomes[0].many in title for title in titles) == 6
    assert words.value_name("TP_A") == f"{words.shorts[0]}_A"
    assert words.value_name("as_printed_N_negatives") == "as_printed_N_negatives"
