"""Every text of the windows that are open, and those with too little room: found, not listed."""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    Qt,
)
from PySide6.QtGui import QAccessible, QAccessibleInterface, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLabel,
    QTabBar,
    QTextBrowser,
    QToolTip,
    QWidget,
)

from evalgui.gui.dialogs.help_page import HelpWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QAbstractItemModel

_MOST_ROWS, _MOST_HEARD = 40, 60
_ROLES = (
    *(Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole),
    *(Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole),
)
_HEARD = QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value
_FOR_PROGRAMS = {
    *("objectName", "styleSheet", "inputMask", "windowFilePath", "windowRole", "html", "markdown"),
}
_MARKUP = re.compile(r"<!--.*?-->|<style.*?</style>|</?[a-zA-Z]+\b[^<>]*>", re.DOTALL)


class SeenTexts:
    """Collects texts, each with where it was seen first; `stage` says what was done for it."""

    def __init__(self) -> None:
        self.stage = ""
        self.texts: dict[str, str] = {}
        self.cut: dict[str, str] = {}
        self._properties: dict[str, list[str]] = {}

    def watch(self) -> None:
        """See what Python code paints, and its tool-tips, too."""
        for owner, name in ((QPainter, "drawText"), (QToolTip, "showText")):
            setattr(owner, name, self._watched(getattr(owner, name)))

    def _watched(self, plain):
        def watched(*given):
            frame = sys._getframe(1)
            where = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
            for said in given:
                self._see(said, where)
            return plain(*given)

        return watched

    def add(self, said: str, where: str) -> None:
        """See a text that nothing shows yet."""
        self._see(said, where)

    def _see(self, said: object, where: str, owner: QObject | None = None) -> None:
        if isinstance(said, str) and said.strip() and said not in self.texts:
            of = "" if owner is None else f" of {named(owner)}"
            self.texts[said] = f"{self.stage}: {where}{of}"

    def look(self, root: QObject) -> None:
        """See each text of a window or of a part of one, whether it is on show or not."""
        for one in (root, *root.findChildren(QObject)):
            if isinstance(one, QTextBrowser) and isinstance(one.window(), HelpWindow):
                continue  # a page has a language of its own
            for name in self._texts_of(one):
                self._see(one.property(name), name, one)
            if isinstance(one, QTabBar):
                for tab in range(one.count()):
                    self._see(one.tabText(tab), "tab", one)
                    self._see(one.tabToolTip(tab), "tool-tip of a tab", one)
            elif isinstance(one, (QAbstractItemView, QComboBox)):
                self._look_at_model(one.model(), one)

    def _texts_of(self, one: QObject) -> list[str]:
        meta = one.metaObject()
        name = meta.className()
        if name not in self._properties:
            found = map(meta.property, range(meta.propertyCount()))
            told = ((str(each.name()), str(each.typeName())) for each in found)
            texts = [each for each, kind in told if kind == "QString"]
            self._properties[name] = [each for each in texts if each not in _FOR_PROGRAMS]
        return self._properties[name]

    def _look_at_model(self, model: QAbstractItemModel | None, view: QObject) -> None:
        if model is None:
            return
        for axis, n in (
            (Qt.Orientation.Horizontal, _n_columns(model, QModelIndex())),
            (Qt.Orientation.Vertical, min(model.rowCount(QModelIndex()), _MOST_ROWS)),
        ):
            for section in range(n):
                for role in _ROLES:
                    self._see(model.headerData(section, axis, role), f"head {section}", view)
        for index in _cells(model, QModelIndex()):
            for role in _ROLES:
                where = f"cell {index.row()}, {index.column()}"
                self._see(model.data(index, role), where, view)

    def hear(self, window: QWidget) -> None:
        """See what a screen reader says of a window."""
        waiting: list[QAccessibleInterface | None] = []
        waiting.append(QAccessible.queryAccessibleInterface(window))
        while waiting:
            one = waiting.pop()
            if one is None or not one.isValid():
                continue
            thing = one.object()
            if isinstance(thing, QTextBrowser) and isinstance(thing.window(), HelpWindow):
                continue
            for kind in _HEARD:
                self._see(one.text(kind), f"heard, as {kind.name.lower()},", thing)
            waiting += [one.child(at) for at in range(min(one.childCount(), _MOST_HEARD))]

    def measure(self, window: QWidget) -> None:
        """Find texts on show that take more room than they have."""
        for one in window.findChildren(QWidget):
            if one.isVisible() and not one.visibleRegion().isEmpty():
                for said, takes, room in _needs(one):
                    if said.strip() and takes > room:
                        told = f"{self.stage}: {said[:80]!r} takes {takes:.0f} of {room:.0f} pixels"
                        self.cut.setdefault(named(one), told)

    def of_stages(self) -> dict[str, str]:
        """Return the texts without markup, each with where it was seen."""
        return {html.unescape(_MARKUP.sub(" ", said)): where for said, where in self.texts.items()}


