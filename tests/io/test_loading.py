"""The whole way from a path to a data set, as the window and the command line go it."""

from __future__ import annotations

import gc
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.loading import Loaded, assess, load, load_source
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.meaning.roles import Proposal, Roles
from evalgui.io.proposing import propose as proposing
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.writers.inspection import inspect
from tests.io.formats.test_workbook import workbook

if TYPE_CHECKING:
    from collections.abc import Sequence

DATA = Path(__file__).resolve().parent.parent / "data" / "io"
LABELS = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))


@pytest.fixture
def scores_csv(tmp_path: Path) -> Path:
    path = tmp_path / "scores.csv"
    path.write_text("id,label,score\nP1,pos,0.9\nP2,neg,0.2\nP3,pos,0.4\n", encoding="utf-8")
    return path


def pasted(text: str, roles: Roles | None = None) -> Loaded:
    return load_source(Source.from_bytes("pasted", text.encode()), roles=roles)


def test_that_no_cycles_are_looked_for_while_a_table_is_assessed(
    scores_csv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    are_looked_for = []
    propose = proposing.propose

    def watched(*args: Any, **kwargs: Any) -> Proposal:
        are_looked_for.append(gc.isenabled())
        return propose(*args, **kwargs)

    monkeypatch.setattr(proposing, "propose", watched)
    assert gc.isenabled()
    assess(load(scores_csv).table)
    assert are_looked_for == [False, False]
    assert gc.isenabled()


def test_that_a_clear_file_opens_at_once(scores_csv: Path) -> None:
    found = load(scores_csv)
    assert found.dataset is not None
    assert found.dataset.name == "scores.csv"
    assert found.dataset.scores[0].values.tolist() == [0.9, 0.2, 0.4]
    assert found.proposal.certain
    assert found.sha256 == hashlib.sha256(scores_csv.read_bytes()).hexdigest()


def test_that_a_question_leaves_the_data_set_open(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("class,score\nc1,0.9\nc2,0.2\n", encoding="utf-8")
    found = load(path)
    assert found.dataset is None
    assert "Which class is positive" in found.proposal.question
    answered = assess(found.table, found.proposal.roles, digest=found.digest)
    assert answered.dataset is not None
    assert answered.dataset.positive_class == "c2"
    assert answered.sha256 == found.sha256


def test_that_roles_are_kept(scores_csv: Path) -> None:
    found = load(scores_csv, roles=Roles(positive="neg", higher_is_positive=False)).dataset
    assert found is not None
    assert found.positive_class == "neg"
    assert not found.scores[0].higher_is_positive


def test_that_options_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("label;score\npös;1.103\nneg;318\n".encode("cp1250"))
    options = ReadOptions(encoding="cp1250", delimiter=";", decimal=".", header=True)
    found = load(path, options=options, roles=Roles(positive="pös"))
    assert found.dataset is not None
    assert found.dataset.scores[0].values.tolist() == [1.103, 318.0]


def remembered(source: Source) -> ImportSpec:
    """Return what is remembered once somebody agreed to all that is asked about a file."""
    asked = load_source(source)
    assert asked.dataset is None
    return ImportSpec.of(asked.table, asked.proposal.roles)


def book(markers: Sequence[Any]) -> Source:
    rows: list[Any] = [[f"P{n}", cell, ("ill", "healthy")[n % 2]] for n, cell in enumerate(markers)]
    data = workbook({"Data": [["patient", "marker", "diagnosis"], *rows]})
    return Source.from_bytes("study.xlsx", data)


def test_that_the_sign_in_texts_of_one_workbook_is_not_that_of_numbers_in_another() -> None:
    numbers = [8.0 + n / 10 for n in range(20)]
    texts = [f"{number:.1f}".replace(".", ",") for number in numbers]
    spec = remembered(book([*texts, "n.d."]))
    assert spec.roles.decimal == ","
    for cells in (numbers, texts, [*numbers[:10], *texts[10:]]):
        again = load_source(book(cells), recall=lambda _: spec)
        assert again.dataset is not None
        assert again.dataset.scores[0].values.tolist() == numbers


def test_that_leave_to_set_a_few_rows_aside_is_none_for_most_of_them() -> None:
    def with_unreadable(n_unreadable: int) -> Source:
        cells = ["n.d." if n < n_unreadable else str(n) for n in range(20)]
        rows = [f"{cell},{n % 2}\n" for n, cell in enumerate(cells)]
        return Source.from_bytes("a.csv", ("score,truth\n" + "".join(rows)).encode())

    spec = remembered(with_unreadable(1))
    again = load_source(with_unreadable(8), recall=lambda _: spec)
    assert again.dataset is not None
    assert again.dataset.n == 12
    other = load_source(with_unreadable(12), recall=lambda _: spec)
    assert other.dataset is None
    assert "Set these rows aside?" in other.proposal.question


def test_that_progress_rises_to_one(scores_csv: Path) -> None:
    seen: list[tuple[float, str]] = []
    load(scores_csv, progress=lambda fraction, text: seen.append((fraction, text)))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions)
    assert (fractions[0], seen[-1]) == (0.0, (1.0, "done"))


def test_that_cancel_is_heard_at_every_step(scores_csv: Path) -> None:
    n_steps = 0

    def count() -> bool:
        nonlocal n_steps
        n_steps += 1
        return False

    load(scores_csv, cancelled=count)
    assert n_steps > 10
    for last in range(n_steps):
        answers = iter([False] * last + [True])
        with pytest.raises(CancelledError):
            load(scores_csv, cancelled=answers.__next__)


def test_that_a_refusal_says_what_was_odd_about_the_file() -> None:
    with pytest.raises(DataError) as caught:
        load_source(
            Source.from_bytes(
                "a.csv", "label,score,x\npos,y,a\nneg,x,a\npos,z,\u00c9\n".encode("cp1252")
            )
        )
    assert "no score in this column is a number" in str(caught.value)
    assert "not valid UTF-8 (first in line 4)" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("label,score\n", "only a header line"),
        ("score\n0.5\n0.4\n", "only one column"),
        ("label,name\npos,x\nneg,y\n", "no column of numbers"),
        ("label,score\npos,x\nneg,y\n", "no score in this column is a number"),
    ],
)
def test_that_what_cannot_be_assessed_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EvalguiError, match=words) as caught:
        load(path)
    assert caught.value.where.startswith("a.csv")
    assert caught.value.hint
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(("name", "words"), [("missing.csv", "no such file"), ("", "folder")])
def test_that_a_path_to_no_file_is_refused(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(ReadingError, match=words):
        load(tmp_path / name)


@pytest.mark.parametrize("case", LABELS, ids=lambda case: str(case["name"]))
def test_that_the_same_table_in_any_guise_has_the_same_numbers(
    tmp_path: Path, case: dict[str, object]
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(str(case["text"]).encode())
    found = inspect([path]).as_json()
    assert found["status"] == "loaded"
    assert found["rows_total"] == case.get("rows_total", 6)
    assert found["rows_used"] == 6
    assert found["rows_excluded"] == case.get("rows_excluded", {})
    assert list(found["class_counts"].values()) == [3, 3]
    assert found["auc"] == 8 / 9


def test_that_an_inspection_is_json_whatever_comes(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("class,score\nc1,0.9\nc2,x\nc1,1\nc2,inf\n", encoding="utf-8")
    asked = json.loads(json.dumps(inspect([path]).as_json(), allow_nan=False))
    assert asked["status"] == "asked"
    assert [warning["code"] for warning in asked["warnings"]] == ["nonnumeric_score"]
    roles = {"truth": 0, "score": [1], "positive": "c1", "set_aside_unreadable": True}
    loaded = json.loads(json.dumps(inspect([path], json.dumps(roles)).as_json(), allow_nan=False))
    assert (loaded["status"], loaded["rows_used"], loaded["auc"]) == ("loaded", 3, 0.0)
    assert loaded["rows_excluded"] == {"nonnumeric_score": 1}
    lower = json.dumps(roles | {"lower_is_positive": True})
    assert inspect([path], lower).as_json()["auc"] == 1.0
    for wrong in ("[]", "{", '{"truth": "x"}'):
        assert inspect([path], wrong).as_json()["status"] == "refused"
    assert inspect([tmp_path / "missing.csv"]).as_json()["status"] == "refused"


def test_that_an_inspection_without_scores_has_no_area(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("truth,pred\n1,1\n0,1\n", encoding="utf-8")
    found = inspect([path]).as_json()
    assert (found["status"], found["rows_used"], found["auc"]) == ("loaded", 2, None)


@pytest.mark.parametrize(
    ("text", "roles", "counts", "excluded"),
    [
        ("truth,pred\na,a\na,b\nb,b\nb,c\n", None, {"a": 2, "b": 2, "c": 0}, {}),
        (
            "label,p_a,p_b,p_c\na,1,0,0\nb,0,,0\nc,0,0,1\n",
            None,
            {"a": 1, "b": 0, "c": 1},
            {"missing_score": 1},
        ),
        (
            "label,x,y,z\na,1,0,0\nb,0,1,0\nc,0,0,1\n",
            {"truth": "label", "probabilities": {"a": "x", "b": 2, "c": "z"}},
            {"a": 1, "b": 1, "c": 1},
            {},
        ),
        (",a,b,c\na,5,1,0\nb,2,7,0\nc,0,0,9\n", {"matrix_rows": "predicted"}, None, {}),
    ],
)
def test_that_an_inspection_conserves_the_rows_of_many_classes(
    tmp_path: Path, text: str, roles: object, counts: object, excluded: object
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    found = inspect([path], None if roles is None else json.dumps(roles)).as_json()
    assert found["status"] == "loaded"
    assert found["class_counts"] == (counts or {"a": 7, "b": 8, "c": 9})
    assert (found["rows_excluded"], found["auc"]) == (excluded, None)
    assert found["rows_total"] == found["rows_used"] + sum(found["rows_excluded"].values())


def test_that_csv_and_parquet_of_one_table_agree(tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    truth = random.integers(0, 2, 500)
    scores = random.normal(size=500) + truth
    columns = [pa.array(truth), pa.array(scores)]
    pq.write_table(pa.table(columns, names=["truth", "score"]), tmp_path / "a.parquet")
    rows = zip(truth.tolist(), scores.tolist(), strict=True)
    text = "truth,score\n" + "".join(f"{one},{two!r}\n" for one, two in rows)
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    loaded = [load(tmp_path / name).dataset for name in ("a.csv", "a.parquet")]
    one, other = (dataset for dataset in loaded if dataset is not None)
    assert np.array_equal(one.truth, other.truth)
    assert np.array_equal(one.scores[0].values, other.scores[0].values)
    assert one.classes == other.classes
    orders = [[column.order().tolist() for column in data.columns] for data in (one, other)]
    assert orders[0] == orders[1]


def test_that_the_way_in_costs_nothing_until_it_is_taken() -> None:
    code = (
        "import sys; from evalgui.io import loading\n"
        "from evalgui.io.bytes import source\n"
        "from evalgui.io.meaning import Reading, Roles\n"
        "sys.exit('pyarrow' in sys.modules or 'pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_that_reading_in_the_program_never_loads_pandas(scores_csv: Path) -> None:
    code = (
        "import sys; from evalgui.io.loading import load\n"
        "from evalgui.start import no_search_for_pandas\n"
        f"with no_search_for_pandas(): load({str(scores_csv)!r})\n"
        "sys.exit('pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(st.text(st.sampled_from('10.,;\n" labelscorpngNA\t#-'), max_size=80))
def test_that_any_text_is_assessed_asked_about_or_refused(text: str) -> None:
    try:
        found = pasted(text)
    except (ReadingError, DataError):
        return
    if found.dataset is None:
        assert found.proposal.question
    else:
        assert found.dataset.n_rows_in_file == found.table.n_rows


@given(st.text(st.sampled_from('10.,;\n" \t#-ax'), max_size=60))
def test_that_a_table_with_any_body_is_assessed_asked_about_or_refused(text: str) -> None:
    header = "label,score\n1,0.5\n0,0.25\n"
    try:
        found = pasted(header + text, Roles(truth="label", scores=("score",)))
    except (ReadingError, DataError):
        return
    if found.dataset is not None:
        n_excluded = sum(exclusion.count for exclusion in found.dataset.exclusions)
        assert found.dataset.n + n_excluded == found.table.n_rows
