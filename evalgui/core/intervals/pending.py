"""The intervals of a point while they are being worked out: none yet, and each says so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.measured import Interval
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.intervals.by_weight import WorthAt

AWAITED = phrase("it is being worked out, subject by subject")


class AwaitedIntervals(Mapping[str, Interval]):
    """What stands for intervals that take longer than a frame.

    Parameters
    ----------
    later
        The intervals themselves, none of which has been asked for yet.
    before
        Those that were known last, at another threshold; None where there were none.
    """

    __slots__ = ("before", "later")

    def __init__(self, later: IntervalsAt, before: Mapping[str, Interval] | None = None) -> None:
        self.later = later
        self.before = before

    def __getitem__(self, _metric_id: str) -> Interval:
        return Interval(self.later.settings.level, "", math.nan, math.nan, reason=AWAITED)

    def __iter__(self) -> Iterator[str]:
        return iter(self.later)

    def __len__(self) -> int:
        return len(self.later)


def outdated(intervals: Mapping[str, Interval], metric_id: str) -> Interval | None:
    """Return what was known last of an interval that is being worked out; None of others."""
    before = intervals.before if isinstance(intervals, AwaitedIntervals) else None
    return None if before is None else before.get(metric_id)


def latest(intervals: Mapping[str, Interval], metric_id: str) -> tuple[Interval | None, bool]:
    """Return the interval to show, and whether it is one of before that will be replaced."""
    before = outdated(intervals, metric_id)
    if before is not None and before.is_defined:
        return before, True
    return intervals.get(metric_id), False


def subjects_at(intervals: Mapping[str, Interval]) -> WorthAt | None:
    """Return the counts of each subject that intervals rest on; None where rows do."""
    return intervals.subjects if isinstance(intervals, IntervalsAt) else None


def is_awaited(interval: Interval | None) -> bool:
    """Return whether an interval is one that is still being worked out."""
    return interval is not None and interval.reason == AWAITED
