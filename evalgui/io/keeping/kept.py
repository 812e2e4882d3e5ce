"""What a workspace holds, as a value: the data, what was decided on them, and what came of it.

Every field is a key of ``workspace.json`` and stands in the help page on it; `schema` reads the
annotations. Classes and scores go by their names and thresholds are written as the program shows
them in full, so that they mean the same in a file that is edited by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from evalgui.core.consequences.settings import NO_CONSEQUENCES, Consequences
from evalgui.core.deciding import Development, Locked  # noqa: TC001 - the schema reads annotations
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters, Vocabulary
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings
from evalgui.core.pins import MOST_PINS
from evalgui.core.provenance import START, Provenance
from evalgui.core.registry import UnknownIdError
from evalgui.core.rules import ParameterError, rule_by_id
from evalgui.core.thresholds import may_be_threshold
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.schema import Json, Limit, Time
from evalgui.io.meaning import Reason  # noqa: TC001 - the schema reads annotations
from evalgui.io.remembered.import_spec import ImportSpec  # noqa: TC001 - the schema reads annotations

LONGEST_NOTE = 100_000
"""Letters of a note."""

MOST_DATA_SETS = 1_000
_LONGEST_PATH = 32_767
_LONGEST_LAYOUT = 1 << 20

Threshold: TypeAlias = Annotated[
    str,
    Limit(
        most=400,
        test=may_be_threshold,
        words=phrase('a threshold as text, such as "0.35" or "> inf"'),
    ),
]
Note: TypeAlias = Annotated[str, Limit(most=LONGEST_NOTE)]
Digest: TypeAlias = Annotated[
    str, Limit(pattern="[0-9a-f]{64}", words=phrase("64 hexadecimal digits"))
]


def _is_path(text: str) -> bool:
    """Return whether a path may be that of a file; half a character stands for a byte in it."""
    halves = [letter for letter in text if "\ud800" <= letter <= "\udfff"]
    return bool(text) and "\0" not in text and all(half >= "\udc80" for half in halves)


def _is_member(text: str) -> bool:
    return text.startswith("data/") and text.endswith(".parquet") and text[5:-8].isascii()


@dataclass(frozen=True, slots=True)
class KeptSource:
    """A file that data come from, or text that was pasted or typed.

    Parameters
    ----------
    name
        What it is called, without its folders.
    sha256
        That of its bytes when it was read, 64 hexadecimal digits.
    size
        How many bytes those were.
    path
        Where it is, from the folder of the workspace, with ``/`` between folders; in full only
        where it is on another drive; None for what is no file of the user's.
    sample
        The id of a sample that comes with the program; None for what is none. Neither this nor
        a path has text that was pasted or typed.
    """

    name: str
    sha256: Digest
    size: Annotated[int, Limit(low=0, high=1 << 62)]
    path: Annotated[str, Limit(most=_LONGEST_PATH, test=_is_path, words="a path")] | None = None
    sample: Annotated[str, Limit(most=100)] | None = None

    @property
    def is_text(self) -> bool:
        """Whether it is text that was pasted or typed."""
        return self.path is None and self.sample is None


def _require_rule(made: Provenance) -> None:
    """Refuse a rule that cannot be followed."""
    try:
        rule_by_id(made.rule or "").values(dict(made.parameters))
    except (UnknownIdError, ParameterError) as error:
        message = phrase(
            "a rule that is to be followed cannot be: {error}", error=sentence_of(error)
        )
        raise DataError(message) from None


def _require_methods(settings: IntervalSettings) -> None:
    """Refuse methods of intervals that there are not."""
    for kind, method in settings.methods.items():
        if kind not in OFFERED or method not in OFFERED[kind].ids:
            message = phrase(
                "there is no method '{method}' of intervals of {kind}",
                method=method,
                kind=kind.value,
            )
            raise DataError(message)


@dataclass(frozen=True, slots=True)
class KeptPoint:
    """A threshold that was kept beside the one in force.

    Parameters
    ----------
    threshold
        In the units of the file (`evalgui.core.thresholds.written`).
    provenance
        Where it comes from.
    is_followed
        Whether the rule of the provenance moved it.

    Raises
    ------
    DataError
        If a rule is followed that there is not.
    """

    threshold: Threshold
    provenance: Provenance = START
    is_followed: bool = False

    def __post_init__(self) -> None:
        """Refuse a rule that cannot be followed."""
        if self.is_followed:
            _require_rule(self.provenance)


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """What was decided on one score, for one class against the rest.

    Parameters
    ----------
    score
        The name of the score; "" where each class has one; None for the classes that the file
        calls itself.
    positive
        The name of the class; None for the one of the data set, or all together.
    higher_is_positive
        Which way the score runs for that class; None where there is no score of one class.
    threshold
        In the units of the file; None for where a file starts.
    provenance, is_followed, is_locked, development
        As of `evalgui.core.snapshot.Inputs`.

    Raises
    ------
    DataError
        If a rule is followed that there is not.
    """

    score: str | None = None
    positive: str | None = None
    higher_is_positive: bool | None = None
    threshold: Threshold | None = None
    provenance: Provenance = START
    is_followed: bool = False
    is_locked: bool = False
    development: Development | None = None

    def __post_init__(self) -> None:
        """Refuse a rule that cannot be followed."""
        if self.is_followed:
            _require_rule(self.provenance)


@dataclass(frozen=True, slots=True)
class KeptNote:
    """What the user wrote about one operating point.

    Parameters
    ----------
    score, positive
        The names of the score and of the class; "" for the classes that the file calls itself.
    threshold
        In the units of the file; None where the file calls the classes.
    text
        Plain text.
    """

    score: str
    positive: str
    threshold: Threshold | None
    text: Note


@dataclass(frozen=True, slots=True)
class KeptDataSet:
    """A data set: where it comes from, how it is read, and what was decided on it.

    Parameters
    ----------
    name
        What it is called.
    sources
        The places of its files among those of the workspace, in the order of the user.
    import_choices
        How the files are read, and what their columns mean: roles, sampling, subset, rows that
        are set aside by hand.
    embedded
        The file in the archive that holds its table, such as ``data/1.parquet``; None where the
        sources alone do.
    decision
        What was decided on the score that is shown.
    others
        What was decided on other scores of the data.
    waiting
        As of `evalgui.core.snapshot.Inputs`.
    parameters, multiclass, intervals, consequences
        As of `evalgui.core.snapshot.Inputs`.
    pin
        The pinned threshold whose values stand beside the live ones; None for none.
    pins
        All pinned thresholds, in the order in which they were pinned; empty where there is none,
        or `pin` alone.
    last
        Where the threshold stood before it was moved last; None where it was not.
    second
        The other end of the grey zone, in the units of the file; None where there is none.
    classes
        The names of the classes whose curves stand out, the first chosen first.
    note
        What the user wrote about the data set.
    point_notes
        What the user wrote about operating points.
    reasons
        Why columns mean what they do, from when the files were opened.
    results
        What ``evaluate --format json`` said of it when the workspace was saved, without rows that
        occur more than once; None for nothing.

    Raises
    ------
    DataError
        If a method of intervals is named that there is not.
    """

    name: str
    sources: Annotated[tuple[int, ...], Limit(most=MOST_DATA_SETS)]
    import_choices: ImportSpec
    embedded: (
        Annotated[str, Limit(most=100, test=_is_member, words='such as "data/1.parquet"')] | None
    ) = None
    decision: KeptDecision = KeptDecision()
    others: tuple[KeptDecision, ...] = ()
    waiting: Locked | None = None
    parameters: Parameters = DEFAULT_PARAMETERS
    multiclass: MulticlassSettings = DEFAULT_SETTINGS
    intervals: IntervalSettings = DEFAULT_INTERVALS
    consequences: Consequences = NO_CONSEQUENCES
    pin: KeptPoint | None = None
    pins: Annotated[tuple[KeptPoint, ...], Limit(most=MOST_PINS)] = ()
    last: KeptPoint | None = None
    second: Threshold | None = None
    classes: tuple[str, ...] = ()
    note: Note = ""
    point_notes: tuple[KeptNote, ...] = ()
    reasons: tuple[Reason, ...] = field(default=(), repr=False)
    results: Json | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse methods that there are not."""
        _require_methods(self.intervals)


