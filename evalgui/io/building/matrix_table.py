"""A confusion matrix as a file: K x K counts with names, or the four counts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.confusion import MOST_CLASSES, ConfusionMatrix
from evalgui.core.dataset import Dataset
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import (
    axes_in,
    axes_of_corner,
    classes_of,
    is_total,
    label_key,
    listed,
    named_count,
    names_a_side,
    other_axis,
    plain_name,
    positive_of_two,
    show_hidden,
    side_of_test,
    visible,
    words_of,
)
from evalgui.io.table import LARGEST_EXACT_INTEGER, NOTE, TOTAL, whole_numbers, without_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import MatrixRows, Roles
    from evalgui.io.table import RawColumn, RawTable

_FOUR = ("tp", "fp", "fn", "tn")
_AXIS_WORD = re.compile(r"\W*([^\W\d_]+)[\W_]+(?=.)")
_WITH_SHARE = re.compile(r"([0-9]{1,15})\s*[\[(]\s*[0-9]+(?:[.,][0-9]+)?\s*(?:%\s*)?[\])]")
_NO_DAMAGE = frozenset({NOTE, TOTAL})
_LONGEST_NAME = 1_000
_PERCENT = 100


@dataclass(frozen=True, slots=True, eq=False)
class MatrixTable:
    """A table that holds counts of cells, not rows of data.

    Parameters
    ----------
    classes
        The names of the classes: those of the rows, then those that only columns have.
    values : (K, K) array of float64
        The cells as they stand in the file, both ways in the order of `classes`; NaN where
        a cell is no number.
    rows_are
        What the file says its rows are; None where it does not.
    is_four_counts
        Whether these are TP, FP, FN and TN by name: the classes are then "negative" and
        "positive", and the rows the actual ones.
    findings
        What was left out of the table.
    named_positive
        The class that is positive by the words beside the counts; None where they do not say.
    """

    classes: tuple[str, ...]
    values: NDArray[np.float64]
    rows_are: MatrixRows | None
    is_four_counts: bool = False
    findings: tuple[Finding, ...] = ()
    named_positive: str | None = None

    def positive(self) -> int | None:
        """Return the class that is positive by the meaning of the words; None if unclear."""
        if self.is_four_counts:
            return self.classes.index("positive")
        if self.named_positive is not None:
            return self.classes.index(self.named_positive)
        found = classes_of(dict.fromkeys(self.classes, 1))
        place = found.positive()
        return None if place is None else self.find(found.names[place])

    def find(self, name: str) -> int | None:
        """Return the index of the class with this name; None if there is none."""
        keys = [label_key(other) for other in self.classes]
        return keys.index(label_key(name)) if label_key(name) in keys else None


def find_matrix(table: RawTable, *, is_said: bool = False) -> MatrixTable | None:
    """Return the confusion matrix that a table is; None where it is rows of data.

    It is one where the cells are whole numbers, and their rows and columns have the same
    names, in any order; names of their own on either side do where a word such as
    ``actual`` or ``predicted`` says what the sides are. A last row or column of totals is
    left out. So is one of two classes where one side speaks of the disease and the other of
    the test: the classes have the names of the disease. The four counts go by TP, FP, FN and
    TN, side by side or one below the other.

    Parameters
    ----------
    table
        The table as read.
    is_said
        Whether the user says that it is one: then as many rows as columns of counts are enough,
        and where their names differ, those of the rows name the classes in their order.
    """
    table = without_notes(table)
    return _four_counts(table) or _grid(table) or (_in_order(table) if is_said else None)


# --------------------------------------------------------------------------- recognition


def _four_counts(table: RawTable) -> MatrixTable | None:
    plain = [named_count(column.header) for column in table.columns]
    unused: list[str] = []
    if table.n_rows == 1 and all(plain.count(name) == 1 for name in _FOUR):
        columns = [table.columns[plain.index(name)] for name in _FOUR]
        counts = [float(_counted(column)[0]) for column in columns]
        unused = [c.name for c, name in zip(table.columns, plain, strict=True) if not name]
    elif table.n_rows == len(_FOUR) and len(table.columns) == 2:
        names = [named_count(text) for text in table.columns[0].head(len(_FOUR))]
        if set(names) != set(_FOUR):
            return None
        values = _counted(table.columns[1])
        counts = [float(values[names.index(name)]) for name in _FOUR]
    else:
        return None
    tp, fp, fn, tn = counts
    findings: tuple[Finding, ...] = ()
    if unused:
        text = phrase(
            "columns beside the four counts are not used: {columns}", columns=listed(unused)
        )
        findings = (Finding("unused_columns", text, len(unused)),)
    return MatrixTable(
        classes=("negative", "positive"),
        values=np.array([[tn, fp], [fn, tp]]),
        rows_are="actual",
        is_four_counts=True,
        findings=findings,
    )


def _counted(column: RawColumn) -> NDArray[np.floating]:
    """Return the cells of a column as counts, without shares behind them in brackets.

    NaN where one is no number.
    """
    values = whole_numbers(column, (None, None)).values
    if column.kind == "text" and len(column) <= MOST_CLASSES + 2 and np.isnan(values).any():
        bare = [_WITH_SHARE.fullmatch(text.strip()) for text in column.head(len(column))]
        if any(bare):
            own = [np.nan if one is None else float(one[1]) for one in bare]
            return np.where(np.isnan(values), own, values)
    return values


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """The names on both sides of a table, and the cells between them."""

    corner: str
    rows: list[str]
    columns: list[str]
    cells: list[RawColumn]
    first: int

    def values(self) -> NDArray[np.float64]:
        parsed = [_counted(column)[self.first :] for column in self.cells]
        return np.stack(parsed, axis=1).astype(np.float64)[: len(self.rows)]

    def without_measures(self) -> _Sides:
        """Return the sides without the precision and recall of the classes at their ends."""
        rows, columns = _n_measures(self.rows), _n_measures(self.columns)
        return replace(
            self,
            rows=self.rows[: len(self.rows) - rows],
            columns=self.columns[: len(self.columns) - columns],
            cells=self.cells[: len(self.cells) - columns],
        )

    @property
    def in_percent(self) -> str:
        """A cell that is a share in per cent, "" for none."""
        cells = (column.text(self.first) for column in self.cells)
        return next((cell for cell in cells if cell.rstrip().endswith("%")), "")


def _n_measures(names: Sequence[str]) -> int:
    """Return how many of the last names are those of measures, such as recall."""
    measures = words_of("measure")
    found = [plain_name(name) in measures for name in reversed(names)]
    return found.index(False) if False in found else 0


def _is_row_of_names(cells: Sequence[RawColumn]) -> bool:
    """Return whether the first row holds nothing but the name of the rows, as pandas writes it."""
    return not any(visible(column.text(0)) for column in cells)


def _sides(table: RawTable) -> _Sides | None:
    """Return the sides of a table that may be a matrix: by its shape, before any number."""
    most = MOST_CLASSES + 2  # a row of names and one of totals
    if not (2 <= table.n_rows <= most and 2 < len(table.columns) <= most):
        return None
    labels, *cells = table.columns
    side = _merged_side(table)
    if side:
        labels, *cells = cells
    rows = [visible(text) for text in labels.head(table.n_rows)]
    rows = [f"{side} {row}" if side and row and not is_total(row) else row for row in rows]
    names = [visible(column.header) for column in cells]
    corner, first = visible(labels.header), 0
    if table.how.header is False:
        # Names that are numbers above numbers were taken for a row of data.
        corner, first = rows[0], 1
        names = [visible(column.text(0)) for column in cells]
    elif rows[0] and _is_row_of_names(cells):
        corner, first = f"{rows[0]} / {corner}", 1
    rows = rows[first:]
    if len(set(rows)) < len(rows) or len(set(names)) < len(names) or not all(rows + names):
        return None
    return _Sides(corner, rows, names, cells, first).without_measures()


def _merged_side(table: RawTable) -> str:
    """Return the merged cell beside the rows that says what they are classes of, "" for none."""
    if table.how.header is False or len(table.columns) <= 3:
        return ""
    texts = {visible(text) for text in table.columns[0].head(table.n_rows)}
    texts = {text for text in texts if text and not is_total(text)}
    side = texts.pop() if len(texts) == 1 else ""
    return side if axes_in(side) or (side and names_a_side(side)) else ""


def _grid(table: RawTable) -> MatrixTable | None:
    sides = _sides(table)
    if sides is None:
        return None
    corner = axes_of_corner(sides.corner)
    has_totals = _last_are_totals(sides)
    own_rows = sides.rows[: len(sides.rows) - has_totals[0]]
    own_names = sides.columns[: len(sides.columns) - has_totals[1]]
    rows, rows_axis = _without_axis(own_rows)
    names, columns_axis = _without_axis(own_names)
    row_keys, name_keys = [label_key(row) for row in rows], [label_key(name) for name in names]
    same = set(row_keys) == set(name_keys)
    # What stands at every row or column says more than the corner, which may name either side.
    says = rows_axis or other_axis(columns_axis) or (corner[0] if corner else None)
    if not (same or (says and set(row_keys) & set(name_keys))):
        return _test_of_disease(table, sides, own_rows, own_names, has_totals)
    classes = dict(zip(row_keys, rows, strict=True))
    for key, name in zip(name_keys, names, strict=True):
        classes.setdefault(key, name)
    is_unique = len(set(row_keys)) == len(rows) and len(set(name_keys)) == len(names)
    if len(classes) < 2 or not is_unique:
        return None
    if sides.in_percent:
        raise _matrix_of_shares(table, sides.in_percent)
    values = sides.values()
    has_sides = len(corner) > 1 or not sides.corner or bool(rows_axis or columns_axis)
    if not (_are_whole(values) or (same and has_sides)):
        return None
    place = {key: index for index, key in enumerate(classes)}
    own = values[: len(rows), : len(names)]
    square = np.zeros((len(classes), len(classes)))
    rows_at, columns_at = ([place[key] for key in keys] for keys in (row_keys, name_keys))
    square[np.ix_(rows_at, columns_at)] = own
    _check_totals(table, values, own, has_totals)
    findings = (*_total_findings(sum(has_totals)), *_share_findings(own))
    return MatrixTable(tuple(classes.values()), square, says, findings=findings)


def _in_order(table: RawTable) -> MatrixTable | None:
    """Return the matrix of a table that is said to be one, its classes in the order they stand."""
    sides = _sides(table)
    if sides is None:
        return None
    has_totals = _last_are_totals(sides)
    size = len(sides.rows) - has_totals[0]
    values = sides.values()
    own = values[:size, :size]
    if len(sides.columns) - has_totals[1] != size or size < 2 or not _are_whole(own):
        return None
    _check_totals(table, values, own, has_totals)
    findings = (*_total_findings(sum(has_totals)), *_share_findings(own))
    return MatrixTable(tuple(sides.rows[:size]), own, None, findings=findings)


def _matrix_of_shares(table: RawTable, cell: str) -> DataError:
    return DataError(
        phrase(
            "this confusion matrix holds shares in per cent, such as '{cell}', and no counts",
            cell=cell.strip(),
        ),
        where=table.name,
        hint=phrase("Write how many rows are in each cell: no share says how many it is one of"),
    )


def _test_of_disease(
    table: RawTable,
    sides: _Sides,
    rows: list[str],
    names: list[str],
    has_totals: tuple[bool, bool],
) -> MatrixTable | None:
    """Return the matrix of a test and a disease that is there or not; None if it is none."""
    if not len(rows) == len(names) == 2:
        return None
    of_columns = side_of_test(names)
    of_rows = side_of_test(rows) or other_axis(of_columns) or side_of_test([sides.corner])
    of_rows = of_rows or next(iter(axes_of_corner(sides.corner)), None)
    positives = positive_of_two(rows), positive_of_two(names)
    values = sides.values()
    if of_rows is None or of_columns == of_rows or None in positives or not _are_whole(values):
        return None
    classes = rows if of_rows == "actual" else names
    own = values[:2, :2]
    _check_totals(table, values, own, has_totals)
    place = positives[0] if of_rows == "actual" else positives[1]
    if positives[0] != positives[1]:  # both ways in the order of the classes
        own = own[:, ::-1] if of_rows == "actual" else own[::-1]
    return MatrixTable(
        tuple(classes),
        own,
        of_rows,
        findings=_total_findings(sum(has_totals)),
        named_positive=classes[place or 0],
    )


def _are_whole(values: NDArray[np.float64]) -> bool:
    return bool(np.all((values >= 0) & (values == np.floor(values))))


def _without_axis(names: list[str]) -> tuple[list[str], MatrixRows | None]:
    """Return names without the word for their side, where all of them start with one."""
    axes = set()
    matches = [_AXIS_WORD.match(name[:_LONGEST_NAME]) for name in names]
    for match in matches:
        found = axes_in(match[1]) if match else []
        axes.add(found[0] if found else None)
    axis = axes.pop() if len(axes) == 1 else None
    if axis is None:
        return names, None
    return [name[match.end() :] for name, match in zip(names, matches, strict=True) if match], axis


def _last_are_totals(sides: _Sides) -> tuple[bool, bool]:
    """Return whether the last row and the last column are totals, by their names."""
    lasts = (sides.rows[-1], sides.columns[-1])
    return is_total(lasts[0]), is_total(lasts[1])


def _check_totals(
    table: RawTable,
    values: NDArray[np.float64],
    own: NDArray[np.float64],
    has_totals: tuple[bool, bool],
) -> None:
    """Refuse a table whose totals are not the sums of its cells."""
    n_rows, n_columns = own.shape
    fits = True
    if has_totals[0]:
        fits = bool(np.array_equal(values[-1, :n_columns], own.sum(axis=0)))
    if has_totals[1]:
        fits = fits and bool(np.array_equal(values[:n_rows, -1], own.sum(axis=1)))
    if not fits:
        message = phrase("the totals of this confusion matrix are not the sums of its cells")
        hint = phrase("Correct the cells, or leave out totals")
        raise DataError(message, where=table.name, hint=hint)


def _total_findings(number: int) -> tuple[Finding, ...]:
    if not number:
        return ()
    text = phrase("the totals at the edge of the confusion matrix are not counted as a class")
    return (Finding("matrix_totals", text, number),)


def _share_findings(own: NDArray[np.float64]) -> tuple[Finding, ...]:
    """Return that counts may be shares: all rows, or all columns, add up to 100."""
    sums = own.sum(axis=1), own.sum(axis=0)
    if not any(bool(np.all(one == _PERCENT)) for one in sums):
        return ()
    text = phrase(
        "all rows or columns of the confusion matrix add up to 100: are these counts, not shares "
        "in per cent?"
    )
    return (Finding("matrix_shares", text, len(own)),)


# ------------------------------------------------------------------------ proposal, result


def build_matrix(
    table: RawTable, found: MatrixTable, roles: Roles, *, name: str | None = None
) -> Dataset:
    """Return the data set of a confusion matrix: counts, and no rows.

    Parameters
    ----------
    table
        The table as read.
    found
        The matrix in it.
    roles
        Which side is the actual one; the actual classes are the rows where that is open.
    name
        What to call the data set; None for the name of the table.

    Raises
    ------
    DataError
        If a cell is no count, the counts are too many, rows of the file are damaged, or
        there is no class of the wanted name.
    """
    if any(exclusion.code not in _NO_DAMAGE for exclusion in table.exclusions):
        text = table.findings[0].text if table.findings else table.exclusions[0].reason
        message = phrase("the confusion matrix is damaged ({text})", text=text)
        raise DataError(message, where=table.name, hint=phrase("Correct these lines"))
    rows_are_actual = found.is_four_counts or roles.matrix_rows != "predicted"
    counts = _counts(table, found)
    matrix = ConfusionMatrix.from_table(counts, found.classes, rows_are_actual=rows_are_actual)
    positive = found.positive() or 0
    if roles.positive is not None:
        place = found.find(roles.positive)
        if place is None:
            message = phrase("there is no class '{name}'", name=show_hidden(roles.positive))
            shown = listed([show_hidden(text) for text in found.classes])
            hint = phrase("Choose one of {names}", names=shown)
            raise DataError(message, where=table.name, hint=hint)
        positive = place
    return Dataset(
        name=table.name if name is None else name,
        classes=found.classes,
        truth=np.empty(0, np.int8),
        positive=positive,
        matrix=matrix,
        findings=(
            # The first row holds the names, whatever it was taken for in reading.
            *(f for f in table.findings if f.code not in {"header_missing", TOTAL}),
            *found.findings,
            *matrix.findings(),
        ),
    )


def no_matrix(table: RawTable) -> DataError:
    """Return the refusal of a table that was said to be a confusion matrix, and is none."""
    return DataError(
        phrase(
            "this table is no confusion matrix: its rows and columns do not have the same names, "
            "or a cell is no count"
        ),
        where=table.name,
        hint=phrase("Write the names of the classes in the first row and in the first column"),
    )


def _counts(table: RawTable, found: MatrixTable) -> NDArray[np.int64]:
    values = found.values
    wrong = np.argwhere(~((values >= 0) & (values == np.floor(values))))
    if len(wrong):
        row, column = (_shown(found.classes, index) for index in wrong[0])
        message = phrase(
            "{n} cells of the confusion matrix are no counts, the first in row {row}",
            n=grouped(len(wrong)),
            row=row,
        )
        where = phrase("{file}, column {column}", file=table.name, column=column)
        hint = phrase("Give whole numbers: counts, not shares")
        raise DataError(message, where=where, hint=hint)
    if values.sum() > LARGEST_EXACT_INTEGER:
        message = phrase(
            "the counts add up to more than {most}: they are not exact",
            most=grouped(LARGEST_EXACT_INTEGER),
        )
        raise DataError(message, where=table.name, hint=phrase("Check the counts"))
    if not values.any():
        message = phrase("every count of the confusion matrix is 0")
        raise DataError(message, where=table.name, hint=phrase("Choose a file with data in it"))
    return values.astype(np.int64)


def _shown(classes: Sequence[str], index: int) -> str:
    return f"'{show_hidden(classes[index])}'"
