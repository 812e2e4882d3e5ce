"""What the monkey looks for is found when it is there, and a run can be repeated."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QtMsgType
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.measured import Measured
from evalgui.io.writers.tables.contents import Contents
from evalgui.io.writers.tables.declared import TABLES
from evalgui.io.writers.tables.formats import FORMATS
from evalgui.io.writers.tables.how import How
from evalgui.io.writers.tables.table_files import write_tables
from tests.monkey import __main__ as monkey
from tests.monkey import pictures
from tests.monkey.faults import BENIGN, Faults
from tests.monkey.numbers import disagreements
from tests.monkey.situations import mistakes


class _Painted(QWidget):
    """A window of one colour, which may change without a word to Qt."""

    colour = "red"

    def paintEvent(self, _event):
        QPainter(self).fillRect(self.rect(), QColor(self.colour))


def test_that_a_stale_picture_is_found_and_where(qtbot):
    window = _Painted()
    qtbot.addWidget(window)
    window.resize(60, 40)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: pictures.on_screen(window).pixelColor(5, 5) == QColor("red"))
    before = pictures.on_screen(window)
    assert pictures.differing(before, pictures.on_screen(window)) is None
    for colour, is_seen in (("#fe0000", False), ("#fd0000", True)):
        other = before.copy()
        other.setPixelColor(5, 5, QColor(colour))
        assert (pictures.differing(before, other) is not None) is is_seen
    window.colour = "blue"
    assert pictures.differing(before, pictures.on_screen(window)) is None  # nobody painted yet
    pictures.forget_everything(window)
    qtbot.waitUntil(lambda: pictures.on_screen(window).pixelColor(5, 5) == QColor("blue"))
    assert pictures.differing(before, pictures.on_screen(window)) == (2400, (0, 0, 60, 40))


def test_that_dialogs_and_loose_panes_are_looked_at_as_well(program):
    program.open_sample("clinical")
    window = program.window
    window.docks["metrics"].show()
    assert pictures.windows(window) == [window]
    window.docks["metrics"].setFloating(True)
    window.actions_by_id["new"].trigger()
    dialog = window.findChild(QWidget, "new_data_dialog")
    assert {*pictures.windows(window)} == {window, window.docks["metrics"], dialog}


def test_that_a_note_stays_while_it_is_looked_at_and_runs_out_then(program, qtbot):
    program.open_sample("clinical")
    panel = program.window.predictions
    before, interval = panel.status.text(), panel._noting.interval()
    for _ in range(2):
        panel._note("Copied 3 rows")
        assert panel._noting.isActive()
        held = pictures.hold_notes(program.window)
        assert not panel._noting.isActive()
        assert panel.status.text() == "Copied 3 rows"
        pictures.let_notes_run_out(held)
        qtbot.waitUntil(lambda: panel.status.text() == before)
        assert panel._noting.interval() == interval


def test_that_no_number_disagrees_in_the_program(program):
    for sample in ("clinical", "iris"):
        program.open_sample(sample)
        assert list(disagreements(program.application)) == []


@pytest.mark.parametrize("place", ["bar", "matrix", "toolbar", "table"])
def test_that_a_number_that_disagrees_is_found(program, place, monkeypatch):
    program.open_sample("clinical")
    window = program.window
    if place == "bar":
        window.docks["confusion"].hide()  # where it shows them, the bar does not
        program.qtbot.waitUntil(window.threshold_bar.counts.isVisible)
        window.threshold_bar.counts.setText("TP 1  FN 2  FP 3  TN 4")
    elif place == "matrix":
        wrong = ConfusionMatrix(("a", "b"), np.ones((2, 2), dtype=np.int64))
        monkeypatch.setattr(type(window.confusion.matrix_view), "matrix", wrong)
    elif place == "toolbar":
        window.data_bar.positive.setCurrentIndex(1 - window.data_bar.positive.currentIndex())
    else:
        monkeypatch.setattr(window.predictions.model, "data", lambda *_: "TP")
    assert any(
        re.search(rf"\b({place}|row \d+)\b", words) for words in disagreements(program.application)
    )


def test_that_a_wrong_area_is_found(program):
    program.open_sample("clinical")
    ranking = program.application.workspace.snapshot.ranking
    wrong = {"roc_auc": Measured(ranking.value("roc_auc") + 1e-9)}
    object.__setattr__(ranking, "measured", {**ranking.measured, **wrong})
    assert any(words.startswith("the AUC is") for words in disagreements(program.application))


def test_that_a_table_of_other_classes_is_found(program):
    program.open_sample("iris")
    overall = program.application.workspace.snapshot.overall
    wrong = dataclasses.replace(overall.per_class.counts, tp=overall.per_class.counts.fn)
    object.__setattr__(overall.per_class, "counts", wrong)
    found = list(disagreements(program.application))
    assert any(words.startswith("the counts of the classes") for words in found)


def test_that_wrong_exports_are_found(program, tmp_path):
    program.open_sample("clinical")
    snapshot = program.application.workspace.snapshot
    path = tmp_path / "measures.csv"
    assert any("not written" in words for words in mistakes(path, snapshot))
    contents, form = Contents(snapshot), FORMATS.by_id("csv")
    write_tables([TABLES.by_id("measures").make(contents)], path, form, How(contents.about))
    assert list(mistakes(path, snapshot)) == []
    path.write_text(path.read_text().replace('\n"tp",', '\n"rows",'))
    assert any("has tp None" in words for words in mistakes(path, snapshot))
    (tmp_path / "roc.png").write_bytes(b"no picture")
    assert list(mistakes(tmp_path / "roc.png", snapshot)) == ["roc.png is no picture"]


def test_that_a_warning_of_qt_is_a_fault_and_noise_of_the_platform_is_none():
    said: list[str] = []
    faults = Faults(said.append)

    class Context:
        function = "somewhere"

    faults._on_message(QtMsgType.QtWarningMsg, Context, f"{BENIGN[0]}()")
    assert said == []
    faults._on_message(QtMsgType.QtWarningMsg, Context, "QObject: cannot do that")
    assert "cannot do that" in faults.found[0]
    assert said[0].startswith("FAULT Qt says")


def test_that_a_session_ended_by_a_signal_says_so_with_its_last_steps(monkeypatch, capsys):
    def die(_command, stdout, **_rest):
        stdout.write(b"   17 wheel\n")
        return -11

    monkeypatch.setattr(subprocess, "call", die)
    assert not monkey.session(7, 20)
    shown = capsys.readouterr().out
    assert "seed 7: ended by SIGSEGV" in shown
    assert "17 wheel" in shown


def test_that_every_other_session_begins_anew_with_what_it_left(monkeypatch):
    asked = []

    def note(command, **rest):
        asked.append((command[command.index("--first") + 1 :][:3], rest["env"]["HOME"]))
        return 0

    monkeypatch.setattr(subprocess, "call", note)
    assert monkey.session(8, 20)
    assert monkey.session(9, 21)
    parts, homes = zip(*asked, strict=True)
    assert parts == (["1", "--steps", "20"], ["1", "--steps", "10"], ["11", "--steps", "21"])
    assert homes[0] != homes[1] == homes[2]


_PRESSED = """
import os, sys
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtCore import Qt
from tests.monkey import acts, session

