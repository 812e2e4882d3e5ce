"""What the user singled out of what is shown: it changes no count, but is part of the work."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evalgui.core.linked_thresholds import Link
from evalgui.core.notes import NO_NOTES, Notes
from evalgui.core.pins import NO_PINS, Pins, Placed
from evalgui.core.resampled import BANDED
from evalgui.core.selection import NO_SELECTION, Selection
from evalgui.core.vocabulary import Vocabulary


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
    pointwise_band
        Whether calibrated models lie in a band at each place alone, instead of wholly.
    honest_band
        Whether the band of calibration for any rising curve is drawn, too.
    local_fit
        Whether the smooth curve of calibration is a local fit.
    standardised
        Whether net benefit is told as a share of the prevalence.
    avoided
        Whether decision curves show interventions avoided, in place of net benefit.
    optimistic_ranks
        Whether ranks are drawn with the mate before candidates of the same score, too.
    predictive
        Whether the picture of groups has predictive values, in place of the rates of each class.
    """

    log_scores: bool | None = None
    log_rates: bool | None = None
    log_counts: bool = False
    fixed_rates: bool = False
    pointwise_band: bool = False
    honest_band: bool = False
    local_fit: bool = False
    standardised: bool = False
    avoided: bool = False
    optimistic_ranks: bool = False
    predictive: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What stands out of a snapshot, whichever view it was chosen in.

    Parameters
    ----------
    pins
        The thresholds that are pinned, and which of them has its values beside the live ones.
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
    has_cost_line
        Whether a line of equal cost is drawn on the ROC curve; the same for all data sets.
    hides_answers
        Whether the values of measures wait to be worked out; the same for all data sets.
    axes
        On which axes the plots are drawn; the same for all data sets.
    link
        What the thresholds of several scores have in common; the same for all data sets.
    compares
        Whether curves of other scores and data sets are compared; the same for all data sets.
    bands
        The ids of the curves and pictures whose bands are asked for: drawn, or being drawn.
    """

    pins: Pins = NO_PINS
    second: float | None = None
    last: Placed | None = None
    selection: Selection = NO_SELECTION
    picked: tuple[int, ...] = ()
    classes: tuple[int, ...] = ()
    notes: Notes = NO_NOTES
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    has_bars: bool = True
    has_marks: bool = True
    has_cost_line: bool = False
    hides_answers: bool = False
    axes: Axes = Axes()
    link: Link = Link.NONE
    compares: bool = False
    bands: frozenset[str] = frozenset()

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells of the matrix, (actual, predicted), that the selection names."""
        return self.selection.cells

    @property
    def pinned(self) -> float | None:
        """The pinned threshold whose values stand beside the live ones; None for none."""
        point = self.pins.point
        return None if point is None else point.threshold

    @property
    def resampled_bands(self) -> frozenset[str]:
        """The ids among `bands` for which rows are drawn again; pictures know theirs without."""
        return self.bands & BANDED

    def of_any_score(self) -> Choices:
        """Return those that are about no threshold and no score."""
        selection = self.selection.of_any_score()
        return replace(self, pins=NO_PINS, second=None, last=None, selection=selection)

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
            has_cost_line=others.has_cost_line,
            hides_answers=others.hides_answers,
            axes=others.axes,
            link=others.link,
            compares=others.compares,
        )


NO_CHOICES = Choices()
