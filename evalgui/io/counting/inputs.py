"""The files that are counted: which they are, whether they are alike, and their first rows."""

from __future__ import annotations

import contextlib
import datetime as dt
import glob
import hashlib
import io
import math
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.bytes.source import Source, display_name
from evalgui.io.folders import files_of
from evalgui.io.meaning import listed
from evalgui.io.table import arrow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from evalgui.io.table import RawTable

LARGEST_HASHED = 64 << 30
"""The largest file of which a SHA-256 is made, in bytes: of a larger one size and time are kept."""

PREVIEW_ROWS = 20_000
"""How many rows are looked at to find out what the columns mean."""

_PIECE = 1 << 22
_SOME_FILES = 8
_PARQUET = b"PAR1"


@dataclass(frozen=True, slots=True)
class Input:
    """A file that is counted.

    Parameters
    ----------
    path
        Where it is, without links.
    size
        In bytes.
    modified
        When it was changed, in ns since 1970.
    """

    path: Path
    size: int
    modified: int

    @property
    def name(self) -> str:
        """What it is called."""
        return display_name(self.path)

    def facts(self, watch: Watch) -> dict[str, Any]:
        """Return what the count table says of it.

        Raises
        ------
        ReadingError
            If it has changed since it was counted, or is gone.
        """
        digest = None if self.size > LARGEST_HASHED else hashlib.sha256()
        if digest is not None:
            try:
                with self.path.open("rb") as file:
                    while piece := file.read(_PIECE):
                        watch.look()
                        digest.update(piece)
            except OSError:
                raise _changed(self.path) from None
        require_unchanged([self])
        at = dt.datetime.fromtimestamp(self.modified / 1e9, dt.UTC)
        return {
            "name": self.name,
            "size": self.size,
            "modified": at.isoformat(timespec="seconds"),
            "sha256": None if digest is None else digest.hexdigest(),
        }


def require_unchanged(inputs: Iterable[Input]) -> None:
    """Refuse files that are not what they were.

    Raises
    ------
    ReadingError
        If one has changed, or is gone.
    """
    for one in inputs:
        if input_at(one.path) != one:
            raise _changed(one.path)


@contextlib.contextmanager
def told_beside(
    inputs: Sequence[Input], watch: Watch
) -> Iterator[Callable[[], tuple[dict[str, Any], ...]]]:
    """Give what returns the facts of files, which are read for them beside other work."""
    ended = threading.Event()

    def is_ended() -> bool:
        return ended.is_set() or (watch.cancelled is not None and watch.cancelled())

    own = Watch(cancelled=is_ended)
    with ThreadPoolExecutor(1, "counting") as beside:
        found = beside.submit(lambda: tuple(one.facts(own) for one in inputs))
        try:
            yield found.result
        finally:
            ended.set()


def known_ends(files: Sequence[Path], place: int) -> tuple[float, float] | None:
    """Return the smallest and the largest number of a column, as files of Parquet have noted them.

    They are for bins alone: beyond both there is one, so that nothing is lost where they are wrong.

    Parameters
    ----------
    files
        All with the same columns.
    place
        That of the column among these.

    Returns
    -------
    tuple of float, or None
        None where some file has not noted them, or they are no finite numbers.
    """
    from pyarrow import parquet

    ends: list[float] = []
    for path in files:
        facts = parquet.read_metadata(path)
        if facts.num_columns != len(facts.schema.to_arrow_schema()):  # some have columns within
            return None
        for number in range(facts.num_row_groups):
            noted: Any = facts.row_group(number).column(place).statistics
            if noted is None or not noted.has_min_max:
                return None
            ends += [float(noted.min), float(noted.max)]
    is_known = bool(ends) and all(map(math.isfinite, ends))
    return (min(ends), max(ends)) if is_known else None


def input_at(path: Path) -> Input:
    """Return a file that may be counted.

    Raises
    ------
    ReadingError
        If it is no regular file, or its name is one that no engine takes.
    """
    real = Path(os.path.realpath(path))
    require_unicode(real)
    try:
        found = real.stat()
    except OSError:
        raise ReadingError(phrase("there is no such file"), where=display_name(path)) from None
    if not real.is_file():
        raise ReadingError(phrase("this is no file"), where=display_name(path))
    return Input(real, found.st_size, found.st_mtime_ns)


