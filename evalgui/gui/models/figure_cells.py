"""What the figures of an evaluation are called, and their numbers as the cells of a row."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.metrics import metric_by_id
from evalgui.core.rules import rule_by_id
from evalgui.core.rules.figures import error_rates
from evalgui.core.rules.presets import PRESETS
from evalgui.core.thresholds import written
from evalgui.gui.look import text
from evalgui.gui.models import rule_cells
from evalgui.gui.models.rule_choices import Refused, RuleChoices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from evalgui.core.counts import Counts
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules import Rule
    from evalgui.core.rules.figures import Figure, FigureGroup
    from evalgui.core.rules.rule import Choice
    from evalgui.core.vocabulary import Words
    from evalgui.gui.models.rule_choices import Key


class FigureColumn(IntEnum):
    """What stands where in a row."""

    NAME = 0
    VALUE = 1
    THRESHOLD = 2
    FMR = 3
    FMR_LIMIT = 4
    FNMR = 5
    FNMR_LIMIT = 6
    ACTUAL = 7
    REMARKS = 8


NUMBERS = frozenset(FigureColumn) - {FigureColumn.NAME, FigureColumn.REMARKS}
_AT_MOST = "\N{LESS-THAN OR EQUAL TO}"
_RATES = {"fmr": "FPR", "fnmr": "FNR"}
_TELLING = 4  # digits of what is alike in two
_N_SET = {"fmr": 1, "fnmr": 1, "min-dcf": 3}  # numbers that are told in short


class FigureChoices(RuleChoices):
    """Knows what the rules of some figures choose."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: list[tuple[Rule, Key]] = []

    def set_figures(self, figures: Sequence[Figure]) -> None:
        """Ask for these from now on; what is known stays known."""
        keys = dict.fromkeys(key for figure in figures for key in _keys(figure))
        self._wanted = [(rule_by_id(key[0]), key) for key in keys]

    def wanted(self) -> list[tuple[Rule, Key]]:
        return self._wanted

    def of(self, figure: Figure) -> tuple[Choice, ...] | Refused | None:
        """Return what its rules choose, or why one cannot; None while that is not known."""
        found = []
        for key in _keys(figure):
            answer = self.known(key)
            if answer is None or isinstance(answer, Refused):
                return answer
            found.append(answer)
        return tuple(found)


def _keys(figure: Figure) -> list[Key]:
    return [
        (rule_id, tuple(rule_by_id(rule_id).values(values).items()))
        for rule_id, values in figure.asked
    ]


def heads(words: Words, level: float) -> list[tuple[str, str]]:
    """Return the head of each column, and what it holds."""
    fmr, fnmr = words.rate("FPR", "FPR"), words.rate("FNR", "FNR")
    limit = tr("one-sided exact upper limit at {level}", level=text.level(level))
    return [
        (tr("Figure"), tr("What is asked for")),
        (tr("Value"), tr("What it is")),
        (tr("Threshold"), tr("Where it is taken")),
        (fmr, tr("{fmr} that is reached, with its counts", fmr=fmr)),
        (f"{fmr} {_AT_MOST}", tr("Of {fmr}, the {limit}", fmr=fmr, limit=limit)),
        (fnmr, tr("{fnmr} that is reached, with its counts", fnmr=fnmr)),
        (f"{fnmr} {_AT_MOST}", tr("Of {fnmr}, the {limit}", fnmr=fnmr, limit=limit)),
        (tr("Actual"), tr("The detection cost at the threshold in force, normalised")),
        (tr("Remarks"), tr("What has to be said of it, or why there is none")),
    ]


def group_title(group: FigureGroup, words: Words) -> str:
    """Return the head of a group of figures."""
    fmr, fnmr = words.rate("FPR", "FPR"), words.rate("FNR", "FNR")
    own = {
        "equal-errors": tr("Equal error rate, by each definition"),
        "fnmr-at-fmr": tr("{rate} at {other}", rate=fnmr, other=fmr),
        "fmr-at-fnmr": tr("{rate} at {other}", rate=fmr, other=fnmr),
        "detection-costs": tr("Least detection cost, normalised"),
    }
    return own.get(group.id) or words.said(PRESETS.by_id(group.id).name)


