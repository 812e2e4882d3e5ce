"""What is odd about files that are combined, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
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
                yield replace(finding, text=f"{table.name}: {finding.text}")


def of_unmatched(unmatched: Sequence[Unmatched]) -> Iterator[Finding]:
    """Yield how many rows have no partner."""
    for one in unmatched:
        is_one = one.count == 1
        rows = f"{grouped(one.count)} {'row' if is_one else 'rows'} of {one.file}"
        if one.side == "scores":
            whose = "its" if is_one else "their"
            text = f"{rows} set aside: {whose} ids are not in {one.other}"
            yield Finding("unmatched_scores", text, one.count)
        else:
            text = f"{rows} {'has' if is_one else 'have'} no score in {one.other}"
            yield Finding("unmatched_keys", text, one.count)


def places(table: RawTable, rows: NDArray[np.integer], first: NDArray[np.integer]) -> str:
    """Return pairs of rows of one file in words: ``"line 9 (as line 2)"``, the first few."""
    shown = [
        f"{_short(table, int(row))} (as {_short(table, int(other))})"
        for row, other in zip(rows[:_SHOWN], first[:_SHOWN], strict=True)
    ]
    return _some(shown, len(rows))


def paired_places(
    tables: tuple[RawTable, RawTable], rows: tuple[NDArray[np.integer], NDArray[np.integer]]
) -> str:
    """Return pairs of rows of two files in words, the first few of them."""
    pairs = zip(rows[0][:_SHOWN], rows[1][:_SHOWN], strict=True)
    shown = [
        f"{place_in(tables[0], int(own))} and {place_in(tables[1], int(other))}"
        for own, other in pairs
    ]
    return _some(shown, len(rows[0]))


def _short(table: RawTable, row: int) -> str:
    line = table.line(row)
    return f"row {grouped(row + 1)}" if line is None else f"line {grouped(line)}"


def _some(shown: Sequence[str], n: int) -> str:
    rest = n - len(shown)
    return ", ".join(shown) + (f" and {grouped(rest)} more" if rest else "")
