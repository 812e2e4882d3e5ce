"""How choices about intervals are made, and where they can be read: as of all other choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from evalgui.core.intervals.methods import OFFERED
from evalgui.core.kind import Kind
from evalgui.core.sampling import Sampling
from evalgui.gui.panels.prevalence_field import read_prevalence
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.render.columns import tsv
from evalgui.workspace.settings import INTERVAL_BARS

if TYPE_CHECKING:
    from collections.abc import Callable

SAME_FOR_ALL = {"vocabulary", "level", "method", "bars"}
"""Choices that hold for every data set that is open."""


def type_prevalence(field, value):
    """Type a prevalence, or empty the field."""
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, "" if value is None else str(value))
    QTest.keyClick(field, Qt.Key.Key_Return)


def in_intervals(program, change):
    """Change something in the dialog of intervals, and use it."""
    program.window.actions_by_id["intervals"].trigger()
    found = program.window.findChildren(QDialog, "intervals_dialog")
    dialog = next(one for one in found if one.isVisible())
    change(dialog)
    QTest.mouseClick(dialog.use_button, Qt.MouseButton.LeftButton)


def pick_method(choice, value):
    """Choose a method by its id."""
    choice.setCurrentIndex(choice.findData(value))


def switch_bars(program, _value):
    """Switch the bars on or off in the menu."""
    program.window.actions_by_id["interval_bars"].trigger()


def as_prevalence(program, value):
    """Choose a prevalence in the dialog."""
    typed = "" if value is None else f"{100 * value} %"
    in_intervals(program, lambda dialog: dialog.prevalence.setText(typed))


def percent_of(words):
    """Return the share that words begin with: 95 % interval."""
    return round(float(words.partition("\N{NARROW NO-BREAK SPACE}")[0]) / 100, 6)


def method_of(label):
    """Return the id of a method of proportions by its label."""
    return next(one.id for one in OFFERED[Kind.PROPORTION] if one.name == label)


def of_matrix(program):
    """Return level and method as the first cell of the matrix says them."""
    told = program.window.confusion.matrix_view.described(0, 0).rpartition("(")[2].rstrip(")")
    return percent_of(told), method_of(told.rpartition(", ")[2])


def wilson_or(methods):
    """Return the method of proportions among those that are chosen."""
    return methods.get(Kind.PROPORTION, "wilson")


def prevalence_of_rows(program):
    """Return the prevalence that rows of the panel name."""
    sections = program.window.metrics.model.sections
    rows = (row for section in sections for row in section.rows)
    return next((row.prevalence for row in rows if row.prevalence is not None), None)


def sampling_of_note(program):
    """Return the sampling where the note about it is shown rightly, None where it is not."""
    sampling = program.snapshot.dataset.sampling
    is_asked = sampling.fixes_shares and program.snapshot.inputs.intervals.prevalence is None
    return sampling if program.window.metrics.prevalence.note.isVisible() == is_asked else None


def line_of(program, metric_id):
    """Return a measure as it is copied."""
    model = program.window.metrics.model
    heads, cells = model.copied([model.index_of(metric_id)], tsv).splitlines()[:2]
    return dict(zip(heads.split("\t"), cells.split("\t"), strict=True))


def places_of(
    saved_roles: Callable[[Any], Any],
    as_json: Callable[[Any, str], Any],
    on_command_line: Callable[[Any, str], Any],
) -> dict[str, dict[str, Callable[[Any], Any]]]:
    """Return where each choice about intervals can be read."""
    return {
        "sampling": {
            "snapshot": lambda p: p.snapshot.dataset.sampling,
            "dock": lambda p: Sampling(p.window.data.sampling.currentData()),
            "intervals": lambda p: p.snapshot.point.intervals.sampling,
            "note": sampling_of_note,
            "saved choices": lambda p: saved_roles(p).sampled,
            "JSON": lambda p: Sampling(as_json(p, "sampling")),
            "command line": lambda p: Sampling(on_command_line(p, "sampling")),
        },
        "prevalence": {
            "snapshot": lambda p: p.snapshot.inputs.intervals.prevalence,
            "dock": lambda p: read_prevalence(p.window.data.prevalence.text()),
            "measures": lambda p: read_prevalence(p.window.metrics.prevalence.field.text()),
            "rows": prevalence_of_rows,
            "JSON": lambda p: (as_json(p, "at_prevalence") or {}).get("prevalence"),
            "command line": lambda p: (on_command_line(p, "at_prevalence") or {}).get("prevalence"),
        },
        "level": {
            "snapshot": lambda p: p.snapshot.inputs.intervals.level,
            "head": lambda p: percent_of(
                p.window.metrics.model.headerData(ColumnOf.INTERVAL, Qt.Orientation.Horizontal)
            ),
            "matrix": lambda p: of_matrix(p)[0],
            "summaries": lambda p: p.snapshot.summaries["roc_auc"].level,
            "settings": lambda p: p.application.settings.intervals().level,
            "JSON": lambda p: as_json(p, "intervals")["TPR"]["level"],
            "command line": lambda p: on_command_line(p, "intervals")["TPR"]["level"],
        },
        "method": {
            "snapshot": lambda p: wilson_or(p.snapshot.inputs.intervals.methods),
            "measures": lambda p: method_of(line_of(p, "TPR")["Method"]),
            "matrix": lambda p: of_matrix(p)[1],
            "settings": lambda p: wilson_or(p.application.settings.intervals().methods),
            "JSON": lambda p: method_of(as_json(p, "intervals")["TPR"]["method"]),
            "command line": lambda p: method_of(on_command_line(p, "intervals")["TPR"]["method"]),
        },
        "bars": {
            "snapshot": lambda p: p.snapshot.choices.has_bars,
            "tree": lambda p: p.window.metrics.tree.bar_room.is_shown,
            "menu": lambda p: p.window.actions_by_id["interval_bars"].isChecked(),
            "menu of the panel": lambda p: p.window.metrics.bars_action.isChecked(),
            "settings": lambda p: p.application.settings.value(INTERVAL_BARS),
        },
    }
