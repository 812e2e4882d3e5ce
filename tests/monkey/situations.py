"""What happens less often than a press or a drag, and yet to everybody: each is an act as well."""

from __future__ import annotations

import csv
import json
import math
import shutil
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QHelpEvent, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTabWidget,
    QToolTip,
    QWidget,
)

from evalgui.gui.dialogs.help_page import HelpWindow
from evalgui.gui.dialogs.tables import TablesDialog
from evalgui.gui.plots.plot import Plot
from evalgui.gui.tour import Tour
from evalgui.io.writers.tables.table_files import about_path
from tests.monkey.acts import QUIET, SOON, somewhere, turn

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtGui import QAccessibleInterface

    from tests.monkey.session import Session

_LEFT, _NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
_COUNTS = ("0", "1", "7", "40", "1000000", "9007199254740993", "-1", "1.5", "x", "")
_BLOCKS = (
    "cat\t5\t1\t0\ndog\t2\t7\t1\nfox\t0\t0\t9\n",
    "\tyes\tno\nyes\t50\t3\nno\t7\t90\n",
    "1\t0.9\n0\t0.1\n1\t0.4\n0\t0.6\n1\t0.4\n",
    "a\tb\nb\tb\na\ta\n",
    "1\n2\n3\n",
)
_CRITERIA = (
    *("TPR-limit>=0.8", "0.8<=slope<=1.2", "brier<=0.2", "net_benefit-limit at 0.1>=0"),
    *("AUC-limit>=0.7 in every site", "MCC-limit>=0 in every truth", "x>=1", "PPV at 2", ""),
)
_HASTY = ("undo", "redo", "reload", "paste", "compare", "higher", "open", "cancel")
_MOST_STEPS = 30  # of a journey through the history
_MOST_READ = 400  # parts of a widget that are read aloud


# ---------------------------------------------------------------------------------- data


def type_data(session: Session, rng: random.Random) -> Iterator[str]:
    """Type data into the dialog of File > New, and open them."""
    session.window.actions_by_id["new"].trigger()
    yield QUIET
    dialog = QApplication.activeModalWidget()
    tabs = None if dialog is None else dialog.findChild(QTabWidget, "new_data_ways")
    opening = None if dialog is None else dialog.findChild(QPushButton, "new_data_open")
    if dialog is None or tabs is None or opening is None:
        return
    place = rng.randrange(tabs.count())
    session.say(f"  page {place}")
    QTest.mouseClick(tabs.tabBar(), _LEFT, _NONE, tabs.tabBar().tabRect(place).center())
    yield SOON
    page = tabs.currentWidget()
    grid = page.findChild(QTableWidget)
    if grid is None:
        for field in page.findChildren(QLineEdit):
            if rng.random() < 0.9 and field.objectName() not in {
                "new_positive_name",
                "new_negative_name",
            }:
                _write(field, rng.choice(_COUNTS[: 5 if rng.random() < 0.8 else None]))
    else:
        yield from _fill(rng, grid)
    yield SOON
    QTest.mouseClick(opening, _LEFT)
    yield QUIET
    if session.is_alive(dialog) and dialog.isVisible() and rng.random() < 0.8:
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    yield QUIET


def _fill(rng: random.Random, grid: QTableWidget) -> Iterator[str]:
    grid.setFocus()
    grid.setCurrentCell(rng.choice([0, 0, 0, 1]), 0)
    if rng.random() < 0.6:
        QGuiApplication.clipboard().setText(rng.choice(_BLOCKS))
        QTest.keySequence(grid, QKeySequence(QKeySequence.StandardKey.Paste))
        return
    for _ in range(rng.randint(2, 12)):
        QTest.keyClicks(_in_focus(grid), rng.choice(_COUNTS))
        key = rng.choice([Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Return])
        QTest.keyClick(_in_focus(grid), key)
        yield SOON  # Qt ends the editing when it comes back to its loop


def _in_focus(otherwise: QWidget) -> QWidget:
    widget: QWidget | None = QApplication.focusWidget()
    return otherwise if widget is None else widget


def _write(field: QLineEdit, words: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)


