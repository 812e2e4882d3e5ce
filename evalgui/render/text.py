"""Results as lines of text for people: rounded as in the window, what is undefined with why."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.digits import SPACE, Written, exact, percent_of_level, rounded
from evalgui.core.languages import written as as_spoken
from evalgui.core.measured import Sided
from evalgui.render.columns import printed as columns_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.measured import Bracket, Interval, Measured
    from evalgui.core.texts import Style
    from evalgui.core.words import Words
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import Column, Fact, Kind, Result, Row, Table

_ID, _TITLE, _VALUE = 18, 46, 24  # columns wide


def digits(value: float | str | None) -> str:
    """Return a number with all of its digits, an infinity as it is told, "-" for none."""
    if value is None or isinstance(value, str):
        return value or "-"
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "-"
    return as_spoken(exact(value)) if math.isfinite(value) else f"{'+' if value > 0 else '-'}inf"


def brief(value: float | str | None, written: Written = Written.ROUNDED) -> str:
    """Return a number as the window rounds it, an infinity as it is told, "-" for none.

    Examples
    --------
    >>> brief(0.7594339622641509), brief(0.99996), brief("+inf"), brief(None)
    ('0.759', '0.999960', '+inf', '-')
    """
    is_finite = value is not None and not isinstance(value, str) and math.isfinite(value)
    return as_spoken(rounded(value, written)) if is_finite else digits(value)  # type: ignore[arg-type]  # it is a number


def level_text(level: float) -> str:
    """Return a level in per cent.

    Examples
    --------
    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return as_spoken(percent_of_level(level)).replace(SPACE, " ")


def interval_text(interval: Interval, words: Words, kind: Kind) -> str:
    """Return an interval in words for people: limits and method, or why there are none."""
    if not interval.is_defined:
        return words("no interval: {reason}", reason=words.said(interval.reason))
    told, method = _ends(interval, kind, words), words.said(interval.method)
    if interval.sided is Sided.TWO:
        # Where it has no end on a side, more may be held than what lies between the limits.
        is_endless = math.isinf(interval.lower) or math.isinf(interval.upper)
        beside = f"; {words.said(interval.assumes)}" if is_endless and interval.assumes else ""
        return f"{told} ({method}{beside})"
    return words(
        "{told} ({method}, one-sided {level})",
        told=told,
        method=method,
        level=level_text(interval.level),
    )


def _ends(interval: Interval, kind: Kind, words: Words) -> str:
    """Return both limits, or the one that is estimated: of a threshold with all digits."""
    low, high = _both_limits(interval, kind)
    if interval.sided is Sided.TWO:
        both = words("{low} to {high}", low=low, high=high)
        return f"{both}{_open(interval.bracket, kind.written, words)}"
    if interval.sided is Sided.LOWER:
        return words("at least {low}", low=low)
    return words("at most {high}", high=high)


def _both_limits(interval: Interval, kind: Kind) -> list[str]:
    both = interval.lower, interval.upper
    return [digits(end) if kind.is_exact else brief(end, kind.written) for end in both]


def measured_text(measured: Measured, words: Words, written: Written = Written.ROUNDED) -> str:
    """Return a value, or that it is undefined and why, in the words of a field."""
    if measured.is_defined:
        return brief(measured.value, written) + _open(measured.bracket, written, words)
    return words("undefined: {reason}", reason=words.said(measured.reason))


def _open(bracket: Bracket | None, written: Written, words: Words) -> str:
    """Return what bins leave open of a number, in brackets; "" for nothing."""
    told = "" if bracket is None else bracket.told(partial(brief, written=written))
    return f" ({words.said(told)})" if told else ""


def printed(table: Table, style: Style) -> list[list[str]]:
    """Return a table as a page prints it, the heads first: a value with its limits in brackets."""
    columns = (None, *table.chosen())
    return columns_of(table, table.rows, columns, style, partial(_with_limits, style))


