"""Curves of every class against the rest, laid over each other: no threshold applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

from evalgui.core.curves import Scale, in_vocabulary, vertices
from evalgui.core.highlight import OF_BOTH, Run
from evalgui.core.languages import between, tr
from evalgui.core.metrics import Vocabulary
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots import wording
from evalgui.gui.plots.class_pens import class_pen, crowd_pen, places
from evalgui.gui.plots.header import rates_switch
from evalgui.gui.plots.layer import MainLayer
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.many_lines import LineFinder, LinesToDraw, ManyLinesItem
from evalgui.gui.plots.plot import Plot, PlotKind
from evalgui.gui.plots.selected_marks import Group, Look, Places, SelectedRows, thinned
from evalgui.gui.plots.wording import one_versus_rest_id, one_versus_rest_title
from evalgui.results.curve_picture import Scored, curve_picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from evalgui.core.curves import Curve
    from evalgui.core.multiclass import ClassScores
    from evalgui.core.overall import Overall
    from evalgui.core.score_table import Outline
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.header import Switch
    from evalgui.results.picture import Line, Points

MOST_NAMES = 10  # in the legend
_LONGEST_NAME = 20
_NEAR = 8.0
_FEW = 12  # lines that the legend is kept clear of
_WIDTH, _CROWD_WIDTH, _CHOSEN_WIDTH, _POINTED_WIDTH = 1.75, 1.0, 2.25, 3.0
_DIMMED = 0.25


class ClassCurvesLayer(MainLayer):
    """One curve of the core for every class against the rest; chosen classes stand out."""

    plot: Plot

    def __init__(self, plot: Plot, curve: Curve) -> None:
        super().__init__(plot)
        self._declared = curve
        self.curve = in_vocabulary(curve, plot.words.vocabulary)
        self.chosen: tuple[int, ...] = ()
        self._pointed: int | None = None
        self._listed: tuple[int, ...] = ()  # the classes in the legend
        self._lines: Mapping[int, Line] = {}
        self._finder = LineFinder({})
        self.every, self.standing_out, self.pointed_at = (
            ManyLinesItem(plot.overlay, level) for level in (1, 2, 3)
        )
        self._drawn = (self.every, self.standing_out, self.pointed_at)
        self.every.changed.connect(self._on_drawn)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the axes as a vocabulary does."""
        curve = self.curve = in_vocabulary(self._declared, vocabulary)
        self.plot.rename(one_versus_rest_title(curve), curve.x_axis, curve.y_axis, ("", ""))

    def take_choices(self, other: MainLayer) -> None:
        """Let the same classes stand out."""
        if isinstance(other, ClassCurvesLayer):
            self.chosen = other.chosen

    # ----------------------------------------------------------------------- snapshots

    def is_other(self, old: Snapshot, new: Snapshot) -> bool:
        """Return whether two snapshots are of other scores."""
        return new.class_scores is not old.class_scores

    def hide_values(self, *, hidden: bool) -> None:
        """Do nothing: no threshold applies, at which something could be worked out."""

    def render_ranking(self) -> None:
        """Take other scores."""
        snapshot = self.plot.snapshot
        outlines, self._lines = self._outlines(range(self._n_classes())), {}
        if outlines:
            names = () if self._scores is None else self._scores.classes
            shown = [Scored(names[index], outline) for index, outline in outlines.items()]
            is_fixed = snapshot.choices.axes.fixed_rates
            self.plot.set_picture(picture := curve_picture(self.curve, shown, is_fixed=is_fixed))
            self._lines = dict(zip(outlines, picture.lines, strict=True))
        for layer in self._drawn:
            layer.clear()
        self._set_legend()
        self.plot.header.set_summary(_summary(snapshot.overall, self.curve))
        self.plot.draw()

    def switches(self) -> list[Switch]:
        """Return whether the limits of error rates can be fixed."""
        if self.curve.x_axis.scale is not Scale.NORMAL_DEVIATE:
            return []
        return [rates_switch(self.curve.title, self.plot.snapshot.choices.axes.fixed_rates)]

    def choose(self, classes: Sequence[int]) -> None:
        """Let some classes stand out and dim the rest; none dims nothing."""
        if tuple(classes) == self.chosen:
            return
        self.chosen = tuple(classes)
        self._set_legend()
        if not self.plot.is_stale:
            self._draw_chosen()
            self.plot.selected.place()
            self.plot.names.place()

    @property
    def is_named_beside(self) -> bool:
        """Whether room beside a square is for names, and so all of it at one side."""
        return True

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return self.curve.is_square and self.plot.x_scale.home == self.plot.y_scale.home

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background."""
        return any(layer.is_drawing for layer in self._drawn)

    def shut_down(self) -> None:
        """End the work in the background."""
        for layer in self._drawn:
            layer.shut_down()

    @property
    def _scores(self) -> ClassScores | None:
        return self.plot.snapshot.class_scores

    def _outlines(self, classes: Iterable[int]) -> Mapping[int, Outline]:
        known = () if self._scores is None else self._scores.outlines
        return {
            index: outline
            for index in classes
            if index < len(known) and (outline := known[index]) is not None
        }

    def _n_classes(self) -> int:
        return 0 if self._scores is None else len(self._scores.classes)

    # ------------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        self.every.show_lines(self._to_draw(range(self._n_classes()), self._pens()))
        self._draw_chosen()

    def _draw_chosen(self) -> None:
        self.every.setOpacity(_DIMMED if self.chosen else 1.0)
        self.standing_out.show_lines(self._to_draw(self.chosen, self._chosen_pens(_CHOSEN_WIDTH)))
        self._point_at(None)

    def _to_draw(self, classes: Iterable[int], pens: Mapping[int, QPen]) -> LinesToDraw:
        return LinesToDraw(
            {index: self._lines[index] for index in classes if index in self._lines},
            pens,
            self.plot.viewport,
            self.plot.devicePixelRatioF(),
            self.plot.is_figure,
            self.curve.is_monotone,
        )

    def _pens(self) -> Mapping[int, QPen]:
        """Return the pens of all classes while none stands out."""
        placed = places(self._n_classes(), ())
        crowd = crowd_pen(self.plot.theme, _CROWD_WIDTH)
        width = _WIDTH
        return {
            index: class_pen(placed[index], self.plot.theme, width) if index in placed else crowd
            for index in range(self._n_classes())
        }

    def _chosen_pens(self, width: float) -> Mapping[int, QPen]:
        placed = places(self._n_classes(), self.chosen)
        return {
            index: class_pen(placed[index], self.plot.theme, width)
            for index in self.chosen
            if index in placed
        }

    def _on_drawn(self) -> None:
        self._finder = LineFinder(self.every.drawn.lines)
        self.plot.names.place()

    def place(self) -> None:
        """Let the lines follow the view."""
        for layer in self._drawn:
            layer.set_viewport(self.plot.viewport)

    def lines(self) -> list[Points]:
        """Return the drawn lines, or some of them, which the legend keeps clear of."""
        drawn = self.standing_out.drawn.lines if self.chosen else self.every.drawn.lines
        lines = list(drawn.values())
        return lines[:: max(1, len(lines) // _FEW)]

    def anchors(self) -> list[Points | None]:
        """Return the lines of the classes that are named; None for the number of the others."""
        drawn = self.standing_out.drawn.lines if self.chosen else {}
        every = self.every.drawn.lines
        found = [drawn.get(index, every.get(index)) for index in self._listed]
        return [*found, *[None] * (len(self.plot.legend.entries) - len(found))]

    def places_of_class(self, index: int, points: Outline) -> tuple[Places, QColor] | None:
        """Return where rows of a class lie on its curve, in its colour; only of what stands out."""
        pens = self._chosen_pens(_WIDTH) if self.chosen else self._pens()
        if index not in pens:
            return None
        rows, seen = np.arange(1, len(points.steps)), self.plot.viewport  # the first calls nothing
        found = vertices(self.curve, points, rows)
        x, y = self.plot.x_scale.to_view(found.x), self.plot.y_scale.to_view(found.ys[0])
        places = Places(Look.DOT, found.rows, seen.x_pixels(x), seen.y_pixels(y))
        return places, pens[index].color()

    def recolour(self) -> None:
        """Draw the lines again, and the legend."""
        self._set_legend()
        self.plot.draw()

    def _set_legend(self) -> None:
        """Name all classes where they are few, and else those that stand out."""
        scores = self._scores
        names = () if scores is None else scores.classes
        every = len(names) <= MOST_NAMES
        listed = list(range(len(names)) if every else self.chosen)
        placed = places(len(names), self.chosen)
        entries = []
        for index in listed[:MOST_NAMES]:
            pen = class_pen(placed[index], self.plot.theme, _WIDTH)
            if self.chosen and index not in self.chosen:
                colour = pen.color()
                colour.setAlphaF(_DIMMED)
                pen.setColor(colour)
            entries.append(Entry(text.elided(names[index], _LONGEST_NAME) + self._area(index), pen))
        if len(listed) > MOST_NAMES:
            more = tr("and {value} more", value=text.count(len(listed) - MOST_NAMES))
            entries.append(Entry(more, QPen(Qt.PenStyle.NoPen)))
        self._listed = tuple(listed[:MOST_NAMES])
        self.plot.legend.set_entries(tuple(entries), scaled_font(self.plot.font(), SMALL))

    def _area(self, index: int) -> str:
        """Return what the legend of ROC says beside a name: its area."""
        if self._scores is None:
            return ""
        return wording.area_beside(self.curve, float(self._scores.aucs[index]))

    # --------------------------------------------------------------------------- mouse

    def class_at(self, position: QPointF) -> int | None:
        """Return the class whose name or line is at a place; None where there is none."""
        row = self.plot.legend.entry_at(position)
        if row is not None:
            return self._listed[row] if row < len(self._listed) else None
        return self._finder.nearest(position.x(), position.y(), _NEAR)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where a class can be clicked, or the choice undone."""
        if self.class_at(position) is not None:
            return Qt.CursorShape.PointingHandCursor
        return Qt.CursorShape.ArrowCursor if self.chosen else None

    def press(self, position: QPointF) -> bool:
        """Say which class was clicked, -1 for none."""
        found = self.class_at(position)
        self.plot.class_clicked.emit(-1 if found is None else found)
        return True

    def double_press(self, position: QPointF) -> bool:
        """Ask for a class against the rest."""
        found = self.class_at(position)
        if found is not None:
            self.plot.class_requested.emit(found)
        return True

    def words_at(self, position: QPointF | None) -> str | None:
        """Return which class is under the mouse, and its area; its line is drawn thick."""
        scores = self._scores
        found = None if position is None else self.class_at(position)
        if scores is None or found is None:
            self._point_at(None)
            return None
        self._point_at(found)
        area = text.measure(float(scores.aucs[found]))
        return tr(
            "{classes} against the rest\nAUC {area}", classes=scores.classes[found], area=area
        )

    def _point_at(self, index: int | None) -> None:
        if index == self._pointed:
            return
        self._pointed = index
        if index is None:
            self.pointed_at.clear()
            return
        placed = places(self._n_classes(), self.chosen)
        pen = class_pen(placed.get(index, 0), self.plot.theme, _POINTED_WIDTH)
        self.pointed_at.show_lines(self._to_draw([index], {index: pen}))


