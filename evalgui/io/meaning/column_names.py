"""What the names of columns say about their meaning."""

from __future__ import annotations

import re
from functools import lru_cache

from evalgui.io.meaning.evidence.words import ordered_of, words_of
from evalgui.io.meaning.labels import NEGATIVE_WORDS, POSITIVE_WORDS, sign_of_class

LONGEST_NAME = 1_000
"""How many characters of the name of a column are shown and understood."""

TRUTH_NAMES = ordered_of("truth_name")
"""Names of the column with the true class, the most telling first."""

PREDICTED_NAMES = ordered_of("predicted_name")
"""Names of the column with the class that was predicted, the most telling first."""

_PREDICTED_WORDS = words_of("predicted_word")

ID_NAMES = words_of("id_name")
"""Names of columns that tell rows apart, and are never a score."""

_NUMBER_WORDS = words_of("number_word")
_NUMBERED_WORDS = words_of("numbered_word")
_DATE_WORDS = words_of("date_word")

_CLASS_WORDS = words_of("class_word")

_SCORE_WORDS = frozenset(
    {
        *("score", "scores", "prob", "probs", "probability", "proba", "llr", "lr", "logit"),
        *("similarity", "distance", "dist", "dissimilarity", "confidence", "marker", "risk"),
        *("posterior", "likelihood", "ratio", "pred", "prediction", "predicted", "p"),
    }
)
_DISTANCE_WORDS = words_of("distance_word")

_COUNT_WORDS = words_of("count_word")
_NO_COUNTED_WORDS = frozenset({"true", "false", "yes", "no"})  # or they are outcomes
_SIGNED_WORDS = frozenset({"d", "disease", "condition", "gs", "goldstandard", "reference", "truth"})
_MINUS = str.maketrans("\u2212\u2013", "--")
_LOW_WORDS = frozenset({"low", "lower", "left", "start", "min", "from"})
_HIGH_WORDS = frozenset({"high", "upper", "right", "end", "stop", "max", "to"})
_BIN_WORDS = frozenset({"bin", "edge", "bound", "bucket", "interval"})


MODEL_NAMES = words_of("model_name")
"""Names of a column that tells the results of several models or readers apart."""

OCCASION_NAMES = words_of("occasion_name")
"""Names of a column that tells several rows of one subject apart: what was looked at, or when."""

_AGE_WORDS = words_of("age_word")
_WORDS_OF_AGES = words_of("beside_age")
_YEAR_NAMES = words_of("year_name")
_ENTITY_NAMES = words_of("entity_name")


def is_entity_name(name: str) -> bool:
    """Return whether this is the name of a column with one id for each subject or sample.

    Examples
    --------
    >>> [is_entity_name(name) for name in ("Patient ID", "sample", "fold", "model_id", "date")]
    [True, True, False, False, False]
    """
    plain = plain_name(name)
    if plain in MODEL_NAMES:
        return False
    return plain in _ENTITY_NAMES or plain.endswith("_id")


def plain_name(name: str) -> str:
    """Return a name in lower case, its words joined by underscores.

    Examples
    --------
    >>> [plain_name(name) for name in ("Y True", " predicted-label", "trueClass", "LLR")]
    ['y_true', 'predicted_label', 'true_class', 'llr']
    """
    # A name that is longer is none of the words that are known, whatever it is.
    return "" if len(name) > LONGEST_NAME else _plain(name)


@lru_cache(maxsize=1 << 16)
def _plain(name: str) -> str:
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\W_]+", "_", parted).strip("_").casefold()


def is_score_name(name: str) -> bool:
    """Return whether a word of this name speaks of a score."""
    words = plain_name(name).split("_")
    return not _SCORE_WORDS.isdisjoint(words) or plain_name(name) in {"y_score", "y_prob"}


def is_predicted_name(name: str) -> bool:
    """Return whether a word of this name speaks of what was predicted.

    Examples
    --------
    >>> [is_predicted_name(name) for name in ("y_hat", "Predicted diagnosis", "score", "predator")]
    [True, True, False, False]
    """
    plain = plain_name(name)
    return plain in PREDICTED_NAMES or not _PREDICTED_WORDS.isdisjoint(plain.split("_"))


def is_age_name(name: str) -> bool:
    """Return whether a column holds ages or years by its name, and says nothing else.

    Examples
    --------
    >>> [is_age_name(name) for name in ("Alter (Jahre)", "age_at_diagnosis", "Year of birth")]
    [True, True, True]
    >>> [is_age_name(name) for name in ("gestational age", "pack years", "CRP")]
    [False, False, False]
    """
    words = set(plain_name(name).split("_"))
    is_age = not words.isdisjoint(_AGE_WORDS) and words <= _AGE_WORDS | _WORDS_OF_AGES
    return is_age or plain_name(name) in _YEAR_NAMES


def is_distance_name(name: str) -> bool:
    """Return whether this name speaks of a score that is lower where two things match."""
    return not _DISTANCE_WORDS.isdisjoint(plain_name(name).split("_"))


