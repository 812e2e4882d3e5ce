"""What all calls by a score and a threshold have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from evalgui.core.languages import tr

if TYPE_CHECKING:
    from evalgui.core.dataset import Score

CALLED_POSITIVE, CALLED_NEGATIVE, CALLED_NOTHING = range(3)


class AtThreshold(ABC):
    """A score, and the threshold that rows are called at; it moves while it is dragged."""

    about_calls = tr("The class that is called at the threshold")

    def __init__(self, score: Score) -> None:
        self.score = score
        self.threshold = float("nan")

    @abstractmethod
    def side(self, code: int) -> int:
        """Return what a row with this code is called: positive, negative or nothing."""
