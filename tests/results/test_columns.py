"""Results as columns for copies: every digit, a point, and nothing that breaks a table."""

from __future__ import annotations

import math

from evalgui.core.measured import Interval, Measured
from evalgui.core.texts import Style, Text, as_text
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.render import columns as as_columns
from evalgui.render import latex
from evalgui.render.columns import copied, spread
from evalgui.render.text import grid
from evalgui.results.result import COUNT, TEXT, Column, Row, Table

STYLE = Style(MACHINE_LEARNING)
VALUE, THERE = Column("value", Text("Value")), Column("there", Text("Value at 0.45"))
IDS = ("True positive rate", "Precision", "Positive likelihood ratio", "ROC AUC")
ROWS = tuple(Row(name, as_text(name)) for name in IDS)
LIMITS = Interval(0.95, "Wilson", 0.25, 0.75, (3,))
NOTES = {"True positive rate": "2/3", "Precision": "no positive calls"}
HERE = dict(zip(IDS, (2 / 3, math.nan, math.inf, 0.68), strict=True))
PINNED = dict(zip(IDS, (0.5, math.nan, 1e-07, None), strict=True))


def columns(*wanted, rows=ROWS, here=HERE, notes=NOTES, interval=None):
    def cell(row, column):
        value = here[row.id] if column is VALUE else PINNED[row.id]
        return None if value is None else Measured(value, interval=interval)

    def note(row):
        return as_text(notes[row.id]) if row.id in notes else None

    table = Table("t", wanted or (VALUE,), rows, cell, Text("Metric"), note)
    return spread(table, STYLE, Text("x/n"))


def tsv(table):
    return as_columns.tsv(table, STYLE)


def bare(table):
    return as_columns.bare(table, STYLE)


def tabular(table):
    return latex.tabular(table, STYLE)


def one(name, value, note, **more):
    row = Row(name, as_text(name))
    return columns(rows=(row,), here={name: value}, notes={name: note}, **more)


def test_that_values_are_bare_and_have_every_digit():
    assert bare(columns()) == "0.6666666666666666\nundefined\ninf\n0.68"
    assert bare(one("R&D_index", -0.5, "")) == "-0.5"


def test_that_a_table_has_a_header_and_equally_many_cells_a_line():
    assert tsv(columns(VALUE, THERE)) == (
        "Metric\tValue\tValue at 0.45\tx/n\n"
        "True positive rate\t0.6666666666666666\t0.5\t2/3\n"
        "Precision\t\t\tno positive calls\n"
        "Positive likelihood ratio\tinf\t1e-07\t\n"
        "ROC AUC\t0.68\t\t\n"
    )
    odd = tsv(one("two\tcolumns\nand lines", 1.0, ""))
    assert odd == "Metric\tValue\tx/n\ntwo columns and lines\t1.0\t\n"


def test_that_limits_stand_behind_their_values():
    known = Interval(0.95, "Wilson", 0.25, math.inf, (3,))
    told = tsv(one("TPR", 0.5, "1/2", interval=known)).splitlines()
    assert told[0] == "Metric\tValue\t95 % lower\t95 % upper\tMethod\tx/n"
    assert told[1] == "TPR\t0.5\t0.25\tinf\tWilson\t1/2"
    none = Interval(0.95, "", math.nan, math.nan, (), reason="it is not known")
    assert tsv(one("TPR", 0.5, "", interval=none)).splitlines()[1] == "TPR\t0.5\t\t\t\t"
    assert "TPR & $0.5$ &  &  &  & " in tabular(one("TPR", 0.5, "", interval=none))


def test_that_latex_is_a_tabular_with_escaped_names():
    assert tabular(one("R&D_index", -0.5, "1000/2000")) == (
        "\\begin{tabular}{lrl}\n\\hline\nMetric & Value & x/n \\\\\n\\hline\n"
        "R\\&D\\_index & $-0.5$ & 1000/2000 \\\\\n\\hline\n\\end{tabular}\n"
    )
    pinned = tabular(columns(VALUE, THERE)).splitlines()
    assert pinned[0] == "\\begin{tabular}{lrrl}"
    assert pinned[4:8] == [
        "True positive rate & $0.6666666666666666$ & $0.5$ & 2/3 \\\\",
        "Precision & -- & -- & no positive calls \\\\",
        "Positive likelihood ratio & $\\infty$ & $1 \\times 10^{-7}$ &  \\\\",
        "ROC AUC & $0.68$ &  &  \\\\",
    ]


def test_that_a_name_of_the_users_breaks_no_tabular():
    told = tabular(one("of the class [a]\n\n{b}", 0.5, "left out: --"))
    assert "of the class [a] \\{b\\} & $0.5$ & left out: {-}{-} \\\\" in told.splitlines()
    assert "{}[a] & $0.5$ &  \\\\" in tabular(one("[a]", 0.5, "")).splitlines()


def test_that_cells_are_copied_as_numbers_and_words_as_they_are_told():
    count, words = Column("n", Text("Rows"), COUNT), Column("why", Text("Why"), TEXT)

    def cell(_row, column):
        return Measured(3) if column is count else Measured(0.5, interval=LIMITS)

    table = Table(
        "t", (count, words, VALUE), ROWS[:1], cell, Text("Metric"),
        text=lambda _row, column: as_text("so") if column is words else None,
    )  # fmt: skip
    style = STYLE
    assert copied(table, table.rows, (None, count, words, VALUE), style) == [
        ["Metric", "Rows", "Why", "Value", "Value lower", "Value upper"],
        ["True positive rate", "3", "so", "0.5", "0.25", "0.75"],
    ]
    told = grid(table, ("n", "why", "value"), style, with_limits=True)
    assert [line.split("  ")[0] for line in told] == ["Metric", "True positive rate"]
    assert told[0].split()[-2:] == ["%", "interval"]
    assert "0.250 to 0.750" in told[1]
    assert "interval" not in grid(table, ("n", "why", "value"), style)[0]
