"""Expressions that choose rows, put together and taken apart as text: nothing is computed."""

from __future__ import annotations

import ast
import keyword
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# An open quote goes on to the end: to look for others behind it would take quadratic time.
QUOTED = re.compile(
    r"""("(?:[^"\\]|\\.?)*+(?:"|\Z)|'(?:[^'\\]|\\.?)*+(?:'|\Z)|`[^`]*\Z)|`([^`]*)`"""
)
"""A text between quotes, or else a name between backticks."""

LONGEST = 10_000
"""The letters that an expression has at most."""

_ENDS = {ast.GtE: (0, 1), ast.LtE: (1, 0)}  # which end a number at the right, or at the left, is


def equals(column: str, value: str) -> str:
    r"""Return the expression that chooses the rows with a text in a column.

    Examples
    --------
    >>> equals("site", "A"), equals("study site", 'the "B"')
    ('site == "A"', '`study site` == "the \\"B\\""')
    """
    return f"{named(column)} == {_quoted(value)}"


def is_one_of(column: str, values: Iterable[str]) -> str:
    """Return the expression that chooses the rows with one of some texts in a column.

    Examples
    --------
    >>> is_one_of("site", ["A", "B"]), is_one_of("site", ["A"])
    ('site in ["A", "B"]', 'site == "A"')
    """
    texts = [*values]
    if len(texts) == 1:
        return equals(column, texts[0])
    return f"{named(column)} in [{', '.join(map(_quoted, texts))}]"


def is_within(column: str, least: float | None, most: float | None) -> str:
    """Return the expression that chooses the rows with a number between two, both included.

    Examples
    --------
    >>> is_within("age", 40, 60.5), is_within("age", None, 60), is_within("age", None, None)
    ('age >= 40 and age <= 60.5', 'age <= 60', '')
    """
    name, ends = named(column), ((">=", least), ("<=", most))
    sides = (f"{name} {sign} {_number(end)}" for sign, end in ends if end is not None)
    return " and ".join(sides)


def holds(column: str, text: str) -> str:
    """Return the expression that chooses the rows whose text in a column holds another.

    Examples
    --------
    >>> holds("name", "Ann")
    'contains(name, "Ann")'
    """
    return f"contains({named(column)}, {_quoted(text)})"


def is_missing(column: str) -> str:
    """Return the expression that chooses the rows without anything in a column.

    Examples
    --------
    >>> is_missing("study site")
    'missing(`study site`)'
    """
    return f"missing({named(column)})"


def both(*parts: str) -> str:
    """Return the expression that chooses the rows that all of some choose; "" chooses all.

    Examples
    --------
    >>> both("a == 1 or b == 2", "c > 3"), both("", "c > 3")
    ('(a == 1 or b == 2) and (c > 3)', 'c > 3')
    """
    wanted = [part for part in parts if part]
    return " and ".join(f"({part})" for part in wanted) if len(wanted) > 1 else "".join(wanted)


def named(column: str) -> str:
    """Return the name of a column as it stands in an expression."""
    is_plain = column.isidentifier() and not keyword.iskeyword(column)
    return column if is_plain else f"`{column}`"


def is_expression(text: str) -> bool:
    """Return whether a text says something of rows, and does not just name a column.

    Examples
    --------
    >>> is_expression("age > 60"), is_expression("not missing(`study site`)")
    (True, True)
    >>> is_expression("age"), is_expression("study site"), is_expression("age (years)")
    (False, False, True)
    """
    said = ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call | ast.BinOp
    return isinstance(_Taken(text).tree, said)


def filters(expression: str) -> dict[tuple[str, ...], str]:
    """Take an expression apart into what must hold all at once.

    Parameters
    ----------
    expression
        One that chooses rows; "" for one that chooses all.

    Returns
    -------
    dict of str
        What must hold, by the columns that it is about: in their order, each once. One that
        nobody can take apart is about none.

    Examples
    --------
    >>> filters("(age > 60 or age < 5) and (site == 'A') and (age != 3)")
    {('age',): '(age > 60 or age < 5) and (age != 3)', ('site',): "site == 'A'"}
    """
    taken = _Taken(expression)
    found: dict[tuple[str, ...], str] = {}
    for node in taken.parts():
        columns = tuple(dict.fromkeys(taken.columns(node)))
        found[columns] = both(found.get(columns, ""), taken.text(node))
    if not found and taken.expression:
        return {(): taken.expression}
    return found


