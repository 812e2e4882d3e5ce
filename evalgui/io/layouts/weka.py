"""Weka's predictions: as text and CSV, as saved plots, and as attributes that were added.

Weka writes a class with its number, ``2:tested_positive``, and the probability of the class
that it predicted. What the other columns say is worked out of that, in decimal numbers: no
digit is lost.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.vocabulary import phrase
from evalgui.io.building.class_columns import CLASS_LIMIT
from evalgui.io.layouts.derived_columns import (
    either,
    encoded_whole,
    exact,
    free_name,
    share_name,
    text_column,
)
from evalgui.io.meaning import Known, Role, Roles, listed, stated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import Reason
    from evalgui.io.table import Encoded, RawColumn, RawTable

NAME = phrase("Weka predictions")

_FIRST = ("inst#", "actual", "predicted", "error")
_NUMBERED = re.compile(r"([0-9]{1,5}):(.*)", re.DOTALL)
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_SHARE = re.compile(r"\*?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|\?|NaN|")
_ADDED = re.compile(r"(?:.*_prob|distribution)_(?=.)", re.DOTALL)
_MARGIN = "prediction margin"
_PREDICTED = "predicted "
_SAMPLE = 200
_HALF = Decimal("0.5")
_ONE = Decimal(1)


def sniff(table: RawTable) -> bool:
    """Return whether these are predictions as Weka writes them, in one of three ways."""
    return _is_listing(table) or _plot_columns(table) is not None or bool(_added_columns(table))


def read(table: RawTable) -> RawTable:
    """Return a table with the classes and the probabilities that Weka's columns say."""
    if _is_listing(table):
        found = _read_listing(table)
    elif _plot_columns(table) is not None:
        found = _read_plot(table)
    else:
        found = _read_added(table)
    if found is table:
        return table
    kind = phrase("{layout} in {format}", layout=NAME, format=table.how.format)
    return replace(found, how=replace(table.how, format=kind))


# ---------------------------------------------------------------- inst#, actual, predicted


def _is_listing(table: RawTable) -> bool:
    """Return whether the columns are those of Weka's listing, with numbered classes."""
    headers = tuple(column.header.strip().casefold() for column in table.columns[:4])
    if headers != _FIRST or len(table.columns) == len(_FIRST) or not table.n_rows:
        return False
    sample = [cell for column in table.columns[1:3] for cell in column.sample(_SAMPLE)]
    known = [cell for cell in sample if cell.strip() != "?"]
    return bool(known) and all(_NUMBERED.fullmatch(cell.strip()) for cell in known)


class _Labels(NamedTuple):
    """The classes of a listing: their names by their numbers, and the class of each row."""

    names: dict[int, str]
    actual: NDArray[np.intp]
    predicted: NDArray[np.intp]

    def column(self, name: str, numbers: NDArray[np.intp]) -> RawColumn:
        """Return a column with the names of classes, no value for the number 0."""
        place = {number: index for index, number in enumerate(self.names)}
        codes = [place.get(number, -1) for number in range(max(place, default=0) + 1)]
        return text_column(name, np.array(codes)[numbers], list(self.names.values()))


def _read_listing(table: RawTable) -> RawTable:
    labels = _labels(table)
    if labels is None:
        return table
    shares = _share_columns(table)
    actual = labels.column(free_name(table, "actual class"), labels.actual)
    predicted = labels.column(free_name(table, "predicted class"), labels.predicted)
    roles = Roles(truth=actual.name, predicted=predicted.name)
    reasons = [
        stated(
            Role.TRUTH,
            phrase("'{name}' is the truth: Weka writes a number and a name", name=actual.name),
            actual.name,
        ),
        stated(
            Role.PREDICTED,
            phrase(
                "'{name}' is the {predicted_class}: Weka writes a number and a name",
                name=predicted.name,
            ),
            predicted.name,
        ),
    ]
    derived: dict[str, RawColumn] = {}
    if len(shares) > 1:
        derived = _distribution(table, labels, shares)
        sentence = phrase("{names}: Weka's distribution, by class", names=_listed(derived))
    elif shares:
        derived = _two_shares(table, labels, shares[0])
        sentence = phrase(
            "{names}: '{name}' is the probability of the {predicted_class}, of two: that of the "
            "other is 1 minus it",
            names=_listed(derived),
            name=shares[0].name,
        )
    if derived:
        reasons.append(_reason(derived, sentence))
    elif shares:
        sentence = phrase(
            "'{name}' is the probability of the {predicted_class}: no score, since it is not said "
            "what the other classes have",
            name=shares[0].name,
        )
        reasons.append(stated(Role.PROBABILITIES, sentence))
    known = Known(replace(roles, probabilities=_pairs(derived)), tuple(reasons))
    columns = (*table.columns, actual, predicted, *derived.values())
    return replace(table, columns=columns, known=known)


