"""The topics: each file declares one result, once for every way of showing it.

None of them knows how a result is shown. To add one is to write a file with a `Topic` and to name
it in `TOPICS`: the text and JSON of `evaluate`, tables, reports and Python have it. The file and
its `Topic` are called by its id, and loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.registry import LateRegistry
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.results.topic import Topic

PLACED = (
    "measures",
    "matrix",
    "classes",
    "criterion",
    "ranking",
    "curves",
    "biometrics",
    "scores",
    "rules",
    "zone",
    "stability",
    "origin",
    "flow",
    "rows",
    "comparison",
    "development",
    "subgroups",
    "planning",
    "notes",
    "checklist",
    "errors",
)
"""Those that older keys of JSON, sections or commands of their own tell; no more come to them."""

TOPICS: LateRegistry[Topic] = LateRegistry(
    *(phrase("topic"), __name__, *PLACED),
    *("people", "decision_curve", "calibration", "gain", "cost_curve", "predictiveness"),
    *("precision_recall_gain", "requirements", "likelihood_ratios"),
    "baseline",
    *("groups", "cross_groups", "failures", "pad", "identification", "menagerie"),
    *("references", "class_costs", "class_thresholds"),
    "ordered_classes",
    "trend",
    "readers",
)

__all__ = ["PLACED", "TOPICS"]
