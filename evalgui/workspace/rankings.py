"""The sorted scores of the data set that is shown: each is sorted once, in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.core.assessed import positive_of, score_of
from evalgui.core.curves import note_turns_of
from evalgui.core.deciding import followed
from evalgui.core.progress import Watch
from evalgui.core.rules import RULES
from evalgui.core.snapshot import rank
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Inputs, Snapshot

    Key = tuple[int | None, int | None]


_QUICK = 500_000  # thresholds, up to which nobody waits for a rule
_SETTLING = 50  # milliseconds: what is shown is painted before others are sorted


class Rankings(QObject):
    """Finds a ranking by its score and the positive class, and makes those that are missing."""

    failed = Signal(object)
    filled = Signal()  # one of those that were to be compared

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dataset: Dataset | None = None
        self._known: dict[Key, Ranking] = {}
        self._sorting, self._filling = (
            Tasks(self, what)
            for what in (phrase("sorting the scores"), phrase("sorting scores to compare"))
        )
        self._next: Inputs | None = None  # to be sorted for a comparison
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_SETTLING)
        self._later.timeout.connect(self._sort_next)

    def start_over(self, snapshot: Snapshot) -> None:
        """Take what is known of another data set; of the same one nothing is forgotten."""
        self._sorting.cancel()
        if snapshot.dataset is not self._dataset:
            self._dataset, self._known = snapshot.dataset, {}
            self.fill(())
        if snapshot.ranking is not None:
            self._known[_key(snapshot.inputs)] = snapshot.ranking

    def of(self, inputs: Inputs) -> Ranking | None:
        """Return the ranking of what was chosen; None where there is none, or none yet."""
        return self._known.get(_key(inputs))

    @property
    def known(self) -> Mapping[Key, Ranking]:
        """Those that are sorted, by the score and the positive class."""
        return self._known

    def lacks(self, inputs: Inputs) -> bool:
        """Return whether scores have to be sorted before these can be shown."""
        if inputs.dataset is None or _key(inputs) in self._known:
            return False
        positive = positive_of(inputs.dataset, inputs.positive)
        return score_of(inputs.dataset, inputs.score, positive) is not None

    def waits(self, inputs: Inputs) -> bool:
        """Return whether one would wait for scores to be sorted, or for a rule that is followed."""
        ranking, made = self.of(inputs), inputs.provenance
        if ranking is None:
            return self.lacks(inputs)
        if not inputs.is_followed or made.rule is None or made.rule not in RULES.ids:
            return False
        is_slow = len(ranking.table.steps) > _QUICK
        return is_slow and not ranking.has_choice(made.rule, dict(made.parameters))

    def prepare(
        self, inputs: Inputs, *, on_success: Callable[[], None], on_end: Callable[[], None]
    ) -> None:
        """Sort what is missing, and let the rule choose; what others wait for is given up."""
        self._sort(self._sorting, inputs, on_success, on_end)

    def fill(self, missing: Sequence[Inputs]) -> None:
        """Sort one of these, a little later, where that is not under way already."""
        if self._next is not None and _key(self._next) in map(_key, missing):
            return
        self._later.stop()
        self._filling.cancel()
        self._next = missing[0] if missing else None
        if self._next is not None:
            self._later.start()

    def _sort_next(self) -> None:
        wanted = self._next
        if wanted is not None:
            self._sort(self._filling, wanted, self.filled.emit, lambda: self._on_end(wanted))

    def _on_end(self, wanted: Inputs) -> None:
        if self._next is wanted:
            self._next = None

    def _sort(
        self,
        tasks: Tasks,
        inputs: Inputs,
        on_success: Callable[[], None],
        on_end: Callable[[], None],
    ) -> None:
        dataset, key, known = inputs.dataset, _key(inputs), self.of(inputs)
        if dataset is None:
            return

        def work(task: Task) -> Ranking:
            ranking = known
            if ranking is None:
                watch = Watch(task.report, task.is_cancelled)
                ranking = rank(dataset, *key, watch.step)
                note_turns_of(ranking.table, watch.look)
            if ranking.is_quick and tasks is not self._filling:  # what comes is shown
                ranking.intervals(inputs.intervals, dataset.sampling)
            if inputs.is_followed:
                followed(inputs.provenance, ranking)  # and so it is known when it is asked for
            return ranking

        def keep(ranking: Ranking) -> None:
            self._known.setdefault(key, ranking)  # the one that is shown stays the same object
            if tasks is self._filling:
                self._next = None
            on_success()

        tasks.start(work, on_success=keep, on_failure=self.failed.emit, on_end=on_end)

    def cancel(self) -> None:
        """Give up what is being sorted."""
        self._sorting.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._later.stop()
        for tasks in (self._sorting, self._filling):
            tasks.shut_down()


def _key(inputs: Inputs) -> Key:
    return inputs.score, inputs.positive
