"""The child process: bytes in, bytes out, within limits.

It is the program itself in a mode of its own, and loads nothing of the rest of it.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import re
import sys
import threading
import time
import zipfile
import zlib
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.io.sandbox.cell_texts import may_have_lost_digits, text_of, write_commas
from evalgui.io.sandbox.start import OUT_OF_TIME, READY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LARGEST_CONTENT = 2 << 30
LARGEST_RATIO = 100
FREE_CONTENT = 256 << 20
MOST_CELLS = 20_000_000
MOST_PARTS = 16_384
LONGEST_CELL = 1_000_000
CELLS_AT_ONCE = 50_000
FREE_TEXT = 64 << 20
LARGEST_TEXT_RATIO = 30
_BLOCK = 1 << 20
_ENCRYPTED = 1  # the lowest of a member's flags
_DOCUMENTS = (".md", ".pdf", ".docx", ".rtf", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".py", ".r")
_HEAD = 4096
_ROWS_WEIGHED = 1_000  # before it is looked how large their texts are
_DAMAGED = "the file is damaged or incomplete: it cannot be unpacked"
_AGAIN = "Save it again, or save the data as CSV"
_LOCKED = ("the workbook has a password", "Save it without one")
_FORMULA = re.compile(rb"<f[ />]")
_VALUE = re.compile(rb"<v(?:\s[^<>]*)?>[^<]")
_COLUMN = re.compile(rb"<col\b[^<>]*>")
_HIDDEN = re.compile(rb"\bhidden=[\"'](?:1|true)[\"']")
_ENDS = re.compile(rb"\b(min|max)=.(\d{1,6})")
_OF_COLUMN = (b"min", b"max")
_MOST_HIDDEN = 1_000
_HIDDEN_ROW = re.compile(rb"<row\b[^<>]*\bhidden=[\"'](?:1|true)[\"']")
_MERGED = re.compile(rb"<mergeCell\b[^<>]*\bref=[\"'][A-Z]+([0-9]+):[A-Z]+([0-9]+)[\"']")
_ERROR = re.compile(rb"<c\b[^<>]*\bt=[\"']e[\"']")


class Refusal(Exception):  # noqa: N818 - it is what the caller is told
    """What is wrong with the file, and what to do."""


def main(arguments: list[str]) -> int:
    """Read a container from the standard input, and write what is in it.

    Parameters
    ----------
    arguments
        The name of a reader, the limit of the memory in bytes and of the processor time in
        seconds, the size of the container in bytes, and what the reader has to know.

    Returns
    -------
    int
        Never: the process ends here, and nothing is put in order that dies with it.
    """
    name, memory, seconds, size, *rest = arguments
    _end_with_the_parent()
    _limit(int(memory), float(seconds))
    output = sys.stdout.buffer
    output.write(READY)
    output.flush()
    data = sys.stdin.buffer.read(int(size))
    threading.Thread(target=_watch_the_parent, daemon=True).start()
    facts, parts = _answer(name, data, rest)
    facts["parts"] = [(key, len(part)) for key, part in parts.items()]
    output.write(json.dumps(facts).encode() + b"\n")
    for part in parts.values():
        output.write(part)
    output.flush()
    os._exit(0)


def _answer(name: str, data: bytes, rest: list[str]) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return what a reader makes of the bytes, or what is wrong with them."""
    try:
        return READERS[name](data, *rest)
    except Refusal as refusal:
        message, hint = refusal.args
    except MemoryError:
        message = "the file takes more memory than may be used for a file of its size"
        hint = "Save the data as CSV or Parquet"
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        message = f"the package '{package}', which reads these files, cannot be loaded"
        hint = "Install evalgui again, or save the data as CSV"
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, KeyError):
        message, hint = _DAMAGED, _AGAIN
    except (NotImplementedError, RuntimeError):
        message = "the file is encrypted, or packed in a way that is not read"
        hint = _AGAIN
    return {"refused": message, "hint": hint}, {}


