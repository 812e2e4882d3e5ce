"""What the first word of a command line loads."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from evalgui.cli.window import parse_window

if TYPE_CHECKING:
    from pathlib import Path

LOADED = """
import sys
from evalgui.cli import parse
print(type(parse({arguments})).__name__)
print(*(name for name in sys.modules if name.startswith("evalgui.")))
"""
OF_EVALUATIONS = {"evalgui.cli.parsing", "evalgui.io.assessing", "evalgui.io.writers.printed"}


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], "Window"),
        (["--sample", "iris", "--theme", "dark"], "Window"),
        (["evaluate", "a.csv"], "Evaluate"),
    ],
)
def test_that_the_window_loads_no_evaluation_of_the_command_line(
    arguments: list[str], asked: str
) -> None:
    code = LOADED.format(arguments=arguments)
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told[0] == asked
    assert OF_EVALUATIONS & set(told[1].split()) == (set() if asked == "Window" else OF_EVALUATIONS)


def started(
    arguments: list[str], folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Start the program where there is no display, unless the environment names one."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    others = {name: text for name, text in os.environ.items() if name not in names}
    command = [sys.executable, "-P", "-m", "evalgui", *arguments]
    return subprocess.run(
        command, cwd=folder, env=others | environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("word", "near"),
    [("evalute", "'evaluate'"), ("repaly", "'replay'"), ("patient.csv", "'patients.csv'")],
)
def test_that_a_word_that_is_neither_a_file_nor_a_command_opens_no_window(
    word: str, near: str, tmp_path: Path
) -> None:
    (tmp_path / "patients.csv").write_text("truth,score\n1,0.9\n0,0.1\n", encoding="utf-8")
    done = started([word, "patients.csv"], tmp_path, QT_QPA_PLATFORM="offscreen")
    told = f"evalgui: {word}: there is no such file or command. Did you mean {near}? See"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1


def test_that_a_word_that_is_like_none_is_refused_too(tmp_path: Path) -> None:
    done = started(["xyzzy"], tmp_path)
    assert done.returncode == 2
    assert done.stderr == "evalgui: xyzzy: there is no such file or command. See evalgui --help.\n"


linux = pytest.mark.skipif(sys.platform != "linux", reason="others always have a display")


@linux
@pytest.mark.parametrize(
    ("environment", "why"),
    [({}, "neither DISPLAY nor WAYLAND_DISPLAY is set"), ({"DISPLAY": ":987"}, "Qt can open none")],
)
def test_that_what_can_be_done_without_a_display_is_said(
    environment: dict[str, str], why: str, tmp_path: Path
) -> None:
    done = started(["--sample", "iris"], tmp_path, **environment)
    assert done.returncode == 2
    assert f"There is no display here: {why}.\n" in done.stderr
    assert "--screenshot window.png" in done.stderr
    assert "evalgui evaluate FILE" in done.stderr


@linux
def test_that_a_picture_needs_no_display(tmp_path: Path) -> None:
    done = started(["--sample", "iris", "--screenshot", "window.png"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "window.png").exists()


def test_that_a_sample_opens_only_where_no_file_is_named() -> None:
    assert parse_window(["--sample", "iris"]).sample == "iris"
    assert parse_window(["--sample", "iris", "a.csv"]).sample == ""
