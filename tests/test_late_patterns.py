"""Patterns that are compiled when they are used do what patterns do."""

from __future__ import annotations

import abc
import re
import subprocess
import sys
from contextlib import nullcontext
from types import ModuleType
from typing import Any

import pytest

from evalgui.late_patterns import LatePattern, patterns_compiled_late

SOURCE = """
import re

WORD = re.compile(r"(?P<first>[a-z])[a-z]*", re.IGNORECASE)
BYTES = re.compile(rb"[0-9]+")

def wrong():
    return re.compile("(").match("a")
"""

WRONG_CALL = """
from contextlib import nullcontext
from evalgui.late_patterns import patterns_compiled_late

with patterns_compiled_late() if {late} else nullcontext():
    from PySide6.QtCore import QTimer
from PySide6.support.signature.lib.pyi_generator import Formatter
print(type(Formatter.brace_searcher).__name__)
print(Formatter.brace_searcher.split("typing.Union[int, str], str"))
try:
    QTimer.singleShot("soon", "later")
except TypeError as error:
    print(error)
"""


def patterns_of(monkeypatch: pytest.MonkeyPatch, name: str, *, late: bool) -> Any:
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    with patterns_compiled_late() if late else nullcontext():
        exec(SOURCE, vars(module))  # noqa: S102 - the text above
    return module


@pytest.fixture(params=[False, True], ids=["plain", "late"])
def named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    return patterns_of(monkeypatch, "evalgui.probe", late=request.param)


def test_that_every_method_is_that_of_a_pattern(named: Any) -> None:
    for _ in range(2):  # when it is compiled, and after
        assert named.WORD.match("Ab1")["first"] == "A"
        assert named.WORD.fullmatch("Ab1") is None
        assert named.WORD.search("1Ab").start() == 1
        assert named.WORD.findall("ab CD") == ["a", "C"]
        assert [found[0] for found in named.WORD.finditer("ab CD")] == ["ab", "CD"]
        assert named.WORD.sub("x", "ab 1") == "x 1"
        assert named.WORD.split("1ab2") == ["1", "a", "2"]
        assert named.WORD.groupindex == {"first": 1}
        assert named.WORD.flags & re.IGNORECASE
        assert named.BYTES.findall(b"1 22") == [b"1", b"22"]
    with pytest.raises(AttributeError):
        _ = named.WORD.nothing


def test_that_a_mistake_in_a_pattern_is_told_when_it_is_used(named: Any) -> None:
    with pytest.raises(re.error, match="unterminated subpattern"):
        named.wrong()


def test_that_a_method_is_kept_before_the_pattern_is_compiled() -> None:
    compiled: list[re.Pattern[str]] = []

    def compile_now() -> re.Pattern[str]:
        compiled.append(re.compile("[a-z]+"))
        return compiled[-1]

    pattern: Any = LatePattern(compile_now)

    names = {"searcher": pattern, "split": pattern.split}
    cutter: Any = abc.ABCMeta("Cutter", (), names)  # asks all of them whether they are abstract
    assert not compiled
    assert cutter().split("1a2", maxsplit=1) == ["1", "2"]
    assert len(compiled) == 1
    assert vars(pattern)["split"] == compiled[0].split


def test_that_patterns_of_qts_signatures_are_late_too_and_qt_says_the_same() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", WRONG_CALL.format(late=late)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for late in (False, True)
    ]
    assert said[0][1:] == said[1][1:]
    assert any("Supported signatures" in line for line in said[0])
    assert (said[0][0], said[1][0]) == ("Pattern", "LatePattern")


def test_that_patterns_of_the_program_alone_are_late(monkeypatch: pytest.MonkeyPatch) -> None:
    own = patterns_of(monkeypatch, "evalgui.probe", late=True)
    foreign = patterns_of(monkeypatch, "evalguise.probe", late=True)
    after = patterns_of(monkeypatch, "evalgui.later", late=False)
    assert isinstance(own.WORD, LatePattern)
    assert isinstance(foreign.WORD, re.Pattern)
    assert isinstance(after.WORD, re.Pattern)
    word: Any = own.WORD
    assert "match" not in vars(word)
    assert word.match("a")
    assert vars(word)["match"] == re.compile(word.pattern, re.IGNORECASE).match
