"""The threshold that is looked at and not taken: one for all views, and gone with the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.threshold_preview import preview_at

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.workspace.shown import Shown


class ThresholdPreviews(QObject):
    """Says what the threshold under the pointer would do; it stands beside the snapshot.

    It is no decision: neither history nor exports know of it, and a change of the scores ends it.
    """

    changed = Signal(object)  # a preview, or None

    def __init__(self, shown: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self.current: ThresholdPreview | None = None
        shown.changed.connect(self._follow)

    def look_at(self, threshold: float) -> None:
        """Say what a threshold would do; `CALLS_NOTHING` is one, too."""
        self._show(preview_at(self._shown.snapshot, threshold))

    def look_away(self) -> None:
        """End it."""
        self._show(None)

    def _follow(self, old: Snapshot, new: Snapshot) -> None:
        """End it where it would be of other scores."""
        if new.ranking is not old.ranking:
            self.look_away()

    def _show(self, preview: ThresholdPreview | None) -> None:
        if preview is not self.current:
            self.current = preview
            self.changed.emit(preview)
