"""What the names of columns say about their meaning."""

from __future__ import annotations

import re

TRUTH_NAMES = (
    *("truth", "y_true", "true_label", "true_class", "ground_truth", "actual_class"),
    *("actual", "true", "gold", "gt", "label", "labels", "class", "target", "y", "key"),
    *("diagnosis", "disease", "reference", "condition", "comparison", "outcome", "status"),
    *("obs", "observed"),
    *("is_positive", "is_genuine", "genuine", "is_match", "mated", "is_target"),
)
"""Names of the column with the true class, the most telling first."""

PREDICTED_NAMES = (
    *("predicted", "y_pred", "pred", "prediction", "predicted_label", "predicted_class"),
    *("pred_label", "pred_class", "call", "called", "decision", "response", "yhat", "y_hat"),
)
"""Names of the column with the class that was predicted, the most telling first."""

ID_NAMES = frozenset(
    {
        *("id", "ids", "index", "idx", "row", "row_name", "unnamed_0", "no", "nr", "number"),
        *("sample", "sample_id", "instance", "point", "subject", "subject_id", "patient"),
        *("patient_id", "case_id", "record", "record_id", "uid", "uuid", "name", "file"),
        *("fold", "seed", "year", "date", "time", "timestamp"),
    }
)
"""Names of columns that tell rows apart, and are never a score."""

_SCORE_WORDS = frozenset(
    {
        *("score", "scores", "prob", "probs", "probability", "proba", "llr", "lr", "logit"),
        *("similarity", "distance", "dist", "dissimilarity", "confidence", "marker", "risk"),
        *("posterior", "likelihood", "ratio", "pred", "prediction", "predicted", "p"),
    }
)
_DISTANCE_WORDS = frozenset({"distance", "dist", "distances", "dissimilarity"})


def plain_name(name: str) -> str:
    """Return a name in lower case, its words joined by underscores.

    Examples
    --------
    >>> [plain_name(name) for name in ("Y True", " predicted-label", "trueClass", "LLR")]
    ['y_true', 'predicted_label', 'true_class', 'llr']
    """
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\W_]+", "_", parted).strip("_").casefold()


def is_score_name(name: str) -> bool:
    """Return whether a word of this name speaks of a score."""
    words = plain_name(name).split("_")
    return not _SCORE_WORDS.isdisjoint(words) or plain_name(name) in {"y_score", "y_prob"}


def is_distance_name(name: str) -> bool:
    """Return whether this name speaks of a score that is lower where two things match."""
    return not _DISTANCE_WORDS.isdisjoint(plain_name(name).split("_"))


def is_id_name(name: str) -> bool:
    """Return whether this is the name of a column that tells rows apart."""
    plain = plain_name(name)
    return plain in ID_NAMES or plain.endswith("_id")


def is_known_name(name: str) -> bool:
    """Return whether this text is the name of a column rather than a cell."""
    plain = plain_name(name)
    if len(plain) == 1:
        # A letter is as often a label.
        return False
    is_listed = plain in TRUTH_NAMES or plain in PREDICTED_NAMES
    return is_listed or is_id_name(name) or is_score_name(name)
