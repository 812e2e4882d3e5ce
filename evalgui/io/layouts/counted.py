"""A count table that this program made of other files, and what it says about itself.

It says of which files it was counted, which classes its columns count, and what was left out:
see `evalgui.io.counting`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.digits import exact, grouped
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
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
    "score": "the score, or its unit",
    "higher_is_positive": "the direction of the score",
    "bins": "the edges of the bins",
    "by": "the columns that they count by",
    "sampling": "how the rows were sampled",
    "subjects": "the columns of subjects",
    "totals_of": "the columns of subjects whose totals are kept",
    "totals_at": "the thresholds at which totals of subjects are kept",
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
                are_texts = isinstance(own, str)
                return f"{what} ({quoted(own)} and {quoted(its)})" if are_texts else what
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
        stated(Role.N_POSITIVE, f"'{N_POSITIVE}' counts '{said.positive}'", N_POSITIVE),
        stated(Role.N_NEGATIVE, f"'{N_NEGATIVE}' counts '{said.negative}'", N_NEGATIVE),
        stated(Role.BINS, _ends(score), score, HIGH)
        if said.bins
        else stated(Role.SCORE, f"'{SCORE}' is the score '{said.score}'", score),
        stated(Role.DIRECTION, "the direction is that of the count"),
        stated(Role.SAMPLING, "the rows were sampled as those that are counted"),
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


def _findings(said: Counted, totals: SubjectTotals | None) -> list[Finding]:
    names = [show_hidden(str(one["name"])) for one in said.sources]
    more = len(names) - _SHOWN
    files = listed(names[:_SHOWN]) + (f" and {grouped(more)} more" if more > 0 else "")
    text = f"counted of {grouped(said.n_rows)} rows of {files}, column {quoted(said.score)}"
    if said.by:
        text += f", by {listed([*map(show_hidden, said.by)])}"
    found = [Finding("counted", f"{text}; {_bins(said)}")]
    found += [Finding("counted", _source(one)) for one in said.sources[:_SHOWN]]
    for why, n in said.set_aside.items():
        rows = "1 row is" if n == 1 else f"{grouped(n)} rows are"
        found.append(Finding("not_counted", f"{rows} not counted: {show_hidden(why)}", n))
    if totals is not None:
        found.append(Finding("totals_of_subjects", _of_totals(totals)))
    return [*found, *(Finding("counted_note", show_hidden(note)) for note in said.notes)]


def _of_totals(totals: SubjectTotals) -> str:
    """Return at which thresholds there are intervals by subject, and what they are elsewhere."""
    of = listed([*map(show_hidden, totals.columns)])
    shown = [exact(one) for one in totals.thresholds[:_MOST_THRESHOLDS]]
    more = len(totals.thresholds) - len(shown)
    at = ", ".join(shown) + (f" and {grouped(more)} more" if more else "")
    thresholds = "threshold" if len(totals.thresholds) == 1 else "thresholds"
    return (
        f"totals of {grouped(totals.n_subjects)} subjects ({of}) are kept at the {thresholds} {at}:"
        " there the intervals of rates are by subject; at other thresholds, of a part of the rows,"
        " and of areas they take rows as independent, are too short, and say so"
    )


def _ends(score: str) -> str:
    in_file = "" if score == LOW else f" ('{LOW}' in the file)"
    return f"'{score}'{in_file} and '{HIGH}' are the ends of bins"


def _bins(said: Counted) -> str:
    if said.bins is None:
        return "each distinct score is counted"
    n = sum(n for n in said.bins.get("counts", ()) if isinstance(n, int))
    return f"of each of {grouped(n)} bins the smallest and the largest score are kept"


def _source(one: dict[str, Any]) -> str:
    """Return of what size, of when and of which content a file was that was counted."""
    name, size, at, sha256 = (one.get(key) for key in ("name", "size", "modified", "sha256"))
    parts = [f"{grouped(size)} bytes"] if isinstance(size, int) else []
    parts += [f"changed {show_hidden(at)}"] if isinstance(at, str) else []
    parts += (
        [f"SHA-256 {show_hidden(sha256)}"] if isinstance(sha256, str) else ["no SHA-256 was made"]
    )
    return f"{show_hidden(str(name))}: {', '.join(parts)}"


COUNTED = Layout("count table of evalgui", sniff, read)
