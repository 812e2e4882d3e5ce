"""What the panels of measures show: entries in sections, each with the facts about it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from evalgui.core.counts import Counts
from evalgui.core.digits import Written
from evalgui.core.metrics import METRICS, Better, Family, Metric, Vocabulary, metric_by_id, named
from evalgui.core.metrics.metric import UNIT, Parameters
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS, OverallFamily
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.vocabulary import joined, phrase, words_in
from evalgui.gui import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.multiclass import OverallMetric
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

RANKING = "Ranking"
_ALL_CLASSES = "All classes"
BETTER_WORDS = {
    Better.HIGHER: "higher is better",
    Better.LOWER: "lower is better",
    Better.NEITHER: "neither direction is better",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is always true of a measure.

    `names` are those of vocabularies other than machine learning; `parameters` are the fields
    of `Parameters` in its formula; `follows_threshold` is False for what has one value for all
    thresholds; `note` is a sentence that has to be said of it.
    """

    name: str
    formula: str
    better: Better
    range: tuple[float, float] = UNIT
    symbol: str = ""
    names: Mapping[Vocabulary, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    follows_threshold: bool = True
    note: str = ""
    written: Written = Written.ROUNDED

    def number(self, value: float) -> str:
        """Return a value as it is shown."""
        return text.measure(value, self.written)

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return the name in a vocabulary."""
        return self.names.get(vocabulary, self.name)

    def range_words(self) -> str:
        """Return the interval of its values and which of them are good."""
        low, high = (text.threshold(limit) for limit in self.range)
        return f"{low} to {high}, {BETTER_WORDS[self.better]}"

    def other_names(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Return all its names but the one in a vocabulary."""
        known = (self.name, *self.names.values(), *self.aliases)
        shown = self.name_in(vocabulary)
        return tuple(name for name in dict.fromkeys(known) if name != shown)


class Entry(Protocol):
    """One row: a measure at the threshold, one of the ranking, or one of all classes."""

    @property
    def id(self) -> str:
        """Its stable name."""

    @property
    def facts(self) -> Facts:
        """What is always true of it."""

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""

    def detail(self, snapshot: Snapshot) -> str:
        """Return what stands beside the value: x/n, or where it is taken."""

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:
        """Return the numbers that its formula names: counts are integers."""


@dataclass(frozen=True, slots=True)
class Section:
    """A family that folds, with its entries."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A measure at the threshold."""

    metric: Metric
    place: int
    facts: Facts

    @classmethod
    def of(cls, metric: Metric, place: int) -> MetricEntry:
        """Make the entry of a measure, given its place in `METRICS`."""
        facts = Facts(
            name=metric.name,
            formula=metric.formula,
            better=metric.better,
            range=metric.range,
            symbol=metric.symbol,
            names=metric.names,
            aliases=metric.aliases,
            sources=metric.sources,
            parameters=metric.parameters,
        )
        return cls(metric, place, facts)

    @property
    def id(self) -> str:
        """Its stable name."""
        return self.metric.id

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""
        return self.metric.matches(words)

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""
        return snapshot.point.values[self.place] if snapshot.point else math.nan

    def detail(self, snapshot: Snapshot) -> str:
        """Return the two counts of a proportion, or the numbers that the user may set."""
        if snapshot.point is None:
            return ""
        if self.metric.fraction is not None:
            x, n = self.metric.fraction(snapshot.point.counts)
            return f"{text.count(int(x))}/{text.count(int(n))}"
        parameters = snapshot.inputs.parameters
        settings = [_setting(name, getattr(parameters, name)) for name in self.metric.parameters]
        return joined(", ", settings) if settings else ""

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""
        if snapshot.point is None:
            return ""
        return self.metric.undefined_reason(snapshot.point.counts, snapshot.inputs.parameters)

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:
        """Return the counts, the other measures and the numbers that the user may set."""
        if snapshot.point is None:
            return {}
        counts = snapshot.point.counts
        others = zip(METRICS, snapshot.point.values, strict=True)
        result: dict[str, float] = {metric.id: value for metric, value in others}
        result["LR+"], result["LR-"] = result["LRP"], result["LRN"]
        result |= numbers_of(counts)
        for name in self.metric.parameters:
            number = getattr(snapshot.inputs.parameters, name)
            result[parameter_name(name)] = int(number) if number == int(number) else number
        if self.metric.id == "AGF":
            result |= _weighted_f(counts)
        return result


def numbers_of(counts: Counts) -> dict[str, int]:
    """Return the counts under the names that they have in formulas."""
    return {
        "TP": int(counts.tp),
        "FP": int(counts.fp),
        "FN": int(counts.fn),
        "TN": int(counts.tn),
        "P": int(counts.actual_positives),
        "N": int(counts.actual_negatives),
        "n": int(counts.n),
    }


def parameter_name(field_name: str) -> str:
    """Return a field of `Parameters` as formulas name it: alpha, cost_FN."""
    if field_name.startswith("cost_"):
        return "cost_" + field_name.removeprefix("cost_").upper()
    return field_name.removeprefix("tversky_")


def _setting(field_name: str, value: float) -> str:
    """Return a field of `Parameters` and its value, to be told in the words of a field."""
    name = parameter_name(field_name)
    mark = name.removeprefix("cost_")
    template = name if mark == name else f"cost_{{{mark}}}"
    return phrase(f"{template} {{value}}", value=text.short_threshold(value))


def _weighted_f(counts: Counts) -> dict[str, float]:
    """Return the F measures of the formula of AGF."""
    f_beta = metric_by_id("FBETA")
    swapped = Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)
    return {
        "F2": float(f_beta.value(counts, Parameters(beta=2.0))),
        "InvF0.5": float(f_beta.value(swapped, Parameters(beta=0.5))),
    }


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """A summary of the scores over all thresholds."""

    id: str
    facts: Facts
    read: Callable[[Ranking], float]
    has_threshold: bool = False

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""
        facts = self.facts
        known = " ".join((self.id, facts.name, *facts.names.values(), *facts.aliases)).casefold()
        return all(word in known for word in words.casefold().split())

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""
        return self.read(snapshot.ranking) if snapshot.ranking else math.nan

    def detail(self, snapshot: Snapshot) -> str:
        """Return the threshold at which the value is taken, if it is at one."""
        if not self.has_threshold or snapshot.ranking is None:
            return ""
        ranking = snapshot.ranking
        crossing = ranking.equal_error_rate
        if not crossing.is_defined:
            return ""
        return f"at {text.short_threshold(crossing.threshold, ranking.score)}"

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""
        return snapshot.ranking.undefined_reason(self.id) if snapshot.ranking else ""

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:  # noqa: ARG002 - an Entry
        """Return nothing: its formula is over all thresholds."""
        return {}


