"""What the names of classes mean in plain words: which is the positive one, which is none.

Beside the words of the formats (`evalgui.io.meaning.labels`), whose meaning is fixed, these are
words that people use for diagnoses, outcomes and answers in some languages.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from evalgui.io.meaning.evidence.words import ordered_of, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP = re.compile(r"[\s_-]")
_BETWEEN = re.compile(r"(?<=\w)[\s_-](?=[^\W\d])")
_MINUS = str.maketrans("\u2212\u2013\uff0d", "---")


def plain_word(name: str) -> str:
    """Return a name without accents, gaps and a stop; one too long to be a word as it is."""
    if len(name) > _LONGEST_WORD:
        return name
    parts = unicodedata.normalize("NFKD", name.casefold().strip().translate(_MINUS))
    plain = "".join(mark for mark in parts if not unicodedata.combining(mark))
    return _BETWEEN.sub("", plain.rstrip(".") or plain)


def _words(section: str) -> frozenset[str]:
    """Return the words of a section as they are compared."""
    return frozenset(map(plain_word, words_of(section)))


_LONGEST_WORD = 200  # characters

YES = _words("yes")
"""Words that say that what is asked about is there, in some languages."""

NO = _words("no")
"""Words that say that what is asked about is not there."""

_OF_PATIENTS_POSITIVE = _words("patients_positive")
_OF_PATIENTS_NEGATIVE = _words("patients_negative")
OF_PATIENTS = _OF_PATIENTS_POSITIVE | _OF_PATIENTS_NEGATIVE | {"diseased", "disease", "healthy"}
"""Words for what becomes of patients, or what they have."""

_POSITIVE = _OF_PATIENTS_POSITIVE | _words("positive")
_POSITIVE |= YES - {"1", "+", "yes", "true", "pos", "positive"}
_NEGATIVE = _OF_PATIENTS_NEGATIVE | _words("negative")
_NEGATIVE |= NO - {"0", "-", "no", "false", "neg", "negative"}
# What is wished for: some assess who reaches it, and others who does not.
_OF_EITHER = _words("either")
WELL = (_NEGATIVE - NO) | _words("well")
"""Words of what is seldom looked for, as names of columns: a yes there says that all is well."""

_PAIRS = (("t", "f"), ("p", "n"), ("m", "b"), ("v", "f"))
NOT = ordered_of("not")
"""Words before what is not there."""

FREE = ordered_of("free")
"""Words behind what is not there."""

_UNKNOWN = words_of("unknown")
_NINES = re.compile(r"-?9{1,6}(?:\.0*)?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}(?:\.0*)?")


def positive_of(names: Sequence[str], positive: frozenset[str], negative: frozenset[str]) -> int:
    """Return the class that is positive by what the names mean; -1 if that is unclear.

    Parameters
    ----------
    names
        The classes, folded in case, without hyphens.
    positive, negative
        Words whose meaning is fixed, beside those of this module.

    Examples
    --------
    >>> positive_of(["alive", "dead"], frozenset(), frozenset())
    1
    >>> positive_of(["relapse", "no relapse"], frozenset(), frozenset())
    0
    >>> positive_of(["survivor", "non-survivor"], frozenset(), frozenset())
    1
    >>> positive_of(["Herzinsuffizienz", "keine"], frozenset(), frozenset())
    0
    >>> positive_of(["D-", "D+"], frozenset(), frozenset())
    1
    >>> positive_of(["cat", "dog"], frozenset(), frozenset())
    -1
    """
    words = [plain_word(name) for name in names]
    if len(words) == 2:
        for place, word in enumerate(words):
            other = words[1 - place]
            if (word, other) in _PAIRS or (
                word[-1:] + other[-1:] == "+-" and word[:-1] == other[:-1]
            ):
                return place
            if _negates(words[1 - place], word):  # what is not healthy is what is looked for
                is_well = word in negative or word in _NEGATIVE
                return -1 if word in _OF_EITHER else 1 - place if is_well else place
    nothing = [place for place, word in enumerate(words) if word in _nothing()]
    if len(words) == 2 and len(nothing) == 1:
        return 1 - nothing[0]
    own = [place for place, word in enumerate(words) if word in positive or word in _POSITIVE]
    n_negative = sum(word in negative or word in _NEGATIVE for word in words)
    return own[0] if len(own) == 1 and n_negative == len(words) - 1 > 0 else -1


@cache
def _nothing() -> frozenset[str]:
    """Return the classes that say that there is nothing, beside which the other is looked for."""
    return _words("nothing")


def is_of_patients(name: str) -> bool:
    """Return whether a name is what becomes of patients, or what they have."""
    return plain_word(name) in OF_PATIENTS


def sign_of_patients(name: str) -> bool | None:
    """Return whether a name is a positive class of patients, or a negative one; None for neither.

    Examples
    --------
    >>> sign_of_patients("Malignant"), sign_of_patients("gesund"), sign_of_patients("yes")
    (True, False, None)
    """
    word = plain_word(name)
    word = word if word in OF_PATIENTS else word.removesuffix("s")
    if word not in OF_PATIENTS:
        return None
    return word not in _OF_PATIENTS_NEGATIVE and word != "healthy"


def is_positive(name: str) -> bool:
    """Return whether a name means the positive class wherever it stands."""
    return plain_word(name) in _POSITIVE


def is_yes_or_no(names: Sequence[str]) -> bool:
    """Return whether two classes are answers to what their column asks, such as 1 and 0."""
    words = {plain_word(name) for name in names}
    return len(words) == 2 and words <= YES | NO | {"yes", "no", "true", "false"}


def may_be_missing(names: Sequence[str]) -> list[str]:
    """Return those of some classes that may stand for a label that is missing.

    Words such as "unknown" do, and numbers of nines beside whole numbers, unless they follow
    another class, as 9 does in 0 to 9; so does -1 beside 0 and 1.

    Examples
    --------
    >>> may_be_missing(["0", "1", "9"]), may_be_missing(["8", "9"]), may_be_missing(["a", "UNK"])
    (['9'], [], ['UNK'])
    >>> may_be_missing(["-1", "0", "1"]), may_be_missing(["-1", "1"])
    (['-1'], [])
    """
    words = [name for name in names if " ".join(name.casefold().split()) in _UNKNOWN]
    others = [name for name in names if name not in words]
    if not all(map(_WHOLE.fullmatch, others)):
        return words
    numbers = {name: int(float(name)) for name in others}
    known = set(numbers.values())
    nines = [
        name
        for name, number in numbers.items()
        if _NINES.fullmatch(name) and not {number - 1, number + 1} & known
    ]
    if known == {-1, 0, 1}:
        nines = [name for name, number in numbers.items() if number == -1]
    return [*words, *nines]


def _negates(word: str, other: str) -> bool:
    """Return whether a word says that something is not another: "no relapse", "tumour-free"."""
    own, bare = _GAP.sub("", word), _GAP.sub("", other)
    negations = (
        *(_GAP.sub("", prefix) + bare for prefix in (*NOT, "un")),
        *(bare + end for end in FREE),
    )
    return len(bare) > 1 and own in negations
