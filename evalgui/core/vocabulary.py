"""The words of the fields for the same things: the one home of what a field calls what.

A view names what it shows with the fields of `Words`. A sentence is written once, with the words
of a field in braces: ``words("{positive} above {negative}")`` fills them in, and `phrase` makes
text that is told in any field later, by `Words.said`. A formula is written in TP, FP, FN, TN and
ids of measures, which `Words.formula` puts into symbols. Names of measures and curves stand with
them.

"Score" is the same word in all fields: whether it is a marker, a similarity or a likelihood
ratio is nothing that the data say. So are the proper names of curves and measures.

References: ISO/IEC 2382-37 and 19795-1 (biometrics), ISO/IEC 30107-3 as told by papers and open
tools (presentation attacks), NIST SRE (speaker), Pepe 2003 (clinical).
"""

from __future__ import annotations

from functools import cache, reduce
from typing import TYPE_CHECKING

from evalgui.core.digits import BETWEEN
from evalgui.core.languages import ENGLISH, spoken
from evalgui.core.phrases import Phrase
from evalgui.core.words import Outcome, Vocabulary, Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.languages import Language

_MACHINE_LEARNING = Words(
    vocabulary=Vocabulary.MACHINE_LEARNING,
    title="Machine learning",
    positive="positive",
    negative="negative",
    positives="actual positives",
    negatives="actual negatives",
    called_positives="predicted positives",
    called_negatives="predicted negatives",
    calls=("predicted +", "predicted \N{MINUS SIGN}"),
    decision="positive",
    truth="actual",
    call="predicted",
    truth_rows="Rows That Are Actual",
    call_rows="Rows That Are Predicted",
    call_head="Call",
    outcomes=(
        Outcome("TP", "true positive", "true positives", "found"),
        Outcome("FN", "false negative", "false negatives", "missed"),
        Outcome("FP", "false positive", "false positives", "false alarm"),
        Outcome("TN", "true negative", "true negatives", "cleared"),
    ),
    equal_errors="EER",
)
_CLINICAL = Words(
    vocabulary=Vocabulary.CLINICAL,
    title="Clinical",
    positive="diseased",
    negative="healthy",
    positives="diseased subjects",
    negatives="healthy subjects",
    called_positives="positive tests",
    called_negatives="negative tests",
    calls=("test +", "test \N{MINUS SIGN}"),
    decision="test positive",
    truth="condition",
    call="test result",
    truth_rows="Rows with the Condition",
    call_rows="Rows with the Test Result",
    call_head="Test result",
    outcomes=_MACHINE_LEARNING.outcomes,
    equal_errors="Error where Sens = Spec",
    rates={
        "TPR": "Sensitivity",
        "TNR": "Specificity",
        "FPR": "1 - specificity",
        "FNR": "1 - sensitivity",
    },
    symbols={"TPR": "Sens", "TNR": "Spec", "FPR": "(1 - Spec)", "FNR": "(1 - Sens)"},
    rules={"eer": "Sens = Spec"},
    reasons={"eer": "The attainable threshold nearest to where sensitivity = specificity"},
    terms={
        "true_positive_rate": "sensitivity",
        "true_negative_rate": "specificity",
        "false_positive_rate": "1 - specificity",
        "false_negative_rate": "1 - sensitivity",
        "recall": "sensitivity",
        "the_recalls": "the sensitivities",
        "never_called_positive": "never test positive",
        "rows": "patients",
        "precision": "positive predictive value",
    },
)
_BIOMETRICS = Words(
    vocabulary=Vocabulary.BIOMETRICS,
    title="Biometrics",
    positive="genuine",
    negative="impostor",
    positives="genuine comparisons",
    negatives="impostor comparisons",
    called_positives="matches",
    called_negatives="non-matches",
    calls=("match", "non-match"),
    decision="match",
    truth="comparison",
    call="decision",
    truth_rows="Rows of the Comparison",
    call_rows="Rows with the Decision",
    call_head="Decision",
    outcomes=(
        Outcome("TM", "true match", "true matches", "recognised"),
        Outcome("FNM", "false non-match", "false non-matches", "missed"),
        Outcome("FM", "false match", "false matches", "mistaken"),
        Outcome("TNM", "true non-match", "true non-matches", "told apart"),
    ),
    equal_errors="EER",
    rates={"TPR": "TMR", "TNR": "TNMR", "FPR": "FMR", "FNR": "FNMR", "BER": "HTER"},
    symbols={"TPR": "TMR", "TNR": "TNMR", "FPR": "FMR", "FNR": "FNMR", "BER": "HTER"},
    reasons={
        "eer": "The attainable threshold nearest to where FMR = FNMR",
        "youden": "The smallest FMR + FNMR",
    },
    terms={
        "true_positive_rate": "true match rate",
        "true_negative_rate": "true non-match rate",
        "false_positive_rate": "false match rate",
        "false_negative_rate": "false non-match rate",
        "recall": "TMR",
        "the_recalls": "the true match rates",
        "never_called_positive": "never a match",
        "found": "true matches",
        "one_found": "true match",
        "alarms": "false matches",
        "alarm": "false match",
        "rows": "comparisons",
        "called_positive": "match",
        "called_negative": "non-match",
        "prevalence": "prior",
    },
)
_SPEAKER = Words(
    vocabulary=Vocabulary.SPEAKER,
    title="Speaker",
    positive="target",
    negative="non-target",
    positives="target trials",
    negatives="non-target trials",
    called_positives="accepted trials",
    called_negatives="rejected trials",
    calls=("accepted", "rejected"),
    decision="accept",
    truth="trial",
    call="decision",
    truth_rows="Rows of the Trial",
    call_rows="Rows with the Decision",
    call_head="Decision",
    outcomes=(
        Outcome("Hit", "hit", "hits", "accepted"),
        Outcome("Miss", "miss", "misses", "missed"),
        Outcome("FA", "false alarm", "false alarms", "false alarm"),
        Outcome("CR", "correct rejection", "correct rejections", "rejected"),
    ),
    equal_errors="EER",
    rates={
        "TPR": "1 - P_miss",
        "TNR": "1 - P_fa",
        "FPR": "P_fa",
        "FNR": "P_miss",
        "COST": "C_det",
    },
    symbols={"TPR": "(1 - P_miss)", "TNR": "(1 - P_fa)", "FPR": "P_fa", "FNR": "P_miss"},
    reasons={
        "eer": "The attainable threshold nearest to where P_miss = P_fa",
        "youden": "The smallest P_miss + P_fa",
    },
    terms={
        "true_positive_rate": "1 - P_miss",
        "true_negative_rate": "1 - P_fa",
        "false_positive_rate": "P_fa",
        "false_negative_rate": "P_miss",
        "the_recalls": "1 - P_miss",
        "never_called_positive": "never accepted",
        "found": "hits",
        "one_found": "hit",
        "alarms": "false alarms",
        "alarm": "false alarm",
        "rows": "trials",
        "called_positive": "accept",
        "called_negative": "reject",
        "recall": "1 - P_miss",
        "prevalence": "prior",
    },
)
_DETECTED = Outcome("DA", "detected attack", "detected attacks", "detected")
_UNDETECTED = Outcome("UA", "undetected attack", "undetected attacks", "missed")
_REJECTED = Outcome("RB", "rejected bona fide", "rejected bona fide", "rejected")
_PASSED = Outcome("AB", "accepted bona fide", "accepted bona fide", "accepted")
_POOLED = "Pooled APCER (attack presentation classification error rate)"
_BPCER = "BPCER (bona fide presentation classification error rate)"


