"""What one measure hides where it is told alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.metrics import METRICS
from evalgui.core.metrics.any_metric import called
from evalgui.core.metrics.properness import Proper
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ALONE = "told_alone"
"""The code of the finding that measures hide which errors were made."""

_BOTH_TOGETHER = {Proper.HALF, Proper.HALF_OF_BEST, Proper.BEST}
_F_FAMILY = _BOTH_TOGETHER - {Proper.HALF}


def of_alone(names: Iterable[str]) -> Iterator[Finding]:
    """Yield what measures hide where accuracy, F1 or their like are told without anything else.

    Parameters
    ----------
    names
        What is told: ids of measures, or other names of theirs.

    Examples
    --------
    >>> [str(one.text) for one in of_alone(["F1"])][0].partition(":")[0]
    'F1 score alone hides which errors were made, and leaves true negatives out'
    >>> list(of_alone(["ACC", "TPR"]))
    []
    """
    found = [called(name, METRICS) for name in dict.fromkeys(names)]
    known = [METRICS.by_id(ids[0]) for ids in found if ids]
    if not known or len(known) < len(found):
        return  # something else is told as well
    if any(one.proper not in _BOTH_TOGETHER for one in known):
        return
    text = phrase(
        "{name} alone hides which errors were made, and leaves {true_negatives} out: tell the "
        "{true_positive_rate} and the {true_negative_rate}, or the matrix, beside it"
        if any(one.proper in _F_FAMILY for one in known)
        else "{name} alone hides which errors were made, and counts a missed one as one false "
        "alarm: tell the {true_positive_rate} and the {true_negative_rate}, or the matrix, beside "
        "it",
        name=joined(", ", [one.name for one in known]),
    )
    yield Finding(ALONE, text)
