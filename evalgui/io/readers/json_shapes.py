"""The shapes in which JSON holds a table: records, columns, rows, in an envelope or not.

These are all orientations of `DataFrame.to_json` (records, columns, index, split, table,
values; https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_json.html), lists by
their names, and any of them under a key of an object.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.io.meaning import TRUTH_NAMES, is_known_name, listed, one_length, plain_name
from evalgui.io.text.header import is_header
from evalgui.io.widths import MOST_COLUMNS, require_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Value: TypeAlias = Any  # one of JSON

MOST_TABLES = 100
"""How many tables are looked for in one file."""

_MOST_CELLS = 100_000_000
_DEEPEST = 4
_FEWEST_ARRAYS = 2
_LOOK = 200
_INDEX = "index"


@dataclass(frozen=True, slots=True)
class Shape:
    """A table in a JSON document.

    Parameters
    ----------
    columns
        The key and the values of each column; two may have the same key.
    header
        Whether the columns have names; None where the shape gives each a name.
    gaps
        The keys that some records do not have.
    said
        What has to be said about it.
    """

    columns: list[tuple[str, list[Value]]]
    header: bool | None = None
    gaps: list[str] = field(default_factory=list)
    said: list[Finding] = field(default_factory=list)

    @property
    def n_rows(self) -> int:
        """How many rows it has."""
        return max((len(values) for _, values in self.columns), default=0)


def tables(
    where: str, document: Value, look: Callable[[], None] = lambda: None
) -> dict[str, Callable[[], Shape]]:
    """Return what makes a table of each part of a document that holds one, by its path.

    Parameters
    ----------
    where
        The name of the file.
    document
        The value that the file holds.
    look
        Called for each value that is looked at: raises where nobody waits any longer.

    Returns
    -------
    dict
        The path is "" where the whole document is the table, else the keys that lead to it,
        joined by points. Empty where nothing is a table.
    """
    return dict(_tables(where, document, "", 0, look))


def best(found: Mapping[str, Shape]) -> tuple[str, bool]:
    """Return the path of the table that is most likely meant, and whether that is a guess."""
    if len(found) == 1:
        return next(iter(found)), False
    with_truth = [
        path
        for path, shape in found.items()
        if any(plain_name(key) in TRUTH_NAMES for key, _ in shape.columns)
    ]
    if len(with_truth) == 1:
        return with_truth[0], False
    return max(with_truth or found, key=lambda path: found[path].n_rows), True


def require_keys(where: str, n_keys: int, n_rows: int = 0) -> None:
    """Refuse a table of more keys than columns may be, or of far more cells than values.

    Raises
    ------
    DataError
        With the limit.
    """
    require_columns(where, n_keys)
    if n_keys * n_rows > _MOST_CELLS:
        message = f"{grouped(n_rows)} records of {grouped(n_keys)} different keys: too large"
        hint = "Write a list of records, or one record a line, with plain values"
        raise DataError(message, where=where, hint=hint)


def records(
    where: str, values: Sequence[Mapping[str, Value]], look: Callable[[], None] = lambda: None
) -> Shape:
    """Return the table that records make: a key that one does not have is empty there."""
    keys: dict[str, None] = {}
    for value in values:
        keys.update(dict.fromkeys(value))
        if len(keys) > MOST_COLUMNS:
            break
    require_keys(where, len(keys), len(values))
    gaps, columns = [], []
    for key in keys:
        look()
        if any(key not in value for value in values):
            gaps.append(key)
        columns.append((key, [value.get(key) for value in values]))
    return Shape(columns, gaps=gaps)


# ------------------------------------------------------------------------------- finding out


def _tables(
    where: str, value: Value, path: str, depth: int, look: Callable[[], None]
) -> Iterator[tuple[str, Callable[[], Shape]]]:
    look()
    make = _shape(where, value)
    if make is not None:
        yield path, make
    elif isinstance(value, dict) and depth < _DEEPEST:
        n_found = 0
        for key, inner in value.items():
            below = f"{path}.{key}" if path else key
            for found in _tables(where, inner, below, depth + 1, look):
                yield found
                n_found += 1
                if n_found == MOST_TABLES:
                    return


def _shape(where: str, value: Value) -> Callable[[], Shape] | None:
    """Return what makes a table of a value; None where it is none."""
    if isinstance(value, list):
        return _list_shape(where, value)
    if not isinstance(value, dict):
        return None
    if _is_split(value) or _is_described(value):
        return lambda: _split(value) if _is_split(value) else _described(where, value)
    if value and all(isinstance(one, dict) and one for one in value.values()):
        return (lambda: _by_objects(value)) if _are_alike(value) else None
    # Of more than there may be, one is enough to say so: who frees a million holds all others.
    listed_ones = ((key, one) for key, one in value.items() if _is_array(one))
    arrays = dict(islice(listed_ones, MOST_COLUMNS + 1))
    # A list of records is the table, and short lists beside it are words about it.
    is_envelope = any(map(_is_table, value.values())) and not any(
        plain_name(key) in TRUTH_NAMES for key in arrays
    )
    if len(arrays) < _FEWEST_ARRAYS or is_envelope:
        return None
    return lambda: _arrays(where, value, arrays)


def _list_shape(where: str, values: list[Value]) -> Callable[[], Shape] | None:
    """Return what makes a table of a list of records, or of lists; None where it is neither."""
    if _are_all(values, dict):
        return lambda: records(where, values)
    return (lambda: _rows(values)) if _are_all(values, list) else None


def _are_all(values: list[Value], kind: type) -> bool:
    return bool(values) and all(isinstance(value, kind) for value in values)


def _is_table(value: Value) -> bool:
    """Return whether a value is a list of records, or an object that names columns and data."""
    if isinstance(value, list):
        return _are_all(value, dict)
    return isinstance(value, dict) and (_is_split(value) or _is_described(value))


def _is_array(value: Value) -> bool:
    return isinstance(value, list) and bool(value) and not isinstance(value[0], dict)


# ----------------------------------------------------------------------------------- shapes


def _rows(values: list[list[Value]], names: list[str] | None = None) -> Shape:
    """Return the table of rows that are lists: as pandas' "values", or with names above."""
    header: bool | None = None
    if names is None:
        texts = [["" if cell is None else str(cell) for cell in row] for row in values[:_LOOK]]
        are_even = len({len(row) for row in texts}) == 1
        header = are_even and _are_texts(values[0]) and is_header(texts[0], texts[1:])
        names = [str(cell) for cell in values[0]] if header else []
        values = values[1:] if header else values
    width = max([len(names), *map(len, values)], default=0)
    names = [*names, *[""] * (width - len(names))]
    columns = [
        (name, [row[place] if place < len(row) else None for row in values])
        for place, name in enumerate(names)
    ]
    short = sum(len(row) < width for row in values)
    said = []
    if short:
        said.append(Finding("ragged_short", f"lists that are too short: {short} of them", short))
    return Shape(columns, header, said=said)


