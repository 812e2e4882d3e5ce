"""The work in the background that opens a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.keeping.opening import State, open_kept, relinked
from evalgui.io.progress import Watch
from evalgui.locations import resources
from evalgui.workspace.keeping.restoring import reopened, unanswered

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.workspace.keeping.restoring import Answer, Reopened
    from evalgui.workspace.tasks import Task


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
        watch = Watch(task.report, task.is_cancelled)
        found = open_kept(path, watch.part(0.0, 0.3))
        if any(one.state is State.MISSING for one in found.found):
            # What comes with the program is elsewhere on another machine.
            found = relinked(found, resources() / "samples", watch.part(0.3, 0.3))
    return found if unanswered(found, answers) else reopened(found, answers, task)
