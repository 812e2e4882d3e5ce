"""Whether a measure is proper, and at which threshold it counts the costs of errors.

A measure is *proper* where no probabilities are better for it in the mean than the true ones,
*strictly* where no others are as good, and *semi-proper* where others are as good. It is
*improper* where false probabilities are better for it. For a measure of calls that depends on the
threshold: calls at a probability t are the best ones where one missed costs (1 - t) / t false
alarms, so that a measure which is best at t counts just these costs (Elkan 2001), and no others.

Van Calster and others 2025 (Lancet Digital Health; arXiv 2412.10288) class 32 measures so: AUC,
its part and the area under precision and recall semi-proper, the last two without a clear purpose;
Brier score, scaled or not, and log score strictly proper; net benefit, standardised or not, and
expected cost proper at their threshold; accuracy, balanced accuracy, Youden's index, DOR, kappa,
F1, MCC, sensitivity, specificity, PPV and NPV improper at thresholds other than 0.5 or the
prevalence, F1 the one that has no clear purpose either. Of the others it is derived here, for the
counts that are expected:

- What is a rising function of accuracy is best at 0.5; of TPR - FPR at the prevalence p.
- T = TP / (TP + a FN + b FP) is best at T b / (1 - T + T (a + b)), T being its best value (a
  ratio of two linear functions of the calls; Koyejo and others 2014): half of F1, J / (1 + J) of
  Jaccard. Likewise kappa K at p + K (1 - 2 p) / 2.
- What one kind of call makes better whatever the truth is best where all, or none, are called so.
- What falls with each error, whatever else it is, is best at some threshold (the ROC curve of the
  true probabilities lies nowhere below another one); which one is not known beforehand.
- What is read off a ROC curve where a rate or a cost is given is for the same reason semi-proper.
- The area of one class against one other by its own probability (Hand and Till 2001) is not:
  the order of two classes rests on the ratio of their probabilities.
"""

from __future__ import annotations

from enum import StrEnum

from evalgui.core.texts import Text, as_text
from evalgui.core.vocabulary import phrase


class Proper(StrEnum):
    """What is said of a measure; the value is the id of the sentence."""

    UNSAID = ""
    STRICTLY = "strictly-proper"
    ORDER = "semi-proper"
    MIXED = "semi-proper-without-true-negatives"
    AT_RATE = "semi-proper-at-a-rate"
    LEAST_COST = "semi-proper-at-least-cost"
    AT_COSTS = "proper-at-its-costs"
    HALF = "proper-at-half"
    PREVALENCE = "proper-at-prevalence"
    HALF_OF_BEST = "proper-at-half-of-its-best"
    BEST = "proper-at-its-best"
    KAPPA = "proper-between-prevalence-and-half"
    MOST_PROBABLE = "proper-for-the-most-probable-class"
    OVER_SHARE = "proper-for-the-class-most-above-its-share"
    ALL_CALLED = "improper-best-where-all-are-called"
    NONE_CALLED = "improper-best-where-none-is-called"
    FEW_CALLED = "improper-best-where-few-are-called"
    AT_ENDS = "improper-often-best-at-an-end"
    SPREAD = "improper"
    PAIRWISE = "improper-of-pairs"
    ASSOCIATION = "improper-association"
    DESCRIBES = "no-performance"

    @property
    def said(self) -> Text:
        """It as a sentence or two."""
        return as_text(_SAID[self])


_SAID = {
    Proper.STRICTLY: phrase(
        "Strictly proper: only the true probabilities are best. It takes all "
        "thresholds together; no costs are named."
    ),
    Proper.ORDER: phrase(
        "Semi-proper: the true probabilities are best, and so is all that keeps their order. "
        "It knows no threshold, and no costs."
    ),
    Proper.MIXED: phrase(
        "Semi-proper: the true probabilities are best, and so is all that keeps their order. "
        "It leaves {true_negatives} out, and names no costs."
    ),
    Proper.AT_RATE: phrase(
        "Semi-proper: the true probabilities are best, and so is all that keeps their order. "
        "Its threshold follows from an error rate, not from costs."
    ),
    Proper.LEAST_COST: phrase(
        "Semi-proper: the true probabilities are best, and so is all that keeps their order. "
        "It counts the costs in its definition, at the threshold "
        "that is best for them on these very data."
    ),
    Proper.AT_COSTS: phrase(
        "Proper at the probability t where one missed costs (1 - t) / t "
        "{false_positives} as set, and counts these costs; improper at any other."
    ),
    Proper.HALF: phrase(
        "Improper but at a probability of 0.5: it counts a missed one as one {false_positive}."
    ),
    Proper.PREVALENCE: phrase(
        "Improper but at a probability equal to the {prevalence} p: it counts a "
        "missed one as (1 - p) / p {false_positives}."
    ),
    Proper.HALF_OF_BEST: phrase(
        "Improper but at a probability of half its best value, which no costs "
        "decide; {true_negatives} do not count."
    ),
    Proper.BEST: phrase(
        "Improper but at one probability, which its best value and its weights decide, "
        "and no costs."
    ),
    Proper.KAPPA: phrase(
        "Improper but at the probability p + K (1 - 2 p) / 2 between the {prevalence} p "
        "and 0.5, which its best value K decides, and no costs."
    ),
    Proper.MOST_PROBABLE: phrase(
        "Improper but where the most probable class is called: every error counts the same."
    ),
    Proper.OVER_SHARE: phrase(
        "Improper but where the class is called whose probability is most above "
        "its share: an error counts the more the rarer the class."
    ),
    Proper.ALL_CALLED: phrase(
        "Improper, and says nothing alone: best where every row is called positive."
    ),
    Proper.NONE_CALLED: phrase(
        "Improper, and says nothing alone: best where no row is called positive."
    ),
    Proper.FEW_CALLED: phrase(
        "Improper, and says nothing alone: best where only the surest rows are called so."
    ),
    Proper.AT_ENDS: phrase(
        "Improper: the best threshold follows from how scores spread, often at an end "
        "where hardly a row is called one way; no costs."
    ),
    Proper.SPREAD: phrase(
        "Improper: which calls are best for it follows from its best value and from "
        "how scores spread, and from no costs."
    ),
    Proper.PAIRWISE: phrase(
        "Improper with three classes and more: of two classes it takes the "
        "probability of one alone. No threshold, no costs."
    ),
    Proper.ASSOCIATION: phrase(
        "Improper: it says how far calls and truth go together, not whether they agree; no costs."
    ),
    Proper.DESCRIBES: phrase("Measures no performance: it describes the data or the calls."),
}
