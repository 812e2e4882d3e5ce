"""HDF5: tables, sparse lists of trials, and nothing that leads out of the file."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.formats import hdf5
from evalgui.io.formats.registry import read, sniff
from evalgui.io.loading import load_source
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.sandbox import parent

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.table.raw_table import RawTable

SAMPLES = Path(__file__).parents[3] / "resources" / "reference" / "formats"
MODELS = np.array([b"m1", b"m2", b"m3"])
SEGMENTS = np.array([b"s1", b"s2", b"s3", "s\xe4".encode()])
KEY = np.array([[1, -1, 0, 0], [0, 1, -1, 0], [0, 0, 0, -1]], "i1")
SCORES = np.arange(12).reshape(3, 4) / 7
LISTED = [
    ["m1", "s1", "target"],
    ["m1", "s2", "nontarget"],
    ["m2", "s2", "target"],
    ["m2", "s3", "nontarget"],
    ["m3", "s\xe4", "nontarget"],
]


def written(*arrays: tuple[str, Any], make: Callable[[Any], object] | None = None) -> bytes:
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        for name, values in arrays:
            file[name] = values
        if make is not None:
            make(file)
    return stream.getvalue()


def opened(data: bytes, sheet: str | None = None) -> RawTable:
    return read(Source.from_bytes("a.h5", data), ReadOptions(sheet=sheet))


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def refusal(data: bytes, sheet: str | None = None) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(data, sheet)
    assert caught.value.hint
    return str(caught.value)


# --------------------------------------------------------------------------------- trials


def test_that_the_samples_are_a_key_and_scores() -> None:
    source = read_source(SAMPLES / "bosaris-key.h5")
    assert sniff(source).name == "HDF5"
    loaded = load_source(source)
    key = loaded.table
    assert loaded.dataset is None
    assert "This is a key without scores" in loaded.proposal.question
    assert (key.names, key.n_rows) == (("enroll", "test", "key"), 12)
    assert key.known is not None
    assert (key.known.lacks, key.known.roles.truth) == ("scores", "key")
    assert key.how.describe() == "BOSARIS key in HDF5"
    loaded = load_source(read_source(SAMPLES / "bosaris-scores.h5"))
    scores = loaded.table
    assert loaded.dataset is None
    assert "These are scores without a truth" in loaded.proposal.question
    assert (scores.names, scores.n_rows) == (("enroll", "test", "score"), 12)
    assert scores.known is not None
    assert (scores.known.lacks, scores.known.roles.scores) == ("key", ("score",))
    assert [row[:2] for row in rows(key)] == [row[:2] for row in rows(scores)]
    assert rows(key)[:3] == [
        ["m1", "s1.wav", "target"],
        ["m1", "s2.wav", "nontarget"],
        ["m1", "s3.wav", "nontarget"],
    ]
    assert scores.column("score").head(3) == ["-1.5", "-0.625", "0.25"]


@pytest.mark.parametrize(
    ("enroll", "test"),
    [("modelset", "segset"), ("modelset", "segest"), ("ID/row_ids", "ID/column_ids")],
)
def test_that_a_key_is_a_list_of_its_trials(enroll: str, test: str) -> None:
    both = ((enroll, MODELS), (test, SEGMENTS))
    assert rows(opened(written(*both, ("trial_mask", KEY)))) == LISTED
    masks = (("target_mask", KEY > 0), ("nontarget_mask", KEY < 0))
    assert rows(opened(written(*both, *masks))) == LISTED
    # As a program writes it that stores matrices by columns.
    turned = opened(written(*both, ("trial_mask", KEY.T)))
    assert sorted(rows(turned)) == sorted(LISTED)


def test_that_scores_with_their_key_open_at_once() -> None:
    data = written(
        ("modelset", MODELS), ("segset", SEGMENTS), ("trial_mask", KEY), ("scores", SCORES)
    )
    dataset = load_source(Source.from_bytes("a.h5", data)).dataset
    assert dataset is not None
    assert dataset.positive_class == "target"
    assert dataset.scores[0].values.tolist() == SCORES[KEY != 0].tolist()


def test_that_only_scores_that_the_mask_marks_are_rows() -> None:
    ids = (("modelset", MODELS), ("segset", SEGMENTS), ("scores", SCORES.astype("f4")))
    found = opened(written(*ids, ("score_mask", (KEY != 0).astype("i1"))))
    assert [row[:2] for row in rows(found)] == [row[:2] for row in LISTED]
    values = found.column("score").parse_numbers().values
    assert values.dtype == np.float32
    assert values.tolist() == SCORES.astype("f4")[KEY != 0].tolist()
    assert opened(written(*ids)).n_rows == 12


def test_that_a_list_without_nontargets_is_said() -> None:
    data = written(("modelset", MODELS), ("segset", SEGMENTS), ("trial_mask", KEY != 0))
    assert [finding.code for finding in opened(data).findings] == ["only_targets"]


def test_that_a_sparse_list_is_never_a_dense_table() -> None:
    # 100 million pairs, of which 2000 are trials, in a file of less than a megabyte.
    def make(file: Any) -> None:
        file["modelset"] = np.array([f"m{n}" for n in range(2_000)]).astype("S")
        file["segset"] = np.array([f"s{n}" for n in range(50_000)]).astype("S")
        shape, chunks = (2_000, 50_000), (100, 5_000)
        mask = file.create_dataset("trial_mask", shape, "i1", chunks=chunks, compression="gzip")
        for row in range(0, 2_000, 100):
            mask[row, :100] = np.where(np.arange(100) % 5, -1, 1)

    found = opened(written(make=make))
    assert found.n_rows == 2_000
    assert rows(found)[101] == ["m100", "s1", "nontarget"]


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ((("modelset", MODELS), ("segset", SEGMENTS), ("trial_mask", KEY[:2])), "do not fit"),
        ((("modelset", MODELS), ("segset", SEGMENTS), ("scores", SCORES[0])), "do not fit"),
        ((("modelset", KEY), ("segset", SEGMENTS), ("trial_mask", KEY)), "no list of texts"),
        (
            (("modelset", MODELS), ("segset", SEGMENTS), ("scores", SCORES.astype(complex))),
            "does not hold numbers",
        ),
        (
            (("modelset", MODELS), ("segset", np.array([b"\xff"])), ("trial_mask", KEY[:, :1])),
            "no valid UTF-8",
        ),
        (
            (("modelset", MODELS), ("segset", SEGMENTS), ("trial_mask", KEY * 0)),
            "no data rows",
        ),
    ],
)
def test_that_a_list_that_does_not_fit_is_refused(arrays: Any, words: str) -> None:
    assert words in refusal(written(*arrays))


@given(st.data())
@settings(max_examples=25)
def test_that_any_list_of_trials_comes_back(data: st.DataObject) -> None:
    shape = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    drawn = st.lists(st.sampled_from([-1, 0, 1]), min_size=shape[1], max_size=shape[1])
    key = np.array(data.draw(st.lists(drawn, min_size=shape[0], max_size=shape[0])), "i1")
    floats = st.lists(st.floats(), min_size=shape[1], max_size=shape[1])
    scores = np.array(data.draw(st.lists(floats, min_size=shape[0], max_size=shape[0])))
    ids = [
        np.array([f"{kind}{n}" for n in range(n_ids)])
        for kind, n_ids in zip("ms", shape, strict=True)
    ]
    content = written(
        ("modelset", ids[0].astype("S")),
        ("segset", ids[1].astype("S")),
        ("trial_mask", key),
        ("scores", scores),
    )
    # The same code as in the child, without starting one for each of them.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hdf5, "_shut_other_files", lambda: None)
        facts, parts = hdf5.read_in_child(content)
    assert facts["n_rows"] == np.count_nonzero(key)
    assert parts["4"] == scores[key != 0].tobytes()
    marked = np.argwhere(key)
    assert [np.frombuffer(parts[name], "<i4").tolist() for name in ("0", "2")] == marked.T.tolist()
    codes = np.frombuffer(parts["5"], "<i4")
    assert codes.tolist() == [0 if key[tuple(pair)] > 0 else 1 for pair in marked]


# --------------------------------------------------------------------------------- tables


def table_file(file: Any) -> None:
    group = file.create_group("test")
    group["label"] = np.array([b"pos", b"neg", b"neg"])
    group["score"] = np.array([0.5, 0.25, 0.1])
    group["classes"] = np.array([b"neg", b"pos"])
    file.attrs["note"] = "attributes are no data"


def test_that_the_data_sets_of_a_group_are_a_table() -> None:
    found = opened(written(make=table_file))
    assert found.names == ("label", "score")
    assert rows(found) == [["pos", "0.5"], ["neg", "0.25"], ["neg", "0.1"]]
    assert found.how.describe() == "HDF5, table '/test'"
    assert [(f.code, f.count) for f in found.findings] == [("other_data", 1)]
    loaded = load_source(Source.from_bytes("a.h5", written(make=table_file)))
    assert loaded.dataset is not None
    assert loaded.dataset.scores[0].values.tolist() == [0.5, 0.25, 0.1]


def test_that_every_kind_of_cell_has_a_text() -> None:
    def make(file: Any) -> None:
        words = h5py.enum_dtype({"NO": 0, "YES": 1}, basetype="i1")
        file.create_dataset("a", data=["x", "\xfc"], dtype=h5py.string_dtype())
        file["b"] = np.array([b"x", "\xfc".encode()])
        file.create_dataset("c", data=np.array([1, 7]), dtype=words)
        file["d"] = np.array([True, False])
        file["e"] = np.array([2**63, 2**64 - 1], ">u8")
        file["f"] = np.array([0.1, np.nan], "f2")
        file["g"] = np.array([[1, 2], [3, 4]], "i1")
        file["h"] = np.array([1 / 3, -np.inf], ">f8")
        file["no"] = np.array([1j, 2j])
        file["nor"] = np.array([file.ref, file.ref], h5py.ref_dtype)

    found = opened(written(make=make))
    assert found.names == ("a", "b", "c", "d", "e", "f", "g_0", "g_1", "h")
    assert rows(found) == [
        ["x", "x", "YES", "true", str(2**63), "0.099975586", "1", "2", repr(1 / 3)],
        ["\xfc", "\xfc", "", "false", str(2**64 - 1), "", "3", "4", "-inf"],
    ]
    assert [(f.code, f.count) for f in found.findings] == [("other_data", 2)]


def test_that_records_are_a_table() -> None:
    kind = [("id", "S3"), ("p", "<f8", 2), ("text", h5py.string_dtype()), ("no", "c16")]
    records = np.array([(b"007", (0.5, 0.25), "\xfc", 0), (b"7", (1, 2), "", 0)], kind)
    found = opened(written(("records", records)))
    assert found.names == ("id", "p_0", "p_1", "text")
    assert rows(found) == [["007", "0.5", "0.25", "\xfc"], ["7", "1.0", "2.0", ""]]


def two_tables(file: Any) -> None:
    table_file(file)
    file["other/label"] = np.array([b"pos", b"neg"])
    file["other/score"] = np.array([1.0, 2.0])


def test_that_it_is_asked_which_of_two_tables_is_meant() -> None:
    source = Source.from_bytes("a.h5", written(make=two_tables))
    loaded = load_source(source)
    assert loaded.dataset is None
    assert "There are tables '/other' and '/test': is '/test' the one?" in (
        loaded.proposal.question
    )
    assert loaded.table.how.sheets == ("/other", "/test")
    told = load_source(source, options=ReadOptions(sheet="/other"))
    assert told.dataset is not None
    assert told.dataset.scores[0].values.tolist() == [1.0, 2.0]
    assert "there is no table '/x'" in refusal(source.data, "/x")


def test_that_two_lengths_in_one_group_are_two_tables() -> None:
    def make(file: Any) -> None:
        for name, n in (("a", 2), ("b", 2), ("c", 3), ("d", 3)):
            file[name] = np.arange(n)

    assert opened(written(make=make)).how.sheets == ("/ (2 rows)", "/ (3 rows)")


# ------------------------------------------------------------------------------- refusals


def linked(file: Any) -> None:
    table_file(file)
    file["away"] = h5py.ExternalLink("/etc/hostname", "/x")


def virtual(file: Any) -> None:
    table_file(file)
    layout = h5py.VirtualLayout((3,), "f8")
    layout[:] = h5py.VirtualSource("other.h5", "x", (3,))
    file.create_virtual_dataset("test/away", layout)


def external(file: Any) -> None:
    table_file(file)
    file.create_dataset("test/away", (3,), "u1", external=[("/etc/hostname", 0, 3)])


def filtered(file: Any) -> None:
    table_file(file)
    created = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    created.set_chunk((3,))
    created.set_filter(32_015, h5py.h5z.FLAG_OPTIONAL)  # Zstandard, a plugin
    space = h5py.h5s.create_simple((3,))
    h5py.h5d.create(file["test"].id, b"away", h5py.h5t.NATIVE_DOUBLE, space, created)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (linked, "a link to another file"),
        (virtual, "put together from other files"),
        (external, "put together from other files"),
        (filtered, "a filter that is not read (number 32015)"),
        (lambda file: file.create_dataset("x", data=3.5), "no data in the HDF5 file look like"),
        (lambda file: file.create_dataset("x", data=np.zeros(3)), "look like a table"),
    ],
)
def test_that_what_leads_out_of_the_file_is_refused(make: Any, words: str) -> None:
    assert words in refusal(written(make=make))


def test_that_links_within_the_file_are_counted_and_not_followed() -> None:
    def make(file: Any) -> None:
        table_file(file)
        file["soft"] = h5py.SoftLink("/test")
        file["test/circle"] = file["/"]

    found = opened(written(make=make))
    assert found.n_rows == 3
    assert [f.code for f in found.findings] == ["other_data", "links"]


def test_that_an_announcement_beyond_memory_is_refused() -> None:
    def make(file: Any) -> None:
        for name in "ab":
            file.create_dataset(name, (1 << 40,), "f8", chunks=(1 << 16,), compression="gzip")

    data = written(make=make)
    assert len(data) < 10_000
    assert f"the table '/' is too large: {grouped(1_099_511_627_776)} rows of 2 columns" in refusal(
        data
    )


def test_that_without_the_package_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "h5py.py").write_text("raise ImportError\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    message = refusal(written(make=table_file))
    assert "is not installed" in message
    assert 'pip install "evalgui[hdf5]"' in message


def test_that_a_file_beyond_the_limit_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parent, "SIZE_LIMIT", 100)
    assert "size limit for HDF5 files is 100 bytes" in refusal(written(make=table_file))


def test_that_cancel_ends_the_child() -> None:
    answers = iter([False, True])
    source = Source.from_bytes("a.h5", written(make=table_file))
    with pytest.raises(CancelledError):
        read(source, None, Watch(None, lambda: next(answers)))


def test_that_a_file_that_was_cut_off_is_refused() -> None:
    data = written(make=table_file)
    for n_bytes in (20, len(data) // 2, len(data) - 8):
        assert "damaged or incomplete" in refusal(data[:n_bytes])


def test_that_damage_ends_no_more_than_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    # HDF5 itself may die of such files, or never come back.
    monkeypatch.setattr(parent, "SECONDS", 1.0)
    good = [written(make=two_tables), (SAMPLES / "bosaris-scores.h5").read_bytes()]
    for number in range(10):
        drawn = random.Random(number)  # noqa: S311 - no secret
        data = bytearray(drawn.choice(good))
        for _ in range(drawn.choice([1, 2, 4])):
            place = drawn.randrange(8, len(data))
            size = drawn.choice([0, 255, 2**31, 2**40, 2**64 - 1])
            data[place : place + 8] = size.to_bytes(8, "little")[: len(data) - place]
        try:
            table = opened(bytes(data))
        except EvalguiError as error:
            assert error.hint  # noqa: PT017 - it may also be read
        else:
            assert all(len(column) == table.n_rows for column in table.columns)
            assert json.dumps(rows(table)[:9])
