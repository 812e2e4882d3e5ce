"""What all measures are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.api import MATRIX_METRICS, METRICS, SCORE_METRICS

if TYPE_CHECKING:
    from evalgui.core.api import Vocabulary


def names_in(vocabulary: Vocabulary) -> dict[str, str]:
    """Return the names of all measures in a vocabulary, by id."""
    known = (*METRICS, *MATRIX_METRICS, *SCORE_METRICS)
    return {metric.id: metric.name_in(vocabulary) for metric in known}
