"""What names of columns speak for and against, as data: one file of words a language.

Anyone can extend the files: `engine` weighs what stands in them, and knows no word itself.
"""

from evalgui.io.meaning.evidence.engine import (
    NAMED,
    REACH,
    Evidence,
    speaks_only_of,
    weigh_score_name,
)
from evalgui.io.meaning.evidence.words import groups_of, weights_of, words_of

__all__ = [
    "NAMED",
    "REACH",
    "Evidence",
    "groups_of",
    "speaks_only_of",
    "weigh_score_name",
    "weights_of",
    "words_of",
]
