"""Figures of plots in tests: as large as on the screen, two pixels for each of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPolygonF, QTransform

from evalgui.gui.figures.figure import MM_PER_INCH, UNITS_PER_INCH, USUAL_TEXT, Figure
from evalgui.gui.figures.formats import as_file
from evalgui.gui.figures.layout import sheet_of_plot
from evalgui.gui.figures.svg_part import drawing_font, screen_dpi
from evalgui.gui.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element

    from evalgui.gui.plots.plot import Plot

PIXEL_RATIO = 2
SVG = "{http://www.w3.org/2000/svg}"
_PLAIN = QTransform()


def as_seen(plot: Plot, **changes: Any) -> Figure:
    """Return a figure whose units are the pixels of the plot."""
    one = MM_PER_INCH / UNITS_PER_INCH
    wanted = {
        "width": plot.width() * one,
        "height": plot.height() * one,
        "font_size": USUAL_TEXT,
        "dpi": round(PIXEL_RATIO * UNITS_PER_INCH),
    }
    return Figure(plot.plot_id, **(wanted | changes))


def export(plot: Plot, path: Path, **changes: Any) -> None:
    """Write a figure of a plot in the format that a name says."""
    path.write_bytes(as_file(sheet_of_plot(plot, as_seen(plot, **changes)), path.suffix))


def placed(
    node: Element, at: QTransform = _PLAIN, stroke: str = ""
) -> Iterator[tuple[Element, QTransform, str]]:
    """Yield all that is drawn in an SVG, with what leads from it to the paper and its stroke."""
    for kind, words in re.findall(r"(matrix|translate)\(([^)]*)\)", node.get("transform", "")):
        parts = [float(part) for part in re.split("[ ,]+", words)]
        own = QTransform(*parts) if kind == "matrix" else QTransform.fromTranslate(*parts)
        at = own * at
    stroke = node.get("stroke", stroke)
    yield node, at, stroke
    for child in node:
        yield from placed(child, at, stroke)


def corners_of(node: Element, at: QTransform) -> list[QPointF]:
    """Return the corners of a line of an SVG on the paper."""
    shape = node.get("d") or node.get("points") or ""
    found = re.findall(r"(-?[\d.e-]+),(-?[\d.e-]+)", shape)
    return [at.map(QPointF(float(x), float(y))) for x, y in found]


def frame_of(root: Element) -> QRectF:
    """Return where the frame of the plot of a figure is, from end to end of its grid."""
    drawn = [(node, at) for node, at, stroke in placed(root) if stroke == LIGHT.grid]
    return QPolygonF([one for found in drawn for one in corners_of(*found)]).boundingRect()


def boxes_of(root: Element, family: str = "") -> list[tuple[str, QRectF]]:
    """Return each text of an SVG with the box of its letters on the paper."""
    found = []
    for node, at, _stroke in placed(root):
        words = "".join(node.itertext()).strip()
        if node.tag != f"{SVG}text" or not words:
            continue
        font = drawing_font(family)
        font.setPointSizeF(float(node.get("font-size", "")) * 72 / screen_dpi())
        font.setBold(node.get("font-weight") in {"bold", "700"})
        letters = QFontMetricsF(font).tightBoundingRect(words)
        place = float(node.get("x", "")), float(node.get("y", ""))
        found.append((words, at.mapRect(QRectF(letters).translated(*place))))
    return found
