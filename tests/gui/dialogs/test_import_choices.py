"""What the import dialog asks can be answered in it: labels, frequencies, numbers, limits."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from evalgui.gui.dialogs.import_dialog import ImportDialog
from evalgui.io.bytes.source import Source
from evalgui.io.loading import assess, load_source
from evalgui.io.table.raw_column import RawColumn
from tests.support.questions import asked


@pytest.fixture
def dialog_of(qtbot):
    def made(text):
        dialog = ImportDialog(load_source(Source.from_bytes("a.csv", text.encode())))
        qtbot.addWidget(dialog)
        return dialog

    return made


def opened(dialog):
    """Return the data set that pressing Open would make."""
    loaded = dialog._loaded
    return assess(loaded.table, dialog.roles(), before=loaded.proposal).dataset


CODES = "disease,score\n1,0.5\n0,0.2\n9,0.4\n1,0.7\n0,0.1\n9,0.1\n"


def test_that_a_label_may_mean_missing_and_may_not(dialog_of):
    dialog = dialog_of(CODES)
    assert "'9' in 'disease'" in asked(dialog)
    assert dialog.choices.missing_labels.text() == "9"
    assert [
        dialog.choices.positive.itemData(n) for n in range(dialog.choices.positive.count())
    ] == ["0", "1"]
    assert opened(dialog).classes == ("0", "1")
    dialog.choices.missing_labels.clear()
    dialog.choices.missing_labels.editingFinished.emit()
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData("1"))
    assert opened(dialog).classes == ("0", "1", "9")


def test_that_an_answer_about_the_class_is_no_turn_and_a_change_is(dialog_of):
    open_one = dialog_of("group,score\nX,0.5\nY,0.2\nX,0.4\nY,0.7\n")
    assert "Which class is positive" in asked(open_one)
    likely = dialog_of("disease,score\nyes,0.5\nno,0.2\nyes,0.4\nno,0.7\n")
    for dialog, is_turned in ((open_one, False), (likely, True)):
        dialog.choices.positive.setCurrentIndex(1 - dialog.choices.positive.currentIndex())
        assert dialog.choices.direction.currentData() is not is_turned
        dialog.choices.positive.setCurrentIndex(1 - dialog.choices.positive.currentIndex())
        assert dialog.choices.direction.currentData() is True


def test_that_labels_with_the_separator_in_them_stay_whole(dialog_of):
    dialog = dialog_of("disease,score\n1,0.5\n0,0.2\nn.d.,0.4\nunknown,0.7\n0,0.1\n")
    assert dialog.roles().missing_labels == ("n.d.", "unknown")
    dialog.choices.missing_labels.setText(" n.d. ;; a b ")
    assert dialog.roles().missing_labels == ("n.d.", "a b")


def test_that_frequencies_are_chosen_and_refused(dialog_of):
    dialog = dialog_of("id,truth,score,n\na,0,0.1,3\nb,1,0.7,2\nc,0,0.4,4\nd,1,0.9,5\n")
    assert "'n'" in asked(dialog)
    assert dialog.choices.weight.currentData() == "n"
    assert opened(dialog).n_instances == 14
    dialog.choices.weight.setCurrentIndex(0)
    assert opened(dialog).n_instances == 4


def test_that_a_file_without_frequencies_says_nothing_about_them(dialog_of):
    dialog = dialog_of("truth,score,other\n0,0.1,3\n1,0.7,2\n")
    assert dialog.roles().weight is None


def shown(widget):
    """Return whether a part of a dialog that is not on screen would be."""
    return not widget.isHidden()


THOUSANDS = "id;truth;ferritin\na;1;5.554\nb;0;38.080\nc;1;4.708\nd;0;4.195\n"


@pytest.mark.parametrize(("form", "first"), [(".", 5.554), (",.", 5554.0)])
def test_that_points_are_decimals_or_thousands(dialog_of, form, first):
    dialog = dialog_of(THOUSANDS)
    assert "'5.554', '38.080' and '4.708'" in asked(dialog)
    combo = dialog.choices.reading.decimal
    assert (shown(combo), combo.currentData()) == (True, ".")
    combo.setCurrentIndex(combo.findData(form))
    roles = dialog.roles()
    assert roles.decimal + (roles.thousands or "") == form
    assert opened(dialog).scores[0].values[0] == first


LIMITS = "truth,psa\n1,5\n0,<0.05\n1,>100\n0,2\n1,7\n"


@pytest.mark.parametrize(
    ("meaning", "values"),
    [
        ("below", [5, -np.inf, np.inf, 2, 7]),
        ("at", [5, 0.05, 100, 2, 7]),
        ("half", [5, 0.025, 100, 2, 7]),
        ("set-aside", [5, 2, 7]),
    ],
)
def test_that_limits_mean_what_is_chosen(dialog_of, meaning, values):
    dialog = dialog_of(LIMITS)
    assert "'<0.05' and '>100'" in asked(dialog)
    assert (shown(dialog.choices.limits), dialog.choices.limits.currentData()) == (True, "below")
    dialog.choices.limits.setCurrentIndex(dialog.choices.limits.findData(meaning))
    assert opened(dialog).scores[0].values.tolist() == values


def test_that_nobody_is_asked_about_limits_that_are_not_there(dialog_of):
    assert not shown(dialog_of(CODES).choices.limits)


def test_that_a_wide_table_is_shown_where_it_is_looked_at(qtbot, monkeypatch):
    names = [f"c{n}" for n in range(3_000)]
    lines = [",".join(names), *(",".join([str(row % 2)] * len(names)) for row in range(40))]
    loaded = load_source(Source.from_bytes("a.csv", "\n".join(lines).encode()))
    read, head = [], RawColumn.head
    monkeypatch.setattr(RawColumn, "head", lambda self, n: read.append(self.name) or head(self, n))
    dialog = ImportDialog(loaded)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    assert 0 < len(read) < 200
    assert dialog.choices.preview.model().columnCount() == len(names)
    assert [dialog.choices.truth.count(), dialog.choices.truth.itemText(0)] == [3_001, "(none)"]
    dialog.choices.truth.setCurrentIndex(dialog.choices.truth.findData("c2999"))
    assert dialog.roles().truth == "c2999"
    dialog.choices.scores.choose("c17", "c2998")
    assert set(dialog.roles().scores) == {"c17", "c2998"}


def test_that_a_box_is_checked_by_a_key(dialog_of, qtbot):
    dialog = dialog_of("truth,a,b\npos,0.5,1\nneg,0.25,2\n")
    dialog.choices.scores.choose("a")
    dialog.show()
    qtbot.waitExposed(dialog)
    places = [n for n in range(3) if dialog.choices.scores.model().index(n).data() == "b"]
    dialog.choices.scores.setCurrentIndex(dialog.choices.scores.model().index(places[0]))
    qtbot.keyClick(dialog.choices.scores, Qt.Key.Key_Space)
    assert set(dialog.choices.scores.checked()) == {"a", "b"}
    qtbot.keyClick(dialog.choices.scores, Qt.Key.Key_Space)
    assert dialog.choices.scores.checked() == ["a"]
