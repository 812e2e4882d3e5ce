"""Results as data frames of pandas, which is loaded when one is asked for."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import EvalguiError
from evalgui.core.vocabulary import phrase
from evalgui.render.columns import FACETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import pandas as pd

    from evalgui.core.measured import Measured
    from evalgui.core.texts import Style
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import LongTable, Row, Table

_FACET_OF = {"id": "key", "lower": "low", "upper": "high", "numerator": "x", "denominator": "n"}
_TYPES = {"numerator": "Int64", "denominator": "Int64"} | dict.fromkeys(
    ("id", "name", "method", "reason", "sided", "assumes"), "str"
)


@contextlib.contextmanager
def _told_where_absent() -> Iterator[None]:
    try:
        yield
    except ImportError:
        message = phrase("data frames need pandas, which is not installed")
        hint = phrase('Install it: pip install "evalgui[pandas]"')
        raise EvalguiError(message, hint=hint) from None


def frame(
    names: Sequence[str], cells: Iterable[tuple[Row, Mapping[str, Measured]]], style: Style
) -> pd.DataFrame:
    """Return cells as a data frame: texts, doubles, and whole numbers that may be missing.

    Parameters
    ----------
    names
        Of the columns: facets, ``reason`` (why there is no value or, else, no interval), or ids
        of further columns of the tables.
    cells
        Rows with their cells by the ids of the columns, as of `cells_of`.
    style
        How names and reasons are told.
    """
    with _told_where_absent():
        import pandas as pd
    made = [[_told(name, row, found, style) for name in names] for row, found in cells]
    columns = {name: [row[place] for row in made] for place, name in enumerate(names)}
    return pd.DataFrame({name: _column(name, values) for name, values in columns.items()})


def cells_of(tables: Iterable[Table | None]) -> list[tuple[Row, dict[str, Measured]]]:
    """Return the rows of tables, each with its cells by the ids of the columns."""
    found = []
    for table in filter(None, tables):
        for row in table.rows:
            cells = {one.id: table.cell(row, one) for one in table.columns}
            found.append((row, {name: cell for name, cell in cells.items() if cell is not None}))
    return found


def matrix_frame(matrix: Matrix, style: Style) -> pd.DataFrame:
    """Return the counts of a matrix, its rows and columns under their names."""
    with _told_where_absent():
        import pandas as pd
    rows, columns = (
        pd.Index([name.told(style) for name in side.names], name=side.id)
        for side in (matrix.rows, matrix.columns)
    )
    cells = dict(enumerate(matrix.counts.T.copy()))
    return pd.DataFrame(cells, index=rows).set_axis(columns, axis="columns")


def long_frame(table: LongTable) -> pd.DataFrame:
    """Return the numbers of a long table under the names that its columns have in data frames.

    Thresholds are in the units of the file, as doubles.
    """
    with _told_where_absent():
        import pandas as pd
    base = 0 if table.score is None else table.score.base
    found = {}
    for column, values in zip(table.columns, table.values(), strict=True):
        is_moved = base and column.kind is not None and column.kind.is_exact
        found[column.keys.get("frame", column.id)] = values[:] + base if is_moved else values[:]
    return pd.DataFrame(found)


def arrow_frame(table: Any) -> pd.DataFrame:  # noqa: ANN401 - of Arrow, which is not loaded here
    """Return a table of Arrow as a data frame."""
    with _told_where_absent():
        found: pd.DataFrame = table.to_pandas()
        return found


def _told(name: str, row: Row, found: Mapping[str, Measured], style: Style) -> Any:  # noqa: ANN401 - a cell
    if name == "reason":
        return _told("undefined", row, found, style) or _told(
            "interval_undefined", row, found, style
        )
    facet = FACETS.get(_FACET_OF.get(name, name))
    if facet is not None:
        return facet.told(row, found["value"], style)
    return None if name not in found else FACETS["value"].told(row, found[name], style)


def _column(name: str, values: list[Any]) -> Any:  # noqa: ANN401 - an array of pandas
    import pandas as pd

    kind: Any = _TYPES.get(name, "float64")
    if kind == "str":
        values = [value or "" for value in values]
    elif kind == "Int64" and any(isinstance(value, float) for value in values):
        kind = "Float64"  # sums of weights
    elif kind == "float64":
        values = [float("nan") if value is None else value for value in values]
    return pd.array(values, kind)
