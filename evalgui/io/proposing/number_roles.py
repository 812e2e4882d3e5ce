"""How the numbers of scores are written, and what cells mean that are none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.io.building import refusals
from evalgui.io.building.used_rows import UsedRows, scores_in
from evalgui.io.meaning import Basis, Role, listed, quoted
from evalgui.io.table import FORMS, DecimalChoice, has_points

if TYPE_CHECKING:
    from evalgui.io.meaning import ThousandsSign
    from evalgui.io.proposing.proposal_draft import Draft

_SIGN_NAMES = {".": "point", ",": "comma", "'": "apostrophe", " ": "blank"}


def propose_decimal(draft: Draft) -> None:
    """Find the decimal sign and the thousands; ask where a sign may be either."""
    roles = draft.roles
    if roles.decimal is not None and roles.thousands is not None:
        return
    decimal = roles.decimal
    if decimal is None and roles.thousands:
        decimal = next(sign for sign, thousands in FORMS if thousands == roles.thousands)
    choices = []
    for name in roles.number_columns:
        draft.look()
        choices.append(draft.table.column(name).choose_decimal(decimal))
    found = decimal or ("," if any(choice.sign == "," for choice in choices) else ".")
    thousands: ThousandsSign | None = roles.thousands
    if thousands is None:
        thousands = next((one.thousands for one in choices if one.thousands), None)
    draft.roles = replace(roles, decimal=found, thousands=thousands)
    if decimal is None and found == ",":
        draft.find(Role.DECIMAL, "the numbers have a decimal comma", Basis.CONTENT)
    for name, choice in zip(roles.number_columns, choices, strict=True):
        is_foreign = choice.may_group and choice.sign == "." and _has_no_points(draft, name)
        if decimal is None and (choice.doubtful or is_foreign):
            _doubt_sign(draft, name, choice)
        elif choice.thousands and roles.thousands is None:
            sign = _SIGN_NAMES[choice.thousands]
            sentence = f"the {sign} in '{name}' separates thousands"
            draft.find(Role.DECIMAL, sentence, Basis.CONTENT, name)


def _has_no_points(draft: Draft, name: str) -> bool:
    """Return whether a file is of a kind that has decimal commas, and shows no decimal point."""
    how = draft.table.how
    if how.delimiter != ";" and how.decimal != ",":
        return False
    others = (one for one in draft.profiles if one.column.name != name)
    return not any(has_points(one.sample) for one in others if one.is_number)


def _doubt_sign(draft: Draft, name: str, choice: DecimalChoice) -> None:
    """Ask whether a sign is the decimal one."""
    sign = _SIGN_NAMES[choice.thousands or choice.sign]
    text = f"the {sign} in '{name}' may be a decimal sign or separate thousands"
    why = "three digits follow it everywhere"
    draft.findings.append(Finding("decimal_ambiguous", f"{text} ({why})"))
    cells = f"{why}, as in {listed(choice.cells)}" if choice.cells else why
    question = f"{text[0].upper()}{text[1:]} ({cells}): is it the decimal sign?"
    taken = "to separate thousands" if choice.thousands else "for the decimal sign"
    sentence = f"the {sign} in '{name}' is taken {taken}"
    draft.guess(Role.DECIMAL, sentence, Basis.CONVENTION, name, question=question)


def propose_limits(draft: Draft) -> None:
    """Ask what limits among the scores are, such as <0.05 and >100."""
    if draft.roles.limits is not None:
        return
    rows = UsedRows.chosen_of(draft.table, draft.roles)
    for name in draft.roles.number_columns:
        draft.look()
        column = draft.table.column(name)
        numbers = scores_in(column, draft.roles)
        limits = column.parse_numbers(draft.roles.decimal, draft.roles.thousands).limits
        if limits is None or not numbers.n_numbers:
            continue
        used = limits.rows[rows.why[limits.rows] == 0]
        if not len(used):
            continue
        draft.roles = replace(draft.roles, limits="below")
        n = len(used)
        words = "1 score is a limit" if n == 1 else f"{grouped(n)} scores are limits"
        draft.findings.append(Finding("censored_score", f"in '{name}', {words}", n))
        question = (
            f"In '{name}', {words} ({refusals.some_cells(column, used)}): are they to be taken "
            "for less (or more) than all numbers, for the limit or half of it, or set aside?"
        )
        sentence = f"limits in '{name}' are taken for less, or more, than all numbers"
        draft.guess(Role.LIMITS, sentence, Basis.CONVENTION, name, question=question)


def propose_rows(draft: Draft) -> None:
    """Ask about scores that are not numbers, where most of them are."""
    roles = draft.roles
    if roles.set_aside_unreadable is not None:
        return
    draft.roles = replace(roles, set_aside_unreadable=False)
    rows = UsedRows.chosen_of(draft.table, roles)
    for name in roles.number_columns:
        column = draft.table.column(name)
        numbers = scores_in(column, roles)
        doubtful = numbers.unreadable[rows.why[numbers.unreadable] == 0]
        if not len(doubtful) or not numbers.n_numbers:
            continue
        numbers = replace(numbers, bad=numbers.unreadable, limits=None)
        text, _ = refusals.unreadable(draft.table, column, numbers)
        draft.roles = replace(roles, set_aside_unreadable=True)
        draft.findings.append(Finding("nonnumeric_score", f"in '{name}', {text}", len(doubtful)))
        cells = refusals.some_cells(column, doubtful)
        asked, sentence = (
            "Set these rows aside?",
            f"rows of {quoted(name)} without a number are set aside",
        )
        if roles.stands_alone(name):
            asked = f"Leave them out of '{name}', for this score alone?"
            sentence = (
                f"cells of {quoted(name)} that are no number are left out, for this score alone"
            )
        question = f"In '{name}', {text} ({cells}). {asked}"
        draft.guess(Role.UNREADABLE, sentence, Basis.CONTENT, name, question=question)