def change_file(session: Session, rng: random.Random) -> Iterator[str]:
    """Let another program change, remove or bring back a file, and go on with it."""
    workspace = session.application.workspace
    opened = workspace.opened
    ours = [] if opened is None else [p for p in opened.paths if p in session.zoo.contents]
    path = rng.choice(ours or sorted(session.zoo.contents))
    kind = rng.choice(["longer", "shorter", "gone", "other", "folder", "back", "back"])
    session.say(f"  {kind} {path.name}")
    content = session.zoo.contents[path]
    if path.is_dir():
        path.rmdir()
    if kind in {"gone", "folder"}:
        path.unlink(missing_ok=True)
        if kind == "folder":
            path.mkdir()
    else:
        other = session.zoo.contents[rng.choice(sorted(session.zoo.contents))]
        last = content.splitlines(keepends=True)[-1:]
        path.write_bytes(
            {
                "longer": content + b"".join(last),
                "shorter": content[: len(content) // 2],
                "other": other,
            }.get(kind, content)
        )
    workspace.openings.files.look()
    if rng.random() < 0.7:
        yield QUIET
    if rng.random() < 0.7 and QApplication.activeModalWidget() is None:
        session.window.actions_by_id["reload"].trigger()
    yield QUIET


def choose_rows(session: Session, rng: random.Random) -> Iterator[str]:
    """Assess some rows only, chosen by what their columns hold."""
    field = session.window.findChild(QLineEdit, "data_subset")
    dataset = session.application.workspace.snapshot.dataset
    if field is None or dataset is None or not field.isEnabled() or not dataset.columns:
        return
    column = rng.choice(dataset.columns)
    cell = column.text(rng.randrange(max(len(column), 1))) if len(column) else ""
    quoted = '"' + cell.replace('"', "") + '"'
    words = rng.choice(
        [
            f"{column.name} == {quoted}",
            f"{column.name} != {quoted}",
            f"{column.name} > {cell}",
            f"not ({column.name} <= {cell})",
            f"{column.name} in ({quoted}, {quoted})",
            "",
        ]
    )
    session.say(f"  {words!r}")
    session.window.docks["data"].show()
    yield SOON
    field.setFocus()
    field.setText(words)
    QTest.keyClick(field, Qt.Key.Key_Return)
    if rng.random() < 0.8:
        yield QUIET


def hurry(session: Session, rng: random.Random) -> Iterator[str]:
    """Begin what takes a while, and go on at once with other things."""
    session.window.files_dropped.emit([session.zoo.large()])
    named = session.window.actions_by_id
    for _ in range(rng.randint(1, 6)):
        if rng.random() < 0.7:
            yield SOON
        name = rng.choice(_HASTY)
        session.say(f"  {name}")
        if QApplication.activeModalWidget() is not None:
            break
        if name == "cancel":
            session.window.progress.cancel_requested.emit()
        elif name == "open":
            session.window.files_dropped.emit(session.zoo.choose(rng))
        elif named[name].isEnabled():
            named[name].trigger()
    yield QUIET


def travel(session: Session, rng: random.Random) -> Iterator[str]:
    """Take steps back and come again: what was chosen has to be as it was."""
    workspace = session.application.workspace
    yield QUIET  # a step that is under way is given up by going back, and is none
    before = _chosen(workspace.snapshot)
    named, n = session.window.actions_by_id, 0
    most = rng.randint(1, _MOST_STEPS)
    while n < most and named["undo"].isEnabled() and QApplication.activeModalWidget() is None:
        named["undo"].trigger()
        n += 1
        yield QUIET
    back = 0
    while back < n and named["redo"].isEnabled() and QApplication.activeModalWidget() is None:
        named["redo"].trigger()
        back += 1
        yield QUIET
    session.say(f"  {n} back, {back} on")
    after = _chosen(workspace.snapshot)
    if back == n and after != before and QApplication.activeModalWidget() is None:
        session.faults.add(f"{n} steps back and on lead from {before} to {after}")


def _chosen(snapshot) -> tuple[object, ...]:
    """Return what a user sees of the choices."""
    if snapshot.dataset is None:
        return ()
    score = None if snapshot.score is None else snapshot.score.name
    threshold = None if snapshot.point is None else repr(snapshot.point.threshold)
    counts = None if snapshot.point is None else snapshot.point.counts
    return (snapshot.dataset.n, score, snapshot.positive_name, threshold, counts)


# -------------------------------------------------------------------------------- window


def window_state(session: Session, rng: random.Random) -> Iterator[str]:
    """Maximise the window, fill the screen, put it away, and have it as before."""
    window = session.window
    kind = rng.choice(["maximise", "fill", "away", "normal", "normal"])
    session.say(f"  {kind}")
    if kind == "maximise":
        window.showMaximized()
    elif kind == "fill":
        window.showFullScreen()
    elif kind == "away":
        window.showMinimized()
        yield SOON
        window.showNormal()
    else:
        window.showNormal()
    yield QUIET


def take_tour(session: Session, rng: random.Random) -> Iterator[str]:
    """Take the tour, or some steps of it, and leave it there while other things happen."""
    if QApplication.activeModalWidget() is not None:
        return
    session.window.actions_by_id["tour"].trigger()
    yield QUIET
    for _ in range(rng.randint(0, 9)):
        tour = session.window.findChild(Tour)
        if tour is None or not tour.isVisible() or QApplication.activeModalWidget() is not None:
            break
        key = rng.choice([Qt.Key.Key_Return] * 6 + [Qt.Key.Key_Backtab, Qt.Key.Key_Escape])
        QTest.keyClick(_in_focus(tour.next), key)
        yield SOON
    yield QUIET


def ask_for_help(session: Session, _rng: random.Random) -> Iterator[str]:
    """Press F1 wherever the focus is, and close what comes."""
    focused = _in_focus(session.window)
    session.say(f"  on {session.name_of(focused)}")
    QTest.keyClick(focused, Qt.Key.Key_F1)
    yield QUIET
    for page in QApplication.topLevelWidgets():
        if isinstance(page, HelpWindow) and page.isVisible():
            QTest.keyClick(page, Qt.Key.Key_Escape)
    yield QUIET


def wheel_anywhere(session: Session, rng: random.Random) -> Iterator[str]:
    """Turn the wheel over whatever is there: tables, fields, lists."""
    root = QApplication.activeModalWidget() or session.window
    place = somewhere(rng, root)
    widget = root.childAt(place) or root
    session.say(f"  on {session.name_of(widget)}")
    for _ in range(rng.randint(1, 5)):
        turn(widget, widget.mapFrom(root, place), rng.choice([-120, 120, -600]))
        if not session.is_alive(widget):
            break
        yield SOON
    yield QUIET


def tip(session: Session, rng: random.Random) -> Iterator[str]:
    """Rest with the mouse on something until it says what it is."""
    root = QApplication.activeModalWidget() or session.window
    place = somewhere(rng, root)
    widget = root.childAt(place) or root
    session.say(f"  on {session.name_of(widget)}")
    here = widget.mapFrom(root, place)
    event = QHelpEvent(QEvent.Type.ToolTip, here, widget.mapToGlobal(here))
    QApplication.sendEvent(widget, event)
    yield SOON
    QToolTip.hideText()
    yield QUIET


def read_aloud(session: Session, rng: random.Random) -> Iterator[str]:
    """Ask for everything that a screen reader says of one widget and of what is in it."""
    root = QApplication.activeModalWidget() or session.window
    found = [w for w in root.findChildren(QWidget) if w.isVisible()]
    if not found:
        return
    widget = rng.choice(found)
    session.say(f"  {session.name_of(widget)}")
    n = 0
    waiting: list[QAccessibleInterface | None] = [QAccessible.queryAccessibleInterface(widget)]
    while waiting and n < _MOST_READ:
        one = waiting.pop()
        n += 1
        if one is not None and one.isValid():
            _say_all_of(one)
            waiting += [one.child(number) for number in range(min(one.childCount(), 50))]
    yield QUIET


def _say_all_of(one: QAccessibleInterface) -> None:
    for kind in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value):
        one.text(kind)
    one.role()
    one.state()
    one.rect()


