"""Where the threshold of an evaluation lies, as the command line says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.api import DataError, choose_threshold, from_units, resolve

if TYPE_CHECKING:
    from evalgui.core.api import Snapshot


def at_threshold(
    snapshot: Snapshot,
    threshold: str | None,
    rule: str | None,
    name: str,
    *,
    needs_score: bool = False,
) -> Snapshot:
    """Return a snapshot at the threshold that was typed or that a rule chooses.

    Parameters
    ----------
    snapshot
        With a ranking, at its default threshold.
    threshold
        In the units of the score, or None.
    rule
        The id of a rule, or None; both None for the default threshold.
    name
        The file, for messages.
    needs_score
        Whether a score of one class must be there in any case.

    Raises
    ------
    DataError
        If there is no score of one class, or the rule finds no threshold.
    """
    if threshold is None and rule is None and not needs_score:
        return snapshot
    if snapshot.ranking is None:
        message = "there is no score of one class to put a threshold on"
        hint = "Name a column with --score, or a class with --positive"
        raise DataError(message, where=name, hint=hint)
    if threshold is not None:
        chosen = from_units(threshold, snapshot.ranking.score)
        return resolve(replace(snapshot.inputs, threshold=chosen), snapshot)
    if rule is None:
        return snapshot
    found = choose_threshold(rule, snapshot.ranking)
    if found is None:
        message = f"the rule {rule} finds no threshold on these scores"
        raise DataError(message, where=name, hint="Give one with --threshold")
    return resolve(replace(snapshot.inputs, threshold=found), snapshot)
