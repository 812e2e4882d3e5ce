"""What can be asked for on the command line, and evaluations without a window."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from evalgui.cli.options import REFUSED
from evalgui.cli.questions import UnansweredError, answer_to
from evalgui.core.api import (
    DEFAULT_INTERVALS,
    DEFAULT_PARAMETERS,
    DEFAULT_SETTINGS,
    DataError,
    EvalguiError,
    Inputs,
    IntervalSettings,
    MulticlassSettings,
    Parameters,
    Snapshot,
    Vocabulary,
    resolve,
    words_in,
)
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_apart, load_together
from evalgui.io.meaning import ReadOptions, Role, Roles, listed, show_hidden
from evalgui.io.remembered.import_spec import ImportSpec, read_import_spec
from evalgui.io.writers.evaluation import curve_points, evaluation
from evalgui.io.writers.grey_zones import grey_numbers, grey_thresholds
from evalgui.io.writers.import_log import ImportLog
from evalgui.io.writers.inspection import inspect, inspect_together
from evalgui.io.writers.printed import as_json, as_summary, as_table
from evalgui.io.writers.several_files import files_in_words, with_files, write_unmatched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from evalgui.cli.drawing import Drawing, Reselection
    from evalgui.cli.placing import Placing
    from evalgui.io.loading import Loaded
    from evalgui.io.loading_together import Together


class Command(Protocol):
    """Something that the command line can ask for without a window."""

    def run(self) -> int:
        """Do it; return the exit code."""


def printed(text: Callable[[], str]) -> int:
    """Print a text, or why there is none on stderr; return the exit code.

    A refusal is one line, and so is a single question; several have one line each.
    """
    try:
        found = text()
    except UnansweredError as error:
        sys.stderr.write("\n".join(["evalgui: " + error.lines[0], *error.lines[1:]]) + "\n")
        return REFUSED
    except EvalguiError as error:
        sys.stderr.write(f"evalgui: {' '.join(str(error).split())}\n")
        return REFUSED
    sys.stdout.write(found + "\n")
    return 0


def decided(roles: Roles, spec: Path | None) -> Roles:
    """Return what is said about columns, over what an earlier import has chosen."""
    if spec is None:
        return roles
    earlier = read_import_spec(spec).roles
    return roles.over(replace(earlier, scores=()) if roles.no_score else earlier)


@dataclass(frozen=True, slots=True)
class Window:
    """Open the window.

    Parameters
    ----------
    files
        The files to open, none or several.
    sample
        The id of a bundled sample, or "".
    screenshot
        Where to write a picture of the window before ending, or None.
    size
        Width and height of the window in pixels, or None.
    appearance
        One of `evalgui.cli.options.APPEARANCES`, or None for the remembered one.
    layout
        One of `evalgui.cli.options.LAYOUTS`, or "" for what it was or what fits the data.
    spec
        A file with the choices of an earlier import, or None.
    roles
        What is said about the columns and rows of the files.
    sheet
        The sheet or table to read of files that have several, or None.
    """

    files: tuple[Path, ...]
    sample: str
    screenshot: Path | None
    size: tuple[int, int] | None
    appearance: str | None
    layout: str = ""
    spec: Path | None = None
    roles: Roles = field(default_factory=Roles)
    sheet: str | None = None

    def choices(self) -> ImportSpec | None:
        """Return what is decided about the files; None where nothing is said.

        Raises
        ------
        EvalguiError
            If the choices of an earlier import cannot be read.
        """
        if self.spec is None and self.sheet is None and self.roles == Roles():
            return None
        options = None if self.spec is None else read_import_spec(self.spec).options
        if self.sheet is not None:
            options = replace(options or ReadOptions(), sheet=self.sheet)
        return ImportSpec((), options or ReadOptions(), decided(self.roles, self.spec))


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Evaluate a file, or several that may belong together, and print the numbers.

    Parameters
    ----------
    files
        The files.
    roles
        What the user says about its columns; the rest is found out.
    placing
        Where the threshold is to be.
    output
        ``"json"`` or ``"table"``.
    curves
        The ids of the curves whose vertices to add.
    spec
        A file with the choices of an earlier import, or None.
    settings
        How classes are averaged, and k; None where nothing was said about it.
    vocabulary
        Whose words the table has; JSON has the same ids in all.
    apart
        Whether each file is a data set of its own, whatever they hold.
    unmatched
        Where to write the rows that have no partner in another file, or None.
    sheet
        Which sheet, or table, of a file that has several; None where nothing was said.
    parameters
        The numbers in the formulas of the measures.
    grey
        The two ends of the grey zone, in the units of the score, or None.
    needs_score
        Whether nothing can be said without a score.
    drawing
        What is drawn again for bootstrap intervals; None where they are not wanted.
    reselection
        What is drawn again to see how stable the rule is; None where that is not wanted.
    intervals
        The level and the methods of the other intervals, and the prevalence that is asked about.
    """

    files: tuple[Path, ...]
    roles: Roles
    placing: Placing
    output: str
    curves: tuple[str, ...]
    spec: Path | None = None
    settings: MulticlassSettings | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    apart: bool = False
    unmatched: Path | None = None
    sheet: str | None = None
    parameters: Parameters = DEFAULT_PARAMETERS
    grey: tuple[str, str] | None = None
    needs_score: bool = False
    drawing: Drawing | None = None
    reselection: Reselection | None = None
    intervals: IntervalSettings = DEFAULT_INTERVALS

    def run(self) -> int:
        """Print the evaluation, or why not on stderr with exit code 2."""
        return printed(self._text)

    def _text(self) -> str:
        """Return what is printed."""
        together = self.load()
        results = [self._numbers(*one) for one in self.snapshots(together)]
        if self.unmatched is not None:
            write_unmatched(together, self.unmatched)
        if self.output == "json":
            return as_json(with_files(together, results, by_score=self.by_score))
        words = words_in(self.vocabulary)
        tables = [as_table(numbers, words) for numbers in results]
        files = "\n".join(files_in_words(together))
        return "\n\n".join([*tables, *filter(None, [files])])

    @property
    def by_score(self) -> bool:
        """Whether each of several scores is assessed by itself."""
        return len(self.roles.scores) > 1

    def snapshots(self, together: Together) -> Iterator[tuple[Loaded, Snapshot]]:
        """Yield what is assessed, one after the other: each file, and each score of it."""
        for file in together.results:
            for loaded in self._scored(file):
                if loaded.dataset is None:
                    raise UnansweredError(loaded)
                from evalgui.io.repeats.rows import with_repeats  # and Arrow

                known = with_repeats(loaded)
                yield known, self._snapshot(known)

    @property
    def _wanted(self) -> Roles:
        """What is said about the columns, here and in the choices of an earlier import."""
        return decided(self.roles, self.spec)

    def load(self) -> Together:
        """Read the files."""
        options = None if self.spec is None else read_import_spec(self.spec).options
        if self.sheet is not None:
            options = replace(options or ReadOptions(), sheet=self.sheet)
        roles = self._wanted
        if len(self.files) == 1:  # several scores are assessed one by one
            roles = replace(roles, scores=roles.scores[:1]) if self.roles.scores else roles
        read = load_apart if self.apart else load_together
        together = read(self.files, roles=roles, options=options)
        if self.sheet is not None and not any(one.table.how.sheet for one in together.results):
            message = "there are no sheets to choose from"
            where = together.results[0].table.name
            raise DataError(message, where=where, hint="Leave out --sheet")
        return together

    def _scored(self, loaded: Loaded) -> list[Loaded]:
        """Return a file once for each score that is named, else as it is."""
        if not self.by_score:
            return [loaded]
        wanted = self._wanted
        return [
            loaded
            if loaded.proposal.roles.scores == (name,)
            else assess(loaded.table, replace(wanted, scores=(name,)), digest=loaded.digest)
            for name in self.roles.scores
        ]

    def _numbers(self, loaded: Loaded, snapshot: Snapshot) -> dict[str, Any]:
        numbers = evaluation(snapshot) | {"import": ImportLog.of(loaded).as_json()}
        if self.grey is not None:
            numbers["grey"] = grey_numbers(snapshot, *grey_thresholds(snapshot, *self.grey))
        if self.drawing is not None:
            numbers |= self.drawing.of(snapshot, self.curves)
        if self.reselection is not None:
            numbers |= self.reselection.of(snapshot)
        points = [curve_points(snapshot, curve) for curve in self.curves]
        if len(points) == 1:
            numbers["curve"] = points[0]
        elif points:
            numbers["curves"] = points
        return numbers

    def _snapshot(self, loaded: Loaded) -> Snapshot:
        name = loaded.table.name
        dataset = loaded.dataset
        # Of many classes, one is assessed against the rest where it is asked for.
        wants_one = self.roles.positive is not None
        positive = dataset.positive if wants_one and dataset is not None else None
        settings = self.settings or DEFAULT_SETTINGS
        inputs = Inputs(
            dataset,
            positive=positive,
            parameters=self.parameters,
            multiclass=settings,
            intervals=self.intervals,
        )
        snapshot = resolve(inputs)
        if self.settings is not None:
            _require_use(self.settings, snapshot)
        if self.intervals.prevalence is not None and snapshot.point is None:
            message = "all classes are taken together: none has predictive values at a prevalence"
            raise DataError(message, where=name, hint="Name a class with --positive")
        needs_score = bool(self.curves or self.grey) or self.needs_score
        return self.placing.on(snapshot, name, needs_score=needs_score)


