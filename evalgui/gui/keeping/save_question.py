"""What is asked before work is lost, and where somebody else has it open, without a stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from evalgui.core.languages import tr
from evalgui.gui.look import plain_buttons, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.keeping.lock import Owner


def ask_to_save(
    parent: QWidget, name: str, save: Callable[[], None], discard: Callable[[], None]
) -> QMessageBox:
    """Ask whether to save what would be lost; nothing happens where that is cancelled."""
    box = _box(parent, "save_question", tr("Save the work?"))
    buttons = QMessageBox.StandardButton
    box.setText(tr("Save what was decided on {name}?", name=text.elided(name, 60)))
    box.setInformativeText(tr("Without saving, what was done since the last time is lost."))
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.button(buttons.Save).setText(tr("&Save"))
    box.button(buttons.Discard).setText(tr("&Don't Save"))
    box.setDefaultButton(buttons.Save)
    box.setEscapeButton(buttons.Cancel)
    box.button(buttons.Save).clicked.connect(save)
    box.button(buttons.Discard).clicked.connect(discard)
    box.open()
    return box


def ask_to_read(parent: QWidget, owner: Owner, name: str, read: Callable[[], None]) -> QMessageBox:
    """Offer to open a workspace to read that somebody else has open."""
    box = _box(parent, "occupied_question", tr("The workspace is in use"))
    since = tr(", since {moment}", moment=_moment(owner.since)) if owner.since else ""
    box.setText(f"{text.elided(name, 60)}: {owner.told}{since}.")
    box.setInformativeText(
        tr("It can be opened to read; changes are then saved under another name.")
    )
    open_it = box.addButton(tr("Open &Read-Only"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    open_it.clicked.connect(read)
    box.open()
    return box


def _moment(iso: str) -> str:
    return iso.replace("T", " ").removesuffix("Z") + " UTC"


def _box(parent: QWidget, name: str, title: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setObjectName(name)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    plain_buttons(box)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box
