"""What to compare with the score that is shown: other scores of the data, other data sets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.assessed import score_of
from evalgui.core.comparison import NO_COMPARISON, Beside, Comparison
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.workspace.data_sets import DataSets

MOST = 8  # curves beside the one that is shown
MOST_ROWS = 30_000_000  # sorted for that, of all scores together: some 16 bytes each
_TOO_MANY = phrase("At most {most} others are drawn", most=MOST)
_TOO_LARGE = phrase(
    "Scores of so many rows are sorted when they are chosen: all would fill the memory"
)


def compare(
    snapshot: Snapshot, data_sets: DataSets, ranking_of: Callable[[Inputs], Ranking | None]
) -> tuple[Comparison, tuple[Inputs, ...]]:
    """Return what is compared, and the scores that have yet to be sorted for that.

    Where there are more than `MOST`, other scores and other data sets have half of the room
    each, or what the other kind leaves.
    """
    dataset, inputs = snapshot.dataset, snapshot.inputs
    if dataset is None or snapshot.ranking is None or not snapshot.ranking.table.n:
        return NO_COMPARISON, ()
    positive = snapshot.positive
    scores = [
        index
        for index in range(len(dataset.scores))
        if index != inputs.score and score_of(dataset, index, positive) is not None
    ]
    sets = _other_data_sets(data_sets)
    chosen_sets = sets[: max(MOST - len(scores), MOST // 2)]
    first_scores = [replace(inputs, score=index) for index in scores[: MOST - len(chosen_sets)]]
    affordable = _affordable(first_scores, dataset.n, ranking_of)
    first = len(data_sets.items) if len(data_sets.items) > 1 else 0
    others = [
        Beside(
            dataset.scores[place].name, ranking, snapshot.positive_name, first + place,
            score=place,
        )
        for one in affordable
        if (ranking := ranking_of(one)) is not None and (place := one.score) is not None
    ]  # fmt: skip
    others += chosen_sets
    n_more = len(scores) + len(sets) - len(affordable) - len(chosen_sets)
    fits = len(affordable) == len(first_scores)
    reason = (_TOO_MANY if fits else _TOO_LARGE) if n_more else ""
    missing = tuple(one for one in affordable if ranking_of(one) is None)
    name = _own_name(snapshot, has_scores=len(scores) > 0, has_sets=len(sets) > 0)
    return Comparison(name, tuple(others), n_more, reason), missing


def _affordable(
    scores: list[Inputs], n_rows: int, ranking_of: Callable[[Inputs], Ranking | None]
) -> list[Inputs]:
    """Return the first scores, without those whose sorting would take too much memory."""
    n_sorted = MOST_ROWS // max(n_rows, 1)
    return [
        one for number, one in enumerate(scores) if number < n_sorted or ranking_of(one) is not None
    ]


def _other_data_sets(data_sets: DataSets) -> list[Beside]:
    """Return the other open data sets that have a score to compare."""
    found = []
    for index, item in enumerate(data_sets.items):
        snapshot = item.snapshot
        ranking, dataset = snapshot.ranking, snapshot.dataset
        if index == data_sets.current or ranking is None or dataset is None or not ranking.table.n:
            continue
        name = dataset.full_name
        found.append(Beside(name, ranking, snapshot.positive_name, index, data_set=index))
    return found


def _own_name(snapshot: Snapshot, *, has_scores: bool, has_sets: bool) -> str:
    dataset, score = snapshot.dataset, snapshot.score
    if dataset is None or score is None or not (has_scores or has_sets):
        return ""
    if not has_sets:
        return score.name
    return f"{dataset.full_name}: {score.name}" if has_scores else dataset.full_name
