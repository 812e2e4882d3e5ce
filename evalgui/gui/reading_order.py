"""What Qt does not mirror of itself where a language is read from right to left."""

from __future__ import annotations

from PySide6.QtCore import QMargins

from evalgui.core.languages import spoken


def margins(before: int, top: int, behind: int, bottom: int) -> QMargins:
    """Return margins by where one begins to read: before and behind what stands on a line."""
    if spoken().is_right_to_left:
        return QMargins(behind, top, before, bottom)
    return QMargins(before, top, behind, bottom)