def _reader(metric_id: str) -> Callable[[Ranking], float]:
    """Return how to read a measure of probabilities."""

    def read(ranking: Ranking) -> float:
        return ranking.as_probability.get(metric_id, math.nan)

    return read


def _ranking_facts(  # noqa: PLR0913 - a declarative entry
    name: str,
    formula: str,
    aliases: tuple[str, ...],
    source: str,
    *,
    better: Better = Better.HIGHER,
    names: Mapping[Vocabulary, str] | None = None,
) -> Facts:
    return Facts(
        name=name,
        formula=formula,
        better=better,
        names=names or {},
        aliases=aliases,
        sources=(source,),
        follows_threshold=False,
        note="Over all thresholds: it does not follow the line",
    )


RANKING_ENTRIES = (
    RankingEntry(
        "roc_auc",
        _ranking_facts(
            "ROC AUC",
            phrase("P({positive} above {negative}) + P(equal) / 2"),
            ("AUC", "area under the ROC curve", "c-statistic", "concordance", "AUROC"),
            "tharwat-2018, section 4",
            names=named("AUC (c-statistic)"),
        ),
        lambda ranking: ranking.areas.roc_auc,
    ),
    RankingEntry(
        "average_precision",
        _ranking_facts(
            "Average precision",
            phrase("sum over thresholds of {precision} times the step in {recall}"),
            ("AP", "AUPRC by steps", "area under the precision-recall curve"),
            "tharwat-2018, section 5",
        ),
        lambda ranking: ranking.areas.average_precision,
    ),
    RankingEntry(
        "pr_auc_davis_goadrich",
        _ranking_facts(
            "PR area (Davis-Goadrich)",
            "area under the precision-recall curve, interpolated as the counts imply",
            ("AUPRC", "area under the precision-recall curve", "PR AUC"),
            "tharwat-2018, eq. 18",
        ),
        lambda ranking: ranking.areas.pr_auc_davis_goadrich,
    ),
    RankingEntry(
        "eer",
        _ranking_facts(
            "Equal error rate",
            "FPR where FPR = FNR, interpolated between attainable points",
            ("EER", "crossover error rate", "CER"),
            "tharwat-2018, section 6",
            better=Better.LOWER,
            names=named(
                "Error where sensitivity = specificity",
                "EER (equal error rate)",
                "EER (equal error rate)",
            ),
        ),
        lambda ranking: ranking.equal_error_rate.value,
        has_threshold=True,
    ),
    *(
        RankingEntry(
            metric.id.lower(),
            _ranking_facts(
                metric.name,
                metric.formula,
                metric.aliases,
                metric.sources[0],
                better=metric.better,
                names=metric.names,
            ),
            _reader(metric.id.lower()),
        )
        for metric in PROBABILITY_METRICS
    ),
)


