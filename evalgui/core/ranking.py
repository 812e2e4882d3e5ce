"""What the scores of a class say without a threshold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from evalgui.core.biometrics.presentation_attacks import NO_SPECIES
from evalgui.core.dataset import YOUDEN
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.rules.rule import ScoreKind
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.biometrics.equal_error_rate import EqualErrorRate
    from evalgui.core.dataset import Score
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.measured import Interval, Measured
    from evalgui.core.ranked import Ranked
    from evalgui.core.rules import Choice
    from evalgui.core.rules.rule import Rule, Values
    from evalgui.core.sampling import Sampling
    from evalgui.core.score_table import ScoreTable


NO_SUMMARIES: Mapping[str, Interval] = MappingProxyType({})
"""What is known before the intervals of areas and error rates are made."""

_LOG_RATIOS = frozenset({"llr", "llrs", "loglr", "loglrs"})
_QUICK = 500_000  # distinct scores, up to which nobody waits for intervals


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """What the scores say without a threshold: the sorted table and its measures.

    Parameters
    ----------
    score
        The score, with its direction for the class that is assessed.
    table
        The score, sorted.
    measured
        The measures of `RANKING_METRICS` and of `PROBABILITY_METRICS` by their ids.
    taken_at
        The threshold at which a value is taken, by the id of its measure.
    equal_error_rate
        Where both error rates cross, with what is attainable around it.
    are_probabilities
        Whether every score is in [0, 1], and known better than by the bin that it lies in.
    ranked
        What the measures are functions of.
    start_rule
        As of the data set.
    """

    score: Score
    table: ScoreTable
    measured: Mapping[str, Measured]
    taken_at: Mapping[str, float]
    equal_error_rate: EqualErrorRate
    are_probabilities: bool
    ranked: Ranked
    start_rule: str = YOUDEN
    _intervals: dict[Any, Interval | None] = field(default_factory=dict, init=False, repr=False)
    _choices: dict[Any, Choice] = field(default_factory=dict, init=False, repr=False)
    proposals: dict[str, bool] = field(default_factory=dict, init=False, repr=False)
    """What its scores propose, as `evalgui.core.score_axis` found out."""
    calibrated: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    """What they are worth as probabilities, as `evalgui.core.calibrated` found out."""

    def value(self, metric_id: str) -> float:
        """Return the value of a measure by its id, NaN where it is undefined."""
        return self.measured[metric_id].value

    @property
    def kind(self) -> ScoreKind | None:
        """What the scores are known to be; log-likelihood ratios by their name."""
        if self.are_probabilities:
            return ScoreKind.PROBABILITIES
        return ScoreKind.LOG_RATIOS if _is_named_log_ratio(self.score.name) else None

    def is_offered(self, rule: Rule) -> bool:
        """Return whether a rule means something for these scores."""
        has_species = not rule.of_attacks or self.table.steps.attacks is not None
        return rule.is_for(self.kind) and has_species

    def caution(self, rule: Rule) -> str:
        """Return that a rule is for other scores than these; "" where it is offered."""
        if self.is_offered(rule):
            return ""
        if rule.of_attacks:
            return NO_SPECIES
        return phrase(
            "it is for probabilities, and these scores are not known to be such"
            if rule.of_scores is ScoreKind.PROBABILITIES
            else "it is for log-likelihood ratios, and these scores are not known to be such"
        )

    def cautioned(self, choice: Choice) -> Choice:
        """Return what a rule chose, with a note where it is for other scores than these."""
        caution = self.caution(choice.rule)
        return replace(choice, notes=(*choice.notes, caution)) if caution else choice

    @property
    def default_rule(self) -> str | None:
        """The id of the rule that chooses the default threshold; None where none finds one."""
        if self.table.n_positive and self.table.n_negative:
            is_found = self.choice(self.start_rule).threshold is not None
            return self.start_rule if is_found else YOUDEN
        return None if self.choice("middle").threshold is None else "middle"

    def choice(self, rule_id: str, given: Values | None = None) -> Choice:
        """Return what a rule chooses from the score; made when first asked for, then kept.

        Parameters
        ----------
        rule_id
            The id of the rule.
        given
            What is set in it; the defaults elsewhere.

        Raises
        ------
        UnknownIdError
            If there is no such rule.
        ParameterError
            If the rule cannot work with what is set.
        """
        rule = rule_by_id(rule_id)
        key = (rule_id, tuple(rule.values(given).items()))
        if key not in self._choices:
            self.keep(self.cautioned(choose(rule, self.table.steps, self.score, given)))
        return self._choices[key]

    def has_choice(self, rule_id: str, given: Values | None = None) -> bool:
        """Return whether it is known what a rule chooses; errors are those of `choice`."""
        return (rule_id, tuple(rule_by_id(rule_id).values(given).items())) in self._choices

    def keep(self, choice: Choice) -> None:
        """Take what a rule chose from this score as known."""
        self._choices[choice.rule.id, tuple(choice.parameters.items())] = choice

    def interval(
        self, metric_id: str, settings: IntervalSettings, sampling: Sampling
    ) -> Interval | None:
        """Return where the true value of a measure lies; made when first asked for, then kept.

        Parameters
        ----------
        metric_id
            The id of one of those in `measured`.
        settings
            The level, and the methods.
        sampling
            How the rows came into the data.

        Returns
        -------
        Interval or None
            With the reason where it is undefined; None where no method is declared.
        """
        methods = tuple(sorted(settings.methods.items()))
        key = (metric_id, settings.level, methods, sampling)
        if key not in self._intervals:
            found = [metric for metric in RANKING_METRICS if metric.id == metric_id]
            self._intervals[key] = (
                found[0].interval_of(self.ranked, settings, sampling) if found else None
            )
        return self._intervals[key]

    @property
    def is_quick(self) -> bool:
        """Whether the intervals of all measures take a moment."""
        return len(self.table.steps) <= _QUICK

    def intervals(self, settings: IntervalSettings, sampling: Sampling) -> Mapping[str, Interval]:
        """Return the interval of every measure that has one, by its id; as of `interval`.

        Those of ten million scores take a while: the variance of average precision is a sum
        over all positives.
        """
        found = {
            metric_id: interval
            for metric_id in self.measured
            if (interval := self.interval(metric_id, settings, sampling)) is not None
        }
        return MappingProxyType(found)


def _is_named_log_ratio(name: str) -> bool:
    """Return whether a score is named as a log-likelihood ratio is, such as "LLR"."""
    words = "".join(one if one.isalnum() else " " for one in name.casefold()).split()
    return not _LOG_RATIOS.isdisjoint(words) or "log likelihood ratio" in " ".join(words)
