"""Text on paper: broken into lines of a width, at the resolution of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPdfWriter, QTextLayout, QTextOption

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

_FAMILIES = ("Liberation Sans", "Arial", "Helvetica", "DejaVu Sans", "Noto Sans", "sans-serif")
_UNBOUNDED = 1e9
_LINE_BREAK = "\N{LINE SEPARATOR}"
POINTS_PER_INCH = 72.0


@dataclass(frozen=True, slots=True)
class Shaped:
    """A text in lines.

    Parameters
    ----------
    layout
        Its lines, from the top left.
    width
        Of the room that it was broken for.
    height
        Of all lines.
    """

    layout: QTextLayout
    width: float
    height: float

    @property
    def n_lines(self) -> int:
        """How many lines there are."""
        return self.layout.lineCount()

    def line_height(self, number: int) -> float:
        """Return how high a line is."""
        return float(self.layout.lineAt(number).height())

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Draw all lines from a place on."""
        self.layout.draw(painter, QPointF(x, y))

    def draw_line(self, painter: QPainter, number: int, x: float, y: float) -> None:
        """Draw one line with its top at a place."""
        line = self.layout.lineAt(number)
        line.draw(painter, QPointF(x, y - line.y()))


class Type:
    """The fonts of a paper, and where lines begin: sizes in points, lengths in its dots."""

    def __init__(
        self, paper: QPdfWriter, scale: float = 1.0, *, is_right_to_left: bool = False
    ) -> None:
        self.paper, self.scale = paper, scale
        self._is_mirrored = is_right_to_left
        self.dot = paper.resolution() / POINTS_PER_INCH
        self._metrics: dict[tuple[float, bool], QFontMetricsF] = {}
        self._shaped: dict[tuple[str, float, float, bool, bool], Shaped] = {}

    def dots(self, points: float) -> float:
        """Return a length, which shrinks with all else on a crowded page."""
        return points * self.dot * self.scale

    def across(self, x: float, width: float) -> float:
        """Return where something begins from the left that is so far from where lines begin."""
        return self.paper.width() - x - width if self._is_mirrored else x

    def font(self, size: float, *, is_bold: bool = False) -> QFont:
        """Return a font of a size in points."""
        font = QFont([*_FAMILIES])
        font.setStyleHint(QFont.StyleHint.SansSerif)
        font.setPointSizeF(size * self.scale)
        font.setBold(is_bold)
        for tag in ("liga", "clig"):  # whoever searches or copies finds the letters of a word
            font.setFeature(QFont.Tag(tag), 0)
        return font

    def shape(
        self,
        text: str,
        width: float,
        size: float,
        *,
        is_bold: bool = False,
        is_right: bool = False,
    ) -> Shaped:
        """Break a text into lines that are no wider than given; the same text once."""
        key = (text, width, size, is_bold, is_right)
        if key not in self._shaped:
            self._shaped[key] = self._broken(*key)
        return self._shaped[key]

    def _broken(
        self,
        text: str,
        width: float,
        size: float,
        is_bold: bool,  # noqa: FBT001 - of a key
        is_right: bool,  # noqa: FBT001
    ) -> Shaped:
        at_right = is_right != self._is_mirrored
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
        if self._is_mirrored:
            option.setTextDirection(Qt.LayoutDirection.RightToLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        font = self.font(size, is_bold=is_bold)
        layout = QTextLayout(text.replace("\n", _LINE_BREAK), font, self.paper)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        return Shaped(layout, width, y)

    def width(self, text: str, size: float, *, is_bold: bool = False) -> float:
        """Return how wide a text is on one line."""
        key = (size, is_bold)
        if key not in self._metrics:
            font = self.font(size, is_bold=is_bold)
            self._metrics[key] = QFontMetricsF(font, self.paper)
        # What stands in another font, where this one lacks a letter, is as wide as that.
        return self._metrics[key].horizontalAdvance(text) + self.dots(0.5)

    def widest_word(self, text: str, size: float, *, is_bold: bool = False) -> float:
        """Return how wide the widest word of a text is."""
        words = text.split(" ")
        return max((self.width(word, size, is_bold=is_bold) for word in words), default=0.0)