def _attacks(*, are_positive: bool) -> Words:
    """Return the words of presentation attack detection for either class as the positive one."""
    sides = ("attack", "bona fide") if are_positive else ("bona fide", "attack")
    errors = ("FNR", "FPR") if are_positive else ("FPR", "FNR")  # on attacks, on bona fide ones
    hits = ("TPR", "TNR") if are_positive else ("TNR", "TPR")
    rates = {
        errors[0]: "pooled APCER",
        errors[1]: "BPCER",
        hits[0]: "1 - pooled APCER",
        hits[1]: "1 - BPCER",
    }
    symbols = {errors[0]: "APCER", errors[1]: "BPCER", hits[0]: "(1 - APCER)"}
    long = {"FNR": "false_negative_rate", "FPR": "false_positive_rate"}
    long |= {"TPR": "true_positive_rate", "TNR": "true_negative_rate"}
    each = (
        (_DETECTED, _UNDETECTED, _REJECTED, _PASSED)
        if are_positive
        else (_PASSED, _REJECTED, _UNDETECTED, _DETECTED)
    )
    own = "attack" if are_positive else "bona fide"
    terms = {
        "never_called_positive": f"never classified as {own}",
        "found": each[0].many,
        "one_found": each[0].long,
        "alarms": each[2].many,
        "alarm": each[2].long,
        "called_positive": sides[0],
        "called_negative": sides[1],
    }
    return Words(
        vocabulary=Vocabulary.PAD if are_positive else Vocabulary.PAD_BONA_FIDE,
        title="Presentation attacks" + ("" if are_positive else ", bona fide positive"),
        positive=f"{sides[0]} presentation",
        negative=f"{sides[1]} presentation",
        positives=f"{sides[0]} presentations",
        negatives=f"{sides[1]} presentations",
        called_positives=f"presentations classified as {sides[0]}",
        called_negatives=f"presentations classified as {sides[1]}",
        calls=sides,
        decision=own,
        truth="presentation",
        call="classification",
        truth_rows="Rows of the Presentation",
        call_rows="Rows with the Classification",
        call_head="Classification",
        outcomes=each,
        equal_errors="D-EER",
        rules={"eer": "D-EER"},
        names={
            errors[0]: _POOLED,
            errors[1]: _BPCER,
            **{one: rates[one] for one in hits},
            "PPR": f"Share classified as {own}",
        },
        rates=rates,
        symbols=symbols | {hits[1]: "(1 - BPCER)"},
        reasons={
            "eer": "The attainable threshold nearest to where pooled APCER = BPCER",
            "youden": "The smallest pooled APCER + BPCER",
        },
        terms={name: rates[metric_id] for metric_id, name in long.items()}
        | {"rows": "presentations"}
        | terms,
    )