def _reason(derived: dict[str, RawColumn], sentence: str) -> Reason:
    return stated(Role.PROBABILITIES, sentence, *(column.name for column in derived.values()))


def _listed(derived: dict[str, RawColumn]) -> str:
    return listed([column.name for column in derived.values()]) if derived else ""


def _pairs(derived: dict[str, RawColumn]) -> tuple[tuple[str, str], ...]:
    return tuple((name, column.name) for name, column in derived.items())


def _labels(table: RawTable) -> _Labels | None:
    """Return the classes by their numbers; None where a cell is no numbered class."""
    encoded = [column.encode(CLASS_LIMIT) for column in table.columns[1:3]]
    spelled: dict[int, set[str]] = {}
    rows = []
    for one in encoded:
        numbers = None if one is None else _numbers_of(one, spelled)
        if one is None or numbers is None:
            return None
        rows.append(np.array([*numbers, 0], np.intp)[one.codes])
    names = {number: min(spelled[number], key=len) for number in sorted(spelled)}
    if len(set(names.values())) < len(names) or any(len(n) > 1 for n in spelled.values()):
        # Old versions cut long names: only the number tells such classes apart.
        names = {number: f"{number}:{name}" for number, name in names.items()}
    return _Labels(names, *rows)


def _numbers_of(encoded: Encoded, spelled: dict[int, set[str]]) -> list[int] | None:
    """Return the number of the class of each text, 0 for no class; note how it is spelled."""
    numbers = []
    for text in encoded.texts:
        match = _NUMBERED.fullmatch(text.strip())
        if match is None:
            if text.strip() not in {"", "?"}:
                return None
            numbers.append(0)
            continue
        quoted = _QUOTED.fullmatch(match[2])
        name = match[2] if quoted is None else re.sub(r"\\(.)", r"\1", quoted[1])
        number = 0 if name == "?" else int(match[1])
        numbers.append(number)
        if number:
            spelled.setdefault(number, set()).add(name)
    return numbers


def _share_columns(table: RawTable) -> list[RawColumn]:
    """Return the column with the probability, or those with the distribution."""
    first = table.columns[len(_FIRST)]
    if first.header.strip().casefold() == "prediction":
        return [first] if _are_shares(first) else []
    found: list[RawColumn] = []
    for column in table.columns[len(_FIRST) :]:
        has_star = any(cell.startswith("*") for cell in column.sample(_SAMPLE))
        if (found and column.header.strip() and not has_star) or not _are_shares(column):
            break
        found.append(column)
    return found if len(found) > 1 else []


def _are_shares(column: RawColumn) -> bool:
    return all(_SHARE.fullmatch(cell.strip()) for cell in column.sample(_SAMPLE))


def _distribution(
    table: RawTable, labels: _Labels, shares: Sequence[RawColumn]
) -> dict[str, RawColumn]:
    """Return the probabilities without the star at that of the predicted class."""
    derived = {}
    for number, column in enumerate(shares, start=1):
        name = labels.names.get(number, f"class {number}")
        encoded = encoded_whole(column)
        texts = [text.strip().lstrip("*") for text in encoded.texts]
        derived[name] = text_column(share_name(table, name), encoded.codes, texts)
    return derived


def _two_shares(table: RawTable, labels: _Labels, column: RawColumn) -> dict[str, RawColumn]:
    """Return the probabilities of both classes; none where there are, or may be, more."""
    encoded = encoded_whole(column)
    numbers = [exact(text) for text in encoded.texts]
    is_two = len(labels.names) == 2 >= max(labels.names)
    if not is_two or not all(number is None or _HALF <= number <= 1 for number in numbers):
        return {}
    other = [None if number is None else format(_ONE - number, "f") for number in numbers]
    own = [text.strip() for text in encoded.texts]
    own_or_none = [
        None if number is None else text for number, text in zip(numbers, own, strict=True)
    ]
    is_known = (encoded.codes >= 0) & (labels.predicted > 0)
    return {
        name: text_column(
            share_name(table, name),
            either(encoded.codes, len(own), is_known, labels.predicted == number),
            [*own_or_none, *other],
        )
        for number, name in labels.names.items()
    }


# --------------------------------------------------------------------------- saved plots


def _plot_columns(table: RawTable) -> tuple[RawColumn, RawColumn, RawColumn] | None:
    """Return the margin, the predicted and the true class of a plot that was saved."""
    names = {column.header: column for column in table.columns}
    margin = names.get(_MARGIN)
    if margin is None:
        return None
    for column in table.columns:
        truth = names.get(column.header.removeprefix(_PREDICTED))
        if column.header.startswith(_PREDICTED) and truth is not None:
            return margin, column, truth
    return None


