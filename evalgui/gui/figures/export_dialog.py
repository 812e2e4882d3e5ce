"""File > Export > Figures: choose a figure and see it as it will be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.gui.figures.preview import Preview
from evalgui.gui.look import GRID, dialog_buttons, text

if TYPE_CHECKING:
    from evalgui.gui.figures.figure import Figure
    from evalgui.gui.figures.form import FigureForm
    from evalgui.gui.figures.layout import Shown

_FORM_WIDTH = GRID * 42


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written."""

    figure: Figure
    suffix: str
    with_data: bool = False


class FigureDialog(QDialog):
    """Follows what the window shows; asks for what is to be written or copied."""

    save_requested = Signal(object)  # what is wanted
    copy_requested = Signal(object)  # the figure

    def __init__(self, form: FigureForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export_figures_dialog")
        self.setWindowTitle("Export figures")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form, self.preview = form, Preview()
        self.note = QLabel()
        self.note.setObjectName("figure_note")
        self.note.setAccessibleName("About this figure")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self._shown: Shown | None = None
        self._lay_out()
        form.edited.connect(self._draw)
        self.preview.drawn.connect(self._tell)
        self.finished.connect(lambda _result: self.preview.stop())

    def _lay_out(self) -> None:
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        self.save_button = QPushButton("&Save\N{HORIZONTAL ELLIPSIS}")
        self.save_button.setObjectName("save_figure")
        self.save_button.setDefault(True)
        self.copy_button = QPushButton("&Copy")
        self.copy_button.setObjectName("copy_shown_figure")
        self.copy_button.setAutoDefault(False)
        for button in (self.save_button, self.copy_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.save_button.clicked.connect(self._on_save)
        self.copy_button.clicked.connect(lambda: self.copy_requested.emit(self.form.figure))
        buttons.rejected.connect(self.reject)
        self.form.setFixedWidth(max(_FORM_WIDTH, self.form.sizeHint().width()))
        side = QVBoxLayout()
        side.setSpacing(GRID * 2)
        side.addWidget(self.form)
        side.addWidget(self.note)
        side.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(GRID * 2)
        row.addLayout(side)
        row.addWidget(self.preview, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID * 2)
        layout.addLayout(row, 1)
        layout.addWidget(buttons)
        self.resize(GRID * 116, GRID * 72)

    def show_what_is_shown(self, shown: Shown) -> None:
        """Follow the window."""
        self._shown = shown
        self.form.offer(shown.titles(), shown.with_data())
        self._draw()

    def _draw(self) -> None:
        shown, figure = self._shown, self.form.figure
        self.form.data.setEnabled(shown is not None and figure.what in shown.with_data())
        if shown is not None:
            self.preview.show_figure(lambda: shown.steps(figure))

    def _tell(self) -> None:
        """Say how large it is, and what had no room."""
        sheet = self.preview.sheet
        for button in (self.save_button, self.copy_button):
            button.setEnabled(sheet is not None)
        if sheet is None:
            self.note.setText("")
            return
        figure = sheet.figure
        width, height = figure.pixels
        lines = [f"Lines are {text.short_threshold(1.5 * figure.scale, n_digits=2)} pt wide."]
        if self.form.suffix == "png":
            lines = [f"{text.count(width)} \N{MULTIPLICATION SIGN} {text.count(height)} pixels."]
        if sheet.left_out:
            lines.append(
                f"No room for {_joined(sheet.left_out)}: "
                "make the figure larger or its text smaller."
            )
        self.note.setText("\n".join(lines))

    def _on_save(self) -> None:
        form = self.form
        self.save_requested.emit(Wanted(form.figure, form.suffix, form.wants_data))


def _joined(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1]
