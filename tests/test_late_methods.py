"""Methods of dataclasses that are compiled when they are called do what Python's own do."""

from __future__ import annotations

import copy
import inspect
import sys
from contextlib import nullcontext
from dataclasses import FrozenInstanceError, replace
from types import ModuleType
from typing import Any

import pytest

from evalgui.late_methods import LateMethod, methods_made_late

SOURCE = """
from __future__ import annotations
from dataclasses import dataclass, field

@dataclass(frozen=True, slots=True)
class Point:
    "Without words of its own, dataclasses would ask for its signature."
    x: float
    y: float = 2.0

@dataclass(frozen=True, slots=True)
class Named(Point):
    name: str = field(default="a", compare=False)

@dataclass(order=True)
class Open:
    items: list[int] = field(default_factory=list)
    last: Open | None = field(default=None, repr=True)

@dataclass(eq=False, repr=False)
class Bare:
    x: int

class Below(Point):
    __slots__ = ()
"""


def classes_of(monkeypatch: pytest.MonkeyPatch, name: str, *, late: bool) -> ModuleType:
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    with methods_made_late() if late else nullcontext():
        exec(SOURCE, vars(module))  # noqa: S102 - the text above
    return module


def is_late(owner: type, name: str) -> bool:
    return isinstance(vars(owner)[name], LateMethod)


@pytest.fixture(params=[False, True], ids=["plain", "late"])
def made(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    return classes_of(monkeypatch, "evalgui.probe", late=request.param)


def test_that_values_are_compared_and_printed(made: Any) -> None:
    one, same, other = made.Point(1.0), made.Point(1.0, 2.0), made.Point(1.0, 3.0)
    for _ in range(2):  # when it is made, and after
        assert one == same
        assert one != other
        assert one != made.Named(1.0)
        assert one.__eq__(1.0) is NotImplemented
        assert hash(one) == hash(same) == hash((1.0, 2.0))
        assert repr(other) == "Point(x=1.0, y=3.0)"
        assert repr(made.Named(1.0)) == "Named(x=1.0, y=2.0, name='a')"
    assert made.Named(1.0, name="a") == made.Named(1.0, name="b")
    assert repr(made.Below(1.0)) == "Below(x=1.0, y=2.0)"
    assert made.Below(1.0) == made.Below(1.0)
    assert replace(one, y=3.0) == other
    assert copy.deepcopy(one) == one


def test_that_a_signature_can_be_looked_at_before_a_value_is_made(made: Any) -> None:
    assert str(inspect.signature(made.Point)) == "(x: 'float', y: 'float' = 2.0) -> None"
    assert list(inspect.signature(made.Named).parameters) == ["x", "y", "name"]
    assert made.Open(last=None).items == []
    assert made.Below(1.0).y == 2.0
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        made.Point()


def test_that_what_is_frozen_stays(made: Any) -> None:
    for point in (made.Point(1.0), made.Named(1.0), made.Below(1.0)):
        for _ in range(2):
            with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
                point.x = 2.0
            with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
                del point.x
        assert point.x == 1.0


def test_that_values_that_change_are_ordered_and_have_no_hash(made: Any) -> None:
    low, high = made.Open([1]), made.Open([2])
    assert low < high
    assert low <= high
    assert sorted([high, low]) == [low, high]
    low.last = low
    assert repr(low) == "Open(items=[1], last=...)"
    with pytest.raises(TypeError, match="unhashable"):
        hash(low)
    assert made.Bare(1) != made.Bare(1)


def test_that_methods_of_the_program_alone_are_late_and_only_until_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = classes_of(monkeypatch, "evalgui.probe", late=True)
    foreign = classes_of(monkeypatch, "evalguise.probe", late=True)
    after = classes_of(monkeypatch, "evalgui.later", late=False)
    names = ("__init__", "__eq__", "__hash__", "__setattr__", "__delattr__")
    expected = sys.version_info < (3, 13)  # later ones compile a class's methods together
    assert {is_late(own.Point, name) for name in names} == {expected}
    assert {is_late(found.Point, name) for found in (foreign, after) for name in names} == {False}
    assert own.Named(1.0) == own.Named(1.0)
    assert hash(own.Below(1.0)) == hash(own.Point(1.0))
    assert not is_late(own.Named, "__eq__")
    assert not is_late(own.Point, "__hash__")
    assert own.Named.__eq__.__qualname__ == "Named.__eq__"
    assert own.Named.__eq__.__module__ == "evalgui.probe"
