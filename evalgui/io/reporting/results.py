"""The results: matrix, threshold and measures, the ranking, and whatever else is a topic."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped, percent_of_level
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.provenance import Origin
from evalgui.core.provenance_words import FIXED, is_chosen_here
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.reporting.about import facts_of, two_columns
from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Table
from evalgui.io.reporting.measured_rows import (
    class_cell,
    ends,
    limited,
    matrix_of,
    notes_of,
    row_cells,
    style_of,
    table_of,
)
from evalgui.io.reporting.placed import decided_in_words, equivalents, origin_in_words
from evalgui.io.reporting.wording import capital, name
from evalgui.render.text import fact_parts
from evalgui.results.topic import NOTHING_BESIDE, Beside
from evalgui.results.topics.biometrics import BIOMETRICS
from evalgui.results.topics.classes import classes as classes_of
from evalgui.results.topics.matrix import confusion
from evalgui.results.topics.people import prevalence_of
from evalgui.results.topics.stability import STABILITY

if TYPE_CHECKING:
    from evalgui.core.words import Words
    from evalgui.io.reporting.blocks import Block
    from evalgui.io.reporting.material import Material
    from evalgui.results.result import Result, Row
    from evalgui.results.result import Table as Measures
    from evalgui.results.topic import Topic

HEADLINE = ("TPR", "TNR", "PPV", "NPV", "LRP", "LRN")
ERRORS = ("FPR", "FNR")
IMPROPER = frozenset(
    {"ACC", "ERR", "BCR", "BER", "YI", "DOR", "KAPPA", "MCC", "F1", "FBETA", "FALPHA", "P4", "GM"}
)
"""Measures that can be better for a worse model, so that they choose none.

