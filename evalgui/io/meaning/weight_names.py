"""Which columns say by their names how many each row stands for, or how much it weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.meaning.column_names import has_word, plain_name
from evalgui.io.meaning.evidence.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_WT, _LEAST_AFTER_WT = "wt", 3  # WTMEC2YR, but not the gene WT1
_LIGHTEST, _HEAVIEST = 20, 400  # people, in kilograms and in pounds; of counts, some are small


def counting_name(name: str) -> str:
    """Return how a name says that a column counts rows: "frequency", "of_rows", "weight", or "".

    Weights of rows are those that survey takers and programs call so; any other "weight" may be
    that of bodies, but the weights of other things are none at all.

    Examples
    --------
    >>> [counting_name(name) for name in ("Freq", "N", "cell count", "pw", "survey wt", "WTMEC2YR")]
    ['frequency', 'frequency', '', 'of_rows', 'of_rows', 'of_rows']
    >>> [counting_name(name) for name in ("weight", "Poids", "birth weight", "weight (kg)", "WT1")]
    ['weight', 'weight', '', '', '']
    """
    plain = plain_name(name)
    if plain in words_of("frequency_name"):
        return "frequency"
    if plain in words_of("weight_name"):
        return "of_rows"
    words = set(plain.split("_"))
    parts = {word: _before_weight(word) for word in words}
    before = {part for part in parts.values() if part is not None}
    if not before or words_of("weight_of_things") & (words | before):
        return ""
    of_rows = words_of("weight_of_rows")
    is_said = bool(words & (of_rows | words_of("weighting_word")))
    is_said = is_said or bool(before & (of_rows | words_of("part_of_rows")))
    is_wt = any(word.startswith(_WT) for word in words - {_WT})
    return "of_rows" if is_said or is_wt else "weight"


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
    if counting_name(name) != "weight":
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
