"""From outcomes to tables, and into the help page, whose words stand there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tally import RESULTS, Outcome

from evalgui.core.digits import percentage
from evalgui.locations import resources

if TYPE_CHECKING:
    from pathlib import Path

    from tally import Column, Tally

PAGE = resources() / "help" / "coverage.md"
BEGIN = "## Measures of two classes"
"""The first heading of what is made of the outcomes; what stands above it is written by hand."""

MEAN = (0.935, 0.975)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page.

    Parameters
    ----------
    part
        The name of its outcome.
    title
        Its heading.
    least
        The lowest coverage that a cell may have.
    mean
        Within which the mean over the cells has to lie.
    """

    part: str
    title: str
    least: float
    mean: tuple[float, float] = MEAN


SECTIONS = (Section("two-class", BEGIN, 0.87),)


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of one column.

    Parameters
    ----------
    column
        Which one.
    n_cells
        In how many cells it was looked at.
    mean, least
        The mean coverage over the cells, and the lowest.
    where
        What the cell of the lowest is.
    undefined
        The greatest share of data sets in a cell that gave no interval.
    """

    column: Column
    n_cells: int
    mean: float
    least: float
    where: str
    undefined: float

    def fails(self, section: Section) -> bool:
        """Return whether it does not hold what the section asks for."""
        low, high = section.mean
        return not (low <= self.mean <= high and self.least >= section.least)


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
        found.append(Summary(column, len(cells), mean, least, told(worst[0]), undefined))
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
        "| measure | method | cells | mean | worst | in the worst cell | no interval, at most |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in summaries(outcome):
        method = one.column.method
        if not one.column.is_default:
            method += " (offered)"
        if section is not None and one.fails(section):
            method += " **fails**"
        numbers = (one.mean, one.least)
        mean, least = (f"{percentage(number)} %" for number in numbers)
        undefined = f"{percentage(one.undefined)} %" if one.undefined else "none"
        cells = (one.column.measure, method, str(one.n_cells), mean, least, one.where, undefined)
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def verdicts(outcome: Outcome, section: Section) -> list[str]:
    """Return a sentence for each default that does not hold, with what does better."""
    found = summaries(outcome)
    lines = []
    for one in found:
        if not one.column.is_default or not one.fails(section):
            continue
        others = [
            other
            for other in found
            if other.column.measure == one.column.measure and other.least > one.least
        ]
        best = max(others, key=lambda other: other.least, default=None)
        better = "no method that is offered does better"
        if best is not None:
            better = (
                f"{best.column.method} does better: {percentage(best.least)} % in its worst cell"
            )
        lines.append(
            f"- {one.column.measure}, {one.column.method}: mean {percentage(one.mean)} %, worst "
            f"{percentage(one.least)} % ({one.where}); {better}."
        )
    return lines


def sections() -> list[str]:
    """Return all lines that are made of the outcomes."""
    lines = []
    for section in SECTIONS:
        path = RESULTS / f"{section.part}.json"
        if not path.is_file():
            continue
        outcome = Outcome.read(path)
        low, high = (percentage(share) for share in section.mean)
        asked = f"Asked for: a mean of {low} to {high} % over the cells, and at least "
        asked += f"{percentage(section.least)} % in each."
        failing = verdicts(outcome, section) or ["Every default holds that."]
        lines += [section.title, "", asked, "", *failing, "", *table(outcome, section), ""]
    return lines


def write(page: Path = PAGE) -> Path:
    """Write the tables into the help page."""
    page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    return page


def renewed(words: str) -> str:
    """Return the page with the tables of the outcomes that there are."""
    return words.partition(BEGIN)[0] + "\n".join(sections()).rstrip() + "\n"
