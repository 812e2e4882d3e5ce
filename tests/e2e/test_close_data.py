"""File > Close: nothing is open any more, as when the program was started."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog

from evalgui.core.requests import Pin, SetLocked, SetThreshold, ToggleBands
from evalgui.gui.keeping import keeping
from evalgui.locations import resources
from evalgui.workspace.file_requests import OpenFiles


def seen(window):
    """Return what a window says of what is open."""
    return {
        "title": window.windowTitle(),
        "is_modified": window.isWindowModified(),
        "rows": window.data_bar.rows.text(),
        "centre": window.panes.centre.currentWidget().objectName(),
        "bars": (window._decision_bar.isVisible(), window.threshold_bar.isVisible()),
        "docks": {name: dock.isVisible() for name, dock in window.docks.items()},
        "enabled": {name for name, one in window.actions_by_id.items() if one.isEnabled()},
        "layout": window.layout_button.text(),
        "words": window.vocabulary,
    }


def close(program):
    program.window.actions_by_id["close"].trigger()
    program.rest()


@pytest.mark.parametrize("sample", ["clinical", "iris", "biometric"])
def test_that_the_window_is_as_before_anything_was_opened(program, sample):
    window, workspace = program.window, program.workspace
    program.application.arrangement.reset()  # laid out for what it shows
    program.rest()
    before = seen(window)
    assert "close" not in before["enabled"]
    program.open_sample(sample)
    workspace.ask(Pin())
    workspace.ask(SetLocked(is_locked=True))
    workspace.ask(ToggleBands())  # which may be under way when it is closed
    assert seen(window) != before
    close(program)
    assert seen(window) == before
    assert workspace.opened is None
    assert workspace.snapshot.dataset is None
    assert not workspace.snapshot.pins
    assert not workspace.snapshot.inputs.has_lock
    assert program.application.commands.keeping.document.work.is_nothing
    program.open_sample(sample)  # and on it goes, without what was decided
    assert not program.snapshot.inputs.has_lock


def test_that_what_is_not_saved_is_asked_about(program, monkeypatch):
    asked = []
    monkeypatch.setattr(keeping, "ask_to_save", lambda *about: asked.append(about))
    program.open_sample("clinical")
    close(program)
    assert not asked, "nothing was decided"
    program.open_sample("clinical")
    program.workspace.ask(SetThreshold(0.7))
    close(program)
    ((_window, name, _save, discard),) = asked
    assert name == program.workspace.data_sets.shown.name
    assert program.snapshot.point.threshold == 0.7
    discard()
    assert program.snapshot.dataset is None


def test_that_what_is_being_read_is_given_up(program):
    program.open_sample("clinical")
    program.workspace.ask(OpenFiles((resources() / "samples" / "biometric.csv",)))
    close(program)
    assert program.snapshot.dataset is None
    assert program.window.data_bar.rows.text() == "No data"


@pytest.mark.parametrize("action", ["compare_scores", "findings", "sample_size", "intervals"])
def test_that_a_window_beside_it_bears_it(program, action):
    program.open_sample("clinical")
    program.window.actions_by_id[action].trigger()
    program.rest()
    opened = [one for one in program.window.findChildren(QDialog) if one.isVisible()]
    assert opened
    close(program)
    assert program.snapshot.dataset is None
    for dialog in opened:
        dialog.reject()
