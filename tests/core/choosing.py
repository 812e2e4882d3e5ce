"""What rules choose on a table of scores, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.dataset import Score
from evalgui.core.rules import choose, rule_by_id

if TYPE_CHECKING:
    from evalgui.core.rules import Choice
    from evalgui.core.score_table import ScoreTable


def chosen(rule_id: str, table: ScoreTable, **given: Any) -> Choice:
    """Return what a rule chooses; parameters with a hyphen are given with an underscore."""
    score = Score("score", np.zeros(0), higher_is_positive=table.higher_is_positive)
    values = {name.replace("_", "-"): value for name, value in given.items()}
    return choose(rule_by_id(rule_id), table.steps, score, values)


def threshold_by(rule_id: str, table: ScoreTable, **given: Any) -> float | None:
    """Return the threshold that a rule chooses, None where it finds none."""
    return chosen(rule_id, table, **given).threshold
