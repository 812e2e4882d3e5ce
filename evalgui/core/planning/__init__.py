"""What a study needs for a number to be as sure as is wanted, and what data at hand can support.

The closed forms, which know no measure and no words, stand in `core.sample_size`; here they are
put to a question, checked, and told with the numbers filled in. No interval of a value that was
measured is made here: those are for `core.intervals`. A measure that can be planned is one entry
of `PLANNED`.
"""

from evalgui.core.planning.answer import SampleSize, answer
from evalgui.core.planning.question import (
    NOTHING_SAID,
    PLANNED,
    USUAL_PREVALENCE,
    Assumed,
    Counted,
    Goal,
    Planned,
    Question,
    check_level,
    other_rate,
)
from evalgui.core.planning.support import Sizes, Support, supported
from evalgui.core.planning.telling import needed, supports, wanted

__all__ = [
    "NOTHING_SAID",
    "PLANNED",
    "USUAL_PREVALENCE",
    "Assumed",
    "Counted",
    "Goal",
    "Planned",
    "Question",
    "SampleSize",
    "Sizes",
    "Support",
    "answer",
    "check_level",
    "needed",
    "other_rate",
    "supported",
    "supports",
    "wanted",
]
