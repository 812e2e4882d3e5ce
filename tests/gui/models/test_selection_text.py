"""Terms of a selection as text: written, read again, and as an expression over the columns."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from evalgui.core.selection import (
    Between,
    Cells,
    Joined,
    OfClasses,
    Rows,
    ScoreRange,
    Selection,
    Where,
)
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.selected_rows import rows_of
from evalgui.gui.models.selection_expression import expression_of
from evalgui.gui.models.selection_text import read_term, term_text
from evalgui.gui.typed_number import NotUnderstoodError
from evalgui.io.building.row_filter import choose_rows, rows_where
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import assess
from evalgui.io.meaning.roles import Roles

FILE = b"site,truth,score\nA,1,0.9\nB,1,0.8\nA,1,0.6\nB,0,0.7\nA,0,0.3\nB,0,0.1\nA,0,0.2\nB,1,0.4\n"
DASH = "\N{EN DASH}"


@pytest.fixture(scope="module")
def table() -> Any:
    return read(Source.from_bytes("eight.csv", FILE))


@pytest.fixture(scope="module")
def snapshot(table: Any) -> Any:
    roles = Roles(
        truth="truth", scores=("score",), predicted="", positive="1", higher_is_positive=True
    )
    return resolve(Inputs(assess(table, roles).dataset, threshold=0.5))


TERMS = [
    (Cells(((0, 1),)), "FN"),
    (Cells(((0, 1), (1, 0))), "FN or FP"),
    (Between(0.65, 0.35), "between 0.35 and 0.65"),
    (Between(math.nan, 0.65), "\N{GREATER-THAN OR EQUAL TO} 0.65"),
    (Between(0.65, -math.inf), "< 0.65"),
    (ScoreRange(0.25, 0.65), f"0.25{DASH}0.65"),
    (ScoreRange(0.7, math.inf), "\N{GREATER-THAN OR EQUAL TO} 0.7"),
    (ScoreRange(-math.inf, 0.3), "\N{LESS-THAN OR EQUAL TO} 0.3"),
    (OfClasses((1,)), "true 1"),
    (Rows((2, 5)), "rows 2, 5"),
    (Where('site == "A"'), 'site == "A"'),
]


@pytest.mark.parametrize(("term", "words"), TERMS, ids=lambda one: str(one)[:24])
def test_that_a_term_is_read_as_it_is_written(snapshot: Any, term: Any, words: str) -> None:
    assert term_text(term, snapshot, MACHINE_LEARNING) == words
    again = read_term(words, snapshot, MACHINE_LEARNING)
    calls: Any = calls_of(snapshot)
    found = [rows_of(Selection.of(one), calls, snapshot.dataset) for one in (term, again)]
    assert found[0].any()
    assert (found[0] == found[1]).all()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("missed", Cells(((0, 1),))),
        ("false negatives, false alarms", Cells(((0, 1), (1, 0)))),
        ("0,25 to 0,5", ScoreRange(0.25, 0.5)),
        ("0.5-0.25", ScoreRange(0.25, 0.5)),
        (">= 0.5", ScoreRange(0.5, math.inf)),
        ("between 0.6 and 0.4", Between(0.6, 0.4)),
        ("row 3", Rows((3,))),
    ],
)
def test_that_other_ways_of_writing_are_read(snapshot: Any, typed: str, expected: Any) -> None:
    assert read_term(typed, snapshot, MACHINE_LEARNING) == expected


def test_that_a_term_speaks_the_words_of_a_field(snapshot: Any) -> None:
    words = words_in(Vocabulary.BIOMETRICS)
    assert term_text(Cells(((1, 0),)), snapshot, words) == "FM"
    assert read_term("FM", snapshot, words) == Cells(((1, 0),))


@pytest.mark.parametrize("typed", ["", "site ==", "age > 5", "nonsense"])
def test_that_what_is_not_understood_says_so(snapshot: Any, typed: str) -> None:
    with pytest.raises(NotUnderstoodError):
        read_term(typed, snapshot, MACHINE_LEARNING)


SELECTIONS = [
    Selection.of(Cells(((0, 1),))),
    Selection.of(Cells(((0, 0), (1, 0)))).joined(Where('site == "A"'), Joined.AND),
    Selection.of(Between(0.65, 0.35)).joined(OfClasses((0,)), Joined.WITHOUT),
    Selection.of(ScoreRange(0.2, 0.6)).joined(ScoreRange(0.9, math.inf), Joined.OR),
    Selection.of(ScoreRange(0.2, 0.6)).inverted(),
    Selection.of(Between(math.nan, 0.75)),
    Selection.of(Between(-math.inf, 0.25)),
]


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_that_the_expression_chooses_the_same_rows(
    snapshot: Any, table: Any, selection: Selection
) -> None:
    expression = expression_of(selection, snapshot)
    assert expression is not None
    calls: Any = calls_of(snapshot)
    expected = rows_of(selection, calls, snapshot.dataset)
    assert expected.any()
    assert choose_rows(table, expression).chosen.tolist() == expected.tolist()
    assert rows_where(table.columns, expression).tolist() == expected.tolist()


def test_that_rows_between_two_thresholds_have_a_short_expression(snapshot: Any) -> None:
    told = {
        (0.65, 0.35): "score >= 0.35 and score < 0.65",
        (math.nan, 0.75): "score >= 0.75",
        (-math.inf, 0.25): "score < 0.25",
    }
    for ends, expression in told.items():
        assert expression_of(Selection.of(Between(*ends)), snapshot) == expression


def test_that_rows_picked_one_by_one_have_no_expression(snapshot: Any) -> None:
    assert expression_of(Selection.of(Rows((1, 2))), snapshot) is None


def test_that_what_stays_at_every_threshold_is_found_once(snapshot: Any) -> None:
    known: dict[Any, Any] = {}
    selection = Selection.of(Cells(((0, 1),))).joined(ScoreRange(0.2, 0.6), Joined.AND)
    calls: Any = calls_of(snapshot)
    first = rows_of(selection, calls, snapshot.dataset, known)
    assert list(known) == [ScoreRange(0.2, 0.6)]
    known[ScoreRange(0.2, 0.6)] = np.zeros(8, dtype=bool)  # it is taken as it is known
    assert first.any()
    assert not rows_of(selection, calls, snapshot.dataset, known).any()
