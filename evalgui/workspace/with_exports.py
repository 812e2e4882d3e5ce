"""Tables of what is shown, made and written in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.workspace.exporting import Exports, contents_of
from evalgui.workspace.with_pins import WithPins

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.writers.tables import Contents
    from evalgui.workspace.exporting import RowsWanted
    from evalgui.workspace.import_memory import ImportMemory


class WithExports(WithPins):
    """Says what tables of what is shown are made of."""

    def __init__(
        self, snapshot: Snapshot, memory: ImportMemory | None, parent: QObject | None = None
    ) -> None:
        super().__init__(snapshot, memory, parent)
        self.exports = Exports(self)

    def contents(self, vocabulary: Vocabulary, wanted: RowsWanted) -> Contents:
        """Return what tables of what is shown are made of; there are data."""
        opened = self.opened
        read = None if opened is None else opened.loaded.dataset
        more = () if read is None else tuple(self.previews.repeats_in(read))
        return contents_of(opened, self._data_sets, vocabulary, wanted, more)
