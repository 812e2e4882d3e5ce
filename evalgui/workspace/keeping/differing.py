"""What became of files since they were read: found anew, and compared with what they were."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.changes import Changes, changes_between
from evalgui.io.keeping.opening import Found, State, embedded_in, relinked
from evalgui.io.loading_together import load_together

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.tasks import Task


def found_at(found: OpenedKept, path: Path, task: Task) -> OpenedKept:
    """Return a workspace with its missing files found at a place, as far as they are there.

    A file that is named itself is taken for the one that is missing though it has another hash:
    it is a changed one then.
    """
    now = relinked(found, path, Watch(task.report, task.is_cancelled))
    missing = [n for n, one in enumerate(now.found) if one.state is State.MISSING]
    if len(missing) != 1 or path.is_dir() or now.found != found.found:
        return now
    changed = Found(State.CHANGED, path)
    return replace(now, found=(*now.found[: missing[0]], changed, *now.found[missing[0] + 1 :]))


def changes_since_saved(found: OpenedKept, place: int, task: Task) -> Changes:
    """Return what differs between the files of a data set and what the workspace holds of them.

    Raises
    ------
    DataError
        If the workspace holds no data of them.
    ReadingError
        If the files cannot be read.
    """
    embedded = embedded_in(found, place)
    kept = found.kept.data_sets[place]
    if embedded is None:
        message = phrase(
            "the data of before are not in the workspace: their rows cannot be compared"
        )
        hint = phrase("The file is known to differ by its hash; put the data in when you save")
        raise DataError(message, where=kept.name, hint=hint)
    return _changes(embedded.table, found.paths_of(place), kept.import_choices.options, task)


def changes_since_opened(opened: Opened, task: Task) -> Changes:
    """Return what differs between files as they were read and as they are now."""
    return _changes(opened.loaded.table, opened.paths, opened.decisions.options, task)


def _changes(
    before: RawTable, paths: tuple[Path, ...], options: ReadOptions, task: Task
) -> Changes:
    watch = Watch(task.report, task.is_cancelled)
    reading = watch.part(0.0, 0.5)
    together = load_together(
        paths, options=options, progress=reading.report, cancelled=task.is_cancelled
    )
    return changes_between(before, together.results[0].table, watch.part(0.5, 1.0))
