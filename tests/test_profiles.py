"""What is drawn in the suite is the same in every run; the long hunts draw anew."""

from __future__ import annotations

from hypothesis import settings


def test_that_the_suite_draws_the_same_and_the_fuzz_anew() -> None:
    assert settings.get_profile("suite").derandomize
    for hunt in ("thorough", "fuzz"):
        assert not settings.get_profile(hunt).derandomize
        assert settings.get_profile(hunt).print_blob
    assert settings.get_profile("fuzz").max_examples == 50_000
