"""Every action of the program as data: menus, toolbar, shortcuts and tests come from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from evalgui.core.api import phrase
from evalgui.gui.action import Action, Menu, with_data, with_rows, with_scores
from evalgui.gui.help_pages import HELP_PAGES
from evalgui.gui.threshold_actions import THRESHOLD_ACTIONS

if TYPE_CHECKING:
    from evalgui.gui.commands import Commands
    from evalgui.gui.help_pages import HelpPage


def _help_action(page: HelpPage, *, is_first: bool) -> Action:
    """Return the action that shows a page of help."""

    def run(commands: Commands) -> None:
        commands.show_help(page)

    text = f"{page.text}\N{HORIZONTAL ELLIPSIS}"
    return Action(
        f"help_{page.id}",
        text,
        Menu.HELP,
        run,
        icon="help" if is_first else "",
        tip=page.tip,
        starts_group=is_first,
    )


ACTIONS: tuple[Action, ...] = (
    Action(
        "new",
        "&New\N{HORIZONTAL ELLIPSIS}",
        Menu.FILE,
        lambda c: c.new_data(),
        QKeySequence.StandardKey.New,
        "table",
        "Type or paste four counts, a confusion matrix, or rows of a truth and a score",
    ),
    Action(
        "open",
        "&Open\N{HORIZONTAL ELLIPSIS}",
        Menu.FILE,
        lambda c: c.open_files(),
        QKeySequence.StandardKey.Open,
        "open",
        "Open a file of predictions, or several that belong together",
        in_toolbar=True,
    ),
    Action(
        "reload",
        "&Reload",
        Menu.FILE,
        lambda c: c.reload(),
        QKeySequence.StandardKey.Refresh,
        tip="Read the open file once more; choices stay as far as they fit",
        enabled=with_data,
    ),
    Action(
        "export_measures",
        "Export &Measures\N{HORIZONTAL ELLIPSIS}",
        Menu.FILE,
        lambda c: c.export_measures(),
        "Ctrl+E",
        "export-table",
        "Write the counts and all measures to a CSV file",
        with_data,
        starts_group=True,
        in_toolbar=True,
    ),
    Action(
        "forget",
        "&Forget Everything\N{HORIZONTAL ELLIPSIS}",
        Menu.FILE,
        lambda c: c.forget_everything(),
        tip="Forget which files and folders were used, and how files were imported",
        starts_group=True,
    ),
    Action(
        "quit",
        "&Quit",
        Menu.FILE,
        lambda c: c.quit(),
        "Ctrl+Q",
        "quit",
        starts_group=True,
    ),
    Action("undo", "&Undo", Menu.EDIT, lambda c: c.undo(), "Ctrl+Z", "undo", in_toolbar=True),
    Action("redo", "&Redo", Menu.EDIT, lambda c: c.redo(), "Ctrl+Shift+Z", "redo", in_toolbar=True),
    Action(
        "paste",
        "&Paste Data",
        Menu.EDIT,
        lambda c: c.paste(),
        QKeySequence.StandardKey.Paste,
        tip="Open the cells on the clipboard, as plain text, like a file",
        starts_group=True,
    ),
    Action(
        "find_metric",
        "Find a &Measure",
        Menu.EDIT,
        lambda c: c.find_metric(),
        "Ctrl+F",
        "search",
        "Type any of its names: 'recall', 'sensitivity', 'hit rate'",
        starts_group=True,
    ),
    Action(
        "find_rows",
        "Find &Rows",
        Menu.EDIT,
        lambda c: c.find_rows(),
        "Ctrl+Shift+F",
        "table",
    ),
    Action(
        "columns",
        "&Columns and Classes\N{HORIZONTAL ELLIPSIS}",
        Menu.DATA,
        lambda c: c.ask_columns(),
        "Ctrl+I",
        "import",
        phrase("Which column is the truth, which the score, which class is {positive}"),
        with_data,
        in_toolbar=True,
    ),
    Action(
        "findings",
        "&Findings\N{HORIZONTAL ELLIPSIS}",
        Menu.DATA,
        lambda c: c.show_findings(),
        None,
        "info",
        "What is odd about the data, and which rows take no part",
        with_data,
    ),
    Action(
        "import_log",
        "Import &Log\N{HORIZONTAL ELLIPSIS}",
        Menu.DATA,
        lambda c: c.show_import_log(),
        None,
        "table",
        "What became of every row of the file: read, set aside and why, used",
        with_data,
    ),
    Action(
        "unmatched",
        "&Unmatched Rows\N{HORIZONTAL ELLIPSIS}",
        Menu.DATA,
        lambda c: c.show_unmatched(),
        None,
        "info",
        "Rows of joined files that have no partner in the other one",
        with_data,
    ),
    Action(
        "intervals",
        "&Intervals\N{HORIZONTAL ELLIPSIS}",
        Menu.DATA,
        lambda c: c.choose_intervals(),
        None,
        "metrics",
        "How sure numbers are: the level of their intervals, and by which methods these are made",
    ),
    Action(
        "clear_filter",
        "&Show All Rows",
        Menu.DATA,
        lambda c: c.clear_filter(),
        None,
        "clear",
        enabled=with_data,
    ),
    Action(
        "set_rows_aside",
        "Set Rows &Aside…",
        Menu.DATA,
        lambda c: c.set_rows_aside(),
        "Ctrl+Shift+A",
        "",
        "Let the selected rows take no part in any number, for a reason",
        with_rows,
        starts_group=True,
    ),
    Action(
        "list_rows_aside",
        "Rows Set Aside &by Hand…",
        Menu.DATA,
        lambda c: c.list_rows_aside(),
        "Ctrl+Shift+B",
        "",
        "List the rows set aside by hand with their reasons, and take them back",
        with_rows,
    ),
    Action(
        "sample_size",
        "Sample Si&ze\N{HORIZONTAL ELLIPSIS}",
        Menu.DATA,
        lambda c: c.plan_study(),
        tip="How many rows a study needs, and what the open data can support",
        starts_group=True,
    ),
    Action(
        "plot_measures",
        "&Measures Against Threshold",
        Menu.VIEW,
        lambda c: c.plot_measures(),
        "Ctrl+M",
        "metrics",
        "Plot any measures against the threshold",
        with_scores,
        starts_group=True,
    ),
    Action(
        "compare",
        "Curves to C&ompare",
        Menu.VIEW,
        lambda c: c.toggle_comparison(),
        tip="Draw the curves of the other scores and data sets behind the one that is shown",
        checked=lambda snapshot: snapshot.comparison.is_wanted,
    ),
    Action(
        "differences",
        "&Differences of Scores\N{HORIZONTAL ELLIPSIS}",
        Menu.VIEW,
        lambda c: c.show_differences(),
        tip="Areas and rates of the curves to compare: intervals, tests, and rows called otherwise",
        enabled=with_scores,
    ),
    Action(
        "interval_bars",
        "Interval &Bars",
        Menu.VIEW,
        lambda c: c.toggle_bars(),
        tip="Draw the intervals of the measures as bars to scale, beside their numbers",
        checked=lambda snapshot: snapshot.choices.has_bars,
    ),
    Action(
        "rule_marks",
        "Rule &Ticks",
        Menu.VIEW,
        lambda c: c.toggle_marks(),
        tip="Mark what rules choose under the axis of the scores, and on the curves",
        checked=lambda snapshot: snapshot.choices.has_marks,
    ),
    Action(
        "reset_layout",
        "&Reset Layout",
        Menu.VIEW,
        lambda c: c.reset_layout(),
        None,
        "reset-layout",
        starts_group=True,
    ),
    Action(
        "next_pane",
        "&Next Pane",
        Menu.VIEW,
        lambda c: c.next_pane(),
        "F6",
    ),
    *THRESHOLD_ACTIONS,
    Action(
        "worked_examples",
        "&Worked Examples\N{HORIZONTAL ELLIPSIS}",
        Menu.HELP,
        lambda c: c.show_worked_examples(),
        None,
        "sample",
        "The examples of the source texts: printed and exact values, and misprints",
    ),
    *(_help_action(page, is_first=page is HELP_PAGES[0]) for page in HELP_PAGES),
    Action(
        "about",
        "&About evalgui",
        Menu.HELP,
        lambda c: c.show_about(),
        None,
        "about",
        starts_group=True,
    ),
)
