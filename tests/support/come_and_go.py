"""Named pull-downs come and go, each in another way, while Python collects all the time."""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from evalgui.gui.role_box import RoleBox

N = 500


def come_and_go(number: int) -> None:
    """Make a pull-down, ask what it is, and delete it: alone, with its parent, or by Python."""
    host = QWidget()
    box = RoleBox()
    QVBoxLayout(host).addWidget(box)
    box.addItems(["well", "ill"])
    box.setAccessibleName("Positive class")
    host.show()
    said = QAccessible.queryAccessibleInterface(box)
    box.setCurrentIndex(1)
    name, value = said.text(QAccessible.Text.Name), said.text(QAccessible.Text.Value)
    if (name, value) != ("Positive class", "ill"):
        raise ValueError(name, value)
    if number % 3 == 0:
        box.deleteLater()
    elif number % 3 == 1:
        host.deleteLater()


def main() -> None:
    """Do it many times."""
    app = QApplication([])
    QAccessible.setActive(True)
    gc.set_threshold(1, 1, 1)
    for number in range(N):
        come_and_go(number)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    sys.stdout.write(f"{N} boxes\n")


if __name__ == "__main__":
    main()
