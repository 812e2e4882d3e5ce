"""What a panel shows while there is nothing to show."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from evalgui.gui.invitation import INVITATION, Invitation
from evalgui.gui.look import GRID


class EmptyState(QStackedWidget):
    """A panel's content, or a sentence that says what to do, with buttons that do it."""

    open_requested = Signal()
    sample_requested = Signal()
    new_requested = Signal()

    def __init__(
        self, content: QWidget, sentence: str = INVITATION, *, with_buttons: bool = False
    ) -> None:
        super().__init__()
        self.sentence = Invitation(sentence)
        self.sentence.setObjectName("empty_state")
        self.sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addStretch(1)
        layout.addWidget(self.sentence)
        self._buttons = self._make_buttons() if with_buttons else ()
        for button in self._buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.addWidget(content)
        self.addWidget(page)
        self.sentence.opening.connect(self._on_opening)
        self.show_content(shown=False)

    def _make_buttons(self) -> tuple[QPushButton, ...]:
        self.open_button = QPushButton("Open a file\N{HORIZONTAL ELLIPSIS}")
        self.open_button.setObjectName("open_a_file")
        self.open_button.setAccessibleName("Open a file")
        self.open_button.clicked.connect(self._on_open_clicked)
        self.sample_button = QPushButton("Open a sample")
        self.sample_button.setObjectName("open_a_sample")
        self.sample_button.setAccessibleName("Open a sample")
        self.sample_button.clicked.connect(self._on_sample_clicked)
        self.new_button = QPushButton("Type data\N{HORIZONTAL ELLIPSIS}")
        self.new_button.setObjectName("type_new_data")
        self.new_button.setAccessibleName("Type data")
        self.new_button.clicked.connect(self._on_new_clicked)
        return self.open_button, self.sample_button, self.new_button

    def _on_opening(self, is_opening: bool) -> None:  # noqa: FBT001 - a slot
        for button in self._buttons:
            button.setDisabled(is_opening)

    # A click carries whether the button is checked; a request carries nothing.

    def _on_open_clicked(self) -> None:
        self.open_requested.emit()

    def _on_sample_clicked(self) -> None:
        self.sample_requested.emit()

    def _on_new_clicked(self) -> None:
        self.new_requested.emit()

    def show_content(self, *, shown: bool) -> None:
        """Show the content, or else the sentence."""
        self.setCurrentIndex(0 if shown else 1)

    def show_buttons(self, *, shown: bool) -> None:
        """Offer to open something, or not."""
        for button in self._buttons:
            button.setVisible(shown)