def press(the_session, rng):
    the_session.window.docks["measures_plot"].show()
    the_session.window.docks["measures_plot"].raise_()
    yield acts.QUIET
    button = the_session.window.findChild(object, "choose_measures")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    the_session.say("closed again")
    yield acts.QUIET

session.choose = lambda the_session, rng: ("press", press(the_session, rng))
code = session.run(1, 1, 2, Path(sys.argv[1]))
sys.stdout.flush()
os._exit(code)
"""


def test_that_a_menu_that_a_press_waits_for_is_closed(tmp_path):
    finished = subprocess.run(
        [sys.executable, "-c", _PRESSED, str(tmp_path)],
        cwd=tmp_path,
        env=monkey.surroundings(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "closed again" in finished.stdout, finished.stdout + finished.stderr
    assert finished.returncode == 0, finished.stdout


def test_that_a_seed_repeats_its_steps(tmp_path):
    logs = []
    for run in ("first", "second"):
        folder = tmp_path / run
        folder.mkdir()
        command = [sys.executable, "-m", "tests.monkey", "--seed", "5", "--steps", "15"]
        finished = subprocess.run(
            [*command, "--child", str(folder)],
            cwd=folder,
            env=monkey.surroundings(folder),
            capture_output=True,
            text=True,
            check=False,
        )
        logs.append([line for line in finished.stdout.splitlines() if not line.startswith("end")])
    assert logs[0] == logs[1]
    assert len(logs[0]) > 12
