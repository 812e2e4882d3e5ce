"""How sure a proposal is: by what it rests on, with one rule for what is asked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from evalgui.core.sampling import Sampling
from evalgui.io.loading import load
from evalgui.io.meaning.reasons import Basis, Confidence, Reason, Role, decided, guessed, likely
from evalgui.io.meaning.roles import Proposal, Roles
from evalgui.io.meaning.rows_aside import SetAside
from evalgui.io.proposing.kept_choices import confirmed, only_decided, reasons_under
from evalgui.io.proposing.propose import propose
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.writers.inspection import inspect
from tests.io.proposing.test_propose import opened, proposed

OPEN, GUESS, ACCEPTED, LIKELY, STATED, DECIDED = Confidence
CLEAR = "label,score\npos,0.5\nneg,0.2\n"
ASKED = "label,score\na,0.5\nb,0.2\n"


def told(found: Proposal) -> dict[Role, tuple[Basis, Confidence, tuple[str, ...]]]:
    return {one.role: (one.by, one.confidence, one.columns) for one in found.reasons}


def test_that_the_levels_are_ordered_and_only_the_lowest_two_ask() -> None:
    assert list(Confidence) == sorted(Confidence)
    assert [level for level in Confidence if level.asks] == [OPEN, GUESS]


@pytest.mark.parametrize(("level", "question"), [(GUESS, ""), (LIKELY, "Is it?")])
def test_that_a_question_is_there_where_and_only_where_one_is_needed(
    level: Confidence, question: str
) -> None:
    with pytest.raises(ValueError, match="question"):
        Reason(Role.TRUTH, "it is the truth", Basis.NAME, level, (), question)


def test_that_a_proposal_is_as_sure_as_its_least_sure_reason() -> None:
    sure = likely(Role.TRUTH, "by its name", Basis.NAME, "label")
    chosen = decided(Role.SCORE, "it is the score", "s")
    doubt = guessed(Role.POSITIVE, "the last", Basis.CONVENTION, question="Which?")
    found = Proposal(Roles(), (chosen, sure))
    assert (found.confidence, found.certain, found.question) == (LIKELY, True, "")
    found = Proposal(Roles(), (chosen, doubt, sure))
    assert (found.confidence, found.certain, found.question) == (GUESS, False, "Which?")
    assert Proposal(Roles(), (chosen,)).confidence is DECIDED


def test_that_each_role_says_what_it_rests_on() -> None:
    assert told(proposed(ASKED)) == {
        Role.TRUTH: (Basis.NAME, LIKELY, ("label",)),
        Role.SCORE: (Basis.NAME, LIKELY, ("score",)),
        Role.DIRECTION: (Basis.CONVENTION, LIKELY, ("score",)),
        Role.POSITIVE: (Basis.CONVENTION, GUESS, ()),
    }


@pytest.mark.parametrize(
    ("text", "role", "expected"),
    [
        # Two columns that may be the truth; numbers that may be scores.
        ("a,b,score\nx,u,0.5\ny,v,0.2\n", Role.TRUTH, (Basis.CONTENT, GUESS, ("a",))),
        ("label,age,x\n1,70,25.5\n0,60,30.5\n", Role.SCORE, (Basis.CONTENT, LIKELY, ("x",))),
        ("id,score\nq1,0.5\nq2,0.2\nq3,0.1\n", Role.TRUTH, (Basis.CONTENT, OPEN, ())),
        ("label,distance\n1,0.1\n0,0.9\n", Role.DIRECTION, (Basis.NAME, LIKELY, ("distance",))),
        ("label;score\n1;0,5\n0;0,2\n", Role.DECIMAL, (Basis.CONTENT, LIKELY, ())),
        ("label,score\nred,0.5\nred,0.2\n", Role.POSITIVE, (Basis.CONTENT, GUESS, ())),
        (",a,b\na,5,1\nb,2,7\n", Role.MATRIX_ROWS, (Basis.CONVENTION, GUESS, ())),
        ("actual,a,b\na,5,1\nb,2,7\n", Role.MATRIX_ROWS, (Basis.FORMAT, STATED, ())),
        (",a,b\na,5,2\nb,2,7\n", Role.MATRIX_ROWS, (Basis.CONTENT, LIKELY, ())),
        ("s,n_mated,n_nonmated\n0.3,1,4\n", Role.N_POSITIVE, (Basis.NAME, LIKELY, ("n_mated",))),
    ],
)  # fmt: skip
def test_that_evidence_is_graded(text: str, role: Role, expected: object) -> None:
    assert told(proposed(text))[role] == expected


def test_that_a_format_states_what_a_name_only_makes_likely() -> None:
    found = proposed("1 0.5\n-1 0.25\n1 0.75\n-1 0.125\n")
    assert told(found)[Role.TRUTH][:2] == (Basis.FORMAT, STATED)
    assert told(found)[Role.SCORE][:2] == (Basis.FORMAT, STATED)


# ------------------------------------------------------------------------ the user's word


def test_that_what_the_user_says_is_decided_and_nothing_else_is() -> None:
    found = told(proposed(ASKED, truth="label", positive="a"))
    assert found[Role.TRUTH] == (Basis.USER, DECIDED, ("label",))
    assert found[Role.POSITIVE] == (Basis.USER, DECIDED, ())
    assert found[Role.SCORE] == (Basis.NAME, LIKELY, ("score",))


def test_that_choices_stand_beside_the_reasons_for_all_that_stays() -> None:
    before = proposed("label,score,age\na,0.5,3\nb,0.2,4\n")
    changed = replace(before.roles, scores=("age",))
    found = {one.role: one.confidence for one in reasons_under(changed, before)}
    assert found[Role.SCORE] is DECIDED
    assert found[Role.TRUTH] is LIKELY
    assert found[Role.POSITIVE] is GUESS  # it is still to be confirmed
    found = {one.role: one.confidence for one in confirmed(changed, before)}
    assert (found[Role.POSITIVE], found[Role.TRUTH]) == (ACCEPTED, LIKELY)


@pytest.mark.parametrize("text", [CLEAR, ASKED, "label;score\npos;1.103\nneg;318\npos;606\n"])
def test_that_a_confirmed_proposal_keeps_its_reasons(text: str) -> None:
    table = opened(text)
    before = proposed(text)
    after = propose(table, before.roles, before=before)
    assert after.certain
    sure = [one for one in before.reasons if not one.confidence.asks]
    assert set(sure) <= set(after.reasons)
    assert {one.role for one in after.reasons} == {one.role for one in before.reasons}
    assert {one.confidence for one in set(after.reasons) - set(sure)} <= {ACCEPTED, DECIDED}


def test_that_a_role_that_says_nothing_is_no_decision() -> None:
    before = proposed(CLEAR)
    changed = replace(before.roles, missing_scores="exclude", decimal=".", subset="")
    assert reasons_under(changed, before) == reasons_under(before.roles, before)


def test_that_every_decision_has_its_words() -> None:
    roles = Roles(
        truth="t", scores=("s",), predicted="p", positive="x", higher_is_positive=False,
        opposite=("o",), decimal=",", missing_labels=("NA",), set_aside_unreadable=True,
        probabilities=(("x", "px"),), matrix_rows="predicted", missing_scores="worst",
        subset="age > 60", n_positive="n1", n_negative="n0", bins=("low", "high"), weight="w",
        limits="half", thousands=".", set_aside=(SetAside((2, 5), "a copy"),),
        subjects=("probe", "reference"), sampling=Sampling.CASE_CONTROL, blank_labels="above",
        species="pai",
    )  # fmt: skip
    found = {one.role: one.sentence for one in confirmed(roles)}
    assert set(found) == set(Role) - {Role.TABLE, Role.SHEET, Role.DELIMITER, Role.TOGETHER}
    assert found[Role.DIRECTION] == "lower scores mean positive, and higher ones of 'o'"
    assert found[Role.SUBJECT] == "'probe' and 'reference' say whose samples each row compares"
    assert found[Role.SAMPLING] == "the sizes of the classes were chosen (case-control)"
    assert found[Role.MISSING_SCORES].endswith("it is never called positive")


def test_that_another_reading_keeps_only_what_was_decided() -> None:
    before = proposed("label,pred,score,age\na,a,0.5,3\nb,a,0.2,4\n")
    seen = replace(before.roles, missing_scores="exclude")
    assert replace(only_decided(seen, before), missing_scores=None) == Roles()
    # That there are no predictions is a decision, too, and stays one.
    chosen = replace(before.roles, predicted="", scores=("age",))
    kept = only_decided(chosen, before)
    assert kept == Roles(scores=("age",), predicted="")
    again = Proposal(chosen, tuple(confirmed(chosen, before)))
    decisions = {one.role for one in again.reasons if one.confidence is DECIDED}
    assert decisions >= {Role.SCORE, Role.PREDICTED}
    assert only_decided(chosen, again).predicted == ""


# ---------------------------------------------------------------------- outside the window


def test_that_inspect_lists_the_reasons(tmp_path: Any) -> None:
    path = tmp_path / "a.csv"
    path.write_text("label,s1,s2\na,0.5,1\nb,0.2,2\n", encoding="utf-8")
    found = inspect([path], json.dumps({"truth": "label"})).as_json()
    assert (found["status"], found["confidence"]) == ("asked", "guess")
    entries = {(one["role"], one["column"]): one for one in found["proposal"]}
    assert entries["truth", "label"] == {
        "role": "truth",
        "column": "label",
        "reason": "'label' is the truth",
        "by": "user",
        "confidence": "decided",
    }
    assert entries["score", "s1"]["confidence"] == entries["score", "s2"]["confidence"]
    assert entries["positive", None]["by"] == "convention"
    assert {one["role"] for one in found["proposal"]} <= {role.value for role in Role}


def test_that_what_was_remembered_is_said_to_be(tmp_path: Any) -> None:
    path = tmp_path / "a.csv"
    path.write_text(ASKED, encoding="utf-8")
    asked = load(path)
    spec = ImportSpec.of(asked.table, asked.proposal.roles)
    found = load(path, recall=lambda _: spec).proposal
    assert (found.certain, found.confidence) == (True, DECIDED)
    assert {one.by for one in found.reasons} == {Basis.MEMORY}
