"""Rows of texts, subsets and weights are counted as they are opened."""

from __future__ import annotations

import bz2
import csv
import errno
import gzip
import io
import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import feather, parquet

from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.assessing.open_questions import UnansweredError, answered
from evalgui.io.bytes.source import Source
from evalgui.io.counting import pieces
from evalgui.io.counting.count import Counting, count
from evalgui.io.formats import delimited
from evalgui.io.keeping.safe_writing import WritingError
from evalgui.io.loading import load_source
from evalgui.io.meaning import ReadOptions, Roles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from evalgui.core.dataset import Dataset

_ROLES = Roles(
    truth="label",
    scores=("similarity",),
    positive="genuine",
    higher_is_positive=True,
    missing_labels=(),
    subjects=(),
)
_LABELS = ["genuine", "genuine", "impostor", "impostor", " genuine", "Impostor", "", "other"]
_NUMBERS = [
    *("0.5", "0.25", "-0", "-0.0", "0", "1e-320", "4.9e-324", "-1.5E3", "inf", "-Infinity"),
    *("NaN", "NA", "", " 0.125 ", "0.1000000000000000055511151231257827", "0.1", "+3", ".75"),
    *("9007199254740993", "9007199254740992", "123456789012345678901234567890", "1e400"),
    *("12345678901234567.5", "5e-401", "0.30000000000000004", "-7."),
]
_ODD = ["<0.5", ">100", "0x1F", "1_000", "1.234,5", "5 %", "yes", "1,234.5", "\u22121.5", "\uff11"]
_SUBSETS = ["", 'site == "A"', "n > 1", "not missing(site)", 'contains(site, "\u00fc") or n < 2']


def _files(folder: Path, rows: Sequence[Sequence[str]], how: dict[str, Any]) -> list[Path]:
    """Write rows as delimited text."""
    stream = io.StringIO(newline="")
    ends: dict[str, Any] = {"delimiter": how["delimiter"], "lineterminator": how["end"]}
    ends["quoting"] = csv.QUOTE_ALL if how["quoted"] else csv.QUOTE_MINIMAL
    writer = csv.writer(stream, **ends)
    header = ["site", "label", "similarity", "n"]
    if how["decimal"] == ",":
        rows = [[*row[:2], row[2].translate(str.maketrans(".,", ",.")), row[3]] for row in rows]
    writer.writerows([header, *rows])
    text = stream.getvalue().encode(how["encoding"])
    pack: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress}
    packed = pack.get(how["suffix"], bytes)(text)
    path = folder / f"rows.csv{how['suffix']}"
    path.write_bytes(packed)
    return [path]


def _opened(path: Path, roles: Roles | None = None) -> Dataset:
    source = Source.from_bytes(path.name, path.read_bytes())
    return answered(load_source(source, roles=roles or Roles()))


def _tally(dataset: Dataset) -> dict[object, tuple[int, int]]:
    """Return how many negatives and positives have each score; a score as an exact number."""
    score = dataset.scores[0]
    counts = dataset.row_counts
    if counts is None:
        counts = np.zeros((len(dataset.truth), len(dataset.classes)), np.int64)
        counts[np.arange(len(dataset.truth)), dataset.truth] = 1
    own = counts[:, dataset.positive]
    pairs = np.stack([counts.sum(axis=1) - own, own], axis=1).tolist()
    found: dict[object, tuple[int, int]] = {}
    for value, (negative, positive) in zip(score.values.tolist(), pairs, strict=True):
        key = "none" if np.isnan(value) else score.base + int(value) if score.base else value
        before = found.get(key, (0, 0))
        found[key] = before[0] + negative, before[1] + positive
    return {key: pair for key, pair in found.items() if any(pair)}


