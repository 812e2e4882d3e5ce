"""What the name of a column says of the classes in it: which of 1 and 0 is the one looked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalgui.io.meaning.class_words import (
    is_yes_or_no,
    plain_word,
    plain_words,
    positive_of,
    well,
)
from evalgui.io.meaning.column_names import plain_name
from evalgui.io.meaning.evidence.words import weights_of, words_of
from evalgui.io.meaning.labels import sign_of_class

if TYPE_CHECKING:
    from collections.abc import Sequence

_LETTERS = 3  # from which on a word that says no says it behind others, too
_WORD = r"([^\W\d_]+)"


def is_of_the_negative(column: str) -> bool:
    """Return whether a yes in a column of this name is the class that is not looked for.

    Examples
    --------
    >>> names = ("healthy", "is_alive", "no relapse", "disease_free", "PCR negative", "spoof")
    >>> all(map(is_of_the_negative, names))
    True
    >>> any(map(is_of_the_negative, ("diseased", "not healthy", "case_control", "group")))
    False
    """
    parts = [plain_word(word) for word in re.split(r"[\W_]+", column)]
    parts = [word for word in parts if word and word not in words_of("asking")]
    name = "".join(parts)
    bare = [name.removeprefix(one) for one in plain_words("not") if name.startswith(one)]
    bare += [name.removesuffix(one) for one in words_of("free") if name.endswith(one)]
    signs = {sign_of_class(one) for one in bare}
    if False in signs or not well().isdisjoint(bare):  # who is not healthy is looked for
        return False
    if sign_of_class(name) is False or name in well() or True in signs:
        return True
    if not words_of("ill").isdisjoint(bare):
        return True
    if parts and parts[-1] in plain_words("no") and len(parts[-1]) >= _LETTERS:
        return True
    return len(parts) > 1 and parts[0] in plain_words("not")


def is_for_the_well(score: str, truth: str, positive: str, other: str) -> bool:
    """Return whether a score is named for the other class than the one that is looked for.

    Parameters
    ----------
    score
        The name of the score, such as "prob_no_relapse".
    truth
        The name of the truth.
    positive, other
        The two classes.

    Examples
    --------
    >>> is_for_the_well("prob_no_relapse", "relapse", "1", "0")
    True
    >>> is_for_the_well("survival_prob", "survived", "1", "0")
    False
    >>> is_for_the_well("benign_score", "biopsy", "malignant", "benign")
    True
    """
    ordinary = (words_of("beside_score") | weights_of("score").keys()) - plain_words("no", "not")
    parts = plain_name(score).split("_")
    parts = [part for part in parts if not (part in ordinary or part.isdigit())]
    if not parts or not is_of_the_negative("_".join(parts)):
        return False
    if is_yes_or_no([positive, other]):
        is_no = plain_word(positive) in plain_words("no")
        return is_of_the_negative(without_codes(truth)) == is_no
    return not is_of_the_negative(positive)


def positive_by_codes(column: str, names: Sequence[str]) -> int | None:
    """Return the class that is positive by what the name of a column says of its codes.

    Parameters
    ----------
    column
        The name, such as "disease (0 = yes, 1 = no)".
    names
        Two classes.

    Examples
    --------
    >>> positive_by_codes("disease (0=yes, 1=no)", ["0", "1"])
    0
    >>> positive_by_codes("benign=1/malignant=0", ["0", "1"])
    0
    >>> positive_by_codes("disease", ["0", "1"]) is None
    True
    """
    found = [_meaning_of(name, column) for name in names]
    if len(found) != 2 or not all(found):
        return None
    if is_yes_or_no(found) and is_of_the_negative(without_codes(column)):
        return None
    place = positive_of([plain_word(one) for one in found])
    return None if place < 0 else place


def without_codes(column: str) -> str:
    """Return the name of a column without what it says of its codes.

    Examples
    --------
    >>> without_codes("healthy (1 = yes, 0 = no)")
    'healthy'
    """
    return re.split(r"\d", column, maxsplit=1)[0].strip(" _(:;,-") or column


def _meaning_of(code: str, column: str) -> str:
    """Return the word that the name of a column gives for a code, "" for none."""
    if not code.isascii() or not code.isdigit():
        return ""
    column = re.sub(r"\s", "", column)
    ahead = re.search(rf"{_WORD}[=:]{code}(?!\d)", column)
    behind = re.search(rf"(?<!\d){code}[=:]?{_WORD}", column)
    found = ahead if behind is None else behind
    return "" if found is None else found[1].casefold()
