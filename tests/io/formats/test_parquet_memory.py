"""Small files that unpack to gigabytes open, or are refused, within little memory."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")

MEGABYTE = 1_000_000
MOST = 600_000  # kB
ZSTD = {"compression": "zstd", "store_schema": False}
PLAIN = {**ZSTD, "use_dictionary": False}
# What a child of a large process says of itself otherwise counts its parent.
INSPECT = """
import sys
from pathlib import Path
from evalgui.__main__ import main
try:
    main()
finally:
    print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""


def different(n: int, length: int = MEGABYTE, kind: Any = None) -> Any:
    """Return texts of one length that begin with their numbers, without a copy of each."""
    letters: Any = np.full((n, length), ord("x"), np.uint8)
    for place, digit in enumerate("1234567"):
        letters[:, place] = ord("0") + np.arange(n) // 10 ** int(digit) % 10
    places: Any = np.arange(0, n * length + 1, length, dtype=np.int32)
    buffers = [None, pa.py_buffer(places), pa.py_buffer(letters)]
    return pa.Array.from_buffers(kind or pa.string(), n, buffers)


def equal(n: int) -> Any:
    places: Any = np.zeros(n, np.int32)
    return pa.DictionaryArray.from_arrays(places, pa.array(["x" * MEGABYTE]))


def continued(n: int, n_short: int = 0) -> Any:
    """Return texts that have all but their ends in common, behind some short ones."""
    short = [f"site {number}" for number in range(n_short)]
    return pa.array([*short, *("x" * MEGABYTE + str(number) for number in range(n))])


def peak(path: Path, texts: Any, **options: Any) -> tuple[int, str]:
    """Return how many kB the program takes at most to inspect a file, and what it prints."""
    n = len(texts)
    numbers = np.arange(n)
    columns: dict[str, Any] = {"truth": numbers % 2, "score": numbers / n, "text": texts}
    table = pa.table(columns)
    pq.write_table(table, path, **options)
    assert path.stat().st_size < MEGABYTE
    finished = subprocess.run(
        [sys.executable, "-c", INSPECT, "inspect", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    *lines, kilobytes = finished.stdout.splitlines()
    return int(kilobytes), "\n".join([*lines, finished.stderr])


@pytest.mark.parametrize(
    ("texts", "options"),
    [
        pytest.param(lambda: equal(5_000), ZSTD, id="one-text"),
        pytest.param(lambda: different(400), PLAIN, id="page"),
        pytest.param(
            lambda: different(400), ZSTD | {"dictionary_pagesize_limit": 1 << 30}, id="dictionary"
        ),
        pytest.param(
            lambda: different(400).dictionary_encode(),
            {"compression": "zstd", "dictionary_pagesize_limit": 1 << 30},
            id="categories",
        ),
        pytest.param(lambda: different(400, kind=pa.binary()), PLAIN, id="binary"),
        pytest.param(lambda: different(400), PLAIN | {"row_group_size": 200}, id="groups"),
        pytest.param(
            lambda: different(9_000, 60_000), PLAIN | {"write_batch_size": 16}, id="small-pages"
        ),
        pytest.param(
            lambda: continued(400),
            PLAIN | {"column_encoding": {"text": "DELTA_BYTE_ARRAY"}},
            id="prefixes",
        ),
    ],
)
def test_that_a_column_that_becomes_too_large_is_left_out(
    tmp_path: Path, texts: Any, options: dict[str, Any]
) -> None:
    kilobytes, printed = peak(tmp_path / "a.parquet", texts(), **options)
    assert "the column 'text' is left out" in printed
    assert "columns: truth, score" in printed
    assert kilobytes < MOST


def test_that_records_of_texts_that_continue_others_take_no_more(tmp_path: Path) -> None:
    records: Any = pa.StructArray.from_arrays([continued(400)], ["a"])
    options = PLAIN | {"column_encoding": {"text.a": "DELTA_BYTE_ARRAY"}}
    kilobytes, printed = peak(tmp_path / "a.parquet", records, **options)
    assert "column 'text'" in printed
    assert kilobytes < MOST


@pytest.mark.parametrize("encoding", ["PLAIN", "DELTA_BYTE_ARRAY"])
def test_that_texts_that_grow_late_take_no_more(tmp_path: Path, encoding: str) -> None:
    options = PLAIN | {"column_encoding": {"text": encoding}}
    kilobytes, printed = peak(tmp_path / "a.parquet", continued(400, 20_000), **options)
    assert "column 'text'" in printed
    assert kilobytes < MOST
