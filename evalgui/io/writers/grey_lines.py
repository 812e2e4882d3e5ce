"""A grey zone as lines of text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.render.text import brief, digits, level_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.vocabulary import Words

_BETWEEN = "  "


def grey_lines(grey: dict[str, Any] | None, words: Words) -> list[str]:
    """Return the zones, and what calling the grey rows one way or the other does.

    Parameters
    ----------
    grey
        What `evalgui.io.writers.grey_zones.grey_numbers` returns, or None.
    words
        What classes, calls and measures are called.

    Returns
    -------
    list of str
        Numbers are rounded; what is undefined has its reason. Empty without a zone.
    """
    if grey is None:
        return []
    n, ends = digits(grey["n_indeterminate"]), f"{digits(grey['low'])} to {digits(grey['high'])}"
    positive, negative = words.called_positives, words.called_negatives
    names = {"positive": positive, "grey": "indeterminate", "negative": negative}
    level = level_text(grey["zones"]["grey"]["likelihood_ratio"]["level"])
    of = f"share of {words.positives}"
    heads = ("zone", words.positives, words.negatives, "rows", "share", of, "likelihood ratio")
    zones: list[tuple[str, ...]] = [(*heads, f"{level} interval")]
    for key, zone in grey["zones"].items():
        counts = (digits(zone[one]) for one in ("positives", "negatives", "n"))
        shares = (brief(zone[one]) for one in ("share", "positive_share"))
        zones.append((names[key], *counts, *shares, *_ratio(zone["likelihood_ratio"], words)))
    said = {
        "grey_as_positive": f"as {positive}",
        "grey_as_negative": f"as {negative}",
        "without_grey": "left out",
    }
    measures = list(grey["two_way"]["without_grey"]["metrics"])
    ways: list[tuple[str, ...]] = [("grey rows", *words.shorts, *map(words.rate, measures))]
    for key, way in grey["two_way"].items():
        counts = (digits(way["counts"][one]) for one in ("tp", "fn", "fp", "tn"))
        rates = (state_text(way["metrics"][one], words) for one in measures)
        ways.append((said[key], *counts, *rates))
    heading = f"grey zone: {ends}; rows that are indeterminate: {n}"
    return ["", heading, "", *_in_columns(zones), "", *_in_columns(ways)]


def state_text(told: dict[str, Any], words: Words) -> str:
    """Return what `evalgui.render.json.state` returns as text: a number, or why there is none."""
    if told["undefined"] is not None:
        return f"undefined: {words.said(told['undefined'])}"
    return brief(told["infinite"] or told["value"])


def _ratio(ratio: dict[str, Any], words: Words) -> tuple[str, str]:
    if ratio["undefined"] is not None:
        return state_text(ratio, words), ""
    return state_text(ratio, words), f"{brief(ratio['low'])} to {brief(ratio['high'])}"


def _in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ([cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return [_BETWEEN.join(line).rstrip() for line in lines]
