"""What each row is called and whether that is right: by a threshold, or by labels of the file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.models.calls.at_threshold import CALLED_NOTHING, AtThreshold
from evalgui.gui.models.calls.count_calls import CountCalls
from evalgui.gui.models.calls.outcomes import (
    CORRECT,
    NO_SCORE,
    NO_SCORE_TEXT,
    WRONG,
    outcomes,
    rows_of_cell,
    sorting_keys,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

NO_CALL_TEXT = tr("no call")
_BLOCK = 1 << 20  # rows that are looked up together: what they need stays in the cache
_NO_CALL = -1

Cells = tuple[tuple[int, int], ...]


class RowCalls(Protocol):
    """How rows are called. A row's code says both what it is called and what came of it."""

    @property
    def positive(self) -> int | None:
        """The class against the rest; None for all classes together."""

    @property
    def about_calls(self) -> str:
        """What the column of calls shows, for its tool-tip."""

    @property
    def about_outcomes(self) -> str:
        """What the column of outcomes shows, for its tool-tip."""

    @property
    def widest(self) -> Sequence[str]:
        """All that can stand in the column of calls."""

    def set_words(self, words: Words) -> None:
        """Name the outcomes as a vocabulary does."""

    def codes(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        """Return the codes of some rows."""

    def call(self, code: int) -> str:
        """Return what a row with this code is called."""

    def outcome(self, code: int) -> str:
        """Return what came of it, in short; "" where nothing did."""

    def long_outcome(self, code: int) -> str:
        """Return what came of it, in words."""

    @property
    def widest_outcome(self) -> str:
        """The longest text that can stand in the column of outcomes."""

    def is_called(self, code: int) -> bool:
        """Return whether it is called anything."""

    def is_right(self, code: int) -> bool | None:
        """Return whether it is called right; None where it is neither right nor wrong."""

    def are_wrong(self, rows: NDArray[np.integer] | slice) -> NDArray[np.bool_]:
        """Return which of some rows are called wrong, if only in part."""

    def keys(self, *, by_call: bool, descending: bool) -> NDArray[np.integer]:
        """Return what all rows are sorted by: call or outcome, with those of none last."""

    def in_cells(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which rows are in any of some cells of the matrix, (actual, predicted)."""

    def name_of(self, cells: Cells) -> str:
        """Return what the rows of some cells are, in few words."""


class _OutcomeCalls(ABC):
    """What all calls of one class against the rest have in common: the codes are outcomes."""

    none = NO_SCORE_TEXT

    def __init__(self, positive: int, names: tuple[str, str]) -> None:
        self.positive: int | None = positive
        self._calls = (*names, *names, self.none)
        self._words = text.AT_FIRST

    def set_words(self, words: Words) -> None:
        """Name the outcomes as a vocabulary does."""
        self._words = words

    @property
    def about_outcomes(self) -> str:
        """What the column of outcomes shows, for its tool-tip."""
        return ", ".join(f"{item.short} {item.long}" for item in self._words.outcomes)

    @property
    def widest(self) -> Sequence[str]:
        """All that can stand in the column of calls."""
        return self._calls

    widest_outcome = "TP"

    @abstractmethod
    def codes(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        """Return the codes of some rows."""

    def is_called(self, code: int) -> bool:
        """Return whether it is called anything."""
        return code != NO_SCORE

    def call(self, code: int) -> str:
        """Return what a row with this code is called."""
        return self._calls[code]

    def outcome(self, code: int) -> str:
        """Return what came of it, in short; "" where nothing did."""
        return "" if code == NO_SCORE else self._words.outcomes[code].short

    def long_outcome(self, code: int) -> str:
        """Return what came of it, in words."""
        return self.none if code == NO_SCORE else self._words.outcomes[code].long

    def is_right(self, code: int) -> bool | None:
        """Return whether it is called right; None where it has no predicted class."""
        return None if code == NO_SCORE else code in CORRECT

    def are_wrong(self, rows: NDArray[np.integer] | slice) -> NDArray[np.bool_]:
        """Return which of some rows are called wrong."""
        return np.isin(self.codes(rows), WRONG)

    def keys(self, *, by_call: bool, descending: bool) -> NDArray[np.integer]:
        """Return what all rows are sorted by: call or outcome, with those of none last."""
        codes = np.asarray(self.codes(slice(None)), dtype=np.uint8)
        return sorting_keys(codes, by_call=by_call, descending=descending)

    def in_cells(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which rows are in any of some cells of the matrix, (actual, predicted)."""
        wanted = np.zeros(NO_SCORE + 1, dtype=np.bool_)
        wanted[[2 * actual + predicted for actual, predicted in cells]] = True
        return np.asarray(wanted[self.codes(slice(None))])

    def name_of(self, cells: Cells) -> str:
        """Return what the rows of some cells are, in few words."""
        shorts = self._words.shorts
        return text.either([shorts[2 * actual + predicted] for actual, predicted in cells])


class ThresholdCalls(AtThreshold, _OutcomeCalls):
    """Calls by a score and a threshold."""

    def __init__(
        self, score: Score, truth: NDArray[np.integer], positive: int, names: tuple[str, str]
    ) -> None:
        AtThreshold.__init__(self, score)
        _OutcomeCalls.__init__(self, positive, names)
        self._truth, self._class = truth, positive

    def side(self, code: int) -> int:
        """Return what a row with this code is called: positive, negative or nothing."""
        return CALLED_NOTHING if code == NO_SCORE else code & 1

    def codes(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        """Return the codes of some rows."""
        return outcomes(
            self.score.values[rows],
            self._truth[rows] == self._class,
            self.threshold,
            higher_is_positive=self.score.higher_is_positive,
        )

    def in_cells(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which rows are in any of some cells of the matrix, (actual, predicted)."""
        if len(cells) == 1:  # followed while the threshold is dragged
            is_positive = self._truth == self._class
            return rows_of_cell(self.score, is_positive, self.threshold, cells[0])
        return super().in_cells(cells)


class LabelCalls(_OutcomeCalls):
    """Calls of the file, one class against the rest."""

    none = NO_CALL_TEXT
    about_calls = tr("Whether the file calls the row this class")

    def __init__(
        self,
        truth: NDArray[np.integer],
        predicted: NDArray[np.integer],
        positive: int,
        names: tuple[str, str],
    ) -> None:
        super().__init__(positive, names)
        self._truth, self._predicted, self._class = truth, predicted, positive

    def codes(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        """Return the codes of some rows."""
        predicted = self._predicted[rows]
        result = np.asarray(self._truth[rows] != self._class, dtype=np.uint8)
        result *= 2
        result += predicted != self._class
        result[predicted < 0] = NO_SCORE
        return result


@dataclass(frozen=True)
class ClassCalls:
    """Calls of all classes together: each row is right or wrong."""

    truth: NDArray[np.integer]
    predicted: NDArray[np.integer]
    classes: tuple[str, ...]
    positive: int | None = None
    about_calls: str = tr("The class that the row is called")
    about_outcomes: str = tr("Whether the call is the true class")
    widest_outcome: str = tr("wrong")

    @cached_property
    def widest(self) -> Sequence[str]:
        """All that can stand in the column of calls; of many classes the longest names."""
        longest = sorted(self.classes, key=len, reverse=True)[:100]
        return (*longest, NO_CALL_TEXT)

    def set_words(self, words: Words) -> None:
        """Do nothing: right and wrong are so in every vocabulary."""

    def codes(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        """Return ``2 * called + is wrong`` for some rows, below 0 for those without a call."""
        predicted = self.predicted[rows].astype(np.int32)
        return np.asarray(2 * predicted + (predicted != self.truth[rows]))

    def call(self, code: int) -> str:
        """Return what a row with this code is called."""
        return NO_CALL_TEXT if code < 0 else self.classes[code // 2]

    def outcome(self, code: int) -> str:
        """Return what came of it; "" where nothing did."""
        return "" if code < 0 else (tr("right"), tr("wrong"))[code % 2]

    def long_outcome(self, code: int) -> str:
        """Return what came of it, in words."""
        return self.outcome(code) or NO_CALL_TEXT

    def is_called(self, code: int) -> bool:
        """Return whether it is called anything."""
        return code >= 0

    def is_right(self, code: int) -> bool | None:
        """Return whether it is called right; None where it has no predicted class."""
        return None if code < 0 else code % 2 == 0

    def are_wrong(self, rows: NDArray[np.integer] | slice) -> NDArray[np.bool_]:
        """Return which of some rows are called wrong."""
        predicted = self.predicted[rows]
        return np.asarray((predicted >= 0) & (predicted != self.truth[rows]))

    def keys(self, *, by_call: bool, descending: bool) -> NDArray[np.integer]:
        """Return what all rows are sorted by: call or outcome, with those of none last."""
        small = np.int8 if not by_call else np.int16 if len(self.classes) < 2**15 else np.int32
        keys = self.predicted if by_call else self.predicted != self.truth
        result: NDArray[np.integer] = np.array(keys, dtype=small)
        result[self.predicted < 0] = _NO_CALL if descending else np.iinfo(small).max
        return result

    def in_cells(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which rows are in any of some cells of the matrix, (actual, predicted)."""
        if len(cells) == 1:
            actual, called = cells[0]
            return np.asarray((self.truth == actual) & (self.predicted == called))
        k = len(self.classes)
        wanted = np.zeros((k + 1) * k, dtype=np.bool_)
        wanted[[actual * k + called + k for actual, called in cells]] = True
        result = np.empty(len(self.truth), dtype=np.bool_)
        for start in range(0, len(result), _BLOCK):
            part = slice(start, start + _BLOCK)
            # Rows without a call fall into the extra first line, or just before the own one.
            places = (self.truth[part].astype(np.intp) + 1) * k + self.predicted[part]
            result[part] = wanted[places] & (self.predicted[part] >= 0)
        return result

    def name_of(self, cells: Cells) -> str:
        """Return what the rows of some cells are, in few words."""
        actual, called = ({cell[axis] for cell in cells} for axis in (0, 1))
        true, call = (text.elided(self.classes[min(found)], 24) for found in (actual, called))
        if len(cells) == 1:
            return tr("true {true}, called {call}", true=true, call=call)
        if len(cells) == len(self.classes) and len(actual) == 1:
            return tr("true {true}", true=true)
        if len(cells) == len(self.classes) and len(called) == 1:
            return tr("called {call}", call=call)
        return tr("{n} cells", n=len(cells))


def calls_of(snapshot: Snapshot) -> RowCalls | None:
    """Return how the rows of a snapshot are called; None where there are no data."""
    dataset, positive, score = snapshot.dataset, snapshot.positive, snapshot.score
    if dataset is None:
        return None
    if positive is not None and score is not None:
        names = (snapshot.positive_name, snapshot.rest_name)
        counts = dataset.counts_of_rows(positive)
        calls: ThresholdCalls | CountCalls
        if counts is None:
            calls = ThresholdCalls(score, dataset.truth, positive, names)
        else:
            told = dataset.in_weights(counts[0]), dataset.in_weights(counts[1])
            calls = CountCalls(score, told, positive, names)
        if snapshot.point is not None:
            calls.threshold = snapshot.point.threshold
        return calls
    return _calls_of_labels(dataset, positive)


def _calls_of_labels(dataset: Dataset, positive: int | None) -> RowCalls:
    predicted = dataset.predicted
    if predicted is None:  # nothing says what the rows are called
        predicted = np.broadcast_to(np.int8(_NO_CALL), dataset.truth.shape)
    if positive is None:
        return ClassCalls(dataset.truth, predicted, dataset.classes)
    names = (dataset.classes[positive], dataset.rest_of(positive))
    return LabelCalls(dataset.truth, predicted, positive, names)
