"""What a number, a table or a figure needs to be reproduced: the one owner of that list."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import counts_by_code
from evalgui.core.digits import Moment
from evalgui.core.grey_zone import grey_ends
from evalgui.core.intervals.methods import OFFERED, method_of
from evalgui.core.intervals.subjects import UNKNOWN_SUBJECTS
from evalgui.core.multiclass import order_of
from evalgui.core.provenance_words import FIXED, is_chosen_here
from evalgui.core.provenance_words import origin as came_to_be
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Count, Given, Joined, Place, Share, Term, Text, as_text
from evalgui.core.thresholds import in_units, written
from evalgui.core.vocabulary import phrase
from evalgui.results.result import Fact, Result
from evalgui.results.topic import Drawn, Topic
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from evalgui.core.checks import Exclusion
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.overall import Overall
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.topic import Source

OF_THE_FILE = ("evalgui", "file", "sha256", "read_as")
OF_THE_CALLS = (
    *("rows_in_file", "n_rows", "n_missing", "subset", "excluded", "set_aside_by_hand"),
    *("sampling", "score", "higher_is_positive", "positive", "negative"),
    *("threshold", "threshold_infinite", "nothing_called", "rule", "provenance"),
    *("settings", "class_order", "class_order_by"),
)
"""Keys that say which rows, classes and threshold numbers rest on; an evaluation has them, too."""
_AT_THRESHOLDS = phrase(
    "rates by subject at the thresholds at which their totals are kept; others of rows, too short"
)
_OF_INTERVALS = ("grey", "level", "prevalence", "methods", "parameters", "drawn")


def origin(
    snapshot: Snapshot,
    source: Source | None = None,
    drawn: tuple[Drawn, ...] = (),
    others: tuple[Result, ...] = (),
) -> Result:
    """Return all that numbers rest on.

    Parameters
    ----------
    snapshot
        Of which the numbers are, with a data set.
    source
        The file; None for data that come with the program.
    drawn
        What was drawn at random beside what the snapshot holds.
    others
        The same of others that are compared with it, where they are of other data.

    Returns
    -------
    Result
        Facts with these values: ``evalgui``, the version of the program; ``file``, ``sha256`` and
        ``read_as``, the last two None for data of the program's own; `OF_THE_CALLS`, as
        `evalgui.io.writers.evaluation.evaluation` says; ``grey``, the lower and the upper end of
        the grey zone, or None; ``level``, ``prevalence`` and ``methods`` (the id of the method of
        each kind of number) of intervals; ``parameters`` of the measures by id; ``drawn``, a list
        of ``what``, ``replicates``, ``seed`` and ``bins``; where others are compared,
        ``compared_with``, a list of the same for each; and, of a count table, ``counted``, of what
        it was counted, a list of sentences.

    Raises
    ------
    ValueError
        If the snapshot has no data set.
    """
    if snapshot.dataset is None:
        message = "nothing is open"
        raise ValueError(message)
    counted = [*_of_a_count(snapshot.dataset)]
    facts = (
        *_of_the_file(snapshot.dataset, source),
        *counted,
        *_of_the_rows(snapshot, snapshot.dataset),
        *_of_the_threshold(snapshot, snapshot.dataset),
        Fact("sampling", Text("sampling"), as_text(snapshot.dataset.sampling.said)),
        *_of_intervals(snapshot, snapshot.dataset),
        *_of_averages(snapshot),
        *_of_measures(snapshot, (*_drawn_in(snapshot), *drawn)),
        *_of_others(others),
    )
    keys = (*OF_THE_FILE, *OF_THE_CALLS, *_OF_INTERVALS, *["compared_with"] * bool(others))
    keys += ("counted",) if counted else ()
    return Result("origin", Text("What it takes to get the same numbers"), (), facts, keys)


def rows_by_hand(exclusions: Iterable[Exclusion]) -> list[dict[str, Any]]:
    """Return the rows that were set aside by hand, by reason.

    Parameters
    ----------
    exclusions
        All rows that take no part.

    Returns
    -------
    list of dict
        ``reason``, ``count`` and ``rows``, the numbers of the rows in the file, from 1.
    """
    return [
        {"reason": one.own_words, "count": one.count, "rows": one.rows}
        for one in exclusions
        if one.is_by_hand
    ]


def _of_the_file(dataset: Dataset, source: Source | None) -> Iterator[Fact]:
    title = Text("evalgui {version}", {"version": __version__})
    yield Fact("evalgui", title, values={"evalgui": __version__})
    file = dataset.name if source is None else source.file
    yield Fact("file", Text("file"), Given(file), {"file": file})
    if source is not None:
        sha256, read_as = source.sha256, source.read_as
        yield Fact("sha256", Text("SHA-256"), Given(sha256), {"sha256": sha256})
        yield Fact("read_as", Text("read as"), as_text(read_as), {"read_as": read_as})


def _of_the_rows(snapshot: Snapshot, dataset: Dataset) -> Iterator[Fact]:
    """Yield how many rows there are, how many are used, and why the others are not."""
    ranking, overall = snapshot.ranking, snapshot.overall
    n_missing = 0 if overall is None else overall.matrix.n_without_call
    n_missing = n_missing if ranking is None else ranking.table.n_missing
    values = {
        "rows_in_file": dataset.n_rows_in_file,
        "n_rows": dataset.n,
        "n_missing": n_missing,
        "excluded": counts_by_code(dataset.exclusions),
        "set_aside_by_hand": rows_by_hand(dataset.exclusions),
        "sampling": dataset.sampling.value,
    }
    yield Fact("rows", Text("rows"), _rows(dataset), values)
    if dataset.subset:
        told = Text("those with {subset}", {"subset": Given(dataset.subset)})
        yield Fact("subset", Text("rows assessed"), told, {"subset": dataset.subset})
    if n_missing:
        what = Term("predicted_class") if ranking is None else Text("score")
        title = Text("rows without a {what}, which are not counted", {"what": what})
        yield Fact("n_missing", title, Count(n_missing))


def _rows(dataset: Dataset) -> Text:
    n, used = dataset.n_rows_in_file, dataset.n
    if not n:
        return Text("none, but counts")
    reasons = tuple(
        Text("{n} {reason}", {"n": Count(one.count), "reason": as_text(one.reason)})
        for one in dataset.exclusions
    )
    counts = {"n": Count(n), "used": Count(used), "gone": Count(n - used)}
    told = Text("{n} in the file, {used} used, {gone} excluded", counts)
    if not reasons:
        return told
    return Text("{rows} ({reasons})", {"rows": told, "reasons": Joined(reasons)})


def _of_the_threshold(snapshot: Snapshot, dataset: Dataset) -> Iterator[Fact]:
    """Yield what is called by what, the threshold at full precision, and where it comes from."""
    score, point, made = snapshot.score, snapshot.point, snapshot.provenance
    if snapshot.is_one_versus_rest:
        names = {"positive": snapshot.positive_name, "negative": snapshot.rest_name}
        given = {f"{side}_name": Given(name) for side, name in names.items()}
        told = Text("{positive_name}, against {negative_name}", given)
        yield Fact("positive", Text("{positive} class"), told, {} if point is None else names)
    else:
        of_all = Joined(tuple(map(Given, dataset.classes)), ", ")
        yield Fact("classes", Text("all classes together"), of_all)
    values: dict[str, Any] = (
        {} if made is None else {"rule": made.rule, "provenance": made.as_json()}
    )
    if point is not None:
        values |= {
            "threshold": in_units(point.threshold, score),
            "threshold_infinite": snapshot.threshold_on_axis,
            "nothing_called": point.counts.predicted_positives == 0,
        }
    if score is None:
        called_by = {"column": Given(dataset.called_by)}
        none = Text(
            "none, classes as called in {column}" if dataset.called_by else "none", called_by
        )
        yield Fact("threshold", Text("threshold"), none, values)
        return
    yield _of_the_score(snapshot, score, values)
    if point is not None and made is not None:
        yield Fact("threshold", Text("threshold"), Place(point.threshold, score))
        when = (Text("{when}", {"when": Moment(made.when)}),) if made.when else ()
        yield Fact("chosen", Text("chosen"), Joined((came_to_be(made), *when), ", "))
    ends = grey_ends(snapshot)
    if ends is not None:
        low, high = (Place(end, score) for end in ends)
        told = Text("{low} to {high}", {"low": low, "high": high})
        of_programs = {"grey": [written(end, score) for end in ends]}
        yield Fact("grey", Text("grey zone"), told, of_programs)


def _of_the_score(snapshot: Snapshot, score: Score, values: Mapping[str, Any]) -> Fact:
    """Return which score is assessed and what it means; programs learn the threshold with it."""
    is_higher = score.higher_is_positive
    template = (
        Text("{score}, higher means {class}") if is_higher else Text("{score}, lower means {class}")
    )
    given = {"score": Given(score.name), "class": Given(snapshot.positive_name)}
    own = {"score": score.name, "higher_is_positive": is_higher}
    return Fact("score", Text("score"), template.filled(given), {**own, **values})


def _of_intervals(snapshot: Snapshot, dataset: Dataset) -> Iterator[Fact]:
    """Yield the level of the intervals, their methods, and the prevalence that was given."""
    settings = snapshot.inputs.intervals
    methods = {kind.value: method_of(settings, kind).id for kind in OFFERED}
    told = Joined(
        tuple(
            Text("{kind} {method}", {"kind": kind, "method": method})
            for kind, method in methods.items()
        ),
        ", ",
    )
    yield Fact(
        "intervals",
        Text("intervals"),
        Text("{level}; {methods}", {"level": Share(settings.level), "methods": told}),
        {"level": settings.level, "methods": methods},
    )
    if dataset.sampling is Sampling.BY_SUBJECT:
        lacking = _AT_THRESHOLDS if dataset.subject_totals is not None else UNKNOWN_SUBJECTS
        by_subject = as_text(phrase("by subject") if dataset.subjects is not None else lacking)
        yield Fact("by_subject", Text("intervals of rates and areas"), by_subject)
    if is_chosen_here(snapshot.provenance):
        yield Fact("assumed", Text("intervals at the threshold assume"), as_text(FIXED))
    prevalence = settings.prevalence
    if prevalence is not None:
        given = Text("{prevalence_given}", {"prevalence_given": prevalence})
        title = Text("prevalence that was given")
        yield Fact("prevalence", title, given, {"prevalence": prevalence})


def _of_averages(snapshot: Snapshot) -> Iterator[Fact]:
    """Yield which classes averages are over, with all classes together."""
    overall = snapshot.overall
    if overall is None or snapshot.point is not None:
        return
    values: dict[str, Any] = {"settings": _settings(overall)}
    order = order_of(overall.matrix.classes, overall.settings)
    if order is not None:
        values |= {"class_order": list(order[0]), "class_order_by": order[1].value}
    classes = Joined(tuple(map(Given, values["settings"]["classes"])), ", ")
    is_zero = overall.settings.undefined_as_zero
    fate = Text("counts as 0" if is_zero else "is left out")
    told = Text("{classes}; what is undefined {fate}", {"classes": classes, "fate": fate})
    yield Fact("averages", Text("averages over"), told, values)


def _settings(overall: Overall) -> dict[str, Any]:
    return {
        "average_over": overall.settings.over.value,
        "classes": [overall.matrix.classes[place] for place in overall.averaged()],
        "undefined_as_zero": overall.settings.undefined_as_zero,
        "top_k": None if overall.class_scores is None else overall.settings.top_k,
    }


def _of_measures(snapshot: Snapshot, drawn: tuple[Drawn, ...]) -> Iterator[Fact]:
    """Yield what is set in measures, and what was drawn at random."""
    parameters = dataclasses.asdict(snapshot.inputs.parameters)
    told = tuple(
        Text("{name} {value}", {"name": name, "value": float(value)})
        for name, value in parameters.items()
    )
    values = {"parameters": parameters, "drawn": list(map(dataclasses.asdict, drawn))}
    yield Fact("parameters", Text("numbers in measures"), Joined(told, ", "), values)
    for one in drawn:
        numbers = {"n": Count(one.replicates), "seed": str(one.seed)}
        how = Text("{n} replicates, seed {seed}", numbers)
        if one.bins is not None:
            groups = {"how": how, "bins": Count(one.bins)}
            how = Text("{how}, scores in {bins} groups", groups)
        yield Fact("drawn", Text("drawn at random for {what}", {"what": one.said}), how)


def _drawn_in(snapshot: Snapshot) -> Iterator[Drawn]:
    """Yield what was drawn for what a snapshot holds."""
    bands, stability = snapshot.resampled, snapshot.stability
    if bands is not None and bands.shown:
        yield Drawn("bands", bands.n_replicates, bands.seed, bands.n_bins)
    if stability is not None:
        yield Drawn("stability", stability.n_replicates, stability.seed)


def _of_a_count(dataset: Dataset) -> Iterator[Fact]:
    """Yield what a count table says about the rows that were counted."""
    codes = ("counted", "not_counted", "counted_note")
    told = [one.text for one in dataset.findings if one.code in codes]
    values: dict[str, Any] = {"counted": [str(one) for one in told]}
    for one in told:
        yield Fact("counted", Text("count"), as_text(one), values)
        values = {}


def _of_others(others: tuple[Result, ...]) -> Iterator[Fact]:
    """Yield each fact of what is compared, with the values of all beside the first."""
    values: dict[str, Any] = {"compared_with": list(others)}
    for fact in (fact for other in others for fact in other.facts):
        parts = (fact.title,) if fact.text is None else (fact.title, fact.text)
        yield Fact("compared_with", Text("compared with"), Joined(parts, ": "), values)
        values = {}


ORIGIN = Topic(
    id="origin",
    name=Text("Origin"),
    explanation=Text("What it takes to get the same numbers."),
    make=lambda snapshot, beside: (
        None if snapshot.dataset is None else origin(snapshot, beside.source, beside.drawn)
    ),
    is_of_snapshot=False,
)
