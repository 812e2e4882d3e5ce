"""How tables are written: what all formats are told beside the tables."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from evalgui.core.progress import Watch
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, phrase
from evalgui.io.table import arrow, kernels
from evalgui.io.writers.tables.blocks import blocks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.vocabulary import Words
    from evalgui.io.table import ArrowArray
    from evalgui.results.result import Column, LongTable, Result

Value: TypeAlias = "str | float | None"

_FROM, _ARROW_FROM = 1e16, 1e10  # where numbers have an exponent: in Python, and in Arrow


@dataclass(frozen=True, slots=True, eq=False)
class How:
    """How tables are written.

    Parameters
    ----------
    about
        What they need to be reproduced.
    words
        In which that is told.
    guards
        Whether text that a spreadsheet may take for a formula gets an apostrophe before it,
        where the format has no types.
    watch
        Told how far the work has come.
    notes
        Sentences about what was written, one for each thing that has to be said.
    """

    about: Result
    words: Words = MACHINE_LEARNING
    guards: bool = False
    watch: Watch = field(default_factory=Watch)
    notes: dict[str, int] = field(default_factory=dict)

    @property
    def style(self) -> Style:
        """How titles and words in cells are told."""
        return Style(self.words)

    def told(self, table: LongTable | Column) -> str:
        """Return the title of a table, or of a column."""
        return table.title.told(self.style)

    def columns(self, table: LongTable) -> list[dict[str, str]]:
        """Return what the columns of a table are, as JSON types."""
        return [
            {"id": one.id, "title": self.told(one), "kind": table.kind(one).name}
            for one in table.columns
        ]

    def rows(self, table: LongTable) -> Iterator[Iterator[tuple[Value, ...]]]:
        """Yield the rows of each block of a table."""
        for block in self.blocks(table):
            yield zip(*(cells.to_pylist() for cells in block), strict=True)

    def blocks(self, table: LongTable) -> Iterator[list[ArrowArray]]:
        """Yield the blocks of a table, and tell how far they have come."""
        done = 0
        for block in blocks_of(table, self.style):
            self.watch.step(done / max(table.n_rows, 1), phrase("writing {what}", what=table.id))
            yield block
            done += len(block[0]) if block else 0
        self.watch.step(1.0, phrase("writing {what}", what=table.id))

    def note(self, what: str, count: int) -> None:
        """Note that something is so of a number of cells."""
        if count:
            self.notes[what] = self.notes.get(what, 0) + count


def number_text(value: float) -> str:
    """Return a number with every digit, a point, and infinities as ``inf`` and ``-inf``.

    Examples
    --------
    >>> number_text(0.1), number_text(3), number_text(1e300), number_text(-math.inf)
    ('0.1', '3', '1e+300', '-inf')
    """
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value).removesuffix(".0")


def number_texts(cells: ArrowArray) -> ArrowArray:
    """Return numbers as text with every digit; null stays null.

    As in `number_text` whole numbers have no exponent below 1e16, so that every count is told
    as a count. Arrow itself gives them one from 1e10 on.
    """
    texts: ArrowArray = kernels.cast(cells, arrow.string())
    if not arrow.types.is_floating(cells.type):
        return texts
    size = kernels.abs(cells)
    is_whole = kernels.and_(
        kernels.and_(kernels.greater_equal(size, _ARROW_FROM), kernels.less(size, _FROM)),
        kernels.equal(kernels.floor(cells), cells),
    )
    if not kernels.any(is_whole).as_py():
        return texts
    whole = kernels.cast(kernels.if_else(is_whole, cells, 0.0), arrow.int64())
    told: ArrowArray = kernels.if_else(is_whole, kernels.cast(whole, arrow.string()), texts)
    return told
