"""What the panels of measures show: entries in sections, each a measure and where its value is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.counts import whole_or_sum
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.auc import DRAWN_TOO_SHORT, is_extreme
from evalgui.core.measured import NOTHING
from evalgui.core.metrics import METRICS, Better, Family, Vocabulary
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS, OverallFamily
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS, ROC_AUC, RankingMetric, Shown
from evalgui.core.vocabulary import joined, phrase, words_in
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.measured import Interval, Measured
    from evalgui.core.metrics import AnyMetric, Metric
    from evalgui.core.multiclass import OverallMetric
    from evalgui.core.snapshot import Snapshot

RANKING = "Ranking"
_KINDS = {"bca": "BCa", "percentile": "percentile"}
_ALL_CLASSES = "All classes"
BETTER_WORDS = {
    Better.HIGHER: "higher is better",
    Better.LOWER: "lower is better",
    Better.NEITHER: "neither direction is better",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: a measure, and how its value is found in a snapshot."""

    metric: AnyMetric

    @property
    def id(self) -> str:
        """Its stable name."""
        return self.metric.id

    @property
    def parameters(self) -> tuple[str, ...]:
        """The fields of `Parameters` in its formula."""
        return ()

    @property
    def has_detail(self) -> bool:
        """Whether something stands beside its value as a rule, such as x/n."""
        return False

    @property
    def note(self) -> str:
        """A sentence that has to be said of it, "" for none."""
        return ""

    @property
    def is_plotted(self) -> bool:
        """Whether it can be plotted against the threshold."""
        return self.metric.follows_threshold

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return its name in a vocabulary."""
        return self.metric.name_in(vocabulary)

    def matches(self, words: str) -> bool:
        """Return whether every word of a search occurs in one of its names."""
        return self.metric.matches(words)

    def measured(self, snapshot: Snapshot) -> Measured:  # noqa: ARG002 - what the kinds say
        """Return its value, or why there is none."""
        return NOTHING

    def interval(self, snapshot: Snapshot) -> Interval | None:  # noqa: ARG002 - as above
        """Return where the true value lies, or why that is not known; None where nobody says."""
        return None

    def drawn(self, snapshot: Snapshot) -> list[str]:  # noqa: ARG002 - as above
        """Return what drawing the rows again says of it, in sentences; none where nobody did."""
        return []

    def detail(self, snapshot: Snapshot) -> str:  # noqa: ARG002 - what the kinds say
        """Return what stands beside the value: x/n, or where it is taken."""
        return ""

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:  # noqa: ARG002 - as above
        """Return the numbers that its formula names, counts as integers; none where it is long."""
        return {}

    @property
    def is_share(self) -> bool:
        """Whether it is a proportion, which may be wanted in per cent."""
        return False

    def number(self, value: float) -> str:
        """Return a value as it is shown."""
        return text.rate(value) if self.is_share else text.measure(value, self.metric.written)

    def range_words(self) -> str:
        """Return the interval of its values and which of them are good."""
        low, high = (text.threshold(limit) for limit in self.metric.range)
        return f"{low} to {high}, {BETTER_WORDS[self.metric.better]}"


@dataclass(frozen=True, slots=True)
class Section:
    """A family that folds, with its entries."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MetricEntry(Entry):
    """A measure at the threshold."""

    metric: Metric

    @property
    def parameters(self) -> tuple[str, ...]:
        """The fields of `Parameters` in its formula."""
        return self.metric.parameters

    @property
    def has_detail(self) -> bool:
        """Whether there are two counts beside its value, or what the user may set."""
        return self.is_share or bool(self.metric.parameters)

    @property
    def is_share(self) -> bool:
        """Whether it is a proportion, which may be wanted in per cent."""
        return self.metric.fraction is not None

    def measured(self, snapshot: Snapshot) -> Measured:
        """Return its value at the threshold, or why there is none."""
        return snapshot.point.measured.get(self.metric.id, NOTHING) if snapshot.point else NOTHING

    def interval(self, snapshot: Snapshot) -> Interval | None:
        """Return where the true value lies at the threshold, or why that is not known."""
        return snapshot.point.intervals.get(self.metric.id) if snapshot.point else None

    def moved(self, snapshot: Snapshot) -> Sequence[tuple[float, float]]:
        """Return the value with each proportion in turn at its limits, as square-and-add does."""
        known = None if snapshot.point is None else snapshot.point.intervals
        return known.moved(self.metric.id) if isinstance(known, IntervalsAt) else ()

    def detail(self, snapshot: Snapshot) -> str:
        """Return the two counts of a proportion, or the numbers that the user may set."""
        fraction = self.measured(snapshot).fraction
        if fraction is not None:
            return text.fraction(fraction)
        parameters = snapshot.inputs.parameters
        settings = [_setting(name, getattr(parameters, name)) for name in self.metric.parameters]
        return joined(", ", settings) if settings else ""

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:
        """Return the counts, the other measures and the numbers that the user may set."""
        if snapshot.point is None:
            return {}
        counts = snapshot.point.counts
        others = snapshot.point.measured.items()
        result: dict[str, float] = {metric_id: found.value for metric_id, found in others}
        result |= numbers_of(counts)
        for name in self.metric.parameters:
            number = getattr(snapshot.inputs.parameters, name)
            result[parameter_name(name)] = int(number) if number == int(number) else number
        if self.metric.quantities is not None:
            result |= self.metric.quantities(counts)
        return result


