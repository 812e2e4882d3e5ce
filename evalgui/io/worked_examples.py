"""The worked examples of the source texts: their data, printed and exact values, and misprints."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Any

from evalgui.core.digits import Numeral
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.typed_data import Typed, of_counts, of_matrix, of_rows
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
    typed
        Its data, as if they had been typed: so they are opened, saved and exported as all others
        are; None where there is nothing to open.
    """

    id: str
    source: str
    place: str
    title: str
    values: tuple[ExampleValue, ...]
    errata: tuple[Erratum, ...]
    typed: Typed | None


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
            typed=_typed(entry),
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
            phrase(entry["explanation"]),
        )
        for entry in json.loads(path.read_text(encoding="utf-8"))
    )


def _value(entry: dict[str, Any], known: dict[str, Erratum]) -> ExampleValue:
    exact: str
    value = entry["value"]
    printed = entry.get("printed") or ""
    if value is None:
        exact, number = phrase("undefined"), math.nan
    elif isinstance(value, (int, float)):
        exact, number = Numeral(entry.get("exact") or repr(value)), float(value)
    else:
        exact, number = str(entry.get("exact") or value), math.nan
    printed_number = _number(printed)
    difference = printed_number - number
    printed = printed if math.isnan(printed_number) else Numeral(printed)
    why = entry.get("erratum") or ""
    if why in known:
        why = phrase("{id}: {why}", id=why, why=known[why].explanation)
    return ExampleValue(entry["name"], printed, exact, difference, why)


def _number(printed: str) -> float:
    try:
        return float(printed)
    except ValueError:
        return math.nan


def _typed(entry: dict[str, Any]) -> Typed | None:
    """Return the data of an example as the text that a file would hold."""
    inputs, opens = entry["inputs"], entry["opens"]
    if opens in {"counts", "counts_list"}:
        counts = inputs if opens == "counts" else inputs["tables"][0]
        cells = [str(counts[cell]) for cell in ("TP", "FN", "FP", "TN")]
        found = of_counts(cells, "positive", "negative")
    elif opens == "matrix":
        names = list(map(str, inputs["classes"]))
        found = of_matrix(
            names,
            [[str(count) for count in row] for row in inputs["table"]],
            "actual" if inputs["rows_are_actual"] else "predicted",
            names[0] if len(names) == 2 else None,
        )
    elif opens == "scores":
        truth = ["positive" if label else "negative" for label in inputs["labels"]]
        rows = [(label, repr(score)) for label, score in zip(truth, inputs["scores"], strict=True)]
        found = _decided(of_rows(rows, "score"), positive="positive", higher_is_positive=True)
    elif opens == "labels":
        pairs = zip(inputs["actual"], inputs["predicted"], strict=True)
        found = of_rows([(str(one), str(other)) for one, other in pairs], "predicted")
        found = _decided(found, positive=str(inputs["positive"]))
    else:
        return None
    return replace(found, pasted=Pasted(found.pasted.text, entry["id"], is_bundled=True))


def _decided(typed: Typed, **roles: Any) -> Typed:  # noqa: ANN401 - fields of roles
    return replace(typed, roles=replace(typed.roles, **roles))
