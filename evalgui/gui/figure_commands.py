"""What is done about figures: written, copied, printed, each drawn anew and not off the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.dialogs.messages import show_failure
from evalgui.gui.figures.figure import DASHBOARD, MM_PER_INCH, UNITS_PER_INCH, Figure
from evalgui.gui.look import SMALL
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.writers.origin import origin_lines, origin_of
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtPrintSupport import QPrinter

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.figures.export_dialog import FigureDialog, FigureFile
    from evalgui.gui.figures.layout import WindowFigures
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.workspace import Workspace

_SMALLEST = (320, 200)  # pixels: what is hidden may never have been given a size
_FINENESS = 2  # pixels of a copied picture for each of the screen
_SVG = "image/svg+xml"
_PAUSE = 100  # milliseconds without a change before the dialog follows


class FigureCommands(QObject):
    """Makes figures of what the window shows."""

    data_written = Signal(str)  # the data of a figure, to a path

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self._data = Tasks(self, tr("the data of the figure"))
        window.closing.connect(self._data.shut_down)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE)
        self._later.timeout.connect(self._follow)
        self._last: tuple[Figure, str, bool] | None = None  # what was chosen last, in inches?
        self.dialog: FigureDialog | None = None

    # ------------------------------------------------------------------------ writing

    def export(self, what: str = "") -> None:
        """Let the user choose a figure, first this one or what has the focus."""
        if self.dialog is None:
            self._open_dialog()
        if self.dialog is not None:
            self.dialog.form.choose(what or self._in_focus())
            self.dialog.show()
            self.dialog.raise_()
            self.dialog.activateWindow()

    def _open_dialog(self) -> None:
        from evalgui.gui.figures.export_dialog import FigureDialog
        from evalgui.gui.figures.form import FigureForm

        figure, suffix, in_inches = self._last or (Figure(""), "svg", False)
        form = FigureForm(figure, suffix, in_inches=in_inches)
        dialog = self.dialog = FigureDialog(form, self._window)
        dialog.save_requested.connect(self._ask_where)
        dialog.copy_requested.connect(lambda wanted: self._attempt(lambda: self._copy(wanted)))
        dialog.finished.connect(self._on_closed)
        self._window.closing.connect(dialog.reject)
        # A drag changes the snapshot with each frame: the dialog follows once that pauses.
        self._workspace.changed.connect(self._follow_later)
        self._window.vocabulary_changed.connect(self._follow_later)
        self._follow()

    def _on_closed(self) -> None:
        if self.dialog is not None:
            form = self.dialog.form
            self._last = form.figure, form.suffix, form.in_inches
            self._window.closing.disconnect(self.dialog.reject)
            self._later.stop()
            self._workspace.changed.disconnect(self._follow_later)
            self._window.vocabulary_changed.disconnect(self._follow_later)
            self.dialog = None

    def _follow_later(self, *_changed: object) -> None:
        self._later.start()

    def _follow(self) -> None:
        if self.dialog is not None:
            self.dialog.show_what_is_shown(self._shown())

    def _ask_where(self, wanted: FigureFile) -> None:
        from evalgui.gui.figures.formats import FORMATS

        parent = self.dialog or self._window
        dialog = file_dialog(parent, "save_figure_dialog", tr("Save figure"))
        suffixes = [wanted.suffix, *(one for one in FORMATS if one != wanted.suffix)]
        let_save(dialog, [f"{FORMATS[one]} (*.{one})" for one in suffixes])
        dialog.selectFile(self._suggested_name(wanted.figure.what, wanted.suffix))
        dialog.fileSelected.connect(
            lambda name: self._attempt(lambda: self.write(wanted, Path(name)))
        )
        dialog.open()

    def write(self, wanted: FigureFile, path: Path) -> None:
        """Write a figure, in the format that the name says.

        Raises
        ------
        EvalguiError
            If there is no such figure or format, or it cannot be written.
        """
        from evalgui.gui.figures.formats import as_file

        sheet = self._shown().sheet(wanted.figure)
        write_safely(path, as_file(sheet, path.suffix, self._facts()))
        if wanted.with_data:
            self._write_data(wanted.figure.what, path.with_suffix(".csv"))

    def _write_data(self, what: str, path: Path) -> None:
        """Write what a figure is drawn from, in the background: that may be many points."""
        from evalgui.gui.figures.data import write_data
        from evalgui.io.writers.tables import Contents

        opened, words = self._workspace.opened, words_in(self._window.vocabulary)
        loaded = None if opened is None else opened.loaded
        tables = self._shown().tables_of(what)
        contents = Contents(self._workspace.snapshot, loaded, words)
        self._data.start(
            lambda task: write_data(tables, contents, path, task.is_cancelled),
            on_success=lambda _written: self.data_written.emit(str(path)),
            on_failure=self._tell,
            on_end=lambda: None,
        )

    # ------------------------------------------------------------------------ copying

    def copy(self, what: str = "") -> None:
        """Copy one figure as it is seen, as a picture in light colours and as SVG.

        Without a name it is what has the focus, or else everything.
        """
        what = what or self._in_focus()
        self._attempt(lambda: self._copy(self._as_seen(what)))

    def _copy(self, figure: Figure) -> None:
        from evalgui.gui.figures.formats import as_file, image

        sheet = self._shown().sheet(figure)
        data = QMimeData()
        data.setImageData(image(sheet))
        data.setData(_SVG, as_file(sheet, "svg", self._facts()))
        QGuiApplication.clipboard().setMimeData(data)

    def _as_seen(self, what: str) -> Figure:
        """Return a figure as large as what it shows is on the screen."""
        size = self._shown().part(what).size()
        one = MM_PER_INCH / UNITS_PER_INCH
        width, height = (
            max(length, least) * one
            for length, least in zip(size.toTuple(), _SMALLEST, strict=True)
        )
        text = self._window.font().pointSizeF() * SMALL
        return Figure(what, width, height, text, dpi=round(_FINENESS * UNITS_PER_INCH))

    def _in_focus(self) -> str:
        """Return which figure has the focus of the keyboard; everything if none has."""
        shown, at = self._shown(), QApplication.focusWidget()
        return next((what for what in shown.titles() if shown.holds(what, at)), DASHBOARD)

    # ----------------------------------------------------------------------- printing

    def print_all(self) -> None:
        """Print all that is shown; without a printer a PDF is offered."""
        from evalgui.gui.figures.printing import ask_for_printer, has_printer, offer_pdf

        if has_printer():
            ask_for_printer(
                self._window, lambda printer: self._attempt(lambda: self.print_on(printer))
            )
        else:
            offer_pdf(self._window, self._write_page)

    def print_on(self, printer: QPrinter) -> None:
        """Print all that is shown on a page of a printer.

        Raises
        ------
        EvalguiError
            If there is nothing to print, or the printer does not take it.
        """
        from evalgui.gui.figures.printing import page_of, print_sheet

        print_sheet(self._shown().sheet(page_of(printer)), printer)

    def _write_page(self) -> None:
        from evalgui.gui.figures.export_dialog import FigureFile
        from evalgui.gui.figures.form import PAGE

        figure = Figure(DASHBOARD, PAGE.width, PAGE.height, PAGE.font_size)
        self._ask_where(FigureFile(figure, "pdf"))

    # ------------------------------------------------------------------------- inside

    def _shown(self) -> WindowFigures:
        from evalgui.gui.figures.layout import WindowFigures

        return WindowFigures(self._window, self._workspace.snapshot)

    def _facts(self) -> tuple[str, ...]:
        """Return what figures rest on, as lines."""
        snapshot: Snapshot = self._workspace.snapshot
        if snapshot.dataset is None:
            return ()
        opened = self._workspace.opened
        made = origin_of(snapshot, None if opened is None else opened.loaded)
        return tuple(origin_lines(made, words_in(self._window.vocabulary)))

    def _suggested_name(self, what: str, suffix: str) -> str:
        dataset = self._workspace.snapshot.dataset
        stem = Path(dataset.name).stem if dataset is not None else "evalgui"
        return f"{stem}-{what}.{suffix}"

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except EvalguiError as error:
            self._tell(error)

    def _tell(self, error: EvalguiError) -> None:
        show_failure(self.dialog or self._window, error, self._window.vocabulary)
