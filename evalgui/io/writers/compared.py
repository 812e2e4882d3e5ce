"""Comparisons of scores as plain data, and as text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from evalgui.core.comparing.areas import DRAWN_TOO_SHORT
from evalgui.core.digits import exact
from evalgui.core.measured import NOTHING
from evalgui.core.sampling import Sampling
from evalgui.io.writers.measures import style_of
from evalgui.render.json import PLAIN, interval_entry, number, placed, plain
from evalgui.render.text import whole
from evalgui.results.topics.comparison import (
    AREA,
    DELONG,
    DRAWN,
    RIGHT_ALONE,
    rows_of_pair,
    worth_id,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from evalgui.core.comparing import Pair
    from evalgui.core.measured import Measured
    from evalgui.core.vocabulary import Words
    from evalgui.results.result import Result

    Keys = Mapping[str, tuple[str, str]]

_LIMITS = {one: ("difference", one) for one in ("low", "high", "level", "method")}
_DIFFERENCE = {
    "a": ("value_a", "finite"),
    "b": ("value_b", "finite"),
    "difference": ("difference", "finite"),
    **_LIMITS,
    "bracket": ("difference", "bracket"),
    "limits_bracket": ("difference", "limits_bracket"),
}
_TESTED = {
    "z": ("statistic", "finite"),
    "p": ("p", "finite"),
    "p_bracket": ("p", "bracket"),
}
_HOLM = {"p_holm": ("p_holm", "finite"), "p_holm_bracket": ("p_holm", "bracket")}
_WHY = {"undefined": ("undefined", "")}
_AREA = _DIFFERENCE | {"se": ("se", "finite")} | _TESTED
_DELONG = {one: _DIFFERENCE[one] for one in ("low", "high", "limits_bracket")} | _TESTED
_RATE = {
    **_DIFFERENCE,
    "p": ("p", "finite"),
    "p_bracket": ("p", "bracket"),
    **_HOLM,
    "test": ("test", ""),
    "statistic": ("statistic", "finite"),
    **_WHY,
}
_OF_DRAWS = {one: how for one, how in _RATE.items() if one != "statistic"}
_DRAWN = _LIMITS | {"undefined": ("difference", "no_interval")}
_RIGHT_ALONE = {
    "only_a_right": ("value_a", "number"),
    "only_b_right": ("value_b", "number"),
    "statistic": ("statistic", "finite"),
    "p": ("p", "finite"),
}
_FORMS = {f"p_{form}": (form, "finite") for form in ("exact", "asymptotic", "corrected")}
_CALLED_BY = {
    "both": ("both", "number"),
    "only_a": ("first_only", "number"),
    "only_b": ("second_only", "number"),
    "neither": ("neither", "number"),
}


def compared(pairs: Sequence[Pair], told: Result) -> list[dict[str, Any]]:
    """Return comparisons as JSON types, at full precision.

    Parameters
    ----------
    pairs
        The comparisons.
    told
        What is said of them (`evalgui.results.topics.comparison.comparison`).

    Returns
    -------
    list of dict
        One a pair: ``a`` and ``b``, ``paired``, ``n`` (of rows of their own that of each) and
        ``n_left_out`` (without a score, or with one of the two alone), ``assumes``, ``auc``,
        ``at`` by the id of the measure, ``mcnemar`` and ``discordant``, both None where the
        rows are not the same. Where one rule put both thresholds where they are, for the same
        rate, ``equal`` has the ``rule``, the ``target``, the ``thresholds`` on the rows that are
        compared, and ``at``. Where rows were drawn again ``auc`` has ``bootstrap``, and
        ``bootstrap`` the ``differences`` of the other numbers, of scores in ``groups`` each with
        the ``bracket`` that these leave. Every p stands beside its ``p_holm``, None for a single
        pair. What is undefined is None, with the reason in ``undefined``.
    """
    return [
        {
            "a": pair.first,
            "b": pair.second,
            "paired": pair.is_paired,
            "n": pair.n[0] if pair.is_paired else list(pair.n),
            "n_left_out": pair.n_left_out,
            "assumes": pair.assumes,
            **_of_pair(pair, _Rows(told, place)),
            **_at_equal(pair, _Rows(told, place)),
            **_worth(pair, _Rows(told, place)),
            **_draws(pair, _Rows(told, place)),
        }
        for place, pair in enumerate(pairs)
    ]


class _Rows:
    """The rows of one pair, by the ids of their tables."""

    def __init__(self, told: Result, place: int) -> None:
        self._tables = {
            table.id: (table, {row.id: row for row in rows_of_pair(table, place)})
            for table in told.tables
        }

    def ids(self, table_id: str) -> Iterable[str]:
        return self._tables[table_id][1]

    def placed(self, table_id: str, row_id: str, keys: Keys) -> dict[str, Any]:
        table, rows = self._tables[table_id]
        return placed(table, rows[row_id], keys)


def _of_pair(pair: Pair, rows: _Rows) -> dict[str, Any]:
    differences, area = partial(rows.placed, "differences"), pair.area_interval
    own = ("areas", DELONG) if DELONG in rows.ids("areas") else ("differences", AREA)
    auc = {
        **differences(AREA, _AREA),
        "delong": rows.placed(*own, _DELONG),
        **differences(AREA, _HOLM),
        "note": pair.area.note or None,
        "assumes": area.assumes,
        **differences(AREA, _WHY),
        **_drawn(pair, rows),
    }
    told: dict[str, Any] = {"auc": auc, "at": {one: differences(one, _RATE) for one in pair.at}}
    if pair.calls is None:
        return told | {"mcnemar": None, "discordant": None}
    told["mcnemar"] = {
        **differences(RIGHT_ALONE, _RIGHT_ALONE),
        **rows.placed("forms", RIGHT_ALONE, _FORMS),
        **differences(RIGHT_ALONE, _HOLM | {"method": ("test", "")} | _WHY),
    }
    told["discordant"] = {"n": pair.calls.right.test.discordant} | {
        row_id: rows.placed("discordant", row_id, _CALLED_BY) for row_id in rows.ids("discordant")
    }
    return told


def _at_equal(pair: Pair, rows: _Rows) -> dict[str, Any]:
    """Return the rates at an equal one; nothing where both have none in common."""
    equal = pair.equal
    if equal is None:
        return {}
    told = {name: rows.placed("equal", name, _RATE) for name in equal.rates}
    thresholds = [number(one) for one in equal.thresholds]
    of = {"rule": equal.at.equal.value, "target": equal.at.target, "thresholds": thresholds}
    return {"equal": of | {"at": told}}


def _worth(pair: Pair, rows: _Rows) -> dict[str, Any]:
    """Return net benefit by the risks that were asked about; nothing where none was."""
    keys = {**_DIFFERENCE, **_WHY}
    told = {exact(one): rows.placed("differences", worth_id(one), keys) for one in pair.worth}
    return {"net_benefit": told} if told else {}


def best_of_scores(told: Result) -> dict[str, Any]:
    """Return which score is best as JSON types; nothing where no risk was asked about.

    Returns
    -------
    dict
        ``decision_curve``: ``at`` each ``risk`` that was asked about ``models``, ``all`` and
        ``none``, each with ``net_benefit`` and ``p_best``; ``evpi`` a person, and why nothing is
        drawn, ``undefined``; and ``best_ranges``, from which risk to which one of them is best
        with a probability of at least 0.8.
    """
    at = [plain(dict(one.values)) for one in told.all_facts("evpi")]
    ranges: dict[str, Any] = {"best_ranges": []}
    for one in told.all_facts("best_ranges"):
        ranges |= plain(dict(one.values))
    return {"decision_curve": {"at": at, **ranges}} if at else {}


def _drawn(pair: Pair, rows: _Rows) -> dict[str, Any]:
    """Return the intervals of rows that were drawn again; nothing where none were."""
    drawn, areas = pair.drawn, partial(rows.placed, "areas")
    if drawn is None:
        return {}
    by_subject = Sampling.BY_SUBJECT in drawn.sampling
    told: dict[str, Any] = {
        **{kind: areas(kind, _DRAWN) for kind in ("percentile", "bca")},
        **areas(DRAWN, {"se": ("se", "finite")} | _TESTED | _HOLM),
        "note": None if pair.area.delong == pair.area else DRAWN_TOO_SHORT,
        "replicates": drawn.n_replicates,
        "seed": drawn.seed,
        "sampling": _alone([one.value for one in drawn.sampling]),
        "units": "subjects" if by_subject else "rows",
        "n_units": _alone(drawn.n_units),
    }
    return {"bootstrap": told}


def areas_of_scores(told: Result) -> dict[str, Any]:
    """Return the test that the areas of three scores and more are the same, as JSON types.

    Returns
    -------
    dict
        ``areas_test`` with ``statistic``, ``freedom``, ``p``, ``method``, ``n``, ``note`` and
        ``undefined``; empty where there is no such test.
    """
    return {one.id: plain(dict(one.values)) for one in told.all_facts("areas_test")}


def _draws(pair: Pair, rows: _Rows) -> dict[str, Any]:
    """Return what else was drawn again; nothing where rows were not drawn again."""
    drawn = pair.drawn
    if drawn is None:
        return {}
    told = {}
    for one in rows.ids("drawn"):
        bracket = drawn.numbers[one].bracket
        groups = {} if bracket is None else {"bracket": [number(end) for end in bracket]}
        told[one] = rows.placed("drawn", one, _OF_DRAWS) | groups
    return {"bootstrap": {"method": drawn.method, "groups": drawn.n_bins, "differences": told}}


def _alone(values: Sequence[Any]) -> Any:  # noqa: ANN401 - JSON
    """Return the one value, or several as a list."""
    return values[0] if len(values) == 1 else [*values]


def errors_of_scores(told: Result) -> list[dict[str, Any]]:
    """Return what each score gets wrong as JSON types.

    Returns
    -------
    list of dict
        One a score: ``name``, and by the ids of `ERROR_METRICS` ``value`` with the keys of its
        interval (see `interval_entry`).
    """
    table = told.table("errors")
    if table is None:
        return []
    return [
        {"name": row.title.told(PLAIN)}
        | {one.id: _error(table.cell(row, one) or NOTHING) for one in table.columns}
        for row in table.rows
    ]


def _error(cell: Measured) -> dict[str, Any]:
    told: dict[str, Any] = {"value": number(cell.value), "undefined": cell.reason or None}
    return told if cell.interval is None else told | interval_entry(cell.interval)


def comparison_text(told: Result, words: Words) -> str:
    """Return a comparison as text for people, in the words of a field."""
    return "\n".join(whole(told, style_of(words)))
