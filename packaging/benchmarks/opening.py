"""From a file to the first curve, beside the plain libraries reading the same columns."""

from __future__ import annotations

import importlib
import importlib.util
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from timing import interleaved, say

from evalgui.core.curves import ROC, Vertices, vertices
from evalgui.core.curves.thinning import rows_to_draw
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.io.bytes.source import read_source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load
from evalgui.io.proposing.propose import build, propose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROUNDS = 7
_WIDTH = 800  # pixels of a plot
_COLUMNS = ["truth", "score"]
NUMBERS, WORDS = (0, 1), ("impostor", "genuine")


def main() -> None:
    """Print the shortest times, their ratios to the fastest peer, and where ours goes."""
    with tempfile.TemporaryDirectory() as folder:
        for name, n, labels, n_others in (
            ("million.csv", 1_000_000, NUMBERS, 0),
            ("million_words.csv", 1_000_000, WORDS, 0),
            ("million.parquet", 1_000_000, NUMBERS, 0),
            ("ten_million.parquet", 10_000_000, NUMBERS, 0),
            ("ten_million_words.parquet", 10_000_000, WORDS, 0),
            ("wide.parquet", 2_000_000, NUMBERS, 20),
        ):
            path = Path(folder) / name
            write(path, n, labels, n_others)
            shape = f"{n:,} rows, {2 + n_others} columns, labels such as {labels[1]!r}"
            say(f"{path.suffix[1:]}, {shape}, {path.stat().st_size >> 20:,} MiB")
            _compare(path)
            _break_down(path)
        path = Path(folder) / "million.jsonl"
        write(path, 1_000_000, NUMBERS, 0)
        say(f"jsonl, 1,000,000 rows, 2 columns, {path.stat().st_size >> 20:,} MiB")
        _break_down(path)
    say("goals: to the first curve below 2 s (CSV) and 3 s (Parquet), at most 1.5 x the fastest")


def write(path: Path, n: int, labels: Sequence[int | str], n_others: int) -> None:
    """Write a truth, a score and columns that nobody asks for, in the format of the name."""
    rng = np.random.default_rng(2)
    truth = (rng.random(n) < 0.5).astype(np.int8)
    scores = np.round(rng.normal(truth * 1.5, 1.0), 6)
    table = pa.table({"truth": pa.array(np.array(labels)[truth]), "score": scores})
    for number in range(n_others):
        table = table.append_column(f"feature {number}", pa.array(rng.normal(size=n)))
    if path.suffix == ".csv":
        pyarrow.csv.write_csv(table, path)
    elif path.suffix == ".jsonl":
        rows = zip(*(table.column(name).to_pylist() for name in _COLUMNS), strict=True)
        path.write_text("".join(f'{{"truth": {a}, "score": {b!r}}}\n' for a, b in rows))
    else:
        pyarrow.parquet.write_table(table, path)


# --------------------------------------------------------------------------------- beside


def _compare(path: Path) -> None:
    """Print our times and those of the peers, run in turn."""
    peers = _peers(path)
    jobs = {
        "evalgui, to arrays": lambda: _arrays(path),
        "evalgui, to the first curve": lambda: first_curve(path),
        **{f"{name}, to arrays": job for name, job in peers.items()},
    }
    taken = {name: min(seconds) for name, seconds in interleaved(jobs, _ROUNDS).items()}
    fastest = min(taken[f"{name}, to arrays"] for name in peers)
    for name, seconds in taken.items():
        say(f"  {name:28} {seconds * 1e3:8.0f} ms  {seconds / fastest:5.2f} x the fastest peer")


def _arrays(path: Path) -> list[Any]:
    """Read a file as the program does: the truth and the score in arrays, checked."""
    dataset = load(path).dataset
    if dataset is None:
        message = "the benchmark file should open without a question"
        raise RuntimeError(message)
    return [dataset.truth, dataset.scores[0].values]


def first_curve(path: Path) -> Vertices:
    """Do all that the program does before the first curve is there, and its points."""
    snapshot = resolve(Inputs(load(path).dataset))
    return _points(snapshot.ranking.table)


def _points(table: ScoreTable) -> Vertices:
    return vertices(ROC, table, rows_to_draw(ROC, table, np.nan, np.nan, _WIDTH))


def _peers(path: Path) -> dict[str, Callable[[], list[Any]]]:
    """Return what reads the same two columns into arrays, by the names of the libraries."""
    is_csv = path.suffix == ".csv"

    def with_pandas() -> list[Any]:
        if is_csv:
            frame = pd.read_csv(path, usecols=_COLUMNS)
        else:
            frame = pd.read_parquet(path, columns=_COLUMNS)
        return [frame[name].to_numpy() for name in _COLUMNS]

    def with_pyarrow() -> list[Any]:
        if is_csv:
            wanted = pyarrow.csv.ConvertOptions(include_columns=_COLUMNS)
            table = pyarrow.csv.read_csv(path, convert_options=wanted)
        else:
            table = pyarrow.parquet.read_table(path, columns=_COLUMNS)
        return [table.column(name).to_numpy() for name in _COLUMNS]

    peers = {"pandas": with_pandas, "pyarrow": with_pyarrow}
    if importlib.util.find_spec("polars") is not None:
        polars: Any = importlib.import_module("polars")
        reader = polars.read_csv if is_csv else polars.read_parquet

        def with_polars() -> list[Any]:
            frame = reader(path, columns=_COLUMNS)
            return [frame[name].to_numpy() for name in _COLUMNS]

        peers["polars"] = with_polars
    if importlib.util.find_spec("duckdb") is not None:
        duckdb: Any = importlib.import_module("duckdb")

        def with_duckdb() -> list[Any]:
            found = duckdb.sql(f"select truth, score from '{path}'").fetchnumpy()  # noqa: S608
            return [found[name] for name in _COLUMNS]

        peers["duckdb"] = with_duckdb
    return peers


# ------------------------------------------------------------------------------ our steps


def _break_down(path: Path) -> None:
    """Print the shortest time of each step."""
    rounds = [_steps(path) for _ in range(_ROUNDS)]
    for name in rounds[0]:
        say(f"    {name:26} {min(steps[name] for steps in rounds) * 1e3:8.1f} ms")


def _steps(path: Path) -> dict[str, float]:
    clock = _Clock()
    source = read_source(path)
    clock.stop("reading the bytes")
    table = read(source)
    clock.stop("reading the table")
    proposal = propose(table)
    clock.stop("what the columns mean")
    dataset = build(table, proposal.roles)
    clock.stop("making the data set")
    scores = ScoreTable(dataset.scores[0].values, dataset.is_positive())
    clock.stop("sorting the classes")
    clock.stop(f"merging {len(scores.steps):,} steps")
    _points(scores)
    clock.stop("points of the ROC curve")
    rank(dataset, 0)
    clock.stop("sorting to summaries")
    source.digest.value()
    clock.stop("hash (afterwards)")
    return clock.taken


class _Clock:
    """Gives each step the time since the last one."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = {}
        self._since = time.perf_counter()

    def stop(self, name: str) -> None:
        """Say which step has ended now."""
        now = time.perf_counter()
        self.taken[name] = now - self._since
        self._since = time.perf_counter()
