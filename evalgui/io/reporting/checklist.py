"""What guidelines ask of a report, and what this one gives: computed from what it holds.

An item is one entry of `ITEMS`, named with the numbers that the guidelines give it, in words of
our own. It needs tags, each of which a block of some section holds if it truly says so. What
needs a tag that nothing holds is never filled.

References: STARD 2015 (Bossuyt et al.), STARD-AI 2025, TRIPOD+AI 2024 (Collins et al.), FDA 2007
(statistical guidance on diagnostic tests) and the draft of 2025 on AI devices, ISO/IEC 19795-1
and -10, BIOSD and BIOPP 2.0 of the Common Criteria.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.io.reporting.blocks import Part
    from evalgui.io.reporting.material import Material


class Preset(StrEnum):
    """Whose rows the checklist has."""

    STARD = "stard"
    TRIPOD = "tripod"
    FDA = "fda"
    ISO = "iso"

    @property
    def named(self) -> str:
        """What it is called."""
        return _TITLES[self]


_TITLES = {
    Preset.STARD: "STARD 2015 and STARD-AI 2025: diagnostic accuracy",
    Preset.TRIPOD: "TRIPOD+AI 2024: prediction models",
    Preset.FDA: "FDA 2007, and the draft of 2025 on AI devices",
    Preset.ISO: "ISO/IEC 19795-1 with -10, BIOSD and BIOPP 2.0: biometrics",
}


class Status(StrEnum):
    """How far a report answers an item."""

    FILLED = "filled"
    PARTLY = "partly"
    OPEN = "open"
    NOT_APPLICABLE = "not applicable"


def _always(_material: Material) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the checklist.

    Parameters
    ----------
    number
        From 1.
    text
        What is asked for.
    asked
        By whom, with the numbers of the items.
    needs
        The tags that answer it, each with the words for it; all make it filled, some partly.
    unless
        Returns why it does not apply to what was assessed; "" where it does.
    missing
        What cannot be told by this program, so that the item is never filled.
    """

    number: int
    text: str
    asked: Mapping[Preset, str]
    needs: Mapping[str, str] = field(default_factory=dict)
    unless: Callable[[Material], str] = _always
    missing: tuple[str, ...] = ()

    def answer(self, material: Material, where: Mapping[str, str]) -> Answer:
        """Return how far a report answers it.

        Parameters
        ----------
        material
            What was assessed.
        where
            The id of the section that holds a tag, by tag.
        """
        why = self.unless(material)
        if why:
            return Answer(self, Status.NOT_APPLICABLE, why, ())
        found = [tag for tag in self.needs if tag in where]
        lacking = [told for tag, told in self.needs.items() if tag not in where]
        lacking += self.missing
        status = Status.OPEN if not found else Status.PARTLY if lacking else Status.FILLED
        sections = tuple(dict.fromkeys(where[tag] for tag in found))
        return Answer(self, status, f"open: {', '.join(lacking)}" if lacking else "", sections)


@dataclass(frozen=True, slots=True)
class Answer:
    """How far a report answers an item.

    Parameters
    ----------
    item
        The item.
    status
        How far.
    remark
        What is open, or why it does not apply; "" for nothing.
    sections
        The ids of the sections that answer it.
    """

    item: Item
    status: Status
    remark: str
    sections: tuple[str, ...]


def _needs_two(material: Material) -> str:
    if material.snapshot.point is None:
        return "all classes are taken together, so that there is no threshold"
    return ""


def _needs_score(material: Material) -> str:
    return "" if material.snapshot.ranking is not None else "there is no score, but calls"


def _needs_several(material: Material) -> str:
    return "" if len(material.compared) > 1 else "nothing was tested several times"


_INTERVALS = {
    "interval:TPR": "sensitivity with interval",
    "interval:TNR": "specificity with interval",
    "interval:PPV": "PPV with interval",
    "interval:NPV": "NPV with interval",
    "interval:LRP": "LR+ with interval",
    "interval:LRN": "LR- with interval",
    "ranking:roc_auc": "AUC with interval",
}
_DECIDED = "a choice of the cut-off that someone made"
_S, _T, _F, _I = Preset.STARD, Preset.TRIPOD, Preset.FDA, Preset.ISO

