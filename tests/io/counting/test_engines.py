"""One expression counts the same on every engine: DuckDB, PostgreSQL and Spark, and as numpy does.

PostgreSQL takes part where it is installed, Spark in `packaging/dev.py test --spark`.
"""

from __future__ import annotations

import csv
import decimal
import io
import math
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import ibis
import numpy as np
import pyarrow as pa
import pytest
import sqlglot
from pyarrow import parquet

from evalgui.io.counting.bins import MOST_EDGES, Bins
from evalgui.io.counting.expression import DIALECTS, WITH_LISTS, counts_of, statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Row = tuple[Any, ...]
    Run = Callable[[pa.Table, str], list[Row]]

WORKERS = "local-cluster[2,1,1024]"  # two processes of their own
HOSTILE = [
    *(math.nan, math.inf, -math.inf, -0.0, 0.0, 5e-324, -5e-324, 2.2e-308, 1e-300),
    *(1.7e308, -1.7e308, 2.0**53, 2.0**53 + 2, 0.1, 0.3, 0.1 + 0.2),
]
LABELS = ["genuine", "impostor", 'it\'s \\ "x" -- \n\u00fc;']


# ------------------------------------------------------------------------------------ engines


def in_duckdb(rows: pa.Table, text: str) -> list[Row]:
    database = duckdb.connect()
    database.register("scores", rows)
    return database.sql(text).fetchall()


def programs() -> Path | None:
    """Return where the programs of PostgreSQL are."""
    found = shutil.which("initdb")
    places = [Path(found)] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].resolve().parent if places else None