def require_unicode(path: Path) -> None:
    """Refuse a path that is no text: DuckDB and pyarrow open no such file.

    Raises
    ------
    ReadingError
        If it has bytes that are no Unicode.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        message = phrase("its name, or that of a folder of it, is not valid Unicode")
        raise ReadingError(message, where=display_name(path), hint=phrase("Rename it")) from None


def inputs_of(paths: Sequence[str | os.PathLike[str]]) -> list[Input]:
    """Return the files that paths mean: files, those in folders, and what a glob finds.

    Raises
    ------
    ReadingError, DataError
        If one means none.
    """
    found: dict[Path, None] = {}
    for given in paths:
        path = Path(given)
        meant = [path]
        if not path.exists() and glob.has_magic(str(given)):
            names = glob.glob(str(given), recursive=True)  # noqa: PTH207 - from anywhere
            meant = [Path(one) for one in sorted(names)]
            if not meant:
                raise ReadingError(phrase("no file has such a name"), where=str(given))
        for one in files_of(meant).values():
            found[one] = None
    return [input_at(path) for path in found]


def require_none(inputs: Sequence[Input], out: str | os.PathLike[str]) -> None:
    """Refuse to write the result over a file that is counted, as one of a folder may be.

    Raises
    ------
    DataError
        If it is one.
    """
    if Path(os.path.realpath(out)) in {one.path for one in inputs}:
        message = phrase("the result would take the place of a file that is counted")
        raise DataError(
            message, where=display_name(out), hint=phrase("Choose another name for --out")
        )


def schema_of(inputs: Sequence[Input]) -> Any:  # noqa: ANN401 - a schema of pyarrow
    """Return the columns that all files have alike.

    Raises
    ------
    ReadingError
        If one is no Parquet file.
    DataError
        If they have other columns, or others of a type; those that differ are named.
    """
    from pyarrow import parquet

    first: Any = None
    for one in inputs:
        try:
            with one.path.open("rb") as file:
                if file.read(len(_PARQUET)) != _PARQUET:
                    raise ReadingError(phrase("this is no Parquet file"), where=one.name)
            schema = parquet.read_schema(one.path)
        except (OSError, arrow.ArrowException):
            raise _damaged(one) from None
        if first is None:
            first = schema
        elif not schema.equals(first):
            refuse_other(inputs[0], _types(first), one, _types(schema))
    return first


def _types(schema: Any) -> dict[str, str]:  # noqa: ANN401 - as above
    return {field.name: str(field.type) for field in schema}


def refuse_other(
    one: Input, first: Mapping[str, str], other: Input, found: Mapping[str, str]
) -> NoReturn:
    """Refuse a file whose columns are not those of another one; both by name and type.

    Raises
    ------
    DataError
        With the columns that differ.
    """
    lacks = [name for name in first if name not in found]
    more = [name for name in found if name not in first]
    changed = [name for name in first if name in found and found[name] != first[name]]
    words = []
    if lacks:
        words.append(phrase("it lacks {names}", names=listed(lacks)))
    if more:
        words.append(phrase("it also has {names}", names=listed(more)))
    if changed:
        words.append(phrase("other types: {names}", names=listed(changed)))
    message = phrase(
        "its columns are not those of {name}: {what}",
        name=one.name,
        what=joined("; ", words) if words else phrase("another order"),
    )
    raise DataError(
        message, where=other.name, hint=phrase("Count files with the same columns together")
    )


def some_of(inputs: Sequence[Input]) -> list[Input]:
    """Return a few files that lie apart, the first and the last among them."""
    step = max(1, -(-len(inputs) // _SOME_FILES))
    return list(dict.fromkeys([*inputs[::step], inputs[-1]]))


def place_of(table: RawTable, name: str, schema: Any) -> int:  # noqa: ANN401 - as above
    """Return the place among all columns of the files, from 0, of one of the first rows.

    Parameters
    ----------
    table
        The first rows.
    name
        What the column is called there.
    schema
        The columns of the files: several may have one name.

    Raises
    ------
    DataError
        If it is no column of the files as it is there.
    """
    column = table.column(name)
    before = table.columns[: table.names.index(column.name)]
    rank = sum(one.header == column.header for one in before)
    places = [place for place, own in enumerate(schema.names) if own == column.header]
    if rank >= len(places):
        message = phrase(
            "'{name}' is made of other columns, which is not done in counting", name=column.name
        )
        raise DataError(message, where=table.name, hint=phrase("Name a column of the files"))
    return places[rank]


def first_rows(inputs: Sequence[Input]) -> Any:  # noqa: ANN401 - of pyarrow
    """Return some rows of some files.

    They are the first and the last of files that lie apart: where one class comes after the
    other, both are seen.
    """
    chosen = some_of(inputs)
    share = max(1, PREVIEW_ROWS // (2 * len(chosen)))
    parts = []
    for one in chosen:
        try:
            parts += _some_rows(one.path, share)
        except (OSError, arrow.ArrowException):
            raise _damaged(one) from None
    if not parts or not sum(part.num_rows for part in parts):
        raise DataError(phrase("there are no rows"), where=inputs[0].name)
    return arrow.concat_tables(parts)


def preview(inputs: Sequence[Input]) -> Source:
    """Return the first rows of some files as a small file of the same kind."""
    from pyarrow import parquet

    content = io.BytesIO()
    parquet.write_table(first_rows(inputs), content)
    return Source.from_bytes(inputs[0].name, content.getvalue())


def _some_rows(path: Path, n: int) -> list[Any]:
    """Return at most so many rows of the first and as many of the last group of a file."""
    from pyarrow import parquet

    with parquet.ParquetFile(path, page_checksum_verification=True) as file:
        last = file.num_row_groups - 1
        groups = sorted({0, last}) if last >= 0 else []
        found = (next(file.iter_batches(n, row_groups=[group]), None) for group in groups)
        batches = [batch for batch in found if batch is not None]
        return [arrow.Table.from_batches(batches, file.schema_arrow)] if batches else []


def _damaged(one: Input) -> ReadingError:
    message = phrase("the file cannot be read: it is damaged")
    return ReadingError(message, where=one.name, hint=phrase("Copy or download it again"))


def _changed(path: Path) -> ReadingError:
    message = phrase("the file has changed, or is gone, while it was counted")
    return ReadingError(message, where=display_name(path), hint=phrase("Count again"))
