"""The licences of what the program rests on: Qt's duties first, each text once."""

from __future__ import annotations

import runpy

import pytest
from developing.environment import ROOT

from evalgui.io import licences
from evalgui.io.licences import collected
from evalgui.io.parts import Part, parts_of


@pytest.fixture(scope="module")
def told():
    return licences.licences()


def test_that_the_duties_of_qt_are_done(told):
    notice = told.partition("\n")[0]
    assert "GNU Lesser General Public License, version 3" in notice
    assert "exchange them for others" in notice
    assert "publishes their sources" in notice
    assert "GNU LESSER GENERAL PUBLIC LICENSE\n" in told
    assert "15. Disclaimer of Warranty." in told
    assert "src/3rdparty/harfbuzz-ng" in told


def test_that_every_part_has_its_line_and_what_it_contains_its_text(told):
    for part in parts_of().values():
        assert f"\n{part.name} {part.version}: {part.licence}\n" in told
    assert "The OpenBLAS Project" in told
    assert "GCC RUNTIME LIBRARY EXCEPTION" in told
    assert "HDF5" in told


def test_that_a_text_of_two_packages_stands_once_under_both(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text("The words.\n", encoding="utf-8")
    parts = {
        name: Part(name, "1", "MIT", (tmp_path / name, tmp_path / "gone"), (), is_optional=False)
        for name in ("a", "b")
    }
    text = collected(parts, [("System", tmp_path / "b")])
    assert text.count("The words.") == 1
    assert "\na: a\nb: b\nSystem: b\n\nThe words.\n" in text


def test_that_a_bundle_tells_what_was_written_when_it_was_made(monkeypatch, tmp_path):
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / licences.BUNDLED).write_text("all of it", encoding="utf-8")
    monkeypatch.setattr(licences, "resources", lambda: tmp_path)
    assert licences.licences().endswith("\n\nall of it")


def test_that_libraries_of_the_system_bring_the_licences_of_their_packages(monkeypatch, tmp_path):
    script = runpy.run_path(str(ROOT / "packaging" / "bundle" / "licences.py"))
    asked = []

    def told(command, **_):
        asked.append(command[-1])
        found = "libb1:amd64: /usr/lib/libb.so.1\n" if "libb" in command[-1] else ""
        return type("Finished", (), {"stdout": found})

    monkeypatch.setattr("subprocess.run", told)
    (tmp_path / "libmine.so").touch()
    libraries = [*map(script["Path"], ("/usr/lib/x/libb.so.1", "/lib/liba.so"))]
    found = [*script["of_system"]([*libraries, tmp_path / "libmine.so"])]
    assert asked == ["*/liba.so", "*/libb.so.1"]
    assert found == [("libb1", script["Path"]("/usr/share/doc/libb1/copyright"))]
