"""Classes of one size: it is asked once whether that was chosen, and only where it may matter."""

from __future__ import annotations

from typing import Any

import pytest

from evalgui.core.sampling import Sampling
from evalgui.io.building.balance import of_balance
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles


def codes(n_positive: int, n_negative: int, **roles: Any) -> list[str]:
    lines = [f"1,0.{row:03}" for row in range(n_positive)]
    lines += [f"0,0.{row:03}" for row in range(n_negative)]
    text = "\n".join(["truth,score", *lines])
    fixed: dict[str, Any] = {"truth": "truth", "scores": ("score",), "positive": "1"} | roles
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**fixed))
    return [one.code for one in of_balance(loaded.dataset, loaded.proposal.roles)]


@pytest.mark.parametrize("sizes", [(50, 50), (45, 55), (55, 45), (15, 15)])
def test_that_classes_of_nearly_one_size_are_asked_about(sizes: tuple[int, int]) -> None:
    assert codes(*sizes) == ["balanced_classes"]


@pytest.mark.parametrize("sizes", [(44, 56), (56, 44), (10, 90), (14, 14)])
def test_that_others_and_few_rows_are_not(sizes: tuple[int, int]) -> None:
    assert codes(*sizes) == []


@pytest.mark.parametrize("sampling", list(Sampling)[:2])
def test_that_nothing_is_asked_once_it_was_said(sampling: Sampling) -> None:
    assert codes(50, 50, sampling=sampling) == []


def test_that_three_classes_are_not_asked_about() -> None:
    text = "truth,predicted\n" + "a,a\n" * 50 + "b,b\n" * 25 + "c,c\n" * 25
    roles = Roles(truth="truth", predicted="predicted")
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=roles)
    assert list(of_balance(loaded.dataset, loaded.proposal.roles)) == []