@pytest.fixture(scope="module")
def postgres() -> Iterator[Run]:
    own = programs()
    if own is None or shutil.which("psql") is None:
        pytest.skip("PostgreSQL is not installed")
    import pwd

    # It does not run as root.
    names = {one.pw_name for one in pwd.getpwall()}
    who: dict[str, Any] = {} if os.geteuid() else {"user": "postgres", "group": "postgres"}
    if who and who["user"] not in names:
        pytest.skip("PostgreSQL does not run as root")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if who:
            shutil.chown(folder, **who)
        data = str(Path(folder) / "data")
        control = [str(own / "pg_ctl"), "-D", data]
        initdb = [str(own / "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8"]
        subprocess.run([*initdb, "--locale=C"], check=True, capture_output=True, cwd=folder, **who)
        options = f"-k {folder} -c listen_addresses=''"
        start = [*control, "-w", "-l", str(Path(folder) / "log"), "-o", options, "start"]
        subprocess.run(start, check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)
        try:
            yield lambda rows, text: in_postgres(folder, rows, text)
        finally:
            stop = [*control, "-m", "immediate", "stop"]
            subprocess.run(stop, check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)


def in_postgres(folder: str, rows: pa.Table, text: str) -> list[Row]:
    kinds = {"double": "double precision", "float": "real", "bool": "boolean", "string": "text"}
    columns = ", ".join(
        f"{field.name} {kinds.get(str(field.type), 'bigint')}"
        if not pa.types.is_decimal(field.type)
        else f"{field.name} numeric({field.type.precision}, {field.type.scale})"
        for field in rows.schema
    )
    made = io.StringIO()
    cells = [["\\N" if cell is None else cell for cell in row] for row in listed(rows)]
    csv.writer(made, lineterminator="\n").writerows(cells)
    script = "\n".join(
        [
            "drop table if exists scores;",
            f"create table scores ({columns});",
            "copy scores from stdin with (format csv, null '\\N');",
            f"{made.getvalue()}\\.",
            "\\pset null '\\\\N'",
            f"{text};",
        ]
    )
    command = ["psql", "-h", folder, "-U", "postgres", "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1"]
    done = subprocess.run(command, input=script.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[:2000]
    head, *found = csv.reader(io.StringIO(done.stdout.decode()))
    read: dict[str, Callable[[str], Any]] = {"site": str, "dose": float}
    score = rows.schema.field("score").type
    ends: Callable[[str], Any] = int if pa.types.is_integer(score) else float
    if pa.types.is_decimal(score):
        ends = decimal.Decimal
    elif score == pa.float32():
        ends = lambda text: float(np.float32(text))  # noqa: E731
    read |= dict.fromkeys(("score", "bin_low", "bin_high"), ends)
    return [
        tuple(
            None if cell == "\\N" else read.get(name, int)(cell)
            for name, cell in zip(head, row, strict=True)
        )
        for row in found
    ]


@pytest.fixture(scope="module")
def session(tmp_path_factory) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    made = sql.SparkSession.builder.master(WORKERS)
    made = made.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
    made = made.config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
    found = made.getOrCreate()
    found.sparkContext.setLogLevel("ERROR")
    yield found
    found.stop()


@pytest.fixture
def spark(session, tmp_path) -> Run:
    def run(rows: pa.Table, text: str) -> list[Row]:
        parquet.write_table(rows, tmp_path / "rows.parquet")
        found = session.read.parquet(str(tmp_path / "rows.parquet"))
        found.createOrReplaceTempView("scores")
        return [tuple(row) for row in session.sql(text).collect()]

    return run


SPARK = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestWarning")


@pytest.fixture(params=["duckdb", "postgres", pytest.param("spark", marks=SPARK)])
def engine(request) -> tuple[str, Run]:
    name = request.param
    return name, in_duckdb if name == "duckdb" else request.getfixturevalue(name)


# ---------------------------------------------------------------------------------- reference


def plain(cell: Any) -> Any:
    """Return a value with one zero, and a text for what is no number."""
    if isinstance(cell, float):
        return "NaN" if math.isnan(cell) else cell + 0.0
    return cell


def listed(rows: pa.Table) -> list[Row]:
    return list(zip(*(rows.column(name).to_pylist() for name in rows.column_names), strict=True))


def in_order(rows: list[Row]) -> list[Row]:
    found = [tuple(map(plain, row)) for row in rows]
    return sorted(found, key=lambda row: [(cell is None, str(type(cell)), cell) for cell in row])


def reference(rows: pa.Table, positive: Any, negative: Any, bins: Bins | None, by=()) -> list[Row]:
    """Return the counts, row by row."""
    found: dict[Row, list[Any]] = {}
    for row in rows.to_pylist():
        truth, score = row["truth"], plain(row["score"])
        is_positive = truth == positive
        if truth is None or not (is_positive or negative is None or truth == negative):
            continue
        score = None if score == "NaN" else score
        group = tuple(plain(row[name]) for name in by)
        where = score
        if bins is not None:
            where = None if score is None else int(bins.of([float(score)])[0])
        own = found.setdefault((*group, where), [[], 0, 0])
        own[0] += [] if score is None else [score]
        own[1 if is_positive else 2] += row.get("weight", 1)
    if bins is None:
        return in_order([(*key, n, m) for key, (_, n, m) in found.items()])
    return in_order(
        [
            (*key, min(scores, default=None), max(scores, default=None), n, m)
            for key, (scores, n, m) in found.items()
        ]
    )


def counted(engine: tuple[str, Run], rows: pa.Table, positive: Any, negative: Any, bins, **more):
    name, run = engine
    table = ibis.table(ibis.Schema.from_pyarrow(rows.schema), name="scores")
    asked = counts_of(
        table,
        truth="truth",
        score="score",
        positive=[positive],
        negative=None if negative is None else [negative],
        bins=bins,
        in_lists=DIALECTS[name] in WITH_LISTS,
        **more,
    )
    text = statement(asked, name)
    sqlglot.parse_one(text, dialect=DIALECTS[name])
    return in_order(run(rows, text))


def rows_of(scores: Any, seed: int = 3) -> pa.Table:
    truth = np.random.default_rng(seed).integers(0, 3, len(scores))
    return pa.table({"truth": pa.array(truth), "score": scores})


BINS = {
    "exact": None,
    "equal": Bins.between(-3, 3, 1000),
    "far apart": Bins.between(-1.7e308, 1.7e308, 100),
    "one edge": Bins.at([0.0]),
    "edges": Bins.at([-1, 0, 1e-7, 2]),
    "lower": Bins.at([-1, 0, 0.3, 2], "right"),
    "pieces": Bins((-3, 0.1 + 0.2, 1.1 * 1.1), (10, 1000)),
    "lower pieces": Bins((-3, 0, 1, 2.5), (10, 1000, 7), "right"),
    "many edges": Bins.at(np.linspace(-2, 2, 200).tolist()),
}


@pytest.mark.parametrize("bins", BINS.values(), ids=[*BINS])
def test_that_hostile_scores_are_counted_as_by_numpy(engine, bins) -> None:
    edges = np.array([0.0, 1.0] if bins is None else bins.breaks)
    beside = [edges, np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf)]
    some = np.random.default_rng(1).normal(size=300)
    scores = np.concatenate([some, HOSTILE, HOSTILE, *beside]).tolist()
    rows = rows_of(pa.array([*scores, None, None], pa.float64()))
    assert counted(engine, rows, 1, 0, bins) == reference(rows, 1, 0, bins)


@pytest.mark.parametrize("bins", [None, BINS["equal"], Bins.between(0, 2**54, 9)])
@pytest.mark.parametrize(
    "scores",
    [
        pa.array([*np.random.default_rng(2).normal(size=50), *HOSTILE, None], pa.float32()),
        pa.array([2**53, 2**53 + 1, 2**53 + 2, -(2**63), 2**63 - 1, 0, 3, 3, None], pa.int64()),
        pa.array(
            [decimal.Decimal(n).scaleb(-4) for n in range(-9, 30_009, 2501)] * 2,
            pa.decimal128(18, 4),
        ),
        pa.array(
            [decimal.Decimal(n).scaleb(-20) for n in (10**20 + 1, 10**20, 10**20 - 1, 3 * 10**19)],
            pa.decimal128(38, 20),
        ),
    ],
    ids=["float32", "int64", "decimal", "long decimal"],
)
def test_that_numbers_of_other_types_are_counted_as_by_numpy(engine, scores, bins) -> None:
    rows = rows_of(scores)
    assert counted(engine, rows, 1, None, bins) == reference(rows, 1, None, bins)


@pytest.mark.parametrize("positive", [*LABELS, True])
def test_that_labels_groups_and_weights_are_quoted_and_kept(engine, positive) -> None:
    rng = np.random.default_rng(4)
    labels: list[Any] = [True, False, None] if positive is True else [*LABELS, None]
    n = 200
    texts = ["a", "B ", "", "\u00fc'\\", None]
    doses = [0.0, -0.0, math.nan, 0.5, None]
    rows = pa.table(
        {
            "truth": pa.array([labels[place] for place in rng.integers(0, len(labels), n)]),
            "score": pa.array(np.round(rng.normal(size=n), 1)),
            "site": pa.array([texts[place] for place in rng.integers(0, len(texts), n)]),
            "dose": pa.array([doses[place] for place in rng.integers(0, len(doses), n)]),
            "weight": pa.array(rng.integers(0, 5, n)),
        }
    )
    by = ["site", "dose"]
    found = counted(engine, rows, positive, None, BINS["edges"], by=by, weight="weight")
    assert found == reference(rows, positive, None, BINS["edges"], by)


def test_that_as_many_edges_as_there_may_be_are_counted(engine) -> None:
    edges = np.sort(np.random.default_rng(1).normal(size=MOST_EDGES))
    bins = Bins.at(edges.tolist())
    scores = np.concatenate([np.random.default_rng(6).normal(size=500), edges[::50], HOSTILE])
    rows = rows_of(pa.array(scores))
    assert counted(engine, rows, 1, 0, bins) == reference(rows, 1, 0, bins)
