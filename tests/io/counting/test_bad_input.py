"""What cannot be counted is said in words, and neither files nor what was there before is lost."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from evalgui.__main__ import main
from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.counting import child
from evalgui.io.counting import engine as of_engine
from evalgui.io.counting.count import Counting, count
from evalgui.io.counting.inputs import input_at
from evalgui.io.counting.spill import spilling
from evalgui.io.meaning import Roles

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROLES = Roles(truth="truth", scores=("score",), positive="b", higher_is_positive=True)
_ROOT = Path(of_engine.__file__).parents[3]


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    rng = np.random.default_rng(4)
    truth, scores = rng.choice(["a", "b"], 40_000), rng.normal(size=40_000)
    path = tmp_path / "rows.parquet"
    table = pa.table({"truth": pa.array(truth), "score": pa.array(scores)})
    parquet.write_table(table, path, row_group_size=4_000, compression="gzip")
    return path


def _refused(capsys: pytest.CaptureFixture[str], *given: object) -> str:
    assert main(["count", *map(str, given), "--positive", "b"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("evalgui: ")
    return err


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def _damaged(path: Path, at: float, n: int) -> Path:
    content = bytearray(path.read_bytes())
    start = int(at * len(content))
    content[start : start + n] = bytes(255 - byte for byte in content[start : start + n])
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("at", [0.0, 0.5, 0.999])
def test_that_a_damaged_file_is_not_counted(at, rows, tmp_path, capsys) -> None:
    words = _refused(capsys, _damaged(rows, at, 3000), "--out", tmp_path / "out", "--exact")
    assert "rows.parquet" in words
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.parquet"]


def test_that_a_file_cut_off_is_not_counted(rows, tmp_path, capsys) -> None:
    for n in (0, 3, 1000, rows.stat().st_size - 1):
        rows.write_bytes(rows.read_bytes()[:n])
        assert "rows.parquet: " in _refused(capsys, rows, "--out", tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.parquet"]


def test_that_the_result_takes_the_place_of_no_input(rows, tmp_path, capsys) -> None:
    before = rows.read_bytes()
    assert "take the place" in _refused(capsys, rows, "--out", rows)
    (tmp_path / "link").symlink_to(rows)
    assert "take the place" in _refused(capsys, rows, "--out", tmp_path / "link")
    assert rows.read_bytes() == before
    out = tmp_path / "out.parquet"
    assert main(["count", str(tmp_path), "--positive", "b", "--out", str(out)]) == 0
    counted = out.read_bytes()
    capsys.readouterr()
    assert "take the place" in _refused(capsys, tmp_path, "--out", out)
    assert out.read_bytes() == counted


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--spill", "nowhere"], "nowhere: there is no such folder"),
        (["--out", "nowhere/out"], "there is no such folder"),
        (["--out", "."], "this is a folder"),
        (["--memory", "1MB"], "the memory that counting may use is not enough"),
        (["--score", "nothing"], "there is no column 'nothing'"),
        (["--by", "nothing"], "there is no column 'nothing'"),
    ],
)
def test_that_what_cannot_be_is_refused_in_words(more, words, rows, capsys, monkeypatch) -> None:
    monkeypatch.chdir(rows.parent)
    assert words in _refused(capsys, rows, "--out", "out", "--exact", *more)
    assert [path.name for path in rows.parent.iterdir()] == ["rows.parquet"]


def test_that_a_result_takes_the_place_of_an_old_one(rows, tmp_path) -> None:
    (tmp_path / "out").write_text("an old one")
    count([rows], tmp_path / "out", Counting(_ROLES))
    assert parquet.read_metadata(tmp_path / "out").num_rows


def test_that_a_file_that_changes_while_it_is_counted_is_refused(rows, tmp_path) -> None:
    (tmp_path / "out").write_text("an old one")

    def change(_share: float, text: str) -> None:
        if text == "counting labels":
            os.utime(rows, ns=(1, 1))

    with pytest.raises(EvalguiError, match="changed"):
        count([rows], tmp_path / "out", Counting(_ROLES), Watch(change))
    assert (tmp_path / "out").read_text() == "an old one"
    assert not _left(tmp_path)


def test_that_a_file_that_vanishes_is_refused(rows, tmp_path) -> None:
    def remove(_share: float, text: str) -> None:
        if text == "counting labels":
            rows.unlink(missing_ok=True)

    with pytest.raises(EvalguiError) as refused:
        count([rows], tmp_path / "out", Counting(_ROLES), Watch(remove))
    assert "rows.parquet" in str(refused.value)
    assert not [*tmp_path.iterdir()]


def test_that_a_file_that_changes_at_the_end_is_refused(rows) -> None:
    before = input_at(rows)
    os.utime(rows, ns=(1, 1))
    with pytest.raises(EvalguiError, match="changed"):
        before.facts(Watch())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_that_a_count_whose_process_is_killed_says_so(rows, tmp_path, monkeypatch) -> None:
    engines: list[of_engine.Engine] = []
    start = of_engine.Engine.start

    def note(self: of_engine.Engine, watch: Watch) -> None:
        start(self, watch)
        engines.append(self)

    monkeypatch.setattr(of_engine.Engine, "start", note)

    def kill(_share: float, text: str) -> None:
        if text == "counting" and engines[0]._child.poll() is None:
            engines[0]._child.kill()
            engines[0]._child.wait()

    with pytest.raises(EvalguiError, match="has ended before it was done"):
        count([rows], tmp_path / "out", Counting(_ROLES), Watch(kill))
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]


def test_that_a_count_that_is_cancelled_leaves_nothing(rows, tmp_path) -> None:
    is_counting = []
    watch = Watch(lambda _, text: is_counting.append(text == "counting"), lambda: any(is_counting))
    with pytest.raises(CancelledError):
        count([rows], tmp_path / "out", Counting(_ROLES), watch)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]


_SLOW = """
import os, sys
from evalgui.__main__ import main
from evalgui.io.counting import count as of_count
def wait(path, content, mode):
    print(path.parent, [*path.parent.glob(".evalgui*")][0].name, flush=True)
    while True:
        content.look()
        sys.stdin.read(1)
