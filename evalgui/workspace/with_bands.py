"""Bands of what is shown: drawn on demand, given up, and taken away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.workspace.openings import Openings
from evalgui.workspace.resampling import Resampling, is_of

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.resampled import Resampled
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.import_memory import ImportMemory


class WithBands(Openings):
    """Draws the rows of what is shown again when that is asked for."""

    def __init__(
        self, snapshot: Snapshot, memory: ImportMemory | None, parent: QObject | None = None
    ) -> None:
        super().__init__(snapshot, memory, parent)
        self.resampling = Resampling(self)
        self._wanted: frozenset[str] | None = None  # the curves that show bands; None for all
        self.resampling.failed.connect(self.failed)
        self.resampling.made.connect(self._show_resampled)
        self.changed.connect(self.resampling.follow)
        self.loading_started.connect(self.resampling.cancel)  # whose progress is shown instead

    def toggle_bands(self) -> None:
        """Show the bands of all curves, drawing the rows again; give that up, or hide them."""
        resampled = self.snapshot.resampled
        if self.resampling.is_busy:
            self.resampling.cancel()
        elif resampled is None:
            self._draw(None)
        else:
            self._hide(frozenset() if resampled.hidden else resampled.curves)

    def toggle_band(self, curve: str) -> None:
        """Show the bands of one curve, drawing the rows again; give that up, or hide them."""
        resampled = self.snapshot.resampled
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
        if self.snapshot.ranking is not None:
            self._wanted = wanted
            self.resampling.draw(self.snapshot)

    def _hide(self, curves: frozenset[str]) -> None:
        snapshot = self.snapshot
        if snapshot.resampled is not None:
            resampled = replace(snapshot.resampled, hidden=curves)
            self._show(replace(snapshot, resampled=resampled))

    def cancel_loading(self) -> None:
        """Stop whatever has a progress on show; what is shown stays."""
        super().cancel_loading()
        self.resampling.cancel()

    def _show_resampled(self, of: Snapshot, found: Resampled) -> None:
        if is_of(of, self.snapshot):
            hidden = frozenset() if self._wanted is None else found.curves - self._wanted
            self._show(replace(self.snapshot, resampled=replace(found, hidden=hidden)))
