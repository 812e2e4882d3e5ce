"""Counting where the data are: on a cluster or in a database, in Python."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from evalgui.core.errors import DataError
from evalgui.interface.spelling import told_in_python

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.counting.bins import Bins, Side

    Label: TypeAlias = str | int | bool
    Edges: TypeAlias = Sequence[float] | str | os.PathLike[str]


def count_expression(  # noqa: PLR0913 - each is named
    table: Any,  # noqa: ANN401 - of Ibis, which is not always there
    *,
    truth: str,
    score: str,
    positive: Label,
    negative: Label | None = None,
    edges: Edges | None = None,
    bins: int | None = None,
    lower_is_positive: bool = False,
    by: str | Sequence[str] = (),
    weight: str | None = None,
) -> Any:  # noqa: ANN401 - as above
    """Return the counts of a table: an expression of Ibis, which any of its engines computes.

    It computes nothing itself. What comes of it goes to `write_counts` with the same arguments.

    Parameters
    ----------
    table
        A table of Ibis, on Spark, PostgreSQL, DuckDB or another engine, or an unbound one.
    truth, score
        The names of its columns with the true class and with the score, which is a number.
    positive
        The label of the positive class, as it is in the column.
    negative
        The label of the negative class; None for all others.
    edges
        The edges of bins, at most 4,096 finite numbers, rising; or a file with one number a line,
        or a count table with the same bins. None counts every distinct score.
    bins
        Into how many bins of equal width the scores between two edges go (1). Scores beyond the
        edges have a bin on either side, and infinite ones, too.
    lower_is_positive
        Whether lower scores mean the positive class: a score at an edge goes to the bin below.
    by
        Columns that are kept: counts go by each of their values.
    weight
        A column with how many rows each row stands for, a whole number.

    Returns
    -------
    table of Ibis
        A row for each bin, or each score, in each group: the columns of `by`, then `bin`,
        `bin_low` and `bin_high`, the smallest and the largest score in it, or `score`; then
        `n_positive` and `n_negative`. Rows without a score (null, NaN) have null there.

    Raises
    ------
    EvalguiError
        If there is no such column, the score is no number, or the edges are none.

    Examples
    --------
    >>> import ibis
    >>> rows = ibis.table({"label": "string", "s": "float64"}, name="comparisons")
    >>> count_expression(rows, truth="label", score="s", positive="genuine").columns
    ('score', 'n_positive', 'n_negative')
    """
    from evalgui.io.counting.expression import WITH_LISTS, counts_of

    kept = _names(by)
    with told_in_python():
        for name in (truth, score, *kept, *(() if weight is None else (weight,))):
            if name not in table.columns:
                raise DataError(f"the table has no column {name!r}")
        if not (table[score].type().is_numeric() and not table[score].type().is_boolean()):
            raise DataError(f"the score {score!r} is no number ({table[score].type()})")
        asked = _bins(edges, bins, lower_is_positive=lower_is_positive)
    return counts_of(
        table,
        truth=truth,
        score=score,
        positive=[positive],
        negative=None if negative is None else [negative],
        bins=asked,
        by=kept,
        weight=weight,
        in_lists=_engine(table) in WITH_LISTS,
    )


def write_counts(  # noqa: PLR0913 - as above
    counts: object,
    out: str | os.PathLike[str],
    *,
    source: str,
    score: str,
    positive: Label,
    truth: str | None = None,
    negative: Label | None = None,
    edges: Edges | None = None,
    bins: int | None = None,
    lower_is_positive: bool = False,
    by: str | Sequence[str] = (),
    weight: str | None = None,
) -> Path:
    """Write what `count_expression` came to as a count table that says what it counts.

    Such a table opens without a question, and `evalgui.merge` adds it up with others.

    Parameters
    ----------
    counts
        The expression itself, which is computed now; a data frame or a table of Arrow; or Parquet
        that an engine wrote, a file or a folder.
    out
        Where the count table goes, a Parquet file.
    source
        What was counted, as it is to be told: the name of a table or a folder.
    truth, score, positive, negative, edges, bins, lower_is_positive, by, weight
        What `count_expression` took.

    Returns
    -------
    Path
        Where it is, for `evalgui.evaluate`.

    Raises
    ------
    EvalguiError
        If these are no such counts, scores do not lie in the bins that are said, or it cannot be
        written.
    """
    from evalgui.io.counting.other_engines import table_of
    from evalgui.io.counting.other_engines import write_counts as written
    from evalgui.io.layouts.counted import Counted
    from evalgui.io.meaning import show_hidden

    roles = {"truth": truth, "score": score, "weight": weight}
    with told_in_python():
        asked = _bins(edges, bins, lower_is_positive=lower_is_positive)
        said = Counted(
            positive=str(positive),
            negative=f"not {show_hidden(str(positive))}" if negative is None else str(negative),
            score=score,
            higher_is_positive=not lower_is_positive,
            sources=({"name": source},),
            bins=None if asked is None else asked.as_json,
            by=tuple(_names(by)),
            roles={name: column for name, column in roles.items() if column is not None},
        )
        written(table_of(counts), said, out)
    return Path(out)


def _names(by: str | Sequence[str]) -> list[str]:
    return [by] if isinstance(by, str) else [*by]


def _bins(edges: Edges | None, each: int | None, *, lower_is_positive: bool) -> Bins | None:
    from evalgui.io.counting.bins import Bins
    from evalgui.io.counting.edges import bins_in

    closed: Side = "right" if lower_is_positive else "left"
    if edges is None:
        if each is not None:
            raise DataError("bins lie between edges", hint="Give edges, such as edges=[0, 1]")
        return None
    if isinstance(edges, (str, os.PathLike)):
        return bins_in(edges, closed=closed, each=each)
    return Bins.at([*edges], closed, 1 if each is None else each)


def _engine(table: Any) -> str:  # noqa: ANN401 - of Ibis
    """Return what Ibis calls the engine of a table; "" where it has none."""
    import ibis

    try:
        return str(table.get_backend().name)
    except ibis.IbisError:
        return ""
