"""The normal distribution, in numpy alone: scipy takes a fifth of a start-up to load."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Number = TypeVar("_Number", float, "NDArray[np.float64]")

_CENTRE = 0.425  # how far from a half the first of three approximations holds
_CENTRE_SQUARED = 0.180625
_TAIL = 5.0  # from where on the third one holds, in roots of the logarithm
_TAIL_BEGINS = 1.6

# Of each: the numerator and the denominator, from the highest power down.
_IN_CENTRE = (
    (
        2.5090809287301226727e3,
        3.3430575583588128105e4,
        6.7265770927008700853e4,
        4.5921953931549871457e4,
        1.3731693765509461125e4,
        1.9715909503065514427e3,
        1.3314166789178437745e2,
        3.3871328727963666080e0,
    ),
    (
        5.2264952788528545610e3,
        2.8729085735721942674e4,
        3.9307895800092710610e4,
        2.1213794301586595867e4,
        5.3941960214247511077e3,
        6.8718700749205790830e2,
        4.2313330701600911252e1,
        1.0,
    ),
)
_BESIDE = (
    (
        7.74545014278341407640e-4,
        2.27238449892691845833e-2,
        2.41780725177450611770e-1,
        1.27045825245236838258e0,
        3.64784832476320460504e0,
        5.76949722146069140550e0,
        4.63033784615654529590e0,
        1.42343711074968357734e0,
    ),
    (
        1.05075007164441684324e-9,
        5.47593808499534494600e-4,
        1.51986665636164571966e-2,
        1.48103976427480074590e-1,
        6.89767334985100004550e-1,
        1.67638483018380384940e0,
        2.05319162663775882187e0,
        1.0,
    ),
)
_IN_TAIL = (
    (
        2.01033439929228813265e-7,
        2.71155556874348757815e-5,
        1.24266094738807843860e-3,
        2.65321895265761230930e-2,
        2.96560571828504891230e-1,
        1.78482653991729133580e0,
        5.46378491116411436990e0,
        6.65790464350110377720e0,
    ),
    (
        2.04426310338993978564e-15,
        1.42151175831644588870e-7,
        1.84631831751005468180e-5,
        7.86869131145613259100e-4,
        1.48753612908506148525e-2,
        1.36929880922735805310e-1,
        5.99832206555887937690e-1,
        1.0,
    ),
)


def deviate(proportion: float) -> float:
    """Return the normal deviate of one proportion, as `deviates` does, without an array."""
    from_half = proportion - 0.5
    if abs(from_half) <= _CENTRE:
        return from_half * _quotient(_IN_CENTRE, _CENTRE_SQUARED - from_half * from_half)
    if not 0.0 < proportion < 1.0:
        return math.copysign(math.inf, from_half) if proportion in {0.0, 1.0} else math.nan
    root = math.sqrt(-math.log(proportion if from_half < 0 else 1.0 - proportion))
    parts, begins = (_BESIDE, _TAIL_BEGINS) if root <= _TAIL else (_IN_TAIL, _TAIL)
    return math.copysign(_quotient(parts, root - begins), from_half)


def deviates(proportions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the normal deviate below which each proportion of the distribution lies.

    Parameters
    ----------
    proportions : (n,) array of float64
        In [0, 1].

    Returns
    -------
    (n,) array of float64
        0 gives ``-inf``, 0.5 gives 0 and 1 gives ``+inf``; NaN outside [0, 1].

    References
    ----------
    Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied
    Statistics 37 (1988), whose relative error is about 1e-16.
    """
    from_half = np.asarray(proportions, dtype=np.float64) - 0.5
    result = from_half * _quotient(_IN_CENTRE, _CENTRE_SQUARED - from_half * from_half)
    beyond = ~(np.abs(from_half) <= _CENTRE)
    if beyond.any():
        below = from_half[beyond] < 0
        p = proportions[beyond]
        with np.errstate(divide="ignore", invalid="ignore"):
            root = np.sqrt(-np.log(np.where(below, p, 1.0 - p)))
            size = np.where(
                root <= _TAIL,
                _quotient(_BESIDE, root - _TAIL_BEGINS),
                _quotient(_IN_TAIL, root - _TAIL),
            )
        size[np.isposinf(root)] = np.inf
        result[beyond] = np.where(below, -size, size)
    return result


def proportions_below(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return which proportion of the distribution lies below each normal deviate: (n,) float64."""
    scaled = places * -math.sqrt(0.5)
    return np.array([0.5 * math.erfc(place) for place in scaled.tolist()], dtype=np.float64)


def _quotient(parts: tuple[tuple[float, ...], tuple[float, ...]], x: _Number) -> _Number:
    """Return the quotient of two polynomials at x."""
    above, below = parts[0][0] * x + parts[0][1], parts[1][0] * x + parts[1][1]
    for high, low in zip(parts[0][2:], parts[1][2:], strict=True):
        above, below = above * x + high, below * x + low
    return above / below
