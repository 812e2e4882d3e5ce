"""Comparisons of scores as plain data, and as lines of text."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from evalgui.core.bootstrap.limits import METHODS
from evalgui.core.comparing import ERROR_METRICS, holm
from evalgui.core.comparing.areas import DRAWN_TOO_SHORT
from evalgui.core.digits import Written
from evalgui.core.sampling import Sampling
from evalgui.io.writers.bootstrap import entries
from evalgui.io.writers.measures import names_in
from evalgui.render.json import finite, infinity, interval_entry, number
from evalgui.render.text import brief, digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evalgui.core.comparing import (
        AreaDifference,
        Fourfold,
        JointCalls,
        McNemar,
        Pair,
        RateDifference,
    )
    from evalgui.core.measured import Interval, Measured
    from evalgui.core.vocabulary import Words

NOTHING_VARIES = "nothing varies that could be tested"


def compared(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Return comparisons as JSON types, at full precision.

    Parameters
    ----------
    pairs
        The comparisons; several of them have p values adjusted by Holm, each kind of test for
        as many pairs as have it.

    Returns
    -------
    list of dict
        One a pair: ``a`` and ``b``, ``paired``, ``n`` (of rows of their own that of each) and
        ``n_left_out`` (without a score, or with one of the two alone), ``assumes``, ``auc``,
        ``at`` by the id of the measure, ``mcnemar`` and ``discordant``, both None where the
        rows are not the same. Where rows were drawn again ``auc`` has ``bootstrap``. Every p
        stands beside its ``p_holm``, None for a single pair. What is undefined is None, with
        the reason in ``undefined``.
    """
    of_areas = _adjusted(pairs, lambda pair: pair.area.p)
    of_drawn = _adjusted(pairs, lambda pair: pair.drawn.p if pair.drawn else math.nan)
    of_calls = _adjusted(pairs, _p_of_calls)
    measures = list(dict.fromkeys(name for pair in pairs for name in pair.at))
    of_rates = {name: _adjusted(pairs, partial(_p_of_rate, name)) for name in measures}
    return [
        {
            "a": pair.first,
            "b": pair.second,
            "paired": pair.is_paired,
            "n": pair.n[0] if pair.is_paired else list(pair.n),
            "n_left_out": pair.n_left_out,
            "assumes": pair.assumes,
            "auc": _area(pair.area, pair.area_interval, of_areas[place])
            | _drawn(pair, of_drawn[place]),
            "at": {name: _rate(pair.at[name], of_rates[name][place]) for name in pair.at},
            "mcnemar": None if pair.mcnemar is None else _test(pair, pair.mcnemar, of_calls[place]),
            "discordant": None if pair.calls is None else _discordant(pair.calls),
        }
        for place, pair in enumerate(pairs)
    ]


def _p_of_calls(pair: Pair) -> float:
    test = pair.mcnemar
    return math.nan if test is None or pair.why_no_mcnemar else test.p


def _p_of_rate(name: str, pair: Pair) -> float:
    return pair.at[name].p


def _adjusted(pairs: Sequence[Pair], p_of: Callable[[Pair], float]) -> list[float | None]:
    """Return the p values of pairs adjusted by Holm; None for a single pair."""
    if len(pairs) == 1:
        return [None]
    return [finite(p) for p in holm([p_of(pair) for pair in pairs])]


def _area(area: AreaDifference, interval: Interval, p_holm: float | None) -> dict[str, Any]:
    return {
        "a": finite(area.first),
        "b": finite(area.second),
        "difference": finite(area.difference),
        **_limits(interval),
        "se": None if interval.reason else finite(area.se),
        "z": finite(area.z),
        "p": finite(area.p),
        "delong": _delong(area.delong, interval.level),
        "p_holm": p_holm,
        "note": area.note or None,
        "assumes": interval.assumes,
        "undefined": interval.reason or None,
    }


def _delong(area: AreaDifference, level: float) -> dict[str, Any]:
    """Return what DeLong's test gives, as other programs print it."""
    low, high = area.limits(level)
    return {"low": finite(low), "high": finite(high), "z": finite(area.z), "p": finite(area.p)}