of_count.write_content = wait
sys.exit(main())
"""
"""The program, which says that it has counted, and never writes what it has."""


@contextlib.contextmanager
def _waiting(rows: Path) -> Iterator[subprocess.Popen[str]]:
    given = ["count", str(rows), "--positive", "b", "--out", str(rows.parent / "out")]
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _SLOW, *given],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
    ) as process:
        assert process.stdout is not None
        assert ".evalgui-counting-" in process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (signal.SIGINT, 130, "evalgui: interrupted\n"),
        (signal.SIGTERM, 143, "evalgui: ended by SIGTERM\n"),
    ],
)
def test_that_a_count_that_is_ended_puts_all_in_order(number, code, words, rows) -> None:
    with _waiting(rows) as process:
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, words)
    assert [path.name for path in rows.parent.iterdir()] == ["rows.parquet"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_that_the_next_count_removes_what_a_killed_one_has_left(rows) -> None:
    folder = rows.parent
    with _waiting(rows) as process:
        process.kill()
        process.wait()
        (left,) = _left(folder)
    assert (folder / left).stat().st_mode & 0o777 == 0o700
    others = (".evalgui-counting-00000000-1-x", f".evalgui-counting-{left[18:26]}-{os.getpid()}-x")
    for name in others:
        (folder / name).mkdir()
    with spilling(folder) as own:
        assert own.stat().st_mode & 0o777 == 0o700
        assert _left(folder) == sorted([own.name, *others])
    assert _left(folder) == sorted(others)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_that_the_process_that_counts_ends_with_its_parent(rows, tmp_path) -> None:
    (tmp_path / "spill").mkdir()
    with of_engine.Engine([rows], "parquet", tmp_path / "spill", memory=1 << 28, threads=1) as one:
        one.start(Watch())
        assert one._child.stdin is not None
        one._child.stdin.close()
        assert one._child.wait(60) == 0
        one._child.stdin = None


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_that_a_full_disk_is_told_from_a_file_that_cannot_be_read(number) -> None:
    for error in (OSError(number, "x"), RuntimeError(f"IO Error: {os.strerror(number)}")):
        facts = {"refused": "IOException", "errno": child._errno(error), "file": ""}
        words = str(of_engine._refusal(facts))
        assert "disk" in words
        assert "--spill" in words
    assert child._errno(OSError(errno.ENOENT, os.strerror(errno.ENOENT))) == 0
    assert "cannot be read" in str(of_engine._refusal({"refused": "IOException", "errno": 0}))


def test_that_a_folder_that_cannot_be_spilled_into_is_refused(tmp_path, monkeypatch) -> None:
    def refuse(**_: object) -> str:
        raise OSError(errno.EACCES, "")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(EvalguiError, match="may not write"), spilling(tmp_path):
        pass
