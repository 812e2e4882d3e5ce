"""What the words at the sides of a confusion matrix mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalgui.io.meaning.labels import classes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning.roles import MatrixRows

_ACTUAL_WORDS = frozenset(
    {"actual", "true", "truth", "reference", "observed", "obs", "gold", "target", "expected"}
)
_PREDICTED_WORDS = frozenset(
    {"predicted", "prediction", "predictions", "pred", "called", "call", "estimated", "assigned"}
)
_TOTAL = re.compile(
    r"(?:(?:row|column|col|grand|sub)[ -]?)?(?:totals?|sums?|all|margins?|gesamt|summe|somme|Σ)\W*",
    re.IGNORECASE,
)
# What a test of a disease is called beside the words above.
_CONDITIONS = frozenset(
    {
        *("disease", "diseased", "healthy", "condition", "d", "diagnosis", "outcome", "status"),
        *("sick", "ill", "infection", "infected", "uninfected", "cancer", "tumor", "tumour"),
        *("malignant", "benign", "case", "cases", "control", "controls", "biopsy", "histology"),
        *("pathology", "krank", "gesund", "malade", "sain", "standard", "abnormal", "normal"),
        *_ACTUAL_WORDS,
    }
)
_TESTS = frozenset(
    {
        *("test", "tests", "tested", "t", "index", "assay", "screen", "screening", "result"),
        *("marker", "biomarker", "scan", "imaging", "model", "classifier", "algorithm"),
        *_PREDICTED_WORDS,
    }
)
_YES = frozenset({"+", "positive", "pos", "present", "yes", "positiv", "positif", "1", "ja", "oui"})
_NO = frozenset(
    {
        *("-", "negative", "neg", "absent", "no", "not", "without", "negativ", "negatif", "0"),
        *("nein", "non", "free", "kein", "keine", "sans"),
    }
)
_PARTS = re.compile(r"[^\W_]+|[+-](?!\w)")
_MINUS = str.maketrans("\u2212\u2013\uff0b\uff0d", "--+-")
_LONGEST = 1_000


def axes_in(text: str) -> list[MatrixRows]:
    r"""Return which sides the words of a cell name, in their order.

    Examples
    --------
    >>> axes_in("true \\\\ predicted"), axes_in("healthy")
    (['actual', 'predicted'], [])
    """
    found: dict[MatrixRows, None] = {}
    for word in re.split(r"[\W_]+", text.casefold()):
        if word in _ACTUAL_WORDS:
            found["actual"] = None
        elif word in _PREDICTED_WORDS:
            found["predicted"] = None
    return list(found)


def axes_of_corner(text: str) -> list[MatrixRows]:
    """Return which sides the corner of a matrix names: that of the rows first.

    Examples
    --------
    >>> axes_of_corner("test / disease"), axes_of_corner("truth"), axes_of_corner("test set")
    (['predicted', 'actual'], ['actual'], [])
    """
    found: dict[MatrixRows, None] = {}
    for word in _words(text):
        if word in _CONDITIONS:
            found["actual"] = None
        elif word in _TESTS:
            found["predicted"] = None
    return axes_in(text) or (list(found) if len(found) > 1 else [])


def other_axis(axis: MatrixRows | None) -> MatrixRows | None:
    """Return the other side; None for none."""
    others: dict[MatrixRows, MatrixRows] = {"actual": "predicted", "predicted": "actual"}
    return None if axis is None else others[axis]


def is_total(name: str) -> bool:
    """Return whether a name at the side of a matrix is that of totals.

    Examples
    --------
    >>> [is_total(name) for name in ("Total", "Row total:", "total loss")]
    [True, True, False]
    """
    return _TOTAL.fullmatch(name[:_LONGEST].strip()) is not None


def side_of_test(names: Sequence[str]) -> MatrixRows | None:
    """Return what some names speak of: the disease ("actual"), or the test of it ("predicted").

    Examples
    --------
    >>> side_of_test(["disease +", "disease -"]), side_of_test(["T+", "T-"]), side_of_test(["+"])
    ('actual', 'predicted', None)
    """
    words = {word for name in names for word in _words(name)}
    is_condition, is_test = bool(words & _CONDITIONS), bool(words & _TESTS)
    if is_condition == is_test:
        return None
    return "actual" if is_condition else "predicted"


def names_a_side(text: str) -> bool:
    """Return whether a cell above the classes says only what they are classes of."""
    words = set(_words(text))
    return side_of_test([text]) is not None and words.isdisjoint(_YES | _NO)


def positive_of_two(names: Sequence[str]) -> int | None:
    """Return which of two results is the positive one by its words; None if that is unclear.

    Examples
    --------
    >>> positive_of_two(["test -", "test +"]), positive_of_two(["no disease", "disease"])
    (1, 1)
    >>> positive_of_two(["diseased", "healthy"]), positive_of_two(["left", "right"])
    (0, None)
    """
    signs = []
    for name in names:
        words = set(_words(name))
        is_yes, is_no = bool(words & _YES), bool(words & _NO)
        signs.append(int(is_yes) - int(is_no))
    if sorted(signs) == [-1, 1]:
        return signs.index(1)
    if sorted(signs) == [-1, 0]:
        # "disease" beside "no disease": but for the negation they are the same.
        bare = [set(_words(name)) - _NO for name in names]
        return signs.index(0) if bare[0] == bare[1] else None
    return classes_of(dict.fromkeys(names, 1)).positive() if signs == [0, 0] else None


def _words(text: str) -> list[str]:
    return _PARTS.findall(text[:_LONGEST].casefold().translate(_MINUS))
