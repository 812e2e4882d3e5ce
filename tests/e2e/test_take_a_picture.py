"""A picture of the window is the same wherever it is taken."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QSize

from evalgui.gui.app import Application
from evalgui.gui.picture import TAKEN, Picture
from evalgui.gui.start_options import Start
from evalgui.workspace import marking
from evalgui.workspace.settings import GEOMETRY, LAYOUT


@pytest.mark.parametrize("size", [None, QSize(1400, 800)])
def test_that_a_picture_shows_the_window_as_it_is_at_first(program, qapp, qtbot, tmp_path, size):
    window, settings = program.window, program.application.settings
    window.resize(900, 600)
    window.docks["metrics"].hide()
    geometry, layout = window.saved()
    settings.set_value(GEOMETRY, geometry)
    settings.set_value(LAYOUT, layout)
    settings.flush()
    other = Application(qapp, Start(screenshot=tmp_path / "window.png", size=size))
    qtbot.addWidget(other.window)
    assert other.window.size() == (size or QSize(1280, 720))
    assert other.window.docks["metrics"].is_wanted
    other.deleteLater()


def test_that_a_picture_waits_for_what_is_computed_however_long(program, monkeypatch, tmp_path):
    go_on, mark = threading.Event(), marking.mark

    def held(*given):
        assert go_on.wait(60)
        return mark(*given)

    monkeypatch.setattr(marking, "_QUICK", 0)
    monkeypatch.setattr(marking, "mark", held)
    program.open_sample("clinical")
    picture = Picture(tmp_path / "window.png", program.window, program.workspace, opens=False)
    marks = []
    picture.ended.connect(lambda _code: marks.extend(program.snapshot.marks))
    picture._settling.timeout.connect(go_on.set)  # once it has looked, and found it busy
    with program.qtbot.waitSignal(picture.ended) as ended:
        pass
    assert ended.args == [TAKEN]
    assert marks
