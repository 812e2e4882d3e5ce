"""Terms of a selection as text that can be edited, and read again."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.selection import Between, Cells, OfClasses, Rows, ScoreRange, Where
from evalgui.core.thresholds import limit
from evalgui.gui.look import text
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_threshold

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.selection import Term
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

_DASH = "\N{EN DASH}"
_AT_LEAST, _AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"
_BETWEEN = re.compile(r"(?:called otherwise at|between)\s+(\S+)\s+and\s+(\S+)", re.IGNORECASE)
_DASHED = re.compile(rf"([^\s{_DASH}]+)\s*{_DASH}\s*([^\s{_DASH}]+)")
_TO = re.compile(r"(\S+)\s+to\s+(\S+)")
_HYPHENED = re.compile(r"([-+]?[0-9.,]+(?:[eE][-+]?[0-9]+)?)-(\S+)")
_SIDE = re.compile(rf"(>=|<=|<|>|{_AT_LEAST}|{_AT_MOST})\s*(\S+)")
_TRUE = re.compile(r"true\s+(\S.*)", re.IGNORECASE)
_ROWS = re.compile(r"rows?\s+([0-9]+(?:\s*,\s*[0-9]+)*)", re.IGNORECASE)
_OR = re.compile(r"\sor\s|,", re.IGNORECASE)
_MOST_LISTED = 5
_CELLS = ((0, 0), (0, 1), (1, 0), (1, 1))
_ALSO = {"missed": 1, "found": 0, "false alarm": 2, "false alarms": 2}


def term_text(term: Term, snapshot: Snapshot, words: Words) -> str:  # noqa: PLR0911 - one a kind
    """Return a term as text that `read_term` reads."""
    score, dataset = snapshot.score, snapshot.dataset
    match term:
        case Cells(cells) if snapshot.is_one_versus_rest:
            return " or ".join(words.shorts[2 * actual + called] for actual, called in cells)
        case Cells(cells) if dataset is not None:
            names = dataset.classes
            actual, called = cells[0]
            more = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
            return f"{_short(names[actual])} called {_short(names[called])}{more}"
        case Between(one, other) if score is not None:
            return _between_text(one, other, score)
        case ScoreRange(low, high) if score is not None:
            return _range_text(low, high, score)
        case OfClasses(classes) if dataset is not None:
            return "true " + " or ".join(_short(dataset.classes[one]) for one in classes)
        case Rows(rows):
            listed = ", ".join(map(str, rows[:_MOST_LISTED]))
            left = len(rows) - _MOST_LISTED
            ending = f" and {text.count(left)} more" if left > 0 else ""
            return f"{'row' if len(rows) == 1 else 'rows'} {listed}{ending}"
        case Where(expression):
            return expression
    return ""


def _between_text(one: float, other: float, score: Score) -> str:
    """Return what only one of two thresholds calls; one that calls all or nothing is not told."""
    low, high = sorted((one, other), key=lambda end: limit(end, score))
    first, last = (text.threshold(end, score) for end in (low, high))
    is_open = math.isinf(limit(low, score)), math.isinf(limit(high, score))
    higher = score.higher_is_positive
    if is_open == (False, True):
        return f"{_AT_LEAST if higher else '>'} {first}"
    if is_open == (True, False):
        return f"{'<' if higher else _AT_MOST} {last}"
    return f"between {first} and {last}"


def _range_text(low: float, high: float, score: Score) -> str:
    if math.isinf(high) and not math.isinf(low):
        return f"{_AT_LEAST} {text.threshold(low, score)}"
    if math.isinf(low) and not math.isinf(high):
        return f"{_AT_MOST} {text.threshold(high, score)}"
    return f"{text.threshold(low, score)}{_DASH}{text.threshold(high, score)}"


def _short(name: str) -> str:
    return text.elided(name, 24)


def read_term(typed: str, snapshot: Snapshot, words: Words) -> Term:
    """Read a term: outcomes, scores, thresholds, a class, rows, or an expression over columns.

    Raises
    ------
    NotUnderstoodError
        If it is none of them; the message says why in words.
    """
    cleaned = " ".join(typed.split())
    if not cleaned:
        raise NotUnderstoodError("Type what the rows have in common")
    readers = (_read_cells, _read_scores, _read_classes, _read_rows)
    for read in readers:
        found = read(cleaned, snapshot, words)
        if found is not None:
            return found
    return _read_expression(cleaned, snapshot)


def _read_cells(typed: str, snapshot: Snapshot, words: Words) -> Term | None:
    if not snapshot.is_one_versus_rest:
        return None
    known = dict(_ALSO)
    for place, outcome in enumerate(words.outcomes):
        for name in (outcome.short, outcome.long, outcome.many):
            known[name.casefold()] = place
    places = [known.get(part) for part in _alternatives(typed)]
    if any(place is None for place in places):
        return None
    return Cells(tuple(dict.fromkeys(_CELLS[place] for place in places if place is not None)))


def _alternatives(typed: str) -> list[str]:
    """Return names parted by commas or "or", in the form in which they are looked up."""
    return [part.strip().casefold() for part in _OR.split(typed)]


def _side(sign: str, end: float, score: Score) -> Term | None:
    """Return the scores on one side of a number; without it only those that are not called."""
    if sign in {">=", _AT_LEAST}:
        return ScoreRange(end, math.inf)
    if sign in {"<=", _AT_MOST}:
        return ScoreRange(-math.inf, end)
    higher = score.higher_is_positive
    calls_all = -math.inf if higher else math.inf
    return Between(end, calls_all) if (sign == "<") == higher else None


def _read_scores(typed: str, snapshot: Snapshot, _words: Words) -> Term | None:
    score = snapshot.score
    if score is None:
        return None
    found = _BETWEEN.fullmatch(typed)
    if found is not None:
        return Between(*(read_typed_threshold(end, score) for end in found.groups()))
    found = _SIDE.fullmatch(typed)
    if found is not None:
        return _side(found[1], read_typed_threshold(found[2], score), score)
    found = _DASHED.fullmatch(typed) or _TO.fullmatch(typed) or _HYPHENED.fullmatch(typed)
    if found is None:
        return None
    try:
        low, high = (read_typed_threshold(end, score) for end in found.groups())
    except NotUnderstoodError:
        return None  # it may be an expression with a dash
    return ScoreRange(min(low, high), max(low, high))


def _read_classes(typed: str, snapshot: Snapshot, _words: Words) -> Term | None:
    found, dataset = _TRUE.fullmatch(typed), snapshot.dataset
    if found is None or dataset is None:
        return None
    known = {name.casefold(): place for place, name in enumerate(dataset.classes)}
    whole = known.get(found[1].casefold())
    if whole is not None:
        return OfClasses((whole,))
    places = [known.get(part) for part in _alternatives(found[1])]
    if any(place is None for place in places):
        return None
    return OfClasses(tuple(dict.fromkeys(place for place in places if place is not None)))


def _read_rows(typed: str, _snapshot: Snapshot, _words: Words) -> Term | None:
    found = _ROWS.fullmatch(typed)
    if found is None:
        return None
    return Rows(tuple(sorted({int(number) for number in found[1].split(",")})))


def _read_expression(typed: str, snapshot: Snapshot) -> Term:
    from evalgui.io.building.row_filter import rows_where

    dataset = snapshot.dataset
    if dataset is not None:
        try:
            rows_where(dataset.columns, typed)  # type: ignore[arg-type] # they are such
        except DataError as error:
            raise NotUnderstoodError(error.message) from None
    return Where(typed)
