"""All bands that the replicates of a data set and its scores have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.bands.joint import joint_roc_band
from evalgui.core.bands.pointwise import pointwise_bands
from evalgui.core.bootstrap.resampling import SubjectResampler

if TYPE_CHECKING:
    from evalgui.core.bands.band import Band
    from evalgui.core.bootstrap.run import Replicates
    from evalgui.core.score_table import Steps

_MOST_CORNERS = 4_000  # operating points, up to which the joint band has all its corners


def bands_of(replicates: Replicates, steps: Steps, level: float) -> tuple[Band, ...]:
    """Return the pointwise bands of all curves, and the joint one of the ROC curve.

    Parameters
    ----------
    replicates
        Of a plan with a grid.
    steps
        The operating points of all scores, which may have been put into groups for that plan.
    level
        The confidence of each point, and of the whole line in the joint band, in (0, 1).

    Returns
    -------
    tuple of Band
        Without the joint one where subjects were drawn: it takes the rows for independent.
    """
    found = pointwise_bands(replicates, level)
    plan = replicates.plan
    if isinstance(plan.resampler, SubjectResampler):
        return found
    is_fine = plan.grid is None or len(steps) <= _MOST_CORNERS
    x = None if is_fine or plan.grid is None else plan.grid.fpr
    joint = joint_roc_band(steps, x, level=level)
    return found if joint is None else (*found, joint)
