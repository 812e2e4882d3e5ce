"""Which class and which score of a data set are assessed, of what was chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.dataset import Score

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset


def positive_of(dataset: Dataset, chosen: int | None) -> int | None:
    """Return the class to assess against the rest, None for all classes together."""
    if chosen is not None or (len(dataset.classes) > 2 and dataset.has_calls):
        return chosen
    return dataset.positive


def score_of(dataset: Dataset, index: int | None, positive: int | None) -> Score | None:
    """Return a score of a data set for one class against the rest; None where there is none.

    With one score a class it is that of the class; otherwise one of ``dataset.scores``, which
    speak for its positive class. For the other class of two they run the other way; for one
    of several they run as given, since what is high for one of the rest need not be low for
    another.
    """
    if positive is None or index is None:
        return None
    if dataset.class_scores is not None and not dataset.scores:
        return Score(dataset.classes[positive], dataset.class_scores[:, positive])
    if not dataset.scores:
        return None
    given = dataset.scores[index]
    if positive == dataset.positive:
        return given
    return given.reversed() if dataset.n_classes <= 2 else replace(given)
