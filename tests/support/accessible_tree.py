"""Walk all that a screen reader is told of the window and its dialogs, in a process of its own.

The language is the first argument: it is settled before the window is loaded. What says too little,
how many things of each role were looked at, and what tables of plots are called is printed as JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.core.languages import speak
from evalgui.io.languages import language

if __name__ == "__main__":
    speak(language(sys.argv[1]))  # before texts are made

from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QTabBar,
    QTableView,
    QWidget,
)

from evalgui.gui import panes
from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start
from evalgui.gui.theme import Mode
from tests.support.turning import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_CELLS = 200  # of a table or a list, with its heads
_WITH_DIALOGS = "clinical"
_SAMPLES = (_WITH_DIALOGS, "biometric", "iris")
_ELSEWHERE = {"open", "print"}  # dialogs of the system
_Role = QAccessible.Role
_PRESSED = {
    *(_Role.Button, _Role.ButtonDropDown, _Role.ButtonMenu, _Role.CheckBox, _Role.RadioButton),
    *(_Role.ComboBox, _Role.EditableText, _Role.SpinBox, _Role.Slider, _Role.MenuItem),
    *(_Role.Table, _Role.Tree, _Role.List, _Role.PageTab, _Role.Link, _Role.Switch),
}
_CELLS = {_Role.Cell, _Role.TreeItem, _Role.ListItem, _Role.RowHeader, _Role.ColumnHeader}


class Walk:
    """Goes through trees, and remembers what says too little."""

    def __init__(self) -> None:
        self.lacks: Counter[str] = Counter()
        self.n_seen: Counter[str] = Counter()
        self.tables: list[str] = []

    def through(self, thing: Any, where: str = "") -> None:
        """Look at a thing and at all that it consists of, unless nobody sees it."""
        if thing.state().invisible:
            return
        role, name = thing.role(), thing.text(QAccessible.Text.Name).strip()
        owner = thing.object()
        own = "" if owner is None else owner.objectName() or type(owner).__name__
        self.n_seen[role.name] += 1
        place = f"{where} > {role.name} {own or name}"
        takes_keys = thing.state().focusable and role != _Role.StaticText
        is_needed = role in _PRESSED or (takes_keys and not _is_window(owner))
        if not name and is_needed and not _is_kept_by_qt(owner):
            self.lacks[f"no name: {place}"] += 1
        if not name and role in _CELLS:
            self.lacks[f"no name of a cell: {place}"] += 1
        if role == _Role.Chart and not thing.text(QAccessible.Text.Description).strip():
            self.lacks[f"no description: {place}"] += 1
        is_long = isinstance(owner, QAbstractItemView)
        n_parts = min(thing.childCount(), _MOST_CELLS) if is_long else thing.childCount()
        for number in range(n_parts):
            part = thing.child(number)
            if part is not None and part.isValid():
                self.through(part, place[-90:])
        if isinstance(owner, QTableView):
            self._through_cells(owner, place)

    def _through_cells(self, table: QTableView, place: str) -> None:
        """Look whether cells are named with their heads."""
        model, spoken = table.model(), Qt.ItemDataRole.AccessibleTextRole
        for row in range(min(model.rowCount(), 5)):
            for column in range(1, min(model.columnCount(), 30)):
                head = " ".join(str(model.headerData(column, Qt.Orientation.Horizontal)).split())
                told = model.index(row, column).data(spoken) or ""
                if head not in told:
                    self.lacks[f"no head of a column in '{told}': {place}"] += 1

    def through_plots(self, window: Any) -> None:
        """Look whether a table with rows lies beside each plot, and leads there and back."""
        for plot in window.plots.plots().values():
            if not plot.isVisible() or plot.picture is None:
                continue
            table = plot.told.with_keys
            plot.canvas.setFocus()
            QTest.keyClick(plot.canvas, Qt.Key.Key_T)
            table = plot.told.with_keys
            if not isinstance(table, QTableView) or not table.model().rowCount():
                self.lacks[f"no table: {plot.plot_id}"] += 1
                continue
            self.through(QAccessible.queryAccessibleInterface(table), plot.plot_id)
            QTest.keyClick(table, Qt.Key.Key_Escape)
            if plot.told.with_keys is not plot.canvas:
                self.lacks[f"no way back: {plot.plot_id}"] += 1
            self.tables.append(table.accessibleName())


def _is_kept_by_qt(owner: object) -> bool:
    """Return whether it is a bar of tabs without tabs, which Qt keeps far outside the window."""
    return isinstance(owner, QTabBar) and not owner.count()


def _is_window(owner: object) -> bool:
    return isinstance(owner, QWidget) and owner.isWindow()


def wait(program: Application) -> None:
    """Wait until nothing changes any more."""
    n_calm = 0

    def is_calm() -> bool:
        nonlocal n_calm
        n_calm = 0 if under_way(program.workspace, program.window) else n_calm + 1
        return n_calm > 3

    wait_until(is_calm)


def dialogs(program: Application) -> Iterator[QDialog]:
    """Give each dialog that an action opens, once it is there; it is closed afterwards."""
    window = program.window
    for action in list(window.actions_by_id.values()):
        name = action.objectName()
        is_asking = action.text().endswith("\N{HORIZONTAL ELLIPSIS}") and name not in _ELSEWHERE
        if not is_asking or not action.isEnabled():
            continue
        before = {one for one in window.findChildren(QDialog) if one.isVisible()}
        action.trigger()
        wait(program)
        for dialog in window.findChildren(QDialog):
            if not dialog.isVisible() or dialog in before:
                continue
            if not isinstance(dialog, QFileDialog):  # which is the system's
                yield dialog
            dialog.reject()


def main() -> None:
    """Walk the first page, then the window and all dialogs with each of some samples."""
    folder = Path(tempfile.mkdtemp())
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder))
    application = QApplication([])
    start = Start(size=QSize(1600, 1000), appearance=Mode.LIGHT, layout="overview")
    program = Application(application, start)
    window = program.window
    window.show()
    QAccessible.setActive(True)
    walk = Walk()
    wait(program)
    walk.through(QAccessible.queryAccessibleInterface(window))
    for sample in _SAMPLES:
        window.menus.sample_requested.emit(sample)
        wait(program)
        for name in panes.PANES:
            if name.id in window.docks:
                window.docks[name.id].show()
                window.docks[name.id].raise_()
                wait(program)
                root = QAccessible.queryAccessibleInterface(window.docks[name.id])
                walk.through(root, sample)
        walk.through(QAccessible.queryAccessibleInterface(window), sample)
        walk.through_plots(window)
        for dialog in dialogs(program) if sample == _WITH_DIALOGS else ():
            walk.n_seen["dialogs"] += 1
            walk.through(QAccessible.queryAccessibleInterface(dialog), sample)
    found = {"lacks": walk.lacks, "seen": walk.n_seen, "tables": walk.tables}
    sys.stdout.write(json.dumps(found, ensure_ascii=True))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
