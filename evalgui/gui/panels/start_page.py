"""The middle of the window while nothing is open: the one place that says how to begin."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QStyle,
    QStyleOptionFocusRect,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, LARGE, scaled_font, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_WIDTH = GRID * 56
_MOST_RECENT = 5
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


class Entry(QAbstractButton):
    """Two lines to press: what is opened, and fainter what it is or where."""

    def __init__(self, title: str, detail: str) -> None:
        super().__init__()
        self.setText(title.replace("&", "&&"))
        self.setAccessibleName(title)
        self.setAccessibleDescription(detail)
        self.setToolTip(text.tip(f"{title}\n{detail}"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.title, self.detail = title, detail

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 2 * self.fontMetrics().height() + GRID)

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 16, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, role = self.palette(), QPalette.ColorRole
        is_lit = self.isEnabled() and (self.underMouse() or self.isDown())
        if is_lit:
            painter.fillRect(self.rect(), palette.color(role.Highlight))
        group = QPalette.ColorGroup.Normal if self.isEnabled() else QPalette.ColorGroup.Disabled
        title = palette.color(group, role.HighlightedText if is_lit else role.Link)
        faint = palette.color(group, role.HighlightedText if is_lit else role.PlaceholderText)
        height, room = self.fontMetrics().height(), self.width() - 2 * GRID
        for line, (words, colour) in enumerate(((self.title, title), (self.detail, faint))):
            mode = Qt.TextElideMode.ElideRight if line == 0 else Qt.TextElideMode.ElideMiddle
            place = QRect(GRID, GRID // 2 + line * height, room, height)
            painter.setPen(colour)
            shown = self.fontMetrics().elidedText(words, mode, room)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, shown)
        if self.hasFocus():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            element = QStyle.PrimitiveElement.PE_FrameFocusRect
            self.style().drawPrimitive(element, option, painter, self)


class StartPage(QWidget):
    """Recent work, a file, the clipboard, new data, or a sample of one's field."""

    open_requested = Signal()
    paste_requested = Signal()
    new_requested = Signal()
    sample_requested = Signal(str)
    recent_file_requested = Signal(str)
    restore_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start_page")
        self.setAccessibleName(tr("Start"))
        self.open_button = _button("open_a_file", tr("Open a file\N{HORIZONTAL ELLIPSIS}"))
        self.open_button.clicked.connect(self._on_open_clicked)
        self.paste_button = _button("paste_data", tr("Paste data"))
        self.paste_button.setToolTip(tr("Open the cells on the clipboard, like a file"))
        self.paste_button.clicked.connect(self._on_paste_clicked)
        self.new_button = _button("type_new_data", tr("Type data\N{HORIZONTAL ELLIPSIS}"))
        self.new_button.clicked.connect(self._on_new_clicked)
        self._recent_title, self._samples_title = _heading(tr("Recent")), _heading(tr("Samples"))
        self._left_title = _heading(tr("Restore your last work"))
        self.left: list[Entry] = []
        self.recent: list[Entry] = []
        self.samples: list[Entry] = []
        self.opening = QLabel()
        self.opening.setObjectName("opening")
        self.opening.setTextFormat(Qt.TextFormat.PlainText)
        self.opening.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.opening.setWordWrap(True)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._make_page())
        self._pages.addWidget(self.opening)
        lead_focus(self, self.open_button)

    def _make_page(self) -> QWidget:
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addStretch(1)
        for button in (self.open_button, self.paste_button, self.new_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        title = QLabel(tr("Where should the threshold be?"))
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title.setFont(scaled_font(title.font(), LARGE, bold=True))
        hint = _faint(tr("or drop a file or a folder on this window"))
        hint.setObjectName("drop_hint")
        self._recent_list, self._sample_list = QVBoxLayout(), QVBoxLayout()
        self._left_list = QVBoxLayout()
        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(GRID, GRID, GRID, GRID)
        self._column.setSpacing(GRID)
        self._column.addStretch(1)
        self._column.addWidget(title)
        self._column.addLayout(buttons)
        self._column.addWidget(hint)
        for heading, entries in (
            (self._left_title, self._left_list),
            (self._recent_title, self._recent_list),
            (self._samples_title, self._sample_list),
        ):
            entries.setSpacing(0)
            self._column.addSpacing(GRID)
            self._column.addWidget(heading)
            self._column.addLayout(entries)
            heading.hide()
        self._column.addStretch(2)
        inner = QWidget()
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(column)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        return scroll

    # A click carries whether the button is checked; a request carries nothing.

    def _on_open_clicked(self) -> None:
        self.open_requested.emit()

    def _on_paste_clicked(self) -> None:
        self.paste_requested.emit()

    def _on_new_clicked(self) -> None:
        self.new_requested.emit()

    # --------------------------------------------------------------------------- view

    def show_samples(self, samples: Sequence[tuple[str, str, str]]) -> None:
        """Offer samples: the id, the field that it is of, and what it is."""
        self.samples = _renewed(self._sample_list, self.samples, [one[1:] for one in samples])
        for entry, (sample_id, *_words) in zip(self.samples, samples, strict=True):
            entry.setObjectName(f"start_sample_{sample_id}")
            entry.clicked.connect(lambda _on=False, one=sample_id: self.sample_requested.emit(one))
        self._samples_title.setVisible(bool(samples))

    def set_recent_files(self, paths: Sequence[str]) -> None:
        """Offer the files that were opened last."""
        shown = paths[:_MOST_RECENT]
        words = [(PurePath(path).name, str(PurePath(path).parent)) for path in shown]
        self.recent = _renewed(self._recent_list, self.recent, words)
        for number, (entry, path) in enumerate(zip(self.recent, shown, strict=True)):
            entry.setObjectName(f"recent_{number}")
            entry.clicked.connect(lambda _on=False, one=path: self.recent_file_requested.emit(one))
        self._recent_title.setVisible(bool(shown))

    def show_left(self, works: Sequence[tuple[str, str]]) -> None:
        """Offer what a crash left: what it is called, and where and when it was."""
        self.left = _renewed(self._left_list, self.left, works)
        for number, entry in enumerate(self.left):
            entry.setObjectName(f"left_{number}")
            entry.clicked.connect(lambda _on=False, one=number: self.restore_requested.emit(one))
        self._left_title.setVisible(bool(works))

    def show_opening(self, name: str) -> None:
        """Say that a file is being opened, "" where none is any longer."""
        self.opening.setText(
            tr("Opening {name}\N{HORIZONTAL ELLIPSIS}", name=text.elided(name)) if name else ""
        )
        self._pages.setCurrentIndex(1 if name else 0)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Nothing is shown here of what is open."""

    def set_theme(self, _theme: Theme) -> None:
        """Nothing here has a colour that the palette does not have."""

    def set_vocabulary(self, _vocabulary: Vocabulary) -> None:
        """Nothing here speaks of classes."""


def _renewed(
    layout: QVBoxLayout, old: Sequence[Entry], words: Sequence[tuple[str, str]]
) -> list[Entry]:
    """Put other entries into a list, and let the former ones go."""
    for entry in old:
        layout.removeWidget(entry)
        entry.hide()
        entry.deleteLater()
    entries = [Entry(title, detail) for title, detail in words]
    for entry in entries:
        layout.addWidget(entry)
    return entries


def _button(name: str, words: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName(name)
    button.setAccessibleName(words.removesuffix(_ELLIPSIS))
    button.setAutoDefault(True)  # so that the Enter key presses it
    return button


def _faint(words: str) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def _heading(words: str) -> QLabel:
    label = _faint(words)
    label.setFont(scaled_font(label.font(), 1.0, bold=True))
    return label
