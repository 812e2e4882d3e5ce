"""Figures laid out from what the window shows."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui import panes
from evalgui.gui.confusion.cell_lines import MatrixFonts
from evalgui.gui.confusion.matrix_figure import MatrixDrawing
from evalgui.gui.confusion.zone_drawing import ZoneDrawing
from evalgui.gui.figures.figure import DASHBOARD, MATRIX
from evalgui.gui.figures.formats import Sheet, room_within
from evalgui.gui.figures.plot_part import FIGURE_SPACE, plot_part
from evalgui.gui.figures.svg_part import (
    GAP,
    LEAST,
    FigureStyle,
    SvgPart,
    captioned,
    drawing_font,
    painted,
    text_part,
)
from evalgui.gui.look import GRID, LARGE, LIGHT, NORMAL, scaled_font, text
from evalgui.gui.models.provenance_words import where_and_how
from evalgui.gui.plots.view_menus import usual_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeAlias

    from PySide6.QtWidgets import QWidget

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.figures.figure import Figure
    from evalgui.gui.figures.svg_part import Paragraphs
    from evalgui.gui.look import Theme
    from evalgui.gui.main_window import MainWindow
    from evalgui.gui.plots.plot import Plot
    from evalgui.io.writers.tables import TableKind

    Make: TypeAlias = Callable[[FigureStyle, tuple[float, float]], SvgPart]
    """Draws a part for a width and a height."""

TITLE = tr("Confusion matrix")
_STRIP = 3.0 / 5.0  # of the height of a row of curves: rows without one
_BETWEEN = GRID * 1.5
_NARROWEST = 150.0  # units of width of a part
_WIDE = 1.2  # times as wide as high
_ALL = tr("All that is shown")
_CALLS = tr("Decisions")


def sheet_of_plot(plot: Plot, figure: Figure) -> Sheet:
    """Lay a figure of one plot out."""
    style = style_of(figure, plot.theme)
    part = plot_part(plot, style, room_within(figure))
    return Sheet(figure, plot.title, _described(plot), part, style.theme.base)


class WindowFigures:
    """What a window shows now, to make figures of."""

    def __init__(self, window: MainWindow, snapshot: Snapshot) -> None:
        self._window, self._snapshot = window, snapshot
        self._words = words_in(window.vocabulary)

    def titles(self) -> dict[str, str]:
        """Return the title of every figure that there is, by its id; the whole comes last."""
        window, snapshot = self._window, self._snapshot
        found = window.plots.figure_titles(snapshot)
        measures = self._measures_plot()
        if measures is not None and snapshot.ranking is not None:
            found[measures.plot_id] = measures.title
        if snapshot.matrix is not None:
            found[MATRIX] = TITLE
        return found | ({DASHBOARD: _ALL} if found else {})

    def with_data(self) -> frozenset[str]:
        """Return the figures whose data can stand beside them."""
        return frozenset(one for one in self.titles() if self.tables_of(one))

    def tables_of(self, what: str) -> tuple[TableKind, ...]:
        """Return the kinds of the tables that a figure is drawn from: of the whole, several."""
        from evalgui.gui.figures.data import table_of  # and Arrow

        panel = self._window.place(panes.MEASURES_PLOT).made
        kinds = self._window.plots.kinds
        measures = None if panel is None or panel.plot is None else panel.curve()
        parts = [one for row in self._ids() for one in row] if what == DASHBOARD else [what]
        found = (table_of(one, kinds, measures) for one in parts)
        return tuple(one for one in found if one is not None)

    def sheet(self, figure: Figure) -> Sheet:
        """Lay a figure out at once; see `steps`."""
        steps = self.steps(figure)
        while True:
            try:
                next(steps)
            except StopIteration as ended:
                found: Sheet = ended.value
                return found

    def steps(self, figure: Figure) -> Generator[None, None, Sheet]:
        """Lay a figure out in steps, none of which takes long.

        Raises
        ------
        EvalguiError
            If there is nothing of this kind now.
        """
        titles = self.titles()
        if figure.what not in titles:
            message = tr("there is nothing to draw in this figure now")
            raise EvalguiError(message, hint=tr("Choose another figure"))
        if figure.what == DASHBOARD:
            return (yield from self._dashboard(figure))
        if figure.what == MATRIX:
            return self._matrix(figure)
        return sheet_of_plot(self.plot(figure.what), figure)

    def plot(self, plot_id: str) -> Plot:
        """Return the plot with an id, which may be that of the measures."""
        measures = self._measures_plot()
        if measures is not None and measures.plot_id == plot_id:
            return measures
        return self._window.plots.figure(plot_id)

    def part(self, what: str) -> QWidget:
        """Return what shows on the screen what a figure does: the window for everything."""
        if what == DASHBOARD:
            return self._window
        return self._panel() if what == MATRIX else self.plot(what)

    def holds(self, what: str, widget: QWidget | None) -> bool:
        """Return whether a widget is in the part of the window that a figure is of."""
        grid = self._window.plots
        if widget is None or what == DASHBOARD or (what in grid.kinds and what not in grid.plots()):
            return False  # a plot that is not made yet holds nothing
        return self.part(what).isAncestorOf(widget)

    def _measures_plot(self) -> Plot | None:
        panel = self._window.place(panes.MEASURES_PLOT).made
        return None if panel is None else panel.plot

    # ------------------------------------------------------------------------- matrix

    def _panel(self) -> ConfusionPanel:
        """Return the panel that shows the matrix: that which is seen."""
        panels = self._window.matrices
        return next((panel for panel in panels if panel.isVisible()), panels[0])

    def _make_matrix(self, style: FigureStyle, size: tuple[float, float]) -> SvgPart:
        words = where_and_how(self._snapshot, self._words)
        has_caption = bool(words) and not style.is_part
        caption: Paragraphs = ((f"{_CALLS} {words}", style.theme.accent),) if has_caption else ()
        return matrix_part(self._panel(), caption, style, size)

    def _matrix(self, figure: Figure) -> Sheet:
        style = self._style(figure)
        part = self._make_matrix(style, room_within(figure))
        shown = self._panel().matrix_view.shown
        told = [] if shown is None else shown.as_table().splitlines()
        described = ". ".join([TITLE, *(line.replace("\t", " ") for line in told)])
        return Sheet(figure, TITLE, described, part, style.theme.base)

    # ---------------------------------------------------------------------- dashboard

    def _dashboard(self, figure: Figure) -> Generator[None, None, Sheet]:
        style, snapshot = self._style(figure), self._snapshot
        dataset = snapshot.dataset
        name = "" if dataset is None else text.elided(dataset.name)
        lines = self._decision()
        rows, room = self._rows(figure), room_within(figure)
        whole = yield from dashboard_part(name, lines, rows, style, room)
        parts = [self.titles()[one] for row in self._ids() for one in row]
        described = ". ".join([name, *filter(None, lines), ", ".join(parts)])
        return Sheet(figure, name or _ALL, described, whole, style.theme.base)

    def _decision(self) -> list[str]:
        """Return what the data are, and where the threshold stands and why."""
        dataset, words = self._snapshot.dataset, self._words
        if dataset is None:
            return []
        rows = tr("{n} rows", n=text.count(dataset.n)) if dataset.n else tr("Counts")
        if self._snapshot.is_one_versus_rest:
            rows = f"{rows}, {words.positive}: {text.elided(self._snapshot.positive_name)}"
        place = where_and_how(self._snapshot, words)
        return [rows, *([f"{_CALLS} {place}"] if place else []), self._numbers()]

    def _numbers(self) -> str:
        """Return the numbers that the decision rests on."""
        if self._snapshot.point is None:
            return ""
        model = self._window.decision.model
        told = []
        for row in range(model.rowCount()):
            numbers = model.numbers(model.index(row))
            limits = f" ({numbers.interval})" if numbers.interval else ""
            told.append(f"{model.name(model.index(row))} {numbers.value}{limits}")
        return "; ".join(told)

    def _ids(self) -> list[tuple[str, ...]]:
        """Return which parts stand in each row: the plots as they are seen, then the matrix."""
        grid = self._window.plots
        titles, own = grid.figure_titles(self._snapshot), grid.shown_at_first
        rows = list(grid.chosen)
        if not set(own) & set(titles):
            others = [one for one in titles if one not in grid.kinds]
            rows = [tuple(others[first : first + 2]) for first in range(0, len(others), 2)]
        elif not rows:
            strips = [one for one in own if grid.kinds[one].is_strip]
            rows = list(usual_rows([one for one in own if one not in strips], strips))
        if self._snapshot.matrix is None:
            return rows
        if rows and len(rows[-1]) == 1:
            return [*rows[:-1], (*rows[-1], MATRIX)]
        return [*rows, (MATRIX,)]

    def _rows(self, figure: Figure) -> list[list[tuple[Make, bool]]]:
        """Return what makes each part, row by row; a page that is wide has fewer rows."""
        rows: list[tuple[str, ...]] = self._ids()
        shape = figure.width / figure.height
        if shape > _WIDE:
            parts = [one for row in rows for one in row]
            n = math.ceil(math.sqrt(len(parts) * shape / _WIDE))
            rows = [tuple(parts[first : first + n]) for first in range(0, len(parts), n)]
        kinds = self._window.plots.kinds.values()
        strips = {MATRIX, *(kind.id for kind in kinds if kind.is_strip)}
        return [[(self._maker(one), one in strips) for one in row] for row in rows]

    def _maker(self, part: str) -> Make:
        if part == MATRIX:
            return self._make_matrix
        return partial(plot_part, self.plot(part))

    def _style(self, figure: Figure) -> FigureStyle:
        return style_of(figure, self._window.plots.theme)


def style_of(figure: Figure, theme: Theme) -> FigureStyle:
    """Return how a figure looks, given the colours of the window."""
    return FigureStyle(
        LIGHT if figure.is_light else theme,
        drawing_font(figure.family),
        figure.has_title,
        figure.has_legend,
        figure.has_caption,
    )


def matrix_part(
    panel: ConfusionPanel, caption: Paragraphs, style: FigureStyle, size: tuple[float, float]
) -> SvgPart:
    """Draw the matrix of a panel: as it is displayed, without what the mouse and keys do."""
    view = panel.matrix_view
    if view.zone is None and view.shown is not None and style.has_caption:
        caption = (*caption, (view.shown.shade, style.theme.faint_text))

    def draw(width: float, height: float) -> list[SvgPart]:
        own, fonts = QSize(int(width), int(height)), MatrixFonts(style.font)
        drawing: MatrixDrawing | ZoneDrawing
        if view.zone is not None:
            drawing = ZoneDrawing(view.zone, own, fonts, style.theme)
        elif view.shown is not None:
            drawing = MatrixDrawing(view.shown, own, fonts, style.theme)
        else:
            return []
        result = painted(drawing.paint, own.width(), own.height())
        if not drawing.has_counts:
            result.left_out.append(tr("the counts in the cells"))
        return [result]

    return captioned(TITLE, (caption,) if caption else (), style, size, draw)


def dashboard_part(
    title: str,
    lines: Sequence[str],
    rows: Sequence[Sequence[tuple[Make, bool]]],
    style: FigureStyle,
    size: tuple[float, float],
) -> Generator[None, None, SvgPart]:
    """Lay out rows of parts below a title and the decision, in steps of one part.

    Parameters
    ----------
    title
        What the data are called.
    lines
        What is decided, and on what.
    rows
        What makes each part, and whether it needs only the height of a strip.
    style, size
        Of all of it.

    Raises
    ------
    EvalguiError
        If there is no room for that many parts.
    """
    result, of_part = SvgPart(*size), replace(style, is_part=True)
    y = 0.0
    heads = [(title, scaled_font(style.font, LARGE, bold=True))] if style.has_title else []
    if style.has_caption:
        heads += [(line, scaled_font(style.font, NORMAL)) for line in lines]
    for words, font in heads:
        told = text_part(words, font, style.theme.text, size[0] - GRID)
        result.add(GAP, y, told)
        y += told.height
    y += _BETWEEN if heads else 0.0
    shares = [_STRIP if all(is_strip for _make, is_strip in row) else 1.0 for row in rows]
    room = size[1] - y - _BETWEEN * (len(rows) - 1)
    most = max(map(len, rows))
    lowest = room * min(shares) / sum(shares)
    if lowest < LEAST or (size[0] - _BETWEEN * (most - 1)) / most < _NARROWEST:
        message = tr("there is no room for everything in this figure")
        raise EvalguiError(
            message, hint=tr("Make it larger or its text smaller, or show fewer plots")
        )
    for row, share in zip(rows, shares, strict=True):
        height = room * share / sum(shares)
        width = (size[0] - _BETWEEN * (len(row) - 1)) / len(row)
        for place, (make, _is_strip) in enumerate(row):
            result.add(place * (width + _BETWEEN), y, make(of_part, (width, height)))
            yield
        y += height + _BETWEEN
    return result


def _described(plot: Plot) -> str:
    """Return what a plot shows, for those who do not see it."""
    axes = tr("{y} against {x}", y=plot.y_axis.title, x=plot.x_axis.title)
    told = [f"{plot.title}: {axes}", *filter(None, plot.header.with_intervals)]
    return ". ".join(told).replace(FIGURE_SPACE, "")
