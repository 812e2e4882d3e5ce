"""``evalgui report``: a file that can be read without this program."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.cli.commands import printed
from evalgui.cli.compare import Compare
from evalgui.cli.telling import plainly
from evalgui.core.errors import DataError
from evalgui.core.group_curves import group_curves
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.provenance import now, typed
from evalgui.core.snapshot import resolve
from evalgui.core.thresholds import from_units
from evalgui.core.vocabulary import phrase
from evalgui.io.assessing import Request, assessed, read
from evalgui.io.meaning import show_hidden
from evalgui.io.reporting.material import Material, OtherPoint
from evalgui.io.reporting.report_file import write_chosen

if TYPE_CHECKING:
    from evalgui.core.comparing import Pair
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.assessing import Assessed
    from evalgui.results.topics.checklist import Preset

WORKSPACE = ".evalgui"
"""How the name of a workspace ends."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Write a report on a workspace, on a file, or on several that belong together.

    Parameters
    ----------
    files, request, vocabulary
        As of `evalgui.cli.commands.Evaluate`.
    out
        The file to write.
    sections
        The ids of the sections that are wanted.
    preset
        Whose checklist it has; None for that of the vocabulary.
    paper
        One of `evalgui.io.reporting.sections.PAPERS`.
    is_card
        Whether the card of one page is wanted.
    note
        What is to be said of the data.
    pins
        Other thresholds, in the units of the score.
    subgroups
        Expressions that choose rows, to tell of beside all rows.
    compared
        Other scores of the file.
    data_set
        Of a workspace, which data set, from 1; None for the one that is shown in it.
    places
        Of a workspace, files and folders in which data are that are not where they were.
    """

    files: tuple[Path, ...]
    request: Request
    out: Path
    vocabulary: Vocabulary
    sections: tuple[str, ...]
    preset: Preset | None = None
    paper: str = "a4"
    is_card: bool = False
    note: str = ""
    pins: tuple[str, ...] = ()
    subgroups: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    data_set: int | None = None
    places: tuple[Path, ...] = ()

    def run(self) -> int:
        """Write it, or say why not on stderr with exit code 2."""
        return printed(self._text)

    def _text(self) -> str:
        """Write the report; return what is printed."""
        material, told = self._of_workspace() if self._is_workspace else (self._of_files(), [])
        n_sections = write_chosen(
            material,
            self.out,
            self.sections,
            preset=self.preset,
            paper=self.paper,
            is_card=self.is_card,
        )
        name, n = self.out.name, n_sections
        if self.is_card:
            written = tr("{name}: card with {n} sections", name=name, n=n)
        else:
            written = tr("{name}: report with {n} sections", name=name, n=n)
        return "\n".join([written, *told])

    @property
    def _is_workspace(self) -> bool:
        return len(self.files) == 1 and self.files[0].suffix.lower() == WORKSPACE

    def _of_files(self) -> Material:
        if self.data_set is not None or self.places:
            message = phrase("--data-set and --data are about a workspace")
            raise DataError(
                message, hint=phrase("Give a file that ends in {ending}", ending=WORKSPACE)
            )
        found = list(assessed(self.request, read(self.request, self.files)))
        if len(found) > 1:
            message = phrase("a report is of one score; there are {n}", n=len(found))
            raise DataError(
                message, hint=phrase("Name one with --score, and others with --compare")
            )
        return self._material(found[0], self.vocabulary, self._comparisons(found[0]))

    def _of_workspace(self) -> tuple[Material, list[str]]:
        """Return the material of what was decided in a workspace, and which data those are of."""
        from evalgui.io.keeping.opening import open_kept, relinked  # when it is asked for
        from evalgui.io.replaying import assessed_in
        from evalgui.io.reporting.comparing import other_scores

        asked = self.request
        if replace(asked, drawing=None, reselection=None, grey=None) != Request():
            message = phrase("a workspace says itself what is assessed, and how")
            raise DataError(
                message, where=self.files[0].name, hint=phrase("Leave out the other options")
            )
        opened = open_kept(self.files[0])
        for there in self.places:
            opened = relinked(opened, there)
        n = len(opened.kept.data_sets)
        place = opened.kept.shown if self.data_set is None else self.data_set - 1
        if not 0 <= place < n:
            message = phrase("there is no data set {place}: there are {n}", place=place + 1, n=n)
            raise DataError(message, where=self.files[0].name)
        found = assessed_in(opened, place)
        asked = replace(found.request, drawing=asked.drawing, reselection=asked.reselection)
        one = replace(found, request=replace(asked, grey=self.request.grey))
        snapshot, names = one.snapshot, self.compared or None
        is_compared = names is not None or (opened.kept.compares and snapshot.point is not None)
        is_scored = snapshot.ranking is not None or names is not None
        pairs: tuple[Pair, ...] = ()
        if is_compared and is_scored:
            pairs = other_scores(snapshot, names, self.request.drawing)
        spoken = self.vocabulary
        if spoken is Vocabulary.MACHINE_LEARNING:  # nothing was said
            spoken = opened.kept.vocabulary
        origin = show_hidden(plainly(opened.origin_of(place)))
        told = [tr("computed from {origin}", origin=origin)]
        if opened.is_intact is False:
            told.append(
                tr(
                    "the workspace was changed by another hand since it was saved: its digest does "
                    "not fit"
                )
            )
        return self._material(one, spoken, pairs), told

    def _material(self, one: Assessed, vocabulary: Vocabulary, pairs: tuple[Pair, ...]) -> Material:
        from evalgui.io.building.row_filter import choose_rows  # and Arrow

        snapshot = one.snapshot
        for expression in self.subgroups:
            choose_rows(one.loaded.table, expression)  # or it is said what is wrong with it
        notes = snapshot.choices.notes
        said = "\n".join(filter(None, [notes.data, self.note]))
        choices = replace(snapshot.choices, notes=notes.with_data(said))
        comparison = replace(snapshot.comparison, groups=group_curves(snapshot))
        return Material.of(
            replace(one, snapshot=replace(snapshot, choices=choices, comparison=comparison)),
            vocabulary=vocabulary,
            others=tuple(_pinned(snapshot, text) for text in self.pins),
            compared=pairs,
            chosen=self.subgroups,
        )

    def _comparisons(self, one: Assessed) -> tuple[Pair, ...]:
        score = one.snapshot.score
        if not self.compared:
            return ()
        if score is None:
            message = phrase("there is no score to compare with another")
            raise DataError(
                message, where=one.loaded.table.name, hint=phrase("Leave out --compare")
            )
        asked, placing = self.request, self.request.placing
        compare = Compare(
            files=self.files,
            roles=replace(asked.roles, scores=(score.name, *self.compared)),
            thresholds=() if placing.typed is None else (placing.typed,),
            rules=() if placing.rule is None else (placing.rule,),
            level=asked.intervals.level,
            output="json",
            drawing=asked.drawing,
            spec=None if asked.spec is None else Path(asked.spec),
            reading=asked.reading,
            asked=one.snapshot.inputs,
        )
        return tuple(compare.of_first())


def _pinned(snapshot: Snapshot, text: str) -> OtherPoint:
    """Return what another threshold does."""
    name = "" if snapshot.dataset is None else snapshot.dataset.name
    threshold = None if snapshot.score is None else from_units(text, snapshot.score)
    if threshold is None:
        message = phrase("there is no score on which {text} is a threshold", text=text)
        raise DataError(message, where=name, hint=phrase("Leave out --pin"))
    came = typed(name, now())
    there = resolve(replace(snapshot.inputs, threshold=threshold, provenance=came), snapshot)
    if there.point is None:  # never: there is a score
        raise DataError(phrase("there is no threshold"), where=name)
    return OtherPoint(there.point, came)
