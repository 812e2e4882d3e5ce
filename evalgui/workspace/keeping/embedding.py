"""Tables as bytes for the file of a workspace: made once for as long as a table is open."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from evalgui.io.bytes.clipboard import Pasted

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.table import RawTable
    from evalgui.workspace.opened_file import Opened


class Embedding:
    """Makes the bytes of tables, and has them again for the next file with the same tables.

    They go with their tables. What is decided on a table does not change its cells.
    """

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[RawTable, tuple[str, str | None, bytes]] = (
            WeakKeyDictionary()
        )

    def bytes_of(self, opened: Opened, watch: Watch) -> bytes:
        """Return the table of what was opened as it is embedded.

        Errors are those of `evalgui.io.keeping.embedded.embedded_bytes`.
        """
        from evalgui.io.keeping.embedded import Embedded, embedded_bytes  # and Arrow

        loaded = opened.loaded
        text = opened.path.text if isinstance(opened.path, Pasted) else None
        known = self._known.get(loaded.table)
        if known is not None and known[:2] == (loaded.sha256, text):
            return known[2]
        data = embedded_bytes(Embedded(loaded.table, loaded.sha256, text), watch)
        self._known[loaded.table] = (loaded.sha256, text, data)
        return data
