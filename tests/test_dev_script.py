"""packaging/dev.py: what it starts, what it installs, and what it says when it cannot."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "packaging" / "dev.py"

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux alone")


@pytest.fixture
def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("evalgui_dev_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def started(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Keep the script from setting up and starting anything; return what it would start."""
    commands: list[list[str]] = []

    def note(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(dev, "set_up", lambda *_, **__: "/venv/bin/python")
    monkeypatch.setattr(dev, "become", note)
    monkeypatch.setattr(dev, "call", note)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.chdir(ROOT)
    return commands


@pytest.fixture
def checkout(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the script believe that it lives in a small checkout that was set up before."""
    (tmp_path / "packaging").mkdir()
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "packaging" / "constraints.txt").write_text("numpy==2.0\n")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "CONSTRAINTS", tmp_path / "packaging" / "constraints.txt")
    programs = tmp_path / ".venv" / ("Scripts" if os.name == "nt" else "bin")
    programs.mkdir(parents=True)
    interpreter = programs / ("python.exe" if os.name == "nt" else "python")
    interpreter.touch()
    packages = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages"
    (packages / "numpy").mkdir(parents=True)
    (packages / "numpy" / "version.py").write_text("")
    note_set_up(dev, tmp_path)
    monkeypatch.setattr(dev, "import_error", lambda *_: "")
    return tmp_path


def note_set_up(dev: ModuleType, checkout: Path, extras: str = "test") -> None:
    """Write down that the environment of a checkout is ready."""
    folder = checkout / ".venv"
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    dev.write_stamp(folder, dev.Stamp(dev.fingerprint(interpreter), extras, dev.seal(folder)))


@pytest.fixture
def required(dev: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Keep a set-up from installing anything; return what it would run."""
    commands: list[list[str]] = []
    assert checkout.is_dir()
    monkeypatch.setattr(dev, "loads", lambda _: True)
    monkeypatch.setattr(dev, "answers", lambda _: True)
    monkeypatch.setattr(dev, "require", lambda command, _: commands.append(command))
    return commands


def test_that_it_parses_on_python_3_8_and_needs_the_standard_library_alone() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))
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
    assert imported <= sys.stdlib_module_names


def test_that_an_old_python_is_told_what_is_needed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    monkeypatch.setattr(dev, "candidates", lambda _: [])
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; .* is 3\.8, and no later"):
        dev.find_python(None)


def test_that_an_old_python_that_was_asked_for_is_refused(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setattr(dev, "answer", lambda _: "3.10")
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; python3\.10 is 3\.10"):
        dev.find_python("3.10")


def test_that_a_python_that_is_not_there_is_named(dev: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"no Python no-such-python here; there is: \S+"):
        dev.find_python("no-such-python")


@linux_only
def test_that_without_a_display_it_says_how_to_get_a_picture() -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in gone}
    finished = subprocess.run(
        [sys.executable, SCRIPT, "run"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert finished.returncode == 2
    assert "There is no display here" in finished.stderr
    assert "run --screenshot window.png" in finished.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["--sample", "clinical"]),
        (["--theme", "dark"], ["--theme", "dark", "--sample", "clinical"]),
        (["--size=800x600"], ["--size=800x600", "--sample", "clinical"]),
        (["a.csv"], ["a.csv"]),
        (["--theme", "dark", "a.csv"], ["--theme", "dark", "a.csv"]),
        (["--sample", "biometric"], ["--sample", "biometric"]),
        (["--sample=biometric"], ["--sample=biometric"]),
        (["evaluate", "a.csv", "--at", "eer"], ["evaluate", "a.csv", "--at", "eer"]),
        (["--screenshot", "a.png"], ["--screenshot", "a.png", "--sample", "clinical"]),
        (["--version"], ["--version"]),
    ],
)
def test_that_run_opens_a_sample_exactly_where_nothing_is_named(
    dev: ModuleType, started: list[list[str]], arguments: list[str], expected: list[str]
) -> None:
    assert dev.main(["run", *arguments]) == 0
    assert started == [["/venv/bin/python", "-P", "-m", "evalgui", *expected]]


def test_that_test_with_arguments_runs_pytest_alone(
    dev: ModuleType, started: list[list[str]]
) -> None:
    assert dev.main(["test", "-k", "roc", "tests/core", "-p", "no:xdist"]) == 0
    expected = ["-m", "pytest", "-k", "roc", "tests/core", "-p", "no:xdist"]
    assert started == [["/venv/bin/python", *expected]]


def test_that_the_files_that_are_tried_for_long_are_there(
    dev: ModuleType, started: list[list[str]]
) -> None:
    assert dev.main(["fuzz", "-k", "csv"]) == 0
    files = [word for word in started[-1] if word.startswith("tests/")]
    assert len(files) == len(dev.FUZZED)
    assert all((ROOT / file).is_file() for file in files)


