"""What the program is made of is found through what packages ask for, extras among it."""

from __future__ import annotations

import sys

import pytest

from evalgui.io.parts import parts_of


def package(folder, name, *lines, text=""):
    """Write what pip leaves of a package."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    (info / "licenses").mkdir(parents=True)
    (info / "licenses" / "GPL.txt").write_text(text, encoding="utf-8")
    told = "\n".join([f"Name: {name}", "Version: 1.0", *lines, ""])
    (info / "METADATA").write_text(told, encoding="utf-8")
    (info / "RECORD").write_text(f"{info.name}/licenses/GPL.txt,,\n{name}.py,,\n")


@pytest.fixture
def made(monkeypatch, tmp_path):
    """Install a small program in a folder of its own."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    needs = ["made.one[Fast]>=1", "made_two; extra == 'more'", "made-three; extra == 'test'"]
    package(tmp_path, "made-program", *(f"Requires-Dist: {one}" for one in needs))
    fast = "Requires-Dist: made-two; extra == 'Fast'"
    slow = "Requires-Dist: made-three; extra == 'slow'"
    away = "Requires-Dist: made-away; sys_platform == 'plan9'"
    package(tmp_path, "made_one", fast, slow, away, "License-Expression: MIT")
    bsd = "Classifier: License :: OSI Approved :: BSD License"
    package(tmp_path, "made_two", "License: a text\n        of two lines", bsd, text="all of it")
    package(tmp_path, "made_three")
    return tmp_path


def test_that_extras_that_are_asked_for_count_and_others_do_not(made):
    parts = parts_of("Made.Program", frozenset())
    assert [*parts] == ["made-one", "made-program", "made-two"]
    assert parts["made-one"].needs == ("made-two",)
    assert parts["made-program"].needs == ("made-one",)
    assert not any(one.is_optional for one in parts.values())
    assert (made / "made_two-1.0.dist-info" / "licenses" / "GPL.txt",) == parts["made-two"].texts


def test_that_what_an_extra_alone_leads_to_is_optional(made):
    assert made.is_dir()
    parts = parts_of("made-program", frozenset({"more", "test"}))
    assert [key for key, one in parts.items() if one.is_optional] == ["made-three"]
    assert parts["made-program"].needs == ("made-one", "made-three", "made-two")


def test_that_licences_are_told_in_the_words_of_the_publisher(made):
    assert made.is_dir()
    parts = parts_of("made-program", frozenset({"test"}))
    told = {key: one.licence for key, one in parts.items()}
    assert told == {
        "made-one": "MIT",
        "made-program": "see its text",
        "made-three": "see its text",
        "made-two": "BSD License",
    }


def test_that_the_program_itself_has_all_that_it_imports():
    parts = parts_of()
    assert {"numpy", "scipy", "pyarrow", "pyside6-essentials", "shiboken6"} <= parts.keys()
    assert not {"pytest", "mypy"} & parts.keys()
    assert parts["numpy"].texts
