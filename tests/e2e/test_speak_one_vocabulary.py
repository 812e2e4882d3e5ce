"""One switch renames every label: no word of another field is left where this one has its own."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QApplication, QComboBox

from evalgui.core.requests import DragThreshold, Pin, SelectPositive
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import panes
from evalgui.gui.app import Application
from evalgui.gui.dialogs.import_dialog import ImportDialog
from evalgui.gui.models.columns_model import ROLE
from evalgui.gui.start_options import Start
from evalgui.gui.text import tip
from evalgui.io.loading import load
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from tests.e2e.texts import texts_of

ML, CLINICAL, BIOMETRICS, SPEAKER, PAD, BONA_FIDE = Vocabulary

# For each thing what it is called in each field, as regular expressions. Written down here
# once more: a word that is wrong in the program is not to be right in its test.
THINGS = {
    "TPR": {
        ML: ["TPR", "[Tt]rue positive rate", "[Rr]ecalls?"],
        CLINICAL: ["[Ss]ensitivit(y|ies)", "Sens"],
        BIOMETRICS: ["TMR", "[Tt]rue match rate"],
        SPEAKER: ["P_miss"],
        PAD: ["APCER", "[Aa]ttack presentation classification error rate", "[Rr]ecalls?"],
        BONA_FIDE: ["BPCER", "[Bb]ona fide presentation classification error rate", "[Rr]ecalls?"],
    },
    "TNR": {
        ML: ["TNR", "[Tt]rue negative rate"],
        CLINICAL: ["[Ss]pecificity", "Spec"],
        BIOMETRICS: ["TNMR", "[Tt]rue non-match rate"],
        SPEAKER: ["P_fa"],
        PAD: ["BPCER", "[Bb]ona fide presentation classification error rate"],
        BONA_FIDE: ["APCER", "[Aa]ttack presentation classification error rate"],
    },
    "FPR": {
        ML: ["FPR", "[Ff]alse positive rate", "FAR", "FAR-FRR"],
        CLINICAL: ["[Ss]pecificity"],
        BIOMETRICS: ["FMR", "[Ff]alse match rate"],
        SPEAKER: ["P_fa", "[Ff]alse alarm probability"],
        PAD: ["BPCER", "[Bb]ona fide presentation classification error rate"],
        BONA_FIDE: ["APCER", "[Aa]ttack presentation classification error rate"],
    },
    "FNR": {
        ML: ["FNR", "[Ff]alse negative rate", "FRR"],
        CLINICAL: ["[Ss]ensitivity"],
        BIOMETRICS: ["FNMR", "[Ff]alse non-match rate"],
        SPEAKER: ["P_miss", "[Mm]iss probability"],
        PAD: ["APCER", "[Aa]ttack presentation classification error rate"],
        BONA_FIDE: ["BPCER", "[Bb]ona fide presentation classification error rate"],
    },
    "PPV": {
        ML: ["[Pp]recision"],
        CLINICAL: ["[Pp]ositive predictive value"],
        BIOMETRICS: ["[Pp]recision"],
        SPEAKER: ["[Pp]recision"],
        PAD: ["[Pp]recision"],
        BONA_FIDE: ["[Pp]recision"],
    },
    "PREV": {
        ML: ["[Pp]revalence"],
        CLINICAL: ["[Pp]revalence"],
        BIOMETRICS: ["Share of genuine", "[Pp]rior"],
        SPEAKER: ["Share of targets", "[Pp]rior"],
        PAD: ["[Pp]revalence"],
        BONA_FIDE: ["[Pp]revalence"],
    },
    "BER": {
        ML: ["[Bb]alanced error rate"],
        CLINICAL: ["1 - balanced accuracy"],
        BIOMETRICS: ["HTER"],
        SPEAKER: ["[Bb]alanced error rate"],
        PAD: ["[Bb]alanced error rate"],
        BONA_FIDE: ["[Bb]alanced error rate"],
    },
    "EER": {
        ML: ["EER", "[Ee]qual error rate"],
        CLINICAL: ["Sens = Spec", "Error where sensitivity = specificity"],
        BIOMETRICS: ["EER", "[Ee]qual error rate"],
        SPEAKER: ["EER", "[Ee]qual error rate"],
        PAD: ["EER", "[Ee]qual error rate"],
        BONA_FIDE: ["EER", "[Ee]qual error rate"],
    },
    "true": {
        ML: ["TP", "TN", "[Tt]rue positives?", "[Tt]rue negatives?"],
        CLINICAL: ["TP", "TN", "[Tt]rue positives?", "[Tt]rue negatives?"],
        BIOMETRICS: ["TM", "TNM", "[Tt]rue match(es)?", "[Tt]rue non-match(es)?"],
        SPEAKER: ["Hit", "CR", "hits?", "[Cc]orrect rejections?"],
        PAD: ["DA", "AB", "[Dd]etected attacks?", "[Aa]ccepted bona fide"],
        BONA_FIDE: ["DA", "AB", "[Dd]etected attacks?", "[Aa]ccepted bona fide"],
    },
    "false": {
        ML: ["FP", "FN", "[Ff]alse positives?", "[Ff]alse negatives?", "false alarm"],
        CLINICAL: ["FP", "FN", "[Ff]alse positives?", "[Ff]alse negatives?", "false alarm"],
        BIOMETRICS: ["FM", "FNM", "[Ff]alse match(es)?", "[Ff]alse non-match(es)?"],
        SPEAKER: ["FA", "Miss", "[Ff]alse alarms?", "miss(es)?"],
        PAD: ["UA", "RB", "[Uu]ndetected attacks?", "[Rr]ejected bona fide"],
        BONA_FIDE: ["UA", "RB", "[Uu]ndetected attacks?", "[Rr]ejected bona fide"],
    },
    "class": {
        ML: ["[Pp]ositive class", "[Aa]ctual (positives|negatives)", r"\(positive\)", "Positive"],
        CLINICAL: ["[Dd]iseased", "[Hh]ealthy"],
        BIOMETRICS: ["[Gg]enuine", "[Ii]mpostor"],
        SPEAKER: ["[Tt]arget", "[Nn]on-target"],
        PAD: ["[Aa]ttack presentations?", "[Bb]ona fide presentations?"],
        BONA_FIDE: ["[Aa]ttack presentations?", "[Bb]ona fide presentations?"],
    },
    "call": {
        ML: ["[Pp]redicted( positives| negatives)?", "(positive|negative) calls", "Call"],
        CLINICAL: ["[Tt]est (positive|result)s?", "(positive|negative) tests"],
        BIOMETRICS: ["[Mm]atch when", "(non-)?matches", "[Dd]ecision"],
        SPEAKER: ["[Aa]ccept", "(accepted|rejected) trials", "[Dd]ecision"],
        PAD: ["classified as (attack|bona fide)"],
        BONA_FIDE: ["classified as (attack|bona fide)"],
    },
    "truth": {
        ML: ["[Aa]ctual"],
        CLINICAL: ["[Cc]ondition"],
        BIOMETRICS: ["comparison"],
        SPEAKER: ["trials?"],
        PAD: ["presentations?"],
        BONA_FIDE: ["presentations?"],
    },
}

# Names of their own, which every field has; and lists of all names, to be found by.
PROPER = (
    "Precision-recall|precision-recall|[Aa]verage precision|Optimization precision"
    "|Positive likelihood ratio|Negative likelihood ratio|Prevalence threshold"
    "|Detection error|'recall', 'sensitivity', 'hit rate'|Error rate, of comparisons"
    "|at the precision of a double|[Dd]ecision curves?"
    # What names attacks themselves, in any field.
    "|[Pp]resentation attack|BPCER against APCER|BPCER|APCER (of e(ach|very)|of a|by) species"
)
LISTS = {"explained_names", "explained_fields", "explained_sources", "explained_misprints"}
# What the data and the samples are called is no word of ours; nor are the names of the fields.
# The pane of the decision is about what the user decides, and not about a call.
NOT_OURS = re.compile(
    r"action (sample_|vocabulary_|predictions_search|show_decision_dock).*|qt_.*"
    r"|decision_(dock|more|numbers|panel)"
)


def own_and_foreign(vocabulary):
    """Return the patterns of this field, and those that only others have."""
    own = {pattern for fields in THINGS.values() for pattern in fields[vocabulary]}
    foreign = {
        pattern
        for fields in THINGS.values()
        for other, patterns in fields.items()
        if other is not vocabulary
        for pattern in patterns
    }
    return own, foreign - own


def left_over(said, vocabulary):
    """Return every text with a word that only other fields have for something."""
    own, foreign = own_and_foreign(vocabulary)
    kept = re.compile("|".join([PROPER, *sorted(own, key=len, reverse=True)]))
    words = re.compile(rf"(?<![\w-])({'|'.join(sorted(foreign, key=len, reverse=True))})(?![\w-])")
    found = []
    for where, text in said:
        if where in LISTS or NOT_OURS.fullmatch(where):
            continue
        lines = [line for line in text.splitlines() if not line.startswith(("Also: ", "Source: "))]
        # A word of this field may hold one of another: "1 - specificity (false positive rate)"
        # does not, "true positive" within "true positive rate" does.
        rest = kept.sub("\N{MIDDLE DOT}", "\n".join(lines))
        match = words.search(rest)
        if match:
            found.append((where, match[0], text))
    return found


@pytest.fixture
def two_classes(tmp_path):
    """A file whose own words are none of any field: 30 of one class, 30 of the other."""
    path = tmp_path / "two.csv"
    lines = ["kind,weight"]
    lines += [f"red,{0.3 + row / 50}" for row in range(30)]
    lines += [f"blue,{row / 50}" for row in range(30)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def three_classes(tmp_path):
    """A file with three kinds and what each row was taken for.

    Green is never guessed and yellow never true: they have no precision, and no recall.
    """
    path = tmp_path / "three.csv"
    rows = [("red", "red"), ("red", "blue"), ("blue", "blue"), ("green", "yellow")]
    lines = ["kind,guess", *(f"{true},{guess}" for true, guess in rows * 4)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def opened(program, path, **roles):
    workspace = program.workspace
    counted = (
        workspace.openings.previews.repeats_counted
    )  # in the background, and said in the window
    with program.qtbot.waitSignals([workspace.file_opened, counted]):
        workspace.ask(OpenFiles((path,), roles=Roles(**roles)))
    program.settle()


def switch_to(program, vocabulary):
    program.window.findChild(object, f"vocabulary_{vocabulary.value}").trigger()
    program.settle()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # of a plot made anew


def left_over_in_each(program):
    """Switch through all vocabularies, and return what of others is left in each."""
    found = []
    for vocabulary in Vocabulary:
        switch_to(program, vocabulary)
        said = left_over(texts_of(program.window), vocabulary)
        found += [(vocabulary.value, *parts) for parts in said]
    return found


def test_that_a_window_without_data_speaks_one_vocabulary(program):
    assert left_over_in_each(program) == []


def test_that_two_classes_are_told_in_one_vocabulary(program, two_classes):
    opened(program, two_classes, truth="kind", scores=("weight",), positive="red")
    commands = program.application.commands
    commands.plot_measures(["TPR", "FPR", "PPV", "COST"])
    program.workspace.ask(Pin())
    program.window.docks["data"].show()
    program.window.confusion.matrix_view.choose([(0, 1), (1, 0)])
    assert len(texts_of(program.window)) > 1_000
    for metric_id in ("LRN", "COST", "FBETA"):
        commands.explain(metric_id)
        assert left_over_in_each(program) == []


def test_that_a_pane_that_is_made_later_speaks_the_vocabulary_in_force(program, two_classes):
    switch_to(program, SPEAKER)
    opened(program, two_classes, truth="kind", scores=("weight",), positive="red")
    window = program.window
    places = (
        window.place(panes.EXPLAIN),
        window.place(panes.MEASURES_PLOT),
        window.place(panes.CLASSES),
    )
    assert [place.made for place in places] == [None, None, None]
    program.application.commands.explain("FNR")
    assert window.explain.title.text() == "P_miss (miss probability)"
    action = window.measures_plot.findChild(object, "plot_FNR")
    assert action.text() == "P_miss (miss probability)"
    assert window.classes.model.head(window.classes.model.section_of("FNR")) == "P_miss"
    assert window.large_confusion.matrix_view.shown.axes == ("trial", "decision")
    assert left_over(texts_of(window), SPEAKER) == []


def test_that_a_count_table_is_told_in_one_vocabulary(program, tmp_path):
    path = tmp_path / "counted.csv"
    lines = ["weight,reds,blues", *(f"{n / 10},{n},{12 - n}" for n in range(1, 11))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    opened(program, path, scores=("weight",), n_positive="reds", n_negative="blues")
    program.window.docks["data"].show()
    program.window.confusion.matrix_view.choose([(0, 1)])
    assert left_over_in_each(program) == []
    switch_to(program, BIOMETRICS)
    model = program.window.predictions.model
    shown = model.index(0, model.outcome_column)
    assert shown.data() == "FNM 1 \N{MIDDLE DOT} TNM 11"
    assert shown.data(Qt.ItemDataRole.ToolTipRole) == "1 false non-match, 11 true non-matches"
    assert program.window.predictions.status.text().endswith("with FNM")


def test_that_what_is_undefined_is_told_in_one_vocabulary(program, two_classes):
    opened(program, two_classes, truth="kind", scores=("weight",), positive="red")
    program.workspace.ask(DragThreshold(5.0))  # nothing is called positive
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold == 5.0)
    program.application.commands.explain("PPV")
    assert left_over_in_each(program) == []
    for vocabulary, reason in (
        (ML, "no positive calls"),
        (CLINICAL, "no positive tests"),
        (BIOMETRICS, "no matches"),
        (SPEAKER, "no accepted trials"),
        (PAD, "no presentations classified as attack"),
        (BONA_FIDE, "no presentations classified as bona fide"),
    ):
        switch_to(program, vocabulary)
        assert any(text == reason for _where, text in texts_of(program.window))


@pytest.mark.parametrize("one_class", [False, True])
def test_that_three_classes_are_told_in_one_vocabulary(program, three_classes, one_class):
    switch_to(program, SPEAKER)  # before there is anything to name
    opened(program, three_classes, truth="kind", predicted="guess")
    if one_class:
        program.workspace.ask(SelectPositive(0))
    program.window.classes.set_columns(("tp", "fn", "fp", "tn", "TPR", "FPR", "PPV", "BER"))
    program.application.commands.explain("MUT")
    assert left_over(texts_of(program.window), SPEAKER) == []
    assert left_over_in_each(program) == []


def test_that_the_import_dialog_speaks_one_vocabulary(qtbot, tmp_path):
    path = tmp_path / "doubtful.csv"
    path.write_text("kind,guess,weight\nred,red,1\nblue,red,2\nred,blue,3\nblue,blue,4\n")
    for vocabulary, asked in (
        (ML, "Which class is positive: 'blue' or 'red'?"),
        (CLINICAL, "Which class is diseased: 'blue' or 'red'?"),
        (BIOMETRICS, "Which class is genuine: 'blue' or 'red'?"),
        (SPEAKER, "Which class is target: 'blue' or 'red'?"),
        (PAD, "Which class is attack presentation: 'blue' or 'red'?"),
    ):
        dialog = ImportDialog(load(path), None, vocabulary)
        qtbot.addWidget(dialog)
        said = texts_of(dialog)
        assert any(asked in text for _where, text in said)
        assert left_over(said, vocabulary) == []


def test_that_a_role_is_given_in_the_words_of_the_field(program, tmp_path):
    path = tmp_path / "called.csv"
    lines = ["kind,weight,guess"]
    lines += [f"{'red' if n % 3 else 'blue'},{n},{'red' if n > 9 else 'blue'}" for n in range(30)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    opened(program, path, truth="kind", scores=("weight",), positive="red", predicted="")
    switch_to(program, CLINICAL)
    dock = program.window.data
    program.window.docks["data"].show()
    index = dock.model.index(2, ROLE)
    dock.table.edit(index)
    editor = dock.table.findChild(QComboBox, "role_choice")
    editor.setCurrentText("test result")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        editor.activated.emit(editor.currentIndex())
    program.settle()
    assert program.snapshot.dataset.predicted is not None
    index = dock.model.index(2, ROLE)
    assert index.data() == "test result"
    told = index.data(Qt.ItemDataRole.ToolTipRole)
    assert told == tip("The test result of each row\n'guess' is the test result (decided)")
    assert [dock.missing.itemText(number) for number in range(3)] == [
        "Left out, counted as no result",
        "The worst score: never test positive",
        "A reason to refuse the file",
    ]
    switch_to(program, ML)
    assert index.data() == "predicted"
    assert left_over_in_each(program) == []


def test_that_worked_examples_follow_while_they_are_open(program):
    program.window.actions_by_id["worked_examples"].trigger()
    dialog = program.window.findChild(object, "worked_examples_dialog")
    branch = dialog.examples.topLevelItem(0)
    for vocabulary in Vocabulary:
        switch_to(program, vocabulary)
        for row in range(branch.childCount()):
            dialog.examples.setCurrentItem(branch.child(row))
            lines = range(dialog.values.topLevelItemCount())
            said = [("value", dialog.values.topLevelItem(line).text(0)) for line in lines]
            assert left_over([*said, ("title", branch.child(row).text(0))], vocabulary) == []
    dialog.close()


def test_that_the_vocabulary_is_remembered_and_names_a_new_window(
    qapp, qtbot, program, two_classes
):
    opened(program, two_classes, truth="kind", scores=("weight",), positive="red")
    switch_to(program, BIOMETRICS)
    program.application.settings.flush()
    again = Application(qapp, Start(size=QSize(1280, 720)))
    qtbot.addWidget(again.window)
    assert again.window.vocabulary is BIOMETRICS
    assert again.window.data_bar.positive.accessibleName() == "Genuine class"
    assert left_over(texts_of(again.window), BIOMETRICS) == []
    again.window.close()
    again.deleteLater()


def test_that_there_and_back_says_what_was_said_before(program, two_classes):
    opened(program, two_classes, truth="kind", scores=("weight",), positive="red")
    program.application.commands.explain("DOR")
    QApplication.sendPostedEvents()
    before = set(texts_of(program.window))
    for vocabulary in (CLINICAL, BIOMETRICS, SPEAKER, PAD, BONA_FIDE, ML):
        switch_to(program, vocabulary)
    assert set(texts_of(program.window)) == before
