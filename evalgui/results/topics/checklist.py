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
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.texts import Joined, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import TEXT, Column, Fact, Linked, Result, Row, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.topic import Reported


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
    Preset.STARD: phrase("STARD 2015 and STARD-AI 2025: diagnostic accuracy"),
    Preset.TRIPOD: phrase("TRIPOD+AI 2024: prediction models"),
    Preset.FDA: phrase("FDA 2007, and the draft of 2025 on AI devices"),
    Preset.ISO: phrase("ISO/IEC 19795-1 with -10, BIOSD and BIOPP 2.0: biometrics"),
}


class Status(StrEnum):
    """How far a report answers an item."""

    FILLED = "filled"
    PARTLY = "partly"
    OPEN = "open"
    NOT_APPLICABLE = "not applicable"


_STATUS = {
    Status.FILLED: Text("filled"),
    Status.PARTLY: Text("partly"),
    Status.OPEN: Text("open"),
    Status.NOT_APPLICABLE: Text("not applicable"),
}


def _always(_snapshot: Snapshot, _report: Reported) -> str:
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
    unless: Callable[[Snapshot, Reported], str] = _always
    missing: tuple[str, ...] = ()

    def answer(self, snapshot: Snapshot, report: Reported) -> Answer:
        """Return how far a report answers it; the rest is as of `answers`."""
        why, where = self.unless(snapshot, report), report.sections
        if why:
            return Answer(self, Status.NOT_APPLICABLE, as_text(why), ())
        found = [tag for tag in self.needs if tag in where]
        lacking = [told for tag, told in self.needs.items() if tag not in where]
        lacking += self.missing
        status = Status.OPEN if not found else Status.PARTLY if lacking else Status.FILLED
        sections = tuple(dict.fromkeys(where[tag] for tag in found))
        told = Joined(tuple(map(Text, lacking)), ", ")
        remark = Text("open: {lacking}", {"lacking": told}) if lacking else None
        return Answer(self, status, remark, sections)


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
        What is open, or why it does not apply; None for nothing.
    sections
        The ids of the sections that answer it.
    """

    item: Item
    status: Status
    remark: Told | None
    sections: tuple[str, ...]


def _needs_two(snapshot: Snapshot, _report: Reported) -> str:
    if snapshot.point is None:
        return phrase("all classes are taken together, so that there is no threshold")
    return ""


def _needs_score(snapshot: Snapshot, _report: Reported) -> str:
    return "" if snapshot.ranking is not None else phrase("there is no score, but calls")


def _needs_attacks(snapshot: Snapshot, report: Reported) -> str:
    dataset = snapshot.dataset
    has_species = dataset is not None and dataset.species is not None
    is_attacked = has_species or "pad" in report.sections
    return "" if is_attacked else phrase("no column says of what kind an attack is")


def _needs_several(_snapshot: Snapshot, report: Reported) -> str:
    return "" if report.n_tests > 1 else phrase("nothing was tested several times")


_INTERVALS = {
    "interval:TPR": phrase("sensitivity with interval"),
    "interval:TNR": phrase("specificity with interval"),
    "interval:PPV": phrase("PPV with interval"),
    "interval:NPV": phrase("NPV with interval"),
    "interval:LRP": phrase("LR+ with interval"),
    "interval:LRN": phrase("LR- with interval"),
    "ranking:roc_auc": phrase("AUC with interval"),
}
_DECIDED = phrase("a choice of the cut-off that someone made")
_S, _T, _F, _I = Preset.STARD, Preset.TRIPOD, Preset.FDA, Preset.ISO

ITEMS: tuple[Item, ...] = (
    Item(
        1,
        phrase("The cut-off, why it was chosen, and whether it was prespecified or exploratory"),
        {_S: "STARD 12a, STARD-AI 15c", _T: "TRIPOD+AI 15", _F: phrase("FDA draft 2025")},
        {"threshold": _DECIDED, "threshold:why": phrase("why: the rule that chose it, or a note")},
        _needs_score,
    ),
    Item(
        2,
        phrase("The counts of the 2 x 2 table"),
        {_S: "STARD 23, STARD-AI 30", _F: "FDA 2007"},
        {"counts": phrase("the confusion matrix")},
    ),
    Item(
        3,
        phrase("The distribution of the scores by true class, with quantiles"),
        {_S: "STARD 23, STARD-AI 30"},
        {"histogram": "a histogram", "quantiles": phrase("a table of quantiles")},
        _needs_score,
    ),
    Item(
        4,
        phrase(
            "Sensitivity, specificity, predictive values, likelihood ratios and AUC with two-sided "
            "intervals, as x/n and per cent"
        ),
        {_S: "STARD 24, STARD-AI 31", _F: phrase("FDA 2007, FDA draft 2025")},
        _INTERVALS,
        _needs_two,
    ),
    Item(
        5,
        phrase("The methods of estimation and of comparison"),
        {_S: "STARD 14, STARD-AI 18", _T: "TRIPOD+AI 12e"},
        {"methods": phrase("the methods")},
    ),
    Item(
        6,
        phrase("Other operating points, with subgroups at each"),
        {_F: phrase("FDA draft 2025")},
        {
            "points": phrase("other operating points"),
            "points:subgroups": phrase("subgroups at each of them"),
        },
        _needs_score,
    ),
    Item(
        7,
        phrase("Indeterminate results: how many, and the results with them counted either way"),
        {_S: "STARD 15, STARD-AI 19", _F: "FDA 2007"},
        {"grey": phrase("a grey zone, with its results counted either way")},
        _needs_score,
    ),
    Item(
        8,
        phrase(
            "Missing results of the test and of the reference by class, with the best and worst"
            " case"
        ),
        {_S: "STARD 16, STARD-AI 20", _T: "TRIPOD+AI 11"},
        {
            "missing": phrase("their numbers"),
            "missing:cases": phrase("the best and the worst case"),
        },
    ),
    Item(
        9,
        phrase("A diagram of the flow of participants"),
        {_S: "STARD 19, STARD-AI 24", _T: "TRIPOD+AI 20a"},
        {"flow": phrase("the diagram")},
    ),
    Item(
        10,
        phrase("A baseline table by true class: number, share, median, quartiles, missing"),
        {_S: "STARD 20, STARD-AI 25", _T: "TRIPOD+AI 20b"},
        {"baseline": phrase("a baseline table")},
    ),
    Item(
        11,
        phrase("Results in subgroups, and by site, with intervals"),
        {_T: "TRIPOD+AI 23a", _F: phrase("FDA 2007, FDA draft 2025")},
        {"subgroup": "a subgroup", "subgroup:several": phrase("several beside each other")},
        _needs_two,
    ),
    Item(
        12,
        phrase("How results differ between sites: forest plot, spread between sites"),
        {_T: "TRIPOD+AI 12d, 23b"},
        {"groups": phrase("groups with intervals and the spread between them")},
        _needs_two,
        (phrase("which groups are sites"),),
    ),
    Item(
        13,
        phrase("An analysis of errors, and of gaps between groups"),
        {_S: "STARD-AI 23, 35", _T: "TRIPOD+AI 14"},
        {
            "errors": phrase("the errors furthest from the threshold"),
            "gaps": phrase("gaps between subgroups"),
        },
        _needs_two,
    ),
    Item(
        14,
        phrase("Development and evaluation data side by side"),
        {_S: "STARD-AI 15b, 29", _T: "TRIPOD+AI 16, 20c"},
        {"development": phrase("results on the data that the threshold was chosen on")},
        _needs_score,
    ),
    Item(
        15,
        phrase("The prevalence here, and where the test will be used"),
        {_S: "STARD-AI 28"},
        {
            "prevalence": phrase("that of the data"),
            "prevalence:there": phrase("that where it will be used"),
        },
        _needs_two,
    ),
    Item(
        16,
        phrase("The sample size, and how it was determined"),
        {_S: "STARD 18, STARD-AI 22", _T: "TRIPOD+AI 10"},
        {
            "size": phrase("the size and what it supports"),
            "size:how": phrase("how it was determined"),
        },
    ),
    Item(
        17,
        phrase(
            "Discrimination, calibration, clinical utility and distributions, with improper"
            " measures marked"
        ),
        {_T: phrase("TRIPOD+AI 12e; Van Calster et al. 2025")},
        {
            "ranking:roc_auc": phrase("AUC with interval"),
            "curve:roc": phrase("the ROC curve"),
            "histogram": "distributions",
            "improper": phrase("marks on measures"),
            "calibration:observed_expected": phrase("observed to expected"),
            "calibration:slope": phrase("the calibration slope"),
            "decision_curve:net_benefit": phrase("the net benefit"),
            "curve:calibration": phrase("a calibration plot"),
            "curve:decision-curve": phrase("a decision curve"),
        },
        _needs_two,
    ),
    Item(
        18,
        phrase("Adjustment for several tests"),
        {_F: phrase("FDA draft 2025")},
        {"holm": phrase("p values adjusted by Holm")},
        _needs_several,
    ),
    Item(
        19,
        phrase("Words of agreement where the reference is no standard"),
        {_F: "FDA 2007"},
        missing=(phrase("a vocabulary of agreement"),),
    ),
    Item(
        20,
        phrase(
            "The numbers of genuine and of impostor comparisons, of errors, subjects and samples"
        ),
        {_I: phrase("BIOSD, ISO/IEC 19795-1")},
        {"counts": phrase("comparisons and errors"), "subjects": "subjects"},
        _needs_two,
        ("samples",),
    ),
    Item(
        21,
        phrase("Upper limits of FMR and FNMR, and the method"),
        {_I: phrase("BIOPP, BIOSD")},
        {"limits": phrase("one-sided exact limits")},
        _needs_score,
    ),
    Item(
        22,
        phrase(
            "Failures to enrol and to acquire, GFAR and GFRR, and whether comparisons have an order"
        ),
        {_I: phrase("BIOSD, ISO/IEC 19795-1")},
        {
            "failures:fta_genuine": "FTA",
            "failures:fte": "FTE",
            "failures:gfar": "GFAR",
            "failures:gfrr": "GFRR",
        },
        _needs_two,
        (phrase("whether comparisons have an order"),),
    ),
    Item(
        23,
        phrase("DET curve, error rates against the threshold, and their variation between groups"),
        {_I: "ISO/IEC 19795-1, 19795-10"},
        {
            "curve:det": phrase("the DET curve"),
            "curve:far-frr": phrase("the error rates"),
            "cross_groups": phrase("groups against each other, and how far apart they lie"),
        },
        _needs_score,
    ),
    Item(
        24,
        phrase("Thresholds, configuration, versions, hashes and seeds"),
        {_S: "STARD-AI 40", _I: "BIOSD"},
        {"reproduction": phrase("what the numbers rest on")},
    ),
    Item(
        25,
        phrase("A card of one page"),
        {_F: phrase("FDA draft 2025")},
        {"short": phrase("the most important on one page")},
    ),
    Item(
        26,
        phrase("How many participants, and how many with the outcome, each analysis here rests on"),
        {_T: "TRIPOD+AI 21"},
        {"counts": phrase("the confusion matrix"), "size": phrase("how many each measure counts")},
        _needs_two,
    ),
    Item(
        27,
        phrase(
            "How severe the condition is in those with it, and what others have instead, by class"
        ),
        {_S: "STARD 21a, 21b, STARD-AI 26"},
        {"baseline": phrase("a baseline table")},
        missing=(phrase("which of its columns tell of severity and of other diagnoses"),),
    ),
    Item(
        28,
        phrase(
            "Presentation attacks: APCER of each species and the largest with its limit, and BPCER"
        ),
        {_I: "ISO/IEC 30107-3"},
        {"pad": phrase("attacks by species")},
        _needs_attacks,
    ),
)
"""All rows, in their order."""


ASKED = Column("asked", Text("Asked by"), TEXT)
STATUS = Column("status", Text("Status"), TEXT)
WHERE = Column("where", Text("Where"), TEXT)
REMARK = Column("remark", Text("Remark"), TEXT)


@dataclass(frozen=True, slots=True)
class AnswerRow(Row):
    """The row of an item.

    Parameters
    ----------
    answer
        How far the report answers it.
    """

    answer: Answer = field(kw_only=True)


def answers(snapshot: Snapshot, report: Reported) -> tuple[Answer, ...]:
    """Return how far a report answers the items of its checklist.

    Parameters
    ----------
    snapshot
        What was assessed.
    report
        What the report holds.
    """
    asked = (item for item in ITEMS if report.preset in item.asked)
    return tuple(item.answer(snapshot, report) for item in asked)


def checklist(snapshot: Snapshot, report: Reported) -> Result:
    """Return the checklist of a report.

    Parameters
    ----------
    snapshot, report
        As of `answers`.

    Returns
    -------
    Result
        A fact that says how many items are filled, and a table with a row for each: who asks for
        it (``asked``), its ``status``, ``where`` it is answered, and a ``remark``, what is open
        or why it does not apply.
    """
    found = answers(snapshot, report)
    n_filled = sum(one.status is Status.FILLED for one in found)
    told = Text(
        "{preset}. Of {n} items {n_filled} are filled. An item is filled where this report holds "
        "all that it asks for, partly where some of it.",
        {"preset": Preset(report.preset).named, "n": len(found), "n_filled": n_filled},
    )
    fact = Fact("filled", told, values={"items": len(found), "filled": n_filled})
    rows = tuple(
        AnswerRow(
            str(one.item.number),
            Text("{n}. {item}", {"n": one.item.number, "item": Text(one.item.text)}),
            answer=one,
        )
        for one in found
    )
    columns = (ASKED, STATUS, WHERE, REMARK)
    text = partial(_text, report)
    table = Table("checklist", columns, rows, _no_number, Text("Item"), text=text)
    title = Text("Checklist, computed from what this report holds")
    return Result("checklist", title, (table,), (fact,))


def _no_number(_row: Row, _column: Column) -> None:
    """Return that no cell holds a number."""


def _text(report: Reported, row: Row, column: Column) -> Told | None:
    assert isinstance(row, AnswerRow)  # noqa: S101 - its own rows
    answer = row.answer
    if column is ASKED:
        return Text(answer.item.asked[Preset(report.preset)])
    if column is STATUS:
        return _STATUS[answer.status]
    if column is REMARK:
        return answer.remark
    if not answer.sections:
        return None
    titles = (Text("{title}", {"title": report.titles[one]}) for one in answer.sections)
    return Linked(Joined(tuple(titles), ", "), answer.sections[0])


def _make(snapshot: Snapshot, report: Reported | None) -> Result | None:
    return None if report is None else checklist(snapshot, report)


CHECKLIST = Topic(
    id="checklist",
    name=Text("Checklist"),
    explanation=Text("What guidelines ask of a report, and how far it answers them."),
    make=lambda snapshot, beside: _make(snapshot, beside.report),
    is_of_snapshot=False,
)
