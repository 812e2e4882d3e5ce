"""What the command line prints: JSON for programs, lines of text for people."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.confusion import some
from evalgui.core.counts import Counts
from evalgui.core.provenance_words import beyond_in_words
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Style
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

_ASKS = (
    "the sizes of the classes were chosen: what depends on the {prevalence}, such as predictive "
    "values, holds at that of this file (--prevalence P gives them where the test will be used)"
)
_OF_EACH_CLASS = ("support", "TPR", "TNR", "PPV", "NPV", "F1")


def as_json(numbers: dict[str, Any]) -> str:
    """Return numbers as JSON at full precision: the shortest text that is exactly each."""
    return json.dumps(numbers, ensure_ascii=False, indent=2, allow_nan=False)


def as_table(
    numbers: dict[str, Any], results: Mapping[str, Result], words: Words = MACHINE_LEARNING
) -> str:
    """Return numbers as lines of text for people: rounded, what is undefined with its reason.

    Thresholds and the vertices of curves have all of their digits, as `as_json` has of all.

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
    heading = "".join(f"{level_text(level)} interval" for level in sides)
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
    counted = f"{numbers['file']}: {digits(numbers['n'])} rows counted"
    if numbers["n_rows"] not in {0, numbers["n"] + numbers["n_missing"]}:
        counted = f"{numbers['file']}: {digits(numbers['n'])} counted in {numbers['n_rows']} rows"
    if numbers["counts"] is None:
        without = f"{digits(numbers['n_missing'])} without a called class"
        together = f"{len(numbers['classes'])} classes together"
        sampled = f"sampling: {numbers['sampling']}"
        settings = _settings_line(numbers)
        return [f"{counted}, {without}", together, settings, *_columns_line(numbers), sampled]
    sizes = (numbers["n_positive"], numbers["n_negative"])
    groups = f"({digits(sizes[0])} {words.positive}, {digits(sizes[1])} {words.negative})"
    rule = "as called in the file"
    if numbers["score"] is not None:
        sign = ">=" if numbers["higher_is_positive"] else "<="
        threshold = digits(numbers["threshold_infinite"] or numbers["threshold"])
        if numbers["threshold_infinite"] and numbers["nothing_called"]:
            sign = sign[0]  # beyond scores that are infinite themselves
        rule = f"when {numbers['score']} {sign} {threshold}"
        if words.decision != words.positive:
            rule = f"{words.decision} {rule}"
    asks = numbers["at_prevalence"] is None and numbers["sampling"] == Sampling.CASE_CONTROL.value
    shorts = dict(zip(("tp", "fn", "fp", "tn"), words.shorts, strict=True))
    counts = "  ".join(f"{shorts[name]} {digits(n)}" for name, n in numbers["counts"].items())
    return [
        f"{counted} {groups}, {digits(numbers['n_missing'])} without a score",
        f"{words.positive}: {numbers['positive']}, {rule}",
        counts,
        *_columns_line(numbers),
        *_chosen_lines(numbers, results["origin"], results.get("rules"), style),
        f"sampling: {numbers['sampling']}",
        *([words(_ASKS)] if asks else []),
    ]


def _columns_line(numbers: dict[str, Any]) -> list[str]:
    """Return which columns hold the truth and the calls, and which other scores there are."""
    roles = numbers["import"]["roles"] if "import" in numbers else {}
    is_by_score = numbers["score"] is not None
    columns = {
        "truth": roles.get("truth"),
        "predicted": None if is_by_score else roles.get("predicted"),
    }
    parts = [f"{role}: {show_hidden(name)}" for role, name in columns.items() if name]
    read = roles.get("score", ()) if is_by_score else ()  # none where each class has its own
    others = [show_hidden(name) for name in read if name != numbers["score"]]
    parts += [f"scores that are not assessed here: {some(others)}"] if others else []
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
    return [f"threshold: {told}", *limits, *assumes]


def _settings_line(numbers: dict[str, Any]) -> str:
    settings = numbers["settings"]
    n, n_all = len(settings["classes"]), len(numbers["classes"])
    undefined = "counts as 0" if settings["undefined_as_zero"] else "is left out"
    k = "" if settings["top_k"] is None else f"; top-k accuracy: k = {settings['top_k']}"
    if numbers["class_order"] is not None:
        names = some([show_hidden(name) for name in numbers["class_order"]])
        k += f"; order of the classes ({numbers['class_order_by']}): {names}"
    kind = settings["average_over"]
    return f"averages over {n} of {n_all} classes ({kind}); an undefined value {undefined}{k}"


def _folded(number: float | None, infinite: str | None) -> str:
    """Return a number with all of its digits, or the infinity that stands in its place."""
    return digits(infinite or number)
