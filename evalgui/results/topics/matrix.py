"""The confusion matrix: how many rows of each class were called what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.texts import Given, Term, Text
from evalgui.results.matrix import Matrix, Side
from evalgui.results.result import Result
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.snapshot import Snapshot

_OUTCOMES = (("counts.tp", "counts.fn"), ("counts.fp", "counts.tn"))
_TRUTHS = Term("positive"), Term("negative")
_CALLS = Term("predicted_positives"), Term("predicted_negatives")


def confusion(snapshot: Snapshot) -> Result | None:
    """Return the confusion matrix of what is called; None where nothing is.

    Returns
    -------
    Result or None
        The matrix ``matrix``: rows are true classes, columns called ones. Of one class against
        the rest that class comes first, and each field has words for both.
    """
    if snapshot.matrix is None:
        return None
    file = "" if snapshot.dataset is None else snapshot.dataset.name
    title = Text("Confusion matrix of {file}", {"file": Given(file)})
    made = counts_of(snapshot.matrix, has_outcomes=snapshot.point is not None)
    return Result("matrix", title, matrices=(made,))


def counts_of(matrix: ConfusionMatrix, *, has_outcomes: bool) -> Matrix:
    """Return the counts of a confusion matrix.

    Parameters
    ----------
    matrix
        Of classes in any order.
    has_outcomes
        Whether it is of one class against the rest, that class first.
    """
    names = tuple(map(Given, matrix.classes))
    words = (_TRUTHS, _CALLS) if has_outcomes else ((), ())
    return Matrix(
        "matrix",
        Side("actual", Term("truth_axis"), names, matrix.actual, words[0]),
        Side("predicted", Term("call_axis"), names, matrix.predicted, words[1]),
        matrix.counts,
        matrix.n,
        _OUTCOMES if has_outcomes else (),
    )


MATRIX = Topic(
    id="matrix",
    name=Text("Confusion matrix"),
    explanation=Text("Counts by true and called class, with margins."),
    make=lambda snapshot, _beside: confusion(snapshot),
    is_of_snapshot=False,
)
