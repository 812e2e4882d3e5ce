"""How the numbers of scores are written, and what cells mean that are none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building import refusals
from evalgui.io.building.used_rows import UsedRows, scores_in
from evalgui.io.meaning import Basis, Role, listed, quoted
from evalgui.io.table import FORMS, DecimalChoice, has_points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.io.meaning import DecimalSign, ThousandsSign
    from evalgui.io.proposing.proposal_draft import Draft

_SIGN_NAMES = {
    ".": phrase("point"),
    ",": phrase("comma"),
    "'": phrase("apostrophe"),
    " ": phrase("blank"),
}


def propose_decimal(draft: Draft) -> None:
    """Find the decimal sign and the thousands; ask where a sign may be either."""
    roles = draft.roles
    if roles.decimal is not None and roles.thousands is not None:
        return
    decimal = roles.decimal or _decimal_beside(roles.thousands)
    choices = {}
    for name in roles.number_columns:
        draft.look()
        choices[name] = draft.table.column(name).choose_decimal(decimal)
    taken = _together(choices.values(), decimal, roles.thousands)
    draft.roles = replace(roles, decimal=taken[0], thousands=taken[1])
    if decimal is None and taken[0] == ",":
        draft.find(Role.DECIMAL, phrase("the numbers have a decimal comma"), Basis.CONTENT)
    for name, choice in choices.items():
        if decimal is None and (choice.doubtful or _is_foreign(draft, name, choice)):
            _doubt_sign(draft, name, choice)
        elif choice.thousands and roles.thousands is None:
            sign = _SIGN_NAMES[choice.thousands]
            sentence = phrase("the {sign} in '{name}' separates thousands", sign=sign, name=name)
            draft.find(Role.DECIMAL, sentence, Basis.CONTENT, name)


def _decimal_beside(thousands: ThousandsSign | None) -> DecimalSign | None:
    """Return the decimal sign that stands beside what separates thousands; None for nothing.

    Examples
    --------
    >>> _decimal_beside("."), _decimal_beside("'"), _decimal_beside("")
    (',', '.', None)
    """
    return next((sign for sign, other in FORMS if thousands and other == thousands), None)


def _together(
    choices: Iterable[DecimalChoice], decimal: DecimalSign | None, thousands: ThousandsSign | None
) -> tuple[DecimalSign, ThousandsSign | None]:
    """Return the signs of several columns: what is decided, else what any of them shows.

    Examples
    --------
    >>> _together([DecimalChoice("."), DecimalChoice(",", ".")], None, None)
    (',', '.')
    >>> _together([DecimalChoice(",")], ".", "")
    ('.', '')
    """
    choices = list(choices)
    has_comma = any(choice.sign == "," for choice in choices)
    shown = next((one.thousands for one in choices if one.thousands), None)
    return decimal or ("," if has_comma else "."), shown if thousands is None else thousands


def _is_foreign(draft: Draft, name: str, choice: DecimalChoice) -> bool:
    """Return whether three digits stand behind every point in a file that may have commas.

    It is of a kind that has decimal commas, and shows no decimal point.
    """
    how = draft.table.how
    if not choice.may_group or choice.sign != "." or (how.delimiter != ";" and how.decimal != ","):
        return False
    others = (one for one in draft.profiles if one.column.name != name)
    return not any(has_points(one.sample) for one in others if one.is_number)


def _doubt_sign(draft: Draft, name: str, choice: DecimalChoice) -> None:
    """Ask whether a sign is the decimal one."""
    sign = _SIGN_NAMES[choice.thousands or choice.sign]
    text = phrase(
        "the {sign} in '{name}' may be a decimal sign or separate thousands "
        "(three digits follow it everywhere)",
        sign=sign,
        name=name,
    )
    draft.findings.append(Finding("decimal_ambiguous", text))
    question = phrase(
        "The {sign} in '{name}' may be a decimal sign or separate thousands "
        "(three digits follow it everywhere, as in {cells}): is it the decimal sign?"
        if choice.cells
        else "The {sign} in '{name}' may be a decimal sign or separate thousands "
        "(three digits follow it everywhere): is it the decimal sign?",
        sign=sign,
        name=name,
        cells=listed(choice.cells) if choice.cells else "",
    )
    sentence = phrase(
        "the {sign} in '{name}' is taken to separate thousands"
        if choice.thousands
        else "the {sign} in '{name}' is taken for the decimal sign",
        sign=sign,
        name=name,
    )
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
        words = phrase_n(n, "1 score is a limit", "{n} scores are limits", n=grouped(n))
        text = phrase("in '{name}', {what}", name=name, what=words)
        draft.findings.append(Finding("censored_score", text, n))
        question = phrase(
            "In '{name}', {what} ({cells}): are they to be taken for less (or more) than all "
            "numbers, for the limit or half of it, or set aside?",
            name=name,
            what=words,
            cells=refusals.some_cells(column, used),
        )
        sentence = phrase(
            "limits in '{name}' are taken for less, or more, than all numbers", name=name
        )
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
        what, _ = refusals.unreadable(draft.table, column, numbers)
        draft.roles = replace(roles, set_aside_unreadable=True)
        text = phrase("in '{name}', {what}", name=name, what=what)
        draft.findings.append(Finding("nonnumeric_score", text, len(doubtful)))
        is_alone = roles.stands_alone(name)
        sentence = phrase(
            "cells of {name} that are no number are left out, for this score alone"
            if is_alone
            else "rows of {name} without a number are set aside",
            name=quoted(name),
        )
        question = phrase(
            "In '{name}', {what} ({cells}). Leave them out of '{name}', for this score alone?"
            if is_alone
            else "In '{name}', {what} ({cells}). Set these rows aside?",
            name=name,
            what=what,
            cells=refusals.some_cells(column, doubtful),
        )
        draft.guess(Role.UNREADABLE, sentence, Basis.CONTENT, name, question=question)
