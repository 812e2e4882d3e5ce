"""The topic of planning: what is needed, and what rows at hand can support."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.planning import PLANNED, Goal, Question, Sizes, supported
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.render import json
from evalgui.render.text import fact_lines, notes
from evalgui.results.topic import NOTHING_BESIDE, Beside
from evalgui.results.topics.planning import PLANNING, needs, support

ASKED = Question(
    measure=PLANNED.by_id("TPR"), goal=Goal.WIDTH, aim=0.1, expected=0.9, prevalence=0.2
)
SPEAKER = Style(words_in(Vocabulary.SPEAKER))


def cells_of(table):
    return {
        (row.id, column.id): table.cell(row, column)
        for row in table.rows
        for column in table.columns
    }


def test_that_what_a_study_needs_is_said_with_its_formula():
    told = needs(ASKED)
    (table,) = told.tables
    (entry,) = json.listed(table)
    assert list(entry) == ["n", "n_positive", "n_negative", "formula"]
    assert (entry["n"], entry["n_positive"], entry["n_negative"]) == (705, 141, 564)
    assert entry["formula"].endswith("in all ⌈141 / 0.2⌉ = 705")
    first, second, third, *others = fact_lines(told, SPEAKER)
    assert "95" in first
    assert second == "705 rows: 141 target trials and 564 non-target trials"
    assert third.startswith("n = 141 target trials, the smallest with ")
    assert len(others) == 2


def test_that_what_nothing_says_is_none():
    told = needs(Question(measure=PLANNED.by_id("FPR"), goal=Goal.CLAIM, aim=0.001))
    (entry,) = json.listed(told.tables[0])
    assert (entry["n"], entry["n_positive"], entry["n_negative"]) == (2996, 0, 2996)
    power = Question(
        measure=PLANNED.by_id("McNemar"), goal=Goal.POWER, aim=0.8, discordant=(0.2, 0.1)
    )
    (entry,) = json.listed(needs(power).tables[0])
    assert entry["n_positive"] is entry["n_negative"] is None


def test_that_a_cell_is_what_data_support():
    sizes = Sizes(141, 2996)
    (table,) = support(sizes, 0.9, 0.95).tables
    cells = cells_of(table)
    for one in supported(sizes, 0.9, 0.95):
        name = one.measure.id
        assert cells[name, "n"].value == one.n
        if one.measure.is_error_rate:
            assert cells[name, "claim"].value == one.claim
            assert cells[name, "width"] is cells[name, "lower"] is cells[name, "se"] is None
        else:
            found = tuple(cells[name, part].value for part in ("se", "width", "lower"))
            assert found == (one.error, one.width, one.limit)
            assert cells[name, "claim"] is None
    assert len(list(notes(table, SPEAKER))) == len(table.rows)


def test_that_what_cannot_be_supported_has_a_reason():
    (table,) = support(Sizes(0, 5), 0.9, 0.95, PLANNED.by_id("TPR")).tables
    cells = cells_of(table)
    assert math.isnan(cells["TPR", "width"].value)
    assert cells["TPR", "width"].reason == "there are none"
    entry = json.objects(table)["TPR"]
    assert entry == {
        "n": 0,
        "se": None,
        "width": None,
        "lower": None,
        "undefined": "there are none",
    }
    (told,) = notes(table, Style(MACHINE_LEARNING))
    assert told.endswith("no interval: there are none")


@pytest.mark.parametrize("of_subjects", [False, True])
def test_that_the_title_says_what_is_counted(of_subjects):
    told = support(Sizes(20, 30, of_subjects=of_subjects), 0.9, 0.9)
    title = told.title.told(SPEAKER)
    assert ("each counted once" in title) is of_subjects
    assert title.endswith(", at 90 %")
    assert all(("subjects with" in one) is of_subjects for one in notes(told.tables[0], SPEAKER))


def test_that_rows_at_hand_are_told_unless_a_study_is_asked_about():
    scores = Score("marker", np.array([0.9, 0.8, 0.7, 0.3]))
    truth = np.array([1, 1, 0, 0], dtype=np.int8)
    snapshot = resolve(Inputs(Dataset("some.csv", ("b", "a"), truth, 1, (scores,))))
    (table,) = PLANNING.make(snapshot, NOTHING_BESIDE).tables
    assert cells_of(table)["TPR", "n"].value == 2
    assert PLANNING.make(snapshot, Beside(question=ASKED)).tables[0].id == "needed"
    assert PLANNING.make(EMPTY, Beside(question=ASKED)).tables[0].id == "needed"
    assert PLANNING.make(EMPTY, NOTHING_BESIDE) is None
