"""All that takes longer than a frame and is of what is shown: found out in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.best_scores import BEST
from evalgui.core.calibrated import CALIBRATION
from evalgui.core.compared_people import PEOPLE
from evalgui.core.consequences.settings import NO_CONSEQUENCES
from evalgui.core.crossed_groups import CROSSED, OWN
from evalgui.core.dated import DATED
from evalgui.core.ratios_worth import RATIOS

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

SOURCES = (CALIBRATION, BEST, CROSSED, DATED, OWN, RATIOS, PEOPLE)
"""One entry adds another (`evalgui.core.calibrated.Source`)."""


def known_of(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return which parts are known of all, in each frame of a drag.

    There are none where nothing was declared or asked, and nobody named subjects.
    """
    said, dataset = snapshot.inputs.consequences, snapshot.dataset
    found: tuple[bool, ...] = ()
    if (dataset is None or dataset.subjects is None) and said == NO_CONSEQUENCES:
        return found
    for source in SOURCES:
        found += source.known(snapshot)
    return found
