"""Columns that are easily taken for the truth, its positive class or the score, and are not."""

from __future__ import annotations

import pytest

from evalgui.core.errors import DataError
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.reasons import Role
from evalgui.io.meaning.roles import Proposal, Roles
from evalgui.io.proposing.propose import build, propose

NUMBERS = ("0.7", "0.2", "0.4", "0.9")


def proposed(names: str, *columns: tuple[str, ...], **roles: object) -> Proposal:
    lines = [names, *(";".join(row) for row in zip(*columns, strict=True))]
    table = read(Source.from_bytes("a.csv", "\n".join([*lines, ""]).encode()))
    return propose(table, Roles(**roles))  # type: ignore[arg-type]


def answers(no: str, yes: str) -> tuple[str, ...]:
    return yes, no, yes, no


@pytest.mark.parametrize(
    "column",
    [
        *("healthy", "Is Alive", "survived", "benign", "no_relapse", "Event-free", "gesund"),
        *("spoof", "non_responder", "absent", "PCR_negative", "not recurred", "kein Rezidiv"),
    ],
)
@pytest.mark.parametrize(("no", "yes"), [("0", "1"), ("no", "yes"), ("false", "true")])
def test_that_a_yes_to_the_negative_class_is_asked_about(column: str, no: str, yes: str) -> None:
    given = f"{column};marker", answers(no, yes), NUMBERS
    found = proposed(*given)
    assert f"A '{yes}' in '{column}' names what is seldom the positive" in found.question
    assert found.roles.positive == no
    for positive in (no, yes):
        answered = proposed(*given, positive=positive)
        assert answered.certain, answered.question


@pytest.mark.parametrize(
    "column",
    [
        *("diseased", "case_control", "died", "relapse", "not healthy", "outcome", "truth"),
        *("PCR_positive", "non_survivor", "genuine"),
    ],
)
def test_that_a_yes_to_what_is_looked_for_is_not(column: str) -> None:
    found = proposed(f"{column};marker", answers("0", "1"), NUMBERS)
    assert found.certain, found.question
    assert found.roles.positive == "1"


def test_that_classes_in_words_of_their_own_mean_what_they_say() -> None:
    found = proposed("healthy;marker", answers("healthy", "diseased"), NUMBERS)
    assert found.certain, found.question
    assert found.roles.positive == "diseased"


@pytest.mark.parametrize(
    ("column", "positive"),
    [
        ("disease (0=yes, 1=no)", "0"),
        ("disease (1 = yes, 0 = no)", "1"),
        ("benign=1/malignant=0", "0"),
        ("disease_0yes_1no", "0"),
        ("status: 0 alive 1 dead", "1"),
        ("healthy: 1=healthy, 0=ill", "0"),
    ],
)
def test_that_the_name_of_a_column_says_what_its_codes_mean(column: str, positive: str) -> None:
    found = proposed(f"{column};marker", answers("0", "1"), NUMBERS)
    assert found.certain, found.question
    assert found.roles.positive == positive


def test_that_codes_of_the_negative_class_are_asked_about() -> None:
    found = proposed("healthy (1=yes, 0=no);marker", answers("0", "1"), NUMBERS)
    assert "names what is seldom the positive class" in found.question


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        ("sex;y_pred", "'sex', or another"),
        ("smoker;Prediction", "'smoker', or another"),
        ("treatment;response", "'treatment' and 'response', or another"),
        ("sepsis;decision", "'sepsis' and 'decision', or another"),
    ],
)
def test_that_who_somebody_is_is_not_the_truth_without_a_question(names: str, asked: str) -> None:
    columns = answers("0", "1"), ("1", "1", "0", "0"), NUMBERS
    found = proposed(f"{names};score", *columns)
    assert f"Which column holds the true class: {asked}?" in found.question
    truth = names.split(";", maxsplit=1)[0]
    assert proposed(f"{names};score", *columns, truth=truth).certain


def test_that_an_outcome_stands_before_who_somebody_is() -> None:
    found = proposed("sex;sepsis;score", answers("0", "1"), ("1", "1", "0", "0"), NUMBERS)
    assert found.certain, found.question
    assert found.roles.truth == "sepsis"


