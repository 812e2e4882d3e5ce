"""What is told of unforeseen errors: kinds and places, never what was in a file."""

from __future__ import annotations

import faulthandler
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from evalgui import crashes
from evalgui.__main__ import FAILED, main
from evalgui.cli import commands
from evalgui.gui import start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CANARY = "patient 4711 of Dr. Who"


class ForeignError(Exception):
    """As a library raises it, with a value of the user in its text."""


def raises(*_args: object, **_keywords: object) -> None:
    error = ForeignError(CANARY)
    error.add_note(CANARY)
    raise error from KeyError(CANARY)


@pytest.mark.parametrize("output", ["json", "table"])
@pytest.mark.parametrize(("command", "step"), [("evaluate", "read"), ("inspect", "inspect")])
def test_that_the_command_line_prints_no_text_of_a_foreign_error(
    command: str,
    step: str,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(commands, step, raises)
    assert main([command, "some.csv", "--format", output]) == FAILED
    printed = capsys.readouterr()
    assert CANARY not in printed.err + printed.out
    assert "Traceback" not in printed.err
    assert "ForeignError" in printed.err
    assert "cli/commands.py" in printed.err


def report_of_a_foreign_error() -> str:
    try:
        raises()
    except ForeignError as error:
        return crashes.crash_report(type(error), error.__traceback__)
    return ""


@pytest.mark.parametrize(
    "error",
    [MemoryError(CANARY), ImportError(f"{CANARY}.so: failed to map segment from shared object")],
)
def test_that_a_window_without_memory_ends_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def no_room(_command: object) -> int:
        raise error

    monkeypatch.setattr(start, "open_window", no_room)
    assert main([]) == 2
    told = "there is not enough memory for starting. Close something, or open a part of the data."
    assert capsys.readouterr().err == f"evalgui: {told}\n"


def test_that_a_report_has_places_of_the_program_alone() -> None:
    report = report_of_a_foreign_error()
    assert CANARY not in report
    assert "test_crashes" not in report
    assert report.endswith("ForeignError")


def test_that_the_same_error_is_one_kind_whatever_led_to_it() -> None:
    kinds = {
        crashes.kind_of(f"on\nKeyError\n  gui/app.py:{line} in drag\n  gui/text.py:9 in f")
        for line in (1, 2)
    }
    assert kinds == {("KeyError", "  gui/text.py:9 in f")}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[crashes.CrashLog]:
    """A log, with the handler of fatal signals as it was before put back behind it."""
    made = crashes.CrashLog(tmp_path / "settings")
    yield made
    made.close()
    faulthandler.enable(sys.__stderr__ or 2)


def test_that_the_log_is_private_and_rotates(log: crashes.CrashLog) -> None:
    log.open()
    assert faulthandler.is_enabled()
    log.write(report_of_a_foreign_error())
    assert "ForeignError" in log.path.read_text(encoding="utf-8")
    assert CANARY not in log.path.read_text(encoding="utf-8")
    for _time in range(40):
        log.write("x" * 20_000)
    files = sorted(path.name for path in log.path.parent.iterdir())
    assert files == ["crash.log", "crash.log.1"]
    assert sum(path.stat().st_size for path in log.path.parent.iterdir()) < 600_000
    if os.name == "posix":
        modes = {stat.S_IMODE(path.stat().st_mode) for path in log.path.parent.iterdir()}
        assert modes == {0o600}


def test_that_without_a_place_to_write_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    log = crashes.CrashLog(tmp_path / "file")
    log.open()
    log.write("a report")
    log.close()
    assert [path.name for path in tmp_path.iterdir() if path.name != "settings"] == ["file"]
    assert (tmp_path / "file").read_bytes() == b""
