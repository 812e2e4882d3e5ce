"""From tables and a path to files: which are written, and what was written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.keeping.streaming import write_streamed
from evalgui.io.writers.marked import mark
from evalgui.io.writers.tables.as_delimited import GUARDED, LIKE_FORMULAS
from evalgui.io.writers.tables.as_workbook import CUT
from evalgui.render.json import facts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from evalgui.io.writers.tables.formats import TableFormat
    from evalgui.io.writers.tables.how import How
    from evalgui.results.result import LongTable


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Parameters
    ----------
    paths
        The files with tables.
    n_rows
        How many rows they hold together.
    notes
        What has to be said of it, in sentences.
    """

    paths: tuple[Path, ...]
    n_rows: int
    notes: tuple[str, ...] = ()


def planned(
    tables: Sequence[LongTable] | Sequence[str], path: Path, form: TableFormat
) -> list[Path]:
    """Return which files tables, or ids of tables, go to: one where that holds them all.

    Otherwise each has its id behind the name: ``results-measures.csv``, ``results-rows.csv``.
    """
    if form.holds_several or len(tables) == 1:
        return [path]
    ids = [one if isinstance(one, str) else one.id for one in tables]
    return [path.with_name(f"{path.stem}-{table_id}{path.suffix}") for table_id in ids]


def about_path(path: Path) -> Path:
    """Return where what reproduces a file is said that cannot say it itself."""
    return path.with_name(f"{path.name}.about.json")


def write_tables(tables: Sequence[LongTable], path: Path, form: TableFormat, how: How) -> Written:
    """Write tables, each file completely or not at all.

    A file that cannot say what it needs to be reproduced has that beside it, as
    ``NAME.about.json`` with the SHA-256 of the file.

    Raises
    ------
    DataError
        If a table cannot be written in this format; nothing is written then.
    WritingError
        If a file cannot be written.
    CancelledError
        If that was asked for.
    """
    for table in tables:
        reason = form.refuses(table)
        if reason:
            message = phrase(
                "{table} cannot be written as {format}: {reason}",
                table=how.told(table),
                format=form.name,
                reason=reason,
            )
            raise DataError(message, hint=phrase("Choose CSV or Parquet, or fewer rows"))
    paths = planned(tables, path, form)
    groups = [list(tables)] if len(paths) == 1 else [[table] for table in tables]
    for target, group in zip(paths, groups, strict=True):
        _write(group, target, form, how)
    return Written(tuple(paths), sum(table.n_rows for table in tables), notes_of(how))


def _write(tables: list[LongTable], path: Path, form: TableFormat, how: How) -> None:
    found = write_streamed(path, lambda file: form.write(tables, how, file))
    if form.holds_origin:
        return
    (table,) = tables
    told = {
        **mark("table"),
        "table": table.id,
        "title": how.told(table),
        "written_as": form.name,
        "written_to": path.name,
        "sha256_of_table": found,
        "columns": how.columns(table),
        "formulas_guarded": how.guards,
        "about": facts(how.about),
    }
    text = json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    write_safely(about_path(path), text.encode("utf-8", "backslashreplace"))


def notes_of(how: How) -> tuple[str, ...]:
    """Return what was noted of cells while tables were written, in words."""
    return tuple(_NOTES[what](count) for what, count in how.notes.items())


_NOTES = {
    LIKE_FORMULAS: lambda n: phrase_n(
        n,
        "1 cell like a formula, which a spreadsheet may compute; an Excel file keeps text",
        "{n} cells like a formula, which a spreadsheet may compute; an Excel file keeps text",
        n=grouped(n),
    ),
    GUARDED: lambda n: phrase_n(
        n,
        "1 cell like a formula, guarded by an apostrophe",
        "{n} cells like a formula, guarded by an apostrophe",
        n=grouped(n),
    ),
    CUT: lambda n: phrase_n(
        n,
        "1 cell is longer than a cell of a workbook can be, and ends early there",
        "{n} cells are longer than a cell of a workbook can be, and end early there",
        n=grouped(n),
    ),
}
