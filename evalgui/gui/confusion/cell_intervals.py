"""Where the true share of a cell lies: that of the measure which it is, or of k out of n."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.api import latest, of_share

if TYPE_CHECKING:
    from evalgui.core.api import Interval, Snapshot

# By the actual and the predicted class, of which the first is the positive one.
_OF_ACTUAL = (("TPR", "FNR"), ("FPR", "TNR"))
_OF_PREDICTED = (("PPV", "FOR"), ("FDR", "NPV"))


class CellIntervals:
    """The intervals of the shares in a confusion matrix, each made when it is asked for.

    Parameters
    ----------
    snapshot
        What is shown.
    keeps_last
        Whether those of before stand for what is still being worked out.
    """

    def __init__(self, snapshot: Snapshot, *, keeps_last: bool = False) -> None:
        self._snapshot, self._keeps_last = snapshot, keeps_last

    def keeping_last(self) -> CellIntervals:
        """Return the same for the eye, which is not to lose them in a drag."""
        return CellIntervals(self._snapshot, keeps_last=True)

    @property
    def are_awaited(self) -> bool:
        """Whether those of before stand for others."""
        point = self._snapshot.point
        return self._keeps_last and point is not None and latest(point.intervals, "TPR")[1]

    def of_actual(self, actual: int, predicted: int) -> Interval | None:
        """Return that of the share of a cell among the rows of its actual class."""
        return self._of(actual, predicted, _OF_ACTUAL, of_a_class=True)

    def of_predicted(self, actual: int, predicted: int) -> Interval | None:
        """Return that of the share of a cell among the rows that are called so."""
        return self._of(actual, predicted, _OF_PREDICTED, of_a_class=False)

    def of_all(self, actual: int, predicted: int) -> Interval | None:
        """Return that of the share of a cell among all rows."""
        matrix = self._snapshot.matrix
        if matrix is None:
            return None
        return self._of_share(int(matrix.counts[actual, predicted]), matrix.n, of_a_class=False)

    def _of(
        self, actual: int, predicted: int, ids: tuple[tuple[str, str], ...], *, of_a_class: bool
    ) -> Interval | None:
        point, matrix = self._snapshot.point, self._snapshot.matrix
        if point is not None:
            metric_id = ids[actual][predicted]
            found = point.intervals.get(metric_id)
            return latest(point.intervals, metric_id)[0] if self._keeps_last else found
        if matrix is None:
            return None
        whole = matrix.actual[actual] if of_a_class else matrix.predicted[predicted]
        count = int(matrix.counts[actual, predicted])
        return self._of_share(count, int(whole), of_a_class=of_a_class)

    def _of_share(self, k: int, n: int, *, of_a_class: bool) -> Interval | None:
        dataset, settings = self._snapshot.dataset, self._snapshot.inputs.intervals
        if dataset is None:
            return None
        return of_share(k, n, settings, dataset.sampling, of_a_class=of_a_class)
