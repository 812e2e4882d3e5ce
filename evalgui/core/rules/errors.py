"""Rules about equal errors: each definition of the equal error rate, by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.biometrics.hull import hull_crossing
from evalgui.core.biometrics.other_equal_errors import fvc_error_rate, nearest_error_rate
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    NOT_CLINICAL,
    Find,
    Found,
    Rule,
    RuleFamily,
    Text,
    by_order,
    lacking,
    phrase,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.rules.declaring import Values
    from evalgui.core.score_table import Steps


def _of(definition: Callable[[Steps], tuple[float, tuple[int, ...]]]) -> Find:
    """Return the function of a rule: a definition gives the value, and the rows that reach it."""

    def find(steps: Steps, _values: Values) -> Found:
        reason = lacking(steps, BOTH_CLASSES)
        if reason:
            return Found(undefined=reason)
        value, rows = definition(steps)
        return Found(rows[0], value, np.array(sorted(rows), dtype=np.intp))

    return find


def _interpolated(steps: Steps) -> tuple[float, tuple[int, ...]]:
    found = equal_error_rate(steps)
    return found.value, (found.row,)


RULES = (
    Rule(
        "eer",
        "EER",
        phrase("The attainable threshold nearest to the crossing of both error rates"),
        RuleFamily.ERRORS,
        _of(_interpolated),
        of_what=phrase("interpolated equal error rate"),
        improves=by_order,
        is_share=True,
        has_button=True,
    ),
    Rule(
        "eer-rocch",
        Text("{EER} (ROCCH)"),
        Text(
            "The corner of the convex hull of the ROC curve that is nearest to where"
            " {false_positive_rate} and {false_negative_rate} cross on it; the value is optimistic"
            " in small sets"
        ),
        RuleFamily.ERRORS,
        _of(hull_crossing),
        of_what=phrase("equal error rate of the convex hull"),
        improves=by_order,
        is_share=True,
        foreign_to=NOT_CLINICAL,
    ),
    Rule(
        "eer-fvc",
        Text("{EER} (FVC)"),
        phrase(
            "The middle of the interval that attainable thresholds leave for equal errors, as in"
            " the fingerprint verification competitions"
        ),
        RuleFamily.ERRORS,
        _of(fvc_error_rate),
        of_what=phrase("middle of the interval of equal errors"),
        is_share=True,
        foreign_to=NOT_CLINICAL,
    ),
    Rule(
        "eer-nearest",
        Text("{EER} (nearest)"),
        Text(
            "The mean of {false_positive_rate} and {false_negative_rate} where they differ least;"
            " of ties the smallest"
        ),
        RuleFamily.ERRORS,
        _of(nearest_error_rate),
        of_what=phrase("mean error where both differ least"),
        is_share=True,
        foreign_to=NOT_CLINICAL,
    ),
)
