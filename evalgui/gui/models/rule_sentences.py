"""The rules that a field asks for most, five as sentences with their numbers in place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.rules.rule import Value
    from evalgui.core.vocabulary import Words


_DIGITS = 10  # of a number in per cent, which 0.95 is not exactly


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
        What stands there at first, as it is shown; None for what the rule takes by itself.
    in_percent
        Whether it is a share that is typed in per cent.
    is_rest
        Whether what is typed is missed, and the rule asks for the rest.
    """

    parameter: str
    name: str
    usual: float | None
    in_percent: bool = False
    is_rest: bool = False

    def value(self, shown: float) -> float:
        """Return what the rule takes for what is typed."""
        value = shown / 100 if self.in_percent else shown
        return 1 - value if self.is_rest else value

    def shown(self, value: float) -> float:
        """Return what is typed for what the rule takes."""
        value = 1 - value if self.is_rest else value
        return round(value * 100, _DIGITS) if self.in_percent else value


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule in words: ``told`` has {} where a blank stands."""

    rule: str
    told: str
    blanks: tuple[Blank, ...] = ()

    @property
    def usual(self) -> dict[str, float]:
        """What is set in the rule at first."""
        pairs = ((blank, blank.usual) for blank in self.blanks)
        return {blank.parameter: blank.value(one) for blank, one in pairs if one is not None}

    def filled(self, values: Mapping[str, Value], number: Callable[[float], str]) -> str:
        """Return the sentence with what is set in the rule."""
        found = ((blank, values[blank.parameter]) for blank in self.blanks)
        told = (number(blank.shown(one)) if isinstance(one, float) else "" for blank, one in found)
        return self.told.format(*told)


def _missed(name: str, usual: float) -> Blank:
    return Blank("sensitivity", name, usual, in_percent=True, is_rest=True)


def _of_attacks(bpcer: str) -> tuple[Sentence, ...]:
    """Return the sentences about attacks, given the rule that bounds BPCER."""
    apcer = Blank("apcer", tr("APCER, in per cent"), 5, in_percent=True)
    certain = Blank("level", tr("confidence, in per cent"), 95, in_percent=True)
    return (
        Sentence("apcer", tr("APCER of every species at most {} %"), (apcer,)),
        Sentence(
            "apcer-limit",
            tr("APCER of every species at most {} %, for certain ({} %)"),
            (apcer, certain),
        ),
        Sentence(
            bpcer,
            tr("BPCER at most {} %"),
            (Blank(bpcer, tr("BPCER, in per cent"), 1, in_percent=True),),
        ),
        Sentence("eer", tr("Pooled APCER and BPCER alike (D-EER)")),
        Sentence("number", tr("At the threshold {}"), (Blank("threshold", tr("threshold"), None),)),
    )


SENTENCES: Mapping[Vocabulary, tuple[Sentence, ...]] = {
    Vocabulary.PAD: _of_attacks("fmr"),
    Vocabulary.PAD_BONA_FIDE: _of_attacks("fnmr"),
    Vocabulary.CLINICAL: (
        Sentence(
            "sensitivity-limit",
            tr("Miss at most {} % of the diseased, for certain ({} %)"),
            (
                _missed(tr("missed, in per cent"), 5),
                Blank("level", tr("confidence, in per cent"), 95, in_percent=True),
            ),
        ),
        Sentence(
            "specificity",
            tr("Be wrong about the healthy at most {} %"),
            (
                Blank(
                    "specificity",
                    tr("false alarms, in per cent"),
                    10,
                    in_percent=True,
                    is_rest=True,
                ),
            ),
        ),
        Sentence("eer", tr("Sensitivity and specificity alike")),
        Sentence(
            "cost",
            tr("One missed costs as much as {} false alarms"),
            (Blank("cost-fn", tr("false alarms for one missed"), 10),),
        ),
        Sentence("youden", tr("Youden: sensitivity + specificity highest")),
    ),
    Vocabulary.BIOMETRICS: (
        Sentence("fmr", tr("FMR at most {}"), (Blank("fmr", tr("false match rate"), 0.0001),)),
        Sentence("fnmr", tr("FNMR at most {}"), (Blank("fnmr", tr("false non-match rate"), 0.01),)),
        Sentence("eer", tr("FMR and FNMR alike (EER)")),
        Sentence(
            "cost",
            tr("One false match costs as much as {} false non-matches"),
            (Blank("cost-fp", tr("false non-matches for one false match"), 10),),
        ),
        Sentence("number", tr("At the threshold {}"), (Blank("threshold", tr("threshold"), None),)),
    ),
    Vocabulary.SPEAKER: (
        Sentence("fmr", tr("P_fa at most {}"), (Blank("fmr", tr("false alarm rate"), 0.01),)),
        Sentence("fnmr", tr("P_miss at most {}"), (Blank("fnmr", tr("miss rate"), 0.01),)),
        Sentence("eer", tr("P_miss and P_fa alike (EER)")),
        Sentence(
            "min-dcf", tr("minDCF at prior {}"), (Blank("p-target", tr("prior of a target"), 0.01),)
        ),
        Sentence("number", tr("At the threshold {}"), (Blank("threshold", tr("threshold"), None),)),
    ),
    Vocabulary.MACHINE_LEARNING: (
        Sentence(
            "sensitivity",
            tr("Find at least {} % of the positives"),
            (Blank("sensitivity", tr("recall, in per cent"), 95, in_percent=True),),
        ),
        Sentence(
            "ppv",
            tr("Precision at least {} %"),
            (Blank("ppv", tr("precision, in per cent"), 90, in_percent=True),),
        ),
        Sentence("f1", tr("F1 highest")),
        Sentence(
            "cost",
            tr("One false negative costs as much as {} false positives"),
            (Blank("cost-fn", tr("false positives for one false negative"), 10),),
        ),
        Sentence("youden", tr("Youden: the sum of both rates of right calls highest")),
    ),
}


NEXT: Mapping[Vocabulary, tuple[str, ...]] = {
    Vocabulary.CLINICAL: ("sensitivity", "ppv", "closest"),
    Vocabulary.BIOMETRICS: ("fmr-limit", "zero-fmr", "min-dcf"),
    Vocabulary.SPEAKER: ("bayes", "fmr-limit", "eer-rocch", "zero-fnmr"),
    Vocabulary.MACHINE_LEARNING: ("half", "mcc", "balanced-accuracy", "accuracy"),
    Vocabulary.PAD: ("zero-fmr", "zero-fnmr", "cost", "youden", "minimax"),
    Vocabulary.PAD_BONA_FIDE: ("zero-fmr", "zero-fnmr", "cost", "youden", "minimax"),
}
"""The ids of the rules that are asked for next, of which the first three of use are shown."""


def wrong_calls(words: Words) -> tuple[str, str]:
    """Return what a field calls the two kinds of wrong calls: what is missed, and the other."""
    if words.vocabulary is Vocabulary.CLINICAL:
        return tr("missed"), tr("false alarms")
    _right, missed, alarm, _rest = words.outcomes
    return missed.many, alarm.many
