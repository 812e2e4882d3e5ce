"""Locks and constraints say the same, have all that the project asks for, and no address."""

from __future__ import annotations

import re
import tomllib

import pytest
from developing import environment, locking, locks, processes, pythons
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = environment.ROOT
TOLD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = TOLD["project"]["optional-dependencies"]


@pytest.fixture(params=pythons.CLAIMED)
def version(request):
    return request.param


def test_that_a_lock_has_the_versions_of_the_constraints(version):
    lines = environment.CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pinned = [Requirement(line) for line in lines if not line.startswith("#")]
    locked = locks.read(locks.lock_for(version))
    assert {f"{name}=={one.version}" for name, one in locked.items()} == {*map(str, pinned)}


def test_that_a_lock_has_all_that_the_project_asks_for(version):
    """Where this fails after a change of pyproject.toml: packaging/dev.py lock."""
    locked = locks.read(locks.lock_for(version))
    asked = [("evalgui", one) for one in TOLD["project"]["dependencies"]]
    asked += [("evalgui", one) for one in TOLD["build-system"]["requires"]]
    asked += [(extra, one) for extra, all_of in EXTRAS.items() for one in all_of]
    for extra, line in asked:
        wanted = Requirement(line)
        here = {"python_version": version, "python_full_version": f"{version}.0"}
        if wanted.name == "evalgui" or not (wanted.marker is None or wanted.marker.evaluate(here)):
            continue
        found = locked[canonicalize_name(wanted.name)]
        assert found.asked_by & {extra, "evalgui"}, line
        assert wanted.specifier.contains(found.version), line


def test_that_a_lock_has_digests_and_no_address(version):
    text = locks.lock_for(version).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^-|index", text, re.MULTILINE)
    assert all(one.digests for one in locks.read(locks.lock_for(version)).values())
    assert re.findall(r"sha256:(?![0-9a-f]{64}\b)", text) == []


def test_that_who_runs_the_program_gets_no_tools(version):
    lines = locks.lines_for(locks.lock_for(version), environment.TO_RUN)
    assert {"numpy", "duckdb", "hatchling"} <= {*re.findall(r"^([\w-]+)==", lines, re.MULTILINE)}
    assert "pytest==" not in lines
    assert "pyspark==" not in lines
    assert "#" not in lines


@pytest.mark.parametrize(
    ("wheel", "expected"),
    [
        ("numpy-2.4.6-cp312-cp312-macosx_11_0_arm64.whl", True),
        ("numpy-2.4.6-cp312-cp312-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl", True),
        ("numpy-2.4.6-cp311-cp311-win_amd64.whl", False),
        ("numpy-2.4.6-cp312-cp312t-win_amd64.whl", False),
        ("numpy-2.4.6-cp312-cp312-ios_13_0_arm64_iphoneos.whl", False),
        ("numpy-2.4.6-pp311-pypy311_pp73-win_amd64.whl", False),
        ("pyside6-6.11.3-cp310-abi3-manylinux_2_34_x86_64.whl", True),
        ("later-1-cp313-abi3-manylinux_2_34_x86_64.whl", False),
        ("six-1.17.0-py2.py3-none-any.whl", True),
        ("with_build-1-2-py3-none-win_amd64.whl", True),
        ("later-1-py313-none-any.whl", False),
        ("old-1-py2-none-any.whl", False),
    ],
)
def test_that_a_wheel_is_locked_where_python_can_install_it(wheel, expected):
    assert locking.fits(wheel, "3.12") is expected


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Let a lock be made of two packages, in a folder of its own."""
    numpy = {"name": "numpy", "version": "2.5", "sdist": file("numpy.tar.gz", "0")}
    numpy["wheels"] = [
        file(f"numpy-2.5-cp31{minor}-cp31{minor}-win_amd64.whl", str(minor)) for minor in (1, 2, 3)
    ]
    only = {"name": "pyspark", "version": "4", "sdist": file("pyspark.tar.gz", "a")}
    only["marker"] = "sys_platform == 'linux'"

    def resolved(_uv, options):
        return [numpy, only] if {"--all-extras", "spark"} & {*options} else [numpy]

    (tmp_path / "packaging").mkdir()
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    constraints = tmp_path / "packaging" / "constraints.txt"
    constraints.write_text("# What it is.\nnumpy==2.4\ngone==1\n", encoding="utf-8")
    monkeypatch.setattr(locking, "ROOT", tmp_path)
    monkeypatch.setattr(locking, "CONSTRAINTS", constraints)
    monkeypatch.setattr(locks, "LOCKS", tmp_path / "packaging" / "locks")
    monkeypatch.setattr(environment, "set_up", lambda *_, **__: "python")
    monkeypatch.setattr(locking, "found_uv", lambda _: "uv")
    monkeypatch.setattr(locking, "resolved", resolved)
    return tmp_path / "packaging"


def file(name, digit):
    return {"url": f"https://a.example/b/{name}", "hashes": {"sha256": digit * 64}}


def test_that_locks_and_constraints_are_written_together(small):
    assert locking.lock(None, []) == 0
    told = (small / "constraints.txt").read_text(encoding="utf-8")
    assert told == "# What it is.\nnumpy==2.5\npyspark==4\n"
    lines = (small / "locks" / "py312.txt").read_text(encoding="utf-8").splitlines()
    assert lines[2:] == [
        "# asked for by: evalgui",
        "numpy==2.5 \\",
        f"    --hash=sha256:{'2' * 64}",
        "# asked for by: spark",
        "pyspark==4 ; sys_platform == 'linux' \\",
        f"    --hash=sha256:{'a' * 64}",
    ]


def test_that_two_versions_of_a_package_are_refused(small, monkeypatch):
    assert small.is_dir()
    twice = [{"name": "numpy", "version": one} for one in ("2.4", "2.5")]
    monkeypatch.setattr(locking, "resolved", lambda *_: twice)
    with pytest.raises(SystemExit, match="more than one version would be needed of numpy"):
        locking.lock(None, ["--upgrade"])
    with pytest.raises(SystemExit, match=r"lock \[--upgrade\]"):
        locking.lock(None, ["--fast"])


def test_that_uv_is_fetched_where_it_is_missing(small, monkeypatch):
    fetched = []
    monkeypatch.undo()
    monkeypatch.setattr(locking, "UV", small / "uv")
    monkeypatch.setattr(processes, "require", lambda command, _: fetched.append(command))
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert locking.found_uv("python").startswith(str(small / "uv"))
    assert fetched[0][-1] == "uv"
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/uv")
    assert locking.found_uv("python") == "/usr/bin/uv"
