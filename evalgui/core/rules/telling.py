"""A rule with what is set in it, in words: told once, with numbers as whoever asks writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.metrics import Better, metric_by_id
from evalgui.core.rules.rule import Unit
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.rules.rule import Parameter, Rule, Value
    from evalgui.core.words import Words

_LOWEST = "lowest"
_ALIKE = frozenset({"eer", "eer-rocch", "eer-fvc", "eer-nearest"})
_NONE = frozenset({"zero-fmr", "zero-fnmr"})
_EXTREMES = {
    **dict.fromkeys(("youden", "weighted-youden", "g-mean", "balanced-accuracy"), "highest"),
    **dict.fromkeys(("accuracy", "f1", "f-beta", "agf", "jaccard", "mcc", "kappa"), "highest"),
    **dict.fromkeys(("chi-squared", "net-benefit"), "highest"),
    **dict.fromkeys(("minimax", "cost", "min-dcf"), _LOWEST),
}
"""The rules that make what they look at as good as it can be."""

_SIDES = {"at-least": phrase("at least"), "at-most": phrase("at most")}
_NEAREST = phrase("nearest to")


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
            how = words.said(
                _SIDES.get(str(side), _NEAREST) if side else _usual_side(values["measure"])
            )
            return f"{_measure(values['measure'], words)} {how} {self._number(values['value'])}"
        return " ".join(part for part in self._parts(rule, values, words, sided) if part)

    def _parts(
        self, rule: Rule, values: Mapping[str, Value], words: Words, sided: str = ""
    ) -> tuple[str, str, str]:
        """Return the name of a rule, its targets, and what else is set in it, in brackets."""
        name = words.rule_name(rule.id, self._name(rule, values, sided))
        targets = [one for one in rule.parameters if one.unit in {Unit.PROPORTION, Unit.RATIO}]
        own = [one for one in targets if one.id != "prevalence" or rule.id == "prevalence"]
        is_target = str(rule.name).endswith(("at least", "at most"))
        told = [self._number(values[one.id]) for one in own] if is_target else []
        others = [
            self._setting(one, values[one.id], words)
            for one in rule.parameters
            if values[one.id] is not None and one.id != "level" and not (is_target and one in own)
            if values[one.id] != 0 or one.default != 0  # what costs nothing, as is usual
        ]
        if rule.takes_prevalence and values["prevalence"] is None:
            others.append(words("{prevalence} of the data"))
        target = (
            told[0]
            if len(told) == 1
            else words("{a} and {b}", a=told[0], b=told[1])
            if told
            else ""
        )
        return name, target, f"({', '.join(others)})" if others else ""

    def _name(self, rule: Rule, values: Mapping[str, Value], sided: str = "") -> str | Text:
        """Return the name of a rule, with the level of the limit that it asks for."""
        level, name = values.get("level"), rule.name
        if not isinstance(level, float) or not isinstance(name, Text):
            return name
        shown = self.level(level)
        one, many = Text("{level} limit"), Text("{level} limits")
        if sided:
            one, many = Text("one-sided {level} limit"), Text("one-sided {level} limits")
        told = {"limit": one, "limits": many}
        own = {key: told[key].filled({"level": shown}) for key in told.keys() & name.values.keys()}
        return name.filled({**name.values, **own})

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
            nothing that would be true of the threshold; in the language of the words.
        """
        if rule.id in _ALIKE | _NONE | _EXTREMES.keys():
            return words("because"), self._is_so(rule, values, words)
        if rule.id == "reach":
            side = values["value-side"]
            how = _SIDES.get(str(side), _NEAREST) if side else _usual_side(values["measure"])
            if how == _NEAREST:
                return words("by"), self.rule(rule, values, words)
            rate = words.within(_measure(values["measure"], words))
            target = self._number(values["value"])
            return words("because"), _is(rate, target, words, is_most=how == _SIDES["at-most"])
        if not str(rule.name).endswith(("at least", "at most")):
            return words("by"), self.rule(rule, values, words)
        without_limit = on_value and rule.id.endswith("-limit")
        return words("because"), self._is_met(rule, values, words, without_limit=without_limit)

    def _is_so(self, rule: Rule, values: Mapping[str, Value], words: Words) -> str:
        """Return that what a rule looks at is as good as it can be."""
        if rule.id in _ALIKE:
            return words("both error rates are alike")
        if rule.id in _NONE:
            return words("there is {told}", told=words.within(self.rule(rule, values, words)))
        _of, _target, settings = self._parts(rule, values, words)
        extreme, of_what = _EXTREMES[rule.id], words.said(rule.of_what)
        clause = words(
            "the {of_what} is lowest"  # of an error, or of a cost
            if extreme == _LOWEST
            else "{of_what} is highest",
            of_what=of_what,
        )
        return f"{clause} {settings}" if settings else clause

    def _is_met(
        self, rule: Rule, values: Mapping[str, Value], words: Words, *, without_limit: bool
    ) -> str:
        """Return that the target of a rule is met."""
        named = self._name(rule, values)
        own = named.values if isinstance(named, Text) else {}
        many, limit = "rates" in own, own.get("limit") or own.get("limits")
        subject = words("{rate}", rate=own["rates"] if many else own["rate"])
        if limit and not without_limit:
            subject = words("{rate}: {limit}", rate=subject, limit=limit)
        _of, target, settings = self._parts(rule, values, words)
        is_most = str(rule.name).endswith("at most")
        clause = _is(words.within(subject), target, words, is_most=is_most, many=many)
        return f"{clause} {settings}" if settings else clause

    def _best(self, values: Mapping[str, Value], words: Words, sided: str) -> str:
        best = words("Best {measure}", measure=_measure(values["maximise"], words))
        met = values["subject-to"]
        if met is None:
            return best
        side = values["side"]
        how = _SIDES.get(str(side), "") if side else _usual_side(met)
        level = values["level"]
        on_limit = values["on"] == "limit"
        is_known = on_limit and isinstance(level, float)
        shown = f"{sided}{self.level(float(level))}" if is_known and level else ""
        return words(
            "{best} where the {shown} limit of {measure} is {how} {target}"
            if shown
            else "{best} where {measure} is {how} {target}",
            best=best,
            shown=shown,
            measure=_measure(met, words),
            how=how,
            target=self._number(values["target"]),
        )

    def _number(self, value: Value) -> str:
        return self.number(value) if isinstance(value, float) else str(value)

    def _setting(self, parameter: Parameter, value: Value, words: Words) -> str:
        name = words.said(parameter.name)
        if parameter.unit is Unit.PROPORTION and isinstance(value, float):
            return f"{name} {self.percent(value)}"
        return f"{name} {self._number(value)}"


def _is(rate: str, target: str, words: Words, *, is_most: bool, many: bool = False) -> str:
    """Return that a number, or several, meet a target."""
    if many:
        return words(
            "{rates} are at most {target}" if is_most else "{rates} are at least {target}",
            rates=rate,
            target=target,
        )
    return words(
        "{rate} is at most {target}" if is_most else "{rate} is at least {target}",
        rate=rate,
        target=target,
    )


def _usual_side(metric_id: Value) -> str:
    known = {Better.HIGHER: _SIDES["at-least"], Better.LOWER: _SIDES["at-most"]}
    return known.get(metric_by_id(str(metric_id)).better, _NEAREST)


def _measure(metric_id: Value, words: Words) -> str:
    return words.said(metric_by_id(str(metric_id)).name_in(words.vocabulary))
