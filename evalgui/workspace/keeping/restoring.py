"""A workspace file as data sets again, all with what was decided on them, or not one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.choices import NO_CHOICES
from evalgui.core.errors import DataError
from evalgui.core.notes import Notes
from evalgui.core.progress import Watch
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.bytes.source import Digest
from evalgui.io.keeping.decisions import decided
from evalgui.io.keeping.opening import (
    State,
    embedded_in,
    files_of,
    load_kept,
    noted,
    open_kept,
)
from evalgui.io.loading_together import FileRead
from evalgui.workspace.data_sets import DataSet
from evalgui.workspace.opened_file import FileDecisions, Opened
from evalgui.workspace.readings import files_in, read_as_fits, stamps_of
from evalgui.workspace.staging import prepare

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from evalgui.core.choices import Choices
    from evalgui.core.dataset import Dataset
    from evalgui.io.bytes.source import Stamp
    from evalgui.io.keeping.kept import KeptDataSet
    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.io.loading import Loaded
    from evalgui.workspace.tasks import Task


class Answer(StrEnum):
    """What is to be taken where a file is another one than when the workspace was saved."""

    NOW = "now"
    """The file as it is now."""
    KEPT = "kept"
    """The data that are in the workspace."""


@dataclass(frozen=True, slots=True, eq=False)
class Reopened:
    """A workspace that can be shown.

    Parameters
    ----------
    kept
        The file, and its sources as they were found.
    items
        Its data sets.
    """

    kept: OpenedKept
    items: tuple[DataSet, ...]


def unanswered(found: OpenedKept, answers: Mapping[int, Answer]) -> tuple[int, ...]:
    """Return the places of the data sets of which it has to be asked what to take."""
    return tuple(place for place in found.unsettled if place not in answers)


def reopened(found: OpenedKept, answers: Mapping[int, Answer], task: Task) -> Reopened:
    """Read all data sets of a workspace, and put back what was decided on them.

    Parameters
    ----------
    found
        The workspace.
    answers
        What to take for those data sets of which a file is another one now, by their places.
    task
        Told about the progress, asked whether to go on.

    Raises
    ------
    EvalguiError
        If any of them cannot be read, or is no longer what was decided on.
    CancelledError
        If the task is cancelled.
    """
    items, n = [], len(found.kept.data_sets)
    for place in range(n):
        watch = Watch(task.report, task.is_cancelled).part(place / n, (place + 1) / n)
        items.append(_reopened(found, place, answers.get(place), task, watch))
    for item in items:  # nothing that is shown waits for it
        if item.opened is not None:
            item.opened.loaded.digest.begin()
    return Reopened(found, tuple(items))


def read_workspace(
    path: Path, answers: Mapping[int, Answer], found: OpenedKept | None, task: Task
) -> Reopened | OpenedKept:
    """Return a workspace that can be shown, or one of which something has to be asked first.

    Parameters
    ----------
    path
        The file.
    answers
        What to take for data sets of which a file is another one now.
    found
        The workspace where it has been read; None to read it.
    task
        Told about the progress, asked whether to go on.

    Raises
    ------
    EvalguiError
        If the file is no workspace, is damaged or of a newer version, or its data cannot be
        had.
    """
    if found is None:
        found = open_kept(path, Watch(task.report, task.is_cancelled).part(0.0, 0.3))
    return found if unanswered(found, answers) else reopened(found, answers, task)


def _reopened(
    found: OpenedKept, place: int, answer: Answer | None, task: Task, watch: Watch
) -> DataSet:
    kept = found.kept.data_sets[place]
    reading = watch.part(0.0, 0.7)
    if answer is Answer.NOW and set(found.states_of(place)) <= {State.SAME, State.CHANGED}:
        opened = _as_it_is_now(found, place, task)
    elif set(found.states_of(place)) == {State.SAME}:
        opened = _as_it_was(found, place, reading)
    else:
        opened = _out_of_the_workspace(found, place, reading)
    notes = found.notes_on(place, anew=answer is Answer.NOW)
    opened = replace(opened, loaded=noted(opened.loaded, notes))
    dataset = opened.loaded.dataset
    if dataset is None:
        message = phrase("the data cannot be read as they were when the workspace was saved")
        raise DataError(message, where=kept.name, hint=phrase("Open the file that they come from"))
    if answer is Answer.NOW:
        inputs, choices, dataset = _as_far_as_it_fits(kept, dataset)
        opened = replace(opened, loaded=replace(opened.loaded, dataset=dataset))
    else:
        try:
            inputs, choices = decided(kept, dataset)
        except DataError as error:
            raise DataError(error.message, where=kept.name, hint=error.hint) from None
    rest = watch.part(0.7, 1.0)
    snapshot = resolve(inputs, step=rest.step)
    prepare(snapshot, rest)
    return DataSet(opened, singled_out(snapshot, choices))


def _as_it_was(found: OpenedKept, place: int, watch: Watch) -> Opened:
    """Read files that are what they were."""
    paths = found.paths_of(place)
    stamps = stamps_of(paths)
    together = files_of(found, place, watch=watch)
    first, *others = paths
    (loaded,) = together.results
    files = files_in(together)
    return Opened(first, loaded, tuple(others), together.unmatched, stamps, files)


def _as_it_is_now(found: OpenedKept, place: int, task: Task) -> Opened:
    """Read files that have changed, as far as the choices of before fit them."""
    kept, before = found.kept.data_sets[place], embedded_in(found, place)
    spec = kept.import_choices
    table = None if before is None else before.table
    return read_as_fits(found.paths_of(place), FileDecisions(spec.options, spec.roles), table, task)


def _out_of_the_workspace(found: OpenedKept, place: int, watch: Watch) -> Opened:
    """Take the data that are embedded, in the place of text or of files."""
    loaded: Loaded = load_kept(found, place, watch=watch)
    embedded = embedded_in(found, place)
    kept = found.kept.data_sets[place]
    if embedded is not None and embedded.text is not None:
        return Opened(Pasted(embedded.text, kept.name), loaded)
    sources = [found.kept.sources[source] for source in kept.sources]
    folder = found.path.absolute().parent
    paths = [folder / (source.path or source.name) for source in sources]
    first, *others = paths
    files = tuple(FileRead(one.name, _known(one.sha256)) for one in sources) if others else ()
    # No file is what it was then: so it is told of each that is there, or is not.
    stamps: dict[Path, Stamp] = {
        path: (0, 0, source.size, 0) for path, source in zip(paths, sources, strict=True)
    }
    return Opened(first, loaded, tuple(others), (), stamps, files, was_embedded=True)


def _known(sha256: str) -> Digest:
    return Digest(lambda: sha256)


def _as_far_as_it_fits(kept: KeptDataSet, dataset: Dataset) -> tuple[Inputs, Choices, Dataset]:
    """Return what was decided, on data that are others now; what is lost is a finding."""
    try:
        return *decided(kept, dataset), dataset
    except DataError as error:
        text = phrase(
            "what was decided about the threshold does not fit the file any more: {why}",
            why=error.message,
        )
    found = Finding("decision_lost", text)
    dataset = replace(dataset, findings=(*dataset.findings, found))
    inputs = Inputs(dataset, parameters=kept.parameters, intervals=kept.intervals)
    return inputs, replace(NO_CHOICES, notes=Notes(kept.note)), dataset