def _drawn(pair: Pair, p_holm: float | None) -> dict[str, Any]:
    """Return the intervals of rows that were drawn again; nothing where none were."""
    drawn, level = pair.drawn, pair.area_interval.level
    if drawn is None:
        return {}
    by_subject = Sampling.BY_SUBJECT in drawn.sampling
    told: dict[str, Any] = {
        **entries(drawn.limits(level), level),
        "se": finite(drawn.se),
        "z": finite(drawn.z),
        "p": finite(drawn.p),
        "p_holm": p_holm,
        "note": None if pair.area.delong == pair.area else DRAWN_TOO_SHORT,
        "replicates": drawn.n_replicates,
        "seed": drawn.seed,
        "sampling": _alone([one.value for one in drawn.sampling]),
        "units": "subjects" if by_subject else "rows",
        "n_units": _alone(drawn.n_units),
    }
    return {"bootstrap": told}


def _alone(values: Sequence[Any]) -> Any:  # noqa: ANN401 - JSON
    """Return the one value, or several as a list."""
    return values[0] if len(values) == 1 else [*values]


def _limits(interval: Interval) -> dict[str, Any]:
    return {
        "low": infinity(interval.lower) or finite(interval.lower),
        "high": infinity(interval.upper) or finite(interval.upper),
        "level": interval.level,
        "method": interval.method or None,
    }


def _rate(rate: RateDifference, p_holm: float | None) -> dict[str, Any]:
    reason = rate.interval.reason
    return {
        "a": finite(rate.first),
        "b": finite(rate.second),
        "difference": finite(rate.difference),
        **_limits(rate.interval),
        "p": finite(rate.p),
        "p_holm": p_holm,
        "test": rate.test or None,
        "statistic": finite(rate.statistic),
        "undefined": reason or (NOTHING_VARIES if math.isnan(rate.p) else None),
    }


def _test(pair: Pair, test: McNemar, p_holm: float | None) -> dict[str, Any]:
    reason = pair.why_no_mcnemar
    values = {
        "statistic": test.statistic,
        "p": test.p,
        "p_exact": test.exact,
        "p_asymptotic": test.asymptotic,
        "p_corrected": test.corrected,
    }
    return {
        "only_a_right": test.first_only,
        "only_b_right": test.second_only,
        **{name: None if reason else finite(value) for name, value in values.items()},
        "p_holm": p_holm,
        "method": test.method,
        "undefined": reason or None,
    }


def _discordant(calls: JointCalls) -> dict[str, Any]:
    """Return the rows of each class by who calls them positive."""

    def cells(rows: Fourfold) -> dict[str, int]:
        return {
            "both": rows.both,
            "only_a": rows.first_only,
            "only_b": rows.second_only,
            "neither": rows.neither,
        }

    return {
        "n": calls.right.test.discordant,
        "positives_called": cells(calls.positives),
        "negatives_called": cells(calls.negatives),
    }


def comparison_lines(found: dict[str, Any], words: Words) -> str:
    """Return a comparison as lines of text for people.

    Parameters
    ----------
    found
        ``classifiers``, ``level``, ``findings``, ``pairs`` (see `compared`) and ``errors``.
    words
        What measures are called.
    """
    names = names_in(words.vocabulary)
    lines = [
        f"{one['name']}: {one['n_positive']} {words.positive}, {one['n_negative']} "
        f"{words.negative}, {one['n_missing']} without a score, threshold "
        f"{digits(one['threshold_infinite'] or one['threshold'])}"
        for one in found["classifiers"]
    ]
    lines.append(f"intervals at the level {found['level']}")
    for one in found["findings"]:
        where = f"{one['file']}: " if len({item["file"] for item in found["findings"]}) > 1 else ""
        lines.append(f"{one['level']}: {where}{words.said(one['text'])}")
    for pair in found["pairs"]:
        lines += ["", *_pair_lines(pair, names, words)]
    lines += _errors_lines(found)
    return "\n".join(lines)


