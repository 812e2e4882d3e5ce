"""What a number, a table or a figure needs to be reproduced: the one owner of that list.

Tables, figures, reports and the command line take it from here, as JSON types or as lines.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import counts_by_code
from evalgui.core.digits import SPACE, exact, grouped
from evalgui.core.grey_zone import grey_ends
from evalgui.core.intervals.offered import OFFERED, method_of
from evalgui.core.multiclass import order_of
from evalgui.core.provenance_words import FIXED, is_chosen_here, origin_in_words
from evalgui.core.rules.telling import Teller
from evalgui.core.sampling import Sampling
from evalgui.core.thresholds import in_units
from evalgui.core.thresholds import written as threshold_text
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.meaning import show_hidden
from evalgui.render.json import finite, infinity
from evalgui.render.text import level_text
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.core.checks import Exclusion
    from evalgui.core.dataset import Dataset
    from evalgui.core.overall import Overall
    from evalgui.core.provenance import Provenance
    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded


@dataclass(frozen=True, slots=True)
class Source:
    """Which file numbers come from, and how it was read.

    Parameters
    ----------
    file
        Its name without folders; of several that were combined all of them.
    sha256
        That of its bytes, 64 hexadecimal digits; of several files each, with " + " between.
    read_as
        How it was read, in words.
    """

    file: str
    sha256: str
    read_as: str

    @classmethod
    def of(cls, loaded: Loaded) -> Source:
        """Return that of what was read; its SHA-256 is waited for."""
        return cls(loaded.table.name, loaded.sha256, loaded.table.how.describe())


@dataclass(frozen=True, slots=True)
class Drawn:
    """Random numbers that a result rests on.

    Parameters
    ----------
    what
        Which result, such as ``"bands"``.
    replicates
        How often rows were drawn.
    seed
        Where the random numbers began.
    bins
        Into how many groups scores were put first; None for none.
    """

    what: str
    replicates: int
    seed: int
    bins: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Reproduction:
    """All that numbers rest on, as a value.

    Parameters
    ----------
    snapshot
        Of which the numbers are.
    source
        The file; None for data that come with the program.
    drawn
        What was drawn at random beside what the snapshot holds.
    others
        What others rest on that are compared with it, where they are of other data.
    version
        That of the program.

    Raises
    ------
    ValueError
        If the snapshot has no data set.
    """

    snapshot: Snapshot
    source: Source | None = None
    drawn: tuple[Drawn, ...] = ()
    others: tuple[Reproduction, ...] = ()
    version: str = __version__

    def __post_init__(self) -> None:
        if self.snapshot.dataset is None:
            message = "nothing is open"
            raise ValueError(message)

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        loaded: Loaded | None = None,
        *drawn: Drawn,
        others: tuple[Reproduction, ...] = (),
    ) -> Reproduction:
        """Return that of a snapshot, of the file that it was read from, if there is one."""
        return cls(snapshot, None if loaded is None else Source.of(loaded), drawn, others)

    @property
    def _dataset(self) -> Dataset:
        dataset = self.snapshot.dataset
        if dataset is None:  # never: checked above
            message = "nothing is open"
            raise ValueError(message)
        return dataset

    @property
    def file(self) -> str:
        """The name of the file, or of the data that come with the program."""
        return self._dataset.name if self.source is None else self.source.file

    @property
    def all_drawn(self) -> tuple[Drawn, ...]:
        """All that was drawn at random, that of the snapshot included."""
        return (*_drawn_in(self.snapshot), *self.drawn)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON types.

        Returns
        -------
        dict
            ``evalgui``, the version of the program; ``file``, ``sha256`` and ``read_as``, the
            last two None for data of the program's own; what `rests_on` returns; ``grey``, the
            lower and the upper end of the grey zone, or None; ``level``, ``prevalence`` and
            ``methods`` (the id of the method of each kind of number) of intervals;
            ``parameters`` of the measures by id; ``drawn``, a list of ``what``, ``replicates``,
            ``seed`` and ``bins``; and, where others are compared, ``compared_with``, a list
            of the same for each.
        """
        snapshot, source = self.snapshot, self.source
        settings, ends, score = snapshot.inputs.intervals, grey_ends(snapshot), snapshot.score
        grey = None
        if ends is not None and score is not None:
            grey = [threshold_text(end, score) for end in ends]
        return {
            "evalgui": self.version,
            "file": self.file,
            "sha256": None if source is None else source.sha256,
            "read_as": None if source is None else source.read_as,
            **rests_on(snapshot),
            "grey": grey,
            "level": settings.level,
            "prevalence": settings.prevalence,
            "methods": {kind.value: method_of(settings, kind).id for kind in OFFERED},
            "parameters": dataclasses.asdict(snapshot.inputs.parameters),
            "drawn": [dataclasses.asdict(one) for one in self.all_drawn],
            **({"compared_with": [one.to_json() for one in self.others]} if self.others else {}),
        }

    def lines(self, words: Words = MACHINE_LEARNING) -> Iterator[str]:
        """Yield it as lines of text for people, each one line whatever the data hold.

        Parameters
        ----------
        words
            What classes and calls are called; the user's own words stay.
        """
        for line in self._lines(words):
            yield one_line(line)

    def _lines(self, words: Words) -> Iterator[str]:
        dataset, snapshot = self._dataset, self.snapshot
        yield f"evalgui {self.version}"
        yield f"file: {self.file}"
        if self.source is not None:
            yield f"SHA-256: {self.source.sha256}"
            yield f"read as: {self.source.read_as}"
        yield f"rows: {_rows_in_words(dataset)}"
        if dataset.subset:
            yield f"rows assessed: those with {dataset.subset}"
        n_missing = without_call(snapshot)
        if n_missing:
            what = "score" if snapshot.ranking is not None else words.call
            yield f"rows without a {what}, which are not counted: {grouped(n_missing)}"
        if snapshot.is_one_versus_rest:
            yield f"{words.positive} class: {snapshot.positive_name}, against {snapshot.rest_name}"
        else:
            yield f"all classes together: {', '.join(dataset.classes)}"
        yield from _threshold_lines(snapshot, words)
        yield f"sampling: {dataset.sampling.value}"
        yield from _interval_lines(snapshot)
        if not snapshot.is_one_versus_rest and snapshot.overall is not None:
            told = _settings(snapshot.overall)
            classes = ", ".join(told["classes"])
            zero = "counts as 0" if told["undefined_as_zero"] else "is left out"
            yield f"averages over: {classes}; what is undefined {zero}"
        values = dataclasses.asdict(snapshot.inputs.parameters)
        told_values = ", ".join(f"{name} {exact(value)}" for name, value in values.items())
        yield f"numbers in measures: {told_values}"
        for one in self.all_drawn:
            groups = "" if one.bins is None else f", scores in {grouped(one.bins)} groups"
            told_times = f"{grouped(one.replicates)} replicates, seed {one.seed}{groups}"
            yield f"drawn at random for {one.what}: {told_times}"
        for other in self.others:
            yield from (f"compared with: {line}" for line in other._lines(words))  # noqa: SLF001