def all_sections() -> tuple[Section, ...]:
    """Return every family with its measures; those of the ranking, which stay, come last."""
    placed = [MetricEntry.of(metric, place) for place, metric in enumerate(METRICS)]
    sections = [
        Section(family.value, tuple(entry for entry in placed if entry.metric.family is family))
        for family in Family
    ]
    sections.append(Section(RANKING, RANKING_ENTRIES))
    return tuple(section for section in sections if section.entries)


@dataclass(frozen=True, slots=True)
class OverallEntry:
    """A measure of all classes together."""

    id: str
    facts: Facts
    family: OverallFamily

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""
        facts = self.facts
        names = (self.id, facts.symbol, facts.name, *facts.names.values(), *facts.aliases)
        known = " ".join(names).casefold()
        return all(word in known for word in words.casefold().split())

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""
        overall = snapshot.overall
        return overall.values.get(self.id, math.nan) if overall is not None else math.nan

    def detail(self, snapshot: Snapshot) -> str:
        """Return what has to be said beside the value, such as which classes were left out."""
        return snapshot.overall.notes.get(self.id, "") if snapshot.overall is not None else ""

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""
        return snapshot.overall.reasons.get(self.id, "") if snapshot.overall is not None else ""

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:  # noqa: ARG002 - an Entry
        """Return nothing: its formula is over all classes."""
        return {}


def _overall_entry(metric: OverallMetric[Any]) -> OverallEntry:
    facts = Facts(
        name=metric.name,
        formula=metric.formula,
        better=metric.better,
        range=metric.range,
        symbol=metric.symbol,
        names=metric.names,
        aliases=metric.aliases,
        sources=metric.sources,
        follows_threshold=False,
        note=_ALL_CLASSES,
        written=metric.written,
    )
    return OverallEntry(metric.id, facts, metric.family)


def overall_sections(snapshot: Snapshot) -> tuple[Section, ...]:
    """Return the measures of all classes together that a snapshot has, by family."""
    if snapshot.overall is None:
        return ()
    entries = [*map(_overall_entry, MATRIX_METRICS), *map(_overall_entry, SCORE_METRICS)]
    known = snapshot.overall.values
    entries = [entry for entry in entries if entry.id in known]
    sections = (
        Section(
            phrase("{scope}: {family}", scope=_ALL_CLASSES, family=family.heading),
            tuple(e for e in entries if e.family is family),
        )
        for family in OverallFamily
    )
    return tuple(section for section in sections if section.entries)


def symbol_beside(entry: Entry, vocabulary: Vocabulary) -> str:
    """Return the symbol in a vocabulary, "" where the name there holds it."""
    words, facts = words_in(vocabulary), entry.facts
    symbol = words.rates.get(entry.id) or words.said(facts.symbol)
    title = facts.name_in(vocabulary)
    is_held = symbol.casefold() == title.casefold() or title.startswith(f"{symbol} (")
    return "" if is_held else symbol


def explanation(entry: Entry, vocabulary: Vocabulary) -> str:
    """Return formula, range, direction, other names and sources, a line each."""
    facts = entry.facts
    title = facts.name_in(vocabulary)
    symbol = symbol_beside(entry, vocabulary)
    lines = [
        f"{title} ({symbol})" if symbol else title,
        f"Formula: {words_in(vocabulary).formula(facts.formula)}",
        f"Range: {facts.range_words()}",
    ]
    if facts.note:
        lines.append(facts.note)
    others = facts.other_names(vocabulary)
    if others:
        lines.append(f"Also: {', '.join(others)}")
    if facts.sources:
        lines.append(f"Source: {'; '.join(facts.sources)}")
    return "\n".join(lines)
