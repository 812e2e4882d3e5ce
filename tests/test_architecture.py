"""The arrows and bans of the house, where no linter can see them."""

from __future__ import annotations

import ast
import functools
import json
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pytestqt.qtbot import QtBot

from evalgui import locations
from tests.support import leaks

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "evalgui"
SOURCES = sorted(PACKAGE.rglob("*.py"))
WINDOW = [path for path in SOURCES if path.is_relative_to(PACKAGE / "gui")]
TESTS = sorted((ROOT / "tests").rglob("*.py"))

HEAVY = (
    *("PySide6", "pandas", "pyarrow", "pyqtgraph", "scipy", "sklearn", "statsmodels"),
    *("numpy.ma", "evalgui.io.combinations"),  # which one file does not need
)

# What opens a connection, runs code that came as data, or is a reference for tests.
BANNED_MODULES = (
    *("PySide6.QtNetwork", "ftplib", "http", "requests", "smtplib", "socket", "socketserver"),
    *(
        "ssl",
        "urllib",
        "marshal",
        "pickle",
        "shelve",
        "sklearn",
        "statsmodels",
        "scipy.stats",
        "fairlearn",
    ),
)

# Text of the user's data is never interpreted, and no view runs an event loop of its own.
BANNED_CALLS = {
    "appendHtml",
    "eval",
    "exec",
    "exec_",
    "fromHtml",
    "insertHtml",
    "insertMarkdown",
    "processEvents",
    "setHtml",
    "setMarkdown",
}
BANNED_NAMES = {"AutoText", "MarkdownText", "QTextBrowser", "RichText"}

