"""Every format that tables are written in: the one list of them.

To add one is to write a function that writes any table, and an entry here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.registry import Registry
from evalgui.core.vocabulary import phrase
from evalgui.io.writers.tables import (
    as_delimited,
    as_json_file,
    as_markup,
    as_parquet,
    as_workbook,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import BinaryIO, TypeAlias

    from evalgui.io.writers.tables.how import How
    from evalgui.results.result import LongTable

    Write: TypeAlias = Callable[[Sequence[LongTable], How, BinaryIO], None]


def _takes_all(_table: LongTable) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableFormat:
    """A format that tables are written in.

    Parameters
    ----------
    id
        Stable name.
    name
        What it is called.
    suffix
        How names of its files end, with the point.
    write
        Writes tables, one or, where it holds several, any number.
    holds_several
        Whether one file holds several tables.
    holds_origin
        Whether a file says itself what it needs to be reproduced; else another one beside it
        does.
    has_types
        Whether cells have types, so that no text can be taken for a formula.
    refuses
        Returns why a table cannot be written; "" where it can.
    """

    id: str
    name: str
    suffix: str
    write: Write
    holds_several: bool = True
    holds_origin: bool = True
    has_types: bool = True
    refuses: Callable[[LongTable], str] = _takes_all


FORMATS: Registry[TableFormat] = Registry(
    phrase("format of tables"),
    TableFormat(
        id="csv",
        name="CSV",
        suffix=".csv",
        write=as_delimited.write_csv,
        holds_several=False,
        holds_origin=False,
        has_types=False,
    ),
    TableFormat(
        id="tsv",
        name="TSV",
        suffix=".tsv",
        write=as_delimited.write_tsv,
        holds_several=False,
        holds_origin=False,
        has_types=False,
    ),
    TableFormat(
        id="xlsx",
        name="Excel",
        suffix=".xlsx",
        write=as_workbook.write_workbook,
        refuses=as_workbook.refuses,
    ),
    TableFormat(id="json", name="JSON", suffix=".json", write=as_json_file.write_json),
    TableFormat(
        id="parquet",
        name="Parquet",
        suffix=".parquet",
        write=as_parquet.write_parquet,
        holds_several=False,
    ),
    TableFormat(id="latex", name="LaTeX", suffix=".tex", write=as_markup.LATEX.write),
    TableFormat(id="markdown", name="Markdown", suffix=".md", write=as_markup.MARKDOWN.write),
)


def format_of(suffix: str) -> TableFormat | None:
    """Return the format of files whose names end so, in any case; None where there is none."""
    return next((one for one in FORMATS if one.suffix == suffix.lower()), None)
