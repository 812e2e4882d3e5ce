"""What the columns of a table mean: the user's word on it, or a proposal with reasons."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import joined, phrase_n
from evalgui.io.meaning.column_names import counted_classes
from evalgui.io.meaning.reasons import Confidence
from evalgui.io.meaning.rows_aside import Aside, with_rows, without_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from evalgui.core.checks import Finding
    from evalgui.core.consequences.settings import Recalibration
    from evalgui.core.subject_totals import SubjectTotals
    from evalgui.io.meaning.reading import DecimalSign, ThousandsSign
    from evalgui.io.meaning.reasons import Reason, Role

MatrixRows: TypeAlias = Literal["actual", "predicted"]
"""What the rows of a confusion matrix in a file are."""


LimitMeaning: TypeAlias = Literal["below", "at", "half", "set-aside"]
"""What a limit such as <0.05 is: below all numbers, the limit, half of it, or no score."""

BlankLabels: TypeAlias = Literal["missing", "other", "above"]
"""What an empty cell of the truth is: no label, the other class, or that of the cell above."""

MissingScores: TypeAlias = Literal["exclude", "worst", "refuse"]
"""What a missing score means: no result, a score that is never called positive, or a mistake."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Which column is what. None and () mean: not decided.

    Parameters
    ----------
    truth
        The column with the true class.
    scores
        The columns with a score, the one to show first at the head. With three classes and
        more, the score of one class against all others, unless there are `probabilities`.
    predicted
        The column with the class that was predicted; "" where it was decided that there is
        none.
    positive
        The class that counts as positive, in any of its spellings.
    higher_is_positive
        Whether a higher score indicates the positive class.
    opposite
        Those of `scores` for which the contrary of `higher_is_positive` holds.
    decimal
        The decimal sign of scores that are text.
    thousands
        What separates thousands in such scores; "" where it was decided that nothing does.
    missing_labels
        Labels that mean "no label", besides empty cells.
    blank_labels
        What an empty cell of the truth means: no label ("missing", which None means too), the
        class that no cell names ("other"), or the label of the last cell above that has one
        ("above"), as of merged cells.
    set_aside_unreadable
        Whether rows are set aside whose score is neither a number nor missing; where False,
        such a score is a reason to refuse the file.
    probabilities
        Pairs of a class and the column with its probability, or any other score of one
        class; () where it was decided that there are none. Of two classes, the column of
        the positive one becomes the score.
    matrix_rows
        Where the file is a confusion matrix: whether its rows are the actual or the
        predicted classes. Not None says that it is one.
    missing_scores
        What a row without a score means: it takes no part in any count and is counted as a
        failure to acquire ("exclude", which None means too), it has the score that speaks
        least for the positive class, an infinite one ("worst"), or the file is refused.
    subset
        An expression that chooses the rows to assess (see `evalgui.io.building.row_filter`); ""
        for all.
    n_positive, n_negative
        Of a count table: the columns that say how many positives and how many negatives have
        the score of a row. Not None says that it is one; it has no truth.
    weight
        The column that says how many instances each row stands for, or its weight; ""
        where it was decided that each row is one.
    subjects
        The column, or the two of probe and reference, that says whose each row is; () where it
        was decided that there is none.
    sampling
        How the rows came into the file; None where nothing is known: then by subject where
        there are `subjects`, else as a cohort.
    limits
        What limits among the scores are, such as ``<0.05`` and ``>100``
        (`evalgui.io.table.numbers.Numbers.with_limits`).
    no_score
        Whether it was decided that no score is assessed: what is assessed is the predicted class.
    bins
        Of a count table: the columns with the lower and the upper edge of the bin in which
        the scores of a row lie.
    set_aside
        The rows that the user set aside by hand, each with a reason.
    direction_of
        The earlier roles that `higher_is_positive` and `opposite` were taken over from, where
        the class or the scores were named later: `settled` in
        `evalgui.io.proposing.stated_direction` says what that direction means for them. None
        where they were said together.
    recalibrated
        The scores that are made of others of these rows, behind all of the file.
    species
        The column that says of what kind each presentation attack is; "" where it was decided
        that there is none.
    """

    truth: str | None = None
    scores: tuple[str, ...] = ()
    predicted: str | None = None
    positive: str | None = None
    higher_is_positive: bool | None = None
    opposite: tuple[str, ...] = ()
    decimal: DecimalSign | None = None
    thousands: ThousandsSign | None = None
    missing_labels: tuple[str, ...] | None = None
    set_aside_unreadable: bool | None = None
    probabilities: tuple[tuple[str, str], ...] | None = None
    matrix_rows: MatrixRows | None = None
    missing_scores: MissingScores | None = None
    subset: str = ""
    n_positive: str | None = None
    n_negative: str | None = None
    bins: tuple[str, ...] = ()
    weight: str | None = None
    subjects: tuple[str, ...] | None = None
    sampling: Sampling | None = None
    limits: LimitMeaning | None = None
    no_score: bool | None = None
    set_aside: Aside = ()
    direction_of: Roles | None = None
    blank_labels: BlankLabels | None = None
    recalibrated: tuple[Recalibration, ...] = ()
    species: str | None = None

    @property
    def is_count_table(self) -> bool:
        """Whether rows are counted: none has a class of its own."""
        return self.n_positive is not None or self.n_negative is not None

    @property
    def probability_columns(self) -> tuple[str, ...]:
        """The columns of `probabilities`."""
        return tuple(column for _, column in self.probabilities or ())

    @property
    def class_columns(self) -> tuple[str, ...]:
        """The columns that say or count the classes of rows."""
        names = (self.truth, self.predicted, self.n_positive, self.n_negative)
        return tuple(name for name in names if name)

    @property
    def sampled(self) -> Sampling:
        """How the rows came into the file, as far as is known."""
        if self.sampling is not None:
            return self.sampling
        return Sampling.BY_SUBJECT if self.subjects else Sampling.COHORT

    @property
    def number_columns(self) -> tuple[str, ...]:
        """The columns that are to be read as numbers, each once."""
        return tuple(dict.fromkeys((*self.scores, *self.bins, *self.probability_columns)))

    def stands_alone(self, column: str) -> bool:
        """Return whether a score is one of several: a cell that is no number lacks for it alone."""
        is_one = column in self.scores and column not in (*self.bins, *self.probability_columns)
        return is_one and len(self.scores) > 1

    def is_complete(self, n_classes: int) -> bool:
        """Return whether this says enough to be tried: which class rows have, and what is said.

        Parameters
        ----------
        n_classes
            How many classes the truth has; 0 where that is not known. Of more than two, all are
            assessed together, and none has to be chosen.
        """
        if self.matrix_rows is not None:
            return True
        if self.is_count_table:
            return bool(self.n_positive and self.n_negative and self.scores)
        is_chosen = self.positive is not None or n_classes == 0 or n_classes > 2
        is_said = bool(self.scores or self.predicted or self.probabilities)
        return bool(self.truth) and is_chosen and is_said

    def as_counts(self, n_positive: str | None, n_negative: str | None) -> Roles:
        """Return these roles for a count table with these columns of counts."""
        return replace(
            self,
            truth=None,
            predicted=None,
            positive=None,
            probabilities=None,
            weight=None,
            n_positive=n_positive or None,
            n_negative=n_negative or None,
        )

    def as_rows(self) -> Roles:
        """Return these roles for a table that counts nothing."""
        return replace(self, n_positive=None, n_negative=None, bins=())

    def with_rows_aside(self, rows: Iterable[int], reason: str) -> Roles:
        """Return these roles with more rows set aside by hand (`rows_aside.with_rows`)."""
        return replace(self, set_aside=with_rows(self.set_aside, rows, reason))

    def with_rows_back(self, rows: Collection[int]) -> Roles:
        """Return these roles with rows taken back that were set aside by hand."""
        return replace(self, set_aside=without_rows(self.set_aside, rows))

    def for_any_rows(self) -> Roles:
        """Return these roles without a choice of rows, which belongs to one file."""
        return replace(self, subset="", set_aside=(), recalibrated=())

    def over(self, other: Roles) -> Roles:
        """Return these roles where they are decided, and others where they are not.

        A direction of the others stays theirs: it was said of their class and their scores.
        """
        blank = Roles()
        own = {field.name: getattr(self, field.name) for field in fields(Roles)}
        decided = {name: role for name, role in own.items() if role != getattr(blank, name)}
        both = replace(other, **decided)
        says_direction = self.higher_is_positive is not None or bool(self.opposite)
        if says_direction or not (self._says_of_what and other._says_of_what):
            return both
        return replace(both, direction_of=other.direction_of or other)

    @property
    def _says_of_what(self) -> bool:
        """Whether it names what a direction is about: the class or the scores."""
        return self.positive is not None or bool(self.scores)

    def fitting(self, names: Collection[str]) -> Roles:
        """Return these roles without those of columns that are not among some names."""
        pairs = self.probabilities
        has_all = pairs is not None and all(column in names for _, column in pairs)
        return replace(
            self,
            truth=self.truth if self.truth in names else None,
            positive=self.positive if self.is_count_table or self.truth in names else None,
            scores=tuple(name for name in self.scores if name in names),
            opposite=tuple(name for name in self.opposite if name in names),
            predicted=self.predicted if self.predicted in {"", *names} else None,
            probabilities=pairs if has_all else None,
            n_positive=self.n_positive if self.n_positive in names else None,
            n_negative=self.n_negative if self.n_negative in names else None,
            weight=self.weight if self.weight in {"", *names} else None,
            subjects=self.subjects if set(self.subjects or ()) <= set(names) else None,
            bins=self.bins if set(self.bins) <= set(names) else (),
            recalibrated=tuple(one for one in self.recalibrated if one.score in {"", *names}),
            species=self.species if self.species in {"", *names} else None,
        )

    def turned(self, score: str) -> Roles:
        """Return roles in which one score runs the other way, and every other as it did.

        The general direction is turned where it is the only score.
        """
        if self.scores == (score,):
            higher = not self.is_higher_positive(score)
            return replace(self, higher_is_positive=higher, opposite=())
        is_contrary = {name: name in self.opposite for name in self.scores}
        is_contrary[score] = not is_contrary[score]
        opposite = tuple(name for name, contrary in is_contrary.items() if contrary)
        return replace(self, opposite=opposite)

    def by_subject(self, column: str) -> Roles:
        """Return roles under which a column says whose each row is."""
        return replace(self, subjects=(column,), sampling=Sampling.BY_SUBJECT)

    def for_class(self, name: str, *, is_other_of_two: bool) -> Roles:
        """Return roles under which another class is positive and every score says the same.

        What is high for one of two classes is low for the other. Of a column for each of the
        two, the same one is the score as before, and the other one is none.
        """
        higher, pairs = self.higher_is_positive, self.probabilities
        if is_other_of_two and self.scores:
            higher = higher is False
            pairs = pairs and ()
        return replace(self, positive=name, higher_is_positive=higher, probabilities=pairs)

    def is_higher_positive(self, score: str) -> bool:
        """Return whether a higher value of this score indicates the positive class."""
        general = self.higher_is_positive is not False
        return general != (score in self.opposite)


Lack: TypeAlias = Literal["", "key", "scores", "other class", "ids"]
"""What a file lacks to be assessed, and a second file may bring."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the columns of a table mean by the rules of its format.

    Parameters
    ----------
    roles
        The roles that the format gives; what the user decides goes before it.
    reasons
        Why; one that asks has a question that goes before anything is believed.
    lacks
        What is missing for an assessment: a key for the scores, the scores for a key, the
        scores of the other class, or the ids on each side of a matrix; "" for nothing.
    classes
        Of a count table that says it: what its negatives and its positives are called.
    by
        Of a count table that says it: the columns that its counts go by, beside the score.
    bin_numbers
        Of a count table that says it: the column with the number of the bin, which is the same for
        all that lies between one pair of edges; "" for none.
    totals
        Of a count table that has them, the totals of subjects whose rows are not there.
    """

    roles: Roles
    reasons: tuple[Reason, ...] = ()
    lacks: Lack = ""
    classes: tuple[str, str] | None = None
    by: tuple[str, ...] = ()
    bin_numbers: str = ""
    totals: SubjectTotals | None = None

    @property
    def says_only_the_truth(self) -> bool:
        """Whether the format says which column is the truth, and leaves the others open."""
        truth = self.roles.truth
        return truth is not None and self.roles == Roles(truth=truth) and not self.lacks

    def completed(self, wanted: Roles) -> Roles:
        """Return what is decided: by the user first, else by the format."""
        found = wanted.over(self.roles)
        taken = {*found.class_columns, *found.number_columns, found.weight}
        if wanted.subjects is None and not taken.isdisjoint(found.subjects or ()):
            found = replace(found, subjects=None)  # the user says that it is something else
        return replace(found, scores=(), probabilities=()) if wanted.no_score else found

    def is_waiting(self, wanted: Roles) -> bool:
        """Return whether another file has to come first: to guess its part would mislead."""
        if self.lacks == "scores":
            return not (wanted.number_columns or wanted.predicted)
        return bool(self.lacks) and not wanted.truth


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a table seems to mean.

    Parameters
    ----------
    roles
        The roles, as far as they could be found; what the user decided is never changed.
    reasons
        Why, and how sure each is.
    findings
        What gave rise to the questions.
    """

    roles: Roles
    reasons: tuple[Reason, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def confidence(self) -> Confidence:
        """How sure all of it is: as sure as the least sure reason."""
        return min((one.confidence for one in self.reasons), default=Confidence.DECIDED)

    @property
    def certain(self) -> bool:
        """Whether the table may be opened without asking."""
        return not self.confidence.asks

    def asks_about(self, role: Role) -> bool:
        """Return whether a role is asked about."""
        return any(one.role is role and one.confidence.asks for one in self.reasons)

    @property
    def question(self) -> str:
        """What to ask where it is not certain: all that is open, in whole sentences."""
        return questions(self.reasons)

    @property
    def asked(self) -> tuple[Reason, ...]:
        """The reasons that ask, each question once."""
        of_question = {one.question: one for one in self.reasons if one.question}
        return tuple(of_question.values())


MOST_ASKED = 5
"""How many questions are listed at once; the others are counted."""


def more_questions(n: int) -> tuple[str, ...]:
    """Return how many of so many questions are not listed, in words; () for none."""
    left = n - MOST_ASKED
    if left <= 0:
        return ()
    return (phrase_n(left, "and 1 more question", "and {n} more questions", n=left),)


def questions(reasons: Sequence[Reason]) -> str:
    """Return all questions of reasons, in their order; "" for none."""
    asked = [one.question for one in reasons if one.question]
    return joined(" ", asked) if asked else ""


def classes_of_counts(known: Known | None, roles: Roles) -> tuple[str, str]:
    """Return what the negatives and the positives of a count table are called.

    What the table says of itself goes before the names of its columns.
    """
    counting = (roles.n_negative or "", roles.n_positive or "")
    if known is not None and known.classes is not None:
        own = (known.roles.n_negative, known.roles.n_positive)
        if counting == own:
            return known.classes
        if counting == own[::-1]:
            return known.classes[::-1]
    named_positive, named_negative = counted_classes(counting[1], counting[0])
    return named_negative, named_positive
