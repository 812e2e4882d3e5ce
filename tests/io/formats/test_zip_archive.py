"""Zip archives: the one table in them, asked which where there are several, within limits."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from evalgui.core.errors import CancelledError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.formats.zip_archive import names
from evalgui.io.loading import load_source
from evalgui.io.meaning.reading import ReadOptions

if TYPE_CHECKING:
    from evalgui.io.loading import Loaded
    from evalgui.io.table.raw_table import RawTable

TABLE = b"id,label,score\n" + b"".join(b"P%d,%d,0.%d\n" % (n, n % 2, n) for n in range(30))
OTHER = b"name,size\na,1\nb,2\n"


def packed(**members: bytes | str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return stream.getvalue()


def opened(data: bytes, sheet: str | None = None) -> RawTable:
    return read(Source.from_bytes("a.zip", data), ReadOptions(sheet=sheet))


def loaded(data: bytes) -> Loaded:
    return load_source(Source.from_bytes("a.zip", data))


def refusal(data: bytes) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(data)
    assert caught.value.hint
    return str(caught.value)


def test_that_the_table_in_an_archive_is_the_table() -> None:
    source = Source.from_bytes("a.zip", packed(pred_csv=TABLE))
    found = load_source(source)
    assert found.dataset is not None
    assert found.dataset.scores[0].values.tolist() == [float(f"0.{n}") for n in range(30)]
    assert found.table.name == "a.zip"
    assert found.table.how.format == "delimited text in zip"
    assert found.table.how.sheets == ()
    assert found.sha256 == source.sha256


@pytest.mark.parametrize(
    "members",
    [
        {"pred_csv": TABLE, "README_txt": "what it is", "figure_png": b"\x89PNG"},
        {"data__pred_csv": TABLE, "__MACOSX__data___pred_csv": b"\0\5", "data___DS_Store": b"\0"},
        {"results__": b"", "results__pred_csv": TABLE, "LICENSE": "as it is" * 1000},
        {"pred_csv_gz": gzip.compress(TABLE)},
    ],
)
def test_that_documents_and_what_systems_add_are_no_tables(members: dict[str, bytes]) -> None:
    assert opened(packed(**members)).n_rows == 30


def test_that_it_is_asked_which_of_several_files_is_meant() -> None:
    data = packed(other_csv=OTHER, test__pred_csv=TABLE)
    found = loaded(data)
    assert found.dataset is None
    expected = "There are files 'other.csv' and 'test/pred.csv': is 'test/pred.csv' the one?"
    assert expected in found.proposal.question
    assert opened(data, "other.csv").names == ("name", "size")
    options = ReadOptions(sheet="test/pred.csv")
    assert load_source(Source.from_bytes("a.zip", data), options=options).dataset is not None
    with pytest.raises(ReadingError, match="no file 'pred'"):
        opened(data, "pred")


def test_that_the_table_of_the_only_file_can_be_chosen() -> None:
    records = [{"label": n % 2, "score": n} for n in range(4)]
    data = packed(a_json=json.dumps({"train": records, "test": records[:2]}))
    assert opened(data, "test").n_rows == 2


def test_that_a_workbook_that_is_not_packed_in_an_archive_is_opened(request) -> None:
    formats = request.path.parents[3] / "resources" / "reference" / "formats"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.write(formats / "general.xlsx", "general.xlsx")
    plain = read(Source.from_bytes("a.xlsx", (formats / "general.xlsx").read_bytes()))
    found = opened(stream.getvalue())
    assert found.names == plain.names
    assert found.n_rows == plain.n_rows


def encrypted() -> bytes:
    data = bytearray(packed(pred_csv=TABLE))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (encrypted(), "the zip archive has a password"),
        (packed(), "an empty zip archive"),
        (packed(a__=b""), "no file in it"),
        (packed(a_zip=packed(pred_csv=TABLE)), "a zip archive in the zip archive"),
        (packed(pred_csv=TABLE)[:-30], "damaged"),
    ],
    ids=["password", "empty", "folder", "zip", "damaged"],
)
def test_that_what_cannot_be_unpacked_is_refused_in_words(data: bytes, words: str) -> None:
    assert words in refusal(data)


def test_that_what_grows_beyond_a_limit_is_refused_in_words() -> None:
    zeros = b"\0" * (65 << 20)
    large = refusal(packed(pred_csv=zeros)).replace("\u202f", "")
    assert "too large when it is unpacked: 68" in large
    packed_twice = refusal(packed(pred_csv_gz=gzip.compress(zeros)))
    assert "too large when it is unpacked" in packed_twice


def test_that_unpacking_can_be_cancelled() -> None:
    source = Source.from_bytes("a.zip", packed(pred_csv=TABLE))
    with pytest.raises(CancelledError):
        read(source, watch=Watch(cancelled=lambda: True))


def test_that_nothing_is_written_whatever_a_name_says(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("../../escaped.csv", TABLE)
    assert opened(stream.getvalue()).n_rows == 30
    assert list(tmp_path.parent.rglob("escaped.csv")) == []


def test_that_the_names_are_those_of_the_directory_at_the_end() -> None:
    data = packed(a_csv=b"xl/", b__c_txt=b"1")
    assert names(Source.from_bytes("a.zip", data)) == [b"a.csv", b"b/c.txt"]
    for cut in range(len(data)):
        assert set(names(Source.from_bytes("a.zip", data[:cut]))) <= {b"a.csv", b"b/c.txt"}
