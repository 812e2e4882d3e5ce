"""What is known of measures beyond their entry: proven properties, and misprints of sources."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.metrics import Metric
from evalgui.core.texts import Text
from evalgui.gui.look import text
from evalgui.locations import resources

if TYPE_CHECKING:
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.vocabulary import Words

# Misprints name measures and curves as the sources' specification does.
_ENTRIES = {
    "AUC": ("roc_auc",),
    "EER": ("eer",),
    "PR_AUC": ("average_precision", "pr_auc_davis_goadrich"),
    "PR_INTERP": ("pr_auc_davis_goadrich",),
}
_CHANGES = {
    "class_ratio": Text("{Prevalence}"),
    "class_swap": Text("Classes swapped"),
    "truth_call_swap": Text("Truth and call swapped"),
}


@dataclass(frozen=True, slots=True)
class Property:
    """Whether a measure keeps its value under a change; `condition` is on its parameters."""

    change: str
    stays: bool
    condition: str = ""

    def sentence(self, words: Words = text.AT_FIRST) -> str:
        """Return it in the words of a field."""
        told = tr("the same value") if self.stays else tr("another value")
        if self.condition:
            told = tr(
                "the same if {formula}, else another value", formula=words.formula(self.condition)
            )
        elif self.change == "class_ratio":
            told = tr("does not matter") if self.stays else tr("changes it")
        return f"{words.said(_CHANGES[self.change])}: {told}"


@dataclass(frozen=True, slots=True)
class Misprint:
    """Where a source prints something wrongly, and what is right, in a sentence."""

    id: str
    place: str
    sentence: str


def properties_of(metric: AnyMetric) -> tuple[Property, ...]:
    """Return what was proven of a measure; nothing where nothing was."""
    if not isinstance(metric, Metric):
        return ()
    known = ((change, getattr(metric.invariance, change)) for change in _CHANGES)
    return tuple(
        Property(change, stays is True, stays if isinstance(stays, str) else "")
        for change, stays in known
    )


class MeasureHelp:
    """Misprints by measure, read once from the files of the program."""

    def __init__(self) -> None:
        self._misprints: dict[str, list[Misprint]] = {}
        path = resources() / "worked_examples" / "errata.json"
        for erratum in json.loads(path.read_text(encoding="utf-8")):
            misprint = Misprint(
                erratum["id"], f"{erratum['source']}, {erratum['place']}", erratum["explanation"]
            )
            ids = [entry for name in erratum["metrics"] for entry in _ENTRIES.get(name, (name,))]
            for entry_id in dict.fromkeys(ids):
                self._misprints.setdefault(entry_id, []).append(misprint)

    def misprints(self, entry_id: str) -> tuple[Misprint, ...]:
        """Return what sources print wrongly about a measure."""
        return tuple(self._misprints.get(entry_id, ()))

    @property
    def told(self) -> frozenset[str]:
        """The ids of all misprints that are told beside some measure or curve."""
        return frozenset(item.id for items in self._misprints.values() for item in items)
