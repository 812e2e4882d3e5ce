"""What has to be asked, on the command line: one question a line, with the option that answers."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from evalgui.cli.telling import plainly
from evalgui.core.languages import tr
from evalgui.core.vocabulary import either
from evalgui.io.meaning import MOST_ASKED, Role, more_questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning import Reason

_ANSWERS = {
    Role.TRUTH: ("--truth",),
    Role.SCORE: ("--score", "--predicted", "--no-score"),
    Role.PREDICTED: ("--predicted", "--score"),
    Role.PROBABILITIES: ("--probability",),
    Role.POSITIVE: ("--positive",),
    Role.DIRECTION: ("--lower-is-positive", "--higher-is-positive"),
    Role.DECIMAL: ("--decimal", "--thousands"),
    Role.MISSING_LABELS: ("--missing-label",),
    Role.BLANK_LABELS: ("--blank-labels",),
    Role.UNREADABLE: ("--set-aside-unreadable",),
    Role.LIMITS: ("--limits",),
    Role.MATRIX_ROWS: ("--rows-are",),
    Role.MISSING_SCORES: ("--missing-scores",),
    Role.SUBSET: ("--subset",),
    Role.SET_ASIDE: ("--set-aside",),
    Role.N_POSITIVE: ("--n-positive",),
    Role.N_NEGATIVE: ("--n-negative",),
    Role.BINS: ("--bins",),
    Role.WEIGHT: ("--weight",),
    Role.SUBJECT: ("--subject",),
    Role.SPECIES: ("--species",),
    Role.SAMPLING: ("--subject", "--sampling"),
    Role.DELIMITER: ("--delimiter",),
    Role.SHEET: ("--sheet",),
    Role.TOGETHER: ("--together",),
}


def options_for(role: Role) -> tuple[str, ...]:
    """Return the options that answer a question about a role; () where another file does."""
    return _ANSWERS.get(role, ())


def question_lines(name: str, asked: Sequence[Reason]) -> list[str]:
    """Return the questions about a file as lines: all in one where there is only one.

    Parameters
    ----------
    name
        The file.
    asked
        The reasons that ask.
    """
    questions = [
        f"{plainly(one.question)} {answer_to(one.role, _unnamed_truth(one))}"
        for one in asked[:MOST_ASKED]
    ]
    if len(asked) == 1:
        return [f"{name}: {questions[0]}"]
    more = more_questions(len(asked))
    return [
        tr("{name}: there are {n} questions", name=name, n=len(asked)),
        *(f"  {plainly(q)}" for q in (*questions, *more)),
    ]


def _unnamed_truth(reason: Reason) -> str:
    """Return the column with the true class that a question is about and does not name; or "".

    It is none of the file, such as that of whether two ids are equal.
    """
    is_truth = reason.role is Role.TRUTH and len(reason.columns) == 1
    return reason.columns[0] if is_truth and reason.columns[0] not in reason.question else ""


def answer_to(role: Role, value: str = "") -> str:
    """Return how to answer a question, to be put behind it.

    Parameters
    ----------
    role
        What is asked about.
    value
        What stands behind the option for a yes; "" where the question names what may.

    Examples
    --------
    >>> answer_to(Role.SHEET), answer_to(Role.TRUTH, "truth")
    ('Say so with --sheet.', 'Say so with --truth truth.')
    """
    *first, last = options_for(role) or (tr("the name of that file beside this one"),)
    last = f"{last} {shlex.quote(value)}" if value else last
    told = plainly(either([", ".join(first), last])) if first else last
    return tr("Say so with {told}.", told=told)
