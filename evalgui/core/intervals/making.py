"""All that intervals are made with: what one is, of which kind, by which method and sampling."""

from evalgui.core.intervals.methods import method_of, recommended_method
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.measured import Interval, Measured, Sided, interval_of
from evalgui.core.sampling import Sampling

__all__ = [
    "DEFAULT_INTERVALS",
    "Interval",
    "IntervalSettings",
    "Kind",
    "Measured",
    "Sampling",
    "Sided",
    "interval_of",
    "method_of",
    "recommended_method",
]
