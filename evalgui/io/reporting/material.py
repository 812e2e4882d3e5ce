"""All that a report is made of: what was assessed, and what beside it was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from evalgui.core.bootstrap.sizes import BINS
from evalgui.core.grey_zone import grey_ends
from evalgui.core.metrics import Vocabulary
from evalgui.core.pins import letters_of
from evalgui.core.vocabulary import words_in
from evalgui.io.reporting.subgroups import in_subgroups
from evalgui.io.writers.grey_zones import grey_thresholds
from evalgui.io.writers.import_log import log_of
from evalgui.io.writers.origin import source_of
from evalgui.results.topic import Drawn, Understood
from evalgui.results.topics.flow import flow, import_log
from evalgui.results.topics.measures import measures
from evalgui.results.topics.origin import origin
from evalgui.results.topics.ranking import ranking

if TYPE_CHECKING:
    from evalgui.core.comparing import Pair
    from evalgui.core.dataset import Dataset
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.provenance import Provenance
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Text
    from evalgui.core.vocabulary import Words
    from evalgui.io.assessing.assessment import Assessed
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result
    from evalgui.results.topic import Source, Subgroup


@dataclass(frozen=True, slots=True, eq=False)
class OtherPoint:
    """An operating point beside the one in force.

    Parameters
    ----------
    point
        What it does.
    provenance
        How its threshold came to be.
    letter
        What it is called in the table and on the curves; "" for one that is alone.
    """

    point: OperatingPoint
    provenance: Provenance
    letter: str = ""


@dataclass(frozen=True, eq=False)
class Material:
    """What a report is made of.

    Parameters
    ----------
    snapshot
        What was assessed, with a data set.
    log
        What became of the rows of the file.
    source
        The file; None for data that come with the program.
    vocabulary
        Whose words the report has.
    others
        Other operating points; the pinned ones of the snapshot come beside them.
    grey
        Both ends of the grey zone, beside the values of the score; None takes the one that was
        pulled out, if there is one.
    compared
        Comparisons of the score with others, for as many of which p values are adjusted; empty
        for none.
    drawn
        What was drawn at random beside what the snapshot holds.
    redrawn
        The ranking with the intervals of rows that were drawn again; None where nobody drew them.
    loaded
        The file after reading, which has the rows outside a subgroup; None where there is none.
    chosen
        The expressions of the subgroups that were chosen so far.

    Raises
    ------
    ValueError
        If the snapshot has nothing to evaluate.
    """

    snapshot: Snapshot
    log: Result
    source: Source | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    others: tuple[OtherPoint, ...] = ()
    grey: tuple[float, float] | None = None
    compared: tuple[Pair, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    redrawn: Result | None = None
    loaded: Loaded | None = None
    chosen: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "vocabulary", self.snapshot.spoken(self.vocabulary))

    @classmethod
    def of(cls, assessed: Assessed, **beside: Any) -> Material:  # noqa: ANN401 - its own fields
        """Return that of what was assessed without a window.

        What was asked to be drawn again is drawn.

        Raises
        ------
        DataError
            If nothing can be drawn again, or an end of the grey zone is no threshold.
        """
        asked, snapshot = assessed.request, assessed.complete
        drawn: list[Drawn] = []
        if asked.drawing is not None:
            bins = BINS if asked.drawing.binned else None
            drawn.append(Drawn("bootstrap", asked.drawing.n_replicates, asked.drawing.seed, bins))
        grey = None if asked.grey is None else grey_thresholds(snapshot, *asked.grey)
        known = source_of(assessed.loaded)
        given: dict[str, Any] = {
            "grey": grey,
            "drawn": tuple(drawn),
            "redrawn": assessed.drawn.get("ranking"),
            "loaded": assessed.loaded,
        }
        given |= beside
        return cls(snapshot, assessed.import_log, known, **given)

    @classmethod
    def shown(
        cls,
        snapshot: Snapshot,
        loaded: Loaded | None,
        compared: tuple[Pair, ...] = (),
        chosen: tuple[str, ...] = (),
    ) -> Material:
        """Return that of what is shown in the window, of the file that it was read from, if any."""
        from evalgui.io.building.shown_findings import shown_findings  # and Arrow

        findings = shown_findings(snapshot)
        if loaded is None:
            if snapshot.dataset is None:
                message = "nothing is open"
                raise ValueError(message)
            understood = Understood(findings=findings)
            log, source = import_log(snapshot.dataset, None, understood), None
        else:
            log, source = log_of(loaded, shown=findings), source_of(loaded)
        beside: dict[str, Any] = {"compared": compared, "loaded": loaded, "chosen": chosen}
        return cls(snapshot, log, source, snapshot.choices.vocabulary, **beside)

    @cached_property
    def measures(self) -> Result:
        """The measures, with what is expected of new rows where that is known."""
        return measures(self.snapshot)

    @property
    def n(self) -> float:
        """How many rows are counted, or the sum of their weights."""
        (counts, *_tables) = self.measures.tables
        return next(cell.value for row, cell in counts.cells("value") if row.id == "n")

    @cached_property
    def ranking(self) -> Result | None:
        """What the scores say over all thresholds; None without any."""
        return ranking(self.snapshot) if self.redrawn is None else self.redrawn

    @cached_property
    def flow(self) -> Result:
        """What became of every row, up to what it is called."""
        found = flow(self.snapshot, self.grey)
        if found is None:
            message = "there is nothing to report"
            raise ValueError(message)
        return found

    @cached_property
    def words(self) -> Words:
        """The words of the field."""
        return words_in(self.vocabulary)

    @cached_property
    def dataset(self) -> Dataset:
        """The data."""
        if self.snapshot.dataset is None:
            message = "there is nothing to report"
            raise ValueError(message)
        return self.snapshot.dataset

    @cached_property
    def origin(self) -> Result:
        """What the numbers rest on."""
        return origin(self.snapshot, self.source, self.drawn)

    @cached_property
    def grey_zone(self) -> tuple[float, float] | None:
        """Both ends of the grey zone, the lower first; None for no zone."""
        return self.grey if self.grey is not None else grey_ends(self.snapshot)

    @cached_property
    def other_points(self) -> tuple[OtherPoint, ...]:
        """All other operating points, the pinned ones first; what calls the same rows is one.

        They are called what the window calls the pinned ones, and on in the alphabet.
        """
        pairs = zip(self.snapshot.pins, self.snapshot.choices.pins.points, strict=True)
        pinned = [OtherPoint(point, placed.provenance) for point, placed in pairs]
        others = {one.point.row: one for one in self.others}
        known = {one.point.row for one in pinned}
        found = (*pinned, *(one for row, one in others.items() if row not in known))
        letters = letters_of(len(found))
        return tuple(replace(one, letter=to) for one, to in zip(found, letters, strict=True))

    @cached_property
    def subgroups(self) -> tuple[Subgroup, ...]:
        """What all operating points do among all rows and in each subgroup chosen so far."""
        others = [one.point for one in self.other_points]
        return in_subgroups(self.snapshot, self.loaded, self.chosen, others)

    @property
    def notes(self) -> str:
        """What the user wrote about the data.

        A line such as ``Intended use: ...`` answers what nothing else can.
        """
        return self.snapshot.choices.notes.data

    def labels(self, title: Text) -> tuple[str, str]:
        """Return with what a line of the notes may begin: in the language of the report, or not."""
        return self.words.said(title), str(title)

    def said(self, title: Text) -> str:
        """Return what a line of the notes says, such as that which begins "Intended use:"."""
        labels = {label.casefold() for label in self.labels(title)}
        for line in self.notes.splitlines():
            name, colon, rest = line.partition(":")
            if colon and name.strip().casefold() in labels:
                return rest.strip()
        return ""
