"""Whether rows with the same ids say the same: within a file, and between files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion, Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building.class_columns import read_classes
from evalgui.io.combinations.combined import NotTogetherError
from evalgui.io.combinations.findings import paired_places, places
from evalgui.io.meaning import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.io.combinations.joining import Joined, Repeats
    from evalgui.io.combinations.parts import Part
    from evalgui.io.table import RawColumn

_FEW = 0.1


def set_repeats_aside(joined: Joined) -> Iterator[tuple[Exclusion, Finding]]:
    """Yield the rows that repeat ids of their file and say nothing else, with what is said.

    Raises
    ------
    DataError
        If such a row has another class or another score: nothing tells which one is right.
    """
    for number, (part, repeats) in enumerate(zip(joined.parts, joined.repeats, strict=True)):
        if not len(repeats.rows):
            continue
        _require_same(part, repeats)
        side = "keys" if part.truth else "scores"
        reason = phrase("the ids stand in the file before, with the same content")
        n = len(repeats.rows)
        text = phrase_n(
            n,
            "1 row repeats the ids of another of {file} with the same content, and set aside: "
            "{where}",
            "{n} rows repeat the ids of others of {file} with the same content, and set aside: "
            "{where}",
            n=grouped(n),
            file=part.name,
            where=places(part.table, repeats.rows, repeats.first),
        )
        numbers = joined.places_of(number, repeats.rows) + 1
        code = f"duplicate_{side}"
        yield Exclusion(code, reason, numbers), Finding(code, text, n)


def _require_same(part: Part, repeats: Repeats) -> None:
    columns = [(part.truth, phrase("class")), *((name, phrase("score")) for name in part.scores)]
    columns.append((part.predicted, phrase("{predicted_class}")))
    for name, what in columns:
        if name is None:
            continue
        column = part.table.column(name)
        if what == "score":
            differ = _numbers_differ(column, repeats)
        else:
            differ = _classes_differ(part, column, repeats)
        if not differ.any():
            continue
        where = places(part.table, repeats.rows[differ], repeats.first[differ])
        n = int(np.count_nonzero(differ))
        message = phrase_n(
            n,
            "1 row repeats ids with another {what}, so nothing tells which is right: {where}",
            "{n} rows repeat ids with another {what}, so nothing tells which is right: {where}",
            n=grouped(n),
            what=what,
            where=where,
        )
        where = phrase("{file}, column '{column}'", file=part.name, column=name)
        raise DataError(message, where=where, hint=phrase("Keep one row for the same ids"))


def _numbers_differ(column: RawColumn, repeats: Repeats) -> NDArray[np.bool_]:
    values = column.parse_numbers().values
    differ = values[repeats.rows] != values[repeats.first]
    for place in np.flatnonzero(differ).tolist():
        row, first = int(repeats.rows[place]), int(repeats.first[place])
        # No number differs from itself but NaN, which stands for whatever is no number.
        if np.isnan(values[row]) and np.isnan(values[first]):
            differ[place] = column.text(row).strip() != column.text(first).strip()
    return np.asarray(differ)


def _classes_differ(part: Part, column: RawColumn, repeats: Repeats) -> NDArray[np.bool_]:
    classes = read_classes(part.name, column, None, None).truth
    return np.asarray(classes[repeats.rows] != classes[repeats.first])


def require_one_truth(joined: Joined) -> None:
    """Refuse files of which one calls a row positive and another one negative.

    Raises
    ------
    DataError
        If they differ here and there, with the rows.
    NotTogetherError
        If they differ so often that these are other rows that merely have the same ids.
    """
    numbers = [number for number, part in enumerate(joined.parts) if part.truth is not None]
    for number in numbers[1:]:
        _require_agreement(joined, numbers[0], number)


def _require_agreement(joined: Joined, one: int, other: int) -> None:
    parts = joined.parts[one], joined.parts[other]
    columns = [part.table.column(part.truth or "") for part in parts]
    found = read_classes(parts[1].name, columns[0], columns[1], None)
    both = np.flatnonzero((joined.rows[one] >= 0) & (joined.rows[other] >= 0))
    rows = joined.rows[one][both], joined.rows[other][both]
    if found.predicted is None or not len(both):
        return
    classes = found.truth[rows[0]], found.predicted[rows[1]]
    differ = (classes[0] != classes[1]) & (classes[0] >= 0) & (classes[1] >= 0)
    n = int(np.count_nonzero(differ))
    if not n:
        return
    if n > _FEW * len(both):
        why = phrase(
            "{first} and {second} have the same ids, but their truth differs in {n} of {n_rows} "
            "rows",
            first=quoted(parts[0].name),
            second=quoted(parts[1].name),
            n=grouped(n),
            n_rows=grouped(len(both)),
        )
        raise NotTogetherError(why)
    tables = parts[0].table, parts[1].table
    message = phrase_n(
        n,
        "1 of {n_rows} row has another truth than in {file}: {where}",
        "{n} of {n_rows} rows have another truth than in {file}: {where}",
        n=grouped(n),
        n_rows=grouped(len(both)),
        file=parts[0].name,
        where=paired_places(tables, (rows[0][differ], rows[1][differ])),
    )
    hint = phrase("Correct the truth in one of the files, or open each file by itself")
    where = phrase("{file}, column '{column}'", file=parts[1].name, column=columns[1].name)
    raise DataError(message, where=where, hint=hint)
