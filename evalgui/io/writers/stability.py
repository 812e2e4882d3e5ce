"""How stable the rule of a threshold is, as plain data: what the command line prints of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.bootstrap.reselection import reselect
from evalgui.core.digits import exact
from evalgui.core.errors import DataError
from evalgui.core.redraw import plan_of
from evalgui.core.rules import choose, rule_by_id
from evalgui.render.json import facts, listed, placed
from evalgui.results.topics.measures import EXPECTED, VALUE
from evalgui.results.topics.stability import APPARENT, CHOSEN
from evalgui.results.topics.stability import stability as said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.stability import Stability

_LIMITS = {
    "low": (VALUE.id, "low"),
    "high": (VALUE.id, "high"),
    "level": (VALUE.id, "level"),
    "method": (VALUE.id, "method"),
    "undefined": (VALUE.id, "no_interval"),
}
_OF_MEASURE = {one.id: (one.id, "number") for one in (APPARENT, EXPECTED)}


def stability(snapshot: Snapshot, n_replicates: int, seed: int) -> dict[str, Any]:
    """Let the rule of the threshold choose again in every replicate, as JSON types.

    Parameters
    ----------
    snapshot
        Whose threshold a rule chose on its data.
    n_replicates, seed
        As of `evalgui.core.bootstrap.run.Plan`.

    Returns
    -------
    dict
        ``stability``: the ``rule`` with its ``parameters``, ``replicates`` and ``seed``; its
        ``threshold`` with ``low``, ``high``, ``level``, ``method`` and ``undefined``; the
        ``standard_error`` of what it looks for, and the ``flat`` list of [low, high] where that
        is within one standard error of the best (None and empty where it looks for something
        else); ``measures`` by their ids, each ``apparent`` and ``out_of_bag``, what is to be
        expected of new rows.

    Raises
    ------
    DataError
        If no rule chose the threshold, or its rows cannot be drawn.
    """
    ranking, source = snapshot.ranking, snapshot.provenance
    where = "" if snapshot.dataset is None else snapshot.dataset.name
    if ranking is None or source is None or not source.is_by_rule:
        message = "no rule chose the threshold, so that nothing can be chosen again"
        raise DataError(message, where=where, hint="Name a rule with --at")
    rule = rule_by_id(source.rule or "")
    choice = choose(rule, ranking.table.steps, ranking.score, dict(source.parameters))
    return told_of(
        reselect(choice, plan_of(snapshot, n_replicates=n_replicates, seed=seed)), snapshot
    )


def told_of(found: Stability, snapshot: Snapshot) -> dict[str, Any]:
    """Return what is known of the stability of a rule as `stability` does.

    Raises
    ------
    ValueError
        If the snapshot has no scores.
    """
    if snapshot.ranking is None:
        message = "there are no scores"
        raise ValueError(message)
    told = said(found, snapshot.ranking.score, snapshot)
    known, (threshold, flat, measures) = facts(told), told.tables
    return {
        "stability": {
            **{key: known[key] for key in ("rule", "parameters", "replicates", "seed")},
            "threshold": placed(threshold, CHOSEN, _LIMITS),
            "standard_error": known["standard_error"],
            "flat": [[*run.values()] for run in listed(flat)],
            "measures": {row.id: placed(measures, row, _OF_MEASURE) for row in measures.rows},
        }
    }


def expected_in(numbers: dict[str, Any]) -> dict[str, float | None] | None:
    """Return what to expect of new rows by the ids of measures; None where nobody drew them."""
    found = numbers.get("stability")
    if found is None:
        return None
    told = {metric_id: one["out_of_bag"] for metric_id, one in found["measures"].items()}
    return {name: None if value is None else float(value) for name, value in told.items()}


def stability_lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield the ``stability`` of `stability` as lines of text for people, but for measures."""
    limits = found["threshold"]
    yield ""
    yield f"stability of {found['rule']}: {found['replicates']} replicates, seed {found['seed']}"
    told = f"undefined: {limits['undefined']}"
    if limits["undefined"] is None:
        told = f"{limits['low']} to {limits['high']}"
    level = exact(round(100 * limits["level"], 6))
    yield f"{'threshold':18} {level} % {limits['method']:26} {told}"
    for low, high in found["flat"]:
        yield f"{'flat':18} within one standard error of the best: {low} to {high}"
