"""A figure that is laid out and can be painted, in units of the drawing, on any device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from evalgui.gui.figures.figure import Figure
    from evalgui.gui.look import Theme


@dataclass(frozen=True, slots=True)
class Dress:
    """How all parts of a figure look, and which texts they have."""

    theme: Theme
    font: QFont
    has_title: bool = True
    has_legend: bool = True
    has_caption: bool = True
    is_part: bool = False  # of a sheet that says once what all parts have in common


class Block(Protocol):
    """A part of a figure."""

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint it, its top left corner at a place."""

    def end(self) -> None:
        """Give back what it was made of."""


@dataclass(slots=True)
class Column:
    """Parts at their places, and what had no room among them.

    Parameters
    ----------
    size
        In units of the drawing.
    placed
        Each part and where its top left corner is.
    left_out
        What is not there, since it would have been cut off.
    """

    size: QSizeF
    placed: list[tuple[QPointF, Block]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add(self, x: float, y: float, block: Block) -> None:
        """Put a part at a place."""
        self.placed.append((QPointF(x, y), block))
        if isinstance(block, Column):
            self.left_out += block.left_out

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint all parts."""
        for at, block in self.placed:
            block.paint(painter, place + at)

    def end(self) -> None:
        """Give back what the parts were made of."""
        for _at, block in self.placed:
            block.end()


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A figure as it was wanted, laid out.

    Parameters
    ----------
    figure
        What was wanted.
    title
        What it shows, for screen readers and lists of files.
    description
        What it says in words.
    content
        All that is painted.
    ground
        The colour behind it.
    """

    figure: Figure
    title: str
    description: str
    content: Column
    ground: str

    @property
    def left_out(self) -> tuple[str, ...]:
        """What had no room, in words, each once."""
        return tuple(dict.fromkeys(self.content.left_out))

    def paint(self, painter: QPainter) -> None:
        """Paint it on a device where a unit is as long as the drawing's."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(QRectF(0, 0, *self.figure.units), QColor(self.ground))
        self.content.paint(painter, QPointF())

    def end(self) -> None:
        """Give back what it was made of; it cannot be painted any more."""
        self.content.end()
