"""A user copies what is shown as a command and as Python, and gets the same numbers elsewhere."""

from __future__ import annotations

import json
import shlex

from PySide6.QtGui import QGuiApplication

from evalgui.__main__ import main
from evalgui.core.requests import DragThreshold, SelectPositive, SelectScore
from evalgui.io.writers.evaluation import evaluation
from tests.interface.test_numbers import without_time
from tests.interface.test_reproduction import by_python, differing


def copied(program, action):
    QGuiApplication.clipboard().setText("nothing")
    program.window.actions_by_id[action].trigger()
    return QGuiApplication.clipboard().text()


def check(program, capsys):
    """Assert that both give what is shown; return the command."""
    wanted = without_time(json.loads(json.dumps(evaluation(program.snapshot))))
    command = copied(program, "copy_command")
    capsys.readouterr()
    assert main([*shlex.split(command)[1:], "--format", "json"]) == 0
    assert differing(without_time(json.loads(capsys.readouterr().out)), wanted) == {}
    assert differing(by_python(copied(program, "copy_python")), wanted) == {}
    return command


def test_that_what_is_shown_is_copied_as_a_command_and_as_python(program, capsys, tmp_path):
    actions = program.window.actions_by_id
    assert not actions["copy_command"].isEnabled()
    program.open_sample("clinical")
    workspace = program.workspace
    assert "--score logistic_regression" in check(program, capsys)
    with program.qtbot.waitSignal(workspace.changed):
        workspace.ask(DragThreshold(0.1 + 0.2))
    assert "--threshold 0.30000000000000004" in check(program, capsys)
    with program.qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(2))
    assert "--score mean_radius" in check(program, capsys)
    path = tmp_path / "it's $mine.csv"
    path.write_text("truth,predicted\na,a\nb,c\nc,c\na,b\nb,b\n", encoding="utf-8")
    program.open_path(path)
    assert shlex.quote(str(path)) in check(program, capsys)
    with program.qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectPositive(1))
    assert check(program, capsys).endswith("--positive b")
