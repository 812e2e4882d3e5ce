"""What a confusion matrix says of itself: which side is the actual one, which class is positive."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import (
    Basis,
    Proposal,
    Role,
    Roles,
    guessed,
    likely,
    reason_of_positive,
    stated,
)
from evalgui.io.proposing.kept_choices import confirmed

if TYPE_CHECKING:
    from evalgui.io.building.matrix_table import MatrixTable
    from evalgui.io.meaning import Reason
    from evalgui.io.table import RawTable


def propose_matrix(
    table: RawTable, found: MatrixTable, wanted: Roles, before: Proposal | None = None
) -> Proposal:
    """Return what is known about a confusion matrix, and ask for what is not.

    Parameters
    ----------
    table
        The table as read.
    found
        The matrix in it.
    wanted
        What the user decided already.
    before
        What was proposed before the user decided.
    """
    rows = wanted.matrix_rows or found.rows_are or "actual"
    roles = replace(wanted, matrix_rows=rows)
    n = len(found.classes)
    what = phrase(
        "'{name}' holds the four counts of a confusion matrix"
        if found.is_four_counts
        else "'{name}' is a confusion matrix of {n} classes, not rows of data",
        name=table.name,
        n=grouped(n),
    )
    by = Basis.NAME if found.is_four_counts else Basis.CONTENT
    reasons = [*confirmed(wanted, before), likely(Role.TABLE, what, by)]
    findings = []
    if wanted.matrix_rows is None and not found.is_four_counts:
        reasons.append(_reason_of_rows(found))
        if reasons[-1].confidence.asks:
            text = phrase(
                "the file does not say which side of the confusion matrix is {the_actual_one}"
            )
            findings.append(Finding("matrix_rows_unknown", text))
    if wanted.positive is None and n == 2:
        place = found.positive()
        positive = found.classes[n - 1 if place is None else place]
        roles = replace(roles, positive=positive)
        reasons.append(reason_of_positive(positive, found.classes, is_sure=place is not None))
    return Proposal(roles, tuple(dict.fromkeys(reasons)), tuple(findings))


def _reason_of_rows(found: MatrixTable) -> Reason:
    """Return why the rows of a matrix are the actual or the predicted classes."""
    if found.rows_are is not None:
        sentence = phrase(
            "its rows are the actual classes by its own words"
            if found.rows_are == "actual"
            else "its rows are the predicted classes by its own words"
        )
        return stated(Role.MATRIX_ROWS, sentence)
    if np.array_equal(found.values, found.values.T):
        sentence = phrase(
            "its rows are taken for the actual classes: its columns hold the same counts"
        )
        return likely(Role.MATRIX_ROWS, sentence, Basis.CONTENT)
    sentence = phrase("its rows are taken for the actual classes")
    question = phrase("Are the rows of the confusion matrix {the_actual_or_the_predicted_classes}?")
    return guessed(Role.MATRIX_ROWS, sentence, Basis.CONVENTION, question=question)
