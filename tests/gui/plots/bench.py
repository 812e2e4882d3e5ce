"""Plots on the screen, and hands to move the mouse over them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import DEFAULT_PARAMETERS, Vocabulary
from evalgui.core.rules.short_lists import Wish, mark, short_list
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot, resolve
from evalgui.core.threshold_preview import preview_at
from evalgui.gui.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.rules.rule import Choice
    from evalgui.gui.plots.plot import Plot

_LEFT = Qt.MouseButton.LeftButton
_PLAIN = Qt.KeyboardModifier.NoModifier

# tharwat-2018, Table 1: twenty scores without ties, ten of each class.
TEXTBOOK_SCORES = (
    (0.82, 1), (0.80, 1), (0.75, 0), (0.70, 1), (0.62, 1), (0.60, 1), (0.54, 0),
    (0.50, 0), (0.49, 1), (0.45, 0), (0.40, 1), (0.39, 0), (0.37, 1), (0.32, 0),
    (0.30, 0), (0.26, 0), (0.23, 1), (0.21, 0), (0.19, 1), (0.10, 0),
)  # fmt: skip


class Hands:
    """Drives a plot as a user does; places are pixels of the view box."""

    def __init__(self, plot: Plot) -> None:
        self._plot = plot
        self._viewport = plot.canvas.viewport()

    def at(self, place: QPointF) -> QPoint:
        return QPoint(self._plot.canvas.mapFromScene(self._plot.view_box.mapToScene(place)))

    def press(self, place: QPointF) -> None:
        QTest.mousePress(self._viewport, _LEFT, _PLAIN, self.at(place))

    def move(self, place: QPointF, keys: Qt.KeyboardModifier = _PLAIN) -> None:
        if keys == _PLAIN:
            QTest.mouseMove(self._viewport, self.at(place))
            return
        at = QPointF(self.at(place))
        kind, button = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
        event = QMouseEvent(kind, at, self._viewport.mapToGlobal(at), button, _LEFT, keys)
        QApplication.sendEvent(self._viewport, event)

    def release(self, place: QPointF) -> None:
        QTest.mouseRelease(self._viewport, _LEFT, _PLAIN, self.at(place))

    def drag(self, start: QPointF, *places: QPointF) -> None:
        """Press, move to each place, and let go."""
        self.press(start)
        for place in places:
            self.move(place)
        self.release(places[-1])


class Bench:
    """A plot with the part of the program that answers it: it renders what the plot asks for."""

    def __init__(self, plot: Plot, snapshot: Snapshot) -> None:
        self.plot = plot
        self.snapshot = EMPTY
        self.asked: list[float] = []
        self.n_committed = 0
        self.n_dropped = 0
        self.used: list[Choice] = []
        self._before: Inputs | None = None  # a drag
        self.hands = Hands(plot)
        plot.set_theme(LIGHT)
        self.show(snapshot)
        plot.threshold_requested.connect(self._on_requested)
        plot.drag_committed.connect(self._on_committed)
        plot.drag_dropped.connect(self._on_dropped)
        plot.looked_at.connect(lambda one: plot.show_preview(preview_at(self.snapshot, one)))
        plot.looked_away.connect(lambda: plot.show_preview(None))
        plot.choice_requested.connect(self.used.append)

    @property
    def point(self) -> tuple[int, int, int, int]:
        """The four counts that are shown: tp, fp, fn, tn."""
        assert self.snapshot.point is not None
        counts = self.snapshot.point.counts
        return int(counts.tp), int(counts.fp), int(counts.fn), int(counts.tn)

    def place_of(self, x: float, y: float) -> QPointF:
        """Return the pixels of a point, given in units of the axes."""
        plot = self.plot
        return QPointF(*plot.viewport.pixels(plot.x_scale.place(x), plot.y_scale.place(y)))

    @property
    def threshold(self) -> float:
        assert self.snapshot.point is not None
        return self.snapshot.point.threshold

    def show(self, snapshot: Snapshot) -> None:
        self.plot.show_snapshot(self.snapshot, snapshot)
        self.snapshot = snapshot

    def set_threshold(self, threshold: float) -> None:
        inputs = replace(self.snapshot.inputs, threshold=threshold)
        self.show(replace(resolve(inputs, self.snapshot), marks=self.snapshot.marks))

    def _on_requested(self, threshold: float) -> None:
        self.asked.append(threshold)
        self._before = self._before or self.snapshot.inputs
        self.set_threshold(threshold)

    def _on_committed(self) -> None:
        self.n_committed += 1
        self._before = None

    def _on_dropped(self) -> None:
        self.n_dropped += 1
        assert self._before is not None
        self.show(resolve(self._before, self.snapshot))
        self._before = None


def make_snapshot(
    scores: Sequence[float] | NDArray[np.float64],
    truth: Sequence[int] | NDArray[np.int64],
    *,
    higher: bool = True,
    classes: tuple[str, str] = ("benign", "malignant"),
    threshold: float | None = None,
) -> Snapshot:
    """Return a snapshot of scores whose class is 1 where the truth is positive."""
    score = Score("marker", np.asarray(scores, dtype=np.float64), higher)
    dataset = Dataset("some.csv", classes, np.asarray(truth), 1, (score,))
    return resolve(Inputs(dataset, threshold=threshold))


def marked(snapshot: Snapshot, vocabulary: Vocabulary = Vocabulary.CLINICAL) -> Snapshot:
    """Return a snapshot with the rules to mark of a field."""
    assert snapshot.ranking is not None
    steps, score = snapshot.ranking.table.steps, snapshot.ranking.score
    wish = Wish(vocabulary, DEFAULT_PARAMETERS, None, steps=steps, kind=snapshot.ranking.kind)
    found = tuple(mark(one, steps, score) for one in short_list(wish))
    choices = replace(snapshot.choices, vocabulary=vocabulary)
    return replace(snapshot, marks=found, choices=choices)