def _require_use(settings: MulticlassSettings, snapshot: Snapshot) -> None:
    """Refuse settings that nothing would follow."""
    dataset, overall = snapshot.dataset, snapshot.overall
    if dataset is None or overall is None or snapshot.point is not None:
        message = "one class is assessed against the rest: there are no averages over classes"
        hint = "Leave out --average-over, --classes, --undefined-as-zero, --class-order and --top-k"
        raise DataError(message, where="" if dataset is None else dataset.name, hint=hint)
    missing = [name for name in dataset.classes if name not in settings.order]
    if settings.order and missing:
        named = listed([show_hidden(name) for name in missing])
        message = f"the order of the classes lacks {named}"
        raise DataError(message, where=dataset.name, hint="Name every class in --class-order")
    for name in (*settings.chosen, *settings.order):
        if name not in dataset.classes:
            hint = f"Choose one of {listed([show_hidden(known) for known in dataset.classes])}"
            message = f"there is no class '{show_hidden(name)}'"
            raise DataError(message, where=dataset.name, hint=hint)
    if settings.top_k != DEFAULT_SETTINGS.top_k and overall.class_scores is None:
        message = "there is no score for each class, and so no top-k accuracy"
        raise DataError(message, where=dataset.name, hint="Leave out --top-k")


