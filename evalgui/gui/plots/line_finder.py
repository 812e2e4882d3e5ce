"""Which of many lines is nearest to the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Line = tuple[NDArray[np.float64], NDArray[np.float64]]


class LineFinder:
    """All segments of some lines in a few arrays, so that a look at them takes no loop."""

    def __init__(self, lines: Mapping[int, Line]) -> None:
        self._lines = lines
        self._segments: tuple[NDArray[np.float64], ...] | None = None
        self._owners = np.zeros(0, dtype=np.intp)

    def nearest(self, x: float, y: float, within: float) -> int | None:
        """Return the line nearest to a place in pixels, None where none is near enough."""
        if self._segments is None:
            self._segments = self._gather()
        left, right, low, high, _, _, _, _ = self._segments
        near = np.flatnonzero(
            (left <= x + within)
            & (right >= x - within)
            & (low <= y + within)
            & (high >= y - within)
        )
        if len(near) == 0:
            return None
        begin_x, begin_y, step_x, step_y = (part[near] for part in self._segments[4:])
        squared = step_x**2 + step_y**2
        along = (x - begin_x) * step_x + (y - begin_y) * step_y
        along = np.clip(along / np.where(squared > 0, squared, 1.0), 0.0, 1.0)
        away = np.hypot(begin_x + along * step_x - x, begin_y + along * step_y - y)
        best = int(np.argmin(away))
        return int(self._owners[near[best]]) if away[best] <= within else None

    def _gather(self) -> tuple[NDArray[np.float64], ...]:
        """Return the bounds of each segment, where it begins, and how far it goes."""
        found, owners = [], []
        for number, (x, y) in self._lines.items():
            if len(x) < 2:  # a segment has two ends
                continue
            parts = np.stack([x[:-1], y[:-1], x[1:], y[1:]])
            parts = parts[:, np.isfinite(parts).all(axis=0)]
            found.append(parts)
            owners.append(np.full(parts.shape[1], number, dtype=np.intp))
        if not found:
            return tuple(np.zeros(0) for _ in range(8))
        begin_x, begin_y, end_x, end_y = np.concatenate(found, axis=1)
        self._owners = np.concatenate(owners)
        return (
            np.minimum(begin_x, end_x),
            np.maximum(begin_x, end_x),
            np.minimum(begin_y, end_y),
            np.maximum(begin_y, end_y),
            begin_x,
            begin_y,
            end_x - begin_x,
            end_y - begin_y,
        )
