"""What a result is made of: facts, and tables of fixed structure whose cells are asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from evalgui.core.digits import Written
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.measured import Measured
    from evalgui.core.requests import Request
    from evalgui.core.texts import Style, Told
    from evalgui.core.words import Vocabulary
    from evalgui.results.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Kind:
    """What kind of number a cell holds.

    Parameters
    ----------
    written
        How it is rounded.
    is_share
        Whether it is a proportion, which may be wanted in per cent.
    is_count
        Whether it counts rows: a whole number, or a sum of weights.
    is_exact
        Whether it is a threshold, all digits of which tell.
    is_text
        Whether it is no number but words: `Table.text` has them.
    is_reason
        Whether the words say why a value of the same row is undefined.
    """

    written: Written = Written.ROUNDED
    is_share: bool = False
    is_count: bool = False
    is_exact: bool = False
    is_text: bool = False
    is_reason: bool = False

    @property
    def name(self) -> str:
        """What files call it; an exact threshold is text, where no double tells it."""
        if self.is_exact:
            return phrase("exact threshold") if self.is_text else "threshold"
        if self.is_text:
            return "reason" if self.is_reason else "text"
        if self.is_count:
            return "count"
        return "share" if self.is_share else "number"


NOTHING = Text("")
PLAIN = Kind()
COUNT = Kind(is_count=True)
SHARE = Kind(is_share=True)
THRESHOLD = Kind(is_exact=True)
P_VALUE = Kind(Written.P_VALUE)
TEXT = Kind(is_text=True)
REASON = Kind(is_text=True, is_reason=True)
EXACT_THRESHOLD = Kind(is_exact=True, is_text=True)


@dataclass(frozen=True, slots=True)
class Said:
    """Words in a cell that programs get as something else.

    Parameters
    ----------
    text
        The words.
    value
        What programs get: a text, a truth value, None, or a list or mapping of such and of
        numbers.
    """

    text: Told
    value: object

    def told(self, style: Style) -> str:
        """Return the words."""
        return self.text.told(style)


@dataclass(frozen=True, slots=True)
class Linked:
    """Words in a cell that lead to a section of the same report, where they stand in one.

    Parameters
    ----------
    text
        The words.
    section
        The id of the section.
    """

    text: Told
    section: str

    def told(self, style: Style) -> str:
        """Return the words."""
        return self.text.told(style)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    Parameters
    ----------
    id
        Stable name, the same in every field.
    title
        What it is called.
    kind
        What its cells are, where their columns do not say it.
    group
        What it has in common with others, which tables for people put together; None for nothing.
    key
        What JSON calls it, where that is not its id.
    request
        What is asked for where the row is activated in a window; None for nothing.
    has_note
        Whether something stands beside its value as a rule: two counts, or the note of its table.
    range
        The least and the greatest value there can be, for a bar to scale; None for no bar.
    """

    id: str
    title: Told
    kind: Kind = PLAIN
    group: Told | None = None
    key: str = ""
    request: Request | None = None
    has_note: bool = False
    range: tuple[float, float] | None = None

    def is_sought(self, words: str, title: str) -> bool:
        """Return whether each of some words is in its id, or in its title as it is told."""
        known = f"{self.id} {title}".casefold()
        return all(word in known for word in words.casefold().split())

    def is_foreign(self, _vocabulary: Vocabulary) -> bool:
        """Return whether a field shows it only where it is sought."""
        return False

    @property
    def json_key(self) -> str:
        """What JSON calls it."""
        return self.key or self.id


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    id, title
        As of `Row`.
    kind
        What its cells are; None where their rows say it.
    short
        What it is called where there is little room; None for its title.
    keys
        Where its cells stand in the object that JSON has for a row: the path, with points, of
        each facet of a cell that stands there.
    group
        As of `Row`: menus put together the columns that have it in common.
    explains
        What its values are, beyond the title; None for nothing.
    is_beside
        Whether its values stand beside others that count, and are faint.
    """

    id: str
    title: Told
    kind: Kind | None = None
    short: Told | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    group: Told | None = None
    explains: Told | None = None
    is_beside: bool = False

    @property
    def is_text(self) -> bool:
        """Whether words stand in it."""
        return self.kind is not None and self.kind.is_text

    @property
    def head(self) -> Told:
        """What stands above it where there is little room."""
        return self.short or self.title

    @property
    def in_bins(self) -> tuple[Column, Column]:
        """Those of the least and of the greatest value that bins leave."""
        name = {"name": self.title}
        least = Text("{name}, least as far as bins tell", name)
        greatest = Text("{name}, greatest as far as bins tell", name)
        low = Column(f"{self.id}_bins_low", least, self.kind)
        return low, Column(f"{self.id}_bins_high", greatest, self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table.

    Parameters
    ----------
    id
        Stable name.
    columns
        From the left to the right; the titles of the rows stand before them.
    rows
        From the top.
    cell
        Returns what stands in a row and a column: a value with its interval and its reason;
        None where nothing does. It is asked when a cell is wanted, and once.
    of_rows
        What the rows are: the head above their titles.
    note
        Returns what has to be said beside a row; None for nothing.
    keys
        Where its values stand in JSON: the key of each facet of a cell that stands there, a
        mapping by the keys of the rows; under ``value``, where the first value of one row stands.
    all_values
        Returns what stands in a column, a number for each row, where that is known without its
        cells; None where it is not.
    text
        Returns the words in a row and a column, where no number stands there or beside one: `Said`
        where programs do not get these; None where there are none.
    usual
        The ids of the columns that people see as a rule, in their order; none for all.
    heads
        Returns what columns are called above some rows, by the ids of those that have another name
        there; None where none has.
    """

    id: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    cell: Callable[[Row, Column], Measured | None]
    of_rows: Told = NOTHING
    note: Callable[[Row], Told | None] | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    all_values: Callable[[Column], NDArray[Any]] | None = None
    text: Callable[[Row, Column], Told | None] | None = None
    usual: tuple[str, ...] = ()
    heads: Callable[[Sequence[Row]], Mapping[str, Told]] | None = None

    def chosen(self, column_ids: Sequence[str] | None = None) -> list[Column]:
        """Return some of its columns in their order, those that are not there left out.

        None takes the usual ones.
        """
        known = {column.id: column for column in self.columns}
        wanted = self.usual or known if column_ids is None else column_ids
        return [known[column_id] for column_id in wanted if column_id in known]

    def values(self, column: Column) -> NDArray[Any] | list[float]:
        """Return what stands in a column, a number for each row: NaN where it is undefined."""
        if self.all_values is not None:
            return self.all_values(column)
        cells = (self.cell(row, column) for row in self.rows)
        return [math.nan if cell is None else cell.value for cell in cells]

    def said(self, row: Row, column: Column) -> Told | None:
        """Return the words in a row and a column; None where there are none."""
        return None if self.text is None else self.text(row, column)

    def with_rows(self, rows: Iterable[Row]) -> Table:
        """Return the same with some of its rows, below the heads that are theirs."""
        chosen = tuple(rows)
        named = {} if self.heads is None else self.heads(chosen)
        columns = (replace(one, title=named.get(one.id, one.title)) for one in self.columns)
        return replace(self, rows=chosen, columns=tuple(columns) if named else self.columns)

    def of_row(self, row: Row) -> Table:
        """Return one of its rows, turned: what stands in its columns below each other."""
        columns = {column.id: column for column in self.columns}
        rows = [Row(one.id, one.title, self.kind(row, one)) for one in self.columns]
        value = Column("value", row.title)
        return Table(
            self.id, (value,), tuple(rows), lambda one, _value: self.cell(row, columns[one.id])
        )

    def kind(self, row: Row, column: Column) -> Kind:
        """Return what kind of number stands in a row and a column."""
        return column.kind or row.kind

    def groups(self) -> list[tuple[Told | None, list[Row]]]:
        """Return the rows by what they have in common, in the order of the first of each."""
        found: list[tuple[Told | None, list[Row]]] = []
        for row in self.rows:
            own = next((rows for title, rows in found if title == row.group), None)
            if own is None:
                found.append((row.group, [row]))
            else:
                own.append(row)
        return found

    def cells(self, column_id: str) -> Iterator[tuple[Row, Measured]]:
        """Yield each row that has a cell in a column, with that; none without the column."""
        for column in self.columns:
            if column.id == column_id:
                for row in self.rows:
                    cell = self.cell(row, column)
                    if cell is not None:
                        yield row, cell


