"""What became of every row of a file, to be kept with the results: the flow of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.remembered.roles_json import reasons_as_json, roles_to_json
from evalgui.render.json import plain
from evalgui.results.topics.origin import rows_by_hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.checks import Exclusion, Finding
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Reason

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class MissingScores:
    """How many rows of each class have no score.

    Parameters
    ----------
    score
        The name of the score.
    by_class
        Class and number, for every class.
    """

    score: str
    by_class: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class ImportLog:
    """The account of one load, as STARD asks for it: read, set aside and why, used.

    Parameters
    ----------
    file, sha256, format
        Which file it was, and how it was read, in words.
    n_read, n_used
        The rows of the file, and those that are assessed: the rest is in `set_aside`.
    set_aside
        The rows that take no part, by reason.
    by_class
        Each class and its rows that are used; of a count table its instances.
    missing
        Rows that are used and have no score, for each score that has such rows.
    roles
        What the columns were taken for (`evalgui.io.remembered.roles_json`).
    reasons
        Why, and how sure each is.
    findings
        What was odd, in sentences.

    References
    ----------
    Bossuyt et al., STARD 2015, item 19: the flow of participants.
    """

    file: str
    sha256: str
    format: str
    n_read: int
    n_used: int
    set_aside: tuple[Exclusion, ...]
    by_class: tuple[tuple[str, int], ...]
    missing: tuple[MissingScores, ...]
    roles: dict[str, Any]
    reasons: tuple[Reason, ...]
    findings: tuple[str, ...]

    @classmethod
    def of(
        cls, loaded: Loaded, more: Sequence[Finding] = (), shown: Sequence[Finding] | None = None
    ) -> ImportLog:
        """Return the log of a file that was opened, with what was found about it later.

        What is `shown` of its own findings, such as for another class, goes before them.

        Raises
        ------
        ValueError
            If there is a question left about it, and so no data set.
        """
        dataset, table = loaded.dataset, loaded.table
        if dataset is None:
            message = "nothing was imported yet"
            raise ValueError(message)
        own = dataset.findings if shown is None else shown
        return cls(
            file=table.name,
            sha256=loaded.sha256,
            format=table.how.describe(),
            n_read=dataset.n_rows_in_file,
            n_used=dataset.n,
            set_aside=dataset.exclusions,
            by_class=_sizes(dataset),
            missing=tuple(_missing(dataset)),
            roles=roles_to_json(loaded.proposal.roles),
            reasons=loaded.proposal.reasons,
            findings=tuple(one.text for one in (*loaded.digest.notes, *own, *more)),
        )

    @classmethod
    def without_file(cls, snapshot: Snapshot, findings: Sequence[Finding]) -> ImportLog:
        """Return the log of data that came from no file.

        Raises
        ------
        ValueError
            If there are no data.
        """
        dataset = snapshot.dataset
        if dataset is None:
            message = "nothing is open"
            raise ValueError(message)
        return cls(
            file=dataset.name,
            sha256="",
            format="data of the program's own",
            n_read=dataset.n_rows_in_file,
            n_used=dataset.n,
            set_aside=dataset.exclusions,
            by_class=_sizes(dataset),
            missing=tuple(_missing(dataset)),
            roles={},
            reasons=(),
            findings=tuple(one.text for one in findings),
        )

    def lines(
        self, most_rows: int | None = _SHOWN, words: Words = MACHINE_LEARNING
    ) -> Iterator[str]:
        """Yield the log as lines of text for people.

        Parameters
        ----------
        most_rows
            How many rows to name that were set aside for one reason; None for all of them.
        words
            What classes, calls and measures are called; the user's own words stay.
        """
        yield self.file
        yield f"SHA-256: {self.sha256}"
        yield f"read as: {self.format}"
        yield ""
        yield f"rows read: {grouped(self.n_read)}"
        yield from _by_hand([one for one in self.set_aside if one.is_by_hand], most_rows)
        for exclusion in self.set_aside:
            if exclusion.is_by_hand:
                continue
            rows = _rows(exclusion, most_rows)
            # A subset is an expression of the user's.
            is_ours = exclusion.code != "not_in_subset"
            reason = words.said(exclusion.reason) if is_ours else exclusion.reason
            yield f"  set aside: {grouped(exclusion.count)}: {reason} ({rows})"
        yield f"rows used: {grouped(self.n_used)}"
        for name, size in self.by_class:
            yield f"  {name}: {grouped(size)}"
        for one in self.missing:
            counted = ", ".join(f"{name} {grouped(n)}" for name, n in one.by_class)
            yield f"  without a score in '{one.score}': {counted}"
        yield ""
        yield "columns:"
        for _part, name, told, _count in self.roles_in_words(words):
            yield f"  {name}: {told}"
        reasons = [one.told for one in self.reasons]
        for title, sentences in (("reasons:", reasons), ("findings:", self.findings)):
            if sentences:
                yield ""
                yield title
                yield from (f"  {words.said(sentence)}" for sentence in sentences)

    def roles_in_words(self, words: Words) -> Iterator[tuple[str, str, str, None]]:
        """Yield what the columns were taken for: "column", the role, the column, and no count."""
        for role, value in self.roles.items():
            if role != "set_aside":  # which are told of by their reasons
                yield "column", _role_name(role, words), _words(value), None

    def as_json(self) -> dict[str, Any]:
        """Return the log as JSON types."""
        return {
            "file": self.file,
            "sha256": self.sha256,
            "read_as": self.format,
            "rows_read": self.n_read,
            "set_aside": [
                {"code": one.code, "reason": one.own_words, "count": one.count}
                for one in self.set_aside
            ],
            "set_aside_by_hand": plain(rows_by_hand(self.set_aside)),
            "rows_used": self.n_used,
            "by_class": dict(self.by_class),
            "without_score": {one.score: dict(one.by_class) for one in self.missing},
            "roles": self.roles,
            "reasons": [one.sentence for one in self.reasons],
            "proposal": reasons_as_json(self.reasons),
        }


def _sizes(dataset: Dataset) -> tuple[tuple[str, int], ...]:
    return tuple(zip(dataset.classes, dataset.class_sizes.tolist(), strict=True))


def _missing(dataset: Dataset) -> Iterator[MissingScores]:
    for score in dataset.scores:
        missing = np.isnan(score.values)
        if not missing.any():
            continue
        if dataset.row_counts is not None:
            counts = dataset.in_weights(dataset.row_counts[missing].sum(axis=0)).tolist()
        else:
            counts = np.bincount(dataset.truth[missing], minlength=dataset.n_classes).tolist()
        if sum(counts):
            yield MissingScores(score.name, tuple(zip(dataset.classes, counts, strict=True)))


def _by_hand(exclusions: Sequence[Exclusion], most_rows: int | None) -> Iterator[str]:
    """Yield a line with the number of all rows that were set aside by hand, then the reasons."""
    if exclusions:
        yield f"  set aside by hand: {grouped(sum(one.count for one in exclusions))}"
    for one in exclusions:
        yield f"    {one.own_words}: {grouped(one.count)} ({_rows(one, most_rows)})"


def _rows(exclusion: Exclusion, most: int | None) -> str:
    shown = ", ".join(map(str, exclusion.rows[:most].tolist()))
    n_more = 0 if most is None else exclusion.count - most
    more = f" and {grouped(n_more)} more" if n_more > 0 else ""
    return f"row {shown}" if exclusion.count == 1 else f"rows {shown}{more}"


def _role_name(role: str, words: Words) -> str:
    """Return what a role is called."""
    own = {"positive": words.positive, "negative": words.negative, "predicted": words.call}
    return " ".join(own.get(word, word) for word in role.split("_"))


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {column}" for name, column in value.items()) or "none"
    return str(value) or "none"
