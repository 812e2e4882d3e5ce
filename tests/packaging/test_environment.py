"""The environment of a checkout: made once, mended where it broke, and by one set-up at a time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from developing import environment, locks, processes, system_packages
from developing.environment import set_up

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = Path(__file__).resolve().parents[2] / "packaging"

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux alone")


@linux_only
def test_that_the_second_set_up_starts_no_process(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "call", refuse)
    monkeypatch.setattr(subprocess, "check_output", refuse)
    monkeypatch.setattr(system_packages, "loads", lambda _: True)
    assert set_up(None, display=True) == str(checkout / ".venv" / "bin" / "python")


@linux_only
@pytest.mark.parametrize("file", [*environment.DESCRIBING, "packaging/constraints.txt"])
def test_that_changed_requirements_are_installed_once(
    checkout: Path, required: list[list[str]], file: str
) -> None:
    (checkout / file).write_text("changed\n")
    set_up(None, display=False)
    assert [command[1:3] for command in required] == [["-m", "pip"], ["-m", "pip"]]
    assert required[1][-2:] == ["--editable", f"{checkout}[test]"]
    required.clear()
    set_up(None, display=False)
    assert required == []


LOCK = """\
# asked for by: evalgui
numpy==2.0 \\
    --hash=sha256:00
# asked for by: test
pytest==9 \\
    --hash=sha256:01
"""


@linux_only
@pytest.mark.parametrize(("extras", "n_locked"), [(environment.TO_RUN, 1), ("test", 2)])
def test_that_what_is_locked_is_installed_by_its_digests_before_the_project(
    checkout: Path, required: list[list[str]], extras: str, n_locked: int
) -> None:
    lock = locks.lock_for("{}.{}".format(*sys.version_info))
    lock.parent.mkdir()
    lock.write_text(LOCK)
    set_up(None, display=False, extras=extras)
    first, *others = required
    assert first[4:-1] == ["install", "--require-hashes", "--no-deps", "--requirement"]
    assert Path(first[-1]).read_text() == "".join(
        line + "\n" for line in LOCK.splitlines()[: 3 * n_locked] if not line.startswith("#")
    )
    assert ["--constraint", str(environment.CONSTRAINTS)] == others[0][5:7]
    assert others[-1][-1] == f"{checkout}[{extras}]"
    required.clear()
    lock.write_text(LOCK.replace("00", "02"))
    set_up(None, display=False, extras=extras)
    assert len(required) == 3


@linux_only
@pytest.mark.parametrize("libraries", [environment.LOWEST, environment.NEWEST])
def test_that_other_libraries_are_not_taken_from_a_lock(
    checkout: Path, required: list[list[str]], libraries: str
) -> None:
    lock = locks.lock_for("{}.{}".format(*sys.version_info))
    lock.parent.mkdir()
    lock.write_text(LOCK)
    (checkout / "packaging" / "lowest.txt").write_text("numpy==1.0\n")
    (checkout / f".venv{libraries}").mkdir()
    set_up(None, display=False, libraries=libraries)
    assert not any("--require-hashes" in command for command in required)
    assert any("lowest.txt" in one for one in required[-1]) == (libraries == environment.LOWEST)


@linux_only
def test_that_who_uses_the_program_gets_its_extras_and_no_test_tools(
    checkout: Path, required: list[list[str]]
) -> None:
    (checkout / "pyproject.toml").write_text("changed\n")
    set_up(None, display=False, extras=environment.TO_RUN)
    assert required[1][-1] == f"{checkout}[{environment.TO_RUN}]"
    required.clear()
    set_up(None, display=False, extras=environment.TO_RUN)
    assert required == []
    set_up(None, display=False)  # to test, more is needed
    assert required[1][-1] == f"{checkout}[test]"
    required.clear()
    set_up(None, display=False, extras=environment.TO_RUN)  # and that is enough to run
    assert required == []


@linux_only
def test_that_an_environment_that_does_not_import_is_made_again_and_said_so(
    checkout: Path,
    required: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (checkout / ".venv/lib/python3.11/site-packages/numpy/version.py").unlink()
    troubles = iter(["numpy: ImportError: gone", ""])
    monkeypatch.setattr(environment, "import_error", lambda *_: next(troubles))
    monkeypatch.setattr(environment, "write_stamp", lambda *_: None)
    set_up(None, display=False)
    said = capsys.readouterr().err
    assert ".venv does not work (numpy: ImportError: gone). It is made again." in said
    assert required[0][1:3] == ["-m", "venv"]
    assert required[-1][-1] == f"{checkout}[test]"


@linux_only
def test_that_an_environment_that_changed_and_still_imports_is_kept(
    checkout: Path, required: list[list[str]]
) -> None:
    (checkout / ".venv/lib/python3.11/site-packages/another.py").touch()
    set_up(None, display=False)
    assert required == []
    assert environment.read_stamp(checkout / ".venv").files == environment.seal(checkout / ".venv")


@linux_only
def test_that_an_environment_that_never_imports_is_refused(
    checkout: Path, required: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "pyproject.toml").write_text("changed\n")
    monkeypatch.setattr(environment, "import_error", lambda *_: "numpy: ImportError: no")
    with pytest.raises(SystemExit, match="made again and still does not work: numpy: Imp"):
        set_up(None, display=False)
    assert required


def test_that_what_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(environment.IMPORTED, "test", ("json", "no_such_module"))
    trouble = environment.import_error(Path(sys.executable), "test")
    assert trouble == "no_such_module: ModuleNotFoundError: No module named 'no_such_module'"
    monkeypatch.setitem(environment.IMPORTED, "test", ("json",))
    assert environment.import_error(Path(sys.executable), "test") == ""
    assert environment.import_error(Path("/nowhere/python"), "test") != ""


@linux_only
def test_that_two_set_ups_at_once_wait_for_each_other(checkout: Path, tmp_path: Path) -> None:
    program = f"""
