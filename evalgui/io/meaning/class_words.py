"""What the names of classes mean in plain words: which is the positive one, which is none.

Beside the words of the formats (`evalgui.io.meaning.labels`), whose meaning is fixed, these are
words that people use for diagnoses, outcomes and answers in some languages.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_OF_PATIENTS_POSITIVE = frozenset(
    {
        *("malignant", "maligne", "cancer", "cancerous", "carcinoma", "tumor", "tumour"),
        *("bosartig", "metastasis", "metastatic"),
        *("dead", "died", "death", "deceased", "tot", "verstorben", "decede", "muerto"),
        *("relapse", "relapsed", "recurrence", "recurrent", "recurred", "progression", "rezidiv"),
        *("ill", "sick", "krank", "malade", "enfermo", "affected", "infected", "unhealthy"),
        *("cases", "diseases", "pathological", "pathologic"),
    }
)
_OF_PATIENTS_NEGATIVE = frozenset(
    {
        *("benign", "benin", "gutartig"),
        *("alive", "living", "survived", "survivor", "lebend", "lebendig", "am leben", "vivant"),
        *("vivo", "remission", "gesund", "sain", "sano", "unaffected", "uninfected"),
        *("controls", "physiological"),
    }
)
_OF_PATIENTS = _OF_PATIENTS_POSITIVE | _OF_PATIENTS_NEGATIVE | {"diseased", "disease", "healthy"}
_POSITIVE = _OF_PATIENTS_POSITIVE | frozenset(
    {
        *("event", "abnormality"),
        *("positiv", "positif", "positivo", "positiva", "reactive", "detected", "present"),
        *("y", "j", "ja", "oui", "si", "vrai", "wahr", "verdadero"),
        *("fraud", "fraudulent", "spam", "anomaly", "anomalous", "defect", "defective", "faulty"),
        *("phishing", "malware", "malicious", "churn", "churned"),
    }
)
_NEGATIVE = _OF_PATIENTS_NEGATIVE | frozenset(
    {
        *("well", "censored", "unremarkable"),
        *("negativ", "negatif", "negativo", "negativa", "nonreactive", "undetected", "absent"),
        *("n", "nein", "non", "faux", "falsch", "falso"),
        *("legit", "legitimate", "ham", "intact", "good", "ok", "safe", "retained"),
    }
)
_NOT = (
    *("no", "non", "not", "without", "free of", "kein", "keine", "nicht", "ohne", "pas de"),
    *("sans", "sin"),
)
_FREE = ("free", "frei")
_GAP = re.compile(r"[\s_-]")

_UNKNOWN = frozenset(
    {
        *("unknown", "unk", "unkn", "not known", "unbekannt", "inconnu", "desconocido"),
        *("indeterminate", "undetermined", "indeterminable", "inconclusive", "equivocal"),
        *("uncertain", "unclear", "unsure", "unclassified", "unspecified", "undefined"),
        *("not determined", "not done", "not available", "not applicable", "not tested"),
        *("not evaluable", "not assessed", "n.d.", "nd", "n.a.", "pending", "invalid", "refused"),
        *("no result", "no answer", "unlabeled", "unlabelled", "k.a.", "keine angabe", "?"),
    }
)
_NINES = re.compile(r"-?9{1,6}(?:\.0*)?")
_LONGEST_WORD = 200  # characters
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
    >>> positive_of(["cat", "dog"], frozenset(), frozenset())
    -1
    """
    words = [_plain(name) for name in names]
    if len(words) == 2:  # one class may be the negation of the other
        for place, word in enumerate(words):
            if _negates(words[1 - place], word):
                return place
    own = [place for place, word in enumerate(words) if word in positive or word in _POSITIVE]
    n_negative = sum(word in negative or word in _NEGATIVE for word in words)
    return own[0] if len(own) == 1 and n_negative == len(words) - 1 > 0 else -1


def is_of_patients(name: str) -> bool:
    """Return whether a name is what becomes of patients, or what they have."""
    return _plain(name) in _OF_PATIENTS


def is_positive(name: str) -> bool:
    """Return whether a name means the positive class wherever it stands."""
    return _plain(name) in _POSITIVE


def may_be_missing(names: Sequence[str]) -> list[str]:
    """Return those of some classes that may stand for a label that is missing.

    Words such as "unknown" do, and numbers of nines beside whole numbers, unless they follow
    another class, as 9 does in 0 to 9.

    Examples
    --------
    >>> may_be_missing(["0", "1", "9"]), may_be_missing(["8", "9"]), may_be_missing(["a", "UNK"])
    (['9'], [], ['UNK'])
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
    return [*words, *nines]


def _plain(name: str) -> str:
    """Return a name without accents; one that is too long to be a word as it is."""
    if len(name) > _LONGEST_WORD:
        return name
    parts = unicodedata.normalize("NFKD", name.casefold().strip())
    return "".join(mark for mark in parts if not unicodedata.combining(mark))


def _negates(word: str, other: str) -> bool:
    """Return whether a word says that something is not another: "no relapse", "tumour-free"."""
    own, bare = _GAP.sub("", word), _GAP.sub("", other)
    negations = (*(_GAP.sub("", prefix) + bare for prefix in _NOT), *(bare + end for end in _FREE))
    return len(bare) > 1 and own in negations