ITEMS: tuple[Item, ...] = (
    Item(
        1,
        "The cut-off, why it was chosen, and whether it was prespecified or exploratory",
        {_S: "STARD 12a, STARD-AI 15c", _T: "TRIPOD+AI 15", _F: "FDA draft 2025"},
        {"threshold": _DECIDED, "threshold:why": "why: the rule that chose it, or a note"},
        _needs_score,
    ),
    Item(
        2,
        "The counts of the 2 x 2 table",
        {_S: "STARD 23, STARD-AI 30", _F: "FDA 2007"},
        {"counts": "the confusion matrix"},
    ),
    Item(
        3,
        "The distribution of the scores by true class, with quantiles",
        {_S: "STARD 23, STARD-AI 30"},
        {"histogram": "a histogram", "quantiles": "a table of quantiles"},
        _needs_score,
    ),
    Item(
        4,
        "Sensitivity, specificity, predictive values, likelihood ratios and AUC with two-sided "
        "intervals, as x/n and per cent",
        {_S: "STARD 24, STARD-AI 31", _F: "FDA 2007, FDA draft 2025"},
        _INTERVALS,
        _needs_two,
    ),
    Item(
        5,
        "The methods of estimation and of comparison",
        {_S: "STARD 14, STARD-AI 18", _T: "TRIPOD+AI 12e"},
        {"methods": "the methods"},
    ),
    Item(
        6,
        "Other operating points, with subgroups at each",
        {_F: "FDA draft 2025"},
        {"points": "other operating points", "points:subgroups": "subgroups at each of them"},
        _needs_score,
    ),
    Item(
        7,
        "Indeterminate results: how many, and the results with them counted either way",
        {_S: "STARD 15, STARD-AI 19", _F: "FDA 2007"},
        {"grey": "a grey zone, with its results counted either way"},
        _needs_score,
    ),
    Item(
        8,
        "Missing results of the test and of the reference by class, with the best and worst case",
        {_S: "STARD 16, STARD-AI 20", _T: "TRIPOD+AI 11"},
        {"missing": "their numbers", "missing:cases": "the best and the worst case"},
    ),
    Item(
        9,
        "A diagram of the flow of participants",
        {_S: "STARD 19, STARD-AI 24", _T: "TRIPOD+AI 20a"},
        {"flow": "the diagram"},
    ),
    Item(
        10,
        "A baseline table by true class: number, share, median, quartiles, missing",
        {_S: "STARD 20-21, STARD-AI 25-26", _T: "TRIPOD+AI 20b"},
        missing=("a baseline table",),
    ),
    Item(
        11,
        "Results in subgroups, and by site, with intervals",
        {_T: "TRIPOD+AI 23a", _F: "FDA 2007, FDA draft 2025"},
        {"subgroup": "a subgroup", "subgroup:several": "several beside each other"},
        _needs_two,
    ),
    Item(
        12,
        "How results differ between sites: forest plot, spread between sites",
        {_T: "TRIPOD+AI 12d, 23b"},
        missing=("a forest plot",),
    ),
    Item(
        13,
        "An analysis of errors, and of gaps between groups",
        {_S: "STARD-AI 23, 35", _T: "TRIPOD+AI 14"},
        {"errors": "the errors furthest from the threshold", "gaps": "gaps between subgroups"},
        _needs_two,
    ),
    Item(
        14,
        "Development and evaluation data side by side",
        {_S: "STARD-AI 15b, 29", _T: "TRIPOD+AI 16, 20c"},
        {"development": "results on the data that the threshold was chosen on"},
        _needs_score,
    ),
    Item(
        15,
        "The prevalence here, and where the test will be used",
        {_S: "STARD-AI 28"},
        {"prevalence": "that of the data", "prevalence:there": "that where it will be used"},
        _needs_two,
    ),
    Item(
        16,
        "The sample size, and how it was determined",
        {_S: "STARD 18, STARD-AI 22", _T: "TRIPOD+AI 10"},
        {"size": "the size and what it supports", "size:how": "how it was determined"},
    ),
    Item(
        17,
        "Discrimination, calibration, clinical utility and distributions, with improper measures "
        "marked",
        {_T: "TRIPOD+AI 12e; Van Calster et al. 2025"},
        {
            "ranking:roc_auc": "AUC with interval",
            "curve:roc": "the ROC curve",
            "histogram": "distributions",
            "improper": "marks on measures",
        },
        _needs_two,
        ("calibration", "a decision curve"),
    ),
    Item(
        18,
        "Adjustment for several tests",
        {_F: "FDA draft 2025"},
        {"holm": "p values adjusted by Holm"},
        _needs_several,
    ),
    Item(
        19,
        "Words of agreement where the reference is no standard",
        {_F: "FDA 2007"},
        missing=("a vocabulary of agreement",),
    ),
    Item(
        20,
        "The numbers of genuine and of impostor comparisons, of errors, subjects and samples",
        {_I: "BIOSD, ISO/IEC 19795-1"},
        {"counts": "comparisons and errors", "subjects": "subjects"},
        _needs_two,
        ("samples",),
    ),
    Item(
        21,
        "Upper limits of FMR and FNMR, and the method",
        {_I: "BIOPP, BIOSD"},
        {"limits": "one-sided exact limits"},
        _needs_score,
    ),
    Item(
        22,
        "Failures to enrol and to acquire, GFAR and GFRR, and whether comparisons have an order",
        {_I: "BIOSD, ISO/IEC 19795-1"},
        missing=("FTE and FTA", "GFAR and GFRR"),
    ),
    Item(
        23,
        "DET curve, error rates against the threshold, and their variation between groups",
        {_I: "ISO/IEC 19795-1, 19795-10"},
        {"curve:det": "the DET curve", "curve:far-frr": "the error rates"},
        _needs_score,
        ("a matrix of groups against each other",),
    ),
    Item(
        24,
        "Thresholds, configuration, versions, hashes and seeds",
        {_S: "STARD-AI 40", _I: "BIOSD"},
        {"reproduction": "what the numbers rest on"},
    ),
    Item(
        25,
        "A card of one page",
        {_F: "FDA draft 2025"},
        {"short": "the most important on one page"},
    ),
)
"""All rows, in their order."""


