"""How the numbers of measures are written for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import percent_of
from evalgui.core.texts import Style
from evalgui.io.meaning import show_hidden
from evalgui.render.text import brief, digits

if TYPE_CHECKING:
    from evalgui.core.words import Words


def style_of(words: Words) -> Style:
    """Return how the command line writes what stands in texts, in the words of a field."""
    return Style(words, digits, show_hidden, share=percent_of, rounded=brief, rate=brief)