@dataclass(frozen=True, slots=True)
class Inspect:
    """Read files as the window would, and print what was understood of them.

    Parameters
    ----------
    files
        The file, or several that may belong together.
    roles
        What is said about its columns, as JSON, such as
        ``{"truth": "diagnosis", "score": "marker", "positive": "malignant"}``.
    output
        ``"json"`` or ``"table"``.
    spec
        A file with the choices of an earlier import, or None.
    vocabulary
        Whose words the table has.
    said
        What is said about its columns by options of their own, or None.
    sheet
        The sheet to read, or None for the one that is most like a table.
    """

    files: tuple[Path, ...]
    roles: str
    output: str
    spec: Path | None = None
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
    said: Roles | None = None
    sheet: str | None = None

    def run(self) -> int:
        """Print it; exit code 0 when all was loaded, 2 when a file was refused or asked about."""
        if len(self.files) == 1:
            found = inspect(
                self.files[0], self.roles or None, self.spec, said=self.said, sheet=self.sheet
            )
        else:
            found = inspect_together(
                self.files, self.roles or None, self.spec, said=self.said, sheet=self.sheet
            )
        words = words_in(self.vocabulary)
        text = (
            as_json(found)
            if self.output == "json"
            else as_summary(found, words, lambda role: answer_to(Role(role)))
        )
        sys.stdout.write(text + "\n")
        return 0 if found["status"] == "loaded" else REFUSED
