"""What the keys do in a matrix, and which cells are chosen after another choice."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from collections.abc import Iterable

    Cells = tuple[tuple[int, int], ...]

_PAGE = 10  # cells that Page Up and Page Down move
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (-_PAGE, 0),
    Qt.Key.Key_PageDown: (_PAGE, 0),
    Qt.Key.Key_Home: (0, -math.inf),
    Qt.Key.Key_End: (0, math.inf),
}
MOVING = frozenset(_STEPS)
CHOOSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})
ZOOMING = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}


def moved(
    key: Qt.Key, start: tuple[int, int], last: tuple[int, int], *, far: bool
) -> tuple[int, int]:
    """Return the row and column that a key leads to, at most the last; far is as far as it goes."""
    steps = _STEPS[key]
    row, column = (
        _stepped(place, math.copysign(math.inf, step) if far and step else step, end)
        for place, step, end in zip(start, steps, last, strict=True)
    )
    return row, column


def _stepped(place: int, step: float, last: int) -> int:
    return int(min(last, max(0, place + step)))


def chosen_after(chosen: Cells, wanted: Iterable[tuple[int, int]], *, adds: bool) -> Cells:
    """Return the chosen cells after a choice, which is let go where it was made before.

    With `adds` the others stay chosen.
    """
    picked = tuple(dict.fromkeys(wanted))
    if not adds:
        return () if set(picked) == set(chosen) else picked
    if set(picked) <= set(chosen):
        let_go = set(picked)
        return tuple(cell for cell in chosen if cell not in let_go)
    return tuple(dict.fromkeys((*chosen, *picked)))
