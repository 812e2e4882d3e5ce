"""Where the true share of a cell lies: that of the measure which it is, or of k out of n."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.intervals.pending import AwaitedIntervals, is_awaited, latest, subjects_at
from evalgui.core.intervals.shares import of_share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.counts import Counts
    from evalgui.core.intervals.by_weight import AnyWorth
    from evalgui.core.measured import Interval
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot

    Place = tuple[int | slice, int | slice]

# By the actual and the predicted class, of which the first is the positive one.
_OF_ACTUAL = (("TPR", "FNR"), ("FPR", "TNR"))
_OF_PREDICTED = (("PPV", "FOR"), ("FDR", "NPV"))


def _hits(counts: Counts) -> tuple[Any, Any]:
    return counts.tp, counts.n


def _misses(counts: Counts) -> tuple[Any, Any]:
    return counts.fn, counts.n


def _false_alarms(counts: Counts) -> tuple[Any, Any]:
    return counts.fp, counts.n


def _rejections(counts: Counts) -> tuple[Any, Any]:
    return counts.tn, counts.n


# What a cell of two classes is among all rows.
_SHARES = {(0, 0): _hits, (0, 1): _misses, (1, 0): _false_alarms, (1, 1): _rejections}


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
        matrix, point, cell = self._snapshot.matrix, self._snapshot.point, (actual, predicted)
        if matrix is None:
            return None
        shown = None if point is None else self._shown(point)
        of_any = None if shown is None else shown.get("ACC")
        if is_awaited(of_any):
            return of_any
        subjects = None if shown is None else subjects_at(shown)
        if subjects is not None:
            k, n = _SHARES[cell](subjects.counts)
            worth = subjects.worth(_SHARES[cell])
            return self._share(k, n, of_a_class=False, worth=worth)
        every = slice(None), slice(None)
        return self._of_cell(matrix, cell, every, of_a_class=False)

    def _shown(self, point: OperatingPoint) -> Mapping[str, Interval]:
        """Return the intervals of a point, or those of before that stand for them."""
        found = point.intervals
        before = found.before if isinstance(found, AwaitedIntervals) else None
        return found if before is None or not self._keeps_last else before

    def _of(
        self, actual: int, predicted: int, ids: tuple[tuple[str, str], ...], *, of_a_class: bool
    ) -> Interval | None:
        point = self._snapshot.point
        if point is not None:
            metric_id = ids[actual][predicted]
            found = point.intervals.get(metric_id)
            return latest(point.intervals, metric_id)[0] if self._keeps_last else found
        matrix = self._snapshot.matrix
        if matrix is None:
            return None
        every = slice(None)
        whole: Place = (actual, every) if of_a_class else (every, predicted)
        return self._of_cell(matrix, (actual, predicted), whole, of_a_class=of_a_class)

    def _of_cell(
        self, matrix: ConfusionMatrix, cell: tuple[int, int], whole: Place, *, of_a_class: bool
    ) -> Interval | None:
        """Return that of the share of a cell among those that an index chooses."""
        overall, worth = self._snapshot.overall, None
        if overall is not None and self._snapshot.point is None:
            worth = overall.intervals.worth_of_cell(cell, whole)
        k, n = matrix.total(cell), matrix.total(whole)
        return self._share(k, n, of_a_class=of_a_class, worth=worth)

    def _share(
        self, k: int, n: int, *, of_a_class: bool, worth: AnyWorth | None
    ) -> Interval | None:
        dataset, settings = self._snapshot.dataset, self._snapshot.inputs.intervals
        if dataset is None:
            return None
        return of_share(k, n, settings, dataset.sampling, of_a_class=of_a_class, worth=worth)
