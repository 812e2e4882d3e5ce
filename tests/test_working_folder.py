"""What lies in the folder one happens to be in is data: no module of it is run."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from evalgui.interface import window_process as showing

if TYPE_CHECKING:
    from pathlib import Path

FOREIGN = ("numpy", "pyarrow", "pandas", "PySide6", "json", "typing", "threading", "argparse")
RAN = "ran"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with data and with modules of names that the program imports."""
    for name in FOREIGN:
        code = f"open({RAN!r}, 'a').write({name!r})\nraise SystemExit('foreign')\n"
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    (tmp_path / "a.csv").write_text("truth,score\n1,0.9\n0,0.1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    return tmp_path


def test_that_the_module_runs_none(folder: Path) -> None:
    command = [sys.executable, "-m", "evalgui", "evaluate", "a.csv"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not (folder / RAN).exists()
    assert done.returncode == 0, done.stderr
    assert "TP 1" in done.stdout


def test_that_the_window_of_python_runs_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    showing._run(["a.csv", "--screenshot", "a.png"], b"")
    assert not (folder / RAN).exists()
    assert (folder / "a.png").exists()


def test_that_a_path_without_the_working_folder_stays_what_it_is() -> None:
    code = (
        "import sys, runpy, evalgui\n"
        "sys.argv, before = ['evalgui', '--version'], [*sys.path]\n"
        "try: runpy.run_module('evalgui', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "assert sys.path == before\n"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True, stdout=subprocess.DEVNULL)
