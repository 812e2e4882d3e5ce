"""Of which field some data are, by the names of their classes and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.dataset import YOUDEN
from evalgui.io.meaning.class_words import is_of_patients, plain_word, plain_words
from evalgui.io.meaning.column_names import is_age_name, is_called, plain_name
from evalgui.io.meaning.evidence.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_EER = "eer"


def are_of_comparisons(names: Sequence[str]) -> bool:
    """Return whether one of some classes is that of impostors, by its name.

    Examples
    --------
    >>> are_of_comparisons(["genuine", "Impostor"]), are_of_comparisons(["cat", "dog"])
    (True, False)
    """
    return any(is_called(name, "impostor") for name in names)


def are_of_attacks(names: Sequence[str]) -> bool:
    """Return whether one of some classes is that of attacks, or of bona fide presentations.

    Examples
    --------
    >>> are_of_attacks(["real", "Attack"]), are_of_attacks(["genuine", "impostor"])
    (True, False)
    """
    is_attack = any(is_called(name, "attack_class") for name in names)
    return is_attack or any(plain_name(name) in {"bonafide", "bona_fide"} for name in names)


def bona_fide_of(names: Sequence[str]) -> int | None:
    """Return the index of the class of bona fide presentations, where names say which it is.

    Examples
    --------
    >>> bona_fide_of(["spoof", "live"]), bona_fide_of(["0", "1"]), bona_fide_of(["0", "attack"])
    (1, None, 0)
    """
    found = [place for place, name in enumerate(names) if is_called(name, "bona_fide")]
    if len(found) == 1:
        return found[0]
    others = [place for place, name in enumerate(names) if not is_called(name, "attack_class")]
    return others[0] if len(others) == 1 and len(names) > 1 else None


def start_rule(names: Sequence[str]) -> str:
    """Return the id of the rule that chooses where a threshold between some classes starts.

    The equal error rate where two classes are those of comparisons, as biometrics tells it first.

    Examples
    --------
    >>> start_rule(["genuine", "impostor"]), start_rule(["benign", "malignant"])
    ('eer', 'youden')
    """
    return _EER if len(names) == 2 and are_of_comparisons(names) else YOUDEN


def are_of_patients(names: Sequence[str], truth: str = "", columns: Sequence[str] = ()) -> bool:
    """Return whether some classes are what becomes of patients, or what they have.

    One of them says so, or the column of the truth is that of an illness. Where the classes say
    no more than yes and no, columns with patients do, too, or with age and sex, unless a name
    speaks of another field: such columns stand in data about customers as well.

    Parameters
    ----------
    names
        Of the classes.
    truth
        The name of the column that they came from; "" where it is not known.
    columns
        The names of all columns.

    Examples
    --------
    >>> are_of_patients(["benign", "Malignant"]), are_of_patients(["cat", "dog"])
    (True, False)
    >>> are_of_patients(["ja", "nein"], "Erkrankung"), are_of_patients(["0", "1"], "y")
    (True, False)
    >>> are_of_patients(["0", "1"], "y", ["age", "sex"])
    True
    >>> are_of_patients(["0", "1"], "churn", ["age", "sex"])
    False
    """
    if any(map(is_of_patients, names)):
        return True
    is_elsewhere = not words_of("elsewhere").isdisjoint(_words((*names, truth, *columns)))
    if are_of_comparisons(names) or is_elsewhere:
        return False
    if any(map(_is_of_illness, _words((truth,)))):
        return True
    say_little = all(plain_word(name) in plain_words("yes", "no") for name in names)
    return say_little and _are_about_patients(columns)


def _words(names: Iterable[str]) -> set[str]:
    """Return the words of some names in small letters, without accents."""
    return {plain_word(word) for name in names for word in plain_name(name).split("_") if word}


def _is_of_illness(word: str) -> bool:
    ends = tuple(words_of("illness", "endings"))
    return word in words_of("illness") or is_of_patients(word) or word.endswith(ends)


def _are_about_patients(columns: Sequence[str]) -> bool:
    words = _words(columns)
    begins = tuple(words_of("patient", "beginnings"))
    if any(word in words_of("patient") or word.startswith(begins) for word in words):
        return True
    return not words.isdisjoint(words_of("sex")) and any(map(is_age_name, words))
