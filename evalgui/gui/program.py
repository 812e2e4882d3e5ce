"""The application of Qt, as the system knows it: its names, and the files it is asked to open."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from evalgui.locations import resources
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_NAME = "evalgui"


class Program(QApplication):
    """The application of Qt.

    macOS names no file on a command line: it sends an event for each that is double-clicked in
    the Finder or dropped on the icon in the dock, and the first ones before there is a window.
    Those of one turn belong together, as the words of one command line do.

    Parameters
    ----------
    files
        What the command line names. macOS asks for these, too, and Qt leaves out what it knows.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        _stand_alone()
        super().__init__([sys.argv[0], *map(str, files)])
        self.setApplicationName(_NAME)
        self.setApplicationVersion(__version__)
        self.setOrganizationName(_NAME)
        self.setDesktopFileName(_NAME)  # resources/desktop/evalgui.desktop
        self.setWindowIcon(QIcon(str(resources() / "icons" / "evalgui.svg")))
        self._asked: list[Path] = []
        self._open: Callable[[list[Path]], None] | None = None

    def open_with(self, open_files: Callable[[list[Path]], None]) -> None:
        """Say what opens the files that are asked for from now on, and were asked for before."""
        self._open = open_files
        self._open_asked()

    def event(self, event: QEvent) -> bool:
        """Take note of a file; all else is Qt's."""
        if not isinstance(event, QFileOpenEvent):
            return super().event(event)
        if event.file():  # not for an address
            self._asked.append(Path(event.file()))
            QTimer.singleShot(0, self, self._open_asked)
        return True

    def _open_asked(self) -> None:
        if self._open is not None and self._asked:
            asked, self._asked = self._asked, []
            self._open(asked)


def _stand_alone() -> None:
    """Let the taskbar of Windows show the program by itself, and not with others of Python."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(_NAME)
