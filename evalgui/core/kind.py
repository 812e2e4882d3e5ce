"""The kinds of numbers, each of which has methods of its own for its intervals."""

from __future__ import annotations

from enum import StrEnum


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
    Kind.PROPORTION: "Rates, accuracy, predictive values and other proportions",
    Kind.F1: "F1, Jaccard and what follows from them",
    Kind.SMOOTH: "Other measures of the four counts",
    Kind.LR: "Likelihood ratios",
    Kind.ODDS: "Odds ratio and what follows from it",
    Kind.AUC: "Area under the ROC curve",
    Kind.AP: "Average precision",
    Kind.EER: "Equal error rate",
    Kind.FNMR_AT_FMR: "Miss rate at a given false alarm rate",
    Kind.K_CLASSES: "Agreement and averages of all classes together",
    Kind.DIFFERENCE: "Differences",
}
