"""What the user singled out of what is shown: it changes no count, but is part of the work."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evalgui.core.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Choices:
    """What stands out of a snapshot, whichever view it was chosen in.

    Parameters
    ----------
    pinned
        The threshold whose values stand beside the live ones; None for none.
    cells
        The cells of the matrix that is shown, (actual, predicted), whose rows are shown; empty
        where all rows are.
    classes
        The classes whose curves stand out, as indices, the first chosen first.
    vocabulary
        The words of a field in which everything is named; the same for all data sets.
    has_bars
        Whether intervals are drawn as bars, too; the same for all data sets.
    """

    pinned: float | None = None
    cells: tuple[tuple[int, int], ...] = ()
    classes: tuple[int, ...] = ()
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    has_bars: bool = True

    def of_all_data(self, others: Choices) -> Choices:
        """Return them with those of others that are the same for all data sets."""
        return replace(self, vocabulary=others.vocabulary, has_bars=others.has_bars)


NO_CHOICES = Choices()
