"""The wheel, installed into a fresh environment, finds its resources and opens a sample."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from developing import address
from pathspec import GitIgnoreSpec

from evalgui.version import __version__
from tests.test_top_level import FILES, FOLDERS, OF_TOOLS

if TYPE_CHECKING:
    from email.message import Message

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


def build(source: Path, target: Path, *kinds: str) -> list[Path]:
    """Build packages, as one does without a network; nothing is left where the source is."""
    command = (sys.executable, "-m", "build", "--no-isolation", "--quiet", "--outdir", target)
    run(*command, *kinds, cwd=source)
    return sorted(target.glob("evalgui-*"))


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the wheel and the sdist of this checkout."""
    wheel, sdist = build(ROOT, tmp_path_factory.mktemp("dist"), "--wheel", "--sdist")
    return wheel, sdist


@pytest.fixture(scope="session")
def wheel(packages: tuple[Path, Path]) -> Path:
    return packages[0]


@pytest.fixture(scope="session")
def unpacked(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the sdist, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(packages[1]) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


def about(wheel: Path) -> Message:
    """Return what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name), policy=default)


def files_below(*tops: str) -> set[str]:
    """Return the files of the checkout, without what git ignores."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    is_ignored = GitIgnoreSpec.from_lines(lines).match_file
    found = (path for top in tops for path in [ROOT / top, *(ROOT / top).rglob("*")])
    names = {path.relative_to(ROOT).as_posix() for path in found if path.is_file()}
    return {name for name in names if not is_ignored(name)}


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


def test_that_the_wheel_holds_the_program_its_resources_and_nothing_twice(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert len(names) == len({*names})
    resources = {f"evalgui/{name}" for name in files_below("resources")}
    expected = {name for name in files_below("evalgui") | resources if not name.endswith(".po")}
    about = {name for name in names if ".dist-info/" in name}
    assert {*names} - about == expected
    assert {name.partition("/")[2] for name in about} == {
        *("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    }


def test_that_the_sdist_holds_all_of_the_checkout_and_nothing_twice(
    packages: tuple[Path, Path],
) -> None:
    with tarfile.open(packages[1]) as archive:
        names = [member.name.partition("/")[2] for member in archive.getmembers()]
    assert len(names) == len({*names})
    tops = {*FILES, *FOLDERS, *OF_TOOLS} - {".git", "PKG-INFO"}
    assert {*names} == files_below(*tops) | {"PKG-INFO"}
    assert {"tests/test_installed_wheel.py", "packaging/dev.py", "CHANGELOG.md"} <= {*names}


def test_that_the_sdist_makes_the_same_wheel(wheel: Path, unpacked: Path, tmp_path: Path) -> None:
    (again,) = build(unpacked, tmp_path, "--wheel")
    assert again.name == wheel.name
    one, other = zipfile.ZipFile(wheel), zipfile.ZipFile(again)
    assert one.namelist() == other.namelist()
    assert all(one.read(name) == other.read(name) for name in one.namelist())


def test_that_without_an_address_no_url_is_told_and_the_readme_stays_as_it_is(
    wheel: Path,
) -> None:
    assert address.ADDRESS == ""
    told = about(wheel)
    assert told.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    assert told["Project-URL"] is told["Home-page"] is None
    assert "://" not in told.as_string()


def test_that_with_an_address_all_links_lead_to_it(unpacked: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(unpacked, source)
    constant = source / "packaging" / "developing" / "address.py"
    text, place = constant.read_text(encoding="utf-8"), "https://forge.example/evalgui"
    assert text.count('ADDRESS = ""') == 1
    constant.write_text(text.replace('ADDRESS = ""', f'ADDRESS = "{place}"'), encoding="utf-8")
    (wheel,) = build(source, tmp_path, "--wheel")
    told = about(wheel)
    tag = f"v{__version__}"
    assert dict(one.split(", ") for one in told.get_all("Project-URL", [])) == {
        "Homepage": place,
        "Issues": f"{place}/issues",
        "Changelog": f"{place}/blob/{tag}/CHANGELOG.md",
    }
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = {link: kind for kind, link in re.findall(r"(!?)\[[^]]*\]\(([^)]+)\)", readme)}
    found = re.findall(r"\]\(([^)]+)\)", str(told.get_payload()))
    expected = {f"{place}/{'raw' if links[link] else 'blob'}/{tag}/{link}" for link in links}
    assert {*found} == expected
    assert all((ROOT / link).is_file() for link in links)


def test_that_the_installed_program_finds_its_own_resources(installed: Path) -> None:
    code = (
        "import importlib.resources as i, evalgui.locations as l; print(l.__file__);"
        "print(l.resources()); print(i.files('evalgui.resources'))"
    )
    module, resources, named = run(installed / "python", "-c", code, cwd=installed).splitlines()
    assert Path(module).is_relative_to(installed.parent)
    assert Path(resources) == Path(module).parent / "resources" == Path(named)


def test_that_the_installed_command_opens_a_sample(installed: Path) -> None:
    code = "import evalgui.locations as l; print(l.resources() / 'samples/tharwat-2018.csv')"
    sample = run(installed / "python", "-c", code, cwd=installed).strip()
    output = run(installed / "evalgui", "evaluate", sample, "--format", "json", cwd=installed)
    result = json.loads(output)
    assert (result["n"], result["n_positive"], result["n_negative"]) == (20, 10, 10)
    # Tharwat (2018), table 1: 17 of 25 pairs are in the right order.
    assert result["areas"]["roc_auc"] == pytest.approx(17 / 25, abs=1e-15)
