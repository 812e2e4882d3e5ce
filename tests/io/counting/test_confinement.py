"""The process in which DuckDB counts reaches its files, and can be given no more."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from evalgui.core.errors import EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.counting import engine as of_engine
from evalgui.io.counting.engine import Engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CODE = """
from evalgui.io.counting import child
child._Engine.run = lambda self, sql: self.database.execute(sql).fetchall()
child._KNOWN["run"] = "run"
child.main()
"""
"""The child itself, which also runs a statement of the test in the connection that counts."""

_TEXT = "a secret in another file"


@pytest.fixture
def run(monkeypatch, tmp_path) -> Iterator[Callable[[str], Any]]:
    monkeypatch.setattr(of_engine, "command", lambda _: [sys.executable, "-P", "-c", _CODE])
    monkeypatch.setenv("PYTHONPATH", str(Path(of_engine.__file__).parents[3]))
    rows = pa.table({"truth": ["a", "b"], "score": [0.5, 1.5]})
    for name in ("rows.parquet", "other.parquet"):
        parquet.write_table(rows, tmp_path / name)
    (tmp_path / "other.csv").write_text(f"text\n{_TEXT}\n")
    spill = tmp_path / "spill"
    spill.mkdir()
    if sys.platform != "win32":
        (spill / "link.csv").symlink_to(tmp_path / "other.csv")
        (spill / "up").symlink_to(tmp_path)
    paths = [tmp_path / "rows.parquet"]
    with Engine(paths, "parquet", spill, memory=1 << 28, threads=1) as engine:
        engine.start(Watch())

        def ask(sql: str) -> Any:
            return engine.ask("run", Watch(), "", sql=sql.replace("HERE", str(tmp_path)))

        yield ask


def test_that_its_own_files_are_in_reach(run) -> None:
    assert run("SELECT count(*) FROM read_parquet('HERE/rows.parquet')") == [[2]]
    run("COPY (SELECT 7) TO 'HERE/spill/own.parquet'")
    assert run("FROM read_parquet('HERE/spill/own.parquet')") == [[7]]


_OTHERS = (
    "FROM read_csv('HERE/other.csv')",
    "FROM read_text('HERE/other.csv')",
    "FROM read_blob('HERE/other.csv')",
    "FROM 'HERE/other.csv'",
    "FROM 'HERE/other.parquet'",
    "FROM read_parquet('HERE/*.parquet')",
    "FROM parquet_metadata('HERE/other.parquet')",
    "FROM sniff_csv('HERE/other.csv')",
    "FROM glob('HERE/*')",
    "FROM glob('/etc/*')",
    "FROM read_text('HERE/spill/../other.csv')",
    "FROM read_text('HERE/spill/link.csv')",
    "FROM read_text('HERE/spill/up/other.csv')",
    "FROM read_text('file://HERE/other.csv')",
    "FROM read_text('/proc/self/environ')",
    "ATTACH 'HERE/other.db' AS other",
    "COPY (SELECT 1) TO 'HERE/made.csv'",
    "COPY (SELECT 1) TO 'HERE/spill/../made.csv'",
    "COPY (SELECT 1) TO 'HERE/spill/up/made.csv'",
    "EXPORT DATABASE 'HERE/made'",
    "FROM read_csv('http://127.0.0.1:9/x.csv')",
    "FROM read_parquet('https://127.0.0.1:9/x.parquet')",
    "FROM read_csv('s3://bucket/x.csv')",
)


@pytest.mark.parametrize("sql", _OTHERS)
def test_that_no_other_file_is_read_or_written(sql, run, tmp_path) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(EvalguiError, match="the file may not be read") as refused:
        run(sql)
    assert _TEXT not in str(refused.value)
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert after == before


@pytest.mark.parametrize(
    "sql",
    [
        "INSTALL httpfs",
        "FORCE INSTALL json",
        "INSTALL spatial FROM community",
        "LOAD httpfs",
        "LOAD 'HERE/spill/own.duckdb_extension'",
        "CREATE SECRET s (TYPE s3)",
    ],
)
def test_that_no_extension_is_installed_or_loaded(sql, run) -> None:
    with pytest.raises(EvalguiError):
        run(sql)


def test_that_nothing_set_can_be_set_back(run) -> None:
    names = [
        *("enable_external_access", "lock_configuration", "allowed_paths", "allowed_directories"),
        *("temp_directory", "memory_limit", "threads", "autoload_known_extensions"),
        *("autoinstall_known_extensions", "extension_directory", "custom_extension_repository"),
        *("home_directory", "log_query_path", "profiling_output", "disabled_optimizers"),
    ]
    settings = "SELECT name, value FROM duckdb_settings() ORDER BY name"
    before = run(settings)
    for name in names:
        for sql in (f"SET {name} = '1'", f"SET GLOBAL {name} = true", f"RESET {name}"):
            with pytest.raises(EvalguiError):
                run(sql)
    assert run(settings) == before
    set_to = dict(before)
    assert set_to["enable_external_access"] == "false"
    assert set_to["autoload_known_extensions"] == "false"
    assert set_to["autoinstall_known_extensions"] == "false"


@pytest.mark.skipif(sys.platform != "linux", reason="it shows its processes as files")
def test_that_nothing_of_the_data_stands_in_the_command_or_the_surroundings(
    monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("A_SECRET", _TEXT)
    parquet.write_table(pa.table({"secret": ["a"], "score": [0.5]}), tmp_path / "secret.parquet")
    (tmp_path / "spill").mkdir(0o700)
    paths = [tmp_path / "secret.parquet"]
    with Engine(paths, "parquet", tmp_path / "spill", memory=1 << 28, threads=1) as engine:
        engine.start(Watch())
        process = Path("/proc") / str(engine._child.pid)
        for name in ("cmdline", "environ"):
            assert "secret" not in (process / name).read_text("utf-8", "replace")
        assert (process / "fd" / "2").readlink() == Path(os.devnull)
