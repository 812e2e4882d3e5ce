"""What a user asks for, as values: `evalgui.core.decide.decide` says what comes of each.

A request that says when something was decided carries that moment itself, so that what comes of
it depends on nothing else. Undo and files keep what was decided, never these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from evalgui.core.provenance import local_offset, now

if TYPE_CHECKING:
    from evalgui.core.choices import Axes
    from evalgui.core.consequences.settings import Consequences
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.linked_thresholds import Link
    from evalgui.core.metrics import Parameters
    from evalgui.core.multiclass import MulticlassSettings
    from evalgui.core.provenance import Provenance
    from evalgui.core.requirements import Requirement
    from evalgui.core.rules import Choice
    from evalgui.core.selection import Selection
    from evalgui.core.vocabulary import Vocabulary
    from evalgui.core.zone_goals import ZoneAnswer


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a user asks for; `is_step` says whether undo takes back what comes of it."""

    is_step: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedRequest(Request):
    """One that says `when` it was made: ISO 8601 in UTC, as of `Provenance`."""

    when: str = field(default_factory=now)


# ------------------------------------------------------------------------------- the history


class HistoryRequest(Request):
    """One about what was asked for before: whoever keeps that knows what comes of it."""

    __slots__ = ()

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Undo(HistoryRequest):
    """The last steps are taken back, as many as are said."""

    n_steps: int = 1


@dataclass(frozen=True, slots=True)
class Redo(HistoryRequest):
    """The steps that were taken back last are taken again, as many as are said."""

    n_steps: int = 1


@dataclass(frozen=True, slots=True)
class CommitDrag(HistoryRequest):
    """The line, or the number, that is dragged is put where it now is, as one step."""


@dataclass(frozen=True, slots=True)
class DropDrag(HistoryRequest):
    """What is dragged goes back to where it was taken hold of, which is no step."""


# ------------------------------------------------------------------------------- the threshold


class MovesLine(Request):
    """One that moves the threshold, which a locked one refuses."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DragThreshold(TimedRequest, MovesLine):
    """The threshold is dragged to a place, beside the values of the score; it is dragged on."""

    threshold: float


@dataclass(frozen=True, slots=True)
class SetThreshold(TimedRequest, MovesLine):
    """The threshold is put somewhere.

    Parameters
    ----------
    threshold
        Beside the values of the score, `CALLS_NOTHING` included.
    provenance
        Where it comes from; None where the user typed or dragged it.
    is_followed
        Whether the rule of the provenance is followed from now on.
    """

    threshold: float
    provenance: Provenance | None = None
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class MoveThreshold(TimedRequest, MovesLine):
    """It is moved by attainable thresholds: positive numbers go to higher scores."""

    n_steps: int


@dataclass(frozen=True, slots=True)
class MoveThresholdByPercentile(TimedRequest, MovesLine):
    """It is moved so that so many per cent fewer rows (more, if negative) lie below it."""

    n_percent: int


@dataclass(frozen=True, slots=True)
class GoToEnd(TimedRequest, MovesLine):
    """It goes to the highest attainable threshold, or to the lowest one."""

    is_highest: bool


@dataclass(frozen=True, slots=True)
class ApplyRule(TimedRequest, MovesLine):
    """It goes where a rule puts it, named by its id, at the prevalence that is asked about."""

    rule: str


@dataclass(frozen=True, slots=True)
class UseChoice(TimedRequest, MovesLine):
    """It goes to what a rule chose for the score on show, and follows the rule if that is asked."""

    choice: Choice
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class Flip(TimedRequest, MovesLine):
    """It goes to the other operating point, the pinned one or the last one."""


@dataclass(frozen=True, slots=True)
class SetFollowed(TimedRequest):
    """The rule that chose the threshold is followed from now on, or no more."""

    is_followed: bool


@dataclass(frozen=True, slots=True)
class SetLocked(TimedRequest):
    """The threshold is locked, so that nothing moves it, or unlocked."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class Prespecify(TimedRequest):
    """The threshold is said to have been settled before the data were seen."""


# ------------------------------------------------------------------------------- the grey zone


@dataclass(frozen=True, slots=True)
class DragSecond(Request):
    """The second line of the grey zone is dragged to a threshold; it is dragged on."""

    threshold: float


@dataclass(frozen=True, slots=True)
class SetSecond(Request):
    """The second line is put at a threshold; None ends the zone."""

    threshold: float | None