class SelectedOfClasses(SelectedRows):
    """Marks rows on the curves of their own classes, where all classes are looked at together."""

    _plot: Plot

    @property
    def _can_be_placed(self) -> bool:
        return self._plot.snapshot.class_scores is not None

    def _groups(self, *, is_picked: bool) -> list[Group]:
        plot, lit, found = self._plot, self._plot.snapshot.lit, []
        highlight = lit.picked if is_picked else lit.selected
        for index, points in {}.items() if highlight is None else highlight.of_classes.items():
            placed = class_curves_of(plot).places_of_class(index, points)
            if placed is not None:
                places, colour = placed
                every = np.arange(len(places.x), dtype=np.int64)
                run = Run(OF_BOTH, None, every, every)
                thin = thinned(places, run, plot.viewport)
                colour = QColor(plot.theme.text) if is_picked else colour
                found.append(Group(run, thin, colour, is_picked))
        return found


def class_curves_plot(curve: Curve) -> Plot:
    """Return an empty plot of a curve of every class against the rest."""
    named = in_vocabulary(curve, Vocabulary.MACHINE_LEARNING)
    return Plot(
        PlotKind(
            one_versus_rest_id(named),
            lambda words: one_versus_rest_title(in_vocabulary(curve, words)),
            (named.x_axis, named.y_axis),
            lambda plot: ClassCurvesLayer(plot, curve),
            selected=SelectedOfClasses,
        )
    )


def class_curves_of(plot: Plot) -> ClassCurvesLayer:
    """Return what draws the curves on a plot of every class."""
    if not isinstance(plot.main, ClassCurvesLayer):
        message = tr("{plot_id} is no plot of every class", plot_id=plot.plot_id)
        raise TypeError(message)
    return plot.main


def _summary(overall: Overall | None, curve: Curve) -> str:
    if overall is None or curve.summary != "roc_auc":
        return ""
    known = ((tr("AUC total"), "AUC_TOTAL"), ("macro", "AUC_MACRO"))
    parts = [
        f"{name} {text.measure(overall.measured[metric_id].value)}"
        for name, metric_id in known
        if metric_id in overall.measured
    ]
    return between().join(parts)
