"""What the command line prints for people: lines of text."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.confusion import some
from evalgui.core.counts import Counts
from evalgui.core.provenance_words import beyond_in_words
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Style, Text
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.meaning import show_hidden
from evalgui.io.writers.further import further_lines
from evalgui.io.writers.measures import style_of
from evalgui.render.text import digits, fact_lines, fact_parts, grid, level_text, tabbed, whole
from evalgui.render.text import lines as lines_of
from evalgui.render.text import notes as lines_of_notes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.vocabulary import Words
    from evalgui.results.result import Result

_ASKS = Text(
    "the sizes of the classes were chosen: what depends on the {prevalence}, such as predictive "
    "values, holds at that of this file (--prevalence P gives them where the test will be used)"
)
_OF_EACH_CLASS = ("support", "TPR", "TNR", "PPV", "NPV", "F1")


def as_table(
    numbers: dict[str, Any], results: Mapping[str, Result], words: Words = MACHINE_LEARNING
) -> str:
    """Return numbers as lines of text for people: rounded, what is undefined with its reason.

    Thresholds and the vertices of curves have all of their digits, as JSON has of all.

    Parameters
    ----------
    numbers
        An `evaluation`.
    results
        Its results by the ids of their topics.
    words
        What outcomes, classes and measures are called; the ids are the same in all.
    """
    style = Style(words, digits, show_hidden)
    tables = {table.id: lines_of(table, style) for table in results["measures"].tables}
    lines = [
        *_heading(numbers, results, style),
        *lines_of_notes(results["notes"].tables[0], style),
        "",
    ]
    sides = {entry["level"] for entry in numbers["intervals"].values()}
    heading = "".join(words("{level} interval", level=level_text(level)) for level in sides)
    lines.append(f"{'':18} {'':46} {'':24} {heading}")
    lines += tables["metrics"]
    if "at_prevalence" in tables:
        share = digits(numbers["at_prevalence"]["prevalence"])
        lines += ["", words("at a {prevalence} of {share}:", share=share)]
        lines += tables["at_prevalence"]
    if "zone" in results:
        lines += ["", *whole(results["zone"], style)]
    lines += _ranking_lines(results.get("ranking"), style)
    if "stability" in results:  # its measures stand beside those of these rows
        stable = results["stability"]
        lines += ["", *whole(replace(stable, tables=stable.tables[:2]), style_of(words))]
    if numbers["counts"] is None:
        (by_class,), (matrix,) = results["classes"].tables, results["matrix"].matrices
        lines += ["", *grid(by_class, _OF_EACH_CLASS, style), "", *tabbed(matrix, style)]
    lines += further_lines(results, style)
    curves = [numbers["curve"]] if "curve" in numbers else numbers.get("curves", ())
    for curve in curves:
        names = [name for name in curve if name != "id" and not name.endswith("_infinite")]
        lines += ["", "\t".join(names)]
        ends = (curve.get(f"{name}_infinite", itertools.repeat(None)) for name in names)
        columns = (map(_folded, curve[name], end) for name, end in zip(names, ends, strict=True))
        lines += map("\t".join, zip(*columns, strict=True))
    return "\n".join(lines)


def _ranking_lines(told: Result | None, style: Style) -> list[str]:
    """Return what the scores say over all thresholds, and what was drawn again behind it."""
    if told is None:
        return [""]
    tables = {table.id: lines_of(table, style) for table in told.tables}
    drawn = tables.pop("bootstrap", None)
    lines = ["", *itertools.chain(*tables.values())]
    return lines if drawn is None else [*lines, "", *fact_lines(told, style), *drawn]


def _heading(numbers: dict[str, Any], results: Mapping[str, Result], style: Style) -> list[str]:
    words = style.words
    n, n_rows, n_missing = (numbers[name] for name in ("n", "n_rows", "n_missing"))
    named = {"file": numbers["file"], "n": digits(n), "n_missing": digits(n_missing)}
    is_by_row = n_rows in {0, n + n_missing}
    sampled = words("sampling: {sampling}", sampling=words.said(Sampling(numbers["sampling"]).said))
    if numbers["counts"] is None:
        counted = (
            words.counted(
                n,
                "{file}: 1 row counted, {n_missing} without a called class",
                "{file}: {n} rows counted, {n_missing} without a called class",
                **named,
            )
            if is_by_row
            else words.counted(
                n_rows,
                "{file}: {n} counted in 1 row, {n_missing} without a called class",
                "{file}: {n} counted in {n_rows} rows, {n_missing} without a called class",
                n_rows=n_rows,
                **named,
            )
        )
        n_classes = len(numbers["classes"])
        together = words("{n_classes} classes together", n_classes=n_classes)
        settings = _settings_line(numbers, words)
        return [counted, together, settings, *_columns_line(numbers, words), sampled]
    sizes = (numbers["n_positive"], numbers["n_negative"])
    named["groups"] = f"({digits(sizes[0])} {words.positive}, {digits(sizes[1])} {words.negative})"
    counted = (
        words.counted(
            n,
            "{file}: 1 row counted {groups}, {n_missing} without a score",
            "{file}: {n} rows counted {groups}, {n_missing} without a score",
            **named,
        )
        if is_by_row
        else words.counted(
            n_rows,
            "{file}: {n} counted in 1 row {groups}, {n_missing} without a score",
            "{file}: {n} counted in {n_rows} rows {groups}, {n_missing} without a score",
            n_rows=n_rows,
            **named,
        )
    )
    rule = words("as called in the file")
    if numbers["score"] is not None:
        sign = ">=" if numbers["higher_is_positive"] else "<="
        threshold = digits(numbers["threshold_infinite"] or numbers["threshold"])
        if numbers["threshold_infinite"] and numbers["nothing_called"]:
            sign = sign[0]  # beyond scores that are infinite themselves
        place = f"{numbers['score']} {sign} {threshold}"
        rule = words("when {place}", place=place)
        if words.decision != words.positive:
            rule = words("{decision} when {place}", decision=words.decision, place=place)
    asks = numbers["at_prevalence"] is None and numbers["sampling"] == Sampling.CASE_CONTROL.value
    shorts = dict(zip(("tp", "fn", "fp", "tn"), words.shorts, strict=True))
    counts = "  ".join(f"{shorts[name]} {digits(n)}" for name, n in numbers["counts"].items())
    return [
        counted,
        f"{words.positive}: {numbers['positive']}, {rule}",
        counts,
        *_columns_line(numbers, words),
        *_chosen_lines(numbers, results["origin"], results.get("rules"), style),
        sampled,
        *([words.said(_ASKS)] if asks else []),
    ]


def _columns_line(numbers: dict[str, Any], words: Words) -> list[str]:
    """Return which columns hold the truth and the calls, and which other scores there are."""
    roles = numbers["import"]["roles"] if "import" in numbers else {}
    is_by_score = numbers["score"] is not None
    parts = []
    if truth := roles.get("truth"):
        parts.append(words("truth: {name}", name=show_hidden(truth)))
    if not is_by_score and (predicted := roles.get("predicted")):
        parts.append(words("predicted: {name}", name=show_hidden(predicted)))
    read = roles.get("score", ()) if is_by_score else ()  # none where each class has its own
    others = [show_hidden(name) for name in read if name != numbers["score"]]
    if others:
        parts.append(words("scores that are not assessed here: {names}", names=some(others)))
    return ["; ".join(parts)] if parts else []


def _chosen_lines(
    numbers: dict[str, Any], origin: Result, rules: Result | None, style: Style
) -> list[str]:
    """Return where the threshold comes from, its limits, and what intervals do not know."""
    chosen = [fact.text.told(style) for fact in origin.all_facts("chosen") if fact.text is not None]
    if not chosen:
        return []
    beyond = style.words.said(beyond_in_words(Counts(**numbers["counts"])))
    told = "; ".join(filter(None, [*chosen, beyond]))
    limits = [] if rules is None else fact_lines(rules, style_of(style.words))
    assumes = (": ".join(fact_parts(fact, style)) for fact in origin.all_facts("assumed"))
    return [style.words("threshold: {told}", told=told), *limits, *assumes]


def _settings_line(numbers: dict[str, Any], words: Words) -> str:
    settings = numbers["settings"]
    n, n_all = len(settings["classes"]), len(numbers["classes"])
    parts = [
        words(
            "averages over {n} of {n_all} classes ({kind}); an undefined value counts as 0"
            if settings["undefined_as_zero"]
            else "averages over {n} of {n_all} classes ({kind}); an undefined value is left out",
            n=n,
            n_all=n_all,
            kind=settings["average_over"],
        )
    ]
    if settings["top_k"] is not None:
        parts.append(words("top-k accuracy: k = {k}", k=settings["top_k"]))
    if numbers["class_order"] is not None:
        names = some([show_hidden(name) for name in numbers["class_order"]])
        by = numbers["class_order_by"]
        parts.append(words("order of the classes ({by}): {names}", by=by, names=names))
    return "; ".join(parts)


def _folded(number: float | None, infinite: str | None) -> str:
    """Return a number with all of its digits, or the infinity that stands in its place."""
    return digits(infinite or number)
