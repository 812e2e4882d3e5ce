"""A number as a sentence that can be proved: its counts, its interval, where and how it was taken.

``Sensitivity 0.950 (95/100; 95 % CI 0.888-0.978, Wilson) at marker >= 0.42, chosen on ...``
As in every copy, numbers have a point whatever the locale is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.counts import Counts
from evalgui.core.languages import tr
from evalgui.core.measured import NOTHING, Sided
from evalgui.core.metrics import Metric
from evalgui.core.multiclass import OverallMetric
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import text
from evalgui.gui.models.provenance_words import where_and_how
from evalgui.gui.results.cells import detail, left_open, number, style_of
from evalgui.results.topics.measures import INTERVAL, VALUE, live, quantities

if TYPE_CHECKING:
    from evalgui.core.measured import Interval, Measured
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.results.result import Table
    from evalgui.results.topics.measures import MeasureRow

Cells = tuple[tuple[int, int], ...]

_CELLS = {"tp": (0, 0), "fn": (0, 1), "fp": (1, 0), "tn": (1, 1)}
_TRIED = (Counts(tp=2, fp=3, fn=5, tn=7), Counts(tp=11, fp=1, fn=4, tn=9))


def measure_sentence(row: MeasureRow, snapshot: Snapshot, vocabulary: Vocabulary) -> str:
    """Return a measure as a sentence, an undefined one with its reason."""
    words, table = words_in(vocabulary), live(snapshot, ())
    found = table.cell(row, INTERVAL) or NOTHING
    name = row.title.told(style_of(words))
    place = _place_of(row, snapshot, found, words)
    if not found.is_defined:
        reason = words.said(found.reason)
        why = f" ({reason})" if reason else ""
        return on_one_line(tr("{name} is undefined{why}", name=name, why=why), place)
    is_ranked = not isinstance(row.about, (Metric, OverallMetric))  # its note says where it is
    beside = "" if is_ranked else _beside(table, row, found, words)
    beside = left_open(row.kind, found) if is_ranked else beside
    parts = [beside] if beside else []
    parts += [] if found.interval is None else [interval_in_words(found.interval, words)]
    brackets = f" ({'; '.join(parts)})" if parts else ""
    said = f"{name} {number(row.kind, found.value)}{brackets}"
    return on_one_line(said, place)


def with_place(what: str, snapshot: Snapshot, words: Words) -> str:
    """Return what is said of a number with where the threshold stands, and how it came there."""
    return on_one_line(what, where_and_how(snapshot, words))


def on_one_line(what: str, where: str) -> str:
    """Return a sentence on one line, whatever the names of the user hold."""
    return " ".join(f"{what} {where}".splitlines()).strip()


def _beside(table: Table, row: MeasureRow, found: Measured, words: Words) -> str:
    """Return x/n, the numbers that were set in the formula, or where a value is taken."""
    note, found = None if table.note is None else table.note(row), found._replace(bracket=None)
    return detail(row.kind, found, note, style_of(words))


def _place_of(row: MeasureRow, snapshot: Snapshot, found: Measured, words: Words) -> str:
    """Return where a measure is taken."""
    if isinstance(row.about, Metric):
        return where_and_how(snapshot, words)
    if isinstance(row.about, OverallMetric):
        return tr("for all classes together")
    score = snapshot.score
    of_score = "" if score is None else tr("of {name}", name=text.elided(score.name))
    place = _beside(live(snapshot, ()), row, found, words)
    return f"{of_score}, {place}" if of_score and place else of_score


def interval_in_words(interval: Interval, words: Words, *, in_percent: bool = False) -> str:
    """Return an interval as it stands in brackets: level, limits and method, or why there is none.

    Shares of a cell are told in per cent, all other limits as their measure is.
    """
    name = tr("{level} CI", level=text.level(interval.level))
    if not interval.is_defined:
        reason = words.said(interval.reason)
        no = tr("no {name}", name=name)
        return f"{no}: {reason}" if reason else no
    told = text.percent_interval if in_percent else text.interval
    sided = "" if interval.sided is Sided.TWO else f", {tr(interval.sided)}"
    method = f", {words.said(interval.method)}" if interval.method else ""
    of_bins = "" if interval.bracket is None else text.said(interval.bracket.told(text.measure))
    both = told(interval.lower, interval.upper)
    return f"{name} {both}{sided}{method}{f'; {of_bins}' if of_bins else ''}"


def formula_line(row: MeasureRow, snapshot: Snapshot, vocabulary: Vocabulary) -> str:
    """Return a measure with its formula: ``Sensitivity = TP / P = 95 / 100 = 0.950``."""
    from evalgui.gui.typesetting.filling import filled  # not for a start-up
    from evalgui.gui.typesetting.formula_text import as_text
    from evalgui.gui.typesetting.parser import parse

    words, found = words_in(vocabulary), live(snapshot, ()).cell(row, VALUE) or NOTHING
    formula = parse(words.formula(row.about.formula))
    parts = [row.title.told(style_of(words)), as_text(formula)]
    known = quantities(row, snapshot)
    if known:
        numbers = {words.formula(name): value for name, value in known.items()}
        parts.append(as_text(filled(formula, numbers, found.value, words.said(found.reason))))
    elif found.is_defined:
        parts.append(number(row.kind, found.value))
    else:
        parts.append(tr("undefined: {reason}", reason=words.said(found.reason)))
    return " = ".join(parts)


def cells_of(row: MeasureRow) -> tuple[Cells, Cells] | None:
    """Return the cells of the matrix whose rows x and n of a proportion count.

    None of a measure that is none, or not of rows of two classes. They are found by trying the
    fraction on single rows, and on counts that tell sums from all else.

    Examples
    --------
    >>> from evalgui.core.metrics import metric_by_id
    >>> from evalgui.results.topics.measures import row_of
    >>> sensitivity = row_of(metric_by_id("TPR"))
    >>> cells_of(sensitivity)
    (((0, 0),), ((0, 0), (0, 1)))
    """
    fraction = row.about.fraction if isinstance(row.about, Metric) else None
    if fraction is None or row.prevalence is not None:
        return None
    nothing = dict.fromkeys(_CELLS, 0)
    single = {name: fraction(Counts(**(nothing | {name: 1}))) for name in _CELLS}
    if any(part not in {0, 1} for pair in single.values() for part in pair):
        return None
    for counts in _TRIED:
        sums = tuple(
            sum(getattr(counts, name) * pair[side] for name, pair in single.items())
            for side in (0, 1)
        )
        if sums != tuple(fraction(counts)):
            return None
    x, n = (tuple(_CELLS[name] for name, pair in single.items() if pair[side]) for side in (0, 1))
    return x, n
