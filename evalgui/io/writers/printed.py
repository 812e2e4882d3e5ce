"""What the command line prints: JSON for programs, lines of text for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from evalgui.core.confusion import some
from evalgui.core.counts import Counts
from evalgui.core.intervals.settings import AT_PREVALENCE
from evalgui.core.provenance import provenance_from
from evalgui.core.provenance_words import FIXED, OF_DATA, beyond_in_words, is_chosen_here
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.meaning import MOST_ASKED, more_questions, show_hidden
from evalgui.io.writers.grey_lines import grey_lines
from evalgui.io.writers.intervals import interval_text, level_text
from evalgui.io.writers.measures import names_in, written_as
from evalgui.io.writers.origin import made_in_words
from evalgui.io.writers.plain_numbers import brief, digits, state_text
from evalgui.io.writers.rules import limit_lines
from evalgui.io.writers.several_files import unmatched_in_words
from evalgui.io.writers.stability import stability_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.vocabulary import Words

_ASKS = (
    "the sizes of the classes were chosen: what depends on the {prevalence}, such as predictive "
    "values, holds at that of this file (--prevalence P gives them where the test will be used)"
)


def as_json(numbers: dict[str, Any]) -> str:
    """Return numbers as JSON at full precision: the shortest text that is exactly each."""
    return json.dumps(numbers, ensure_ascii=False, indent=2, allow_nan=False)


def as_table(numbers: dict[str, Any], words: Words = MACHINE_LEARNING) -> str:
    """Return numbers as lines of text for people: rounded, what is undefined with its reason.

    Thresholds and the vertices of curves have all of their digits, as `as_json` has of all.

    Parameters
    ----------
    numbers
        An `evaluation`.
    words
        What outcomes, classes and measures are called; the ids are the same in all.
    """
    names = names_in(words.vocabulary)
    lines = [*_heading(numbers, words), *_finding_lines(numbers["findings"], words), ""]
    sides = {entry["level"] for entry in numbers["intervals"].values()}
    heading = "".join(f"{level_text(level)} interval" for level in sides)
    lines.append(f"{'':18} {'':46} {'':24} {heading}")
    for metric_id, state in numbers["metrics"].items():
        without, written = _without_value(numbers, metric_id), written_as(metric_id)
        told = state_text(state, words, written) + _out_of_bag(numbers, metric_id)
        if state["undefined"] is None and metric_id in numbers["intervals"]:
            told = f"{told:24} {interval_text(numbers['intervals'][metric_id], words, written)}"
        lines.append(f"{metric_id:18} {names[metric_id]:46} {told}{without}")
    lines += _prevalence_lines(numbers["at_prevalence"], names, words)
    lines += grey_lines(numbers.get("grey"), words)
    lines.append("")
    areas, eer = numbers["areas"] or {}, numbers["eer"] or {}
    for name, area in areas.items():
        reason = numbers["areas_undefined"].get(name)
        told = brief(area) if reason is None else f"undefined: {words.said(reason)}"
        told = told if reason else _with_interval(told, numbers, name, words)
        lines.append(f"{name:63} {told}")
    for name, part in _folded(eer).items():
        told = digits(part) if name == "threshold" else brief(part)
        if name == "value" and part is not None:
            told = _with_interval(told, numbers, "eer", words)
        lines.append(f"eer {name:59} {told}")
    if "bootstrap" in numbers:
        from evalgui.io.writers.bootstrap import bootstrap_lines  # which loads what draws

        lines += bootstrap_lines(numbers)
    if "stability" in numbers:
        lines += stability_lines(numbers["stability"])
    if numbers["counts"] is None:
        lines += _class_lines(numbers, words)
    curves = [numbers["curve"]] if "curve" in numbers else numbers.get("curves", ())
    for curve in curves:
        columns = {name: part for name, part in _folded(curve).items() if name != "id"}
        lines += ["", "\t".join(columns)]
        rows = zip(*columns.values(), strict=True)
        lines += ["\t".join(digits(number) for number in row) for row in rows]
    return "\n".join(lines)


def _with_interval(told: str, numbers: dict[str, Any], name: str, words: Words) -> str:
    """Return the value of a summary with its interval, where it has one."""
    entry = numbers["area_intervals"].get(name)
    return told if entry is None else f"{told:24} {interval_text(entry, words)}"


def _prevalence_lines(
    found: dict[str, Any] | None, names: dict[str, str], words: Words
) -> list[str]:
    """Return the measures at a prevalence that was given."""
    if found is None:
        return []
    lines = ["", words("at a {prevalence} of {share}:", share=digits(found["prevalence"]))]
    for metric_id in AT_PREVALENCE:
        entry = found[metric_id]
        told = brief(entry["value"])
        lines.append(
            f"{metric_id:18} {names[metric_id]:46} {told:24} {interval_text(entry, words)}"
        )
    return lines


def _heading(numbers: dict[str, Any], words: Words) -> list[str]:
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
        *_chosen_lines(numbers, words),
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


def _chosen_lines(numbers: dict[str, Any], words: Words) -> list[str]:
    """Return where the threshold comes from, its limits, and what intervals do not know."""
    made = provenance_from(numbers["provenance"])
    if made is None:
        return []
    beyond = words.said(beyond_in_words(Counts(**numbers["counts"])))
    assumes = [f"intervals at the threshold assume: {FIXED}"] * is_chosen_here(made)
    told = "; ".join(filter(None, [made_in_words(made, words), beyond]))
    return [f"threshold: {told}", *limit_lines(numbers.get("limits", ()), words), *assumes]


def _out_of_bag(numbers: dict[str, Any], metric_id: str) -> str:
    """Return what to expect of new rows where the rule chose again, to stand beside a number."""
    measures = numbers.get("stability", {}).get("measures", {})
    value = measures.get(metric_id, {}).get("out_of_bag")
    return (
        ""
        if value is None or metric_id == OF_DATA
        else f" (out of bag {brief(value, written_as(metric_id))})"
    )


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


def _finding_lines(findings: list[dict[str, Any]], words: Words) -> list[str]:
    return [f"{item['level']}: {words.said(item['text'])}" for item in findings]


def _without_value(numbers: dict[str, Any], metric_id: str) -> str:
    """Return which classes have no value in an average, as words behind it."""
    average = (numbers["averages"] or {}).get(metric_id, {})
    fates = (("left out", "left_out"), ("counted as 0", "as_zero"))
    parts = [
        f"{words}: {some([show_hidden(name) for name in average[key]])}"
        for words, key in fates
        if average.get(key)
    ]
    return f" ({'; '.join(parts)})" if parts else ""


def _class_lines(numbers: dict[str, Any], words: Words) -> list[str]:
    shown = ("TPR", "TNR", "PPV", "NPV", "F1")
    lines = ["", "\t".join(["class", "support", *map(words.rate, shown)])]
    for name, entry in numbers["per_class"].items():
        values = [brief(entry["metrics"][metric_id]["value"]) for metric_id in shown]
        lines.append("\t".join([name, str(entry["support"]), *values]))
    lines += ["", "\t".join([" \\ ".join(words.axes), *numbers["classes"]])]
    for name, row in zip(numbers["classes"], numbers["matrix"], strict=True):
        lines.append("\t".join([name, *map(str, row)]))
    return lines


def _folded(numbers: dict[str, Any]) -> dict[str, Any]:
    """Return numbers, or lists of them, with the infinities in the places of their own."""
    folded = {name: part for name, part in numbers.items() if not name.endswith("_infinite")}
    for name, part in numbers.items():
        base = name.removesuffix("_infinite")
        if base == name or part is None:
            continue
        is_list = isinstance(part, list)
        known = zip(part, numbers[base], strict=True) if is_list else ()
        folded[base] = [which or one for which, one in known] if is_list else part
    return folded


def _status_lines(found: dict[str, Any], words: Words, answers: Callable[[str], str]) -> list[str]:
    """Return what became of a file, how sure its roles are, and what the user would read."""
    sure = f" ({found['confidence']})" if "confidence" in found else ""
    # Of what is loaded, the message is the reasons, which follow.
    message = "" if found["status"] == "loaded" else found.get("message", "")
    lines: list[str] = []
    if asked := found.get("questions"):
        told = ((words.said(one["question"]), answers(one["role"])) for one in asked[:MOST_ASKED])
        lines = [*(" ".join(filter(None, parts)) for parts in told), *more_questions(len(asked))]
        message = lines.pop() if len(asked) == 1 else f"there are {len(asked)} questions"
    first = f"{found['status']}{sure}" + (f": {message}" if message else "")
    return [first, *(f"  {line}" for line in lines)]


def _reason_lines(proposal: list[dict[str, Any]], words: Words) -> list[str]:
    """Return each reason once, however many columns it is about."""
    told = (f"{words.said(one['reason'])} ({one['confidence']})" for one in proposal)
    return list(dict.fromkeys(told))


def as_summary(
    found: dict[str, Any],
    words: Words = MACHINE_LEARNING,
    answers: Callable[[str], str] = lambda _: "",
) -> str:
    """Return what was understood of files as lines of text for people.

    Parameters
    ----------
    found
        What `evalgui.io.writers.inspection` returns.
    words
        What outcomes, classes and measures are called.
    answers
        Returns how a question about a role is answered, to be put behind it.
    """
    if "results" in found:
        each = ([entry["file"], as_summary(entry, words, answers)] for entry in found["results"])
        return "\n\n".join([found["why"], *map("\n".join, each)])
    lines = _status_lines(found, words, answers)
    if found["status"] == "loaded":
        excluded = sum(found["rows_excluded"].values())
        lines.append(f"{found['rows_total']} rows: {found['rows_used']} used, {excluded} excluded")
        lines += [f"  excluded, {name}: {n}" for name, n in found["rows_excluded"].items()]
        noun = "counted" if "n" in found else "rows"
        lines += [f"  {label}: {n} {noun}" for label, n in found["class_counts"].items()]
        lines.append(f"columns: {', '.join(map(str, found['columns']))}")
    lines += [f"  {told}" for told in _reason_lines(found.get("proposal", []), words)]
    lines += _finding_lines(found["warnings"], words)
    lines += unmatched_in_words(found) if "unmatched" in found else []
    return "\n".join(lines)
