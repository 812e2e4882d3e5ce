"""The measures of a snapshot by family, as a tree whose values alone ever change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY, Snapshot
from evalgui.core.thresholds import written
from evalgui.gui.look import text
from evalgui.gui.models.measures import explanation
from evalgui.gui.results import intervals
from evalgui.gui.results.tree_model import TreeModel
from evalgui.results.topics.measures import (
    MeasureRow,
    drawn,
    every_row,
    live,
    on_show,
    rows_on_show,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.measured import Interval, Measured
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.results.result import Column, Row, Table


class MetricsModel(TreeModel[MeasureRow]):
    """The tree of the measures, which takes snapshots."""

    def __init__(self, parent: QObject | None = None) -> None:
        self._rows = rows_on_show(EMPTY)
        super().__init__(live(EMPTY, self._rows), parent)
        self._snapshot = EMPTY

    # -------------------------------------------------------------------------- state

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the values of another snapshot."""
        is_same = on_show(snapshot) == on_show(self._snapshot)
        rows = self._rows if is_same else rows_on_show(snapshot)
        self._rows = rows
        self._follow(snapshot)
        self.set_table(live(snapshot, rows))

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Take a snapshot with the same numbers, of which something else is to be said."""
        self._follow(snapshot)
        self._table = live(snapshot, self._rows)

    def _follow(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._hides_answers = snapshot.choices.hides_answers
        if snapshot.inputs.intervals.level != self._level:
            self.set_level(snapshot.inputs.intervals.level)

    def set_pinned(self, point: OperatingPoint | None, letter: str = "") -> None:
        """Show the values at another threshold beside the live ones; None shows none."""
        if point is None:
            self.set_beside(None)
            return
        pinned = replace(self._snapshot, point=point)
        place = text.short_threshold(point.threshold, pinned.score)
        at = (
            ""
            if pinned.score is None
            else tr("at {place}", place=written(point.threshold, pinned.score))
        )
        shown = _that_follow(live(pinned, self._rows))
        self.set_beside(shown, tr("{letter} at {place}", letter=letter, place=place).lstrip(), at)

    # --------------------------------------------------------------------- read-outs

    @property
    def snapshot(self) -> Snapshot:
        """Whose values are shown."""
        return self._snapshot

    def every_entry(self) -> list[MeasureRow]:
        """Return the measures that may be on show, whatever is sought."""
        return [row for row in every_row(self._snapshot) if row.prevalence is None]

    # ------------------------------------------------------------------------- inside

    def _known_last(self, row: MeasureRow, interval: Interval | None) -> Interval | None:
        return intervals.known_last(self._snapshot, row.id, interval)

    def _about(self, row: MeasureRow) -> str:
        return explanation(row, self._style)

    def _sure_of(self, row: MeasureRow, found: Measured) -> list[str]:
        told: list[str] = []
        if found.interval is not None:
            known = row.about, found.interval, self._snapshot, self._words
            told = intervals.at_point(*known)
        return told + [one.told(self._style) for one in drawn(row, self._snapshot)]


def _that_follow(table: Table) -> Table:
    """Return a table with the cells of what follows the threshold alone."""

    def cell(row: Row, column: Column) -> Measured | None:
        assert isinstance(row, MeasureRow)  # noqa: S101 - its own rows
        return table.cell(row, column) if row.about.follows_threshold else None

    return replace(table, cell=cell)
