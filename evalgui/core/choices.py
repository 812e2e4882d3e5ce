"""What the user singled out of what is shown: it changes no count, but is part of the work."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evalgui.core.linking import Link
from evalgui.core.notes import NO_NOTES, Notes
from evalgui.core.provenance import START, Provenance
from evalgui.core.selection import NO_SELECTION, Selection
from evalgui.core.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a threshold stands, beside the values of the score, and how it came there.

    It `is_followed` where the rule of its provenance moves it whatever the data are.
    """

    threshold: float
    provenance: Provenance
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class Axes:
    """On which axes the plots are drawn; the same for all data sets.

    Parameters
    ----------
    log_scores
        Whether scores lie on a logarithmic axis where they can; None: where they span decades.
    log_rates
        Whether error rates against the threshold do; None: in the words of fields whose errors
        are rare.
    log_counts
        Whether scores by class are counted on a logarithmic axis, instead of as shares.
    fixed_rates
        Whether DET shows 1e-6 to 50 % on both axes, whatever the data reach.
    """

    log_scores: bool | None = None
    log_rates: bool | None = None
    log_counts: bool = False
    fixed_rates: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What stands out of a snapshot, whichever view it was chosen in.

    Parameters
    ----------
    pinned
        The threshold whose values stand beside the live ones; None for none.
    pinned_from
        How the pinned threshold came to be.
    second
        The other end of the grey zone, which begins at the threshold; None where there is none.
    last
        Where the threshold stood before it was moved last; None where it was not.
    selection
        The rows that are singled out, such as those of cells of the matrix; of none, all.
    picked
        The rows that are picked one by one in the table, by their numbers in the file from 1,
        ascending.
    classes
        The classes whose curves stand out, as indices, the first chosen first.
    notes
        What the user wrote down about the data and about operating points.
    vocabulary
        The words of a field in which everything is named; the same for all data sets.
    has_bars
        Whether intervals are drawn as bars, too; the same for all data sets.
    has_marks
        Whether rules are marked on plots; the same for all data sets.
    hides_answers
        Whether the values of measures wait to be worked out; the same for all data sets.
    axes
        On which axes the plots are drawn; the same for all data sets.
    link
        What the thresholds of several scores have in common; the same for all data sets.
    """

    pinned: float | None = None
    pinned_from: Provenance = START
    second: float | None = None
    last: Placed | None = None
    selection: Selection = NO_SELECTION
    picked: tuple[int, ...] = ()
    classes: tuple[int, ...] = ()
    notes: Notes = NO_NOTES
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    has_bars: bool = True
    has_marks: bool = True
    hides_answers: bool = False
    axes: Axes = Axes()
    link: Link = Link.NONE

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells of the matrix, (actual, predicted), that the selection names."""
        return self.selection.cells

    @property
    def pinned_point(self) -> Placed | None:
        """The pinned threshold, and how it came to be; None for none."""
        return None if self.pinned is None else Placed(self.pinned, self.pinned_from)

    def with_pin(self, placed: Placed | None) -> Choices:
        """Return them with another threshold pinned, or none."""
        if placed is None:
            return replace(self, pinned=None, pinned_from=START)
        return replace(self, pinned=placed.threshold, pinned_from=placed.provenance)

    def of_any_score(self) -> Choices:
        """Return those that are about no threshold and no score."""
        kept = self.with_pin(None)
        return replace(kept, second=None, last=None, selection=self.selection.of_any_score())

    def of_any_rows(self) -> Choices:
        """Return those that single out no row."""
        return replace(self, selection=NO_SELECTION, picked=())

    def of_all_data(self, others: Choices) -> Choices:
        """Return them with those of others that are the same for all data sets."""
        return replace(
            self,
            vocabulary=others.vocabulary,
            has_bars=others.has_bars,
            has_marks=others.has_marks,
            hides_answers=others.hides_answers,
            axes=others.axes,
            link=others.link,
        )


NO_CHOICES = Choices()
