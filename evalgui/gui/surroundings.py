"""What surrounds the plots, wired: the start page, findings, notes, how numbers are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.languages import tr
from evalgui.core.requests import NoteData, NotePoint, SetThreshold
from evalgui.gui import panes
from evalgui.gui.action import Menu
from evalgui.gui.layouts import LAYOUTS
from evalgui.gui.number_menu import NumberMenu
from evalgui.io.samples import samples
from evalgui.workspace.file_requests import JoinSubjects, Reload, SetSampling

if TYPE_CHECKING:
    from evalgui.gui.commands import Commands
    from evalgui.gui.main_window import MainWindow
    from evalgui.gui.panels.notes_panel import NotesPanel
    from evalgui.gui.panels.start_page import StartPage
    from evalgui.io.samples import Sample
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace


def connect_start(page: StartPage, commands: Commands) -> None:
    """Let the start page open what is asked for, and offer the samples that stand for a field."""
    page.open_requested.connect(commands.open_files)
    page.paste_requested.connect(commands.paste)
    page.new_requested.connect(commands.new_data)
    page.sample_requested.connect(commands.open_first_sample)
    page.restore_requested.connect(commands.keeping.restore)
    page.recent_file_requested.connect(lambda path: commands.open_path(Path(path)))
    fields = [layout.stands_for for layout in LAYOUTS if layout.stands_for]
    offered = [one for one in samples() if one.stands_for]
    offered.sort(key=lambda one: fields.index(one.stands_for))
    page.show_samples([(one.id, tr(one.stands_for), _of_field(one)) for one in offered])


def _of_field(sample: Sample) -> str:
    """Return what a sample is where its field is said already."""
    what = tr(sample.title).rpartition(": ")[2]
    return f"{what[:1].upper()}{what[1:]}"


def connect_findings(window: MainWindow, workspace: Workspace, commands: Commands) -> None:
    """Let findings be listed, and what they ask be answered."""
    strip = window.findings
    window.decision.numbers.told.connect(strip.say_alone)
    window.metrics.copies.told.connect(strip.say_alone)
    workspace.file_opened.connect(workspace.openings.previews.count_repeats)
    workspace.openings.previews.repeats_counted.connect(strip.show_more)
    workspace.openings.files_looked_at.connect(strip.show_files)
    strip.details_requested.connect(commands.show_findings)
    strip.turn_requested.connect(commands.turn_score)
    strip.reload_requested.connect(lambda: workspace.ask(Reload()))
    strip.changes_requested.connect(commands.keeping.compare_files)
    strip.subject_requested.connect(lambda column: workspace.ask(JoinSubjects(column)))
    strip.sampling_requested.connect(lambda sampling: workspace.ask(SetSampling(sampling)))
    strip.scale_requested.connect(commands.declare_scale)


def connect_notes(window: MainWindow, workspace: Workspace) -> None:
    """Take down what the user writes."""

    def connect(panel: NotesPanel) -> None:
        panel.data_note_written.connect(lambda text: workspace.ask(NoteData(text)))
        panel.point_note_written.connect(lambda text: workspace.ask(NotePoint(text)))
        panel.threshold_requested.connect(lambda threshold: workspace.ask(SetThreshold(threshold)))

    window.place(panes.NOTES).when_made(connect)


def add_numbers(window: MainWindow, settings: Settings) -> NumberMenu:
    """Let the user choose how numbers are written."""
    menu = NumberMenu(settings, window)
    menu.changed.connect(window.write_numbers_anew)
    window.menus.menus[Menu.VIEW].insertMenu(window.actions_by_id["reset_layout"], menu)
    return menu
