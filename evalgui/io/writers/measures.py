"""How the numbers of measures are written for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import Written, percent_of
from evalgui.core.metrics import METRICS
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.texts import Style
from evalgui.io.meaning import show_hidden
from evalgui.render.text import brief, digits

if TYPE_CHECKING:
    from evalgui.core.words import Words


def style_of(words: Words) -> Style:
    """Return how the command line writes what stands in texts, in the words of a field."""
    return Style(words, digits, show_hidden, share=percent_of, rounded=brief, rate=brief)


def written_as(metric_id: str) -> Written:
    """Return what kind of number a measure is, by its id."""
    known = (METRICS, MATRIX_METRICS, SCORE_METRICS, RANKING_METRICS)
    found = (registry.ids[metric_id] for registry in known if metric_id in registry.ids)
    return next((one.written for one in found), Written.ROUNDED)
