"""What roles say of themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalgui.io.meaning import Roles

ROWS = Roles(truth="t", positive="yes", scores=("a",))
COUNTS = Roles(n_positive="p", n_negative="n", scores=("a",))


@pytest.mark.parametrize(
    ("roles", "n_classes", "complete"),
    [
        (ROWS, 2, True),
        (replace(ROWS, truth=None), 2, False),
        (replace(ROWS, positive=None), 2, False),
        (replace(ROWS, positive=None), 1, False),
        (replace(ROWS, positive=None), 3, True),  # all are assessed together
        (replace(ROWS, positive=None), 0, True),  # too many to be listed
        (replace(ROWS, scores=()), 2, False),
        (replace(ROWS, scores=(), predicted=""), 2, False),
        (replace(ROWS, scores=(), predicted="c"), 2, True),
        (replace(ROWS, scores=(), probabilities=(("yes", "p"),)), 2, True),
        (COUNTS, 0, True),
        (replace(COUNTS, n_negative=None), 0, False),
        (replace(COUNTS, scores=(), predicted="c"), 0, False),
        (Roles(matrix_rows="actual"), 0, True),
        (Roles(), 0, False),
    ],
)
def test_that_roles_know_whether_they_can_be_tried(
    roles: Roles, n_classes: int, complete: bool
) -> None:
    assert roles.is_complete(n_classes) is complete
