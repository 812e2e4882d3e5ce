"""The pictures of results beside curves: each is a plot of the window, and stands in reports."""

from __future__ import annotations

from evalgui.results.attack_pictures import SPECIES, TRADE
from evalgui.results.calibration_picture import CALIBRATION
from evalgui.results.cross_groups_picture import OWN_FMR, OWN_FNMR
from evalgui.results.cross_groups_picture import PICTURE as FMR_MATRIX
from evalgui.results.decision_picture import PICTURE as DECISION_CURVE
from evalgui.results.gain_pictures import COST, PREDICTIVENESS
from evalgui.results.groups_picture import GAPS, GROUPS
from evalgui.results.menagerie_picture import MENAGERIE
from evalgui.results.ratio_pictures import BAYES_ERROR, ENTROPY
from evalgui.results.readers_picture import READERS
from evalgui.results.search_pictures import CMC, OPEN_SET
from evalgui.results.trend_pictures import TRENDS

PICTURES = (
    *(GROUPS, GAPS),
    *(CALIBRATION, DECISION_CURVE, COST, PREDICTIVENESS, ENTROPY, BAYES_ERROR),
    *(FMR_MATRIX, OWN_FMR, OWN_FNMR, CMC, OPEN_SET, READERS, MENAGERIE),
    *TRENDS,
    *(SPECIES, TRADE),
)
"""One entry adds another (`evalgui.results.pictured.Pictured`), in the order of plots.

Its table is called as the topic is in whose section of a report it stands.
"""

TABLES = {"lift": "gain"}
"""Those of curves that are not called as their own is."""
