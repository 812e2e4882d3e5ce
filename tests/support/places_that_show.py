"""Every place that shows what was chosen, for the tests that ask whether all agree."""

from __future__ import annotations

import csv
import functools
import html
import io
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit

from evalgui.__main__ import main
from evalgui.core.row_expressions import both
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.models.columns_model import NAME, ROLE
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.writers import import_log
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.origin import origin_of
from evalgui.render.columns import tsv
from evalgui.render.json import facts
from tests.support.exported import measures_table
from tests.support.sureness import places_of
from tests.support.ways_to_choose import AT_LEAST, SITE_A, import_dialog

if TYPE_CHECKING:
    from collections.abc import Callable


def _bare(shown: str) -> str:
    """Return what a tip says, without its markup."""
    return html.unescape(re.sub("<[^>]*>", "", shown))


def log_of(program):
    """Return the lines of the import log as its page shows them."""
    program.window.actions_by_id["import_log"].trigger()
    found = program.window.findChildren(QDialog, "import_log")
    page = next(one for one in found if one.isVisible())
    lines = page.findChild(QPlainTextEdit).toPlainText().splitlines()
    page.close()
    page.deleteLater()
    return lines


def of_log(program, key):
    found = (line for line in log_of(program) if line.startswith(f"{key}: "))
    return next(found, "").removeprefix(f"{key}: ").strip()


def log_as_json(program):
    return facts(import_log.log_of(program.workspace.opened.loaded))["roles"]


def saved_roles(program):
    loaded = program.workspace.opened.loaded
    return ImportSpec.of(loaded.table, loaded.proposal.roles).roles


def as_json(program, key):
    return written(program.snapshot)[key]


@functools.lru_cache(maxsize=1)
def written(snapshot):
    """Return the evaluation of a snapshot as it is written: a dozen places are read in it."""
    return json.loads(json.dumps(evaluation(snapshot)))


def origin(program, key):
    return facts(origin_of(program.snapshot, program.workspace.opened.loaded))[key]


def exported(program, key, place=2):
    table = measures_table(program.snapshot, program.window.vocabulary)
    lines = {line[0]: line for line in csv.reader(io.StringIO(table)) if line}
    return lines[key][place]


def in_the_dialog(program, read):
    dialog = import_dialog(program)
    found = read(dialog)
    dialog.reject()
    dialog.deleteLater()
    return found


def on_command_line(program, key):
    """Return what the command line says of the same choices, of which all numbers agree."""
    snapshot, dataset, score = program.snapshot, program.snapshot.dataset, program.snapshot.score
    direction = "--higher-is-positive" if score.higher_is_positive else "--lower-is-positive"
    threshold = in_units(snapshot.point.threshold, score)
    arguments = ["evaluate", str(program.path), "--truth", "diagnosis", "--score", score.name]
    arguments += ["--predicted", "", "--positive", snapshot.positive_name, direction]
    arguments += ["--threshold", repr(float(threshold)), "--subset", dataset.subset]
    settings = snapshot.inputs.intervals
    arguments += ["--sampling", dataset.sampling.value, "--level", repr(settings.level)]
    for kind, method in settings.methods.items():
        arguments += ["--interval", f"{kind.value}={method}"]
    if settings.prevalence is not None:
        arguments += ["--prevalence", repr(settings.prevalence)]
    program.capsys.readouterr()
    assert main([*arguments, "--format", "json"]) == 0
    found = json.loads(program.capsys.readouterr().out)
    shown = written(snapshot)
    parts = ("intervals", "sampling", "at_prevalence", "area_intervals")
    for part in (
        *parts,
        "counts",
        "metrics",
        "areas",
        "eer",
        "n",
        "n_rows",
        "positive",
        "negative",
    ):
        assert found[part] == shown[part], part
    return found[key]


def is_higher_in_dock(program):
    model = program.window.data.model
    shown = {model.index(r, NAME).data(): model.index(r, ROLE).data() for r in range(5)}
    return {"score (high)": True, "score (low)": False}[shown[program.snapshot.score.name]]


