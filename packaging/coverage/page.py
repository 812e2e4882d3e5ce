"""From outcomes to tables, and into the help page, whose words stand there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bands import measure
from tally import RESULTS, Outcome

from evalgui.core.bands.joint import OF_EACH_CLASS
from evalgui.core.digits import percentage
from evalgui.locations import resources

if TYPE_CHECKING:
    from pathlib import Path

    from tally import Column, Tally

PAGE = resources() / "help" / "coverage.md"
BEGIN = "## Measures of two classes"
"""The first heading of what is made of the outcomes; what stands above it is written by hand."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked of the default of a measure.

    Parameters
    ----------
    least
        The lowest coverage that a cell may have.
    mean
        Within which the mean over the cells has to lie; None where it may be higher, too.
    """

    least: float
    mean: tuple[float, float] | None = (0.935, 0.975)

    def is_met(self, mean: float, least: float) -> bool:
        """Return whether a mean and a lowest coverage are what is asked for."""
        is_mean = self.mean is None or self.mean[0] <= mean <= self.mean[1]
        return is_mean and least >= self.least

    @property
    def told(self) -> str:
        """It in words."""
        each = f"at least {percentage(self.least)} % in each cell"
        if self.mean is None:
            return each
        low, high = map(percentage, self.mean)
        return f"a mean of {low} to {high} % over the cells, and {each}"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page.

    Parameters
    ----------
    part
        The name of its outcome.
    title
        Its heading.
    usual
        What is asked of its measures.
    others
        What is asked of some of them in its place.
    """

    part: str
    title: str
    usual: Demand
    others: dict[str, Demand] = field(default_factory=dict)

    def demand(self, measure: str) -> Demand:
        """Return what is asked of a measure."""
        return self.others.get(measure, self.usual)

    @property
    def told(self) -> str:
        """What is asked for, in words."""
        rest = [f"of {name}, {demand.told}" for name, demand in self.others.items()]
        return f"Asked for: {'; '.join([self.usual.told, *rest])}."


SECTIONS = (
    Section("two-class", BEGIN, Demand(0.87)),
    Section(
        "ranking",
        "## What scores say without a threshold",
        Demand(0.87),
        {"AUC": Demand(0.92), "EER": Demand(0.95, None)},
    ),
    Section("bounds", "## The error rate at a bound on the other one", Demand(0.92, None)),
    Section("differences", "## Differences of two scores", Demand(0.87, None)),
    Section(
        "draws", "## Differences in rows, or subjects, that are drawn again", Demand(0.9, None)
    ),
    Section("subjects", "## Where subjects were drawn", Demand(0.92)),
    Section("claims", "## One-sided limits where subjects were drawn", Demand(0.92, None)),
    Section("k-classes", "## Three classes and more", Demand(0.87)),
    Section("consequences", "## Consequences and calibration", Demand(0.87)),
    Section(
        "groups",
        "## Groups, failures, attacks, and references",
        Demand(0.87),
        {"Largest APCER of the species, upper limit": Demand(0.93, None)},
    ),
    Section(
        "bands",
        "## Whole ROC curves at once",
        Demand(0.80, None),
        {measure(level): Demand(level, None) for level in OF_EACH_CLASS if level > 0.80},
    ),
)


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of one column.

    Parameters
    ----------
    column
        Which one.
    mean, least
        The mean coverage over the cells, and the lowest.
    where
        What the cell of the lowest is.
    undefined
        The greatest share of data sets in a cell that gave no interval.
    """

    column: Column
    mean: float
    least: float
    where: str
    undefined: float

    def fails(self, section: Section) -> bool:
        """Return whether it does not hold what a section asks for."""
        return not section.demand(self.column.measure).is_met(self.mean, self.least)


def summaries(outcome: Outcome) -> list[Summary]:
    """Return what came of each column, each method beside the others of its measure."""
    found = []
    for number, column in enumerate(outcome.columns):
        cells: list[tuple[dict[str, Any], Tally]] = [
            (where, tallies[number]) for where, tallies in outcome.cells if number in tallies
        ]
        if not cells:
            continue
        worst = min(cells, key=lambda cell: cell[1].coverage)
        mean = sum(tally.coverage for _where, tally in cells) / len(cells)
        undefined = max(tally.undefined / tally.n for _where, tally in cells)
        least = worst[1].coverage
        found.append(Summary(column, mean, least, told(worst[0]), undefined))
    order = list(dict.fromkeys(one.column.measure for one in found))
    return sorted(found, key=lambda one: order.index(one.column.measure))


def told(where: dict[str, Any]) -> str:
    """Return what a cell is, in words."""
    return ", ".join(
        str(value) if key == "sampling" else f"{key} {value}" for key, value in where.items()
    )


def table(outcome: Outcome, section: Section | None = None) -> list[str]:
    """Return the lines of the table of a part."""
    lines = [
        "| measure | method | mean | worst | in the worst cell | undefined |",
        "|---|---|---|---|---|---|",
    ]
    for one in summaries(outcome):
        method = one.column.method
        if not one.column.is_default:
            method += " (other)"
        if section is not None and one.fails(section):
            method += " **fails**"
        numbers = (one.mean, one.least)
        mean, least = (f"{percentage(number)} %" for number in numbers)
        undefined = f"{percentage(one.undefined)} %" if one.undefined else "none"
        cells = (one.column.measure, method, mean, least, one.where, undefined)
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def verdicts(outcome: Outcome, section: Section) -> list[str]:
    """Return a sentence for each default that does not hold, with what does better."""
    found = summaries(outcome)
    lines = []
    for one in found:
        if not one.column.is_default or not one.fails(section):
            continue
        demand = section.demand(one.column.measure)
        better = _better(one, found, demand)
        if demand.mean is not None and one.mean > demand.mean[1] and one.least >= demand.least:
            better = "wider than need be"
        lines.append(
            f"- {one.column.measure}, {one.column.method}: mean {percentage(one.mean)} %, worst "
            f"{percentage(one.least)} % ({one.where}); {better}."
        )
    return lines


def _better(one: Summary, others: list[Summary], demand: Demand) -> str:
    """Return which other method covers more in its worst cell, of a band which other level."""
    better = [
        other
        for other in others
        if not other.column.is_default
        and other.column.measure == one.column.measure
        and other.least > one.least
    ]
    best = max(better, key=lambda other: other.least, default=None)
    if best is not None:
        return f"{best.column.method} does better: {percentage(best.least)} % in its worst cell"
    wider = [measure(level) for level in sorted(OF_EACH_CLASS)]
    if one.column.measure in wider:
        del wider[: wider.index(one.column.measure)]
        for other in others:
            if other.column.measure in wider and other.least >= demand.least:
                name, held = other.column.measure, f"{percentage(other.least)} %"
                return f"that of another level does better: {name} holds {held} in its worst cell"
    return "no other one does better"


def sections() -> list[str]:
    """Return all lines that are made of the outcomes."""
    lines = []
    for section in SECTIONS:
        path = RESULTS / f"{section.part}.json"
        if not path.is_file():
            continue
        outcome = Outcome.read(path)
        failing = verdicts(outcome, section) or ["Every default holds that."]
        told = f"{len(outcome.cells)} cells. {section.told}"
        lines += [section.title, "", told, "", *failing, "", *table(outcome, section), ""]
    return lines


def write(page: Path = PAGE) -> Path:
    """Write the tables into the help page."""
    page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    return page


def renewed(words: str) -> str:
    """Return the page with the tables of the outcomes that there are."""
    by_hand = words.partition(BEGIN)[0].rstrip()
    return "\n".join([by_hand, "", *sections()]).rstrip() + "\n"
