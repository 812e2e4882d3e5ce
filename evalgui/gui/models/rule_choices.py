"""What every rule chooses for the score on show: found in the background, and kept."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from evalgui.core.languages import tr
from evalgui.core.progress import Watch
from evalgui.core.rules import RULES, ParameterError, choose
from evalgui.gui.look import text
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from evalgui.core.ranking import Ranking
    from evalgui.core.rules import Rule
    from evalgui.core.rules.rule import Choice, Value
    from evalgui.workspace.tasks import Task

_A_NUMBER = "number"  # the id of the rule that is typed
_OFTEN = 0.15  # seconds: to paint takes longer than many a rule

Values: TypeAlias = "Mapping[str, Value]"
Key: TypeAlias = "tuple[str, tuple[tuple[str, Value], ...]]"


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a rule cannot work with what is set in it."""

    reason: str


Answer: TypeAlias = "Choice | Refused"


class RuleChoices(QObject):
    """Knows what each rule chooses with what is set in it, and finds it out where it does not.

    Nothing is worked on before `find_out` is called; what was found is kept until another
    score is shown.
    """

    given_changed = Signal()  # something else is set in a rule
    arrived = Signal()  # more is known; told of now and then, and at the end
    progressed = Signal(int, int)  # how many rules are done, of how many
    ended = Signal()

    def __init__(self, parent: QObject | None = None, rules: Iterable[Rule] = RULES) -> None:
        super().__init__(parent)
        self._rules = tuple(rules)
        self._tasks = Tasks(self, tr("the rules"))
        self._tasks.progressed.connect(self._on_progressed)
        self._ranking: Ranking | None = None
        self._prevalence: float | None = None
        self._given: dict[str, dict[str, Value]] = {}
        self._keys: dict[str, Key] = {}
        self._known: dict[Key, Answer] = {}
        self._n_asked = 0
        self._told_at = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether some rules are being worked on."""
        return self._tasks.is_busy

    @property
    def ranking(self) -> Ranking | None:
        """What the rules choose from."""
        return self._ranking

    def set_ranking(self, ranking: Ranking | None) -> bool:
        """Choose from another score from now on; return whether it is another one."""
        before, self._ranking = self._ranking, ranking
        if before is ranking:
            return False
        if before is not None and ranking is not None:
            same = before.table is ranking.table and before.score is ranking.score
            if same:
                return False
        self.stop()
        self._known = {}
        self._keys.clear()
        return True

    def set_prevalence(self, prevalence: float | None) -> None:
        """Choose at another prevalence from now on; None for that of the data."""
        if prevalence != self._prevalence:
            self._prevalence = prevalence
            self._keys.clear()

    def given(self, rule: Rule) -> Values:
        """Return what is set in a rule by the ids of its parameters, as `Rule.at_prevalence`."""
        given = {**self._start(rule), **self._given.get(rule.id, {})}
        return rule.at_prevalence(given, self._prevalence)

    def _start(self, rule: Rule) -> Values:
        """Return a number to begin with: 0.5 means something for probabilities alone."""
        ranking = self._ranking
        if rule.id != _A_NUMBER or ranking is None or ranking.are_probabilities:
            return {}
        starts = (ranking.choice(one).threshold for one in (ranking.default_rule, "middle") if one)
        known = (one for one in starts if one is not None and math.isfinite(one))
        start = next(known, None)
        return {} if start is None else {"threshold": start}

    def is_set(self, rule: Rule, name: str) -> bool:
        """Return whether a parameter of a rule was set."""
        return name in self._given.get(rule.id, {})

    def set_given(self, rule: Rule, name: str, value: Value) -> None:
        """Set a parameter of a rule, which is one that it takes."""
        if self._given.setdefault(rule.id, {}).get(name) != value:
            self._given[rule.id][name] = value
            self._keys.pop(rule.id, None)
            self.given_changed.emit()

    def give(self, rule: Rule, values: Values) -> bool:
        """Set all that is set in a rule; return whether it was set otherwise before."""
        before = rule.values(self.given(rule))
        self._given[rule.id] = dict(values)
        if rule.takes_prevalence and values.get("prevalence") == self._prevalence:
            del self._given[rule.id]["prevalence"]  # it goes along with the one asked about
        self._keys.pop(rule.id, None)
        return rule.values(self.given(rule)) != before

    def answer(self, rule: Rule) -> Answer | None:
        """Return what a rule chooses, or why it cannot; None while that is not known."""
        return self._known.get(self._key(rule))

    def known(self, key: Key) -> Answer | None:
        """Return what is known of a rule with what is set in it."""
        return self._known.get(key)

    def wanted(self) -> list[tuple[Rule, Key]]:
        """Return every rule whose choice is asked for, with what is set in it."""
        return [(rule, self._key(rule)) for rule in self._rules]

    def find_out(self, rules: Iterable[Rule] = ()) -> None:
        """Work on every rule whose choice is not known, or on some of them alone."""
        ranking, known, some = self._ranking, self._known, set(rules)
        asked = [
            (rule, key)
            for rule, key in self.wanted()
            if key not in known and (not some or rule in some)
        ]
        if ranking is None or not asked:
            self.stop()
            return
        self._n_asked = len(asked)
        self._told_at = time.monotonic()
        self._tasks.start(
            lambda task: _find_out(ranking, asked, known, task),
            on_success=lambda _nothing: None,
            on_failure=lambda error: _refuse(asked, known, text.why(error)),
            on_end=self._on_ended,
        )

    def stop(self) -> None:
        """Give up what is being worked on; what was found stays known."""
        self._tasks.cancel()

    def _key(self, rule: Rule) -> Key:
        if rule.id not in self._keys:  # asked for each cell that is painted
            self._keys[rule.id] = rule.id, tuple(rule.values(self.given(rule)).items())
        return self._keys[rule.id]

    def _on_progressed(self, share: float, _words: str) -> None:
        self.progressed.emit(round(share * self._n_asked), self._n_asked)
        now = time.monotonic()
        if now - self._told_at > _OFTEN:
            self._told_at = now
            self.arrived.emit()

    def _on_ended(self) -> None:
        self.arrived.emit()
        self.ended.emit()


def _refuse(asked: Sequence[tuple[Rule, Key]], known: dict[Key, Answer], why: str) -> None:
    for _rule, key in asked:
        known.setdefault(key, Refused(why))


def _find_out(
    ranking: Ranking, asked: Sequence[tuple[Rule, Key]], known: dict[Key, Answer], task: Task
) -> None:
    """Work on rules in a thread of its own; one entry at a time is added to what is known."""
    watch = Watch(cancelled=task.is_cancelled)
    steps = ranking.table.steps
    for number, (rule, key) in enumerate(asked, start=1):
        watch.look()
        try:
            known[key] = choose(rule, steps, ranking.score, dict(key[1]))
        except ParameterError as error:
            known[key] = Refused(text.why(error))
        task.report(number / len(asked), "")
