"""The two strings that tie long work to its caller: progress out, cancel in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.errors import CancelledError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Watch:
    """How far the work has come, and whether it is still wanted.

    Parameters
    ----------
    progress
        Called with a fraction in [0, 1] and a few words; None when nobody listens.
    cancelled
        Asked at every step; the work stops when it answers True. None means never.
    low, high
        The part of the whole that this work covers, both in [0, 1].
    """

    progress: Callable[[float, str], None] | None = None
    cancelled: Callable[[], bool] | None = None
    low: float = 0.0
    high: float = 1.0

    def part(self, low: float, high: float) -> Watch:
        """Return a watch for a part of this work: `low` to `high`, both in [0, 1]."""
        width = self.high - self.low
        return replace(self, low=self.low + low * width, high=self.low + high * width)

    def step(self, fraction: float, text: str) -> None:
        """Say how far the work has come, and stop it when it is no longer wanted.

        Parameters
        ----------
        fraction
            The share of this work that is done, in [0, 1].
        text
            What is being done, in a few words, without any data.

        Raises
        ------
        CancelledError
            If the caller asked to stop.
        """
        self.look()
        self.report(fraction, text)

    def look(self) -> None:
        """Stop the work when it is no longer wanted.

        Raises
        ------
        CancelledError
            If the caller asked to stop.
        """
        if self.cancelled is not None and self.cancelled():
            message = phrase("the file was not opened, as you asked")
            raise CancelledError(message)

    def report(self, fraction: float, text: str) -> None:
        """Say how far the work has come: a callback for work that has its own cancel."""
        if self.progress is not None:
            self.progress(self.low + fraction * (self.high - self.low), text)
