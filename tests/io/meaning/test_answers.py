"""Each answer to a question decides it, and one of them is what was proposed."""

from __future__ import annotations

import pytest

from evalgui.core.sampling import Sampling
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning import Role, Roles
from evalgui.io.meaning.answers import answers_to
from evalgui.io.meaning.reasons import Basis, guessed, left_open
from evalgui.io.proposing.kept_choices import as_proposed, reasons_under


def proposal_of(text):
    return load_source(Source.from_bytes("a.csv", text.encode())).proposal


FILES = {
    Role.LIMITS: "truth,psa\n1,5\n0,<0.05\n1,>100\n0,2\n1,7\n",
    Role.MISSING_LABELS: "disease,score\n1,0.5\n0,0.2\n9,0.4\n1,0.7\n0,0.1\n9,0.1\n",
    Role.WEIGHT: "id,truth,score,n\na,0,0.1,3\nb,1,0.7,2\nc,0,0.4,4\nd,1,0.9,5\n",
    Role.BLANK_LABELS: "id,disease,marker\n1,x,5\n2,,2\n3,,1\n4,x,7\n5,,3\n6,x,6\n",
    Role.MATRIX_ROWS: ",a,b\na,5,1\nb,2,7\n",
}


@pytest.mark.parametrize("role", FILES)
def test_that_each_answer_but_the_proposed_one_decides(role):
    proposal = proposal_of(FILES[role])
    (reason,) = (one for one in proposal.asked if one.role is role)
    answers = answers_to(reason, proposal.roles)
    assert len({answer.words for answer in answers}) == len(answers) > 1
    assert sum(answer.roles == proposal.roles for answer in answers) == 1
    for answer in answers:
        still = {one.question for one in reasons_under(answer.roles, proposal)}
        assert (reason.question in still) == (answer.roles == proposal.roles)
        assert as_proposed(answer.roles, proposal, role) == proposal.roles


@pytest.mark.parametrize(
    ("role", "roles", "changed"),
    [
        (Role.DIRECTION, Roles(scores=("s",)), {"higher_is_positive": False}),
        (Role.PREDICTED, Roles(predicted="call"), {"predicted": ""}),
        (Role.SUBJECT, Roles(subjects=("who",)), {"subjects": (), "sampling": Sampling.COHORT}),
        (Role.MISSING_SCORES, Roles(), {"missing_scores": "worst"}),
        (Role.LIMITS, Roles(), {"limits": "set-aside"}),
        (Role.MATRIX_ROWS, Roles(matrix_rows="actual"), {"matrix_rows": "predicted"}),
    ],
)
def test_what_the_other_answer_changes(role, roles, changed):
    last = answers_to(guessed(role, "so", Basis.NAME, question="Is it?"), roles)[-1].roles
    assert {name: getattr(last, name) for name in changed} == changed


def test_that_one_of_many_columns_is_as_proposed_or_chosen_elsewhere():
    roles = Roles(truth="a", scores=("b",))
    asked = guessed(Role.SCORE, "so", Basis.NAME, "b", question="Which?")
    assert [one.roles for one in answers_to(asked, roles)] == [roles]
    assert answers_to(left_open(Role.SCORE, "none", question="Which?"), Roles()) == ()
