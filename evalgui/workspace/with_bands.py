"""Bands of what is shown: drawn on demand, given up, and taken away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.workspace.openings import Openings
from evalgui.workspace.resampling import Resampling, is_of

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.api import Snapshot
    from evalgui.core.resampled import Resampled
    from evalgui.workspace.import_memory import ImportMemory


class WithBands(Openings):
    """Draws the rows of what is shown again when that is asked for."""

    def __init__(
        self, snapshot: Snapshot, memory: ImportMemory | None, parent: QObject | None = None
    ) -> None:
        super().__init__(snapshot, memory, parent)
        self.resampling = Resampling(self)
        self.resampling.failed.connect(self.failed)
        self.resampling.made.connect(self._show_resampled)
        self.changed.connect(self.resampling.follow)
        self.loading_started.connect(self.resampling.cancel)  # whose progress is shown instead

    def toggle_bands(self) -> None:
        """Draw the rows again for bands of the curves; give that up, or take the bands away."""
        snapshot = self.snapshot
        if self.resampling.is_busy:
            self.resampling.cancel()
        elif snapshot.resampled is not None:
            self._show(replace(snapshot, resampled=None))
        elif snapshot.ranking is not None:
            self.resampling.draw(snapshot)

    def cancel_loading(self) -> None:
        """Stop whatever has a progress on show; what is shown stays."""
        super().cancel_loading()
        self.resampling.cancel()

    def _show_resampled(self, of: Snapshot, found: Resampled) -> None:
        if is_of(of, self.snapshot):
            self._show(replace(self.snapshot, resampled=found))
