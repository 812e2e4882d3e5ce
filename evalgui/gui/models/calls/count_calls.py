"""Calls of the rows of a count table: each stands for positives and negatives."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.languages import tr
from evalgui.core.score_table import is_called_positive
from evalgui.gui.look import text
from evalgui.gui.models.calls.at_threshold import (
    CALLED_NEGATIVE,
    CALLED_NOTHING,
    CALLED_POSITIVE,
    AtThreshold,
)
from evalgui.gui.models.calls.outcomes import NO_SCORE_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.vocabulary import Words

_SIDES = 3
_BETWEEN = " \N{MIDDLE DOT} "

_FINEST = 1e-4  # the last decimal of a weight that is told


class CountCalls(AtThreshold):
    """Calls by a score and a threshold; a code is ``3 * row + side``."""

    def __init__(
        self,
        score: Score,
        counts: tuple[NDArray[Any], NDArray[Any]],
        positive: int,
        names: tuple[str, str],
    ) -> None:
        super().__init__(score)
        self.positive: int | None = positive
        self._counts = counts
        self._calls = (*names, NO_SCORE_TEXT)
        self._words = text.AT_FIRST

    def set_words(self, words: Words) -> None:
        """Name the outcomes as a vocabulary does."""
        self._words = words

    @property
    def about_outcomes(self) -> str:
        """What the column of outcomes shows, for its tool-tip."""
        return self._words(
            "How many {positives} and {negatives} of the row are called right or wrong; "
            "sorted by how many are wrong"
        )

    @property
    def widest(self) -> Sequence[str]:
        """All that can stand in the column of calls."""
        return self._calls

    @property
    def widest_outcome(self) -> str:
        """The longest text that can stand in the column of outcomes."""
        widest = max(reversed(self._words.shorts), key=len)
        least = _FINEST if self._counts[0].dtype.kind == "f" else 1
        return _joined(
            f"{widest} {text.count(10 ** len(str(int(number))) - least)}"
            for number in self._largest
        )

    @cached_property
    def _largest(self) -> tuple[float, ...]:
        """The largest number of positives and of negatives, but for a side without any."""
        largest = (part.max(initial=0).item() for part in self._counts)
        return tuple(number for number in largest if number)

    def codes(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        """Return the codes of some rows."""
        n = len(self.score.values)
        numbers = np.arange(*rows.indices(n)) if isinstance(rows, slice) else rows
        return np.asarray(_SIDES * numbers.astype(np.int64) + self._sides(rows))

    def _are_called(self, rows: NDArray[np.integer] | slice) -> NDArray[np.bool_]:
        return is_called_positive(
            self.score.values[rows],
            self.threshold,
            higher_is_positive=self.score.higher_is_positive,
        )

    def _sides(self, rows: NDArray[np.integer] | slice) -> NDArray[np.integer]:
        called = self._are_called(rows)
        sides = np.where(called, np.int8(CALLED_POSITIVE), np.int8(CALLED_NEGATIVE))
        sides[np.isnan(self.score.values[rows])] = CALLED_NOTHING
        return sides

    def side(self, code: int) -> int:
        """Return what a row with this code is called: positive, negative or nothing."""
        return code % _SIDES

    def call(self, code: int) -> str:
        """Return what a row with this code is called."""
        return self._calls[self.side(code)]

    def _parts(self, code: int) -> list[tuple[int, float]]:
        """Return the outcomes of a row with how many have it, but for those that none has."""
        row, side = divmod(code, _SIDES)
        if side == CALLED_NOTHING:
            return []
        numbers = (part[row].item() for part in self._counts)
        return [(2 * actual + side, number) for actual, number in enumerate(numbers) if number]

    def outcome(self, code: int) -> str:
        """Return what came of it, in short; "" where nothing did."""
        shorts = self._words.shorts
        return _joined(f"{shorts[at]} {text.count(number)}" for at, number in self._parts(code))

    def long_outcome(self, code: int) -> str:
        """Return what came of it, in words."""
        if not self.is_called(code):
            return NO_SCORE_TEXT
        outcomes = self._words.outcomes
        words = (
            f"{text.count(number)} {outcomes[at].long if number == 1 else outcomes[at].many}"
            for at, number in self._parts(code)
        )
        return ", ".join(words) or tr("counts nothing")

    def is_called(self, code: int) -> bool:
        """Return whether it is called anything."""
        return self.side(code) != CALLED_NOTHING

    def is_right(self, code: int) -> bool | None:
        """Return whether all of it is called right, or all wrong; None where it is mixed."""
        right = {at in {0, 3} for at, _ in self._parts(code)}
        return right.pop() if len(right) == 1 else None

    def are_wrong(self, rows: NDArray[np.integer] | slice) -> NDArray[np.bool_]:
        """Return which of some rows hold what is called wrong."""
        sides, (positives, negatives) = self._sides(rows), (part[rows] for part in self._counts)
        is_miss = (sides == CALLED_NEGATIVE) & (positives > 0)
        return np.asarray(is_miss | ((sides == CALLED_POSITIVE) & (negatives > 0)))

    def keys(self, *, by_call: bool, descending: bool) -> NDArray[np.integer]:
        """Return what all rows are sorted by: call or how many are wrong, those of none last."""
        sides = self._sides(slice(None))
        wrong = np.where(sides == CALLED_POSITIVE, self._counts[1], self._counts[0])
        keys = sides.astype(np.int64) if by_call else wrong
        keys[sides == CALLED_NOTHING] = -1 if descending else np.iinfo(np.int64).max
        return keys

    def in_cells(self, cells: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
        """Return which rows have instances in any of some cells, (actual, predicted)."""
        called = self._are_called(slice(None))
        sides = called, ~(called | np.isnan(self.score.values))
        found = np.zeros(len(called), dtype=np.bool_)
        for actual, predicted in cells:
            found |= sides[predicted] & self._hold[actual]
        return found

    @cached_property
    def _hold(self) -> tuple[NDArray[np.bool_], ...]:
        """Which rows hold positives, and which negatives; followed while the line is dragged."""
        return tuple(part > 0 for part in self._counts)

    def name_of(self, cells: Sequence[tuple[int, int]]) -> str:
        """Return what the rows of some cells hold, in few words."""
        shorts = self._words.shorts
        return tr(
            "with {cells}",
            cells=text.either([shorts[2 * actual + called] for actual, called in cells]),
        )


def _joined(parts: Iterator[str]) -> str:
    return _BETWEEN.join(parts)
