"""Columns on their way from the child process: facts, and cells as bytes.

Like `child` it loads nothing of the rest of the program.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_HALF = 2  # bytes


def shown(name: str) -> str:
    """Return a name as valid Unicode."""
    return name.encode("utf-8", "replace").decode()


class Answer:
    """What goes back: facts, and the cells of columns as bytes."""

    def __init__(self, form: str, n_rows: int) -> None:
        self.facts: dict[str, Any] = {"form": form, "n_rows": n_rows, "columns": [], "n_others": 0}
        self.parts: dict[str, bytes] = {}

    def _add(self, column: dict[str, Any], *parts: bytes) -> None:
        self.facts["columns"].append({**column, "name": shown(column["name"])})
        for part in parts:
            self.parts[str(len(self.parts))] = part

    def add_texts(self, name: str, texts: Sequence[str | None]) -> None:
        """Add a column of texts; None for no value."""
        self._add({"name": name, "kind": "text"}, json.dumps(texts).encode())

    def add_codes(self, name: str, codes: Any, texts: list[str]) -> None:  # noqa: ANN401 - an array
        """Add a column of indices into texts, -1 for no value."""
        import numpy as np

        parts = (np.asarray(codes, "<i4").tobytes(), json.dumps(texts).encode())
        self._add({"name": name, "kind": "coded"}, *parts)

    def add_numbers(self, name: str, values: Any, kind: str = "number") -> None:  # noqa: ANN401 - an array
        """Add a column of numbers, of flags, or of numbers that may be whole."""
        plain = _plain(values)
        self._add({"name": name, "kind": kind, "type": plain.dtype.str}, plain.tobytes())

    def add_labelled(
        self,
        name: str,
        values: Any,  # noqa: ANN401 - an array
        codes: Any,  # noqa: ANN401 - as above
        texts: list[str],
        **facts: object,
    ) -> None:
        """Add a column of numbers with names: those, and indices into the names as above."""
        import numpy as np

        plain = _plain(values)
        column = {"name": name, "kind": "labelled", "type": plain.dtype.str, **facts}
        parts = (np.asarray(codes, "<i4").tobytes(), json.dumps(texts).encode())
        self._add(column, plain.tobytes(), *parts)


def _plain(values: Any) -> Any:  # noqa: ANN401 - arrays
    """Return numbers in the byte order and of the types that are sent."""
    plain = values.astype(values.dtype.newbyteorder("<"), copy=False)
    if plain.dtype.kind == "f" and plain.dtype.itemsize == _HALF:
        plain = plain.astype("<f4")
    return plain
