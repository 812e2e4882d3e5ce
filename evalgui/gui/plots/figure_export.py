"""One plot as a file: PNG, SVG or PDF, as it looks on the screen but always in light colours."""

from __future__ import annotations

import contextlib
import html
import os
import re
import secrets
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

from evalgui.core.api import EvalguiError
from evalgui.gui.look import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QPaintDevice

    from evalgui.gui.plots.plot import Plot

_POINTS_PER_INCH = 72.0
_PIXEL_RATIO = 2


def export(plot: Plot, path: Path) -> None:
    """Write a plot to a file whose suffix says the format; complete, or not at all."""
    painters = {".png": _png, ".svg": _svg, ".pdf": _pdf}
    paint = painters.get(path.suffix.lower())
    if paint is None:
        raise EvalguiError(
            "a figure is written as PNG, SVG or PDF",
            where=path.name,
            hint="Choose a name that ends in .png, .svg or .pdf",
        )
    figure = plot.figure(LIGHT)
    try:
        content = paint(figure)
    finally:
        figure.deleteLater()
    _write(path, content)


def picture(plot: Plot) -> QImage:
    """Return a plot as a picture, twice as fine as the screen."""
    figure = plot.figure(LIGHT)
    try:
        return _image(figure)
    finally:
        figure.deleteLater()


def _image(figure: Plot) -> QImage:
    image = QImage(figure.size() * _PIXEL_RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_PIXEL_RATIO)
    _paint(figure, image)
    return image


def _png(figure: Plot) -> bytes:
    image = _image(figure)
    return _collected(lambda buffer: QImageWriter(buffer, QByteArray(b"png")).write(image))


def _svg(figure: Plot) -> bytes:
    def paint(buffer: QBuffer) -> bool:
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setResolution(figure.logicalDpiX())
        generator.setSize(figure.size())
        generator.setViewBox(QRectF(figure.rect()))
        generator.setTitle(figure.title)
        generator.setDescription("Drawn by evalgui")
        return _paint(figure, generator)

    return _plain(_collected(paint), figure)


def _plain(svg: bytes, figure: Plot) -> bytes:
    """Return an SVG in pixels, without what only some programs know.

    All lines are drawn in pixels already, so that a stroke is as wide with and without the
    effect that says so. Millimetres have no size for programs that know no resolution, and the
    names that a desktop gives to its fonts mean nothing elsewhere. None of the patterns can meet
    a text: quotation marks of those are written as entities.
    """
    size = f'width="{figure.width()}" height="{figure.height()}"'.encode()
    svg = re.sub(rb'width="[\d.]+mm" height="[\d.]+mm"', size, svg, count=1)
    svg = re.sub(rb' vector-effect="[a-z-]+"', b"", svg)
    family = html.escape(QFontInfo(figure.font()).family().replace("'", ""))
    return re.sub(rb'font-family="[^"]*"', f"font-family=\"'{family}', sans-serif\"".encode(), svg)


def _pdf(figure: Plot) -> bytes:
    def paint(buffer: QBuffer) -> bool:
        writer = QPdfWriter(buffer)
        dots = figure.logicalDpiX()  # at any other resolution texts are misplaced
        writer.setResolution(dots)
        points = QSizeF(figure.size()) * (_POINTS_PER_INCH / dots)
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "figure", exact))
        writer.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
        writer.setTitle(figure.title)
        writer.setCreator("evalgui")
        return _paint(figure, writer)

    return _collected(paint)


def _paint(figure: Plot, device: QPaintDevice) -> bool:
    painter = QPainter()
    if not painter.begin(device):
        return False
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(figure.rect(), QColor(figure.theme.base))
    painter.translate(figure.header.pos())
    figure.header.paint(painter)
    painter.translate(figure.canvas.pos() - figure.header.pos())
    scene, bounds = figure.canvas.scene(), QRectF(figure.canvas.rect())
    scene.prepareForPaint()
    scene.render(painter, bounds, bounds)
    return painter.end()


def _collected(paint: Callable[[QBuffer], bool]) -> bytes:
    """Return what is painted into a buffer."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not paint(buffer):
        raise EvalguiError("the figure could not be drawn")
    buffer.close()
    return bytes(content.data())


def _write(path: Path, content: bytes) -> None:
    """Write beside the place and then move there, so that no half of a figure is ever left."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise EvalguiError(
            "the figure could not be written",
            where=path.name,
            hint="Check that the folder can be written to and that the disk is not full",
        ) from error