@dataclass(frozen=True, slots=True, eq=False)
class OnDemand:
    """Values of a column of a long table that are made a part at a time, and never all kept.

    Parameters
    ----------
    n
        How many there are.
    made
        Returns those of a slice, an array: numbers or words; with `labels` places among these, -1
        for the last.
    labels
        Words that stand there; None for nothing.
    """

    n: int
    made: Callable[[slice], Any]
    labels: tuple[Told | None, ...] = ()

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, part: slice) -> Any:  # noqa: ANN401 - an array of any library
        return self.made(part)


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class LongTable:
    """A table whose rows have no names, and whose cells no intervals, of any length.

    Files have it; what is read at once becomes one (see `evalgui.render.columns`).

    Parameters
    ----------
    id
        Stable name.
    title
        What it is.
    columns
        From the left to the right, each with what its cells are. No two have one id.
    values
        Makes an array, or a sequence, of equal length for each column; NaN and None are undefined.
        Thresholds are beside the base of the score.
    score
        That in whose units thresholds are told; None where there are none.
    """

    id: str
    title: Told
    columns: tuple[Column, ...]
    values: Callable[[], Sequence[Any]]
    score: Score | None = None

    @cached_property
    def made(self) -> Sequence[Any]:
        """What `values` makes, once."""
        return self.values()

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.made[0])

    def kind(self, column: Column) -> Kind:
        """Return what cells of a column are in files: text where no double tells a threshold."""
        kind = column.kind or PLAIN
        is_beyond = kind.is_exact and self.score is not None and self.score.base
        return EXACT_THRESHOLD if is_beyond else kind