def _with_limits(style: Style, kind: Kind, cell: Measured) -> str:
    interval = cell.interval
    value = _value(kind, cell, style) if cell.is_defined else "-"
    if not cell.is_defined or interval is None or not interval.is_defined:
        return value
    ends, both = _ends(interval, kind, style.words), "-".join(_both_limits(interval, kind))
    is_open = _open(interval.bracket, kind.written, style.words)
    if interval.sided is Sided.TWO and both.count("-") == 1 and "inf" not in both and not is_open:
        ends = both
    return f"{value} ({ends})"


def fact_parts(fact: Fact, style: Style) -> tuple[str, ...]:
    """Return what a fact is about, and what is said of it, where its title does not say it all."""
    texts = (fact.title,) if fact.text is None else (fact.title, fact.text)
    return tuple(text.told(style) for text in texts)


def fact_lines(result: Result, style: Style) -> Iterator[str]:
    """Yield a line for each fact: what it is about, a colon, and what is said of it."""
    return (": ".join(fact_parts(fact, style)) for fact in result.facts)


def whole(result: Result, style: Style) -> Iterator[str]:
    """Yield a result as lines: its title and facts, its tables and matrices each by themselves.

    A table whose values have intervals has a line for each row, with all that is known of these;
    where several columns have some, a line for each value. Others, and those with words that say
    how intervals were made, have columns below each other, each group of rows below its title.
    """
    yield result.title.told(style)
    yield from fact_lines(result, style)
    for table in result.tables:
        shown = table.chosen()
        n_sure = sum(_has_limits(table, column) for column in shown)
        if n_sure > 1:
            for row in table.rows:
                yield from ("", row.title.told(style), *lines(table.of_row(row), style))
        elif n_sure and _has_limits(table, shown[0]) and not any(one.is_text for one in shown):
            yield from lines(table, style)
        else:
            for title, rows in table.groups():
                yield from ("", *([] if title is None else [title.told(style)]))
                part = table.with_rows(rows)
                yield from grid(part, None, style, with_limits=True, with_ids=True)
    for matrix in result.matrices:
        yield from ("", *tabbed(matrix, style))


def _has_limits(table: Table, column: Column) -> bool:
    """Return whether a value of a column has an interval."""
    cells = (table.cell(row, column) for row in table.rows)
    return any(cell is not None and cell.interval is not None for cell in cells)


def lines(table: Table, style: Style, column_ids: Sequence[str] | None = None) -> Iterator[str]:
    """Yield a line for each row: id, title, what stands in its columns, and what is to be said.

    Further columns than the first are named before their values.

    Parameters
    ----------
    table
        Any table of a result.
    style
        How names and reasons are told.
    column_ids
        Of the columns that are wanted, in their order; None for the usual ones.
    """
    wanted = table.chosen(column_ids)
    for row in table.rows:
        told = _cells(table, row, wanted, style)
        beside = None if table.note is None else table.note(row)
        more = "" if beside is None else f" ({beside.told(style)})"
        yield f"{row.id:{_ID}} {row.title.told(style):{_TITLE}} {told}{more}".rstrip()


def notes(table: Table, style: Style) -> Iterator[str]:
    """Yield what has to be said of each row, of those alone that have anything."""
    for row in table.rows:
        told = None if table.note is None else table.note(row)
        if told is not None:
            yield told.told(style)


def _cells(table: Table, row: Row, columns: Sequence[Column], style: Style) -> str:
    first, *others = columns
    cell, said, kind = table.cell(row, first), table.said(row, first), table.kind(row, first)
    words = style.words
    if said is not None:
        told = said.told(style)
    elif cell is None:
        return ""
    else:
        is_exact = (kind.is_exact or kind.is_count) and cell.is_defined
        told = digits(cell.value) if is_exact else measured_text(cell, words, kind.written)
    for column in others:
        other = _beside(table, row, column, style)
        if other:
            told += f" ({(column.short or column.title).told(style)} {other})"
    if cell is None:
        return told
    if not cell.is_defined or cell.interval is None:
        return told
    return f"{told:{_VALUE}} {interval_text(cell.interval, words, kind)}"


