"""SAS, by pandas in the child process: tables (.sas7bdat) and transport files (.xpt).

References
----------
SAS Institute, "The record layout of a data set in SAS transport (XPORT) format", TS-140.
"""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase
from evalgui.io.formats.format import Format, starts
from evalgui.io.formats.statistics import (
    CUT_OFF,
    Variable,
    check_size,
    gathered,
    moments,
    table_of,
)
from evalgui.io.sandbox.columns import Refusal, required

if TYPE_CHECKING:
    from collections.abc import Iterator

_CARD = 80  # bytes of a record of a transport file
_LIBRARY = 3 * _CARD
_MEMBER = b"HEADER RECORD*******MEMBER  HEADER RECORD!!!!!!!"
_NAME = slice(8, 16)
_VERSION_8 = b"HEADER RECORD*******LIBV8"
_DAYS = ("DATE", "MMDDYY", "DDMMYY", "YYMMDD", "JULIAN", "MONYY", "WEEKDATE", "WORDDATE")
_START = "1960-01-01"
_DAY = 86_400.0
_TAG = 40  # bits behind the byte of a missing value that holds its letter
# Counted from 0, where 1 is the plain one, or as in ASCII: both are found in files.
_LETTERS = {
    0: "._",
    ord("_"): "._",
    **{first + place: f".{chr(ord('A') + place)}" for first in (2, 65) for place in range(26)},
}


