"""The pages of help as data: the Help menu, what shows them, F1, the search and the tests.

A page is a file of `resources/help/`, named after its id. One entry in `HELP_PAGES` adds it.
Another language has a page as a file of the same name in `help/` of its folder, with as many
headings; what it has not is English. Links lead to places as the English headings call them.
Below a heading a page may say from where F1 leads there, by the names of widgets and actions
(`<!-- F1: roc_plot lock_threshold -->`), and by which other words it is found
(`<!-- words: cut-off, criterion -->`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from evalgui.core.languages import ENGLISH, spoken, tr
from evalgui.core.registry import Registry
from evalgui.gui.look import text
from evalgui.gui.matching import rank
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.core.metrics import AnyMetric

MARK = re.compile(r"^<!-- (F1|words): (.*?) -->\n", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page of our own help.

    Parameters
    ----------
    id
        The name of its file, without the suffix.
    text
        What the menu calls it.
    tip
        What it is about.
    is_reference
        Whether it is looked things up in, rather than read by somebody for a purpose.
    """

    id: str
    text: str
    tip: str
    is_reference: bool = True

    @property
    def title(self) -> str:
        """What its window is called."""
        return self.text.replace("&", "")


INDEX = HelpPage(
    "index", tr("&Contents"), tr("Whom which page is for, and what stands where"), False
)
HELP_PAGES: Registry[HelpPage] = Registry(
    tr("page of help"),
    INDEX,
    HelpPage(
        "clinician", tr("For C&linicians"), tr("From a file to a cut-off and its report"), False
    ),
    HelpPage(
        "tutorial_clinician",
        tr("A Cut-o&ff in Ten Minutes"),
        tr("Tutorial: from a sheet to a cut-off that can be defended, and its report"),
        False,
    ),
    HelpPage("engineer", tr("For &Engineers"), tr("Error rates of a matcher, and how sure"), False),
    HelpPage(
        "tutorial_engineer",
        tr("An &Operating Point in Ten Minutes"),
        tr("Tutorial: from scores to a threshold whose error rates are proved"),
        False,
    ),
    HelpPage(
        "teacher", tr("For &Teachers"), tr("Curves, matrix and measures in front of a class"), False
    ),
    HelpPage("programmer", tr("For &Programmers"), tr("Command line, JSON and Python"), False),
    HelpPage("terms", tr("Term&s"), tr("What the same things are called in each field")),
    HelpPage(
        "files", tr("&Files"), tr("Which files can be opened, and what is understood of each")
    ),
    HelpPage("window", tr("The Wi&ndow"), tr("What can be done in the window, part by part")),
    HelpPage(
        "measures", tr("All M&easures"), tr("Each measure with its formula, names and sources")
    ),
    HelpPage("counting", tr("&Counts and Curves"), tr("How rows are counted and curves are drawn")),
    HelpPage(
        "larger", tr("Lar&ger Data"), tr("Counting what no laptop holds, here or on a cluster")
    ),
    HelpPage("rules", tr("Choosing a &Threshold"), tr("Every rule, and what it promises")),
    HelpPage(
        "consequences", tr("Conse&quences"), tr("What a cut-off does to people, and calibration")
    ),
    HelpPage("uncertainty", tr("&Uncertainty"), tr("Which interval each number gets, and why")),
    HelpPage(
        "coverage", tr("Co&verage of Intervals"), tr("How often each interval holds the truth")
    ),
    HelpPage(
        "tables",
        tr("&Results as Tables"),
        tr("What results can be taken away in, and what it says"),
    ),
    HelpPage(
        "report", tr("Rep&orts"), tr("What a report says, and what its checklist is computed from")
    ),
    HelpPage(
        "workspace", tr("Wor&kspaces"), tr("What a workspace keeps, how it is opened, and its file")
    ),
    HelpPage(
        "json", tr("Command &Line and JSON"), tr("Computing without a window, and what JSON means")
    ),
    HelpPage("python", tr("&Python"), tr("The same numbers as objects and data frames of Python")),
    HelpPage("measured", tr("&Measured Speed"), tr("How fast all is, beside others")),
    HelpPage("decisions", tr("&Decisions"), tr("How it is built, why, and what was rejected")),
    HelpPage("installing", tr("&Installing"), tr("What is needed on Linux, Windows and macOS")),
)
"""Every page, in the order of the menu."""


