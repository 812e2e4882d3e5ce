"""What finds the column of a role: signs add up, and who is out of reach is passed over."""

from __future__ import annotations

import math

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning import REACH, Role
from evalgui.io.meaning.evidence.words import signs_of
from evalgui.io.proposing import weighing
from evalgui.io.proposing.propose import propose
from evalgui.io.proposing.weighing import SURE, weigh
from evalgui.io.table import Profile, RawColumn

weights = st.dictionaries(st.sampled_from("abc"), st.sampled_from([-1.0, -0.2, 0.1, 0.5, 2.0]))


def column(name: str) -> Profile:
    return Profile(RawColumn(name, pa.chunked_array([["x"]], pa.string())))


@given(st.lists(weights, min_size=1, max_size=3), st.data())
def test_that_who_is_passed_over_would_not_be_within_reach(
    groups: list[dict[str, float]], data: st.DataObject
) -> None:
    columns = [column(str(place)) for place in range(4)]
    signs = [{one: data.draw(st.sampled_from(["", *own])) for one in "0123"} for own in groups]
    known = {str(place): own for place, own in enumerate(groups)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weighing, "signs_of", {"any": known}.__getitem__)
        found = weigh(
            "any",
            columns,
            {
                str(place): lambda one, own=own: own[one.column.name]  # type: ignore[misc]
                for place, own in enumerate(signs)
            },
        )
    said = {
        one: [own[sign[one]] for own, sign in zip(groups, signs, strict=True) if sign[one]]
        for one in "0123"
    }
    total = {one: sum(of_one) for one, of_one in said.items() if max(of_one, default=0) > 0}
    best = max(total.values(), default=0.0)
    near = {one for one, weight in total.items() if weight > best - REACH + 1e-9}
    if len(near) == 1 and best >= SURE:
        assert {one.what.name for one in found} == near
    assert near <= {one.what.name for one in found}
    assert all(one.what.name in total for one in found) or len(found) == 1


def test_that_who_is_alone_and_sure_is_looked_at_no_further() -> None:
    def fail(one: Profile) -> str:
        raise AssertionError(one)

    named = {"y": "named"}
    signs = {"name": lambda one: named[one.column.name], "contents": fail}
    found = weigh("truth", [column("y")], signs)
    assert [one.signs for one in found] == [("named",)]


@pytest.mark.parametrize("role", ["truth", "predicted"])
def test_that_signs_are_weights_apart(role: str) -> None:
    for group, own in signs_of(role).items():
        assert all(weight <= 5 and not math.isnan(weight) for weight in own.values()), group


def proposed(text: str) -> tuple[str | None, str]:
    found = propose(read(Source.from_bytes("a.csv", text.encode())))
    asked = [one.question for one in found.reasons if one.role is Role.TRUTH]
    return found.roles.truth, asked[0].split("? ")[0] if asked else ""


def table(names: str, *rows: str) -> str:
    return "\n".join([names, *rows * 6, ""])


@pytest.mark.parametrize(
    ("text", "truth", "asked"),
    [
        # A class of tickets, and who survived: the predictions say which of them is assessed.
        (
            table("class,survived,pred", "I,1,1", "II,0,0", "III,1,0"),
            "class",
            "Which column holds the true class: 'class' and 'survived', or another",
        ),
        # An outcome whose words nobody knows, beside a covariate with those of yes and no.
        (table("smoker,seen,pred", "yes,a,a", "no,b,b", "no,a,b"), "seen", ""),
        (
            table("smoker,pred", "yes,yes", "no,no"),
            "smoker",
            "Which column holds the true class: 'smoker', or another",
        ),
        # Nothing is predicted in an empty column.
        (
            table("seen,yhat", "a,", "b,"),
            "seen",
            "Which column holds the true class: 'seen', or another",
        ),
        # Measured numbers are no classes, whatever they are called.
        (
            table("label,target", *(f"{'ab'[row % 2]},0.{row}" for row in range(30))),
            "label",
            "",
        ),
    ],
)
def test_that_the_truth_is_what_most_speaks_for(text: str, truth: str, asked: str) -> None:
    assert proposed(text) == (truth, asked)
