"""The import dialog: every choice shows what comes of it before the file is opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from evalgui.core.metrics import Vocabulary
from evalgui.core.requests import SelectPositive
from evalgui.gui.theme import GRID
from evalgui.io.meaning.reasons import Basis, Confidence, Role
from evalgui.io.remembered.import_spec import read_import_spec
from evalgui.workspace.settings import WORDS_FOR
from tests.support.questions import asked

LEFT = Qt.MouseButton.LeftButton
ROWS = [("marsh", n / 4, n / 2) for n in range(12)] + [
    ("wood", n / 4 + 3, n / 2) for n in range(12)
]
TEXT = "site,group,marker,other\n" + "".join(
    f"{'AB'[n % 2]},{label},{marker},{other}\n" for n, (label, marker, other) in enumerate(ROWS)
)


def write(folder, name, text, encoding="utf-8"):
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def ask(program, path):
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_path(path)
    return program.question()


def choose(combo, value):
    combo.setCurrentIndex(combo.findData(value))


def choose_scores(dialog, *names):
    dialog.choices.scores.choose(*names)


def outcome(program, dialog):
    """Wait for the counts that the last choice asked for."""
    program.qtbot.waitUntil(
        lambda: not dialog._pause.isActive() and "Counting" not in dialog.outcome.counts.text()
    )
    return dialog.outcome.counts.text()


def press_open(program, dialog):
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, LEFT)
    return program.snapshot.dataset


@pytest.fixture
def dialog(program, tmp_path):
    """The dialog about an unclear file, with a single score chosen."""
    found = ask(program, write(tmp_path, "unclear.csv", TEXT))
    choose(found.choices.truth, "group")
    choose(found.choices.positive, "marsh")
    choose_scores(found, "marker")
    outcome(program, found)
    return found


def test_that_the_counts_are_shown_before_the_file_opens(program, dialog):
    assert "24 rows read, 24 used" in dialog.outcome.counts.text()
    assert "marsh" not in dialog.outcome.counts.text()  # its tile says it
    assert dialog.classes.tiles["marsh"].button.isChecked()
    assert dialog.classes.tiles["marsh"].button.accessibleDescription().startswith("12 rows")
    dialog.choices.subset.setText('site == "A" and marker < 5')
    found = outcome(program, dialog)
    assert "24 rows read, 10 used" in found
    assert '14 set aside: not in the subset site == "A" and marker < 5' in found
    assert program.snapshot.dataset is None
    assert press_open(program, dialog).n == 10
    assert program.title == 'unclear.csv [site == "A" and marker < 5] - evalgui'


def test_that_each_reason_says_how_sure_it_is(program, tmp_path):
    text = "label,score,age\na,0.5,31\nb,0.25,42\na,0.75,31\nb,0.5,40\n"
    dialog = ask(program, write(tmp_path, "doubt.csv", text))
    outcome(program, dialog)
    shown = dialog.outcome.reasons.text().splitlines()
    assert "\N{BULLET} 'label' is the truth by its name (likely)" in shown
    # What comes of a guess may be seen without confirming it.
    assert any("'b' is taken for the positive class" in line for line in shown)
    assert sum(line.endswith("(guess)") for line in shown) == 1
    choose(dialog.choices.positive, "a")
    outcome(program, dialog)
    shown = dialog.outcome.reasons.text().splitlines()
    assert "\N{BULLET} 'a' is the positive class (decided)" in shown
    assert "\N{BULLET} 'label' is the truth by its name (likely)" in shown
    press_open(program, dialog)
    assert program.workspace.opened.loaded.proposal.confidence is Confidence.LIKELY


def test_that_a_subset_that_is_none_is_refused_in_the_dialog(program, dialog):
    dialog.choices.subset.setText("site = ")
    assert "cannot be understood" in outcome(program, dialog)
    dialog.choices.subset.setText("")
    assert "24 used" in outcome(program, dialog)


def test_that_a_score_that_runs_backwards_is_turned_only_by_the_user(program, dialog):
    question = dialog.outcome.direction_question.text()
    assert "below 0.5" in question
    assert "do lower scores mean 'marsh'?" in question
    assert dialog.choices.direction.currentData() is True
    QTest.mouseClick(dialog.outcome.flip, LEFT)
    assert dialog.choices.direction.currentData() is False
    outcome(program, dialog)
    assert not dialog.outcome.flip.isVisible()
    dataset = press_open(program, dialog)
    assert not dataset.scores[0].higher_is_positive
    assert program.snapshot.ranking.value("roc_auc") > 0.5


def test_that_one_of_several_scores_is_turned_alone(program, dialog):
    choose_scores(dialog, "marker", "other")
    outcome(program, dialog)
    assert "'marker'" in dialog.outcome.flip.text()
    QTest.mouseClick(dialog.outcome.flip, LEFT)
    outcome(program, dialog)
    assert dialog.choices.direction.currentData() is True
    dataset = press_open(program, dialog)
    of_name = {score.name: score.higher_is_positive for score in dataset.scores}
    assert of_name == {"marker": False, "other": True}


def test_that_missing_scores_mean_what_the_user_says(program, tmp_path):
    text = TEXT + "A,marsh,,1\nB,wood,NA,2\n"
    dialog = ask(program, write(tmp_path, "missing.csv", text))
    choose(dialog.choices.truth, "group")
    choose(dialog.choices.positive, "marsh")
    choose_scores(dialog, "marker")
    assert "26 used\n    2 rows have no score in 'marker': 1 of 'marsh', 1 of 'wood'" in (
        outcome(program, dialog)
    )
    assert "no score" not in dialog.outcome.findings.text()
    choose(dialog.choices.missing, "refuse")
    assert "2 rows have no score: row 25 (line 26), row 26 (line 27)" in outcome(program, dialog)
    choose(dialog.choices.missing, "worst")
    told = outcome(program, dialog)
    assert (
        "26 rows read, 26 used\n    2 rows have no score in 'marker' and count with the worst"
        in told
    )
    press_open(program, dialog)
    assert program.snapshot.ranking.table.n_missing == 0
    assert program.snapshot.ranking.table.n == 26


def test_that_spellings_of_one_class_are_one_choice_and_said(program, tmp_path):
    text = "kind;x\n" + "".join(f"{k};{n},5\n" for n, k in enumerate(["a", " a", "b", "b "] * 4))
    dialog = ask(program, write(tmp_path, "spellings.csv", text))
    assert [
        dialog.choices.positive.itemData(n) for n in range(dialog.choices.positive.count())
    ] == ["a", "b"]
    assert dialog.choices.positive.itemText(0) == "a  (8 rows)"
    outcome(program, dialog)
    assert "'a' (4) and ' a' (4) are taken for one class, 'a'" in dialog.outcome.findings.text()


def test_that_merged_spellings_are_counted_before_the_file_opens(program, tmp_path):
    labels = ["1"] * 40 + ["1.0"] * 2 + [" 1"] + ["0"] * 30
    text = "label,score\n" + "".join(f"{k},{n / 8}\n" for n, k in enumerate(labels))
    program.open_path(write(tmp_path, "merged.csv", text))
    program.window.actions_by_id["columns"].trigger()
    dialog = program.question()
    assert dialog.classes.tiles["1"].button.isChecked()
    assert dialog.classes.tiles["1"].button.accessibleDescription().startswith("43 rows")
    assert dialog.choices.positive.currentText() == "1  (43 rows)"
    told = "'1' (40), '1.0' (2) and ' 1' (1) are taken for one class, '1'"
    assert told in dialog.outcome.findings.text()
    label = dialog.outcome.findings
    viewport = dialog.scroll_area.viewport()
    bottom = label.mapTo(viewport, label.rect().bottomLeft()).y()
    assert 0 < bottom <= viewport.height()  # seen without scrolling


def test_that_another_reading_keeps_the_choices(program, tmp_path):
    path = write(tmp_path, "latin.csv", TEXT.replace("marsh", "cœur malade"), "cp1252")
    dialog = ask(program, path)
    choose(dialog.choices.truth, "group")
    choose(dialog.choices.positive, "wood")
    choose_scores(dialog, "other")
    choose(dialog.choices.direction, False)
    choose(dialog.choices.missing, "worst")
    outcome(program, dialog)
    encoding = dialog.choices.reading.encoding
    choose(encoding, "cp1250")
    with program.qtbot.waitSignal(program.workspace.openings.previews.previewed):
        encoding.activated.emit(encoding.currentIndex())
    assert encoding.currentData() == "cp1250"
    roles = dialog.roles()
    assert (roles.truth, roles.positive, roles.scores) == ("group", "wood", ("other",))
    assert (roles.higher_is_positive, roles.missing_scores) == (False, "worst")


def test_that_all_that_is_asked_about_a_matrix_can_be_answered(program, tmp_path):
    dialog = ask(program, write(tmp_path, "matrix.csv", ",a,b\na,5,1\nb,2,7\n"))
    assert "Which class is positive: 'a' or 'b'?" in asked(dialog)
    QTest.mouseClick(dialog.all_choices, Qt.MouseButton.LeftButton)
    assert dialog.choices.positive.isVisible()
    assert outcome(program, dialog).splitlines() == [
        "15 counted in a confusion matrix",
        "a: 6",
        "b: 9  (positive)",
    ]
    choose(dialog.choices.positive, "a")
    choose(dialog.choices.matrix_rows, "predicted")
    assert outcome(program, dialog).splitlines()[1:] == ["a: 7  (positive)", "b: 8"]
    dataset = press_open(program, dialog)
    assert dataset.positive_class == "a"
    counts = program.snapshot.point.counts
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == (5, 1, 2, 7)


def test_that_each_way_of_reading_is_shown_at_once(program, tmp_path):
    e = "\N{LATIN SMALL LETTER E WITH DIAERESIS}"
    lines = ["name;group;val"] + [f"Zo{e} {n};{'ab'[n % 2]};{n},5" for n in range(9)]
    dialog = ask(program, write(tmp_path, "german.csv", "\n".join(lines) + "\n", "cp1252"))
    outcome(program, dialog)
    assert dialog.classes.title.text() == "Which of these is positive?"

    def first_row(combo, value):
        choose(combo, value)
        with program.qtbot.waitSignal(program.workspace.openings.previews.previewed):
            combo.activated.emit(combo.currentIndex())
        outcome(program, dialog)
        return dialog.choices.preview.cells(0)

    reading = dialog.choices.reading
    assert first_row(reading.separator, ",") == [f"Zo{e} 0;a;0", "5"]
    assert first_row(reading.separator, ";") == [f"Zo{e} 0", "a", "0,5"]
    assert first_row(reading.encoding, "cp1250") == [f"Zo{e} 0", "a", "0,5"]
    assert "9 rows read, 9 used" in dialog.outcome.counts.text()
    # Nobody has answered, and so it is still asked.
    assert "(guess)" in dialog.classes.why.text()
    assert "(guess)" in dialog.outcome.reasons.text()
    assert first_row(reading.header, False) == ["name", "group", "val"]
    assert first_row(reading.header, True) == [f"Zo{e} 0", "a", "0,5"]


def test_that_no_choice_of_reading_is_clipped(dialog):
    reading = dialog.choices.reading
    for combo in (reading.separator, reading.decimal, reading.header, reading.encoding):
        texts = [combo.itemText(number) for number in range(combo.count())]
        widest = max(map(combo.fontMetrics().horizontalAdvance, texts))
        assert widest + 3 * GRID < combo.width()  # beside the arrow


def test_that_the_choices_hold_for_the_next_file_with_these_columns(program, dialog, tmp_path):
    choose_scores(dialog, "other")
    choose(dialog.choices.direction, False)
    press_open(program, dialog)
    again = write(tmp_path, "again.csv", TEXT.replace("A,marsh,0.0,0.0\n", ""))
    program.open_path(again)
    dataset = program.snapshot.dataset
    assert (dataset.name, dataset.n, dataset.positive_class) == ("again.csv", 23, "marsh")
    assert [score.name for score in dataset.scores] == ["other"]
    assert not dataset.scores[0].higher_is_positive


def test_that_choices_are_not_kept_against_the_users_will(program, dialog, tmp_path):
    dialog.remember.setChecked(False)
    press_open(program, dialog)
    assert ask(program, write(tmp_path, "again.csv", TEXT)).isVisible()


def test_that_a_guess_that_was_clicked_through_is_no_decision(program, tmp_path):
    text = "label,score\n" + "".join(f"{'ab'[n % 2]},{n % 7}\n" for n in range(40))
    dialog = ask(program, write(tmp_path, "doubt.csv", text))
    outcome(program, dialog)
    press_open(program, dialog)

    def reason():
        reasons = program.workspace.opened.loaded.proposal.reasons
        return next(one for one in reasons if one.role is Role.POSITIVE)

    assert reason().told == "'b' is taken for the positive class, being the last of two (accepted)"
    program.open_path(write(tmp_path, "again.csv", text))  # unasked, and no surer
    assert (reason().confidence, reason().by) == (Confidence.ACCEPTED, Basis.MEMORY)
    program.workspace.ask(SelectPositive(0))
    program.qtbot.waitUntil(lambda: program.snapshot.positive_name == "a", timeout=60_000)
    program.open_path(write(tmp_path, "third.csv", text))
    assert reason().told == "'a' is the positive class (decided)"


def test_that_a_later_correction_is_what_is_remembered(program, dialog, tmp_path):
    press_open(program, dialog)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.application.commands.turn_score("marker")
    again = [write(tmp_path, f"{name}.csv", TEXT) for name in ("again", "other")]
    program.open_path(again[0])
    assert not program.snapshot.score.higher_is_positive
    program.workspace.ask(SelectPositive(program.snapshot.dataset.classes.index("wood")))
    program.qtbot.waitUntil(lambda: program.snapshot.positive_name == "wood", timeout=60_000)
    # Two files at once use it, too, and nothing is asked.
    asked = []
    program.workspace.question_asked.connect(asked.append)
    with program.qtbot.waitSignal(program.workspace.begun):
        program.application.commands.open_paths(again)
    assert asked == []
    shown = [one.snapshot for one in program.workspace.data_sets.items]
    assert [one.positive_name for one in shown] == ["wood", "wood"]
    assert [one.score.name for one in shown] == ["marker", "marker"]
    assert all(one.score.higher_is_positive for one in shown)


def test_that_files_of_a_known_kind_are_not_put_together(program, tmp_path):
    rows = [f"{n},{'ab'[n % 2]},{n * 7 % 11}" for n in range(40)]
    one, two = (
        write(tmp_path, f"{name}.csv", "id,group,marker\n" + "\n".join(part) + "\n")
        for name, part in (("one", rows[:30]), ("two", rows[5:]))
    )
    dialog = ask(program, one)
    outcome(program, dialog)
    press_open(program, dialog)
    with program.qtbot.waitSignal(program.workspace.begun):
        program.application.commands.open_paths([one, two])
    assert [item.name for item in program.workspace.data_sets.items] == ["one.csv", "two.csv"]


def test_that_no_correction_is_kept_against_the_users_will(program, dialog, tmp_path):
    press_open(program, dialog)
    program.application.commands.ask_columns()
    again = program.question()
    again.remember.setChecked(False)
    choose(again.choices.direction, False)
    outcome(program, again)
    press_open(program, again)
    program.open_path(write(tmp_path, "again.csv", TEXT))
    assert program.snapshot.score.higher_is_positive


def test_that_choices_can_be_saved_for_the_command_line(program, dialog, tmp_path):
    target = tmp_path / "choices.json"
    QTest.mouseClick(dialog.save_button, LEFT)
    asked = program.window.findChild(QFileDialog, "save_choices_dialog")
    asked.fileSelected.emit(str(target))
    asked.close()
    spec = read_import_spec(target)
    assert spec.columns == ("site", "group", "marker", "other")
    assert (spec.roles.truth, spec.roles.scores, spec.roles.positive) == (
        "group",
        ("marker",),
        "marsh",
    )
    assert spec.options.delimiter == ","


def test_that_nothing_is_opened_when_the_dialog_is_left(program, dialog):
    dialog.reject()
    assert program.snapshot.dataset is None
    program.open_sample("tharwat-2018")
    assert program.snapshot.dataset.name == "tharwat-2018.csv"


def test_that_enter_opens_the_file_wherever_the_cursor_is(program, tmp_path):
    path = write(tmp_path, "unclear.csv", TEXT)
    program.window.activateWindow()
    names = (
        "import_truth",
        "import_positive",
        "import_scores",
        "import_direction",
        "import_subset",
        "import_preview",
        "import_separator",
        "import_remember",
        "import_open",
        "import_flip",
    )
    for name in names:
        dialog = ask(program, path)
        choose(dialog.choices.truth, "group")
        choose(dialog.choices.positive, "marsh")
        choose_scores(dialog, "marker")
        outcome(program, dialog)
        assert dialog.outcome.flip.isVisible()  # which Enter must never press
        dialog.remember.setChecked(False)
        widget = dialog.findChild(QWidget, name)
        widget.setFocus()
        assert widget.hasFocus()
        with program.qtbot.waitSignal(program.workspace.file_opened):
            QTest.keyClick(widget, Qt.Key.Key_Return)
        assert program.snapshot.dataset.scores[0].higher_is_positive, name
        assert not (isValid(dialog) and dialog.isVisible())  # it is deleted when it is closed


def test_that_enter_opens_nothing_while_something_is_to_be_chosen(program, tmp_path):
    dialog = ask(program, write(tmp_path, "unclear.csv", TEXT))
    choose_scores(dialog)
    assert not dialog.open_button.isEnabled()
    for widget in (dialog.choices.truth, dialog.choices.subset, dialog.save_button):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Return)
        assert dialog.isVisible()
        assert program.snapshot.dataset is None


def test_that_a_file_is_asked_about_in_the_words_of_its_field(program, tmp_path):
    lines = [f"p{n},{'disease' if n % 3 else 'healthy'},{n / 7},{n / 9}\n" for n in range(30)]
    path = tmp_path / "study.csv"
    path.write_text("patient,diagnosis,bnp,size\n,,1,2\n" + "".join(lines), encoding="utf-8")
    program.application.arrangement._is_fixed = False
    program.application.commands.open_path(path)
    dialog = program.question()
    program.qtbot.waitUntil(dialog.classes.isVisible)
    assert dialog.classes.title.text() == "Which of these is diseased?"
    assert dialog.sentence.accessibleName().endswith(": 30 of 31 patients")
    dialog.reject()
    program.application.arrangement.choose_words(Vocabulary.MACHINE_LEARNING)
    program.application.settings.set_value(WORDS_FOR, "clinical")  # of such data
    program.application.commands.open_path(path)
    dialog = program.question()
    program.qtbot.waitUntil(dialog.classes.isVisible)
    assert dialog.classes.title.text() == "Which of these is positive?"
    dialog.reject()
