"""What came of a verification, as lines of text, as a report, and as a form for quality."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.digits import exact, grouped, tick
from evalgui.core.languages import spoken
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Report, Table
from evalgui.io.reporting.blocks import Part as Section
from evalgui.io.verifying.checked import FOLDER
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.words import Words
    from evalgui.io.verifying.checked import Checked
    from evalgui.io.verifying.verification import Part, Verification

_FORM = "qualification.md"


def lines(found: Verification, words: Words) -> Iterator[str]:
    """Yield a line for each kind, and one for each result that does not hold."""
    for part in found.parts:
        seconds = tick(part.seconds, 0.1)
        yield words.said(
            phrase(
                "{kind}: {held} ({seconds} s)", kind=part.title, held=_told(part), seconds=seconds
            )
        )
        for one in part.failed:
            yield words.said(
                phrase(
                    "DIFFERENT: {case}, {quantity}: {expected} is expected, {found} is found",
                    case=one.case,
                    quantity=one.quantity,
                    expected=_value(one.expected),
                    found=_value(one.found),
                )
            )
    yield words.said(_verdict(found))


def _verdict(found: Verification) -> str:
    n_failed = len(found.failed)
    if not n_failed:
        return phrase("All {n} results are as expected.", n=grouped(found.n))
    return phrase_n(
        n_failed,
        "1 of {all} results is not as expected: do not use this installation.",
        "{n} of {all} results are not as expected: do not use this installation.",
        n=grouped(n_failed),
        all=grouped(found.n),
    )


def _told(part: Part) -> str:
    lacking = sorted({one.lacks for one in part.lacking})
    n = len(part.results) - len(part.lacking)
    held = phrase("{k} of {n} as expected", k=grouped(n - len(part.failed)), n=grouped(n))
    if not lacking:
        return held
    return phrase(
        "{held}; not looked at, since an extra is not installed: {extras}",
        held=held,
        extras=", ".join(lacking),
    )


def report(found: Verification, words: Words) -> Report:
    """Return the report: what it runs on, a table of the kinds, and each result."""
    said = words.said
    head = (phrase("Kind"), phrase("Compared"), phrase("As expected"), phrase("Seconds"))
    summary = Table(
        said(phrase("Results by kind")),
        tuple(map(said, head)),
        (Group(tuple(_summed(part, words) for part in found.parts)),),
        (1, 2, 3),
    )
    facts = Table(
        said(phrase("What it runs on")),
        (said(phrase("Part")), said(phrase("Version"))),
        (Group(tuple((Cell(said(name)), Cell(value)) for name, value in found.facts.items())),),
    )
    about = Section(
        "summary", said(phrase("Summary")), (Paragraph(said(_verdict(found))), summary, facts)
    )
    parts = tuple(_section(part, words) for part in found.parts)
    title = said(phrase("Check of this installation"))
    made = {"evalgui": found.facts["evalgui"], "when": found.when}
    return Report(title, found.when, (about, *parts), facts=made)


def _summed(part: Part, words: Words) -> tuple[Cell, ...]:
    n = len(part.results) - len(part.lacking)
    held = n - len(part.failed)
    return (
        Cell(words.said(part.title), link=part.id),
        Cell(grouped(n), n),
        Cell(grouped(held), held),
        Cell(tick(part.seconds, 0.1)),
    )


def _section(part: Part, words: Words) -> Section:
    said = words.said
    head = (
        *(phrase("Quantity"), phrase("Expected"), phrase("Here"), phrase("Difference")),
        *(phrase("Tolerance"), phrase("Verdict"), phrase("Source")),
    )
    by_case: dict[str, list[Checked]] = {}
    for one in part.results:
        by_case.setdefault(one.case, []).append(one)
    groups = (
        Group(tuple(_row(one, words) for one in results), case) for case, results in by_case.items()
    )
    table = Table(said(_told(part)), tuple(map(said, head)), tuple(groups), (1, 2, 3, 4))
    return Section(part.id, said(part.title), (table,))


def _row(one: Checked, words: Words) -> tuple[Cell, ...]:
    if one.lacks:
        verdict = phrase("not looked at: evalgui[{extra}] is not installed", extra=one.lacks)
    else:
        verdict = phrase("as expected") if one.holds else phrase("DIFFERENT")
    difference = "" if math.isnan(one.difference) else exact(one.difference)
    return (
        Cell(one.quantity),
        Cell(_value(one.expected)),
        Cell(_value(one.found)),
        Cell(difference),
        Cell(exact(one.tolerance) if one.tolerance else "0"),
        Cell(words.said(verdict)),
        Cell(one.source),
    )


def _value(value: float | str) -> str:
    return value if isinstance(value, str) else exact(value)


def form(found: Verification, words: Words) -> str:
    """Return the form for installation, operation and performance, with what is known filled in.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    own = resources() / "languages" / spoken().code / FOLDER / _FORM
    path = own if own.is_file() else resources() / FOLDER / _FORM
    rows = (
        f"| {words.said(part.title)} | {grouped(len(part.results) - len(part.lacking))} "
        f"| {grouped(len(part.failed))} |"
        for part in found.parts
    )
    return path.read_text(encoding="utf-8").format(
        version=found.facts["evalgui"],
        when=found.when,
        facts="\n".join(f"| {words.said(name)} | {one} |" for name, one in found.facts.items()),
        results="\n".join(rows),
        verdict=words.said(_verdict(found)),
    )
