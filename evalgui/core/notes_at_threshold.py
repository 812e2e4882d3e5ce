"""Which of the notes is about the operating point that is shown, or about a pinned one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.notes import PointNote
from evalgui.core.thresholds import is_same_threshold

if TYPE_CHECKING:
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot


def note_at(snapshot: Snapshot, point: OperatingPoint | None) -> PointNote | None:
    """Return the note about an operating point, without a text where nothing was written down.

    A note is about all thresholds that count the same; one at just this threshold comes first.

    Parameters
    ----------
    snapshot
        What is shown.
    point
        Its point, or the one that is pinned.

    Returns
    -------
    PointNote or None
        None where there is no such point, as where all classes are looked at together.
    """
    if point is None or snapshot.dataset is None:
        return None
    ranking = snapshot.ranking
    name = "" if ranking is None else ranking.score.name
    blank = PointNote(name, snapshot.positive_name, point.threshold, "")
    of_score = [
        note
        for note in snapshot.choices.notes.points
        if (note.score, note.positive) == (blank.score, blank.positive)
    ]
    for note in of_score:
        if is_same_threshold(note.threshold, blank.threshold):
            return note
    if ranking is not None:
        steps = ranking.table.steps
        for note in of_score:
            if steps.row_at(note.threshold) == point.row:
                return note
    return blank
