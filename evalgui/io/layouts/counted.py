"""A count table that this program made of other files, and what it says about itself.

It says of which files it was counted, which classes its columns count, and what was left out:
see `evalgui.io.counting`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.digits import BETWEEN, exact, grouped
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import joined, phrase, phrase_n
from evalgui.io.layouts.kept_totals import KeptTotals
from evalgui.io.layouts.layout import Layout
from evalgui.io.meaning import Known, Role, Roles, listed, quoted, show_hidden, stated

if TYPE_CHECKING:
    from evalgui.core.subject_totals import SubjectTotals
    from evalgui.io.table import RawTable

N_POSITIVE, N_NEGATIVE = "n_positive", "n_negative"
BIN, LOW, HIGH, SCORE = "bin", "bin_low", "bin_high", "score"

_VERSION = 1
_SHOWN = 3
_MOST_THRESHOLDS = 8
_MEANING = {
    "positive": phrase("the {positive} class"),
    "negative": phrase("the {negative} class"),
    "score": phrase("the score, or its unit"),
    "higher_is_positive": phrase("the direction of the score"),
    "bins": phrase("the edges of the bins"),
    "by": phrase("the columns that they count by"),
    "sampling": phrase("how the rows were sampled"),
    "subjects": phrase("the columns of subjects"),
    "totals_of": phrase("the columns of subjects whose totals are kept"),
    "totals_at": phrase("the thresholds at which totals of subjects are kept"),
}


@dataclass(frozen=True, slots=True)
class Counted:
    """What a count table says about itself.

    Parameters
    ----------
    positive, negative
        The names of the classes.
    score
        What the score was called in the files, and its unit in brackets where it has one.
    higher_is_positive
        The direction.
    n_rows
        How many rows the files have.
    sources
        Each file: its `name`, `size` in bytes, time of the last change (`modified`, ISO 8601, UTC)
        and `sha256`, which is null where the file was too large to be read once more.
    bins
        As `evalgui.io.counting.bins.Bins.as_json`; None where each distinct score is counted.
    by
        The columns that counts go by.
    sampling
        How the rows came into the files, a value of `evalgui.core.sampling.Sampling`.
    subjects
        Those of them that say whose each row is.
    totals
        What is kept of subjects that counts do not go by, as
        `evalgui.io.layouts.kept_totals.KeptTotals.as_json`; None for nothing.
    set_aside
        How many rows are not counted, by the reason in words.
    notes
        What else was odd, in words.
    roles
        What the columns of the files were taken for, by the names of the options.
    """

    positive: str
    negative: str
    score: str
    higher_is_positive: bool = True
    n_rows: int = 0
    sources: tuple[dict[str, Any], ...] = ()
    bins: dict[str, Any] | None = None
    by: tuple[str, ...] = ()
    sampling: str = Sampling.COHORT
    subjects: tuple[str, ...] = ()
    totals: dict[str, Any] | None = None
    set_aside: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    roles: dict[str, Any] = field(default_factory=dict)

    @property
    def as_text(self) -> str:
        """The JSON that `from_text` takes."""
        own = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return json.dumps({"version": _VERSION, **own}, ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> Counted | None:
        """Return what a text says; None where it says no such thing."""
        try:
            facts = json.loads(text)
            if facts.pop("version") != _VERSION:
                return None
            made = cls(**{name: facts[name] for name in facts if name in cls.__dataclass_fields__})
            texts = (made.positive, made.negative, made.score, *made.by, *made.notes)
            if not all(isinstance(one, str) for one in (*texts, *made.set_aside)):
                return None
            names = [str(one["name"]) for one in made.sources]
            counts = [int(n) for n in (made.n_rows, *made.set_aside.values())]
            sampling = Sampling(made.sampling)
            _ = made.totals_of, made.totals_at
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        if (
            not (names and {*made.subjects} <= {*made.by})
            or min(counts) < 0
            or made.positive == made.negative
        ):
            return None
        return replace(
            made,
            higher_is_positive=made.higher_is_positive is not False,
            by=tuple(made.by),
            sampling=sampling,
            subjects=tuple(made.subjects),
            notes=tuple(made.notes),
            sources=tuple(made.sources),
        )

    @property
    def totals_of(self) -> tuple[str, ...]:
        """The columns of subjects whose totals are kept."""
        return () if self.totals is None else tuple(self.totals["columns"])

    @property
    def totals_at(self) -> tuple[Any, ...]:
        """Where they are kept: the thresholds, and which side of one is called."""
        bins = {} if self.totals is None else self.totals["bins"]
        return tuple(bins.get("breaks", ())), bins.get("closed")

    @property
    def kept_totals(self) -> KeptTotals | None:
        """The totals of subjects, read anew each time; None for none.

        Raises
        ------
        DataError
            If they are damaged.
        """
        return None if self.totals is None else KeptTotals.from_json(self.totals)

    def differs(self, other: Counted) -> str:
        """Return in what another count table is of something else; "" where both add up."""
        for name, what in _MEANING.items():
            own, its = getattr(self, name), getattr(other, name)
            if own != its:
                if not isinstance(own, str):
                    return what
                return phrase(
                    "{what} ({own} and {other})", what=what, own=quoted(own), other=quoted(its)
                )
        return ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns without which it is no such table."""
        return (*self.by, *((LOW, HIGH) if self.bins else (SCORE,)), N_POSITIVE, N_NEGATIVE)


def sniff(table: RawTable) -> bool:
    """Return whether the file says that it is one, and has its columns."""
    found = Counted.from_text(table.about) if table.about else None
    return found is not None and set(found.columns) <= set(table.names)


