"""The curves of groups of the rows that are shown, beside the curve of all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core import calibrated
from evalgui.core.comparison import Beside, Comparison
from evalgui.core.groups import WITHOUT_VALUE, NoGroupsError, snapshots_by
from evalgui.core.snapshot import Snapshot
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 8
"""More curves beside that of all rows nobody could tell apart."""

ALL = phrase("all rows")


def group_curves(snapshot: Snapshot, look: Callable[[], None] = lambda: None) -> Comparison | None:
    """Return the groups that are asked about, each with its ranking and how sure that is.

    Of probabilities the calibration curve of each is known then, too.

    Parameters
    ----------
    snapshot
        With a score.
    look
        Called before each group; what it raises ends the work, which sorts all rows once.

    Returns
    -------
    Comparison or None
        The `MOST` largest groups that have rows of both classes, in the order of all; the reason
        names the others, and says why they have no curve. None where nobody asked, or there are
        no groups.
    """
    columns, dataset = snapshot.inputs.consequences.groups, snapshot.dataset
    if not columns or snapshot.ranking is None or dataset is None:
        return None
    try:
        every = snapshots_by(snapshot, *columns, look=look)
    except NoGroupsError:
        return None
    found, of_one_class = [], []
    for place, (group, there) in enumerate(every):
        name, ranking = group.name or WITHOUT_VALUE, there.ranking
        if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
            of_one_class.append(name)
            continue
        look()
        known = ranking.intervals(snapshot.inputs.intervals, dataset.sampling)
        found.append(
            Beside(
                name, ranking, snapshot.positive_name, place,
                rows=group.rows, part=group.dataset, intervals=known,
            )
        )  # fmt: skip
        whole = alone(snapshot, found[-1])
        if not (calibrated.no_probabilities(whole) or calibrated.is_asked(whole)):
            calibrated.curve(whole)
    by_size = sorted(found, key=lambda one: -one.ranking.table.n)
    drawn = {one.place for one in by_size[:MOST]}
    reasons = []
    if len(found) > MOST:
        small = joined(", ", (one.name for one in by_size[MOST:]))
        reasons.append(
            phrase("The {most} largest groups are drawn; left out: {small}", most=MOST, small=small)
        )
    if of_one_class:
        reasons.append(
            phrase(
                "No curve, with rows of one class at most: {names}",
                names=joined(", ", of_one_class),
            )
        )
    return Comparison(
        ALL,
        tuple(one for one in found if one.place in drawn),
        len(every) - len(drawn),
        joined("\n", reasons) if reasons else "",
    )


def alone(snapshot: Snapshot, group: Beside) -> Snapshot:
    """Return a group as if it were all there is, with what is said and chosen of all rows."""
    inputs = replace(snapshot.inputs, dataset=group.part)
    return Snapshot(inputs, group.ranking, choices=snapshot.choices)


def groups_drawn(snapshot: Snapshot) -> tuple[tuple[Beside, Snapshot], ...]:
    """Return the groups whose curves are drawn, each as if it were all there is."""
    groups = snapshot.comparison.groups
    return tuple((one, alone(snapshot, one)) for one in (() if groups is None else groups.others))
