"""Rows chosen by an expression such as ``site == "A" and age > 60``.

The expression is taken apart by Python's parser and computed by Arrow on whole columns;
nothing of it is ever run. A cell that is missing decides nothing: the row is then set aside,
with a reason of its own.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.errors import DataError
from evalgui.core.row_expressions import LONGEST, QUOTED
from evalgui.core.vocabulary import phrase
from evalgui.io.table import MISSING_WORDS, Profile, arrow, kernels

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.io.table import RawColumn, RawTable

_HINT = phrase('Write it like site == "A" and age > 60; names with blanks stand between backticks')
_COMPARISONS: dict[type[ast.cmpop], Callable[..., Any]] = {
    ast.Eq: kernels.equal,
    ast.NotEq: kernels.not_equal,
    ast.Lt: kernels.less,
    ast.LtE: kernels.less_equal,
    ast.Gt: kernels.greater,
    ast.GtE: kernels.greater_equal,
}
_ORDERS = (kernels.less, kernels.less_equal, kernels.greater, kernels.greater_equal)
_LARGEST_WHOLE = 2**53  # beyond it, doubles skip whole numbers

_Constant: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Which rows an expression chooses.

    Parameters
    ----------
    chosen : (n,) array of bool
        Whether the expression is true for the row.
    undecided : (n,) array of bool
        Whether a missing cell leaves it open.
    """

    chosen: NDArray[np.bool_]
    undecided: NDArray[np.bool_]


def choose_rows(table: RawTable, expression: str, like: RawTable | None = None) -> Choice:
    r"""Return which rows of a table an expression chooses.

    Parameters
    ----------
    table
        The table as read.
    expression
        Comparisons (``== != < <= > >=``, ``in [...]``) of columns with texts, numbers or
        other columns, joined by ``and``, ``or``, ``not``; ``missing(column)`` and
        ``contains(column, "text")``. A text is compared with the text of the cell without
        the blanks around it, a number with the cell as a number. A column whose name is no
        plain word stands between backticks.
    like
        The first rows of a table of which these are some: whether a column holds numbers, and how
        they are written, is known of them. None where these are all.

    Returns
    -------
    Choice

    Raises
    ------
    DataError
        If the expression is none, or names a column that is not there; or if numbers that are
        compared are written otherwise than in the first rows.

    Examples
    --------
    >>> from evalgui.io.formats.registry import read
    >>> from evalgui.io.bytes.source import Source
    >>> table = read(Source.from_bytes("a.csv", b"site,age\nA,61\nB,70\nA,\n"))
    >>> choice = choose_rows(table, 'site == "A" and age > 60')
    >>> choice.chosen.tolist(), choice.undecided.tolist()
    ([True, False, False], [False, False, True])
    """
    found = _Computation(table, expression, like).result()
    return Choice(
        kernels.fill_null(found, False).to_numpy(zero_copy_only=False),  # noqa: FBT003 - of Arrow
        kernels.is_null(found).to_numpy(zero_copy_only=False),
    )


def columns_in(table: RawTable, expression: str) -> list[str]:
    """Return the names of the columns that an expression compares, each once.

    Raises
    ------
    DataError
        If it names a column that is not there.
    """
    return _Computation(table, expression).columns()


def rows_where(columns: Sequence[RawColumn], expression: str) -> NDArray[np.bool_]:
    """Return which rows of some columns an expression chooses: as of `choose_rows`.

    Parameters
    ----------
    columns
        Those of a data set, or of a table, all of n rows.
    expression
        As of `choose_rows`.

    Returns
    -------
    (n,) array of bool
        False, too, where a missing cell leaves it open.

    Raises
    ------
    DataError
        If the expression is none, or names a column that is not there.
    """
    found = _Computation(_Columns(columns), expression).result()
    chosen = kernels.fill_null(found, False).to_numpy(zero_copy_only=False)  # noqa: FBT003 - of Arrow
    return np.asarray(chosen)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Columns by name, as a table has them."""

    columns: Sequence[RawColumn]

    def column(self, name: str) -> RawColumn:
        """Return the column of a name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(phrase("there is no column '{name}'", name=name), hint=_HINT)


