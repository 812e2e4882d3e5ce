"""How the score that is shown differs from those it is compared with, found in the background."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from evalgui.core.consequences.settings import AtRisks
from evalgui.core.deciding import default_threshold
from evalgui.core.errors import DataError
from evalgui.core.intervals.at_prevalence import share_of
from evalgui.core.linked_thresholds import Link, linked_threshold
from evalgui.core.own_thresholds import of_other_score
from evalgui.core.progress import Watch
from evalgui.core.provenance import now
from evalgui.core.provenance_words import at_thresholds
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.comparing import Candidate, Pair
    from evalgui.core.comparing.net_benefit import Best
    from evalgui.core.comparison import Beside
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.equal_rate import AtEqual
    from evalgui.core.measured import Measured
    from evalgui.core.own_thresholds import OtherScore
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.loading import Loaded
    from evalgui.workspace.data_sets import DataSets


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What is said of the shown score and another one.

    Parameters
    ----------
    pair
        The comparison.
    thresholds
        Where each of the two calls, in the units of its file.
    note
        Why the thresholds are not linked as they were to be; "" where they are.
    of
        What is compared, with the rows that are drawn again; None where none can be.
    """

    pair: Pair
    thresholds: tuple[float, float]
    note: str = ""
    of: tuple[Candidate, Candidate] | None = None

    def drawn(self, step: Callable[[float, str], None]) -> Difference:
        """Return it with the differences in rows, or subjects, that are drawn anew.

        Scores of more rows than `MOST_EXACT` are put into groups first.
        """
        from evalgui.core.bootstrap.sizes import BINS, REPLICATES  # when it is asked for
        from evalgui.core.comparing import draw_again
        from evalgui.core.redraw import MOST_EXACT

        if self.of is None:
            return self
        is_large = max(one.n_instances for one in self.of) > MOST_EXACT
        pair = draw_again(
            self.pair,
            *self.of,
            n_replicates=REPLICATES,
            seed=0,
            n_bins=BINS if is_large else None,
            step=step,
        )
        return replace(self, pair=pair)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Rows that are compared with all others.

    Parameters
    ----------
    name
        What they are called.
    expression
        Which they are, of the rows in use; that of the filter in force is of all rows of the file.
    rows : (n,) array of bool, or None
        Which they are where no expression says it.
    """

    name: str
    expression: str = ""
    rows: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """All that is said of the shown score and the others.

    Parameters
    ----------
    differences
        One for each other score.
    errors
        What each score gets wrong, the shown one first: its name, and its measures by their ids.
    best
        Which of all scores of the same rows is best where risks are asked about, as of
        `evalgui.core.comparing.net_benefit.best_of_several`.
    """

    differences: tuple[Difference, ...]
    errors: tuple[tuple[str, Mapping[str, Measured]], ...]
    best: tuple[Sequence[Best], Sequence[Best]] = ((), ())


class Differences(QObject):
    """Compares what is shown with the other curves; a newer request replaces an older one."""

    found = Signal(object)  # what is said of all, `Compared`
    progressed = Signal(float, object)  # of drawing rows again
    drawing = Signal(bool)  # rows are being drawn again, or no more
    refused = Signal(object)  # a group that cannot be compared, and why
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.at: AtEqual | None = None  # as scores were compared last; a report says so, too
        self._tasks = Tasks(self, phrase("comparing the scores"))
        self._draws = Tasks(self, phrase("drawing the rows again"))
        self._draws.progressed.connect(self.progressed)

    def compare(self, snapshot: Snapshot, data_sets: DataSets, at: AtEqual | None = None) -> None:
        """Compare the score that is shown with the others at hand.

        Parameters
        ----------
        snapshot, data_sets
            What is shown, and what else is open.
        at
            Which rate each two have in common; None where each is called where its line stands.
        """
        others = [(one, _data_of(one, snapshot, data_sets)) for one in snapshot.comparison.others]

        def work(task: Task) -> Compared:
            watch = Watch(task.report, task.is_cancelled)
            differences = []
            errors = [_errors(snapshot.comparison.name, snapshot.ranking, snapshot)]
            for place, (beside, other) in enumerate(others):
                watch.step(place / len(others), phrase("comparing with {name}", name=beside.name))
                differences.append(_difference(snapshot, beside, other, at))
                errors.append(_errors(beside.name, beside.ranking, other))
            if len(differences) > 1:
                differences[0] = _beside_all(differences)
            best = _best_of(snapshot, [one for one, other in others if other is snapshot])
            return Compared(tuple(differences), tuple(errors) if others else (), best)

        self._start(work)

    def compare_group(
        self, snapshot: Snapshot, loaded: Loaded | None, group: Group, at: AtEqual | None = None
    ) -> None:
        """Compare the rows of a group with all others, under the line that is shown.

        Parameters
        ----------
        snapshot
            What is shown.
        loaded
            The file that it was read from, which has the rows that a filter leaves out.
        group
            Which rows.
        at
            As of `compare`.
        """

        def work(_task: Task) -> Compared:
            return Compared((_of_group(snapshot, loaded, group, at),), ())

        self._start(work, self.refused.emit)

    def draw(self, compared: Compared) -> None:
        """Draw the rows, or subjects, of what was compared again, each pair after the other."""
        every = compared.differences

        def work(task: Task) -> Compared:
            watch = Watch(task.report, task.is_cancelled)
            made = [
                one.drawn(watch.part(place / len(every), (place + 1) / len(every)).step)
                for place, one in enumerate(every)
            ]
            return replace(compared, differences=tuple(made))

        self.drawing.emit(True)  # noqa: FBT003 - Qt takes no names
        self._draws.start(
            work,
            on_success=self.found.emit,
            on_failure=self.failed.emit,
            on_end=lambda: self.drawing.emit(False),  # noqa: FBT003
        )

    def cancel_draws(self) -> None:
        """Draw no more; what was compared stays."""
        self._draws.cancel()

    def _start(
        self, work: Callable[[Task], Compared], on_failure: Callable[..., None] | None = None
    ) -> None:
        self._draws.cancel()
        self._tasks.start(
            work,
            on_success=self.found.emit,
            on_failure=on_failure or self.failed.emit,
            on_end=lambda: None,
        )

    def cancel(self) -> None:
        """Give it up."""
        self._draws.cancel()
        self._tasks.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        for tasks in (self._draws, self._tasks):
            tasks.shut_down()


def _beside_all(differences: Sequence[Difference]) -> Difference:
    """Return the first of several, with the test of all areas where all share their rows, or none.

    The score that is shown is the first of each.
    """
    from evalgui.core.comparing import areas_alike  # when it is asked for

    first = differences[0]
    are_paired = {one.pair.is_paired for one in differences}
    if first.of is None or len(are_paired) > 1:
        return first
    every = [first.of[0], *(one.of[1] for one in differences if one.of is not None)]
    pair = replace(first.pair, alike=areas_alike(every, is_paired=are_paired.pop()))
    return replace(first, pair=pair)


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


def _of_group(
    snapshot: Snapshot, loaded: Loaded | None, group: Group, at: AtEqual | None
) -> Difference:
    from evalgui.core.comparing import Candidate, compare_with_rest  # when it is asked for
    from evalgui.io.building.row_filter import rows_where  # with Arrow

    dataset, ranking, point = snapshot.dataset, snapshot.ranking, snapshot.point
    if dataset is None or ranking is None or point is None:
        message = phrase("there is no score of one class to compare")
        raise DataError(message, hint=phrase("Choose the class"))
    positive, score = snapshot.positive, ranking.score
    if group.rows is not None:
        chosen, rest = group.rows, ~group.rows
    else:
        if loaded is not None and group.expression == dataset.subset:
            dataset, positive, score = _every_row(snapshot, loaded, ranking)
        both = group.expression, f"not ({group.expression})"
        columns: Any = dataset.columns
        chosen, rest = (rows_where(columns, one) for one in both)
    whole = Candidate.of(group.name, dataset, positive, score, point.threshold)
    level = snapshot.inputs.intervals.level
    pair = compare_with_rest(whole, group.name, (chosen, rest), level, at)
    thresholds = (point.threshold, point.threshold)
    of = whole.of_rows(chosen), whole.of_rows(rest)
    if pair.equal is not None:
        return Difference(pair, pair.equal.thresholds, of=of)
    return Difference(at_thresholds(pair, (snapshot.provenance,)), thresholds, of=of)


def _every_row(
    snapshot: Snapshot, loaded: Loaded, ranking: Ranking
) -> tuple[Dataset, int | None, Score]:
    """Return the data without their filter: the class and the score that are shown of them."""
    from evalgui.core.snapshot import rank
    from evalgui.io.loading import assess  # and Arrow

    roles = replace(loaded.proposal.roles, subset="")
    dataset = assess(loaded.table, roles, digest=loaded.digest).dataset
    names = [] if dataset is None else [one.name for one in dataset.scores]
    name = snapshot.positive_name
    if dataset is None or name not in dataset.classes:
        message = phrase("the rows that the filter leaves out have other classes")
        raise DataError(message, hint=phrase("Choose other rows"))
    place = names.index(ranking.score.name) if ranking.score.name in names else None
    positive = dataset.classes.index(name)
    return dataset, positive, rank(dataset, place, positive).score


def _difference(
    snapshot: Snapshot, beside: Beside, other: Snapshot, at: AtEqual | None = None
) -> Difference:
    from evalgui.core.comparing import (  # when it is asked for
        RowByRow,
        compare_paired,
        compare_unpaired,
    )

    ranking, point = snapshot.ranking, snapshot.point
    if ranking is None or point is None or snapshot.dataset is None or other.dataset is None:
        message = phrase("there is no score of one class to compare")
        raise DataError(message, hint=phrase("Choose the class"))
    is_paired = other is snapshot
    threshold, note = _line_of(snapshot, beside, other)
    level = snapshot.inputs.intervals.level
    name = snapshot.comparison.name or ranking.score.name
    first = _candidate(name, snapshot, ranking, point.threshold)
    second = _candidate(beside.name, other, beside.ranking, threshold)
    of, thresholds = (first, second), (point.threshold, threshold)
    placed = as_chosen(snapshot, beside).inputs if is_paired else other.inputs
    made = (snapshot.provenance, placed.provenance)
    pair = (compare_paired if is_paired else compare_unpaired)(first, second, level, at)
    if pair.equal is None:
        pair = at_thresholds(pair, made)
    else:
        note, thresholds = "", pair.equal.thresholds
        if is_paired:
            first, second = (
                replace(one, threshold=there)
                for one, there in zip((first, second), thresholds, strict=True)
            )
            pair = replace(pair, rows=RowByRow.of(first, second))
    return Difference(pair, thresholds, note, of)


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
        return own, phrase("it is locked")
    linked, why_not = linked_threshold(link, ranking, point.threshold, beside.ranking)
    return (own if linked is None else linked), why_not


def as_chosen(snapshot: Snapshot, beside: Beside) -> OtherScore:
    """Return another score of the data that are shown, where its line stands."""
    compared = (snapshot.ranking, *(one.ranking for one in snapshot.comparison.others))
    places = (snapshot.inputs.score, *(one.score for one in snapshot.comparison.others))
    known = dict(zip(places, compared, strict=True))
    return of_other_score(snapshot, beside.score, lambda inputs: known.get(inputs.score), now())


def _candidate(name: str, of: Snapshot, ranking: Ranking, threshold: float) -> Candidate:
    from evalgui.core.comparing import Candidate  # when it is asked for

    assert of.dataset is not None  # noqa: S101 - what is compared has data
    at_risks = AtRisks.of(of.inputs.consequences, share_of(of.inputs.intervals))
    return Candidate.of(name, of.dataset, of.positive, ranking.score, threshold, at_risks)


def _best_of(snapshot: Snapshot, others: Sequence[Beside]) -> tuple[Sequence[Best], Sequence[Best]]:
    """Return which of several scores of the rows on show is best; nothing where nobody asked."""
    ranking, point, said = snapshot.ranking, snapshot.point, snapshot.inputs
    if ranking is None or point is None or not others:
        return (), ()
    if not AtRisks.of(said.consequences, None).risks:
        return (), ()
    from evalgui.core.comparing.net_benefit import best_of_several  # when it is asked for

    name = snapshot.comparison.name or ranking.score.name
    lines = [_line_of(snapshot, one, snapshot)[0] for one in others]
    own = _candidate(name, snapshot, ranking, point.threshold)
    rest = [
        _candidate(one.name, snapshot, one.ranking, line)
        for one, line in zip(others, lines, strict=True)
    ]
    return best_of_several([own, *rest])
