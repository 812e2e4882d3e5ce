"""Each sign of the data file, by a column for which it holds; and what signs say together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from evalgui.io.building.probability_columns import match_classes
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning import Role, Roles
from evalgui.io.meaning.evidence.words import signs_of
from evalgui.io.proposing import count_roles, frequencies, ids, probability_roles, subject_roles
from evalgui.io.proposing.proposal_draft import Draft
from evalgui.io.proposing.subject_roles import Owners
from evalgui.io.table import Profile

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.meaning import Proposal

CROSSED = "ref,call,{}\npos,pos,80\npos,neg,20\nneg,pos,30\nneg,neg,170\n"
MET = "".join(f"p{one},g{other}\n" for one in range(12) for other in range(11))
FEW = "".join(f"p{one},g{(one + more) % 12}\n" for one in range(12) for more in range(3))


def draft_of(text: str, **roles: Any) -> Draft:
    table = read(Source.from_bytes("a.csv", text.encode()))
    profiles = [Profile(column) for column in table.columns]
    return Draft(table, profiles, Roles(**roles), Roles(**roles))


def column(name: str, *cells: str) -> tuple[Draft, Profile]:
    rows = cells or ("1", "5", "5", "2")
    draft = draft_of("\n".join([f"{name},other", *(f"{cell},x" for cell in rows), ""]))
    return draft, draft.profiles[0]


def last_of(text: str) -> tuple[Draft, Profile]:
    draft = draft_of(text)
    return draft, draft.profiles[-1]


def owners(text: str, says: str = "") -> str:
    draft = draft_of(text)
    columns = tuple(one.column for one in draft.profiles if one.name not in {"truth", "score"})
    return subject_roles.contents_of_owners(draft, Owners(columns, says))


def numbers_of(draft: Draft) -> Callable[[Profile], str]:
    return partial(frequencies.contents_of_weight, names=draft.table.names)


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("Freq", "frequency"),
        ("pw", "weight"),
        ("weight", "weight"),
        ("score", "score"),
        ("x", "none"),
    ],
)
def test_what_the_name_of_a_column_says_of_its_counting_rows(name: str, sign: str) -> None:
    _, profile = column(name)
    assert frequencies.name_of_weight(profile) == sign


@pytest.mark.parametrize(
    ("name", "cells", "sign"),
    [
        ("n", ("3", "1", "7", "2"), ""),
        ("n", ("a", "b", "a", "b"), "no_numbers"),
        ("n", ("1", "2", "3", "4"), "no_counts"),  # row numbers
        ("n", ("1.5", "2", "0.25", "4"), "no_counts"),
        ("n", ("1", "1", "0", "1"), "no_counts"),
        ("weight", ("61", "75", "80", "62"), "bodies"),
        ("weight", ("61", "1", "2", "62"), ""),
        ("pw", ("61", "75", "80", "62"), ""),
    ],
)
def test_what_numbers_say_against_their_counting_rows(
    name: str, cells: tuple[str, ...], sign: str
) -> None:
    draft, profile = column(name, *cells)
    assert numbers_of(draft)(profile) == sign


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        (CROSSED.format("x"), "complete"),
        ("ref,call,x\npos,pos,0.4\npos,neg,0.1\nneg,pos,0.2\nneg,neg,0.3\n", "complete"),
        ("ref,call,n\npos,pos,80\npos,neg,20\nneg,neg,170\n", "cross_table"),
        ("ref,call,n\npos,pos,0.8\npos,neg,0.4\nneg,neg,0.7\n", ""),  # no counts
        (CROSSED.format("n") + "pos,pos,4\n", ""),  # a combination stands there twice
        (CROSSED.format("weight"), ""),
        (CROSSED.format("n").replace("ref", "patient"), ""),  # an id names the rows
    ],
)
def test_what_the_other_columns_say_of_a_column_that_counts_rows(text: str, sign: str) -> None:
    assert frequencies.table_of_weight(*last_of(text)) == sign


def test_that_a_table_whose_scores_never_recur_was_not_counted() -> None:
    text = "truth,score,n\n0,0.1,4\n1,0.2,9\n0,0.3,7\n"
    draft = draft_of(text, scores=("score",))
    assert frequencies.table_of_weight(draft, draft.profiles[-1]) == ""
    assert frequencies.table_of_weight(*last_of(text)) == "cross_table"


@pytest.mark.parametrize(
    ("group", "name", "cells", "sign"),
    [
        ("name", "Case no.", (), "named"),
        ("name", "CRP", (), ""),
        ("contents", "index", ("0.12", "0.7", "1.0"), "measured"),
        ("contents", "index", ("1.0", "2.0", "3.0"), ""),
        ("contents", "id", ('"12,345"', '"12,346"', '"9,001"'), ""),  # thousands
        ("contents", "id", ('"12,34"', '"12,5"', '"9,01"'), "measured"),
        ("classes", "class_id", ("3", "4", "4"), "classes"),
        ("classes", "record", ("yes", "no", "no"), "classes"),
        ("classes", "record", ("1", "0", "0"), ""),
        ("rows", "x", ("3", "4", "5", "9"), "counter"),
        ("rows", "x", ("3", "4", "4", "9"), ""),
    ],
)
def test_what_says_that_a_column_tells_rows_apart(
    group: str, name: str, cells: tuple[str, ...], sign: str
) -> None:
    _, profile = column(name, *cells)
    assert getattr(ids, f"{group}_of_ids")(profile) == sign


@pytest.mark.parametrize(
    ("name", "cells", "is_id", "tells_apart"),
    [
        ("id", ("7", "5", "9"), True, True),
        ("index", ("0.12", "0.7", "0.9"), False, False),  # a name is not believed against cells
        ("x", ("3", "4", "5"), False, True),
        ("class_id", ("3", "4", "4"), True, False),
        ("class_id", ("3", "4", "5"), True, True),
        ("CRP", ("3", "4", "4"), False, False),
    ],
)
def test_that_ids_are_what_is_called_so_and_not_measured(
    name: str, cells: tuple[str, ...], *, is_id: bool, tells_apart: bool
) -> None:
    _, profile = column(name, *cells)
    assert (ids.is_id(profile), ids.tells_rows_apart(profile)) == (is_id, tells_apart)


@pytest.mark.parametrize(
    ("text", "says", "sign"),
    [
        ("subject\na\nb\na\n", "person", ""),
        ("subject\na\nb\nc\n", "person", "all_different"),
        ("probe,gallery\na,a\na,b\nb,c\n", "sides", "some_equal"),
        ("probe,gallery\na,d\na,e\nb,f\n", "sides", ""),
        ("subject_a,subject_b\na,a\na,b\nb,c\n", "persons", ""),
        ("one,other\n" + MET, "", "dense"),
        ("one,other\n" + FEW, "ids", "meet_once"),
        ("one,other\n" + FEW + "p0,g0\n", "ids", ""),
    ],
)
def test_what_cells_say_of_whose_the_rows_are(text: str, says: str, sign: str) -> None:
    assert owners(text, says) == sign


@pytest.mark.parametrize(
    ("name", "sign"), [("n_pos", "of_positives"), ("impostors", "of_negatives"), ("score", "")]
)
def test_which_class_a_column_of_counts_is_called_after(name: str, sign: str) -> None:
    _, profile = column(name)
    assert count_roles.name_of_count(profile) == sign


@pytest.mark.parametrize(
    ("name", "cells", "signs"),
    [
        ("score", ("0.5", "0.7"), ("numbers", "named")),
        ("cut", ("0.5", "0.7"), ("numbers", "")),
        ("cut", ("low", "high"), ("no_numbers", "")),
        ("id", ("4", "3"), ("no_numbers", "")),
    ],
)
def test_what_says_that_a_column_is_the_score_of_counts(
    name: str, cells: tuple[str, ...], signs: tuple[str, str]
) -> None:
    _, profile = column(name, *cells)
    found = count_roles.contents_of_counted(profile), count_roles.name_of_counted(profile)
    assert found == signs


@pytest.mark.parametrize(
    ("columns", "classes", "sign"),
    [
        (["p_cat", "p_dog"], ["cat", "dog"], "of_classes"),
        (["p_cat", "p_dog", "p_fox"], ["cat", "dog"], "of_classes"),  # one that no row has
        (["score_0", "score_1", "score_2"], ["a", "b", "c"], "in_order"),
        (["p_cat", "p_dog", "p_fox"], ["cat", "dog", "eel"], "of_others"),
        (["0", "1", "2"], ["0", "1"], "beside"),
    ],
)
def test_how_far_names_of_columns_fit_those_of_classes(
    columns: list[str], classes: list[str], sign: str
) -> None:
    match = match_classes(columns, classes)
    assert probability_roles.name_of_match(classes, match) == sign


@pytest.mark.parametrize(
    ("rows", "classes", "chosen", "sign"),
    [
        (("0.2,0.8", "0.7,0.3"), ["a", "b"], (), ""),
        (("0.2,0.9", "0.7,0.9"), ["a", "b"], (), "no_shares"),
        (("0.2,0.9", "0.7,0.9"), ["a", "b", "c"], (), ""),
        (("0.2,0.9", "0.7,0.9"), ["a", "b", "c"], ("p_a", "p_b"), ""),
        (("0.2,0.8", "0.7,0.3"), ["a", "b", "c"], ("p_a", "x"), "not_all"),
    ],
)
def test_what_speaks_against_columns_that_are_called_as_classes(
    rows: tuple[str, ...], classes: list[str], chosen: tuple[str, ...], sign: str
) -> None:
    draft = draft_of("\n".join(["p_a,p_b", *rows, ""]), scores=chosen)
    match = match_classes(["p_a", "p_b"], classes)
    assert probability_roles.contents_of_match(draft, classes, match) == sign


SIGNS = {
    "probabilities": {
        "name": {"of_classes", "in_order", "of_others", "beside"},
        "contents": {"no_shares", "not_all"},
    },
    "weight": {
        "name": {"frequency", "weight", "score", "none"},
        "contents": {"no_numbers", "no_counts", "bodies"},
        "table": {"complete", "cross_table"},
    },
    "id": {
        "name": {"named"},
        "contents": {"measured"},
        "classes": {"classes"},
        "rows": {"counter"},
    },
    "subject": {
        "name": {"persons", "sides", "person", "ids"},
        "classes": {"comparisons"},
        "contents": {"some_equal", "dense", "meet_once", "all_different"},
    },
    "n_positive": {"name": {"of_positives", "of_negatives"}},
    "n_negative": {"name": {"of_positives", "of_negatives"}},
    "counted_score": {"contents": {"numbers", "no_numbers"}, "name": {"named"}},
}


@pytest.mark.parametrize("role", SIGNS)
def test_that_the_data_file_weighs_the_signs_that_there_are(role: str) -> None:
    assert {group: {*own} for group, own in signs_of(role).items()} == SIGNS[role]


def proposed(text: str, **roles: Any) -> Proposal:
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles)).proposal


def asked(found: Proposal, role: Role) -> list[str]:
    return [one.question for one in found.reasons if one.role is role and one.question]


def test_that_two_columns_that_may_count_rows_are_both_shown() -> None:
    lines = CROSSED.format("n").splitlines()
    rows = [f"{line},{add}" for line, add in zip(lines, ["count", "9", "7", "4", "3"], strict=True)]
    found = proposed("\n".join(rows), positive="pos", truth="ref", predicted="call")
    (question,) = asked(found, Role.WEIGHT)
    assert question.startswith("Does 'n' or 'count' say how many each row stands for?")
    (question,) = asked(found, Role.WEIGHT)
    alone = proposed(CROSSED.format("n"), positive="pos", truth="ref", predicted="call")
    assert asked(alone, Role.WEIGHT) == []
    assert alone.roles.weight == "n"


def test_that_numbers_that_are_called_as_ids_and_measured_are_asked_about() -> None:
    text = "truth,patient_id\n" + "".join(f"{row % 2},{row / 7:.3f}\n" for row in range(20))
    (question,) = asked(proposed(text), Role.SCORE)
    assert question.startswith(
        "The numbers in 'patient_id' are called as ids are: are they scores?"
    )


def test_that_two_pairs_of_persons_are_both_shown() -> None:
    names = "subject_a,subject_b,speaker_a,speaker_b,label,score"
    rows = [f"s{r % 3},s{r % 4},t{r % 4},t{r % 5},{'ab'[r % 2]},0.{r}" for r in range(1, 9)]
    found = proposed("\n".join([names, *rows]), truth="label", scores=("score",), positive="a")
    (question,) = asked(found, Role.SUBJECT)
    assert "'subject_a' and 'subject_b' or 'speaker_a' and 'speaker_b'" in question
