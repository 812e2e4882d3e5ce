"""Intervals by the ids of measures, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from evalgui.core.intervals.making import Interval

if TYPE_CHECKING:
    from evalgui.core.intervals.making import IntervalSettings, Measured, Sampling


class MadeOnce(Mapping[str, Interval]):
    """What all such mappings know; who inherits makes an interval in ``__getitem__``.

    Parameters
    ----------
    measured
        The measures, by their ids.
    settings
        The level and the methods.
    sampling
        How the data were sampled.
    """

    __slots__ = ("_known", "_measured", "_sampling", "_settings")

    def __init__(
        self, measured: Mapping[str, Measured], settings: IntervalSettings, sampling: Sampling
    ) -> None:
        self._measured = measured
        self._settings = settings
        self._sampling = sampling
        self._known: dict[str, Interval] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._measured)

    def __len__(self) -> int:
        return len(self._measured)

    @property
    def sampling(self) -> Sampling:
        """How the data were sampled."""
        return self._sampling

    @property
    def settings(self) -> IntervalSettings:
        """The level and the methods."""
        return self._settings
