"""A row by itself: the text of a cell, or the picture that it names, beside the walk through rows.

Nothing is started, and no other program opens anything. A picture is read only below the folder
of the data, without following links, and decoded in the limited child; a text is never markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.errors import ReadingError
from evalgui.core.languages import tr
from evalgui.core.progress import Watch
from evalgui.core.snapshot import EMPTY
from evalgui.gui.look import GRID, text
from evalgui.gui.models.previewed import is_picture, previewed
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.fields import Choice
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QPaintEvent, QShowEvent

    from evalgui.core.dataset import Column, Dataset
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme
    from evalgui.workspace.tasks import Task

_MOST_LETTERS = 100_000  # that are shown of a cell
_DELAY = 60  # milliseconds: a walk through rows reads none that it leaves at once
NO_ROW = tr("Pick a row in the table of predictions")
NO_FOLDER = tr("the data lie in no folder of their own")
_NONE_HELD = tr("No column holds texts or paths")


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown of a cell.

    Parameters
    ----------
    cell
        Its text, whole.
    picture
        What it names, decoded; None for none.
    said
        How large that is, or why it is not shown; "" for nothing.
    """

    cell: str
    picture: QImage | None = None
    said: str = ""


def preview_of(column: Column, row: int, folder: Path | None, watch: Watch) -> Preview:
    """Return what a cell holds, reading the picture that it names; for the background.

    Raises
    ------
    CancelledError
        If the watch says so.
    """
    cell = column.text(row)
    if not is_picture(cell):
        return Preview(cell)
    from evalgui.gui.picture_child import LARGEST_SIDE, decoded
    from evalgui.io.bytes.below import read_below
    from evalgui.io.bytes.source import Source
    from evalgui.io.sandbox.parent import run

    if folder is None:
        return Preview(cell, said=NO_FOLDER)
    try:
        source = Source.from_bytes("picture", read_below(cell.strip(), folder))
        found = run(decoded, "pictures", source, watch)
    except ReadingError as error:
        return Preview(cell, said=text.said(error.message))
    width, height = found.facts["width"], found.facts["height"]
    pixels = bytes(found.parts["pixels"])
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        return Preview(cell, said=tr("the picture is damaged"))
    if len(pixels) != 4 * width * height:
        return Preview(cell, said=tr("the picture is damaged"))
    image = QImage(pixels, width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
    full = f"{text.count(found.facts['full_width'])} x {text.count(found.facts['full_height'])}"
    return Preview(cell, image, tr("{full} pixels", full=full))


class _Picture(QWidget):
    """A picture as large as there is room for, and never larger than it is."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self.setMinimumSize(QSize(GRID * 12, GRID * 12))

    def show_image(self, image: QImage) -> None:
        """Show another one."""
        self.image = image
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.image.isNull():
            return
        size = self.image.size()
        if size.width() > self.width() or size.height() > self.height():
            size = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        area = QRect(0, 0, size.width(), size.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, self.image)
        painter.end()


class RowPanel(QWidget):
    """The row that is picked: one column of it, chosen by the user, with all that it holds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("row_panel")
        self.setAccessibleName(tr("Row"))
        self.folder_of: Callable[[], Path | None] = lambda: None
        self._snapshot = EMPTY
        self._asked: tuple[Dataset, Column, int] | None = None
        self._cell = ""
        self._tasks = Tasks(self, tr("what a row holds"))
        self.head = self._label("row_head")
        self.column = Choice("row_column", tr("Column"))
        self.column.activated.connect(lambda _place: self._ask())
        self.words = QPlainTextEdit()
        self.words.setObjectName("row_text")
        self.words.setAccessibleName(tr("What the cell holds"))
        self.words.setReadOnly(True)
        self.picture = _Picture()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.words)
        self.pages.addWidget(self.picture)
        self.said = self._label("row_said")
        self.copy_button = QPushButton(tr("Copy"))
        self.copy_button.setObjectName("row_copy")
        self.copy_button.setAccessibleName(tr("Copy what the cell holds"))
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        content = QWidget()
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.head)
        top.addWidget(self.column, 1)
        bottom.addWidget(self.said, 1)
        bottom.addWidget(self.copy_button)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(GRID, GRID, GRID, GRID // 2)
        layout.setSpacing(GRID // 2)
        layout.addLayout(top)
        layout.addWidget(self.pages, 1)
        layout.addLayout(bottom)
        self._empty = EmptyState(content, _NONE_HELD)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._empty)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_DELAY)
        self._later.timeout.connect(self._read)
        self._show(Preview("", said=NO_ROW))

    @staticmethod
    def _label(name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the row that is picked."""
        self._snapshot = new
        if new.dataset is not old.dataset:
            self._fill(new.dataset)
        if new.dataset is not old.dataset or new.choices.picked != old.choices.picked:
            self._ask()

    def set_theme(self, _theme: Theme) -> None:
        """Follow the palette."""

    def set_vocabulary(self, _vocabulary: Vocabulary) -> None:
        """Speak of cells in any field."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def shut_down(self) -> None:
        """End the background work."""
        self._tasks.shut_down()

    @property
    def is_busy(self) -> bool:
        """Whether a cell is still to come."""
        return self._later.isActive() or self._tasks.is_busy

    # ------------------------------------------------------------------------- inside

    def _fill(self, dataset: Dataset | None) -> None:
        before = self.column.currentText()
        names = [] if dataset is None else [one.name for one in previewed(dataset)]
        self.column.clear()
        self.column.addItems(names)
        if before in names:
            self.column.setCurrentIndex(names.index(before))
        self._empty.show_content(shown=bool(names))

    def _ask(self) -> None:
        """Have the cell read that is looked at, unless it is shown."""
        dataset, picked = self._snapshot.dataset, self._snapshot.choices.picked
        place = None if dataset is None or not picked else _place_of(picked[0], dataset)
        columns = () if dataset is None else previewed(dataset)
        at = self.column.currentIndex()
        asked = None
        if dataset is not None and place is not None and 0 <= at < len(columns):
            asked = dataset, columns[at], place
            more = tr(" (first of {n})", n=text.count(len(picked))) if len(picked) > 1 else ""
            self.head.setText(tr("Row {picked}{more}", picked=text.count(picked[0]), more=more))
        if asked == self._asked or not self.isVisible():
            return
        self._asked = asked
        self._tasks.cancel()
        self._later.start()
        if asked is None:
            self._later.stop()
            self.head.setText("")
            self._show(Preview("", said=NO_ROW))

    def _read(self) -> None:
        if self._asked is None:
            return
        (_dataset, column, row), folder = self._asked, self.folder_of()

        def work(task: Task) -> Preview:
            return preview_of(column, row, folder, Watch(task.report, task.is_cancelled))

        self._tasks.start(
            work,
            on_success=self._show,
            on_failure=lambda error: self._show(Preview("", said=text.said(error.message))),
            on_end=lambda: None,
        )

    def _show(self, found: Preview) -> None:
        self._cell, said = found.cell, found.said
        self.copy_button.setEnabled(bool(found.cell))
        self.picture.show_image(found.picture or QImage())
        self.picture.setAccessibleName(f"{found.cell[:_MOST_LETTERS]}, {said}")
        self.words.setPlainText(found.cell[:_MOST_LETTERS])
        self.pages.setCurrentWidget(self.words if found.picture is None else self.picture)
        n = len(found.cell)
        if n > _MOST_LETTERS:
            said = tr(
                "{n} characters, the first {most_letters} shown",
                n=text.count(n),
                most_letters=text.count(_MOST_LETTERS),
            )
        elif found.picture is not None:
            said = f"{found.cell}: {said}"
        elif said and found.cell:
            said = tr("No picture: {said}", said=said)
        self.said.setText(said)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._cell)


def _place_of(number: int, dataset: Dataset) -> int | None:
    """Return where a row of the file is among the rows; None where it is none of them."""
    numbers = dataset.file_rows
    if numbers is None:
        return number - 1 if 0 < number <= dataset.n else None
    place = int(np.searchsorted(numbers, number))
    return place if place < dataset.n and numbers[place] == number else None
