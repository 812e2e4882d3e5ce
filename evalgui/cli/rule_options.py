"""The options of rules that choose a threshold, and how they are written."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.cli import values
from evalgui.cli.telling import plainly
from evalgui.core.errors import sentence_of
from evalgui.core.intervals.at_prevalence import Share
from evalgui.core.languages import tr, tr_n
from evalgui.core.near_names import meant
from evalgui.core.registry import UnknownIdError
from evalgui.core.rules import RULES, ParameterError, rule_by_id
from evalgui.core.rules.general import AT_LEAST, AT_MOST, LIMIT, POINT
from evalgui.core.rules.rule import Unit
from evalgui.core.vocabulary import either
from evalgui.io.assessing import Placing, RuleAsked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.rules import Rule
    from evalgui.core.rules.rule import Parameter, Value

NUMBERS = {
    "p-target": tr("the prior of a target in a detection cost"),
    "c-miss": tr("the cost of a miss in a detection cost"),
    "c-fa": tr("the cost of a false alarm in a detection cost"),
    "cost-fn": tr("the cost of a false negative"),
    "cost-fp": tr("the cost of a false positive"),
    "cost-tp": tr("the cost of a true positive"),
    "cost-tn": tr("the cost of a true negative"),
}
"""Parameters of rules that are options, too, with their help."""


def asked(text: str) -> RuleAsked:
    """Return a rule with its parameters in their order, such as ``both=0.9,0.8``."""
    rule_id, equals, given = text.partition("=")
    try:
        rule = rule_by_id(rule_id)
    except UnknownIdError:
        known = ", ".join(rule.id for rule in RULES)
        near = meant(rule_id, (rule.id for rule in RULES))
        message = tr(
            "there is no rule '{rule_id}'; there are {known}", rule_id=rule_id, known=known
        )
        if near:
            message = tr(
                "there is no rule '{rule_id}'. {near}There are {known}",
                rule_id=rule_id,
                near=plainly(near),
                known=known,
            )
        raise argparse.ArgumentTypeError(message) from None
    if not equals:
        return RuleAsked(rule_id)
    parts = given.split(",")
    if len(parts) > len(rule.parameters):
        message = _taking(rule_id, len(rule.parameters))
        raise argparse.ArgumentTypeError(message)
    found = dict(zip((one.id for one in rule.parameters), parts, strict=False))
    read = {one.id: _read(one, found[one.id]) for one in rule.parameters if one.id in found}
    return RuleAsked(rule_id, checked(rule, read))


def checked(rule: Rule, given: dict[str, Value]) -> dict[str, Value]:
    """Return what is set in a rule once all of it can be taken."""
    try:
        rule.values(given)
    except ParameterError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
    return given


def condition(text: str) -> dict[str, Value]:
    """Return what has to be met, such as ``TNR>=0.9``, ``recall >= 0.9``, ``TPR-limit>=0.95``."""
    sign = ">=" if ">=" in text else "<="
    name, _, target = (part.strip() for part in text.partition(sign))
    if not (name and target):
        message = tr("{text} is no condition such as TNR>=0.9 or TPR-limit>=0.95", text=text)
        raise argparse.ArgumentTypeError(message)
    return {
        "subject-to": values.measure(name.removesuffix("-limit")),
        "on": LIMIT if name.endswith("-limit") else POINT,
        "side": AT_LEAST if sign == ">=" else AT_MOST,
        "target": values.number(target),
    }


def _read(parameter: Parameter, text: str) -> Value:
    if parameter.unit is Unit.MEASURE:
        return values.measure(text)
    if parameter.unit is Unit.CHOICE:
        return text.strip()
    return values.number(text)


def _taking(rule_id: str, n: int) -> str:
    if not n:
        return tr("the rule {rule_id} takes no number", rule_id=rule_id)
    return tr_n(
        n,
        "the rule {rule_id} takes one number",
        "the rule {rule_id} takes at most {n} numbers",
        rule_id=rule_id,
        n=n,
    )


def add_rule_numbers(parser: argparse.ArgumentParser) -> None:
    """Add the options for what is set in rules."""
    numbers = parser.add_argument_group(tr("what is set in a rule"))
    numbers.add_argument(
        "--limit-level",
        type=values.number,
        metavar="L",
        help=tr("the one-sided confidence level of a target on a limit, above 0.5 (default: 0.95)"),
    )
    for name, words in NUMBERS.items():
        numbers.add_argument(f"--{name}", type=values.number, metavar="X", help=words)
    numbers.add_argument(
        "--subject-to",
        type=condition,
        metavar="CONDITION",
        help=tr(
            "with --at maximise=MEASURE: what a measure, or the one-sided exact limit of a "
            "proportion, has to meet, such as 'TNR>=0.9' or 'TPR-limit>=0.95'"
        ),
    )


def add_placing(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where the threshold is."""
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--threshold",
        type=values.threshold,
        metavar="T",
        help=tr("positive when score >= T; none calls nothing positive, not even infinite scores"),
    )
    chosen.add_argument(
        "--at",
        type=asked,
        metavar="RULE[=X]",
        help=tr(
            "let a rule choose the threshold (default: youden; eer where one of two classes is "
            "of impostors by its name), such as sensitivity=0.95, "
            "fmr-limit=1e-4 or min-dcf; evalgui rules --list names all, with their numbers"
        ),
    )
    chosen.add_argument(
        "--threshold-from",
        type=Path,
        metavar="W.json",
        help=tr(
            "take the threshold that another evaluation had, as evaluate --format json printed it"
        ),
    )
    parser.add_argument(
        "--prespecified",
        action="store_true",
        help=tr("the typed threshold was settled before these data were seen"),
    )
    add_rule_numbers(parser)