import pathlib, sys
sys.path.insert(0, {str(PACKAGING)!r})
from developing import environment
environment.ROOT = pathlib.Path({str(tmp_path)!r})
with environment.alone():
    print("mine", flush=True)
"""
    assert checkout == tmp_path
    with environment.alone():
        other = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert other.stderr is not None
        assert other.stderr.readline() == "Waiting for another set-up to end ...\n"
        assert other.poll() is None
    output, _errors = other.communicate(timeout=60)
    assert output == "mine\n"
    assert other.returncode == 0


@linux_only
def test_that_a_failed_installation_is_begun_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_packages, "loads", lambda _: True)
    monkeypatch.setattr(processes, "answers", lambda _: True)
    monkeypatch.setattr(processes, "heard", lambda *_: (1, 0.0, "no such package\n"))
    (checkout / "pyproject.toml").write_text("changed\n")
    for _ in range(2):
        with pytest.raises(SystemExit, match="installing the build backend failed"):
            set_up(None, display=False)


def test_that_settings_for_another_environment_are_dropped(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checkout.is_dir()
    monkeypatch.setattr(system_packages, "loads", lambda _: True)
    for name in ("PYTHONPATH", "PIP_USER", "PIP_TARGET"):
        monkeypatch.setenv(name, "elsewhere")
    set_up(None, display=False)
    assert not {"PYTHONPATH", "PIP_USER", "PIP_TARGET"} & {*os.environ}


def test_that_the_lowest_versions_are_the_bounds_of_the_project() -> None:
    told_there = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    bounds = told_there["project"]
    optional = bounds["optional-dependencies"]
    extras = (one for name in ("big", "hdf5", "pandas", "spss") for one in optional[name])
    wanted = [*bounds["dependencies"], *extras]
    wanted += told_there["build-system"]["requires"]
    lowest = (ROOT / "packaging" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lowest if not line.startswith("#"))
    told = {
        found for one in wanted for found in re.findall(r"^([\w-]+)(?:\[\w+\])?>=([\d.]+)", one)
    }
    assert told == set(pinned.items())