def _beside(table: Table, row: Row, column: Column, style: Style) -> str:
    """Return what stands in a further column, "" for nothing and for what is undefined."""
    cell, said = table.cell(row, column), table.said(row, column)
    if said is not None:
        return said.told(style)
    if cell is None or not cell.is_defined:
        return ""
    return _value(table.kind(row, column), cell, style)


def tabbed(matrix: Matrix, style: Style) -> Iterator[str]:
    """Yield the head and the rows of a matrix with tabs between the counts, without sums."""
    corner = " \\ ".join(side.title.told(style) for side in (matrix.rows, matrix.columns))
    yield "\t".join([corner, *(name.told(style) for name in matrix.columns.names)])
    for name, counts in zip(matrix.rows.names, matrix.counts.tolist(), strict=True):
        yield "\t".join([name.told(style), *map(str, counts)])


def grid(
    table: Table,
    column_ids: Sequence[str] | None,
    style: Style,
    *,
    with_limits: bool = False,
    with_ids: bool = False,
) -> list[str]:
    """Return the head and the rows of a table, some of its columns below each other, and notes.

    Parameters
    ----------
    table
        Any table of a result.
    column_ids
        Of the columns that are wanted, in their order; None for the usual ones.
    style
        How names and reasons are told.
    with_limits
        Whether an interval stands behind each value that has one; a limit on one side alone does
        anyway.
    with_ids
        Whether each row begins with its id.
    """
    wanted = table.chosen(column_ids)
    heads = [table.of_rows.told(style)]
    lines: list[list[str]] = [[row.title.told(style)] for row in table.rows]
    if with_ids:
        heads = ["id", *heads]
        lines = [[row.id, *line] for row, line in zip(table.rows, lines, strict=True)]
    for column in wanted:
        heads.append((column.short or column.title).told(style))
        if column.is_text:
            for line, row in zip(lines, table.rows, strict=True):
                said = table.said(row, column)
                line.append("-" if said is None else said.told(style))
            continue
        cells = [(table.kind(row, column), table.cell(row, column)) for row in table.rows]
        for line, (kind, cell) in zip(lines, cells, strict=True):
            line.append(
                _value(kind, cell, style) + _one_sided(kind, cell, style.words) * (not with_limits)
            )
        intervals = [None if cell is None else cell.interval for _kind, cell in cells]
        if with_limits and any(intervals):
            levels = {one.level for one in intervals if one is not None}
            heads.append(
                "".join(style.words("{level} interval", level=level_text(one)) for one in levels)
            )
            for line, (kind, cell) in zip(lines, cells, strict=True):
                line.append(_limits(kind, cell, style.words))
    widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    padded = (
        [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        for line in (heads, *lines)
    )
    return ["  ".join(line).rstrip() for line in padded] + _notes(table, style)


def _notes(table: Table, style: Style) -> list[str]:
    """Return what has to be said beside rows, each with the title of its row."""
    notes = [(row, None if table.note is None else table.note(row)) for row in table.rows]
    return [
        f"{row.title.told(style)}: {note.told(style)}" for row, note in notes if note is not None
    ]


def _value(kind: Kind, cell: Measured | None, style: Style) -> str:
    if cell is None or (not cell.is_defined and not cell.reason):
        return "-"
    if kind.is_count and style.count is not None:
        return style.count(cell.value)
    if kind.is_count or kind.is_exact:
        return digits(cell.value)
    return measured_text(cell, style.words, kind.written)


def _one_sided(kind: Kind, cell: Measured | None, words: Words) -> str:
    """Return a limit that is the only one, with the counts that it is of; "" of all else."""
    interval = None if cell is None else cell.interval
    if cell is None or interval is None or interval.sided is Sided.TWO or not interval.is_defined:
        return ""
    counted = "" if cell.fraction is None else f"{cell.fraction[0]}/{cell.fraction[1]}; "
    return f" ({counted}{_ends(interval, kind, words)})"


def _limits(kind: Kind, cell: Measured | None, words: Words) -> str:
    if cell is None or not cell.is_defined or cell.interval is None:
        return ""
    if not cell.interval.is_defined:
        return "-"
    return _ends(cell.interval, kind, words)