def _read_plot(table: RawTable) -> RawTable:
    """Return a saved plot with the probabilities that its margin says.

    The margin is the probability of the true class minus the greatest of the others. Of two
    classes, the true one has the probability (1 + margin) / 2.
    """
    found = _plot_columns(table)
    if found is None:
        return table
    margin, predicted, truth = found
    reasons = [
        stated(
            Role.TRUTH,
            phrase("'{name}' is the truth of a Weka plot", name=truth.name),
            truth.name,
        ),
        stated(
            Role.PREDICTED,
            phrase("'{name}' is the {predicted_class} of a Weka plot", name=predicted.name),
            predicted.name,
        ),
    ]
    derived = _shares_of_margin(table, margin, predicted, truth)
    if derived:
        sentence = phrase(
            "{names}: '{name}' is the probability of the true class minus that of the other, of "
            "two",
            names=_listed(derived),
            name=margin.name,
        )
        reasons.append(_reason(derived, sentence))
    else:
        sentence = phrase(
            "'{name}' is no score: with three classes and more, it does not say what each of them "
            "has",
            name=margin.name,
        )
        reasons.append(stated(Role.PROBABILITIES, sentence))
    roles = Roles(truth=truth.name, predicted=predicted.name, probabilities=_pairs(derived))
    columns = (*table.columns, *derived.values())
    return replace(table, columns=columns, known=Known(roles, tuple(reasons)))


def _shares_of_margin(
    table: RawTable, margin: RawColumn, predicted: RawColumn, truth: RawColumn
) -> dict[str, RawColumn]:
    true, called = truth.encode(CLASS_LIMIT), predicted.encode(CLASS_LIMIT)
    if true is None or called is None:
        return {}
    encoded = encoded_whole(margin)
    numbers = [exact(text) for text in encoded.texts]
    names = list(dict.fromkeys((*true.texts, *called.texts)))
    if len(names) != 2 or any(n is not None and abs(n) > 1 for n in numbers):
        return {}
    own = [None if number is None else format((1 + number) / 2, "f") for number in numbers]
    other = [None if number is None else format((1 - number) / 2, "f") for number in numbers]
    place = np.array([*(names.index(text) for text in true.texts), -1])[true.codes]
    is_known = (encoded.codes >= 0) & (place >= 0)
    return {
        name: text_column(
            share_name(table, name),
            either(encoded.codes, len(own), is_known, place == index),
            [*own, *other],
        )
        for index, name in enumerate(names)
    }


# ------------------------------------------------------------------- attributes added


def _added_columns(table: RawTable) -> dict[str, str]:
    """Return the columns with probabilities that a filter added, by their classes."""
    groups: dict[str, dict[str, str]] = {}
    if table.how.format != "ARFF" and not _classification(table):
        return {}
    for column in table.columns:
        match = _ADDED.match(column.header)
        if match is not None:
            name = column.header[match.end() :]
            groups.setdefault(match[0], {})[name] = column.name
    return next((group for group in groups.values() if _truth_of(table, group)), {})


def _truth_of(table: RawTable, group: dict[str, str]) -> str:
    """Return the column with the classes of these, and of nothing else; "" for none."""
    if len(group) < 2 or not table.n_rows:
        return ""
    for column in table.columns:
        if column.name in group.values() or column.name == _classification(table):
            continue
        labels = column.distinct(CLASS_LIMIT) if column.kind == "text" else None
        if labels is not None and labels.texts and {*labels.texts} <= {*group}:
            return column.name
    return ""


def _classification(table: RawTable) -> str:
    """Return the column with the class that a filter predicted; "" for none."""
    named = (column.name for column in table.columns if column.header == "classification")
    return next(named, "")


def _read_added(table: RawTable) -> RawTable:
    group = _added_columns(table)
    truth = _truth_of(table, group)
    predicted = _classification(table)
    roles = Roles(truth=truth, predicted=predicted or None, probabilities=tuple(group.items()))
    shares = list(group.values())
    holds = phrase("'{name}' is the truth: it holds the classes of the probabilities", name=truth)
    shown = phrase("{names} are Weka's probabilities, by class", names=listed(shares))
    reasons = [stated(Role.TRUTH, holds, truth), stated(Role.PROBABILITIES, shown, *shares)]
    if predicted:
        sentence = phrase("'{name}' is the class that Weka predicted", name=predicted)
        reasons.append(stated(Role.PREDICTED, sentence, predicted))
    return replace(table, known=Known(roles, tuple(reasons)))
