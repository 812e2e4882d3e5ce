"""What parts of figures share: a title above, and below as much as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QSizeF

from evalgui.gui.figures.sheet import Column
from evalgui.gui.figures.texts import TextBlock
from evalgui.gui.look import GRID, NORMAL, SMALL, scaled_font

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.gui.figures.sheet import Block, Dress

GAP = GRID / 2
LEAST = 120.0  # units of height for what is drawn: less is no plot
_LEAST_SHARE = 0.5  # of the height, likewise
_MOST_TITLE_LINES = 2

Words = tuple[tuple[str, str], ...]  # paragraphs, each with its colour


class Draw(Protocol):
    """Draws for a room; returns each part with its size, from top to bottom."""

    def __call__(self, room: QSizeF, left_out: list[str], /) -> Sequence[tuple[Block, QSizeF]]:
        """Draw; what had no room is noted."""


def captioned(
    title: str, captions: Sequence[Words], dress: Dress, size: QSizeF, draw: Draw
) -> Column:
    """Lay out something drawn with its title above it and a caption below.

    Parameters
    ----------
    title
        Its name.
    captions
        What may stand below, the longest first: the first one that leaves enough room does.
    dress
        How it looks, and whether it has a title and a caption.
    size
        Of all of it.
    draw
        Draws for the room that is left.
    """
    result = Column(size)
    room = size.height()
    least = max(room * _LEAST_SHARE, min(room, LEAST))
    above = _title(title, dress, size.width()) if dress.has_title and title else []
    below = _below(captions, dress, size.width(), room - least - _height(above), result.left_out)
    if room - _height(above) - _height(below) < least:
        result.left_out.append("the title")
        above = []
    room -= _height(above) + _height(below)
    drawn = draw(QSizeF(size.width(), room), result.left_out)
    spare = max(0.0, room - sum(own.height() for _block, own in drawn))
    y = 0.0 if dress.is_part else spare / 2  # parts side by side begin on one line
    for block in above:
        result.add(GAP, y, block)
    y += _height(above)
    for part, own in drawn:
        result.add((size.width() - own.width()) / 2, y, part)
        y += own.height()
    y += GAP if below else 0.0
    for block in below:
        result.add(GAP, y, block)
        y += block.height
    return result


def _height(blocks: Sequence[TextBlock]) -> float:
    """Return how high texts are with the gap to what is drawn."""
    return sum(block.height for block in blocks) + (GAP if blocks else 0.0)


def _title(words: str, dress: Dress, width: float) -> list[TextBlock]:
    font = scaled_font(dress.font, NORMAL, bold=True)
    return [TextBlock(words, font, dress.theme.text, width - GRID, _MOST_TITLE_LINES)]


def _below(
    captions: Sequence[Words], dress: Dress, width: float, spare: float, left_out: list[str]
) -> list[TextBlock]:
    """Return the longest caption that there is room for."""
    if not dress.has_caption or not captions:
        return []
    font = scaled_font(dress.font, SMALL)
    for number, caption in enumerate(captions):
        blocks = [
            TextBlock(words, font, colour, width - GRID) for words, colour in caption if words
        ]
        if _height(blocks) <= spare:
            if number:
                left_out.append("intervals in the caption")
            return blocks
    left_out.append("the caption")
    return []