class Way(NamedTuple):
    """What can be done about what a result asks, or refuses.

    Parameters
    ----------
    id
        Stable name.
    name
        What it is called on a button.
    request
        What is asked for then.
    """

    id: str
    name: Told
    request: Request


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """Something that is said in words, such as where a threshold comes from.

    Parameters
    ----------
    id
        Stable name; several facts may be of one kind.
    title
        What it is about.
    text
        What is said of it; None where the title says it all.
    values
        The same for programs, by the keys of JSON: numbers, of which only those under a key that
        ends in ``_infinite`` are told where they are infinite; text, arrays, and objects and lists
        of these; and other results, of which the facts are told.
    ways
        What can be done about it, in the window.
    """

    id: str
    title: Told
    text: Told | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """All that one topic says.

    Parameters
    ----------
    id
        That of its topic.
    title
        What it is.
    tables
        Its tables, as they stand one below the other.
    facts
        What is said in words, above them.
    keys
        Those of the facts in JSON, in their order; what no fact has is None. Without any, the
        facts tell theirs as they stand.
    matrices
        Its matrices, below the tables.
    long_tables
        What is too long to be read at once.
    """

    id: str
    title: Told
    tables: tuple[Table, ...] = ()
    facts: tuple[Fact, ...] = ()
    keys: tuple[str, ...] = ()
    matrices: tuple[Matrix, ...] = ()
    long_tables: tuple[LongTable, ...] = ()

    def all_facts(self, fact_id: str) -> Iterator[Fact]:
        """Yield its facts of one kind."""
        return (fact for fact in self.facts if fact.id == fact_id)

    def table(self, table_id: str) -> Table | None:
        """Return one of its tables by its id; None where it has none of that id."""
        return next((one for one in self.tables if one.id == table_id), None)


def told_apart(names: Iterable[str]) -> list[str]:
    """Return names that all differ: what is there already gets a number.

    Examples
    --------
    >>> told_apart(["row", "call", "call", "call 2"])
    ['row', 'call', 'call 3', 'call 2']
    """
    wanted = list(names)
    taken, found = set(wanted), []
    seen: set[str] = set()
    for name in wanted:
        own, number = name, 2
        while own in seen or (own != name and own in taken):
            own, number = f"{name} {number}", number + 1
        seen.add(own)
        found.append(own)
    return found