def rows_of_table(program):
    """Return the cells whose rows stand out in the table, having counted them there."""
    model, counts = program.window.predictions.model, program.snapshot.matrix.counts

    def shown():
        lit = model.seen.are_lit(model.rows_on_show, model.calls)
        cells = (
            divmod(model.calls.codes(slice(row, row + 1)).tolist()[0], 2)
            for row in np.flatnonzero(lit).tolist()
        )
        return dict(Counter(cells))

    cells = program.snapshot.choices.cells
    expected = {cell: int(counts[cell]) for cell in cells if counts[cell]}
    program.qtbot.waitUntil(lambda: shown() == expected)
    return tuple(cells)


def subset_of_table(program):
    """Return which subset the rows of the table are, by their sites."""
    model = program.window.predictions.model
    names = [column.name for column in model.file_columns]
    if model.selection:
        return program.snapshot.dataset.subset
    assert model.n_all == program.snapshot.dataset.n
    sites = set(program.snapshot.dataset.columns[names.index("site")].column.texts())
    return SITE_A if sites == {"A"} else ""


def title_subset(program):
    title = program.window.windowTitle().replace("[*]", "")
    return title.partition("[")[2].rpartition("]")[0]


ACROSS = Qt.Orientation.Horizontal


def pinned(number):
    return None if number is None else float(number)


def pinned_in_copies(model):
    """Return the threshold above the pinned values of a copy of all measures, if there are any."""
    groups = [model.index(row, 0) for row in range(model.rowCount())]
    rows = [model.index(row, 0, one) for one in groups for row in range(model.rowCount(one))]
    heads = model.copied([*groups, *rows], tsv).partition("\n")[0].split("\t")
    told = [head.removeprefix("Value at ") for head in heads if head.startswith("Value at ")]
    return pinned(next(iter(told), None))


def vocabulary_of(shown, read):
    """Return the vocabulary in which something is called what is shown."""
    known = (Vocabulary.MACHINE_LEARNING, Vocabulary.CLINICAL)
    return next(one for one in known if read(words_in(one)) == shown)


