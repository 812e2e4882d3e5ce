"""Which columns say by their names how many each row stands for, or how much it weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.meaning.column_names import has_word, is_called, plain_name
from evalgui.io.meaning.evidence.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_WT, _LEAST_AFTER_WT = "wt", 3  # WTMEC2YR, but not the gene WT1
_LIGHTEST, _HEAVIEST = 20, 400  # people, in kilograms and in pounds; of counts, some are small


def is_frequency_name(name: str) -> bool:
    """Return whether a column of this name may say how many each row stands for.

    Examples
    --------
    >>> [is_frequency_name(name) for name in ("Freq", "sample_weight", "N", "cell count")]
    [True, True, True, False]
    """
    return is_called(name, "frequency_name") or is_weight_name(name)


def is_weight_name(name: str) -> bool:
    """Return whether this is the name of weights, of rows or of bodies, but of no other things.

    Examples
    --------
    >>> [is_weight_name(name) for name in ("PWEIGHT", "fnlwgt", "weight", "WTMEC2YR", "Poids")]
    [True, True, True, True, True]
    >>> [is_weight_name(name) for name in ("birth weight", "weight (kg)", "weighted_score", "WT1")]
    [False, False, False, False]
    """
    plain = plain_name(name)
    words = plain.split("_")
    if plain in words_of("weight_name"):
        return True
    parts = [_before_weight(word) for word in words]
    is_weight = any(part is not None for part in parts)
    return is_weight and words_of("weight_of_things").isdisjoint({*words, *filter(None, parts)})


def weighs_rows(name: str) -> bool:
    """Return whether this is the name of weights of rows, which nobody gives to those of bodies.

    Examples
    --------
    >>> [weighs_rows(name) for name in ("pw", "sampweight", "survey wt", "weight", "Gewicht")]
    [True, True, True, False, False]
    """
    if not is_weight_name(name):
        return False
    plain = plain_name(name)
    words = set(plain.split("_"))
    parts = set(filter(None, map(_before_weight, words)))
    of_rows = words_of("weight_of_rows")
    is_said = bool(words & (of_rows | words_of("weighting_word")))
    is_said = is_said or bool(parts & (of_rows | words_of("part_of_rows")))
    is_wt = any(word.startswith(_WT) for word in words - {_WT})
    return is_said or is_wt or plain in words_of("weight_name")


def may_weigh_bodies(name: str, others: Iterable[str], least: float, most: float) -> bool:
    """Return whether weights may be those of people: by their name, others, and their numbers.

    Parameters
    ----------
    name
        Their name.
    others
        Those of the columns beside them: heights stand beside the weights of bodies.
    least, most
        The smallest and the largest of the numbers.

    Examples
    --------
    >>> may_weigh_bodies("weight", ["age"], 48, 112), may_weigh_bodies("weight", ["age"], 1, 30)
    (True, False)
    >>> may_weigh_bodies("weight", ["Height"], 3, 19), may_weigh_bodies("pw", ["Height"], 48, 112)
    (True, False)
    """
    if not is_weight_name(name) or weighs_rows(name):
        return False
    if least >= _LIGHTEST and most <= _HEAVIEST:
        return True
    return any(has_word(other, "body_word") for other in others)


def _before_weight(word: str) -> str | None:
    """Return what stands before "weight" in a word; None where it does not speak of weights."""
    if word in words_of("weight_word") or word in words_of("weighting_word"):
        return ""
    bare = word.rstrip("0123456789")
    ending = max(filter(bare.endswith, words_of("weight_ending")), key=len, default="")
    if ending and bare != ending:
        return bare.removesuffix(ending)
    is_wt = bare.startswith(_WT) and len(bare) >= len(_WT) + _LEAST_AFTER_WT
    return "" if is_wt else None
