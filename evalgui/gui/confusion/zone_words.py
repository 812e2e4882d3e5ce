"""The numbers of a grey zone in words, as they are asked for and offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.grey_zone import INDETERMINATE
from evalgui.core.languages import tr
from evalgui.core.metrics import metric_by_id
from evalgui.core.rules.general import AT_LEAST, AT_MOST
from evalgui.core.zone_numbers import (
    GREY,
    LEFT_OUT,
    NEGATIVE,
    ZoneNumber,
    ZonePart,
    ends_of,
    value_in_zone,
)
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

_SIDES = {AT_LEAST: tr("at least"), AT_MOST: tr("at most"), None: tr("near")}


def zone_names(words: Words) -> tuple[str, str, str]:
    """Return the names of the zones."""
    return words.called_positives, tr(INDETERMINATE), words.called_negatives


def way_names(words: Words) -> tuple[str, str, str]:
    """Return what may be done with the grey rows."""
    return (
        tr("as {what}", what=words.called_positives),
        tr("as {what}", what=words.called_negatives),
        tr("left out"),
    )


def number_in_words(number: ZoneNumber, words: Words) -> str:
    """Return what a number is, beginning small."""
    zone = zone_names(words)[number.place]
    if number.part is ZonePart.CELL:
        if number.place == GREY:
            return f"{zone} {(words.positives, words.negatives)[number.actual]}"
        return words.outcomes[2 * number.actual + (number.place == NEGATIVE)].many
    if number.part is ZonePart.SHARE:
        return (
            tr("share of rows that are {what}", what=zone)
            if number.place == GREY
            else tr("share of {what}", what=zone)
        )
    if number.part is ZonePart.LINE:
        return tr("threshold of {what}", what=zone)
    if number.part is ZonePart.RATIO:
        return tr("likelihood ratio of {what}", what=zone)
    name = words.said(metric_by_id(number.measure).name_in(words.vocabulary))
    name = name.partition(" (")[0]
    return (
        tr("{name} without {indeterminate} rows", name=name, indeterminate=tr(INDETERMINATE))
        if number.place == LEFT_OUT
        else tr(
            "{name} with {indeterminate} rows {how}",
            name=name,
            indeterminate=tr(INDETERMINATE),
            how=way_names(words)[number.place],
        )
    )


def asked_in_words(number: ZoneNumber, words: Words) -> str:
    """Return what is asked of a number, before what is typed."""
    told = number_in_words(number, words)
    is_exact = number.part is ZonePart.CELL and number.place == GREY
    return f"{told[:1].upper()}{told[1:]} {tr('exactly') if is_exact else _SIDES[number.side]}"


def moving_in_words(number: ZoneNumber, snapshot: Snapshot) -> str:
    """Return which line an answer moves, and which stays."""
    point, second, score = snapshot.point, snapshot.choices.second, snapshot.score
    ends = ends_of(snapshot)
    if point is None or second is None or ends is None:
        return ""
    first, other = (text.short_threshold(one, score) for one in (point.threshold, second))
    if ends.moves_second(number):
        return tr(
            "The second line, at {other}, moves; the threshold, at {first}, stays.",
            other=other,
            first=first,
        )
    return tr(
        "The threshold, at {first}, moves; the second line, at {other}, stays.",
        first=first,
        other=other,
    )


def typed_now(number: ZoneNumber, snapshot: Snapshot) -> str:
    """Return what a number is now, as one would type it."""
    ends, ranking = ends_of(snapshot), snapshot.ranking
    if ends is None or ranking is None:
        return ""
    value = value_in_zone(number, ranking.table.steps, ends)
    if number.is_count and not ranking.table.is_weighted:
        return str(int(value))
    return value_in_words(number, value)


def value_in_words(number: ZoneNumber, value: float) -> str:
    """Return the value of a number, as it is offered."""
    if number.is_count:
        return text.count(int(value) if value == int(value) else value)
    if number.part is ZonePart.SHARE:
        return text.percent(value)
    return text.measure(value)
