"""A rule with what is set in it, in words: told once, with numbers as whoever asks writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.metrics import Better, metric_by_id
from evalgui.core.phrases import within
from evalgui.core.rules.rule import Unit
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.rules.rule import Parameter, Rule, Value
    from evalgui.core.words import Words

_LOWEST = "lowest"
_TARGETS = (" at least ", " at most ")
_ALIKE = frozenset({"eer", "eer-rocch", "eer-fvc", "eer-nearest"})
_NONE = frozenset({"zero-fmr", "zero-fnmr"})
_EXTREMES = {
    **dict.fromkeys(("youden", "weighted-youden", "g-mean", "balanced-accuracy"), "highest"),
    **dict.fromkeys(("accuracy", "f1", "f-beta", "agf", "jaccard", "mcc", "kappa"), "highest"),
    **dict.fromkeys(("chi-squared", "net-benefit"), "highest"),
    **dict.fromkeys(("minimax", "cost", "min-dcf"), _LOWEST),
}
"""The rules that make what they look at as good as it can be."""

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

    def reason(
        self, rule: Rule, values: Mapping[str, Value], words: Words, *, on_value: bool = False
    ) -> tuple[str, str]:
        """Return a rule as what stands behind "Test positive at NT-proBNP >= 134".

        Parameters
        ----------
        rule, values, words
            As of `rule`.
        on_value
            Whether a target on a limit is told as one of the value: where the limit stands beside.

        Returns
        -------
        tuple of str and str
            ("because", "sensitivity is at least 0.95"), or ("by", and the rule) where it says
            nothing that would be true of the threshold.
        """
        told = self.rule(rule, values, words)
        if on_value and rule.id.endswith("-limit"):
            told = self.rule(rule, {**values, "level": None}, words)
            told = told.replace(": limits", "", 1).replace(": limit", "", 1)
        if rule.id in _ALIKE:
            return "because", phrase("both error rates are alike")
        if rule.id in _NONE:
            return "because", phrase("there is {told}", told=within(told))
        if rule.id in _EXTREMES:
            _name, blank, settings = told.partition(" (")
            extreme, of_what = _EXTREMES[rule.id], words.said(rule.of_what)
            article = "the " if extreme == _LOWEST else ""  # of an error, or of a cost
            return "because", f"{article}{of_what} is {extreme}{blank}{settings}"
        name, side, target = next(
            (found for found in map(told.partition, _TARGETS) if found[1]), (told, "", "")
        )
        if not side or rule.id == "maximise":
            return "by", told
        verb = "are" if name.startswith("Both") else "is"
        return "because", f"{within(name)} {verb}{side}{target}"

    def _best(self, values: Mapping[str, Value], words: Words, sided: str) -> str:
        best = phrase("Best {measure}", measure=_measure(values["maximise"], words))
        met = values["subject-to"]
        if met is None:
            return best
        side = values["side"]
        how = _SIDES.get(str(side), "") if side else _usual_side(met)
        level = values["level"]
        on_limit = values["on"] == "limit"
        is_known = on_limit and isinstance(level, float)
        shown = f"{sided}{self.level(float(level))}" if is_known and level else ""
        of_limit = phrase("the {shown} limit of ", shown=shown) if shown else ""
        target = self._number(values["target"])
        return phrase(
            "{best} where {of_limit}{measure} is {how} {target}",
            best=best,
            of_limit=of_limit,
            measure=_measure(met, words),
            how=how,
            target=target,
        )

    def _number(self, value: Value) -> str:
        return self.number(value) if isinstance(value, float) else str(value)

    def _setting(self, parameter: Parameter, value: Value, words: Words) -> str:
        name = words.said(parameter.name)
        if parameter.unit is Unit.PROPORTION and isinstance(value, float):
            return f"{name} {self.percent(value)}"
        return f"{name} {self._number(value)}"


def _usual_side(metric_id: Value) -> str:
    known = {Better.HIGHER: phrase("at least"), Better.LOWER: phrase("at most")}
    return known.get(metric_by_id(str(metric_id)).better, "nearest to")


def _measure(metric_id: Value, words: Words) -> str:
    return metric_by_id(str(metric_id)).name_in(words.vocabulary)
