"""Where a threshold is put in Python: a number, a rule in one word, or a rule and its numbers."""

from __future__ import annotations

from numbers import Number
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.rules import ParameterError, rule_by_id
from evalgui.core.thresholds import may_be_threshold
from evalgui.interface.arguments import asked, text
from evalgui.io.assessing import Placing, RuleAsked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.rules.rule import Value

_HINT = "Give a number, or a rule such as 'youden' or 'sensitivity=0.95'"


def placing(
    place: float | str, parameters: Mapping[str, Value], *, prespecified: bool = False
) -> Placing:
    """Return where the threshold is to be.

    Raises
    ------
    DataError
        If that is neither a threshold nor a rule, or nothing that the rule takes.
    """
    if not isinstance(place, (str, Number)):
        message = f"a threshold is one number, and a rule is its name: not {type(place).__name__}"
        raise DataError(message, hint=_HINT)
    if place != place:  # noqa: PLR0124 - NaN alone differs from itself
        raise DataError("NaN is no threshold", hint=_HINT)
    words = text(place)
    if may_be_threshold(words):
        if parameters:
            message = f"a threshold takes no {', '.join(parameters)}"
            raise DataError(message, hint="Give the name of a rule instead")
        options = {"threshold": words, "prespecified": prespecified}
        return asked(options)[0].placing
    found = asked({"at": words, "prespecified": prespecified})[0].placing
    if found.rule is None:
        raise DataError("this is no threshold and no rule")
    return Placing(rule=with_values(found.rule, parameters))


def with_values(rule: RuleAsked, parameters: Mapping[str, Value]) -> RuleAsked:
    """Return a rule with what is set in it, ``_`` for ``-`` in names.

    Raises
    ------
    DataError
        If it does not take that.
    """
    given = {name.replace("_", "-"): value for name, value in parameters.items()}
    values = {**rule.values, **given}
    try:
        known = rule_by_id(rule.rule_id).values(values)
    except ParameterError as error:
        raise DataError(str(error)) from None
    return RuleAsked(rule.rule_id, {name: known[name] for name in values})
