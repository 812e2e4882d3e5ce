"""A grey zone as it is displayed: its numbers line by line, and what is said of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.grey_zone import grey_ends, grey_zone_of
from evalgui.core.languages import tr
from evalgui.core.zone_numbers import ZoneNumber, ZonePart
from evalgui.gui.confusion.grey_texts import TWO_WAY, grey_texts
from evalgui.gui.confusion.zone_words import number_in_words
from evalgui.gui.look import text
from evalgui.gui.models.sentences import with_place

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.confusion.grey_texts import GreyTexts

HEADS = (ZonePart.LINE, ZonePart.SHARE, ZonePart.RATIO)
FIRST_CELLS = len(HEADS)
"""The line of the positives; that of the others comes after it."""

FIRST_WAY = FIRST_CELLS + 2
"""The first line of the two-way table."""

N_ZONES = 3
_LONGEST_NAME = 24


@dataclass(frozen=True, eq=False)
class ShownZone:
    """A grey zone and how it is displayed.

    Its numbers stand in lines: what stands above the three zones, the rows of both classes in
    them, and the measures of each way to call what is grey.

    Parameters
    ----------
    snapshot
        With both ends of the zone.
    words
        What zones, classes and measures are called.
    texts
        All texts.
    names
        Of the positives and of the others: those of the matrix without a zone.
    """

    snapshot: Snapshot
    words: Words
    texts: GreyTexts
    names: tuple[str, str]

    @property
    def n_lines(self) -> int:
        """How many lines of numbers there are."""
        return FIRST_WAY + len(self.texts.two_way)

    def wanted(self, line: int, column: int) -> ZoneNumber:
        """Return which number stands in a line, to be asked for."""
        if line < FIRST_CELLS:
            return ZoneNumber(HEADS[line], column)
        if line < FIRST_WAY:
            return ZoneNumber(ZonePart.CELL, column, line - FIRST_CELLS)
        return ZoneNumber(ZonePart.MEASURE, line - FIRST_WAY, measure=TWO_WAY[column])

    def cell(self, line: int, column: int) -> tuple[int, int] | None:
        """Return which zone and which class stand in a line; None where no rows do."""
        is_cell = FIRST_CELLS <= line < FIRST_WAY
        return (column, line - FIRST_CELLS) if is_cell else None

    def says_the_same(self, other: ShownZone) -> bool:
        """Return whether another one has the same texts."""
        return (self.texts, self.names) == (other.texts, other.names)

    def described(self, line: int, column: int) -> str:
        """Return a number in words."""
        number, texts = self.wanted(line, column), self.texts
        if number.part is ZonePart.MEASURE:
            value = texts.two_way[number.place][1][column]
            return f"{number_in_words(number, self.words)}: {value}"
        head = texts.heads[column]
        where = f"{head.name} ({head.scores})"
        if number.part is ZonePart.CELL:
            cell = texts.cells[number.actual][column]
            of = (self.words.positives, self.words.negatives)[number.actual]
            name = f"{cell.name}, " if cell.name else ""
            return tr(
                "{name}{where}: {count} rows, {share} of {of}",
                name=name,
                where=where,
                count=cell.count,
                share=cell.share,
                of=of,
            )
        told = {ZonePart.SHARE: head.share, ZonePart.RATIO: head.ratio + head.limits}
        whole = told.get(number.part)
        return where if whole is None else f"{where}: {whole}"

    def sentence(self, line: int, column: int) -> str:
        """Return a number as a sentence, with where both lines stand."""
        grey = tr(", grey zone {scores}", scores=self.texts.heads[1].scores)
        said = self.described(line, column) + grey
        return with_place(said, self.snapshot, self.words)


def shown_zone(snapshot: Snapshot, words: Words) -> ShownZone | None:
    """Return the grey zone of a snapshot in the words of a field; None without one."""
    ends, zone, score = grey_ends(snapshot), grey_zone_of(snapshot), snapshot.score
    if ends is None or zone is None or score is None:
        return None
    texts = grey_texts(zone, ends, score, words, snapshot.inputs.intervals.level)
    first, other = snapshot.positive_name, snapshot.rest_name
    names = text.elided(first, _LONGEST_NAME), text.elided(other, _LONGEST_NAME)
    return ShownZone(snapshot, words, texts, names)