def named(one: QObject | None) -> str:
    """Return the names of a thing and of what it is in, the innermost first."""
    names: list[str] = []
    while one is not None and len(names) < 4:
        names.append(one.objectName() or type(one).__name__)
        one = one.parent()
    return " < ".join(names)


def _n_columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def _cells(model: QAbstractItemModel, parent: QModelIndex, depth: int = 4) -> Iterator[QModelIndex]:
    flat = isinstance(model, (QAbstractListModel, QAbstractTableModel))
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(_n_columns(model, parent)):
            yield model.index(row, column, parent)
        first = model.index(row, 0, parent)
        if not flat and depth and model.hasChildren(first):
            yield from _cells(model, first, depth - 1)


def _tip_of(one: QWidget) -> str:
    """Return what is said of a widget where the mouse rests, whether it is shown by now or not."""
    said = [one.toolTip()]
    plain = QToolTip.showText

    def hear(*given: object) -> None:
        said.extend(text for text in given if isinstance(text, str))

    QToolTip.showText = hear  # type: ignore[assignment, method-assign]
    try:
        at = one.rect().center()
        event = QHelpEvent(QEvent.Type.ToolTip, at, one.mapToGlobal(at))
        QCoreApplication.sendEvent(one, event)
    finally:
        QToolTip.showText = plain  # type: ignore[method-assign]
    return html.unescape(_MARKUP.sub("", " ".join(said)))


def _needs(one: QWidget) -> Iterator[tuple[str, float, float]]:  # noqa: C901 - one a kind
    """Yield the texts of a widget, each with how much room it takes and has, in pixels."""
    widths = one.fontMetrics()
    if type(one) is QLabel:  # others are drawn, elided and told as a whole in their own way
        if one.wordWrap():
            yield one.text(), one.heightForWidth(one.width()), one.height()
        else:
            yield one.text(), one.sizeHint().width(), one.width()
    elif isinstance(one, QAbstractButton):
        takes = one.sizeHint().width()
        if takes > one.width() and one.text().replace("&", "") not in _tip_of(one):
            yield one.text(), takes, one.width()
    elif isinstance(one, QComboBox) and not isinstance(one.window(), QFileDialog):
        takes = widths.horizontalAdvance(one.currentText())
        if takes > one.width() and one.currentText() not in _tip_of(one):
            yield one.currentText(), takes, one.width()
    elif isinstance(one, QTabBar):
        for tab in filter(one.isTabVisible, range(one.count())):
            shown = one.tabText(tab).replace("&", "")
            yield shown, widths.horizontalAdvance(shown), one.tabRect(tab).width()
    elif isinstance(one, QHeaderView) and one.orientation() == Qt.Orientation.Horizontal:
        for section in range(one.count()):
            said = one.model().headerData(section, one.orientation())
            if isinstance(said, str) and not one.isSectionHidden(section):
                longest = max(map(widths.horizontalAdvance, said.split("\n")))
                yield said, longest, one.sectionSize(section)
