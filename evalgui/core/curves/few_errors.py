"""Where the error rates of a curve rest on too few errors: the rules of 3 and of 30.

Without an error in n independent trials a rate of up to 3/n is within its 95 % limit (the rule of
three: Louis 1981, "Confidence intervals for a binomial parameter after observing no successes", The
American Statistician 35, 154; Jovanovic and Levy 1997, "A look at the rule of three", The American
Statistician 51, 137-139). With 30 errors the true rate is within 30 % of the one that is found, at
a confidence of 90 % (the rule of 30: Doddington, Przybocki, Martin and Reynolds 2000, "The NIST
speaker recognition evaluation", Speech Communication 31, 225-254). Trials that share subjects say
less than as many independent ones: neither rule holds of them, and the regions are named after
neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.curves.curve import Scale
from evalgui.core.curves.laid_out import n_of
from evalgui.core.metrics.any_metric import Better

if TYPE_CHECKING:
    from evalgui.core.curves.curve import Curve
    from evalgui.core.score_table import Steps
    from evalgui.core.vocabulary import Vocabulary

FEW = (3, 30)  # errors: fewer bound a rate, fewer measure it badly
_MANY = 3_000  # rows of a class: of fewer, a rate of a hundredth is too few errors already


@dataclass(frozen=True, slots=True)
class FewErrors:
    """Of how many rows the rates of an axis are.

    Parameters
    ----------
    n
        The rows, at least 1.
    is_x
        Whether it is the x axis.
    name
        Of the rate, where the axis shows others, too; "" where that is clear.
    by_subject
        Whether subjects were drawn, so that the rules of 3 and of 30 do not hold of the rows.
    """

    n: int
    is_x: bool
    name: str = ""
    by_subject: bool = False

    def rate(self, errors: int) -> float:
        """Return the rate that so many errors are, at most 1."""
        return min(errors / self.n, 1.0)


def few_errors(curve: Curve, steps: Steps, vocabulary: Vocabulary) -> list[FewErrors]:
    """Return of which axes the rates rest on too few errors somewhere, and of how many rows.

    Parameters
    ----------
    curve
        With the axes on which it is drawn: linear ones have no room for rates so low.
    steps
        The scores.
    vocabulary
        The field: where errors are rare it is told of however few rows.

    Returns
    -------
    list of FewErrors
        None for axes on which it is of no use.
    """
    if steps.is_weighted:  # errors are not counted
        return []
    found, by_subject = [], steps.subjects is not None
    for axis, is_x in ((curve.x_axis, True), (curve.y_axis, False)):
        is_rate = axis.metric is not None and axis.metric.better is Better.LOWER
        if axis.scale is Scale.NORMAL_DEVIATE and is_rate:
            found.append(FewErrors(n_of(axis, steps), is_x, by_subject=by_subject))
        elif axis.scale is Scale.LOG and not is_x:
            of_negatives = [line for line in curve.series if line.of_class == "negative"]
            n = steps.n_negative
            found += [FewErrors(n, is_x, line.name, by_subject) for line in of_negatives]
    return [one for one in found if is_told(one.n, vocabulary)]


def is_told(n: int, vocabulary: Vocabulary) -> bool:
    """Return whether it is of use: in fields of rare errors, and where rows are many."""
    return n > 0 and (vocabulary.is_biometric or n >= _MANY)
