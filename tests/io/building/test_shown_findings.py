"""What is odd is said of the class that is shown, whichever was positive in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.io.building.assembly import build
from evalgui.io.building.shown_findings import shown_findings
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.roles import Roles

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset

ENOUGH = "".join(f"a,{n},{-n}\n" for n in range(10)) + "".join(
    f"b,{n},{-n}\n" for n in (11, 12, 13)
)


def built(text: str, **roles: object) -> Dataset:
    table = read(Source.from_bytes("a.csv", text.encode()))
    return build(table, Roles(truth="truth", **roles))  # type: ignore[arg-type]


def told(dataset: Dataset, positive: int | None, score: int = 0) -> list[str]:
    found = shown_findings(resolve(Inputs(dataset, positive=positive, score=score)))
    return [one.text for one in found if one.code in {"reversed_score", "not_binary"}]


def test_that_nothing_is_odd_about_nothing() -> None:
    assert shown_findings(EMPTY) == ()


@pytest.mark.parametrize("other", ["b", ": do lower scores mean 'a'?", "b\u202ec"])
def test_that_a_score_that_runs_against_its_class_runs_against_the_other_too(other: str) -> None:
    rows = ENOUGH.replace("b,", f"{other},")
    dataset = built(f"truth,x,y\n{rows}", scores=("x", "y"), positive="a")
    place = dataset.classes.index("a")
    area = "the AUC of 'x' is 0.000, below 0.5"
    assert told(dataset, place) == [f"{area}: do lower scores mean 'a'?"]
    for score in (0, 1):
        (text,) = told(dataset, 1 - place, score)
        assert text.startswith(f"{area}: do higher scores mean '")
        # As it is said of a file in which that class was the positive one from the start.
        turned = built(
            f"truth,x,y\n{rows}",
            scores=("x", "y"),
            positive=dataset.classes[1 - place],
            higher_is_positive=False,
        )
        assert told(turned, None, score) == [text]


def test_that_one_of_several_classes_is_said_of_the_one_shown() -> None:
    rows = "".join(f"{'abc'[n // 20]},{n}\n" for n in range(60))
    dataset = built(f"truth,x\n{rows}", scores=("x",), positive="c")
    many = "there are 3 classes (a, b and c): '{}' is compared with all others together"
    assert told(dataset, 2) == [many.format("c").replace("a, b and c", "'a', 'b' and 'c'")]
    for name, odd in (
        ("a", ["the AUC of 'x' is 0.000, below 0.5: do lower scores mean 'a'?"]),
        ("b", []),
    ):
        alone = built(f"truth,x\n{rows}", scores=("x",), positive=name)
        found = told(dataset, "abc".index(name))
        assert found == told(alone, None)
        assert [text for text in found if "AUC" in text] == odd
