"""A script that starts nothing, and a checkout that was set up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from developing import environment, locks, processes, pythons, system_packages

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def forgotten_versions() -> None:
    """Ask every interpreter anew: tests say what they answer."""
    pythons.version_of.cache_clear()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Keep the script from setting up and starting anything; return what it would start."""
    commands: list[list[str]] = []

    def note(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(environment, "set_up", lambda *_, **__: "/venv/bin/python")
    monkeypatch.setattr(processes, "become", note)
    monkeypatch.setattr(processes, "call", note)
    monkeypatch.setattr(processes, "heard", lambda command: (note(command), 0.0, ""))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.chdir(ROOT)
    return commands


@pytest.fixture
def checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the script believe that it lives in a small checkout that was set up before."""
    for name in environment.DESCRIBING:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("[project]\n")
    (tmp_path / "packaging" / "constraints.txt").write_text("numpy==2.0\n")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "CONSTRAINTS", tmp_path / "packaging" / "constraints.txt")
    monkeypatch.setattr(locks, "LOCKS", tmp_path / "packaging" / "locks")
    programs = tmp_path / ".venv" / ("Scripts" if os.name == "nt" else "bin")
    programs.mkdir(parents=True)
    interpreter = programs / ("python.exe" if os.name == "nt" else "python")
    interpreter.touch()
    packages = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages"
    (packages / "numpy").mkdir(parents=True)
    (packages / "numpy" / "version.py").write_text("")
    note_set_up(tmp_path)
    monkeypatch.setattr(environment, "import_error", lambda *_: "")
    return tmp_path


def note_set_up(checkout: Path, extras: str = "test") -> None:
    """Write down that the environment of a checkout is ready."""
    folder = checkout / ".venv"
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    made_from, files = environment.fingerprint(interpreter), environment.seal(folder)
    environment.write_stamp(folder, environment.Stamp(made_from, extras, files))


@pytest.fixture
def required(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Keep a set-up from installing anything; return what it would run."""
    commands: list[list[str]] = []
    assert checkout.is_dir()
    monkeypatch.setattr(system_packages, "loads", lambda _: True)
    monkeypatch.setattr(processes, "answers", lambda _: True)
    monkeypatch.setattr(processes, "require", lambda command, _: commands.append(command))
    return commands
