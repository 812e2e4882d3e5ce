"""Data > Truth That Is Missing or Errs: how often the reference is right."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QLineEdit,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.look import text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_share

_NOTE = tr(
    "Where the truth is missing for some, what is known of the others is corrected, if whose truth "
    "is known depends on the call alone. Where the reference itself errs, its sensitivity and "
    "specificity say what the test is worth, and between which bounds."
)

_BETWEEN = tr("Type a share between 0 and 1")


class ReferencesDialog(AskingDialog):
    """Asks for the sensitivity and the specificity of the reference, or for none."""

    given = Signal(object)  # both as a tuple, or None

    def __init__(self, said: tuple[float, float] | None, parent: QWidget | None = None) -> None:
        super().__init__("references", tr("Truth that is missing or errs"), _NOTE, parent)
        shown = ("", "") if said is None else tuple(map(text.exact_percent, said))
        self.fields = tuple(map(_field, ("sensitivity", "specificity"), shown))
        self._messages = [FieldMessage(one, f"{one.objectName()}_message") for one in self.fields]
        for one, message, name in zip(
            self.fields, self._messages, (tr("Se&nsitivity"), tr("S&pecificity")), strict=True
        ):
            one.textEdited.connect(message.take_back)
            one.setAccessibleName(tr("{name} of the reference", name=name.replace("&", "")))
            self.form.addRow(tr("{name} of the reference", name=name), one)

    def _on_accepted(self) -> None:
        found: list[float] = []
        is_given = any(one.text().strip() for one in self.fields)
        for one, message in zip(self.fields, self._messages, strict=True):
            try:
                share = _share(one.text()) if is_given else 0.0
            except NotUnderstoodError as error:
                one.setFocus()
                message.say(text.why(error))
                return
            found.append(share)
        self.accept()
        self.given.emit((found[0], found[1]) if is_given else None)


def _share(typed: str) -> float:
    found = read_typed_share(typed)
    if not 0 <= found <= 1:
        raise NotUnderstoodError(_BETWEEN)
    return found


def _field(name: str, shown: str) -> QLineEdit:
    field = QLineEdit(shown)
    field.setObjectName(f"references_{name}")
    field.setPlaceholderText(tr("such as 90 % or 0.9; empty where it does not err"))
    return field
