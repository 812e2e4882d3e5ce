"""Data > Add a Recalibrated Score: by which method, and to which prevalence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QLineEdit,
    QWidget,
)

from evalgui.core.consequences.settings import Recalibrating, Recalibration
from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.look import text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import Choice
from evalgui.gui.panels.prevalence_field import read_prevalence
from evalgui.gui.typed_number import NotUnderstoodError

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.metrics import Vocabulary

_METHODS = {
    Recalibrating.LOGISTIC: tr("Logistic: shift and stretch (Platt)"),
    Recalibrating.INTERCEPT: tr("Intercept alone: shift"),
    Recalibrating.ISOTONIC: tr("Isotonic: any rising curve"),
    Recalibrating.BETA: tr("Beta: both ends by themselves"),
    Recalibrating.PREVALENCE: tr("To another {prevalence}"),
}
_NOTE = tr(
    "Each value is by a map that was made without its row, and without its subject; apparent "
    "numbers, of the map of all rows, stand beside in grey. Undo takes it back."
)
_NEEDED = tr("Type the {prevalence} that is moved to, such as 5 %")


class RecalibrationDialog(AskingDialog):
    """Asks for the method, and for a prevalence where that is moved."""

    given = Signal(object)  # the `Recalibration`

    def __init__(
        self, score: Score, one: float, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        named = tr(
            "What {name} would be, recalibrated on these data. {note}",
            name=text.elided(score.name),
            note=_NOTE,
        )
        title = tr("Add a recalibrated score")
        super().__init__("recalibration", title, named, parent, ("add", tr("&Add")))
        self._score, self._one, self._words = score.name, one, words_in(vocabulary)
        self.method = Choice("recalibration_method", tr("Method"))
        for method, name in _METHODS.items():
            self.method.addItem(self._words(name), method)
        self.prevalence = QLineEdit()
        self.prevalence.setObjectName("recalibration_prevalence")
        self._name = self._words("{Prevalence}")
        self.prevalence.setAccessibleName(self._name)
        self.prevalence.setPlaceholderText(tr("such as 5 % or 0.05"))
        self._message = FieldMessage(self.prevalence, "recalibration_message")
        self.prevalence.textEdited.connect(self._message.take_back)
        self.method.currentIndexChanged.connect(self._on_method)
        self.form.addRow(tr("&Method"), self.method)
        self.form.addRow(f"&{self._name}", self.prevalence)
        self._on_method()

    def _on_method(self) -> None:
        self.form.setRowVisible(self.prevalence, self._is_moved)
        self._message.take_back()

    @property
    def _is_moved(self) -> bool:
        return bool(self.method.currentData() == Recalibrating.PREVALENCE)

    def _prevalence(self) -> float | None:
        """Return the prevalence that is moved to; None where none is.

        Raises
        ------
        NotUnderstoodError
            If it is none.
        """
        if not self._is_moved:
            return None
        typed = read_prevalence(self.prevalence.text())
        if typed is None:
            raise NotUnderstoodError(self._words(_NEEDED))
        return typed

    def _on_accepted(self) -> None:
        try:
            prevalence = self._prevalence()
        except NotUnderstoodError as error:
            self.prevalence.setFocus()
            self._message.say(text.why(error))
            return
        method = Recalibrating(self.method.currentData())
        self.accept()
        self.given.emit(Recalibration(method, self._score, self._one, prevalence))