def answers(material: Material, parts: Sequence[Part], preset: Preset) -> tuple[Answer, ...]:
    """Return how far sections answer the items of a preset.

    Parameters
    ----------
    material
        What was assessed.
    parts
        The sections as they stand in the report.
    preset
        Whose items.
    """
    where: dict[str, str] = {}
    for part in parts:
        for tag in sorted(part.holds()):
            where.setdefault(tag, part.id)
    return tuple(item.answer(material, where) for item in ITEMS if preset in item.asked)


def checklist(
    material: Material, parts: Sequence[Part], preset: Preset
) -> tuple[Table | Paragraph, ...]:
    """Return the checklist of a preset as a table, with links to the sections."""
    titles = {part.id: part.title for part in parts}
    found = answers(material, parts, preset)
    rows = []
    for one in found:
        first = one.sections[0] if one.sections else ""
        shown = ", ".join(titles[section] for section in one.sections)
        where = Cell(shown, link=first)
        number = Cell(f"{one.item.number}. {one.item.text}")
        rows.append(
            (number, Cell(one.item.asked[preset]), Cell(one.status.value), where, Cell(one.remark))
        )
    n_filled = sum(one.status is Status.FILLED for one in found)
    told = (
        f"{preset.named}. Of {len(found)} items {n_filled} are filled. An item is filled where "
        "this report holds all that it asks for, partly where some of it."
    )
    heads = ("Item", "Asked by", "Status", "Where", "Remark")
    caption = "Checklist, computed from what this report holds"
    return (Paragraph(told), Table(caption, heads, (Group(tuple(rows)),)))
