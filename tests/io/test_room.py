"""Files that would not fit into the memory are told apart before they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from evalgui.__main__ import main
from evalgui.io.bytes.source import SIZE_LIMIT
from evalgui.io.room import PER_ROW, TooLargeError, free_memory, require_room, room_for

if TYPE_CHECKING:
    from pathlib import Path

N_ROWS = 1_000


def _file(folder: Path, name: str = "scores.parquet") -> Path:
    truth, scores = np.arange(N_ROWS) % 2, np.arange(N_ROWS) / 7
    parquet.write_table(
        pa.table({"truth": pa.array(truth), "score": pa.array(scores)}), folder / name
    )
    return folder / name


def _huge(folder: Path) -> Path:
    """Return a Parquet file beyond the largest that is opened, of which most is a hole."""
    content = _file(folder, "small.parquet").read_bytes()
    path = folder / "huge.parquet"
    with path.open("wb") as file:
        file.write(content[:4])
        file.seek(SIZE_LIMIT)
        file.write(content)
    return path


def test_that_files_take_their_size_and_a_share_a_row(tmp_path: Path) -> None:
    one, two = _file(tmp_path), _file(tmp_path, "b.parquet")
    needed = one.stat().st_size + two.stat().st_size + PER_ROW * 2 * N_ROWS
    room = room_for([one, two], needed)
    assert (room.n_rows, room.needed, room.is_enough) == (2 * N_ROWS, needed, True)
    assert not room_for([one, two], needed - 1).is_enough
    assert room_for([one, two], None).is_enough  # not known


def test_that_the_refusal_says_how_to_count(tmp_path: Path) -> None:
    path = _file(tmp_path, "two words.parquet")
    with pytest.raises(TooLargeError) as refused:
        require_room([path, object()], PER_ROW)
    told = str(refused.value)
    assert told.startswith("two words.parquet: it has ")
    assert f"evalgui count '{path}' --out counts.parquet" in told
    assert "1\N{NARROW NO-BREAK SPACE}000 rows" in told
    assert "48 bytes are free" in told


@pytest.mark.parametrize("content", [b"truth,score\n1,0.5\n", b"PAR1", b"PAR1 and no end", b""])
def test_that_what_cannot_be_counted_is_left_to_opening(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(content)
    require_room([path, tmp_path / "gone", tmp_path, "-"], 0)
    assert room_for([path], 0).n_rows is None


def test_that_evaluate_refuses_in_one_line(tmp_path: Path, capsys) -> None:
    path = _huge(tmp_path)
    assert main(["evaluate", str(path)]) == 2
    out, told = capsys.readouterr()
    assert (out, told.count("\n")) == ("", 1)
    assert f"evalgui count {path} --out counts.parquet" in told


def test_that_the_system_says_how_much_is_free() -> None:
    free = free_memory()
    assert free is not None
    assert (free_memory(swap=True) or 0) >= free // 2 > 0


def test_that_the_files_of_a_folder_are_taken_together(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for place in range(3):
        _file(folder, f"{place}.parquet")
    with pytest.raises(TooLargeError, match=r"run: it has 3 files of .* 3.000 rows") as refused:
        require_room([folder], PER_ROW)
    assert f"evalgui count {folder} --out" in str(refused.value)
