"""Compressed files: the same table as the file inside, within limits, or a refusal."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tracemalloc
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.bytes.compression import unpacked
from evalgui.io.bytes.source import CHUNK_SIZE, FREE_SIZE, Source
from evalgui.io.formats.registry import read

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE = b"id,label,score\n" + b"".join(b"P%d,%d,0.%d\n" % (n, n % 2, n) for n in range(5_000))
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": lambda data: bytes(pa.Codec("zstd").compress(data)),
}
packers = pytest.mark.parametrize("name", PACKERS)


def unpack(data: bytes) -> bytes:
    return unpacked(Source.from_bytes("a.csv.gz", data), Watch()).data


@packers
def test_that_a_compressed_table_is_the_table(name: str) -> None:
    source = Source.from_bytes("a.csv", PACKERS[name](TABLE))
    found, plain = read(source), read(Source.from_bytes("a.csv", TABLE))
    assert found.names == plain.names
    assert [found.columns[2].text(row) for row in (0, 4_999)] == ["0.0", "0.4999"]
    assert found.how.format == f"delimited text in {name}"
    assert unpacked(source, Watch()).sha256 == source.sha256


@packers
def test_that_several_members_are_one_file(name: str) -> None:
    pack = PACKERS[name]
    assert unpack(pack(b"label,score\n") + pack(b"1,0.5\n") + pack(b"")) == b"label,score\n1,0.5\n"


@pytest.mark.parametrize("name", ["gzip", "bzip2", "xz"])
def test_that_zeros_may_fill_up_the_end(name: str) -> None:
    assert unpack(PACKERS[name](TABLE) + b"\0" * 512) == TABLE


@packers
@pytest.mark.parametrize("n_left", [7, 30, 500])
def test_that_a_file_that_was_cut_off_is_refused(name: str, n_left: int) -> None:
    packed = PACKERS[name](TABLE)
    for cut in (packed[:n_left], packed[:-1], packed[: len(packed) // 2]):
        with pytest.raises(ReadingError, match=r"incomplete|damaged"):
            unpack(cut)


@packers
def test_that_damage_is_refused(name: str) -> None:
    packed = bytearray(PACKERS[name](TABLE))
    packed[len(packed) // 2] ^= 255
    if name != "zstd":  # without a checksum in the file, zstd may not see it
        with pytest.raises(ReadingError, match="damaged"):
            unpack(bytes(packed))
    with pytest.raises(ReadingError, match="damaged"):
        unpack(PACKERS[name](TABLE) + b"rubbish behind the end")


@packers
def test_that_a_bomb_is_given_up_at_the_limit(name: str) -> None:
    bomb = PACKERS[name](b"\0" * (FREE_SIZE + CHUNK_SIZE + 1))
    assert len(bomb) < 200_000
    tracemalloc.start()
    try:
        with pytest.raises(ReadingError, match="too large when it is unpacked") as caught:
            unpack(bomb)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.hint
    assert peak < 2 * FREE_SIZE


def test_that_a_file_within_a_file_is_refused() -> None:
    with pytest.raises(ReadingError, match="gzip twice"):
        read(Source.from_bytes("a.csv.gz.gz", gzip.compress(gzip.compress(TABLE))))


def test_that_cancel_is_heard_between_pieces() -> None:
    packed = gzip.compress(b"\0" * (3 * CHUNK_SIZE))
    answers = iter([False, True])
    with pytest.raises(CancelledError):
        unpacked(Source.from_bytes("a", packed), Watch(None, lambda: next(answers)))


@given(st.sampled_from(sorted(PACKERS)), st.data())
def test_that_any_damage_ends_in_a_refusal_or_a_table(name: str, data: st.DataObject) -> None:
    packed = bytearray(PACKERS[name](TABLE[:2_000]))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(1, len(packed)))
    try:
        read(Source.from_bytes("a", bytes(packed[:cut])))
    except EvalguiError as error:
        assert error.hint  # noqa: PT017 - it may also be read
