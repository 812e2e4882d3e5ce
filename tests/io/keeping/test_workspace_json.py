"""What a workspace holds reads back as the same; anything else is refused, in words."""

import json
from dataclasses import replace

import pytest

from evalgui.core.errors import DataError
from evalgui.io.keeping.workspace_json import from_workspace_json, to_json
from tests.io.keeping.examples import FULL

SAID = json.loads(to_json(FULL))


def changed(path, value):
    """Return the text of the workspace with another value at a path."""
    said = json.loads(json.dumps(SAID))
    *before, last = path
    place = said
    for step in before:
        place = place[step]
    place[last] = value
    return json.dumps(said).encode()


def refusal(data):
    with pytest.raises(DataError) as caught:
        from_workspace_json(data, "W.evalgui")
    message = str(caught.value)
    assert message.startswith("W.evalgui: ")
    assert "Traceback" not in message
    return message


def test_that_a_workspace_reads_back_as_the_same():
    assert from_workspace_json(to_json(FULL)) == FULL


def test_that_the_same_workspace_is_the_same_text():
    assert to_json(from_workspace_json(to_json(FULL))) == to_json(FULL)


def test_that_the_text_can_be_read_by_people():
    text = to_json(FULL).decode()
    assert text.splitlines()[1:3] == [' "format": "evalgui workspace",', ' "version": 1,']
    assert "95 % \N{GREEK SMALL LETTER ALPHA}" in text


def test_that_what_has_a_default_may_be_left_out():
    said = {key: SAID[key] for key in ("format", "version", "sources", "data_sets")}
    said["data_sets"] = [
        {key: one[key] for key in ("name", "sources", "import_choices", "embedded")}
        for one in said["data_sets"]
    ]
    read = from_workspace_json(json.dumps(said).encode())
    assert (read.shown, read.layout, read.data_sets[0].pin) == (0, "", None)


def test_that_a_column_of_species_among_consequences_is_a_role():
    """Where it was kept before it was one."""
    data = changed((*DATA, "consequences", "species"), "pai")
    first, *others = from_workspace_json(data).data_sets
    assert first.import_choices.roles.species == "pai"
    assert others == list(FULL.data_sets[1:])


