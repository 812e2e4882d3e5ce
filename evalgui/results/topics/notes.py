"""Notes: what is odd about the data while the results are still true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalgui.core.checks import Level
from evalgui.core.measured import Measured
from evalgui.core.texts import Text, as_text
from evalgui.results.result import COUNT, TEXT, Column, Result, Row, Said, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.checks import Finding
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

LEVEL = Column("level", Text("Level"), TEXT, keys={"said": "level"})
COLUMNS = (
    Column("code", Text("Code"), TEXT, keys={"said": "code"}),
    Column("text", Text("Note"), TEXT, keys={"said": "text"}),
    Column("count", Text("Rows"), COUNT, keys={"number": "count", "said": "count"}),
    LEVEL,
)
_LEVELS = {Level.INFO: Text("info"), Level.WARNING: Text("warning")}


@dataclass(frozen=True, slots=True)
class FindingRow(Row):
    """The row of a finding.

    Parameters
    ----------
    finding
        What was found.
    """

    finding: Finding = field(kw_only=True)


def notes(findings: Iterable[Finding]) -> Result:
    """Return what was found to be odd.

    Parameters
    ----------
    findings
        In the order in which they are told.

    Returns
    -------
    Result
        A table with a row for each: ``code``, a stable name, ``text``, one sentence, ``count``,
        how many rows, cells or columns it concerns, and ``level``. The notes of the table are
        the sentences behind their levels.
    """
    rows = tuple(FindingRow(one.code, as_text(one.text), finding=one) for one in findings)
    table = Table("notes", COLUMNS, rows, _count, Text("note"), note=_sentence, text=_text)
    return Result("notes", Text("What is odd about the data"), (table,))


def _count(row: Row, column: Column) -> Measured | None:
    assert isinstance(row, FindingRow)  # noqa: S101 - its own rows
    count = row.finding.count
    return Measured(count) if column.id == "count" and count is not None else None


def _text(row: Row, column: Column) -> Told | None:
    assert isinstance(row, FindingRow)  # noqa: S101 - its own rows
    if column.id == "count":
        return Said(Text(""), None) if row.finding.count is None else None
    if column is LEVEL:
        return Said(_LEVELS[row.finding.level], row.finding.level.value)
    told = getattr(row.finding, column.id)
    return Said(as_text(told), told)


def _sentence(row: Row) -> Told:
    assert isinstance(row, FindingRow)  # noqa: S101 - its own rows
    return Text("{level}: {told}", {"level": _LEVELS[row.finding.level], "told": row.title})


def _make(snapshot: Snapshot, findings: tuple[Finding, ...] | None) -> Result | None:
    if snapshot.dataset is None:
        return None
    return notes(snapshot.dataset.findings if findings is None else findings)


NOTES = Topic(
    id="notes",
    name=Text("Notes"),
    explanation=Text("What is odd about the data while the results are still true."),
    make=lambda snapshot, beside: _make(snapshot, beside.findings),
)
