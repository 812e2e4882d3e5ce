"""A command that is asked to end says so, and leaves no half of a file and no child."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signals")

WAITING = """
import os, sys, threading
import evalgui.__main__ as program
def wait(*_arguments):
    print("here", flush=True)
    threading.Event().wait()
"""
STARTING = "program.spare_addresses = wait\n"
WRITING = "os.fsync = wait\n"
LAYING_OUT = """
from evalgui.io.reporting import pages
code = "import time; print('evalgui writes', flush=True); time.sleep(1000)"
pages.command = lambda _first: [sys.executable, "-c", code]
real = pages._Talk.join
def join(talk, *seconds):
    print(talk.child.pid, flush=True)
    real(talk, *seconds)
pages._Talk.join = join
"""
BEGIN = "sys.exit(program.main())\n"


HEEDING = """
import signal
for name in ("SIGTERM", "SIGHUP"):
    signal.signal(getattr(signal, name), signal.SIG_DFL)  # nohup has them ignored
"""


def ended_by(
    name: str, code: str, data: Path, out: Path, *, before: str = ""
) -> tuple[int, str, str]:
    """Return the exit code, the error output and the first line of a report that was ended."""
    asked = ["report", str(data), "--positive", "1", "--higher-is-positive", "--out", str(out)]
    running = subprocess.Popen(
        [sys.executable, "-c", HEEDING + WAITING + before + code + BEGIN, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    first = running.stdout.readline()
    running.send_signal(getattr(signal, name))
    _output, errors = running.communicate(timeout=60)
    return running.returncode, errors, first


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "some.csv"
    path.write_text("truth,score\n1,0.9\n0,0.1\n1,0.4\n0,0.5\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("code", [STARTING, WRITING])
def test_that_it_is_said_and_nothing_is_left(data: Path, code: str, name: str) -> None:
    ended, errors, _first = ended_by(name, code, data, data.with_name("report.html"))
    assert errors == f"evalgui: ended by {name}\n"
    assert ended == 128 + getattr(signal, name)
    assert [path.name for path in data.parent.iterdir()] == [data.name]


def test_that_the_child_that_lays_out_pages_ends_too(data: Path) -> None:
    out = data.with_name("report.pdf")
    ended, errors, first = ended_by("SIGTERM", LAYING_OUT, data, out)
    assert (ended, errors) == (128 + signal.SIGTERM, "evalgui: ended by SIGTERM\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int(first), 0)
    assert not out.exists()


def test_that_a_window_that_is_being_made_ends_at_once(data: Path) -> None:
    # Qt, which may have called what is interrupted, makes errors of its own of an exception.
    code = (
        "import PySide6.QtCore\n"
        "def start():\n"
        "    try: wait()\n"
        "    except BaseException: os._exit(1)\n"
        "program.spare_addresses = start\n"
    )
    ended, errors, _first = ended_by("SIGTERM", code, data, data.with_name("report.html"))
    assert (ended, errors) == (128 + signal.SIGTERM, "evalgui: ended by SIGTERM\n")


def test_that_what_is_ignored_stays_so(data: Path) -> None:
    # As after nohup: the signal that ends it is another one.
    ignore = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    code = STARTING.replace("= wait", "= lambda: (os.kill(os.getpid(), signal.SIGHUP), wait())")
    ended, errors, first = ended_by(
        "SIGTERM", code, data, data.with_name("report.html"), before=ignore
    )
    assert first == "here\n"
    assert (ended, errors) == (128 + signal.SIGTERM, "evalgui: ended by SIGTERM\n")
