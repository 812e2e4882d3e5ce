"""Every action of the program as data: menus, toolbar, shortcuts and tests come from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from evalgui.core.consequences.settings import Scale
from evalgui.core.languages import tr
from evalgui.core.requests import Redo, Undo
from evalgui.core.texts import Text
from evalgui.gui.action import (
    Action,
    Menu,
    with_any_scores,
    with_data,
    with_figures,
    with_probabilities,
    with_rows,
    with_scores,
)
from evalgui.gui.help_pages import HELP_PAGES, INDEX
from evalgui.gui.threshold_actions import COMPARE_ACTIONS, THRESHOLD_ACTIONS

if TYPE_CHECKING:
    from evalgui.gui.commands import Commands
    from evalgui.gui.help_pages import HelpPage


def _help_action(page: HelpPage) -> Action:
    """Return the action that shows a page of help."""

    def run(commands: Commands) -> None:
        commands.show_help(page)

    return Action(
        f"help_{page.id}",
        f"{page.text}\N{HORIZONTAL ELLIPSIS}",
        Menu.REFERENCE if page.is_reference else Menu.HELP,
        run,
        icon="help" if page is INDEX else "",
        tip=page.tip,
    )


def _scale(scale: Scale, name: str, tip: str) -> Action:
    """Declare what the scores are; once more takes it back."""
    return Action(
        f"scale_{scale.value}",
        name,
        Menu.SCALE,
        lambda c: c.declare_scale(scale),
        tip=tip,
        enabled=with_any_scores,
        checked=lambda snapshot: snapshot.inputs.consequences.scale is scale,
    )


ACTIONS: tuple[Action, ...] = (
    Action(
        "new",
        tr("&New\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.new_data(),
        QKeySequence.StandardKey.New,
        "table",
        tr("Type or paste four counts, a confusion matrix, or rows of a truth and a score"),
    ),
    Action(
        "open",
        tr("&Open\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.open_files(),
        QKeySequence.StandardKey.Open,
        "open",
        tr("Open a file of predictions, or several that belong together"),
        in_toolbar=True,
    ),
    Action(
        "open_runs",
        tr("Open Fol&der of Runs\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.open_runs(),
        tip=tr("List the files of a folder: a row each with its measures at the same threshold"),
    ),
    Action(
        "count",
        tr("Co&unt Larger Data\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.counting.ask(),
        tip=tr("Count files larger than the memory into a count table, which opens like rows"),
    ),
    Action(
        "reload",
        tr("&Reload"),
        Menu.FILE,
        lambda c: c.reload(),
        QKeySequence.StandardKey.Refresh,
        tip=tr("Read the open file once more; choices stay as far as they fit"),
        enabled=with_data,
    ),
    Action(
        "close",
        tr("&Close"),
        Menu.FILE,
        lambda c: c.close(),
        "Ctrl+W",
        tip=tr(
            "Close what is open and go back to the start page; what is not saved is asked about"
        ),
        enabled=with_data,
    ),
    Action(
        "save_workspace",
        tr("&Save Workspace"),
        Menu.FILE,
        lambda c: c.save_workspace(),
        "Ctrl+S",
        tip=tr("Write what was decided to a file, with or without the data"),
        enabled=with_data,
        starts_group=True,
    ),
    Action(
        "save_workspace_as",
        tr("Save Workspace &As\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.save_workspace_as(),
        "Ctrl+Shift+S",
        tip=tr("Write it to another file, and choose whether it holds the data"),
        enabled=with_data,
    ),
    Action(
        "restore_work",
        tr("Restore &Last Work"),
        Menu.FILE,
        lambda c: c.restore_work(),
        tip=tr("Open what was not saved when the program ended unexpectedly"),
    ),
    Action(
        "export_tables",
        tr("&Tables\N{HORIZONTAL ELLIPSIS}"),
        Menu.EXPORT,
        lambda c: c.export_tables(),
        "Ctrl+E",
        "export-table",
        tr("Write measures, matrix, rules, curves, rows and more as tables, or copy them"),
        with_data,
        starts_group=True,
        in_toolbar=True,
    ),
    Action(
        "export_figures",
        tr("&Figures\N{HORIZONTAL ELLIPSIS}"),
        Menu.EXPORT,
        lambda c: c.figures.export(),
        "Ctrl+Shift+E",
        "export-figure",
        tr("Write a plot, the matrix or all of them as SVG, PDF or PNG of any size"),
        with_figures,
    ),
    Action(
        "export_report",
        tr("&Report\N{HORIZONTAL ELLIPSIS}"),
        Menu.EXPORT,
        lambda c: c.reports.ask(),
        "Ctrl+Shift+R",
        tip=tr("Write a report that can be read without this program, as a web page or PDF"),
        enabled=with_data,
    ),
    Action(
        "print",
        tr("&Print\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.figures.print_all(),
        "Ctrl+P",
        tip=tr("Print the plots that are shown and the matrix on one page"),
        enabled=with_figures,
    ),
    Action(
        "forget",
        tr("&Forget Everything\N{HORIZONTAL ELLIPSIS}"),
        Menu.FILE,
        lambda c: c.forget_everything(),
        tip=tr("Forget which files and folders were used, and how files were imported"),
        starts_group=True,
    ),
    Action(
        "quit",
        tr("&Quit"),
        Menu.FILE,
        lambda c: c.quit(),
        "Ctrl+Q",
        "quit",
        starts_group=True,
    ),
    Action(
        "undo", tr("&Undo"), Menu.EDIT, lambda c: c.ask(Undo()), "Ctrl+Z", "undo", in_toolbar=True
    ),
    Action(
        "redo",
        tr("&Redo"),
        Menu.EDIT,
        lambda c: c.ask(Redo()),
        "Ctrl+Shift+Z",
        "redo",
        in_toolbar=True,
    ),
    Action(
        "history",
        tr("&History\N{HORIZONTAL ELLIPSIS}"),
        Menu.EDIT,
        lambda c: c.history.open(),
        "Ctrl+H",
        tip=tr("Every step with what it changed: choose one, and go back to it or on to it"),
        enabled=with_data,
    ),
    Action(
        "paste",
        tr("&Paste Data"),
        Menu.EDIT,
        lambda c: c.paste(),
        QKeySequence.StandardKey.Paste,
        tip=tr("Open the cells on the clipboard, as plain text, like a file"),
        starts_group=True,
    ),
    Action(
        "copy_picture",
        tr("Copy as P&icture"),
        Menu.EDIT,
        lambda c: c.figures.copy(),
        "Ctrl+Shift+C",
        "copy",
        tr("Copy the plot or matrix with the focus as a picture, or all of them"),
        with_figures,
    ),
    Action(
        "copy_command",
        tr("Copy as &Command"),
        Menu.EDIT,
        lambda c: c.copy_command(),
        tip=tr("Copy a command line that prints the numbers that are shown"),
        enabled=with_figures,
        starts_group=True,
    ),
    Action(
        "copy_python",
        tr("Copy as P&ython"),
        Menu.EDIT,
        lambda c: c.copy_python(),
        tip=tr("Copy lines of Python that return the numbers that are shown"),
        enabled=with_figures,
    ),
    Action(
        "find_anything",
        tr("Search or &Do Something"),
        Menu.EDIT,
        lambda c: c.find_anything(),
        "Ctrl+K",
        "search",
        tr("Every action, measure, rule, plot, page of help and recent file, by any of its names"),
        starts_group=True,
    ),
    Action(
        "find_metric",
        tr("Find a &Measure"),
        Menu.EDIT,
        lambda c: c.find_metric(),
        "Ctrl+F",
        "search",
        tr("Type any of its names: 'recall', 'sensitivity', 'hit rate'"),
    ),
    Action(
        "find_rows",
        tr("Find Ro&ws"),
        Menu.EDIT,
        lambda c: c.find_rows(),
        "Ctrl+Shift+F",
        "table",
    ),
    Action(
        "columns",
        tr("&Columns and Classes\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.ask_columns(),
        "Ctrl+I",
        "import",
        Text("Which column is the truth, which the score, which class is {positive}"),
        with_data,
        in_toolbar=True,
    ),
    Action(
        "findings",
        tr("&Findings\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.show_findings(),
        None,
        "info",
        tr("What is odd about the data, and which rows take no part"),
        with_data,
    ),
    Action(
        "import_log",
        tr("Import &Log\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.show_import_log(),
        None,
        "table",
        tr("What became of every row of the file: read, set aside and why, used"),
        with_data,
    ),
    Action(
        "unmatched",
        tr("&Unmatched Rows\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.show_unmatched(),
        None,
        "info",
        tr("Rows of joined files that have no partner in the other one"),
        with_data,
    ),
    Action(
        "intervals",
        tr("&Intervals\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.choose_intervals(),
        None,
        "metrics",
        tr(
            "How sure numbers are: the level of their intervals, and by which methods these"
            " are made"
        ),
    ),
    _scale(
        Scale.PROBABILITY,
        tr("&Probabilities"),
        tr("Of the class that is assessed, from 0 to 1, as calibration needs"),
    ),
    _scale(
        Scale.PERCENT, tr("Probabilities in Per &Cent"), tr("Such probabilities, from 0 to 100")
    ),
    _scale(Scale.LLR, tr("&Log-Likelihood Ratios"), tr("Natural logarithms of likelihood ratios")),
    _scale(
        Scale.LOG10_LLR, tr("Log-Likelihood Ratios, Base &10"), tr("Decimal logarithms of them")
    ),
    _scale(
        Scale.OTHER, tr("&Something Else"), tr("None of these: nothing that they foretell is told")
    ),
    Action(
        "recalibrate",
        tr("Add a Recalibra&ted Score\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.add_recalibrated(),
        tip=tr(
            "What declared probabilities would be, recalibrated on these data: a score beside them"
        ),
        enabled=with_probabilities,
    ),
    Action(
        "count_failures",
        tr("Failures to Acquire and Enr&ol\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.count_failures(),
        tip=tr("Attempts of which nothing was acquired (FTA, FTE), as part of whole tries"),
        enabled=lambda snapshot: snapshot.point is not None,
    ),
    Action(
        "show_references",
        tr("Truth That Is Missing or &Errs\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.show_references(),
        tip=tr("What the test is worth where the truth is missing for some, or the reference errs"),
        enabled=lambda snapshot: snapshot.point is not None,
    ),
    Action(
        "clear_filter",
        tr("&Show All Rows"),
        Menu.DATA,
        lambda c: c.clear_filter(),
        None,
        "clear",
        enabled=with_data,
    ),
    Action(
        "set_rows_aside",
        tr("Set Rows &Aside…"),
        Menu.DATA,
        lambda c: c.set_rows_aside(),
        "Ctrl+Shift+A",
        "",
        tr("Let the selected rows take no part in any number, for a reason"),
        with_rows,
        starts_group=True,
    ),
    Action(
        "list_rows_aside",
        tr("Rows Set Aside &by Hand…"),
        Menu.DATA,
        lambda c: c.list_rows_aside(),
        "Ctrl+Shift+B",
        "",
        tr("List the rows set aside by hand with their reasons, and take them back"),
        with_rows,
    ),
    Action(
        "sample_size",
        tr("Sample Si&ze\N{HORIZONTAL ELLIPSIS}"),
        Menu.DATA,
        lambda c: c.plan_study(),
        tip=tr("How many rows a study needs, and what the open data can support"),
        starts_group=True,
    ),
    Action(
        "plot_measures",
        tr("Plot &Measures"),
        Menu.VIEW,
        lambda c: c.plot_measures(),
        "Ctrl+M",
        "metrics",
        tr("Plot any measures against the threshold"),
        with_scores,
        starts_group=True,
    ),
    Action(
        "bands",
        tr("Con&fidence Bands"),
        Menu.VIEW,
        lambda c: c.toggle_bands(),
        tip=tr(
            "Draw the rows again 2,000 times: bands of curves, and bootstrap intervals of areas"
        ),
        enabled=with_scores,
        checked=lambda snapshot: snapshot.resampled is not None and not snapshot.resampled.hidden,
    ),
    Action(
        "interval_bars",
        tr("Interval &Bars"),
        Menu.VIEW,
        lambda c: c.toggle_bars(),
        tip=tr("Draw the intervals of the measures as bars to scale, beside their numbers"),
        checked=lambda snapshot: snapshot.choices.has_bars,
    ),
    Action(
        "rule_marks",
        tr("Rule &Ticks"),
        Menu.VIEW,
        lambda c: c.toggle_marks(),
        tip=tr("Mark what rules choose under the axis of the scores, and on the curves"),
        checked=lambda snapshot: snapshot.choices.has_marks,
    ),
    Action(
        "cost_line",
        tr("Line of E&qual Cost"),
        Menu.VIEW,
        lambda c: c.toggle_cost_line(),
        tip=tr("Draw on the ROC curve where all costs as much as now; its ring turns the costs"),
        checked=lambda snapshot: snapshot.choices.has_cost_line,
    ),
    Action(
        "hide_answers",
        tr("&Hide Answers"),
        Menu.VIEW,
        lambda c: c.toggle_answers(),
        tip=tr(
            "Let learners work the numbers out: select a measure, and Explain fills its formula in"
        ),
        checked=lambda snapshot: snapshot.choices.hides_answers,
    ),
    Action(
        "reset_layout",
        tr("&Reset Layout"),
        Menu.VIEW,
        lambda c: c.reset_layout(),
        None,
        "reset-layout",
        starts_group=True,
    ),
    Action(
        "next_pane",
        tr("N&ext Pane"),
        Menu.VIEW,
        lambda c: c.go_round(1),
        "F6",
        tip=tr("Go round all parts of the window: bars, panes, tabs, plots"),
    ),
    Action(
        "previous_pane",
        tr("Previ&ous Pane"),
        Menu.VIEW,
        lambda c: c.go_round(-1),
        "Shift+F6",
        tip=tr("Go round them the other way"),
    ),
    Action(
        "lecture",
        tr("F&ull Screen, for a Lecture"),
        Menu.VIEW,
        lambda c: c.toggle_lecture(),
        "F11",
        tip=tr(
            "Fill the screen with the threshold and two plots in large letters; F11 again ends it"
        ),
        starts_group=True,
    ),
    Action(
        "plots_window",
        tr("Plots in a &Window of Their Own"),
        Menu.VIEW,
        lambda c: c.open_plots(),
        "Ctrl+Shift+N",
        tip=tr("Open one more window with plots at the same threshold, such as for another screen"),
    ),
    *THRESHOLD_ACTIONS,
    *COMPARE_ACTIONS,
    Action(
        "help_here",
        tr("&Help on This"),
        Menu.HELP,
        lambda c: c.help_here(),
        QKeySequence.StandardKey.HelpContents,
        tip=tr("What the help says of what has the focus: a pane, a plot, a measure, a field"),
    ),
    Action(
        "tour",
        tr("To&ur\N{HORIZONTAL ELLIPSIS}"),
        Menu.HELP,
        lambda c: c.tour(),
        tip=tr("The window in seven steps, on a sample; Escape leaves it at any time"),
    ),
    *(_help_action(page) for page in HELP_PAGES),
    Action(
        "worked_examples",
        tr("&Worked Examples\N{HORIZONTAL ELLIPSIS}"),
        Menu.HELP,
        lambda c: c.show_worked_examples(),
        None,
        "sample",
        tr("The examples of the source texts: printed and exact values, and misprints"),
        starts_group=True,
    ),
    Action(
        "whats_this",
        tr("What'&s This?"),
        Menu.HELP,
        lambda c: c.ask_what_this_is(),
        QKeySequence.StandardKey.WhatsThis,
        "",
        tr("Press on a part of the window to read all that is known of it"),
        starts_group=True,
    ),
    Action(
        "verification",
        tr("Chec&k This Installation\N{HORIZONTAL ELLIPSIS}"),
        Menu.HELP,
        lambda c: c.show_verification(),
        tip=tr("Compare more than 2,000 known results with what is computed here"),
    ),
    Action(
        "about",
        tr("&About evalgui"),
        Menu.HELP,
        lambda c: c.show_about(),
        None,
        "about",
    ),
)
