"""Count tables of parts add up to the count table of the whole."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

import evalgui
from evalgui.__main__ import main
from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.counting import merge as merging
from evalgui.io.counting.bins import Bins
from evalgui.io.counting.count import Counting, count
from evalgui.io.counting.merge import merge
from evalgui.io.keeping.safe_writing import WritingError
from evalgui.io.layouts.counted import Counted
from evalgui.io.meaning import Roles

BINS = Bins.between(-1.0, 2.0, 4)
Row = tuple[float, bool, "str | None"]

SCORES = st.sampled_from(
    [0.0, -0.0, 0.3, 0.1 + 0.2, 5e-324, 1.0, -7.5, math.inf, -math.inf, math.nan, 2.0**53]
)
ROWS = st.lists(
    st.tuples(
        st.tuples(SCORES, st.booleans(), st.sampled_from([None, "a", "b", "\u00e4", ""])),
        st.integers(0, 2),
    ),
    min_size=1,
    max_size=40,
)


def reference(rows: list[Row], *, is_binned: bool) -> list[tuple[Any, ...]]:
    """Return the rows of a count table, counted one by one; what has no score comes last."""
    found: dict[Any, list[float]] = {}
    for value, is_positive, site in rows:
        score = None if math.isnan(value) else value + 0.0
        key: Any = score
        if is_binned and score is not None:
            key = int(BINS.of([score])[0])
        own = found.setdefault((site, key), [math.inf, -math.inf, 0, 0])
        if score is not None:
            own[0], own[1] = min(own[0], score), max(own[1], score)
        own[2 + (not is_positive)] += 1

    def place(key: Any) -> Any:
        return tuple((one is None, b"" if one is None else one) for one in key)

    order = sorted(
        found, key=lambda key: place((None if key[0] is None else key[0].encode(), key[1]))
    )
    return [
        (
            *key,
            *((found[key][:2] if key[1] is not None else [None, None]) if is_binned else ()),
            *found[key][2:],
        )
        for key in order
    ]


def said_of(rows: list[Row], name: str, *, is_binned: bool, **more: Any) -> Counted:
    facts: dict[str, Any] = {
        "n_rows": len(rows),
        "sources": ({"name": name, "size": len(rows), "sha256": name * 8},),
        "bins": BINS.as_json if is_binned else None,
        "by": ("site",),
        "set_aside": {f"why {name}": 1, "both": 2},
        "notes": (f"note {len(rows) % 2}",),
    }
    return Counted("ill", "well", "marker", **(facts | more))


def written(path: Path, rows: list[Row], *, is_binned: bool = True, **more: Any) -> Path:
    """Write the count table of some rows."""
    said = said_of(rows, path.stem, is_binned=is_binned, **more)
    names = ["site", *(["bin", "bin_low", "bin_high"] if is_binned else ["score"])]
    types = [pa.string(), *([pa.int64(), pa.float64(), pa.float64()] if is_binned else [])]
    types = types if is_binned else [pa.string(), pa.float64()]
    names, types = [*names, "n_positive", "n_negative"], [*types, pa.int64(), pa.int64()]
    columns = zip(*reference(rows, is_binned=is_binned), strict=True)
    made = pa.table(
        {
            name: pa.array(list(cells), kind)
            for name, kind, cells in zip(names, types, columns, strict=True)
        }
    )
    parquet.write_table(made.replace_schema_metadata({b"evalgui": said.as_text.encode()}), path)
    return path


def rows_in(path: Path) -> list[tuple[Any, ...]]:
    table = parquet.read_table(path)
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))


def said_in(path: Path) -> Counted:
    found = Counted.from_text(parquet.read_schema(path).metadata[b"evalgui"].decode())
    assert found is not None
    return found


@settings(max_examples=20, deadline=None)
@given(ROWS, st.booleans())
@example([((0.0, True, "a"), 0), ((-0.0, False, "a"), 1), ((math.nan, True, None), 2)], True)
def test_that_parts_add_up_to_the_whole_in_any_order(
    rows: list[tuple[Row, int]], is_binned: bool
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = [[row for row, part in rows if part == number] for number in range(3)]
        paths = [
            written(folder / f"p{number}.parquet", part, is_binned=is_binned)
            for number, part in enumerate(parts)
            if part
        ]
        whole = reference([row for row, _ in rows], is_binned=is_binned)
        out = folder / "out.parquet"
        contents = set()
        for order in itertools.permutations(paths):
            merge(order, out)
            assert rows_in(out) == whole
            contents.add(out.read_bytes())
        if len(paths) == 3:
            a, b, c = paths
            for one, two, other in ((a, b, c), (b, c, a)):
                merge([one, two], folder / "step.parquet")
                merge([folder / "step.parquet", other], out)
                assert rows_in(out) == whole
                contents.add(out.read_bytes())
        assert len(contents) == 1  # commutative and associative, to the byte
        said = said_in(out)
        assert said.n_rows == len(rows)
        assert said.set_aside["both"] == 2 * len(paths)
        assert [one["name"] for one in said.sources] == sorted(path.stem for path in paths)


@pytest.mark.parametrize("is_exact", [True, False])
def test_that_a_merge_is_the_count_of_the_union(tmp_path: Path, *, is_exact: bool) -> None:
    rng = np.random.default_rng(3)
    n = 3000
    scores = np.round(rng.normal(size=n), 2)
    scores[:30], scores[30:60] = np.nan, -0.0
    site = np.array(["b", "a", "\u00e4", None])[rng.integers(0, 4, n)]
    rows = pa.table(
        {
            "truth": pa.array(np.where(rng.random(n) < 0.3, "genuine", "impostor")),
            "score": pa.array(scores),
            "site": pa.array(site.tolist(), pa.string()),
            "year": pa.array(rng.integers(2020, 2023, n)),
        }
    )
    (tmp_path / "rows").mkdir()
    (tmp_path / "counts").mkdir()
    cuts = (0, 100, 1700, n)
    edges = tmp_path / "edges.csv"
    edges.write_text("edge\n-2\n-0.5\n0\n0.7\n4\n")
    how = Counting(
        roles=Roles(truth="truth", scores=("score",)),
        by=("site", "year"),
        is_exact=is_exact,
        edges=None if is_exact else edges,
    )
    for number, (start, end) in enumerate(itertools.pairwise(cuts)):
        path = tmp_path / "rows" / f"{number}.parquet"
        parquet.write_table(rows.slice(start, end - start), path)
        count([path], tmp_path / "counts" / f"{number}.parquet", how)
    count([tmp_path / "rows"], tmp_path / "whole.parquet", how)
    said = merge([tmp_path / "counts"], tmp_path / "merged.parquet")
    merged, whole = (parquet.read_table(tmp_path / f"{n}.parquet") for n in ("merged", "whole"))
    assert merged.schema.equals(whole.schema)
    assert merged.equals(whole)
    assert said.sources == said_in(tmp_path / "whole.parquet").sources
    found = evalgui.evaluate(tmp_path / "merged.parquet", threshold=0.5)
    assert found.to_dict()["n"] == evalgui.evaluate(tmp_path / "whole.parquet").to_dict()["n"]
    # One data set of the parts, which are kept apart, has the same counts.
    stacked = evalgui.evaluate(tmp_path / "counts", together="stacked", threshold=0.5)
    assert stacked.counts == found.counts


A: list[Row] = [(0.1, True, "a"), (0.4, False, "a"), (0.9, True, None)]
B: list[Row] = [(0.2, True, "a"), (0.6, False, "b")]


def refused(kind: type[EvalguiError], match: str, *paths: Path) -> None:
    out = paths[0].parent / "never.parquet"
    with pytest.raises(kind, match=match):
        merge(paths, out)
    assert not out.exists()
    assert not list(out.parent.glob(".evalgui*"))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"higher_is_positive": False}, "the direction of the score"),
        ({"bins": Bins.between(0, 1, 4).as_json}, "the edges of the bins"),
        ({"sampling": "case-control"}, "how the rows were sampled"),
    ],
)
def test_that_what_is_not_alike_is_refused(
    more: dict[str, Any], words: str, tmp_path: Path
) -> None:
    one = written(tmp_path / "a.parquet", A)
    other = written(tmp_path / "b.parquet", B, **more)
    message = f"'a.parquet' and 'b.parquet' differ in {words}.*: their counts do not add up"
    refused(DataError, message, one, other)


def test_that_other_classes_and_scores_are_refused(tmp_path: Path) -> None:
    one = written(tmp_path / "a.parquet", A)
    for name, words in (("match", "class .'ill' and 'match'"), ("marker (ng/ml)", "unit")):
        other = written(tmp_path / "b.parquet", B)
        text = other.read_bytes()
        table = parquet.read_table(other)
        old = "ill" if name == "match" else "marker"
        about = table.schema.metadata[b"evalgui"].replace(f'"{old}"'.encode(), f'"{name}"'.encode())
        parquet.write_table(table.replace_schema_metadata({b"evalgui": about}), other)
        refused(DataError, f"differ in .*{words}", one, other)
        other.write_bytes(text)
    exact = written(tmp_path / "c.parquet", B, is_binned=False)
    refused(DataError, "the edges of the bins", one, exact)
    table = parquet.read_table(written(tmp_path / "d.parquet", B))
    table = table.set_column(0, "site", table.column("site").cast(pa.large_string()))
    parquet.write_table(table, tmp_path / "d.parquet")
    refused(DataError, "the type of 'site' .string and large_string", one, tmp_path / "d.parquet")


def test_that_rows_never_count_twice(tmp_path: Path) -> None:
    one, other = written(tmp_path / "a.parquet", A), written(tmp_path / "b.parquet", B)
    merge([one, other], tmp_path / "both.parquet")
    refused(
        DataError,
        "both count the file 'a'.* Leave out one of them",
        one,
        tmp_path / "both.parquet",
    )
    before = one.read_bytes()
    with pytest.raises(DataError, match=r"a\.parquet: the result would take the place"):
        merge([one, other], one)
    assert one.read_bytes() == before


def test_that_counts_beyond_what_is_exact_are_refused(tmp_path: Path) -> None:
    paths = []
    for name in "abc":
        path = written(tmp_path / f"{name}.parquet", A)
        table = parquet.read_table(path)
        counts = pa.array([2**52, *[0] * (len(table) - 1)], pa.int64())
        parquet.write_table(table.set_column(4, "n_positive", counts), path)
        paths.append(path)
    refused(DataError, "add up to more than 9.007.199.254.740.992: they are not exact", *paths)
    table = parquet.read_table(paths[0])
    for cells, words in (
        ([-1] + [0] * (len(table) - 1), "is negative, or too large"),
        ([None] + [0] * (len(table) - 1), "a count is missing"),
        ([2**62] * len(table), "is negative, or too large"),
    ):
        parquet.write_table(
            table.set_column(4, "n_positive", pa.array(cells, pa.int64())), paths[0]
        )
        refused(DataError, words, paths[0])
    fractions = pa.array([0.5] * len(table))
    parquet.write_table(table.set_column(4, "n_positive", fractions), paths[0])
    refused(DataError, "no whole number", paths[0])


def test_that_bad_files_are_refused_in_words(tmp_path: Path) -> None:
    good = written(tmp_path / "a.parquet", A)
    refused(ReadingError, "no such file", good, tmp_path / "gone.parquet")
    (tmp_path / "text.csv").write_text("score,n_positive,n_negative\n0.1,1,2\n")
    refused(ReadingError, r"text\.csv: .*damaged, or no Parquet", good, tmp_path / "text.csv")
    torn = tmp_path / "torn.parquet"
    torn.write_bytes(good.read_bytes()[:-40])
    refused(ReadingError, r"torn\.parquet: .*damaged", good, torn)
    damaged = tmp_path / "damaged.parquet"
    content = bytearray(good.read_bytes())
    content[4:90] = bytes(86)
    damaged.write_bytes(content)
    refused(ReadingError, r"damaged\.parquet: .*damaged", good, damaged)
    plain = tmp_path / "plain.parquet"
    parquet.write_table(pa.table({"score": [0.1], "n_positive": [1], "n_negative": [1]}), plain)
    refused(DataError, r"plain\.parquet: this is no count table that says", good, plain)
    lacking = tmp_path / "lacking.parquet"
    parquet.write_table(parquet.read_table(good).drop_columns(["bin"]), lacking)
    refused(DataError, "the count table lacks 'bin'", good, lacking)
    empty = tmp_path / "empty"
    empty.mkdir()
    refused(DataError, "there is no file in it", empty)
    refused(ReadingError, "no file has such a name", tmp_path / "*.nothing")
    overlapping = written(tmp_path / "overlapping.parquet", B)
    table = parquet.read_table(overlapping)
    ends = pa.array([9.0] * len(table))
    parquet.write_table(table.set_column(3, "bin_high", ends), overlapping)
    refused(DataError, "bins of the count tables overlap", good, overlapping)
    with pytest.raises(WritingError, match="no such folder"):
        merge([good], tmp_path / "nowhere" / "out.parquet")


def test_that_nothing_is_written_where_it_is_given_up(tmp_path: Path) -> None:
    paths = [written(tmp_path / f"{n}.parquet", [(0.1 * n, True, "a")]) for n in range(5)]
    asked = iter([False, False, True, True, True, True])
    with pytest.raises(CancelledError):
        merge(paths, tmp_path / "out.parquet", Watch(None, lambda: next(asked)))
    assert not (tmp_path / "out.parquet").exists()


def test_that_many_tables_are_added_up_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [written(tmp_path / f"{n}.parquet", [*A, *B]) for n in range(30)]
    merge(paths, tmp_path / "at once.parquet")
    monkeypatch.setattr(merging, "_AT_ONCE", 3)
    merge(paths, tmp_path / "by and by.parquet")
    assert (tmp_path / "at once.parquet").read_bytes() == (
        tmp_path / "by and by.parquet"
    ).read_bytes()
    assert rows_in(tmp_path / "at once.parquet") == reference([*A, *B] * 30, is_binned=True)


def test_that_the_command_says_what_it_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "a.parquet", A)
    written(tmp_path / "b.parquet", B)
    out = tmp_path / "sum" / "out.parquet"
    out.parent.mkdir()
    assert main(["merge", str(tmp_path / "*.parquet"), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "5 rows of 2 files are counted in" in told
    assert "not counted: 4, both" in told
    assert main(["evaluate", str(out), "--format", "json"]) == 0
    assert '"n": 5' in capsys.readouterr().out
    assert main(["merge", str(tmp_path / "gone"), "--out", str(out)]) == 2
    assert "gone: there is no such file" in capsys.readouterr().err
    assert evalgui.merge([tmp_path / "a.parquet"], tmp_path / "one.parquet").exists()


def test_that_no_engine_is_needed(tmp_path: Path) -> None:
    one, other = written(tmp_path / "a.parquet", A), written(tmp_path / "b.parquet", B)
    text = (
        "import sys\n"
        "sys.modules['duckdb'] = sys.modules['ibis'] = None\n"
        "from evalgui.__main__ import main\n"
        f"sys.exit(main(['merge', {str(one)!r}, {str(other)!r}, '--out', "
        f"{str(tmp_path / 'out.parquet')!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert rows_in(tmp_path / "out.parquet") == reference([*A, *B], is_binned=True)


@pytest.mark.parametrize("is_exact", [True, False])
def test_that_counts_of_weighted_rows_are_whole_numbers_and_add_up(is_exact, tmp_path) -> None:
    truth, weight = np.arange(300) % 3 == 0, np.arange(300) % 5
    parts = []
    for place in range(2):
        rows = {"truth": truth * 1, "score": np.arange(300.0) + place, "w": weight}
        parquet.write_table(pa.table(rows), tmp_path / f"{place}.rows.parquet")
        parts.append(tmp_path / f"{place}.parquet")
        edges = None if is_exact else tmp_path / "edges.txt"
        (tmp_path / "edges.txt").write_text("0\n100\n200\n")
        roles = Roles(truth="truth", scores=("score",), positive="1", weight="w")
        asked = Counting(roles=roles, is_exact=is_exact, edges=edges)
        count([tmp_path / f"{place}.rows.parquet"], parts[-1], asked)
    merge(parts, tmp_path / "both.parquet")
    both = parquet.read_table(tmp_path / "both.parquet")
    for name, own in (("n_positive", truth), ("n_negative", ~truth)):
        assert both.column(name).type == pa.int64()
        assert both.column(name).to_numpy().sum() == 2 * weight[own].sum()
