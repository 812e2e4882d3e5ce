"""Every regular expression of the program takes time in proportion to its text."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import evalgui
from tests.linear_patterns import ANYWHERE, costly_loops

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(evalgui.__file__).parent
METHODS = ANYWHERE | {"match", "fullmatch"}
_OWN_TEXT = {"gui/typesetting/parser.py"}  # reads the formulas of the program alone
FILES = sorted(
    str(path.relative_to(ROOT.parent))
    for path in ROOT.rglob("*.py")
    if path.relative_to(ROOT).as_posix() not in _OWN_TEXT
    and re.search(r"^(import re|from re import)", path.read_text("utf-8"), re.MULTILINE)
)


def methods_used(tree: ast.AST, module: Any) -> dict[str, set[str]]:
    """Return by which methods each pattern of a module is used; "" stands for all others."""
    used: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            is_pattern = isinstance(getattr(module, owner, None), re.Pattern)
            if owner != "re" and owner not in {"str", "text"}:
                used.setdefault(owner if is_pattern else "", set()).add(node.attr)
    return used


def patterns(path: str) -> Iterator[tuple[int, re.Pattern[Any], frozenset[str]]]:
    """Yield the patterns of a file, each with its line and how it is used."""
    tree = ast.parse((ROOT.parent / path).read_text("utf-8"))
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    used = methods_used(tree, module)
    names = {
        id(node.value): node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re"):
            continue
        if node.func.attr not in METHODS | {"compile"}:
            continue
        arguments = node.args if node.func.attr == "compile" else node.args[:1]
        try:
            values = [
                eval(compile(ast.Expression(one), path, "eval"), vars(module))  # noqa: S307
                for one in arguments
            ]
        except NameError:  # made of others, in a function or a comprehension
            methods_of_parts = frozenset(used.get("", set()) | {"fullmatch"})
            for found in vars(module).values():
                if isinstance(found, tuple):
                    parts = [one for one in found if isinstance(one, re.Pattern)]
                    yield from ((node.lineno, one, methods_of_parts) for one in parts)
            continue
        methods = {node.func.attr}
        if node.func.attr == "compile":
            methods = used.get(names.get(id(node), ""), used.get("", set()))
        yield node.lineno, re.compile(*values), frozenset(methods)


@pytest.mark.parametrize("path", FILES)
def test_that_every_pattern_is_linear(path):
    for line, pattern, methods in patterns(path):
        assert methods, f"{path}:{line}: how is {pattern.pattern!r} used?"
        found = costly_loops(pattern, methods)
        assert not found, f"{path}:{line}: {pattern.pattern!r} ({', '.join(methods)}): {found}"


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"[0-9]+\.?[0-9]*", "fullmatch"),
        (r"(a*)*b", "match"),
        (r"(?:a|aa)*b", "match"),
        (r"\s+$", "search"),
        (r"a.*b", "sub"),
        (r"x*y", "search"),
        (r".*,.*,x", "match"),
        (r"(?:[^,]*,)*[^;]*;", "match"),
        (rb"\s*(%[^\n]*\s*)*@", "match"),
    ],
)
def test_that_slow_patterns_are_found(pattern, method):
    assert costly_loops(re.compile(pattern), frozenset({method}))


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"[0-9]+(?:\.[0-9]*)?", "fullmatch"),
        (r"[\W_]+", "sub"),
        (r"(?:ab)*c", "match"),
        (r"a{1,40}b{1,40}", "fullmatch"),
        (rb"\s*+(?:%[^\n]*+\s*+)*+@", "match"),
        (r"([^\r\n]*)(\r\n|\r|\n|\Z)", "match"),
        (r"(?i)a+b", "fullmatch"),
    ],
)
def test_that_linear_patterns_are_known(pattern, method):
    assert not costly_loops(re.compile(pattern), frozenset({method}))
