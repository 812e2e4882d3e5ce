"""The rows that stand out in every view: at once where they are few, else a little later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from evalgui.core.highlight import UNLIT, Lit, highlight_of
from evalgui.core.selection import NO_SELECTION, Rows, Selection
from evalgui.core.vocabulary import phrase
from evalgui.workspace.selected_rows import rows_selected
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.core.highlight import Highlight
    from evalgui.core.multiclass import ClassScores
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

_AT_ONCE = 100_000  # rows of the data
_MOST_CLASSES = 10  # of which rows are marked on curves: more would be a crowd


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """What a highlight is of."""

    selection: Selection
    dataset: Dataset
    ranking: Ranking | None
    positive: int | None
    class_scores: ClassScores | None

    def is_same(self, other: _Asked | None) -> bool:
        return (
            other is not None
            and other.dataset is self.dataset
            and other.ranking is self.ranking
            and other.positive == self.positive
            and other.class_scores is self.class_scores
            and (other.selection is self.selection or other.selection == self.selection)
        )

    def find(self) -> Highlight:
        """Look at every row."""
        score = None if self.ranking is None else self.ranking.score
        steps = None if self.ranking is None else self.ranking.table.steps
        uncalled = self._selected(is_called=False)
        called = uncalled
        if score is not None and self.selection.follows_threshold:
            called = self._selected(is_called=True)
        found = highlight_of(called, uncalled, self._kinds(), score, steps)
        if self.class_scores is None or score is not None:
            return found
        return replace(found, of_classes=self.class_scores.places_of(uncalled, _MOST_CLASSES))

    def _selected(self, *, is_called: bool) -> NDArray[np.bool_]:
        """Return which rows are selected at a threshold that calls all of them, or none."""
        ranking, dataset = self.ranking, self.dataset

        def in_cells(cells: tuple[tuple[int, int], ...]) -> NDArray[np.bool_]:
            if ranking is None:
                return _in_cells_of_labels(dataset, self.positive, cells)
            found = np.zeros(dataset.n, dtype=np.bool_)
            for actual, predicted in cells:
                if (predicted == 0) == is_called:
                    found |= self._is_of(actual)
            return np.asarray(found & ~np.isnan(ranking.score.values))

        score = None if ranking is None else ranking.score
        return rows_selected(self.selection, dataset, score, in_cells)

    def _is_of(self, actual: int) -> NDArray[np.bool_]:
        """Return which rows are of the positives (0) or of the others (1), if only in part."""
        counts = self.dataset.counts_of_rows(self.positive)
        if counts is not None:
            return np.asarray(counts[actual] > 0)
        return np.asarray((self.dataset.truth == self.positive) == (actual == 0))

    def _kinds(self) -> NDArray[np.integer]:
        counts = self.dataset.counts_of_rows(self.positive)
        if counts is None:
            return np.asarray(self.dataset.truth != self.positive, dtype=np.int8)
        positives, negatives = (part > 0 for part in counts)
        return np.where(positives & negatives, 2, np.where(positives, 0, 1)).astype(np.int8)


def _in_cells_of_labels(
    dataset: Dataset, positive: int | None, cells: tuple[tuple[int, int], ...]
) -> NDArray[np.bool_]:
    """Return which rows are in some cells, as the file calls them."""
    found, truth, predicted = np.zeros(dataset.n, dtype=np.bool_), dataset.truth, dataset.predicted
    if predicted is None:
        return found
    for actual, called in cells:
        if positive is None:
            found |= (truth == actual) & (predicted == called)
        else:
            found |= ((truth == positive) == (actual == 0)) & (
                (predicted == positive) == (called == 0)
            )
    return found & (predicted >= 0)


class _Light(QObject):
    """The rows of one selection, kept as long as it is the same."""

    made = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("which rows are selected"))
        self._asked: _Asked | None = None
        self._found: Highlight | None = None

    def of(self, selection: Selection, snapshot: Snapshot) -> Highlight | None:
        """Return what is known of a selection; what is not is found out."""
        dataset = snapshot.dataset
        if not selection or dataset is None or not dataset.n:
            if self._asked is not None:
                self._tasks.cancel()
                self._asked = self._found = None
            return None
        asked = _Asked(
            selection, dataset, snapshot.ranking, snapshot.positive, snapshot.class_scores
        )
        if not asked.is_same(self._asked):
            self._tasks.cancel()
            self._asked, self._found = asked, None
            if dataset.n <= _AT_ONCE:
                self._found = asked.find()
            else:
                self._tasks.start(
                    lambda _task: asked.find(),
                    on_success=self._keep,
                    on_failure=self.failed.emit,
                    on_end=lambda: None,
                )
        return self._found

    def _keep(self, found: Highlight) -> None:
        self._found = found
        self.made.emit()

    @property
    def is_busy(self) -> bool:
        """Whether rows are being looked at."""
        return self._tasks.is_busy

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()


class Lights(QObject):
    """Finds which rows are selected, and which are picked in the table."""

    made = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selected, self._picked = _Light(self), _Light(self)
        for light in (self._selected, self._picked):
            light.made.connect(self.made)
            light.failed.connect(self.failed)
        self._numbers: tuple[int, ...] = ()
        self._rows = NO_SELECTION
        self._lit = UNLIT

    def of(self, snapshot: Snapshot) -> Lit:
        """Return the rows that stand out in a snapshot; those not known yet come later."""
        choices, lit = snapshot.choices, self._lit
        if choices.picked is not self._numbers:
            self._numbers = choices.picked
            self._rows = Selection.of(Rows(choices.picked)) if choices.picked else NO_SELECTION
        selected = self._selected.of(choices.selection, snapshot)
        picked = self._picked.of(self._rows, snapshot)
        if selected is not lit.selected or picked is not lit.picked:
            self._lit = Lit(selected, picked)
        return self._lit

    @property
    def is_busy(self) -> bool:
        """Whether rows are being looked at."""
        return self._selected.is_busy or self._picked.is_busy

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._selected.shut_down()
        self._picked.shut_down()
