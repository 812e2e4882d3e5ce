"""HDF5 in the child process: the columns of a table.

Like `child` it loads nothing of the rest of the program. What an HDF5 file can do
beyond holding data is refused: links to other files, data sets put together from other
files, and filters that are programs of their own.
"""

from __future__ import annotations

import codecs
import contextlib
import io
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.io.sandbox.columns import Answer, shown
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_OBJECTS = 10_000
MOST_CELLS = 100_000_000
FREE_CONTENT = 256 << 20
LARGEST_RATIO = 100
_FILTERS = {1, 2, 3, 4, 5, 6, 32_000}  # those of the library itself, and LZF of h5py
_LONGEST_NUMBER = 8
_MATRIX = 2  # dimensions
_AGAIN = "Save it again, or save the data as CSV"
_SMALLER = "Keep only the data that are needed, or save them as CSV"


class Refusal(Exception):  # noqa: N818 - it is what the caller is told
    """What is wrong with the file, and what to do."""


def read(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a list of trials, or a table: the wanted one, or the largest."""
    try:
        import h5py
    except ImportError:
        message = "this is an HDF5 file, and the package that reads them is not installed"
        raise Refusal(message, 'Install it: pip install "evalgui[hdf5]"') from None
    from evalgui.io.sandbox.hdf5_trials import trials

    _shut_other_files()
    try:
        with h5py.File(io.BytesIO(data), "r") as file:
            content = Content(h5py)
            content.walk(file)
            answer = trials(globals(), content) or _table(content, wanted, len(data))
    except (OSError, RuntimeError, ValueError, TypeError, KeyError, ArithmeticError):
        message = "the HDF5 file is damaged or incomplete, or uses a feature that is not read"
        raise Refusal(message, _AGAIN) from None
    answer.facts["n_links"] = content.n_links
    return answer.facts, answer.parts


def _shut_other_files() -> None:
    """Let this process open no file any more, where the system can do that."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        codecs.lookup("ascii")  # read from a file when a type is first looked at
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


# -------------------------------------------------------------------------------- objects


class Content:
    """The data sets of a file by their paths, and how many links were left alone."""

    def __init__(self, h5py: Any) -> None:  # noqa: ANN401 - known only in the child
        self._h5py = h5py
        self.datasets: dict[str, Any] = {}
        self.n_links = 0

    def walk(self, file: Any) -> None:  # noqa: ANN401 - as above
        """Gather the data sets, and refuse what leads out of the file."""
        groups = deque([("", file)])
        seen = {self._address(file)}
        n_objects = 0
        while groups:
            path, group = groups.popleft()
            for name in group:
                n_objects += 1
                if n_objects > MOST_OBJECTS:
                    raise Refusal(
                        f"the file holds more than {grouped(MOST_OBJECTS)} objects", _SMALLER
                    )
                item = self._inside(group, name)
                if item is None or self._address(item) in seen:
                    continue
                seen.add(self._address(item))
                if isinstance(item, self._h5py.Group):
                    groups.append((f"{path}/{name}", item))
                elif isinstance(item, self._h5py.Dataset):
                    _require_inside(item)
                    self.datasets[f"{path}/{name}"] = item

    def _address(self, item: Any) -> int:  # noqa: ANN401 - as above
        return int(self._h5py.h5o.get_info(item.id).addr)

    def _inside(self, group: Any, name: str) -> Any:  # noqa: ANN401 - as above
        """Return an object of a group; None for a link within the file."""
        link = group.get(name, getlink=True)
        if isinstance(link, self._h5py.ExternalLink):
            message = "the HDF5 file has a link to another file, which is not followed"
            raise Refusal(message, "Copy the data into one file, without links")
        if isinstance(link, self._h5py.HardLink):
            return group[name]
        self.n_links += 1
        return None

    def kind(self, own: Any) -> str:  # noqa: ANN401 - a type of numpy
        """Return what cells of a type are; ``""`` for what is not read."""
        if self._h5py.check_string_dtype(own) is not None:
            return "text"
        if self._h5py.check_enum_dtype(own) is not None:
            return "coded"
        if own.kind == "b":
            return "flag"
        return "number" if own.kind in "iuf" and own.itemsize <= _LONGEST_NUMBER else ""

    def words(self, own: Any) -> dict[str, int]:  # noqa: ANN401 - a type of numpy
        """Return the words of an enumeration with their numbers."""
        found: dict[str, int] = self._h5py.check_enum_dtype(own)
        return found


def _require_inside(dataset: Any) -> None:  # noqa: ANN401 - as above
    if dataset.is_virtual or dataset.external:
        message = "a data set of the HDF5 file is put together from other files: it is not read"
        raise Refusal(message, "Copy the data into one file")


def loaded(dataset: Any) -> Any:  # noqa: ANN401 - as above
    """Return a data set, ready to be read: refuse a filter that is a program of its own."""
    created = dataset.id.get_create_plist()
    for place in range(created.get_nfilters()):
        number = created.get_filter(place)[0]
        if number not in _FILTERS:
            message = f"a data set is packed with a filter that is not read (number {number})"
            raise Refusal(message, "Save it again with gzip, or without a filter")
    return dataset


# ---------------------------------------------------------------------------------- parts


def texts_of(values: Any) -> list[str]:  # noqa: ANN401 - an array of numpy
    """Return texts, strictly: bytes that are none would be another text for everyone."""
    cells = values.tolist()
    try:
        return [cell.decode("utf-8") if isinstance(cell, bytes) else str(cell) for cell in cells]
    except UnicodeDecodeError:
        message = "a text of the HDF5 file is no valid UTF-8"
        raise Refusal(message, "Save its texts as UTF-8") from None


# --------------------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Column:
    """A column of a table: a data set, a column of a matrix, or a field of records."""

    name: str
    path: str
    field: str | None = None
    place: int | None = None

    def of(self, array: Any) -> Any:  # noqa: ANN401 - an array, or a type of numpy
        """Return the part of what its data set holds."""
        part = array if self.field is None else array[self.field]
        return part if self.place is None else part[:, self.place]

    def type_of(self, own: Any) -> Any:  # noqa: ANN401 - a type of numpy
        """Return the type of its cells."""
        part = own if self.field is None else own[self.field]
        return part if part.subdtype is None else part.subdtype[0]


@dataclass
class Table:
    """Data that look like a table."""

    name: str
    n_rows: int
    columns: list[Column] = field(default_factory=list)

    @property
    def n_cells(self) -> int:
        """How many cells it has."""
        return self.n_rows * len(self.columns)


def _places(shape: tuple[int, ...]) -> Iterator[int | None]:
    """Yield the columns of a data set, or None for the whole of a list."""
    yield from range(shape[0]) if shape else [None]


def _columns(content: Content, path: str) -> list[Column]:
    """Return the columns that a data set makes; none where its cells are not read."""
    dataset = content.datasets[path]
    shape, own = dataset.shape, dataset.dtype
    if not shape or not shape[0] or len(shape) > _MATRIX:
        return []
    if own.names is None:
        if not content.kind(own) or (shape[1:] and shape[1] > MOST_COLUMNS):
            return []
        name = path.rpartition("/")[2]
        return [_column(name, path, None, place) for place in _places(shape[1:])]
    if len(shape) > 1:
        return []
    found = []
    for name in own.names:
        base, inner = own[name].subdtype or (own[name], ())
        if content.kind(base) and len(inner) < _MATRIX:
            found += [_column(name, path, name, place) for place in _places(inner)]
    return found


def _column(name: str, path: str, own: str | None, place: int | None) -> Column:
    return Column(name if place is None else f"{name}_{place}", path, own, place)


def _tables(content: Content) -> tuple[list[Table], int]:
    """Return what looks like a table, and how many data sets belong to none.

    A table is a data set of records, or the data sets of a group that have one length.
    """
    tables: list[Table] = []
    groups: dict[tuple[str, int], list[Column]] = {}
    n_others = 0
    for path, dataset in content.datasets.items():
        columns = _columns(content, path)
        if not columns:
            n_others += 1
        elif dataset.dtype.names is not None:
            tables.append(Table(path, dataset.shape[0], columns))
        else:
            key = (path.rpartition("/")[0] or "/", dataset.shape[0])
            groups.setdefault(key, []).extend(columns)
    full = {key: columns for key, columns in groups.items() if len(columns) > 1}
    n_others += len(groups) - len(full)
    parents = [parent for parent, _ in full]
    for (parent, n_rows), columns in full.items():
        name = parent if parents.count(parent) == 1 else f"{parent} ({n_rows} rows)"
        tables.append(Table(name, n_rows, columns))
    return tables, n_others


def _table(content: Content, wanted: str, size: int) -> Answer:
    """Return the columns of a table."""
    found, n_others = _tables(content)
    tables = {shown(table.name): table for table in found}
    if not tables:
        message = "no data in the HDF5 file look like a table"
        hint = "Save columns of one length in one group, or records in one data set"
        raise Refusal(message, hint)
    if wanted and wanted not in tables:
        raise Refusal(f"there is no table '{wanted[:100]}'", f"There are {len(tables)} tables")
    chosen = wanted or max(tables, key=lambda name: tables[name].n_cells)
    table = tables[chosen]
    used = {column.path: loaded(content.datasets[column.path]) for column in table.columns}
    n_bytes = sum(dataset.size * dataset.dtype.itemsize for dataset in used.values())
    if len(table.columns) > MOST_COLUMNS:
        raise Refusal(too_many_columns(), HINT)
    if n_bytes > max(FREE_CONTENT, LARGEST_RATIO * size) or table.n_cells > MOST_CELLS:
        shape = f"{grouped(table.n_rows)} rows of {grouped(len(table.columns))} columns"
        raise Refusal(f"the table '{chosen[:100]}' is too large: {shape}", _SMALLER)
    arrays = {path: dataset[()] for path, dataset in used.items()}
    answer = Answer("table", table.n_rows)
    answer.facts |= {"sheet": chosen, "sheets": list(tables), "n_others": n_others}
    for column in table.columns:
        own = column.type_of(used[column.path].dtype)
        _add(content, answer, column.name, column.of(arrays[column.path]), own)
    return answer


def _add(content: Content, answer: Answer, name: str, values: Any, own: Any) -> None:  # noqa: ANN401 - numpy's
    """Add a column of a table to the answer."""
    kind = content.kind(own)
    if kind == "text":
        answer.add_texts(name, texts_of(values))
    elif kind == "coded":
        words = {number: word for word, number in reversed(content.words(own).items())}
        places = {number: place for place, number in enumerate(words)}
        codes = [places.get(number, -1) for number in values.tolist()]
        answer.add_codes(name, codes, [shown(word) for word in words.values()])
    else:
        answer.add_numbers(name, values, kind)
