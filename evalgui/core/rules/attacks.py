"""Rules that bound the errors on presentation attacks of every species at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.presentation_attacks import NO_SPECIES
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    Find,
    Found,
    Rule,
    RuleFamily,
    Values,
    lacking,
    number,
    phrase,
)
from evalgui.core.rules.targets import (
    FALSE_NEGATIVES,
    FALSE_POSITIVES,
    LEVEL,
    proportion,
    too_few,
    with_same,
)
from evalgui.core.texts import Text
from evalgui.core.vocabulary import joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.score_table import Steps


def met_by_all(
    steps: Steps,
    attacks: Mapping[str, Steps],
    target: float,
    level: float | None = None,
    *,
    are_positive: bool = False,
) -> Found:
    """Return the row with the lowest BPCER at which APCER of every species is at most a target.

    Parameters
    ----------
    steps
        Of all rows.
    attacks
        Those of the attacks of each species alone, with the same scores.
    target
        In [0, 1].
    level
        The one-sided confidence with which each limit has to meet it; None for APCER itself.
    are_positive
        Whether attacks are the positive class; else they are the negative one.

    Returns
    -------
    Found
        Its value is BPCER. A note names species too few for a single error.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> scores, attacks = [5, 6, 7, 8], [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7]
    >>> table = ScoreTable([*scores, *attacks], [True] * 4 + [False] * 10)
    >>> found = met_by_all(table.steps, {"a": ScoreTable(attacks, [False] * 10).steps}, 0.1)
    >>> found.value, table.steps.threshold(found.row)
    (0.5, 7.0)
    """
    reason = lacking(steps, BOTH_CLASSES)
    if reason:
        return Found(undefined=reason)
    rate, other = FALSE_POSITIVES, FALSE_NEGATIVES
    if are_positive:
        rate, other = other, rate
    rows, small = [], []
    for name, own in attacks.items():
        most = rate.most_errors(own, target, level)
        if most is None:
            why = too_few(rate, own, target, level)
            return Found(undefined=phrase("species {name}: {why}", name=_named(name), why=why))
        if target > 0 and level is None and not rate.allows_errors(own, target):
            small.append(name)
        row = rate.row(own, most)
        if are_positive:
            rows.append(steps.row_at(own.threshold(row)))
        elif row + 1 < len(own):
            rows.append(steps.row_at(own.threshold(row + 1)) - 1)
        else:
            rows.append(len(steps) - 1)
    row = max(rows) if are_positive else min(rows)
    if are_positive:
        tied = np.arange(row, with_same(steps.fp_column, row)[1])
    else:
        tied = np.arange(with_same(steps.tp_column, row)[0], row + 1)
    named = joined(", ", map(_named, small))
    note = phrase("too few attacks for a single error: {named}", named=named)
    value = other.errors(steps, row) / other.n(steps)
    return Found(row, value, tied, notes=(note,) if small else ())


def _named(species: str) -> str:
    return f"'{species}'" if species else phrase("(without one)")


def _find(*, on_limit: bool) -> Find:
    def find(steps: Steps, values: Values) -> Found:
        attacks = steps.attacks
        if attacks is None:
            return Found(undefined=NO_SPECIES)
        level = number(values, "level") if on_limit else None
        target = number(values, "apcer")
        return met_by_all(steps, attacks.steps, target, level, are_positive=attacks.are_positive)

    return find


_APCER = proportion("apcer", phrase("APCER of every species"), 0.05)

RULES = (
    Rule(
        "apcer",
        Text("{rate} at most", {"rate": Text("APCER of every species")}),
        phrase(
            "The threshold with the lowest BPCER at which no species of attacks has an APCER above"
            " the target"
        ),
        RuleFamily.TARGETS,
        _find(on_limit=False),
        (_APCER,),
        of_what="BPCER",
        is_share=True,
        needs_counts=True,
        of_attacks=True,
    ),
    Rule(
        "apcer-limit",
        Text(
            "{rate}: {limit} at most",
            {"rate": Text("APCER of every species"), "limit": Text("limit")},
        ),
        phrase(
            "The threshold with the lowest BPCER at which the one-sided upper limit of APCER,"
            " exact, is at most the target for every species"
        ),
        RuleFamily.TARGETS,
        _find(on_limit=True),
        (_APCER, LEVEL),
        of_what="BPCER",
        is_share=True,
        needs_counts=True,
        of_attacks=True,
    ),
)
