"""What the command palette finds: actions, measures, rules, help, and what does not exist yet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.requests import ApplyRule
from evalgui.core.rules import RULES
from evalgui.core.vocabulary import words_in
from evalgui.gui.help_pages import every_section, place_of
from evalgui.gui.look import text
from evalgui.gui.matching import rank
from evalgui.gui.panes import PANES, RESULTS
from evalgui.gui.results.cells import number, style_of
from evalgui.results.topics import TOPICS
from evalgui.results.topics.measures import VALUE, live

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

    from evalgui.core.rules import Rule
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.help_pages import HelpPage, Section
    from evalgui.gui.main_window import MainWindow
    from evalgui.results.result import Row, Table
    from evalgui.workspace.workspace import Workspace

DO, MEASURES, RULES_GROUP, HELP, NOT_YET = (
    tr("Do"),
    tr("Measures"),
    tr("Rules"),
    tr("Help"),
    tr("Not in evalgui yet"),
)
GROUPS = (DO, MEASURES, RULES_GROUP, HELP, NOT_YET)

_BELOW = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_NOT_THERE = (
    (tr("Curves over time, survival"), tr("time-dependent roc cox kaplan censored"), "ROC"),
    (
        tr("Fit or train a model"),
        tr("regression machine learning predict classifier"),
        tr("Open its scores"),
    ),
    (
        tr("Filling in missing values"),
        tr("imputation impute sensitivity analysis"),
        tr("Set Rows Aside"),
    ),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be found.

    Parameters
    ----------
    group
        Under which heading it stands: one of `GROUPS`.
    title
        What it is called in the field in use.
    run
        What taking it does; None where it cannot be done.
    words
        What else it is found by: names in other fields, and what is said of it.
    beside
        What stands at the right: where it is, or its value now. Asked of what is seen alone.
    is_in_force
        Whether it is what was chosen.
    explain
        What F1 shows of it; None for nothing.
    """

    group: str
    title: str
    run: Callable[[], None] | None
    words: str = ""
    beside: Callable[[], str] = str
    is_in_force: bool = False
    explain: Callable[[], None] | None = None
    _title: str = field(init=False)
    _words: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_title", self.title.casefold())
        object.__setattr__(self, "_words", f"{self.title} {self.words}".casefold())

    def rank(self, typed: str) -> int | None:
        """Return how well it fits what was typed, 0 best; None where it does not."""
        return rank(typed, self._title, self._words)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpEntry(Entry):
    """A place in the help, found as its own search finds it."""

    of: Section

    def rank(self, typed: str) -> int | None:
        """Return how well it fits what was typed, 0 best; None where it does not."""
        return self.of.rank(typed)


def sought(entries: Sequence[Entry], typed: str) -> dict[str, list[Entry]]:
    """Return what fits what was typed by group, the best first; of equal ones in their order."""
    ranked = [(how_well, one) for one in entries if (how_well := one.rank(typed)) is not None]
    ranked.sort(key=lambda pair: pair[0])
    found = {group: [one for _, one in ranked if one.group == group] for group in GROUPS}
    if not typed.strip():
        found[NOT_YET] = []  # nobody asked for it
    return {group: these for group, these in found.items() if these}


class Shows(Protocol):
    """Shows what is said of things."""

    def explain(self, metric_id: str) -> None:
        """Explain a measure."""

    def show_topic(self, topic_id: str) -> None:
        """Show what there is to say about something."""

    def type_threshold(self) -> None:
        """Ask for a threshold."""

    def show_help(self, about: HelpPage, heading: str = "") -> None:
        """Show a page of help, at a heading of it."""


def _help_on(commands: Shows, *names: str) -> Callable[[], None] | None:
    """Return what shows what the help says of the first of some names that it speaks of."""
    place = place_of(names)
    return None if place is None else partial(commands.show_help, place.page, place.heading)


def entries_of(window: MainWindow, workspace: Workspace, commands: Shows) -> list[Entry]:
    """Return everything that can be found now."""
    snapshot = workspace.snapshot
    return [
        *_actions(window, commands),
        *_topics(snapshot, commands),
        *_measures(snapshot, commands),
        *_rules(snapshot, workspace, commands),
        *_help(commands),
        *(
            Entry(
                NOT_YET,
                title,
                None,
                words,
                partial(_nearest, nearest),
            )
            for title, words, nearest in _NOT_THERE
        ),
    ]


def _nearest(what: str) -> str:
    return tr("nearest: {what}", what=what)