def shared_values(options: argparse.Namespace) -> dict[str, Value]:
    """Return what the options set in whatever rules take it."""
    level = options.limit_level
    level = getattr(options, "level", None) if level is None else level
    share = getattr(options, "prevalence", None)
    prevalence = share.value if isinstance(share, Share) else share
    found: dict[str, Any] = {"level": level, "prevalence": prevalence}
    found |= {name: getattr(options, name.replace("-", "_")) for name in NUMBERS}
    return {name: one for name, one in found.items() if one is not None} | (
        options.subject_to or {}
    )


def with_shared(one: RuleAsked, shared: Mapping[str, Value]) -> RuleAsked:
    """Return a rule with what the options set in it; what stands behind it goes first."""
    rule = rule_by_id(one.rule_id)
    taken = {parameter.id for parameter in rule.parameters}
    if rule.id == "prevalence":
        taken.discard("prevalence")
    set_by_options = {name: found for name, found in shared.items() if name in taken}
    return RuleAsked(one.rule_id, {**set_by_options, **one.values})


def check_shared(
    asked_for: Sequence[RuleAsked], shared: Mapping[str, Value], refuse: Callable[[str], NoReturn]
) -> None:
    """Refuse what rules cannot work with."""
    for one in asked_for or [RuleAsked(rule.id) for rule in RULES]:
        try:
            rule_by_id(one.rule_id).values(with_shared(one, shared).values)
        except ParameterError as error:
            refuse(sentence_of(error))


def placing_of(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Placing:
    """Return where the threshold is to be; refuse what is said without need."""
    if options.prespecified and options.threshold is None:
        refuse(tr("--prespecified needs --threshold"))
    rule = options.at
    if rule is not None:
        rule = with_shared(rule, shared_values(options))
        try:
            rule_by_id(rule.rule_id).values(rule.values)
        except ParameterError as error:
            refuse(sentence_of(error))
    _refuse_unused(options, rule, refuse)
    return Placing(options.threshold, rule, options.threshold_from, options.prespecified)


def _refuse_unused(
    options: argparse.Namespace, rule: RuleAsked | None, refuse: Callable[[str], NoReturn]
) -> None:
    """Refuse an option that nothing follows."""
    given = {
        "limit-level": options.limit_level is not None,
        "subject-to": options.subject_to is not None,
    }
    given |= {name: getattr(options, name.replace("-", "_")) is not None for name in NUMBERS}
    taken = set() if rule is None else {one.id for one in rule_by_id(rule.rule_id).parameters}
    for name, is_given in given.items():
        parameter = "level" if name == "limit-level" else name
        if is_given and parameter not in taken:
            needing = [one.id for one in RULES if parameter in {p.id for p in one.parameters}]
            needed = plainly(either(f"--at {one}" for one in needing))
            refuse(tr("{option} needs {needed}", option=f"--{name}", needed=needed))
