"""What the cells of a column are for a table of what rows are like: numbers, levels, or neither."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from evalgui.core.baseline import Described
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import is_id_name
from evalgui.io.table.codes import recode
from evalgui.io.table.number_cells import are_mostly_numbers
from evalgui.io.table.numbers import is_missing
from evalgui.io.table.pyarrow_names import arrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.table.codes import Encoded
    from evalgui.io.table.numbers import Numbers

_DATES = phrase("dates or times")
_EACH_ITS_OWN = phrase("a text of its own in nearly every row")
_GLANCE = 200
_MOST_TEXTS = 1_000
_FEW = 10  # rows that may all differ
_MANY = 20  # levels, from which on each has to have rows enough
_ROWS_OF_A_LEVEL = 5
_DATE = re.compile(r"\s*(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(\D.*)?")


class Column(Protocol):
    """What is asked of a `evalgui.io.table.RawColumn`."""

    header: str

    @property
    def kind(self) -> str:
        """What the file holds."""

    @property
    def own_type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type in which it does."""

    @property
    def is_nested(self) -> bool:
        """Whether a cell holds several values."""

    def sample(self, n: int) -> list[str]:
        """Return the texts of some rows."""

    def encode(self, limit: int) -> Encoded | None:
        """Return indices into different texts."""

    def parse_numbers(self) -> Numbers:
        """Return numbers."""


def described(column: Column) -> Described | str:
    r"""Return all cells of a column as numbers or as levels, or why it is neither.

    Numbers of which there are no more than two are levels, as codes such as 0 and 1 are.

    Examples
    --------
    >>> from evalgui.io.formats.registry import read
    >>> from evalgui.io.bytes.source import Source
    >>> table = read(Source.from_bytes("a.csv", b"id,site,age\n1,A,61\n2,NA,\n3, A,70\n4,B,65\n"))
    >>> [described(column) for column in table.columns][0]
    'an id or a date, by its name'
    >>> described(table.columns[1]).texts, described(table.columns[1]).codes.tolist()
    (('A', 'B'), [0, -1, 0, 1])
    >>> described(table.columns[2]).values.tolist()
    [61.0, nan, 70.0, 65.0]
    """
    if column.is_nested:
        return phrase("several values a cell")
    if is_id_name(column.header):
        return phrase("an id or a date, by its name")
    if arrow.types.is_temporal(column.own_type):
        return _DATES
    cells = column.sample(_GLANCE)
    if column.kind != "other" and are_mostly_numbers(cells):
        return _numbers(column)
    known = [cell for cell in cells if not is_missing(cell)]
    return _DATES if known and all(map(_DATE.fullmatch, known)) else _levels(column)


def _numbers(column: Column) -> Described | str:
    numbers = column.parse_numbers()
    values = np.asarray(numbers.in_full, np.float64)
    if not numbers.n_numbers or _are_two(values):
        return _levels(column)
    if len(values) > _FEW and bool(np.all(np.diff(values) == 1)):
        return phrase("numbers of the rows")
    return Described(values, n_unreadable=len(numbers.bad), unit=numbers.unit)


def _are_two(values: NDArray[np.float64]) -> bool:
    """Return whether there are no more than two different numbers."""
    known = values[~np.isnan(values)]
    if not len(known):
        return True
    others = known[known != known[0]]
    return not len(others) or bool(np.all(others == others[0]))


def _levels(column: Column) -> Described | str:
    encoded = column.encode(_MOST_TEXTS)
    if encoded is None:
        return phrase("more than {n} different texts", n=str(_MOST_TEXTS))
    places: dict[str, int] = {}
    table = tuple(
        -1 if is_missing(text) else places.setdefault(text.strip(), len(places))
        for text in encoded.texts
    )
    codes = recode(encoded.codes, table)
    n_known = int(np.count_nonzero(codes >= 0))
    fewest = _ROWS_OF_A_LEVEL * len(places) if len(places) > _MANY else len(places) + 1
    if len(places) > _FEW and n_known < fewest:
        return _EACH_ITS_OWN
    return Described(codes=codes, texts=tuple(places))
