"""A grey zone as plain data: three zones, and what calling it one way or the other does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.errors import DataError
from evalgui.core.grey_zone import grey_ends, indeterminate
from evalgui.core.thresholds import from_units
from evalgui.core.vocabulary import phrase
from evalgui.render import json
from evalgui.results.topics.zone import zone

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

MOST_ROWS = 10_000
"""How many rows of a grey zone are listed by their numbers."""


def grey_thresholds(snapshot: Snapshot, low: str, high: str) -> tuple[float, float]:
    """Return the ends of a grey zone, given in the units of the score.

    Raises
    ------
    DataError
        If an end is no threshold of this score, or the lower one is not the lower.
    """
    score = snapshot.score
    ends = [None if score is None else from_units(text, score) for text in (low, high)]
    name = "" if snapshot.dataset is None else snapshot.dataset.name
    if ends[0] is None or ends[1] is None:
        raise DataError(phrase("there is no score to put a grey zone on"), where=name)
    if ends[0] > ends[1]:
        message = phrase("{low} is above {high}", low=low, high=high)
        hint = phrase("Give the lower end of the grey zone first")
        raise DataError(message, where=name, hint=hint)
    return ends[0], ends[1]


def grey_numbers(snapshot: Snapshot, low: float, high: float) -> dict[str, Any]:
    """Return what a grey zone does as JSON types.

    Parameters
    ----------
    snapshot
        With a score.
    low, high
        Its ends, beside the values of the score.

    Returns
    -------
    dict
        ``low`` and ``high`` in the units of the score; ``zones``: of ``positive``, ``grey`` and
        ``negative`` each ``positives``, ``negatives``, ``n``, ``share`` of all rows,
        ``positive_share`` and ``likelihood_ratio``, a measure (see
        `evalgui.render.json.state`) with its interval as ``low``, ``high`` and
        ``level``; ``two_way``: of ``grey_as_positive``, ``grey_as_negative`` and
        ``without_grey`` each ``counts`` and ``metrics``; ``n_indeterminate``, and ``rows``: the
        numbers in the file, from 1, of the first `MOST_ROWS` rows in the grey zone.

    Raises
    ------
    ValueError
        If there is no score.
    """
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is None or dataset is None:
        message = "there is no score to put a grey zone on"
        raise ValueError(message)
    told = zone(snapshot, (low, high))
    assert told is not None  # noqa: S101 - there is a score
    ends, zones, two_way = told.tables
    rows = indeterminate(ranking.score, low, high)
    numbers = rows + 1 if dataset.file_rows is None else dataset.file_rows[rows]
    found = json.objects(zones)
    return {
        **json.facet(ends, "number"),
        "zones": found,
        "two_way": json.objects(two_way),
        "n_indeterminate": found["grey"]["n"],
        "rows": numbers[:MOST_ROWS].tolist(),
    }


def grey_of(snapshot: Snapshot) -> dict[str, Any]:
    """Return the numbers of the grey zone that was pulled out as ``grey``; nothing without one."""
    ends = grey_ends(snapshot)
    return {} if ends is None else {"grey": grey_numbers(snapshot, *ends)}
