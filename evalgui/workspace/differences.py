"""How the score that is shown differs from those it is compared with, found in the background."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from evalgui.core.deciding import default_threshold
from evalgui.core.errors import DataError
from evalgui.core.linked_thresholds import Link, linked_threshold
from evalgui.core.own_thresholds import of_other_score
from evalgui.core.progress import Watch
from evalgui.core.provenance import now
from evalgui.core.provenance_words import at_thresholds
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evalgui.core.comparing import Candidate, Pair
    from evalgui.core.comparison import Beside
    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Measured
    from evalgui.core.own_thresholds import OtherScore
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.data_sets import DataSets

    Discordant = tuple[NDArray[np.intp], NDArray[np.intp]]


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What is said of the shown score and another one.

    Parameters
    ----------
    pair
        The comparison.
    thresholds
        Where each of the two calls, in the units of its file.
    apart : two arrays of rows of the data set, or None
        Those that only the first, and only the second calls rightly; None where each score has
        rows of its own.
    note
        Why the thresholds are not linked as they were to be; "" where they are.
    """

    pair: Pair
    thresholds: tuple[float, float]
    apart: Discordant | None = None
    note: str = ""

    def rows_apart(self, dataset: Dataset, most: int) -> list[list[tuple[int, int]]]:
        """Return the first rows of each of `apart`: their numbers in the file, and classes."""
        known, truth = dataset.file_rows, dataset.truth
        return [
            [
                (int(row) + 1 if known is None else int(known[row]), int(truth[row]))
                for row in rows[:most].tolist()
            ]
            for rows in self.apart or ()
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """All that is said of the shown score and the others.

    Parameters
    ----------
    differences
        One for each other score.
    errors
        What each score gets wrong, the shown one first: its name, and its measures by their ids.
    """

    differences: tuple[Difference, ...]
    errors: tuple[tuple[str, Mapping[str, Measured]], ...]


class Differences(QObject):
    """Compares what is shown with the other curves; a newer request replaces an older one."""

    found = Signal(object)  # what is said of all, `Compared`
    progressed = Signal(float, str)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, "comparing the scores")
        self._tasks.progressed.connect(self.progressed)

    def compare(self, snapshot: Snapshot, data_sets: DataSets) -> None:
        """Compare the score that is shown with the others at hand, each where its line stands.

        Parameters
        ----------
        snapshot, data_sets
            What is shown, and what else is open.
        """
        others = [(one, _data_of(one, snapshot, data_sets)) for one in snapshot.comparison.others]

        def work(task: Task) -> Compared:
            watch = Watch(task.report, task.is_cancelled)
            differences = []
            errors = [_errors(snapshot.comparison.name, snapshot.ranking, snapshot)]
            for place, (beside, other) in enumerate(others):
                watch.step(place / len(others), f"comparing with {beside.name}")
                differences.append(_difference(snapshot, beside, other))
                errors.append(_errors(beside.name, beside.ranking, other))
            return Compared(tuple(differences), tuple(errors) if others else ())

        self._tasks.start(
            work,
            on_success=self.found.emit,
            on_failure=self.failed.emit,
            on_end=lambda: None,
        )

    def cancel(self) -> None:
        """Give it up."""
        self._tasks.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()


def difference_of(snapshot: Snapshot, beside: Beside, data_sets: DataSets) -> Difference:
    """Return how the shown score differs from another one, each where its line stands."""
    return _difference(snapshot, beside, _data_of(beside, snapshot, data_sets))


def _data_of(beside: Beside, snapshot: Snapshot, data_sets: DataSets) -> Snapshot:
    """Return the data of another curve: those that are shown, or another data set."""
    return snapshot if beside.data_set is None else data_sets.items[beside.data_set].snapshot


def _errors(
    name: str, ranking: Ranking | None, snapshot: Snapshot
) -> tuple[str, Mapping[str, Measured]]:
    """Return what a score gets wrong, with intervals at the level of its data."""
    from evalgui.core.comparing import errors_of  # when it is asked for

    if ranking is None or snapshot.dataset is None:
        return name, {}
    return name, errors_of(ranking, snapshot.inputs.intervals, snapshot.dataset.sampling)


def _difference(snapshot: Snapshot, beside: Beside, other: Snapshot) -> Difference:
    from evalgui.core.comparing import compare_paired, compare_unpaired  # when it is asked for

    ranking, point = snapshot.ranking, snapshot.point
    if ranking is None or point is None or snapshot.dataset is None or other.dataset is None:
        message = "there is no score of one class to compare"
        raise DataError(message, hint="Choose the class")
    is_paired = other is snapshot
    threshold, note = _line_of(snapshot, beside, other)
    level = snapshot.inputs.intervals.level
    name = snapshot.comparison.name or ranking.score.name
    first = _candidate(name, snapshot.dataset, snapshot.positive, ranking, point.threshold)
    second = _candidate(beside.name, other.dataset, other.positive, beside.ranking, threshold)
    thresholds = (point.threshold, threshold)
    placed = as_chosen(snapshot, beside).inputs if is_paired else other.inputs
    made = (snapshot.provenance, placed.provenance)
    if not is_paired:
        pair = at_thresholds(compare_unpaired(first, second, level), made)
        return Difference(pair, thresholds, note=note)
    pair = at_thresholds(compare_paired(first, second, level), made)
    return Difference(pair, thresholds, _apart(first, second), note)


def _line_of(snapshot: Snapshot, beside: Beside, other: Snapshot) -> tuple[float, str]:
    """Return where the line of another curve stands, and why it is not linked as it was to be."""
    if other is snapshot:
        found = as_chosen(snapshot, beside)
        return found.stands_at(beside.ranking), found.note
    link, ranking, point = snapshot.choices.link, snapshot.ranking, snapshot.point
    if other.point is None or ranking is None or point is None:
        return default_threshold(beside.ranking), ""
    own = other.point.threshold
    if link is not Link.NONE and other.inputs.is_locked:
        return own, "it is locked"
    linked, why_not = linked_threshold(link, ranking, point.threshold, beside.ranking)
    return (own if linked is None else linked), why_not


def as_chosen(snapshot: Snapshot, beside: Beside) -> OtherScore:
    """Return another score of the data that are shown, where its line stands."""
    compared = (snapshot.ranking, *(one.ranking for one in snapshot.comparison.others))
    places = (snapshot.inputs.score, *(one.score for one in snapshot.comparison.others))
    known = dict(zip(places, compared, strict=True))
    return of_other_score(snapshot, beside.score, lambda inputs: known.get(inputs.score), now())


def _candidate(
    name: str, dataset: Dataset, positive: int | None, ranking: Ranking, threshold: float
) -> Candidate:
    from evalgui.core.comparing import Candidate  # when it is asked for

    return Candidate.of(name, dataset, positive, ranking.score, threshold)


def _apart(first: Candidate, second: Candidate) -> Discordant:
    """Return the rows that only one of the two calls rightly, of those that have both scores."""
    both = first.has_score & second.has_score
    differ = both & (first.called != second.called)
    is_positive = first.positives > 0
    first_right = differ & (first.called == is_positive)
    return np.flatnonzero(first_right), np.flatnonzero(differ & ~first_right)
