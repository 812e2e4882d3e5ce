"""The topics: each file declares one result, once for every way of showing it.

None of them knows how a result is shown. To add one is to write a file with a `Topic` and to name
it here: the text and JSON of `evaluate`, tables, reports and Python have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.registry import Registry
from evalgui.results.topics.checklist import CHECKLIST
from evalgui.results.topics.classes import CLASSES
from evalgui.results.topics.comparison import COMPARISON
from evalgui.results.topics.flow import FLOW
from evalgui.results.topics.matrix import MATRIX
from evalgui.results.topics.measures import MEASURES
from evalgui.results.topics.notes import NOTES
from evalgui.results.topics.origin import ORIGIN
from evalgui.results.topics.planning import PLANNING
from evalgui.results.topics.rows import ROWS
from evalgui.results.topics.rules import RULES
from evalgui.results.topics.scores import SCORES
from evalgui.results.topics.thresholds import THRESHOLDS
from evalgui.results.topics.zone import ZONE

if TYPE_CHECKING:
    from evalgui.results.topic import Topic

TOPICS: Registry[Topic] = Registry(
    "topic",
    MEASURES,
    MATRIX,
    CLASSES,
    THRESHOLDS,
    SCORES,
    RULES,
    ZONE,
    ORIGIN,
    FLOW,
    ROWS,
    COMPARISON,
    PLANNING,
    NOTES,
    CHECKLIST,
)

__all__ = ["TOPICS"]