def read_in_child(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the columns of a table of SAS: facts and bytes."""
    return gathered("SAS", sas, data, wanted)


def read_transport_in_child(
    data: bytes, wanted: str = ""
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the columns of a table of a transport file: facts and bytes."""
    return gathered(phrase("SAS transport"), transport, data, wanted)


def sas(data: bytes, _: dict[str, Any]) -> Iterator[Variable]:
    """Yield the columns of a .sas7bdat file."""
    import numpy as np

    sas7bdat = required("pandas.io.sas.sas7bdat", "SAS", "pandas")
    with sas7bdat.SAS7BDATReader(io.BytesIO(data), encoding="infer", blank_missing=True) as reader:
        check_size(reader.row_count, reader.column_count, reader.row_length, len(data))
        frame = reader.read() if reader.row_count else None
        titles = {column.name: column.label for column in reader.columns}
        if frame is None or len(frame) != reader.row_count:
            raise ValueError
        if not frame.columns.is_unique or len(frame.columns) != reader.column_count:
            message = phrase("the names of the columns of the SAS file cannot be read")
            raise Refusal(message, phrase("Save it with SAS, or save the data as CSV"))
    for name in frame.columns:
        column = frame[name]
        gone = column.isna().to_numpy(bool)
        values = column.to_numpy()
        marked = {}
        if values.dtype.kind == "f":
            marked = _letters(values[gone])
        elif values.dtype.kind != "M":
            values = np.array(column, object)
        yield Variable(_text(name), values, gone, _text(titles.get(name) or ""), marked=marked)


def _letters(values: Any) -> dict[str, int]:  # noqa: ANN401 - an array
    """Return how often each of .A to .Z and ._ occurs among missing values.

    SAS keeps the letter in the bits of a number that is none.
    """
    import numpy as np

    tags = (~values.astype("<f8").view("<u8") >> np.uint64(_TAG)) & np.uint64(0xFF)
    found: dict[str, int] = {}
    for tag in tags.tolist():
        if tag in _LETTERS:
            found[_LETTERS[tag]] = found.get(_LETTERS[tag], 0) + 1
    return found


def transport(data: bytes, facts: dict[str, Any]) -> Iterator[Variable]:
    """Yield the columns of a table of a .xpt file of version 5."""
    import numpy as np

    if data.startswith(_VERSION_8):
        message = phrase("this is a SAS transport file of version 8, and only version 5 is read")
        raise Refusal(message, phrase("In SAS, save it with the engine XPORT, or as CSV"))
    part = _member(data, facts)
    sas_xport = required("pandas.io.sas.sas_xport", "SAS", "pandas")
    with sas_xport.XportReader(io.BytesIO(part), encoding=None) as reader:
        fields, width, start = reader.fields, reader.record_length, reader.record_start
        if not width:
            raise ValueError
        n_rows = _n_rows(part[start:], width)
        check_size(n_rows, len(fields), width, len(data))
        # Its own count takes every blank text in the last card for padding.
        reader.nobs = n_rows
        frame = reader.read() if n_rows else None
    if frame is None:
        raise ValueError
    if len(data) % _CARD:
        facts["odd"].append(CUT_OFF)
    raw = np.frombuffer(part, np.uint8, n_rows * width, start).reshape(n_rows, width)
    place = 0
    for one in fields:
        name, length = one["name"].decode("ascii", "replace"), one["field_length"]
        cells = raw[:, place : place + length]
        place += length
        column = frame[one["name"].decode()]
        title = _text(one["label"])
        if one["ntype"] == "char":
            values = np.array([_text(cell) for cell in column], object)
            yield Variable(name, values, np.zeros(n_rows, bool), title)
            continue
        values = column.to_numpy(float)
        gone = np.isnan(values)
        # A fraction of zero is zero, which pandas reads as the smallest number there is.
        values = np.where(~gone & ~cells[:, 1:].any(axis=1), 0.0, values)
        codes, counts = np.unique(cells[gone, 0], return_counts=True)
        marked = {
            f".{chr(code)}": int(n)
            for code, n in zip(codes, counts, strict=True)
            if chr(code) != "."
        }
        form = one["nform"].decode("ascii", "replace").upper()
        if form.startswith("DATETIME"):
            values = moments(values, gone, _START, 1.0)
        elif form.startswith(_DAYS):
            values = moments(values, gone, _START, _DAY)
        yield Variable(name, values, gone, title, marked=marked)


def _member(data: bytes, facts: dict[str, Any]) -> bytes:
    """Return a transport file with one of its tables: the wanted one, or the largest."""
    places = [at for at in range(_LIBRARY, len(data), _CARD) if data.startswith(_MEMBER, at)]
    ends = [*places[1:], len(data)]
    parts = {}
    for place, end in zip(places, ends, strict=True):
        name = _text(data[place + 2 * _CARD :][_NAME])
        parts[name] = data[:_LIBRARY] + data[place:end]
    if len(parts) < len(places) or not parts:
        raise ValueError
    wanted = facts["sheet"]
    if wanted and wanted not in parts:
        raise Refusal(
            phrase("there is no table '{wanted}'", wanted=wanted[:100]),
            phrase("There are {n} tables", n=len(parts)),
        )
    facts["sheet"] = wanted or max(parts, key=lambda name: len(parts[name]))
    facts["sheets"] = list(parts)
    return parts[facts["sheet"]]


def _n_rows(body: bytes, width: int) -> int:
    """Return how many rows there are: blanks fill up the last card."""
    n_rows = len(body) // width
    free = _CARD - 1
    while n_rows and free >= width and not body[(n_rows - 1) * width : n_rows * width].strip():
        n_rows -= 1
        free -= width
    return n_rows


def _text(cell: bytes | str) -> str:
    """Return a text as UTF-8, or, where it is not, as Windows writes it in the West."""
    if isinstance(cell, str):
        return cell
    try:
        return cell.rstrip().decode("utf-8")
    except UnicodeDecodeError:
        return cell.rstrip().decode("cp1252", "replace")


FORMATS = (
    Format(
        "SAS",
        starts(bytes(12) + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")),
        partial(table_of, "SAS", read_in_child),
        suffixes=(".sas7bdat",),
        description="SAS",
        help=phrase(
            ".sas7bdat, with the extra `evalgui[pandas]`; formats are in files of their own"
        ),
    ),
    Format(
        phrase("SAS transport"),
        starts(b"HEADER RECORD*******LIB"),
        partial(table_of, phrase("SAS transport"), read_transport_in_child),
        suffixes=(".xpt",),
        description=phrase("SAS transport"),
        help=phrase(
            ".xpt of version 5, with the extra `evalgui[pandas]`; formats are in files of their own"
        ),
    ),
)
