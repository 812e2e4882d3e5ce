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


def _words(*texts: str) -> frozenset[str]:
    return frozenset(plain_word(text) for line in texts for text in line.split())


_LONGEST_WORD = 200  # characters

YES = _words(
    "+ 1 yes y true ja j oui si vrai wahr sim verdadeiro verdadero vero da tak ano igen kyllä evet",
    "taip jah ya да истина 是 有 はい あり 예 네 있음",
    "positive pos positiv positif positivo positiva positief pozitif pozytywny pozytywna dodatni",
    "dodatnia pozitivní pozitivny pozitivan положительный положительная",
    "положительно 阳性 陽性 양성",
    "present presente présente aanwezig vorhanden",
)
"""Words that say that what is asked about is there, in some languages."""

NO = _words(
    "- 0 no n false nein non faux falsch nee não falso nie ne nem ei nej nei hayir tidak",
    "hay\u0131r нет ложь 否 无 無 いいえ なし 아니오 아니요 없음",
    "negative neg negativ négatif negativo negativa negatief negatywny negatywna ujemny ujemna",
    "negativní negativny negativan отрицательный отрицательная отрицательно",
    "阴性 陰性 음성 absent ausente absente afwezig",
)
"""Words that say that what is asked about is not there."""

_OF_PATIENTS_POSITIVE = _words(
    "malignant maligne malin maligno maligna cancer cancerous carcinoma tumor tumour bösartig",
    "kwaadaardig złośliwy злокачественный 恶性 悪性 metastasis metastatic",
    "dead died death deceased tot verstorben gestorben décédé mort muerto fallecido falecido",
    "óbito deceduto morto overleden zmarły умер 死亡",
    "relapse relapsed recurrence recurrent recurred progression rezidiv recidiva récidive",
    "ill sick krank kranke erkrankt erkrankte malade enfermo enferma malato malata doente ziek syg",
    "sjuk chory больной 患病 affected infected unhealthy infiziert infecté infectado",
    "cases diseases pathological pathologic suspicious suspect auffällig verdächtig",
)
_OF_PATIENTS_NEGATIVE = _words(
    "benign benin bénigne benigno benigna gutartig goedaardig łagodny доброкачественный 良性",
    "alive living survived survivor survivors lebend lebendig am_leben lebt überlebt vivant vivo",
    "levend żyje жив 生存 存活 remission",
    "gesund gesunde sain saine sano sana saudável gezond rask frisk zdrowy здоровый здоров 健康",
    "unaffected uninfected controls physiological unsuspicious unauffällig unverdächtig",
)
OF_PATIENTS = _OF_PATIENTS_POSITIVE | _OF_PATIENTS_NEGATIVE | {"diseased", "disease", "healthy"}
"""Words for what becomes of patients, or what they have."""

_POSITIVE = _OF_PATIENTS_POSITIVE | _words(
    "y j ja oui si vrai wahr verdadero verdadeiro vero event abnormality reactive detected patient",
    "patients high_risk fraud fraudulent spam anomaly anomalous defect defective faulty phishing",
    "malware malicious attack intrusion churn churned default defaulted bad same intra 异常 異常",
)
_POSITIVE |= YES - {"1", "+", "yes", "true", "pos", "positive"}
_NEGATIVE = _OF_PATIENTS_NEGATIVE | _words(
    "well censored unremarkable nonreactive undetected low_risk legit legitimate ham intact good",
    "ok safe retained paid fully_paid repaid different inter 正常",
)
_NEGATIVE |= NO - {"0", "-", "no", "false", "neg", "negative"}
# What is wished for: some assess who reaches it, and others who does not.
_OF_EITHER = _words(
    "success successful recovered recovery cured cure healed resolved pass passed stable improved",
    "improvement favourable favorable discharged controlled",
)
WELL = (_NEGATIVE - NO) | _words("pass passed passes survival nonevent ok")
"""Words of what is seldom looked for, as names of columns: a yes there says that all is well."""

_PAIRS = (("t", "f"), ("p", "n"), ("m", "b"), ("v", "f"))
NOT = (
    *("no", "non", "not", "without", "free of", "kein", "keine", "nicht", "ohne", "pas de", "pas"),
    *("sans", "sin", "nao", "sem", "senza", "nessun", "nessuna", "geen", "niet", "zonder", "ikke"),
    *("inte", "ingen", "nie", "bez", "не", "без", "нет", "aucun", "aucune", "非", "无", "無"),
)
"""Words before what is not there."""

FREE = ("free", "frei")
"""Words behind what is not there."""

_UNKNOWN = frozenset(
    {
        *("unknown", "unk", "unkn", "not known", "unbekannt", "inconnu", "desconocido"),
        *("indeterminate", "undetermined", "indeterminable", "inconclusive", "equivocal"),
        *("uncertain", "unclear", "unsure", "unclassified", "unspecified", "undefined"),
        *("not determined", "not done", "not available", "not applicable", "not tested"),
        *("not evaluable", "not assessed", "n.d.", "nd", "n.a.", "pending", "invalid", "refused"),
        *(
            "no result",
            "no answer",
            "unlabeled",
            "unlabelled",
            "k.a.",
            "k. a.",
            "keine angabe",
            "?",
            ".",
            "*",
        ),
        *("nicht bestimmt", "nicht bekannt", "nicht beurteilbar", "unklar", "fehlend", "fehlt"),
        *("indéterminé", "non déterminé", "inconnue", "manquant", "indeterminado", "faltante"),
        *("no determinado", "desconhecido", "sconosciuto", "onbekend", "missing", "not reported"),
        *("неизвестно", "不明", "未知", "nieznany", "okänd", "ukendt", "ukjent"),
    }
)
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
    >>> positive_of(["cat", "dog"], frozenset(), frozenset())
    -1
    """
    words = [plain_word(name) for name in names]
    if len(words) == 2:
        for place, word in enumerate(words):
            if (word, words[1 - place]) in _PAIRS:
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
    return frozenset(map(plain_word, words_of("nothing")))


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