@dataclass(frozen=True, slots=True)
class SetGreyZone(TimedRequest):
    """A line is put at each of two thresholds: the threshold at the nearer one."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class GoInZone(TimedRequest, MovesLine):
    """The line that an answer about a grey zone is of goes to a row of the steps."""

    answer: ZoneAnswer
    row: int


# ------------------------------------------------------------------------------ what is assessed


@dataclass(frozen=True, slots=True)
class SelectScore(TimedRequest):
    """Another score of the data, by its index, or the classes that the file calls (None)."""

    score: int | None


@dataclass(frozen=True, slots=True)
class NameSpecies(Request):
    """A column says of what kind each presentation attack is; "" for none."""

    column: str


@dataclass(frozen=True, slots=True)
class SelectPositive(Request):
    """Another class against the rest, by its index, or all classes together (None)."""

    positive: int | None


# ----------------------------------------------------------------------------------- how


@dataclass(frozen=True, slots=True)
class SetParameters(Request):
    """Other numbers in the formulas of the measures."""

    parameters: Parameters


@dataclass(frozen=True, slots=True)
class SetMulticlass(Request):
    """Other settings of the measures of K classes."""

    settings: MulticlassSettings


@dataclass(frozen=True, slots=True)
class SetIntervals(Request):
    """Another level of intervals, other methods, or another prevalence to ask about."""

    settings: IntervalSettings


@dataclass(frozen=True, slots=True)
class SetPrevalence(Request):
    """Another prevalence to ask about, between 0 and 1; None for that of the data alone.

    Of another study it is k of the `of` people there.
    """

    prevalence: float | None
    of: int | None = None


@dataclass(frozen=True, slots=True)
class DragNumber(Request):
    """Another prevalence, costs or a risk, while a handle is dragged to it; it is dragged on."""

    request: SetPrevalence | SetParameters | SetConsequences


@dataclass(frozen=True, slots=True)
class SetConsequences(Request):
    """What scores are, which risks are asked about, and what is required."""

    consequences: Consequences


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCriterion(TimedRequest):
    """One more acceptance criterion, or one in the place of another; None takes that back.

    It carries how far the clock of the place is ahead of UTC, and the SHA-256 of the data that
    were open, or had been last ("" before any were): what was changed after data had been seen
    says so for ever.
    """

    requirement: Requirement | None
    instead_of: Requirement | None = None
    data: str = ""
    offset: str = field(default_factory=local_offset)


# ------------------------------------------------------------------------------- pins and notes


@dataclass(frozen=True, slots=True)
class Pin(TimedRequest):
    """The operating point of a threshold is kept beside the live one; None for that on show."""

    threshold: float | None = None


@dataclass(frozen=True, slots=True)
class Unpin(Request):
    """The pinned operating point at a place is let go."""

    place: int


@dataclass(frozen=True, slots=True)
class TogglePin(TimedRequest):
    """The operating point of a threshold is pinned, or unpinned where it is; None for that on show.

    All thresholds that count the same are one point.
    """

    threshold: float | None = None


@dataclass(frozen=True, slots=True)
class ComparePin(Request):
    """The values of the pinned operating point at a place stand beside the live ones."""

    place: int


@dataclass(frozen=True, slots=True)
class ClearPins(Request):
    """All pinned operating points are let go."""


@dataclass(frozen=True, slots=True)
class NoteData(Request):
    """Something is written down about the data."""

    text: str


@dataclass(frozen=True, slots=True)
class NotePoint(Request):
    """Something is written down about the operating point on show."""

    text: str


# ------------------------------------------------------------------------------- singled out


@dataclass(frozen=True, slots=True)
class ChooseClasses(Request):
    """The curves of some classes stand out, by their indices, the first chosen first."""

    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SelectRows(Request):
    """Rows are singled out in every view."""

    selection: Selection

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SelectCells(Request):
    """The rows of some cells of the matrix, (actual, predicted), are singled out; of none, all."""

    cells: tuple[tuple[int, int], ...]

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SelectFlips(Request):
    """The rows that are called otherwise at the other operating point are singled out."""

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SelectZone(Request):
    """The rows of a class in a zone are singled out.

    Parameters
    ----------
    zone
        0 is called positive, 1 is grey, 2 is called negative.
    actual
        0 for the positives, 1 for the others.
    """

    zone: int
    actual: int

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class PickRows(Request):
    """Rows stand out by their numbers in the file from 1, ascending."""

    rows: tuple[int, ...]

    is_step: ClassVar[bool] = False


# ------------------------------------------------------------------------------- how it is shown


@dataclass(frozen=True, slots=True)
class SetVocabulary(Request):
    """Everything is named as a field does."""

    vocabulary: Vocabulary

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ShowBars(Request):
    """Intervals are drawn as bars, too, or are numbers alone."""

    are_shown: bool

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ShowMarks(Request):
    """Rules are marked on plots, or none."""

    are_shown: bool

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ShowCostLine(Request):
    """A line of equal cost goes through the operating point, or none."""

    is_shown: bool

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class HideAnswers(Request):
    """The values of measures wait to be worked out, or are shown."""

    are_hidden: bool

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SetAxes(Request):
    """The plots are drawn on other axes."""

    axes: Axes

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SetComparing(Request):
    """What is shown is compared with other scores and data sets, or with nothing."""

    compares: bool

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ToggleBands(Request):
    """The bands of a curve, by its id, or of all curves, are shown or hidden.

    Rows are drawn again for them where they were not yet; where nobody asks any more, that is
    given up.
    """

    curve: str | None = None

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class LinkThresholds(Request):
    """The thresholds of several scores have something in common from now on, or nothing.

    The line on show stays; another one goes to its place when its score is looked at.
    """

    link: Link

    is_step: ClassVar[bool] = False
