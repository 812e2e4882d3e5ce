"""Scores in one file or several, and their truth in a key of its own, joined by the ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.joined_table import joined_table
from evalgui.io.combinations.making import NotTogetherError, join, share_ids

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.combinations.combined import Combined
    from evalgui.io.combinations.parts import Chosen, Part

NAME = phrase("scores and key")


def sniff(chosen: Chosen) -> bool:
    """Return whether one file has a truth and no score, and all others have no truth."""
    keys = [part for part in chosen.parts if part.truth is not None]
    return len(keys) == 1 and not keys[0].scores


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return the rows of the key with their scores.

    The order of the files does not matter, but for that of several score files.

    Parameters
    ----------
    chosen
        The files.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If no score has its ids in the key, or rows with the same ids contradict each other.
    NotTogetherError
        If the files have no ids in common.
    CancelledError
        If the watch says so.
    """
    # The key comes first: the sort is stable.
    parts = sorted(chosen.parts, key=lambda part: part.truth is None)
    ids = share_ids(parts)
    if ids is None:
        why = phrase("no column of {file} holds the ids of the other files", file=parts[0].name)
        if any(part.table.known and part.table.known.lacks for part in parts):
            raise _nothing_common(parts[0], parts[1])
        raise NotTogetherError(why)
    joined = join(parts, ids, watch.part(0.0, 0.7))
    for part, n_common in zip(parts[1:], joined.n_common, strict=True):
        if not n_common:
            raise _nothing_common(parts[0], part)
    return joined_table(joined, NAME, watch.part(0.7, 1.0))


def _nothing_common(key: Part, scores: Part) -> DataError:
    message = phrase(
        "no row has its ids in {file}: the scores and the key do not belong together",
        file=key.name,
    )
    hint = phrase(
        "Choose the key of these scores, with the ids spelled alike and in the same order"
    )
    return DataError(message, where=scores.name, hint=hint)