def _are_texts(row: list[Value]) -> bool:
    # A number that keeps its text is a text of another class.
    return bool(row) and all(type(cell) is str for cell in row)


def _is_split(value: Mapping[str, Value]) -> bool:
    names, data = value.get("columns"), value.get("data")
    return (
        isinstance(names, list)
        and isinstance(data, list)
        and all(isinstance(row, list) for row in data)
    )


def _split(value: Mapping[str, Value]) -> Shape:
    """Return the table of pandas' "split" and "tight"."""
    names = [" ".join(map(str, n)) if isinstance(n, list) else str(n) for n in value["columns"]]
    shape = _rows(value["data"], names)
    index = value.get(_INDEX)
    if isinstance(index, list) and len(index) == len(value["data"]):
        shape = Shape([*_index(index), *shape.columns], None, shape.gaps, shape.said)
    return shape


def _is_described(value: Mapping[str, Value]) -> bool:
    schema, data = value.get("schema"), value.get("data")
    return (
        isinstance(schema, dict)
        and isinstance(schema.get("fields"), list)
        and isinstance(data, list)
        and all(isinstance(row, dict) for row in data)
    )


def _described(where: str, value: Mapping[str, Value]) -> Shape:
    """Return the table of pandas' "table", without an index that only counts."""
    shape = records(where, value["data"])
    first, cells = shape.columns[0] if shape.columns else ("", [])
    is_index = first == _INDEX and value["schema"].get("primaryKey") == [_INDEX]
    if is_index and not _index(cells):
        del shape.columns[0]
    return shape


