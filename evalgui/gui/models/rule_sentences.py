"""The five rules that a field asks for most, as sentences with their numbers in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalgui.core.metrics import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.vocabulary import Words


@dataclass(frozen=True, slots=True)
class Blank:
    """A number in a sentence.

    Parameters
    ----------
    parameter
        The id of what it sets in the rule.
    name
        What a screen reader calls it.
    usual
        What stands there at first, as it is shown.
    in_percent
        Whether it is a share that is typed in per cent.
    is_rest
        Whether what is typed is missed, and the rule asks for the rest.
    """

    parameter: str
    name: str
    usual: float
    in_percent: bool = False
    is_rest: bool = False

    def value(self, shown: float) -> float:
        """Return what the rule takes for what is typed."""
        value = shown / 100 if self.in_percent else shown
        return 1 - value if self.is_rest else value


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule in words: ``told`` has {} where a blank stands."""

    rule: str
    told: str
    blanks: tuple[Blank, ...] = ()
    fixed: Mapping[str, float] = field(default_factory=dict)


def _missed(name: str, usual: float) -> Blank:
    return Blank("sensitivity", name, usual, in_percent=True, is_rest=True)


SENTENCES: Mapping[Vocabulary, tuple[Sentence, ...]] = {
    Vocabulary.CLINICAL: (
        Sentence(
            "sensitivity-limit",
            "Miss at most {} % of the diseased, for certain (95 %)",
            (_missed("missed, in per cent", 5),),
            {"level": 0.95},
        ),
        Sentence(
            "specificity",
            "Be wrong about the healthy at most {} %",
            (Blank("specificity", "false alarms, in per cent", 10, in_percent=True, is_rest=True),),
        ),
        Sentence("eer", "Sensitivity and specificity alike"),
        Sentence(
            "cost",
            "One missed costs as much as {} false alarms",
            (Blank("cost-fn", "false alarms for one missed", 10),),
        ),
        Sentence("youden", "Youden: sensitivity + specificity highest"),
    ),
    Vocabulary.BIOMETRICS: (
        Sentence("fmr", "FMR at most {}", (Blank("fmr", "false match rate", 0.0001),)),
        Sentence("fnmr", "FNMR at most {}", (Blank("fnmr", "false non-match rate", 0.01),)),
        Sentence("eer", "FMR and FNMR alike (EER)"),
        Sentence(
            "cost",
            "One false match costs as much as {} false non-matches",
            (Blank("cost-fp", "false non-matches for one false match", 10),),
        ),
        Sentence("number", "At the threshold {}", (Blank("threshold", "threshold", 0.5),)),
    ),
    Vocabulary.SPEAKER: (
        Sentence("fmr", "P_fa at most {}", (Blank("fmr", "false alarm rate", 0.01),)),
        Sentence("fnmr", "P_miss at most {}", (Blank("fnmr", "miss rate", 0.01),)),
        Sentence("eer", "P_miss and P_fa alike (EER)"),
        Sentence("min-dcf", "minDCF at prior {}", (Blank("p-target", "prior of a target", 0.01),)),
        Sentence("number", "At the threshold {}", (Blank("threshold", "threshold", 0.0),)),
    ),
    Vocabulary.MACHINE_LEARNING: (
        Sentence(
            "sensitivity",
            "Find at least {} % of the positives",
            (Blank("sensitivity", "recall, in per cent", 95, in_percent=True),),
        ),
        Sentence(
            "ppv",
            "Precision at least {} %",
            (Blank("ppv", "precision, in per cent", 90, in_percent=True),),
        ),
        Sentence("f1", "F1 highest"),
        Sentence(
            "cost",
            "One false negative costs as much as {} false positives",
            (Blank("cost-fn", "false positives for one false negative", 10),),
        ),
        Sentence("youden", "Youden: the sum of both rates of right calls highest"),
    ),
}


def wrong_calls(words: Words) -> tuple[str, str]:
    """Return what a field calls the two kinds of wrong calls: what is missed, and the other."""
    if words.vocabulary is Vocabulary.CLINICAL:
        return "missed", "false alarms"
    _right, missed, alarm, _rest = words.outcomes
    return missed.many, alarm.many
