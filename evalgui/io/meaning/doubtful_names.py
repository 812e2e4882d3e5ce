"""Names of columns that are easily taken for the truth or the score, and are neither."""

from __future__ import annotations

from evalgui.io.meaning.column_names import plain_name
from evalgui.io.meaning.evidence.words import words_of

_OF_EITHER = words_of("prediction_or_outcome")
_COVARIATES = words_of("covariate")
_BESIDE_COVARIATES = words_of("beside_covariate")


def may_be_an_outcome(name: str) -> bool:
    """Return whether a column with the name of a prediction may as well hold what came true.

    Examples
    --------
    >>> [may_be_an_outcome(name) for name in ("response", "y_pred")]
    [True, False]
    """
    return plain_name(name) in _OF_EITHER


def is_covariate_name(name: str) -> bool:
    """Return whether a column says who somebody is or what was done, and not what came of it.

    Examples
    --------
    >>> names = ("sex", "Treatment arm", "smoking_status", "treatment_response", "diagnosis")
    >>> [is_covariate_name(name) for name in names]
    [True, True, True, False, False]
    """
    words = set(plain_name(name).split("_"))
    return not words.isdisjoint(_COVARIATES) and words <= _COVARIATES | _BESIDE_COVARIATES
