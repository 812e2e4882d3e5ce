"""What is odd about files that are combined, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import both, joined, phrase, phrase_n
from evalgui.io.combinations.combined import place_in
from evalgui.io.combinations.parts import has_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.io.combinations.combined import Unmatched
    from evalgui.io.table import RawTable

_SHOWN = 5


def of_files(tables: Sequence[RawTable]) -> Iterator[Finding]:
    """Yield what is odd about each file, with its name.

    That a file has no names for its columns is not odd here: the combination names them.
    """
    for table in tables:
        are_named = any(map(has_name, table.columns))
        for finding in table.findings:
            if are_named or finding.code != "header_missing":
                text = phrase("{file}: {text}", file=table.name, text=finding.text)
                yield replace(finding, text=text)


def of_unmatched(unmatched: Sequence[Unmatched]) -> Iterator[Finding]:
    """Yield how many rows have no partner."""
    for one in unmatched:
        facts = {"n": grouped(one.count), "file": one.file, "other": one.other}
        if one.side == "scores":
            text = phrase_n(
                one.count,
                "1 row of {file} set aside: its ids are not in {other}",
                "{n} rows of {file} set aside: their ids are not in {other}",
                **facts,
            )
            yield Finding("unmatched_scores", text, one.count)
        else:
            text = phrase_n(
                one.count,
                "1 row of {file} has no score in {other}",
                "{n} rows of {file} have no score in {other}",
                **facts,
            )
            yield Finding("unmatched_keys", text, one.count)


def places(table: RawTable, rows: NDArray[np.integer], first: NDArray[np.integer]) -> str:
    """Return pairs of rows of one file in words: ``"line 9 (as line 2)"``, the first few."""
    shown = [
        phrase("{row} (as {other})", row=_short(table, int(row)), other=_short(table, int(other)))
        for row, other in zip(rows[:_SHOWN], first[:_SHOWN], strict=True)
    ]
    return _some(shown, len(rows))


def paired_places(
    tables: tuple[RawTable, RawTable], rows: tuple[NDArray[np.integer], NDArray[np.integer]]
) -> str:
    """Return pairs of rows of two files in words, the first few of them."""
    pairs = zip(rows[0][:_SHOWN], rows[1][:_SHOWN], strict=True)
    shown = [
        both([place_in(tables[0], int(own)), place_in(tables[1], int(other))])
        for own, other in pairs
    ]
    return _some(shown, len(rows[0]))


def _short(table: RawTable, row: int) -> str:
    line = table.line(row)
    if line is None:
        return phrase("row {row}", row=grouped(row + 1))
    return phrase("line {line}", line=grouped(line))


def _some(shown: Sequence[str], n: int) -> str:
    told, rest = joined(", ", shown), n - len(shown)
    return phrase("{shown} and {n} more", shown=told, n=grouped(rest)) if rest else told
