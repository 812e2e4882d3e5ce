"""Fields for the numbers that a user may set in a formula."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters, Vocabulary
from evalgui.core.texts import Text
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, dialog_buttons
from evalgui.gui.panels.fields import NumberBox

if TYPE_CHECKING:
    from collections.abc import Sequence


_LARGEST = 1e9
_DIGITS = 10
_TITLES = {
    "beta": Text("\u03b2, weight of {recall}"),
    "alpha": Text("\u03b1, weight of {recall}"),
    "tversky_alpha": Text("\u03b1, weight of {FN}"),
    "tversky_beta": Text("\u03b2, weight of {FP}"),
    "cost_tp": Text("Cost of a {TP}"),
    "cost_fp": Text("Cost of a {FP}"),
    "cost_fn": Text("Cost of a {FN}"),
    "cost_tn": Text("Cost of a {TN}"),
}


def _number_field(name: str) -> NumberBox:
    field, is_cost = NumberBox(name, n_digits=_DIGITS), name.startswith("cost_")
    field.setDecimals(6)
    field.setRange(-_LARGEST if is_cost else 0.0, _LARGEST)
    field.setSingleStep(0.5 if is_cost else 0.1)
    field.setFixedWidth(GRID * 12)
    return field


class ParameterEditor(QWidget):
    """One field for each number in a formula."""

    parameters_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("parameter_editor")
        self.setAccessibleName(tr("Numbers in the formula"))
        self._parameters = DEFAULT_PARAMETERS
        self._names: tuple[str, ...] = ()
        self.fields: dict[str, NumberBox] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(GRID)
        layout.setVerticalSpacing(GRID // 2)
        layout.setColumnStretch(1, 1)
        self._labels: dict[str, QLabel] = {}
        for row, name in enumerate(_TITLES):
            field, label = _number_field(name), QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(field)
            field.valueChanged.connect(
                lambda value, changed=name: self._on_value_changed(changed, value)
            )
            layout.addWidget(label, row, 0)
            layout.addWidget(field, row, 1, Qt.AlignmentFlag.AlignLeft)
            self.fields[name], self._labels[name] = field, label
        self.set_vocabulary(Vocabulary.MACHINE_LEARNING)
        self.set_names(())

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the numbers as a vocabulary does."""
        for name, title in _TITLES.items():
            told = words_in(vocabulary).said(title)
            self._labels[name].setText(told)
            self.fields[name].setAccessibleName(told)

    def set_names(self, names: Sequence[str]) -> None:
        """Show the fields of some numbers; without any the editor is hidden."""
        self._names = tuple(names)
        for name, field in self.fields.items():
            field.setVisible(name in self._names)
            self._labels[name].setVisible(name in self._names)
        self.setVisible(bool(self._names))

    def set_parameters(self, parameters: Parameters) -> None:
        """Show the numbers; nothing is requested."""
        self._parameters = parameters
        for name, field in self.fields.items():
            value = getattr(parameters, name)
            if field.value() != value:
                field.blockSignals(True)
                field.setValue(value)
                field.blockSignals(False)

    def _on_value_changed(self, name: str, value: float) -> None:
        self._parameters = replace(self._parameters, **{name: value})
        self.parameters_requested.emit(self._parameters)


class ParameterDialog(QDialog):
    """The numbers in one formula, in a window of their own; they act at once."""

    def __init__(
        self,
        title: str,
        names: Sequence[str],
        parameters: Parameters,
        vocabulary: Vocabulary,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("parameter_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.editor = ParameterEditor()
        self.editor.set_parameters(parameters)
        self.editor.set_names(names)
        self.editor.set_vocabulary(vocabulary)
        buttons = dialog_buttons()
        reset = buttons.addButton(tr("&Reset"), QDialogButtonBox.ButtonRole.ResetRole)
        reset.setObjectName("reset_parameters")
        reset.setAutoDefault(False)
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setObjectName("close_parameters")
        buttons.rejected.connect(self.reject)
        reset.clicked.connect(self._reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID * 2)
        layout.addWidget(self.editor)
        layout.addWidget(buttons)
        self._names = tuple(names)

    def _reset(self) -> None:
        for name in self._names:
            self.editor.fields[name].setValue(getattr(DEFAULT_PARAMETERS, name))
