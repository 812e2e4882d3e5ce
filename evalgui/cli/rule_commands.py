"""``evalgui rules``: what each rule chooses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evalgui.cli.commands import Evaluate, printed
from evalgui.cli.rule_options import with_shared
from evalgui.cli.streams import say
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.rules import RULES, rule_by_id
from evalgui.core.rules.costs import detection_cost
from evalgui.core.vocabulary import phrase, words_in
from evalgui.core.weights import NO_COUNTS
from evalgui.io.assessing import RuleAsked, assessed, read
from evalgui.io.writers.marked import as_json
from evalgui.io.writers.rules import (
    biometric_lines,
    biometric_objects,
    remarks,
    rule_lines,
    rule_objects,
    rules_in_words,
    rules_listed,
)
from evalgui.io.writers.several_files import with_files
from evalgui.results.topics.biometrics import biometrics
from evalgui.results.topics.rules import rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.rules.rule import Choice, Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.result import Result


@dataclass(frozen=True, slots=True)
class ListRules:
    """Print every rule, and what can be set in it.

    Parameters
    ----------
    output
        ``"json"`` or ``"table"``.
    vocabulary
        Whose words the table has.
    """

    output: str = "table"
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING

    def run(self) -> int:
        """Print them."""
        is_json = self.output == "json"
        text = (
            as_json("rule-list", rules_listed())
            if is_json
            else rules_in_words(words_in(self.vocabulary))
        )
        say(text + "\n")
        return 0


@dataclass(frozen=True, slots=True)
class ChooseAll:
    """Print what rules choose.

    Parameters
    ----------
    data
        What says which files, columns and rows are assessed.
    asked
        The rules that are asked for; empty for all.
    shared
        What is set in whatever rules take it.
    biometrics
        Whether the figures of a biometric evaluation are wanted, too.
    """

    data: Evaluate
    asked: tuple[RuleAsked, ...] = ()
    shared: Mapping[str, Value] = field(default_factory=dict)
    biometrics: bool = False

    def run(self) -> int:
        """Print it, or why not on stderr with exit code 2."""
        return printed(self._text)

    def _text(self) -> str:
        """Return what is printed."""
        asked = self.data.request
        together = read(asked, self.data.files)
        snapshots = [one.snapshot for one in assessed(asked, together)]
        if self.data.output == "json":
            found = [self._numbers(snapshot) for snapshot in snapshots]
            return as_json("rules", with_files(together, found, by_score=asked.by_score))
        return "\n\n".join(self._in_words(snapshot) for snapshot in snapshots)

    def _choices(self, snapshot: Snapshot) -> list[Choice]:
        ranking, dataset = snapshot.ranking, snapshot.dataset
        if ranking is None or dataset is None:
            return []
        offered = (RuleAsked(rule.id) for rule in RULES if ranking.is_offered(rule))
        asked = self.asked or tuple(offered)
        return [with_shared(one, self.shared).on(ranking, dataset.name) for one in asked]

    def _numbers(self, snapshot: Snapshot) -> dict[str, Any]:
        score, dataset = snapshot.score, snapshot.dataset
        if score is None or dataset is None:
            return {}
        told = rules(score, self._choices(snapshot))
        figures = {}
        if self.biometrics:
            figures = {"biometrics": biometric_objects(self._figures(snapshot))}
        return {
            "file": dataset.name,
            "score": score.name,
            "higher_is_positive": score.higher_is_positive,
            "positive": snapshot.positive_name,
            "negative": snapshot.rest_name,
            "rules": rule_objects(told),
            "remarks": remarks(told),
            **figures,
        }

    def _figures(self, snapshot: Snapshot) -> Result | None:
        if snapshot.dataset is not None and snapshot.dataset.is_weighted:
            message = phrase(
                "{why} of errors, which the figures of a biometric evaluation need",
                why=NO_COUNTS,
            )
            raise DataError(
                message, where=snapshot.dataset.name, hint=phrase("Leave out --biometrics")
            )
        numbers = rule_by_id("min-dcf").values(
            {
                name: one
                for name, one in self.shared.items()
                if name in {"p-target", "c-miss", "c-fa"}
            }
        )
        name: str = phrase("as given")
        typed = {name: (detection_cost(numbers),)}
        level = self.shared.get("level")
        wanted = level if isinstance(level, float) else 0.95
        return biometrics(snapshot, wanted, typed)

    def _in_words(self, snapshot: Snapshot) -> str:
        score, dataset = snapshot.score, snapshot.dataset
        if score is None or dataset is None:
            return ""
        sign = ">=" if score.higher_is_positive else "<="
        words = words_in(snapshot.spoken(self.data.vocabulary))
        head = tr(
            "{name}: {decision} when {score} {sign} the threshold",
            name=dataset.name,
            decision=words.decision,
            score=score.name,
            sign=sign,
        )
        told = rules(score, self._choices(snapshot))
        parts = [head, "\n".join(rule_lines(told, words))]
        if self.biometrics:
            parts.append("\n".join(biometric_lines(self._figures(snapshot), words)))
        return "\n\n".join(parts)
