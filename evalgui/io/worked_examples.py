"""The worked examples of the source texts: their data, printed and exact values, and misprints."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from evalgui.core.api import ConfusionMatrix, Dataset, Score, phrase
from evalgui.locations import resources


@dataclass(frozen=True, slots=True)
class ExampleValue:
    """One value of an example.

    Parameters
    ----------
    name
        What the source or the specification calls it.
    printed
        The text in the source, "" where it prints none.
    exact
        The exact value as a fraction or a decimal number, as text; "undefined" where it is.
    difference
        The printed number less the exact one; NaN where one of them is no number.
    erratum
        Why they differ, or the misprint it belongs to; "" where there is nothing to say.
    """

    name: str
    printed: str
    exact: str
    difference: float
    erratum: str


@dataclass(frozen=True, slots=True)
class Erratum:
    """A misprint of a source: where, what, what is right, and one sentence."""

    id: str
    place: str
    printed: str
    correct: str
    explanation: str


@dataclass(frozen=True, slots=True, eq=False)
class WorkedExample:
    """An example of a source text.

    Parameters
    ----------
    id, source, place, title
        Its name, the text, where in the text, and what it is about.
    values
        Its values.
    errata
        The misprints to know beside it.
    dataset
        Its data, ready to be shown; None where there is nothing to load.
    """

    id: str
    source: str
    place: str
    title: str
    values: tuple[ExampleValue, ...]
    errata: tuple[Erratum, ...]
    dataset: Dataset | None


def worked_examples() -> tuple[WorkedExample, ...]:
    """Return the examples in the order of the sources.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    folder = resources() / "worked_examples"
    entries = json.loads((folder / "examples.json").read_text(encoding="utf-8"))
    known = {erratum.id: erratum for erratum in errata()}
    return tuple(
        WorkedExample(
            id=entry["id"],
            source=entry["source"],
            place=entry["place"],
            title=phrase(entry["title"]),
            values=tuple(_value(item, known) for item in entry["values"]),
            errata=tuple(known[erratum_id] for erratum_id in entry["errata"]),
            dataset=_dataset(entry),
        )
        for entry in entries
    )


def errata() -> tuple[Erratum, ...]:
    """Return all misprints that were found in the sources."""
    path = resources() / "worked_examples" / "errata.json"
    return tuple(
        Erratum(
            entry["id"],
            f"{entry['source']}, {entry['place']}",
            entry["printed"],
            entry["correct"],
            entry["explanation"],
        )
        for entry in json.loads(path.read_text(encoding="utf-8"))
    )


def _value(entry: dict[str, Any], known: dict[str, Erratum]) -> ExampleValue:
    value = entry["value"]
    printed = entry.get("printed") or ""
    if value is None:
        exact, number = "undefined", math.nan
    elif isinstance(value, (int, float)):
        exact, number = entry.get("exact") or repr(value), float(value)
    else:
        exact, number = str(entry.get("exact") or value), math.nan
    difference = _number(printed) - number
    why = entry.get("erratum") or ""
    if why in known:
        why = f"{why}: {known[why].explanation}"
    return ExampleValue(entry["name"], printed, exact, difference, why)


def _number(printed: str) -> float:
    try:
        return float(printed)
    except ValueError:
        return math.nan


def _dataset(entry: dict[str, Any]) -> Dataset | None:
    """Return the data of an example as a data set of its own."""
    name, inputs = entry["id"], entry["inputs"]
    opens = entry["opens"]
    if opens in {"counts", "counts_list"}:
        counts = inputs if opens == "counts" else inputs["tables"][0]
        cells = [[counts["TP"], counts["FN"]], [counts["FP"], counts["TN"]]]
        matrix = ConfusionMatrix(("positive", "negative"), np.array(cells))
        return _matrix_set(name, matrix)
    if opens == "matrix":
        rows_are_actual = inputs["rows_are_actual"]
        classes = tuple(map(str, inputs["classes"]))
        matrix = ConfusionMatrix.from_table(
            inputs["table"], classes, rows_are_actual=rows_are_actual
        )
        return _matrix_set(name, matrix)
    if opens == "scores":
        truth = np.array(inputs["labels"], dtype=np.int8)
        score = Score("score", np.array(inputs["scores"], dtype=np.float64))
        return Dataset(name, ("negative", "positive"), truth, 1, (score,))
    if opens == "labels":
        labels = sorted({str(label) for label in inputs["actual"] + inputs["predicted"]})
        codes = {label: code for code, label in enumerate(labels)}
        truth, predicted = (
            np.array([codes[str(label)] for label in inputs[column]], dtype=np.int8)
            for column in ("actual", "predicted")
        )
        positive = codes[str(inputs["positive"])]
        odd = ConfusionMatrix.from_codes(truth, predicted, labels).findings()
        return Dataset(name, tuple(labels), truth, positive, predicted=predicted, findings=odd)
    return None


def _matrix_set(name: str, matrix: ConfusionMatrix) -> Dataset:
    nothing = np.zeros(0, dtype=np.int8)
    return Dataset(name, matrix.classes, nothing, 0, matrix=matrix, findings=matrix.findings())
