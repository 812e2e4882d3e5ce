"""What became of every row of a file, to be kept with the results: the flow of the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import exact, grouped
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.remembered.roles_json import reasons_as_json, roles_to_json
from evalgui.io.writers.origin import source_of
from evalgui.render.text import fact_parts
from evalgui.results.topic import Understood
from evalgui.results.topics.flow import WITHOUT, import_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.checks import Finding
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result, Row, Table

_SHOWN = 20


def log_of(
    loaded: Loaded, more: Sequence[Finding] = (), shown: Sequence[Finding] | None = None
) -> Result:
    """Return the import log of a file that was opened, with what was found about it later.

    What is `shown` of its own findings, such as for another class, goes before them. The rest is
    as of `evalgui.results.topics.flow.import_log`.

    Raises
    ------
    ValueError
        If there is a question left about it, and so no data set.
    """
    dataset = loaded.dataset
    if dataset is None:
        message = "nothing was imported yet"
        raise ValueError(message)
    own = dataset.findings if shown is None else shown
    found = understood(loaded, (*loaded.digest.notes, *own, *more))
    return import_log(dataset, source_of(loaded), found)


def understood(loaded: Loaded, findings: Sequence[Finding]) -> Understood:
    """Return what the columns of a file are taken for, with what is odd about it."""
    table, proposal = loaded.table, loaded.proposal
    return Understood(
        roles_to_json(proposal.roles),
        [one.sentence for one in proposal.reasons],
        [one.told for one in proposal.reasons],
        reasons_as_json(proposal.reasons),
        findings,
        table.how.format,
        table.names,
        table.n_rows,
        proposal.confidence.word,
        [{"role": one.role.value, "question": one.question} for one in proposal.asked],
    )


def log_lines(
    log: Result, most_rows: int | None = _SHOWN, words: Words = MACHINE_LEARNING
) -> Iterator[str]:
    """Yield an import log as lines of text for people.

    Parameters
    ----------
    log
        As of `log_of`.
    most_rows
        How many rows to name that were set aside for one reason; None for all of them.
    words
        What classes, calls and measures are called; the user's own words stay.
    """
    style = Style(words, exact, count=grouped, most=most_rows)
    told = {fact.id: ": ".join(fact_parts(fact, style)) for fact in log.facts}
    _rows, set_aside, classes = log.tables
    yield fact_parts(log.facts[0], style)[-1]
    yield from (told["sha256"], told["read_as"], "", told["read"])
    yield from _set_aside(set_aside, style)
    yield told["used"]
    yield from (f"  {row.title.told(style)}: {_count(classes, row)}" for row in classes.rows)
    for column in classes.columns[1:]:
        cells = classes.cells(column.id)
        counted = ", ".join(f"{row.title.told(style)} {grouped(cell.value)}" for row, cell in cells)
        yield f"  without a score in '{column.id.removeprefix(WITHOUT)}': {counted}"
    yield ""
    yield "columns:"
    yield from (f"  {': '.join(fact_parts(one, style))}" for one in log.all_facts("column"))
    for title, kind in (("reasons:", "reason"), ("findings:", "finding")):
        sentences = [fact_parts(one, style)[-1] for one in log.all_facts(kind)]
        if sentences:
            yield ""
            yield title
            yield from (f"  {sentence}" for sentence in sentences)


def _set_aside(table: Table, style: Style) -> Iterator[str]:
    """Yield a line for each reason; those by hand stand below how many these are together."""
    by_hand = [row for row in table.rows if row.group is not None]
    if by_hand:
        n = sum(_number(table, row) for row in by_hand)
        yield f"  set aside by hand: {grouped(n)}"
    for row in by_hand:
        yield f"    {row.title.told(style)}: {_count(table, row)} ({_which(table, row, style)})"
    for row in table.rows:
        if row.group is None:
            told, which = row.title.told(style), _which(table, row, style)
            yield f"  set aside: {_count(table, row)}: {told} ({which})"


def _which(table: Table, row: Row, style: Style) -> str:
    note = None if table.note is None else table.note(row)
    word = "row" if _number(table, row) == 1 else "rows"
    return f"{word} {'' if note is None else note.told(style)}"


def _number(table: Table, row: Row) -> float:
    cell = table.cell(row, table.columns[0])
    return 0 if cell is None else cell.value


def _count(table: Table, row: Row) -> str:
    return grouped(_number(table, row))
