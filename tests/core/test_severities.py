"""How much a finding matters is said once, by its code."""

from __future__ import annotations

import pytest

from evalgui.core.checks import Finding, Level


@pytest.mark.parametrize(
    ("code", "level", "needs_decision"),
    [
        ("unit", Level.INFO, False),
        ("few_per_class", Level.WARNING, False),
        ("reversed_score", Level.WARNING, True),
        ("balanced_classes", Level.INFO, True),
        ("repeated_ids", Level.WARNING, True),
        ("file_changed", Level.WARNING, True),
    ],
)
def test_that_the_code_says_how_much_a_finding_matters(
    code: str, level: Level, needs_decision: bool
) -> None:
    found = Finding(code, "a sentence")
    assert (found.level, found.needs_decision) == (level, needs_decision)


def test_that_what_was_answered_waits_for_nothing() -> None:
    assert not Finding("repeated_ids", "they belong together", level=Level.INFO).needs_decision
    assert Finding("reversed_score", "a few scores", level=Level.INFO).needs_decision