def one_line(text: str) -> str:
    """Return text with what shows nothing told by its number; the space in thousands stays."""
    return SPACE.join(map(show_hidden, text.split(SPACE)))


def rests_on(snapshot: Snapshot) -> dict[str, Any]:
    """Return which rows, classes and threshold numbers rest on, as JSON types.

    Returns
    -------
    dict
        ``rows_in_file``, ``n_rows``, ``n_missing``, ``subset``, ``excluded``,
        ``set_aside_by_hand``, ``sampling``, ``score``, ``higher_is_positive``, ``positive``,
        ``negative``, ``threshold``, ``threshold_infinite``, ``nothing_called``, ``rule``,
        ``provenance``, ``settings``, ``class_order``, ``class_order_by``: see
        `evalgui.io.writers.evaluation.evaluation`, whose keys they are. Nothing is lost
        where there is no such thing: it is None.

    Raises
    ------
    ValueError
        If the snapshot has no data set.
    """
    dataset, score, point = snapshot.dataset, snapshot.score, snapshot.point
    if dataset is None:
        message = "nothing is open"
        raise ValueError(message)
    provenance, together = snapshot.provenance, snapshot.overall if point is None else None
    return {
        "rows_in_file": dataset.n_rows_in_file,
        "n_rows": dataset.n,
        "n_missing": without_call(snapshot),
        "subset": dataset.subset or None,
        "excluded": counts_by_code(dataset.exclusions),
        "set_aside_by_hand": rows_by_hand(dataset.exclusions),
        "sampling": dataset.sampling.value,
        "score": None if score is None else score.name,
        "higher_is_positive": None if score is None else score.higher_is_positive,
        "positive": None if point is None else snapshot.positive_name,
        "negative": None if point is None else snapshot.rest_name,
        "threshold": None if point is None else finite(in_units(point.threshold, score)),
        "threshold_infinite": None if point is None else infinity(snapshot.threshold_on_axis),
        "nothing_called": None if point is None else point.counts.predicted_positives == 0,
        "rule": None if provenance is None else provenance.rule,
        "provenance": None if provenance is None else provenance.as_json(),
        "settings": None if together is None else _settings(together),
        **_class_order(together),
    }


