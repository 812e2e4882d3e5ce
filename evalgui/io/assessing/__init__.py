"""Data assessed without a window: what is asked of them, and what comes of it.

The command line, the interface for Python and reports ask the same `Request` and get the same
`Assessed`: there is one way from data to numbers.
"""

from evalgui.io.assessing.assess import assessed, read
from evalgui.io.assessing.assessment import Assessed
from evalgui.io.assessing.open_questions import UnansweredError, answered
from evalgui.io.assessing.request import Request
from evalgui.io.assessing.resampling import Drawing, Reselection
from evalgui.io.assessing.threshold import Placing, RuleAsked, frozen_of

__all__ = [
    "Assessed",
    "Drawing",
    "Placing",
    "Request",
    "Reselection",
    "RuleAsked",
    "UnansweredError",
    "answered",
    "assessed",
    "frozen_of",
    "read",
]
