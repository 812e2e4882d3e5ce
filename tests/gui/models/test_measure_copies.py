"""Measures on the clipboard: every digit, a point, and nothing that breaks a table."""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale

from evalgui.gui.models.measure_copies import Line, as_latex, as_tsv, as_values
from tests.support.locales import use_locale

LINES = [
    Line("True positive rate", 2 / 3, "2/3", 0.5),
    Line("Precision", math.nan, "no positive calls", math.nan),
    Line("Positive likelihood ratio", math.inf, "", 1e-07),
    Line("ROC AUC", 0.68, ""),
]
PLAIN = [Line("R&D_index", -0.5, "1\N{NARROW NO-BREAK SPACE}000/2\N{NARROW NO-BREAK SPACE}000")]


def test_that_values_are_bare_and_have_every_digit() -> None:
    assert as_values(LINES) == "0.6666666666666666\nundefined\ninf\n0.68"
    assert as_values(PLAIN) == "-0.5"


def test_that_a_table_has_a_header_and_equally_many_cells_a_line() -> None:
    assert as_tsv(LINES, "at 0.45") == (
        "Metric\tValue\tValue at 0.45\tx/n\n"
        "True positive rate\t0.6666666666666666\t0.5\t2/3\n"
        "Precision\t\t\tno positive calls\n"
        "Positive likelihood ratio\tinf\t1e-07\t\n"
        "ROC AUC\t0.68\t\t\n"
    )
    odd = as_tsv([Line("two\tcolumns\nand lines", 1.0, "")])
    assert odd == "Metric\tValue\tx/n\ntwo columns and lines\t1.0\t\n"


def test_that_latex_is_a_tabular_with_escaped_names() -> None:
    assert as_latex(PLAIN) == (
        "\\begin{tabular}{lrl}\n\\hline\nMetric & Value & $x/n$ \\\\\n\\hline\n"
        "R\\&D\\_index & $-0.5$ & 1000/2000 \\\\\n\\hline\n\\end{tabular}\n"
    )
    pinned = as_latex(LINES, "at 0.45").splitlines()
    assert pinned[0] == "\\begin{tabular}{lrrl}"
    assert pinned[4:8] == [
        "True positive rate & $0.6666666666666666$ & $0.5$ & 2/3 \\\\",
        "Precision & -- & -- & no positive calls \\\\",
        "Positive likelihood ratio & $\\infty$ & $1 \\times 10^{-7}$ &  \\\\",
        "ROC AUC & $0.68$ &  &  \\\\",
    ]


def test_that_copies_have_a_point_in_every_locale() -> None:
    use_locale(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    line = Line("Equal error rate", 0.4, "at 0,45")
    assert as_tsv([line]).splitlines()[1] == "Equal error rate\t0.4\tat 0.45"
    several = Line("Cost", 0.4, "beta 0,5, alpha \N{MINUS SIGN}1")
    assert as_tsv([several]).splitlines()[1] == "Cost\t0.4\tbeta 0.5, alpha -1"
