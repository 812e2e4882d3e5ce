"""The rows of each period, sorted in the background where that takes longer than a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core import calibrated
from evalgui.core.calibrated import Part, Source, keep
from evalgui.core.dates import NoDatesError
from evalgui.core.groups import snapshots_of
from evalgui.core.periods import periods_of
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.snapshot import Snapshot

_QUICK = 20_000  # rows
_WORDS = phrase("sorting rows by their dates")


def is_at_hand(snapshot: Snapshot) -> bool:
    """Return whether the rows of each period are sorted, or that is quick."""
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if dataset is None or ranking is None or dataset.n <= _QUICK:
        return True
    return key_of(snapshot) in ranking.calibrated


def known(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return whether they are at hand; nothing where no dates were asked about."""
    return () if snapshot.inputs.consequences.over is None else (is_at_hand(snapshot),)


def key_of(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what they depend on, beside the ranking."""
    said = snapshot.inputs.consequences
    return "dated", said.over, said.scale, snapshot.inputs.intervals.level


def _next_part(snapshot: Snapshot) -> Part | None:
    if snapshot.inputs.consequences.over is None or is_at_hand(snapshot):
        return None
    return Part(_WORDS, _find)


def _find(snapshot: Snapshot, look: Callable[[float], None]) -> object:
    assert snapshot.ranking is not None  # noqa: S101 - else it is at hand
    return keep(snapshot.ranking, key_of(snapshot), lambda: _found(snapshot, look))


def _found(snapshot: Snapshot, look: Callable[[float], None]) -> bool:
    dataset, over = snapshot.dataset, snapshot.inputs.consequences.over
    assert dataset is not None  # noqa: S101 - who asks has looked
    assert over is not None  # noqa: S101 - likewise
    try:
        periods = periods_of(dataset, over)
    except NoDatesError:
        return True  # which is told where it is shown
    groups = [one.group for one in periods.each if one.group is not None]
    of_probabilities = not calibrated.no_probabilities(snapshot)
    for place, group in enumerate(groups):
        look(place / len(groups))
        ((_group, there),) = snapshots_of(snapshot, (group,))
        if of_probabilities and there.ranking is not None and there.ranking.table.n:
            calibrated.numbers(there)
    return True


DATED = Source(_WORDS, _next_part, key_of, phrase("Dates"), known)
"""They, sorted in the background."""
