"""Files with the same columns, their rows one below the other: parts of one experiment."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import both, joined, phrase, phrase_n
from evalgui.io.building.matrix_table import find_matrix
from evalgui.io.combinations.making import Combined, Stack, stacked
from evalgui.io.layouts.counted import Counted
from evalgui.io.meaning import Reading, Roles, listed, name_columns, quoted
from evalgui.io.table import RawColumn, RawTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.progress import Watch
    from evalgui.core.subject_totals import SubjectTotals
    from evalgui.io.meaning import Known

NAME = phrase("files one below the other")

FILE = "file"
"""The column that says from which file a row is."""

_SHOWN = 3
_NAMED = 2  # files in the name of the whole
_HINT = phrase(
    "Leave out what belongs to something else; each file by itself is opened with --apart, or "
    "listed by File > Open Folder of Runs"
)
_WORDS = {
    "positive": phrase("which class is {positive}"),
    "higher_is_positive": phrase("the direction of the score"),
    "opposite": phrase("the direction of the score"),
    "n_positive": phrase("what they count"),
    "n_negative": phrase("what they count"),
    "scores": phrase("the score"),
    "bins": phrase("the bins"),
    "truth": phrase("the truth"),
}


def have_same_columns(tables: Sequence[RawTable]) -> bool:
    """Return whether files have the same columns, in whatever order."""
    return len({frozenset(table.names) for table in tables}) == 1


def combine(tables: Sequence[RawTable], watch: Watch) -> Combined:
    """Return the rows of all files, with a column that says from which one each is.

    Counts of the same score, or the same bin, add up as in one count table.

    Parameters
    ----------
    tables
        The files as read, in the order of the user.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If a file has other columns than most, its columns mean something else, or the bins of
        count tables differ.
    CancelledError
        If the watch says so.
    """
    watch.step(0.0, phrase("making one table"))
    _require_same_columns(tables)
    _require_rows(tables)
    stack = Stack(tuple(tables))
    names = tables[0].names
    added = name_columns([*names, FILE])[0][-1]
    known = _one_meaning(tables, added)
    decimal = tables[0].how.decimal
    columns = []
    for place, name in enumerate(names):
        watch.step(place / len(names), phrase("making one table"))
        own = [table.column(name) for table in tables]
        pieces = [(column, np.arange(len(column))) for column in own]
        columns.append(stacked(name, pieces, header=own[0].header, decimal=decimal))
    if known is not None and known.roles.bins and not known.bin_numbers:
        edges = (columns[names.index(name)].parse_numbers(decimal) for name in known.roles.bins)
        low, high = (np.array(one.in_full, np.float64) for one in edges)
        _require_same_bins(low, high, stack)
    files = tuple(table.name for table in tables)
    columns.append(RawColumn(added, stack.origins(files), header=FILE))
    n_more = len(files) - _NAMED
    shown = files if n_more <= 1 else (*files[:_NAMED], f"{grouped(n_more)} more")
    table = RawTable(
        name=" + ".join(shown),
        columns=tuple(columns),
        n_rows=int(stack.starts[-1]),
        how=Reading(NAME, decimal=decimal),
        findings=tuple(_findings(tables)),
        exclusions=stack.exclusions(),
        known=known,
        origin=stack,
    )
    why = phrase(
        "the {n} files have the same columns, and their rows stand one below the other: {name} "
        "says from which file each is",
        n=grouped(len(files)),
        name=quoted(added),
    )
    return Combined(table, why, files)


def _require_same_columns(tables: Sequence[RawTable]) -> None:
    """Refuse files that have other columns than most of them."""
    kinds = Counter(frozenset(table.names) for table in tables)
    ((usual, _n),) = kinds.most_common(1)
    others = [table for table in tables if frozenset(table.names) != usual]
    if not others:
        return
    like = next(table.name for table in tables if frozenset(table.names) == usual)
    shown = [_difference(table, usual) for table in others[:_SHOWN]]
    if len(others) > _SHOWN:
        shown.append(phrase("and {n} more", n=grouped(len(others) - _SHOWN)))
    message = phrase_n(
        len(others),
        "1 of {n_files} files has other columns than {file}: {differences}",
        "{n} of {n_files} files have other columns than {file}: {differences}",
        n=grouped(len(others)),
        n_files=grouped(len(tables)),
        file=quoted(like),
        differences=joined("; ", shown),
    )
    raise DataError(message, hint=_HINT)


def _difference(table: RawTable, usual: frozenset[str]) -> str:
    lacking = sorted(usual.difference(table.names))
    more = [name for name in table.names if name not in usual]
    return phrase(
        "{file} lacks {lacking} and has {more}"
        if lacking and more
        else "{file} lacks {lacking}"
        if lacking
        else "{file} has {more}",
        file=quoted(table.name),
        lacking=_some(lacking),
        more=_some(more),
    )


def _some(names: Sequence[str]) -> str:
    rest, shown = len(names) - _SHOWN, listed(names[:_SHOWN]) if names else ""
    return phrase("{shown} and {n} more", shown=shown, n=grouped(rest)) if rest > 0 else shown


def _require_rows(tables: Sequence[RawTable]) -> None:
    """Refuse confusion matrices, whose rows are classes."""
    for table in tables:
        if table.known is None and find_matrix(table) is not None:
            message = phrase("a confusion matrix is not put below another one")
            raise DataError(message, where=table.name, hint=_HINT)


def _one_meaning(tables: Sequence[RawTable], added: str) -> Known | None:
    """Return what the columns of all files mean by their format, which must be the same.

    Counts go by the file, too: a score may be in each of them.
    """
    first = tables[0]
    for table in tables[1:]:
        what = _different(first, table)
        if what:
            message = phrase(
                "{names} differ in {what}, so their rows do not stand for the same",
                names=listed([first.name, table.name]),
                what=what,
            )
            raise DataError(message, hint=_HINT)
    if first.known is None:
        return None
    reasons = dict.fromkeys(
        reason for table in tables if table.known is not None for reason in table.known.reasons
    )
    by = (*first.known.by, added) if first.known.roles.is_count_table else first.known.by
    return replace(first.known, reasons=tuple(reasons), by=by, totals=_totals(tables))


def _totals(tables: Sequence[RawTable]) -> SubjectTotals | None:
    """Return the totals of the subjects of all count tables, which are kept at the same places."""
    saids = [Counted.from_text(table.about) for table in tables if table.about]
    found = [one.kept_totals for one in saids if one is not None]
    kept = [one for one in found if one is not None]
    return kept[0].plus(kept[1:]).as_totals if kept else None


def _different(one: RawTable, other: RawTable) -> str:
    """Return in what the meaning of two files differs, in words; "" where it does not."""
    said = [Counted.from_text(table.about) for table in (one, other) if table.about]
    if len(said) > 1 and said[0] is not None and said[1] is not None:
        return said[0].differs(said[1])
    own, its = (Roles() if table.known is None else table.known.roles for table in (one, other))
    names = [field.name for field in fields(Roles)]
    found = [name for name in names if getattr(own, name) != getattr(its, name)]
    words = [_WORDS.get(name, phrase("what their columns mean")) for name in found]
    return both(dict.fromkeys(words)) if words else ""


def _findings(tables: Sequence[RawTable]) -> Iterator[Finding]:
    """Yield what is odd about each file: what several have in common once."""
    found: dict[tuple[str, str], list[tuple[str, Finding]]] = {}
    for table in tables:
        for one in table.findings:
            found.setdefault((one.code, one.text), []).append((table.name, one))
    for (_code, text), whose in found.items():
        n = grouped(len(whose))
        file = whose[0][0] if len(whose) == 1 else phrase("{n} files", n=n)
        yield replace(whose[0][1], text=phrase("{file}: {text}", file=file, text=text))


# ------------------------------------------------------------------------------------ bins


def _require_same_bins(low: NDArray[np.float64], high: NDArray[np.float64], stack: Stack) -> None:
    """Refuse bins of which one begins inside of another one that its file does not have."""
    starts = stack.starts
    whose = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    known = np.flatnonzero(~(np.isnan(low) | np.isnan(high)))
    order = known[np.lexsort((high[known], low[known]))]
    first = order[_is_new(low[order], high[order])]
    of_file = (order[whose[order] == place] for place in range(len(starts) - 1))
    if all(np.count_nonzero(_is_new(low[rows], high[rows])) == len(first) for rows in of_file):
        return  # whatever they are, all files have them
    ends = np.maximum.accumulate(high[first])
    inside = np.flatnonzero(low[first][1:] < ends[:-1]) + 1
    if len(inside):
        rows = first[int(np.argmax(high[first][: inside[0]]))], first[inside[0]]
        first_bin, second_bin = (
            phrase("{low} to {high}", low=repr(float(low[row])), high=repr(float(high[row])))
            for row in rows
        )
        message = phrase(
            "the bins of {files} differ, so their counts do not add up: {first} and {second} "
            "overlap",
            files=listed([stack.tables[int(whose[row])].name for row in rows]),
            first=first_bin,
            second=second_bin,
        )
        raise DataError(message, hint=phrase("Count both with the same bins"))


def _is_new(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which of bins in order are other ones than the bin before."""
    found = np.ones(len(low), np.bool_)
    found[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    return found
