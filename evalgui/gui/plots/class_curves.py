"""Curves of every class against the rest, laid over each other: no threshold is in force."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QPen

from evalgui.core.curves import ROC, Scale, in_vocabulary, vertices
from evalgui.core.curves.drawing import rows_to_draw
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.plots.curve_plot import curve_item
from evalgui.gui.plots.geometry import clipped, distance_to_line
from evalgui.gui.plots.marks import Entry
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.scales import LinearScale, NormalDeviateScale, padded
from evalgui.gui.plots.wording import one_versus_rest_id, one_versus_rest_title
from evalgui.gui.theme import SMALL, scaled_font

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF

    from evalgui.core.curves import Curve
    from evalgui.core.score_table import ScoreTable
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.together import Overall
    from evalgui.gui.plots.scales import AxisScale

    _Line = tuple[NDArray[np.float64], NDArray[np.float64]]

MOST_CURVES = 24
_MOST_NAMES = 10
_NEAR = 8.0
_WIDTH = 1.75
# Okabe and Ito's colours, on light and on dark ground; beyond them dashes tell lines apart.
_LIGHT = ("#0072b2", "#c04a00", "#007a5a", "#a6246b", "#8a6100", "#2f7fb5", "#1d2129", "#6a4fb3")
_DARK = ("#56b4e9", "#ff8a4c", "#35c69b", "#ff7ac0", "#e6b422", "#9ad0f0", "#e6e8ec", "#b7a3f0")
_DASHES: tuple[list[float] | None, ...] = (None, [5.0, 2.5], [1.5, 2.0])


class ClassCurvesPlot(Plot):
    """One curve of the core for every class against the rest."""

    def __init__(self, curve: Curve) -> None:
        self._declared = curve
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        curve = self.curve = in_vocabulary(curve, self._vocabulary)
        plot_id, title = one_versus_rest_id(curve), one_versus_rest_title(curve)
        super().__init__(plot_id, title, curve.x_axis, curve.y_axis, "")
        self.curves = [curve_item(self) for _ in range(MOST_CURVES)]
        self._lines: list[_Line] = []
        self.set_scales(self.x_scale, self.y_scale)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the axes as a vocabulary does."""
        self._vocabulary = vocabulary
        curve = self.curve = in_vocabulary(self._declared, vocabulary)
        self.rename(one_versus_rest_title(curve), curve.x_axis, curve.y_axis, "")

    def for_figure(self) -> Plot:
        """Return an empty plot of the same curve."""
        plot = ClassCurvesPlot(self._declared)
        plot.set_vocabulary(self._vocabulary)
        return plot

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the curves of another data set."""
        self.snapshot = new
        if new.class_scores is not old.class_scores:
            self.render_ranking(new)

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        tables = self._tables()
        self.set_scales(self._scale("x", tables), self._scale("y", tables))
        for item in self.curves:
            item.setData([], [])
        self._set_legend()
        self.header.set_summary(_summary(snapshot.overall, self.curve))
        self.draw()

    def render_point(self, snapshot: Snapshot) -> None:
        """Do nothing: no threshold is in force."""

    def place_marks(self) -> None:
        """Do nothing: there are no marks."""

    def _tables(self) -> list[ScoreTable]:
        overall = self.snapshot.overall
        scores = None if overall is None else overall.class_scores
        if scores is None:
            return []
        return [scores.table(index) for index in range(min(len(scores.classes), MOST_CURVES))]

    def _scale(self, which: str, tables: list[ScoreTable]) -> AxisScale:
        axis = self.curve.x_axis if which == "x" else self.curve.y_axis
        if axis.scale is not Scale.NORMAL_DEVIATE:
            return LinearScale()
        sizes = [table.n_negative if which == "x" else table.n_positive for table in tables]
        return NormalDeviateScale(max([*sizes, 1]), 1.0)

    def draw_lines(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        frame = self.frame
        x_range = padded(frame.left, frame.right, self.clip_share)
        y_range = padded(frame.bottom, frame.top, self.clip_share)
        n_columns = max(1, round(frame.width * self.devicePixelRatioF()))
        self._lines = []
        for item, table in zip(self.curves, self._tables(), strict=False):
            if not (table.n_positive and table.n_negative):
                item.setData([], [])
                self._lines.append((np.zeros(0), np.zeros(0)))
                continue
            rows = rows_to_draw(self.curve, table, frame.left, frame.right, n_columns)
            if self.curve.x_axis.scale is Scale.NORMAL_DEVIATE:
                rows = np.unique(np.concatenate([[0], rows, [len(table.steps) - 1]]))
            found = vertices(self.curve, table, rows)
            line = self.x_scale.to_view(found.x), self.y_scale.to_view(found.ys[0])
            item.setData(*clipped(*line, x_range, y_range), connect="finite")
            self._lines.append(line)

    def lines_in_pixels(self) -> list[_Line]:
        """Return the drawn lines, which the legend keeps clear of."""
        frame = self.frame
        return [(frame.x_pixels(x), frame.y_pixels(y)) for x, y in self._lines]

    def recolour(self) -> None:
        """Recolour the lines and the legend."""
        for number, item in enumerate(self.curves):
            item.setPen(self._pen(number))
        self._set_legend()

    def _pen(self, number: int) -> QPen:
        colours = _DARK if self.theme.is_dark else _LIGHT
        pen = QPen(QColor(colours[number % len(colours)]), _WIDTH * self.pen_scale)
        pen.setCosmetic(True)
        dash = _DASHES[number // len(colours) % len(_DASHES)]
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _set_legend(self) -> None:
        dataset = self.snapshot.dataset
        names = () if dataset is None else dataset.classes[:_MOST_NAMES]
        areas = self._areas()
        entries = [
            Entry(text.elided(name, 20) + areas.get(number, ""), self._pen(number))
            for number, name in enumerate(names)
        ]
        self.legend.set_entries(tuple(entries), scaled_font(self.font(), SMALL))

    def _areas(self) -> dict[int, str]:
        """Return what the legend of ROC says beside each name: its area."""
        overall = self.snapshot.overall
        if self.curve.id != ROC.id or overall is None or overall.class_scores is None:
            return {}
        found = overall.class_scores.aucs
        return {number: f"  {text.measure(float(area))}" for number, area in enumerate(found)}

    def hover_text(self, position: QPointF | None) -> str:
        """Return which class the line under the mouse is of, and its area."""
        overall, dataset = self.snapshot.overall, self.snapshot.dataset
        if position is None or overall is None or dataset is None or not self._lines:
            return ""
        lines = self.lines_in_pixels()
        away = [distance_to_line(*line, position.x(), position.y()) for line in lines]
        nearest = min(range(len(away)), key=away.__getitem__)
        if not away[nearest] <= _NEAR or overall.class_scores is None:
            return ""
        area = float(overall.class_scores.aucs[nearest])
        return f"{dataset.classes[nearest]} against the rest\nAUC {text.measure(area)}"


def _summary(overall: Overall | None, curve: Curve) -> str:
    if overall is None or curve.id != ROC.id:
        return ""
    known = (("AUC total", "AUC_TOTAL"), ("macro", "AUC_MACRO"))
    parts = [
        f"{name} {text.measure(overall.values.get(metric_id, math.nan))}"
        for name, metric_id in known
        if metric_id in overall.values
    ]
    return ", ".join(parts)
