"""Workspaces to test with."""

from evalgui.core.counts import Counts
from evalgui.core.deciding import Development
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import Parameters, Vocabulary
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.provenance import Origin, Provenance
from evalgui.core.sampling import Sampling
from evalgui.io.keeping.kept import Kept, KeptDataSet, KeptDecision, KeptNote, KeptPoint, KeptSource
from evalgui.io.meaning import ReadOptions, Roles, SetAside
from evalgui.io.remembered.import_spec import ImportSpec

MADE = Provenance(
    Origin.CHOSEN, "sensitivity", (("sensitivity", 0.95),), "a.csv", "2026-01-31T12:00:00Z"
)
ROLES = Roles(
    truth="truth",
    scores=("marker", "other"),
    positive="ill",
    higher_is_positive=False,
    opposite=("other",),
    subset='site != "B"',
    subjects=("patient",),
    sampling=Sampling.BY_SUBJECT,
    set_aside=(SetAside((3, 7), "consent withdrawn"),),
)
FULL = Kept(
    sources=(
        KeptSource("a.csv", "0123456789abcdef" * 4, 1234, "../data/a.csv"),
        KeptSource("clipboard", "f" * 64, 12),
    ),
    data_sets=(
        KeptDataSet(
            "a.csv",
            (0,),
            ImportSpec(("truth", "marker", "other"), ReadOptions(delimiter=","), ROLES),
            decision=KeptDecision(
                "marker",
                "ill",
                False,
                "0.35",
                MADE,
                is_locked=True,
                development=Development("b.csv", Counts(1, 2, 3, 4), Sampling.COHORT, "0.3"),
            ),
            others=(KeptDecision("other", "ill", True, "9007199254740993", is_followed=False),),
            parameters=Parameters(beta=0.5, cost_fn=20.0),
            multiclass=MulticlassSettings(Over.CHOSEN, ("ill",), True, 3, ("well", "ill")),
            intervals=IntervalSettings(0.9, {Kind.AUC: "delong"}, 0.01),
            pin=KeptPoint("> inf", MADE),
            pins=(KeptPoint("> inf", MADE), KeptPoint("0.25", MADE, is_followed=True)),
            last=KeptPoint("-inf", MADE, is_followed=True),
            second="0.5",
            classes=("ill",),
            note="From the second centre.",
            point_notes=(
                KeptNote("marker", "ill", "> inf", "Agreed: 95 % \N{GREEK SMALL LETTER ALPHA}"),
                KeptNote("", "ill", None, "As called"),
            ),
            results={"counts": {"tp": 1}, "metrics": [1, 2.5, None, "x"]},
        ),
        KeptDataSet(
            "clipboard", (1,), ImportSpec(("y", "s"), ReadOptions(), Roles()), "data/2.parquet"
        ),
    ),
    shown=1,
    compares=True,
    link=Link.FPR,
    vocabulary=Vocabulary.CLINICAL,
    layout="<opaque>",
    program="0.1",
    saved="2026-01-31T12:00:00Z",
)
