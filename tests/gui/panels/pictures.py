"""What is on the screen, and what would be there if everything were painted again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def on_screen(widget: QWidget) -> QImage:
    """Return the pixels of a window as they were painted, piece by piece, over time."""
    picture = widget.screen().grabWindow(widget.winId()).toImage()
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def repainted(widget: QWidget) -> QImage:
    """Return the pixels of a window that is painted from nothing."""
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
