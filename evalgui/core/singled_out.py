"""What was singled out of a snapshot, and what of it still means the same in the next one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.flipping import last_step
from evalgui.core.pins import NO_PINS
from evalgui.core.snapshot import EMPTY, operate
from evalgui.core.thresholds import is_same_threshold

if TYPE_CHECKING:
    from evalgui.core.choices import Choices
    from evalgui.core.snapshot import Snapshot


def singled_out(snapshot: Snapshot, choices: Choices, previous: Snapshot = EMPTY) -> Snapshot:
    """Return a snapshot of which something was singled out, with what comes of that.

    That is what pinned thresholds do, and the step by which the line came.

    Parameters
    ----------
    snapshot
        What is shown.
    choices
        What of it was singled out; pins are left out where there are no scores.
    previous
        The snapshot before, whose pinned points are used again where they are the same; so are
        rules that are marked and rows that stand out, until it is known which are now.
    """
    ranking, inputs, before = snapshot.ranking, snapshot.inputs, previous.inputs
    if ranking is None:
        return replace(snapshot, choices=replace(choices, pins=NO_PINS), pins=(), step=None)
    is_same = (
        ranking is previous.ranking
        and inputs.parameters is before.parameters
        and inputs.intervals == before.intervals
    )
    pins = known = previous.pins if is_same else ()
    if not is_same or choices.pins is not previous.choices.pins:
        pins = tuple(
            next((one for one in known if is_same_threshold(one.threshold, placed.threshold)), None)
            or operate(ranking, placed.threshold, inputs)
            for placed in choices.pins.points
        )
    step = last_step(snapshot.point, ranking.table.steps, choices.last)
    kept, resampled = previous if is_same else snapshot, snapshot.resampled
    return replace(
        snapshot,
        choices=choices,
        pins=pins,
        step=step,
        marks=kept.marks,
        stability=kept.stability,
        lit=kept.lit,
        resampled=None if resampled is None else resampled.showing(choices.bands),
    )


def still_meant(previous: Snapshot, snapshot: Snapshot) -> Choices:
    """Return what of the choices in one snapshot means the same in the next one.

    Cells are of one matrix, perhaps of other rows, and classes of one data set; a threshold,
    pinned or left, is of a score, also over other rows of its file, and so are scores. Bands are
    of one score, and of one level.
    """
    before, same_data = previous.choices, snapshot.dataset is previous.dataset
    if not is_same_question(previous, snapshot):
        before = before.of_any_score()
    if before.bands and not is_drawn_of(previous, snapshot):
        before = replace(before, bands=frozenset())
    same_class = same_data and snapshot.positive == previous.positive
    if not (same_class or same_table(previous, snapshot)):
        before = before.of_any_rows()
    if before.picked and not (same_class and snapshot.inputs.score == previous.inputs.score):
        before = replace(before, picked=())  # the table lets go of them, too
    return before if same_data else replace(before, classes=())


def is_drawn_of(old: Snapshot, new: Snapshot) -> bool:
    """Return whether what was drawn again of one snapshot holds of another one, too."""
    return (
        new.ranking is old.ranking
        and new.dataset is old.dataset
        and new.inputs.intervals.level == old.inputs.intervals.level
    )


def is_same_question(old: Snapshot, new: Snapshot) -> bool:
    """Return whether a threshold means the same, though perhaps for other rows of the file."""
    if new.ranking is old.ranking:
        return True
    before, after = old.dataset, new.dataset
    if before is None or after is None or old.score is None or new.score is None:
        return False
    return (
        (before.name, before.n_rows_in_file) == (after.name, after.n_rows_in_file)
        and (old.positive_name, old.rest_name) == (new.positive_name, new.rest_name)
        and old.score.name == new.score.name
        and old.score.higher_is_positive == new.score.higher_is_positive
    )


def same_table(old: Snapshot, new: Snapshot) -> bool:
    """Return whether other rows of the same table are on show, called by the same score.

    What was searched for, sorted and filtered still makes sense then.
    """
    before, after = old.dataset, new.dataset
    if before is None or after is None or (before.file_rows is None and after.file_rows is None):
        return False
    return (
        (before.name, before.n_rows_in_file, before.classes)
        == (after.name, after.n_rows_in_file, after.classes)
        and [column.name for column in before.columns] == [column.name for column in after.columns]
        and (old.positive, old.inputs.score) == (new.positive, new.inputs.score)
    )
