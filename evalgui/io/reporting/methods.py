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
from evalgui.io.reporting.measured_rows import ends, row_cells
from evalgui.io.reporting.placed import decided_in_words, origin_in_words
from evalgui.render.json import facts
from evalgui.results.topic import Drawn
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
        alike = words(
            "Rows with equal scores are called alike, and are one step of every curve. All counts "
            "are exact."
        )
        yield f"{decided_in_words(material)} {origin_in_words(made, words)} {alike}"
        table = snapshot.ranking.table if snapshot.ranking is not None else None
        if table is not None and table.n_missing:
            yield words.counted(
                table.n_missing,
                "1 row without a score is in no number but those of missing results.",
                "{n} rows without a score are in no number but those of missing results.",
                n=grouped(table.n_missing),
            )
    else:
        yield words(
            "Rows are called what the file calls them; no threshold was chosen. Counts are exact."
        )


def _intervals(material: Material) -> Iterator[str]:
    """Yield which method made which intervals, and what each takes for granted."""
    words = material.words
    by_method: dict[tuple[str, str, float], list[str]] = {}
    order = {metric_id: place for place, metric_id in enumerate(RANKING_METRICS.ids)}
    for table, row in sorted(_measures(material), key=lambda one: order.get(one[1].id, -1)):
        found = table.cell(row, table.columns[0])
        interval = None if found is None else found.interval
        if interval is not None and interval.is_defined and interval.method:
            key = (words.said(interval.method), words.said(interval.assumes), interval.level)
            by_method.setdefault(key, []).append(row.title.told(Style(words)))
    if not by_method:
        yield words("No interval could be made.")
        return
    by_assumption: dict[tuple[str, float], list[str]] = {}
    for (method, assumes, confidence), of in by_method.items():
        shown = ", ".join(of[:_MOST_NAMED])
        if len(of) > _MOST_NAMED:
            shown = words("{shown} and {n} more", shown=shown, n=len(of) - _MOST_NAMED)
        by_assumption.setdefault((assumes, confidence), []).append(f"{method} ({shown})")
    for (assumes, confidence), parts in by_assumption.items():
        told = words(
            "Intervals of {level}: {methods}.",
            level=percent_of_level(confidence),
            methods="; ".join(parts),
        )
        granted = words("They take for granted that {assumes}.", assumes=assumes) if assumes else ""
        yield f"{told} {granted}".rstrip()
    yield words(
        "Sampling: {sampling}. One interval is not adjusted for the others.",
        sampling=material.dataset.sampling.said,
    )


def _drawn_again(material: Material) -> Iterator[str]:
    words = material.words
    for one in (Drawn(**values) for values in facts(material.origin)["drawn"]):
        yield words(
            "Data were drawn again for the {what}: {n} replicates, seed {seed}."
            if one.bins is None
            else "Data were drawn again for the {what}: {n} replicates, seed {seed}, with the "
            "scores in {bins} groups.",
            what=one.said,
            n=grouped(one.replicates),
            seed=one.seed,
            bins=grouped(one.bins or 0),
        )


def _comparisons(material: Material) -> Iterator[str]:
    if not material.compared:
        return
    first = material.compared[0]
    tests = [first.area_interval.method, *(one.test for one in first.at.values())]
    if first.mcnemar is not None and not first.why_no_mcnemar:
        tests.append(first.mcnemar.method)
    words = material.words
    yield words(
        "Differences between scores: {tests}; p values adjusted by Holm. Assumed: {assumed}."
        if len(material.compared) > 1
        else "Differences between scores: {tests}. Assumed: {assumed}.",
        tests=", ".join(dict.fromkeys(words.said(one) for one in tests if one)),
        assumed=first.assumes,
    )


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
    words = material.words
    heads = (words("Id"), words("Value"), *ends(words))
    caption = words(
        "Every number with all of its digits, by its id in files and on the command line"
    )
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
    if material.source is not None:
        sha256 = material.words("SHA-256 of the file: {sha256}", sha256=material.source.sha256)
        told = f"{told} {sha256}"
    brief = Paragraph(told, is_note=True, on_card=True, holds=("reproduction",))
    return (brief, table)
