"""The sorted scores of the data set that is shown: each is sorted once, in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.snapshot import positive_of, rank, score_of
from evalgui.io.watch import Watch
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Inputs, Ranking, Snapshot

    Key = tuple[int, int | None]


class Rankings(QObject):
    """Finds a ranking by its score and the positive class, and makes those that are missing."""

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dataset: Dataset | None = None
        self._known: dict[Key, Ranking] = {}
        self._sorting = Tasks(self)

    def start_over(self, snapshot: Snapshot) -> None:
        """Take what is known of another data set; of the same one nothing is forgotten."""
        self._sorting.cancel()
        if snapshot.dataset is not self._dataset:
            self._dataset, self._known = snapshot.dataset, {}
        if snapshot.ranking is not None:
            self._known[_key(snapshot.inputs)] = snapshot.ranking

    def of(self, inputs: Inputs) -> Ranking | None:
        """Return the ranking of what was chosen; None where there is none, or none yet."""
        return self._known.get(_key(inputs))

    def lacks(self, inputs: Inputs) -> bool:
        """Return whether scores have to be sorted before these can be shown."""
        if inputs.dataset is None or _key(inputs) in self._known:
            return False
        positive = positive_of(inputs.dataset, inputs.positive)
        return score_of(inputs.dataset, inputs.score, positive) is not None

    def sort(
        self, inputs: Inputs, *, on_success: Callable[[], None], on_end: Callable[[], None]
    ) -> None:
        """Sort what is missing; what is sorted for somebody else is given up."""
        dataset, key = inputs.dataset, _key(inputs)
        if dataset is None:
            return

        def work(task: Task) -> Ranking:
            return rank(dataset, *key, Watch(task.report, task.is_cancelled).step)

        def keep(ranking: Ranking) -> None:
            self._known[key] = ranking
            on_success()

        self._sorting.start(work, on_success=keep, on_failure=self.failed.emit, on_end=on_end)

    def cancel(self) -> None:
        """Give up what is being sorted."""
        self._sorting.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._sorting.shut_down()


def _key(inputs: Inputs) -> Key:
    return inputs.score, inputs.positive