def test_that_a_failing_step_ends_no_run_but_decides_its_code(
    dev: ModuleType,
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    codes = iter([0, 3, 0, 4, 0, 0])

    def note(command: list[str]) -> int:
        started.append(command)
        return next(codes)

    monkeypatch.setattr(dev, "call", note)
    assert dev.main(["test"]) == 3
    assert len(started) == 6
    assert capsys.readouterr().out.count("FAILED") == 2


@linux_only
def test_that_the_second_set_up_starts_no_process(
    dev: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "call", refuse)
    monkeypatch.setattr(subprocess, "check_output", refuse)
    monkeypatch.setattr(dev, "loads", lambda _: True)
    assert dev.set_up(None, display=True) == str(checkout / ".venv" / "bin" / "python")


@linux_only
@pytest.mark.parametrize("file", ["pyproject.toml", "packaging/constraints.txt"])
def test_that_changed_requirements_are_installed_once(
    dev: ModuleType, checkout: Path, required: list[list[str]], file: str
) -> None:
    (checkout / file).write_text("changed\n")
    dev.set_up(None, display=False)
    assert [command[1:3] for command in required] == [["-m", "pip"], ["-m", "pip"]]
    assert required[1][-2:] == ["--editable", f"{checkout}[test]"]
    required.clear()
    dev.set_up(None, display=False)
    assert required == []


@linux_only
def test_that_who_uses_the_program_gets_its_extras_and_no_test_tools(
    dev: ModuleType, checkout: Path, required: list[list[str]]
) -> None:
    (checkout / "pyproject.toml").write_text("changed\n")
    dev.set_up(None, display=False, extras=dev.TO_RUN)
    assert required[1][-1] == f"{checkout}[hdf5,spss]"
    required.clear()
    dev.set_up(None, display=False, extras=dev.TO_RUN)
    assert required == []
    dev.set_up(None, display=False)  # to test, more is needed
    assert required[1][-1] == f"{checkout}[test]"
    required.clear()
    dev.set_up(None, display=False, extras=dev.TO_RUN)  # and that is enough to run
    assert required == []


def test_that_run_asks_for_no_test_tools(
    dev: ModuleType, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def set_up(_wanted: str | None, *, display: bool, extras: str = "test") -> str:
        asked.append(extras)
        return f"/venv/bin/python{display}"

    monkeypatch.setattr(dev, "set_up", set_up)
    for command in ("run", "test", "monkey"):
        dev.main([command])
    assert asked == ["hdf5,spss", "test", "test"]
    assert started


@linux_only
def test_that_an_environment_that_does_not_import_is_made_again_and_said_so(
    dev: ModuleType,
    checkout: Path,
    required: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (checkout / ".venv/lib/python3.11/site-packages/numpy/version.py").unlink()
    troubles = iter(["numpy: ImportError: gone", ""])
    monkeypatch.setattr(dev, "import_error", lambda *_: next(troubles))
    monkeypatch.setattr(dev, "write_stamp", lambda *_: None)
    dev.set_up(None, display=False)
    said = capsys.readouterr().err
    assert ".venv does not work (numpy: ImportError: gone). It is made again." in said
    assert required[0][1:3] == ["-m", "venv"]
    assert required[-1][-1] == f"{checkout}[test]"


@linux_only
def test_that_an_environment_that_changed_and_still_imports_is_kept(
    dev: ModuleType, checkout: Path, required: list[list[str]]
) -> None:
    (checkout / ".venv/lib/python3.11/site-packages/another.py").touch()
    dev.set_up(None, display=False)
    assert required == []
    assert dev.read_stamp(checkout / ".venv").files == dev.seal(checkout / ".venv")


@linux_only
def test_that_an_environment_that_never_imports_is_refused(
    dev: ModuleType, checkout: Path, required: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "pyproject.toml").write_text("changed\n")
    monkeypatch.setattr(dev, "import_error", lambda *_: "numpy: ImportError: no")
    with pytest.raises(SystemExit, match="made again and still does not work: numpy: Imp"):
        dev.set_up(None, display=False)
    assert required


def test_that_what_cannot_be_imported_is_named(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dev.IMPORTED, "test", ("json", "no_such_module"))
    trouble = dev.import_error(Path(sys.executable), "test")
    assert trouble == "no_such_module: ModuleNotFoundError: No module named 'no_such_module'"
    monkeypatch.setitem(dev.IMPORTED, "test", ("json",))
    assert dev.import_error(Path(sys.executable), "test") == ""
    assert dev.import_error(Path("/nowhere/python"), "test") != ""


@linux_only
def test_that_two_set_ups_at_once_wait_for_each_other(
    dev: ModuleType, checkout: Path, tmp_path: Path
) -> None:
    program = f"""
import importlib.util, pathlib, sys
spec = importlib.util.spec_from_file_location("dev", {str(SCRIPT)!r})
dev = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dev)
dev.ROOT = pathlib.Path({str(tmp_path)!r})
with dev.alone():
    print("mine", flush=True)
"""
    assert checkout == tmp_path
    with dev.alone():
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


@pytest.mark.parametrize(
    ("here", "said"),
    [
        (["3.12", "3.11"], "not tested on: Python 3.13\n"),
        (["3.13", "3.12", "3.11"], ""),
        (["3.11"], "not tested on: Python 3.13, 3.12\n"),
    ],
)
def test_that_the_newest_other_python_is_tested_and_the_absent_ones_named(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    here: list[str],
    said: str,
) -> None:
    monkeypatch.setattr(dev, "installed", lambda version: version in here)
    steps = dev.on_newest("3.11")
    assert list(steps) == ([f"on Python {here[0]}"] if len(here) > 1 else [])
    assert capsys.readouterr().out.endswith(said)
    for command in steps.values():
        assert command[2:5] == ["test", "--python", here[0]]
        assert {"tests/cli", "tests/core", "tests/io"} <= {*command}
        for path in command[5:-4]:
            assert (ROOT / path).exists(), path


@linux_only
def test_that_a_failed_installation_is_begun_again(
    dev: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "loads", lambda _: True)
    monkeypatch.setattr(dev, "answers", lambda _: True)
    monkeypatch.setattr(dev, "call", lambda _: 1)
    (checkout / "pyproject.toml").write_text("changed\n")
    for _ in range(2):
        with pytest.raises(SystemExit, match="installing the build backend failed"):
            dev.set_up(None, display=False)


def test_that_settings_for_another_environment_are_dropped(
    dev: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checkout.is_dir()
    monkeypatch.setattr(dev, "loads", lambda _: True)
    for name in ("PYTHONPATH", "PIP_USER", "PIP_TARGET"):
        monkeypatch.setenv(name, "elsewhere")
    dev.set_up(None, display=False)
    assert not {"PYTHONPATH", "PIP_USER", "PIP_TARGET"} & {*os.environ}


@linux_only
def test_that_missing_libraries_are_installed_where_that_is_allowed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = {*dev.LIBRARIES, *dev.DISPLAY_LIBRARIES} - {"libEGL.so.1", "libxcb-shape.so.0"}
    installed: list[list[str]] = []

    def install(command: list[str]) -> bool:
        installed.append(command)
        present.update(dev.LIBRARIES, dev.DISPLAY_LIBRARIES)
        return True

    monkeypatch.setattr(dev, "loads", lambda library: library in present)
    monkeypatch.setattr(dev, "apt_get", lambda: ["apt-get"])
    monkeypatch.setattr(dev, "answers", install)
    dev.install_system_packages(display=True, venv_for=None)
    options = ["install", "--yes", "--no-install-recommends"]
    assert installed == [["apt-get", *options, "libegl1", "libxcb-shape0"]]


@linux_only
@pytest.mark.parametrize(
    ("missing", "goes_on"),
    [("libxcb-cursor.so.0", True), ("libEGL.so.1", False)],
    ids=["only for X", "for every window"],
)
def test_that_the_one_command_is_printed_where_it_may_not_be_run(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missing: str,
    goes_on: bool,
) -> None:
    monkeypatch.setattr(dev, "loads", lambda library: library != missing)
    monkeypatch.setattr(dev, "apt_get", lambda: None)
    if goes_on:
        dev.install_system_packages(display=True, venv_for=None)
    else:
        with pytest.raises(SystemExit) as ended:
            dev.install_system_packages(display=True, venv_for=None)
        assert ended.value.code == 1
    package = {**dev.LIBRARIES, **dev.DISPLAY_LIBRARIES}[missing]
    assert f"install --yes --no-install-recommends {package}\n" in capsys.readouterr().err


@linux_only
def test_that_a_python_without_venv_gets_the_package_of_its_version(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "loads", lambda _: True)
    monkeypatch.setattr(dev, "answers", lambda _: False)
    monkeypatch.setattr(dev, "answer", lambda _: "3.11")
    needed = dev.missing_packages(display=False, venv_for="/usr/bin/python3")
    assert needed == ["python3.11-venv"]


@linux_only
@pytest.mark.parametrize(
    ("user", "sudo_asks", "expected"),
    [
        (0, True, ["env", "DEBIAN_FRONTEND=noninteractive", "/bin/apt-get", "-qq"]),
        (
            *(1000, False),
            ["/bin/sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive", "/bin/apt-get", "-qq"],
        ),
        (1000, True, None),
    ],
    ids=["root", "sudo without a password", "sudo with a password"],
)
def test_that_apt_is_called_only_where_nobody_is_asked(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    user: int,
    sudo_asks: bool,
    expected: list[str] | None,
) -> None:
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/bin/" + name)
    monkeypatch.setattr(dev, "os", SimpleNamespace(geteuid=lambda: user))
    monkeypatch.setattr(dev, "answers", lambda _: not sudo_asks)
    assert dev.apt_get() == expected
