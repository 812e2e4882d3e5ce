"""The collector of garbage waits while the program starts, and no longer."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

WINDOW = """
import gc, sys
sys.argv = ["evalgui", *{arguments!r}]
from PySide6.QtCore import QTimer
from evalgui.gui import app
seen = []
begin = app.Application.begin
def watched(program):
    seen.append(gc.isenabled())
    begin(program)
    end = lambda: QTimer.singleShot(0, program, program._application.quit)
    if {arguments!r}:
        program.workspace.loading_ended.connect(end)
    else:
        end()
app.Application.begin = watched
app.end_process = lambda code: code
from evalgui.__main__ import main
main()
import json; print(json.dumps([*seen, gc.isenabled(), gc.get_freeze_count() > 0]))
"""


@pytest.mark.parametrize("arguments", [[], ["--sample", "tharwat-2018"], ["empty.csv"]])
def test_that_garbage_is_collected_once_the_window_is_there(arguments, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.csv").touch()
    assert told_by(WINDOW.format(arguments=arguments)) == [False, True, True]


def test_that_an_evaluation_collects_garbage():
    code = """
import gc, json, sys
from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id
code = main(["evaluate", str(sample_by_id("tharwat-2018").path)])
print("\\n" + json.dumps([code, gc.isenabled()]))
"""
    assert told_by(code) == [0, True]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--version"], 0), (["evaluate", "--nonsense"], 2), (["evaluate", "missing.csv"], 2)],
)
def test_that_whatever_ends_a_command_leaves_the_collector_on(arguments, code):
    program = f"""
import gc, json
from evalgui.__main__ import main
try:
    code = main({arguments!r})
except SystemExit as ended:
    code = ended.code
print("\\n" + json.dumps([code, gc.isenabled()]))
"""
    assert told_by(program) == [code, True]


def told_by(code):
    """Return what a fresh interpreter prints last."""
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return json.loads(finished.stdout.splitlines()[-1])
