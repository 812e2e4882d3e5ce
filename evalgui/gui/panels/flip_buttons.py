"""Two buttons: one flips between two operating points, one shows the rows that flip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from evalgui.core.flipping import flips
from evalgui.core.languages import tr, tr_n
from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

_A_AND_B = "A \N{LEFT RIGHT ARROW} B"
_FLIP = tr(
    "Go to the pinned operating point, or the one before, and back; so does the key left of 1"
)
_WHAT = tr("Show the rows that are called otherwise at the other operating point")
_NOTHING = tr("What flips")
_MANY = 100_000  # rows, from which on their share is told


class FlipButtons(QWidget):
    """Go to the other operating point, and list what is called otherwise there."""

    flip_requested = Signal()
    rows_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("flip_buttons")
        self.flip = self._button("flip_points", _A_AND_B, _FLIP)
        self.flip.setAccessibleName(tr("Flip between A and B"))
        self.flip.clicked.connect(self.flip_requested)
        self.what = self._button("what_flips", _NOTHING, _WHAT)
        self.what.setAccessibleName(tr("Show what flips"))
        self.what.clicked.connect(self.rows_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self.flip)
        layout.addWidget(self.what)
        self.hide()  # until there is another point

    def _button(self, name: str, words: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(words)
        button.setToolTip(tip)
        button.setEnabled(False)
        return button

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Say how many rows flip."""
        same_choices = new.choices is old.choices or new.choices == old.choices
        if new.ranking is not old.ranking or not same_choices:  # which say how numbers are written
            n = 0 if new.ranking is None else new.ranking.table.n
            self._make_room(n)
        if new.point is old.point and new.ranking is old.ranking and same_choices:
            return
        found = flips(new)
        words = _NOTHING if found is None else _said(found.n, found.n_all)
        if words != self.what.text():
            self.what.setText(words)
        for button in (self.flip, self.what):
            if button.isEnabled() != (found is not None):
                button.setEnabled(found is not None)
        if self.isHidden() == (found is not None):
            self.setVisible(found is not None)

    def _make_room(self, n: int) -> None:
        """Give the number of rows the room that it needs at any threshold: nothing jumps.

        Were the height not fixed, too, each other number would have the whole window laid out
        and painted anew.
        """
        metrics = self.what.fontMetrics()
        widest = max(map(metrics.horizontalAdvance, (_said(n, n), _NOTHING)))
        hint = self.what.sizeHint()
        beside = hint.width() - metrics.horizontalAdvance(self.what.text())
        self.what.setFixedSize(widest + max(beside, 2 * GRID), hint.height())
        self.updateGeometry()  # at once: the bar shows what there is room for


def _said(n: int, n_all: int) -> str:
    """Return how many rows flip, or their share where there are very many."""
    if n_all < _MANY:
        return f"{_NOTHING}: {tr_n(n, '1 row', '{n} rows', n=text.count(n))}"
    return f"{_NOTHING}: {text.percent(n / n_all)}"
