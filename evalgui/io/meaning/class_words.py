"""What the names of classes mean in plain words: which is the positive one, which is none.

Beside the words of the formats (`evalgui.io.meaning.labels`), whose meaning is fixed, these are
words that people use for diagnoses, outcomes and answers in some languages.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from evalgui.io.meaning.evidence.words import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_WORD = 200  # characters
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


@cache
def plain_words(*sections: str) -> frozenset[str]:
    """Return the words of some sections as `plain_word` makes them."""
    return frozenset(plain_word(word) for section in sections for word in words_of(section))


_PAIRS = (("t", "f"), ("p", "n"), ("m", "b"), ("v", "f"))
_NINES = re.compile(r"-?9{1,6}(?:\.0*)?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}(?:\.0*)?")


@cache
def of_patients() -> frozenset[str]:
    """Return the words for what becomes of patients, or what they have."""
    own = plain_words("patients_positive", "patients_negative")
    return own | {"diseased", "disease", "healthy"}


@cache
def _positive() -> frozenset[str]:
    """Return the words for what is looked for whose meaning no format fixes."""
    yes = plain_words("yes") - words_of("formats_positive")
    return plain_words("patients_positive", "positive") | yes


@cache
def _negative() -> frozenset[str]:
    """Return the contrary of these."""
    no = plain_words("no") - words_of("formats_negative")
    return plain_words("patients_negative", "negative") | no


@cache
def well() -> frozenset[str]:
    """Return names of columns whose yes says that all is well: it is seldom looked for."""
    return (_negative() - plain_words("no")) | plain_words("well")


def sign_of_formats(word: str) -> bool | None:
    """Return whether a word is one that formats use for a positive class; None for no such word.

    Examples
    --------
    >>> sign_of_formats("genuine"), sign_of_formats("nonmated"), sign_of_formats("cat")
    (True, False, None)
    """
    if word in words_of("formats_positive"):
        return True
    return False if word in words_of("formats_negative") else None


def positive_of(names: Sequence[str]) -> int:
    """Return the class that is positive by what the names mean; -1 if that is unclear.

    Parameters
    ----------
    names
        The classes, folded in case, without hyphens.

    Examples
    --------
    >>> positive_of(["alive", "dead"]), positive_of(["relapse", "no relapse"])
    (1, 0)
    >>> positive_of(["survivor", "non-survivor"]), positive_of(["Herzinsuffizienz", "keine"])
    (1, 0)
    >>> positive_of(["D-", "D+"]), positive_of(["cat", "dog"])
    (1, -1)
    """
    words = [plain_word(name) for name in names]
    negative = words_of("formats_negative") | _negative()
    if len(words) == 2:
        for place, word in enumerate(words):
            other = words[1 - place]
            is_signed = word[-1:] + other[-1:] == "+-" and word[:-1] == other[:-1]
            if is_signed or (word, other) in _PAIRS:
                return place
            if _negates(words[1 - place], word):  # what is not healthy is what is looked for
                is_well = word in negative
                return -1 if word in plain_words("either") else 1 - place if is_well else place
    nothing = [place for place, word in enumerate(words) if word in plain_words("nothing")]
    if len(words) == 2 and len(nothing) == 1:
        return 1 - nothing[0]
    positive = words_of("formats_positive") | _positive()
    own = [place for place, word in enumerate(words) if word in positive]
    n_negative = sum(word in negative for word in words)
    return own[0] if len(own) == 1 and n_negative == len(words) - 1 > 0 else -1


def is_of_patients(name: str) -> bool:
    """Return whether a name is what becomes of patients, or what they have."""
    return plain_word(name) in of_patients()


def sign_of_patients(name: str) -> bool | None:
    """Return whether a name is a positive class of patients, or a negative one; None for neither.

    Examples
    --------
    >>> sign_of_patients("Malignant"), sign_of_patients("gesund"), sign_of_patients("yes")
    (True, False, None)
    """
    word = plain_word(name)
    word = word if word in of_patients() else word.removesuffix("s")
    if word not in of_patients():
        return None
    return word not in plain_words("patients_negative") and word != "healthy"


def is_positive(name: str) -> bool:
    """Return whether a name means the positive class wherever it stands."""
    return plain_word(name) in _positive()


def is_yes_or_no(names: Sequence[str]) -> bool:
    """Return whether two classes are answers to what their column asks, such as 1 and 0."""
    words = {plain_word(name) for name in names}
    return len(words) == 2 and words <= plain_words("yes", "no")


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
    words = [name for name in names if " ".join(name.casefold().split()) in words_of("unknown")]
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
        *(_GAP.sub("", prefix) + bare for prefix in (*words_of("not"), "un")),
        *(bare + end for end in words_of("free")),
    )
    return len(bare) > 1 and own in negations
