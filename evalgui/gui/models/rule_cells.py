"""What a rule chooses as the cells of a row, and in words."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.languages import between, tr
from evalgui.core.measured import Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.rules import MOST_TIES
from evalgui.core.snapshot import operate
from evalgui.core.texts import Style
from evalgui.core.thresholds import written
from evalgui.gui.look import text
from evalgui.gui.results.cells import limits, open_in_short
from evalgui.results.result import Kind
from evalgui.results.topics.rules import limit_text

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Score
    from evalgui.core.metrics import Metric
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules.limits import Limit
    from evalgui.core.rules.rule import Choice
    from evalgui.core.snapshot import Inputs
    from evalgui.core.vocabulary import Words

_MOST_LISTED = 8
BETWEEN = "  \N{MIDDLE DOT}  "
_ERROR_RATES = ("FPR", "FNR")
_RIGHT_RATES = ("TPR", "TNR")


class RuleColumn(IntEnum):
    """What stands where in a row."""

    NAME = 0
    THRESHOLD = 1
    VALUE = 2
    FIRST_RATE = 3
    SECOND_RATE = 4
    TIES = 5
    INTERVAL = 6
    REMARKS = 7


N_COLUMNS = len(RuleColumn)
NUMBERS = frozenset(
    {
        RuleColumn.THRESHOLD,
        RuleColumn.VALUE,
        RuleColumn.FIRST_RATE,
        RuleColumn.SECOND_RATE,
        RuleColumn.TIES,
    }
)
_TITLES = {
    RuleColumn.NAME: (tr("Rule"), tr("How a threshold is chosen")),
    RuleColumn.THRESHOLD: (tr("Threshold"), tr("The threshold that the rule chooses")),
    RuleColumn.VALUE: (tr("Value"), tr("The value of what the rule looks at")),
    RuleColumn.TIES: (tr("Ties"), tr("How many other thresholds do as well")),
    RuleColumn.INTERVAL: (tr("Equivalent"), tr("All thresholds that give the same counts")),
    RuleColumn.REMARKS: (
        tr("Remarks"),
        tr("What has to be said of it, or why there is no threshold"),
    ),
}


def rates(words: Words) -> tuple[Metric, Metric]:
    """Return the two rates that a field looks at: of errors in biometrics, else of what is right.

    Errors of one in a million cannot be read off the share of what is right.
    """
    is_biometric = words.vocabulary.is_biometric
    first, second = _ERROR_RATES if is_biometric else _RIGHT_RATES
    return metric_by_id(first), metric_by_id(second)


def _rate(column: RuleColumn, words: Words) -> Metric:
    return rates(words)[column - RuleColumn.FIRST_RATE]


def title(column: RuleColumn, words: Words) -> str:
    """Return the head of a column."""
    if column in _TITLES:
        return _TITLES[column][0]
    metric = _rate(column, words)
    return words.rate(metric.id, metric.symbol_in(words.vocabulary))


def full_title(column: RuleColumn, words: Words) -> str:
    """Return what a column holds, in words."""
    if column in _TITLES:
        return _TITLES[column][1]
    return tr(
        "{name_in}, with its counts",
        name_in=words.said(_rate(column, words).name_in(words.vocabulary)),
    )


def shown(choice: Choice, column: RuleColumn, score: Score, words: Words) -> str:
    """Return a cell of a choice that has a threshold."""
    counts, threshold = choice.counts, choice.threshold
    if counts is None or threshold is None:
        return ""
    if column in {RuleColumn.FIRST_RATE, RuleColumn.SECOND_RATE}:
        return _rate_in_words(_rate(column, words), choice)
    names_number = column is RuleColumn.VALUE and choice.rule.of_what == "threshold"
    if column is RuleColumn.THRESHOLD or names_number:
        return text.threshold(threshold, score)
    told = {
        RuleColumn.VALUE: lambda: value(choice),
        RuleColumn.TIES: lambda: _how_many_ties(choice),
        RuleColumn.INTERVAL: lambda: equivalent(choice, score),
        RuleColumn.REMARKS: lambda: "; ".join(_flags(choice, words)),
    }
    return told[column]()


def value(choice: Choice) -> str:
    """Return the value of what a rule looks at, in per cent where it is a share and they are."""
    if choice.is_share:
        return text.rate(choice.value, choice.bounds)
    return text.measure(choice.value)


def raw(choice: Choice, column: RuleColumn, score: Score, words: Words) -> str:
    """Return a cell for a copy: every digit, and a point; "" where there is none."""
    counts, threshold = choice.counts, choice.threshold
    if counts is None or threshold is None:
        return ""
    if column in {RuleColumn.FIRST_RATE, RuleColumn.SECOND_RATE}:
        return _raw_rate(_rate(column, words), counts)
    names_number = column is RuleColumn.VALUE and choice.rule.of_what == "threshold"
    if column is RuleColumn.THRESHOLD or names_number:
        return written(threshold, score)
    told = {
        RuleColumn.VALUE: lambda: "" if math.isnan(choice.value) else repr(float(choice.value)),
        RuleColumn.TIES: lambda: str(max(0, len(choice.ties) - 1)),
        RuleColumn.INTERVAL: lambda: _half_open(
            written(choice.low, score), written(choice.high, score), score, ", "
        ),
        RuleColumn.REMARKS: lambda: "; ".join(_flags(choice, words)),
    }
    return told[column]()


def equivalent(choice: Choice, score: Score) -> str:
    """Return the half-open interval of the thresholds that give the same counts.

    The end that calls more rows is left out.
    """
    low, high = text.threshold(choice.low, score), text.threshold(choice.high, score)
    return _half_open(low, high, score, between())


def below(choice: Choice, words: Words) -> list[tuple[str, ...]]:
    """Return what columns say of a choice as lines, each in several lengths: rates, then flags."""
    counts = choice.counts
    if counts is None:
        return []
    long, short = [], []
    for metric in rates(words):
        name = words.rate(metric.id, metric.symbol_in(words.vocabulary))
        long.append(f"{name} {_rate_in_words(metric, choice)}")
        if metric.fraction is not None:
            short.append(f"{name} {text.fraction(metric.fraction(counts))}")
    ties, of_what = _how_many_ties(choice), choice.rule.of_what
    has_value = of_what not in {"", "threshold"}
    flags = [f"{words.said(of_what)} {value(choice)}"] if has_value else []
    flags += [tr("{ties} other thresholds do as well", ties=ties)] if ties else []
    flags += _flags(choice, words)
    lengths = BETWEEN.join(long), BETWEEN.join(short)
    return [lengths, *([("; ".join(flags),)] if flags else [])]


def limit_in_words(limit: Limit, words: Words) -> str:
    """Return a limit that a rule asks for: "95 %, one-sided: sensitivity at least 0.955"."""
    style = Style(words, share=text.level, rounded=text.threshold, rate=text.rate)
    return limit_text(limit).told(style)


def sentences(choice: Choice, score: Score, words: Words) -> list[str]:
    """Return all that has to be said of a choice beside its numbers."""
    told = [f"{one[:1].upper()}{one[1:]}" for one in _flags(choice, words)]
    others = [one for one in choice.ties if one != choice.threshold]
    if others:
        listed = [text.threshold(one, score) for one in others[:_MOST_LISTED]]
        more = ["\N{HORIZONTAL ELLIPSIS}"] * (len(others) > _MOST_LISTED)
        told.append(tr("These do as well: {list}", list=between().join([*listed, *more])))
    return told


class Reached(NamedTuple):
    """A rate where a rule goes, as text."""

    name: str
    value: str
    counts: str
    limits: str


def reached(choice: Choice, ranking: Ranking, inputs: Inputs, words: Words) -> list[Reached]:
    """Return the two rates where a rule goes, with their counts and intervals; none without one."""
    if choice.counts is None or choice.threshold is None:
        return []
    found = operate(ranking, choice.threshold, inputs).intervals
    told = []
    for metric in rates(words):
        interval = found[metric.id]
        sure = limits(Kind(is_share=True), interval) if interval.is_defined else ""
        value, counts = _rate_and_counts(metric, choice)
        told.append(Reached(words.said(metric.name_in(words.vocabulary)), value, counts, sure))
    return told


def rates_reached(choice: Choice, ranking: Ranking, inputs: Inputs, words: Words) -> list[str]:
    """Return the two rates where a rule goes, with their intervals, in sentences."""
    level = text.level(inputs.intervals.level)
    return [
        f"{one.name}: {_with_counts(one.value, one.counts)}"
        + (tr(", {level} interval {limits}", level=level, limits=one.limits) if one.limits else "")
        for one in reached(choice, ranking, inputs, words)
    ]


def _flags(choice: Choice, words: Words) -> list[str]:
    """Return the notes of a choice, its confidence, and whether it decides nothing."""
    of_value = Measured(choice.value, bracket=choice.bracket)
    of_bins = open_in_short(Kind(is_share=choice.is_share), of_value)
    told = [of_bins] if of_bins else []
    if choice.is_degenerate and choice.counts is not None:
        calls_any = bool(choice.counts.predicted_positives)
        told.append(
            tr(
                "degenerate: {value} {decision}",
                value=tr("all rows are") if calls_any else tr("no row is"),
                decision=words.decision,
            )
        )
    if math.isfinite(choice.confidence):
        told.append(tr("confidence {confidence}", confidence=text.percent(choice.confidence)))
    told += [limit_in_words(one, words) for one in choice.limits]
    return [*told, *(words.said(note) for note in choice.notes)]


def _how_many_ties(choice: Choice) -> str:
    others = len(choice.ties) - 1
    if others < 1:
        return ""
    is_cut = len(choice.ties) >= MOST_TIES
    return tr("{others} or more", others=text.count(others)) if is_cut else text.count(others)


def _rate_in_words(metric: Metric, choice: Choice) -> str:
    return _with_counts(*_rate_and_counts(metric, choice))


def _with_counts(value: str, counts: str) -> str:
    return f"{value} ({counts})" if counts else value


def _rate_and_counts(metric: Metric, choice: Choice) -> tuple[str, str]:
    """Return a rate and its two counts, "" where it is undefined."""
    counts = choice.counts
    if counts is None:
        return text.UNDEFINED, ""
    value = float(metric.value(counts))
    if math.isnan(value) or metric.fraction is None:
        return text.UNDEFINED, ""
    return text.rate(value, choice.bounds), text.fraction(metric.fraction(counts))


def _raw_rate(metric: Metric, counts: Counts) -> str:
    value = float(metric.value(counts))
    if math.isnan(value) or metric.fraction is None:
        return ""
    x, n = metric.fraction(counts)
    return f"{value!r} ({x}/{n})"


def _half_open(low: str, high: str, score: Score, sign: str) -> str:
    if low == high:  # the common edge of two bins
        return low
    told = f"({low}{sign}{high}]" if score.higher_is_positive else f"[{low}{sign}{high})"
    return text.in_order(told)
