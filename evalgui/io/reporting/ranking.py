"""What the scores say over all thresholds: areas, curves, distributions, biometric figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.bootstrap.limits import METHODS
from evalgui.core.curves import CURVES, in_vocabulary
from evalgui.core.digits import exact, grouped, percent_of, percent_of_level
from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.metrics import Vocabulary, metric_by_id
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.rules.targets import NONE_ALLOWED
from evalgui.core.score_axis import has_log_scores
from evalgui.io.reporting import wording
from evalgui.io.reporting.blocks import Cell, Group, Paragraph, Pictures, Table, as_block
from evalgui.io.reporting.measured_rows import row_cells
from evalgui.io.reporting.scores import histogram_picture, others_in_words, quantile_table
from evalgui.io.writers.biometric_figures import biometric_figures
from evalgui.render.svg import painted
from evalgui.results.axis_choices import has_log_rates, on_axes
from evalgui.results.curve_picture import Scored, curve_picture

if TYPE_CHECKING:
    from evalgui.core.curves import Curve
    from evalgui.io.reporting.blocks import Block, Picture
    from evalgui.io.reporting.material import Material
    from evalgui.results.result import Row
    from evalgui.results.result import Table as Measures

_SQUARE, _WIDE = (340.0, 336.0), (340.0, 290.0)
_MOST_OTHERS = 5
_BIOMETRIC = {Vocabulary.BIOMETRICS, Vocabulary.SPEAKER}


def summaries(material: Material) -> tuple[Block, ...]:
    """Return the measures of the ranking, each with its interval."""
    if material.snapshot.ranking is None:
        return ()
    rows = [_row(table, row, material) for table, row in _in_order(material)]
    level = percent_of_level(material.snapshot.inputs.intervals.level)
    heads = ("Measure", "Value", "From", "To", "Method")
    holds = [f"ranking:{one}" for one in ("roc_auc", "eer") if _is_sure(material, one)]
    caption = f"Measures of the ranking, over all thresholds, with {level} intervals"
    table = Table(caption, heads, (Group(tuple(rows)),), (1, 2, 3), holds=tuple(holds))
    return (table, *_bootstrap(material), *_brief(material))


def _in_order(material: Material) -> list[tuple[Measures, Row]]:
    """Return the measures of the ranking as they are declared, then those of probabilities."""
    tables = filter(None, map(material.measures.table, ("areas", "eer")))
    found = {row.id: (table, row) for table in tables for row in table.rows}
    every = (*RANKING_METRICS, *PROBABILITY_METRICS)
    return [found[one.id] for one in every if one.id in found]


def _brief(material: Material) -> tuple[Block, ...]:
    """Return the measures that the card has."""
    known = [pair for pair in _in_order(material) if _is_sure(material, pair[1].id)]
    if not known:
        return ()
    rows = tuple(_row(table, row, material)[:4] for table, row in known)
    level = percent_of_level(material.snapshot.inputs.intervals.level)
    heads = ("Measure", "Value", "From", "To")
    caption = f"Measures of the ranking, with {level} intervals"
    return (Table(caption, heads, (Group(rows),), (1, 2, 3), on_card=True, only_card=True),)


def _is_sure(material: Material, metric_id: str) -> bool:
    entry = material.numbers["area_intervals"].get(metric_id)
    return entry is not None and entry["undefined"] is None


def _row(table: Measures, row: Row, material: Material) -> tuple[Cell, ...]:
    cells = row_cells(table, row, material.words)
    return cells.name, cells.value, cells.low, cells.high, cells.method


def _bootstrap(material: Material) -> tuple[Block, ...]:
    """Return the intervals of rows that were drawn again."""
    found, run = material.found.get("bootstrap"), material.found.get("bootstrap_run")
    if found is None or run is None:
        return ()
    names = {one.id: one.name_in(material.vocabulary) for one in RANKING_METRICS}
    rows = []
    for one_id, kinds in found.items():
        told = names.get(one_id) or metric_by_id(one_id).name_in(material.vocabulary)
        for kind, entry in ((kind, kinds[kind]) for kind in METHODS):
            at = f"bootstrap.{one_id}.{kind}"
            cells = wording.limit_cells(entry, at, is_share=False)
            rows.append((Cell(told), *cells, Cell(entry["undefined"] or entry["method"])))
    units = f"{grouped(run['replicates'])} replicates of the {run['units']}, seed {run['seed']}"
    heads = ("Measure", "From", "To", "Method")
    caption = f"Intervals from data that were drawn again: {units}"
    table = Table(caption, heads, (Group(tuple(rows)),), (1, 2), holds=("bootstrap",))
    note = run.get("note", "")
    return (table, Paragraph(f"{note[0].upper()}{note[1:]}.")) if note else (table,)


def curves(material: Material) -> tuple[Block, ...]:
    """Return every curve as a drawing, with the operating point on it."""
    ranking = material.snapshot.ranking
    if ranking is None:
        return _curves_of_classes(material)
    table, words = ranking.table, material.words
    if not (table.n_positive and table.n_negative):
        missing = words("no {actual_positives}" if table.n_negative else "no {actual_negatives}")
        if not table.n:
            missing = "no row has a score"
        return (Paragraph(f"There are no curves: {missing}."),)
    own = wording.name(ranking.score.name, 24)
    beside = material.snapshot.comparison.others[:_MOST_OTHERS]
    lines = [Scored(own if beside else "", table)]
    lines += [Scored(wording.name(one.name, 24), one.ranking.table) for one in beside]
    drawn = []
    for declared in CURVES:
        curve = in_vocabulary(declared, material.vocabulary)
        shown = lines if curve.overlaid else [Scored(own, table)]
        drawn.append(_picture(material, curve, shown))
    return (Pictures(tuple(drawn)),)


def _picture(material: Material, curve: Curve, lines: list[Scored]) -> Picture:
    point, words = material.snapshot.point, material.words
    others = [(one.letter, one.point) for one in material.other_points]
    snapshot, size = material.snapshot, _SQUARE if curve.is_square else _WIDE
    axes, score = snapshot.choices.axes, snapshot.score
    curve = on_axes(
        curve,
        log_scores=has_log_scores(snapshot),
        log_rates=has_log_rates(axes, material.vocabulary),
    )
    picture = curve_picture(curve, lines, point, others, score=score, is_fixed=axes.fixed_rates)
    drawing = painted(picture, size)
    summary = ""
    if curve.summary:
        numbers = material.numbers
        value = numbers["eer"]["value"]
        if curve.summary != "eer":
            value = numbers["areas"][curve.summary]
        known = {one.id: one for one in RANKING_METRICS}[curve.summary]
        text = wording.number(wording.number_of(value))
        summary = f" {known.name_in(words.vocabulary)}: {text}."
    n = grouped(len(lines[0].table.steps))
    told = f"{curve.y_axis.title} against {curve.x_axis.title}, {n} attainable points.{summary}"
    if point is not None:
        told += _where(material) + others_in_words(material)
    holds = (f"curve:{curve.id}",)
    card = "det" if material.vocabulary in _BIOMETRIC else "roc"
    return as_block(drawing, curve.title, told, told, on_card=curve.id == card, holds=holds)


def _where(material: Material) -> str:
    """Return where the operating point lies, for those who do not see it."""
    point, words = material.snapshot.point, material.words
    if point is None:
        return ""
    rates = [metric_by_id(one) for one in ("TPR", "FPR")]
    told = [
        f"{one.name_in(words.vocabulary)} {wording.percent(point.measured[one.id].value)}"
        for one in rates
    ]
    return f" The operating point: {', '.join(told)}."


def _curves_of_classes(material: Material) -> tuple[Block, ...]:
    """Return the ROC curve of each class against the rest, of the largest classes."""
    scores = material.snapshot.class_scores
    if scores is None:
        return ()
    n_shown = min(len(scores.classes), 8)
    lines = [Scored(wording.name(scores.classes[k], 24), scores.table(k)) for k in range(n_shown)]
    lines = [one for one in lines if one.table.steps.n_positive and one.table.steps.n_negative]
    if not lines:
        return ()
    curve = in_vocabulary(CURVES.by_id("roc"), material.vocabulary)
    drawing = painted(curve_picture(curve, lines), _SQUARE)
    more = len(scores.classes) - n_shown
    told = f"One curve a class against the rest: {', '.join(one.name for one in lines)}."
    told += f" {grouped(more)} more classes are not drawn." if more else ""
    block = as_block(drawing, "ROC of each class", told, told, on_card=True, holds=("curve:roc",))
    return (Pictures((block,)),)


def distributions(material: Material) -> tuple[Block, ...]:
    """Return how the scores of each class are distributed."""
    picture, table = histogram_picture(material, _WIDE), quantile_table(material)
    blocks: list[Block] = [] if picture is None else [picture]
    return (*blocks, *([] if table is None else [table]))


def biometrics(material: Material) -> tuple[Block, ...]:
    """Return the error rates at given error rates, with their one-sided limits."""
    if material.vocabulary not in _BIOMETRIC:
        return ()
    level = material.snapshot.inputs.intervals.level
    found = biometric_figures(material.snapshot, level)
    if found is None:
        return ()
    side = percent_of_level(level)
    names = [material.words.rate(one) for one in ("FPR", "FNR")]
    rows = []
    for title, one in (
        *((_at(names[1], names[0], one["target"]), one) for one in found["fnmr_at_fmr"]),
        (f"{names[1]} where {names[0]} is 0", found["zero_fmr"]),
        *((_at(names[0], names[1], one["target"]), one) for one in found["fmr_at_fnmr"]),
        (f"{names[0]} where {names[1]} is 0", found["zero_fnmr"]),
    ):
        rows.append((Cell(title), Cell(_place(one["threshold"])), *_rates(one), _bound(one)))
    heads = ("Point", "Threshold", *_rate_heads(names), "Supported")
    caption = f"Error rates at given error rates, with one-sided exact {side} upper limits"
    caption += f", {EFFECTIVE}" if found["by_subject"] else ""
    numeric = tuple(range(1, 8))
    table = Table(caption, heads, (Group(tuple(rows)),), numeric, holds=("limits", "errors at"))
    eers = [
        (Cell(key.replace("_", " ")), Cell(wording.number(value), value, f"figures.eer.{key}"))
        for key, value in found["eer"].items()
        if isinstance(value, float)
    ]
    eer = Table(
        "Equal error rate by each definition", ("Definition", "Value"), (Group(tuple(eers)),), (1,)
    )
    return (table, eer)


def _at(rate: str, other: str, target: float) -> str:
    """Return the name of an error rate where the other one meets a target."""
    return f"{rate} at {other} \N{LESS-THAN OR EQUAL TO} {percent_of(target)}"


def _rate_heads(names: list[str]) -> tuple[str, ...]:
    return tuple(head for one in names for head in (f"{one} x/n", one, f"{one} at most"))


def _place(threshold: float | str | None) -> str:
    if threshold is None:
        return "none"
    return threshold if isinstance(threshold, str) else exact(threshold)


def _rates(one: dict[str, Any]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for rate in (one["fmr"], one["fnmr"]):
        counted = f"{grouped(rate['errors'])}/{grouped(rate['n'])}"
        value, upper = wording.percent(rate["value"]), wording.percent(rate["upper"])
        cells += [Cell(counted), Cell(value, rate["value"]), Cell(upper, rate["upper"])]
    return tuple(cells)


def _bound(one: dict[str, Any]) -> Cell:
    if one["supported"]:
        return Cell("yes")
    return Cell(f"{NONE_ALLOWED}; after none {wording.percent(one['bound'])} may be claimed")
