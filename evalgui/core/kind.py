"""The kinds of numbers, each of which has methods of its own for its intervals."""

from __future__ import annotations

from enum import StrEnum

from evalgui.core.vocabulary import phrase


class Kind(StrEnum):
    """The kinds of numbers, as the command line names them."""

    PROPORTION = "proportion"
    F1 = "f1"
    SMOOTH = "smooth"
    LR = "lr"
    ODDS = "odds"
    AUC = "auc"
    AP = "ap"
    EER = "eer"
    FNMR_AT_FMR = "fnmr-at-fmr"
    K_CLASSES = "k-classes"
    DIFFERENCE = "difference"

    @property
    def wording(self) -> str:
        """What numbers are of this kind, in words."""
        return _WORDINGS[self]


_WORDINGS = {
    Kind.PROPORTION: phrase("Rates, accuracy, predictive values and other proportions"),
    Kind.F1: phrase("F1, Jaccard and what follows from them"),
    Kind.SMOOTH: phrase("Other measures of the four counts"),
    Kind.LR: phrase("Likelihood ratios"),
    Kind.ODDS: phrase("Odds ratio and what follows from it"),
    Kind.AUC: phrase("Area under the ROC curve"),
    Kind.AP: phrase("Average precision"),
    Kind.EER: phrase("Equal error rate"),
    Kind.FNMR_AT_FMR: phrase("Miss rate at a given false alarm rate"),
    Kind.K_CLASSES: phrase("Agreement and averages of all classes together"),
    Kind.DIFFERENCE: phrase("Differences"),
}
