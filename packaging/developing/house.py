"""What there is to carry: how much code, how much of it stands together, and what it needs.

It only prints, and never fails: a length is no reason to cut a file, nor a class.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOT_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}
DECISIONS = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.While,
    ast.ExceptHandler,
    ast.comprehension,
    ast.Assert,
)
COMPLEX = 10
SHOWN = 15


class Module(NamedTuple):
    """A file of the program.

    Parameters
    ----------
    name
        As it is imported.
    tree
        What stands in it.
    code
        Its lines without blank ones, comments and docstrings.
    """

    name: str
    tree: ast.Module
    code: int


class Class(NamedTuple):
    """A class, with what it inherits from classes of the program.

    Parameters
    ----------
    name
        With its module.
    lines, methods
        Of the class itself.
    bases
        What it inherits from, as written.
    """

    name: str
    lines: int
    methods: int
    bases: tuple[str, ...]


def read(package: Path) -> dict[str, Module]:
    """Return all modules of a package by name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        found[name] = Module(name, tree, len(_code_lines(text, tree)))
    return found


def _code_lines(text: str, tree: ast.Module) -> set[int]:
    """Return the numbers of the lines with code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NOT_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        if (  # a docstring, or one of a constant
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return lines


def needs(modules: dict[str, Module]) -> dict[str, set[str]]:
    """Return which modules each one imports when it runs, through packages that hand on names."""
    handed = {
        (module.name, alias.asname or alias.name): (node.module or "", alias.name)
        for module in modules.values()
        for node in module.tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    def source(module: str, name: str) -> str:
        while f"{module}.{name}" not in modules and (module, name) in handed:
            module, name = handed[module, name]
        return f"{module}.{name}" if f"{module}.{name}" in modules else module

    return {
        one.name: {
            place for module, name in _imported(one) if (place := source(module, name)) in modules
        }
        - {one.name}
        for one in modules.values()
    }


def _imported(module: Module) -> Iterator[tuple[str, str]]:
    """Yield each module and the name in it that is imported, those for types left out."""
    waiting: list[ast.AST] = [module.tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name.rpartition(".")[::2] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def classes(modules: dict[str, Module]) -> dict[str, Class]:
    """Return all classes at the top of a module, by their own name."""
    found = {}
    for module in modules.values():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                methods = sum(isinstance(one, ast.FunctionDef) for one in node.body)
                bases = tuple(ast.unparse(base).rpartition(".")[2] for base in node.bases)
                lines = (node.end_lineno or 0) - node.lineno + 1
                found[node.name] = Class(f"{module.name}.{node.name}", lines, methods, bases)
    return found


def with_bases(name: str, known: dict[str, Class]) -> tuple[int, int, int]:
    """Return how many classes, lines and methods a class has with its own bases."""
    own, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        if one in known and one not in own:
            own.add(one)
            waiting += known[one].bases
    return len(own), sum(known[one].lines for one in own), sum(known[one].methods for one in own)


def complexity(function: ast.AST) -> int:
    """Return how many ways lead through a function, those of functions in it left out."""
    ways, waiting = 1, list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        ways += isinstance(node, DECISIONS)
        ways += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
        ways += len(node.cases) if isinstance(node, ast.Match) else 0
        waiting += ast.iter_child_nodes(node)
    return ways


def measure(package: Path) -> list[str]:
    """Return what there is to carry, in lines for people."""
    modules = read(package)
    lines = [f"code: {sum(one.code for one in modules.values()):,} lines in {len(modules)} files"]
    rooms: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for one in modules.values():
        room = ".".join(one.name.split(".")[:2])
        rooms[room] += one.code
        files[room] += 1
    lines += [f"    {code:7,}  {files[room]:4} files  {room}" for room, code in rooms.most_common()]

    needed = needs(modules)
    mean = sum(map(len, needed.values())) / len(needed)
    by: Counter[str] = Counter(name for wanted in needed.values() for name in wanted)
    alone = sorted(name for name, count in by.items() if count == 1)
    lines += [f"a file needs {mean:.1f} others in the mean, through doors; most of all:"]
    most = sorted(needed, key=lambda name: len(needed[name]), reverse=True)[:SHOWN]
    lines += [f"    {len(needed[name]):7}  {name}" for name in most]
    lines += [f"needed by one other file only: {len(alone)} files"]

    known = classes(modules)
    sizes = {name: with_bases(name, known) for name in known}
    lines += ["classes with their own bases, the longest (classes, lines, methods):"]
    longest = sorted(sizes, key=lambda name: sizes[name][1], reverse=True)[:SHOWN]
    for name in longest:
        count, length, methods = sizes[name]
        lines.append(f"    {count:3} {length:6,} {methods:5}  {known[name].name}")

    winding = sorted(
        (
            (ways, f"{one.name}.{node.name}")
            for one in modules.values()
            for node in ast.walk(one.tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            and (ways := complexity(node)) > COMPLEX
        ),
        reverse=True,
    )
    lines += [f"complexity above {COMPLEX}: {len(winding)} functions, most of all:"]
    lines += [f"    {ways:7}  {name}" for ways, name in winding[:SHOWN]]
    return lines
