"""What came of drawing the rows again and again: bands of curves, and intervals of areas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.bands.band import Band
    from evalgui.core.bootstrap.limits import Limits


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """The bands and the intervals of some replicates.

    Parameters
    ----------
    bands
        Pointwise ones of every curve, and the joint one of the ROC curve.
    areas
        By the id of each area its ``percentile`` and its ``bca`` interval.
    level
        The confidence.
    n_replicates
        How many were drawn.
    n_bins
        Into how many groups the scores were put first; None for none.
    seed
        Where the random numbers began.
    """

    bands: tuple[Band, ...]
    areas: Mapping[str, Mapping[str, Limits]]
    level: float
    n_replicates: int
    n_bins: int | None = None
    seed: int = 0
