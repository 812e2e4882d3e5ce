"""What the operating points do in subgroups: the same thresholds among other rows of a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.assessed import positive_of
from evalgui.core.errors import DataError
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import phrase
from evalgui.results.topic import Subgroup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.loading import Loaded


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
        return Subgroup(expression, reason=error.message)
    inputs = None if dataset is None else _same_inputs(snapshot, dataset)
    if inputs is None:
        return Subgroup(
            expression, reason=phrase("no row is of the class {name}", name=snapshot.positive_name)
        )
    there, points = resolve(inputs), []
    for one in (snapshot.point, *others):
        if one is not None:
            there = resolve(replace(inputs, threshold=one.threshold), there)
            points += [] if there.point is None else [there.point]
    own, other = snapshot.score, there.score
    if own is not None and (other is None or own.higher_is_positive != other.higher_is_positive):
        return Subgroup(expression, reason=phrase("its classes are others"))
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
