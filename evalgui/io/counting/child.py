"""The process in which DuckDB counts: it reaches the files it was given, and nothing else.

A line of JSON on the standard input asks for something, lines on the standard output tell how far
it has come and what came of it. Columns are told by their places, so that no name of the user is
part of a statement; labels are, as values that Ibis quotes.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import json
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.io.counting.bins import Bins
from evalgui.io.counting.expression import counts_of
from evalgui.io.layouts.counted import BIN, HIGH, LOW, SCORE
from evalgui.io.layouts.kept_totals import SUBJECT
from evalgui.io.sandbox.child import end_with_the_parent
from evalgui.io.sandbox.start import READY_TO_COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST_LABELS = 20_001
"""So many different labels are told at most: more are none of classes."""

RESULT, TOTALS, WHOLE = "counts.parquet", "totals.parquet", "whole.parquet"
"""What the count table, and the totals by subject and of all, are called where it spills."""

_BATCH = 1 << 17  # rows
_BETWEEN_LOOKS = 0.2  # seconds
_ROWS = "rows"
_OF_DISKS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))  # as Arrow trims


def main() -> int:
    """Do what the lines of the standard input ask for; this process ends with them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the parent that is interrupted
    end_with_the_parent()
    _out.take()
    engine: _Engine | None = None
    _say({"ready": READY_TO_COUNT})
    for line in _lines():
        asked = json.loads(line)
        what = asked.pop("ask")
        try:
            if engine is None:
                engine = _Engine(**asked)
                answer: object = engine.columns
            else:
                with _Telling(engine.database):
                    answer = getattr(engine, _KNOWN[what])(**asked)
            _say({"answer": answer})
        except BaseException as error:  # noqa: BLE001 - its text may hold what is in the files
            _say({"refused": _kind(error), "errno": _errno(error), "file": _file_in(error)})
    return 0


