"""The folders that Qt's own dialogs for files remember, outside of our settings."""

from __future__ import annotations

from PySide6.QtCore import QDir, QSettings
from PySide6.QtWidgets import QFileDialog

_GROUP = "FileDialog"
_KEYS = ("history", "lastVisited")


def forget_folders() -> None:
    """Let the next dialog start at home, and nothing on disk say where files were."""
    remembered = QSettings(QSettings.Scope.UserScope, "QtProject")
    remembered.beginGroup(_GROUP)
    for key in _KEYS:
        remembered.remove(key)
    remembered.endGroup()
    remembered.sync()
    QFileDialog().setDirectory(QDir.homePath())  # of this run, which Qt keeps for all dialogs