def filtered(expression: str, columns: tuple[str, ...], wanted: str) -> str:
    """Return an expression with another filter on some columns; "" for none.

    Examples
    --------
    >>> filtered('(age > 60) and (site == "A")', ("site",), 'site == "B"')
    '(age > 60) and (site == "B")'
    >>> filtered('(age > 60) and (site == "A")', ("site",), "")
    'age > 60'
    """
    return both(*{**filters(expression), columns: wanted}.values())


def values_of(expression: str) -> tuple[str, ...] | None:
    """Return the texts of which a column must have one; None where something else must hold.

    Examples
    --------
    >>> values_of('site == "A"'), values_of('site in ["A", "B"]'), values_of("age > 3")
    (('A',), ('A', 'B'), None)
    """
    node = _Taken(expression).tree
    if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Name):
        return None
    if len(node.ops) != 1:
        return None
    (sign,), (right,) = node.ops, node.comparators
    items = [right] if isinstance(sign, ast.Eq) else []
    if isinstance(sign, ast.In) and isinstance(right, ast.List | ast.Tuple | ast.Set):
        items = right.elts
    texts = [one.value.strip() for one in items if _is_text(one)]  # type: ignore[attr-defined] # a text
    return tuple(texts) if texts and len(texts) == len(items) else None


def ends_of(expression: str) -> tuple[float | None, float | None] | None:
    """Return between which numbers a column must lie; None where something else must hold.

    Examples
    --------
    >>> ends_of("age >= 40 and age <= 60"), ends_of("age <= 60"), ends_of("age > 3")
    ((40.0, 60.0), (None, 60.0), None)
    """
    taken = _Taken(expression)
    found: list[float | None] = [None, None]
    for node in taken.parts():
        if not isinstance(node, ast.Compare) or len(node.ops) != 1:
            return None
        sides, ends = (node.left, node.comparators[0]), _ENDS.get(type(node.ops[0]))
        numbers = [taken.number(side) for side in sides]
        if ends is None or (numbers[0] is None) == (numbers[1] is None):
            return None
        end = ends[0] if numbers[1] is not None else ends[1]
        if found[end] is not None:
            return None
        found[end] = numbers[0] if numbers[1] is None else numbers[1]
    return None if found == [None, None] else (found[0], found[1])


class _Taken:
    """An expression, and its tree: None where it has none."""

    def __init__(self, expression: str) -> None:
        self.expression = expression.strip()
        # As long as before, so that places in it are places in the expression.
        named = QUOTED.sub(lambda found: found[1] or "x" * len(found[0]), self.expression)
        source = named.replace("\n", " ").replace("\r", " ")
        self.tree: ast.expr | None = None
        self._source = source.encode("utf-8", "surrogatepass")
        if len(source) <= LONGEST:
            try:
                self.tree = ast.parse(source, mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                self.tree = None

    def parts(self) -> Iterator[ast.expr]:
        """Return what must hold all at once."""
        waiting = [] if self.tree is None else [self.tree]
        while waiting:
            node = waiting.pop(0)
            if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
                waiting[:0] = node.values
            else:
                yield node

    def text(self, node: ast.expr) -> str:
        """Return a part as it was written."""
        ends = (node.col_offset, node.end_col_offset)
        start, stop = (len(self._source[:end].decode("utf-8", "surrogatepass")) for end in ends)
        return self.expression[start:stop]

    def columns(self, node: ast.expr) -> Iterator[str]:
        """Return the columns that a part names."""
        if isinstance(node, ast.Name):
            yield self.text(node).strip("`")
        children = node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
        for child in children:
            if isinstance(child, ast.expr):
                yield from self.columns(child)

    def number(self, node: ast.expr) -> float | None:
        """Return a number; None of anything else."""
        sign, bare = 1.0, node
        if isinstance(bare, ast.UnaryOp) and isinstance(bare.op, ast.USub):
            sign, bare = -1.0, bare.operand
        value = bare.value if isinstance(bare, ast.Constant) else None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return sign * float(value) if is_number else None  # type: ignore[arg-type] # looked at


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _quoted(text: str) -> str:
    escaped = text.strip().replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _number(value: float) -> str:
    return repr(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)
