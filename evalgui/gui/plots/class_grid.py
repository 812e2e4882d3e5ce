"""The middle of the window while all classes are looked at together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from evalgui.core.curves import class_curves
from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.gui.look import GRID, text
from evalgui.gui.plots.class_curves import MOST_NAMES, class_curves_of, class_curves_plot
from evalgui.gui.plots.class_pens import MOST_COLOURED
from evalgui.gui.plots.grid_layout import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.plot import Plot

_LONGEST_NAME = 28
_HINT = tr(
    "Each class against the rest.\n\n"
    "Click a curve, a name or rows of the table of classes to let them stand out. "
    "Double-click one to put a threshold on its score."
)
_UNDO = tr("Esc, or a click beside the lines, lets all look alike again.")


class ClassGrid(QWidget):
    """The curves of all classes, and a note where the next one would stand.

    Parameters
    ----------
    waits
        Whether its plots wait for turns of their own to be drawn.
    """

    classes_chosen = Signal(list)  # those that stand out
    class_requested = Signal(int)  # to assess it against the rest
    copy_requested = Signal(str)  # the figure of a plot
    export_requested = Signal(str)
    axes_requested = Signal(object)  # other axes of all plots

    def __init__(self, parent: QWidget | None = None, *, waits: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("class_grid")
        self.setAccessibleName(tr("Curves of all classes"))
        self._snapshot: Snapshot = EMPTY
        self.chosen: tuple[int, ...] = ()
        self.class_plots = [class_curves_plot(curve) for curve in class_curves()]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GRID // 2)
        for plot in self.class_plots:
            plot.waits = waits
            plot.header.button.hide()
            plot.class_clicked.connect(self._on_class_clicked)
            plot.class_requested.connect(self.class_requested)
            plot.copy_requested.connect(self.copy_requested)
            plot.export_requested.connect(self.export_requested)
            plot.axes_requested.connect(self.axes_requested)
        parts = [*self.class_plots, self._make_note()]
        for part, place in zip(parts, cells(len(parts)), strict=True):
            grid.addWidget(part, *place)
            grid.setRowStretch(place[0], 1)
            grid.setColumnStretch(place[1], 1)

    def _make_note(self) -> QWidget:
        self.note = QLabel()
        self.note.setObjectName("class_curves_note")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.assess = QPushButton()
        self.assess.setObjectName("assess_chosen_class")
        self.assess.clicked.connect(self._on_assess_clicked)
        self.assess.hide()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        column.setSpacing(GRID * 2)
        column.addStretch(1)
        column.addWidget(self.note)
        column.addWidget(self.assess, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return content

    # ---------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the curves of a snapshot."""
        self._snapshot = new
        for plot in self.class_plots:
            plot.show_snapshot(old, new)
        is_other = new.class_scores is not old.class_scores
        if is_other or new.choices.classes != old.choices.classes:
            self.choose(new.choices.classes)

    def choose(self, classes: Sequence[int]) -> None:
        """Let some classes stand out; none, or all, look alike."""
        scores = self._snapshot.class_scores
        n_classes = 0 if scores is None else len(scores.classes)
        wanted = tuple(index for index in classes if index < n_classes)
        self.chosen = () if len(wanted) == n_classes else wanted
        for plot in self.class_plots:
            class_curves_of(plot).choose(self.chosen)
        self._say()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the axes as a vocabulary does."""
        for plot in self.class_plots:
            plot.set_vocabulary(vocabulary)

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        for plot in self.class_plots:
            plot.set_theme(theme)

    def plot(self, plot_id: str) -> Plot:
        """Return one of the plots by its id."""
        return next(plot for plot in self.class_plots if plot.plot_id == plot_id)

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background."""
        return any(plot.is_drawing for plot in self.class_plots)

    def shut_down(self) -> None:
        """End the work in the background."""
        for plot in self.class_plots:
            plot.shut_down()

    # -------------------------------------------------------------------------- inside

    def _say(self) -> None:
        scores = self._snapshot.class_scores
        self.assess.setVisible(len(self.chosen) == 1)
        if scores is None:
            self.note.setText("")
            return
        self.note.setText(_note(len(scores.classes), len(self.chosen)))
        if len(self.chosen) == 1:
            index = self.chosen[0]
            name = text.elided(scores.classes[index], _LONGEST_NAME)
            area = text.measure(float(scores.aucs[index]))
            rows = tr(
                "{n} of {all} rows",
                n=text.count(int(scores.sizes[index])),
                all=text.count(scores.n),
            )
            self.note.setText(
                tr(
                    "{name} against the rest\n\nAUC {area}, {rows}\n\n{undo}",
                    name=name,
                    area=area,
                    rows=rows,
                    undo=_UNDO,
                )
            )
            self.assess.setText(tr("Put a threshold on {value}", value=name.replace("&", "&&")))

    def _on_class_clicked(self, index: int) -> None:
        """Let a class stand out alone; a click beside the lines, or on it again, undoes that."""
        self._ask(() if index < 0 or self.chosen == (index,) else (index,))

    def _on_assess_clicked(self) -> None:
        if self.chosen:
            self.class_requested.emit(self.chosen[0])

    def _ask(self, classes: tuple[int, ...]) -> None:
        if classes != self.chosen:
            self.classes_chosen.emit(list(classes))

    # -------------------------------------------------------------------------- events

    def event(self, event: QEvent) -> bool:
        # Esc lets all look alike again before it means anything else in the window.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.chosen
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.chosen:
            self._ask(())
        else:
            super().keyPressEvent(event)


def _note(n_classes: int, n_chosen: int) -> str:
    if n_chosen:
        shown = tr(
            "{n_chosen} of {n_classes} classes stand out.",
            n_chosen=text.count(n_chosen),
            n_classes=text.count(n_classes),
        )
        return f"{shown}\n\n{_UNDO}"
    if n_classes > MOST_COLOURED:
        return tr(
            "{hint}\n\nAll {n_classes} classes are drawn. Point at a line to name it.",
            hint=_HINT,
            n_classes=text.count(n_classes),
        )
    if n_classes > MOST_NAMES:
        return tr(
            "{hint}\n\nThe table of classes shows the colour of each. Point at a line to name it.",
            hint=_HINT,
        )
    return _HINT
