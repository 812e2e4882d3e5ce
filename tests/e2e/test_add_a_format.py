"""A format that is one entry of `FORMATS` is offered, explained and opened in the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QFileDialog, QTextBrowser

from evalgui.gui.dialogs.help_page import HelpWindow
from evalgui.io.formats import delimited, registry

TALLY = replace(
    delimited.FORMAT,
    name="tally sheet",
    sniff=lambda source: source.head.startswith(b"tally,"),
    suffixes=(".tally",),
    description="Tally",
    help="sheets of a counter",
    is_last_resort=False,
)


@pytest.fixture
def _added(monkeypatch):
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, TALLY))


@pytest.mark.usefixtures("_added")
def test_that_the_window_offers_explains_and_opens_it(program, tmp_path):
    path = tmp_path / "ward.tally"
    rows = "".join(f"{'yes' if n % 3 else 'no'},{n % 7}\n" for n in range(30))
    path.write_text("tally,score\n" + rows, encoding="utf-8")
    window = program.window
    window.actions_by_id["open"].trigger()
    dialog = window.findChild(QFileDialog, "open_dialog")
    endings = dialog.nameFilters()[0].partition("(")[2].rstrip(")").split()
    assert "*.tally" in endings
    assert "*.csv" in endings
    with program.qtbot.waitSignal(program.workspace.file_opened):
        dialog.filesSelected.emit([str(path)])
    dialog.reject()
    assert program.snapshot.dataset.n == 30
    window.actions_by_id["help_files"].trigger()
    page = window.findChild(HelpWindow)
    words = page.findChild(QTextBrowser).toPlainText()
    assert "Tally" in words
    assert "sheets of a counter" in words
    assert "<!--" not in words
    page.close()
