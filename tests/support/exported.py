"""Tables as they leave the program, in a test: the text of the CSV file."""

from __future__ import annotations

import csv
import io

from PySide6.QtWidgets import QFileDialog

from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.dialogs.tables import TablesDialog
from evalgui.io.writers.tables.contents import Contents
from evalgui.io.writers.tables.declared import TABLES
from evalgui.io.writers.tables.formats import FORMATS
from evalgui.io.writers.tables.how import How


def exported(snapshot, table_id, vocabulary=Vocabulary.MACHINE_LEARNING, loaded=None):
    """Return a table of a snapshot as CSV text."""
    contents, target = Contents(snapshot, loaded, words_in(vocabulary)), io.BytesIO()
    table = TABLES.by_id(table_id).make(contents)
    FORMATS.by_id("csv").write([table], How(contents.about), target)
    return target.getvalue().decode()


def measures_table(snapshot, vocabulary=Vocabulary.MACHINE_LEARNING):
    """Return the measures of a snapshot as CSV text."""
    return exported(snapshot, "measures", vocabulary)


def measures_of(snapshot, vocabulary=Vocabulary.MACHINE_LEARNING):
    """Return the measures of a snapshot by their ids, as they are read from CSV."""
    lines = csv.DictReader(io.StringIO(measures_table(snapshot, vocabulary)))
    return {line["id"]: line for line in lines}


def open_dialog(program):
    """Open the dialog of tables."""
    program.window.actions_by_id["export_tables"].trigger()
    dialogs = program.window.findChildren(TablesDialog, "tables_dialog")
    (dialog,) = (one for one in dialogs if one.isVisible())
    return dialog


def save_tables(program, ids, form_id, target):
    """Choose tables in the dialog of the program, save them, and return what is said of it."""
    dialog = open_dialog(program)
    dialog.choose(ids, form_id, "all", guards=False)
    assert set(dialog.ids) == set(ids)
    dialog.save.click()
    chooser = dialog.findChild(QFileDialog, "export_tables_dialog")
    with program.qtbot.waitSignal(program.workspace.exports.ended):
        chooser.fileSelected.emit(str(target))
    chooser.close()
    said = dialog.status.text()
    dialog.close()
    return said
