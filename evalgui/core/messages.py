"""All with which something is said to the user: failures, findings, numbers and words of the field.

The other rooms take these from here; each is written where its own matter is explained:
`errors`, `checks`, `digits`, `vocabulary`.
"""

from evalgui.core.checks import BY_HAND, Exclusion, Finding, Level, by_hand, counts_by_code
from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
from evalgui.core.vocabulary import (
    MACHINE_LEARNING,
    Vocabulary,
    Words,
    joined,
    phrase,
    words_in,
)

__all__ = [
    "BY_HAND",
    "MACHINE_LEARNING",
    "CancelledError",
    "DataError",
    "EvalguiError",
    "Exclusion",
    "Finding",
    "Level",
    "ReadingError",
    "Vocabulary",
    "Words",
    "by_hand",
    "counts_by_code",
    "grouped",
    "joined",
    "phrase",
    "words_in",
]