PLACES: dict[str, dict[str, Callable[[Any], Any]]] = {
    "positive class": {
        "snapshot": lambda p: p.snapshot.positive_name,
        "toolbar": lambda p: p.window.data_bar.positive.currentText(),
        "dock": lambda p: p.window.data.positive.currentText(),
        "matrix": lambda p: p.window.confusion.matrix_view.matrix.classes[0],
        "log": lambda p: of_log(p, "positive"),
        "log as JSON": lambda p: log_as_json(p)["positive"],
        "saved choices": lambda p: saved_roles(p).positive,
        "export": lambda p: origin(p, "positive"),
        "JSON": lambda p: as_json(p, "positive"),
        "command line": lambda p: on_command_line(p, "positive"),
        "dialog": lambda p: in_the_dialog(p, lambda d: d.choices.positive.currentData()),
    },
    "score": {
        "snapshot": lambda p: p.snapshot.score.name,
        "toolbar": lambda p: p.window.data_bar.score.currentText(),
        "turning it": lambda p: _bare(p.window.data_bar.direction.toolTip()).split("'")[1],
        "table": lambda p: (
            p.window.predictions.model.file_columns[p.window.predictions.model.score_column()].name
        ),
        "export": lambda p: origin(p, "score"),
        "JSON": lambda p: as_json(p, "score"),
        "command line": lambda p: on_command_line(p, "score"),
    },
    "direction": {
        "snapshot": lambda p: p.snapshot.score.higher_is_positive,
        "toolbar": lambda p: AT_LEAST in p.window.data_bar.direction.text(),
        "tool-tip": lambda p: "Higher values" in p.window.data_bar.direction.toolTip(),
        "dock": is_higher_in_dock,
        "table": lambda p: p.window.predictions.model.best_first() == Qt.SortOrder.DescendingOrder,
        "saved choices": lambda p: saved_roles(p).is_higher_positive(p.snapshot.score.name),
        "JSON": lambda p: as_json(p, "higher_is_positive"),
        "command line": lambda p: on_command_line(p, "higher_is_positive"),
        "dialog": lambda p: in_the_dialog(
            p, lambda d: d.roles().is_higher_positive(p.snapshot.score.name)
        ),
    },
    "subset": {
        "snapshot": lambda p: p.snapshot.dataset.subset,
        "dock": lambda p: p.window.data.subset.text(),
        "title": title_subset,
        "toolbar": lambda p: {"28": "", "14": SITE_A}[
            p.window.data_bar.rows.text().split(": ")[1].split(" ")[0]
        ],
        "chips": lambda p: both(*(chip.expression for chip in p.window.data_bar.filters.chips)),
        "table": lambda p: {28: "", 14: SITE_A}[p.window.predictions.model.n_all],
        "log": lambda p: of_log(p, "subset"),
        "log as JSON": lambda p: log_as_json(p).get("subset") or "",
        "saved choices": lambda p: saved_roles(p).subset,
        "JSON": lambda p: as_json(p, "subset") or "",
        "command line": lambda p: on_command_line(p, "subset") or "",
        "dialog": lambda p: in_the_dialog(p, lambda d: d.choices.subset.text()),
    },
    "threshold": {
        "snapshot": lambda p: p.snapshot.point.threshold,
        "field": lambda p: p.window.threshold_bar.spin_box.value(),
        "text of the field": lambda p: float(p.window.threshold_bar.spin_box.text()),
        "plot": lambda p: p.window.plots.plots()["histogram"].grip._threshold,
        "export": lambda p: origin(p, "threshold"),
        "JSON": lambda p: as_json(p, "threshold"),
        "command line": lambda p: on_command_line(p, "threshold"),
    },
    "pinned point": {
        "snapshot": lambda p: pinned(p.snapshot.choices.pinned),
        "point": lambda p: p.snapshot.pinned and p.snapshot.pinned.threshold,
        "measures": lambda p: pinned(
            p.window.metrics.model.headerData(ColumnOf.PINNED, ACROSS).removeprefix("at ") or None
        ),
        "button": lambda p: (
            p.snapshot.choices.pinned if p.window.metrics.pin_button.isChecked() else None
        ),
        "copies": lambda p: pinned_in_copies(p.window.metrics.model),
    },
    "cells": {
        "snapshot": lambda p: p.snapshot.choices.cells,
        "matrix": lambda p: tuple(p.window.confusion.matrix_view.selected),
        "table": rows_of_table,
        "button": lambda p: (
            p.snapshot.choices.cells if p.window.predictions.selection_bar.isVisible() else ()
        ),
    },
    "classes": {
        "snapshot": lambda p: p.snapshot.choices.classes,
        "table": lambda p: tuple(
            p.window.classes.model.row_at(index.row()).request.positive
            for index in p.window.classes.table.selectionModel().selectedRows()
        ),
        "plots": lambda p: tuple(p.window.plots.class_grid.chosen),
        "button": lambda p: (
            p.snapshot.choices.classes if p.window.plots.class_grid.assess.isVisible() else ()
        ),
    },
    "vocabulary": {
        "snapshot": lambda p: p.snapshot.choices.vocabulary,
        "window": lambda p: p.window.vocabulary,
        "menu": lambda p: next(
            one for one, action in p.window.menus.vocabulary_actions.items() if action.isChecked()
        ),
        "toolbar": lambda p: vocabulary_of(
            p.window.data_bar.positive.accessibleName(),
            lambda words: f"{words.positive.capitalize()} class",
        ),
        "dock": lambda p: vocabulary_of(
            p.window.data.positive.accessibleName(),
            lambda words: f"{words.positive.capitalize()} class",
        ),
        "export": lambda p: {
            "Sensitivity": Vocabulary.CLINICAL,
        }.get(exported(p, "TPR", 1), Vocabulary.MACHINE_LEARNING),
        "settings": lambda p: p.application.settings.vocabulary(),
    },
}
PLACES |= places_of(saved_roles, as_json, on_command_line)
OF_CLASSES = ("classes",)
OF_TWO = tuple(choice for choice in PLACES if choice != "classes")
# What opens a window each time is asked where the choice itself was made.
SLOW = ("dialog", "log", "command line")