@dataclass(frozen=True, slots=True)
class Kept:
    """A workspace.

    Parameters
    ----------
    sources
        The files, and texts, that the data come from.
    data_sets
        What is open, at least one.
    shown
        The place of the data set that is shown.
    compares
        Whether other scores and data sets are compared with what is shown.
    link
        What the thresholds of several scores have in common.
    vocabulary
        The words of which field everything is told in.
    layout
        How the window is laid out, as the window itself writes it; "" for nothing.
    program
        The version of the program that wrote it.
    saved
        When, in UTC; "" where that is not known.

    Raises
    ------
    DataError
        If a place is not there, or two data sets have one embedded file.
    """

    sources: Annotated[tuple[KeptSource, ...], Limit(most=MOST_DATA_SETS)]
    data_sets: Annotated[tuple[KeptDataSet, ...], Limit(most=MOST_DATA_SETS)]
    shown: Annotated[int, Limit(low=0, high=MOST_DATA_SETS)] = 0
    compares: bool = False
    link: Link = Link.NONE
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    layout: Annotated[str, Limit(most=_LONGEST_LAYOUT)] = field(default="", repr=False)
    program: Annotated[str, Limit(most=100)] = ""
    saved: Time = ""

    def __post_init__(self) -> None:
        """Refuse what points to nothing."""
        if not self.data_sets:
            raise DataError(phrase("there is no data set in it"))
        if self.shown >= len(self.data_sets):
            raise DataError(phrase("'shown' is the place of no data set"))
        for at, one in enumerate(self.data_sets):
            place = f"data_sets[{at}]"
            if not all(0 <= source < len(self.sources) for source in one.sources):
                message = phrase(
                    "'{place}.sources' has a place where there is no source", place=place
                )
                raise DataError(message)
            if not one.sources:
                raise DataError(phrase("'{place}.sources' is empty", place=place))
            texts = [place for place in one.sources if self.sources[place].is_text]
            if texts and one.embedded is None:
                message = phrase(
                    "'{place}' comes from text that is no file, and is not embedded", place=place
                )
                raise DataError(message)
        embedded = [one.embedded for one in self.data_sets if one.embedded is not None]
        if len(set(embedded)) < len(embedded):
            raise DataError(phrase("two data sets have one embedded file"))