def read(table: RawTable) -> RawTable:
    """Return the table with the roles that it says; what it says of its origin is told.

    The score is called what it was called in the files, unless another column is.
    """
    said = Counted.from_text(table.about)
    if said is None:
        return table
    own = LOW if said.bins else SCORE
    score = said.score if said.score.strip() and said.score not in table.names else own
    kept = said.kept_totals
    columns = tuple(one.renamed(score) if one.name == own else one for one in table.columns)
    roles = Roles(
        n_positive=N_POSITIVE,
        n_negative=N_NEGATIVE,
        scores=() if said.bins else (score,),
        bins=(score, HIGH) if said.bins else (),
        higher_is_positive=said.higher_is_positive,
        sampling=Sampling(said.sampling),
        subjects=said.subjects or (None if kept is None else ()),
        missing_scores="worst" if said.roles.get("missing_scores") == "worst" else None,
    )
    reasons = (
        stated(Role.N_POSITIVE, _counts(N_POSITIVE, said.positive), N_POSITIVE),
        stated(Role.N_NEGATIVE, _counts(N_NEGATIVE, said.negative), N_NEGATIVE),
        stated(Role.BINS, _ends(score), score, HIGH)
        if said.bins
        else stated(
            Role.SCORE,
            phrase("'{name}' is the score '{shown}'", name=SCORE, shown=said.score),
            score,
        ),
        stated(Role.DIRECTION, phrase("the direction is that of the count")),
        stated(Role.SAMPLING, phrase("the rows were sampled as those that are counted")),
    )
    classes = said.negative, said.positive
    bin_numbers = BIN if said.bins and BIN in table.names else ""
    known = Known(
        roles,
        reasons,
        classes=classes,
        by=said.by,
        bin_numbers=bin_numbers,
        totals=None if kept is None else kept.as_totals,
    )
    how = replace(table.how, format=COUNTED.name)
    findings = (*table.findings, *_findings(said, known.totals))
    return replace(table, columns=columns, how=how, known=known, findings=findings)


def _counts(name: str, shown: str) -> str:
    return phrase("'{name}' counts '{shown}'", name=name, shown=shown)


def _with_more(shown: str, n_more: int) -> str:
    """Return the first of some with how many more there are."""
    if n_more <= 0:
        return shown
    return phrase("{shown} and {n} more", shown=shown, n=grouped(n_more))


def _findings(said: Counted, totals: SubjectTotals | None) -> list[Finding]:
    names = [show_hidden(str(one["name"])) for one in said.sources]
    text = phrase(
        "counted of {n} rows of {files}, column {score}, by {columns}; {bins}"
        if said.by
        else "counted of {n} rows of {files}, column {score}; {bins}",
        n=grouped(said.n_rows),
        files=_with_more(listed(names[:_SHOWN]), len(names) - _SHOWN),
        score=quoted(said.score),
        columns=listed([*map(show_hidden, said.by)]) if said.by else "",
        bins=_bins(said),
    )
    found = [Finding("counted", text)]
    found += [Finding("counted", _source(one)) for one in said.sources[:_SHOWN]]
    for why, n in said.set_aside.items():
        text = phrase_n(
            n,
            "1 row is not counted: {why}",
            "{n} rows are not counted: {why}",
            n=grouped(n),
            why=show_hidden(why),
        )
        found.append(Finding("not_counted", text, n))
    if totals is not None:
        found.append(Finding("totals_of_subjects", _of_totals(totals)))
    return [*found, *(Finding("counted_note", show_hidden(note)) for note in said.notes)]


def _of_totals(totals: SubjectTotals) -> str:
    """Return at which thresholds there are intervals by subject, and what they are elsewhere."""
    of = listed([*map(show_hidden, totals.columns)])
    shown = [exact(one) for one in totals.thresholds[:_MOST_THRESHOLDS]]
    return phrase_n(
        len(totals.thresholds),
        "totals of {n} subjects ({columns}) are kept at the threshold {at}: there the intervals of "
        "rates are by subject; at other thresholds, of a part of the rows, and of areas they take "
        "rows as independent, are too short, and say so",
        "totals of {n} subjects ({columns}) are kept at the thresholds {at}: there the intervals "
        "of rates are by subject; at other thresholds, of a part of the rows, and of areas they "
        "take rows as independent, are too short, and say so",
        n=grouped(totals.n_subjects),
        columns=of,
        at=_with_more(joined(BETWEEN, shown), len(totals.thresholds) - len(shown)),
    )


def _ends(score: str) -> str:
    return phrase(
        "'{score}' and '{high}' are the ends of bins"
        if score == LOW
        else "'{score}' ('{low}' in the file) and '{high}' are the ends of bins",
        score=score,
        low=LOW,
        high=HIGH,
    )


def _bins(said: Counted) -> str:
    if said.bins is None:
        return phrase("each distinct score is counted")
    n = sum(n for n in said.bins.get("counts", ()) if isinstance(n, int))
    return phrase("of each of {n} bins the smallest and the largest score are kept", n=grouped(n))


def _source(one: dict[str, Any]) -> str:
    """Return of what size, of when and of which content a file was that was counted."""
    name, size, at, sha256 = (one.get(key) for key in ("name", "size", "modified", "sha256"))
    parts = [phrase("{n} bytes", n=grouped(size))] if isinstance(size, int) else []
    parts += [phrase("changed {time}", time=show_hidden(at))] if isinstance(at, str) else []
    parts += [
        phrase("SHA-256 {digest}", digest=show_hidden(sha256))
        if isinstance(sha256, str)
        else phrase("no SHA-256 was made")
    ]
    return phrase("{name}: {facts}", name=show_hidden(str(name)), facts=joined(", ", parts))


COUNTED = Layout(phrase("count table of evalgui"), sniff, read)
