"""File > Print: all that is shown on one page of a printer, or as PDF where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QMessageBox

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.gui.figures.figure import DASHBOARD, MM_PER_INCH, Figure
from evalgui.gui.look import plain_buttons

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from evalgui.gui.figures.formats import Sheet

_TEXT = 8.0  # points


def page_of(printer: QPrinter) -> Figure:
    """Return the figure of all that is shown that fills a page within its margins."""
    room = printer.pageLayout().paintRect(QPageLayout.Unit.Millimeter)
    return Figure(DASHBOARD, room.width(), room.height(), _TEXT)


def print_sheet(sheet: Sheet, printer: QPrinter) -> None:
    """Print a figure at the corner within the margins of a page.

    Raises
    ------
    EvalguiError
        If the printer does not take it.
    """
    printer.setDocName(sheet.title)
    painter = QPainter()
    if not painter.begin(printer):
        message = tr("the printer does not take the page")
        raise EvalguiError(message, hint=tr("Look whether it is on, or write a PDF instead"))
    one = printer.resolution() / MM_PER_INCH
    sheet.paint(painter, QRectF(0, 0, sheet.figure.width * one, sheet.figure.height * one))
    painter.end()


def ask_for_printer(parent: QWidget, chosen: Callable[[QPrinter], None]) -> QPrintDialog:
    """Let the user choose a printer and a page, without stopping anything."""
    printer = QPrinter()
    dialog = QPrintDialog(printer, parent)
    dialog.setObjectName("print_dialog")
    plain_buttons(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.accepted.connect(lambda: chosen(printer))
    QDialog.open(dialog)  # that of its own wants a receiver
    return dialog


def has_printer() -> bool:
    """Return whether the system knows a printer."""
    return bool(QPrinterInfo.availablePrinterNames())


def offer_pdf(parent: QWidget, wanted: Callable[[], None]) -> QMessageBox:
    """Say that there is no printer, and offer a PDF of the page."""
    box = QMessageBox(parent)
    box.setObjectName("no_printer_dialog")
    box.setIcon(QMessageBox.Icon.Information)
    box.setWindowTitle(tr("No printer"))
    plain_buttons(box)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setText(tr("This system knows no printer."))
    box.setInformativeText(tr("The page can be written as PDF, to be printed elsewhere."))
    write = box.addButton(
        tr("&Write a PDF\N{HORIZONTAL ELLIPSIS}"), QMessageBox.ButtonRole.AcceptRole
    )
    write.setObjectName("write_pdf")
    box.setDefaultButton(write)
    box.addButton(QMessageBox.StandardButton.Cancel)
    write.clicked.connect(wanted)
    box.open()
    return box