def copy(session: Session, rng: random.Random) -> Iterator[str]:
    """Select all of a table, or of whatever holds the focus, and copy it."""
    root = QApplication.activeModalWidget() or session.window
    views = [v for v in root.findChildren(QAbstractItemView) if v.isVisible() and v.isEnabled()]
    if not views:
        return
    view = rng.choice(views)
    session.say(f"  {session.name_of(view)}")
    view.setFocus()
    for standard in (QKeySequence.StandardKey.SelectAll, QKeySequence.StandardKey.Copy):
        QTest.keySequence(view, QKeySequence(standard))
        yield QUIET


# ------------------------------------------------------------------------------- exports


def export(session: Session, rng: random.Random) -> Iterator[str]:
    """Write a figure or the measures into a folder, and read what was written."""
    plots = [plot for plot in session.window.findChildren(Plot) if plot.isVisible()]
    wanted = rng.choice([*sorted(plot.plot_id for plot in plots), "measures", "measures"])
    action = session.window.actions_by_id["export_tables"]
    asking = None
    if wanted == "measures":
        if not action.isEnabled():
            return
        action.trigger()
        yield QUIET
        dialogs = session.window.findChildren(TablesDialog)
        asking = next((one for one in dialogs if one.isVisible()), None)
        if asking is None:  # something else was in the way
            return
        asking.choose(["measures"], "csv", "all", guards=False)
        asking.save.click()
    elif wanted in session.window.plots.plots():
        figures = session.application.commands.figures
        figures.export(wanted)
        yield QUIET
        assert figures.dialog is not None
        figures.dialog.save_button.click()
    yield QUIET
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QFileDialog):
        return
    suffix = "csv" if wanted == "measures" else rng.choice(["svg", "pdf", "png"])
    folder = session.folder / "exports"
    folder.mkdir(exist_ok=True)
    path = folder / f"{wanted}.{suffix}"
    path.unlink(missing_ok=True)
    session.say(f"  {path.name}")
    dialog.fileSelected.emit(str(path))
    dialog.close()
    yield QUIET
    if session.application.commands.figures.dialog is not None:
        session.application.commands.figures.dialog.reject()
    if QApplication.activeModalWidget() is None:
        for words in mistakes(path, session.application.workspace.snapshot):
            session.faults.add(words)
    shutil.rmtree(folder)
    if asking is not None and session.is_alive(asking):
        asking.close()


