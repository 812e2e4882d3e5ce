"""The middle of the window while all classes are looked at together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from evalgui.gui.plots.class_curves import MOST_CURVES, ClassCurvesPlot
from evalgui.gui.plots.wording import CLASS_CURVES
from evalgui.gui.theme import GRID

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.theme import Theme


_MOST_NAMES = 10


class ClassGrid(QWidget):
    """The curves of all classes: ROC and precision-recall on top, DET below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("class_grid")
        self.setAccessibleName("Curves of all classes")
        self.class_plots = [ClassCurvesPlot(curve) for curve in CLASS_CURVES]
        self._note = QLabel()
        self._note.setObjectName("class_curves_note")
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.setMargin(GRID * 2)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GRID // 2)
        for number, plot in enumerate(self.class_plots):
            plot.header.button.hide()
            grid.addWidget(plot, number // 2, number % 2)
        grid.addWidget(self._note, 1, 1)
        for number in range(2):
            grid.setRowStretch(number, 1)
            grid.setColumnStretch(number, 1)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the curves of a snapshot."""
        if new.class_scores is old.class_scores:
            return
        for plot in self.class_plots:
            plot.show_snapshot(old, new)
        self._note.setText(_note(new))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the axes as a vocabulary does."""
        for plot in self.class_plots:
            plot.set_vocabulary(vocabulary)

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        for plot in self.class_plots:
            plot.set_theme(theme)

    def plot(self, plot_id: str) -> ClassCurvesPlot:
        """Return one of the plots by its id."""
        return next(plot for plot in self.class_plots if plot.plot_id == plot_id)


def _note(snapshot: Snapshot) -> str:
    dataset = snapshot.dataset
    if dataset is None:
        return ""
    lines = ["Each class against the rest. Choose a class above to put a threshold on its score."]
    if dataset.n_classes > MOST_CURVES:
        lines.append(f"The first {MOST_CURVES} of {dataset.n_classes} classes are drawn.")
    elif dataset.n_classes > _MOST_NAMES:
        lines.append("Point at a line to see which class it is of.")
    return "\n\n".join(lines)
