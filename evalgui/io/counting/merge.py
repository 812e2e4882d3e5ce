"""Many count tables made into the one that a count of all their files would be.

What it takes is small, whatever was counted: neither DuckDB nor anything else of ``evalgui[big]``.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.digits import exact, grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.counting.inputs import inputs_of, require_none
from evalgui.io.formats.parquet import ABOUT
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.layouts.counted import BIN, HIGH, LOW, N_NEGATIVE, N_POSITIVE, SCORE, Counted
from evalgui.io.meaning import listed, quoted
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from evalgui.io.counting.inputs import Input

_COUNTS = (N_POSITIVE, N_NEGATIVE)
_ENDS = (LOW, HIGH)
_AT_ONCE = 1 << 22  # rows that wait to be added up
_MADE = phrase("Merge what `evalgui count` and `evalgui merge` wrote")


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A count table, and what it says about itself."""

    name: str
    said: Counted
    table: Any  # of pyarrow


def merge(
    paths: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    watch: Watch | None = None,
) -> Counted:
    """Add up count tables, and write the result: completely, or not at all.

    Counts of the same score, or of the same bin, in the same group add up; a bin reaches from
    the smallest to the largest score that any part has in it. That is the count of all files of
    all parts, in whatever order and in however many steps they are merged.

    Parameters
    ----------
    paths
        Count tables that this program made, folders of them, and globs.
    out
        Where the result goes, a Parquet file.
    watch
        Told how far it has come, and asked whether to go on.

    Returns
    -------
    Counted
        What the result says about itself.

    Raises
    ------
    ReadingError
        If a file cannot be read.
    DataError
        If one is no such count table; two count other classes or another score, in another
        direction, with other bins or by other columns; two count the same file; or all counts
        are more than can be added exactly.
    WritingError
        If the result cannot be written.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    inputs = inputs_of(paths)
    require_none(inputs, out)
    first, parts = None, []
    waiting: list[Any] = []
    total = 0
    for place, one in enumerate(inputs):
        watch.step(0.9 * place / len(inputs), phrase("reading {name}", name=one.name))
        part = _read(one)
        first = first or part
        _require_alike(first, part)
        parts.append((part.name, part.said))
        total = total_with(total, part.table, part.name)
        waiting.append(part.table)
        if sum(table.num_rows for table in waiting[1:]) > max(_AT_ONCE, waiting[0].num_rows):
            waiting = [_added(waiting, part.said)]
    _require_each_once(parts)
    said = _together([one for _name, one in parts])
    write_sum(waiting, said, out, watch.part(0.9, 1.0))
    return said


def write_sum(
    tables: Sequence[Any], said: Counted, out: str | os.PathLike[str], watch: Watch | None = None
) -> None:
    """Add up counts, as `plain_counts` returns them, and write the count table.

    Raises
    ------
    DataError
        If bins overlap, or all counts are more than can be added exactly.
    WritingError
        If the result cannot be written.
    """
    from pyarrow import parquet

    merged = _added(tables, said)
    if said.bins is not None:
        _require_apart(merged)
        _require_between(merged, said)
    content = io.BytesIO()
    parquet.write_table(merged.replace_schema_metadata({ABOUT: said.as_text.encode()}), content)
    write_safely(out, content.getvalue(), watch=watch)


# ----------------------------------------------------------------------------------- parts


def _read(one: Input) -> _Part:
    """Return a count table of the columns that it is of, as they are once written by `merge`."""
    from pyarrow import parquet

    try:
        table = parquet.read_table(one.path, partitioning=None)
    except (OSError, arrow.ArrowException):
        message = phrase("the file cannot be read: it is damaged, or no Parquet file")
        raise ReadingError(message, where=one.name, hint=_MADE) from None
    except MemoryError:
        raise ReadingError(
            phrase("there is not enough memory to read it"), where=one.name
        ) from None
    about = (table.schema.metadata or {}).get(ABOUT, b"").decode("utf-8", "replace")
    said = Counted.from_text(about) if about else None
    if said is None:
        message = phrase("this is no count table that says what it counts")
        raise DataError(message, where=one.name, hint=_MADE)
    return _Part(one.name, said, plain_counts(table, said, one.name))


def plain_counts(table: Any, said: Counted, where: str) -> Any:  # noqa: ANN401 - of pyarrow
    """Return a table of the columns that a count table has, as `write_sum` takes them.

    Parameters
    ----------
    table
        A table of pyarrow with these columns, and perhaps more.
    said
        What it counts.
    where
        What it is called.

    Raises
    ------
    DataError
        If a column is lacking, a count is no whole number from 0 to what is exact, or a bin is no
        whole number.
    """
    names = [*_keys(said), *_ENDS[: 2 * bool(said.bins)], *_COUNTS]
    lacking = [name for name in names if table.column_names.count(name) != 1]
    if lacking:
        message = phrase("the count table lacks {names}", names=listed(lacking))
        raise DataError(message, where=where, hint=_MADE)
    return arrow.table({name: _plain(table.column(name), name, where, said) for name in names})


def _keys(said: Counted) -> list[str]:
    """Return the columns of which a count table has one row for each combination."""
    return [*said.by, BIN if said.bins else SCORE]


def _plain(cells: Any, name: str, where: str, said: Counted) -> Any:  # noqa: ANN401 - of pyarrow
    """Return a column with counts as int64, one zero, and null for what is no score."""
    place = phrase("{file}, column '{name}'", file=where, name=name)
    if arrow.types.is_dictionary(cells.type):
        cells = cells.cast(cells.type.value_type)
    if name in said.by:
        return _with_one_zero(cells) if arrow.types.is_floating(cells.type) else cells
    if name in (BIN, *_COUNTS):
        is_count = name in _COUNTS
        if not arrow.types.is_integer(cells.type) or (is_count and cells.null_count):
            message = phrase(
                "a count is missing, or no whole number" if is_count else "a bin has no number"
            )
            raise DataError(message, where=place, hint=_MADE)
        ends = kernels.min_max(cells).as_py()
        if ends["min"] is not None and not 0 <= ends["min"] <= ends["max"] <= LARGEST_TOTAL:
            message = phrase("a whole number is negative, or too large to be exact")
            raise DataError(message, where=place, hint=_MADE)
        return cells.cast(arrow.int64())
    if arrow.types.is_floating(cells.type):
        nothing = arrow.scalar(None, cells.type)
        return kernels.if_else(kernels.is_nan(cells), nothing, _with_one_zero(cells))
    return cells


def _with_one_zero(cells: Any) -> Any:  # noqa: ANN401 - of pyarrow
    zero = arrow.scalar(0.0, cells.type)
    return kernels.if_else(kernels.equal(cells, zero), zero, cells)


def total_with(total: int, table: Any, where: str) -> int:  # noqa: ANN401 - of pyarrow
    """Return how many are counted with those of a table.

    Raises
    ------
    DataError
        If these are more than can be added exactly.
    """
    for name in _COUNTS:
        cells = table.column(name)
        # As doubles first: int64 holds the sum only where it is not too large by far.
        about = kernels.sum(kernels.cast(cells, arrow.float64(), safe=False)).as_py() or 0.0
        total += int(about) if about > 2 * LARGEST_TOTAL else (kernels.sum(cells).as_py() or 0)
    if total > LARGEST_TOTAL:
        most = grouped(LARGEST_TOTAL)
        message = phrase("the counts add up to more than {most}: they are not exact", most=most)
        raise DataError(message, where=where, hint=phrase("Count fewer rows in one count table"))
    return total


def _require_alike(one: _Part, other: _Part) -> None:
    """Refuse count tables whose counts are not of the same."""
    what = one.said.differs(other.said)
    types = zip(one.table.schema, other.table.schema, strict=False)
    differing = [(own, its) for own, its in types if own.type != its.type]
    if differing and not what:
        own, its = differing[0]
        what = phrase(
            "the type of {name} ({own} and {its})",
            name=quoted(own.name),
            own=own.type,
            its=its.type,
        )
    if what:
        names = listed([one.name, other.name])
        message = phrase(
            "{names} differ in {what}: their counts do not add up", names=names, what=what
        )
        hint = phrase(
            "Count all parts alike, in the same --edges (a file, or one of the count tables)"
        )
        raise DataError(message, hint=hint)


def _require_each_once(parts: Sequence[tuple[str, Counted]]) -> None:
    """Refuse count tables of which two count the same rows, which would count twice."""
    seen: dict[str, int] = {}
    for place, (name, said) in enumerate(parts):
        for source in said.sources:
            digest = source.get("sha256")
            before = seen.setdefault(json.dumps([digest, said.roles], sort_keys=True), place)
            if digest and before != place:
                names = listed([parts[before][0], name])
                file = quoted(str(source["name"]))
                message = phrase("{names} both count the file {file}", names=names, file=file)
                raise DataError(
                    message, hint=phrase("Leave out one of them: its rows would count twice")
                )


# ------------------------------------------------------------------------------------ sums


def _added(tables: Sequence[Any], said: Counted) -> Any:  # noqa: ANN401 - of pyarrow
    """Return the sums of counts: a row for each bin, or each score, in each group; in order."""
    keys = _keys(said)
    ends = [(LOW, "min"), (HIGH, "max")] if said.bins else []
    sums = [*ends, *((name, "sum") for name in _COUNTS)]
    found = arrow.concat_tables(tables).group_by(keys, use_threads=False).aggregate(sums)
    columns = {name: found.column(name) for name in keys}
    columns |= {name: found.column(f"{name}_{how}") for name, how in sums}
    return arrow.table(columns).sort_by([(name, "ascending") for name in keys])


def _require_apart(merged: Any) -> None:  # noqa: ANN401 - of pyarrow
    """Refuse bins that overlap: these were not made by the same edges, whatever is said."""
    ends = [(LOW, "min"), (HIGH, "max")]
    bins = merged.group_by([BIN], use_threads=False).aggregate(ends).sort_by(BIN)
    bins = bins.filter(kernels.is_valid(bins.column(BIN)))
    low, high = (bins.column(f"{name}_{how}").combine_chunks() for name, how in ends)
    is_apart = kernels.all(kernels.less(high[:-1], low[1:])).as_py()
    if is_apart is False or low.null_count or kernels.any(kernels.greater(low, high)).as_py():
        message = phrase("the bins of the count tables overlap, or have no ends: they were changed")
        raise DataError(message, hint=phrase("Count the files again"))


def _require_between(merged: Any, said: Counted) -> None:  # noqa: ANN401 - of pyarrow
    """Refuse thresholds that part a bin: nobody could count all rows at them."""
    thresholds, closed = said.totals_at
    low, high = (merged.column(name).to_numpy() for name in _ENDS)
    for one in map(float, thresholds):
        is_left = closed == "left"
        parted = ((low < one) & (one <= high)) if is_left else ((low <= one) & (one < high))
        if parted.any():
            message = phrase(
                "the threshold {threshold}, at which totals of subjects are kept, parts a bin",
                threshold=exact(one),
            )
            raise DataError(message, hint=phrase("Count the files with --at at edges of the bins"))


def _together(saids: Sequence[Counted]) -> Counted:
    """Return what is said of all parts, in an order that does not depend on theirs."""
    aside: Counter[str] = Counter()
    for said in saids:
        aside.update(said.set_aside)
    first, *others = saids
    sources = [source for said in saids for source in said.sources]
    kept = [one for one in (said.kept_totals for said in saids) if one is not None]
    return replace(
        first,
        totals=kept[0].plus(kept[1:]).as_json if kept else None,
        n_rows=sum(said.n_rows for said in saids),
        sources=tuple(sorted(sources, key=lambda one: json.dumps(one, sort_keys=True))),
        set_aside=dict(sorted(aside.items())),
        notes=tuple(sorted({note for said in saids for note in said.notes})),
        roles={
            name: value
            for name, value in first.roles.items()
            if all(name in one.roles and one.roles[name] == value for one in others)
        },
    )