class _Computation:
    """One expression on its way to one truth value a row."""

    def __init__(
        self, table: RawTable | _Columns, expression: str, like: RawTable | None = None
    ) -> None:
        self._table = table
        self._like = table if like is None else like
        self._expression = expression
        self._names: dict[str, str] = {}

    def result(self) -> Any:  # noqa: ANN401 - an Arrow array of bools, with nulls
        try:
            return self._truth(self._tree())
        except (ValueError, RecursionError, MemoryError):
            raise self._refusal(phrase("it cannot be understood")) from None

    def columns(self) -> list[str]:
        tree = self._tree()
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        words = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and id(n) not in called]
        names = (self._table.column(self._names.get(word, word)).name for word in words)
        return [*dict.fromkeys(names)]

    def _tree(self) -> ast.expr:
        if len(self._expression) > LONGEST:
            raise self._refusal(phrase("it is too long"))
        source = QUOTED.sub(self._replace_quoted, self._expression.strip())
        try:
            return ast.parse(source, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise self._refusal(phrase("it cannot be understood")) from None

    def _refusal(self, why: str) -> DataError:
        shown = self._expression if len(self._expression) <= 80 else f"{self._expression[:80]}..."
        message = phrase(
            "the rows cannot be chosen by {expression}: {why}", expression=shown, why=why
        )
        return DataError(message, hint=_HINT)

    def _replace_quoted(self, match: re.Match[str]) -> str:
        text, name = match.groups()
        if text is not None:
            return str(text)
        word = f"quoted_column_{len(self._names)}"
        self._names[word] = name
        return word

    # ------------------------------------------------------------------- truth values

    def _truth(self, node: ast.expr) -> Any:  # noqa: ANN401 - as above
        if isinstance(node, ast.BoolOp):
            join = kernels.and_kleene if isinstance(node.op, ast.And) else kernels.or_kleene
            parts = [self._truth(part) for part in node.values]
            found = parts[0]
            for part in parts[1:]:
                found = join(found, part)
            return found
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            join = kernels.and_kleene if isinstance(node.op, ast.BitAnd) else kernels.or_kleene
            return join(self._truth(node.left), self._truth(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
            return kernels.invert(self._truth(node.operand))
        if isinstance(node, ast.Compare):
            return self._comparison(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        raise self._refusal(phrase("a comparison is expected"))

    def _comparison(self, node: ast.Compare) -> Any:  # noqa: ANN401 - as above
        found = None
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                part = self._membership(left, right)
                part = kernels.invert(part) if isinstance(operator, ast.NotIn) else part
            elif type(operator) in _COMPARISONS:
                part = self._compare(left, right, _COMPARISONS[type(operator)])
            else:
                raise self._refusal(phrase("'is' compares nothing here; write =="))
            found = part if found is None else kernels.and_kleene(found, part)
            left = right
        return found

    def _membership(self, left: ast.expr, right: ast.expr) -> Any:  # noqa: ANN401 - as above
        if not isinstance(right, ast.List | ast.Tuple | ast.Set) or not right.elts:
            raise self._refusal(phrase("after 'in', texts or numbers stand between brackets"))
        parts = [self._compare(left, item, kernels.equal) for item in right.elts]
        found = parts[0]
        for part in parts[1:]:
            found = kernels.or_kleene(found, part)
        return found

    def _compare(self, left: ast.expr, right: ast.expr, compare: Callable[..., Any]) -> Any:  # noqa: ANN401 - as above
        values = self._value(left), self._value(right)
        columns = [value for value in values if not isinstance(value, str | int | float)]
        if not columns:
            raise self._refusal(phrase("a column is expected in every comparison"))
        is_text = any(isinstance(value, str) for value in values)
        known = [self._like.column(column.name) for column in columns]
        if len(columns) == len(values):
            units = {column.parse_numbers().unit for column in known}
            is_text = len(units) > 1 or not all(map(_holds_numbers, known))
            if not is_text:
                self._require_numbers(columns)
        elif is_text and compare in _ORDERS and _holds_numbers(known[0]):
            # As text, "100" comes before "20".
            raise self._refusal(
                phrase(
                    "'{column}' holds numbers: write this one without quotes",
                    column=columns[0].name,
                )
            )
        convert = self._as_text if is_text else self._as_number
        return compare(*map(convert, values))

    def _call(self, node: ast.Call) -> Any:  # noqa: ANN401 - as above
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        values = [self._value(argument) for argument in node.args]
        if node.keywords or not values or isinstance(values[0], str | int | float):
            raise self._refusal(phrase("a function is missing(column) or contains(column, text)"))
        column = values[0]
        text = self._as_text(column)
        if name == "missing" and len(values) == 1:
            words = arrow.array(MISSING_WORDS, text.type)
            return kernels.is_in(kernels.utf8_lower(text), value_set=words)
        if name == "contains" and len(values) == 2 and isinstance(values[1], str):
            return kernels.match_substring(text, values[1])
        raise self._refusal(phrase("a function is missing(column) or contains(column, text)"))

    # ------------------------------------------------------------------------- values

    def _value(self, node: ast.expr) -> RawColumn | _Constant:
        if isinstance(node, ast.Name):
            return self._table.column(self._names.get(node.id, node.id))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._value(node.operand)
            if isinstance(value, int | float):
                return -value
        if isinstance(node, ast.Constant) and not isinstance(node.value, bool):
            constant = node.value
            if isinstance(constant, str):
                return constant.strip()
            if isinstance(constant, int) and constant > _LARGEST_WHOLE:
                raise self._refusal(
                    phrase("a number so long is compared as text: write it with quotes")
                )
            if isinstance(constant, int | float):
                return constant
        raise self._refusal(phrase("columns, texts between quotes and numbers can be compared"))

    def _as_text(self, value: RawColumn | _Constant) -> Any:  # noqa: ANN401 - an Arrow value
        if isinstance(value, str):
            return value
        if isinstance(value, int | float):
            raise self._refusal(phrase("a text and a number cannot be compared"))
        return kernels.utf8_trim_whitespace(kernels.fill_null(value.as_text(), ""))

    def _as_number(self, value: RawColumn | _Constant) -> Any:  # noqa: ANN401 - an Arrow value
        if isinstance(value, int | float):
            return float(value)
        if isinstance(value, str):
            raise self._refusal(phrase("a text and a number cannot be compared"))
        known = self._like.column(value.name)
        all_numbers = known.parse_numbers()
        if not all_numbers.n_numbers and len(all_numbers.bad):
            raise self._refusal(phrase("'{column}' holds no numbers", column=value.name))
        parsed = value.parse_numbers(*known.number_form())
        if parsed.n_numbers and parsed.unit != all_numbers.unit:
            raise self._refusal(
                phrase("'{column}' has a unit in some of its rows only", column=value.name)
            )
        return arrow.array(parsed.in_full, mask=np.isnan(parsed.values))

    def _require_numbers(self, columns: Sequence[RawColumn]) -> None:
        """Refuse to compare columns as the numbers that only their first rows hold."""
        for column in columns:
            if len(column.parse_numbers(*self._like.column(column.name).number_form()).bad):
                raise self._refusal(
                    phrase("'{column}' holds numbers in some of its rows only", column=column.name)
                )


def _holds_numbers(column: RawColumn) -> bool:
    parsed = column.parse_numbers()
    are_numbers = bool(parsed.n_numbers and not len(parsed.bad))
    # What follows every number may be a unit, or part of an id.
    return are_numbers and (not parsed.unit or Profile(column).is_number)
