"""Make the icons of Windows and macOS from the drawing: icons.py DRAWING FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer


def main(drawing: str, folder: str) -> None:
    """Draw it once, as large as these systems want it, and write it in both forms."""
    _application = QGuiApplication(["icons", "-platform", "offscreen"])
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, side in (("evalgui.ico", 256), ("evalgui.icns", 512)):
        image = QImage(side, side, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        QSvgRenderer(drawing).render(painter)
        painter.end()
        if not image.save(str(Path(folder) / name)):
            sys.exit(f"{name} cannot be written")


if __name__ == "__main__":
    main(*sys.argv[1:])
