"""What the operating points do in subgroups: beside all rows, and against the rows outside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.assessed import positive_of
from evalgui.core.counts import Counts
from evalgui.core.errors import DataError
from evalgui.core.snapshot import Inputs, resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.sampling import Sampling
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.loading import Loaded


@dataclass(frozen=True, slots=True, eq=False)
class Subgroup:
    """Rows that an expression chose, and what operating points do among them.

    Parameters
    ----------
    expression
        Which rows; "" for all.
    points
        The operating point in force, and the other ones; empty where nothing can be said.
    reason
        Why nothing can be said; "" where it can.
    """

    expression: str
    points: tuple[OperatingPoint, ...] = ()
    reason: str = ""


def in_subgroups(
    snapshot: Snapshot,
    loaded: Loaded | None,
    chosen: Sequence[str],
    others: Sequence[OperatingPoint],
) -> tuple[Subgroup, ...]:
    """Return what thresholds do among all rows, and in each subgroup.

    Parameters
    ----------
    snapshot
        What is assessed, perhaps a subgroup.
    loaded
        The file that it was read from; None where there is none, and so no other rows.
    chosen
        The expressions of the subgroups that were chosen.
    others
        The operating points beside the one in force.

    Returns
    -------
    tuple of Subgroup
        All rows first; empty where no subgroup was ever chosen, or no threshold is there.
    """
    dataset, point = snapshot.dataset, snapshot.point
    if dataset is None or point is None or loaded is None:
        return ()
    wanted = [one for one in dict.fromkeys((dataset.subset, *chosen)) if one]
    if not wanted:
        return ()
    here = Subgroup(dataset.subset, (point, *others))
    return tuple(
        here if one == dataset.subset else _elsewhere(one, snapshot, loaded, others)
        for one in ("", *wanted)
    )


def _elsewhere(
    expression: str, snapshot: Snapshot, loaded: Loaded, others: Sequence[OperatingPoint]
) -> Subgroup:
    """Return what the thresholds of a snapshot do among other rows of its file."""
    from evalgui.io.loading import assess  # and Arrow

    roles = replace(loaded.proposal.roles, subset=expression)
    try:
        dataset = assess(loaded.table, roles, digest=loaded.digest).dataset
    except DataError as error:
        return Subgroup(expression, reason=str(error.message))
    inputs = None if dataset is None else _same_inputs(snapshot, dataset)
    if inputs is None:
        return Subgroup(expression, reason=f"no row is of the class {snapshot.positive_name}")
    there, points = resolve(inputs), []
    for one in (snapshot.point, *others):
        if one is not None:
            there = resolve(replace(inputs, threshold=one.threshold), there)
            points += [] if there.point is None else [there.point]
    own, other = snapshot.score, there.score
    if own is not None and (other is None or own.higher_is_positive != other.higher_is_positive):
        return Subgroup(expression, reason="its classes are others")
    return Subgroup(expression, tuple(points))


def _same_inputs(snapshot: Snapshot, dataset: Dataset) -> Inputs | None:
    """Return what was chosen, of other rows; None where those lack the class that is assessed."""
    inputs, old = snapshot.inputs, snapshot.dataset
    positive = None if old is None else positive_of(old, inputs.positive)
    if old is None or positive is None or old.classes[positive] not in dataset.classes:
        return None
    score, names = inputs.score, [one.name for one in dataset.scores]
    if score is not None and old.scores:
        score = names.index(old.scores[score].name)
    same = dataset.classes.index(old.classes[positive])
    return Inputs(dataset, score, same, parameters=inputs.parameters, intervals=inputs.intervals)


def outside(all_rows: Subgroup, group: Subgroup) -> Counts | None:
    """Return the counts at the operating point in force of the rows that are not in a subgroup.

    None where the subgroup is all there is, or one of both says nothing.
    """
    if not (all_rows.points and group.points):
        return None
    every, own = all_rows.points[0].counts, group.points[0].counts
    left = (every.tp - own.tp, every.fn - own.fn, every.fp - own.fp, every.tn - own.tn)
    if min(left) < 0 or not any(left):
        return None
    return Counts(tp=left[0], fn=left[1], fp=left[2], tn=left[3])


def assumed(sampling: Sampling) -> str:
    """Return what the intervals of differences between groups take for granted."""
    from evalgui.core.comparing.areas import INDEPENDENT
    from evalgui.core.comparing.pair import AT_SHARES

    told = [INDEPENDENT]
    told += [str(AT_SHARES)] * sampling.fixes_shares
    return "; ".join(told)
