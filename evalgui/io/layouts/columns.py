"""What layouts call the columns of score files and keys, so that a join finds them."""

from __future__ import annotations

ENROLL = "enroll"
"""The first id of an ordered pair: the model, the reference, the enrolled one."""

TEST = "test"
"""The second id of an ordered pair: the segment, the probe, the utterance."""

SIDE = "side"
"""The channel of the second id, in the trials of NIST."""

TRIAL = "trial"
"""The id of a trial that is one recording."""

SCORE = "score"
"""The score of a trial."""

KEY = "key"
"""The true class of a trial, as a field of the file."""

TRUTH = "truth"
"""The true class, derived from the other columns."""

PREDICTED = "predicted"
"""The decision in the words of the truth, derived from a column of decisions."""

GENUINE = "genuine"
IMPOSTOR = "impostor"
SPOOF = "spoof"
"""The classes of a derived truth."""
