"""NumPy arrays: read by our own look at the header, never run, never larger than they are."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.score_table import ScoreTable
from evalgui.io.bytes.source import Source
from evalgui.io.formats import numpy_array, zip_archive
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.sandbox import parent

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

LABELS = np.array(["pos", "neg", "neg"])
SCORES = np.array([0.9, 0.2, 1 / 3])


def npy(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def npz(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


ARCHIVE = npz(label=LABELS, score=SCORES)


def opened(data: bytes) -> RawTable:
    return read(Source.from_bytes("a.npz", data))


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def refusal(data: bytes) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(data)
    assert caught.value.hint
    return str(caught.value)


def with_header(header: str, body: bytes = b"\0" * 80) -> bytes:
    text = header.encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + body


DOUBLES = "{'descr': '<f8', 'fortran_order': False, 'shape': "
ONE = "'fortran_order': False, 'shape': (1,)}"


def test_that_an_archive_is_a_table_of_its_arrays() -> None:
    found = opened(npz(label=LABELS, score=SCORES))
    assert found.names == ("label", "score")
    assert rows(found) == [["pos", "0.9"], ["neg", "0.2"], ["neg", repr(1 / 3)]]
    loaded = load_source(Source.from_bytes("a.npz", npz(label=LABELS, score=SCORES)))
    assert loaded.dataset is not None
    assert loaded.dataset.scores[0].values.tolist() == SCORES.tolist()


def test_that_two_arrays_may_be_lists_of_genuine_and_impostor_scores() -> None:
    genuine, impostor = np.array([0.9, 0.8, 0.4]), np.array([0.1, 0.8, 0.3, 0.2, 0.5])
    data = npz(genuine=genuine, impostor=impostor)
    dataset = load_source(Source.from_bytes("a.npz", data)).dataset
    assert dataset is not None
    assert dict(zip(dataset.classes, dataset.class_sizes.tolist(), strict=True)) == {
        "genuine": 3,
        "impostor": 5,
    }
    # Of 15 pairs 12 are in order, and one is a tie.
    assert ScoreTable(dataset.scores[0].values, dataset.is_positive()).auc == 12.5 / 15


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", [">f8", "<f4", "<i8", ">i2", "u1", "?"])
def test_that_a_matrix_is_read_in_any_order_of_bytes(order: Any, kind: str) -> None:
    array = np.array([[1, 0], [0, 1], [1, 1]], kind, order=order)
    found = opened(npy(array))
    values = [column.parse_numbers().values for column in found.columns]
    if kind == "?":
        assert rows(found)[0] == ["true", "false"]
    else:
        assert np.array_equal(np.stack(values, axis=1), array)


def test_that_half_floats_keep_their_value() -> None:
    halves = np.array([0.685, 0.318], ">f2")
    (column,) = [c for c in opened(npz(label=LABELS[:2], s=halves)).columns if c.name == "s"]
    assert column.parse_numbers().values.tolist() == halves.astype(float).tolist()


def test_that_fields_and_texts_are_columns() -> None:
    array = np.array([(b"a", 0.5, "ü"), (b"b", 0.25, "x")], "S1,<f8,<U2")
    found = opened(npy(array))
    assert found.names == ("f0", "f1", "f2")
    assert rows(found) == [["a", "0.5", "ü"], ["b", "0.25", "x"]]


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_that_every_version_is_read(version: tuple[int, int]) -> None:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.array([[1.0, 2.0]]), version=version)
    assert rows(opened(stream.getvalue())) == [["1.0", "2.0"]]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (npy(np.array([{"a": 1}], dtype=object)), "could run code"),
        (
            npz(label=LABELS, who=np.array([{"a": 1}] * 3, dtype=object)),
            "array 'who': the array holds pickled Python objects, which could run code",
        ),
        (npy(SCORES.astype(complex)), "complex"),
        (npz(label=LABELS, score=SCORES.astype(complex)), "array 'score': the numbers are complex"),
        (npz(label=LABELS, score=SCORES[:2]), "different lengths"),
        (npy(np.zeros((2, 2, 2))), "no table"),
        (npy(np.float64(1))[:], "no table"),
        (npy(SCORES)[:-1], "damaged or incomplete"),
        (npy(SCORES) + b"x", "damaged or incomplete"),
        (with_header(DOUBLES + "(1099511627776,)}"), "announces"),
        (with_header(DOUBLES + "(-1,)}"), "shape is not valid"),
        (with_header(DOUBLES + "(True,)}"), "shape is not valid"),
        (with_header("{'descr': '<f8', 'shape': (1,)}"), "header is not valid"),
        (with_header("__import__('os')"), "header is not valid"),
        (with_header("(" * 5000), "header is not valid"),
        (with_header("{'descr': 'nonsense', " + ONE), "type is not valid"),
        (with_header("{'descr': [('a', '|O')], " + ONE), "could run code"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff", "longer than the file"),
        (b"\x93NUMPY\x09\x00\x00\x00", "its format is not known"),
        (with_header("{'descr': '<U1', " + ONE, b"\0\0\x11\0"), "no valid Unicode"),
        (b"\x93NUMPY", "its format is not known"),
    ],
)
def test_that_what_is_no_table_is_refused(data: bytes, words: str) -> None:
    assert words in refusal(data)


def test_that_what_stands_beside_the_arrays_is_passed_over_and_said() -> None:
    beside = {
        "threshold": np.float64(0.5),
        "classes": np.array(["neg", "pos"]),
        "note": np.array({"a": 1}, dtype=object),
        "images": np.zeros((3, 2, 2)),
    }
    found = opened(npz(y_true=LABELS, y_score=SCORES[:, np.newaxis], **beside))
    assert found.names == ("y_true", "y_score")
    assert rows(found) == [["pos", "0.9"], ["neg", "0.2"], ["neg", repr(1 / 3)]]
    assert [(f.code, f.count) for f in found.findings] == [("other_data", 3), ("other_lengths", 1)]
    assert "'classes' 2" in found.findings[1].text


def test_that_scores_of_python_objects_are_refused_and_not_passed_over() -> None:
    objects = np.array(["pos", "neg", "neg"], dtype=object)
    words = refusal(npz(y_true=objects, y_score=SCORES, age=SCORES))
    assert "array 'y_true': the array holds pickled Python objects" in words


def test_that_lengths_that_differ_are_named_with_the_arrays() -> None:
    words = refusal(npz(y_true=LABELS, y_score=SCORES[:2]))
    assert "'y_true' 3, 'y_score' 2" in words


def test_that_an_archive_with_other_files_is_refused() -> None:
    stream = io.BytesIO(npz(label=LABELS))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("run.py", "print(1)")
    assert "other files" in refusal(stream.getvalue())


def test_that_an_archive_that_was_cut_off_is_refused() -> None:
    data = npz(label=LABELS, score=SCORES)
    assert "damaged or incomplete" in refusal(data[:-30])


def test_that_a_bomb_in_an_archive_is_refused() -> None:
    data = npz(score=np.zeros(40 << 20))
    assert len(data) < 1_000_000
    assert "too large when it is unpacked" in refusal(data)


def test_that_an_archive_is_unpacked_by_the_child_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []

    def noted(function: Any, *args: Any) -> Any:
        called.append(function)
        return parent.run(function, *args)

    monkeypatch.setattr(numpy_array, "run", noted)
    monkeypatch.setattr(zipfile, "ZipFile", None)  # of this process; the child has its own
    assert opened(ARCHIVE).n_rows == 3
    assert called == [zip_archive.arrays]


def test_that_cancel_ends_the_child() -> None:
    source = Source.from_bytes("a.npz", npz(label=LABELS, score=SCORES))
    with pytest.raises(CancelledError):
        read(source, None, Watch(None, lambda: True))


@given(st.data())
@settings(max_examples=50)
def test_that_damage_is_refused_or_read(data: st.DataObject) -> None:
    good = bytearray(npy(np.array([(b"a", 0.5, "ü"), (b"b", 0.25, "x")], "S1,<f8,<U2")))
    for _ in range(3):
        good[data.draw(st.integers(6, len(good) - 1))] = data.draw(st.integers(0, 255))
    try:
        opened(bytes(good))
    except EvalguiError as error:
        assert error.hint  # noqa: PT017 - it may also be read


@pytest.mark.parametrize("code", [0xD800, 0xDC80, 0x110000, 0x7FFFFFFF])
def test_that_code_points_that_no_character_has_are_refused(code):
    labels = np.array(["abc", "de"] * 5)
    sink = io.BytesIO()
    np.save(sink, labels)
    data = bytearray(sink.getvalue())
    data[-12:-8] = code.to_bytes(4, "little")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("label.npy", bytes(data))
        scores = io.BytesIO()
        np.save(scores, np.arange(10.0))
        archive.writestr("score.npy", scores.getvalue())
    with pytest.raises(ReadingError, match="no valid Unicode"):
        read(Source.from_bytes("x.npz", packed.getvalue()))


@pytest.mark.parametrize("kind", ["|S0", "<U0"])
def test_that_texts_without_room_for_a_character_are_refused(kind: str) -> None:
    good = npy(np.array([b"a", b"b"]))
    start = len(good) - 2
    head = good[:start].replace(b"'|S1'", f"'{kind}'".encode())
    assert "no room for a character" in refusal(head)
