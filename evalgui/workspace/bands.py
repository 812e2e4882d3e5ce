"""Bands of curves: the rows of what is shown are drawn again while bands are asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from evalgui.core.singled_out import is_drawn_of
from evalgui.workspace.resampling import Resampling

if TYPE_CHECKING:
    from evalgui.core.resampled import Resampled
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.shown import Shown


class Bands(QObject):
    """Draws rows again for the bands that the choices on show ask for; one run makes all."""

    def __init__(self, shown: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
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
        elif new.choices.resampled_bands and new.resampled is None:
            self.resampling.draw(new)

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
