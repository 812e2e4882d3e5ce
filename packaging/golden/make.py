"""Write the golden outputs: what every way of telling a result says of every input.

They are made by one state of the program and compared with those of another one, by
`compare.py`. Clock, version and paths are fixed, so that what differs is the program.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

THEN = 946_684_800.0  # the clock of every output: the year 2000
LAYOUTS = ("overview", "clinical", "biometrics", "teaching", "machine-learning")
FIXED = {"version": "0.0.0", "folder": "INPUTS"}
MOST_ROWS = 300  # of one view of a window


def fix(home: Path) -> None:
    """Fix what differs between two runs of one program; the only place that does."""
    os.environ |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    os.environ |= {"XDG_CACHE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    os.environ |= {"COLUMNS": "100"}
    time.time = lambda: THEN
    import evalgui.version

    evalgui.version.__version__ = FIXED["version"]


def main(target: Path, only: frozenset[str] = frozenset()) -> int:
    """Write the golden outputs of the program that can be imported into a new folder.

    Of some cases by their names, those of windows are left out.
    """
    target.mkdir(parents=True)
    target = target.resolve()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "inputs"
        folder.mkdir()
        cases = [one for one in inputs.write_inputs(folder) if not only or one.name in only]
        os.chdir(folder)
        ordered = [(case, folder, target) for case in cases]
        with multiprocessing.get_context("spawn").Pool(
            os.cpu_count(), _in_child, (Path(place) / "home",), maxtasksperchild=20
        ) as pool:
            for number, name in enumerate(pool.imap_unordered(_make, ordered), 1):
                print(f"\r{number} of {len(cases)}  {name:60}", end="", file=sys.stderr)
        for case in cases:
            if case.sample and not only:
                for layout in LAYOUTS:
                    _window(case.sample, layout, target / case.name)
    print(file=sys.stderr)
    return 0


def _in_child(home: Path) -> None:
    home = home / str(os.getpid())
    home.mkdir(parents=True, exist_ok=True)
    fix(home)


def _make(ordered: tuple[inputs.Case, Path, Path]) -> str:
    case, folder, target = ordered
    own = target / case.name.replace("/", "-")
    own.mkdir()
    with tempfile.TemporaryDirectory() as aside:
        for name, make in _ways(case, Path(aside)):
            (own / name).write_bytes(_told(make, folder, Path(aside)))
    return case.name


def _told(make: Callable[[], bytes], folder: Path, aside: Path) -> bytes:
    try:
        said = make()
    except Exception as error:  # noqa: BLE001 - what it says is an output, too
        lines = traceback.format_exception_only(error)
        said = "".join(lines).encode()
    for path, word in ((folder, FIXED["folder"]), (aside, "ASIDE")):
        said = said.replace(str(path).encode(), word.encode())
    return said


def _ways(case: inputs.Case, aside: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of every output of a case, and what makes it."""
    from evalgui.io.writers.tables import TABLES

    files, roles = list(case.files), list(case.roles)
    all_options = [*roles, *case.wanted]
    for command, options in (("evaluate", all_options), ("inspect", roles), ("rules", roles)):
        for form in ("json", "table"):
            name = f"{command}.{'json' if form == 'json' else 'txt'}"
            yield name, _call(command, *files, *options, "--format", form)
    yield (
        "evaluate-clinical.txt",
        _call("evaluate", *files, *all_options, "--vocabulary", "clinical", "--format", "table"),
    )
    for form in ("json", "table"):
        name = "compare." + ("json" if form == "json" else "txt")
        yield name, _call("compare", *files, *roles, "--format", form)
    options = [one for one in all_options if not one.startswith("--bootstrap")]
    for table in TABLES:
        if table.id == "comparison":
            target = aside / "comparison.csv"
            how = ("compare", *files, *roles, "--out", str(target))
            yield "table-comparison.csv", _call(*how, written=target)
        else:
            how = ("table", *files, *_of_tables(case), "--table", table.id, "--format", "csv")
            yield f"table-{table.id}.csv", _call(*how)
    for form, suffix in (("latex", "tex"), ("markdown", "md"), ("json", "json")):
        how = ("table", *files, *_of_tables(case), "--table", "measures", "--format", form)
        yield f"table-measures.{suffix}", _call(*how)
    report = aside / "report.html"
    how = ("report", *files, *options, "--out", str(report))
    yield "report.html", _call(*how, written=report)
    yield "python.txt", lambda: _in_python(case)


