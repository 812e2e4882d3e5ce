"""How the numbers were made: told of what ran, and of nothing else."""

from __future__ import annotations

import platform
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import grouped, percent_of_level
from evalgui.core.languages import written
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.texts import Style
from evalgui.io.reporting.about import facts_of, two_columns
from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Table
from evalgui.io.reporting.measured_rows import row_cells
from evalgui.io.reporting.placed import decided_in_words, origin_in_words
from evalgui.render.json import facts
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material
    from evalgui.results.result import Row
    from evalgui.results.result import Table as Measures

_MOST_NAMED = 6
_EXACT = ("metrics", "areas", "eer")


def methods(material: Material) -> tuple[Block, ...]:
    """Return paragraphs that say what was computed, and how."""
    told = [
        *_counting(material),
        *_intervals(material),
        *_drawn_again(material),
        *_comparisons(material),
    ]
    holds = ["methods"]
    if material.compared:
        holds.append("methods:comparison")
    paragraphs = [
        Paragraph(text, holds=tuple(holds) if not n else ()) for n, text in enumerate(told)
    ]
    return tuple(paragraphs)


def _counting(material: Material) -> Iterator[str]:
    snapshot, words = material.snapshot, material.words
    score, made = snapshot.score, snapshot.provenance
    if score is not None and made is not None:
        yield (
            f"{decided_in_words(material)} "
            f"{origin_in_words(made, words)} Rows with equal scores are called alike, and are "
            "one step of every curve. All counts are exact."
        )
        table = snapshot.ranking.table if snapshot.ranking is not None else None
        if table is not None and table.n_missing:
            yield (
                f"{grouped(table.n_missing)} rows without a score are in no number but those of "
                "missing results."
            )
    else:
        yield "Rows are called what the file calls them; no threshold was chosen. Counts are exact."


def _intervals(material: Material) -> Iterator[str]:
    """Yield which method made which intervals, and what each takes for granted."""
    words = material.words
    by_method: dict[tuple[str, str, float], list[str]] = {}
    order = {metric_id: place for place, metric_id in enumerate(RANKING_METRICS.ids)}
    for table, row in sorted(_measures(material), key=lambda one: order.get(one[1].id, -1)):
        found = table.cell(row, table.columns[0])
        interval = None if found is None else found.interval
        if interval is not None and interval.is_defined and interval.method:
            key = (interval.method, words.said(interval.assumes), interval.level)
            by_method.setdefault(key, []).append(row.title.told(Style(words)))
    if not by_method:
        yield "No interval could be made."
        return
    by_assumption: dict[tuple[str, float], list[str]] = {}
    for (method, assumes, confidence), of in by_method.items():
        shown = ", ".join(of[:_MOST_NAMED])
        more = f" and {len(of) - _MOST_NAMED} more" if len(of) > _MOST_NAMED else ""
        by_assumption.setdefault((assumes, confidence), []).append(f"{method} ({shown}{more})")
    for (assumes, confidence), parts in by_assumption.items():
        granted = f" They take for granted that {assumes}." if assumes else ""
        yield f"Intervals of {percent_of_level(confidence)}: {'; '.join(parts)}.{granted}"
    sampled = material.dataset.sampling.value
    yield f"Sampling: {sampled}. One interval is not adjusted for the others."


def _drawn_again(material: Material) -> Iterator[str]:
    for one in facts(material.origin)["drawn"]:
        n, bins = grouped(one["replicates"]), one["bins"]
        groups = "" if bins is None else f", with the scores in {grouped(bins)} groups"
        yield (
            f"Data were drawn again for the {one['what']}: {n} replicates, "
            f"seed {one['seed']}{groups}."
        )


def _comparisons(material: Material) -> Iterator[str]:
    if not material.compared:
        return
    first = material.compared[0]
    tests = [first.area_interval.method, *(one.test for one in first.at.values())]
    if first.mcnemar is not None and not first.why_no_mcnemar:
        tests.append(first.mcnemar.method)
    told = ", ".join(dict.fromkeys(filter(None, tests)))
    adjusted = "; p values adjusted by Holm" if len(material.compared) > 1 else ""
    assumed = material.words.said(first.assumes)
    yield f"Differences between scores: {told}{adjusted}. Assumed: {assumed}."


def _measures(material: Material) -> Iterator[tuple[Measures, Row]]:
    """Yield the rows of all measures, at the threshold and over all of them, with their tables."""
    over_all = () if material.ranking is None else material.ranking.tables
    known = (material.measures.table("metrics"), *over_all)
    for table in known:
        if table is not None and table.id in _EXACT:
            yield from ((table, row) for row in table.rows)


def exact_values(material: Material) -> tuple[Block, ...]:
    """Return every number with all of its digits, as text."""
    rows: list[tuple[Cell, ...]] = []
    point, score = material.snapshot.point, material.snapshot.score
    if point is not None and score is not None:
        known = facts(material.origin)
        place = known["threshold_infinite"] or known["threshold"]
        rows.append(
            (Cell("threshold"), Cell(_all_digits(place), place, "threshold"), Cell(""), Cell(""))
        )
    for table, row in _measures(material):
        cells = row_cells(table, row, material.words)
        rows.append((Cell(row.json_key), *map(_exact, (cells.value, cells.low, cells.high))))
    heads = ("Id", "Value", "From", "To")
    caption = "Every number with all of its digits, by its id in files and on the command line"
    return (Table(caption, heads, (Group(tuple(rows)),), (1, 2, 3), holds=("exact",)),)


def _exact(cell: Cell) -> Cell:
    return replace(cell, text="" if cell.value is None else _all_digits(cell.value))


def _all_digits(value: float | str) -> str:
    return str(value) if isinstance(value, str) else written(str(value))


def reproduction(material: Material) -> tuple[Block, ...]:
    """Return what the numbers rest on: versions, hashes, settings and seeds."""
    rows = [
        *facts_of(material.origin, material.words),
        ("Python", platform.python_version()),
        ("numpy", np.__version__),
    ]
    table = two_columns(material.origin.title.told(Style(material.words)), rows)
    told = f"evalgui {__version__}."
    told += f" SHA-256 of the file: {material.source.sha256}" if material.source is not None else ""
    brief = Paragraph(told, is_note=True, on_card=True, holds=("reproduction",))
    return (brief, table)
