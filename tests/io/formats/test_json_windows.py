"""JSON in windows is what the standard library makes of it, errors and their places included."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError
from evalgui.io.formats import json_records
from evalgui.io.formats.json_records import WindowDecoder

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9)
VALUES = st.recursive(
    PLAIN, lambda each: st.lists(each) | st.dictionaries(st.text(max_size=5), each), max_leaves=40
)


def nothing() -> None:
    """Let the work go on."""


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "_WINDOW", 12)
    monkeypatch.setattr(json_records, "_SIZES", (4, 12))
    monkeypatch.setattr(json_records, "_OFTEN", 3)


def outcome(decoder: json.JSONDecoder, content: str) -> Any:
    try:
        return decoder.decode(content)
    except json.JSONDecodeError as error:
        return error.msg, error.pos, error.lineno, error.colno


@given(VALUES, st.sampled_from([None, 0, 1]), st.booleans())
def test_that_every_value_comes_back(value: Any, indent: int | None, is_ascii: bool) -> None:
    content = json.dumps(value, indent=indent, ensure_ascii=is_ascii)
    assert WindowDecoder(nothing).decode(content) == value


@given(VALUES, st.integers(0, 400), st.sampled_from(["", ",", "]", "}", '"', "[", "x", " ,", ":"]))
def test_that_damage_is_told_as_the_library_does(value: Any, place: int, mark: str) -> None:
    content = json.dumps(value)
    place %= len(content) + 1
    damaged = content[:place] + mark + content[place + (not mark) :]
    assert outcome(WindowDecoder(nothing), damaged) == outcome(json.JSONDecoder(), damaged)


@pytest.mark.parametrize(
    "content",
    [
        "[1, 2, 3, 4, 5, 6, , 7, 8]",
        "[, 1, 2, 3, 4, 5, 6, 7, 8]",
        "[1, 2, 3, 4, 5, 6, 7, 8",
        "[1, 2, 3, 4, 5, 6, 7, 8,",
        "[1, 2, 3], [4, 5, 6, 7, 8]",
        '{"a": [1, 2, 3, 4, 5, 6], }',
        '["a,b,c,d", "e,f,g,h", "i,j,k"]',
    ],
)
def test_that_lists_end_where_they_end(content: str) -> None:
    assert outcome(WindowDecoder(nothing), content) == outcome(json.JSONDecoder(), content)


def test_that_a_comma_before_the_end_is_refused() -> None:
    # Versions of Python differ in the words for it, and in the place.
    with pytest.raises(json.JSONDecodeError):
        WindowDecoder(nothing).decode("[1, 2, 3, 4, 5, 6, 7, 8, ]")


def test_that_hooks_are_called() -> None:
    content = json.dumps([{"a": [place, 0.5] * 10} for place in range(5)])
    options: dict[str, Any] = {"parse_int": str, "parse_float": str, "object_pairs_hook": tuple}
    expected = json.JSONDecoder(**options).decode(content)
    assert WindowDecoder(nothing, **options).decode(content) == expected


@pytest.mark.parametrize("value", [[1] * 500, [[]] * 500, {str(key): 1 for key in range(500)}])
def test_that_who_stops_waiting_stops_a_long_value(value: Any) -> None:
    n_looks = 0

    def look() -> None:
        nonlocal n_looks
        n_looks += 1
        if n_looks > 5:
            raise CancelledError("stopped")

    with pytest.raises(CancelledError, match="stopped"):
        WindowDecoder(look).decode(json.dumps(value))
    assert n_looks == 6
