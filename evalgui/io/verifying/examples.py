"""The worked examples of the source texts, by what their file says of each value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Parameters, metric_by_id
from evalgui.core.multiclass import matrix_metric_by_id
from evalgui.core.score_table import ScoreTable
from evalgui.io.verifying.checked import Checked, each
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOLERANCE = 1e-12


def examples() -> Iterator[Checked]:
    """Yield the values that are a measure, a count or an area of the data of an example."""
    path = resources() / "worked_examples" / "examples.json"
    for example in json.loads(path.read_text(encoding="utf-8")):
        source = f"{example['source']}, {example['place']}"
        for entry in example["values"]:
            found = _found(example, entry)
            if found is not None:
                known = entry["value"]
                yield from each(example["id"], entry["name"], known, found, _TOLERANCE, source)


def _found(example: dict[str, Any], entry: dict[str, Any]) -> object:
    """Return a value of an example; None where none of its measures gives it."""
    inputs, opens = example["inputs"], example["opens"]
    if opens == "scores":
        return _of_scores(inputs, entry)
    if opens == "counts_list":
        return _of_counts(entry, _counts(inputs["tables"][entry["table"]]))
    if opens is None:
        return None
    matrix = _matrix(inputs, opens)
    name = entry.get("class", matrix.classes[1 if entry.get("swapped") else 0])
    counts = matrix.one_versus_rest(matrix.index(name))
    if "count" in entry:
        return getattr(counts, entry["count"].lower())
    if entry["metric"] is None or entry["metric"] in METRICS.ids:
        return None if entry["metric"] is None else _of_counts(entry, counts)
    return matrix_metric_by_id(entry["metric"]).value(matrix)


def _of_counts(entry: dict[str, Any], counts: Counts) -> float:
    parameters = Parameters(**entry.get("parameters", {}))
    return float(metric_by_id(entry["metric"]).value(counts, parameters))


def _of_scores(inputs: dict[str, Any], entry: dict[str, Any]) -> object:
    table = ScoreTable(inputs["scores"], inputs["labels"])
    if entry["metric"] is None:
        return table.auc if entry["name"] == "AUC" else None
    counts = table.counts_at(np.array(inputs["thresholds"]))
    return np.asarray(metric_by_id(entry["metric"]).value(counts)).tolist()


def _matrix(inputs: dict[str, Any], opens: str) -> ConfusionMatrix:
    if opens == "matrix":
        return ConfusionMatrix.from_table(
            inputs["table"], inputs["classes"], rows_are_actual=inputs["rows_are_actual"]
        )
    if opens == "labels":
        return ConfusionMatrix.from_codes(
            np.array(inputs["actual"]), np.array(inputs["predicted"]), ("0", "1")
        )
    c = _counts(inputs)
    return ConfusionMatrix(("positive", "negative"), np.array([[c.tp, c.fn], [c.fp, c.tn]]))


def _counts(inputs: dict[str, Any]) -> Counts:
    return Counts(**{cell.lower(): inputs.get(cell, 0) for cell in ("TP", "FP", "FN", "TN")})