def title(figure: Figure, words: Words) -> str:
    """Return the short name of a figure: what is set in its rule comes early, and its own name."""
    rule_id, values = figure.asked[0]
    told = [text.threshold(value) for value in values.values() if isinstance(value, float)]
    if len(figure.asked) > 1 or len(told) != _N_SET.get(rule_id):
        return full_title(figure, words)
    own = f" ({words.said(figure.name)})" if figure.name else ""
    if rule_id in _RATES:
        rate = metric_by_id(_RATES[rule_id])
        named = words.rate(rate.id, rate.symbol_in(words.vocabulary))
        return f"{named} {_AT_MOST} {told[0]}{own}"
    rule = rule_by_id(rule_id)
    prior, miss, alarm = told
    return tr(
        "{rule_name} {prior}; costs {miss} : {alarm}{own}",
        rule_name=words.rule_name(rule.id, rule.name),
        prior=prior,
        miss=miss,
        alarm=alarm,
        own=own,
    )


def full_title(figure: Figure, words: Words) -> str:
    """Return the name of a figure: that of its rule, with what is set in it, and its own."""
    if len(figure.asked) > 1:
        return " ".join(
            filter(None, [tr("Mean of these"), figure.name and f"({words.said(figure.name)})"])
        )
    rule_id, values = figure.asked[0]
    rule = rule_by_id(rule_id)
    name = words.rule_name(rule.id, rule.name)
    told = [text.threshold(value) for value in values.values() if isinstance(value, float)]
    own = f" ({words.said(figure.name)})" if figure.name else ""
    first = " ".join([name, *told[:1]])
    others = [
        f"{words.said(parameter.name)} {number}"
        for parameter, number in zip(rule.parameters[1:], told[1:], strict=False)
    ]
    return "; ".join([first, *others]) + own


def cells(  # noqa: PLR0913, PLR0917 - what a row is made of
    figure: Figure,
    answer: tuple[Choice, ...] | Refused | None,
    ranking: Ranking,
    counts: Counts | None,
    level: float,
    words: Words,
) -> list[str]:
    """Return the cells of a row behind its name."""
    blank = [""] * (len(FigureColumn) - 1)
    now = actual(figure, counts)
    if answer is None:
        return blank
    if isinstance(answer, Refused):
        return [text.UNDEFINED, *blank[2:], answer.reason]
    reasons = [words.said(one.undefined) for one in answer if one.threshold is None]
    if reasons:
        return [
            text.UNDEFINED,
            *blank[2:],
            reasons[0] or tr("there is no threshold"),
        ]
    told = text.rate if all(one.is_share for one in answer) else text.measure
    if len(answer) > 1:
        return [told(figure.value(answer)), *blank[3:], now, ""]
    (choice,) = answer
    shown = [rule_cells.value(choice)]
    shown.append(rule_cells.shown(choice, rule_cells.RuleColumn.THRESHOLD, ranking.score, words))
    for rate in error_rates(choice, level, ranking.table.steps) or ():
        has_rows = rate.n > 0
        value = f"{text.rate(rate.value, choice.bounds)} ({text.fraction((rate.errors, rate.n))})"
        shown += [value if has_rows else text.UNDEFINED]
        shown += [text.rate(rate.upper_limit, choice.bounds) if has_rows else ""]
    return [*shown, now, "; ".join(_remarks(figure, choice, ranking, level, words))]


