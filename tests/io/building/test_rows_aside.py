"""Rows set aside by hand: every number is that of a file without them, and each is counted."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.building.used_rows import UsedRows, still_there
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.loading_together import load_apart
from evalgui.io.meaning.roles import Roles
from evalgui.io.meaning.rows_aside import MOST_BY_HAND, SetAside, n_rows, with_rows, without_rows
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.remembered.roles_json import roles_from_json, roles_to_json
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.import_log import log_lines, log_of
from evalgui.render.json import facts
from tests.support.exported import exported

HEADER = "id,site,truth,score,called,n\n"
ROWS = [
    ("a", "A", "ill", "0.9", "ill", "3"),
    ("b", "B", "well", "0.7", "ill", "1"),
    ("c", "A", "ill", "0.7", "well", "2"),
    ("d", "A", "well", "", "well", "1"),
    ("e", "B", "ill", "0.2", "", "4"),
    ("f", "A", "well", "0.1", "well", "1"),
    ("g", "A", "", "0.5", "ill", "1"),
]
ASIDE = (SetAside((2, 5), "not eligible"), SetAside((4,), "a copy"))
TWO = Roles(
    truth="truth", scores=("score",), predicted="", positive="ill", higher_is_positive=True,
    weight="", missing_labels=(),
)  # fmt: skip
MANY = {
    "a score": TWO,
    "a subset": replace(TWO, subset='site == "A" or n > 3'),
    "frequencies": replace(TWO, weight="n"),
    "predicted classes": replace(TWO, scores=(), predicted="called"),
    "a cross table": replace(TWO, scores=(), predicted="called", weight="n"),
    "the worst score": replace(TWO, missing_scores="worst"),
}
COUNTED = Roles(
    scores=("score",), n_positive="genuine", n_negative="impostor", higher_is_positive=True
)


def text_of(rows):
    return HEADER + "".join(",".join(row) + "\n" for row in rows)


def dataset_of(text, roles):
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=roles)
    assert loaded.dataset is not None, loaded.proposal.question
    return loaded.dataset


def numbers(dataset):
    """Return everything that is shown of a data set but for where it came from."""
    found = evaluation(resolve(Inputs(dataset)))
    about = ("rows_in_file", "excluded", "set_aside_by_hand", "findings")
    return {name: value for name, value in found.items() if name not in about}


cells = st.tuples(
    st.sampled_from(["A", "B"]),
    st.sampled_from(["ill", "well", "ill", "well", ""]),
    st.sampled_from(["0.25", "0.5", "0.5", "0.75", "", "1e-3", "-2"]),
    st.sampled_from(["ill", "well", ""]),
    st.integers(0, 9),
)
KINDS = st.sampled_from(sorted(MANY))


@settings(max_examples=40)
@given(rows=st.lists(cells, max_size=30), data=st.data(), kind=KINDS)
def test_that_the_numbers_are_those_of_a_file_without_the_rows(rows, data, kind):
    table = ROWS + [(f"x{n}", *row[:-1], str(row[-1])) for n, row in enumerate(rows)]
    # The first and the sixth row stay, so that both classes are there.
    may_go = [n for n in range(1, len(table) + 1) if n not in {1, 6}]
    gone = data.draw(st.sets(st.sampled_from(may_go)))
    split = data.draw(st.integers(0, len(gone)))
    order = sorted(gone)
    aside = with_rows((), order[:split], "one") if split else ()
    aside = with_rows(aside, order[split:], "two") if order[split:] else aside
    roles = MANY[kind]
    left = [row for n, row in enumerate(table, start=1) if n not in gone]
    expected = dataset_of(text_of(left), roles)
    found = dataset_of(text_of(table), replace(roles, set_aside=aside))
    assert json.dumps(numbers(found)) == json.dumps(numbers(expected))
    if found.n:  # a cross table keeps no rows
        kept = [n for n in range(1, len(table) + 1) if n not in gone]
        numbered = np.arange(1, expected.n_rows_in_file + 1)
        rows_of_file = numbered if expected.file_rows is None else expected.file_rows
        whole = np.arange(1, len(table) + 1) if found.file_rows is None else found.file_rows
        assert whole.tolist() == [kept[row - 1] for row in rows_of_file]
        assert found.n_rows_in_file == len(table)
    by_hand = {one.own_words: one.rows.tolist() for one in found.exclusions if one.is_by_hand}
    assert by_hand == {one.reason: list(one.rows) for one in aside}


def test_that_the_numbers_of_many_classes_are_those_of_a_file_without_the_rows():
    rows = [(k, c, str(s)) for s, (k, c) in enumerate(zip("abcabcabca", "abcbccaacb", strict=True))]
    header = "truth,called,p\n"
    roles = Roles(truth="truth", predicted="called", no_score=True, weight="")
    text = header + "".join(f"{k},{c},{s}\n" for k, c, s in rows)
    # With the rows 3, 6 and 9 the class c is gone from the truth, but is still called.
    left = header + "".join(f"{k},{c},{s}\n" for k, c, s in rows if k != "c")
    aside = replace(roles, set_aside=(SetAside((3, 6, 9), "too old"),))
    found, expected = dataset_of(text, aside), dataset_of(left, roles)
    assert numbers(found) == numbers(expected)
    assert found.classes == expected.classes


def test_that_the_counts_of_a_count_table_are_those_without_the_rows():
    text = "score,genuine,impostor\n1,0,7\n2,3,4\n3,6,2\n4,9,0\n"
    aside = replace(COUNTED, set_aside=(SetAside((2,), "a jammed sensor"),))
    left = text.replace("2,3,4\n", "")
    assert numbers(dataset_of(text, aside)) == numbers(dataset_of(left, COUNTED))


def with_aside(text=None, aside=ASIDE, **changes):
    roles = replace(TWO, set_aside=aside, **changes)
    source = Source.from_bytes("a.csv", (text_of(ROWS) if text is None else text).encode())
    return load_source(source, roles=roles)


def test_that_the_log_counts_them_in_a_line_of_their_own():
    loaded = with_aside(subset='site == "A"')
    log = log_of(loaded)
    lines = list(log_lines(log))
    assert {"rows read: 7", "rows used: 3"} <= {*lines}
    at = lines.index("by hand")
    assert [" ".join(line.split()) for line in lines[at + 2 : at + 6]] == [
        "set_aside_by_hand not eligible 2",
        "set_aside_by_hand a copy 1",
        "not eligible: rows 2, 5",
        "a copy: row 4",
    ]
    assert "the label is missing: row 7" in lines[at + 6 :]
    said = facts(log)
    assert said["set_aside_by_hand"] == [
        {"reason": "not eligible", "count": 2, "rows": [2, 5]},
        {"reason": "a copy", "count": 1, "rows": [4]},
    ]
    assert said["roles"]["set_aside"] == [
        {"rows": [2, 5], "reason": "not eligible"},
        {"rows": [4], "reason": "a copy"},
    ]
    assert said["rows_read"] == said["rows_used"] + sum(one["count"] for one in said["set_aside"])
    (finding,) = (one for one in loaded.dataset.findings if one.code == "set_aside_by_hand")
    assert finding.text == "3 rows are set aside by hand (not eligible: 2, a copy: 1)"
    assert finding.count == 3


def test_that_the_users_words_stay_in_every_vocabulary():
    log = log_of(with_aside(aside=(SetAside((2,), "positive predicted class"),)))
    lines = log_lines(log, words=words_in(Vocabulary.BIOMETRICS))
    assert "positive predicted class: row 2" in list(lines)


def test_that_json_and_csv_say_which_rows_and_why():
    loaded = with_aside(aside=(*ASIDE, SetAside((3,), "=1+1")))
    snapshot = resolve(Inputs(loaded.dataset))
    found = evaluation(snapshot)
    assert found["excluded"] == {"set_aside_by_hand": 4, "missing_label": 1}
    assert [one["rows"] for one in found["set_aside_by_hand"]] == [[2, 5], [4], [3]]
    lines = csv.reader(io.StringIO(exported(snapshot, "import-log", loaded=loaded)))
    told = [line[2:] for line in lines if line[1] == "set_aside_by_hand"]
    assert told == [["not eligible", "2"], ["a copy", "1"], ["=1+1", "1"]]


def test_that_choices_hold_them_and_what_is_remembered_does_not():
    loaded = with_aside()
    spec = ImportSpec.of(loaded.table, loaded.proposal.roles)
    again = ImportSpec.from_json(spec.to_json())
    assert again.roles.set_aside == ASIDE
    assert roles_from_json(roles_to_json(Roles(set_aside=ASIDE))).set_aside == ASIDE
    assert spec.for_all_rows().roles.set_aside == ()
    assert "set_aside" not in roles_to_json(spec.for_all_rows().roles)


@pytest.mark.parametrize(
    "given",
    [
        [{"rows": [0], "reason": "x"}],
        [{"rows": [True], "reason": "x"}],
        [{"rows": [1.0], "reason": "x"}],
        [{"rows": [], "reason": "x"}],
        [{"rows": [1]}],
        [{"rows": [1], "reason": " "}],
        [{"rows": [1], "reason": "x" * 201}],
        [{"rows": list(range(1, MOST_BY_HAND + 2)), "reason": "x"}],
        [[1, "x"]],
        "1",
    ],
)
def test_that_what_says_no_rows_is_refused(given):
    with pytest.raises(DataError):
        roles_from_json({"set_aside": given})


def test_that_a_row_that_is_not_there_is_refused():
    with pytest.raises(DataError, match="row 8 is to be set aside, and there are 7 rows"):
        with_aside(aside=(SetAside((8,), "x"),))


def test_that_a_matrix_has_no_rows_to_set_aside():
    text = ",a,b\na,3,1\nb,2,4\n"
    with pytest.raises(DataError, match="no rows that could be set aside"):
        dataset_of(text, Roles(matrix_rows="actual", positive="b", set_aside=ASIDE))


def test_that_all_rows_set_aside_is_said(tmp_path):
    with pytest.raises(DataError, match=r"no row can be used \(7: by hand: x\)") as met:
        with_aside(aside=(SetAside(tuple(range(1, 8)), "x"),))
    assert met.value.hint == "Choose other rows"
    path = tmp_path / "a.csv"
    path.write_text(text_of(ROWS), encoding="utf-8")
    with pytest.raises(DataError, match="set aside by hand in one file"):
        load_apart([path, path], roles=Roles(set_aside=ASIDE))


def test_that_more_reasons_than_a_byte_counts_are_kept_apart():
    text = text_of([*ROWS, *[(f"y{n}", "A", "ill", "0.4", "", "1") for n in range(300)]])
    aside = tuple(SetAside((row,), f"reason {row}") for row in range(8, 308))
    found = with_aside(text, aside).dataset
    by_hand = [one for one in found.exclusions if one.is_by_hand]
    assert [one.rows.tolist() for one in by_hand] == [[row] for row in range(8, 308)]
    assert found.n == 6


rows_given = st.sets(st.integers(1, 20), min_size=1)


@given(steps=st.lists(st.tuples(rows_given, st.sampled_from(["a", "b", " a "])), max_size=6))
def test_that_each_row_has_the_last_reason_given(steps):
    aside, expected = (), {}
    for rows, reason in steps:
        aside = with_rows(aside, rows, reason)
        expected |= dict.fromkeys(rows, reason.strip())
    assert {row: one.reason for one in aside for row in one.rows} == expected
    assert n_rows(aside) == len(expected)
    assert all(list(one.rows) == sorted(one.rows) for one in aside)
    assert len({one.reason for one in aside}) == len(aside)
    for row in list(expected):
        aside = without_rows(aside, {row})
        assert row not in {left for one in aside for left in one.rows}
    assert aside == ()


def table_of(rows):
    return load_source(Source.from_bytes("a.csv", text_of(rows).encode()), roles=TWO).table


def test_that_rows_of_another_reading_are_known_by_their_cells():
    before = table_of(ROWS)
    changed = [("E", *row[1:]) if row[0] == "e" else row for row in ROWS]
    assert still_there(ASIDE, before, table_of(ROWS)) == ASIDE
    assert still_there(ASIDE, before, table_of(changed)) == (
        SetAside((2,), "not eligible"),
        SetAside((4,), "a copy"),
    )
    assert still_there(ASIDE, before, table_of(ROWS[:4])) == (
        SetAside((2,), "not eligible"),
        SetAside((4,), "a copy"),
    )
    other = Source.from_bytes("a.csv", text_of(ROWS).replace("id,", "key,", 1).encode())
    assert still_there(ASIDE, before, load_source(other, roles=TWO).table) == ()


def test_that_a_row_goes_by_its_first_reason():
    rows = UsedRows(np.zeros(4, np.uint8)).without_each(
        (np.array(places), code, code)
        for places, code in (([0, 1], "x"), ([1, 2], "y"), ([1], "z"))
    )
    assert [(one.code, one.rows.tolist()) for one in rows.exclusions()] == [
        ("x", [1, 2]),
        ("y", [3]),
    ]
