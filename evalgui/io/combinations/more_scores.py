"""Several files with scores of the same rows, such as those of several systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.joined_table import joined_table
from evalgui.io.combinations.making import NotTogetherError, join, share_ids
from evalgui.io.meaning import classes_of, quoted

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.combinations.combined import Combined
    from evalgui.io.combinations.parts import Chosen, Part

NAME = phrase("scores of the same rows")

_MOSTLY = 0.5
_FEW_LABELS = 20
_BINARY = 2


def sniff(chosen: Chosen) -> bool:
    """Return whether every file has a score, and only one where there are many classes.

    A data set has room for one probability a class, and so for those of one file only.
    """
    return all(part.scores and (len(part.scores) == 1 or _is_binary(part)) for part in chosen.parts)


def _is_binary(part: Part) -> bool:
    if part.truth is None:
        return True
    labels = part.table.column(part.truth).distinct(_FEW_LABELS)
    return labels is not None and len(classes_of(dict.fromkeys(labels.texts, 1)).names) <= _BINARY


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return the rows of all files with all of their scores.

    Parameters
    ----------
    chosen
        The files. The first with a truth comes first, the others in the order of the user.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If rows with the same ids contradict each other here and there.
    NotTogetherError
        If the files do not hold the same rows.
    CancelledError
        If the watch says so.
    """
    parts = sorted(chosen.parts, key=lambda part: part.truth is None)
    ids = share_ids(parts)
    if ids is None:
        why = phrase("the files share no column with ids")
        raise NotTogetherError(why)
    joined = join(parts, ids, watch.part(0.0, 0.7))
    for part, n_common in zip(parts[1:], joined.n_common, strict=True):
        n = min(parts[0].table.n_rows, part.table.n_rows)
        if n_common < _MOSTLY * n:
            why = phrase(
                "{first} and {second} have only {n_common} of {n} ids in common",
                first=quoted(part.name),
                second=quoted(parts[0].name),
                n_common=grouped(n_common),
                n=grouped(n),
            )
            raise NotTogetherError(why)
    return joined_table(joined, NAME, watch.part(0.7, 1.0))