@dataclass(frozen=True, slots=True)
class Section:
    """A place in a page.

    Parameters
    ----------
    page, heading
        Where it is; "" for the start of the page.
    told
        What is said there.
    names
        Of widgets and actions from which F1 leads there.
    others
        Other words by which it is found, in another language those of the English page, too.
    anchor
        What a link calls it, in every language.
    english
        What is said there in English, where `told` is in another language.
    """

    page: HelpPage
    heading: str
    told: str
    names: frozenset[str] = frozenset()
    others: str = ""
    anchor: str = ""
    english: str = ""

    def rank(self, typed: str) -> int | None:
        """Return how well it fits what was typed; None where it does not.

        What it is called counts no more than the other words by which it is found: of equal
        ones the page for a person comes before the reference.
        """
        called = f"{self.title} {self.others}".casefold()
        found = rank(typed, called, f"{called} {self.told} {self.english}".casefold())
        return None if found is None else max(found, 1)

    @property
    def title(self) -> str:
        """What it is called where it stands alone."""
        return self.heading or self.page.title


def source(page: HelpPage) -> str:
    """Return a page as it is written, that of the measures with what each says of itself."""
    told = _written(page, spoken().code)
    return f"{told}\n{_measures()}" if page.id == "measures" else told


def _written(page: HelpPage, code: str) -> str:
    """Return the file of a page in a language, the English one where it has none."""
    own = resources() / "languages" / code / "help" / f"{page.id}.md"
    path = own if own.is_file() else resources() / "help" / own.name
    return path.read_text(encoding="utf-8")


@cache
def sections(page: HelpPage) -> tuple[Section, ...]:
    """Return the places of a page."""
    own = _sections(page, source(page))
    english = _sections(page, _written(page, ENGLISH.code))
    if spoken() is ENGLISH or len(own) != len(english):
        return own
    return tuple(
        replace(
            place,
            names=place.names | one.names,
            others=f"{place.others}\n{one.others}\n{one.heading}",
            english=one.told,
            anchor=one.anchor,
        )
        for place, one in zip(own, english, strict=True)
    )


def _sections(page: HelpPage, told: str) -> tuple[Section, ...]:
    heads = list(_HEADING.finditer(told))
    ends = [*(head.start() for head in heads[1:]), len(told)]
    return tuple(
        _section(page, "" if len(head[1]) == 1 else head[2], told[head.end() : end].lstrip("\n"))
        for head, end in zip(heads, ends, strict=True)
    )


def anchor(heading: str) -> str:
    """Return what a link calls a heading, as on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-")


def _section(page: HelpPage, heading: str, told: str) -> Section:
    marks = MARK.findall(told)
    names = {name for kind, names in marks if kind == "F1" for name in names.split()}
    others = "\n".join(words for kind, words in marks if kind == "words")
    return Section(page, heading, MARK.sub("", told), frozenset(names), others, anchor(heading))


def every_section() -> Iterator[Section]:
    """Yield the places of all pages."""
    for page in HELP_PAGES:
        yield from sections(page)


@cache
def _by_name() -> dict[str, Section]:
    return {name: section for section in every_section() for name in section.names}


def place_of(names: Iterable[str]) -> Section | None:
    """Return the place that speaks of the first of some names that any speaks of."""
    known = _by_name()
    return next((known[name] for name in names if name in known), None)


def found(typed: str) -> list[Section]:
    """Return the places that fit what was typed, the best first."""
    every = [(section.rank(typed), section) for section in every_section()]
    ranked = [(how_well, section) for how_well, section in every if how_well is not None]
    return [section for _, section in sorted(ranked, key=lambda pair: pair[0])]


def _measures() -> str:
    """Return what each measure says of itself, as Markdown."""
    from evalgui.core.metrics import METRICS
    from evalgui.core.ranking_metrics import RANKING_METRICS

    def told(metric: AnyMetric) -> str:
        name = ", ".join(dict.fromkeys((metric.name, *metric.names.values())))
        lines = [f"## {name[:1].upper()}{name[1:]}", f"<!-- F1: measure_{metric.id} -->", ""]
        lines.append(f"`{text.AT_FIRST.said(metric.formula)}`")
        symbol = text.AT_FIRST.rate(metric.id, metric.symbol)
        names = dict.fromkeys((metric.id, symbol, *metric.aliases))
        lines += [
            "",
            tr("Also: {list}.", list=", ".join(filter(None, names))),
            "",
            str(metric.proper.said),
        ]
        if metric.sources:
            lines += ["", tr("From: {list}.", list="; ".join(metric.sources))]
        return "\n".join([*lines, ""])

    return "\n".join(told(metric) for metric in (*METRICS, *RANKING_METRICS))
