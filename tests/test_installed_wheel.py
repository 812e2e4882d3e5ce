"""The wheel, installed into a fresh environment, finds its resources and opens a sample."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = sys.platform == "win32"


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
    finished = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert finished.returncode == 0, f"{finished.stdout}\n{finished.stderr}"
    return finished.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy, so that nothing is left in the checkout."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    for name in ("evalgui", "resources"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--quiet", cwd=copy)
    return next((copy / "dist").glob("evalgui-*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a fresh environment and return its folder of programs.

    The dependencies are those of this environment, reached by a path file, so that nothing
    is downloaded. The path file carries only the folder: what is installed there as editable
    stays out of reach.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    programs = folder / ("Scripts" if WINDOWS else "bin")
    python = programs / ("python.exe" if WINDOWS else "python")
    options = ("--no-deps", "--no-index", "--quiet")
    run(
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python),
        *("install", *options, wheel),
        cwd=folder,
    )
    packages = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    )
    path_file = Path(packages.strip()) / "dependencies.pth"
    path_file.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


def test_that_the_wheel_holds_every_module_and_every_resource(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = {
        path.relative_to(ROOT).as_posix()
        for pattern in ("*.py", "*.toml")
        for path in (ROOT / "evalgui").rglob(pattern)
    }
    resources = {
        "evalgui/" + path.relative_to(ROOT).as_posix()
        for path in (ROOT / "resources").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in names if ".dist-info/" not in name}
    assert held == modules | resources | {"evalgui/py.typed"}


def test_that_the_installed_program_finds_its_own_resources(installed: Path) -> None:
    code = "import evalgui.locations as l; print(l.__file__); print(l.resources())"
    module, resources = run(installed / "python", "-c", code, cwd=installed).splitlines()
    assert Path(module).is_relative_to(installed.parent)
    assert Path(resources) == Path(module).parent / "resources"


def test_that_the_installed_command_opens_a_sample(installed: Path) -> None:
    code = "import evalgui.locations as l; print(l.resources() / 'samples/tharwat-2018.csv')"
    sample = run(installed / "python", "-c", code, cwd=installed).strip()
    output = run(installed / "evalgui", "evaluate", sample, "--format", "json", cwd=installed)
    result = json.loads(output)
    assert (result["n"], result["n_positive"], result["n_negative"]) == (20, 10, 10)
    # Tharwat (2018), table 1: 17 of 25 pairs are in the right order.
    assert result["areas"]["roc_auc"] == pytest.approx(17 / 25, abs=1e-15)