# Doors, with what lies behind each, and who goes to the files all the same.
DOORS = {
    "evalgui.gui.look": (("evalgui.gui.copying", "evalgui.gui.text", "evalgui.gui.theme"), ()),
    "evalgui.io.meaning": (("evalgui.io.meaning",), ()),
    "evalgui.io.table": (("evalgui.io.table",), ()),
    "evalgui.io.writers.tables": (("evalgui.io.writers.tables",), ()),
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


MODULES = {module_of(path): path for path in SOURCES}


@functools.cache  # many look at all files
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@functools.cache
def nodes_by_kind(path: Path) -> dict[type[ast.AST], list[Any]]:
    found: dict[type[ast.AST], list[Any]] = {}
    for node in ast.walk(tree_of(path)):
        found.setdefault(type(node), []).append(node)
    return found


def nodes_of(path: Path, *kinds: type[ast.AST]) -> list[Any]:
    return [node for kind in kinds for node in nodes_by_kind(path).get(kind, ())]


@pytest.fixture(scope="module", autouse=True)
def trees_are_let_go() -> Iterator[None]:
    """Keep the trees of all files from the collector, which goes over them in later tests."""
    yield
    tree_of.cache_clear()
    nodes_by_kind.cache_clear()


@functools.cache
def imported_by(path: Path) -> set[str]:
    """Return all that a file imports, also inside of functions: modules, and names in them."""
    found = set()
    for node in nodes_of(path, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_within(name: str, module: str) -> bool:
    return name == module or name.startswith(module + ".")


def name_of_call(call: ast.Call) -> str:
    """Return the last word of what is called: `show` of `self.window.show()`."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def called_in(path: Path) -> set[str]:
    return {name_of_call(call) for call in nodes_of(path, ast.Call)}


def loaded_after(code: str) -> set[str]:
    """Return the heavy packages that a fresh interpreter has loaded after running the code."""
    report = f"import json; print(json.dumps([n for n in {HEAVY!r} if n in sys.modules]))"
    finished = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\n{report}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert finished.returncode == 0, finished.stderr
    return set(json.loads(finished.stdout.splitlines()[-1]))


def test_that_the_import_contracts_hold() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    finished = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert finished.returncode == 0, finished.stdout


def test_that_the_command_line_alone_loads_nothing_heavy() -> None:
    assert loaded_after("import evalgui.cli") == set()


def test_that_starting_decides_before_anything_heavy_is_loaded() -> None:
    assert loaded_after("import evalgui.__main__") == set()


def test_that_the_core_loads_nothing_but_numpy() -> None:
    modules = [name for name in MODULES if is_within(name, "evalgui.core")]
    assert "evalgui.core.dataset" in modules
    assert loaded_after("\n".join(f"import {module}" for module in modules)) == set()


def test_that_the_window_loads_nothing_that_reads_before_there_is_a_file() -> None:
    assert loaded_after("import evalgui.gui.app") <= {"PySide6", "pyqtgraph"}


def test_that_an_evaluation_loads_no_qt_and_opens_no_connection() -> None:
    sample = locations.resources() / "samples" / "tharwat-2018.csv"
    code = f"""
def refuse(event, arguments):
    if event.split(".")[0] in ("socket", "pickle", "urllib", "http", "ftplib"):
        raise RuntimeError(event)

sys.addaudithook(refuse)
sys.argv = ["evalgui", "evaluate", {str(sample)!r}]
from evalgui.__main__ import main
try:
    code = main()
except SystemExit as ended:
    code = ended.code
assert not code, code
"""
    assert loaded_after(code) == {"pyarrow"}


def test_that_a_module_imports_nothing_that_is_banned() -> None:
    assert not {
        (name_of(path), name)
        for path in SOURCES
        for name in imported_by(path)
        if any(is_within(name, module) for module in BANNED_MODULES)
    }


def test_that_widgets_live_in_gui_alone() -> None:
    modules = ("PySide6.QtWidgets", "PySide6.QtGui", "pyqtgraph")
    assert not {
        (name_of(path), name)
        for path in {*SOURCES} - {*WINDOW}
        for name in imported_by(path)
        if any(is_within(name, module) for module in modules)
    }


def test_that_no_module_interprets_text_or_runs_a_loop_of_its_own() -> None:
    found = set()
    for path in SOURCES:
        attributes = {one.attr for one in nodes_of(path, ast.Attribute)}
        names = attributes | {name.rpartition(".")[2] for name in imported_by(path)}
        forbidden = called_in(path) & BANNED_CALLS | names & BANNED_NAMES
        found |= {(name_of(path), name) for name in forbidden}
    assert found == {
        ("evalgui/gui/hooks.py", "exec"),  # the one event loop of the program
        # The pages of help are ours, and nothing else is shown there.
        ("evalgui/gui/dialogs/help_page.py", "QTextBrowser"),
        ("evalgui/gui/dialogs/help_page.py", "setMarkdown"),
    }


def test_that_one_module_chooses_the_digits_of_numbers() -> None:
    found = {
        (name_of(path), node.lineno, part.value)
        for path in SOURCES
        for node in nodes_of(path, ast.FormattedValue)
        if isinstance(node.format_spec, ast.JoinedStr)
        for part in node.format_spec.values
        if isinstance(part, ast.Constant) and set(str(part.value)) & set(",_eEfFgGn%")
    }
    assert {name for name, _line, _form in found} == {"evalgui/core/digits.py"}, found


def test_that_labels_show_text_as_it_stands() -> None:
    # QLabel and QMessageBox guess from the text whether it is rich, unless they are told.
    def is_ours(argument: ast.expr) -> bool:
        if isinstance(argument, ast.Call) and name_of_call(argument) == "tr":
            return not argument.keywords
        return isinstance(argument, ast.Constant)

    changing = {
        name_of(path)
        for path in WINDOW
        for call in nodes_of(path, ast.Call)
        if name_of_call(call) in {"QLabel", "QMessageBox"}
        and not any(is_ours(argument) for argument in call.args)
    }
    assert changing <= {name_of(path) for path in WINDOW if "setTextFormat" in called_in(path)}


def test_that_composed_tool_tips_are_escaped() -> None:
    # A tool-tip cannot be told that its text is plain: `text.plain` escapes it.
    assert not {
        (name_of(path), ast.unparse(call))
        for path in WINDOW
        for call in nodes_of(path, ast.Call)
        if name_of_call(call) in {"setToolTip", "setWhatsThis"}
        and any(isinstance(argument, (ast.BinOp, ast.JoinedStr)) for argument in call.args)
    }


def test_that_no_module_imports_itself_in_a_circle_not_even_for_types() -> None:
    named = MODULES
    # A name that is a module is imported as such, and not the package that it lies in.
    waiting = {}
    for name, path in named.items():
        found = imported_by(path) & set(named)
        parents = {one.rpartition(".")[0] for one in found}
        direct = {
            f"{node.module}"
            for node in nodes_of(path, ast.ImportFrom)
            if node.module
            for alias in node.names
            if f"{node.module}.{alias.name}" not in named
        }
        waiting[name] = found - (parents - direct) - {name}
    while free := {name for name, needed in waiting.items() if not needed & set(waiting)}:
        waiting = {name: needed for name, needed in waiting.items() if name not in free}
    assert waiting == {}, "these import each other in a circle, or import what does"


@pytest.mark.parametrize("door", DOORS)
def test_that_a_room_with_a_door_is_entered_by_it(door: str) -> None:
    behind, own = DOORS[door]
    offered = {
        alias.name
        for node in tree_of(MODULES[door]).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    taken, beside = set(), set()
    for module, path in MODULES.items():
        if any(is_within(module, one) for one in (door, *behind, *own)):
            continue
        for node in nodes_of(path, ast.ImportFrom):
            for alias in node.names:
                place = f"{node.module}.{alias.name}"
                if node.module == door:
                    taken.add(alias.name)
                elif alias.name in offered and any(is_within(place, one) for one in behind):
                    beside.add((module, place))
    assert not beside, f"take these from {door}"
    assert offered <= taken, "a door offers what is taken, and nothing else"


def test_that_no_test_sleeps() -> None:
    # qWait starves Python's threads and sleeping guesses: waitSignal and waitUntil know.
    sleeping = {"qWait", "sleep", "qSleep", "wait_ms"}
    assert not {name_of(path) for path in TESTS if sleeping & called_in(path)}
    calls = ((path, call) for path in TESTS for call in nodes_of(path, ast.Call))
    assert not {name_of(path) for path, call in calls if "bot.wait(" in ast.unparse(call)}


PATIENCE = 60  # seconds that anything may take on a busy machine
WAITS = {"acquire", "communicate", "join", "run", "select", "wait", "waitForDone"}
CLOCKS = {"elapsed", "hasExpired", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}


def seconds_waited(path: Path) -> Iterator[tuple[int, float]]:
    """Yield the line of each call that gives up after some time, and after how many seconds."""
    for call in nodes_of(path, ast.Call):
        name, by_name = name_of_call(call), {one.arg: one.value for one in call.keywords}
        limit = by_name.get("timeout") or (by_name.get("wait") if "assert" in name else None)
        if limit is None and name in WAITS and call.args:
            limit = call.args[-1]
        if isinstance(limit, ast.Constant) and isinstance(limit.value, int | float):
            in_milliseconds = name.startswith(("assert", "wait")) and name != "wait"
            yield call.lineno, limit.value / (1000 if in_milliseconds else 1)


def test_that_no_test_gives_up_on_a_busy_machine() -> None:
    early = {
        (name_of(path), line)
        for path in TESTS
        for line, seconds in seconds_waited(path)
        if 0 < seconds < PATIENCE  # 0 waits for nothing: it was there before
    }
    assert not early
    by_default = {
        name: signature(wait).parameters["timeout"].default / 1000
        for name, wait in vars(QtBot).items()
        if name.startswith("wait") and "timeout" in signature(wait).parameters
    }
    assert {"waitSignal", "waitUntil"} <= by_default.keys()
    assert min(by_default.values()) >= PATIENCE
    assert leaks._PATIENCE >= PATIENCE


def test_that_no_test_looks_at_the_clock() -> None:
    looking = {name_of(path) for path in TESTS if CLOCKS & called_in(path)}
    looking = {name for name in looking if not name.startswith("tests/monkey/")}  # for so long
    assert looking == {"tests/conftest.py"}  # which ends what hangs


def test_that_every_folder_of_the_program_is_a_package() -> None:
    folders = {path.parent for path in SOURCES}
    assert all((folder / "__init__.py").is_file() for folder in folders)


def test_that_the_packaging_folder_does_not_shadow_the_package_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()
