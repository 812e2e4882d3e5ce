"""What is seen leaves as a figure: chosen, looked at, written, copied, and read back."""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QGuiApplication, QImage, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QPushButton

from evalgui.core.requests import SetThreshold
from evalgui.gui.activity import under_way
from evalgui.gui.figures import printing
from evalgui.gui.figures.figure import DASHBOARD, Figure
from evalgui.gui.figures.formats import image
from evalgui.gui.theme import LIGHT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def figures(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: not under_way(program.workspace))
    program.settle()
    return program.application.commands.figures


def wait_for_preview(program, dialog):
    program.qtbot.waitUntil(lambda: not dialog.preview.is_drawing)


def opened(program, figures, what):
    figures.export(what)
    wait_for_preview(program, figures.dialog)
    return figures.dialog


def save(dialog, path):
    dialog.save_button.click()
    asked = dialog.findChild(QFileDialog, "save_figure_dialog")
    asked.fileSelected.emit(str(path))
    asked.close()


def words_of(path):
    root = ET.parse(path).getroot()  # noqa: S314 - a file that was just written here
    return ["".join(node.itertext()).strip() for node in root.iter(f"{SVG}text")]


def test_that_the_figure_is_the_one_that_was_looked_at(program, figures, tmp_path):
    dialog = opened(program, figures, "roc")
    form = dialog.form
    form.format.setCurrentText("PNG")
    form.unit.setCurrentText("in")
    form.width_field.setValue(3.5)
    form.height_field.setValue(3.0)
    form.dpi.setValue(200)
    wait_for_preview(program, dialog)
    assert form.figure == Figure("roc", 88.9, 76.2, 8.0, dpi=200)
    assert "700 \N{MULTIPLICATION SIGN} 600 pixels" in dialog.note.text()
    save(dialog, tmp_path / "roc.png")
    written = QImage(str(tmp_path / "roc.png"))
    assert (written.width(), written.height()) == (700, 600)
    assert written.text("Comment").splitlines()[1] == "file: clinical.csv"
    assert "threshold: " in written.text("Comment")
    seen = image(dialog.preview.sheet)
    assert seen.convertToFormat(written.format()) == written
    dialog.reject()
    assert figures.dialog is None


def test_that_the_preview_follows_the_window_and_the_choice_is_remembered(program, figures):
    dialog = opened(program, figures, "histogram")
    dialog.form.font_size.setValue(11)
    wait_for_preview(program, dialog)
    before = dialog.preview.sheet.description
    program.workspace.ask(SetThreshold(0.2))
    program.qtbot.waitUntil(lambda: dialog.preview.sheet.description != before)
    assert "at 0.2" in dialog.preview.sheet.description
    dialog.reject()
    again = opened(program, figures, "histogram")
    assert again.form.figure == Figure("histogram", font_size=11.0)
    program.open_sample("iris")
    of_classes = {"classes-roc", "classes-pr", "classes-det", "matrix", "dashboard"}

    def offered():
        return {again.form.which.itemData(row) for row in range(again.form.which.count())}

    program.qtbot.waitUntil(lambda: offered() == of_classes)
    wait_for_preview(program, again)
    assert again.preview.sheet.figure.what in of_classes


def test_that_all_that_is_shown_leaves_on_one_sheet(program, figures, tmp_path):
    dialog = opened(program, figures, "dashboard")
    save(dialog, tmp_path / "all.svg")
    words = words_of(tmp_path / "all.svg")
    titles = [plot.title for plot in program.window.plots.plots().values()]
    assert {*titles, "Confusion matrix", "clinical.csv"} <= set(words)
    counts = program.snapshot.point.counts
    assert {str(counts.tp), str(counts.fp), str(counts.fn), str(counts.tn)} <= set(words)
    assert any("Youden" in line and "logistic_regression" in line for line in words)
    root = ET.parse(tmp_path / "all.svg").getroot()  # noqa: S314 - as above
    facts = root.findtext(f"{SVG}metadata")
    assert "SHA-256: " in facts
    assert not list(root.iter(f"{SVG}image"))


def test_that_no_sheet_is_made_that_has_no_room_for_all(program, figures):
    dialog = opened(program, figures, "dashboard")
    dialog.form.width_field.setValue(254)
    dialog.form.height_field.setValue(143)
    wait_for_preview(program, dialog)
    assert dialog.preview.sheet.left_out == ()
    dialog.form.font_size.setValue(18)
    wait_for_preview(program, dialog)
    assert dialog.preview.sheet is None
    assert "no room for everything" in dialog.preview.message
    assert not dialog.save_button.isEnabled()


def test_that_what_has_no_room_is_said(program, figures):
    dialog = opened(program, figures, "roc")
    dialog.form.width_field.setValue(40)
    dialog.form.height_field.setValue(40)
    dialog.form.font_size.setValue(14)
    wait_for_preview(program, dialog)
    assert "No room for the caption" in dialog.note.text()


def test_that_a_figure_that_cannot_be_written_leaves_nothing(program, figures, tmp_path):
    dialog = opened(program, figures, "roc")
    for name in ("figure.bmp", "missing/figure.svg"):
        save(dialog, tmp_path / name)
        (box,) = [one for one in dialog.findChildren(QMessageBox) if one.isVisible()]
        assert box.objectName() == "failure_dialog"
        box.close()
    assert {path.name for path in tmp_path.iterdir()} <= {"settings"}


