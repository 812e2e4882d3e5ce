"""The file of a workspace: written the same each time, and read whole or refused in words."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import DataError, EvalguiError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.formats import registry
from evalgui.io.formats.workspace_files import is_workspace, is_workspace_file
from evalgui.io.keeping.archive import packed, unpacked
from evalgui.io.keeping.workspace_json import to_json
from tests.io.keeping.examples import FULL

DATA = {"data/2.parquet": b"PAR1 of a table"}
FILE = packed(FULL, DATA)
SAID = to_json(FULL)


def zipped(*members, how=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def refusal(data):
    with pytest.raises(EvalguiError) as caught:
        unpacked(Source("W.evalgui", data))
    message = str(caught.value)
    assert message.startswith("W.evalgui: ")
    assert caught.value.hint
    return message


def test_that_a_workspace_comes_back():
    archive = unpacked(Source("W.evalgui", FILE))
    assert (archive.kept, archive.data) == (FULL, DATA)


def test_that_the_digest_is_of_the_whole():
    text = to_json(FULL, DATA)
    said = json.loads(text)
    digest = said.pop("digest")
    (name, content), *_ = DATA.items()
    counted = f"{json.dumps(said, sort_keys=True)}\n{name} {hashlib.sha256(content).hexdigest()}"
    assert digest == hashlib.sha256(counted.encode()).hexdigest()
    for written, data, expected in [
        (text, DATA, True),
        (text.replace(b'"shown": 1', b'"shown": 0'), DATA, False),
        (text, {name: content + b"!"}, False),
        (text.replace(digest.encode(), b"none"), DATA, False),
        (json.dumps(said).encode(), DATA, None),
    ]:
        members = ("workspace.json", written), *data.items()
        assert unpacked(Source("W.evalgui", zipped(*members))).is_intact is expected
    assert unpacked(Source("W.evalgui", FILE)).is_intact


def test_that_the_same_workspace_is_the_same_file():
    assert packed(FULL, DATA) == FILE


def test_that_any_program_can_look_into_it():
    with zipfile.ZipFile(io.BytesIO(FILE)) as archive:
        assert archive.namelist() == ["workspace.json", "data/2.parquet"]
        assert json.loads(archive.read("workspace.json"))["version"] == 1
        assert archive.testzip() is None
        assert {info.date_time[0] for info in archive.infolist()} == {1980}


def test_that_it_may_be_packed_again_by_another_program():
    again = zipped(("data/", b""), *DATA.items(), ("workspace.json", SAID))
    assert unpacked(Source("W.evalgui", again)).kept == FULL


def test_that_data_that_are_not_named_are_not_written():
    for data in ({}, {**DATA, "data/3.parquet": b""}):
        with pytest.raises(DataError, match="data that"):
            packed(FULL, data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no workspace of this program"),
        (b"label,score\n1,2\n", "no workspace of this program"),
        (zipped(("a.csv", b"1")), "no workspace of this program"),
        (FILE[:200], "the workspace is damaged"),
        (FILE[:-10], "the workspace is damaged"),
        (zipped(("workspace.json", SAID)), "lacks data that its description names"),
        (zipped(("workspace.json", SAID), *DATA.items(), ("data/9.parquet", b"")), "nobody names"),
        (zipped(("workspace.json", SAID), ("../x", b"")), "that no workspace has"),
        (zipped(("workspace.json", SAID), ("/etc/x", b"")), "that no workspace has"),
        (zipped(("workspace.json", SAID), ("data/../x.parquet", b"")), "that no workspace has"),
        (zipped(("workspace.json", b"{}")), "no workspace of this program"),
        (zipped(("workspace.json", b"[" * 10**6)), "without end"),
    ],
)
def test_that_anything_else_is_refused_in_words(data, words):
    assert words in refusal(data)


def test_that_what_grows_beyond_a_limit_is_refused_in_words():
    spaces = (("workspace.json", b" " * (65 << 20)),)
    assert "larger than" in refusal(zipped(*spaces, how=zipfile.ZIP_DEFLATED))
    data = (("workspace.json", SAID), ("data/2.parquet", bytes(70 << 20)))
    assert "becomes larger than" in refusal(zipped(*data, how=zipfile.ZIP_DEFLATED))


def test_that_parts_which_are_too_large_together_are_refused_before_they_are_unpacked():
    bomb = zipped(
        ("workspace.json", to_json(FULL)),
        *((f"data/{number}.parquet", bytes(20 << 20)) for number in range(8)),
        how=zipfile.ZIP_DEFLATED,
    )
    assert len(bomb) < 1 << 20
    tracemalloc.start()
    try:
        assert "the workspace becomes larger than" in refusal(bomb)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


def test_that_a_description_of_empty_lists_is_refused_before_it_is_read():
    text = b'{"evalgui workspace": 1, "notes": [' + b"[]," * (7 << 20) + b"[]]}"
    bomb = zipped(("workspace.json", text), how=zipfile.ZIP_DEFLATED)
    assert "the description in the workspace becomes larger than" in refusal(bomb)


def test_that_two_files_of_one_name_are_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zipped(("workspace.json", SAID), ("workspace.json", SAID))
    assert "one name" in refusal(twice)


def test_that_a_password_is_named():
    locked = bytearray(zipped(("workspace.json", SAID)))
    locked[6] |= 1
    locked[locked.rfind(b"PK\1\2") + 8] |= 1
    assert "has a password" in refusal(bytes(locked))


def test_that_a_newer_version_is_refused_with_what_to_do():
    newer = SAID.replace(b'"version": 1', b'"version": 2', 1)
    message = refusal(zipped(("workspace.json", newer), *DATA.items()))
    assert "has version 2, and this program knows 1. Open it with a newer version" in message


def test_that_files_over_each_other_are_refused():
    one = zipped(*((f"data/{n}.parquet", bytes(50_000)) for n in range(3)))
    # Every entry of the directory points to the first file.
    data = bytearray(one)
    place = data.find(b"PK\1\2")
    while place >= 0:
        data[place + 42 : place + 46] = bytes(4)
        place = data.find(b"PK\1\2", place + 1)
    data = bytes(data).replace(b"data/0.parquet", b"workspace.json")
    refusal(data)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_that_no_damage_is_a_traceback(data):
    damaged = bytearray(FILE)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(FILE) - 1))
        damaged[place] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del damaged[data.draw(st.integers(0, len(FILE) - 1)) :]
    try:
        archive = unpacked(Source("W.evalgui", bytes(damaged)))
    except EvalguiError as error:
        refused = str(error)
        assert refused.startswith("W.evalgui: ")
    else:
        assert archive.kept == FULL  # a checksum stands behind each file


# ------------------------------------------------------------------- what it is taken for


def test_that_a_workspace_is_known_by_its_content(tmp_path):
    for name, content, expected in [
        ("a.evalgui", FILE, True),
        ("b.zip", FILE, True),
        ("c.csv", b"a,b\n", False),
        ("d.evalgui", b"damaged", True),
        ("e.zip", zipped(("a.csv", b"1")), False),
    ]:
        (tmp_path / name).write_bytes(content)
        assert is_workspace_file(tmp_path / name) is expected
    assert not is_workspace_file(tmp_path)
    assert not is_workspace_file(tmp_path / "none")
    assert is_workspace(Source("", FILE))
    assert not is_workspace(Source("", zipped(("a.csv", b"1"))))


def test_that_a_workspace_is_no_file_with_data():
    with pytest.raises(
        ReadingError, match=r"this file is a workspace: it holds no table\. Open it by itself"
    ):
        registry.read(Source("W.evalgui", FILE))


def test_that_nothing_is_packed_that_would_be_refused():
    with pytest.raises(DataError):
        packed(replace(FULL, layout="x" * (2**20 + 1)), DATA)