def below(told: Sequence[str], words: Words) -> list[tuple[str, ...]]:
    """Return what the columns of a row say as lines, each in several lengths: rates, then remarks.

    A rate is that of its counts, which have room where it has none.
    """
    rates, counts = [], []
    pairs = (("FPR", FigureColumn.FMR), ("FNR", FigureColumn.FNMR))
    for metric_id, column in pairs:
        name, rate, limit = words.rate(metric_id, metric_id), told[column], told[column + 1]
        if not limit:
            continue
        rates.append(f"{name} {rate} {_AT_MOST} {limit}")
        counts.append(f"{name} {rate.partition('(')[2].rstrip(')')} {_AT_MOST} {limit}")
    now, remarks = told[FigureColumn.ACTUAL], told[FigureColumn.REMARKS]
    others = "; ".join(filter(None, [now and tr("actual {now}", now=now), remarks]))
    lengths = tuple(rule_cells.BETWEEN.join(one) for one in (rates, counts))
    return [*([lengths] if rates else []), *([(others,)] if others else [])]


def sentences(told: Sequence[str], words: Words, level: float) -> str:
    """Return what the columns of a row say, a sentence a line."""
    lines = []
    for metric_id, column in (("FPR", FigureColumn.FMR), ("FNR", FigureColumn.FNMR)):
        if told[column + 1]:
            name, rate, limit = words.rate(metric_id, metric_id), told[column], told[column + 1]
            lines.append(
                tr(
                    "{rate} {at_most} {limit} at {level}",
                    rate=f"{name} {rate}",
                    at_most=_AT_MOST,
                    limit=limit,
                    level=text.level(level),
                )
            )
    if told[FigureColumn.ACTUAL]:
        lines.append(tr("At the threshold in force: {told}", told=told[FigureColumn.ACTUAL]))
    lines += told[FigureColumn.REMARKS].split("; ") if told[FigureColumn.REMARKS] else []
    return "\n".join(f"{line[:1].upper()}{line[1:]}" for line in lines)


def actual(figure: Figure, counts: Counts | None) -> str:
    """Return a detection cost at the threshold in force; "" for other figures."""
    value = math.nan if counts is None else figure.actual(counts)
    return "" if math.isnan(value) else text.measure(value)


def _remarks(
    figure: Figure, choice: Choice, ranking: Ranking, level: float, words: Words
) -> list[str]:
    steps = ranking.table.steps
    told = []
    ends = figure.bracket(steps)
    if ends is not None:
        low, high = map(text.rate, ends)
        if low == high and ends[0] != ends[1]:  # digits that tell them apart
            low, high = (text.short_threshold(end, n_digits=_TELLING) for end in ends)
        told.append(tr("between {low} and {high}", low=low, high=high))
    told += rule_cells.sentences(choice, ranking.score, words)
    bound = figure.claimable(steps, level)
    if not math.isnan(bound):
        told.append(
            tr(
                "after no error {bound} may be claimed at {level}",
                bound=text.rate(bound),
                level=text.level(level),
            )
        )
    return told


RAW_HEADS = (
    *("Group", "Figure", "Value", "Actual", "Threshold"),
    *("FMR", "False matches", "Impostor comparisons", "FMR limit"),
    *("FNMR", "False non-matches", "Genuine comparisons", "FNMR limit", "Remarks"),
)


def raw(
    figure: Figure,
    answer: tuple[Choice, ...] | Refused | None,
    ranking: Ranking,
    counts: Counts | None,
    level: float,
) -> list[str]:
    """Return the numbers of a row for a copy: every digit, and a point; "" where there is none."""
    is_known = isinstance(answer, tuple) and all(one.threshold is not None for one in answer)
    if not is_known or not isinstance(answer, tuple):
        return [""] * (len(RAW_HEADS) - 3)
    now = math.nan if counts is None else figure.actual(counts)
    numbers = ["" if math.isnan(one) else repr(float(one)) for one in (figure.value(answer), now)]
    if len(answer) > 1:
        return [*numbers, *[""] * (len(RAW_HEADS) - 5)]
    (choice,) = answer
    threshold = math.nan if choice.threshold is None else choice.threshold
    numbers.append(written(threshold, ranking.score))
    for rate in error_rates(choice, level, ranking.table.steps) or ():
        numbers += [repr(rate.value), str(rate.errors), str(rate.n), repr(rate.upper_limit)]
    return numbers
