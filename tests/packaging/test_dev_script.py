"""The commands of packaging/dev.py: what they start, and what they say where they cannot."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
from pathlib import Path

import dev
import pytest
from developing import commands, environment, processes, pythons

from evalgui.cli.first_word import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "dev.py"
PARTS = [SCRIPT, *sorted((ROOT / "packaging" / "developing").glob("*.py"))]

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux alone")


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.name)
def test_that_it_parses_on_python_3_8_and_needs_the_standard_library_alone(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
    }
    assert imported <= {*sys.stdlib_module_names, "developing"}


@linux_only
def test_that_without_a_display_it_says_how_to_get_a_picture() -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    variables = {name: value for name, value in os.environ.items() if name not in gone}
    finished = subprocess.run(
        [sys.executable, SCRIPT, "run"],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert finished.returncode == 2
    assert "There is no display here" in finished.stderr
    assert "run --screenshot window.png" in finished.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["--sample", "clinical"]),
        (["--language", "fr"], ["--sample", "clinical", "--language", "fr"]),
        (["a.csv"], ["--sample", "clinical", "a.csv"]),
        (["--sample=biometric"], ["--sample", "clinical", "--sample=biometric"]),
        (["evaluate", "a.csv", "--at", "eer"], ["evaluate", "a.csv", "--at", "eer"]),
        (["--version"], ["--version"]),
    ],
)
def test_that_run_names_a_sample_for_the_window_which_opens_where_no_file_is_named(
    started: list[list[str]], arguments: list[str], expected: list[str]
) -> None:
    assert dev.main(["run", *arguments]) == 0
    assert started == [["/venv/bin/python", "-P", "-m", "evalgui", *expected]]


def test_that_test_with_arguments_runs_pytest_alone(started: list[list[str]]) -> None:
    assert dev.main(["test", "-k", "roc", "tests/core", "-p", "no:xdist"]) == 0
    expected = ["-m", "pytest", "-k", "roc", "tests/core", "-p", "no:xdist"]
    assert started == [["/venv/bin/python", *expected]]


def test_that_the_files_that_are_tried_for_long_are_there(started: list[list[str]]) -> None:
    assert dev.main(["fuzz", "-k", "csv"]) == 0
    files = [word for word in started[-1] if word.startswith("tests/")]
    assert len(files) == len(commands.FUZZED)
    assert all((ROOT / file).is_file() for file in files)


def test_that_a_failing_step_ends_no_run_but_decides_its_code(
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    codes = iter([0, 3, 4, 0])

    def note(command: list[str]) -> int:
        started.append(command)
        return next(codes)

    monkeypatch.setattr(processes, "call", note)
    assert dev.main(["test"]) == 3
    assert len(started) == 5
    assert capsys.readouterr().out.count("FAILED") == 2


def test_that_types_are_checked_beside_the_tests_and_heard_in_the_end(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    has_begun, are_tested = threading.Event(), threading.Event()

    def check(command: list[str]) -> tuple[int, float, str]:
        assert command == ["/venv/bin/python", "-m", "mypy", *commands.TYPED]
        has_begun.set()
        assert are_tested.wait(60)
        return 5, 60.0, "an error\n"

    def note(command: list[str]) -> int:
        assert has_begun.wait(60)
        started.append(command)
        if "pytest" in command:
            sys.stdout.write("all passed\n")
            are_tested.set()
        return 0

    monkeypatch.setattr(processes, "call", note)
    monkeypatch.setattr(processes, "heard", check)
    assert dev.main(["test"]) == 5
    out = capsys.readouterr().out
    assert out.index("all passed") < out.index("== types\nan error\n") < out.index("FAILED (5)")


def test_that_a_program_beside_others_is_heard_whole() -> None:
    says = "import sys; print('one', flush=True); print('two', file=sys.stderr); sys.exit(5)"
    code, seconds, said = processes.heard([sys.executable, "-c", says])
    assert (code, said.split()) == (5, ["one", "two"])
    assert seconds > 0


def test_that_what_takes_long_is_said_while_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    heard = processes.heard([sys.executable, "-c", "print('one'); print('two')"], told.append)
    assert told == ["one\n", "two\n"]
    assert heard[2] == "one\ntwo\n"
    lines = "Looking", "Collecting a-b.c>=1 (from d)", "Installing collected packages: a"
    pip = f"print(*{lines!r}, sep='\\n')"
    processes.require([sys.executable, "-c", pip], "installing the project")
    assert capsys.readouterr().err == "  installing the project a-b.c - unpacking\n"
    with pytest.raises(SystemExit, match="installing it failed"):
        processes.require([sys.executable, "-c", "import sys; sys.exit('no a')"], "installing it")
    assert capsys.readouterr().err == "  installing it\nno a\n"


def test_that_run_asks_for_no_test_tools(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def set_up(
        _wanted: str | None, *, display: bool, extras: str = "test", libraries: str = ""
    ) -> str:
        assert libraries == ""
        asked.append(extras)
        return f"/venv/bin/python{display}"

    monkeypatch.setattr(environment, "set_up", set_up)
    for command in ("run", "test", "monkey"):
        dev.main([command])
    assert asked == ["all", "test", "test"]
    assert started


@pytest.mark.parametrize(
    ("here", "said"),
    [
        (["3.12", "3.11"], "not tested on: Python 3.13\n"),
        (["3.13", "3.12", "3.11"], ""),
        (["3.11"], "not tested on: Python 3.13, 3.12\n"),
    ],
)
def test_that_the_newest_other_python_is_tested_and_the_absent_ones_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    here: list[str],
    said: str,
) -> None:
    monkeypatch.setattr(pythons, "installed", lambda version: version in here)
    steps = commands.on_newest("3.11")
    assert list(steps) == ([f"on Python {here[0]}"] if len(here) > 1 else [])
    assert capsys.readouterr().out.endswith(said)
    for command in steps.values():
        assert command[2:5] == ["test", "--python", here[0]]
        assert {"tests/cli", "tests/core", "tests/io/formats"} <= {*command}
        end = command.index("--hypothesis-profile=newest")
        for path in command[5:end]:
            assert (ROOT / path).exists(), path


@pytest.mark.parametrize("command", COMMANDS)
def test_that_what_needs_no_window_needs_no_display_and_opens_no_sample(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert dev.main(["run", command]) == 0
    assert started == [["/venv/bin/python", "-P", "-m", "evalgui", command]]


def test_that_it_finds_its_parts_where_python_is_told_not_to_look_beside_scripts() -> None:
    variables = os.environ | {"PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(SCRIPT), "run", "--help"]
    finished = subprocess.run(command, env=variables, capture_output=True, check=False, timeout=60)
    assert finished.returncode == 0
    assert b"Open the program" in finished.stdout