DATA, DECISION = ("data_sets", 0), ("data_sets", 0, "decision")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("format",), "other", "no workspace of this program"),
        (("version",), 2, "has version 2, and this program knows 1. Open it with a newer"),
        (("version",), True, "does not say of which version"),
        (("version",), 0, "does not say of which version"),
        (("shown",), 2, "'shown' is the place of no data set"),
        (("shown",), 1.0, "'shown' must be a whole number"),
        (("shown",), -1, "'shown' must be from 0"),
        (("data_sets",), [], "no data set"),
        (("data_sets",), {}, "'data_sets' must be a list"),
        (("sources",), [], "where there is no source"),
        (("sources", 1, "path"), "\ud800", "'sources[1].path' must be a path"),
        (("sources", 0, "path"), "a\0b", "'sources[0].path' must be a path"),
        (("sources", 0, "sha256"), "f" * 63, "64 hexadecimal digits"),
        (("sources", 0, "size"), 10**400, "'sources[0].size' must be from 0"),
        (("compares",), 1, "'compares' must be true or false"),
        (("link",), "both", "'link' must be \"none\" or"),
        (("layout",), "x" * (2**20 + 1), "letters long"),
        (("saved",), "yesterday", "'saved' must be a time in UTC"),
        (("extra",), 1, "without a key that no version knows"),
        ((*DATA, "sources"), [2], "where there is no source"),
        ((*DATA, "sources"), [], "'data_sets[0].sources' is empty"),
        ((*DATA, "embedded"), "data/2.parquet", "two data sets have one embedded file"),
        ((*DATA, "embedded"), "../2.parquet", "such as"),
        ((*DATA, "import_choices", "roles", "truht"), "x", "as this program writes it"),
        ((*DATA, "import_choices", "options", "encoding"), "x", "no encoding that"),
        ((*DATA, "import_choices", "options", "encoding"), [], "no encoding that"),
        ((*DATA, "import_choices"), None, "no import choices of this program"),
        ((*DATA, "parameters", "beta"), -1, "beta must be a finite number not below 0"),
        ((*DATA, "parameters", "beta"), 10**400, "smaller number"),
        ((*DATA, "multiclass", "top_k"), 0, "top_k must be at least 1"),
        ((*DATA, "intervals", "level"), 2, "the level must be from 0.8 to 0.999"),
        ((*DATA, "intervals", "methods"), {"auc": "x"}, "no method 'x' of intervals of auc"),
        ((*DATA, "intervals", "methods"), {"x": "delong"}, "its keys' must be"),
        ((*DATA, "second"), 0.5, "'data_sets[0].second' must be a text"),
        ((*DATA, "note"), "x" * 100_001, "at most 100 000 letters long"),
        ((*DATA, "results"), [], "'data_sets[0].results' must be an object"),
        ((*DECISION, "threshold"), "nan", "a threshold as text"),
        ((*DECISION, "threshold"), "0,5", "a threshold as text"),
        ((*DATA, "point_notes", 0, "text"), "\udc80", "without halves of characters"),
        ((*DECISION, "provenance"), {"kind": "x"}, "where a threshold comes from"),
        ((*DECISION, "provenance", "kind"), {}, "where a threshold comes from"),
        ((*DECISION, "provenance", "kind"), [], "where a threshold comes from"),
        ((*DECISION, "provenance", "more"), 1, "as this program writes it"),
        ((*DECISION, "provenance", "parameters"), {"x": []}, "as this program writes it"),
        ((*DECISION, "provenance", "parameters"), {"x": 10**400}, "as this program writes it"),
        ((*DECISION, "development", "counts", "tp"), -1, "counts.tp' must be from 0 to"),
        ((*DECISION, "development", "counts", "tp"), 2**53 + 1, "counts.tp' must be from 0 to"),
        ((*DATA, "last", "provenance", "rule"), "other", "a rule that is to be followed cannot be"),
        ((*DATA, "last", "provenance", "parameters"), {"sensitivity": 2}, "cannot be"),
        ((*DATA, "last", "provenance", "parameters"), {"x": 2}, "has no x"),
        ((*DATA, "last", "provenance", "parameters"), {"sensitivity": 10**400}, "as this program"),
    ],
)
def test_that_nonsense_is_refused_with_its_place(path, value, words):
    assert words.replace(" 000", "\N{NARROW NO-BREAK SPACE}000") in refusal(changed(path, value))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "no JSON"),
        (b"PK\3\4", "no JSON"),
        (b"[]", "no workspace of this program"),
        (b"[" * 200_000, "without end"),
        (b'{"a":' * 200_000, "without end"),
        (b'{"format": "evalgui workspace", "format": "evalgui workspace"}', "occurs twice"),
        (b'{"format": NaN}', "that is none"),
        (b'{"format": -Infinity}', "that is none"),
        (b'{"format": 1e999}', "too large"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "no JSON"),
        (b"\xff\xfe", "no JSON"),
    ],
)
def test_that_what_is_no_such_text_is_refused(text, words):
    assert words in refusal(text)


def test_that_results_within_results_without_end_are_refused():
    deep = []
    for _ in range(200):
        deep = [deep]
    assert "less deep" in refusal(changed((*DATA, "results"), {"a": deep}))


def test_that_text_without_a_file_has_to_be_embedded():
    alone = replace(FULL.data_sets[1], embedded=None)
    with pytest.raises(DataError, match="not embedded"):
        replace(FULL, data_sets=(FULL.data_sets[0], alone))


def test_that_what_cannot_be_read_back_is_not_written():
    with pytest.raises(DataError, match="letters long"):
        to_json(replace(FULL, layout="x" * (2**20 + 1)))
    nan = replace(FULL.data_sets[0], results={"a": float("nan")})
    with pytest.raises(DataError, match="no file can hold"):
        to_json(replace(FULL, data_sets=(nan,), shown=0))


def test_that_a_name_of_a_file_that_is_no_unicode_is_kept():
    source = replace(FULL.sources[0], path="b\udce4r.csv")
    kept = replace(FULL, sources=(source, FULL.sources[1]))
    assert from_workspace_json(to_json(kept)) == kept