References: Van Calster et al. 2025, on measures of predictive models.
"""
PREDICTIVE = ("PPV", "NPV")
_NO_ANSWER = {"asked", "refused", "left_out"}  # facts that say why there is nothing else
_FEWEST = 5  # cells of a row in short
_MARK = "\N{DAGGER}"
_MOST_CLASSES = 25
_OF_EACH_CLASS = ("support", "TPR", "TNR", "PPV", "NPV", "F1", "roc_auc")


def matrix(material: Material) -> tuple[Block, ...]:
    """Return the confusion matrix with its sums."""
    found = confusion(material.snapshot)
    if found is None:
        return ()
    (told,), words = found.matrices, material.words
    n_all = len(told.rows.names)
    if n_all > _MOST_CLASSES:
        most = words(
            "{n} classes are more than a page can show as a matrix: the table of classes has the "
            "counts of each.",
            n=grouped(n_all),
        )
        return (Paragraph(most),)
    truth, call = (side.title.told(Style(words)) for side in (told.rows, told.columns))
    caption = words("Confusion matrix: {truth} in rows, {call} in columns", truth=truth, call=call)
    made = matrix_of(told, caption, words)
    return (replace(made, on_card=len(made.head) <= 6, holds=("counts",)),)


def threshold(material: Material) -> tuple[Block, ...]:
    """Return where the threshold stands, how it came there, and what is equivalent."""
    snapshot, words = material.snapshot, material.words
    point, score, made = snapshot.point, snapshot.score, snapshot.provenance
    if point is None:
        return ()
    if score is None or made is None:
        told = words("There is no threshold: each row is called what the file calls it.")
        return (Paragraph(told, on_card=True),)
    told = decided_in_words(material)
    came = origin_in_words(made, words, point)
    inputs = snapshot.inputs
    if inputs.is_followed:
        came = f"{came} {words('The rule moves it with the data.')}"
    if inputs.is_locked:
        came = f"{came} {words('It is locked.')}"
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


def _stability(material: Material) -> tuple[Block, ...]:
    """Return where the rule lands; what to expect of new rows stands beside the measures."""
    told = STABILITY.make(material.snapshot, NOTHING_BESIDE)
    if told is None:
        return ()
    shown = replace(told, tables=told.tables[:2])
    return blocks_of(shown, material.words, (told.id,))


def measures(material: Material) -> tuple[Block, ...]:
    """Return the measures that every reader looks for, then all of them."""
    if material.snapshot.point is None:
        return _of_all_classes(material)
    level, words = percent_of_level(material.snapshot.inputs.intervals.level), material.words
    table = material.measures.table("metrics")
    if table is None:
        return ()
    rows = {row.id: row for row in table.rows}
    holds = [f"interval:{one}" for one in (*HEADLINE, *ERRORS) if _is_sure(table, rows[one])]
    head = _further_heads(table, material)
    headline = Table(
        words(
            "Measures at the operating point, each with its two-sided {level} interval",
            level=level,
        ),
        (words("Measure"), "x/n", words("Value"), *head, *ends(words)),
        (Group(tuple(_row(table, rows[one], material) for one in (*HEADLINE, *ERRORS))),),
        tuple(range(1, 5 + len(head))),
        holds=tuple(holds),
    )
    in_short = replace(
        headline,
        groups=_with_prevalence(headline.groups, material),
        on_card=True,
        holds=(),
        only_card=True,
    )
    whole = _table_of_all(table, material, level)
    note = words(
        "{mark} A measure that can be better for a worse model: it tells what a threshold does, "
        "and chooses no model.",
        mark=_MARK,
    )
    blocks: list[Block] = [headline, in_short, whole]
    blocks.append(Paragraph(note, is_note=True, holds=("improper",)))
    if prevalence_of(material.snapshot) is None:
        asks = words(
            "The sizes of the classes were chosen: predictive values are those of this sample "
            "alone. Give the {prevalence} where it will be used, and they are told there."
        )
        blocks.append(Paragraph(asks, is_note=True, on_card=True))
    if is_chosen_here(material.snapshot.provenance):
        fixed = words("These intervals assume that {assumption}.", assumption=FIXED)
        blocks.append(Paragraph(fixed, is_note=True, on_card=True))
    return tuple(blocks)


def _with_prevalence(groups: tuple[Group, ...], material: Material) -> tuple[Group, ...]:
    """Return groups of measures with the predictive values at a prevalence that was typed."""
    table = material.measures.table("at_prevalence")
    if table is None:
        return groups
    (group,) = groups
    others = len(group.rows[0]) - _FEWEST
    rows = (row for row in table.rows if row.json_key in PREDICTIVE)
    return (Group((*group.rows, *(_short_row(table, row, material, others) for row in rows))),)


def over_all_thresholds(in_short: Table, material: Material) -> Table:
    """Return a table of measures at the threshold with those of the ranking that all know."""
    wanted = ("roc_auc", "eer") if material.vocabulary.is_biometric else ("roc_auc",)
    tables = () if material.ranking is None else material.ranking.tables
    found = {row.id: (table, row) for table in tables for row in table.rows}
    others = len(in_short.head) - _FEWEST
    rows = (_short_row(*found[one], material, others) for one in wanted if one in found)
    group = Group(tuple(rows), material.words("Over all thresholds"))
    return replace(in_short, groups=(*in_short.groups, group)) if group.rows else in_short


def _short_row(table: Measures, row: Row, material: Material, n_others: int) -> tuple[Cell, ...]:
    """Return a row as of `_row`, with nothing in further columns."""
    cells = row_cells(table, row, material.words)
    others = (Cell(""),) * n_others
    return (cells.name, cells.fraction, cells.value, *others, cells.low, cells.high)


def _further_heads(table: Measures, material: Material) -> tuple[str, ...]:
    """Return the heads of further columns: what to expect of new rows, where that is known."""
    return (material.words("On new {rows}"),) * (len(table.columns) - 1)


def _table_of_all(table: Measures, material: Material, level: str) -> Table:
    head, words = _further_heads(table, material), material.words
    heads = (words("Measure"), "x/n", words("Value"), *head, *ends(words), words("Method"))
    groups = tuple(
        Group(
            tuple(_row(table, row, material, with_method=True) for row in rows),
            "" if title is None else title.told(Style(words_in(Vocabulary.MACHINE_LEARNING))),
        )
        for title, rows in table.groups()
    )
    caption = words("All measures, with {level} intervals", level=level)
    return Table(caption, heads, groups, tuple(range(1, 5 + len(head))), holds=("measures",))


def _is_sure(table: Measures, row: Row) -> bool:
    found = table.cell(row, table.columns[0])
    if found is None or not found.is_defined or found.interval is None:
        return False
    return found.interval.is_defined


def _row(
    table: Measures, row: Row, material: Material, *, with_method: bool = False
) -> tuple[Cell, ...]:
    """Return the name, x/n, the value, what to expect where that is known, and the limits."""
    cells = row_cells(table, row, material.words)
    name = (
        replace(cells.name, text=f"{cells.name.text} {_MARK}") if row.id in IMPROPER else cells.name
    )
    found = (name, cells.fraction, cells.value, *cells.others, cells.low, cells.high)
    return (*found, cells.method) if with_method else found


def _of_all_classes(material: Material) -> tuple[Block, ...]:
    """Return the measures of all classes together."""
    level = percent_of_level(material.snapshot.inputs.intervals.level)
    measured = material.measures.table("metrics")
    table = () if measured is None else (_table_of_all(measured, material, level),)
    overall = material.snapshot.overall
    told = "" if overall is None else capital(material.words.said(overall.scope()))
    return (Paragraph(f"{told}."), *table)


def classes(material: Material) -> tuple[Block, ...]:
    """Return the measures of each class against the rest."""
    words = material.words
    if material.snapshot.point is not None or material.snapshot.matrix is None:
        return ()
    (table,) = classes_of(material.snapshot).tables
    shown = [column for column in table.columns if column.id in _OF_EACH_CLASS]
    heads = (
        words("Class"),
        words("Support"),
        *(column.title.told(Style(words)) for column in shown[1:]),
    )
    rows = []
    for place, row in enumerate(table.rows):
        at = f"per_class.{place}"
        cells = [class_cell(table, row, column, words, at) for column in shown]
        rows.append((Cell(name(row.id, 60)), *cells))
    caption = words("Each class against the rest, with intervals in brackets")
    numeric = tuple(range(1, len(heads)))
    return (Table(caption, heads, (Group(tuple(rows)),), numeric, holds=("classes",)),)


def ranking(material: Material) -> tuple[Block, ...]:
    """Return the measures of the ranking, each with its interval, and what was drawn again."""
    told, level = material.ranking, percent_of_level(material.snapshot.inputs.intervals.level)
    if told is None:
        return ()
    words = material.words
    every = {row.id: (table, row) for table in told.tables for row in table.rows}
    known = [every[one] for one in (*RANKING_METRICS.ids, *PROBABILITY_METRICS.ids) if one in every]
    sure = [(table, row) for table, row in known if _is_sure(table, row)]
    holds = [f"ranking:{row.id}" for _table, row in sure if row.id in {"roc_auc", "eer"}]
    blocks: list[Block] = []
    if known:
        caption = words(
            "Measures of the ranking, over all thresholds, with {level} intervals", level=level
        )
        blocks.append(limited(known, caption, words, holds=tuple(holds)))
    facts = [fact_parts(fact, Style(words, count=grouped)) for fact in told.facts]
    if facts:
        how = facts[0][-1]
        caption = words("Intervals from data that were drawn again: {how}", how=how)
        table = told.tables[-1]
        drawn = [(table, row) for row in table.rows]
        blocks.append(limited(drawn, caption, words, holds=("bootstrap",)))
        blocks += (Paragraph(f"{capital(': '.join(parts))}.") for parts in facts[1:])
    if sure:
        caption = words("Measures of the ranking, with {level} intervals", level=level)
        brief = limited(sure, caption, words)
        groups = (Group(tuple(row[:-1] for row in brief.groups[0].rows)),)
        blocks.append(
            replace(brief, head=brief.head[:-1], groups=groups, on_card=True, only_card=True)
        )
    return tuple(blocks)


def biometrics(material: Material) -> tuple[Block, ...]:
    """Return the figures of a biometric evaluation, in its fields."""
    if not material.vocabulary.is_biometric:
        return ()
    told = BIOMETRICS.make(material.snapshot, NOTHING_BESIDE)
    return () if told is None else blocks_of(told, material.words, ("limits", "errors at"))


def topic(of: Topic, material: Material) -> tuple[Block, ...]:
    """Return facts and tables of a topic.

    Where a table is one value a row, x/n, limits and method stand beside it.
    """
    told = of.make(material.snapshot, Beside(source=material.source))
    if told is None:
        return ()
    words, style = material.words, style_of(material.words)
    blocks: list[Block] = [
        Paragraph(
            f"{capital(': '.join(fact_parts(fact, style)))}.",
            holds=() if fact.id in _NO_ANSWER else (told.id,),
        )
        for fact in told.facts
    ]
    rows = [(one, row) for one in told.tables if _is_limited(one) for row in one.rows]
    if rows:
        level = percent_of_level(material.snapshot.inputs.intervals.level)
        title = words("{title}, with {level} intervals", title=told.title.told(style), level=level)
        holds = tuple(f"{told.id}:{row.id}" for table, row in rows if _is_sure(table, row))
        blocks.append(limited(rows, title, words, of=told.id, holds=holds))
    others = tuple(one for one in told.tables if not _is_limited(one))
    rest = blocks_of(replace(told, facts=(), tables=others), words, ())
    holds = (told.id, *of.answers)
    blocks += (replace(one, holds=holds) if isinstance(one, Table) else one for one in rest)
    return tuple(blocks)


def _is_limited(table: Measures) -> bool:
    """Return whether a table is one value a row, some with an interval."""
    cells = (cell for _row, cell in table.cells(table.columns[0].id))
    return len(table.columns) == 1 and any(cell.interval is not None for cell in cells)


def blocks_of(told: Result, words: Words, holds: tuple[str, ...]) -> tuple[Block, ...]:
    """Return facts, which hold an answer; tables for each group, with notes; and matrices."""
    style = style_of(words)
    title = told.title.told(style)
    facts = (two_columns(title, facts_of(told, words), holds),) if told.facts else ()
    blocks: list[Block] = [*facts]
    for table in told.tables:
        for group, rows in table.groups():
            part = table.with_rows(rows)
            blocks.append(table_of(part, title if group is None else group.told(style), words))
            blocks += [Paragraph(f"{one}.", is_note=True) for one in notes_of(part, style)]
    return (*blocks, *(matrix_of(one, title, words) for one in told.matrices))
