"""File > Export > Figures: choose a figure and see it as it will be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.gui.figures.formats import image
from evalgui.gui.look import GRID, dialog_buttons, text

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from evalgui.gui.figures.figure import Figure
    from evalgui.gui.figures.form import FigureForm
    from evalgui.gui.figures.formats import Sheet
    from evalgui.gui.figures.layout import WindowFigures

    Steps = Generator[None, None, Sheet]

_FORM_WIDTH = GRID * 42
_PAUSE = 120  # milliseconds without a change before anything is drawn


@dataclass(frozen=True, slots=True)
class FigureFile:
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
        self.setWindowTitle(tr("Export figures"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form, self.preview = form, Preview()
        self.note = QLabel()
        self.note.setObjectName("figure_note")
        self.note.setAccessibleName(tr("About this figure"))
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self._shown: WindowFigures | None = None
        self._lay_out()
        form.edited.connect(self._draw)
        self.preview.drawn.connect(self._tell)
        self.finished.connect(lambda _result: self.preview.stop())

    def _lay_out(self) -> None:
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        self.save_button = QPushButton(tr("&Save\N{HORIZONTAL ELLIPSIS}"))
        self.save_button.setObjectName("save_figure")
        self.save_button.setDefault(True)
        self.copy_button = QPushButton(tr("&Copy"))
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

    def show_what_is_shown(self, shown: WindowFigures) -> None:
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
        lines = [
            tr(
                "Lines are {number} pt wide.",
                number=text.short_threshold(1.5 * figure.scale, n_digits=2),
            )
        ]
        if self.form.suffix == "png":
            lines = [
                tr(
                    "{width} \N{MULTIPLICATION SIGN} {height} pixels.",
                    width=text.count(width),
                    height=text.count(height),
                )
            ]
        if sheet.left_out:
            lines.append(
                tr(
                    "No room for {joined}: make the figure larger or its text smaller.",
                    joined=_joined(sheet.left_out),
                )
            )
        self.note.setText("\n".join(lines))

    def _on_save(self) -> None:
        form = self.form
        self.save_requested.emit(FigureFile(form.figure, form.suffix, form.wants_data))


def _joined(words: tuple[str, ...]) -> str:
    return text.both(words)


class Preview(QWidget):
    """Shows a figure as large as it fits; one that changes is drawn once changes pause."""

    drawn = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("figure_preview")
        self.setAccessibleName(tr("Preview of the figure"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(GRID * 30, GRID * 24)
        self.sheet: Sheet | None = None
        self.message = ""
        self._image: QImage | None = None
        self._begin: Callable[[], Steps] | None = None
        self._steps: Steps | None = None
        self._pause = self._timer(_PAUSE, self._start)
        self._next = self._timer(0, self._step)

    def _timer(self, milliseconds: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(act)
        return timer

    def sizeHint(self) -> QSize:
        return QSize(GRID * 64, GRID * 56)

    @property
    def is_drawing(self) -> bool:
        """Whether another figure is to be shown than the one that is."""
        return self._pause.isActive() or self._next.isActive()

    def show_figure(self, begin: Callable[[], Steps]) -> None:
        """Show another figure as soon as nothing else happens.

        It is laid out in steps, between which the program does what else there is to do.
        """
        self._begin = begin
        self.stop()
        self._pause.start()

    def stop(self) -> None:
        """Lay out no other figure any more."""
        self._next.stop()
        if self._steps is not None:
            self._steps.close()
            self._steps = None

    def _start(self) -> None:
        if self._begin is not None:
            self._steps = self._begin()
            self._next.start()

    def _step(self) -> None:
        if self._steps is None:
            return
        try:
            next(self._steps)
        except StopIteration as ended:
            self._steps = None
            self._take(ended.value, "")
        except EvalguiError as error:
            self._steps = None
            self._take(None, f"{text.said(error.message)}. {text.said(error.hint)}")
        else:
            self._next.start()

    def _take(self, sheet: Sheet | None, message: str) -> None:
        self.sheet, self.message, self._image = sheet, message, None
        self.setAccessibleDescription(message if sheet is None else sheet.description)
        self.update()
        self.drawn.emit()

    # ----------------------------------------------------------------------- painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._image = None

    def _place(self, sheet: Sheet) -> QRect:
        """Return where the paper lies: as large as it fits, in the middle."""
        room = self.rect().adjusted(1, 1, -1, -1)
        width, height = sheet.figure.width, sheet.figure.height
        one = min(room.width() / width, room.height() / height)
        result = QRect(0, 0, max(1, round(width * one)), max(1, round(height * one)))
        result.moveCenter(room.center())
        return result

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            if self.sheet is None:
                wrapped = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(self.rect(), wrapped, self.message)
                return
            place = self._place(self.sheet)
            if self._image is None:
                ratio = self.devicePixelRatioF()
                size = round(place.width() * ratio), round(place.height() * ratio)
                self._image = image(self.sheet, size)
            painter.drawImage(place, self._image)
            painter.setPen(QPen(QColor(self.palette().color(self.palette().ColorRole.Mid)), 1))
            painter.drawRect(place.adjusted(-1, -1, 0, 0))
