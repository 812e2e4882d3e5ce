"""A selection is a value: terms joined one by one."""

from __future__ import annotations

from evalgui.core.selection import (
    NO_SELECTION,
    Between,
    Cells,
    Joined,
    Selection,
)

MISSED, NEAR = Cells(((0, 1),)), Between(0.4, 0.5)


def test_that_nothing_selected_is_false_and_everything() -> None:
    assert not NO_SELECTION
    assert NO_SELECTION.cells == ()
    assert NO_SELECTION.inverted() is NO_SELECTION


def test_that_terms_are_joined_in_turn_and_taken_away_again() -> None:
    one = NO_SELECTION.joined(MISSED, Joined.AND)
    assert one == Selection.of(MISSED)
    both = one.joined(NEAR, Joined.WITHOUT)
    assert [(part.term, part.joined) for part in both.parts] == [
        (MISSED, Joined.AND),
        (NEAR, Joined.WITHOUT),
    ]
    assert both.without(1) == one
    assert one.without(0) == NO_SELECTION


def test_that_what_is_taken_from_everything_is_the_rest() -> None:
    rest = NO_SELECTION.joined(MISSED, Joined.WITHOUT)
    assert rest == Selection.of(MISSED).inverted()


def test_that_only_cells_move_with_the_threshold() -> None:
    assert Selection.of(MISSED).follows_threshold
    assert not Selection.of(NEAR).follows_threshold


def test_that_thresholds_are_of_one_score() -> None:
    assert Selection.of(MISSED).of_any_score() == Selection.of(MISSED)
    assert Selection.of(MISSED).joined(NEAR, Joined.OR).of_any_score() == NO_SELECTION
