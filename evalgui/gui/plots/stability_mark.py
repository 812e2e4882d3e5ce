"""How stable the rule in force is, below the axis of the scores: a density and a flat band."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.bootstrap.limits import percentile
from evalgui.core.languages import tr
from evalgui.gui.isolation import apart
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.dataset import Score
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.stability import Stability

_DENSITY, _FLAT = 0.28, 0.6  # how opaque they are
_BAR = 3.0  # pixels: the height of the flat band
_NARROWEST = 1.5  # pixels: the least width of the kernel
_WIDE = 4  # times the kernel, beyond which it is nothing


def density(places: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return how densely places lie at each pixel of a line, 1 where they lie most densely.

    Parameters
    ----------
    places : (k,) array of float
        In pixels; those beyond the ends count for what they reach of it.
    width
        The pixels of the line.

    Returns
    -------
    (width + 1,) array of float
        A Gaussian kernel with Silverman's bandwidth; 0 everywhere where nothing is near.
    """
    spread = float(np.std(places))
    middle = float(np.subtract(*np.percentile(places, [75, 25]))) / 1.349
    narrower = min(spread, middle) if middle > 0 else spread
    kernel = max(_NARROWEST, 0.9 * narrower * len(places) ** -0.2)
    reach = math.ceil(_WIDE * kernel)
    inside = places[(places >= -reach) & (places <= width + reach)]
    counts = np.bincount(
        np.rint(inside).astype(np.intp) + reach, minlength=width + 1 + 2 * reach
    ).astype(np.float64)
    steps = np.arange(-reach, reach + 1) / kernel
    found = np.convolve(counts, np.exp(-0.5 * steps**2), mode="valid")[: width + 1]
    highest = float(found.max(initial=0.0))
    return np.asarray(found / highest if highest > 0 else found)


class StabilityMark(QGraphicsItem):
    """The density of the thresholds that the rule chooses again, and where it is nearly as good."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.outline = QPolygonF()
        self.bars: tuple[QRectF, ...] = ()
        self._strip = QRectF()
        self._colour = QColor()
        self.hide()

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = QColor(colour)
        self.update()

    def show_stability(
        self, found: Stability | None, x_of: Callable[[float], float], strip: QRectF
    ) -> None:
        """Draw it along a strip in pixels; None, or a strip without height, draws nothing."""
        self.prepareGeometryChange()
        self._strip, self.outline, self.bars = strip, QPolygonF(), ()
        if found is not None and strip.height() > 0 and strip.width() >= 1:
            known = found.thresholds[np.isfinite(found.thresholds)]
            if len(known) > 1:
                values, times = np.unique(known, return_counts=True)
                places = np.repeat([x_of(value) for value in values.tolist()], times)
                self.outline = _outline(density(places, int(strip.width())), strip)
            self.bars = _bars(found.flat, x_of, strip)
        self.setVisible(bool(self.bars) or not self.outline.isEmpty())
        self.update()

    def boundingRect(self) -> QRectF:
        return self._strip

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_faint(self._colour, _DENSITY))
        painter.drawPolygon(self.outline)
        painter.setBrush(_faint(self._colour, _FLAT))
        painter.drawRects(list(self.bars))


def _outline(height: NDArray[np.float64], strip: QRectF) -> QPolygonF:
    floor = strip.bottom()
    top = (floor - height * strip.height()).tolist()
    inner = [QPointF(strip.left() + x, y) for x, y in enumerate(top)]
    last = QPointF(strip.left() + len(top) - 1, floor)
    return QPolygonF([QPointF(strip.left(), floor), *inner, last])


def _bars(
    runs: tuple[tuple[float, float], ...], x_of: Callable[[float], float], strip: QRectF
) -> tuple[QRectF, ...]:
    """Return the flat runs as bars at the foot of the strip; those that touch become one."""
    bars: list[tuple[float, float]] = []
    for low, high in runs:
        begin, end = sorted((x_of(low), x_of(high)))
        begin, end = max(begin, strip.left()), min(end, strip.right())
        if begin > end:
            continue
        if bars and begin - bars[-1][1] < 1:
            bars[-1] = (bars[-1][0], max(end, bars[-1][1]))
        else:
            bars.append((begin, end))
    top = strip.bottom() - _BAR
    return tuple(QRectF(begin, top, max(end - begin, 1.0), _BAR) for begin, end in bars)


def brief(snapshot: Snapshot) -> str:
    """Return in few words how stable the rule in force is, "" where that is not known."""
    limits = _limits(snapshot)
    return tr("stability {limits}", limits=limits) if limits else ""


def in_words(snapshot: Snapshot) -> list[str]:
    """Return how stable the rule in force is, in sentences without a full stop."""
    found, score = snapshot.stability, snapshot.score
    if found is None:
        return []
    level, times = text.level(snapshot.inputs.intervals.level), text.count(found.n_replicates)
    limits = _limits(snapshot)
    lines = []
    if limits:
        lines.append(
            tr(
                "Chosen again in {times} resamples, {level} of the thresholds: {limits}",
                times=times,
                level=level,
                limits=limits,
            )
        )
    if found.flat:
        low, high = found.flat[0][0], found.flat[-1][1]
        between = _between(low, high, score)
        parts = "" if len(found.flat) == 1 else tr(", in {n} parts", n=text.count(len(found.flat)))
        lines.append(
            tr(
                "Within one standard error of the best: {between}{parts}",
                between=between,
                parts=parts,
            )
        )
    return lines


def _limits(snapshot: Snapshot) -> str:
    found = snapshot.stability
    if found is None:
        return ""
    low, high, reason = percentile(found.thresholds, snapshot.inputs.intervals.level)
    return "" if reason else _between(low, high, snapshot.score)


def _between(low: float, high: float, score: Score | None) -> str:
    low_words, high_words = (text.short_threshold(one, score, 4) for one in (low, high))
    if low_words.startswith(text.MINUS) or high_words.startswith(text.MINUS):
        return tr("{low} to {high}", low=low_words, high=high_words)
    return f"{low_words}\N{EN DASH}{high_words}"


def _faint(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result