def test_that_what_has_the_focus_is_copied_as_picture_and_svg(program, figures):
    window = program.window
    for what, widget in (
        ("roc", window.plots.plots()["roc"].canvas),
        ("matrix", window.confusion.matrix_view),
    ):
        widget.setFocus()
        window.actions_by_id["copy_picture"].trigger()
        data = QGuiApplication.clipboard().mimeData()
        picture = QGuiApplication.clipboard().image()
        size = figures._shown().part(what).size()
        assert (picture.width(), picture.height()) == (
            2 * max(size.width(), 320),
            2 * max(size.height(), 200),
        )
        assert picture.pixelColor(2, picture.height() - 3).name() == LIGHT.base
        root = ET.fromstring(bytes(data.data("image/svg+xml").data()))  # noqa: S314 - our own
        title = {"roc": "ROC", "matrix": "Confusion matrix"}[what]
        assert root.findtext(f"{SVG}title") == title
        png = QByteArray()
        buffer = QBuffer(png)
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        assert data.hasImage()
        assert picture.save(buffer, "png")


def test_that_the_points_of_a_curve_stand_beside_its_figure(program, figures, tmp_path):
    dialog = opened(program, figures, "roc")
    dialog.form.data.setChecked(True)
    with program.qtbot.waitSignal(figures.data_written) as written:
        save(dialog, tmp_path / "roc.svg")
    assert written.args == [str(tmp_path / "roc.csv")]
    found = read_table(tmp_path / "roc.csv")
    assert len(found) > 100
    counts = program.snapshot.point.counts
    at = {(row["tp"], row["fp"]) for row in found if "tp" in row}
    assert not at or (str(counts.tp), str(counts.fp)) in at


def test_that_every_figure_has_its_data(program, figures, tmp_path):
    program.application.commands.plot_measures(["TPR"])
    program.qtbot.waitUntil(lambda: program.window.measures_plot.plot is not None)
    dialog = opened(program, figures, "histogram")
    form = dialog.form
    offered = [form.which.itemData(place) for place in range(form.which.count())]
    assert {*program.window.plots.kinds, "measures", "matrix", DASHBOARD} == {*offered}
    form.data.setChecked(True)
    for what in offered:
        form.choose(what)
        assert form.wants_data, what
    form.choose("measures")
    with program.qtbot.waitSignal(figures.data_written):
        save(dialog, tmp_path / "measures.svg")
    points = read_table(tmp_path / "measures.csv")
    assert len(points) == len(program.snapshot.ranking.table.steps)
    assert [*points[0]] == ["threshold", "TPR"]
    form.choose(DASHBOARD)
    with program.qtbot.waitSignal(figures.data_written):
        save(dialog, tmp_path / "all.png")
    table = program.snapshot.ranking.table
    bins = read_table(tmp_path / "all-histogram.csv")
    assert sum(int(line["positive"]) for line in bins) == table.n_positive
    about = json.loads((tmp_path / "all-histogram.csv.about.json").read_text("utf-8"))["about"]
    assert about["file"] == "clinical.csv"
    assert (tmp_path / "all-matrix.csv").is_file()


def test_that_curves_of_classes_have_their_data(program, tmp_path):
    program.open_sample("iris")
    figures = program.application.commands.figures
    dialog = opened(program, figures, "classes-roc")
    dialog.form.data.setChecked(True)
    with program.qtbot.waitSignal(figures.data_written):
        save(dialog, tmp_path / "roc.svg")
    found = read_table(tmp_path / "roc.csv")
    assert {line["class"] for line in found} == {"setosa", "versicolor", "virginica"}


def read_table(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def test_that_the_page_is_printed_within_its_margins(program, figures, tmp_path):
    assert program.window.actions_by_id["print"].isEnabled()
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "page.pdf"))
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    figures.print_on(printer)
    content = (tmp_path / "page.pdf").read_bytes()
    assert content.count(b"/Type /Page\n") == 1
    assert b"/FontFile" in content
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert (float(box[1]), float(box[2])) == pytest.approx((595, 842), abs=1)


@pytest.mark.usefixtures("figures")
def test_that_without_a_printer_a_pdf_is_offered(program, tmp_path, monkeypatch):
    monkeypatch.setattr(printing, "has_printer", lambda: False)
    program.window.actions_by_id["print"].trigger()
    box = program.window.findChild(QMessageBox, "no_printer_dialog")
    assert "no printer" in box.text()
    box.findChild(QPushButton, "write_pdf").click()
    asked = program.window.findChild(QFileDialog, "save_figure_dialog")
    asked.fileSelected.emit(str(tmp_path / "page.pdf"))
    asked.close()
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.usefixtures("figures")
def test_that_a_printer_is_asked_for_and_gets_the_page(program, tmp_path, monkeypatch):
    monkeypatch.setattr(printing, "has_printer", lambda: True)
    program.window.actions_by_id["print"].trigger()
    dialog = program.window.findChild(QPrintDialog, "print_dialog")
    assert dialog.isVisible()
    printer = dialog.printer()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "page.pdf"))
    dialog.done(QDialog.DialogCode.Accepted.value)
    dialog.close()
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_that_the_matrix_is_copied_and_exported_from_its_menu(program, figures):
    copy, export = program.window.confusion.figure_actions
    QGuiApplication.clipboard().clear()
    copy.trigger()
    data = QGuiApplication.clipboard().mimeData()
    root = ET.fromstring(bytes(data.data("image/svg+xml").data()))  # noqa: S314 - our own
    assert root.findtext(f"{SVG}title") == "Confusion matrix"
    export.trigger()
    assert figures.dialog.form.figure.what == "matrix"
    figures.dialog.reject()
