"""What rules choose on a table of scores, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.io.verifying.points import chosen

__all__ = ["chosen", "threshold_by"]

if TYPE_CHECKING:
    from evalgui.core.score_table import ScoreTable


def threshold_by(rule_id: str, table: ScoreTable, **given: Any) -> float | None:
    """Return the threshold that a rule chooses, None where it finds none."""
    return chosen(rule_id, table, **given).threshold
