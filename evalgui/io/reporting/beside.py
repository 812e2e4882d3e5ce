"""What stands beside the result: what else could have been, and how far it carries."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.counts import Counts, whole_or_sum
from evalgui.core.digits import grouped, percent_of_level
from evalgui.core.intervals.settings import AT_PREVALENCE
from evalgui.core.metrics import metric_by_id
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.operating_point import point_at
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Style
from evalgui.io.reporting import wording
from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Table
from evalgui.io.reporting.measured_rows import measured_cell, table_of
from evalgui.io.reporting.placed import origin_in_words
from evalgui.io.reporting.results import blocks_of
from evalgui.io.reporting.scores import threshold_text
from evalgui.io.reporting.subgroups import assumed, outside
from evalgui.io.reporting.wording import capital, count_cell, name, number, percent
from evalgui.results.result import SHARE
from evalgui.results.topic import Beside
from evalgui.results.topics.comparison import COMPARISON
from evalgui.results.topics.development import DEVELOPMENT
from evalgui.results.topics.planning import EXPECTED, sizes_of, support
from evalgui.results.topics.zone import zone as zone_of

if TYPE_CHECKING:
    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material
    from evalgui.io.reporting.subgroups import Subgroup

_RATES = ("TPR", "TNR", "PPV", "NPV")


def _names(material: Material, ids: tuple[str, ...] = _RATES) -> list[str]:
    return [metric_by_id(one).name_in(material.vocabulary) for one in ids]


def _cells_of(material: Material, point: OperatingPoint) -> list[Cell]:
    """Return the rates at an operating point, each with its interval in brackets."""
    found = []
    for one in _RATES:
        measured = point.measured[one]
        cell = measured_cell(measured, SHARE, material.words)
        interval = point.all_intervals.get(one)
        if measured.is_defined and interval is not None and interval.is_defined:
            limits = wording.limits(interval.lower, interval.upper, in_percent=True)
            cell = Cell(f"{cell.text} ({limits})", cell.value)
        found.append(cell)
    return found


def _four(counts: Counts) -> tuple[float, ...]:
    """Return the four counts as the columns of a table have them."""
    return tuple(map(whole_or_sum, (counts.tp, counts.fn, counts.fp, counts.tn)))


def other_points(material: Material) -> tuple[Block, ...]:
    """Return the other operating points with their counts and rates."""
    snapshot, words = material.snapshot, material.words
    score = snapshot.score
    if score is None or not material.other_points:
        return ()
    rows, notes = [], []
    for one in material.other_points:
        counts = one.point.counts
        told = threshold_text(one.point.threshold, score)
        told = f"{one.letter}: {told}" if one.letter else told
        came = origin_in_words(one.provenance, words)
        cells = [count_cell(n) for n in _four(counts)]
        rows.append((Cell(told), *cells, *_cells_of(material, one.point), Cell(came)))
        note = note_at(snapshot, one.point)
        if note is not None and note.text:
            notes.append(Paragraph(f"{told}: {name(note.text, 5_000)}", is_quoted=True))
    heads = ("Threshold", *words.shorts, *_names(material), "How it came to be")
    subset = material.dataset.subset
    among = f", among the rows with {name(subset)}" if subset else ""
    caption = f"Other operating points{among}, with intervals in brackets"
    numeric = tuple(range(1, 9))
    return (Table(caption, heads, (Group(tuple(rows)),), numeric, holds=("points",)), *notes)


def grey_zone(material: Material) -> tuple[Block, ...]:
    """Return the grey zone, and what calling it one way or the other does."""
    ends, words = material.grey_zone, material.words
    if ends is None or material.snapshot.score is None:
        return ()
    told = zone_of(material.snapshot, ends)
    if told is None:
        return ()
    _ends, zones, two_way = told.tables
    low, high = (threshold_text(end, material.snapshot.score) for end in ends)
    n = next(cell.value for row, cell in zones.cells("n") if row.id == "grey")
    said = f"Between {low} and {high} a result counts as indeterminate: {grouped(n)} rows."
    table = table_of(zones, "The three zones", words)
    caption = "Indeterminate results counted as positive, as negative, and left out"
    both = table_of(two_way, caption, words, ("tp", "fn", "fp", "tn", *_RATES))
    return (Paragraph(said), table, replace(both, holds=("grey",)))


def missing(material: Material) -> tuple[Block, ...]:
    """Return missing results by class, with the best and the worst case."""
    snapshot, words = material.snapshot, material.words
    ranking, point = snapshot.ranking, snapshot.point
    labels = sum(one.count for one in material.dataset.exclusions if "label" in one.code)
    told = (
        f"Rows without a true class: {grouped(labels)}." if labels else "No row lacks a true class."
    )
    if ranking is None or point is None:
        n = material.numbers["n_missing"]
        more = f"Rows without a called class: {grouped(n)}." if n else "No row lacks a call."
        return (Paragraph(f"{more} {told}", holds=("missing",)),)
    table = ranking.table
    if not table.n_missing:
        text = f"No score is missing. {told}"
        return (Paragraph(text, holds=("missing", "missing:cases")),)
    text = (
        f"Rows without a score, which are in no number above: {grouped(table.n_missing)} "
        f"({words.positives} {grouped(table.n_missing_positive)}, {words.negatives} "
        f"{grouped(table.n_missing_negative)}). {told}"
    )
    rows = []
    lost = table.n_missing_positive, table.n_missing_negative
    best = _with(point.counts, tp=lost[0], tn=lost[1])
    worst = _with(point.counts, fn=lost[0], fp=lost[1])
    sampling = material.dataset.sampling
    for title, taken in (
        ("Left out", point),
        ("Best case: all called rightly", _of_counts(best, material, sampling)),
        ("Worst case: all called wrongly", _of_counts(worst, material, sampling)),
    ):
        rows.append((Cell(title), *_cells_of(material, taken)))
    heads = ("Rows without a score", *_names(material))
    caption = "What the rows without a score could change, with intervals in brackets"
    group = (Group(tuple(rows)),)
    cases = Table(caption, heads, group, (1, 2, 3, 4), holds=("missing:cases",))
    return (Paragraph(text, holds=("missing",)), cases)


def _of_counts(
    counts: Counts, material: Material, sampling: Sampling, worth: WorthAt | None = None
) -> OperatingPoint:
    """Measure counts: where subjects were drawn and nobody knows their worth, no intervals."""
    known = material.snapshot.inputs.parameters, material.snapshot.inputs.intervals, sampling
    found = point_at(math.nan, -1, counts, *known, weights=worth)
    is_bare = sampling is Sampling.BY_SUBJECT and worth is None
    return replace(found, intervals={}) if is_bare else found


def _with(counts: Counts, *, tp: int = 0, fp: int = 0, fn: int = 0, tn: int = 0) -> Counts:
    return Counts(tp=counts.tp + tp, fp=counts.fp + fp, fn=counts.fn + fn, tn=counts.tn + tn)


def subgroups(material: Material) -> tuple[Block, ...]:
    """Return which subgroup is assessed, and what each operating point does in each of them."""
    blocks: list[Block] = []
    subset, found = material.dataset.subset, material.subgroups
    if subset:
        n, n_all = grouped(material.dataset.n), grouped(material.dataset.n_rows_in_file)
        told = f"All numbers are of a subgroup: the rows with {name(subset)}, {n} of {n_all}."
        told += " Below, others stand beside it." * bool(found)
        blocks.append(Paragraph(told, holds=("subgroup",)))
    if found:
        blocks += [_in_groups(material, found), *_gaps(material, found)]
        blocks += [
            Paragraph(f"{_which(one)}: nothing can be said, since {one.reason}.", is_note=True)
            for one in found
            if one.reason
        ]
    return tuple(blocks)


def _which(one: Subgroup) -> str:
    return name(one.expression, 120) or "All rows"


def _in_groups(material: Material, found: tuple[Subgroup, ...]) -> Table:
    """Return what each operating point does in each subgroup."""
    snapshot, words = material.snapshot, material.words
    titles = ["The operating point"]
    if snapshot.score is not None and snapshot.point is not None:
        names = (titles[0], *(one.letter or "The other one" for one in material.other_points))
        points = (snapshot.point, *(one.point for one in material.other_points))
        titles = [
            f"{title}: {threshold_text(one.threshold, snapshot.score)}"
            for title, one in zip(names, points, strict=True)
        ]
    groups = []
    for at, title in enumerate(titles):
        rows = tuple(
            (
                Cell(_which(one)),
                *map(count_cell, _four(one.points[at].counts)),
                *_cells_of(material, one.points[at]),
            )
            for one in found
            if one.points
        )
        groups.append(Group(rows, title))
    told = sum(bool(one.expression and one.points) for one in found)
    holds = ("subgroup",) * (told > 0) + ("subgroup:several",) * (told > 1)
    holds += ("points:subgroups",) * (told > 0 and len(titles) > 1)
    heads = ("Rows", *words.shorts, *_names(material))
    caption = "Operating points in subgroups, with intervals in brackets"
    return Table(caption, heads, tuple(groups), tuple(range(1, 9)), holds=holds)


def _gaps(material: Material, found: tuple[Subgroup, ...]) -> tuple[Block, ...]:
    """Return how each subgroup differs from the rows outside it, at the point in force."""
    from evalgui.core.comparing import compare_counts  # when it is asked for
    from evalgui.core.comparing.pair import NO_SUBJECTS

    level, rows = material.snapshot.inputs.intervals.level, []
    by_subject = material.dataset.sampling is Sampling.BY_SUBJECT
    for one in found[1:]:
        rest = outside(found[0], one)
        if rest is None:
            continue
        counts = one.points[0].counts, rest
        differences = compare_counts(*counts, level, lacking=NO_SUBJECTS if by_subject else "")
        for metric_id in _RATES:
            at = differences[metric_id]
            interval = at.interval
            values = at.first, at.second, at.difference, interval.lower, interval.upper
            cells = [wording.NOTHING if math.isnan(v) else Cell(number(v), v) for v in values]
            rows.append((Cell(_which(one)), *map(Cell, _names(material, (metric_id,))), *cells))
    if not rows:
        return ()
    heads = ("Rows", "Measure", "There", "Other rows", "Difference", "From", "To")
    caption = f"Subgroups less the rows outside them, with {percent_of_level(level)} intervals"
    group = (Group(tuple(rows)),)
    taken = material.words.said(assumed(material.dataset.sampling))
    how = f"Assumed: {taken}. Newcombe's intervals, method 10."
    if by_subject:
        how = f"No intervals: {NO_SUBJECTS}."
    return (
        Table(caption, heads, group, tuple(range(2, 7)), holds=("gaps",)),
        Paragraph(how, is_note=True),
    )


def development(material: Material) -> tuple[Block, ...]:
    """Return what the threshold did on the data that it was frozen on, beside these."""
    from evalgui.io.building.shared_rows import shared_rows  # and Arrow

    then = material.snapshot.inputs.development
    shared = None if then is None else shared_rows(then.name, material.dataset)
    told = DEVELOPMENT.make(material.snapshot, Beside(shared=shared))
    return () if told is None else blocks_of(told, material.words, ("development",))


def prevalence(material: Material) -> tuple[Block, ...]:
    """Return the share of positives here, and the measures that follow it where it is another."""
    numbers, words, point = material.numbers, material.words, material.snapshot.point
    if point is None:
        return ()
    found, sampling = numbers["metrics"]["PREV"], material.dataset.sampling
    share = measured_cell(point.measured["PREV"], SHARE, words)
    told = words("{Prevalence} in these data: ") + share.text
    fraction = wording.fraction(found).text
    told += f" ({fraction})." if fraction else "."
    if sampling is Sampling.CASE_CONTROL:
        told += " The classes were sampled apart, so that this says nothing of the population."
    blocks: list[Block] = [Paragraph(told, holds=("prevalence",))]
    there = numbers["at_prevalence"]
    if there is not None:
        rows = []
        for metric_id in AT_PREVALENCE:
            entry, at = there[metric_id], f"at_prevalence.{metric_id}"
            value, metric = entry["value"], metric_by_id(metric_id)
            is_share = metric.fraction is not None
            write = percent if is_share else number
            cell = (
                Cell("undefined", "undefined", f"{at}.value")
                if value is None
                else Cell(write(wording.number_of(value)), value, f"{at}.value")
            )
            limits = wording.limit_cells(entry, at, is_share=is_share) if "low" in entry else ()
            title = metric.name_in(words.vocabulary)
            rows.append((Cell(title), cell, *limits, Cell(entry.get("method") or "")))
        where = percent(there["prevalence"])
        caption = words("Predictive values and cost at a {prevalence} of ") + where
        heads = ("Measure", "Value", "From", "To", "Method")
        group = (Group(tuple(rows)),)
        blocks.append(Table(caption, heads, group, (1, 2, 3), holds=("prevalence:there",)))
    return tuple(blocks)


def sample_size(material: Material) -> tuple[Block, ...]:
    """Return what the rows at hand can support."""
    sizes, level = sizes_of(material.snapshot), material.snapshot.inputs.intervals.level
    if sizes is None:
        return ()
    (supports,) = support(sizes, EXPECTED, level).tables
    columns = {column.id: column for column in supports.columns}
    rows = []
    for row in supports.rows:
        n, *shares = (supports.cell(row, columns[one]) for one in ("n", "width", "claim"))
        shown = (
            wording.NOTHING if one is None or not one.is_defined else Cell(percent(one.value))
            for one in shares
        )
        title = capital(row.title.told(Style(material.words)))
        rows.append((Cell(title), count_cell(None if n is None else n.value), *shown))
    heads = (
        "Measure",
        "n",
        f"Width of its interval at {percent(EXPECTED)}",
        "Claim after no error: at most",
    )
    said = material.said("Sample size")
    told = name(said, 2_000) if said else "How the number of rows was determined is open."
    many = "so many subjects, each counted once," if sizes.of_subjects else "so many rows"
    caption = f"What {many} can support, at {percent_of_level(level)}"
    holds = ("size", "size:how") if said else ("size",)
    table = Table(caption, heads, (Group(tuple(rows)),), (1, 2, 3), holds=holds)
    return (Paragraph(told, is_quoted=bool(said)), table)


def comparison(material: Material) -> tuple[Block, ...]:
    """Return how the score differs from others."""
    told = COMPARISON.make(material.snapshot, Beside(pairs=material.compared))
    if told is None:
        return ()
    holds = ("comparison", "holm") if len(material.compared) > 1 else ("comparison",)
    return blocks_of(told, material.words, holds)
