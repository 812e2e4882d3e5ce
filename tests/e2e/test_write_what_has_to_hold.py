"""Acceptance criteria in the window: written before or after data, which is told for ever."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from evalgui.__main__ import main
from evalgui.core.requests import Redo, SetThreshold, Undo
from evalgui.core.requirements import Verdict
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.panels import criteria_panel
from evalgui.gui.panels.criteria_panel import CriteriaPanel, CriterionRow
from evalgui.io.reporting.html import as_html
from evalgui.io.reporting.material import Material
from evalgui.io.reporting.sections import make_report
from evalgui.results.topics.requirements import judged
from evalgui.workspace.settings import CRITERIA, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QComboBox, QLineEdit

ROWS = [
    *("y,s,site", "1,0.9,A", "1,0.8,A", "0,0.1,A", "0,0.3,A"),
    *("1,0.7,B", "1,0.2,B", "0,0.4,B", "0,0.1,B", "0,0.2,", "0,0.3,"),
]


@pytest.fixture
def pane(program: Any) -> CriteriaPanel:
    program.window.actions_by_id["acceptance_criteria"].trigger()
    program.rest()
    panel = program.window.criteria
    assert isinstance(panel, CriteriaPanel)
    assert panel.isVisible()
    return panel


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sites.csv"
    path.write_text("\n".join(ROWS))
    return path


def type_into(field: QLineEdit, words: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)


def write(program: Any, pane: CriteriaPanel, words: str) -> None:
    type_into(pane.form.text, words)
    QTest.keyClick(pane.form.text, Qt.Key.Key_Return)
    program.rest()


def choose(box: QComboBox, data: str) -> None:
    box.setFocus()
    while box.currentData() != data:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before


def press(row: CriterionRow, name: str) -> None:
    button = row.findChild(QToolButton, name)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def marks(pane: CriteriaPanel) -> list[Verdict | None]:
    return [row.mark.verdict for row in pane.rows]


def told(pane: CriteriaPanel) -> list[tuple[str, str]]:
    return [(row.verdict.text(), row.sentence.text()) for row in pane.rows]


def test_that_it_is_where_the_keys_are(pane: CriteriaPanel) -> None:
    assert pane.form.measure.hasFocus()
    assert pane.none.isVisible()


def test_that_what_is_written_before_data_says_so_for_ever(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    write(program, pane, "sensitivity >= 0.5")
    ((verdict, sentence),) = told(pane)
    assert (verdict, sentence) == ("No data yet", "True positive rate ≥ 0.5")
    assert pane.rows[0].record.text().endswith(", before the data")
    program.open_path(file)
    program.rest()
    pane = program.window.criteria
    assert [row.verdict.text() for row in pane.rows] == ["Met"]
    assert pane.rows[0].record.text().endswith(", before the data")
    (written,) = program.snapshot.inputs.consequences.requirements
    assert written.record.data == ""
    assert written.record.when.endswith("Z")
    assert written.record.offset[0] in "+-"


def test_that_what_is_written_after_data_has_their_hash(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    program.open_path(file)
    pane = shown(program)
    write(program, pane, "TPR>=0.9")
    (written,) = program.snapshot.inputs.consequences.requirements
    assert written.record.data == program.workspace.opened.loaded.sha256
    assert f"after these data were seen (SHA-256 {written.record.data[:12]}" in plain(pane)
    assert told(pane) == [("Not met", "True positive rate ≥ 0.9")]


def plain(pane: CriteriaPanel) -> str:
    return "\n".join(row.record.text() for row in pane.rows)


def shown(program: Any) -> CriteriaPanel:
    program.window.actions_by_id["acceptance_criteria"].trigger()
    program.rest()
    found = program.window.criteria
    assert isinstance(found, CriteriaPanel)
    assert found.isVisible()
    return found


def test_that_closing_the_data_makes_nothing_of_before_them(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    program.open_path(file)
    digest = program.workspace.opened.loaded.sha256
    program.window.actions_by_id["close"].trigger()
    program.rest()
    assert program.snapshot.dataset is None
    pane = shown(program)
    write(program, pane, "TPR>=0.1")
    (written,) = program.snapshot.inputs.consequences.requirements
    assert written.record.data == digest
    assert "before the data" not in plain(pane)


def test_that_a_sentence_of_fields_is_the_text(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    program.open_path(file)
    pane = shown(program)
    form = pane.form
    choose(form.kind, "lower")
    assert [form.sign.itemData(at) for at in range(form.sign.count())] == [">=", ">"]
    type_into(form.low, "0,2")
    column = form.column.lineEdit()
    assert column is not None
    type_into(column, "site")
    assert form.text.text() == "TPR-limit>=0.2 in every site"
    QTest.mouseClick(form.take, Qt.MouseButton.LeftButton)
    program.rest()
    assert told(pane) == [("Not met", "Lower limit of true positive rate ≥ 0.2, in every site")]
    detail = pane.rows[0].detail.text().splitlines()
    assert detail[0].startswith("B (n = 4): not met, limit 0.025")
    assert detail[1] == "without a value (n = 2): cannot tell, no actual positives"
    assert form.text.text() == form.low.text() == ""
    assert not form.fields.isVisible()
    QTest.mouseClick(form.unfold, Qt.MouseButton.LeftButton)
    assert form.fields.isVisible()


def test_that_it_lies_between_two_and_at_a_risk(program: Any, pane: CriteriaPanel) -> None:
    form = pane.form
    assert not form.high.isVisible()
    assert not form.risk.isVisible()
    form.measure.setCurrentIndex(form.measure.findData("net_benefit"))
    form.measure.activated.emit(form.measure.currentIndex())
    choose(form.sign, "between")
    for field, words in ((form.low, "-0.1"), (form.high, "50 %"), (form.risk, "0.2")):
        assert field.isVisible()
        type_into(field, words)
    assert form.text.text() == "-0.1<=net_benefit at 0.2<=0.5"
    QTest.keyClick(form.risk, Qt.Key.Key_Return)
    program.rest()
    (written,) = program.snapshot.inputs.consequences.requirements
    assert (written.bound, written.and_bound, written.risk) == (-0.1, 0.5, 0.2)


def test_that_what_is_not_understood_stays_and_says_why(program: Any, pane: CriteriaPanel) -> None:
    write(program, pane, "sensibility >= 0.9")
    assert pane.rows == []
    assert pane.form.message.isVisible()
    assert "no measure 'sensibility'" in pane.form.message.text()
    assert pane.form.text.text() == "sensibility >= 0.9"
    write(program, pane, "TPR at 0.1>=0.9")
    assert "the same at every risk" in pane.form.message.text()


def test_that_a_change_after_data_keeps_what_was_there(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    write(program, pane, "TPR>=0.9")
    program.open_path(file)
    pane = shown(program)
    press(pane.rows[0], "criterion_edit")
    form = pane.form
    assert (form.text.text(), form.low.text(), form.take.text()) == ("TPR>=0.9", "0.9", "Ch&ange")
    write(program, pane, "TPR>=0.7")
    assert told(pane) == [("Met", "True positive rate ≥ 0.7")]
    assert "after these data were seen" in plain(pane)
    assert plain(pane).endswith("instead of TPR>=0.9")
    assert pane.withdrawn.text().startswith("Withdrawn: True positive rate ≥ 0.9")
    program.workspace.ask(Undo())
    program.rest()
    assert told(pane) == [("Not met", "True positive rate ≥ 0.9")]
    assert plain(pane).endswith("before the data")
    assert not pane.withdrawn.isVisible()
    program.workspace.ask(Redo())
    program.rest()
    assert told(pane) == [("Met", "True positive rate ≥ 0.7")]
    press(pane.rows[0], "criterion_remove")
    program.rest()
    assert pane.rows == []
    assert len(program.snapshot.inputs.consequences.withdrawn) == 2


def test_that_keys_edit_and_remove(program: Any, pane: CriteriaPanel) -> None:
    write(program, pane, "TPR>=0.9")
    row = pane.rows[0]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_F2)
    assert pane.form.text.text() == "TPR>=0.9"
    QTest.keyClick(pane.form.text, Qt.Key.Key_Escape)
    assert pane.form.text.text() == ""
    QTest.keyClick(row, Qt.Key.Key_Delete)
    program.rest()
    assert pane.rows == []


def test_that_it_follows_the_line_and_never_shows_what_was(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    write(program, pane, "TPR>=0.7")
    write(program, pane, "slope>=0")
    program.open_path(file)
    pane = shown(program)
    expected = {0.3: Verdict.MET, 0.85: Verdict.NOT_MET}
    for threshold, verdict in expected.items():
        program.workspace.ask(SetThreshold(threshold))
        assert pane.rows[0].mark.verdict in {verdict, None}
        program.rest()
        assert pane.rows[0].mark.verdict is verdict
    assert pane.rows[1].mark.verdict is Verdict.CANNOT_TELL
    assert pane.rows[1].detail.text().startswith("Are these scores probabilities?")
    assert {"Not met", "Cannot tell"} == {words for words, _sentence in told(pane)}
    shown_in = [(one.palette(), one.foregroundRole()) for one in (row.verdict for row in pane.rows)]
    colours = {palette.color(role).name() for palette, role in shown_in}
    assert len(colours) == 2


def test_that_hidden_answers_are_hidden(program: Any, pane: CriteriaPanel, file: Path) -> None:
    write(program, pane, "TPR>=0.7")
    program.open_path(file)
    pane = shown(program)
    program.window.actions_by_id["hide_answers"].trigger()
    program.rest()
    assert pane.rows[0].mark.verdict is None
    assert pane.rows[0].number.text() == ""


def test_that_another_field_says_it_in_its_words(program: Any, pane: CriteriaPanel) -> None:
    write(program, pane, "TPR-limit>=0.7")
    pane.set_vocabulary(Vocabulary.CLINICAL)
    assert told(pane)[0][1] == "Lower limit of sensitivity ≥ 0.7"
    assert pane.form.measure.itemText(pane.form.measure.findData("TPR")) == "Sensitivity"


def test_that_a_workspace_keeps_them_and_says_the_same_twice(
    program: Any, pane: CriteriaPanel, file: Path, tmp_path: Path
) -> None:
    write(program, pane, "TPR-limit>=0.7 in every site")
    program.open_path(file)
    pane = shown(program)
    write(program, pane, "0.5<=TPR<=1")
    press(pane.rows[1], "criterion_remove")
    program.rest()
    write(program, pane, "TPR<=2")
    said = program.snapshot.inputs.consequences
    assert len(said.requirements) == 2
    assert len(said.withdrawn) == 1
    kept = [tmp_path / name for name in ("one.evalgui", "two.evalgui")]
    for path in kept:
        with program.qtbot.waitSignal(program.application.commands.keeping.document.saved):
            program.application.commands.keeping.document.save(path, embeds=False)
        with program.qtbot.waitSignal(program.workspace.file_opened):
            program.application.commands.open_path(path)
        program.rest()
        assert program.snapshot.inputs.consequences == said


def test_that_a_report_tells_them_with_their_record(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    write(program, pane, "TPR>=0.9")
    program.open_path(file)
    write(program, shown(program), "TPR-limit>=0 in every site")
    press(program.window.criteria.rows[0], "criterion_remove")
    program.rest()
    opened = program.workspace.opened
    report = make_report(Material.shown(program.snapshot, opened.loaded), ["requirements"])
    html = as_html(report)
    for words in (
        "Acceptance criteria",
        "Lower limit of true positive rate ≥ 0, in every site",
        "cannot tell",
        "without a value (n = 2)",
        "after these data were seen",
        "before the data",
        opened.loaded.sha256,
    ):
        assert words in html


def test_that_what_is_written_before_data_is_there_tomorrow(
    program: Any, pane: CriteriaPanel, file: Path
) -> None:
    write(program, pane, "TPR-limit>=0.7 in every site")
    write(program, pane, "0.8<=slope<=1.2")
    written = program.snapshot.inputs.consequences.requirements
    assert Settings().criteria() == written
    program.open_path(file)
    assert Settings().criteria() == ()  # they are with the data, and asked about before these go
    assert program.application.commands.keeping.document.is_modified
    assert program.snapshot.inputs.consequences.requirements == written


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"text": 1}', '{"text": "TPR>=0"}'])
def test_that_damaged_criteria_are_left_out(program: Any, damaged: str) -> None:
    program.application.settings.set_value(CRITERIA, [damaged])
    assert program.application.settings.criteria() == ()


def test_that_what_takes_longer_than_its_share_of_a_frame_waits_for_the_line(
    program: Any, pane: CriteriaPanel, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(program, pane, "TPR>=0.7")
    program.open_path(file)
    pane = shown(program)
    assert marks(pane) == [Verdict.MET]
    asked: list[object] = []

    def counted(snapshot: Any) -> dict[Any, Any]:
        asked.append(snapshot)
        return judged(snapshot)

    monkeypatch.setattr(criteria_panel, "judged", counted)
    monkeypatch.setattr(criteria_panel, "_A_FRAME", 0.0)
    for threshold in (0.3, 0.4, 0.7, 0.85):
        program.workspace.ask(SetThreshold(threshold))
        assert marks(pane) == [None]
        assert pane.rows[0].verdict.text() == "\N{HORIZONTAL ELLIPSIS}"
    assert asked == []
    program.rest()
    assert {*asked} == {program.snapshot}
    assert marks(pane) == [Verdict.NOT_MET]


def test_that_a_copied_command_requires_the_same(
    program: Any, pane: CriteriaPanel, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(program, pane, "TPR>=0.9 in every site")
    program.open_path(file)
    program.rest()
    program.window.actions_by_id["copy_command"].trigger()
    words = shlex.split(QGuiApplication.clipboard().text())
    assert words[words.index("--require") + 1] == "TPR>=0.9 in every site"
    assert main(words[words.index("evaluate") :]) == 1
    assert "not met: TPR>=0.9 in every site: B" in capsys.readouterr().err
