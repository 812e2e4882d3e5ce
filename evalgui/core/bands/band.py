"""What a band is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Where a line of a curve may lie.

    Parameters
    ----------
    curve
        The id of the curve.
    line
        The id of the measure that the line shows.
    x : (n,) array of float
        Where it is told, ascending: in the units of the x axis; of thresholds perhaps infinite.
    lower, upper : (n,) arrays of float
        Its limits; NaN where there are none.
    level
        The confidence, of each point or of all together.
    method
        The label of what made it.
    is_joint
        Whether the whole line lies within, or each point for itself.
    assumes
        What it takes for granted, a short sentence.
    place
        The place, among all that are compared, of what it is of; None for what is shown.
    """

    curve: str
    line: str
    x: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    level: float
    method: str
    is_joint: bool = False
    assumes: str = ""
    place: int | None = None