def without_call(snapshot: Snapshot) -> int:
    """Return how many rows are used and have no score, or where there is none no called class."""
    if snapshot.ranking is not None:
        return snapshot.ranking.table.n_missing
    return 0 if snapshot.overall is None else snapshot.overall.matrix.n_without_call


def rows_by_hand(exclusions: Iterable[Exclusion]) -> list[dict[str, Any]]:
    """Return the rows that were set aside by hand as JSON types, by reason.

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
        {"reason": one.own_words, "count": one.count, "rows": one.rows.tolist()}
        for one in exclusions
        if one.is_by_hand
    ]


def _drawn_in(snapshot: Snapshot) -> Iterator[Drawn]:
    """Yield what was drawn for what a snapshot holds."""
    bands, stability = snapshot.resampled, snapshot.stability
    if bands is not None and bands.shown:
        yield Drawn("bands", bands.n_replicates, bands.seed, bands.n_bins)
    if stability is not None:
        yield Drawn("stability", stability.n_replicates, stability.seed)


def _settings(overall: Overall) -> dict[str, Any]:
    return {
        "average_over": overall.settings.over.value,
        "classes": [overall.matrix.classes[place] for place in overall.averaged()],
        "undefined_as_zero": overall.settings.undefined_as_zero,
        "top_k": None if overall.class_scores is None else overall.settings.top_k,
    }


def _class_order(overall: Overall | None) -> dict[str, Any]:
    """Return the order that weighted measures take, and what it rests on; None for none."""
    found = None if overall is None else order_of(overall.matrix.classes, overall.settings)
    names, by = (None, None) if found is None else (list(found[0]), found[1].value)
    return {"class_order": names, "class_order_by": by}


def _rows_in_words(dataset: Dataset) -> str:
    """Return how many rows there are, how many are used, and why the others are not."""
    n, used = dataset.n_rows_in_file, dataset.n
    if not n:
        return "none, but counts"
    told = f"{grouped(n)} in the file, {grouped(used)} used, {grouped(n - used)} excluded"
    reasons = [f"{grouped(one.count)} {one.reason}" for one in dataset.exclusions]
    return f"{told} ({'; '.join(reasons)})" if reasons else told


def _threshold_lines(snapshot: Snapshot, words: Words) -> Iterator[str]:
    """Yield the threshold at full precision, and where it comes from."""
    score, point, made = snapshot.score, snapshot.point, snapshot.provenance
    if score is None:
        called_by = "" if snapshot.dataset is None else snapshot.dataset.called_by
        yield "threshold: none" + (f", classes as called in {called_by}" if called_by else "")
        return
    direction = "higher" if score.higher_is_positive else "lower"
    yield f"score: {score.name}, {direction} means {snapshot.positive_name}"
    if point is not None and made is not None:
        yield f"threshold: {threshold_text(point.threshold, score)}"
        yield f"chosen: {made_in_words(made, words)}"
    ends = grey_ends(snapshot)
    if ends is not None:
        low, high = (threshold_text(end, score) for end in ends)
        yield f"grey zone: {low} to {high}"


def made_in_words(made: Provenance, words: Words) -> str:
    """Return how a threshold came to be, and when.

    Such as "chosen on these data by hand, 2026-01-01T00:00:00Z".
    """
    came = show_hidden(origin_in_words(made, words, _TELLER, str))
    return ", ".join(filter(None, [came, made.when]))


_TELLER = Teller(level_text, exact, lambda share: f"{exact(round(100 * share, 12))} %")


def set_in_rule(parameters: Iterable[tuple[str, Value]]) -> list[str]:
    """Return what is set in a rule, by the ids of its parameters: ``["npv 0.99", ...]``.

    A prevalence is named in any case.
    """
    return [
        f"{name} {'of the data' if value is None else value}"
        for name, value in parameters
        if value is not None or name == "prevalence"
    ]


def _interval_lines(snapshot: Snapshot) -> Iterator[str]:
    """Yield the level of the intervals, their methods, and the prevalence that was given."""
    settings, dataset = snapshot.inputs.intervals, snapshot.dataset
    methods = (f"{kind.value} {method_of(settings, kind).id}" for kind in OFFERED)
    yield f"intervals: {exact(round(100 * settings.level, 10))} %; {', '.join(methods)}"
    if dataset is not None and dataset.sampling is Sampling.BY_SUBJECT:
        yield "intervals of rates and areas: by subject"
    if is_chosen_here(snapshot.provenance):
        yield f"intervals at the threshold assume: {FIXED}"
    if settings.prevalence is not None:
        yield f"prevalence that was given: {exact(settings.prevalence)}"
