"""The preview of a figure: the very drawing that is written, made while the program is idle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from evalgui.core.errors import EvalguiError
from evalgui.gui.figures.formats import image
from evalgui.gui.look import GRID

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from evalgui.gui.figures.formats import Sheet

    Steps = Generator[None, None, Sheet]

_PAUSE = 120  # milliseconds without a change before anything is drawn


class Preview(QWidget):
    """Shows a figure as large as it fits; one that changes is drawn once changes pause."""

    drawn = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("figure_preview")
        self.setAccessibleName("Preview of the figure")
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
            self._take(None, f"{error.message}. {error.hint}")
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
