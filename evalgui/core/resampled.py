"""What came of drawing the rows again and again: bands of curves, and intervals of areas."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.bands.band import Band
    from evalgui.core.bootstrap.limits import Limits
    from evalgui.core.comparison import Beside
    from evalgui.core.ranking import Ranking


BANDED = frozenset({"roc", "pr", "det", "far-frr"})
"""The ids of the curves that have bands once rows were drawn again."""


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
    hidden
        The ids of the curves whose bands are not to be seen; they are kept all the same.
    beside
        What was compared, and drawn again, too: rankings by their places.
    """

    bands: tuple[Band, ...]
    areas: Mapping[str, Mapping[str, Limits]]
    level: float
    n_replicates: int
    n_bins: int | None = None
    seed: int = 0
    hidden: frozenset[str] = frozenset()
    beside: Mapping[int, Ranking] = field(default_factory=dict, repr=False)

    def has(self, one: Beside) -> bool:
        """Return whether what is compared was drawn again."""
        return self.beside.get(one.place) is one.ranking

    @property
    def curves(self) -> frozenset[str]:
        """The ids of the curves that have bands."""
        return frozenset(band.curve for band in self.bands)

    @property
    def shown(self) -> tuple[Band, ...]:
        """The bands that are to be seen."""
        return tuple(band for band in self.bands if band.curve not in self.hidden)

    def showing(self, curves: frozenset[str]) -> Resampled:
        """Return it with the bands of these curves to be seen; itself where they are already."""
        hidden = self.curves - curves
        return self if hidden == self.hidden else replace(self, hidden=hidden)
