"""Before many rows are set aside, it is asked; what the user decided is not asked again."""

from __future__ import annotations

from typing import Any

import pytest

from evalgui.io.bytes.source import Source
from evalgui.io.loading import Loaded, load_source
from evalgui.io.meaning.roles import Roles


def loaded(text: str, **roles: Any) -> Loaded:
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles))


TORN = "11 of 40 rows have more or fewer cells than the table has columns"


def table(n: int, n_odd: int, odd: str) -> str:
    """Return a table whose last rows are odd ones."""
    rows = [f"{('pos', 'neg')[row % 2]},{row % 7}" for row in range(n - n_odd)]
    return "\n".join(["label,score", *rows, *([odd] * n_odd)]) + "\n"


@pytest.mark.parametrize(
    ("odd", "question"),
    [
        (
            "pos",
            f"{TORN}, such as row 30 ('pos') and row 31 ('pos')",
        ),
        (
            "pos,1,2",
            f"{TORN}, such as row 30 ('pos', '1,2') and row 31 ('pos', '1,2')",
        ),
        (",3", "11 of 40 rows have no label in 'label'"),
    ],
)
def test_that_many_rows_are_asked_about(odd: str, question: str) -> None:
    asked = loaded(table(40, 11, odd))
    assert asked.dataset is None
    assert asked.proposal.question.startswith(f"{question}: are they to be set aside?")
    told = loaded(table(40, 11, odd), truth="label")
    assert told.dataset is not None
    assert (told.dataset.n, sum(one.count for one in told.dataset.exclusions)) == (29, 11)


@pytest.mark.parametrize("odd", ["pos", "pos,1,2", ",3"])
def test_that_few_rows_are_not(odd: str) -> None:
    for n, n_odd in ((40, 10), (5, 2)):
        found = loaded(table(n, n_odd, odd)).dataset
        assert found is not None
        assert found.n == n - n_odd
        assert found.findings


def test_that_no_label_is_asked_about_once() -> None:
    text = table(40, 20, "NA,1")
    asked = loaded(text)
    assert (
        "may be a class or a missing label: "
        "is the label missing there? 20 of 40 rows have no label in 'label': "
        "are they to be set aside?"
    ) in asked.proposal.question
    told = loaded(text, missing_labels=("NA",)).dataset
    assert told is not None
    assert told.n == 20


def test_that_what_is_odd_about_the_classes_is_said_when_asking() -> None:
    asked = loaded("label,score\n" + "pos,1\np\u043es,2\nneg,3\n" * 4)
    assert asked.dataset is None
    assert "lookalike_labels" in {one.code for one in asked.proposal.findings}


SHIFTED = [
    "truth,score\n1,1,93\n0,0,12\n1,1,55\n0,0,71\n0,1,3\n",
    "id,truth,score\np1,1,0,93\np2,0,1,12\np3,1,1,55\np4,0,0,71\n",
]
NAMED = [
    "truth,score\n1,1,0.93\n2,0,0.12\n3,1,1.55\n4,0,0.71\n",
    "truth,score\np1,1,0.93\np2,0,1.12\np3,1,1.55\np4,0,0.71\n",
]


@pytest.mark.parametrize("text", SHIFTED)
def test_that_names_of_rows_that_may_be_shifted_numbers_are_asked_about(text: str) -> None:
    asked = loaded(text)
    assert asked.dataset is None
    assert "no comma a decimal sign, as it may be in" in asked.proposal.question
    assert loaded(text, truth="truth", positive="1").dataset is not None


@pytest.mark.parametrize("text", NAMED)
def test_that_names_of_rows_are_not(text: str) -> None:
    found = loaded(text).dataset
    assert found is not None
    assert found.scores[0].values.tolist()[0] == 0.93
