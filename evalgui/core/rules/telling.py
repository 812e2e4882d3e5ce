"""A rule with what is set in it, in words: told once, with numbers as whoever asks writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.metrics import Better, metric_by_id
from evalgui.core.rules.rule import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.rules.rule import Parameter, Rule, Value
    from evalgui.core.words import Words

_SIDES = {"at-least": "at least", "at-most": "at most"}


@dataclass(frozen=True, slots=True)
class Teller:
    """How numbers are written.

    Parameters
    ----------
    level
        A confidence, such as "95 %".
    number
        Any other number, with every digit that it has.
    percent
        A proportion in per cent, with every digit that it has.
    """

    level: Callable[[float], str]
    number: Callable[[float], str]
    percent: Callable[[float], str]

    def rule(
        self, rule: Rule, values: Mapping[str, Value], words: Words, *, sided: str = ""
    ) -> str:
        """Return a rule with what is set in it: "Sensitivity: 95 % limit at least 0.9".

        Beside intervals, which have two sides, `sided` says before the level how many a limit has.
        """
        if rule.id == "maximise":
            return self._best(values, words, sided)
        if rule.id == "reach":
            side = values["value-side"]
            how = _SIDES.get(str(side), "nearest to") if side else _usual_side(values["measure"])
            return f"{_measure(values['measure'], words)} {how} {self._number(values['value'])}"
        name = words.rule_name(rule.id, rule.name)
        level = values.get("level")
        if isinstance(level, float):
            name = name.replace("limit", f"{sided}{self.level(level)} limit", 1)
        targets = [one for one in rule.parameters if one.unit in {Unit.PROPORTION, Unit.RATIO}]
        own = [one for one in targets if one.id != "prevalence" or rule.id == "prevalence"]
        is_target = name.endswith(("at least", "at most"))
        told = [self._number(values[one.id]) for one in own] if is_target else []
        others = [
            self._setting(one, values[one.id], words)
            for one in rule.parameters
            if values[one.id] is not None and one.id != "level" and not (is_target and one in own)
            if values[one.id] != 0 or one.default != 0  # what costs nothing, as is usual
        ]
        if rule.takes_prevalence and values["prevalence"] is None:
            others.append(words("{prevalence} of the data"))
        parts = [name, " and ".join(told), f"({', '.join(others)})" if others else ""]
        return " ".join(part for part in parts if part)

    def _best(self, values: Mapping[str, Value], words: Words, sided: str) -> str:
        best = f"Best {_measure(values['maximise'], words)}"
        met = values["subject-to"]
        if met is None:
            return best
        side = values["side"]
        how = _SIDES.get(str(side), "") if side else _usual_side(met)
        level = values["level"]
        on_limit = values["on"] == "limit"
        is_known = on_limit and isinstance(level, float)
        shown = f"{sided}{self.level(float(level))}" if is_known and level else ""
        of_limit = f"the {shown} limit of " if shown else ""
        target = self._number(values["target"])
        return f"{best} where {of_limit}{_measure(met, words)} is {how} {target}"

    def _number(self, value: Value) -> str:
        return self.number(value) if isinstance(value, float) else str(value)

    def _setting(self, parameter: Parameter, value: Value, words: Words) -> str:
        name = words.said(parameter.name)
        if parameter.unit is Unit.PROPORTION and isinstance(value, float):
            return f"{name} {self.percent(value)}"
        return f"{name} {self._number(value)}"


def _usual_side(metric_id: Value) -> str:
    known = {Better.HIGHER: "at least", Better.LOWER: "at most"}
    return known.get(metric_by_id(str(metric_id)).better, "nearest to")


def _measure(metric_id: Value, words: Words) -> str:
    return metric_by_id(str(metric_id)).name_in(words.vocabulary)
