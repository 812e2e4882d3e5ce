"""What the names of columns say about their meaning."""

from __future__ import annotations

import re
from functools import lru_cache

from evalgui.io.meaning.class_words import sign_of_formats, sign_of_patients
from evalgui.io.meaning.evidence.words import words_of

LONGEST_NAME = 1_000
"""How many characters of the name of a column are shown and understood."""

_MINUS = str.maketrans("\u2212\u2013", "--")


def is_entity_name(name: str) -> bool:
    """Return whether this is the name of a column with one id for each subject or sample.

    Examples
    --------
    >>> [is_entity_name(name) for name in ("Patient ID", "sample", "fold", "model_id", "date")]
    [True, True, False, False, False]
    """
    is_entity = is_called(name, "entity_name") or plain_name(name).endswith("_id")
    return is_entity and not is_called(name, "model_name")


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


def is_called(name: str, section: str) -> bool:
    """Return whether a name as a whole is one of the words of a section.

    Examples
    --------
    >>> is_called("Y true", "truth_name"), is_called("true y", "truth_name")
    (True, False)
    """
    return plain_name(name) in words_of(section)


def has_word(name: str, section: str) -> bool:
    """Return whether any word of a name is one of a section.

    Examples
    --------
    >>> has_word("cosine distance", "distance_word"), has_word("distant", "distance_word")
    (True, False)
    """
    return not words_of(section).isdisjoint(plain_name(name).split("_"))


def is_predicted_name(name: str) -> bool:
    """Return whether a word of this name speaks of what was predicted.

    Examples
    --------
    >>> [is_predicted_name(name) for name in ("y_hat", "Predicted diagnosis", "score", "predator")]
    [True, True, False, False]
    """
    return has_word(name, "predicted_word") or is_called(name, "predicted_name")


def is_age_name(name: str) -> bool:
    """Return whether a column holds ages or years by its name, and says nothing else.

    Examples
    --------
    >>> [is_age_name(name) for name in ("Alter (Jahre)", "age_at_diagnosis", "Year of birth")]
    [True, True, True]
    >>> [is_age_name(name) for name in ("gestational age", "pack years", "CRP")]
    [False, False, False]
    """
    return consists_of(name, "age_word", "beside_age") or is_called(name, "year_name")


def is_distance_name(name: str) -> bool:
    """Return whether this name speaks of a score that is lower where two things match.

    Examples
    --------
    >>> [is_distance_name(name) for name in ("cosine distance", "p-value", "HD", "value")]
    [True, True, True, False]
    """
    return has_word(name, "distance_word") or plain_name(name) in words_of("distance_word", "names")


def is_id_name(name: str) -> bool:
    """Return whether this is the name of a column that tells rows apart.

    Examples
    --------
    >>> [is_id_name(name) for name in ("Case no.", "Telefonnummer", "date of visit", "CRP")]
    [True, True, True, False]
    """
    plain = plain_name(name)
    if plain in words_of("id_name") or plain.endswith(("_id", "nummer")):
        return True
    first, *_, last = words if len(words := plain.split("_")) > 1 else (plain, plain)
    is_numbered = last in words_of("number_word") and first in words_of("numbered_word")
    return is_numbered or not words_of("date_word").isdisjoint({first, last})


def is_class_name(name: str) -> bool:
    """Return whether a word of this name speaks of classes, as that of ``class_id`` does."""
    return has_word(name, "class_word")


def is_count_name(name: str) -> bool:
    """Return whether a column counts something by its name, or is called as a class is.

    Examples
    --------
    >>> [is_count_name(name) for name in ("n", "Hit count", "frequency", "impostors", "age")]
    [True, True, True, True, False]
    """
    words = plain_name(name).split("_")
    sided = words_of("formats_positive") | words_of("formats_negative")
    is_class = any({word, word.removesuffix("s")} & sided for word in words)
    return is_class or not words_of("count_word").isdisjoint(
        {*words, *(w.removesuffix("s") for w in words)}
    )


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
    counting = words_of("count_word")
    rest = "".join(word for word in words if word not in counting)
    is_marked = not counting.isdisjoint(words)
    candidates = [rest] if is_marked else []
    if rest.endswith("s"):
        candidates.append(rest[:-1])
    if rest.startswith("n"):
        candidates.append(rest[1:])
    for word in candidates:
        sign = _sign_of_counted(word)
        if sign is not None:
            return sign, word
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
    if mark in {"+", "-"} and word in words_of("formats_positive") | words_of("signed"):
        return mark == "+", name.strip()
    sign = _sign_of_counted(word)
    if sign is None and word.isalpha() and word not in words_of("no_counted"):
        counting = words_of("count_word")
        own = "_".join(part for part in plain_name(name).split("_") if part not in counting)
        sign = sign_of_patients(own) if sign_of_formats(own) is None else None
    return None if sign is None else (sign, name.strip())


def _sign_of_counted(word: str) -> bool | None:
    """Return whether a word of the formats is that of a positive class; None for no such word."""
    is_outcome = word in words_of("no_counted")
    return None if is_outcome or not word.isalpha() else sign_of_formats(word)


def edge_of_bin(name: str) -> str:
    """Return "low" or "high" where a column is that edge of a bin by its name, else "".

    Examples
    --------
    >>> [edge_of_bin(name) for name in ("bin_low", "Upper edge", "binRight", "low", "bin")]
    ['low', 'high', 'high', '', '']
    """
    words = set(plain_name(name).split("_"))
    if words.isdisjoint(words_of("bin")):
        return ""
    is_low, is_high = (not words.isdisjoint(words_of("bin", one)) for one in ("low", "high"))
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


def may_be_an_outcome(name: str) -> bool:
    """Return whether a column with the name of a prediction may as well hold what came true.

    Examples
    --------
    >>> [may_be_an_outcome(name) for name in ("response", "y_pred")]
    [True, False]
    """
    return is_called(name, "prediction_or_outcome")


def is_covariate_name(name: str) -> bool:
    """Return whether a column says who somebody is or what was done, and not what came of it.

    Examples
    --------
    >>> names = ("sex", "Treatment arm", "smoking_status", "treatment_response", "diagnosis")
    >>> [is_covariate_name(name) for name in names]
    [True, True, True, False, False]
    """
    return consists_of(name, "covariate", "beside_covariate")


def consists_of(name: str, section: str, beside: str) -> bool:
    """Return whether a name has a word of a section, and no other but those that change nothing.

    Examples
    --------
    >>> consists_of("patient sex", "covariate", "beside_covariate")
    True
    """
    words, own = set(plain_name(name).split("_")), words_of(section)
    return not words.isdisjoint(own) and words <= own | words_of(beside)
