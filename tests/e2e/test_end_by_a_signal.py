"""Ctrl+C and the end of a session close the window as its user would: settings are kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a job behind a shell
for name in ("SIGTERM", "SIGHUP"):
    signal.signal(getattr(signal, name), signal.SIG_DFL)
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start
application = QApplication(["evalgui"])
screenshot = Path(sys.argv[1]) if sys.argv[1:] else None
program = Application(application, Start(screenshot=screenshot))
program.begin()
program.settings.add_recent_file("/data/kept.csv")
QTimer.singleShot(0, lambda: print(program.settings.folder, flush=True))
sys.exit(application.exec())
"""

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signals")


def ended_by(number: int, folder: Path, *arguments: str) -> tuple[int, str, Path]:
    environment = os.environ | {"XDG_CONFIG_HOME": str(folder), "QT_QPA_PLATFORM": "offscreen"}
    running = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    kept = Path(running.stdout.readline().strip())
    running.send_signal(number)
    _output, errors = running.communicate(timeout=60)
    return running.returncode, errors, kept


@posix_only
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_that_a_signal_closes_the_window_cleanly(tmp_path, name):
    code, errors, kept = ended_by(getattr(signal, name), tmp_path)
    assert code == 0
    assert "Traceback" not in errors
    assert "kept.csv" in (kept / "evalgui.ini").read_text()


@posix_only
def test_that_a_picture_that_was_interrupted_is_a_failure(tmp_path):
    target = tmp_path / "window.png"
    code, _errors, _kept = ended_by(signal.SIGTERM, tmp_path, str(target))
    assert code == 128 + signal.SIGTERM
    assert not target.exists()
