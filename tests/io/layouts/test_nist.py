"""Scores and keys of NIST."""

from __future__ import annotations

from tests.io.layouts.opening import area_of, cells_of, dataset, loaded

SCORES = "modelid\tsegmentid\tside\tLLR\n0012\ta.sph\ta\t2.5\n0012\tb.sph\tb\t-1\n"
KEY = "modelid\tsegmentid\tside\ttargettype\tgender\n0012\ta.sph\ta\ttarget\tf\n"


def test_that_scores_go_by_the_names_of_all_scores() -> None:
    found = loaded(SCORES)
    assert found.table.names == ("enroll", "test", "side", "score")
    assert cells_of(found.table, "enroll") == ["0012", "0012"]
    # The names of the file still find their columns.
    assert found.table.column("LLR").name == "score"
    assert found.table.known is not None
    assert found.table.known.lacks == "key"


def test_that_a_key_keeps_its_other_columns() -> None:
    found = loaded(KEY + "0012\tb.sph\tb\tnontarget\tf\n")
    assert found.table.names == ("enroll", "test", "side", "key", "gender")
    assert found.proposal.roles.truth == "key"
    assert found.table.known is not None
    assert found.table.known.lacks == "scores"


def test_that_scores_with_their_key_are_complete() -> None:
    data = dataset(
        "modelid\tsegmentid\tside\tLLR\ttargettype\nm\ta\ta\t2.5\ttarget\nm\tb\ta\t3\tnontarget\n"
    )
    assert (data.positive_class, area_of(data)) == ("target", 0.0)


def test_that_a_column_in_the_way_gets_a_mark() -> None:
    found = loaded(SCORES.replace("LLR\n", "LLR\ttest\n").replace("2.5\n", "2.5\tx\n"))
    assert found.table.names == ("enroll", "test", "side", "score", "test'")
