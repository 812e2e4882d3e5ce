"""What the columns of a table hold, for a list of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import is_id_name
from evalgui.io.table import bare_cells, is_missing, kernels, number_share

if TYPE_CHECKING:
    from evalgui.io.table import RawColumn

_SUBGROUPS = 200
_SAMPLE = 200
_MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """What a column holds.

    Parameters
    ----------
    name
        Its name.
    kind
        What its cells are, in words: ``"text"``, ``"numbers"``, ``"whole numbers"``, or the
        type of the file's own.
    n_missing
        The cells without a value: empty ones, and in a column of numbers also words such as
        NA, which are text everywhere else.
    values
        Its different texts, in their order, where there are 2 to 200; else ().
    """

    name: str
    kind: str
    n_missing: int
    values: tuple[str, ...]


def describe(column: RawColumn) -> ColumnFacts:
    r"""Return what a column holds: looks at every cell.

    Examples
    --------
    >>> from evalgui.io.formats.registry import read
    >>> from evalgui.io.bytes.source import Source
    >>> table = read(Source.from_bytes("a.csv", b"site,age\nA,61\nNA,\nA,70\n"))
    >>> for column in table.columns: print(describe(column))
    ColumnFacts(name='site', kind='text', n_missing=0, values=('A', 'NA'))
    ColumnFacts(name='age', kind='whole numbers', n_missing=1, values=('61', '70'))
    """
    if column.kind == "other":
        return ColumnFacts(column.name, column.type_name, 0, ())
    found = column.distinct(_SUBGROUPS)
    texts = () if found is None else tuple(sorted(text for text in found.texts if text.strip()))
    values = texts if len(texts) > 1 else ()
    sample = [cell for cell in column.sample(_SAMPLE) if not is_missing(cell)]
    bare = sample if is_id_name(column.name) else bare_cells(sample, [False] * len(sample))
    if number_share(bare) > _MOSTLY:
        is_whole = all(cell.strip().lstrip("+-").isdigit() for cell in sample)
        kind = phrase("whole numbers" if is_whole else "numbers")
        values = tuple(value for value in values if not is_missing(value))
        return ColumnFacts(column.name, kind, column.parse_numbers().n_missing, values)
    text = column.as_text()
    empty = kernels.equal(kernels.utf8_trim_whitespace(text), "")
    n_missing = text.null_count + (kernels.sum(empty).as_py() or 0)
    return ColumnFacts(column.name, phrase("text"), n_missing, values)
