"""One step of the line: from an attainable threshold to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalgui.core.counts import Counts


@dataclass(frozen=True, slots=True)
class Step:
    """The point before, where the line came from it by one distinct score.

    Parameters
    ----------
    threshold
        Where it stood before, as of `Inputs`.
    counts
        Those that held there, Python integers.
    changes
        How many more rows each outcome has now; fewer are below 0.
    """

    threshold: float
    counts: Counts
    changes: Counts
