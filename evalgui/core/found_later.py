"""All that takes longer than a frame and is of what is shown: found out in the background."""

from __future__ import annotations

from evalgui.core.best_scores import BEST
from evalgui.core.calibrated import CALIBRATION
from evalgui.core.compared_people import PEOPLE
from evalgui.core.crossed_groups import CROSSED, OWN
from evalgui.core.dated import DATED
from evalgui.core.ratios_worth import RATIOS

SOURCES = (CALIBRATION, BEST, CROSSED, DATED, OWN, RATIOS, PEOPLE)
"""One entry adds another (`evalgui.core.calibrated.Source`)."""
