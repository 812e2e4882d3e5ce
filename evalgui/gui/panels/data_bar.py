"""The bar on top: which data, which class is positive, which score, and its direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from evalgui.gui import text
from evalgui.gui.theme import GRID

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.theme import Theme

_LONGEST_NAME = 28


class DataBar(QWidget):
    """Says what is assessed; the score can be chosen here."""

    score_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("data_bar")
        self.setAccessibleName("Data")
        self.rows = self._label("rows_label")
        self.positive = self._label("positive_label")
        self.direction = self._label("direction_label")
        self.score = QComboBox()
        self.score.setObjectName("score_choice")
        self.score.setAccessibleName("Score column")
        self.score.setToolTip("The score under assessment")
        self.score.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.score.activated.connect(self.score_selected)
        self._score_label = QLabel("S&core")
        self._score_label.setBuddy(self.score)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, 0)
        layout.setSpacing(GRID * 2)
        layout.addWidget(self.rows)
        layout.addWidget(self.positive)
        layout.addWidget(self._score_label)
        layout.addWidget(self.score)
        layout.addWidget(self.direction)
        layout.addStretch(1)
        self._show(None, 0)

    @staticmethod
    def _label(name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        return label

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the data set and the score of a snapshot."""
        if new.dataset is not old.dataset or new.inputs.score != old.inputs.score:
            self._show(new.dataset, new.inputs.score)

    def set_theme(self, theme: Theme) -> None:
        """Nothing here has a colour of its own."""

    def _show(self, dataset: Dataset | None, score: int) -> None:
        for widget in (self.positive, self._score_label, self.score, self.direction):
            widget.setVisible(dataset is not None and bool(dataset.scores))
        self.score.clear()
        if dataset is None:
            self.rows.setText("No data")
            return
        self.rows.setText(rows_line(dataset))
        self.rows.setToolTip(text.plain(dataset.name))
        self.positive.setText(f"Positive: {text.elided(dataset.positive_class, _LONGEST_NAME)}")
        self.positive.setToolTip(
            text.plain(f"positive: {dataset.positive_class}\nnegative: {dataset.negative_class}")
        )
        if not dataset.scores:
            return
        self.score.addItems([text.elided(item.name, _LONGEST_NAME) for item in dataset.scores])
        self.score.setCurrentIndex(score)
        higher = dataset.scores[score].higher_is_positive
        sign = "\N{GREATER-THAN OR EQUAL TO}" if higher else "\N{LESS-THAN OR EQUAL TO}"
        self.direction.setText(f"Positive when score {sign} threshold")


def rows_line(dataset: Dataset) -> str:
    """Return how many rows are used and how many are not, which must add up."""
    n_excluded = sum(exclusion.count for exclusion in dataset.exclusions)
    excluded = f", {text.count(n_excluded)} excluded" if n_excluded else ""
    return f"{text.elided(dataset.name, _LONGEST_NAME)}: {text.count(dataset.n)} rows{excluded}"
