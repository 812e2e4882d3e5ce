from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError, ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.reading import DELIMITERS, ENCODINGS, ReadOptions
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import (
    ImportSpec,
    has_signature,
    read_import_spec,
    signature_of,
)
from evalgui.io.remembered.roles_json import KEYS, roles_from_json, roles_to_json

TEXT = st.text(max_size=8)
NAME = st.text(min_size=1, max_size=8)

ROLES = st.builds(
    Roles,
    truth=st.none() | NAME,
    scores=st.lists(NAME, max_size=3).map(tuple),
    predicted=st.none() | TEXT,
    positive=st.none() | TEXT,
    higher_is_positive=st.none() | st.booleans(),
    opposite=st.lists(NAME, max_size=2).map(tuple),
    decimal=st.sampled_from([None, ".", ","]),
    missing_labels=st.none() | st.lists(TEXT, max_size=2).map(tuple),
    set_aside_unreadable=st.none() | st.booleans(),
    probabilities=st.none()
    | st.dictionaries(NAME, NAME, max_size=3).map(lambda pairs: tuple(pairs.items())),
    matrix_rows=st.sampled_from([None, "actual", "predicted"]),
    missing_scores=st.sampled_from([None, "exclude", "worst", "refuse"]),
    subset=TEXT,
)
OPTIONS = st.builds(
    ReadOptions,
    encoding=st.none() | st.sampled_from(list(ENCODINGS)),
    delimiter=st.none() | st.sampled_from([*DELIMITERS, "^", "\x1f"]),
    header=st.none() | st.booleans(),
    decimal=st.sampled_from([None, ".", ","]),
    sheet=st.none() | TEXT,
)


@given(roles=ROLES)
def test_roles_come_back_from_json(roles):
    said = roles_to_json(roles)
    assert roles_from_json(said) == roles
    assert set(said) <= set(KEYS)


@given(columns=st.lists(TEXT, max_size=4).map(tuple), options=OPTIONS, roles=ROLES)
def test_choices_come_back_from_their_text(columns, options, roles):
    spec = ImportSpec(columns, options, roles)
    assert ImportSpec.from_json(spec.to_json()) == spec


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 100_000,
        '{"format": "other", "version": 1, "columns": []}',
        '{"format": "evalgui import", "version": 2, "columns": []}',
        '{"format": "evalgui import", "version": 1}',
        '{"format": "evalgui import", "version": 1, "columns": [1]}',
        '{"format": "evalgui import", "version": 1, "columns": [], "options": []}',
        '{"format": "evalgui import", "version": 1, "columns": [], "options": {"header": 3}}',
        '{"format": "evalgui import", "version": 1, "columns": [], "options": {"sheet": 3}}',
        '{"format": "evalgui import", "version": 1, "columns": [], "roles": ["a"]}',
        '{"format": "evalgui import", "version": 1, "columns": [], "roles": {"decimal": "x"}}',
    ],
)
def test_damaged_choices_are_refused(text):
    with pytest.raises(DataError):
        ImportSpec.from_json(text)


def loaded(text, roles=None):
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=roles)


def test_choices_for_one_file_open_the_next(tmp_path):
    roles = Roles(truth="d", scores=("m",), positive="y", higher_is_positive=False)
    first = loaded("d;m;w\ny;1,5;0\nn;2,5;1\n", roles)
    assert first.dataset is not None
    path = tmp_path / "choices.json"
    path.write_text(ImportSpec.of(first.table, first.proposal.roles).to_json(), encoding="utf-8")
    spec = read_import_spec(path)
    assert spec.signature == signature_of(first.table)
    assert spec.options == ReadOptions("utf-8", ";", header=True, decimal=",")
    second = load_source(
        Source.from_bytes("b.csv", b"d;m;w\nn;3,5;0\nn;4,5;1\ny;0,5;1\n"),
        roles=spec.roles,
        options=spec.options,
    )
    assert second.dataset is not None
    assert second.dataset.scores[0].values.tolist() == [3.5, 4.5, 0.5]
    assert not second.dataset.scores[0].higher_is_positive
    assert second.dataset.positive_class == "y"


def test_a_subset_belongs_to_one_file():
    first = loaded("truth,score\n1,2\n0,1\n1,3\n0,5\n", Roles(subset="score < 4"))
    spec = ImportSpec.of(first.table, first.proposal.roles)
    assert ImportSpec.from_json(spec.to_json()).roles.subset == "score < 4"  # saved on demand
    assert spec.for_all_rows().roles == replace(spec.roles, subset="")  # kept for other files


def test_files_without_names_of_their_own_have_no_signature():
    assert has_signature(loaded("truth,score\n1,2\n0,1\n").table)
    bare = loaded("x,1.5\ny,2.5\n").table
    assert not has_signature(replace(bare, known=None))


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "choices.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReadingError, match=r"choices\.json"):
        read_import_spec(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=r"choices\.json"):
        read_import_spec(path)
