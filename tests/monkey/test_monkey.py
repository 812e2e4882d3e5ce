"""A short run of the monkey, the same in every run of the suite; `dev.py monkey` runs longer."""

from __future__ import annotations

import pytest

from tests.monkey.__main__ import session


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_that_random_acts_do_no_harm(seed, capsys):
    assert session(seed, steps=45), capsys.readouterr().out
