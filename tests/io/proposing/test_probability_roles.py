"""Columns that are of classes: none is lost, and none is paired off by one in silence."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evalgui.io.bytes.source import Source
from evalgui.io.formats import registry
from evalgui.io.loading import assess
from evalgui.io.meaning.roles import Roles
from evalgui.io.proposing.propose import propose
from tests.io.proposing.test_propose import opened, proposed

RNG = np.random.default_rng(4)
ANIMALS = ("cat", "dog", "fox", "owl")


def shares(classes: tuple[object, ...], columns: tuple[str, ...], *extra: str) -> str:
    """Return rows of some true classes with shares of 1 in these columns, and other numbers."""
    lines = [",".join(("truth", *columns, *extra))]
    for number in range(30):
        parts = [*np.round(RNG.dirichlet(np.ones(len(columns)))[1:], 3).tolist()]
        cells = [classes[number % len(classes)], round(1 - sum(parts), 3), *parts]
        lines.append(",".join(map(str, (*cells, *(20 + 7 * number % 60 for _ in extra)))))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("n_true", [2, 3])
@pytest.mark.parametrize("extra", [(), ("age",), ("age", "height")])
def test_that_a_column_named_like_no_true_class_is_asked_about(
    n_true: int, extra: tuple[str, ...]
) -> None:
    text = shares(ANIMALS[:n_true], ANIMALS, *extra)
    found = proposed(text)
    assert not found.certain
    assert f"'{ANIMALS[n_true]}'" in found.question
    assert "no row is of" in found.question
    assert found.roles.probability_columns == ANIMALS
    dataset = assess(opened(text), found.roles).dataset
    assert dataset is not None
    assert dataset.classes == ANIMALS
    values = np.array([line.split(",")[1:5] for line in text.splitlines()[1:]], float)
    assert dataset.predicted is not None
    assert dataset.predicted.tolist() == values.argmax(axis=1).tolist()


def test_that_codes_of_classes_are_treated_alike() -> None:
    found = proposed(shares((0, 1, 2), ("0", "1", "2", "3")))
    assert "'3' stands beside the scores of '0', '1' and '2'" in found.question
    assert proposed(shares((0, 1, 2), ("0", "1", "2"))).certain


def test_that_numbers_of_the_same_kind_are_asked_about_without_shares() -> None:
    cells = np.round(RNG.normal(0, 2, (30, 4)), 2)
    rows = [
        f"{ANIMALS[n % 3]},{','.join(map(str, row))},{30 + n % 7}" for n, row in enumerate(cells)
    ]
    found = proposed("truth,cat,dog,fox,owl,age\n" + "\n".join(rows) + "\n")
    assert "'owl' stands beside" in found.question
    assert found.roles.probability_columns == ANIMALS


def test_that_what_adds_up_already_needs_no_other_column() -> None:
    found = proposed(shares(ANIMALS[:3], ANIMALS[:3], "age", "bmi"))
    assert found.certain, found.question
    assert found.roles.probability_columns == ANIMALS[:3]


@pytest.mark.parametrize(
    ("classes", "columns", "pairs"),
    [
        ((0, 1, 2), ("prob1", "prob2", "prob3"), "012"),
        ((0, 1), ("prob1", "prob2"), "01"),
        ((1, 2, 3), ("p_0", "p_1", "p_2"), "123"),
        ((0, 1, 2), ("prob1", "prob2", "prob3", "prob4"), "0123"),
        ((0, 1, 2), ("class 3", "class 2", "class 1"), "210"),
        (("0.0", "1.0", "2.0"), ("score1", "score2", "score3"), ("0.0", "1.0", "2.0")),
        (tuple(range(5)), tuple(f"p{n}" for n in range(1, 6)), "01234"),
        ((1, 2), ("p_0", "p_1", "p_2"), "012"),  # or 1 to 3, the last without a row
        ((1, 3), ("p_3", "p_2", "p_1", "p_0"), "3210"),
    ],
)
def test_that_columns_counted_from_another_number_are_asked_about(
    classes: tuple[object, ...], columns: tuple[str, ...], pairs: str | tuple[str, ...]
) -> None:
    text = shares(classes, columns)
    found = proposed(text)
    assert not found.certain
    assert f"'{columns[0]}'" in found.question
    assert "in this order?" in found.question
    assert dict(found.roles.probabilities or ()) == dict(zip(pairs, columns, strict=True))
    assert propose(opened(text), found.roles).certain


@pytest.mark.parametrize(
    ("classes", "n"), [((0, 1), 2), ((0, 1), 3), ((0, 2), 3), ((1, 2), 3), ((1, 2), 2)]
)
def test_that_places_in_lists_are_classes_only_where_one_is_called_0(
    classes: tuple[int, ...], n: int
) -> None:
    shares_of = [[0.5 if place == own else 0.5 / (n - 1) for place in range(n)] for own in classes]
    rows = [{"truth": own, "probs": shares_of[place]} for place, own in enumerate(classes)] * 6
    table = registry.read(Source.from_bytes("a.json", json.dumps(rows).encode()))
    found = propose(table, Roles(positive=str(classes[-1])))
    assert found.certain is (0 in classes), found.question
    pairs = dict(found.roles.probabilities or ())
    if found.certain:
        assert all(pairs[str(label)] == f"probs_{label}" for label in classes)


def test_that_a_class_without_and_a_column_without_are_asked_about() -> None:
    found = proposed(shares(ANIMALS[:3], ("p_cat", "p_dog", "p_wolf")))
    assert "No column is named for 'fox', and 'p_wolf' is named for a class" in found.question


def test_that_stated_pairs_are_not_asked_about() -> None:
    text = shares((0, 1, 2), ("prob1", "prob2", "prob3"))
    pairs = (("1", "prob1"), ("2", "prob2"), ("3", "prob3"))
    found = proposed(text, probabilities=pairs)
    assert found.certain, found.question
    assert found.roles.probabilities == pairs
    assert found.roles.predicted == ""
