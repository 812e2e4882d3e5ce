"""Files with the same columns: rows one below the other, as one experiment in parts."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

import evalgui
from evalgui.__main__ import main
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.score_table import ScoreTable
from evalgui.io.assessing.open_questions import UnansweredError
from evalgui.io.combinations import find
from evalgui.io.keeping.archive import packed
from evalgui.io.keeping.embedded import Embedded, embedded_bytes, embedded_from
from evalgui.io.keeping.kept import Kept
from evalgui.io.keeping.opening import kept_source, load_kept, open_kept
from evalgui.io.layouts.counted import Counted
from evalgui.io.loading import assess, load
from evalgui.io.loading_together import MOST_TOGETHER, load_apart, load_together
from evalgui.io.meaning import Known, ReadOptions, Roles
from evalgui.io.remembered.import_spec import ImportSpec
from tests.io.combinations.made import area, codes, table
from tests.io.keeping.saving import data_set_of

if TYPE_CHECKING:
    from pathlib import Path

STACKED = ReadOptions(together="stacked")
BESIDE = ReadOptions(together="side-by-side")


def write(folder: Path, name: str, rows: list[str], head: str = "id,truth,score") -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    path = folder / name
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def rows_of(site: str, n: int = 12, step: int = 5) -> list[str]:
    return [f"{site}{k},{'ill' if k % 3 else 'well'},{k * step % 7 + k / 8}" for k in range(n)]


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    folder = tmp_path / "sites"
    for number, site in enumerate(("north", "south", "east")):
        write(folder, f"{site}.csv", rows_of(site, 12 + number, 5 + number))
    (folder / ".hidden.csv").write_text("a", encoding="utf-8")
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    capsys.readouterr()
    try:
        code = main([str(one) for one in words])
    except SystemExit as ended:
        code = int(str(ended.code))
    return code, *capsys.readouterr()


def dataset_of(*paths: Path, options: ReadOptions | None = STACKED) -> Any:
    (one,) = load_together(paths, options=options).results
    assert one.dataset is not None, one.proposal.question
    return one.dataset


def test_that_a_folder_asks_how_its_files_stand(
    sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _out, err = said(capsys, "evaluate", sites)
    assert code == 2
    assert err.count("\n") == 1
    assert "one below the other (stacked), rather than side by side" in err
    assert "Say so with --together." in err
    assert "hidden" not in err
    code, _out, err = said(capsys, "evaluate", sites, "--truth", "truth", "--score", "score")
    assert (code, "--together" in err) == (2, True)  # which no role answers


def test_that_stacked_files_are_all_rows_with_the_file_of_each(
    sites: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = tmp_path / "whole.csv"
    parts = [
        (sites / f"{site}.csv").read_text().splitlines() for site in ("east", "north", "south")
    ]
    write(tmp_path, "whole.csv", [row for lines in parts for row in lines[1:]])
    told = []
    for data, more in ((sites, ["--together", "stacked"]), (whole, [])):
        code, out, err = said(capsys, "evaluate", data, *more, "--format", "json")
        assert code == 0, err
        told.append(json.loads(out))
    assert told[0]["metrics"] == told[1]["metrics"]
    assert told[0]["areas"] == told[1]["areas"]
    assert told[0]["combination"] == "files one below the other"
    assert [one["file"] for one in told[0]["files"]] == ["east.csv", "north.csv", "south.csv"]
    dataset = dataset_of(sites)
    assert [column.name for column in dataset.columns][-1] == "file"
    names = [dataset.columns[-1].text(row) for row in range(dataset.n)]
    assert names == ["east.csv"] * 14 + ["north.csv"] * 12 + ["south.csv"] * 13
    code, out, err = said(
        capsys, "evaluate", sites, "--together", "stacked", "--group", "file", "--format", "json"
    )
    assert code == 0, err
    assert len(json.loads(out)["groups"]["each"]) == 3


def test_that_python_takes_a_folder(sites: Path) -> None:
    with pytest.raises(UnansweredError, match=r"side by side .* Say so with together=\."):
        evalgui.evaluate(sites)
    found = evalgui.evaluate(sites, together="stacked")
    files = [sites / f"{site}.csv" for site in ("east", "north", "south")]
    assert found.counts == evalgui.evaluate(files, together="stacked").counts
    assert found.to_dict()["n"] == 39
    copied = pickle.loads(pickle.dumps(found))  # noqa: S301 - of our own
    assert copied.counts == found.counts


def test_that_systems_stand_side_by_side_by_their_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "systems"
    for number in range(3):
        write(folder, f"system{number}.csv", rows_of("p", 20, 3 + number))
    code, _out, err = said(capsys, "evaluate", folder)
    assert code == 2
    assert "side by side as scores of systems (side-by-side), rather than" in err
    dataset = dataset_of(folder, options=BESIDE)
    assert [score.name for score in dataset.scores] == ["system0", "system1", "system2"]
    assert dataset.n == 20
    for number, score in enumerate(dataset.scores):
        alone = load(folder / f"system{number}.csv").dataset
        assert alone is not None
        assert score.values.tolist() == alone.scores[0].values.tolist()
    assert dataset_of(folder).n == 60


def test_that_more_systems_than_a_byte_counts_stand_side_by_side(tmp_path: Path) -> None:
    folder = tmp_path / "systems"
    for number in range(130):
        write(folder, f"s{number}.csv", rows_of("p", 6, number))
    dataset = dataset_of(folder, options=BESIDE)
    assert len(dataset.scores) == 130
    assert dataset.n == 6
    last = load(folder / "s129.csv").dataset
    assert last is not None
    assert dataset.scores[129].values.tolist() == last.scores[0].values.tolist()


def test_that_files_without_common_ids_are_data_sets_side_by_side(sites: Path) -> None:
    found = load_together([sites], options=BESIDE)
    assert [one.table.name for one in found.results] == ["east.csv", "north.csv", "south.csv"]
    assert all(one.dataset is not None for one in found.results)
    assert len(load_apart([sites]).results) == 3
    with pytest.raises(DataError, match=r"each by itself, and put together\. Leave out"):
        load_apart([sites], options=BESIDE)


def test_that_numbered_rows_of_other_people_are_stacked(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    turned = [row.replace("well", "WELL") for row in rows_of("", 40)]
    write(folder, "1.csv", rows_of("", 40))
    write(folder, "2.csv", [turned[0].replace("WELL", "ill"), *rows_of("", 40)[1:]])
    (one,) = load_together([folder]).results  # whose ids contradict each other in one row
    assert one.table.how.together == "stacked"
    assert one.table.how.is_together_guess
    assert one.dataset is None


def test_that_files_that_belong_together_otherwise_are_not_asked_about(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    write(folder, "genuine.txt", ["0.9", "0.7", "0.8"], head="0.6")
    write(folder, "impostor.txt", ["0.1", "0.2", "0.7"], head="0.3")
    dataset = dataset_of(folder, options=None)
    assert dataset.positive_class == "genuine"


def test_that_one_file_in_a_folder_is_that_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "a" / "b", "only.csv", rows_of("x"))
    code, out, _err = said(capsys, "evaluate", tmp_path / "a", "--format", "json")
    assert (code, out) == (0, said(capsys, "evaluate", path, "--format", "json")[1])
    code, _out, err = said(capsys, "evaluate", path, "--together", "stacked")
    assert (code, "only one file" in err) == (2, True)


def test_that_folders_that_cannot_be_opened_say_why(sites: Path, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    with pytest.raises(DataError, match="nothing: there is no file in it"):
        load_together([tmp_path / "nothing"])
    write(sites, "other.csv", ["a,ill,3", "b,well,2"], head="id,truth,mark")
    message = "1 of 4 files has other columns than 'east.csv': 'other.csv' lacks 'score' and has"
    with pytest.raises(DataError, match=message):
        load_together([sites])
    with pytest.raises(DataError, match=message):
        load_together([sites], options=STACKED)
    (sites / "other.csv").unlink()
    (sites / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    with pytest.raises(ReadingError, match=r"picture\.png: .*picture"):
        load_together([sites])
    many = tmp_path / "many"
    many.mkdir()
    for number in range(MOST_TOGETHER + 1):
        (many / f"{number}.csv").touch()
    with pytest.raises(DataError, match=r"many: there are more than 1.000 files"):
        load_together([many])
    matrix = ",cat,dog\ncat,8,3\ndog,1,9\n"
    folder = tmp_path / "matrices"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.csv").write_text(matrix)
    with pytest.raises(DataError, match="a confusion matrix is not put below another one"):
        load_together([folder])


def test_that_files_of_the_same_name_in_folders_are_told_apart(tmp_path: Path) -> None:
    for number, place in enumerate(("a/one", "b/one", "b/two")):
        write(tmp_path / "all" / place, "scores.csv", rows_of(f"{number}-"))
    found = load_together([tmp_path / "all"], options=STACKED)
    names = [file.name for file in found.files]
    assert names == ["a/one/scores.csv", "b/one/scores.csv", "two/scores.csv"]
    column = found.results[0].table.column("file")
    assert {column.text(row) for row in range(36)} == set(names)


def test_that_the_place_of_a_row_is_said(sites: Path) -> None:
    (one,) = load_together([sites], options=STACKED).results
    assert one.table.place(14) == "row 15 (line 2 of north.csv)"
    assert one.table.place(25) == "row 26 (line 13 of north.csv)"
    assert one.table.place(26) == "row 27 (line 2 of south.csv)"


def test_that_columns_in_another_order_and_of_other_types_are_one() -> None:
    parts = (
        table("a.csv", {"truth": ["ill", "well"], "score": ["1", "2"], "x": ["u", "v"]}),
        table("b.csv", {"x": ["w", "u"], "score": [0.1, 7.0], "truth": ["well", "ill"]}),
    )
    found = find(parts, together="stacked")
    assert found.combined is not None
    dataset = assess(found.combined.table).dataset
    assert dataset is not None
    assert dataset.scores[0].values.tolist() == [1.0, 2.0, 0.1, 7.0]
    assert found.combined.table.names == ("truth", "score", "x", "file")
    named = find(
        tuple(table(f"{n}.csv", {"file": ["u"], "truth": ["a"], "score": ["1"]}) for n in "ab"),
        together="stacked",
    )
    assert named.combined is not None
    assert len(set(named.combined.table.names)) == 4


# ------------------------------------------------------------------------------- counts

COUNTS = "score,n_positive,n_negative"
BINS = "bin,bin_low,bin_high,n_positive,n_negative"


def test_that_counts_of_equal_scores_add_up(tmp_path: Path) -> None:
    folder = tmp_path / "counts"
    write(folder, "a.csv", ["0.1,1,9", "0.5,3,3"], head=COUNTS)
    write(folder, "b.csv", ["0.5,2,1", "0.9,8,0"], head=COUNTS)
    dataset = dataset_of(folder)
    assert "repeated_scores" not in codes(dataset)  # each of them is one of another file
    whole = write(tmp_path, "whole.csv", ["0.1,1,9", "0.5,5,4", "0.9,8,0"], head=COUNTS)
    alone = evalgui.evaluate(whole, threshold=0.5)
    found = evalgui.evaluate(folder, together="stacked", threshold=0.5)
    assert found.counts == alone.counts
    assert found.to_dict()["areas"] == alone.to_dict()["areas"]


def test_that_two_count_tables_are_no_scores_of_one_class_each(tmp_path: Path) -> None:
    paths = [write(tmp_path, f"{n}.csv", ["0.1,1,9", "0.5,3,3"], head=COUNTS) for n in "ab"]
    found = load_together(paths)
    assert [one.dataset is not None for one in found.results] == [True, True]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.integers(0, 2)), min_size=4),
    st.randoms(use_true_random=False),
)
def test_that_numbered_bins_get_the_edges_of_all(
    rows: list[tuple[int, bool, int]], random: Any
) -> None:
    scores = [number / 10 + random.random() / 11 for number, _, _ in rows]

    def counted(chosen: list[int]) -> dict[str, list[object]]:
        bins = sorted({rows[place][0] for place in chosen})
        found: dict[str, list[object]] = {name: [] for name in BINS.split(",")}
        for number in bins:
            own = [place for place in chosen if rows[place][0] == number]
            of_class = [rows[place][1] for place in own]
            row = (
                *(number, min(scores[p] for p in own), max(scores[p] for p in own)),
                *(sum(of_class), len(own) - sum(of_class)),
            )
            for name, value in zip(found, row, strict=True):
                found[name].append(value)
        return found

    parts = [[place for place, row in enumerate(rows) if row[2] == part] for part in range(3)]
    tables = [table(f"{n}.csv", counted(own)) for n, own in enumerate(parts) if own]
    known = Roles(
        n_positive="n_positive", n_negative="n_negative", bins=("bin_low", "bin_high"),
        scores=("bin_low",),
    )  # fmt: skip
    whole = assess(table("whole.csv", counted([*range(len(rows))])), known).dataset
    assert whole is not None
    if len(tables) > 1:
        tables = [replace(one, known=Known(known, bin_numbers="bin")) for one in tables]
        found = find(tables, together="stacked")
        assert found.combined is not None
        stacked = assess(found.combined.table, known).dataset
        assert stacked is not None
        edges = set(zip(*_edges(stacked), strict=True))
        assert edges == set(zip(*_edges(whole), strict=True))
        if len({row[1] for row in rows}) > 1:
            assert _area(stacked) == _area(whole)


def _edges(dataset: Any) -> tuple[list[float], list[float]]:
    (score,) = dataset.scores
    return score.values.tolist(), score.other_edge.values.tolist()


def _area(dataset: Any) -> float:
    counts = dataset.row_counts
    made = ScoreTable.from_counts(dataset.scores[0].values, counts[:, 1], counts[:, 0])
    return made.auc


def counts_of(path: Path, **more: Any) -> None:
    facts = Counted("ill", "well", "marker", n_rows=9, sources=({"name": "a"},), **more)
    rows: dict[str, list[Any]] = {"score": [0.5, 0.7], "n_positive": [1, 2], "n_negative": [3, 4]}
    made = pa.table(rows).replace_schema_metadata({b"evalgui": facts.as_text.encode()})
    parquet.write_table(made, path)


def test_that_what_count_tables_say_of_themselves_must_be_the_same(tmp_path: Path) -> None:
    counts_of(tmp_path / "1.parquet")
    counts_of(tmp_path / "2.parquet")
    dataset = dataset_of(tmp_path)
    assert dataset.classes == ("well", "ill")
    assert dataset.row_counts.sum() == 20
    counts_of(tmp_path / "3.parquet", higher_is_positive=False)
    with pytest.raises(DataError, match=r"3.parquet' differ in the direction of the score"):
        dataset_of(tmp_path)


def test_that_the_classes_of_a_count_table_are_kept_with_its_data(tmp_path: Path) -> None:
    counts_of(tmp_path / "1.parquet")
    counts_of(tmp_path / "2.parquet")
    (loaded,) = load_together([tmp_path], options=STACKED).results
    kept = embedded_from(embedded_bytes(Embedded(loaded.table, loaded.sha256)), "a")
    dataset = assess(kept.table, loaded.proposal.roles).dataset
    assert dataset is not None
    assert dataset.classes == ("well", "ill")
    assert kept.table.known is not None
    assert kept.table.known.by == ("file",)


def test_that_bins_that_differ_are_refused(tmp_path: Path) -> None:
    folder, head = tmp_path / "counts", "bin_low,bin_high,n_positive,n_negative"
    write(folder, "a.csv", ["0,0.1,1,9", "0.1,0.2,3,3", "0.2,0.3,1,1"], head=head)
    write(folder, "b.csv", ["0,0.1,1,9", "0.2,0.3,3,3"], head=head)
    assert dataset_of(folder).row_counts.sum() == 34
    write(folder, "c.csv", ["0,0.2,4,9", "0.2,0.3,3,3"], head=head)
    message = r"the bins of .*'c.csv' differ, so their counts do not add up: .* overlap"
    with pytest.raises(DataError, match=message):
        load_together([folder], options=STACKED)


# ------------------------------------------------------------------- choices and workspaces


def test_that_choices_of_an_import_say_how_the_files_stand(
    sites: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (one,) = load_together([sites], options=STACKED).results
    spec = ImportSpec.of(one.table, one.proposal.roles)
    assert ImportSpec.from_json(spec.to_json()) == spec
    assert spec.options.together == "stacked"
    (tmp_path / "spec.json").write_text(spec.to_json())
    code, out, err = said(capsys, "evaluate", sites, "--import-spec", tmp_path / "spec.json")
    assert code == 0, err
    assert "39 rows counted" in out
    with pytest.raises(DataError, match="'below' is no together"):
        ImportSpec.from_json(spec.to_json().replace('"stacked"', '"below"'))
    # What is remembered of files with these columns answers the question, too.
    known = load_together([sites], recall=lambda _signature: spec).results
    assert [loaded.dataset is not None for loaded in known] == [True]


@pytest.mark.parametrize("options", [STACKED, BESIDE])
@pytest.mark.parametrize("is_embedded", [False, True])
def test_that_a_workspace_puts_the_files_together_again(
    tmp_path: Path, options: ReadOptions, *, is_embedded: bool
) -> None:
    paths = [write(tmp_path, f"s{n}.csv", rows_of("p", 20, 3 + n)) for n in range(3)]
    together = load_together(paths, options=options)
    (loaded,) = together.results
    workspace = tmp_path / "W.evalgui"
    sources = tuple(
        kept_source(path, one.sha256, path.stat().st_size, workspace)
        for path, one in zip(paths, together.files, strict=True)
    )
    data = {}
    if is_embedded:
        data = {"data/1.parquet": embedded_bytes(Embedded(loaded.table, loaded.sha256))}
        paths[0].unlink()
    kept = data_set_of(loaded, (0, 1, 2), next(iter(data), None))
    workspace.write_bytes(packed(Kept(sources, (kept,)), data))
    again = load_kept(open_kept(workspace), 0)
    assert again.dataset is not None
    assert loaded.dataset is not None
    assert again.table.names == loaded.table.names
    assert again.table.how == loaded.table.how
    assert again.sha256 == loaded.sha256
    for one, other in zip(again.dataset.scores, loaded.dataset.scores, strict=True):
        assert np.array_equal(one.values, other.values)
    assert area(again.dataset) == area(loaded.dataset)
