"""What every part of the window is that shows data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme


class View(Protocol):
    """A part of the window that shows data: it renders differences, and only ever asks."""

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything that does not follow the palette by itself."""

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