def _of_tables(case: inputs.Case) -> list[str]:
    """Return the options of a case that `table` knows."""
    known, options = {"--grey": 3, "--bootstrap": 2, "--seed": 2}, [*case.roles, *case.wanted]
    for name, length in known.items():
        while name in options:
            start = options.index(name)
            del options[start : start + length]
    return options


def _call(*arguments: str, written: Path | None = None) -> Callable[[], bytes]:
    def call() -> bytes:
        from evalgui.__main__ import main as run

        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                code: object = run(list(arguments))
            except SystemExit as ended:
                code = ended.code
        said = out.getvalue()
        if written is not None and written.is_file():
            said += written.read_text(encoding="utf-8")
            written.unlink()
        trailer = (
            "" if code == 0 and not errors.getvalue() else f"\n{errors.getvalue()}exit {code}\n"
        )
        return (said + trailer).encode()

    return call


def _in_python(case: inputs.Case) -> bytes:
    import evalgui

    named = {"--truth": "truth", "--score": "score", "--positive": "positive"}
    named |= {"--weight": "weight", "--subject": "subject", "--predicted": "predicted"}
    given: dict[str, str] = {}
    for name, value in zip(case.roles, case.roles[1:], strict=False):
        if name in named:
            given.setdefault(named[name], value)
    data = case.files[0] if len(case.files) == 1 else list(case.files)
    found = evalgui.evaluate(data, **given)
    lines = [repr(found), str(found), repr(found.counts), found.import_log]
    plain = ("n", "classes", "positive", "negative", "score", "threshold", "rule", "findings")
    lines += [f"{name}: {getattr(found, name)!r}" for name in plain]
    for name in ("matrix", "measures", "areas", "intervals"):
        lines += [name, getattr(found, name).to_csv(float_format="%.17g")]
    for make in (lambda: found.roc, found.rules):
        try:
            lines.append(make().to_csv(float_format="%.17g"))
        except evalgui.EvalguiError as error:
            lines.append(str(error))
    return "\n".join(lines).encode()


# ---------------------------------------------------------------------------------- the window


def _window(sample: str, layout: str, own: Path) -> None:
    """Write every word that the window of a sample shows, or tells a screen reader."""
    target = own / f"window-{layout}.txt"
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, str(Path(__file__)), "--window", home, "--sample", sample]
        command += ["--layout", layout, "--size", "1280x720", "--screenshot", str(target)]
        found = subprocess.run(command, check=False, capture_output=True, timeout=600)
    if found.returncode or found.stderr:
        target.with_suffix(".err").write_bytes(found.stderr)


def window(home: Path, arguments: list[str]) -> int:
    """Open the window, and write what it says instead of a picture of it."""
    fix(home)
    from evalgui.__main__ import main as run
    from evalgui.gui import picture

    picture.Picture._drawn = lambda self: _words_of(self._window)  # noqa: SLF001
    return run(arguments)


def _words_of(window: object) -> bytes:
    from PySide6.QtCore import QAbstractListModel, Qt
    from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

    lines: list[str] = []
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    roles = (*roles, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.CheckStateRole)

    def cells(model: object, parent: object, *, is_tree: bool) -> None:
        for row in range(min(model.rowCount(parent), MOST_ROWS)):
            is_list = isinstance(model, QAbstractListModel)  # whose columns Qt keeps to itself
            for column in range(1 if is_list else model.columnCount(parent)):
                index = model.index(row, column, parent)
                lines.extend(f"cell: {one}" for role in roles if (one := index.data(role)))
            first = model.index(row, 0, parent)
            if is_tree and model.rowCount(first):
                cells(model, first, is_tree=True)

    for widget in window.findChildren(QWidget):
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            cells(widget.model(), widget.rootIndex(), is_tree=isinstance(widget, QTreeView))
        for name in ("text", "title", "windowTitle", "toolTip", "accessibleName"):
            said = getattr(widget, name, str)
            if callable(said):
                with contextlib.suppress(TypeError):
                    lines.append(f"{name}: {said()}")
        lines.append(f"accessibleDescription: {widget.accessibleDescription()}")
    lines += [
        f"action: {action.text()} | {action.toolTip()} | {action.shortcut().toString()}"
        for action in window.actions_by_id.values()
    ]
    kept = [one for one in lines if one.partition(": ")[2].strip()]
    return "\n".join(one.replace("\n", "\\n") for one in kept).encode() + b"\n"


if __name__ == "__main__":
    if sys.argv[1] == "--window":
        sys.exit(window(Path(sys.argv[2]), sys.argv[3:]))
    sys.exit(main(Path(sys.argv[1]), frozenset(sys.argv[2:])))
