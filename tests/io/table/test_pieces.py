"""Large objects in pieces: made, freed and told from cycles without keeping a thread waiting."""

from __future__ import annotations

import gc
import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.formats import json_records
from evalgui.io.formats.registry import read
from evalgui.io.table import pieces
from evalgui.io.table.pieces import WITHOUT_COLLECTOR, let_go, text_column
from tests.io.formats.test_workbook import Cell, workbook

VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda each: st.lists(each) | st.dictionaries(st.text(max_size=3), each),
    max_leaves=30,
)


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_PIECE", 3)


@given(st.lists(st.none() | st.text(max_size=3), max_size=20))
def test_that_a_column_has_the_texts(texts: list[str | None]) -> None:
    looks: list[None] = []
    column = text_column(texts, lambda: looks.append(None))
    assert column.to_pylist() == texts
    assert [len(chunk) for chunk in column.chunks][:-1] == [3] * (len(looks) - 1 if looks else 0)


def test_that_a_column_is_given_up_between_two_pieces() -> None:
    def refuse() -> None:
        raise CancelledError("enough")

    with pytest.raises(CancelledError):
        text_column(["a"], refuse)


@given(st.lists(VALUES))
def test_that_what_is_let_go_is_empty_to_its_depth(values: list[Any]) -> None:
    every: list[Any] = []
    waiting: list[Any] = [values]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (dict, list)):
            every.append(one)
            waiting += one.values() if isinstance(one, dict) else one
    let_go(values)
    assert not any(every)


def test_that_the_collector_waits_for_the_last_who_is_within() -> None:
    assert gc.isenabled()
    within, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with WITHOUT_COLLECTOR:
            within.set()
            leave.wait(60)

    other = threading.Thread(target=stay)
    other.start()
    assert within.wait(60)
    with WITHOUT_COLLECTOR:
        assert not gc.isenabled()
    assert not gc.isenabled()
    leave.set()
    other.join(60)
    assert gc.isenabled()
    gc.disable()
    try:
        with WITHOUT_COLLECTOR:
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("text", ['[{"a": 1}]', '[{"a": 1}, 2]', "[1, 2"])
def test_that_no_file_is_read_with_the_collector(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    seen: list[bool] = []
    inner = json_records._of_any_make

    def watched(*arguments: Any) -> Any:
        seen.append(gc.isenabled())
        return inner(*arguments)

    monkeypatch.setattr(json_records, "_of_any_make", watched)
    try:
        read(Source.from_bytes("a.json", text.encode()))
    except ReadingError as error:
        assert error.hint  # noqa: PT017 - one of them is a table
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize(
    "text", ['[{"a": 1}, {"a": 2}]', "[1, 2, 3, 4]", '{"a": [1, 2], "b": [3]}']
)
def test_that_a_document_is_let_go_in_pieces(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    made: list[Any] = []

    def keep(*arguments: Any) -> Any:
        made.append(document(*arguments))
        return made[-1]

    document = json_records._document
    monkeypatch.setattr(json_records, "_document", keep)
    try:
        read(Source.from_bytes("a.json", text.encode()))
    except Exception as error:  # noqa: BLE001 - what is no table is let go, too
        assert str(error)  # noqa: PT017 - as above
    assert made == [type(made[0])()]


def test_that_a_record_of_many_keys_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_BLOCK", 2)
    record = {f"k{n}": str(n) for n in range(9)}
    table = read(Source.from_bytes("a.json", json.dumps([record, record]).encode()))
    assert {name: table.column(name).head(2) for name in table.names} == {
        name: [text, text] for name, text in record.items()
    }


def test_that_a_sheet_is_put_together_from_its_parts() -> None:
    rows: list[list[Cell]] = [["truth", "score"]]
    rows.extend([["pos", "neg"][number % 2], number / 1024] for number in range(30_000))
    table = read(Source.from_bytes("a.xlsx", workbook({"one": rows})))
    assert table.n_rows == 30_000
    scores = table.column("score").parse_numbers().values
    assert scores.tolist() == [n / 1024 for n in range(30_000)]
