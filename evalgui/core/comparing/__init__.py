"""Two classifiers against each other: differences with intervals, and tests of them.

Pure functions of counts and scores, for the same rows (paired) and for rows of their own
(unpaired); `pair` puts together what is said of two scores. Nothing here chooses which scores are
compared, or shows what comes of it.
"""

from evalgui.core.comparing.against_rest import REST, compare_with_rest
from evalgui.core.comparing.areas import AreaDifference
from evalgui.core.comparing.candidate import Candidate
from evalgui.core.comparing.errors import ERROR_METRICS, errors_of
from evalgui.core.comparing.holm import holm
from evalgui.core.comparing.joint import Fourfold, JointCalls
from evalgui.core.comparing.mcnemar import McNemar
from evalgui.core.comparing.pair import (
    Pair,
    compare_counts,
    compare_paired,
    compare_unpaired,
    draw_again,
)
from evalgui.core.comparing.rates import RateDifference
from evalgui.core.comparing.row_by_row import DISCORDANT, Right, RowByRow
from evalgui.core.comparing.several_areas import AreasTest, areas_alike

__all__ = [
    "DISCORDANT",
    "ERROR_METRICS",
    "REST",
    "AreaDifference",
    "AreasTest",
    "Candidate",
    "Fourfold",
    "JointCalls",
    "McNemar",
    "Pair",
    "RateDifference",
    "Right",
    "RowByRow",
    "areas_alike",
    "compare_counts",
    "compare_paired",
    "compare_unpaired",
    "compare_with_rest",
    "draw_again",
    "errors_of",
    "holm",
]
