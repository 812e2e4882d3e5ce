"""What a user may say about consequences."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.digits import exact
from evalgui.core.requirements import Withdrawn
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.intervals.at_prevalence import Share
    from evalgui.core.requirements import Record, Requirement


LARGEST, POOLED, PAIRS = "largest", "pooled", "pairs"
"""What groups are set beside, where it is none of them by its name."""

USUAL_RISK = 0.1
"""The risk threshold where nobody says one."""


class Scale(StrEnum):
    """What scores are declared to be."""

    PROBABILITY = "probability"
    """The probability of the positive class."""
    PERCENT = "percent"
    """The same in per cent."""
    LLR = "llr"
    """Natural logarithms of likelihood ratios."""
    LOG10_LLR = "log10-llr"
    """Decimal logarithms of likelihood ratios."""
    OTHER = "other"
    """None of these."""

    @property
    def of_one(self) -> float:
        """What stands for certainty; NaN where nothing does."""
        return {"probability": 1.0, "percent": 100.0}.get(self.value, math.nan)


class Every(StrEnum):
    """How long a period of time is."""

    DAY = phrase("day")
    WEEK = phrase("week")
    MONTH = phrase("month")
    QUARTER = phrase("quarter")
    YEAR = phrase("year")


class DateOrder(StrEnum):
    """Which of two numbers before a year is the day."""

    DAY_FIRST = "day-first"
    MONTH_FIRST = "month-first"


@dataclass(frozen=True, slots=True)
class OverTime:
    """A column of dates, over whose periods numbers are told.

    Parameters
    ----------
    column
        Its name.
    every
        How long a period is.
    order
        How ``03/04/2025`` is meant; None where the cells say so themselves.
    """

    column: str
    every: Every = Every.MONTH
    order: DateOrder | None = None


_CROSSED = 2

PROBABILITIES = frozenset({Scale.PROBABILITY, Scale.PERCENT})
"""What scores are declared to be where they are probabilities of the positive class."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a user may say about consequences.

    Parameters
    ----------
    scale
        What the scores are; None where nobody said so.
    risks
        The risk thresholds that are asked about, each strictly between 0 and 1: the probabilities
        from which on acting is worth it.
    requirements
        What is required of the results.
    level
        The one-sided confidence of the limits that requirements ask for.
    withdrawn
        What was required and taken back, or changed, after data had been seen.
    groups
        The column whose values are groups that are told beside each other, or an expression that
        holds of some rows and not of others; or two that are crossed. None where nobody asked.
    over
        The dates over which numbers are told; None where nobody asked.
    against
        What each group is set beside: the largest one, all rows together, every other one, or the
        group of this name, after "=" where it is called like one of those words.
    few
        A group joins gaps and p-values from so many rows of the class concerned, at least 1.
    acquiring
        (k, n) of attempts of which nothing was acquired: of genuine and of impostor ones, or one
        pair that holds for both; none where that was not measured.
    enrolling
        (k, n) of enrolments that failed; None where that was not measured.
    acquiring_by, enrolling_by
        The columns, or expressions, that say of each attempt and of each enrolment whether it
        failed, in place of counts; "" for none.
    iapar
        (k, n) of attacks that the comparison matched: of the species of which most were; None
        where that was not measured.
    matched
        The column with the decision of the comparison, where that says it; "" for none.
    alpha
        What FMR counts in a summary of both error rates by group, in [0, 1].
    reference
        Sensitivity and specificity of the reference, in [0, 1], where it errs; None where nobody
        said so.
    fmr_target
        The FMR that groups are set beside, strictly between 0 and 1; None for that of the rule
        that chose the threshold.
    class_costs
        Of several classes the true one, the called one and what such a call costs, a finite
        number; a right call costs 0 and a wrong one 1 where nothing is said.
    readers
        The columns that say what readers call; none where nobody asked.

    Raises
    ------
    ValueError
        If a number is out of its range.
    """

    scale: Scale | None = None
    risks: tuple[float, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    level: float = 0.95
    withdrawn: tuple[Withdrawn, ...] = ()
    groups: tuple[str, ...] = ()
    against: str = LARGEST
    few: int = 20
    over: OverTime | None = None
    acquiring: tuple[tuple[int, int], ...] = ()
    enrolling: tuple[int, int] | None = None
    iapar: tuple[int, int] | None = None
    matched: str = ""
    alpha: float = 0.5
    reference: tuple[float, float] | None = None
    fmr_target: float | None = None
    class_costs: tuple[tuple[str, str, float], ...] = ()
    acquiring_by: str = ""
    enrolling_by: str = ""
    readers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for is_wrong, message in self._wrong():
            if is_wrong:
                raise ValueError(message)

    def _wrong(self) -> Iterator[tuple[bool, str]]:
        """Yield of each number whether it is out of its range, and the words for that."""
        for risk in self.risks:
            yield not 0 < risk < 1, phrase("a risk threshold must lie strictly between 0 and 1")
        yield not 0 <= self.alpha <= 1, phrase("alpha must lie between 0 and 1")
        for share in self.reference or ():
            message = phrase("sensitivity and specificity of a reference must lie between 0 and 1")
            yield not 0 <= share <= 1, message
        target = self.fmr_target
        message = phrase("a target of FMR must lie strictly between 0 and 1")
        yield target is not None and not 0 < target < 1, message
        for _truth, _call, cost in self.class_costs:
            yield not math.isfinite(cost), phrase("what a call costs must be a finite number")
        yield self.few < 1, phrase("groups that are compared have at least 1 row")
        message = phrase(
            "groups are set beside {largest}, {pooled}, {pairs} or a group by its name",
            largest=LARGEST,
            pooled=POOLED,
            pairs=PAIRS,
        )
        yield not self.against, message
        alone = (one for one in (self.enrolling, self.iapar) if one is not None)
        for k, n in (*self.acquiring, *alone):
            yield not 0 <= k <= n or not n, phrase("{k} of {n} is no share of attempts", k=k, n=n)
        message = phrase("failures are counted by hand, or by a column, and not both")
        yield bool(self.acquiring and self.acquiring_by), message
        yield bool(self.enrolling and self.enrolling_by), message
        message = phrase("failures to acquire are those of genuine and of impostor attempts")
        yield len(self.acquiring) > _CROSSED, message
        message = phrase(
            "groups are those of one column or of {crossed}, not of {n}",
            crossed=_CROSSED,
            n=len(self.groups),
        )
        yield len(self.groups) > _CROSSED, message

    def with_requirement(
        self, one: Requirement | None, instead_of: Requirement | None, record: Record
    ) -> Consequences:
        """Return it with one more requirement, or with one in the place of another.

        Parameters
        ----------
        one
            What is required; None takes the other one back.
        instead_of
            The other one; None for none. After data had been seen it is kept as withdrawn.
        record
            When that is done.

        Returns
        -------
        Consequences
            The very object where nothing comes of it: that is required already.
        """
        known = self.requirements
        is_known = one is not None and any(other.written() == one.written() for other in known)
        if is_known or (one is None and instead_of not in known):
            return self
        withdrawn, old = self.withdrawn, ""
        if instead_of in known and record.data:
            withdrawn, old = (*withdrawn, Withdrawn(instead_of, record)), instead_of.text
        fresh = () if one is None else (replace(one, record=record, instead_of=old),)
        place = known.index(instead_of) if instead_of in known else len(known)
        found = (*known[:place], *fresh, *known[place + 1 :])
        return replace(self, requirements=found, withdrawn=withdrawn)

    def for_other_data(self) -> Consequences:
        """Return what holds for other data as well: what is required, with its records."""
        return replace(self, scale=None, risks=())


NO_CONSEQUENCES = Consequences()


class AtRisks(NamedTuple):
    """What is asked about net benefit.

    Parameters
    ----------
    risks
        The risk thresholds; none where nobody asked.
    one
        What stands for certainty where scores are declared probabilities; else NaN.
    prevalence
        One that was typed; None for that of the rows.
    """

    risks: tuple[float, ...] = ()
    one: float = math.nan
    prevalence: Share | None = None

    @classmethod
    def of(cls, said: Consequences, prevalence: Share | None) -> AtRisks:
        """Return what was said: of declared probabilities a usual risk where none was."""
        one = math.nan if said.scale is None else said.scale.of_one
        return cls(said.risks or (() if math.isnan(one) else (USUAL_RISK,)), one, prevalence)


NO_RISKS = AtRisks()


class Recalibrating(StrEnum):
    """How probabilities may be recalibrated."""

    LOGISTIC = "logistic"
    """A straight line on the logit, both of its coefficients fitted (Platt)."""
    INTERCEPT = "intercept"
    """The logit is moved alone, so that as many are foretold as happened."""
    ISOTONIC = "isotonic"
    """The share of positives of each block of the isotonic fit."""
    BETA = "beta"
    """Beta calibration, which bends both ends by themselves."""
    PREVALENCE = "prevalence"
    """The logit is moved to another prevalence."""


@dataclass(frozen=True, slots=True)
class Recalibration:
    """A question about probabilities: what they would be, recalibrated on these data.

    Parameters
    ----------
    method
        How.
    score
        Whose they are; "" for the first score.
    one
        What stands for certainty, such as 100 of per cent.
    prevalence
        To which share of positives they are moved; None but for `Recalibrating.PREVALENCE`.
    seed
        Where the random numbers begin that put rows into folds.

    Raises
    ------
    ValueError
        If a number is out of its range, or lacks.
    """

    method: Recalibrating
    score: str = ""
    one: float = 1.0
    prevalence: float | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        if (self.prevalence is None) is (self.method is Recalibrating.PREVALENCE):
            message = phrase(
                "a prevalence is needed to move probabilities to one, and for nothing else"
            )
            raise ValueError(message)
        if self.prevalence is not None and not 0 < self.prevalence < 1:
            message = phrase("a prevalence must lie strictly between 0 and 1")
            raise ValueError(message)
        if not self.one > 0:
            message = phrase("what stands for certainty must be above 0")
            raise ValueError(message)

    @property
    def words(self) -> str:
        """How, as it is typed: "logistic", or "prevalence=0.1"."""
        at = "" if self.prevalence is None else f"={exact(self.prevalence)}"
        return f"{self.method.value}{at}"

    @property
    def name(self) -> str:
        """What the score is called that comes of it: the words first, where nothing cuts them."""
        return phrase(
            "recalibrated on these data ({said}): {score}", said=self.words, score=self.score
        )


def recalibration(text: str, one: float = 1.0) -> Recalibration:
    """Return what a text asks for, such as "logistic" or "prevalence=0.1".

    Raises
    ------
    ValueError
        If it is no such text.
    """
    name, _equals, number = text.partition("=")
    try:
        return Recalibration(
            Recalibrating(name), one=one, prevalence=float(number) if number else None
        )
    except ValueError as error:
        known = ", ".join(one for one in Recalibrating if one is not Recalibrating.PREVALENCE)
        message = phrase(
            "'{text}' is none of {known} and {prevalence}=P",
            text=text,
            known=known,
            prevalence=Recalibrating.PREVALENCE,
        )
        raise ValueError(message) from error
