"""A column that is taken for something else, and what becomes of the others."""

from __future__ import annotations

from evalgui.io.meaning.column_roles import ColumnRole, with_role
from evalgui.io.meaning.roles import Roles


def test_that_a_column_has_one_role():
    roles = Roles(truth="t", scores=("a", "b"), higher_is_positive=False, opposite=("b",))
    assert with_role(roles, "a", ColumnRole.TRUTH).scores == ("b",)
    assert with_role(roles, "a", ColumnRole.TRUTH).truth == "a"
    assert with_role(roles, "t", ColumnRole.PREDICTED).truth is None
    lower = with_role(roles, "b", ColumnRole.LOWER)
    assert [lower.is_higher_positive(name) for name in lower.scores] == [False, False]
    higher = with_role(roles, "c", ColumnRole.HIGHER)
    assert [higher.is_higher_positive(name) for name in higher.scores] == [False, True, True]
    alone = with_role(Roles(truth="t"), "c", ColumnRole.LOWER)
    assert (alone.scores, alone.is_higher_positive("c")) == (("c",), False)


def test_that_a_score_that_is_turned_stays_in_its_place():
    roles = Roles(truth="t", scores=("a", "b"), higher_is_positive=True)
    lower = with_role(roles, "a", ColumnRole.LOWER)
    assert (lower.scores, lower.opposite) == (("a", "b"), ("a",))
    assert with_role(lower, "a", ColumnRole.HIGHER) == roles
    assert with_role(roles, "c", ColumnRole.HIGHER).scores == ("a", "b", "c")
