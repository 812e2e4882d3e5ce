"""Per cent or fractions, and how many decimals: every number on the screen follows, no export."""

from __future__ import annotations

import pytest

from evalgui.gui import text
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.render.columns import bare
from tests.support.exported import measures_table
from tests.support.locales import use_numbers

SPACE = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture(autouse=True)
def as_before():
    yield
    text.use(text.Numbers())


def press(program, name) -> None:
    program.window.findChild(object, name).trigger()


def cell(program, metric_id, column=ColumnOf.VALUE):
    model = program.window.metrics.model
    return model.data(model.index_of(metric_id).siblingAtColumn(column))


def header(program):
    return program.window.plots.plots()["roc"].header.read_out


def ticks(program):
    axis = program.window.plots.plots()["roc"].y_axis
    return axis.tick_text(0.2, 0.2)


def test_that_proportions_are_written_as_a_user_wants(program):
    program.open_sample("clinical")
    exported = measures_table(program.snapshot)
    assert (cell(program, "TPR"), ticks(program)) == ("0.967", f"20{SPACE}%")
    assert f"96.7{SPACE}%" in header(program)
    press(program, "shares_percent")
    assert cell(program, "TPR") == f"96.7{SPACE}%"
    assert cell(program, "TPR", ColumnOf.INTERVAL).endswith(f"{SPACE}%")
    assert cell(program, "MCC") == "0.933"  # which is no proportion
    assert ticks(program) == f"20{SPACE}%"
    press(program, "shares_fraction")
    assert (cell(program, "TPR"), ticks(program)) == ("0.967", "0.2")
    assert "0.967" in header(program)
    assert "%" not in header(program)
    assert program.window.confusion.matrix_view._shown.cell(0, 0).share == "0.967"
    assert measures_table(program.snapshot) == exported
    press(program, "shares_usual")
    assert f"96.7{SPACE}%" in header(program)


@pytest.fixture
def _german_numbers():
    use_numbers("de")
    yield
    use_numbers("en")


@pytest.mark.usefixtures("_german_numbers")
def test_that_numbers_may_be_those_of_another_language(program):
    program.open_sample("clinical")
    assert cell(program, "TPR") == "0,967"
    assert f"96,7{SPACE}%" in header(program)
    assert program.window.confusion.matrix_view._shown.cell(0, 0).share == f"96,7{SPACE}%"
    threshold = program.window.findChild(object, "decision_threshold")
    assert threshold.text().endswith("0,36247772")


def test_that_decimals_are_as_many_as_a_user_wants(program):
    program.open_sample("clinical")
    model, metrics = program.window.metrics.model, program.window.metrics
    index = model.index_of("TPR")
    metrics.tree.setCurrentIndex(index)
    press(program, "decimals_5")
    assert cell(program, "TPR") == "0.96698"
    assert f"96.698{SPACE}%" in header(program)
    assert float(model.copied([index], bare)) == 205 / 212  # copies have every digit
    press(program, "decimals_2")
    assert cell(program, "TPR") == "0.967"  # two digits of the distance to 1
    assert cell(program, "PPV") == "0.949"
    assert cell(program, "PREV") == "0.37"


def test_that_decimals_are_those_of_the_field_until_a_user_wants_others(program):
    numbers = program.window.decision.model

    def shown():
        program.settle()
        return [numbers.numbers(numbers.index(row)).value for row in range(2)]

    program.open_sample("biometric")
    assert program.window.findChild(object, "decimals_0").isChecked()
    press(program, "vocabulary_clinical")
    assert shown() == ["0.974", "0.973"]
    press(program, "vocabulary_biometrics")
    assert shown() == ["0.0267", "0.0265"]  # which three decimals do not tell apart from the EER
    press(program, "decimals_3")
    assert shown() == ["0.027", "0.026"]
    press(program, "decimals_0")
    assert shown() == ["0.0267", "0.0265"]
    press(program, "vocabulary_clinical")
    assert shown() == ["0.974", "0.973"]


def test_that_it_is_remembered(program, qapp, qtbot):
    from evalgui.gui.app import Application
    from evalgui.gui.start_options import Start

    press(program, "decimals_4")
    press(program, "shares_percent")
    program.application.settings.flush()
    again = Application(qapp, Start())
    qtbot.addWidget(again.window)
    assert text.in_use() == text.Numbers(text.Shares.PERCENT, 4)
    assert again.window.findChild(object, "decimals_4").isChecked()
    again.window.close()
    again.deleteLater()
