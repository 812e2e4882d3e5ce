"""JSON: records in a list or one a line, every value as it stands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError, EvalguiError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable


def opened(text: str | bytes) -> RawTable:
    data = text if isinstance(text, bytes) else text.encode()
    return read(Source.from_bytes("a.json", data))


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


@pytest.mark.parametrize(
    "text",
    [
        '[{"label":"pos","score":0.50},{"label":"neg","score":1E5}]',
        '{"label":"pos","score":0.50}\n{"label":"neg","score":1E5}\n',
        '{"label":"pos","score":0.50}\r\n\r\n{"label":"neg","score":1E5}',
        '\ufeff[\n {"label": "pos", "score": 0.50},\n {"score": 1E5, "label": "neg"}\n]\n',
        '[{"label":"pos","score":0.50},{"label":"neg","score":1E5}]'.encode("utf-16"),
    ],
)
def test_that_numbers_keep_their_text(text: str | bytes) -> None:
    found = opened(text)
    assert found.names == ("label", "score")
    assert rows(found) == [["pos", "0.50"], ["neg", "1E5"]]
    assert found.findings == ()


def test_that_every_value_stays_what_it_is() -> None:
    text = '{"id":"007","n":9007199254740993,"big":' + "7" * 5_000 + ',"b":true,"x":null,"y":NaN}\n'
    (row,) = rows(opened(text))
    assert row == ["007", "9007199254740993", "7" * 5_000, "true", "", "NaN"]


def test_that_a_clear_file_opens_at_once() -> None:
    text = "".join(f'{{"label":{n % 2},"score":{n / 7!r}}}\n' for n in range(20))
    dataset = load_source(Source.from_bytes("a.jsonl", text.encode())).dataset
    assert dataset is not None
    assert dataset.scores[0].values.tolist() == [n / 7 for n in range(20)]


def test_that_a_score_that_is_nested_is_named_where_there_is_no_other() -> None:
    text = "".join(f'{{"id":{n},"label":{n % 2},"output":{{"score":0.5}}}}\n' for n in range(9))
    with pytest.raises(DataError, match=r"passed over: 'output'\. Write each value in a column"):
        load_source(Source.from_bytes("a.jsonl", text.encode()))


def test_that_keys_that_are_missing_are_said() -> None:
    found = opened('{"a":1,"b":2}\n{"a":3}\n{"c":"x","a":4}\n')
    assert rows(found) == [["1", "2", ""], ["3", "", ""], ["4", "", "x"]]
    assert [(f.code, f.count) for f in found.findings] == [("missing_keys", 2)]


def test_that_mixed_types_are_said() -> None:
    found = opened('[{"label":true},{"label":"true"},{"label":1},{"label":null}]')
    assert rows(found) == [["true"], ["true"], ["1"], [""]]
    (finding,) = found.findings
    assert (finding.code, finding.count) == ("mixed_types", 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[{"a":["b","c"]}]', "only lists and records in these records"),
        ('[{"a":1,"a":2}]', "a.json, key 'a': a record has the same key twice"),
        ('{"a":1}\n\n{"b":1,"a":1,"a":2}\n', "line 3, key 'a': a record has the same key twice"),
        ("[1,2]", "record 1: this is JSON, but no record"),
        ('[{"a":1},2]', "record 2"),
        ('{"a":1}\n{"a":\n', "line 2, column 6: the JSON ends too early"),
        ('[{"a":1},{"a":2}', "ends too early"),
        ('[{"a":1},{"a":2 "b"}]', "no valid JSON"),
        ('{"a":1}\n{"a":2} x\n', "line 2"),
        ('[{"a":"\\ud800"}]', "no valid Unicode"),
        ('[{"\\udfff":1}]', "no valid Unicode"),
        ("[" * 100_000, "nested too deep"),
        ("[]", "no data rows"),
    ],
)
def test_that_what_is_no_table_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises((ReadingError, DataError)) as caught:
        opened(text)
    assert words in str(caught.value)
    assert caught.value.where.startswith("a.json")
    assert caught.value.hint


def test_that_a_key_for_each_record_is_refused() -> None:
    text = "".join(f'{{"k{n}":1}}\n' for n in range(16_385))
    with pytest.raises(DataError, match="more than 16\u202f384 columns"):
        opened(text)


cells = st.one_of(st.text(), st.floats(allow_nan=False), st.integers(), st.booleans(), st.none())


@given(st.lists(st.fixed_dictionaries({"a": cells, "b": st.floats()}), min_size=1, max_size=8))
def test_that_records_come_back_equal(records: list[dict[str, object]]) -> None:
    for text in (json.dumps(records), "\n".join(map(json.dumps, records))):
        try:
            found = opened(text)
        except ReadingError as error:
            assert "Unicode" in str(error) or "NUL" in str(error)  # noqa: PT017 - or it is read
            continue
        for row, record in enumerate(records):
            assert found.column("b").text(row) == json.dumps(record["b"])
            value, cell = record["a"], found.column("a").text(row)
            written = value if isinstance(value, str) else json.dumps(value)
            assert cell == ("" if value is None else written)


@given(st.text(st.sampled_from('[]{}",:1ea \n\\u\ud800'), max_size=60))
def test_that_any_text_is_read_or_refused(text: str) -> None:
    try:
        opened(b'[{"a":' + text.encode("utf-8", "surrogatepass"))
    except EvalguiError as error:
        assert error.hint  # noqa: PT017 - it may also be read


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            "[" + ",".join(f'{{"k{n}":1}}' for n in range(20_000)) + "]",
            "more than 16\u202f384 columns",
        ),
        ("[" + ",".join(f'{{"k{n % 9_999}":1}}' for n in range(20_000)) + "]", "20.000 records"),
        (
            "{" + ",".join(f'"k{n}":[1]' for n in range(20_000)) + "}",
            "more than 16\u202f384 columns",
        ),
    ],
)
def test_that_keys_that_few_records_have_are_refused_soon(content: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        read(Source.from_bytes("a.json", content.encode()))