_KNOWN = {
    words.vocabulary: words
    for words in (
        *(_MACHINE_LEARNING, _CLINICAL, _BIOMETRICS, _SPEAKER),
        *(_attacks(are_positive=positive) for positive in (True, False)),
    )
}


def words_in(vocabulary: Vocabulary, language: Language | None = None) -> Words:
    """Return the words of a vocabulary.

    Parameters
    ----------
    vocabulary
        Which one.
    language
        That in which they are told; None for that which is spoken.
    """
    language = spoken() if language is None else language
    return _KNOWN[vocabulary] if language is ENGLISH else _in_language(vocabulary, language)


@cache
def _in_language(vocabulary: Vocabulary, language: Language) -> Words:
    return _KNOWN[vocabulary].in_language(language)


MACHINE_LEARNING = words_in(Vocabulary.MACHINE_LEARNING, ENGLISH)
"""What programs get, whatever language is spoken."""


def phrase(template: str, /, **values: object) -> Phrase:
    """Return a sentence in the machine-learning words that any field can tell in its own.

    Parameters
    ----------
    template, values
        As of a call of `Words`.

    Examples
    --------
    >>> sentence = phrase("{n} {true_positives} of '{name}'", n=3, name="a {x}")
    >>> print(sentence)
    3 true positives of 'a {x}'
    >>> words_in(Vocabulary.SPEAKER).said(sentence)
    "3 hits of 'a {x}'"
    """
    return Phrase(MACHINE_LEARNING(template, **values), template, values)


def phrase_n(n: float, one: str, many: str, /, **values: object) -> Phrase:
    """Return a sentence about n things, as `phrase` does.

    Parameters
    ----------
    n
        Of how many things it tells.
    one, many
        The template for one thing, and that for any other number.
    values
        What else stands in braces, by name: the number, too, as it is to be written.

    Examples
    --------
    >>> print(phrase_n(1, "1 row", "{n} rows", n=1), phrase_n(2, "1 row", "{n} rows", n=2))
    1 row 2 rows
    """
    template = one if n == 1 else many
    return Phrase(MACHINE_LEARNING(template, **values), template, values, (n, one, many))


def joined(separator: str, texts: Iterable[str]) -> Phrase:
    """Return texts one after the other, each of which is told as it would be alone.

    `evalgui.core.digits.BETWEEN` as the separator is what a language has between numbers.

    Examples
    --------
    >>> both = joined("; ", [phrase("no {positive_calls}"), "no rows"])
    >>> words_in(Vocabulary.BIOMETRICS).said(both)
    'no matches; no rows'
    """
    parts = tuple(texts)
    is_of_numbers = separator is BETWEEN
    template, names = _joined(separator, len(parts), is_of_numbers=is_of_numbers)
    values: dict[str, object] = dict(zip(names, parts, strict=True))
    if is_of_numbers:
        values["between"] = BETWEEN
    return Phrase(separator.join(map(str, parts)), template, values)


def both(texts: Iterable[str]) -> str:
    """Return texts with an "and" between any two, each of which is told as it would be alone.

    Examples
    --------
    >>> print(both(["'a'", "'b'", "'c'"]))
    'a' and 'b' and 'c'
    """
    return reduce(lambda first, last: phrase("{first} and {last}", first=first, last=last), texts)


def either(texts: Iterable[str]) -> str:
    """Return texts with an "or" between any two, each of which is told as it would be alone.

    Examples
    --------
    >>> print(either(["'a'", "'b'"]))
    'a' or 'b'
    """
    return reduce(lambda first, last: phrase("{first} or {last}", first=first, last=last), texts)


@cache
def _joined(separator: str, n: int, *, is_of_numbers: bool) -> tuple[str, tuple[str, ...]]:
    """Return the template of n texts, and the names in it."""
    names = tuple(f"text_{place}" for place in range(n))
    between = "{between}" if is_of_numbers else separator.replace("{", "{{").replace("}", "}}")
    return between.join(f"{{{name}}}" for name in names), names


__all__ = [
    "MACHINE_LEARNING",
    "Outcome",
    "Vocabulary",
    "Words",
    "both",
    "either",
    "joined",
    "phrase",
    "phrase_n",
    "words_in",
]