def _lines() -> Iterator[str]:
    """Return what is asked for, while the input lasts: who asked may be gone in the middle."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in iter(sys.stdin.readline, ""):
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()


class _Out:
    """Where the answers go; what an engine prints by itself goes nowhere."""

    def __init__(self) -> None:
        self._descriptor = 1
        self._writing = threading.Lock()

    def take(self) -> None:
        """Keep the standard output for answers."""
        self._descriptor = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)

    def say(self, facts: Mapping[str, object]) -> None:
        """Write a line."""
        left = memoryview((json.dumps(facts) + "\n").encode())
        with self._writing:
            while left:
                left = left[os.write(self._descriptor, left) :]


_out = _Out()


def _say(facts: Mapping[str, object]) -> None:
    _out.say(facts)


def _kind(error: BaseException) -> str:
    """Return what is wrong as one word, which the parent has words for."""
    return type(error).__name__


def _errno(error: BaseException) -> int:
    """Return which error of writing it is, 0 for none; DuckDB has the words of the system."""
    own, text = getattr(error, "errno", None), str(error)
    return next((one for one in _OF_DISKS if own == one or os.strerror(one) in text), 0)


def _file_in(error: BaseException) -> str:
    """Return which of the files an error is about, "" where it does not say and there are more."""
    only = _files[0] if len(_files) == 1 else ""
    return next((path for path in _files if path in str(error)), only)


_files: list[str] = []


class _Engine:
    """DuckDB with the files in its reach, and the expressions that it runs."""

    def __init__(
        self,
        *,
        files: Sequence[str],
        form: str,
        spill: str,
        memory: int,
        threads: int,
    ) -> None:
        import duckdb

        _files[:] = [file for file in files if Path(file).parent != Path(spill)]  # of the user
        self._spill = Path(spill)
        self.database = duckdb.connect(
            config={
                "threads": threads,
                "memory_limit": f"{memory}B",
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
                "allow_community_extensions": False,
            }
        )
        self._set("temp_directory", spill)
        self._set("enable_progress_bar", value=True)  # which is asked for, and not printed
        self._set("enable_progress_bar_print", value=False)
        self._set("preserve_insertion_order", value=False)
        self._set("python_enable_replacements", value=False)
        # The ends of a row group in Parquet leave NaN out, and DuckDB takes them for those of all
        # numbers: it would find no NaN among them, and count these as the largest scores.
        self._set("disabled_optimizers", "statistics_propagation")
        # DuckDB takes each name for a pattern, which is to match the file of just this name.
        patterns = [glob.escape(file) for file in files]
        self._set("allowed_paths", [*dict.fromkeys([*files, *patterns])])
        self._set("allowed_directories", [f"{spill}{os.sep}"])
        self._set("enable_external_access", value=False)
        self._set("lock_configuration", value=True)
        self.columns = self._open(form, patterns)

    def _set(self, name: str, value: object) -> None:
        if isinstance(value, list):
            text = "[" + ", ".join(_quoted(one) for one in value) + "]"
        else:
            text = _quoted(value) if isinstance(value, str) else str(value).lower()
        self.database.execute(f"SET {name} = {text}")

    def _open(self, form: str, patterns: list[str]) -> list[str]:
        """Make a view of the files; return of what type Ibis has each of its columns."""
        import duckdb
        import ibis

        if form != "parquet":
            raise ValueError
        rows = self.database.read_parquet(patterns, hive_partitioning=False)
        columns = [duckdb.ColumnExpression(name) for name in rows.columns]
        own = [column.alias(_column(place)) for place, column in enumerate(columns)]
        rows.select(*own).create_view(_ROWS)
        return [str(ibis.dtype(_type_of(str(kind)))) for kind in rows.types]

    @property
    def _table(self) -> Any:  # noqa: ANN401 - of Ibis
        import ibis

        kinds = {_column(place): kind for place, kind in enumerate(self.columns)}
        return ibis.table(kinds, name=_ROWS)

    def _run(self, expression: Any) -> Any:  # noqa: ANN401 - of Ibis, and a relation of DuckDB
        """Return what an expression comes to: it runs when the rows are fetched."""
        import ibis

        return self.database.sql(str(ibis.to_sql(expression, dialect="duckdb")))

    def labels(self, *, truth: int) -> list[list[Any]]:
        """Return each label and how many rows have it, the commonest first; null for none."""
        table = self._table
        label = table[_column(truth)]
        if not (label.type().is_integer() or label.type().is_boolean() or label.type().is_string()):
            label = label.cast("string")
        found = table.group_by(label=label).aggregate(n=table.count())
        found = found.order_by(found.n.desc()).limit(MOST_LABELS)
        return [[value, n] for value, n in self._run(found).fetchall()]

    def range(self, *, score: int) -> list[float | None]:
        """Return the smallest and the largest finite score; nulls where there is none."""
        table = self._table
        own = table[_column(score)]
        number = own.cast("float64")
        ends = table.filter(~(number.isnan() | number.isinf())).aggregate(
            low=own.min().cast("float64"), high=own.max().cast("float64")
        )
        ((low, high),) = self._run(ends).fetchall()
        return [low, high]

    def groups(self, *, by: Sequence[int], most: int) -> list[int]:
        """Return how many groups there are, at most one more than asked, and values of each."""
        kept = self._table.select(*map(_column, by)).distinct().limit(most + 1)
        each = {f"n_{place}": kept[_column(place)].nunique() for place in by}
        (found,) = self._run(kept.aggregate(n=kept.count(), **each)).fetchall()
        return list(found)

    def subjects(self, *, subjects: Sequence[int]) -> int:
        """Return how many subjects there are; each cell without one is a subject of its own."""
        ids = _sides(self._table, subjects, {})[SUBJECT]
        counted = ids.as_table().aggregate(n=ids.nunique(), lone=ids.isnull().sum())
        (found,) = self._run(counted).fetchall()
        return sum(map(int, filter(None, found)))

    def totals(  # noqa: PLR0913 - each is named
        self,
        *,
        truth: int,
        score: int,
        positive: Sequence[Any],
        negative: Sequence[Any],
        weight: int | None,
        bins: dict[str, Any],
        subjects: Sequence[int],
        worst: int | None,
    ) -> None:
        """Count by subject and by bin, and write it into the folder to spill into.

        With the counts of all rows by bin, whosever they are. `worst` is the bin of rows without a
        score, None where these are not counted.
        """
        from pyarrow import parquet

        kept = {"truth": truth, "score": score}
        kept |= {} if weight is None else {"weight": weight}
        labels: dict[str, Any] = {"positive": positive, "negative": negative}
        labels |= {"bins": Bins.from_json(bins), "weight": None if weight is None else "weight"}
        labels["in_lists"] = True
        for name, rows, by in (
            (TOTALS, _sides(self._table, subjects, kept), (SUBJECT,)),
            (WHOLE, _taken(self._table, kept), ()),
        ):
            counts = counts_of(rows, truth="truth", score="score", **labels, by=by)
            if worst is not None:
                counts = counts.mutate(**{BIN: counts[BIN].fill_null(worst)})
            counts = counts.filter(counts[BIN].notnull()).drop(LOW, HIGH)
            parquet.write_table(self._run(counts).to_arrow_table(), self._spill / name)

    def count(  # noqa: PLR0913 - each is named
        self,
        *,
        truth: int,
        score: int,
        positive: Sequence[Any],
        negative: Sequence[Any],
        weight: int | None,
        bins: dict[str, Any] | None,
        by: Sequence[int],
        names: Sequence[str],
        zones: Mapping[str, str],
        about: str,
    ) -> int:
        """Count, and write the count table into the folder to spill into; return its rows.

        Parameters
        ----------
        truth, score, weight, by
            The places of columns.
        positive, negative
            The labels of each class.
        bins
            As `Bins.as_json`; None for none.
        names
            What the columns of `by` are called in the count table.
        zones
            The time zones of those that have some.
        about
            What the count table says about itself.
        """
        import pyarrow as pa
        from pyarrow import parquet

        own = [*map(_column, by)]
        counts = counts_of(
            self._table,
            truth=_column(truth),
            score=_column(score),
            positive=positive,
            negative=negative,
            weight=None if weight is None else _column(weight),
            bins=None if bins is None else Bins.from_json(bins),
            by=own,
            in_lists=True,
        )
        counts = counts.order_by([*own, SCORE if bins is None else BIN])
        batches = self._run(counts).to_arrow_reader(_BATCH)
        called = [*names, *batches.schema.names[len(names) :]]
        fields = [one.with_name(name) for one, name in zip(batches.schema, called, strict=True)]
        schema: Any = pa.schema(fields, {b"evalgui": about.encode()})
        for name, zone in zones.items():  # an engine tells moments in a time zone of its own
            place = schema.get_field_index(name)
            schema = schema.set(place, pa.field(name, pa.timestamp(schema.types[place].unit, zone)))
        n_rows = 0
        with parquet.ParquetWriter(self._spill / RESULT, schema) as writer:
            for batch in batches:
                plain = pa.Table.from_batches([batch]).rename_columns(called)
                writer.write_table(plain.cast(schema))
                n_rows += batch.num_rows
        return n_rows


_KNOWN = {name: name for name in ("labels", "range", "groups", "subjects", "totals", "count")}


def _sides(table: Any, subjects: Sequence[int], kept: Mapping[str, int]) -> Any:  # noqa: ANN401 - of Ibis
    """Return the rows once for each subject that they are of, with a column that says which.

    Ids are those of `evalgui.io.building.subjects`: texts without the blanks around them, and null
    where a cell has none. A row that compares a subject with itself is there once.

    Parameters
    ----------
    table
        The rows.
    subjects
        The places of one or two columns.
    kept
        The places of columns that are kept, by what they are called then.
    """
    import ibis

    @ibis.udf.scalar.builtin  # type: ignore[untyped-decorator]
    def trim(text: str, characters: str) -> str:  # type: ignore[empty-body]
        ...

    def ids(rows: Any, place: int) -> Any:  # noqa: ANN401 - as above
        column = rows[_column(place)]
        if column.type().is_floating():
            column = ibis.ifelse(column.isnan(), ibis.null(column.type()), column)
        return trim(column.cast("string"), _BLANKS).nullif("")

    def side(rows: Any, place: int) -> Any:  # noqa: ANN401 - as above
        return _taken(rows, kept, subject=ids(rows, place))

    first, *second = subjects
    if not second:
        return side(table, first)
    one, other = ids(table, first), ids(table, second[0])
    are_two = one.isnull() | other.isnull() | (one != other)
    return side(table, first).union(side(table.filter(are_two), second[0]))


def _taken(rows: Any, kept: Mapping[str, int], **more: Any) -> Any:  # noqa: ANN401 - as above
    return rows.select(**{name: rows[_column(place)] for name, place in kept.items()}, **more)


def _column(place: int) -> str:
    """Return what a column of the files is called in statements, by its place among them."""
    return f"column_{place}"


def _type_of(kind: str) -> str:
    """Return what Ibis calls a type of DuckDB."""
    from ibis.backends.sql.datatypes import DuckDBType

    return str(DuckDBType.from_string(kind))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class _Telling:
    """Tells how far a statement has come while it runs."""

    def __init__(self, database: Any) -> None:  # noqa: ANN401 - a connection of DuckDB
        self._database = database
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _tell(self) -> None:
        while not self._ended.wait(_BETWEEN_LOOKS):
            with contextlib.suppress(Exception):  # there may be nothing that runs any more
                share = float(self._database.query_progress())
                if 0 <= share <= 100:
                    _say({"progress": share / 100})