def _require_same(paths: list[Path], out: Path, roles: Roles) -> bool:
    """Count a file, and compare with opening it; return whether it can be opened."""
    try:
        whole = _opened(paths[0], roles)
    except EvalguiError as error:
        with pytest.raises(EvalguiError) as found:
            count(paths, out, Counting(roles, is_exact=True))
        is_question = isinstance(error, UnansweredError)
        assert isinstance(found.value, UnansweredError) == is_question
        assert not out.exists()
        return False
    if np.isnan(whole.scores[0].values).all():
        with pytest.raises(DataError, match="no row that is counted has a number"):
            count(paths, out, Counting(roles, is_exact=True))
        return False
    said = count(paths, out, Counting(roles, is_exact=True))
    counted = _opened(out)
    assert _tally(counted) == _tally(whole)
    assert said.set_aside == {one.reason: one.count for one in whole.exclusions}
    assert said.n_rows == whole.n_rows_in_file
    assert counted.scores[0].higher_is_positive == whole.scores[0].higher_is_positive
    assert counted.scores[0].unit == whole.scores[0].unit
    assert counted.classes[counted.positive] == whole.classes[whole.positive]
    for threshold in np.unique(whole.scores[0].values)[:: max(1, len(whole.scores[0].values) // 5)]:
        if np.isfinite(threshold) and not whole.scores[0].base:
            of_rows, of_counts = (
                resolve(Inputs(one, threshold=float(threshold))).point for one in (whole, counted)
            )
            assert of_rows is not None
            assert of_counts is not None
            assert of_rows.counts == of_counts.counts
    return True


_HOW = st.fixed_dictionaries(
    {
        "delimiter": st.sampled_from([";", "\t", ","]),
        "decimal": st.sampled_from([".", ","]),
        "end": st.sampled_from(["\n", "\r\n"]),
        "quoted": st.booleans(),
        "encoding": st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
        "suffix": st.sampled_from(["", ".gz", ".bz2"]),
    }
)
_ROW = st.tuples(
    st.sampled_from(["A", "B ", "C, d", 'x"y', "\u00fc\nz", "", "NA"]),
    st.sampled_from(_LABELS),
    st.one_of(
        st.sampled_from(_NUMBERS),
        st.floats(allow_nan=False).map(repr),
        st.floats(0, 1).map(lambda value: f"{value:.3f}"),
        st.integers(-(2**54), 2**54).map(str),
    ),
    st.sampled_from(["1", "2", "3", "0"]),
)


@settings(max_examples=6, deadline=None)
@given(
    st.lists(_ROW, min_size=1, max_size=40),
    _HOW,
    st.sampled_from(_SUBSETS),
    st.sampled_from([None, "n"]),
    st.booleans(),
    st.lists(st.sampled_from(_ODD), max_size=2),
    st.sampled_from([None, True]),
    st.sampled_from([None, "below", "at", "half", "set-aside"]),
)
def test_that_texts_are_counted_as_they_are_opened(  # noqa: PLR0917 - all of a file
    tmp_path_factory, rows, how, subset, weight, higher, odd, aside, limits
) -> None:
    rows = [("A", "genuine", "0.5", "2"), ("B", "impostor", "0.25", "1"), *rows]
    rows += [("A", "impostor", text, "1") for text in odd if ord(text[0]) < 255]
    if how["decimal"] == ",":
        how = {**how, "delimiter": ";" if how["delimiter"] == "," else how["delimiter"]}
    roles = replace(
        _ROLES,
        higher_is_positive=higher,
        subset=subset,
        weight=weight or "",
        set_aside_unreadable=aside,
        limits=limits,
    )
    folder = tmp_path_factory.mktemp("texts")
    with patch.multiple(pieces, _TEXT=64):
        _require_same(_files(folder, rows, how), folder / "counts.parquet", roles)


@settings(max_examples=6, deadline=None)
@given(
    st.lists(_ROW, min_size=1, max_size=40),
    st.sampled_from(["text", "float32", "float64", "int64", "decimal", "dictionary"]),
    st.sampled_from(["text", "dictionary", "bool", "int8", "float64"]),
    st.sampled_from(_SUBSETS),
    st.sampled_from(["", "n"]),
    st.sampled_from(["parquet", "arrow", "arrows", "zstd"]),
    st.sampled_from([None, "missing", "other"]),
    st.sampled_from([(), ("other",)]),
)
def test_that_columns_of_any_type_are_counted_as_they_are_opened(  # noqa: PLR0917 - as above
    tmp_path_factory, rows, number, label, subset, weight, form, blank, missing
) -> None:
    rows = [("A", "genuine", "0.5", "2"), ("B", "impostor", "0.25", "1"), *rows]
    sites, labels, texts, sizes = (list(column) for column in zip(*rows, strict=True))
    if label in {"text", "dictionary"}:
        truth, positive = pa.array(labels), "genuine"
    else:
        numbers = [None if not one else "g" in one for one in labels]
        truth = pa.array(numbers, pa.bool_()).cast(pa.int8())
        positive = {"bool": "true", "int8": "1", "float64": "1"}[label]
        truth = truth.cast({"bool": pa.bool_(), "int8": pa.int8(), "float64": pa.float64()}[label])
    found = pa.array([_double(text) for text in texts], pa.float64())
    scores: Any = {
        "text": lambda: pa.array(texts),
        "dictionary": lambda: pa.array(texts).dictionary_encode(),
        "float32": lambda: found.cast(pa.float32(), safe=False),
        "float64": lambda: found,
        "int64": lambda: pa.array([_whole(text) for text in texts], pa.int64()),
        "decimal": lambda: pa.array([_whole(text) for text in texts], pa.decimal128(25, 3)),
    }[number]()
    truth = truth.dictionary_encode() if label == "dictionary" else truth
    names = ["site", "label", "similarity", "n"]
    columns: list[Any] = [pa.array(sites), truth, scores, pa.array([int(n) for n in sizes])]
    table: Any = pa.table(columns, names)
    folder = tmp_path_factory.mktemp("typed")
    path = folder / f"rows.{form}"
    _write(table, path, form)
    roles = replace(_ROLES, positive=positive, subset=subset, weight=weight)
    roles = replace(roles, blank_labels=blank, missing_labels=missing)
    with patch.multiple(pieces, _ROWS=7):
        _require_same([path], folder / "counts.parquet", roles)


def _double(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _whole(text: str) -> int | None:
    return int(text) if text.lstrip("-").isdigit() and len(text) < 18 else None


def _write(table: pa.Table, path: Path, form: str) -> None:
    if form == "parquet":
        parquet.write_table(table, path, row_group_size=11)
    elif form == "zstd":
        feather.write_feather(table, path, compression="zstd", chunksize=5)
    else:
        new: Any = pa.ipc.new_file if form == "arrow" else pa.ipc.new_stream
        with new(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=5)


@pytest.mark.parametrize("texts", [["9007199254740993", "9007199254740992", "9007199254740994"]])
def test_that_whole_numbers_that_no_double_is_are_kept_apart(texts, tmp_path) -> None:
    rows = [("A", label, text, "1") for text in texts for label in ("genuine", "impostor")]
    how = {"delimiter": ",", "decimal": ".", "end": "\n", "quoted": False}
    files = _files(tmp_path, rows, {**how, "encoding": "utf-8", "suffix": ""})
    with patch.multiple(pieces, _TEXT=20):
        assert _require_same(files, tmp_path / "counts.parquet", _ROLES)


def test_that_a_row_without_a_label_may_be_of_the_other_class(tmp_path) -> None:
    path, out = tmp_path / "rows.parquet", tmp_path / "counts.parquet"
    labels = pa.array(["genuine", None, "genuine", None, ""])
    table: Any = pa.table({"label": labels, "similarity": [1.0, 0.0, 2.0, 0.0, 3.0]})
    parquet.write_table(table, path)
    assert _require_same([path], out, replace(_ROLES, blank_labels="other"))
    assert _opened(out).class_sizes.tolist() == [3, 2]


def test_that_a_missing_score_may_be_the_worst(tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    path.write_text("label,similarity\ngenuine,1\nimpostor,0\ngenuine,\n", "utf-8")
    roles = replace(_ROLES, missing_scores="worst")
    assert _require_same([path], out, roles)
    assert -np.inf in _opened(out).scores[0].values
    with pytest.raises(DataError, match="no score"):
        count([path], out, Counting(replace(_ROLES, missing_scores="refuse")))


@pytest.mark.parametrize(
    ("roles", "words"),
    [
        ({"weight": "w"}, "not a whole number"),
        ({"blank_labels": "above"}, "of the row above"),
        ({"species": "w"}, "only one score"),
        ({"subset": "w > 'a'"}, "holds numbers"),
        ({"subset": "v > 1"}, "no column 'v'"),
        ({"subset": "__import__('os')"}, "rows cannot be chosen"),
    ],
)
def test_that_what_is_not_counted_is_refused_in_words(roles, words, tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    path.write_text("label,similarity,w\ngenuine,1,0.5\nimpostor,0,1\n", "utf-8")
    with pytest.raises(DataError, match=words):
        count([path], out, Counting(replace(_ROLES, **roles)))
    assert [one.name for one in tmp_path.iterdir()] == ["rows.csv"]


def test_that_later_rows_which_say_otherwise_are_refused(tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    rows = ["genuine;1;1;2", "impostor;0;2;1"] * 20
    path.write_text("\n".join(["label;similarity;a;b", *rows, "genuine;0,5;x;1"]), "utf-8")
    like = "\n".join(["label;similarity;a;b", *rows])
    first = load_source(Source.from_bytes("rows.csv", like.encode())).table
    with (
        patch.multiple(pieces, _TEXT=100),
        patch.object(pieces.Pieces, "first_rows", lambda _: first),
    ):
        with pytest.raises(DataError, match="not a number"):
            count([path], out, Counting(_ROLES))
        roles = replace(_ROLES, set_aside_unreadable=True, subset="a < b")
        with pytest.raises(DataError, match="in some of its rows only"):
            count([path], out, Counting(roles))


_MESSY = """\
# of a laboratory

site;label;similarity;note
A;genuine;0,5;
A;impostor;0,25;"two
lines"
B;genuine;0,75
B;impostor;0,1;;1;2
# in between

site;label;similarity;note
A;genuine;x;
"B";impostor;;5" disk
B;impostor;"0,3";
Total;;1,9;
"""


def test_that_units_and_what_is_odd_of_numbers_are_told(tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    rows = ["genuine;14 %", "impostor;0.5 %", "genuine;2 %", "m\u00fcde;3 %"]
    path.write_bytes("\n".join(["label;similarity", *rows]).encode("cp1252"))
    assert _require_same([path], out, _ROLES)
    counted = _opened(out)
    assert counted.scores[0].name == "similarity (%)"
    told = " ".join(one.text for one in counted.findings)
    assert "the encoding is a guess" in told
    assert "have a percent sign" in told
    out.unlink()
    path.write_text("label,similarity\ngenuine,1e400\nimpostor,1e-400\n", "utf-8")
    assert _require_same([path], out, _ROLES)
    told = " ".join(one.text for one in _opened(out).findings)
    assert "too large for a double: 1" in told
    assert "too small for a double: 1" in told
    mixed = ["label;similarity", *rows[1:3] * 20, *["genuine;7"] * 20]
    path.write_text("\n".join(mixed), "utf-8")
    out.unlink()
    assert not _require_same([path], out, _ROLES)
    with (
        patch.multiple(pieces, _TEXT=20),
        patch.object(pieces.Pieces, "first_rows", lambda _: _table(rows[1:3])),
        pytest.raises(DataError, match="have a unit"),
    ):
        count([path], out, Counting(_ROLES))


def _table(rows: Sequence[str]) -> Any:
    text = "\n".join(["label;similarity", *rows])
    return load_source(Source.from_bytes("rows.csv", text.encode())).table


@pytest.mark.parametrize("size", [1 << 20, 60])
def test_that_what_is_no_row_of_data_is_not_counted(size, tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    path.write_text(_MESSY, "utf-8")
    roles = replace(_ROLES, set_aside_unreadable=True, decimal=",")
    with patch.multiple(pieces, _TEXT=size):
        assert _require_same([path], out, roles)


def test_that_large_texts_are_told_by_their_first_and_last_rows(tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    rows = [f"{label};{n % 50 / 8};\u00fc" for label in ("genuine", "impostor") for n in range(700)]
    path.write_text("\n".join(["label;similarity;site", *rows]), "cp1252")
    with patch.multiple(pieces, _TEXT=2000, _CHUNK=4000, _SOME_TEXT=1000):
        said = count([path], out, Counting(Roles(positive="genuine", subset="site == '\u00fc'")))
    assert (said.positive, said.negative, said.n_rows) == ("genuine", "impostor", 1400)
    assert not said.set_aside
    path.write_bytes(path.read_bytes() + b"\ngenuine;1;\x81")
    with (
        patch.multiple(pieces, _TEXT=2000, _CHUNK=4000, _SOME_TEXT=1000),
        pytest.raises(ReadingError, match="not valid Windows-1252"),
    ):
        count([path], tmp_path / "more.parquet", Counting(_ROLES))
    path.write_bytes(gzip.compress(path.read_bytes())[:-20])
    with pytest.raises(ReadingError, match="damaged or incomplete"):
        count([path], tmp_path / "more.parquet", Counting(_ROLES))
    assert {one.name for one in tmp_path.iterdir()} == {"rows.csv", "counts.parquet"}


def test_that_a_full_disk_and_a_cancel_leave_nothing_behind(tmp_path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "counts.parquet"
    path.write_text("label,similarity\ngenuine,1\nimpostor,0\n", "utf-8")
    full = OSError(errno.ENOSPC, "full")
    with (
        patch("pyarrow.parquet.ParquetWriter.write_table", side_effect=full),
        pytest.raises(WritingError, match="full"),
    ):
        count([path], out, Counting(_ROLES))
    asked = itertools.count()
    watch = Watch(None, lambda: next(asked) > 4)
    with pytest.raises(CancelledError):
        count([path], out, Counting(_ROLES), watch)
    assert [one.name for one in tmp_path.iterdir()] == ["rows.csv"]


def test_that_files_of_several_kinds_or_columns_are_named(tmp_path) -> None:
    table: Any = pa.table({"label": ["genuine", "impostor"], "similarity": [1.0, 0.0]})
    parquet.write_table(table, tmp_path / "a.parquet")
    feather.write_feather(table, tmp_path / "b.feather")
    (tmp_path / "c.csv").write_text("label,similarity\ngenuine,1\nimpostor,0\n", "utf-8")
    (tmp_path / "d.csv").write_text("label,score\ngenuine,1\nimpostor,0\n", "utf-8")
    (tmp_path / "e.json").write_text('[{"label": "genuine", "similarity": 1}]', "utf-8")
    refused = [
        (("a.parquet", "c.csv"), r"a.parquet \(Parquet\).*c.csv \(delimited text\)"),
        (("b.feather", "c.csv"), r"b.feather \(Arrow\)"),
        (("c.csv", "d.csv"), "d.csv.*not those of c.csv: it lacks 'similarity'"),
        (("e.json",), "e.json.*opened and not counted"),
    ]
    for names, words in refused:
        with pytest.raises((DataError, ReadingError), match=words):
            count([tmp_path / name for name in names], tmp_path / "out.parquet", Counting(_ROLES))


def test_that_texts_are_counted_together_with_what_is_kept(tmp_path) -> None:
    for name, end, sign in (("a", "\n", "."), ("b", "\r\n", ",")):
        rows = [f"{'genuine' if n % 3 else 'impostor'};{n / 8};S{n % 2}" for n in range(40)]
        text = end.join(["Label;similarity;truth", *(row.replace(".", sign) for row in rows)])
        (tmp_path / f"{name}.csv").write_bytes(text.encode("utf-16" if name == "b" else "utf-8"))
    out, roles = tmp_path / "counts.parquet", replace(_ROLES, truth="Label", decimal=",")
    (tmp_path / "a.csv").unlink()
    said = count([tmp_path], out, Counting(roles, is_exact=True, by=("truth",)))
    assert (said.n_rows, said.by, said.score) == (40, ("truth",), "similarity")
    whole = _opened(tmp_path / "b.csv", roles)
    counted = _opened(out)
    assert _tally(counted) == _tally(whole)
    assert {column.name for column in counted.columns} >= {"truth", "similarity"}


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(*[st.text('ab "\n,#é', max_size=6)] * 3), min_size=1, max_size=30),
    st.sampled_from(["utf-8", "utf-16", "cp1252", "utf-32"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(1, 60),
)
def test_that_pieces_of_a_text_are_the_whole(rows, encoding, end, size) -> None:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator=end)
    writer.writerows([("site", "label", "score"), ("x", "y", "0.5"), *rows])
    data = stream.getvalue().encode(encoding)
    options = ReadOptions(encoding=encoding, delimiter=",", header=True)
    options = options if encoding in {"utf-8", "cp1252"} else replace(options, encoding=None)

    def chunks() -> Iterator[bytes]:
        yield from (data[start : start + 40] for start in range(0, len(data), 40))

    try:
        whole = delimited.read(Source.from_bytes("a.csv", data), options, Watch())
    except ReadingError:
        with pytest.raises(ReadingError):
            [*delimited.tables("a.csv", chunks(), options, Watch(), size)]
        return
    parts = [*delimited.tables("a.csv", chunks(), options, Watch(), size)]
    assert all(part.names == whole.names for part in parts)
    for place, column in enumerate(whole.columns):
        cells = (part.columns[place].cells().to_pylist() for part in parts)
        assert [*itertools.chain(*cells)] == column.cells().to_pylist()


def test_that_texts_of_other_decimal_signs_are_refused_and_named(tmp_path) -> None:
    """Read with the sign of the first, all rows of another file would be without a score."""
    (tmp_path / "a.csv").write_text("truth;s\n1;0.75\n0;0.25\n1;1\n")
    (tmp_path / "b.csv").write_text("truth;s\n1;0,75\n0;0,25\n1;1\n")
    with pytest.raises(DataError, match=r"b\.csv: the numbers of 's' have a decimal comma"):
        count([tmp_path], tmp_path / "c.parquet", Counting())
    assert not (tmp_path / "c.parquet").exists()