def numbers_of(counts: Counts) -> dict[str, float]:
    """Return the counts under the names that they have in formulas."""
    return {
        "TP": whole_or_sum(counts.tp),
        "FP": whole_or_sum(counts.fp),
        "FN": whole_or_sum(counts.fn),
        "TN": whole_or_sum(counts.tn),
        "P": whole_or_sum(counts.actual_positives),
        "N": whole_or_sum(counts.actual_negatives),
        "n": whole_or_sum(counts.n),
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


@dataclass(frozen=True, slots=True)
class RankingEntry(Entry):
    """A measure of the scores over all thresholds."""

    @property
    def has_detail(self) -> bool:
        """Whether it is taken at a threshold, which stands beside it."""
        return isinstance(self.metric, RankingMetric) and self.metric.taken_at is not None

    @property
    def is_share(self) -> bool:
        """Whether it is a proportion, which may be wanted in per cent."""
        return isinstance(self.metric, RankingMetric) and self.metric.in_percent

    @property
    def note(self) -> str:
        """A sentence that has to be said of it."""
        return "Over all thresholds: it does not follow the line"

    def interval(self, snapshot: Snapshot) -> Interval | None:
        """Return where the true value lies, or why that is not known; None until it is made."""
        return snapshot.summaries.get(self.metric.id)

    def drawn(self, snapshot: Snapshot) -> list[str]:
        """Return what drawing the rows again says of it, in sentences; none where nobody did."""
        resampled = snapshot.resampled
        found = {} if resampled is None else resampled.areas.get(self.metric.id, {})
        if resampled is None or not found:
            return []
        level, lines = text.level(resampled.level), []
        for kind, name in _KINDS.items():
            limits = found[kind]
            told = " to ".join(map(text.short_threshold, (limits.lower, limits.upper)))
            lines.append(f"Bootstrap {name}, {level}: {limits.reason or told}")
        ranking = snapshot.ranking
        if ranking is not None and self.metric.id == ROC_AUC.id and is_extreme(ranking.ranked.area):
            lines.append(f"{DRAWN_TOO_SHORT[0].upper()}{DRAWN_TOO_SHORT[1:]}")
        drawn = f"{text.count(resampled.n_replicates)} replicates"
        if resampled.n_bins is not None:
            drawn += f" of scores in {text.count(resampled.n_bins)} groups"
        return [*lines, drawn]

    def measured(self, snapshot: Snapshot) -> Measured:
        """Return its value, or why there is none."""
        ranking = snapshot.ranking
        return NOTHING if ranking is None else ranking.measured.get(self.metric.id, NOTHING)

    def detail(self, snapshot: Snapshot) -> str:
        """Return the threshold at which the value is taken, if it is at one."""
        ranking = snapshot.ranking
        if ranking is None or self.metric.id not in ranking.taken_at:
            return ""
        threshold = ranking.taken_at[self.metric.id]
        return f"at {text.short_threshold(threshold, ranking.score)}"


def ranking_entries() -> tuple[Entry, ...]:
    """Return the measures of a ranking, those of probabilities last."""
    shown = (metric for metric in RANKING_METRICS if Shown.PANEL in metric.shown)
    return tuple(map(RankingEntry, (*shown, *PROBABILITY_METRICS)))


def all_sections() -> tuple[Section, ...]:
    """Return every family with its measures; those of the ranking, which stay, come last."""
    sections = [
        Section(family.value, tuple(MetricEntry(one) for one in METRICS if one.family is family))
        for family in Family
    ]
    sections.append(Section(RANKING, ranking_entries()))
    return tuple(section for section in sections if section.entries)


@dataclass(frozen=True, slots=True)
class OverallEntry(Entry):
    """A measure of all classes together."""

    metric: OverallMetric[Any]

    @property
    def has_detail(self) -> bool:
        """Whether there are two counts beside its value."""
        return self.is_share

    @property
    def is_share(self) -> bool:
        """Whether it is a proportion, which may be wanted in per cent."""
        return self.metric.fraction is not None

    @property
    def note(self) -> str:
        """A sentence that has to be said of it."""
        return _ALL_CLASSES

    def interval(self, snapshot: Snapshot) -> Interval | None:
        """Return where the true value lies, or why that is not known."""
        return None if snapshot.overall is None else snapshot.overall.intervals.get(self.metric.id)

    def measured(self, snapshot: Snapshot) -> Measured:
        """Return its value, or why there is none."""
        overall = snapshot.overall
        return NOTHING if overall is None else overall.measured.get(self.metric.id, NOTHING)

    def detail(self, snapshot: Snapshot) -> str:
        """Return what has to be said beside the value, such as which classes were left out.

        Where there is nothing to say of a proportion, its two counts.
        """
        note = "" if snapshot.overall is None else snapshot.overall.notes.get(self.id, "")
        fraction = self.measured(snapshot).fraction
        return note if note or fraction is None else text.fraction(fraction)


def overall_sections(snapshot: Snapshot) -> tuple[Section, ...]:
    """Return the measures of all classes together that a snapshot has, by family."""
    if snapshot.overall is None:
        return ()
    known = snapshot.overall.measured
    every: tuple[OverallMetric[Any], ...] = (*MATRIX_METRICS, *SCORE_METRICS)
    metrics = [metric for metric in every if metric.id in known]
    sections = (
        Section(
            phrase("{scope}: {family}", scope=_ALL_CLASSES, family=family.heading),
            tuple(OverallEntry(one) for one in metrics if one.family is family),
        )
        for family in OverallFamily
    )
    return tuple(section for section in sections if section.entries)


def symbol_beside(entry: Entry, vocabulary: Vocabulary) -> str:
    """Return the symbol in a vocabulary, "" where the name there holds it."""
    words = words_in(vocabulary)
    symbol = words.rates.get(entry.id) or words.said(entry.metric.symbol)
    title = entry.name_in(vocabulary)
    is_held = symbol.casefold() == title.casefold() or title.startswith(f"{symbol} (")
    return "" if is_held else symbol


def explanation(entry: Entry, vocabulary: Vocabulary) -> str:
    """Return formula, range, direction, other names and sources, a line each."""
    metric = entry.metric
    title = entry.name_in(vocabulary)
    symbol = symbol_beside(entry, vocabulary)
    lines = [
        f"{title} ({symbol})" if symbol else title,
        f"Formula: {words_in(vocabulary).formula(metric.formula)}",
        f"Range: {entry.range_words()}",
    ]
    if entry.note:
        lines.append(entry.note)
    others = metric.other_names(vocabulary)
    if others:
        lines.append(f"Also: {', '.join(others)}")
    if metric.sources:
        lines.append(f"Source: {'; '.join(metric.sources)}")
    return "\n".join(lines)


def on_show(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what decides which rows there are."""
    prevalence = snapshot.inputs.intervals.prevalence if snapshot.point is not None else None
    return _known_overall(snapshot), kinds_on_show(snapshot), prevalence


def _known_overall(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the measures of all classes together that there are."""
    return () if snapshot.overall is None else tuple(snapshot.overall.measured)


def kinds_on_show(snapshot: Snapshot) -> tuple[bool, bool]:
    """Return whether measures of two classes, and of the ranking, belong on show.

    Only what is about K classes, or has no scores, leaves one of them out.
    """
    if snapshot.overall is None:
        return True, True
    return snapshot.point is not None, snapshot.ranking is not None


def n_counted(snapshot: Snapshot) -> int:
    """Return how many rows are counted."""
    if snapshot.point is not None:
        return whole_or_sum(snapshot.point.counts.n)
    return 0 if snapshot.overall is None else snapshot.overall.matrix.n
