"""A rule with its numbers in one word, as ``--at`` takes it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from evalgui.cli.rule_options import asked
from evalgui.core.errors import DataError
from evalgui.core.registry import UnknownIdError
from evalgui.core.rules import rule_by_id
from evalgui.core.thresholds import is_same_threshold

if TYPE_CHECKING:
    from evalgui.core.provenance import Provenance
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules.rule import Value


def said_rule(
    provenance: Provenance, ranking: Ranking, threshold: float, prevalence: float | None
) -> dict[str, Any]:
    """Return the arguments for the rule that chose a threshold: ``{"at": "both=0.9,0.8"}``.

    Nothing where one word cannot say it, or it would choose another threshold now, at the
    prevalence that is asked about.
    """
    values = dict(provenance.parameters)
    try:
        rule = rule_by_id(provenance.rule or "")
        parts = [values.get(one.id, one.default) for one in rule.parameters]
        usual = [one.default for one in rule.parameters]
        # What is left out at the end is as usual; in the middle nothing can be left out.
        while parts and (
            parts[-1] is None or (None in parts and parts[-1] == usual[len(parts) - 1])
        ):
            parts.pop()
        if None in parts:
            return {}
        word = "=".join(filter(None, [rule.id, ",".join(map(_text, parts))]))
        choice = asked(word).on(ranking, "", prevalence)
    except (UnknownIdError, DataError, argparse.ArgumentTypeError):
        return {}
    chosen = choice.threshold
    if chosen is None or not is_same_threshold(chosen, threshold):
        return {}
    left_out = {one.id for one in rule.parameters[len(parts) :]}
    level = values.get("level") if "level" in left_out else None
    return {"at": word} | ({} if level is None else {"limit_level": level})


def _text(value: Value) -> str:
    return value if isinstance(value, str) else repr(value).removesuffix(".0")