# ---------------------------------------------------------------------------- parent, limits


def _end_with_the_parent() -> None:
    """Let the system end this process with its parent, where it can do that."""
    if sys.platform == "linux":
        import ctypes
        import signal

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG


def _watch_the_parent() -> None:
    """End this process when its input ends: the parent keeps it open while it lives."""
    with contextlib.suppress(OSError):
        while os.read(0, 1):
            pass
    os._exit(1)


def _limit(memory: int, seconds: float) -> None:
    """Limit memory and processor time of this process; of memory, where the system can."""
    threading.Thread(target=_watch_the_time, args=(seconds,), daemon=True).start()
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # For a library that keeps the interpreter to itself, and so from the thread.
        whole = math.ceil(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _watch_the_time(seconds: float) -> None:
    """End this process when it has used up its processor time."""
    while (left := seconds - time.process_time()) > 0:
        time.sleep(max(left / (os.cpu_count() or 1), 0.01))
    os._exit(OUT_OF_TIME)


# ------------------------------------------------------------------------------- archives


def archive(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the .npy members of an archive, by their names without the ending."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        members = _checked(opened, len(data))
        parts = {}
        for member in members:
            if not member.filename.endswith(".npy"):
                message = "the archive holds other files beside NumPy arrays"
                raise Refusal(message, _AGAIN)
            parts[member.filename[:-4]] = opened.read(member)
    return {}, parts


def _checked(opened: zipfile.ZipFile, size: int) -> list[zipfile.ZipInfo]:
    """Return the members, or refuse an archive that announces more than a file may hold."""
    members = opened.infolist()
    total = sum(member.file_size for member in members)
    limit = min(LARGEST_CONTENT, max(FREE_CONTENT, LARGEST_RATIO * size))
    if total > limit or len(members) > MOST_PARTS:
        message = f"the file becomes too large when it is unpacked: {grouped(total)} bytes"
        raise Refusal(message, "Save the data as CSV or Parquet")
    if len({member.filename for member in members}) < len(members):
        raise Refusal(_DAMAGED, _AGAIN)
    return members


def one_file(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a file of an archive: the wanted one, or the largest that may hold a table."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        files = [member for member in opened.infolist() if not _is_additional(member)]
        tables = [member for member in files if not _is_document(member.filename)] or files
        if not tables:
            raise Refusal("the zip archive has no file in it", "Choose a file with data in it")
        if len(tables) > MOST_PARTS or len({one.filename for one in tables}) < len(tables):
            raise Refusal(_DAMAGED, _AGAIN)
        chosen = max(tables, key=lambda member: member.file_size)
        if wanted and len(tables) > 1:
            named = [member for member in tables if member.filename == wanted]
            if not named:
                message = f"there is no file '{wanted[:100]}' in the zip archive"
                raise Refusal(message, f"There are {len(tables)} files")
            chosen = named[0]
        limit = max(FREE_TEXT, LARGEST_TEXT_RATIO * len(data))
        if chosen.file_size > limit:
            message = "the zip archive becomes too large when it is unpacked: "
            message += f"{grouped(chosen.file_size)} bytes"
            hint = "Unpack it with another program if you trust it, and open the result"
            raise Refusal(message, hint)
        if chosen.flag_bits & _ENCRYPTED:
            message = "the zip archive has a password"
            raise Refusal(message, "Unpack it with its password, and open the file in it")
        facts = {"name": chosen.filename, "names": [member.filename for member in tables]}
        return facts, {"content": opened.read(chosen)}


def _is_additional(member: zipfile.ZipInfo) -> bool:
    """Return whether a member is a folder, or something that a system adds by itself."""
    parts = member.filename.split("/")
    is_hidden = parts[-1].startswith(".") or "__MACOSX" in parts
    return member.is_dir() or is_hidden or parts[-1].casefold() in {"thumbs.db", "desktop.ini"}


def _is_document(name: str) -> bool:
    plain = name.rsplit("/", 1)[-1].casefold()
    return plain.startswith(("readme", "license", "licence")) or plain.endswith(_DOCUMENTS)


# ----------------------------------------------------------------------------------- HDF5


def hdf5(data: bytes, *args: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a table of an HDF5 file: how has a file of its own."""
    from evalgui.io.sandbox import hdf5

    try:
        return hdf5.read(data, *args)
    except hdf5.Refusal as refusal:
        raise Refusal(*refusal.args) from None


# ------------------------------------------------------------------------------ statistics


def statistics(data: bytes, *args: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a table of a statistics package: how has files of its own."""
    from evalgui.io.sandbox import statistics, variables

    try:
        return statistics.read(data, *args)
    except variables.Refusal as refusal:
        raise Refusal(*refusal.args) from None


# ---------------------------------------------------------------- web pages, workbooks in XML


def markup(data: bytes, kind: str, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the cells of a table of a web page, or of a sheet in XML."""
    from evalgui.io.sandbox import markup, sheets

    try:
        facts, rows = markup.read(data, kind, wanted)
    except sheets.Refusal as refusal:
        raise Refusal(*refusal.args) from None
    cells = _texts(rows, max(FREE_TEXT, LARGEST_TEXT_RATIO * len(data)))
    return facts, _in_parts(cells)


# ------------------------------------------------------------------------------ workbooks


def workbook(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the cells of a sheet: the wanted one, or the one that is most like a table."""
    oddities = _inspect_members(data) if data.startswith(b"PK") else Counter()
    hidden = _hidden_columns(oddities)
    import python_calamine

    try:
        opened = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = _sheets(opened)
        if wanted and wanted not in sheets:
            raise Refusal(f"there is no sheet '{wanted[:100]}'", f"There are {len(sheets)} sheets")
        tables = [name for name, shape in sheets.items() if min(shape) > 1]
        chosen = wanted or max(sheets, key=lambda name: sheets[name][0] * sheets[name][1])
        rows = opened.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
    except python_calamine.PasswordError:
        raise Refusal(*_LOCKED) from None
    except python_calamine.CalamineError:
        message = "the workbook is damaged: it cannot be read"
        raise Refusal(message, _AGAIN) from None
    del opened
    cells = _texts(rows, max(FREE_TEXT, LARGEST_TEXT_RATIO * len(data)))
    facts = {
        "sheet": chosen,
        "sheets": list(sheets),
        "tables": tables,
        "error_cells": oddities["errors"],
        "formulas_without_value": oddities["formulas"],
        "hidden_rows": oddities["hidden"],
        "hidden_columns": hidden,
        "merged_cells": oddities["merged"],
        "long_numbers": sum(
            may_have_lost_digits(cell) for cell in chain.from_iterable(rows) if type(cell) is float
        ),
    }
    return facts, _in_parts(cells)


def _in_parts(cells: list[list[str]]) -> dict[str, bytes]:
    """Return rows as JSON in parts that can be read without keeping others waiting."""
    n_rows = max(1, CELLS_AT_ONCE // max(len(cells[0]), 1)) if cells else 1
    starts = range(0, len(cells), n_rows)
    return {str(start): json.dumps(cells[start : start + n_rows]).encode() for start in starts}


def _texts(rows: Sequence[Sequence[object]], limit: int) -> list[list[str]]:
    """Return cells as texts, or refuse those that no table has."""
    size = 0
    texts: list[list[str]] = []
    for start in range(0, len(rows), _ROWS_WEIGHED):
        # Most cells of a sheet are texts or empty: a call for each would take most of the time.
        texts += (
            [cell if type(cell) is str else text_of(cell) for cell in row]
            for row in rows[start : start + _ROWS_WEIGHED]
        )
        lengths = list(map(len, chain.from_iterable(texts[start:])))
        size += sum(lengths)
        if max(lengths, default=0) > LONGEST_CELL or size > limit:
            message = "the file becomes too large when it is unpacked: "
            message += (
                f"a cell of {grouped(max(lengths))} characters"
                if size <= limit
                else f"{grouped(limit)} bytes of text"
            )
            raise Refusal(message, "Save the data as CSV or Parquet")
    write_commas(texts, rows)
    return texts


def _inspect_members(data: bytes) -> Counter[str]:
    """Refuse what no spreadsheet program writes; count what is read unlike it looks.

    Returns
    -------
    Counter
        ``"errors"``, such as #N/A, ``"formulas"`` whose value was not saved, ``"hidden"`` rows,
        and cells that are ``"merged"`` over several rows.
    """
    found: Counter[str] = Counter()
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        for member in _checked(opened, len(data)):
            if _is_locked(opened, member):
                raise Refusal(*_LOCKED)
            if not member.filename.endswith((".xml", ".rels", ".vml")):
                continue
            with opened.open(member) as stream:
                head = stream.read(_HEAD).replace(b"\0", b"").upper()
                if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                    message = "the workbook is unsafe: it defines XML entities or a DTD"
                    raise Refusal(message, _AGAIN)
            if "worksheets/" in member.filename and member.file_size < FREE_CONTENT // 8:
                content = opened.read(member)
                found["errors"] += len(_ERROR.findall(content))
                if b"<f" in content:
                    found["formulas"] += sum(
                        _FORMULA.search(cell) is not None and _VALUE.search(cell) is None
                        for cell in content.split(b"</c>")
                    )
                found["hidden"] += len(_HIDDEN_ROW.findall(content))
                found["worksheets"] += 1
                for tag in filter(_HIDDEN.search, _COLUMN.findall(content)):
                    ends = {name: int(number) for name, number in _ENDS.findall(tag)}
                    if len(ends) < len(_OF_COLUMN):
                        continue
                    last = min(ends[b"max"], ends[b"min"] + _MOST_HIDDEN)
                    found.update(f"column:{place}" for place in range(ends[b"min"] - 1, last))
                found["merged"] += sum(top != end for top, end in _MERGED.findall(content))
    return found


def _hidden_columns(found: Counter[str]) -> list[int]:
    """Return the columns that the only worksheet of a workbook hides, from 0; [] of several."""
    if found["worksheets"] != 1:
        return []
    return sorted(int(key.partition(":")[2]) for key in found if key.startswith("column:"))


def _is_locked(opened: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Return whether a member says that an OpenDocument has a password."""
    if member.filename != "META-INF/manifest.xml":
        return member.filename == "encrypted-package"
    return member.file_size <= _BLOCK and b"encryption-data" in opened.read(member)


def _sheets(opened: Any) -> dict[str, tuple[int, int]]:  # noqa: ANN401 - known only in the child
    """Return the rows and columns of each sheet."""
    shapes = {}
    for name in opened.sheet_names:
        end = opened.get_sheet_by_name(name).end  # its last row and column, from 0
        height, width = (0, 0) if end is None else (end[0] + 1, end[1] + 1)
        shapes[name] = (height, width)
        if height * width > MOST_CELLS:
            message = (
                f"a sheet is too large: {grouped(height)} rows and {grouped(width)} columns, "
                "mostly empty cells or more than can be read"
            )
            raise Refusal(message, "Save the data as CSV or Parquet")
    if not shapes:
        raise Refusal("the workbook has no sheet with data", "Choose a file with data in it")
    return shapes


# -------------------------------------------------------------------------------- readers

READERS: dict[str, Callable[..., tuple[dict[str, Any], dict[str, bytes]]]] = {
    "archive": archive,
    "hdf5": hdf5,
    "markup": markup,
    "statistics": statistics,
    "workbook": workbook,
    "zip": one_file,
}
"""What each reader makes of bytes: facts, and parts by their names. `parent.LIMITS` names them."""
