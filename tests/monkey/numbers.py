"""Whether all numbers on show agree with a recount of the rows under the decision rule."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.grey_zone import grey_ends, indeterminate
from evalgui.core.metrics import METRICS
from evalgui.core.vocabulary import words_in
from evalgui.gui import panes, text
from evalgui.gui.plots.threshold_line import LevelLine
from evalgui.gui.plots.wording import four_counts
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.io.writers.evaluation import evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROWS = 300  # of the table that are looked at
_RATES = {  # what is counted, of what
    "TPR": ("tp", ("tp", "fn")),
    "FPR": ("fp", ("fp", "tn")),
    "PPV": ("tp", ("tp", "fp")),
    "NPV": ("tn", ("tn", "fn")),
}
_SHARES = {metric.id for metric in METRICS if metric.fraction is not None}


def disagreements(application) -> Iterator[str]:
    """Say everything that is not as the rows have it."""
    snapshot, window = application.workspace.snapshot, application.window
    if snapshot.dataset is None:
        return
    if snapshot.ranking is not None and snapshot.point is not None:
        yield from _of_threshold(window, snapshot)
    elif snapshot.overall is not None:
        yield from _of_labels(snapshot)
    if snapshot.ranking is not None:
        yield from _of_area(snapshot)
    if snapshot.overall is not None:
        yield from _of_classes(window, snapshot.overall)
    chosen = window.data_bar.positive.currentData()
    if chosen != snapshot.positive:
        yield f"the toolbar has class {chosen}, the snapshot {snapshot.positive}"
    if snapshot.matrix is not None:
        yield from _of_matrix(window, snapshot)


def recount(snapshot) -> tuple[int, int, int, int]:
    """Count the rows that are called right and wrong: TP, FP, FN, TN."""
    positives, negatives = weights(snapshot)
    called, has_score = calls(snapshot)
    return (
        int(positives[called].sum()),
        int(negatives[called].sum()),
        int(positives[has_score & ~called].sum()),
        int(negatives[has_score & ~called].sum()),
    )


def weights(snapshot) -> tuple[np.ndarray, np.ndarray]:
    """Return how many positives and negatives each row stands for."""
    dataset, positive = snapshot.dataset, snapshot.positive
    if dataset.row_counts is None:
        is_positive = dataset.truth == positive
        return is_positive.astype(np.int64), (~is_positive).astype(np.int64)
    of_class = dataset.row_counts[:, positive]
    return of_class, dataset.row_counts.sum(axis=1) - of_class


def calls(snapshot) -> tuple[np.ndarray, np.ndarray]:
    """Return which rows are called positive, and which have a score at all."""
    score, threshold = snapshot.score, snapshot.point.threshold
    values = np.asarray(score.values)
    called = values >= threshold if score.higher_is_positive else values <= threshold
    return called, ~np.isnan(values)


def _of_threshold(window, snapshot) -> Iterator[str]:
    point = snapshot.point
    counts = recount(snapshot)
    have = tuple(
        int(n) for n in (point.counts.tp, point.counts.fp, point.counts.fn, point.counts.tn)
    )
    where = f"at {point.threshold!r} of {snapshot.score.name!r}"
    if have != counts:
        yield f"TP, FP, FN, TN {have} {where}, the rows have {counts}"
    yield from _of_rates(point, counts, where)
    yield from _of_bar(window, point, counts, where)
    yield from _of_panel(window, snapshot, where)
    yield from _of_table(window, snapshot)
    yield from _of_lines(window, point, where)
    written = evaluation(snapshot)
    if [written["counts"][name] for name in ("tp", "fp", "fn", "tn")] != list(counts):
        yield f"JSON has {written['counts']} {where}, the rows have {counts}"
    if math.isfinite(point.threshold) and written["threshold"] != point.threshold:
        yield from _of_cells(snapshot, written["threshold"], counts)


def _of_cells(snapshot, threshold, counts) -> Iterator[str]:
    """Count by the cells of the file, exactly, where doubles cannot tell its numbers apart."""
    score, dataset = snapshot.score, snapshot.dataset
    columns = [column for column in dataset.columns if column.name == score.name]
    if not columns or not isinstance(threshold, int):
        yield f"JSON has the threshold {threshold!r}, the snapshot {snapshot.point.threshold!r}"
        return
    positives, negatives = weights(snapshot)
    cells = [Fraction(columns[0].text(row)) for row in range(dataset.n)]
    called = np.array(
        [c >= threshold if score.higher_is_positive else c <= threshold for c in cells]
    )
    if (int(positives[called].sum()), int(negatives[called].sum())) != counts[:2]:
        yield f"JSON has the threshold {threshold}, at which the cells have other counts"


def _of_rates(point, counts, where) -> Iterator[str]:
    number = dict(zip(("tp", "fp", "fn", "tn"), counts, strict=True))
    values = {metric_id: found.value for metric_id, found in point.measured.items()}
    for metric_id, (name, whole) in _RATES.items():
        below = sum(number[part] for part in whole)
        right = number[name] / below if below else math.nan
        if not np.isclose(values[metric_id], right, rtol=1e-12, atol=0, equal_nan=True):
            yield f"{metric_id} is {values[metric_id]} {where}, the rows have {right}"


def _of_bar(window, point, counts, where) -> Iterator[str]:
    value = window.threshold_bar.spin_box.value()
    if value != point.threshold and not (math.isnan(value) and math.isnan(point.threshold)):
        yield f"the bar has the threshold {value!r} {where}"
    tp, fp, fn, tn = counts
    right = four_counts(Counts(tp=tp, fp=fp, fn=fn, tn=tn), words_in(window.vocabulary))
    shown = window.threshold_bar.counts
    if not shown.isHidden() and shown.text() != right:
        yield f"the bar says {shown.text()!r}, the rows have {right!r}"
    cells = window.confusion.matrix_view.matrix
    if cells is None or cells.counts.tolist() != [[tp, fn], [fp, tn]]:
        yield f"the matrix shows {cells and cells.counts.tolist()} {where}, not {counts}"


def _of_panel(window, snapshot, where) -> Iterator[str]:
    model = window.metrics.model
    is_hidden = snapshot.choices.hides_answers
    for metric_id, found in snapshot.point.measured.items():
        index = model.index_of(metric_id)  # none while it is searched away
        if not index.isValid():
            continue
        shown = model.data(index.siblingAtColumn(ColumnOf.VALUE))
        written = text.rate if metric_id in _SHARES else text.measure  # in per cent where wanted
        if shown != ("?" if is_hidden else written(found.value)):
            yield f"the panel shows {shown!r} for {metric_id} {where}, which is {found.value!r}"


def _of_table(window, snapshot) -> Iterator[str]:
    model = window.predictions.model
    if snapshot.dataset.row_counts is not None or model.columnCount() == 0:
        return
    tp, fn, fp, tn = words_in(window.vocabulary).shorts
    short_of = {(True, True): tp, (True, False): fn, (False, True): fp, (False, False): tn}
    called, has_score = calls(snapshot)
    truth = snapshot.dataset.truth == snapshot.positive
    ends = grey_ends(snapshot)
    grey = set() if ends is None else {*indeterminate(snapshot.score, *ends).tolist()}
    n = model.rowCount()
    for place in {*range(min(n, _ROWS)), *range(max(0, n - 20), n)}:
        row = model.data_row(place)
        shown = model.data(model.index(place, model.outcome_column))
        has_outcome = has_score[row] and row not in grey  # what is grey is neither right nor wrong
        right = short_of[bool(truth[row]), bool(called[row])] if has_outcome else text.UNDEFINED
        if shown != right:
            yield f"row {row} is shown as {shown!r}, not {right!r}"
            return


def _of_lines(window, point, where) -> Iterator[str]:
    for plot in window.plots.plots().values():
        line = getattr(plot, "line", None)
        if line is None or not plot.isVisible() or not math.isfinite(point.threshold):
            continue
        if isinstance(line, LevelLine):  # it lies across
            stands = line.item.y()
            place = plot.viewport.pixels(0.0, plot.y_scale.place(point.threshold))[1]
        else:
            stands = line.x
            place = plot.viewport.pixels(plot.x_scale.place(point.threshold), 0.0)[0]
        if not line.is_parked and not math.isclose(stands, place, abs_tol=1e-6):
            yield f"the line of {plot.plot_id} is at {stands} {where}, not {place}"


def _of_matrix(window, snapshot) -> Iterator[str]:
    shown = window.confusion.matrix_view.matrix
    if shown is None or not np.array_equal(shown.counts, snapshot.matrix.counts):
        yield f"the matrix shows {shown and shown.counts.tolist()}"
    written = evaluation(snapshot)
    if written["matrix"] != snapshot.matrix.counts.tolist():
        yield f"JSON has the matrix {written['matrix']}"
    if written["positive"] != (snapshot.positive_name or None):
        yield f"JSON has the positive class {written['positive']!r}"


def _of_area(snapshot) -> Iterator[str]:
    """Count the pairs that the score puts right, ties half, as whole numbers."""
    positives, negatives = weights(snapshot)
    values = np.asarray(snapshot.score.values, dtype=np.float64)
    has_score = ~np.isnan(values)
    _distinct, step = np.unique(values[has_score], return_inverse=True)
    ups = _sums(step, positives[has_score])
    downs = _sums(step, negatives[has_score])
    n_pairs = sum(ups) * sum(downs)
    twice = below = 0
    for up, down in zip(ups, downs, strict=True):
        twice += up * (2 * below + down)
        below += down
    right = Fraction(twice, 2 * n_pairs) if n_pairs else math.nan
    if n_pairs and not snapshot.score.higher_is_positive:
        right = 1 - right
    area = snapshot.ranking.value("roc_auc")
    if not np.isclose(area, float(right), rtol=1e-12, atol=0, equal_nan=True):
        yield f"the AUC is {area}, the rows have {float(right)}"


def _sums(step, of_rows) -> list[int]:
    found = np.zeros(int(step.max()) + 1 if len(step) else 0, dtype=np.int64)
    np.add.at(found, step, of_rows)
    return found.tolist()  # Python's integers: the products are beyond 64 bits


def _of_classes(window, overall) -> Iterator[str]:
    """Compare the table of classes with the matrix beside it."""
    cells = overall.matrix.counts
    right = [np.diagonal(cells), cells.sum(axis=1) - np.diagonal(cells)]
    right += [cells.sum(axis=0) - np.diagonal(cells), cells.sum() - 0 * np.diagonal(cells)]
    right[3] = right[3] - right[0] - right[1] - right[2]
    have = [getattr(overall.per_class.counts, name) for name in ("tp", "fn", "fp", "tn")]
    if not all(np.array_equal(a, b) for a, b in zip(have, right, strict=True)):
        yield f"the counts of the classes are {have}, the matrix has {right}"
    pane = window.place(panes.CLASSES).made
    if pane is not None and pane.isVisible():
        shown = [cell.fraction for _row, cell in pane.model.table.cells("TPR")]
        hits, rows = right[0].tolist(), cells.sum(axis=1).tolist()
        expected = zip(shown, zip(hits, rows, strict=True), strict=True)
        if any(one is not None and one != other for one, other in expected):
            yield f"the table of classes has {shown} found, the matrix {hits} of {rows}"


def _of_labels(snapshot) -> Iterator[str]:
    dataset, overall = snapshot.dataset, snapshot.overall
    if dataset.predicted is None:
        return
    cells = np.zeros((dataset.n_classes, dataset.n_classes), dtype=np.int64)
    has_call = dataset.predicted >= 0
    np.add.at(cells, (dataset.truth[has_call], dataset.predicted[has_call]), 1)
    if not np.array_equal(cells, overall.matrix.counts):
        yield f"the matrix of {dataset.name} is not that of its rows"
    if snapshot.point is not None:
        positive = snapshot.positive
        tp = int(cells[positive, positive])
        fn, fp = int(cells[positive].sum()) - tp, int(cells[:, positive].sum()) - tp
        counts = snapshot.point.counts
        if (counts.tp, counts.fp, counts.fn) != (tp, fp, fn):
            yield f"TP, FP, FN of class {positive} are {counts}, the rows have {(tp, fp, fn)}"
