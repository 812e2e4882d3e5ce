"""SPSS (.sav, .zsav), by pyreadstat in the child process."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase
from evalgui.io.formats.format import Format, starts
from evalgui.io.formats.statistics import (
    WINDOWS,
    Variable,
    check_size,
    gathered,
    moments,
    plain,
    table_of,
)
from evalgui.io.sandbox.columns import required

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DATES = ("DATE", "ADATE", "EDATE", "JDATE", "SDATE", "DATETIME", "YMDHMS")


def read_in_child(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the columns of such a file: facts and bytes."""
    return gathered("SPSS", variables, data, wanted)


def variables(data: bytes, facts: dict[str, Any]) -> Iterator[Variable]:
    """Yield the columns of a .sav or .zsav file."""
    import numpy as np

    pyreadstat = required("pyreadstat", "SPSS", "spss")

    def cells(**options: object) -> tuple[Any, Any]:
        found: tuple[Any, Any] = pyreadstat.read_sav(
            io.BytesIO(data),
            output_format="dict",
            user_missing=True,
            disable_datetime_conversion=True,
            **options,
        )
        return found

    broken = (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, UnicodeDecodeError)
    try:
        _, meta = cells(metadataonly=True)
        _check(meta, len(data))
        columns, meta = cells()
    except broken:
        # Old files name no encoding, or a wrong one; here each byte is a character.
        try:
            columns, meta = cells(encoding="WINDOWS-1252")
        except broken:
            raise ValueError from None
        facts["odd"].append(WINDOWS)
    for name in meta.column_names:
        own = columns.pop(name)
        is_text = meta.readstat_variable_types[name] == "string"
        gone = np.array([cell is None for cell in own], bool)
        values = (
            np.array(["" if cell is None else cell for cell in own], object)
            if is_text
            else np.array([np.nan if cell is None else cell for cell in own], float)
        )
        gone = gone if is_text else np.isnan(values)
        labels = meta.variable_value_labels.get(name, {})
        ranges = meta.missing_ranges.get(name, [])
        marked, gone = _user_missing(values, gone, ranges, labels)
        form = str(meta.original_variable_types.get(name, "")).rstrip("0123456789.")
        if not is_text and form in _DATES:
            values = moments(values, gone, "1582-10-14", 1.0)
            labels = {}
        title = meta.column_names_to_labels.get(name) or ""
        measure = meta.variable_measure.get(name, "")
        yield Variable(name, values, gone, title, labels, measure, marked)


def _check(meta: Any, size: int) -> None:  # noqa: ANN401 - of pyreadstat
    """Refuse a table that is too large; the number of rows may be unknown beforehand."""
    width = sum(max(int(one), 8) for one in meta.variable_storage_width.values())
    check_size(max(meta.number_rows or 0, 0), meta.number_columns or 0, width, size)


def _user_missing(
    values: Any,  # noqa: ANN401 - an array
    gone: Any,  # noqa: ANN401 - as above
    ranges: Sequence[dict[str, Any]],
    labels: dict[Any, str],
) -> tuple[dict[str, int], Any]:
    """Return the codes that the file declares as missing with how often each occurs.

    Returns
    -------
    dict
        The codes with their labels.
    array of bool
        Which cells are missing with them.
    """
    import numpy as np

    is_marked = np.zeros(len(values), bool)
    for one in ranges:
        low, high = one["lo"], one["hi"]
        is_marked |= (values >= low) & (values <= high)
    is_marked &= ~gone
    marked = {}
    for code, n in zip(*np.unique(values[is_marked], return_counts=True), strict=True):
        label = labels.get(code, "").strip()
        marked[f"{plain(code)} '{label}'" if label else plain(code)] = int(n)
    return marked, gone | is_marked


FORMAT = Format(
    "SPSS",
    starts(b"$FL2", b"$FL3"),
    partial(table_of, "SPSS", read_in_child),
    suffixes=(".sav", ".zsav"),
    description="SPSS",
    help=(
        phrase(
            ".sav and .zsav, with the extra `evalgui[spss]`; values are read by their labels (an "
            "ordinal rating by its numbers), and what is declared as missing is missing"
        )
    ),
)
