"""What the axes and lines of the curves are called in each vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.metrics.metric import Vocabulary

if TYPE_CHECKING:
    from evalgui.core.curves.curve import Axis, Curve

_FALSE_POSITIVE = {
    Vocabulary.CLINICAL: "1 - specificity (false positive rate)",
    Vocabulary.BIOMETRICS: "FMR (false match rate)",
    Vocabulary.SPEAKER: "P_fa (false alarm probability)",
}
_TRUE_POSITIVE = {
    Vocabulary.CLINICAL: "Sensitivity (true positive rate)",
    Vocabulary.BIOMETRICS: "TMR (true match rate)",
    Vocabulary.SPEAKER: "1 - P_miss (true positive rate)",
}
_FALSE_NEGATIVE = {
    Vocabulary.CLINICAL: "1 - sensitivity (false negative rate)",
    Vocabulary.BIOMETRICS: "FNMR (false non-match rate)",
    Vocabulary.SPEAKER: "P_miss (miss probability)",
}
_PRECISION = {Vocabulary.CLINICAL: "Positive predictive value (precision)"}
_TITLES = {
    "False positive rate": _FALSE_POSITIVE,
    "True positive rate": _TRUE_POSITIVE,
    "Recall": _TRUE_POSITIVE,
    "False negative rate": _FALSE_NEGATIVE,
    "Precision": _PRECISION,
}
_SERIES = {
    "FAR": {
        Vocabulary.CLINICAL: "1 - specificity",
        Vocabulary.BIOMETRICS: "FMR",
        Vocabulary.SPEAKER: "P_fa",
    },
    "FRR": {
        Vocabulary.CLINICAL: "1 - sensitivity",
        Vocabulary.BIOMETRICS: "FNMR",
        Vocabulary.SPEAKER: "P_miss",
    },
}


def in_vocabulary(curve: Curve, vocabulary: Vocabulary) -> Curve:
    """Return a curve whose axes and lines are named as a vocabulary does.

    Parameters
    ----------
    curve
        As declared, in the machine-learning vocabulary.
    vocabulary
        The vocabulary; names that it does not change stay.

    Returns
    -------
    Curve
    """
    series = tuple(
        replace(item, name=_SERIES.get(item.name, {}).get(vocabulary, item.name))
        for item in curve.series
    )
    return replace(
        curve,
        x_axis=_axis(curve.x_axis, vocabulary),
        y_axis=_axis(curve.y_axis, vocabulary),
        series=series,
    )


def _axis(axis: Axis, vocabulary: Vocabulary) -> Axis:
    known = _TITLES.get(axis.title.partition(" (")[0], {})
    return replace(axis, title=known.get(vocabulary, axis.title))
