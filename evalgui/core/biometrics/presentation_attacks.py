"""Presentation attack detection: a pooled rate hides the worst attack, so each species counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.intervals.proportions import one_sided_upper
from evalgui.core.intervals.several_rates import of_several

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.measured import Measured

ONE_IN = (10, 20, 100)
"""BPCER10, 20 and 100 ask for at most one accepted attack in so many, of every species."""

NO_SPECIES = "a pooled rate hides the worst attack: say which column tells the species"


class Worst(NamedTuple):
    """What the species say together.

    Parameters
    ----------
    rate, species
        The largest APCER, and the first species that has it.
    limit, limit_of
        The largest of the one-sided upper limits, and whose it is: perhaps another one's.
    """

    rate: float
    species: str
    limit: float
    limit_of: str


def worst(accepted: Mapping[str, Rate], level: float) -> Worst:
    """Return the largest APCER over the species, with the limit that holds for the largest.

    Parameters
    ----------
    accepted
        Attacks taken for bona fide, and all, of each species with attacks.
    level
        The one-sided confidence.

    Returns
    -------
    Worst
        The two-sided interval of the largest rate alone does not hold for the largest true one.

    References
    ----------
    ISO/IEC 30107-3:2023, as told by papers and open tools; Clopper and Pearson 1934.

    Examples
    --------
    >>> found = worst({"a": Rate(0, 50), "b": Rate(0, 10)}, 0.95)
    >>> found.species, found.limit_of, round(found.limit, 4)
    ('a', 'b', 0.2589)
    """
    limits = {name: one_sided_upper(*one, level)[1] for name, one in accepted.items()}
    species = max(accepted, key=lambda name: accepted[name].value)
    limit_of = max(limits, key=lambda name: limits[name])
    return Worst(accepted[species].value, species, limits[limit_of], limit_of)


def bpcer_at(
    bona_fide: NDArray[np.float64], attacks: Sequence[NDArray[np.float64]], one_in: int
) -> Rate:
    """Return the lowest BPCER of a threshold at which every species' APCER is at most 1/`one_in`.

    Parameters
    ----------
    bona_fide : (n,) array
        Scores; what is at least as high as the threshold is accepted.
    attacks
        Scores of each species.
    one_in
        Such as 10, for 10 %.

    Returns
    -------
    Rate
        Of bona fide presentations that are rejected.

    Examples
    --------
    >>> scores = np.array([5.0, 6.0, 7.0, 8.0])
    >>> bpcer_at(scores, [np.arange(10.0) - 2], 10)
    Rate(k=2, n=4)
    """
    bound = -np.inf  # at and below which nothing may be accepted
    for scores in attacks:
        allowed = len(scores) // one_in
        if allowed < len(scores):
            bound = max(bound, float(np.partition(scores, -allowed - 1)[-allowed - 1]))
    return Rate(int(np.count_nonzero(bona_fide <= bound)), len(bona_fide))


def relative_impostor_accept(accepted: Rate, rejected: Rate, level: float) -> Measured:
    """Return RIAPAR = IAPAR + FRR, in [0, 2], by square-and-add.

    Parameters
    ----------
    accepted
        Attacks that were matched: IAPAR.
    rejected
        Genuine transactions that were rejected: FRR.
    level
        The two-sided confidence.
    """
    return of_several(lambda one, other: one + other, (accepted, rejected), level, (0.0, 2.0))
