"""What is counted, as one expression that runs on every engine that Ibis knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.io.layouts.counted import BIN, HIGH, LOW, N_NEGATIVE, N_POSITIVE, SCORE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.counting.bins import Bins


_SCORES = (LOW, HIGH, SCORE)

DIALECTS = {"duckdb": "duckdb", "spark": "databricks", "postgres": "postgres"}
"""What Ibis calls the SQL of engines. It prints that of Spark only where Spark is installed, and
that of Databricks, which is the same, without."""

VIEW = "scores"
"""What the table is called that printed statements read."""

WITH_LISTS = frozenset({"duckdb", "databricks", "pyspark"})
"""What Ibis calls the engines for which `in_lists` is good."""


def counts_of(  # noqa: PLR0913 - each is named
    table: Any,  # noqa: ANN401 - of Ibis, which is not always there
    *,
    truth: str,
    score: str,
    positive: Sequence[Any],
    negative: Sequence[Any] | None = None,
    bins: Bins | None = None,
    by: Sequence[str] = (),
    weight: str | None = None,
    in_lists: bool = False,
) -> Any:  # noqa: ANN401 - as above
    """Return the count table of a table: an expression of Ibis, which counts nothing yet.

    Parameters
    ----------
    table
        A table of Ibis on any engine, or an unbound one.
    truth, score
        The names of its columns with the true class and with the score, a number.
    positive, negative
        The labels of each class as the column has them, null among them where a row without one
        counts; None for all others but null.
    bins
        Into which bins the scores go; None counts every distinct score.
    by
        The columns that are kept: counts go by them, too.
    weight
        A column with how many rows each row stands for, a whole number; None for one each.
    in_lists
        See `Bins.added_to`.

    Returns
    -------
    table of Ibis
        A row for each bin, or each score, that occurs: the columns of `by`, then `bin`, `bin_low`
        and `bin_high`, the smallest and the largest score in it, or `score`; then `n_positive`
        and `n_negative`, int64. Rows without a score (null, NaN) have null there; -0.0 is 0.0.
        Rows with neither label are not counted. The rows have no order.
    """
    label = table[truth]
    is_positive = _is_one_of(label, positive)
    if negative is None:
        is_negative = label.notnull() & ~is_positive
        if label.type().is_floating():
            is_negative &= ~label.isnan()
    else:
        is_negative = _is_one_of(label, negative)
    number = table[score]
    if number.type().is_floating():
        import ibis

        number = ibis.ifelse(number.isnan(), ibis.null(number.type()), number)
    kept = {f"by_{place}": table[name] for place, name in enumerate(by)}
    own = {"of_positive": is_positive, "of_negative": is_negative, "number": number}
    more = {} if weight is None else {"worth": table[weight].cast("int64")}
    rows = table.select(**kept, **own, **more)
    rows = rows.filter(rows.of_positive | rows.of_negative)
    if bins is not None:
        rows = bins.added_to(rows, "number", in_lists=in_lists)

    def counted(which: Any) -> Any:  # noqa: ANN401 - a column of truth values
        if weight is None:
            return rows.count(where=which)
        # A whole number is what Ibis takes the sum for, and DuckDB and PostgreSQL do not.
        total = rows.worth.sum(where=which).cast("decimal(38, 0)").cast("int64")
        return total.fill_null(0)

    both = {N_POSITIVE: counted(rows.of_positive), N_NEGATIVE: counted(rows.of_negative)}
    keys = [rows[f"by_{place}"].name(name) for place, name in enumerate(by)]
    if bins is None:
        found = rows.group_by(*keys, **{SCORE: rows.number}).aggregate(**both)
    else:
        ends = {LOW: rows.number.min(), HIGH: rows.number.max()}
        found = rows.group_by(*keys, **{BIN: rows[BIN]}).aggregate(**ends, **both)
        # As int32 until here: a fifth of the time.
        found = found.mutate(found[BIN].cast("int64").name(BIN))
    names = [name for name in (*by, *_SCORES) if name in found.columns]
    return found.mutate(*(_with_one_zero(found[name]).name(name) for name in names))


def _is_one_of(label: Any, values: Sequence[Any]) -> Any:  # noqa: ANN401 - a column of Ibis
    known = [value for value in values if value is not None]
    found = label.isin(known) & label.notnull()
    return found if len(known) == len(values) else found | label.isnull()


def _with_one_zero(column: Any) -> Any:  # noqa: ANN401 - a column of Ibis
    """Return a column with 0.0 for -0.0: engines take both for one, and tell either."""
    import ibis

    if not column.type().is_floating():
        return column
    return ibis.ifelse(column == 0.0, ibis.literal(0.0, column.type()), column)


def statement(expression: Any, engine: str) -> str:  # noqa: ANN401 - of Ibis
    """Return an expression as the SQL of an engine, one of `DIALECTS`."""
    import ibis

    return str(ibis.to_sql(expression, dialect=DIALECTS[engine]))
