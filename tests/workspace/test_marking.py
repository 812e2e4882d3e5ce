"""Rules to mark: found at once where that is quick, else in the background."""

from __future__ import annotations

import pytest

from evalgui.workspace import marking
from evalgui.workspace.marking import Marks
from tests.gui.models.tables import make_dataset, snapshot_of


@pytest.fixture
def marks():
    made = Marks()
    yield made
    made.shut_down()


def chosen(marks, snapshot):
    return [(choice.rule.id, choice.threshold) for choice in marks.of(snapshot)]


def test_that_few_scores_are_marked_at_once(marks, monkeypatch):
    monkeypatch.setattr(marking, "chances_are_at_hand", lambda: True)
    found = chosen(marks, snapshot_of(make_dataset(), 0.5))
    assert not marks.is_busy
    assert ("youden", 0.6) in found


@pytest.mark.parametrize(("name", "value"), [("chances_are_at_hand", bool), ("_QUICK", 0)])
def test_that_nobody_waits_for_many_scores_or_for_what_has_to_be_loaded(
    qtbot, marks, monkeypatch, name, value
):
    snapshot = snapshot_of(make_dataset(), 0.5)
    monkeypatch.setattr(marking, name, value)  # bool() says no
    with qtbot.waitSignal(marks.made):
        assert marks.of(snapshot) == ()
    assert ("youden", 0.6) in chosen(marks, snapshot)
