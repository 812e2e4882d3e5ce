"""Attacks that the comparison took for the person they imitate: IAPAR by species."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.between_groups.apart import Rate
from evalgui.core.groups import rows_of
from evalgui.core.part_of_rows import of_rows
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.dataset import Dataset

_YES = frozenset({"1", "1.0", "true", "yes", "match", "matched", "accept", "accepted"})
_NO = frozenset(
    {"0", "0.0", "false", "no", "nonmatch", "nomatch", "notmatched", "reject", "rejected"}
)


def matched_attacks(dataset: Dataset, column: str) -> Mapping[str, Rate]:
    """Return how many attacks of each species were matched, of those with a decision.

    Parameters
    ----------
    dataset
        With species.
    column
        The decision of the comparison: match or no match. Rows without one were not compared.

    Returns
    -------
    Mapping of str to Rate
        IAPAR of each species that has a decision.

    Raises
    ------
    NoGroupsError
        If there is no such column, or it has too many different values.
    ValueError
        If it is not known which of its values is a match.
    """
    species = dataset.species
    if species is None:
        rows_of(dataset, (column,))  # which refuses what is none
        return {}
    found: dict[str, Rate] = {}
    for (name, decision), rows in rows_of(dataset, (species.column, column)).items():
        plain = "".join(part for part in decision.casefold() if part.isalnum() or part == ".")
        if not plain:
            continue
        if plain not in _YES | _NO:
            message = phrase(
                "'{decision}' in '{column}' is neither a match nor none: write match, nonmatch",
                decision=decision,
                column=column,
            )
            raise ValueError(message)
        sizes = of_rows(dataset, rows).class_sizes
        n = float(sizes.sum() - sizes[species.bona_fide])
        k, of = found.get(name, Rate(0.0, 0.0))
        found[name] = Rate(k + n * (plain in _YES), of + n)
    return {name: one for name, one in found.items() if one.n}