def _actions(window: MainWindow, commands: Shows) -> Iterator[Entry]:
    """Yield the entries of all menus, each with the menu in which it stands."""
    bar = window.menuBar()
    for action, menus in _leaves(bar.actions(), ()):
        title = _plain(action.text())
        where = _BELOW.join(_plain(menu.title()) for menu in menus)
        keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        words = f"{window.menus.all_words(action.objectName())} {where} {action.toolTip()}"
        beside = f"{where}   {keys}" if keys else where
        run = action.trigger if action.isEnabled() else None
        name = action.objectName()
        own = name, name.removeprefix("show_"), f"{name.removeprefix('see_')}_plot"
        about = place_of(own)  # a pane and a plot are found by what their help is found by
        words += "" if about is None else f" {about.others}"
        explain = _help_on(commands, *own, *(menu.objectName() for menu in reversed(menus)))
        yield Entry(DO, title, run, words, partial(str, beside), action.isChecked(), explain)


def _topics(snapshot: Snapshot, commands: Shows) -> Iterator[Entry]:
    """Yield what the pane of results can say, but for what has a pane of the same name."""
    style = style_of(words_in(snapshot.choices.vocabulary))
    taken = {pane.title for pane in PANES}
    for topic in TOPICS:
        title = topic.name.told(style)
        if not topic.is_of_snapshot or title in taken:
            continue
        show = partial(commands.show_topic, topic.id)
        about = place_of((f"{topic.id}_topic",))
        others = "" if about is None else about.others
        words = f"{topic.explanation.told(style)} {others}"
        run = None if snapshot.dataset is None else show
        explain = _help_on(commands, f"{topic.id}_topic", "results_dock")
        yield Entry(DO, title, run, words, partial(str, RESULTS.title), explain=explain)


def _leaves(
    actions: Iterable[QAction], menus: tuple[QMenu, ...]
) -> Iterator[tuple[QAction, tuple[QMenu, ...]]]:
    for action in actions:
        menu: QMenu | None = action.menu()  # type: ignore[assignment] # its stub says QObject
        if menu is not None:
            yield from _leaves(menu.actions(), (*menus, menu))
        elif not action.isSeparator() and action.text():
            yield action, menus


def _plain(label: str) -> str:
    """Return the text of a menu without the marks of its keys."""
    return re.sub(r"&(.)", r"\1", label)


def _measures(snapshot: Snapshot, commands: Shows) -> Iterator[Entry]:
    """Yield the measures that are on show with their values now."""
    if snapshot.dataset is None:
        return
    table = live(snapshot)
    style = style_of(words_in(snapshot.choices.vocabulary))
    for row in table.rows:
        about = row.about  # type: ignore[attr-defined] # they are rows of measures
        names = (about.id, str(about.symbol), about.name, *about.names.values(), *about.aliases)
        explain = partial(commands.explain, about.id)
        title, value = row.title.told(style), partial(_value, table, row)
        hidden = snapshot.choices.hides_answers
        yield Entry(
            MEASURES, title, explain, " ".join(names), str if hidden else value, explain=explain
        )


def _value(table: Table, row: Row) -> str:
    found = table.cell(row, VALUE)
    return "" if found is None else number(table.kind(row, VALUE), found.value)


def _rules(snapshot: Snapshot, workspace: Workspace, commands: Shows) -> Iterator[Entry]:
    """Yield the rules, with the threshold of the one that is in force."""
    words, ranking = words_in(snapshot.choices.vocabulary), snapshot.ranking
    made, point = snapshot.provenance, snapshot.point
    fields = [words_in(vocabulary) for vocabulary in Vocabulary]
    for rule in RULES:
        can = ranking is not None and ranking.is_offered(rule) and not snapshot.inputs.is_locked
        is_in_force = made is not None and made.rule == rule.id
        names = " ".join(one.rule_name(rule.id, rule.name) for one in fields)
        threshold = ""
        if is_in_force and point is not None:
            threshold = text.short_threshold(point.threshold, snapshot.score)
        yield Entry(
            RULES_GROUP,
            words.rule_name(rule.id, rule.name),
            _used(rule, workspace, commands) if can else None,
            f"{rule.id} {names} {words.rule_reason(rule.id, rule.explanation)}",
            partial(str, threshold),
            is_in_force,
            _help_on(commands, f"rule_{rule.id}", "rules_dock"),
        )


def _used(rule: Rule, workspace: Workspace, commands: Shows) -> Callable[[], None]:
    """Return what uses a rule; the number that is typed is asked for first."""
    is_typed = rule.is_number and rule.parameters
    return commands.type_threshold if is_typed else partial(workspace.ask, ApplyRule(rule.id))


def _help(commands: Shows) -> Iterator[Entry]:
    """Yield the pages of help and their sections, which are found by all that they say."""
    for section in every_section():
        page, heading = section.page, section.heading
        run = partial(commands.show_help, page, heading)
        beside = partial(str, page.title if heading else page.tip)
        yield HelpEntry(HELP, section.title, run, section.told, beside, explain=run, of=section)
