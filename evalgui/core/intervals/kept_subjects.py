"""What is kept of the subjects at a threshold, for data that are seen no more."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.effective_numbers import KeptAt
from evalgui.core.intervals.moving import NPV_OF, PPV_OF, SENSITIVITY, SHARE_OF, SPECIFICITY
from evalgui.core.intervals.subjects import SubjectsAt
from evalgui.core.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.by_weight import WorthAt

_FRACTIONS = {
    **{metric.fraction: metric.id for metric in METRICS if metric.fraction is not None},
    SENSITIVITY: "TPR",
    SPECIFICITY: "TNR",
    SHARE_OF: "PREV",
    PPV_OF: "PPV",
    NPV_OF: "NPV",
}


def kept_worths(subjects: WorthAt | None) -> dict[str, float]:
    """Return as how many independent rows those of each proportion count, by the ids.

    Without those of which it is not known; empty where no subjects were drawn.
    """
    if not isinstance(subjects, SubjectsAt):
        return {}
    found = {
        metric.id: float(subjects.worth(metric.fraction).n)
        for metric in METRICS
        if metric.fraction is not None
    }
    return {name: n for name, n in found.items() if n > 0 and math.isfinite(n)}


def worth_of_kept(counts: Counts, kept: Mapping[str, float]) -> KeptAt:
    """Return who knows what rows count as, from what `kept_worths` returned of these counts."""
    known = {fraction: kept[name] for fraction, name in _FRACTIONS.items() if name in kept}
    return KeptAt(counts, known)
