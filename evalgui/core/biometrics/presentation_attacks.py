"""Presentation attack detection: a pooled rate hides the worst attack, so each species counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.dataset import SlowColumn
from evalgui.core.intervals.proportions import one_sided_upper
from evalgui.core.intervals.several_rates import of_several
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.between_groups.apart import Rate
    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Measured

ONE_IN = (10, 20, 100)
"""BPCER10, 20 and 100 ask for at most one accepted attack in so many, of every species."""

NO_SPECIES = phrase("a pooled rate hides the worst attack: say which column tells the species")
NO_IAPAR = phrase("attacks that the comparison matched were not counted (--iapar K/N or COL)")
NOT_BONA_FIDE = phrase("neither class is that of bona fide presentations alone")
_GLANCE = 300  # rows that are looked at
_MOST_KINDS, _MOST_OFFERED = 30, 3


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
    >>> from evalgui.core.between_groups.apart import Rate
    >>> found = worst({"a": Rate(0, 50), "b": Rate(0, 10)}, 0.95)
    >>> found.species, found.limit_of, round(found.limit, 4)
    ('a', 'b', 0.2589)
    """
    limits = {name: one_sided_upper(*one, level)[1] for name, one in accepted.items()}
    species = max(accepted, key=lambda name: accepted[name].value)
    limit_of = max(limits, key=lambda name: limits[name])
    return Worst(accepted[species].value, species, limits[limit_of], limit_of)


def likely_columns(dataset: Dataset) -> tuple[str, ...]:
    """Return the columns that may tell of what kind attacks are, by some of their rows: few.

    Parameters
    ----------
    dataset
        Whose columns are asked for some cells, and not read through.

    Returns
    -------
    tuple of str
        Text with 2 to 30 different values, of which each recurs; at most three names.
    """
    rows = np.unique(np.linspace(0, max(0, dataset.n - 1), _GLANCE).astype(np.intp)).tolist()
    taken = {dataset.truth_by, dataset.called_by, *(one.name for one in dataset.scores)}
    found = []
    for column in dataset.columns:
        if column.name in taken or not rows:
            continue
        if isinstance(column, SlowColumn) and not all(map(column.is_at_hand, rows)):
            continue
        cells = [column.text(row).strip() for row in rows]
        kinds = {cell for cell in cells if cell}
        are_text = not any(map(_is_number, kinds))
        if are_text and 1 < len(kinds) <= _MOST_KINDS and len(kinds) <= len(cells) / 3:
            found.append(column.name)
    return tuple(found[:_MOST_OFFERED])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def relative_impostor_accept(
    accepted: Rate, rejected: Rate, level: float, acquiring: Rate | None = None
) -> Measured:
    """Return RIAPAR = IAPAR + FRR, in [0, 2], by square-and-add.

    Parameters
    ----------
    accepted
        Attacks that were matched: IAPAR.
    rejected
        Genuine transactions that were rejected: FRR. Where failures to acquire are given, those
        of what was acquired.
    level
        The two-sided confidence.
    acquiring
        Failures to acquire of genuine attempts, which are folded into FRR.
    """
    if acquiring is None:
        return of_several(lambda one, other: one + other, (accepted, rejected), level, (0.0, 2.0))
    return of_several(
        lambda one, missed, wrong: one + missed + (1.0 - missed) * wrong,
        (accepted, acquiring, rejected),
        level,
        (0.0, 2.0),
    )
