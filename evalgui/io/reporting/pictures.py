"""The pictures of a report: every curve, and how the scores of each class are distributed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves import CURVES, GAINS, in_vocabulary
from evalgui.core.digits import grouped
from evalgui.core.histogram import finite_range, histogram
from evalgui.core.metrics import metric_by_id
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.score_axis import has_log_scores
from evalgui.core.vocabulary import both
from evalgui.io.reporting import wording
from evalgui.io.reporting.blocks import Paragraph, Pictures, as_block
from evalgui.io.reporting.measured_rows import style_of
from evalgui.io.reporting.scores import quantile_table, threshold_text
from evalgui.io.reporting.wording import capital
from evalgui.render.svg import painted
from evalgui.results.axis_choices import has_log_rates, on_axes
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.dots_picture import dots_picture, parting, title_of_dots
from evalgui.results.group_lines import named
from evalgui.results.picture import Level, Swarm
from evalgui.results.picture import Picture as Drawable
from evalgui.results.pictures import PICTURES, TABLES
from evalgui.results.scores_picture import axis_of_scores, scores_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.curves import Curve
    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import ScoreTable
    from evalgui.io.reporting.blocks import Block, Picture
    from evalgui.io.reporting.material import Material
    from evalgui.results.pictured import Pictured

_SQUARE, _WIDE = (340.0, 336.0), (340.0, 290.0)
_PAGE, _ROW = 700.0, 26.0  # the width of a page, and how high a row of words is
_MOST_OTHERS = 5
_OF_CLASSES = "roc"  # of each class against the rest
OVERLAID = tuple(one.id for one in CURVES if one.overlaid)
"""The ids of plots that are drawn of several scores."""


def curves(material: Material) -> tuple[Block, ...]:
    """Return every curve as a drawing, with the operating point on it."""
    ranking = material.snapshot.ranking
    if ranking is None:
        of_classes = _curves_of_classes(material)
        return () if of_classes is None else (Pictures((of_classes,)),)
    table, words = ranking.table, material.words
    if not (table.n_positive and table.n_negative):
        return (Paragraph(words("There are no curves: {missing}.", missing=_missing(material))),)
    lines, groups = _lines(material, ranking), material.snapshot.comparison.groups
    drawn = tuple(_curve(material, declared, lines) for declared in CURVES)
    reason = "" if groups is None else words.said(groups.reason)
    left_out = (Paragraph(f"{reason}."),) if reason else ()
    return (Pictures(drawn), *left_out)


def plotted(
    plot_id: str, material: Material, compared: Sequence[tuple[str, ScoreTable]] = ()
) -> Picture | str:
    """Return a plot of the window as a drawing; in words why there is nothing to draw.

    Parameters
    ----------
    plot_id
        One of `PLOTS`.
    material
        What is drawn.
    compared
        Scores by their names, the first that of the material, which take its place: only
        `OVERLAID` are drawn of several.
    """
    if compared and plot_id not in OVERLAID:
        return material.words("several scores are not drawn in one plot of this kind")
    if plot_id in _OF_SCORES:
        return _OF_SCORES[plot_id](material) or material.words("there are no scores to draw")
    pictured = next((one for one in PICTURES if one.id == plot_id), None)
    if pictured is not None:
        return _drawn(material, pictured)
    return _plotted_curve(plot_id, material, compared)


def _plotted_curve(
    plot_id: str, material: Material, compared: Sequence[tuple[str, ScoreTable]]
) -> Picture | str:
    ranking = material.snapshot.ranking
    if ranking is None:
        of_classes = _curves_of_classes(material) if plot_id == _OF_CLASSES else None
        return of_classes or material.words("there is no score of one class")
    if not (ranking.table.n_positive and ranking.table.n_negative):
        return _missing(material)
    gain = next((one for one in GAINS if one.id == plot_id), None)
    if gain is not None:
        curve = in_vocabulary(gain, material.vocabulary)
        return _picture(material, curve, [Scored("", ranking.table)])
    lines = [Scored(wording.name(name, 24), table) for name, table in compared]
    return _curve(material, CURVES.by_id(plot_id), lines or _lines(material, ranking))


def usual_plot(material: Material) -> str:
    """Return the id of the plot that a card of one page shows."""
    return "det" if material.vocabulary.is_biometric else _OF_CLASSES


def _missing(material: Material) -> str:
    """Return which class has no row with a score."""
    ranking, words = material.snapshot.ranking, material.words
    if ranking is None or not ranking.table.n:
        return words("no row has a score")
    return words("no {actual_positives}" if ranking.table.n_negative else "no {actual_negatives}")


def _lines(material: Material, ranking: Ranking) -> list[Scored]:
    """Return the score, with what stands beside it."""
    own = wording.name(ranking.score.name, 24)
    groups, style = material.snapshot.comparison.groups, style_of(material.words)
    if groups is not None:
        named_groups = (
            Scored(named(replace(one, name=wording.name(one.name, 24)), style), one.ranking.table)
            for one in groups.others
        )
        return [Scored(groups.name, ranking.table), *named_groups]
    beside = material.snapshot.comparison.others[:_MOST_OTHERS]
    lines = [Scored(own if beside else "", ranking.table)]
    return lines + [Scored(wording.name(one.name, 24), one.ranking.table) for one in beside]


def _curve(material: Material, declared: Curve, lines: list[Scored]) -> Picture:
    """Draw a curve of all lines that it can be drawn of."""
    curve = in_vocabulary(declared, material.vocabulary)
    score = material.snapshot.score
    own = Scored("" if score is None else wording.name(score.name, 24), lines[0].table)
    return _picture(material, curve, lines if curve.overlaid else [own])


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
    drawing = painted(picture.in_words(words), size)
    n = len(lines[0].table.steps)
    sentences = [
        words.counted(
            n,
            "{y} against {x}, 1 attainable point.",
            "{y} against {x}, {n} attainable points.",
            y=curve.y_axis.title,
            x=curve.x_axis.title,
            n=grouped(n),
        )
    ]
    if curve.summary and (ranking := snapshot.ranking) is not None:
        name = words.said(RANKING_METRICS.ids[curve.summary].name_in(words.vocabulary))
        sentences.append(f"{name}: {wording.number(ranking.value(curve.summary))}.")
    if point is not None:
        sentences += [_where(material), others_in_words(material)]
    told = " ".join(filter(None, sentences))
    holds = (f"curve:{curve.id}",)
    title, is_usual = words.said(curve.title), curve.id == usual_plot(material)
    return as_block(drawing, title, told, told, on_card=is_usual, holds=holds)


def of_topic(topic_id: str, material: Material) -> tuple[Block, ...]:
    """Return the pictures of a topic: the curves and the others that are drawn from its table."""
    ranking, table = material.snapshot.ranking, topic_id.replace("_", "-")
    drawn = []
    if ranking is not None and ranking.table.n_positive and ranking.table.n_negative:
        lines = [Scored("", ranking.table)]
        gains = (in_vocabulary(one, material.vocabulary) for one in GAINS)
        own = [one for one in gains if TABLES.get(one.id, one.id) == table]
        drawn += [_picture(material, one, lines) for one in own]
    found = (_drawn(material, one) for one in PICTURES if one.table == table)
    drawn += [one for one in found if not isinstance(one, str)]  # which sections say
    return (Pictures(tuple(drawn)),) if drawn else ()


def _drawn(material: Material, pictured: Pictured) -> Picture | str:
    """Draw a picture of the results; return the words that stand in its place where some do."""
    snapshot, style = material.snapshot, style_of(material.words)
    if pictured.source is not None:
        while (part := pictured.source.next_part(snapshot)) is not None:
            part.find(snapshot, lambda _share: None)
    shown = pictured.whole(snapshot, style)
    if not isinstance(shown, Drawable):
        return shown.told(style)
    moved = pictured.moved(snapshot, style)
    summary = pictured.summary_with_limits or pictured.summary
    said = (summary(snapshot), moved.with_limits or moved.said, moved.sentence)
    title = pictured.title.told(style)
    across = shown.x_axis if shown.top is None or shown.x_axis.title else shown.top
    told = [material.words("{y} against {x}", y=shown.y_axis.title, x=across.title)]
    told += filter(
        None, (capital(one.told(style)).removesuffix(".").replace("\n", ". ") for one in said)
    )
    caption = f"{'. '.join(told)}."
    size = _SQUARE if pictured.is_square else _WIDE
    if pictured.is_page:
        low, high = shown.y_axis.ruler.scale.home
        size = _PAGE, _ROW * (high - low) + _WIDE[1] / 6
    drawing = painted(shown.in_words(material.words), size)
    return as_block(drawing, title, caption, caption, holds=(f"curve:{pictured.id}",))


def _where(material: Material) -> str:
    """Return where the operating point lies, for those who do not see it."""
    point, words = material.snapshot.point, material.words
    if point is None:
        return ""
    rates = [metric_by_id(one) for one in ("TPR", "FPR")]
    told = [
        f"{words.said(one.name_in(words.vocabulary))} "
        f"{wording.percent(point.measured[one.id].value)}"
        for one in rates
    ]
    return words("The operating point: {rates}.", rates=", ".join(told))


def _curves_of_classes(material: Material) -> Picture | None:
    """Draw the ROC curve of each class against the rest, of the largest; None without any."""
    scores = material.snapshot.class_scores
    if scores is None:
        return None
    n_shown = min(len(scores.classes), 8)
    lines = [Scored(wording.name(scores.classes[k], 24), scores.table(k)) for k in range(n_shown)]
    lines = [one for one in lines if one.table.steps.n_positive and one.table.steps.n_negative]
    if not lines:
        return None
    curve = in_vocabulary(CURVES.by_id(_OF_CLASSES), material.vocabulary)
    words, names = material.words, ", ".join(one.name for one in lines)
    drawing = painted(curve_picture(curve, lines).in_words(words), _SQUARE)
    more = len(scores.classes) - n_shown
    told = words("One curve a class against the rest: {names}.", names=names)
    if more:
        left_out = words.counted(
            more,
            "1 more class is not drawn.",
            "{n} more classes are not drawn.",
            n=grouped(more),
        )
        told = f"{told} {left_out}"
    title = words("ROC of each class")
    return as_block(drawing, title, told, told, on_card=True, holds=(f"curve:{_OF_CLASSES}",))


def distributions(material: Material) -> tuple[Block, ...]:
    """Return how the scores of each class are distributed, row by row where these are few."""
    found = histogram_picture(material), rows_picture(material), quantile_table(material)
    return tuple(one for one in found if one is not None)


def others_in_words(material: Material, *, with_thresholds: bool = False) -> str:
    """Return which squares or lines on a picture are other operating points; "" for none."""
    found, score = material.other_points, material.snapshot.score
    if not found or score is None:
        return ""
    words, letters = material.words, [one.letter for one in found]
    if not with_thresholds:
        if len(found) == 1:
            return words("Square: the other operating point.")
        return words("Squares: other operating points {names}.", names=_enumerated(letters))
    places = [threshold_text(one.point.threshold, score) for one in found]
    if len(found) == 1:
        return words("Dotted line: the other operating point at {place}.", place=places[0])
    pairs = zip(letters, places, strict=True)
    names = [words("{letter} at {place}", letter=letter, place=place) for letter, place in pairs]
    return words("Dotted lines: other operating points {names}.", names=_enumerated(names))


def _enumerated(names: list[str]) -> str:
    """Return two names or more one after the other."""
    return both([", ".join(names[:-1]), names[-1]])


def histogram_picture(material: Material) -> Picture | None:
    """Draw the share of each class in bins of equal width; None where no score is finite.

    The bins are equal on a logarithmic axis where the scores lie on one in the window.
    """
    ranking, point, words = material.snapshot.ranking, material.snapshot.point, material.words
    if ranking is None:
        return None
    is_log = has_log_scores(material.snapshot)
    found = histogram(ranking.table, is_log=is_log)
    if not len(found.positives):
        return None
    x_title = wording.name(ranking.score.name, 40)
    levels = [Level(one.letter, one.point.threshold) for one in material.other_points]
    if point is not None:
        levels.append(Level(words("Threshold"), point.threshold, is_main=True))
    axis = axis_of_scores(x_title, finite_range(ranking.table), ranking.score, is_log=is_log)
    names = (
        capital(words.positives) if found.positives.any() else "",
        capital(words.negatives) if found.negatives.any() else "",
    )
    picture = scores_picture(ranking.table, found, axis, names, levels)
    n = len(found.positives)
    told = words.counted(
        n,
        "Distribution of {score} in 1 bin, as the share of each class.",
        "Distribution of {score} in {n} bins, as the share of each class.",
        score=x_title,
        n=n,
    )
    infinite, n = "", found.n_infinite
    if n:
        infinite = words.counted(
            n,
            "1 infinite score lies in no bin.",
            "{n} infinite scores lie in no bin.",
            n=grouped(n),
        )
    others = others_in_words(material, with_thresholds=True)
    told = " ".join(filter(None, (told, infinite, others)))
    title, drawing = words("Scores by true class"), painted(picture.in_words(words), _WIDE)
    return as_block(drawing, title, told, told, on_card=True, holds=("histogram",))


def rows_picture(material: Material) -> Picture | None:
    """Draw each row as a dot above its class; None where rows are many, weighted or not finite."""
    snapshot, words, ranking = material.snapshot, material.words, material.snapshot.ranking
    if ranking is None or not ranking.table.n:
        return None
    table, score = ranking.table, ranking.score
    title, is_log = wording.name(score.name, 40), has_log_scores(snapshot)
    axis = axis_of_scores(title, finite_range(table), score, is_log=is_log)
    sizes = (words.negatives, table.n_negative), (words.positives, table.n_positive)
    at = () if snapshot.point is None else (snapshot.point.threshold,)
    ends = material.grey_zone or at
    lines = [parting("", table, score, end, table.counts_at(end)) for end in ends]
    names = [(capital(one), f" ({grouped(n)})") for one, n in sizes]
    picture = dots_picture(table, axis, names, lines)
    values = [one.values for one in picture.columns if isinstance(one, Swarm)]
    n_infinite = sum(int(np.isinf(one).sum()) for one in values)
    if not sum(map(len, values)) - n_infinite:
        return None
    sentences = [words("Each dot is a row with its {score}, above its class.", score=title)]
    if ends:
        low, *high = (threshold_text(end, score) for end in ends)
        sentences.append(
            words(
                "Lines at {low} and {high}: dots with an edge are called wrongly, grey ones are "
                "indeterminate."
                if high
                else "Line at {low}: dots with an edge are called wrongly.",
                low=low,
                high="".join(high),
            )
        )
    if n_infinite:
        sentences.append(
            words.counted(
                n_infinite,
                "1 infinite score is not drawn.",
                "{n} infinite scores are not drawn.",
                n=grouped(n_infinite),
            )
        )
    told, name = " ".join(sentences), words.said(title_of_dots(words.vocabulary))
    return as_block(painted(picture.in_words(words), _SQUARE), name, told, told)


_OF_SCORES: Mapping[str, Callable[[Material], Picture | None]] = {
    "histogram": histogram_picture,
    "dots": rows_picture,
}
PLOTS = (
    *(one.id for one in (*CURVES, *GAINS)),
    *(one.id for one in PICTURES),
    *_OF_SCORES,
)
"""The ids of all that `plotted` draws, as plots of the window have them."""
