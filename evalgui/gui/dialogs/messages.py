"""The small boxes: a failure told in words, a bug with a report to copy, and About.

None of them blocks the program, and none reads data as rich text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QPlainTextEdit, QPushButton, QWidget

from evalgui import crashes
from evalgui.core.languages import spoken, tr, tr_n
from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import phrase, words_in
from evalgui.gui.dialogs.page import Page
from evalgui.gui.look import plain_buttons
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.errors import EvalguiError
    from evalgui.core.languages import Language


def show_failure(
    parent: QWidget,
    error: EvalguiError,
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING,
) -> QMessageBox:
    """Tell the user what could not be done, where and what to do, without stopping anything."""
    words = words_in(vocabulary)
    box = _box(parent, "failure_dialog", QMessageBox.Icon.Warning, tr("This did not work"))
    place = f"{words.said(error.where)}: " if error.where else ""
    box.setText(f"{place}{words.said(error.message)}.")
    box.setInformativeText(f"{words.said(error.hint)}." if error.hint else "")
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.open()
    return box


def show_about(parent: QWidget) -> QMessageBox:
    """Show what this program is and what it runs on."""
    box = _box(parent, "about_dialog", QMessageBox.Icon.NoIcon, tr("About evalgui"))
    box.setText(tr("evalgui {version}", version=__version__))
    box.setInformativeText(
        tr(
            "Decide where to put a threshold, and prove it.\n\nWorks offline: data never "
            "leaves this machine, and nothing is sent anywhere.\n\n{versions}\n\nMIT licence.",
            versions=versions(),
        )
    )
    licences = box.addButton(tr("&Licences"), QMessageBox.ButtonRole.AcceptRole)
    licences.setObjectName("about_licences")
    licences.clicked.connect(lambda: show_licences(parent))
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Close))
    box.open()
    return box


def show_licences(parent: QWidget) -> Page:
    """Show the licences of the program and of all that it rests on."""
    from evalgui.io.licences import licences

    title = tr("Licences")
    edit = QPlainTextEdit()
    edit.setObjectName("licences_text")
    edit.setAccessibleName(title)
    edit.setReadOnly(True)
    edit.setPlainText(licences())
    page = Page("licences", title, edit, parent)
    page.open()
    return page


def tell_of_language(parent: QWidget, chosen: Language) -> QMessageBox:
    """Say when another language is spoken; in that, too, for whoever reads only that."""
    box = _box(parent, "language_dialog", QMessageBox.Icon.Information, chosen.name)
    said = phrase("evalgui speaks {language} when it is started again.", language=chosen.name)
    both = (words_in(Vocabulary.MACHINE_LEARNING, one) for one in (chosen, spoken()))
    box.setText("\n".join(dict.fromkeys(words.said(said) for words in both)))
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.open()
    return box


def ask_to_forget(parent: QWidget) -> QMessageBox:
    """Ask whether to forget what is remembered of the user's files."""
    box = _box(parent, "forget_dialog", QMessageBox.Icon.Question, tr("Forget everything"))
    box.setText(tr("Forget which files and folders were used, and how files were imported?"))
    box.setInformativeText(
        tr(
            "The files themselves stay, and so does what is open. Copies of work that was not saved"
            " when the program ended unexpectedly are removed."
        )
    )
    box.addButton(tr("&Forget"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.open()
    return box


def ask_to_replace(parent: QWidget, names: Sequence[str]) -> QMessageBox:
    """Ask whether to replace files that are there, and that the user did not name."""
    box = _box(parent, "replace_dialog", QMessageBox.Icon.Question, tr("Replace files"))
    told = tr_n(
        len(names),
        "This file is there already: {names}.",
        "These files are there already: {names}.",
        names=", ".join(names),
    )
    box.setText(told)
    box.addButton(tr("&Replace"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.open()
    return box


def ask_to_stop(parent: QWidget) -> QMessageBox:
    """Ask whether to close the window while something is counted."""
    box = _box(parent, "stop_dialog", QMessageBox.Icon.Question, tr("Counting"))
    box.setText(tr("Data are still being counted. Stop that, and close the window?"))
    box.setInformativeText(tr("Nothing of what was counted so far is kept."))
    box.addButton(tr("&Stop and Close"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.open()
    return box


def show_bug(parent: QWidget | None, report: str) -> QMessageBox:
    """Tell the user about a bug; the program lives on. The report can be copied."""
    box = _box(parent, "crash_dialog", QMessageBox.Icon.Critical, tr("Something went wrong"))
    box.setText(tr("evalgui met an error of its own. Your data is as it was."))
    box.setInformativeText(
        tr(
            "You can go on working. The report below holds places in the program, none of your"
            " data."
        )
    )
    box.setDetailedText(report)
    copy = QPushButton(tr("Copy &Report"))
    box.addButton(copy, QMessageBox.ButtonRole.ActionRole)
    copy.clicked.disconnect()
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(report))
    box.addButton(QMessageBox.StandardButton.Close)
    box.open()
    return box


def versions() -> str:
    """Return what the program runs on."""
    return crashes.versions(tr("Qt for Python {version}", version=PySide6.__version__))


def _box(parent: QWidget | None, name: str, icon: QMessageBox.Icon, title: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setObjectName(name)
    box.setIcon(icon)
    box.setWindowTitle(title)
    plain_buttons(box)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box
