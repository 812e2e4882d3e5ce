"""The values of JSON as cells: what they are, what is nested, and what has to be said of it."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.io.meaning import column_name, hold_scores, is_needed_name, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Column: TypeAlias = tuple[str, list[Any]]

_SURROGATE = re.compile("[\ud800-\udfff]")
_DEEPEST = 3
_FEWEST_COLUMNS = 2


class Number(str):
    """A number as it stands in the file, told from a text in quotation marks."""

    __slots__ = ()


def text(value: object) -> str | None:
    """Return a value as the text of a cell; None where it is null."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return _written(value)
    return None if value is None else str(value)


def _written(value: object) -> str:
    """Return a value as JSON writes it, its numbers with the digits of the file."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(k, ensure_ascii=False)}: {_written(v)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    return json.dumps(value, ensure_ascii=False)


def flat(columns: Sequence[Column]) -> tuple[list[Column], list[Finding]]:
    """Return columns whose cells are single values, and what was done about the others.

    Lists of one number a class become one column a class, lists of one value that value.
    Records in the cells are opened where there would be no table without them, and passed
    over, as other lists are, where there is one. A cell that is nested among plain ones is
    its text.

    Parameters
    ----------
    columns
        The key and the values of each column.
    """
    found, passed, findings = _settled(columns)
    for _ in range(_DEEPEST):
        if len(found) >= _FEWEST_COLUMNS or not any(map(_has_records, passed)):
            break
        found, passed, findings = _settled(_opened(columns))
        columns = _opened(columns)
    if passed:
        names = [name for name, _ in passed]
        words = f"keys whose values are lists or records are passed over: {listed(names)}"
        level = Level.WARNING if any(map(is_needed_name, names)) else Level.INFO
        findings.append(Finding("nested_values", words, len(names), level))
    return found, findings


def _settled(columns: Sequence[Column]) -> tuple[list[Column], list[Column], list[Finding]]:
    """Return columns of single values, those that are passed over, and what to say."""
    found: list[Column] = []
    passed: list[Column] = []
    findings: list[Finding] = []
    for name, values in columns:
        present = [value for value in values if value is not None]
        n_nested = sum(isinstance(value, (dict, list)) for value in present)
        if not n_nested:
            found.append((name, values))
        elif n_nested < len(present):
            found.append((name, values))
            place = next(n for n, v in enumerate(values, start=1) if isinstance(v, (dict, list)))
            words = f"'{visible_key(name)}' has lists or records among plain values, the first in "
            words += f"record {grouped(place)}: each is read as its text"
            findings.append(Finding("nested_cells", words, n_nested))
        else:
            parts = _parts(name, values, present)
            found += parts
            if not parts:
                passed.append((name, values))
    return found, passed, findings


def _parts(name: str, values: list[Any], present: list[Any]) -> list[Column]:
    """Return what the cells of a column are taken apart into; nothing where they are not."""
    places = _places(present)
    only = places[0] if len(places) == 1 else None
    if isinstance(only, int):  # a list of one value is that value
        single = [None if value is None else value[only] for value in values]
        return [] if any(isinstance(cell, (dict, list)) for cell in single) else [(name, single)]
    numbers = [[_number(value[place]) for place in places] for value in present]
    if not places or any(number is None for row in numbers for number in row):
        return []
    if not hold_scores(name, np.array(numbers, np.float64)):
        return []
    return [
        (column_name(name, place), [None if v is None else v[place] for v in values])
        for place in places
    ]


def _places(present: list[Any]) -> list[Any]:
    """Return the places or the keys that all lists or records have; nothing where they differ."""
    first = present[0]
    if all(isinstance(value, list) and len(value) == len(first) for value in present):
        return list(range(len(first)))
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in present):
        return list(first)
    return []


def _number(value: object) -> float | None:
    """Return a number or a missing one as a double; None for anything else."""
    if value is None:
        return math.nan
    return float(value) if isinstance(value, Number) else None


def _has_records(column: Column) -> bool:
    return any(isinstance(value, dict) for value in column[1])


def _opened(columns: Sequence[Column]) -> list[Column]:
    """Return columns with those inside the records of their cells: "outer.inner"."""
    found: list[Column] = []
    for name, values in columns:
        present = [value for value in values if value is not None]
        if not present or not all(isinstance(value, dict) for value in present):
            found.append((name, values))
            continue
        keys = dict.fromkeys(key for value in present for key in value)
        found += [
            (f"{name}.{key}", [None if v is None else v.get(key) for v in values]) for key in keys
        ]
    return found


# --------------------------------------------------------------------------------- findings


def type_findings(where: str, key: str, values: list[Any]) -> Iterator[Finding]:
    """Yield that values are of several types.

    Raises
    ------
    ReadingError
        If a text holds half of a character.
    """
    if has_surrogate(key, values):
        message = "a text is no valid Unicode: it holds half of a character (a lone surrogate)"
        raise ReadingError(
            message, where=f"{where}, key '{visible_key(key)}'", hint="Save it again"
        )
    types = {type(value) for value in values}
    words = {str: "texts", Number: "numbers", bool: "true or false"}
    mixed = [words[kind] for kind in words if kind in types]
    if len(mixed) > 1:
        said = f"'{key}' has values of different types: {', '.join(mixed)}"
        yield Finding("mixed_types", said, len(mixed))


def has_surrogate(key: str, values: list[Any]) -> bool:
    """Return whether a text holds half of a character."""
    texts = (text(v) if isinstance(v, (dict, list)) else v for v in (key, *values))
    return any(_SURROGATE.search(t) for t in texts if isinstance(t, str) and not t.isascii())


def visible_key(key: str) -> str:
    """Return a key as text that any widget accepts."""
    return key.encode("utf-8", "replace").decode("utf-8")
