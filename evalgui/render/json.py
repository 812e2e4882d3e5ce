"""Results as JSON types, at full precision: cells by the keys of their rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.measured import Asked, Refused
from evalgui.core.texts import Style
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.results.result import Result, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.measured import Bracket, Interval, Measured
    from evalgui.core.texts import Told
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import LongTable, Row, Table


def finite(value: float) -> float | None:  # an integer stays one
    """Return a finite number, None for any other."""
    return value if math.isfinite(value) else None


def infinity(value: float) -> str | None:
    """Return "+inf" or "-inf", None for any other number."""
    if not math.isinf(value):
        return None
    return "+inf" if value > 0 else "-inf"


def number(value: float) -> float | str | None:
    """Return a number, "+inf" or "-inf"; None for what is undefined."""
    return infinity(value) or finite(value)


def bracket_entry(bracket: Bracket) -> dict[str, Any]:
    """Return what bins leave open of a number: ``low`` and ``high``, and why ``undefined``."""
    return {
        "low": number(bracket.low),
        "high": number(bracket.high),
        "undefined": bracket.reason or None,
    }


def _open(told: dict[str, Any], bracket: Bracket | None) -> dict[str, Any]:
    """Return an object with what bins leave open under ``bracket``, where they do."""
    return told if bracket is None else told | {"bracket": bracket_entry(bracket)}


def state(measured: Measured) -> dict[str, Any]:
    """Return a measure as one of three states: a value, an infinity, or undefined and why.

    Returns
    -------
    dict
        ``value``, ``infinite`` and ``undefined``, of which exactly one is not None; the counts
        ``numerator`` and ``denominator``, both None for what is no proportion. Where bins leave
        it open, ``bracket``.
    """
    numerator, denominator = measured.fraction or (None, None)
    told = {
        "value": finite(measured.value),
        "infinite": infinity(measured.value),
        "undefined": None if measured.is_defined else measured.reason,
        "numerator": numerator,
        "denominator": denominator,
    }
    return _open(told, measured.bracket)


def interval_entry(interval: Interval) -> dict[str, Any]:
    """Return an interval as JSON types.

    Returns
    -------
    dict
        ``low`` and ``high``, each a number, ``"+inf"``, ``"-inf"``, or None where there is
        none; ``level``; ``method``, its label, or None; ``n``, the denominator of a
        proportion, else the numbers of positives and negatives; ``undefined``, why there are
        no limits, or None; ``assumes`` in words, and ``sided``. Where bins leave it open,
        ``bracket``.
    """
    told = {
        "low": number(interval.lower),
        "high": number(interval.upper),
        "level": interval.level,
        "method": interval.method or None,
        "n": _n_of(interval),
        "undefined": None if interval.is_defined else interval.reason,
        "assumes": interval.assumes or None,
        "sided": interval.sided.value,
    }
    return _open(told, interval.bracket)


def _n_of(interval: Interval) -> int | list[int]:
    return interval.n[0] if len(interval.n) == 1 else list(interval.n)


def _interval(measured: Measured) -> dict[str, Any]:
    return {} if measured.interval is None else interval_entry(measured.interval)


def _limited(measured: Measured) -> dict[str, Any]:
    """Return a value as of `state`, no proportion, with the limits that it has beside it."""
    told = {key: state(measured)[key] for key in ("value", "infinite", "undefined")}
    told = _open(told, measured.bracket)
    interval = measured.interval
    if interval is None:
        return told
    told |= {"low": number(interval.lower), "high": number(interval.upper)}
    told["level"] = interval.level
    return told | ({"no_interval": interval.reason} if interval.reason else {})


def _of_interval(told: Callable[[Interval], Any]) -> Callable[[Measured], Any]:
    """Return a facet of the interval of a cell; None without one."""
    return lambda measured: None if measured.interval is None else told(measured.interval)


def _reason(kind: str, reason: str) -> dict[str, str]:
    """Return why there is no number, under what kind of reason it is."""
    named: dict[type, str] = {Asked: "asked", Refused: "refused"}
    return {named.get(type(reason), kind): str(reason)}


def _measured(measured: Measured) -> dict[str, Any]:
    """Return a number with its limits: ``value``, ``low``, ``high`` and ``method``.

    Without a number there is ``undefined``, ``asked`` or ``refused`` instead, without limits
    ``none``: each in words why.
    """
    told: dict[str, Any] = _open({"value": number(measured.value)}, measured.bracket)
    if not measured.is_defined:
        return told | _reason("undefined", measured.reason)
    interval = measured.interval
    if interval is None:
        return told
    if not interval.is_defined:
        return told | _reason("none", interval.reason)
    low, high = number(interval.lower), number(interval.upper)
    return told | {"low": low, "high": high, "level": interval.level, "method": interval.method}


_ABSENT = object()
_OF_BINS = frozenset({"bracket", "limits_bracket"})
PLAIN = Style(MACHINE_LEARNING)
"""How words are told to programs, whatever the field."""

_FACETS: Mapping[str, Callable[[Measured], Any]] = {
    "state": state,
    "number": lambda measured: number(measured.value),
    "reason": lambda measured: measured.reason or _ABSENT,
    "interval": lambda measured: _interval(measured) or _ABSENT,
    "limited": _limited,
    "with_interval": lambda measured: _open(
        {"value": number(measured.value), **_interval(measured)}, measured.bracket
    ),
    "bracket": lambda measured: (
        _ABSENT if measured.bracket is None else bracket_entry(measured.bracket)
    ),
    "limits_bracket": lambda measured: (
        _ABSENT
        if measured.interval is None or measured.interval.bracket is None
        else bracket_entry(measured.interval.bracket)
    ),
    "finite": lambda measured: finite(measured.value),
    "infinity": lambda measured: infinity(measured.value),
    "x": lambda measured: None if measured.fraction is None else measured.fraction[0],
    "n": lambda measured: None if measured.fraction is None else measured.fraction[1],
    "measured": _measured,
    "interval_n": _of_interval(_n_of),
    "why": lambda measured: measured.reason or None,
    "low": _of_interval(lambda interval: number(interval.lower)),
    "high": _of_interval(lambda interval: number(interval.upper)),
    "level": _of_interval(lambda interval: interval.level),
    "method": _of_interval(lambda interval: interval.method or None),
    "assumes": _of_interval(lambda interval: interval.assumes or None),
    "no_interval": _of_interval(lambda interval: interval.reason or None),
}


def facet(table: Table, name: str, column: str = "value") -> dict[str, Any]:
    """Return one side of each cell of a column by the keys of the rows; what lacks it is left out.

    Parameters
    ----------
    table
        Any table of a result.
    name
        Of `_FACETS`, such as ``"state"`` or ``"interval"``.
    column
        The id of the column.
    """
    found = ((row.json_key, _FACETS[name](cell)) for row, cell in table.cells(column))
    return {key: value for key, value in found if value is not _ABSENT}


def keyed(table: Table | None) -> dict[str, Any]:
    """Return a table by the keys that it declares; none without a table."""
    if table is None:
        return {}
    told = {key: facet(table, name) for name, key in table.keys.items() if name in _FACETS}
    of_bins = table.keys.get("bracket")
    if of_bins is not None and not told[of_bins]:
        del told[of_bins]
    return told


def measured(result: Result) -> dict[str, Any]:
    """Return each number of the table that is called as its topic, by the keys of its rows.

    Those that stand beside them are together under the id of their column.
    """
    told: dict[str, Any] = {}
    for table in (one for one in result.tables if one.id == result.id):
        told |= facet(table, "measured")
        beside = (column.id for column in table.columns if column.is_beside)
        told |= {column_id: facet(table, "measured", column_id) for column_id in beside}
    return told


def facts(result: Result) -> dict[str, Any]:
    """Return the values of facts by their keys; None where no fact has a value for one."""
    found = dict.fromkeys(result.keys)
    for fact in result.facts:
        found |= {key: plain(value, key) for key, value in fact.values.items()}
    return found


def plain(  # of any type
    value: Any,  # noqa: ANN401
    key: str = "",
    finite: Callable[[float], float | str | None] = finite,
) -> Any:  # noqa: ANN401
    """Return a value of a fact, or of words, as JSON types.

    Parameters
    ----------
    value
        Of any type.
    key
        Under which it stands: one that ends in ``_infinite`` has infinities alone.
    finite
        Turns all other numbers into JSON types.
    """
    if isinstance(value, float):
        return infinity(value) if key.endswith("_infinite") else finite(value)
    if isinstance(value, dict):
        return {name: plain(one, name, finite) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one, finite=finite) for one in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist(), finite=finite)
    return facts(value) if isinstance(value, Result) else value


def objects(table: Table) -> dict[str, Any]:
    """Return an object for each row by its key, with what its columns declare.

    What declares nothing has each cell under the id of its column, with its interval beside it;
    words that stand in a cell take the place of a number.
    """
    return {row.json_key: _object(table, row) for row in table.rows}


def lists(table: LongTable) -> dict[str, list[Any]]:
    """Return the columns of a long table that declare a key for it, as lists.

    Thresholds stand in the units of the file, None where they are infinite: behind each such list
    stands one of the infinities, ``"+inf"``, ``"-inf"`` or None.
    """
    told: dict[str, list[Any]] = {}
    for column, values in zip(table.columns, table.values(), strict=True):
        key = column.keys.get("list")
        if key is None:
            continue
        numbers = values[:].tolist()
        if column.kind is not None and column.kind.is_exact:
            told[key] = [finite(in_units(place, table.score)) for place in numbers]
            told[f"{key}_infinite"] = list(map(infinity, numbers))
        else:
            told[key] = list(map(finite, numbers))
    return told


def counts(matrix: Matrix) -> list[list[Any]]:
    """Return the counts of a matrix, a list for each row."""
    found: list[list[Any]] = matrix.counts.tolist()
    return found


def listed(table: Table) -> list[dict[str, Any]]:
    """Return an object for each row, as of `objects`, in the order of the rows."""
    return [_object(table, row) for row in table.rows]


def _worded(said: Told) -> Any:  # noqa: ANN401 - JSON types
    """Return what programs get of the words in a cell."""
    return plain(said.value, finite=number) if isinstance(said, Said) else said.told(PLAIN)


def _object(table: Table, row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for column in table.columns:
        cell, said = table.cell(row, column), table.said(row, column)
        usual = {"state": column.id, "interval": f"{column.id}_interval", "said": column.id}
        for name, path in (column.keys or usual).items():
            if name == "said":
                value = _ABSENT if said is None else _worded(said)
            else:
                value = _ABSENT if cell is None else _FACETS[name](cell)
            if value is not _ABSENT:
                *parents, key = path.split(".")
                place = told
                for parent in parents:
                    place = place.setdefault(parent, {})
                place[key] = value
    return told


def placed(table: Table, row: Row, keys: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """Return one object of a row of a table, shaped by older keys.

    Parameters
    ----------
    table, row
        A row of a table of a result.
    keys
        The id of the column and the facet of its cell that stand under each key; of columns of
        words any facet will do. Where nothing stands, and without that column, it is None; of what
        bins leave open it is left out.
    """
    columns = {column.id: column for column in table.columns}
    told = {}
    for key, (column_id, name) in keys.items():
        column = columns.get(column_id)
        cell = None if column is None else table.cell(row, column)
        said = None if column is None else table.said(row, column)
        value = (_ABSENT if name in _OF_BINS else None) if cell is None else _FACETS[name](cell)
        if value is not _ABSENT:
            told[key] = value if said is None else _worded(said)
    return told
