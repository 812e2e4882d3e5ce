"""What the words at the sides of a confusion matrix mean."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from evalgui.io.meaning.class_words import of_patients, plain_word, plain_words
from evalgui.io.meaning.evidence.words import groups_of, words_of
from evalgui.io.meaning.labels import classes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning.roles import MatrixRows

_COUNT_WORD = re.compile(r"number|count|num|no|of|n")
_PARTS = re.compile(r"[^\W_]+|[+-](?!\w)")
_MINUS = str.maketrans("\u2212\u2013\uff0b\uff0d", "--+-")
_LONGEST = 1_000


@cache
def _conditions() -> frozenset[str]:
    """Return what a test is for, in words of an actual side, too."""
    return words_of("condition_side") | words_of("actual_side") | of_patients()


@cache
def _tests() -> frozenset[str]:
    """Return what a test is called, and what it answers."""
    return words_of("test_side") | words_of("predicted_side") | _answers()


@cache
def _answers() -> frozenset[str]:
    return words_of("accepted") | words_of("rejected")


@cache
def _yes() -> frozenset[str]:
    """Return the words for yes; a letter may as well name what is counted."""
    words = plain_words("yes")
    return words_of("accepted") | set(filter(_is_more_than_a_letter, words))


def _is_more_than_a_letter(word: str) -> bool:
    return len(word) > 1 or not (word.isascii() and word.isalpha())


@cache
def _no() -> frozenset[str]:
    """Return the words for no, and those before what is not there."""
    words = set(filter(_is_more_than_a_letter, plain_words("no")))
    return words_of("rejected") | words_of("not") | words | {"free"}


def axes_in(text: str) -> list[MatrixRows]:
    r"""Return which sides the words of a cell name, in their order.

    Examples
    --------
    >>> axes_in("true \\\\ predicted"), axes_in("healthy")
    (['actual', 'predicted'], [])
    """
    found: dict[MatrixRows, None] = {}
    for word in re.split(r"[\W_]+", text.casefold()):
        if word in words_of("actual_side"):
            found["actual"] = None
        elif word in words_of("predicted_side"):
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
        if word in _conditions():
            found["actual"] = None
        elif word in _tests():
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
    word = name[:_LONGEST].strip().casefold()
    word = word[: next((n for n in range(len(word), 0, -1) if word[n - 1].isalnum()), 0)]
    before = max((one for one in words_of("total", "before") if word.startswith(one)), default="")
    words = words_of("total")
    return word in words or word.removeprefix(before).lstrip(" -") in words


def side_of_test(names: Sequence[str]) -> MatrixRows | None:
    """Return what some names speak of: the disease ("actual"), or the test of it ("predicted").

    Examples
    --------
    >>> side_of_test(["disease +", "disease -"]), side_of_test(["T+", "T-"]), side_of_test(["+"])
    ('actual', 'predicted', None)
    """
    words = {word for name in names for word in _words(name)}
    is_condition, is_test = bool(words & _conditions()), bool(words & _tests())
    if is_condition == is_test:
        return None
    return "actual" if is_condition else "predicted"


def names_a_side(text: str) -> bool:
    """Return whether a cell above the classes says only what they are classes of."""
    words = set(_words(text))
    return side_of_test([text]) is not None and words.isdisjoint(_yes() | _no())


def positive_of_two(names: Sequence[str]) -> int | None:
    """Return which of two results is the positive one by its words; None if that is unclear.

    Examples
    --------
    >>> positive_of_two(["test -", "test +"]), positive_of_two(["no disease", "disease"])
    (1, 1)
    >>> positive_of_two(["malignant", "benign"]), positive_of_two(["left", "right"])
    (0, None)
    """
    signs = []
    for name in names:
        words = set(_words(name))
        is_yes, is_no = bool(words & _yes()), bool(words & _no())
        signs.append(int(is_yes) - int(is_no))
    if sorted(signs) == [-1, 1]:
        return signs.index(1)
    if sorted(signs) == [-1, 0]:
        # "disease" beside "no disease": but for the negation they are the same.
        bare = [set(_words(name)) - _no() for name in names]
        return signs.index(0) if bare[0] == bare[1] else None
    if signs != [0, 0]:
        return None
    found = classes_of(dict.fromkeys(names, 1))  # in an order of its own
    place = found.positive()
    return None if place is None else [found.of_text[name] for name in names].index(place)


def named_count(text: str) -> str:
    """Return which of the four counts a text names, "" for none.

    Examples
    --------
    >>> [named_count(text) for text in ("TP", "Number of false negatives", "Vrais négatifs", "n")]
    ['tp', 'fn', 'tn', '']
    """
    words = [plain_word(word) for word in re.split(r"[\W_]+", text[:_LONGEST])]
    words = [word for word in words if not _COUNT_WORD.fullmatch(word.removesuffix("s"))]
    singular = "".join(word.removesuffix("s") for word in words)
    names = groups_of("four_counts")
    return names.get("".join(words)) or names.get(singular, "")


def _words(text: str) -> list[str]:
    return [plain_word(part) for part in _PARTS.findall(text[:_LONGEST].translate(_MINUS))]
