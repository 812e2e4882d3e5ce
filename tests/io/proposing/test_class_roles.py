"""Which columns hold classes: what a glance says is what all rows say."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.building.probability_columns import match_classes, may_match
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.labels import classes_of
from evalgui.io.proposing import class_roles
from evalgui.io.proposing.propose import propose
from evalgui.io.table import Profile, RawColumn

labels = st.sampled_from(["1", "0", "1.0", " 1", "yes", "no", "YES", "a", "A", "b", "", "-1", "2"])


def column_of(texts: list[str]) -> RawColumn:
    return RawColumn("x", pa.chunked_array([texts], pa.string()))


@given(st.lists(labels, min_size=1), st.lists(labels, min_size=1), st.integers(1, 5))
def test_that_a_few_rows_never_rule_out_a_predicted_class_wrongly(
    truth: list[str], calls: list[str], n_sampled: int
) -> None:
    true = dict.fromkeys(truth, 1)
    n_classes = len(classes_of(true).names)
    n_together = len(classes_of(true | dict.fromkeys(calls, 1)).names)
    predicted = Profile(column_of(calls))
    predicted._n_sampled = n_sampled
    found = class_roles._share_all_classes(column_of(truth), predicted)
    assert found == (n_together == n_classes)


def test_that_columns_of_measured_numbers_are_not_compared_cell_by_cell(monkeypatch) -> None:
    made = []

    def noted(texts):
        made.append(texts)
        return classes_of(texts)

    monkeypatch.setattr(class_roles, "classes_of", noted)
    rows = [
        f"{row % 2}," + ",".join(f"{row * n * 0.37:.3f}" for n in range(1, 41)) for row in range(60)
    ]
    header = "truth," + ",".join(f"g{n}" for n in range(40))
    table = read(Source.from_bytes("a.csv", "\n".join([header, *rows, ""]).encode()))
    roles = propose(table).roles
    assert (roles.truth, len(roles.scores)) == ("truth", 40)
    assert made == []


names = st.sampled_from(
    ["cat", "dog", "p_cat", "P(dog)", "score_0", "score_1", "score_12", "prob 2", "age", "cat_prob"]
)


@given(
    st.lists(names, max_size=6, unique=True),
    st.lists(st.sampled_from(["cat", "dog", "0", "1", "a"]), min_size=2, max_size=4, unique=True),
    st.data(),
)
def test_that_a_glance_at_names_never_rules_out_a_match(
    columns: list[str], classes: list[str], data: st.DataObject
) -> None:
    some = [name for name in columns if data.draw(st.booleans())]
    n_known = match_classes(some, classes).n_known
    if n_known:
        assert may_match(columns, classes, n_known)


@pytest.mark.parametrize(
    ("columns", "classes", "may"),
    [
        (["score", "score2"], ["ill", "well"], False),
        (["score1", "score2"], ["ill", "well"], True),
        (["score_2", "score_3"], ["ill", "well"], False),
        (["score_1", "score_12"], ["1", "2"], True),
    ],
)
def test_that_a_number_behind_a_name_is_one_of_a_class_if_there_are_enough(
    columns: list[str], classes: list[str], may: bool
) -> None:
    assert may_match(columns, classes, 2) is may