def is_id_name(name: str) -> bool:
    """Return whether this is the name of a column that tells rows apart.

    Examples
    --------
    >>> [is_id_name(name) for name in ("Case no.", "Telefonnummer", "date of visit", "CRP")]
    [True, True, True, False]
    """
    plain = plain_name(name)
    if plain in ID_NAMES or plain.endswith(("_id", "nummer")):
        return True
    first, *_, last = words if len(words := plain.split("_")) > 1 else (plain, plain)
    is_numbered = last in _NUMBER_WORDS and first in _NUMBERED_WORDS
    return is_numbered or not _DATE_WORDS.isdisjoint({first, last})


def is_known_name(name: str) -> bool:
    """Return whether this text is the name of a column rather than a cell."""
    plain = plain_name(name)
    if len(plain) == 1:
        # A letter is as often a label.
        return False
    is_listed = plain in TRUTH_NAMES or plain in PREDICTED_NAMES
    return is_listed or is_id_name(name) or is_score_name(name)


def is_class_name(name: str) -> bool:
    """Return whether a word of this name speaks of classes, as that of ``class_id`` does."""
    return not _CLASS_WORDS.isdisjoint(plain_name(name).split("_"))


def is_count_name(name: str) -> bool:
    """Return whether a column counts something by its name, or is called as a class is.

    Examples
    --------
    >>> [is_count_name(name) for name in ("n", "Hit count", "frequency", "impostors", "age")]
    [True, True, True, True, False]
    """
    words = plain_name(name).split("_")
    is_class = any(
        {word, word.removesuffix("s")} & (POSITIVE_WORDS | NEGATIVE_WORDS) for word in words
    )
    return is_class or not _COUNT_WORDS.isdisjoint({*words, *(w.removesuffix("s") for w in words)})


def counted_class(name: str) -> tuple[bool, str] | None:
    """Return which class a column counts by its name, and whether that is the positive one.

    Examples
    --------
    >>> counted_class("n_positive"), counted_class("Non-target count"), counted_class("nNeg")
    ((True, 'positive'), (False, 'nontarget'), (False, 'neg'))
    >>> counted_class("impostors"), counted_class("impostor"), counted_class("n_rows")
    ((False, 'impostor'), None, None)
    """
    words = plain_name(name).split("_")
    rest = "".join(word for word in words if word not in _COUNT_WORDS)
    is_marked = any(word in _COUNT_WORDS for word in words)
    candidates = [rest] if is_marked else []
    if rest.endswith("s"):
        candidates.append(rest[:-1])
    if rest.startswith("n"):
        candidates.append(rest[1:])
    for word in candidates:
        if word in _NO_COUNTED_WORDS or not word.isalpha():
            continue
        if word in POSITIVE_WORDS or word in NEGATIVE_WORDS:
            return word in POSITIVE_WORDS, word
    return None


def named_class(name: str) -> tuple[bool, str] | None:
    """Return which class a column is called after, and whether that is the positive one.

    Such a column may count the class as well as hold a probability or an outcome. It counts
    one where another counts its opposite.

    Examples
    --------
    >>> named_class("Genuine"), named_class("disease -"), named_class("score")
    ((True, 'Genuine'), (False, 'disease -'), None)
    """
    counted = counted_class(name)
    if counted is not None:
        return counted
    word = "".join(plain_name(name).split("_"))
    mark = name.strip()[-1:].translate(_MINUS)
    if mark in {"+", "-"} and {word} & (POSITIVE_WORDS | _SIGNED_WORDS):
        return mark == "+", name.strip()
    if word in _NO_COUNTED_WORDS or not word.isalpha():
        return None
    if word in POSITIVE_WORDS or word in NEGATIVE_WORDS:
        return word in POSITIVE_WORDS, name.strip()
    own = _without_counts(name)
    sign = None if own in POSITIVE_WORDS | NEGATIVE_WORDS else sign_of_class(own)
    return None if sign is None else (sign, name.strip())


def _without_counts(name: str) -> str:
    """Return the words of a name but those that say that something is counted."""
    return "_".join(word for word in plain_name(name).split("_") if word not in _COUNT_WORDS)


def edge_of_bin(name: str) -> str:
    """Return "low" or "high" where a column is that edge of a bin by its name, else "".

    Examples
    --------
    >>> [edge_of_bin(name) for name in ("bin_low", "Upper edge", "binRight", "low", "bin")]
    ['low', 'high', 'high', '', '']
    """
    words = set(plain_name(name).split("_"))
    if words.isdisjoint(_BIN_WORDS):
        return ""
    is_low, is_high = not words.isdisjoint(_LOW_WORDS), not words.isdisjoint(_HIGH_WORDS)
    return "" if is_low == is_high else ("low" if is_low else "high")


def counted_classes(n_positive: str, n_negative: str) -> tuple[str, str]:
    """Return what to call the classes that two columns count: what their names say.

    Examples
    --------
    >>> counted_classes("n_genuine", "impostor count"), counted_classes("hits", "n_neg")
    (('genuine', 'impostor'), ('hits', 'neg'))
    """
    found = [counted_class(name) for name in (n_positive, n_negative)]
    names = [
        given if counted is None else counted[1]
        for given, counted in zip((n_positive, n_negative), found, strict=True)
    ]
    return (names[0], names[1]) if names[0] != names[1] else (n_positive, n_negative)
