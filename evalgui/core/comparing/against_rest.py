"""The rows of a group against all others, under one score: independent samples."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing.pair import SHARED_SUBJECTS, compare_unpaired
from evalgui.core.consequences.settings import NO_RISKS
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.comparing.pair import Pair
    from evalgui.core.equal_rate import AtEqual
    from evalgui.core.subjects import Subjects

REST = phrase("the rest")


def compare_with_rest(
    whole: Candidate,
    name: str,
    sides: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    level: float,
    at: AtEqual | None = None,
) -> Pair:
    """Compare the rows of a group with others of the same data.

    Parameters
    ----------
    whole
        The score with the threshold at which both are called.
    name
        What the group is called; the others are `REST`.
    sides : two (n,) arrays of bool
        Which rows are in the group, and which in the rest; a row in neither is left out.
    level, at
        As of `compare_paired`.

    Returns
    -------
    Pair
        The group less the rest, each with rows of its own: DeLong's areas without pairs, and
        Newcombe's method 10 for rates. Neither interval nor p value where a subject has rows in
        both.

    Raises
    ------
    DataError
        If one of both has no row with a score.
    """
    one, other = (
        replace(whole.of_rows(rows & whole.has_score), name=called, at_risks=NO_RISKS)
        for called, rows in zip((name, REST), sides, strict=True)
    )
    nothing, everything = phrase("no row with a score is in it"), phrase("every row is in it")
    for part, message in ((one, nothing), (other, everything)):
        if not part.n_instances:
            raise DataError(message, where=name, hint=phrase("Choose other rows"))
    shares = whole.subjects is not None and _share(whole.subjects, sides)
    pair = compare_unpaired(one, other, level, at, lacking=SHARED_SUBJECTS if shares else "")
    return replace(pair, n_left_out=whole.n_instances - sum(pair.n))


def _share(subjects: Subjects, sides: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> bool:
    """Return whether a subject has rows in both."""
    seen = np.zeros((2, subjects.n_subjects), dtype=bool)
    for place, rows in enumerate(sides):
        for codes in subjects.codes:
            seen[place, codes[rows]] = True
    return bool(np.any(seen[0] & seen[1]))
