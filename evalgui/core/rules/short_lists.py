"""The few rules that are marked on plots: those of a field, and the one in force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from evalgui.core.rules import choose, rule_by_id
from evalgui.core.rules.targets import FALSE_POSITIVES
from evalgui.core.words import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.dataset import Score
    from evalgui.core.metrics import Parameters
    from evalgui.core.rules.presets import Asked
    from evalgui.core.rules.rule import Choice, ScoreKind, Value
    from evalgui.core.score_table import Steps

_FMR: tuple[Asked, ...] = tuple(("fmr", {"fmr": float(f"1e-{n}")}) for n in range(1, 7))
_APCER: tuple[Asked, ...] = (
    ("eer", {}),
    *(("apcer", {"apcer": target}) for target in (0.1, 0.05, 0.01)),
)
_OF_FIELDS: Mapping[Vocabulary, tuple[Asked, ...]] = {
    Vocabulary.MACHINE_LEARNING: (("youden", {}), ("f1", {}), ("mcc", {}), ("half", {})),
    Vocabulary.CLINICAL: (("youden", {}), ("closest", {}), ("cost", {}), ("sensitivity", {})),
    Vocabulary.BIOMETRICS: (("eer", {}), *_FMR, ("zero-fmr", {}), ("min-dcf", {})),
    Vocabulary.SPEAKER: (
        ("eer-rocch", {}),
        ("min-dcf", {"p-target": 0.01}),
        ("min-dcf", {"p-target": 0.05}),
        ("zero-fmr", {}),
    ),
    Vocabulary.PAD: _APCER,
    Vocabulary.PAD_BONA_FIDE: _APCER,
}
_COSTS = ("cost-tp", "cost-fp", "cost-fn", "cost-tn")

Settled: TypeAlias = "tuple[str, tuple[tuple[str, Value], ...]]"
"""A rule by its id, with the value of every parameter."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the short list depends on, beside the scores.

    Parameters
    ----------
    vocabulary
        Whose rules to mark.
    parameters
        Of the measures: their costs are those of the rule of costs.
    prevalence
        The one that is asked about, None for that of the data.
    rule, settings
        The id of the rule in force, with what is set in it; None where no rule is.
    steps, kind
        The operating points of the score, and what it is known to be: what means nothing for such,
        and a false match rate at which its negatives allow no error, is left out. Without steps
        nothing is.
    """

    vocabulary: Vocabulary
    parameters: Parameters
    prevalence: float | None
    rule: str | None = None
    settings: tuple[tuple[str, Value], ...] = ()
    steps: Steps | None = None
    kind: ScoreKind | None = None


def costs_of(parameters: Parameters) -> dict[str, Value]:
    """Return the costs of the measures as they are set in the rule of costs."""
    return {name: getattr(parameters, name.replace("-", "_")) for name in _COSTS}


def with_costs(parameters: Parameters, values: Mapping[str, Value]) -> Parameters:
    """Return parameters with the costs that are set in the rule of costs."""
    costs: dict[str, Any] = {name.replace("-", "_"): values[name] for name in _COSTS}
    return replace(parameters, **costs)


def short_list(wish: Wish) -> tuple[Settled, ...]:
    """Return the rules to mark, each once: the one in force first.

    Examples
    --------
    >>> from evalgui.core.metrics import DEFAULT_PARAMETERS
    >>> wish = Wish(Vocabulary.CLINICAL, DEFAULT_PARAMETERS, None, "closest")
    >>> [rule_id for rule_id, _values in short_list(wish)]
    ['closest', 'youden', 'cost', 'sensitivity']
    """
    own: list[Asked] = [] if wish.rule is None else [(wish.rule, dict(wish.settings))]
    found: dict[Settled, None] = {}
    offered = (one for one in _OF_FIELDS[wish.vocabulary] if _is_offered(one, wish))
    for rule_id, given in (*own, *offered):
        is_cost = rule_id == "cost" and not given
        known = {**costs_of(wish.parameters), "prevalence": wish.prevalence} if is_cost else given
        values = rule_by_id(rule_id).values(known)
        found[rule_id, tuple(values.items())] = None
    return tuple(found)


def _is_offered(asked: Asked, wish: Wish) -> bool:
    """Return whether a rule with what is set in it means something for a score."""
    rule_id, given = asked
    if wish.steps is None:
        return True
    target = given.get("fmr")
    if isinstance(target, float) and not FALSE_POSITIVES.allows_errors(wish.steps, target):
        return False
    rule = rule_by_id(rule_id)
    return rule.is_for(wish.kind) and not (rule.of_attacks and wish.steps.attacks is None)


def mark(settled: Settled, steps: Steps, score: Score) -> Choice:
    """Return what a rule of the list chooses for a score."""
    rule_id, values = settled
    return choose(rule_by_id(rule_id), steps, score, dict(values))
