"""Any table that is written in a format comes back as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io import layouts
from tests.io.layouts.opening import cells_of, loaded, opened, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

# Leading zeros and capitals tell ids apart.
persons = st.builds("{}{}".format, st.sampled_from(["a", "A", "b", "s0"]), st.integers(0, 99))
recordings = st.builds("{}/{}.wav".format, st.sampled_from("xyz"), st.integers(0, 999))
keys = st.sampled_from(["target", "nontarget"])
scores = st.one_of(
    st.floats(allow_nan=False, width=64),
    st.sampled_from([0.0, -0.0, 5e-324, 1e300, float("inf"), float("-inf"), 7.0]),
).map(repr)
blanks = st.sampled_from([" ", "   ", "\t"])


def of_person(person: str, number: int) -> str:
    return f"{person}_{number}"


@dataclass(frozen=True)
class Written:
    """A format: its name, the fields that any file of it may start with, and any other row.

    The first rows hold what the format is known by. `truth` is what the last column says of a
    row, where it is derived; `header` the line above the rows, where there is one; `trial` what
    no two rows have in common.
    """

    layout: str
    first: list[list[str]]
    rows: Any
    truth: Callable[[list[str]], str] | None = None
    header: tuple[str, ...] = ()
    trial: Callable[[list[str]], object] | None = None


def genuine_if(one: int, other: int) -> Callable[[list[str]], str]:
    return lambda row: "genuine" if row[one] == row[other] else "impostor"


def attacked(row: list[str]) -> str:
    return "spoof" if row[2] else genuine_if(0, 1)(row)


four = st.tuples(persons, persons, st.integers(0, 9), scores).map(
    lambda drawn: [drawn[0], drawn[1], of_person(drawn[1], drawn[2]), drawn[3]]
)
five = four.map(lambda row: [row[0], of_person(row[0], 0), *row[1:]])

WRITTEN = [
    Written(
        "bob, 2 columns",
        [["1", "0.5"], ["-1", "0.25"]],
        st.tuples(st.sampled_from(["1", "-1"]), scores),
    ),
    Written(
        "bob, 4 columns",
        [["a1", "a1", "a1_0", "0.5"], ["a1", "b2", "b2_1", "0.25"]],
        four,
        genuine_if(0, 1),
    ),
    Written(
        "bob, 5 columns",
        [["a1", "a1_m", "a1", "a1_0", "0.5"], ["a1", "a1_m", "b2", "b2_1", "0.25"]],
        five,
        genuine_if(0, 2),
    ),
    Written(
        "bob CSV",
        [["a1", "a1", "", "0.5"], ["a1", "b2", "", "0.25"]],
        st.tuples(persons, persons, st.sampled_from(["", "print"]), scores),
        attacked,
        ("bio_ref_subject_id", "probe_subject_id", "probe_attack_type", "score"),
    ),
    Written(
        "Kaldi compute-eer",
        [["0.5", "target"], ["0.25", "nontarget"]],
        st.tuples(scores, keys),
    ),
    Written(
        "scores of trials (Kaldi, BOSARIS, SIDEKIT)",
        [["m1", "abc11.wav", "0.5"], ["m1", "abc12.wav", "0.25"]],
        st.tuples(persons, recordings, scores),
        trial=lambda row: (row[0], row[1]),
    ),
    Written(
        "trials with a key (Kaldi, BOSARIS, SIDEKIT)",
        [["m1", "u1", "target"], ["m1", "u2", "nontarget"]],
        st.tuples(persons, recordings, keys),
    ),
    Written(
        "VoxCeleb trial list",
        [["1", "a/1.wav", "a/2.wav"], ["0", "a/1.wav", "b/1.wav"]],
        st.tuples(st.sampled_from("01"), recordings, recordings),
    ),
    Written(
        "wespeaker scores",
        [["m1", "u1", "0.5", "target"], ["m1", "u2", "0.25", "nontarget"]],
        st.tuples(persons, recordings, scores, keys),
    ),
    Written(
        "SASV scores",
        [["m1", "u1", "0.5", "target"], ["m1", "u2", "0.25", "spoof"]],
        st.tuples(persons, recordings, scores, st.sampled_from(["target", "nontarget", "spoof"])),
    ),
    Written(
        "key of trials (ASVspoof)",
        [
            ["s1", "t1", "-", "A07", "spoof"],
            ["s1", "t2", "-", "-", "bonafide"],
        ],
        st.tuples(
            persons,
            recordings,
            st.just("-"),
            st.sampled_from(["A07", "A19"]),
            st.sampled_from(["bonafide", "spoof"]),
        ),
    ),
    Written(
        "Bioplot, type 3",
        [
            ["80", "a.wav", "80", "b.wav", "2.5", "TRUE", "META1"],
            ["80", "a.wav", "81", "c.wav", "0.5", "FALSE", "META1"],
        ],
        st.tuples(
            st.integers(100, 999).map(str),
            recordings,
            st.integers(100, 999).map(str),
            recordings,
            scores,
            st.sampled_from(["TRUE", "FALSE"]),
            st.sampled_from(["META1", "META2"]),
        ),
    ),
    Written(
        "NIST SRE scores",
        [["m1", "a.sph", "a", "0.5"]],
        st.tuples(persons, recordings, st.sampled_from("ab"), scores),
        header=("modelid", "segmentid", "side", "LLR"),
    ),
    Written(
        "NIST SRE key",
        [["m1", "a.sph", "a", "target"]],
        st.tuples(persons, recordings, st.sampled_from("ab"), keys),
        header=("modelid", "segmentid", "side", "targettype"),
    ),
]


@pytest.mark.parametrize("written", WRITTEN, ids=[one.layout for one in WRITTEN])
@given(st.data())
def test_that_any_table_of_a_format_comes_back(written: Written, data: st.DataObject) -> None:
    # No list has the same trial twice: what else meets again and again are classes.
    drawn = st.lists(written.rows, max_size=8, unique_by=written.trial)
    rows = [*written.first, *map(list, data.draw(drawn))]
    delimiter = "," if written.header else data.draw(blanks)
    lines = [delimiter.join(row) for row in [written.header, *rows] if row]
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    found = loaded("".join(line + end for line in lines))
    table = found.table
    assert table.how.format == written.layout
    derived = [] if written.truth is None else [[written.truth(row)] for row in rows]
    assert rows_of(table) == [
        row + more for row, more in zip(rows, derived or [[]] * len(rows), strict=True)
    ]
    known = table.known
    assert known is not None
    assert (found.dataset is None) is bool(known.lacks)
    if found.dataset is not None:
        texts = cells_of(table, "score")
        assert [repr(value) for value in found.dataset.scores[0].values.tolist()] == texts
        truth = cells_of(table, known.roles.truth or "")
        assert [found.dataset.classes[code] for code in found.dataset.truth] == truth
        assert found.dataset.exclusions == ()


def test_that_every_layout_with_lines_of_fields_is_written() -> None:
    others = {
        "scores by trial (ASVspoof)",
        "ChromeOS decisions",
        "decisions",
        "ids and scores of comparisons",
        "genuine and impostor scores in two columns",
        "Weka predictions",
        "count table",
        "Orange table",
        "count table of evalgui",
        "several labels, a truth and a score each",
        "whole numbers, one a line",
    }
    assert {one.layout for one in WRITTEN} | others == {one.name for one in layouts.LAYOUTS}


@given(st.lists(st.tuples(recordings, scores), min_size=1, unique_by=lambda row: row[0]))
def test_that_scores_by_trial_come_back(rows: list[tuple[str, str]]) -> None:
    table = opened("".join(f"{trial} {score}\n" for trial, score in rows))
    assert table.how.format == "scores by trial (ASVspoof)"
    assert rows_of(table) == [list(row) for row in rows]


@given(
    st.lists(st.tuples(persons, persons, scores), max_size=8),
    st.sampled_from(",;\t|"),
)
def test_that_any_comparison_comes_back(drawn: list[tuple[str, str, str]], delimiter: str) -> None:
    rows = [["a1", "a1", "0.5"], ["a1", "b2", "0.25"], *map(list, drawn)]
    lines = [["subject_a", "subject_b", "score"], *rows]
    found = loaded("".join(delimiter.join(line) + "\n" for line in lines))
    assert rows_of(found.table) == [[*row, genuine_if(0, 1)(row)] for row in rows]
    assert found.dataset is not None


@given(
    st.lists(
        st.tuples(*[st.integers(1, 3).map(str)] * 4, st.sampled_from(["ACCEPT", "REJECT"])),
        max_size=8,
    )
)
def test_that_any_decision_comes_back(drawn: list[tuple[str, ...]]) -> None:
    rows = [["1", "0", "1", "0", "ACCEPT"], ["1", "0", "2", "0", "REJECT"], *map(list, drawn)]
    lines = [",".join([*row[:4], "7", row[4]]) for row in rows]
    header = "EnrollUser,EnrollFinger,VerifyUser,VerifyFinger,VerifySample,Decision"
    found = loaded("\n".join([header, *lines]) + "\n")
    truth = ["genuine" if row[:2] == row[2:4] else "impostor" for row in rows]
    calls = ["genuine" if row[4] == "ACCEPT" else "impostor" for row in rows]
    assert [cells_of(found.table, name) for name in ("truth", "predicted")] == [truth, calls]
    data = found.dataset
    assert data is not None
    assert data.predicted is not None
    right = np.array(truth) == np.array(calls)
    assert np.array_equal(data.truth == data.predicted, right)


@given(st.lists(scores, max_size=20), st.lists(scores, max_size=20))
def test_that_any_two_lists_come_back(genuine: list[str], impostor: list[str]) -> None:
    genuine, impostor = ["0.5", "0.25", *genuine], ["0.125", "0.75", *impostor]
    n = max(len(genuine), len(impostor))
    left, right = ([*cells, *[""] * (n - len(cells))] for cells in (genuine, impostor))
    lines = [f"{one},{other}" for one, other in zip(left, right, strict=True)]
    table = opened("\n".join(["genuine,impostor", *lines]) + "\n")
    assert table.n_rows == len(genuine) + len(impostor)
    assert rows_of(table) == [
        *([cell, "genuine"] for cell in genuine),
        *([cell, "impostor"] for cell in impostor),
    ]
