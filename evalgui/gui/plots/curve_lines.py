"""The lines of a curve: drawn as the view needs them, and named."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

from evalgui.core.curves import in_vocabulary, vertices
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots import wording
from evalgui.gui.plots.drawing import (
    Entry,
    FewErrorsShade,
    Line,
    Marker,
    Shape,
    distance_to_line,
    few_errors,
    has_log_rates,
    has_log_scores,
    on_axes,
    outline_of,
)
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.selected_marks import Look, Places, steps_between
from evalgui.results.curve_picture import Scored, curve_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves import Curve
    from evalgui.core.highlight import Run
    from evalgui.core.ranking import Ranking
    from evalgui.results.picture import Picture

    Points = tuple[NDArray[np.float64], NDArray[np.float64]]

NO_ROWS = np.zeros(0, dtype=np.intp)
_WIDTH = 2.0
_BETWEEN = 4_096  # rows of the steps, beside those drawn, between which marks are looked for
_DASHES = (None, [5.0, 2.5], [1.5, 2.0], [6.0, 2.0, 1.5, 2.0])
_COLOURS = ("curve", "positive", "negative", "warning")


class CurveLines(Plot):
    """The lines of a curve, what to compare them with, and the names of all."""

    def __init__(self, curve: Curve) -> None:
        self.declared = curve
        self._words = MACHINE_LEARNING
        self.curve = in_vocabulary(curve, self._words.vocabulary)
        self._labels, self._tellers = wording.names(self.curve), wording.tellers(self.curve)
        widest = wording.widest_read_out(self._labels)
        super().__init__(curve.id, curve.title, self.curve.x_axis, self.curve.y_axis, widest)
        self.header.measures = tuple(one.id for one in wording.measures_of(self.curve))
        self.shade: FewErrorsShade | None = None
        self._lines: list[Points] = []  # as drawn, in coordinates of the view
        self.drawn_rows = NO_ROWS
        self._pixels: list[Points] | None = None
        self._helping: list[Points] | None = None
        self.crossing = Marker(self.overlay, Shape.DIAMOND, 5.5, 25)

    def _on_axes(self) -> Curve:
        """Return the curve in the words of the field, with its axes as they are drawn."""
        vocabulary, snapshot = self._words.vocabulary, self.snapshot
        return on_axes(
            in_vocabulary(self.declared, vocabulary),
            log_scores=has_log_scores(snapshot),
            log_rates=has_log_rates(snapshot.choices.axes, vocabulary),
        )

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return self.curve.is_square and self.x_scale.home == self.y_scale.home

    def picture_of(self, *rankings: Ranking) -> Picture:
        """Return the picture of the curve, on axes on which all of some scores are seen."""
        shown = [Scored("", one.table) for one in rankings]
        is_fixed = self.snapshot.choices.axes.fixed_rates
        return curve_picture(self.curve, shown, score=self.snapshot.score, is_fixed=is_fixed)

    def set_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        super().set_picture(picture)
        self._helping = None

    # ---------------------------------------------------------------------- drawing

    def draw_lines(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        seen, n_lines = self.finer, len(self.curve.series)
        lines = [] if self.picture is None else self.picture.lines[:n_lines]
        self._lines = [line.vertices(seen) for line in lines]
        self.drawn_rows = NO_ROWS
        if lines and lines[0].steps is not None:
            self.drawn_rows = lines[0].steps(seen)
        self._pixels = None
        self._show_lines()

    def _show_lines(self) -> None:
        """Show the curves that are drawn, and what they are to be compared with."""
        points = [*self._lines, *self._references()] if self._lines else []
        pens = [*self._pens(), *self._reference_pens()] if points else []
        self.shade = self._few_errors() if points else None
        shade = () if self.shade is None else (self.shade,)
        self.lines.show_lines((*shade, *map(Line, points, pens)))

    def _few_errors(self) -> FewErrorsShade | None:
        """Return the regions in which rates rest on too few errors; None where there are none."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return None
        found = few_errors(self.curve, ranking.table.steps, self._words.vocabulary)
        font = scaled_font(self.font(), SMALL)
        shown = (self.x_scale, self.y_scale, self.theme, font, tuple(self._lines))
        return FewErrorsShade(tuple(found), *shown) if found else None

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows lie on the lines: at the operating points they begin."""
        ranking, drawn = self.snapshot.ranking, self.drawn_rows
        if ranking is None or not len(drawn):
            return ()
        between = np.linspace(drawn[0], drawn[-1], _BETWEEN).astype(np.intp)
        rows = steps_between(run, np.union1d(drawn, between))
        found, seen = vertices(self.curve, ranking.table, rows), self.viewport
        lines = [self.in_view(found.x, y) for y in found.ys]
        return [Places(Look.DOT, rows, seen.x_pixels(x), seen.y_pixels(y)) for x, y in lines]

    def in_view(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
        """Return points in coordinates of the view."""
        return self.x_scale.to_view(x), self.y_scale.to_view(y)

    def _references(self) -> list[Points]:
        """Return the lines that the curve is to be compared with, in coordinates of the view."""
        shown = () if self.picture is None else self.picture.references
        return [one.vertices(self.viewport) for one in shown]

    def lines_in_pixels(self) -> list[Points]:
        """Return the drawn lines in pixels; kept until the view changes."""
        if self._pixels is None:
            viewport = self.viewport
            self._pixels = [(viewport.x_pixels(x), viewport.y_pixels(y)) for x, y in self._lines]
        return self._pixels

    def taken_by_marks(self) -> list[Points]:
        """Return lines in pixels across what else no name may hide."""
        return [*super().taken_by_marks(), *self.taken_by_shade()]

    def taken_by_shade(self) -> list[Points]:
        """Return lines in pixels across words about few errors."""
        boxes = [] if self.shade is None else self.shade.boxes(self.viewport)
        return [outline_of(box) for box in boxes]

    def helping_lines(self) -> list[Points]:
        """Return what the curve is to be compared with in pixels; kept until the view changes."""
        if self._helping is None:
            seen = self.viewport
            self._helping = [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in self._references()]
        return self._helping

    # ----------------------------------------------------------------------- colours

    def _pen(self, colour: str, width: float, dash: list[float] | None = None) -> QPen:
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _reference_pens(self) -> list[QPen]:
        """Return the pens of what to compare with; dotted where the legend is silent about it."""
        colour = self.theme.chance
        named, unnamed = self._pen(colour, 1.2, [4.0, 4.0]), self._pen(colour, 1.0, [1.0, 3.0])
        return [named if one.name else unnamed for one in self.declared.references]

    def _pens(self) -> list[QPen]:
        pens = []
        for number, line in enumerate(self.declared.series):
            name = line.of_class or _COLOURS[number % len(_COLOURS)]
            own = _DASHES[1 if line.of_class == "negative" else 0]
            dash = own if line.of_class else _DASHES[number % len(_DASHES)]
            pens.append(self._pen(getattr(self.theme, name), _WIDTH, dash))
        return pens

    # ------------------------------------------------------------------------- names

    def set_legend(self) -> None:
        """Name the lines, unless there is but one, and the marks."""
        if self.snapshot.ranking is None:
            return
        names = self.line_names() if len(self.curve.series) > 1 else []
        for is_short in (False, True):
            entries = (*names, *self._mark_names(is_short=is_short))
            self.legend.set_entries(entries, scaled_font(self.font(), SMALL))
            if self.place_names():
                return

    def name_lines(self) -> None:
        """Choose names anew: they are as many, and as long, as there is room for."""
        self.set_legend()

    def line_names(self) -> list[Entry]:
        """Return the names of the lines of what is shown."""
        pens = zip(self.curve.series, self._pens(), strict=True)
        return [Entry(series.name, pen) for series, pen in pens]

    def _mark_names(self, *, is_short: bool = False) -> list[Entry]:
        """Return the names of the marks, of the lines to compare with, and of what is sampled."""
        faint = self._pen(self.theme.faint_text, 1.0)
        names = [one.name for one in self.curve.references if one.name]
        if self.curve.crossing is not None:
            names.append(self._words.rule_name("eer", "EER"))
        marks = [Entry(name, faint, is_line=False) for name in names]
        return [*marks, *self.sample_names(is_short=is_short)]

    def sample_names(self, *, is_short: bool = False) -> list[Entry]:
        """Return the names of what only a sample in a box can explain."""
        del is_short
        return []

    def anchors(self) -> list[Points | None]:
        """Return the lines and marks that have names."""
        return [*self.line_anchors(), *self._mark_anchors()]

    def line_anchors(self) -> Sequence[Points | None]:
        """Return the lines that have names, those of what is shown first."""
        n_named = len(self.curve.series) if len(self.curve.series) > 1 else 0
        drawn = CurveLines.lines_in_pixels(self)
        return drawn[:n_named] if drawn else [None] * n_named

    def _mark_anchors(self) -> list[Points | None]:
        """Return the marks and the lines to compare with that have names."""
        none: list[Points | None] = [None] * len(self.curve.references)
        pairs = zip(self.curve.references, self.helping_lines() or none, strict=True)
        found: list[Points | None] = [line for one, line in pairs if one.name]
        if self.curve.crossing is not None:
            at = self.crossing.pos()
            place = np.array([at.x()]), np.array([at.y()])
            found.append(place if self.crossing.isVisible() else None)
        return [*found, *(None for entry in self.legend.entries if entry.is_sample)]

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the lines of what is shown in pixels."""
        x, y = position.x(), position.y()
        lines = CurveLines.lines_in_pixels(self)
        return min((distance_to_line(*line, x, y) for line in lines), default=math.inf)
