"""What stands beside the result: what else could have been, and how far it carries."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.counts import Counts
from evalgui.core.digits import grouped
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.operating_point import point_at
from evalgui.core.provenance_words import origin_in_sentences
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Place, Text
from evalgui.io.reporting import wording
from evalgui.io.reporting.blocks import Paragraph
from evalgui.io.reporting.measured_rows import limited, measured_cell, style_of, table_of
from evalgui.io.reporting.results import blocks_of
from evalgui.io.reporting.scores import threshold_text
from evalgui.io.reporting.wording import name, percent
from evalgui.render.json import facts
from evalgui.results.result import SHARE, Row
from evalgui.results.topic import Beside
from evalgui.results.topics.comparison import COMPARISON
from evalgui.results.topics.development import DEVELOPMENT
from evalgui.results.topics.planning import EXPECTED, sizes_of, support
from evalgui.results.topics.subgroups import SUBGROUPS, points_table
from evalgui.results.topics.zone import zone as zone_of

if TYPE_CHECKING:
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material

_RATES = ("TPR", "TNR", "PPV", "NPV")


def other_points(material: Material) -> tuple[Block, ...]:
    """Return the other operating points with their counts and rates."""
    snapshot, style = material.snapshot, style_of(material.words)
    score, rows, notes, came = snapshot.score, [], [], {}
    if score is None or not material.other_points:
        return ()
    for at, one in enumerate(material.other_points):
        values = {"letter": one.letter, "place": Place(one.point.threshold, score)}
        row = Row(str(at), Text("{letter}: {place}" if one.letter else "{place}", values))
        rows.append((row, one.point))
        came[row.id] = origin_in_sentences(one.provenance)
        note = note_at(snapshot, one.point)
        if note is not None and note.text:
            told = f"{row.title.told(style)}: {name(note.text, 5_000)}"
            notes.append(Paragraph(told, is_quoted=True))
    subset, words = material.dataset.subset, material.words
    caption = words(
        "Other operating points, among the rows with {subset}, with intervals in brackets"
        if subset
        else "Other operating points, with intervals in brackets",
        subset=name(subset or ""),
    )
    table = points_table("points", Text("Threshold"), rows, came)
    return (replace(table_of(table, caption, material.words), holds=("points",)), *notes)


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
    said = words.counted(
        n,
        "Between {low} and {high} a result counts as indeterminate: 1 row.",
        "Between {low} and {high} a result counts as indeterminate: {n} rows.",
        low=low,
        high=high,
        n=grouped(n),
    )
    table = table_of(zones, words("The three zones"), words)
    caption = words("Indeterminate results counted as positive, as negative, and left out")
    both = table_of(two_way, caption, words, ("tp", "fn", "fp", "tn", *_RATES))
    return (Paragraph(said), table, replace(both, holds=("grey",)))


def missing(material: Material) -> tuple[Block, ...]:
    """Return missing results by class, with the best and the worst case."""
    snapshot, words = material.snapshot, material.words
    ranking, point = snapshot.ranking, snapshot.point
    labels = sum(one.count for one in material.dataset.exclusions if "label" in one.code)
    told = words(
        "Rows without a true class: {n}." if labels else "No row lacks a true class.",
        n=grouped(labels),
    )
    if ranking is None or point is None:
        n = facts(material.origin)["n_missing"]
        more = words(
            "Rows without a called class: {n}." if n else "No row lacks a call.", n=grouped(n)
        )
        return (Paragraph(f"{more} {told}", holds=("missing",)),)
    table = ranking.table
    if not table.n_missing:
        text = f"{words('No score is missing.')} {told}"
        return (Paragraph(text, holds=("missing", "missing:cases")),)
    text = words(
        "Rows without a score, which are in no number above: {n} "
        "({positives} {n_positive}, {negatives} {n_negative}). {more}",
        n=grouped(table.n_missing),
        positives=words.positives,
        n_positive=grouped(table.n_missing_positive),
        negatives=words.negatives,
        n_negative=grouped(table.n_missing_negative),
        more=told,
    )
    lost = table.n_missing_positive, table.n_missing_negative
    best = _with(point.counts, tp=lost[0], tn=lost[1])
    worst = _with(point.counts, fn=lost[0], fp=lost[1])
    rows = [
        (Row("left_out", Text("Left out")), point),
        (Row("best", Text("Best case: all called rightly")), _of_counts(best, material)),
        (Row("worst", Text("Worst case: all called wrongly")), _of_counts(worst, material)),
    ]
    told_of = points_table("cases", Text("Rows without a score"), rows)
    caption = words("What the rows without a score could change, with intervals in brackets")
    cases = replace(table_of(told_of, caption, words, _RATES), holds=("missing:cases",))
    return (Paragraph(text, holds=("missing",)), cases)


def _of_counts(counts: Counts, material: Material) -> OperatingPoint:
    """Measure counts: where subjects were drawn and nobody knows their worth, no intervals."""
    inputs, sampling = material.snapshot.inputs, material.dataset.sampling
    found = point_at(math.nan, -1, counts, inputs.parameters, inputs.intervals, sampling)
    return replace(found, intervals={}) if sampling is Sampling.BY_SUBJECT else found


def _with(counts: Counts, *, tp: int = 0, fp: int = 0, fn: int = 0, tn: int = 0) -> Counts:
    return Counts(tp=counts.tp + tp, fp=counts.fp + fp, fn=counts.fn + fn, tn=counts.tn + tn)


def subgroups(material: Material) -> tuple[Block, ...]:
    """Return which subgroup is assessed, and what each operating point does in each of them."""
    others = [(one.letter, one.point) for one in material.other_points]
    beside = Beside(groups=material.subgroups, points=others)
    told = SUBGROUPS.make(material.snapshot, beside)
    if told is None:
        return ()
    n = sum(bool(one.expression and one.points) for one in material.subgroups)
    gaps = told.table("gaps")
    held = {
        "subgroup": n > 0 or bool(material.dataset.subset),
        "subgroup:several": n > 1,
        "points:subgroups": n > 0 and bool(others),
        "gaps": gaps is not None and bool(gaps.rows),
    }
    holds = tuple(tag for tag, is_held in held.items() if is_held)
    return blocks_of(told, material.words, holds)


def development(material: Material) -> tuple[Block, ...]:
    """Return what the threshold did on the data that it was frozen on, beside these."""
    from evalgui.io.building.shared_rows import shared_rows  # and Arrow

    then = material.snapshot.inputs.development
    shared = None if then is None else shared_rows(then.name, material.dataset)
    told = DEVELOPMENT.make(material.snapshot, Beside(shared=shared))
    return () if told is None else blocks_of(told, material.words, ("development",))


def prevalence(material: Material) -> tuple[Block, ...]:
    """Return the share of positives here, and the measures that follow it where it is another."""
    words, point, measures = material.words, material.snapshot.point, material.measures
    if point is None:
        return ()
    share, sampling = point.measured["PREV"], material.dataset.sampling
    fraction = wording.fraction(share).text
    told = words(
        "{Prevalence} in these data: {share} ({fraction})."
        if fraction
        else "{Prevalence} in these data: {share}.",
        share=measured_cell(share, SHARE, words).text,
        fraction=fraction,
    )
    if sampling is Sampling.CASE_CONTROL:
        apart = words(
            "The classes were sampled apart, so that this says nothing of the population."
        )
        told = f"{told} {apart}"
    here, table = Paragraph(told, holds=("prevalence",)), measures.table("at_prevalence")
    if table is None:
        return (here,)
    rows, elsewhere = [(table, row) for row in table.rows], material.snapshot.inputs.intervals
    caption = words(
        "Predictive values and cost at a {prevalence} of {share}",
        share=percent(elsewhere.prevalence or 0.0),
    )
    return (here, limited(rows, caption, words, holds=("prevalence:there",)))


def sample_size(material: Material) -> tuple[Block, ...]:
    """Return what the rows at hand can support."""
    sizes, words = sizes_of(material.snapshot), material.words
    if sizes is None:
        return ()
    found = support(sizes, EXPECTED, material.snapshot.inputs.intervals.level)
    said = material.said(Text("Sample size"))
    told = name(said, 2_000) if said else words("How the number of rows was determined is open.")
    caption = words(
        "{title}, where {share} is expected",
        title=found.title.told(style_of(words)),
        share=percent(EXPECTED),
    )
    table = table_of(found.tables[0], caption, words, ("n", "width", "claim"))
    holds = ("size", "size:how") if said else ("size",)
    return (Paragraph(told, is_quoted=bool(said)), replace(table, holds=holds))


def comparison(material: Material) -> tuple[Block, ...]:
    """Return how the score differs from others."""
    told = COMPARISON.make(material.snapshot, Beside(pairs=material.compared))
    if told is None:
        return ()
    holds = ("comparison", "holm") if len(material.compared) > 1 else ("comparison",)
    return blocks_of(told, material.words, holds)
