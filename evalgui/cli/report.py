"""``evalgui report``: a file that can be read without this program."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.cli.commands import printed
from evalgui.cli.compare import Compare
from evalgui.core.api import DataError, Vocabulary, from_units, now, resolve, typed
from evalgui.io.assessing import assessed, read
from evalgui.io.reporting.material import Material, OtherPoint
from evalgui.io.reporting.sections import make_report
from evalgui.io.reporting.writing import write

if TYPE_CHECKING:
    from evalgui.core.api import Snapshot
    from evalgui.io.assessing import Assessed, Request
    from evalgui.io.reporting.checklist import Preset


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Write a report on a file, or on several that belong together.

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
    compared
        Other scores of the file.
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
    compared: tuple[str, ...] = ()

    def run(self) -> int:
        """Write it, or say why not on stderr with exit code 2."""
        return printed(self._text)

    def _text(self) -> str:
        """Write the report; return what is printed."""
        together = read(self.request, self.files)
        found = list(assessed(self.request, together))
        if len(found) > 1:
            message = f"a report is of one score; there are {len(found)}"
            raise DataError(message, hint="Name one with --score, and others with --compare")
        (one,) = found
        report = make_report(
            self._material(one),
            self.sections,
            preset=self.preset,
            paper=self.paper,
            is_card=self.is_card,
        )
        write(report, self.out)
        kind = "card" if self.is_card else "report"
        return f"{self.out.name}: {kind} with {len(report.parts)} sections"

    def _material(self, one: Assessed) -> Material:
        snapshot = one.snapshot
        notes = snapshot.choices.notes.with_data(self.note)
        noted = replace(snapshot, choices=replace(snapshot.choices, notes=notes))
        return Material.of(
            replace(one, snapshot=noted),
            vocabulary=self.vocabulary,
            others=tuple(_pinned(snapshot, text) for text in self.pins),
            compared=self._comparisons(one),
        )

    def _comparisons(self, one: Assessed) -> tuple[dict[str, Any], ...]:
        score = one.snapshot.score
        if not self.compared:
            return ()
        if score is None:
            message = "there is no score to compare with another"
            raise DataError(message, where=one.loaded.table.name, hint="Leave out --compare")
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
            sheet=asked.sheet,
        )
        # Those of the score of the report, and not of the others with each other.
        return tuple(pair for pair in compare.found()["pairs"] if pair["a"] == score.name)


def _pinned(snapshot: Snapshot, text: str) -> OtherPoint:
    """Return what another threshold does."""
    name = "" if snapshot.dataset is None else snapshot.dataset.name
    threshold = None if snapshot.score is None else from_units(text, snapshot.score)
    if threshold is None:
        message = f"there is no score on which {text} is a threshold"
        raise DataError(message, where=name, hint="Leave out --pin")
    came = typed(name, now())
    there = resolve(replace(snapshot.inputs, threshold=threshold, provenance=came), snapshot)
    if there.point is None:  # never: there is a score
        raise DataError("there is no threshold", where=name)
    return OtherPoint(there.point, came)
