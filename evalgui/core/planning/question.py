"""What can be asked about the size of a study, and what is no sensible question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from evalgui.core.errors import DataError
from evalgui.core.registry import Registry
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

LOWEST_LEVEL, HIGHEST_LEVEL = 0.8, 0.999


class Goal(StrEnum):
    """What is wanted of a number."""

    WIDTH = "width"
    STANDARD_ERROR = "se"
    LOWER = "lower"
    UPPER = "upper"
    CLAIM = "claim"
    POWER = "power"


class Counted(StrEnum):
    """What the denominator of a measure counts."""

    POSITIVES = "{actual_positives}"
    NEGATIVES = "{actual_negatives}"
    POSITIVE_CALLS = "{positive_calls}"
    NEGATIVE_CALLS = "{negative_calls}"
    ROWS = phrase("rows")
    BOTH = phrase("rows of both classes")
    EACH = phrase("rows of both classes for each score")
    PAIRS = phrase("rows that both call")

    @property
    def words(self) -> Text:
        """It in the words of any field."""
        return Text(self.value)


@dataclass(frozen=True, slots=True)
class Planned:
    """A measure that can be planned.

    Parameters
    ----------
    id
        As of the measure itself; of McNemar's test ``"McNemar"``.
    word
        What it is usually called where a name is typed.
    title
        Its name.
    counted
        What its denominator counts.
    goals
        What can be wanted of it, the usual one first.
    also
        Other names, for the command line.
    usual
        The value that is expected where nobody says, as it is written; "" where none is.
    rests_on
        The fields of `Assumed` that it depends on.
    method
        The interval that it has in the program, for its head.
    """

    id: str
    word: str
    title: Text
    counted: Counted
    goals: tuple[Goal, ...]
    also: tuple[str, ...] = ()
    usual: str = "0.9"
    rests_on: frozenset[str] = frozenset()
    method: str = ""

    def is_called(self, name: str) -> bool:
        """Return whether this is one of its names."""
        known = (self.id, self.word, *self.also)
        return name.casefold() in {one.casefold() for one in known}

    @property
    def is_error_rate(self) -> bool:
        """Whether a claim can be made that it is low."""
        return Goal.CLAIM in self.goals

    @property
    def is_of_probabilities(self) -> bool:
        """Whether it is of scores that are probabilities."""
        return "sd" in self.rests_on


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """What is assumed of scores that a study will have.

    Parameters
    ----------
    mean, sd
        Of logit p, which is taken for normal, where scores are probabilities p. No mean is that
        which makes them fit the prevalence.
    risk
        The risk threshold of a net benefit, strictly between 0 and 1.
    other
        The AUC of the second of two scores, from 0.5 to below 1; None where nobody says.
    correlation
        Of two scores of the same rows, within a class, from -1 to 1.
    """

    mean: float | None = None
    sd: float = 1.0
    risk: float = 0.1
    other: float | None = None
    correlation: float = 0.5


NOTHING_SAID = Assumed()
USUAL_PREVALENCE = 0.2
"""The share of positives where probabilities are planned and nobody says one."""

_OF_PROBABILITIES = frozenset({"mean", "sd"})
_WIDTH = (Goal.WIDTH,)
_HIGH = (Goal.WIDTH, Goal.LOWER, Goal.STANDARD_ERROR)
_LOW = (Goal.CLAIM, Goal.WIDTH, Goal.UPPER, Goal.STANDARD_ERROR)

PLANNED: Registry[Planned] = Registry(
    phrase("measure to plan"),
    Planned(
        "TPR",
        "sensitivity",
        Text("{True_positive_rate}"),
        Counted.POSITIVES,
        _HIGH,
        ("recall", "TMR", "TAR"),
    ),
    Planned(
        "TNR",
        "specificity",
        Text("{True_negative_rate}"),
        Counted.NEGATIVES,
        _HIGH,
        ("TNMR",),
    ),
    Planned("PPV", "PPV", Text("{Precision}"), Counted.POSITIVE_CALLS, _HIGH, ("precision",)),
    Planned("NPV", "NPV", Text("Negative predictive value"), Counted.NEGATIVE_CALLS, _HIGH),
    Planned("ACC", "accuracy", Text("Accuracy"), Counted.ROWS, _HIGH),
    Planned("roc_auc", "AUC", Text("AUC"), Counted.BOTH, _HIGH, ("area",)),
    Planned(
        "FPR",
        "FMR",
        Text("{False_positive_rate}"),
        Counted.NEGATIVES,
        _LOW,
        ("FAR", "P_fa"),
        "0.01",
    ),
    Planned(
        "FNR",
        "FNMR",
        Text("{False_negative_rate}"),
        Counted.POSITIVES,
        _LOW,
        ("FRR", "P_miss"),
        "0.01",
    ),
    Planned(
        "observed_expected",
        "O:E",
        Text("Observed : expected"),
        Counted.ROWS,
        _WIDTH,
        ("O/E", "observed-expected"),
        "1",
        _OF_PROBABILITIES,
        phrase("Wilson, effective n"),
    ),
    Planned(
        "slope",
        "slope",
        Text("Calibration slope"),
        Counted.ROWS,
        _WIDTH,
        ("calibration-slope",),
        "1",
        _OF_PROBABILITIES,
        phrase("Rao score"),
    ),
    Planned(
        "net_benefit",
        "net-benefit",
        Text("Net benefit"),
        Counted.ROWS,
        _WIDTH,
        ("NB",),
        "",
        _OF_PROBABILITIES | {"risk"},
        "MOVER",
    ),
    Planned(
        "standardised_net_benefit",
        "standardised-net-benefit",
        Text("Standardised net benefit"),
        Counted.ROWS,
        _WIDTH,
        ("sNB",),
        "",
        _OF_PROBABILITIES | {"risk"},
        "square-and-add",
    ),
    Planned(
        "auc_difference",
        "AUC-difference",
        Text("Difference of two AUCs, the same rows"),
        Counted.BOTH,
        _WIDTH,
        (),
        "0.85",
        frozenset({"other", "correlation"}),
        phrase("DeLong, paired"),
    ),
    Planned(
        "auc_difference_unpaired",
        "AUC-difference-unpaired",
        Text("Difference of two AUCs, other rows each"),
        Counted.EACH,
        _WIDTH,
        (),
        "0.85",
        frozenset({"other"}),
        phrase("DeLong, unpaired"),
    ),
    Planned(
        "McNemar",
        "McNemar",
        Text("Two classifiers on the same rows"),
        Counted.PAIRS,
        (Goal.POWER,),
        usual="",
    ),
)
"""Every measure that can be planned, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is wanted.

    Parameters
    ----------
    measure
        Of which measure.
    goal
        What of it.
    aim
        The width, standard error, limit, claimed rate or power.
    expected
        The value that is expected; of a claim and of a power none.
    level
        The confidence, from 0.8 to 0.999: two-sided for a width, else one-sided.
    prevalence
        The expected share of positives, or None.
    rate
        For PPV the sensitivity and for NPV the specificity that is expected, or None.
    discordant
        For a power: the shares of rows that the one alone, and the other alone, calls rightly.
    assumed
        What else is assumed of the scores.
    """

    measure: Planned
    goal: Goal
    aim: float
    expected: float | None = None
    level: float = 0.95
    prevalence: float | None = None
    rate: float | None = None
    discordant: tuple[float, float] | None = None
    assumed: Assumed = NOTHING_SAID


def other_rate(counted: Counted) -> Text:
    """Return the rate that, beside the prevalence, says how many are called so."""
    is_positive = counted is Counted.POSITIVE_CALLS
    return Text("the {true_positive_rate}" if is_positive else "the {true_negative_rate}")


def check_level(level: float) -> None:
    """Refuse what is no confidence of use."""
    if not LOWEST_LEVEL <= level <= HIGHEST_LEVEL:
        raise DataError(
            phrase(
                "the level must be from {lowest_level} to {highest_level}",
                lowest_level=LOWEST_LEVEL,
                highest_level=HIGHEST_LEVEL,
            ),
            hint=phrase("Write 95 % as 0.95"),
        )


def check_share(expected: float) -> None:
    """Refuse what is no proportion."""
    if not 0.0 <= expected <= 1.0:
        raise DataError(
            phrase("the expected value must be from 0 to 1"), hint=phrase("Write 90 % as 0.9")
        )


def check(question: Question) -> None:
    """Refuse what makes no sense, in words."""
    if question.goal not in question.measure.goals:
        known = ", ".join(f"--{goal}" for goal in question.measure.goals)
        raise DataError(
            phrase("that cannot be planned of this measure"),
            hint=phrase("There are for it {known}", known=known),
        )
    check_level(question.level)
    is_test = question.measure.counted is Counted.PAIRS
    if is_test and (question.prevalence is not None or question.expected is not None):
        raise DataError(
            phrase("McNemar's test depends on the two shares alone"),
            hint=phrase("Leave out the prevalence and the expected value"),
        )
    if question.rate is not None and question.prevalence is None:
        raise DataError(phrase("the prevalence is missing"), hint=phrase("Name it, such as 0.2"))
    of_prevalence = phrase("the prevalence must be between 0 and 1")
    of_rate = phrase("the other rate must be between 0 and 1")
    for message, share in ((of_prevalence, question.prevalence), (of_rate, question.rate)):
        if share is not None and not 0.0 < share < 1.0:
            raise DataError(message, hint=phrase("Write 20 % as 0.2"))
    checked = {Goal.CLAIM: _check_claim, Goal.POWER: _check_power}
    usual = _check_assumed if question.measure.rests_on else _check_expected
    checked.get(question.goal, usual)(question)


def _check_claim(question: Question) -> None:
    if not 0.0 < question.aim < 1.0:
        raise DataError(
            phrase("the claimed rate must be between 0 and 1"),
            hint=phrase("Write 1 in 1000 as 0.001"),
        )
    if question.expected is not None:
        raise DataError(
            phrase("a claim without an error expects no error"),
            hint=phrase("Leave the expected value out, or ask for an upper limit"),
        )


def _check_power(question: Question) -> None:
    if question.discordant is None:
        raise DataError(
            phrase("the shares of rows that only one of the two calls rightly are missing"),
            hint=phrase("Name both, such as 0.2 and 0.1"),
        )
    one, other = question.discordant
    if not (0.0 <= one <= 1.0 and 0.0 <= other <= 1.0 and one + other <= 1.0):
        raise DataError(phrase("the two shares must be from 0 to 1, and at most 1 together"))
    if one == other:
        raise DataError(
            phrase("two shares that are equal are no difference to find"),
            hint=phrase("Name two that differ"),
        )
    if not 0.5 <= question.aim < 1.0:
        raise DataError(
            phrase("the power must be from 0.5 to below 1"), hint=phrase("Write 80 % as 0.8")
        )


def _check_assumed(question: Question) -> None:
    """Check a width that rests on more than the expected value."""
    if not question.aim > 0:
        raise DataError(phrase("the width must be above 0"), hint=phrase("Name it, such as 0.2"))
    check_assumed(question.measure, question.expected, question.assumed)
    if question.assumed.mean is not None and question.prevalence is not None:
        raise DataError(
            phrase("the prevalence follows from the mean of logit p"),
            hint=phrase("Leave one of them out"),
        )


def check_assumed(measure: Planned, expected: float | None, assumed: Assumed) -> None:
    """Refuse what cannot be assumed of the scores that a measure is of."""
    if not measure.is_of_probabilities:
        areas = expected, assumed.other
        if None in areas:
            raise DataError(
                phrase("the two AUCs are missing"), hint=phrase("Name both, such as 0.85 and 0.8")
            )
        if not all(0.5 <= one < 1.0 for one in areas if one is not None):
            raise DataError(phrase("both expected AUCs must be from 0.5 to below 1"))
        if not -1.0 <= assumed.correlation <= 1.0:
            raise DataError(phrase("the correlation must be from -1 to 1"))
        return
    if expected is not None and not measure.usual:
        raise DataError(
            phrase("the expected value follows from the probabilities and the risk threshold"),
            hint=phrase("Leave it out"),
        )
    if expected is not None and not 0.1 <= expected <= 10.0:
        raise DataError(
            phrase("the expected value must be from 0.1 to 10"), hint=phrase("1 is ideal")
        )
    if not 0.01 <= assumed.sd <= 10.0:
        raise DataError(phrase("the SD of logit p must be from 0.01 to 10"))
    if assumed.mean is not None and not -15.0 <= assumed.mean <= 15.0:
        raise DataError(phrase("the mean of logit p must be from -15 to 15"))
    if not 0.0 < assumed.risk < 1.0:
        raise DataError(
            phrase("the risk threshold must be between 0 and 1"), hint=phrase("Write 10 % as 0.1")
        )


def _check_expected(question: Question) -> None:
    expected, aim, goal = question.expected, question.aim, question.goal
    if expected is None:
        raise DataError(
            phrase("the expected value is missing"), hint=phrase("Name it, such as 0.9")
        )
    check_share(expected)
    if question.measure.counted is Counted.BOTH and not 0.5 <= expected < 1.0:
        raise DataError(phrase("the expected AUC must be from 0.5 to below 1"))
    if not 0.0 < aim < 1.0:
        message = phrase("the limit must be between 0 and 1")
        if goal is Goal.WIDTH:
            message = phrase("the width must be between 0 and 1")
        elif goal is Goal.STANDARD_ERROR:
            message = phrase("the standard error must be between 0 and 1")
        raise DataError(
            message,
            hint=phrase("Write 10 % as 0.1"),
        )
    if goal is Goal.STANDARD_ERROR and expected in {0.0, 1.0}:
        raise DataError(
            phrase("without any spread the standard error is 0 from whatever number"),
            hint=phrase("Ask for the width of the interval"),
        )
    if goal is Goal.LOWER and aim >= expected:
        raise DataError(phrase("the lower limit must be below the expected value"))
    if goal is Goal.UPPER and aim <= expected:
        raise DataError(phrase("the upper limit must be above the expected value"))
