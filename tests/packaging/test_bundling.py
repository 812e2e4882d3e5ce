"""What a bundle is made of: every file that it names is there, and the version is one."""

from __future__ import annotations

import re
import tomllib

import pytest
from developing import bundling, commands, environment

from evalgui.version import __version__

SPEC = (bundling.SOURCES / "evalgui.spec").read_text(encoding="utf-8")


def test_that_the_version_is_that_of_the_program():
    assert bundling.version() == __version__


def test_that_nothing_that_the_program_imports_is_left_out():
    project = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"]]
    extras = project["project"]["optional-dependencies"]
    wanted += [*extras["hdf5"], *extras["pandas"], *extras["spss"]]
    names = {re.split(r"[^\w-]", one)[0].casefold().replace("-", "_") for one in wanted}
    left = re.search(r"LEFT_OUT = \[(.*?)\n\]", SPEC, re.DOTALL)
    assert left is not None
    without = set(re.findall(r'"([\w.]+)"', left[1]))
    assert {"duckdb", "ibis"} <= without
    assert names & {one.casefold() for one in without} == set()


def test_that_libraries_of_remote_services_alone_are_left_out():
    pattern = re.search(r"UNUSED = re.compile\((.*?)\n\)", SPEC, re.DOTALL)
    assert pattern is not None
    unused = re.compile("".join(re.findall(r'r"(.*)"', pattern[1])))
    for name in (
        *("pyarrow/libarrow_flight.so.2600", "pyarrow/_s3fs.cpython-311-x86_64-linux-gnu.so"),
        *("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "pyarrow/lib.pxi"),
    ):
        assert unused.search(name), name
    for name in (
        *("pyarrow/libarrow.so.2600", "pyarrow/libarrow_substrait.so.2600", "pyarrow/_orc.so"),
        *("PySide6/Qt/plugins/platforms/libqxcb.so", "evalgui/resources/samples/clinical.csv"),
        *("PySide6/Qt/translations/qtbase_de.qm", "PySide6/Qt/plugins/platforms/libqwayland.so"),
    ):
        assert not unused.search(name), name


def test_that_nothing_else_can_be_said(monkeypatch):
    monkeypatch.setattr(environment, "set_up", lambda *_given, **_named: "python")
    with pytest.raises(SystemExit):
        commands.bundle(None, ["--fast"])
