"""The bill of materials has every part of the program, and follows its schema."""

from __future__ import annotations

import json
import re
import runpy
import tomllib

import pytest
from developing import locks
from developing.environment import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = """\
# asked for by: evalgui, test
numpy==2.4.6 \\
    --hash=sha256:89cd468399cfd2504718f0ba50e410dca55a170b61a02ad92bb18c8a65186e93 \\
    --hash=sha256:05c23dc3e2cb9a8d0cbec26c2ac1dbb0a2b4b0c6ba98d8d2c1e45de8cc12b4a4
# asked for by: test
pytest==9.2.0 \\
    --hash=sha256:89cd468399cfd2504718f0ba50e410dca55a170b61a02ad92bb18c8a65186e94
"""


@pytest.fixture(scope="module")
def bill(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sbom")
    (folder / "lock.txt").write_text(LOCK, encoding="utf-8")
    script = runpy.run_path(str(ROOT / "packaging" / "bundle" / "sbom.py"))
    script["main"](str(folder / "lock.txt"), str(folder / "new" / "it.json"))
    return json.loads((folder / "new" / "it.json").read_text(encoding="utf-8"))


def test_that_every_dependency_is_in_it_with_version_and_licence(bill):
    extras = PROJECT["optional-dependencies"]
    optional = (one for name in ("big", "hdf5", "pandas", "spss") for one in extras[name])
    wanted = [*PROJECT["dependencies"], *optional]
    names = {re.split(r"[^\w-]", one)[0].lower() for one in wanted}
    packages = {one["purl"] for one in bill["components"]}
    found = {re.split("[/@]", one)[1] for one in packages}
    assert names <= found
    assert {"python", "qt", "shiboken6"} <= found
    assert "pytest" not in found
    assert all(one["version"] and one["licenses"] for one in bill["components"])
    required = {one["name"] for one in bill["components"] if one["scope"] == "required"}
    assert {"numpy", "scipy"} <= required
    assert not {"duckdb", "h5py", "pandas"} & required


def test_that_it_says_what_rests_on_what(bill):
    needs = {one["ref"]: one.get("dependsOn", []) for one in bill["dependencies"]}
    own = needs.pop(bill["metadata"]["component"]["bom-ref"])
    assert {re.split("[/@]", one)[1] for one in own} >= {"numpy", "pyside6-essentials", "python"}
    assert set(needs) == {one["bom-ref"] for one in bill["components"]}
    qt = next(ref for ref in needs if ref.startswith("pkg:pypi/pyside6"))
    assert {re.split("[/@]", one)[1] for one in needs[qt]} == {"qt", "shiboken6"}


def test_that_the_digests_are_those_of_the_lock(bill):
    numpy = next(one for one in bill["components"] if one["name"] == "numpy")
    (files,) = numpy["externalReferences"]
    assert files["type"] == "distribution"
    assert {one["content"][:4] for one in files["hashes"]} == {"89cd", "05c2"}
    assert {one["alg"] for one in files["hashes"]} == {"SHA-256"}


def test_that_a_lock_is_read_package_by_package(tmp_path):
    (tmp_path / "lock.txt").write_text(LOCK, encoding="utf-8")
    numpy, pytest_ = locks.read(tmp_path / "lock.txt").values()
    assert numpy.asked_by == {"evalgui", "test"}
    assert numpy.version == "2.4.6"
    assert pytest_.lines.startswith("pytest==9.2.0 \\\n")
    assert "numpy" not in pytest_.lines
