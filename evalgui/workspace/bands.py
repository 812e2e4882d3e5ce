"""Bands of curves: the rows of what is shown are drawn again when that is asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from evalgui.workspace.resampling import Resampling, is_of

if TYPE_CHECKING:
    from evalgui.core.resampled import Resampled
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.shown import Shown


class Bands(QObject):
    """Shows the bands of curves, or hides them."""

    def __init__(self, shown: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._wanted: frozenset[str] | None = None  # the curves that show bands; None for all
        self.resampling = Resampling(self)
        self.resampling.failed.connect(shown.failed)
        self.resampling.made.connect(self._show_resampled)
        shown.changed.connect(self.resampling.follow)

    def toggle_all(self) -> None:
        """Show the bands of all curves, drawing the rows again; give that up, or hide them."""
        resampled = self._shown.snapshot.resampled
        if self.resampling.is_busy:
            self.resampling.cancel()
        elif resampled is None:
            self._draw(None)
        else:
            self._hide(frozenset() if resampled.hidden else resampled.curves)

    def toggle(self, curve: str) -> None:
        """Show the bands of one curve, drawing the rows again; give that up, or hide them."""
        resampled = self._shown.snapshot.resampled
        if self.resampling.is_busy:
            self._want(curve)
        elif resampled is None:
            self._draw(frozenset({curve}))
        else:
            self._hide(resampled.hidden ^ {curve})

    def _want(self, curve: str) -> None:
        """Show those of one more curve, or of one less, once they are drawn; none give it up."""
        if self._wanted is not None:
            self._wanted ^= {curve}
            if not self._wanted:
                self.resampling.cancel()

    def _draw(self, wanted: frozenset[str] | None) -> None:
        """Draw the rows again, for some curves to begin with: it makes the bands of all."""
        if self._shown.snapshot.ranking is not None:
            self._wanted = wanted
            self.resampling.draw(self._shown.snapshot)

    def _hide(self, curves: frozenset[str]) -> None:
        snapshot = self._shown.snapshot
        if snapshot.resampled is not None:
            resampled = replace(snapshot.resampled, hidden=curves)
            self._shown.show(replace(snapshot, resampled=resampled))

    def _show_resampled(self, of: Snapshot, found: Resampled) -> None:
        if is_of(of, self._shown.snapshot):
            hidden = frozenset() if self._wanted is None else found.curves - self._wanted
            self._shown.show(replace(self._shown.snapshot, resampled=replace(found, hidden=hidden)))

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self.resampling.shut_down()
