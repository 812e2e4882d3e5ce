"""Stata (.dta), by pandas in the child process."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase
from evalgui.io.formats.format import Format
from evalgui.io.formats.statistics import Variable, check_size, gathered, table_of
from evalgui.io.sandbox.columns import required

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.bytes.source import Source

_OLD = frozenset(b"ilnoqrs")  # the version: its first byte, up to that of Stata 12
_MISSING = 2_147_483_621  # in value labels: ".", then ".a" and so on
_CHUNK = 50_000


def sniff(source: Source) -> bool:
    """Return whether a file starts as one of Stata does."""
    head = source.head
    is_old = head[:1] and head[0] in _OLD and head[1:4] in (b"\1\1\0", b"\2\1\0")
    return head.startswith(b"<stata_dta>") or bool(is_old)


def read_in_child(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the columns of such a file: facts and bytes."""
    return gathered("Stata", variables, data, wanted)


def variables(data: bytes, _: dict[str, Any]) -> Iterator[Variable]:
    """Yield the columns of a .dta file."""
    import numpy as np

    module = required("pandas.io.stata", "Stata", "pandas")
    options: dict[str, Any] = {"convert_categoricals": False, "convert_dates": True}
    with module.StataReader(io.BytesIO(data), **options) as reader:
        titles = reader.variable_labels()
        frame = reader.read(convert_missing=False)
        sets = reader.value_labels() if len(frame) else {}
        # Which set belongs to which column is nowhere said in public.
        named = dict(zip(titles, getattr(reader, "_lbllist", ()), strict=False))
    check_size(len(frame), len(frame.columns), 0, len(data))
    gaps = [
        name for name, kind in frame.dtypes.items() if kind.kind == "f" and frame[name].isna().any()
    ]
    marked = _marked(module, data, options, gaps, {n: sets.get(named.get(n, ""), {}) for n in gaps})
    for name in frame.columns:
        column = frame[name]
        gone = column.isna().to_numpy(bool)
        labels = sets.get(named.get(name, ""), {})
        labels = {code: text for code, text in labels.items() if code < _MISSING}
        values = column.to_numpy()
        if values.dtype.kind not in "iufM":
            values = np.array(column, object)
        yield Variable(
            name, values, gone, titles.get(name, ""), labels, marked=marked.get(name, {})
        )


def _marked(
    module: Any,  # noqa: ANN401 - of pandas
    data: bytes,
    options: dict[str, Any],
    names: list[str],
    labels: dict[str, dict[int, str]],
) -> dict[str, dict[str, int]]:
    """Return how often each of .a to .z occurs in some columns, with their labels."""
    found: dict[str, dict[str, int]] = {name: {} for name in names}
    if not names:
        return found
    own = {**options, "convert_missing": True, "convert_dates": False}
    with module.StataReader(io.BytesIO(data), chunksize=_CHUNK, columns=names, **own) as reader:
        for frame in reader:
            for name in names:
                for cell in frame[name]:
                    if isinstance(cell, module.StataMissingValue) and len(cell.string) > 1:
                        code = _MISSING + ord(cell.string[1]) - ord("a") + 1
                        label = labels[name].get(code, "").strip()
                        key = f"{cell.string} '{label}'" if label else cell.string
                        found[name][key] = found[name].get(key, 0) + 1
    return found


FORMAT = Format(
    "Stata",
    sniff,
    partial(table_of, "Stata", read_in_child),
    suffixes=(".dta",),
    description="Stata",
    help=phrase(
        ".dta since version 8, value labels and .a to .z too, with the extra `evalgui[pandas]`"
    ),
)