def _pair_lines(pair: dict[str, Any], names: dict[str, str], words: Words) -> list[str]:
    counted = pair["n"] if pair["paired"] else " and ".join(str(n) for n in pair["n"])
    how = "rows with both scores" if pair["paired"] else "rows, each with a score of its own"
    lines = [
        f"{pair['a']} less {pair['b']}: {counted} {how}, {pair['n_left_out']} left out",
        f"  assumed: {words.said(pair['assumes'])}",
        f"  {'ROC AUC':48} {_difference(pair['auc'], pair['auc']['method'])}",
    ]
    if pair["auc"]["note"]:
        lines.append(f"    {pair['auc']['note']}")
    other = pair["auc"]["delong"]
    if other["p"] not in {None, pair["auc"]["p"]}:
        limits = f"[{brief(other['low'])}, {brief(other['high'])}]"
        lines.append(f"    {'DeLong alone':46} {limits}, p {brief(other['p'])}")
    if "bootstrap" in pair["auc"]:
        lines += _drawn_lines(pair["auc"]["bootstrap"])
    lines += [
        f"  {name:5} {names[name]:42} {_difference(one, one['test'])}"
        for name, one in pair["at"].items()
    ]
    test, discordant = pair["mcnemar"], pair["discordant"]
    if test is not None and discordant is not None:
        told = test["undefined"] or f"{_p(test)} ({test['method']})"
        lines.append(
            f"  right alone: {pair['a']} {test['only_a_right']}, {pair['b']} "
            f"{test['only_b_right']}; {told}"
        )
    return lines


def _drawn_lines(drawn: dict[str, Any]) -> Iterator[str]:
    units = f"{_joined(drawn['n_units'])} {drawn['units']} ({_joined(drawn['sampling'])})"
    for kind in METHODS:
        one = drawn[kind]
        told = _between(one)
        if one["undefined"]:
            told = f"no interval: {one['undefined']}"
        yield f"    {one['method']:46} {told}"
    p = f", {_p(drawn)}" if drawn["p"] is not None else ""
    yield f"    {drawn['replicates']} replicates of {units}, seed {drawn['seed']}{p}"
    if drawn["note"]:
        yield f"    {drawn['note']}"


def _joined(values: Any) -> str:  # noqa: ANN401 - JSON
    return " and ".join(map(str, values)) if isinstance(values, list) else str(values)


def _difference(one: dict[str, Any], test: str | None) -> str:
    if one["difference"] is None:
        return f"undefined: {one['undefined']}"
    told = f"{brief(one['a'])} - {brief(one['b'])} = {brief(one['difference'])}"
    if one["low"] is None:
        return f"{told}, no interval: {one['undefined']}"
    told += f", {_between(one)} {one['method']}"
    if one["p"] is None:
        return told + ", no p"
    return f"{told}, {_p(one)}" + (f" ({test})" if test and test != one["method"] else "")


def _p(one: dict[str, Any]) -> str:
    p, adjusted = (_P(one[key]) for key in ("p", "p_holm"))
    return f"p {p}" + ("" if one["p_holm"] is None else f", Holm {adjusted}")


_P = partial(brief, written=Written.P_VALUE)


def _between(one: dict[str, Any]) -> str:
    return f"[{brief(one['low'])}, {brief(one['high'])}]"


def errors_entry(name: str, errors: Mapping[str, Measured]) -> dict[str, Any]:
    """Return what a score gets wrong as JSON types.

    Parameters
    ----------
    name
        What the score is called.
    errors
        As of `evalgui.core.comparing.errors_of`.

    Returns
    -------
    dict
        ``name``, and by the ids of `ERROR_METRICS` ``value`` with the keys of its interval (see
        `interval_entry`).
    """
    return {"name": name} | {
        metric_id: {"value": number(one.value), "undefined": one.reason or None}
        | ({} if one.interval is None else interval_entry(one.interval))
        for metric_id, one in errors.items()
    }


def _errors_lines(found: dict[str, Any]) -> list[str]:
    """Return the table of scores against errors as lines, one a number."""
    lines = ["", "error rates, each with its interval"]
    for one in found["errors"]:
        lines.append(f"  {one['name']}")
        for metric in ERROR_METRICS:
            entry = one[metric.id]
            told = entry["undefined"] if entry["value"] is None else brief(entry["value"])
            limits = "" if entry["low"] is None else f" {_between(entry)}"
            lines.append(f"    {metric.name:24} {told}{limits}")
    return lines
