"""JSON Lines of one make: whatever is read at once is what the careful reader reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core import parallel
from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats import json_records
from evalgui.io.formats.registry import read

if TYPE_CHECKING:
    from collections.abc import Iterator


def nobody(_text: str, _keys: list[str]) -> None:
    """Read nothing: what the fast path cannot read alone is left."""


def fast(text: str) -> list[list[str | None]] | None:
    found = json_records.split(memoryview(text.encode()), nobody, Watch())
    return None if found is None else [column.to_pylist() for column in found[1]]


def outcome(text: str) -> Any:
    try:
        table = read(Source.from_bytes("a.jsonl", text.encode()))
    except EvalguiError as error:
        return str(error)
    cells = [[column.text(row) for row in range(table.n_rows)] for column in table.columns]
    empty = [column.distinct(99) for column in table.columns]
    return table.names, cells, empty, [str(finding) for finding in table.findings]


def carefully(text: str) -> Any:
    with patch.object(json_records, "split", lambda *_: None):
        return outcome(text)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ('{"a":1.10,"b":"x"}\n{"a":2,"b":"y"}\n', [["1.10", "2"], ["x", "y"]]),
        ('{"a":1}\r\n{"a":-2e5}\r\n', [["1", "-2e5"]]),
        ('{"a":1}', [["1"]]),
        ('{"a":1}\n\n{"a":2}\n\n', [["1", "2"]]),
        (
            '{ "a" : null , "b": true }\n{ "a" : 3 , "b": false }\n',
            [[None, "3"], ["true", "false"]],
        ),
        ('{"a":"x,y","b":1}\n{"a":"z","b":2}\n', [["x,y", "z"], ["1", "2"]]),
        ('{"a":NaN}\n{"a":-Infinity}\n', [["NaN", "-Infinity"]]),
        ('{"a":9007199254740993}\n', [["9007199254740993"]]),
        ('{"a":"007"}\n{"a":""}\n', [["007", ""]]),
        ('{"é":"ü"}\n', [["ü"]]),
    ],
)
def test_that_lines_of_one_make_are_read_at_once(text: str, columns: list[list[str]]) -> None:
    assert fast(text) == columns
    assert outcome(text) == carefully(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1}\n{"b":1}\n',
        '{"a":1,"b":2}\n{"b":2,"a":1}\n',
        '{"a":1}\n{"a": 1}\n',
        '{"a":1}\n{"a":"x"}\n',
        '{"a":1}\n{"a":01}\n',
        '{"a":1}\n{"a":+1}\n',
        '{"a":1}\n{"a":.5}\n',
        '{"a":1}\n{"a":}\n',
        '{"a":"x"}\n{"a":"y"z"}\n',
        '{"a":"x"}\n{"a":"}\n',
        '{"a":"x"}\n{"a":"\\n"}\n',
        '{"a":"x"}\n{"a":"\t"}\n',
        '{"a":1}\n{"a":1} x\n',
        '{"a":1}\n{"a":[1]}\n',
        '{"a":1,"a":2}\n',
        '{"a":1}\n \n',
        '{"a":true}\n{"a":nothing}\n',
        "{}\n",
        "[1]\n",
    ],
)
def test_that_anything_else_is_left_to_the_careful_reader(text: str) -> None:
    assert fast(text) is None
    assert outcome(text) == carefully(text)


def test_that_one_escaped_letter_costs_its_block_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_BLOCK_SIZE", 100)
    lines = [f'{{"name":"P{n}","score":{n / 7!r}}}' for n in range(100)]
    lines[50] = '{"name":"\\u00e9","score":0.5}'
    text = "\n".join(lines)
    left: list[str] = []

    def careful(block: str, keys: list[str]) -> Any:
        left.append(block)
        return read_part("a", block, keys)

    read_part = json_records._part

    found = json_records.split(memoryview(text.encode()), careful, Watch())
    assert found is not None
    assert found[1][0].to_pylist()[50] == "é"
    assert len(left) == 1
    assert len(left[0]) <= 100
    assert outcome(text) == carefully(text)


def test_that_types_that_change_between_blocks_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_BLOCK_SIZE", 30)
    text = '{"a":1}\n' * 20 + '{"a":"x"}\n' * 20
    assert fast(text) is None
    names, cells, _, findings = outcome(text)
    assert (names, cells) == (("a",), [["1"] * 20 + ["x"] * 20])
    assert "different types" in findings[0]


def test_that_cancel_is_seen_before_every_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    monkeypatch.setattr(json_records, "_BLOCK_SIZE", 30)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 2)
    with pytest.raises(CancelledError):
        json_records.split(memoryview(b'{"a":1}\n' * 100), nobody, watch)
    assert seen == ["0 records", "3 records"]


@pytest.fixture
def small_blocks() -> Iterator[None]:
    with patch.object(json_records, "_BLOCK_SIZE", 40):
        yield


@pytest.mark.usefixtures("small_blocks")
@given(
    st.lists(
        st.sampled_from(
            [
                *('{"a":', '"b":', "1", "0.50", '"x"', '"x,y"', '"\\u00e9"', "null", "true", "NaN"),
                *(",", "}", "}\n", "}\r\n", "\n", " ", '"', "01", '{"a":1,"b":"x"}\n', "\u2028"),
            ]
        ),
        max_size=14,
    ).map("".join)
)
def test_that_both_paths_agree_on_any_text(text: str) -> None:
    text = '{"a":1,"b":"x"}\n' + text
    assert outcome(text) == carefully(text)


@pytest.mark.usefixtures("small_blocks")
@given(
    st.lists(st.sampled_from(["1", "-0.5e3", "null", '"x"', '"x,y"', "true", '"\\u00e9"', '""'])),
    st.sampled_from(['{"a":%s}', '{"a": %s, "b": 2}', '{"c":"x" , "a":%s}']),
    st.sampled_from(["\n", "\r\n"]),
)
def test_that_both_paths_agree_on_records_of_one_make(
    values: list[str], make: str, end: str
) -> None:
    text = "".join(make % value + end for value in ["1", *values])
    assert outcome(text) == carefully(text)


@pytest.mark.parametrize("line", ["[]", '[{"a": 3}]', '[{"a": 3}, {"a": 4}]'])
def test_that_a_list_at_the_start_of_a_block_is_no_record(
    monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr(json_records, "_BLOCK_SIZE", 20)
    text = '{"a": 1}\n{"a": 2}\n' + line + "\n"
    assert "record 3: this is JSON, but no record" in outcome(text)