@pytest.mark.parametrize(
    ("names", "score"),
    [
        ("score_lower;score;score_upper", "score"),
        ("score_std;score_mean;site", "score_mean"),
        ("quality_score;similarity;pred_time", "similarity"),
    ],
)
def test_that_what_is_told_about_a_score_is_none(names: str, score: str) -> None:
    found = proposed(f"truth;{names}", answers("0", "1"), NUMBERS, NUMBERS[::-1], NUMBERS)
    assert found.certain, found.question
    assert found.roles.scores == (score,)


@pytest.mark.parametrize(
    ("name", "cells", "why"),
    [
        ("ward", ("3", "7", "3", "2"), "say where or who somebody is"),
        ("Site", ("3", "7", "3", "2"), "say where or who somebody is"),
        ("admission", ("2019", "2021", "2020", "2019"), "are years"),
        ("platelets", ("219", "2021", "20200", "2019"), ""),
    ],
)
def test_that_the_only_numbers_are_asked_about_where_they_are_no_score(
    name: str, cells: tuple[str, ...], why: str
) -> None:
    found = proposed(f"truth;{name}", answers("0", "1"), cells)
    assert found.roles.scores == (name,)
    assert (f"The numbers in '{name}' {why}" in found.question) if why else found.certain


def test_that_a_point_among_classes_may_be_a_label_that_is_missing() -> None:
    found = proposed("truth;score", ("0", "1", ".", "1"), NUMBERS)
    assert "is the label missing there?" in found.question
    assert found.roles.missing_labels == (".",)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (("1:40", "1:80", "1:20", "1:160"), "1:40"),
        (("0.5 mg/dL", "5 mg/L", "3 mg/L", "2 mg/dL"), "0.5 mg/dL"),
        (("355", "0.48k", "1.2k", "0.9k"), "0.48k"),
    ],
)
def test_that_cells_that_are_nearly_numbers_are_named(cells: tuple[str, ...], shown: str) -> None:
    text = "\n".join(["id;truth;titre", *(f"{n};{n % 2};{one}" for n, one in enumerate(cells)), ""])
    table = read(Source.from_bytes("a.csv", text.encode()))
    with pytest.raises(DataError) as refused:
        build(table, propose(table, Roles()).roles)
    assert f"in 'titre', such as '{shown}'" in refused.value.hint


SURE = ("0.91", "0.72", "0.64", "0.99", "0.55", "0.83", "0.97", "0.58")
TRUE = ("pos", "neg") * 4


def test_that_a_score_may_be_how_sure_calls_of_any_name_are() -> None:
    calls = ("pos", "neg", "neg", "neg", "pos", "pos", "pos", "neg")
    found = proposed("label;sentiment;score", TRUE, calls, SURE)
    assert "'sentiment' has the classes of 'label'" in found.question
    assert "is it the score of one class?" in found.question
    assert proposed("label;sentiment;score", TRUE, calls, SURE, scores=("score",)).certain


@pytest.mark.parametrize(
    ("calls", "scores"),
    [
        (("m", "f", "f", "f", "m", "m", "m", "f"), SURE),  # no classes of the truth
        (TRUE, ("0.91", "0.12", "0.64", "0.39", "0.75", "0.23", "0.97", "0.18")),
    ],
)
def test_that_other_columns_of_two_words_are_not_asked_about(
    calls: tuple[str, ...], scores: tuple[str, ...]
) -> None:
    found = proposed("label;other;score", TRUE, calls, scores)
    assert found.certain, found.question
    assert found.roles.scores == ("score",)


@pytest.mark.parametrize("names", ["spoof;bonafide_score", "genuine;impostor_score"])
def test_that_classes_beside_scores_are_no_list_of_scores(names: str) -> None:
    found = proposed(names, answers("0", "1"), NUMBERS, positive="1")
    truth, score = names.split(";")
    assert {one.role for one in found.asked} <= {Role.DIRECTION}, found.question
    assert (found.roles.truth, found.roles.scores) == (truth, (score,))


def test_that_two_lists_of_scores_are() -> None:
    found = proposed("genuine;impostor", NUMBERS, ("0.1", "0.3", "0.2", "0.15"))
    assert found.certain, found.question
    assert found.roles.scores == ("score",)
