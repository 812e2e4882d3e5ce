"""Each score of a data set has a threshold of its own, which waits while another one is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.deciding import OwnThreshold
from evalgui.core.provenance import START

if TYPE_CHECKING:
    from evalgui.core.snapshot import Inputs


def of_score(inputs: Inputs, score: int | None) -> Inputs:
    """Return the choices for another score of the same data, at its own threshold, if it has one.

    Parameters
    ----------
    inputs
        The choices for a score, whose threshold is kept where it was chosen.
    score
        The index of another one; None for the classes that the file calls.
    """
    fresh = replace(inputs, score=score, threshold=None, is_locked=False, development=None)
    if inputs.is_followed:  # of the other score, too
        return fresh
    own = (inputs.score, inputs.positive)
    others = [one for one in inputs.others if (one.score, one.positive) != own]
    if inputs.threshold is not None:
        made = OwnThreshold(
            *own, inputs.threshold, inputs.provenance, inputs.is_locked, inputs.development
        )
        others.append(made)
    fresh = replace(fresh, provenance=START, others=tuple(others))
    known = own_threshold(inputs, score)
    if known is None:
        return fresh
    return replace(
        fresh,
        threshold=known.threshold,
        provenance=known.provenance,
        is_locked=known.is_locked,
        development=known.development,
    )


def own_threshold(inputs: Inputs, score: int | None) -> OwnThreshold | None:
    """Return the threshold that was chosen on another score; None where none was."""
    wanted = (score, inputs.positive)
    found = [one for one in inputs.others if (one.score, one.positive) == wanted]
    return found[-1] if found else None
