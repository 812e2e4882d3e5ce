"""What the matrix of a grey zone says: three zones, and both ways to call what is grey."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.counts import divide
from evalgui.core.grey_zone import INDETERMINATE, decision
from evalgui.core.languages import tr
from evalgui.core.metrics import metric_by_id
from evalgui.gui.confusion.zone_words import way_names, zone_names
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Score
    from evalgui.core.grey_zone import GreyZone, Zone
    from evalgui.core.metrics import Metric
    from evalgui.core.vocabulary import Words

TWO_WAY = ("TPR", "TNR", "PPV", "NPV", "ACC")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above a column: the zone, its scores, its share and its likelihood ratio.

    The `short` name stands where there is no room for the other one.
    """

    name: str
    short: str
    scores: str
    bare_share: str
    share: str
    ratio: str
    limits: str


@dataclass(frozen=True, slots=True)
class GreyCell:
    """The rows of a class in a zone; `is_right` is None where nothing is called.

    The `part` is the share as a number in [0, 1], 0 where there is none.
    """

    name: str
    count: str
    share: str
    is_right: bool | None
    part: float


@dataclass(frozen=True, slots=True)
class GreyTexts:
    """All texts of the matrix of a grey zone.

    Parameters
    ----------
    heads
        Of the zones that are called positive, nothing, and negative.
    cells
        Of the positives, then of the negatives, one for each zone.
    measures
        The names above the two-way table.
    two_way
        What is done with the grey rows, and the measures that come of it.
    """

    heads: tuple[Head, ...]
    cells: tuple[tuple[GreyCell, ...], ...]
    measures: tuple[str, ...]
    two_way: tuple[tuple[str, tuple[str, ...]], ...]


def grey_texts(
    zone: GreyZone, ends: tuple[float, float], score: Score, words: Words, level: float
) -> GreyTexts:
    """Return the texts of a grey zone between two thresholds, the lower one first."""
    zones = (zone.positive, zone.grey, zone.negative)
    shorts = (words.calls[0], tr(INDETERMINATE), words.calls[1])
    names = zip(zone_names(words), shorts, strict=True)
    heads = zip(names, _scores(ends, score), zones, strict=True)
    tp, fn, fp, tn = words.shorts
    ways = zip(way_names(words), (zone.lenient, zone.strict, zone.decided), strict=True)
    measures = [metric_by_id(one) for one in TWO_WAY]
    of_p = zip(zones, (tp, "", fn), (True, None, False), strict=True)
    of_n = zip(zones, (fp, "", tn), (False, None, True), strict=True)
    return GreyTexts(
        tuple(_head(*named, scores, one, level) for named, scores, one in heads),
        (
            tuple(_cell(name, one.positives, one.n_positive, right) for one, name, right in of_p),
            tuple(_cell(name, one.negatives, one.n_negative, right) for one, name, right in of_n),
        ),
        tuple(words.rate(one.id, one.symbol_in(words.vocabulary)) for one in measures),
        tuple((name, _values(measures, counts)) for name, counts in ways),
    )


def _values(measures: list[Metric], counts: Counts) -> tuple[str, ...]:
    told = (text.measure if one.fraction is None else text.rate for one in measures)
    return tuple(tell(float(one.value(counts))) for tell, one in zip(told, measures, strict=True))


def _head(name: str, short: str, scores: str, zone: Zone, level: float) -> Head:
    limits = text.interval(*zone.likelihood_ratio_interval(level))
    ratio = f"LR {text.measure(float(zone.likelihood_ratio))}"
    shown = "" if limits == text.UNDEFINED else f" ({limits})"
    share = text.percent(zone.share)
    return Head(name, short, scores, share, tr("{share} of rows", share=share), ratio, shown)


def _cell(name: str, number: int, n: int, is_right: bool | None) -> GreyCell:  # noqa: FBT001 - three states
    share = float(divide(number, n))
    part = 0.0 if math.isnan(share) else share
    return GreyCell(name, text.count(number), text.percent(share), is_right, part)


def _scores(ends: tuple[float, float], score: Score) -> tuple[str, str, str]:
    """Return which scores lie in each zone, that of what is called positive first."""
    found = decision(score, *ends, lambda one: text.short_threshold(one, score))
    return found.positive, text.said(found.indeterminate), found.negative
