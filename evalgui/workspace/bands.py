"""Bands of curves: rows, also of what is compared, are drawn again while bands are asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from evalgui.core.singled_out import is_drawn_of
from evalgui.workspace.resampling import Resampling

if TYPE_CHECKING:
    from evalgui.core.comparison import Beside
    from evalgui.core.dataset import Dataset
    from evalgui.core.resampled import Resampled
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.shown import Shown


class Bands(QObject):
    """Draws rows again for the bands that the choices on show ask for; one run makes all."""

    def __init__(self, shown: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._asked: tuple[Beside, ...] = ()  # what was compared when rows were drawn last
        self.resampling = Resampling(self)
        self.resampling.failed.connect(shown.failed)
        self.resampling.made.connect(self._show_resampled)
        self.resampling.ended.connect(self._let_go)
        shown.changed.connect(self._follow)

    def _follow(self, old: Snapshot, new: Snapshot) -> None:
        """Draw what is asked for, and give it up where nobody asks, or something else is shown."""
        if self.resampling.is_busy:
            if not (new.choices.resampled_bands and is_drawn_of(old, new)):
                self.resampling.cancel()
        elif new.choices.resampled_bands and self._are_wanted(new):
            self._asked = new.comparison.drawn.others
            self.resampling.draw(new, self._with_rows(new))

    def _are_wanted(self, snapshot: Snapshot) -> bool:
        """Return whether bands lack, also of what is compared, unless these were given up."""
        drawn, others = snapshot.resampled, snapshot.comparison.drawn.others
        if drawn is None:
            return True
        return others != self._asked and not all(map(drawn.has, others))

    def _with_rows(self, snapshot: Snapshot) -> list[tuple[Beside, Dataset]]:
        """Return what is compared, each with its rows."""
        items, found = self._shown.data_sets.items, []
        for one in snapshot.comparison.drawn.others:
            there = snapshot if one.data_set is None else items[one.data_set].snapshot
            rows = there.dataset if one.part is None else one.part
            if rows is not None:
                found.append((one, rows))
        return found

    def _show_resampled(self, of: Snapshot, found: Resampled) -> None:
        snapshot = self._shown.snapshot
        if is_drawn_of(of, snapshot):
            found = found.showing(snapshot.choices.bands)
            self._shown.show(replace(snapshot, resampled=found))

    def _let_go(self) -> None:
        """Ask for no bands where drawing was given up, or failed."""
        snapshot = self._shown.snapshot
        if snapshot.resampled is None:
            left = snapshot.choices.bands - snapshot.choices.resampled_bands
            self._shown.single_out(replace(snapshot.choices, bands=left))

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self.resampling.shut_down()
