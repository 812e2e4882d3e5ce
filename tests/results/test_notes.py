"""The topic of notes: what was found to be odd, as it was found."""

from __future__ import annotations

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, phrase, words_in
from evalgui.io.writers.evaluation import evaluation
from evalgui.render.json import listed
from evalgui.render.text import notes as lines_of
from evalgui.results.topic import NOTHING_BESIDE, Beside
from evalgui.results.topics.notes import NOTES, notes

FOUND = (
    Finding("twice", "3 rows are {twice} <b>there</b>", 3),
    Finding("few", phrase("few {actual_positives}"), level=Level.INFO),
    Finding("few", "another of the same code", 0),
)


def snapshot_with(findings):
    scores = Score("marker", np.array([0.9, 0.8, 0.7, 0.3]))
    truth = np.array([1, 1, 0, 0], dtype=np.int8)
    dataset = Dataset("some.csv", ("b", "a"), truth, 1, (scores,), findings=findings)
    return resolve(Inputs(dataset))


def test_that_each_is_an_object_in_their_order():
    (table,) = notes(FOUND).tables
    assert listed(table) == [
        {"code": "twice", "text": FOUND[0].text, "count": 3, "level": "warning"},
        {"code": "few", "text": "few actual positives", "count": None, "level": "info"},
        {"code": "few", "text": "another of the same code", "count": 0, "level": "warning"},
    ]
    assert [list(one) for one in listed(table)] == [["code", "text", "count", "level"]] * 3


def test_that_each_is_a_line_in_the_words_of_a_field():
    (table,) = notes(FOUND).tables
    assert list(lines_of(table, Style(words_in(Vocabulary.BIOMETRICS)))) == [
        "warning: 3 rows are {twice} <b>there</b>",
        "info: few genuine comparisons",
        "warning: another of the same code",
    ]


def test_that_an_evaluation_has_those_of_the_data():
    shown = snapshot_with(FOUND)
    entries = evaluation(shown)["findings"]
    assert [(one["code"], one["text"], one["count"], one["level"]) for one in entries] == [
        (one.code, one.text, one.count, one.level.value) for one in FOUND
    ]
    (table,) = NOTES.make(shown, NOTHING_BESIDE).tables
    assert listed(table) == entries
    (none,) = NOTES.make(shown, Beside(findings=())).tables
    assert list(lines_of(none, Style(MACHINE_LEARNING))) == []