def _are_alike(value: Mapping[str, Mapping[str, Value]]) -> bool:
    """Return whether objects are the columns or the rows of one table."""
    first, *others = (set(one) for one in value.values())
    shared = first.intersection(*others)
    cells = (cell for one in value.values() for cell in one.values())
    return bool(shared) and any(not isinstance(cell, (dict, list)) for cell in cells)


def _by_objects(value: Mapping[str, Mapping[str, Value]]) -> Shape:
    inner: dict[str, None] = {}
    for one in value.values():
        inner.update(dict.fromkeys(one))
    if _are_columns(value, list(inner)):
        text = "each object is a column, and the keys in it are the rows"
        columns = [(name, [one.get(row) for row in inner]) for name, one in value.items()]
        rows = list(inner)
    else:
        text = "each object is a row, and the keys in it are the columns"
        columns = [(name, [one.get(name) for one in value.values()]) for name in inner]
        rows = list(value)
    said = [Finding("orientation", text, level=Level.INFO)]
    return Shape([*_index(rows), *columns], said=said)


def _are_columns(value: Mapping[str, Mapping[str, Value]], inner: list[str]) -> bool:
    """Return whether each object is a column, as pandas writes it by default, and no row.

    Names that everyone uses tell; else values of one type do, else there are more rows than
    columns.
    """
    known = any(map(is_known_name, value)), any(map(is_known_name, inner))
    if known[0] != known[1]:
        return known[0]
    even = (
        all(_of_one_type(one.values()) for one in value.values()),
        all(_of_one_type(one.get(key) for one in value.values()) for key in inner),
    )
    if even[0] != even[1]:
        return even[0]
    return len(inner) >= len(value)


def _of_one_type(values: Any) -> bool:  # noqa: ANN401 - values of JSON
    return len({type(value) for value in values} - {type(None)}) <= 1


def _index(names: Sequence[Value]) -> list[tuple[str, list[Value]]]:
    """Return a column with the names of the rows; none where they only count from 0."""
    if all(str(name) == str(place) for place, name in enumerate(names)):
        return []
    return [(_INDEX, list(names))]


def _arrays(where: str, value: Mapping[str, Value], arrays: Mapping[str, list[Value]]) -> Shape:
    """Return the table of lists by their names; what is no list of its length is passed over."""
    require_keys(where, len(arrays))
    lengths = {key: len(one) for key, one in arrays.items()}
    said = []
    if _are_two_lists(lengths):
        chosen = list(arrays)
        n_rows = max(lengths.values())
        columns = [(key, [*one, *[None] * (n_rows - len(one))]) for key, one in arrays.items()]
    else:
        chosen = one_length.of_one_length(where, lengths)
        columns = [(key, arrays[key]) for key in chosen]
        said = list(one_length.left_out(lengths, chosen))
    others = [key for key in value if key not in arrays]
    if others:
        text = f"keys beside the lists are passed over: {listed(others)}"
        said.append(Finding("other_data", text, len(others), Level.INFO))
    return Shape(columns, said=said)


def _are_two_lists(lengths: Mapping[str, int]) -> bool:
    """Return whether these are lists of genuine and impostor scores."""
    from evalgui.io.layouts.two_lists import are_two_lists

    return len(set(lengths.values())) > 1 and are_two_lists(list(lengths))
