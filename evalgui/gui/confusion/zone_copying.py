"""Numbers of a grey zone are copied as sentences: by Ctrl+C, or from the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from evalgui.gui.confusion.grey_matrix import GreyMatrix


class ZoneCopying(QObject):
    """Copies the number that the keys are at, or that the menu was opened on."""

    def __init__(self, matrix: GreyMatrix) -> None:
        super().__init__(matrix)
        self._matrix = matrix
        self.sentence = QAction("&Copy as Sentence", self)
        self.sentence.setObjectName("copy_zone_number")
        self.sentence.setShortcut(QKeySequence.StandardKey.Copy)
        self.sentence.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.sentence.triggered.connect(self._copy)
        matrix.addAction(self.sentence)
        matrix.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        matrix.customContextMenuRequested.connect(self._open_menu)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._matrix.sentence())

    def _open_menu(self, position: QPoint) -> None:
        number = self._matrix.number_at(position)
        if number is not None:
            self._matrix.go_to(number)
        menu = QMenu(self._matrix)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName("zone_menu")
        menu.addAction(self.sentence)
        menu.popup(self._matrix.mapToGlobal(position))
