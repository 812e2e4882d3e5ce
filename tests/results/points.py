"""Operating points of scores."""

from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.metrics import DEFAULT_PARAMETERS
from evalgui.core.operating_point import point_at
from evalgui.core.sampling import Sampling


def point_of(table, threshold):
    """Return the operating point of a table at a threshold."""
    row = table.steps.row_at(threshold)
    counts = table.steps.counts_of(row)
    return point_at(threshold, row, counts, DEFAULT_PARAMETERS, IntervalSettings(), Sampling.COHORT)
