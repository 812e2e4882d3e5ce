"""Help > Check This Installation: known results beside those of here, in the background."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from evalgui.core.languages import tr
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.dialogs.messages import show_failure
from evalgui.gui.dialogs.page import Page
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from evalgui.core.errors import EvalguiError
    from evalgui.io.verifying.verification import Verification
    from evalgui.workspace.tasks import Task


class VerificationPage(Page):
    """Says how far it is, then what came of it, which can be written as a report."""

    def __init__(self, parent: QWidget | None) -> None:
        title = tr("Check of this installation")
        self.edit = QPlainTextEdit()
        self.edit.setObjectName("verification_text")
        self.edit.setAccessibleName(title)
        self.edit.setReadOnly(True)
        super().__init__("verification", title, self.edit, parent)
        words = tr("&Write the Report\N{HORIZONTAL ELLIPSIS}")
        self.write = self.add_button(words, "verification_write", self._ask_where)
        self.write.setEnabled(False)
        self._found: Verification | None = None
        self._tasks = Tasks(self, tr("the check of this installation"))
        self._tasks.progressed.connect(self._on_progressed)
        self.finished.connect(self._tasks.cancel)

    def start(self) -> None:
        """Begin to compare."""
        self._tasks.start(_work, on_success=self._show, on_failure=self._fail, on_end=lambda: None)

    def _on_progressed(self, _fraction: float, about: str) -> None:
        self.edit.setPlainText(tr("Looking at: {about}", about=about))

    def _show(self, found: Verification) -> None:
        from evalgui.io.verifying.report import lines

        self._found = found
        self.write.setEnabled(True)
        self.edit.setPlainText("\n".join(lines(found, words_in(Vocabulary.MACHINE_LEARNING))))

    def _fail(self, error: EvalguiError) -> None:
        show_failure(self, error)

    def _ask_where(self) -> None:
        dialog = file_dialog(self, "verification_file", tr("Write the report"))
        let_save(dialog, [tr("Web page (*.html)"), tr("PDF (*.pdf)")])
        dialog.selectFile("evalgui-verification.html")
        dialog.fileSelected.connect(self.write_to)
        dialog.open()

    def write_to(self, name: str) -> None:
        """Write each result beside the known one; pages in the background."""
        from evalgui.core.progress import Watch
        from evalgui.io.reporting.report_file import write
        from evalgui.io.verifying.report import report

        if self._found is None:
            return
        made = report(self._found, words_in(Vocabulary.MACHINE_LEARNING))
        found = self._found
        self._tasks.start(
            lambda task: write(made, Path(name), Watch(task.report, task.is_cancelled)),
            on_success=lambda _nothing: self._show(found),
            on_failure=self._fail,
            on_end=lambda: None,
        )


def _work(task: Task) -> Verification:
    from evalgui.core.progress import Watch
    from evalgui.io.verifying.verification import verify

    return verify(Watch(task.report, task.is_cancelled))


def show_verification(parent: QWidget) -> VerificationPage:
    """Open the page, and begin to compare."""
    page = VerificationPage(parent)
    page.open()
    page.start()
    return page
