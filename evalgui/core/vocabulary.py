"""The words of the four fields for the same things: the one home of what a field calls what.

Everything is declared in the machine-learning vocabulary. A view names what it shows with the
fields of `Words`; a sentence or a formula that is written once, in the machine-learning words,
is told by `Words.said` or `Words.formula`. Names of measures and curves stand with them.

"Score" is the same word in all fields: whether it is a marker, a similarity or a likelihood
ratio is nothing that the data say. So are the proper names of curves and measures.

References: ISO/IEC 2382-37 and 19795-1 (biometrics), NIST SRE (speaker), Pepe 2003 (clinical).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from evalgui.core.rewording import Rewording, with_article, within

if TYPE_CHECKING:
    from collections.abc import Mapping


class Vocabulary(StrEnum):
    """The four ways in which the field names the same things."""

    MACHINE_LEARNING = "machine-learning"
    CLINICAL = "clinical"
    BIOMETRICS = "biometrics"
    SPEAKER = "speaker"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one call.

    Parameters
    ----------
    short
        A mark for cells and formulas, such as ``"TP"``: letters that begin with a capital.
    long
        In words, such as ``"true positive"``.
    many
        Several of them, such as ``"true positives"``.
    """

    short: str
    long: str
    many: str


_OUTCOME_IDS = ("TP", "FN", "FP", "TN")


@dataclass(frozen=True, eq=False)
class Words:
    """All the words of one vocabulary.

    Parameters
    ----------
    vocabulary, title
        Which one, and its name in menus.
    positive, negative
        The two classes: an adjective of a row, and of a class.
    positives, negatives
        The rows of a class.
    called_positives, called_negatives
        The rows that are called so.
    decision
        What a row is called at a threshold: "... when score >= threshold".
    truth, call
        What the sides of a confusion matrix are.
    truth_rows, call_rows
        The words before the name of a class in "Rows That Are Actual ...".
    call_head
        The head of a column of calls.
    outcomes
        What came of a call: TP, FN, FP, TN.
    equal_errors
        The name of the value where both error rates are the same.
    rates
        Short names of measures by their ids, where they are not the symbols.
    symbols
        What stands for a measure in formulas, by its id, where it is not the id.
    rules, reasons
        Names of the rules that choose a threshold, and what they do, by id, where they differ.
    terms
        Further words of the machine-learning vocabulary and what they are here. What is
        mapped to itself stays.
    """

    vocabulary: Vocabulary
    title: str
    positive: str
    negative: str
    positives: str
    negatives: str
    called_positives: str
    called_negatives: str
    decision: str
    truth: str
    call: str
    truth_rows: str
    call_rows: str
    call_head: str
    outcomes: tuple[Outcome, Outcome, Outcome, Outcome]
    equal_errors: str
    rates: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)

    @property
    def shorts(self) -> tuple[str, str, str, str]:
        """The marks of the outcomes: TP, FN, FP, TN."""
        tp, fn, fp, tn = (outcome.short for outcome in self.outcomes)
        return tp, fn, fp, tn

    @property
    def axes(self) -> tuple[str, str]:
        """What the sides of a confusion matrix are: truth, then call."""
        return self.truth, self.call

    def rate(self, metric_id: str, symbol: str = "") -> str:
        """Return the short name of a measure; its symbol, or its id, where it has no other."""
        return self.rates.get(metric_id, symbol or metric_id)

    def rule_name(self, rule_id: str, name: str) -> str:
        """Return the name of a rule, given that of the machine-learning vocabulary."""
        return self.rules.get(rule_id, name)

    def rule_reason(self, rule_id: str, reason: str) -> str:
        """Return what a rule does, given it in the machine-learning vocabulary."""
        return self.reasons.get(rule_id) or self.said(reason)

    def said(self, sentence: str) -> str:
        """Return a sentence of the machine-learning vocabulary in the words of this one.

        Parameters
        ----------
        sentence
            Text of ours. What stands in it between quotation marks is the user's, and stays.

        Returns
        -------
        str

        Examples
        --------
        >>> words_in(Vocabulary.BIOMETRICS).said("undefined: no actual positives")
        'undefined: no genuine comparisons'
        >>> words_in(Vocabulary.SPEAKER).said("Weight of FN in the class 'FN'")
        "Weight of Miss in the class 'FN'"
        """
        return self._sentences.told(sentence)

    def formula(self, formula: str) -> str:
        """Return a formula in TP, FP, FN, TN and ids of measures in the symbols of this field.

        Examples
        --------
        >>> words_in(Vocabulary.CLINICAL).formula("TPR / FPR")
        'Sens / (1 - Spec)'
        >>> words_in(Vocabulary.SPEAKER).formula("cost_FN FN / (TP + FN)")
        'cost_Miss Miss / (Hit + Miss)'
        """
        told = self._formulas.told(formula)
        return formula if told == formula else _IN_TWO_BRACKETS.sub(r"\1", told)

    @cached_property
    def _sentences(self) -> Rewording:
        return Rewording(self._common | {name: within(rate) for name, rate in self.rates.items()})

    @cached_property
    def _formulas(self) -> Rewording:
        return Rewording(self._common | dict(self.symbols))

    @property
    def _common(self) -> dict[str, str]:
        """The words that sentences and formulas share."""
        if self.vocabulary is Vocabulary.MACHINE_LEARNING:
            return {}
        common = dict(zip(_OUTCOME_IDS, self.shorts, strict=True))
        for before, after in zip(_MACHINE_LEARNING.outcomes, self.outcomes, strict=True):
            common |= {before.long: after.long, before.many: after.many}
        return common | {
            "actual positives": self.positives,
            "actual negatives": self.negatives,
            "predicted positives": self.called_positives,
            "predicted negatives": self.called_negatives,
            "positive calls": self.called_positives,
            "negative calls": self.called_negatives,
            "positives": self.positives,
            "negatives": self.negatives,
            "predicted class": self.call,
            "predicted classes": f"{self.call}s",
            "the actual or the predicted classes": f"the {self.truth} or the {self.call}",
            "is the actual one": f"is the {self.truth}",
            "positive class": f"{self.positive} class",
            "EER": self.equal_errors,
            "which class is positive": f"which class is {self.positive}",
            "taken for positive": f"taken for {self.positive}",
            "mean positive": f"mean {self.positive}",
            "positive above negative": f"{self.positive} above {self.negative}",
            "positive where": f"{self.positive} where",
            "a positive row": with_article(self.positive, "row"),
            "a negative one": with_article(self.negative, "one"),
            **self.terms,
        }


