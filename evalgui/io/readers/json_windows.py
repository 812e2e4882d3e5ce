"""JSON of any length in windows: between two of them, others get their turn.

The scanner of the standard library lets nobody else work until it has read a whole list. What
is longer than a window is read part by part here; the values, the errors and their places are
those of the standard library, whose own functions do the rest.
"""

from __future__ import annotations

import json
import re
from json.decoder import JSONArray, JSONObject  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

from evalgui.io.table import let_go

if TYPE_CHECKING:
    from collections.abc import Callable

_WINDOW = 1 << 16  # characters
_SIZES = (1 << 8, 1 << 12, _WINDOW)  # that most values fit in the first saves copies
_OFTEN = 1 << 10  # values
_BLANKS = re.compile(r"[ \t\n\r]*")


class WindowDecoder(json.JSONDecoder):
    """A decoder that looks up now and then.

    Parameters
    ----------
    look
        Called often: raises where nobody waits any longer.
    options
        As those of `json.JSONDecoder`.
    """

    def __init__(self, look: Callable[[], None], **options: Any) -> None:  # noqa: ANN401 - hooks of any kind
        super().__init__(**options)
        self._look = look
        self._n_values = 0
        self._scan: Any = self.scan_once
        self.scan_once: Any = self._value

    def _value(self, content: str, place: int) -> tuple[Any, int]:
        """Return the value that begins at a place, and where it ends."""
        if len(content) <= _WINDOW or content[place : place + 1] not in {"[", "{"}:
            self._take_turns()
            value, end = self._scan(content, place)
            return value, end
        self._take_turns()
        for size in _SIZES:
            try:
                value, end = self._scan(content[place : place + size], 0)
            except (StopIteration, json.JSONDecodeError):
                continue
            return value, place + end
        # It is longer than any window or damaged: the same functions tell where.
        self._look()
        if content[place] == "{":
            value, end = JSONObject(
                (content, place + 1), self.strict, self._value, None, self.object_pairs_hook, {}
            )
            return value, end
        return self._list(content, place + 1)

    def _list(self, content: str, place: int) -> tuple[list[Any], int]:
        """Return a long list: plain values as many at once as a window holds."""
        values: list[Any] = []
        try:
            return self._rest(content, place, values)
        except BaseException:
            let_go(values)
            raise

    def _rest(self, content: str, place: int, values: list[Any]) -> tuple[list[Any], int]:
        while (end := content.rfind(",", place, place + _WINDOW)) > place:
            part = self._plain(content[place:end])
            if part is None:
                break
            values += part
            place = end + 1
            self._look()
        begin = _BLANKS.match(content, place)
        if values and begin is not None and content[begin.end() : begin.end() + 1] == "]":
            raise json.JSONDecodeError("Expecting value", content, begin.end())
        rest, end = JSONArray((content, place), self._value)
        values += rest
        return values, end

    def _plain(self, items: str) -> list[Any] | None:
        """Return the values between some commas; None where they are not whole."""
        listed = f"[{items}]"
        try:
            values, end = self._scan(listed, 0)
        except (StopIteration, json.JSONDecodeError):
            return None
        return values if values and end == len(listed) else None

    def _take_turns(self) -> None:
        self._n_values += 1
        if self._n_values % _OFTEN == 0:
            self._look()
