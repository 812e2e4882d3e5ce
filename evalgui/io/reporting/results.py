"""The results at the operating point: matrix, threshold and measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.metrics import METRICS, metric_by_id
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.noted import note_at
from evalgui.core.provenance import Origin
from evalgui.core.provenance_words import FIXED, OF_DATA, is_chosen_here
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.reporting import wording
from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Table
from evalgui.io.reporting.placed import decided_in_words, equivalents, origin_in_words
from evalgui.io.reporting.wording import capital, count_cell, name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evalgui.core.metrics import AnyMetric
    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material

HEADLINE = ("TPR", "TNR", "PPV", "NPV", "LRP", "LRN")
ERRORS = ("FPR", "FNR")
IMPROPER = frozenset(
    {"ACC", "ERR", "BCR", "BER", "YI", "DOR", "KAPPA", "MCC", "F1", "FBETA", "FALPHA", "P4", "GM"}
)
"""Measures that can be better for a worse model, so that they choose none.

References: Van Calster et al. 2025, on measures of predictive models.
"""
_ON_NEW_ROWS = "On {new_rows}"
_MARK = "\N{DAGGER}"
_MOST_CLASSES = 25


def matrix(material: Material) -> tuple[Block, ...]:
    """Return the confusion matrix with its sums."""
    found, words = material.snapshot.matrix, material.words
    if found is None:
        return ()
    names = [name(one, 40) for one in found.classes]  # as the file has them
    n_all = len(names)
    if n_all > _MOST_CLASSES:
        most = f"{grouped(n_all)} classes are more than a page can show as a matrix"
        return (Paragraph(f"{most}: the table of classes has the counts of each."),)
    counts = found.counts
    is_two = material.snapshot.point is not None
    calls, truths = names, names
    if is_two:
        calls = [capital(words.called_positives), capital(words.called_negatives)]
        sides = zip(names, (words.positive, words.negative), strict=True)
        truths = [one if one == side else f"{one} ({side})" for one, side in sides]
    cells = (("tp", "fn"), ("fp", "tn"))
    rows = [
        (
            Cell(truth),
            *(
                count_cell(
                    n, f"counts.{cells[row][column]}" if is_two else f"matrix.{row}.{column}"
                )
                for column, n in enumerate(counts[row].tolist())
            ),
            count_cell(found.actual[row].item()),
        )
        for row, truth in enumerate(truths)
    ]
    sums = [count_cell(n) for n in found.predicted.tolist()]
    rows.append((Cell("All"), *sums, count_cell(found.n)))
    truth, call = words.axes
    caption = f"Confusion matrix: {truth} in rows, {call} in columns"
    heads = (capital(truth), *calls, "All")
    numeric = tuple(range(1, len(heads)))
    group = (Group(tuple(rows)),)
    return (Table(caption, heads, group, numeric, on_card=len(heads) <= 6, holds=("counts",)),)


def threshold(material: Material) -> tuple[Block, ...]:
    """Return where the threshold stands, how it came there, and what is equivalent."""
    snapshot, words = material.snapshot, material.words
    point, score, made = snapshot.point, snapshot.score, snapshot.provenance
    if point is None:
        return ()
    if score is None or made is None:
        told = "There is no threshold: each row is called what the file calls it."
        return (Paragraph(told, on_card=True),)
    told = decided_in_words(material)
    came = origin_in_words(made, words, point)
    inputs = snapshot.inputs
    if inputs.is_followed:
        came += " The rule moves it with the data."
    if inputs.is_locked:
        came += " It is locked."
    note = note_at(snapshot, point)
    has_reason = made.is_by_rule or (note is not None and bool(note.text))
    is_decided = made.kind is not Origin.START
    holds = ("threshold",) * is_decided + ("threshold:why",) * (is_decided and has_reason)
    same = equivalents(snapshot, point, words)
    blocks: list[Block] = [Paragraph(f"{told} {came} {same}".strip(), on_card=True, holds=holds)]
    if note is not None and note.text:
        lines = "\n".join(name(line, 5_000) for line in note.text.splitlines())
        blocks.append(Paragraph(lines, is_quoted=True, on_card=True))
    blocks += _stability(material)
    return tuple(blocks)


def _stability(material: Material) -> list[Block]:
    """Return how stable the rule is, where that was asked for."""
    found = material.stability
    if found is None:
        return []
    limits, words = found["threshold"], material.words
    told = (
        f"The rule chose again in {grouped(found['replicates'])} replicates (seed {found['seed']})."
    )
    if limits["undefined"] is None:
        told += (
            f" {wording.level(limits['level'])} of its thresholds lie from {limits['low']} to "
            f"{limits['high']} ({limits['method']})."
        )
    told += words(" What to expect on {new_rows} stands beside each measure: its mean out of bag.")
    return [Paragraph(told, holds=("stability",))]


def measures(material: Material) -> tuple[Block, ...]:
    """Return the measures that every reader looks for, then all of them."""
    if material.snapshot.point is None:
        return _of_all_classes(material)
    level = wording.level(material.snapshot.inputs.intervals.level)
    first = [metric_by_id(one) for one in HEADLINE + ERRORS]
    found = material.numbers["metrics"]
    holds = [
        f"interval:{metric.id}"
        for metric in first
        if found[metric.id]["undefined"] is None and _has_interval(material, metric.id)
    ]
    expected = _expected(material)
    head = (material.words(_ON_NEW_ROWS),) * bool(expected)
    headline = Table(
        f"Measures at the operating point, each with its two-sided {level} interval",
        ("Measure", "x/n", "Value", *head, "From", "To"),
        (Group(tuple(_row(material, metric, expected) for metric in first)),),
        tuple(range(1, 5 + len(head))),
        on_card=True,
        holds=tuple(holds),
    )
    whole = _table_of_all(tuple(_groups_of(material, METRICS, expected)), level, head)
    note = (
        f"{_MARK} A measure that can be better for a worse model: it tells what a threshold does, "
        "and chooses no model."
    )
    blocks = (headline, whole, Paragraph(note, is_note=True, holds=("improper",)))
    if not is_chosen_here(material.snapshot.provenance):
        return blocks
    fixed = f"These intervals assume that {material.words.said(FIXED)}."
    return (*blocks, Paragraph(fixed, is_note=True, on_card=True))


def _expected(material: Material) -> dict[str, float | None]:
    """Return what to expect of new rows by the ids of measures; nothing where nobody knows."""
    found = material.stability
    if found is None:
        return {}
    return {metric_id: values["out_of_bag"] for metric_id, values in found["measures"].items()}


def _table_of_all(groups: tuple[Group, ...], level: str, head: tuple[str, ...] = ()) -> Table:
    heads = ("Measure", "x/n", "Value", *head, "From", "To", "Method")
    caption = f"All measures, with {level} intervals"
    return Table(caption, heads, groups, tuple(range(1, 5 + len(head))), holds=("measures",))


def _has_interval(material: Material, metric_id: str) -> bool:
    entry = material.numbers["intervals"].get(metric_id)
    return entry is not None and entry["undefined"] is None


def is_share(metric: AnyMetric) -> bool:
    """Return whether a measure is a proportion, which is told in per cent."""
    return getattr(metric, "fraction", None) is not None


def _row(
    material: Material, metric: AnyMetric, expected: Mapping[str, float | None]
) -> tuple[Cell, ...]:
    """Return the name, x/n, the value, what to expect where that is known, and the limits."""
    state, words = material.numbers["metrics"][metric.id], material.words
    entry = material.numbers["intervals"].get(metric.id)
    in_percent = is_share(metric)
    title = metric.name_in(words.vocabulary)
    mark = f" {_MARK}" if metric.id in IMPROPER else ""
    of, kind = f"metrics.{metric.id}", metric.written
    value = wording.measure_cell(state, words, of, is_share=in_percent, written=kind)
    new: tuple[Cell, ...] = ()
    if expected:
        found = None if metric.id == OF_DATA else expected[metric.id]
        new = (Cell("") if found is None else _number_cell(found, metric),)
    if state["undefined"] is not None:
        return (Cell(title + mark), wording.fraction(state), value, *new, Cell(""), Cell(""))
    at = f"intervals.{metric.id}"
    low, high = wording.limit_cells(entry, at, is_share=in_percent)
    return (Cell(title + mark), wording.fraction(state), value, *new, low, high)


def _number_cell(value: float, metric: AnyMetric) -> Cell:
    """Return a number of a measure as its values are written, which stands in no evaluation."""
    state = {"value": value, "infinite": None, "undefined": None}
    share, kind = is_share(metric), metric.written
    cell = wording.measure_cell(state, MACHINE_LEARNING, "", is_share=share, written=kind)
    return Cell(cell.text)


def _long_row(
    material: Material, metric: AnyMetric, expected: Mapping[str, float | None]
) -> tuple[Cell, ...]:
    """Return a row with the method of the interval, or why there is none."""
    cells = _row(material, metric, expected)
    return (*cells, Cell(_method(material, metric.id)))


def _method(material: Material, metric_id: str) -> str:
    entry = material.numbers["intervals"].get(metric_id)
    if entry is None or material.numbers["metrics"][metric_id]["undefined"] is not None:
        return ""
    if entry["undefined"] is not None:
        return f"no interval: {material.words.said(entry['undefined'])}"
    one_sided = "" if entry["sided"] == "two-sided" else f", {entry['sided']}"
    return f"{entry['method']}{one_sided}"


def _of_all_classes(material: Material) -> tuple[Block, ...]:
    """Return the measures of all classes together."""
    every: tuple[AnyMetric, ...] = (*MATRIX_METRICS, *SCORE_METRICS)
    known = [metric for metric in every if metric.id in material.numbers["metrics"]]
    level = wording.level(material.snapshot.inputs.intervals.level)
    groups = tuple(_groups_of(material, known, {}))
    table = _table_of_all(groups, level)
    overall = material.snapshot.overall
    told = "" if overall is None else capital(material.words.said(overall.scope()))
    return (Paragraph(f"{told}."), table)


def _groups_of(
    material: Material, known: Iterable[AnyMetric], expected: Mapping[str, float | None]
) -> Iterable[Group]:
    families: dict[str, list[tuple[Cell, ...]]] = {}
    for metric in known:
        families.setdefault(_family_of(metric), []).append(_long_row(material, metric, expected))
    for title, rows in families.items():
        yield Group(tuple(rows), title)


def _family_of(metric: Any) -> str:  # noqa: ANN401 - either kind of measure
    return str(metric.family.value)


def classes(material: Material) -> tuple[Block, ...]:
    """Return the measures of each class against the rest."""
    entries, words = material.numbers["per_class"], material.words
    if material.snapshot.point is not None or not entries:
        return ()
    shown = [metric_by_id(one) for one in ("TPR", "TNR", "PPV", "NPV", "F1")]
    has_area = all("roc_auc" in entry for entry in entries.values())
    heads = ["Class", "Support", *(m.name_in(words.vocabulary) for m in shown)]
    heads += ["ROC AUC"] if has_area else []
    rows = []
    for place, (of_class, entry) in enumerate(entries.items()):
        at = f"per_class.{place}"
        row = [Cell(name(of_class, 60)), count_cell(entry["support"], f"{at}.support")]
        for metric in shown:
            state, in_percent = entry["metrics"][metric.id], is_share(metric)
            where = f"{at}.metrics.{metric.id}"
            cell = wording.measure_cell(state, words, where, is_share=in_percent)
            row.append(_with_limits(cell, entry["intervals"].get(metric.id), in_percent))
        if has_area:
            reason = words.said(entry["roc_auc_undefined"] or "")
            row.append(wording.value_cell(entry["roc_auc"], f"{at}.roc_auc", reason))
        rows.append(tuple(row))
    caption = "Each class against the rest, with intervals in brackets"
    numeric = tuple(range(1, len(heads)))
    return (Table(caption, tuple(heads), (Group(tuple(rows)),), numeric, holds=("classes",)),)


def _with_limits(cell: Cell, entry: dict[str, Any] | None, in_percent: bool) -> Cell:  # noqa: FBT001
    if entry is None or entry["undefined"] is not None or cell.value == "undefined":
        return cell
    low, high = wording.number_of(entry["low"]), wording.number_of(entry["high"])
    both = wording.limits(low, high, in_percent=in_percent)
    return Cell(f"{cell.text} ({both})", cell.value, cell.of)
