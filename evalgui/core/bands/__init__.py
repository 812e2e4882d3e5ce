"""Bands of curves: where a whole line may lie, not one of its points alone.

`pointwise` reads them from the replicates of `core.bootstrap`, `joint` has the closed form of the
ROC curve, and `every` brings both together. Drawing them, and keeping them while nothing changes,
is decided elsewhere.
"""

from evalgui.core.bands.band import Band
from evalgui.core.bands.every import bands_of
from evalgui.core.bands.joint import joint_roc_band
from evalgui.core.bands.pointwise import pointwise_bands

__all__ = ["Band", "bands_of", "joint_roc_band", "pointwise_bands"]
