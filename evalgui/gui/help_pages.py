"""The pages of help as data: the Help menu, what shows them and the tests come from here.

A page is a file of `resources/help/`, named after its id. One entry in `HELP_PAGES` adds it.
"""

from __future__ import annotations

from dataclasses import dataclass

from evalgui.core.registry import Registry


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
    """

    id: str
    text: str
    tip: str

    @property
    def title(self) -> str:
        """What its window is called."""
        return self.text.replace("&", "")


HELP_PAGES: Registry[HelpPage] = Registry(
    "page of help",
    HelpPage("files", "&Files", "Which files can be opened, and what is understood of each"),
    HelpPage("window", "The Wi&ndow", "What can be done in the window, part by part"),
    HelpPage("counting", "&Counts and Curves", "How rows are counted and curves are drawn"),
    HelpPage("rules", "Choosing a &Threshold", "Every rule, and what it promises"),
    HelpPage("uncertainty", "&Uncertainty", "Which interval each number gets, and why"),
    HelpPage("coverage", "Co&verage of Intervals", "How often each interval holds the truth"),
    HelpPage("tables", "&Results as Tables", "What results can be taken away in, and what it says"),
    HelpPage("report", "Rep&orts", "What a report says, and what its checklist is computed from"),
    HelpPage("workspace", "Wor&kspaces", "What a workspace keeps, how it is opened, and its file"),
    HelpPage("json", "Command &Line and JSON", "Computing without a window, and what JSON means"),
    HelpPage("python", "&Python", "The same numbers as objects and data frames of Python"),
    HelpPage("measured", "&Measured Speed", "How fast all is, beside others"),
    HelpPage("decisions", "&Decisions", "How it is built, why, and what was rejected"),
    HelpPage("installing", "&Installing", "What is needed on Linux, Windows and macOS"),
)
"""Every page, in the order of the menu."""
