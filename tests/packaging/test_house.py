"""What `dev.py measure-house` counts, in a package of a few lines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))
from developing import house

FILES = {
    "small/__init__.py": "",
    "small/door.py": "from small.room import Base, told\n",
    "small/room.py": '''"""A room."""

LIMIT = 3  # a comment
"""How many."""


class Base:
    """A base."""

    def one(self):
        return 1


def told(x):
    """Say."""
    if x and x > LIMIT or not x:
        return [y for y in x if y]
    return """a text
that is code"""
''',
    "small/user.py": """from typing import TYPE_CHECKING

from small.door import Base

if TYPE_CHECKING:
    from small.door import told


class Tower(Base):
    def two(self):
        return 2
""",
}


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return house.read(folder / "small")


def test_that_code_is_counted_without_blanks_comments_and_docstrings(modules):
    assert {name: one.code for name, one in modules.items()} == {
        "small": 0,
        "small.door": 1,
        "small.room": 9,
        "small.user": 7,
    }


def test_that_needs_go_through_doors_and_leave_types_out(modules):
    assert house.needs(modules) == {
        "small": set(),
        "small.door": {"small.room"},
        "small.room": set(),
        "small.user": {"small.room"},
    }


def test_that_a_class_counts_with_its_own_bases(modules):
    known = house.classes(modules)
    assert house.with_bases("Base", known) == (1, 5, 1)
    assert house.with_bases("Tower", known) == (2, 8, 2)


def test_that_every_way_through_a_function_counts(modules):
    told = modules["small.room"].tree.body[-1]
    # one way, and the if, "and", "or" and the comprehension
    assert house.complexity(told) == 5