def mistakes(path: Path, snapshot) -> Iterator[str]:
    """Say what is wrong about a file that was written."""
    if not path.is_file() or not path.stat().st_size:
        yield f"{path.name} was not written, and nothing was said"
    elif path.suffix == ".svg":
        ET.parse(path)  # noqa: S314 - our own file
    elif path.suffix == ".png":
        if QImage(str(path)).isNull():
            yield f"{path.name} is no picture"
    elif path.suffix == ".pdf":
        if not path.read_bytes().startswith(b"%PDF"):
            yield f"{path.name} is no PDF"
    elif snapshot.point is not None:
        yield from _mistakes_of_measures(path, snapshot.point)


def _mistakes_of_measures(path: Path, point) -> Iterator[str]:
    with path.open(newline="") as file:
        values = {row["id"]: row["value"] for row in csv.DictReader(file)}
    for name in ("tp", "fp", "fn", "tn"):
        if values.get(name) != str(getattr(point.counts, name)):
            yield f"{path.name} has {name} {values.get(name)}, not {getattr(point.counts, name)}"
    about = json.loads(about_path(path).read_text(encoding="utf-8"))["about"]
    if math.isfinite(point.threshold) and about["threshold"] is None:
        yield f"{path.name} has no threshold"


def require(session: Session, rng: random.Random) -> Iterator[str]:
    """Write criteria, and change or take back some of those that are there."""
    session.window.actions_by_id["acceptance_criteria"].trigger()
    yield SOON
    panel = session.window.criteria
    if not panel.isVisible():
        return
    for _ in range(rng.randrange(1, 4)):
        words = rng.choice(_CRITERIA)
        session.say(f"  {words}")
        panel.form.text.setText(words)
        QTest.keyClick(panel.form.text, Qt.Key.Key_Return)
        yield SOON
    for row in rng.sample(panel.rows, rng.randrange(len(panel.rows) + 1)):
        row.setFocus()
        QTest.keyClick(row, rng.choice((Qt.Key.Key_Delete, Qt.Key.Key_F2)))
        yield SOON


SITUATIONS = {
    "require": (2, require),
    "type data": (3, type_data),
    "change file": (4, change_file),
    "choose rows": (4, choose_rows),
    "hurry": (1, hurry),
    "take tour": (1, take_tour),
    "ask for help": (2, ask_for_help),
    "travel": (3, travel),
    "window state": (2, window_state),
    "wheel": (3, wheel_anywhere),
    "tip": (3, tip),
    "read aloud": (3, read_aloud),
    "copy": (2, copy),
    "export": (4, export),
}
DIALOG_SITUATIONS = {
    "wheel": (3, wheel_anywhere),
    "tip": (2, tip),
    "read aloud": (3, read_aloud),
    "copy": (1, copy),
}