_IN_TWO_BRACKETS = re.compile(r"\((\([^()]*\))\)")


_MACHINE_LEARNING = Words(
    vocabulary=Vocabulary.MACHINE_LEARNING,
    title="Machine learning",
    positive="positive",
    negative="negative",
    positives="actual positives",
    negatives="actual negatives",
    called_positives="predicted positives",
    called_negatives="predicted negatives",
    decision="positive",
    truth="actual",
    call="predicted",
    truth_rows="Rows That Are Actual",
    call_rows="Rows That Are Predicted",
    call_head="Call",
    outcomes=(
        Outcome("TP", "true positive", "true positives"),
        Outcome("FN", "false negative", "false negatives"),
        Outcome("FP", "false positive", "false positives"),
        Outcome("TN", "true negative", "true negatives"),
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
        "true positive rate": "sensitivity",
        "true negative rate": "specificity",
        "false positive rate": "1 - specificity",
        "false negative rate": "1 - sensitivity",
        "recall": "sensitivity",
        "recalls": "sensitivities",
        "never called positive": "never test positive",
        "precision": "positive predictive value",
        "precision-recall": "precision-recall",
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
    decision="match",
    truth="comparison",
    call="decision",
    truth_rows="Rows of the Comparison",
    call_rows="Rows with the Decision",
    call_head="Decision",
    outcomes=(
        Outcome("TM", "true match", "true matches"),
        Outcome("FNM", "false non-match", "false non-matches"),
        Outcome("FM", "false match", "false matches"),
        Outcome("TNM", "true non-match", "true non-matches"),
    ),
    equal_errors="EER",
    rates={"TPR": "TMR", "TNR": "TNMR", "FPR": "FMR", "FNR": "FNMR", "BER": "HTER"},
    symbols={"TPR": "TMR", "TNR": "TNMR", "FPR": "FMR", "FNR": "FNMR", "BER": "HTER"},
    reasons={
        "eer": "The attainable threshold nearest to where FMR = FNMR",
        "youden": "The smallest FMR + FNMR",
    },
    terms={
        "true positive rate": "true match rate",
        "true negative rate": "true non-match rate",
        "false positive rate": "false match rate",
        "false negative rate": "false non-match rate",
        "recall": "TMR",
        "recalls": "true match rates",
        "never called positive": "never a match",
        "prevalence": "prior",
        "precision-recall": "precision-recall",
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
    decision="accept",
    truth="trial",
    call="decision",
    truth_rows="Rows of the Trial",
    call_rows="Rows with the Decision",
    call_head="Decision",
    outcomes=(
        Outcome("Hit", "hit", "hits"),
        Outcome("Miss", "miss", "misses"),
        Outcome("FA", "false alarm", "false alarms"),
        Outcome("CR", "correct rejection", "correct rejections"),
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
        "true positive rate": "1 - P_miss",
        "true negative rate": "1 - P_fa",
        "false positive rate": "P_fa",
        "false negative rate": "P_miss",
        "the recalls": "1 - P_miss",
        "never called positive": "never accepted",
        "recall": "1 - P_miss",
        "prevalence": "prior",
        "precision-recall": "precision-recall",
    },
)
_KNOWN = {
    words.vocabulary: words for words in (_MACHINE_LEARNING, _CLINICAL, _BIOMETRICS, _SPEAKER)
}


def words_in(vocabulary: Vocabulary) -> Words:
    """Return the words of a vocabulary."""
    return _KNOWN[vocabulary]


MACHINE_LEARNING = words_in(Vocabulary.MACHINE_LEARNING)
