"""Which column is what: proposed with reasons, confirmed or changed by the user.

`propose` looks at names first and at contents second. What it cannot tell for sure becomes a
question. `build` (of `evalgui.io.building.assembly`) makes the data set when the roles are decided.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import digits
from evalgui.core.checks import Finding
from evalgui.core.digits import BETWEEN, grouped
from evalgui.core.parallel import spread
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import joined, phrase, phrase_n
from evalgui.io.building import refusals
from evalgui.io.building.assembly import build
from evalgui.io.building.matrix_table import find_matrix, no_matrix
from evalgui.io.building.separation import below_chance
from evalgui.io.building.used_rows import scores_in
from evalgui.io.meaning import (
    Basis,
    Proposal,
    Role,
    Roles,
    delimiter_words,
    is_called,
    is_distance_name,
    is_of_the_negative,
    is_positive,
    is_score_name,
    is_yes_or_no,
    listed,
    may_be_missing,
    positive_by_codes,
    reason_of_codes,
    reason_of_positive,
    reason_of_the_other,
    show_hidden,
    sign_of_formats,
    without_codes,
    words_of,
)
from evalgui.io.proposing import frequencies
from evalgui.io.proposing.class_roles import propose_predicted, propose_truth
from evalgui.io.proposing.count_roles import propose_counts
from evalgui.io.proposing.kept_choices import confirmed, is_decided
from evalgui.io.proposing.layout_questions import (
    doubt_empty,
    doubt_labels,
    doubt_row_names,
    doubt_rows,
)
from evalgui.io.proposing.matrix_roles import propose_matrix
from evalgui.io.proposing.number_roles import propose_decimal, propose_limits, propose_rows
from evalgui.io.proposing.probability_roles import propose_probabilities, turn_named_for_other
from evalgui.io.proposing.proposal_draft import Draft
from evalgui.io.proposing.score_roles import (
    classes_in,
    propose_direction,
    propose_scores,
)
from evalgui.io.proposing.species_roles import propose_species
from evalgui.io.proposing.stated_direction import settled
from evalgui.io.proposing.subject_roles import propose_sampling
from evalgui.io.table import Profile, RawColumn, arrow, with_cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from evalgui.io.building.class_columns import ClassColumns
    from evalgui.io.meaning import Known
    from evalgui.io.table import RawTable

__all__ = ["Proposal", "Roles", "build", "propose"]


def propose(
    table: RawTable,
    wanted: Roles | None = None,
    *,
    before: Proposal | None = None,
    watch: Watch | None = None,
) -> Proposal:
    """Return what the columns of a table seem to mean, with reasons.

    Parameters
    ----------
    table
        The table as read.
    wanted
        What the user decided already: it is kept, and only the rest is proposed. No question
        is asked about it.
    before
        What was proposed before the user decided: its reasons hold for what is still the same.
    watch
        Asked between any two looks at a column whether to go on.

    Returns
    -------
    Proposal
        Certain where `build` can be called with its roles without asking anyone. Where it
        is certain and the data does not allow an assessment, `build` says why.

    Raises
    ------
    DataError
        If the table has only one column (unless another file completes it), a wanted column
        does not exist, or the user wants both a truth and counts.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    decided = wanted or Roles()
    known = _applicable(decided, table.known)
    is_waiting = known is not None and known.is_waiting(decided)
    if len(table.columns) == 1 and not is_waiting:
        raise refusals.one_column(table)
    if decided.no_score and decided.number_columns:
        raise refusals.score_and_none(table)
    wanted = decided if known is None else known.completed(decided)
    wanted, decided = settled(table, wanted, decided)
    if wanted.is_count_table and (wanted.truth or wanted.predicted):
        raise refusals.truth_and_counts(table)
    matrix = (
        None if _is_said(wanted) else find_matrix(table, is_said=wanted.matrix_rows is not None)
    )
    if matrix is not None:
        return propose_matrix(table, matrix, wanted, before)
    if wanted.matrix_rows is not None and not _is_said(wanted):
        raise no_matrix(table)
    draft = Draft(table, [], wanted, wanted, [*confirmed(decided, before)])
    if known is not None and is_waiting:
        (question,) = refusals.lacking(known.lacks)
        draft.reasons += known.reasons
        sentence = phrase("another file has to complete this one")
        draft.leave_open(Role.TABLE, sentence, question=question)
        return Proposal(wanted, tuple(draft.reasons))
    if table.how.is_together_guess and before is None:
        _ask_together(draft)
    _take_known(draft, known, decided)
    _look(draft, watch)
    return Proposal(
        roles=draft.roles,
        reasons=with_cells(table, dict.fromkeys(draft.reasons)),
        findings=tuple(draft.findings),
    )


def _is_said(roles: Roles) -> bool:
    """Return whether roles name what rows of data have: such a table is no matrix."""
    return bool(roles.truth or roles.predicted or roles.number_columns or roles.is_count_table)


def _look(draft: Draft, watch: Watch) -> None:
    """Look at the columns, and propose one role after the other."""
    table, wanted = draft.table, draft.wanted
    if not wanted.truth:
        _doubt_reading(draft)
    n_columns = len(table.columns)
    draft.profiles += [Profile(column, watch, n_columns) for column in table.columns]
    # Side by side what will be looked at in any case.
    spread(RawColumn.read, _likely(table.columns, wanted))
    # Arrow keeps what it unpacked them from: as much as they take themselves.
    arrow.default_memory_pool().release_unused()
    works = _COUNT_WORK if wanted.is_count_table else _WORK
    told = phrase("{n} rows: finding out what the columns mean", n=grouped(table.n_rows))
    for place, work in enumerate(works):
        watch.step(place / len(works), told)
        work(draft)


def _doubt_reading(draft: Draft) -> None:
    """Ask which sheet is meant, and what separates cells, where both were found out in doubt."""
    how = draft.table.how
    if how.is_sheet_guess:
        question = phrase(
            "There are sheets {names}: is '{name}' the one?"
            if how.sheet_word == "sheet"
            else "There are tables {names}: is '{name}' the one?"
            if how.sheet_word == "table"
            else "There are files {names}: is '{name}' the one?",
            names=listed(how.sheets),
            name=how.sheet,
        )
        sentence = phrase(
            "'{name}' is one of several sheets that may do"
            if how.sheet_word == "sheet"
            else "'{name}' is one of several tables that may do"
            if how.sheet_word == "table"
            else "'{name}' is one of several files that may do",
            name=how.sheet,
        )
        draft.guess(Role.SHEET, sentence, Basis.CONTENT, question=question)
    if how.is_delimiter_guess:
        sign = delimiter_words(how.delimiter or "")
        sentence = phrase("{sign} is taken to separate cells", sign=sign)
        question = phrase("Are the cells of each line separated by {sign}?", sign=sign)
        draft.guess(Role.DELIMITER, sentence, Basis.CONTENT, question=question)


def _ask_together(draft: Draft) -> None:
    """Ask how the files of a folder are put together; whoever was asked, and goes on, agrees."""
    is_stacked = draft.table.how.together == "stacked"
    question = phrase(
        "The files of this folder have the same columns: are they to stand one below the other "
        "(stacked), rather than side by side as scores of systems (side-by-side)?"
        if is_stacked
        else "The files of this folder have the same columns: are they to stand side by side as "
        "scores of systems (side-by-side), rather than one below the other (stacked)?"
    )
    sentence = phrase(
        "the files stand one below the other"
        if is_stacked
        else "the files stand side by side as scores of systems"
    )
    draft.guess(Role.TOGETHER, sentence, Basis.CONTENT, question=question)


def _applicable(decided: Roles, known: Known | None) -> Known | None:
    """Return what a format says, unless the user says that the table is none of counts."""
    is_other = decided.truth or decided.predicted or decided.matrix_rows is not None
    return None if known is not None and known.roles.is_count_table and is_other else known


def _take_known(draft: Draft, known: Known | None, decided: Roles) -> None:
    """Take over what the format says, unless the user chose another truth, or answered it."""
    if known is None or decided.truth not in (None, known.roles.truth):
        return
    is_settled = bool(decided.truth)
    draft.reasons += [
        one
        for one in known.reasons
        if not (one.confidence.asks and (is_settled or is_decided(decided, one.role)))
    ]


def _likely(columns: Iterable[RawColumn], wanted: Roles) -> list[RawColumn]:
    """Return the columns that are likely to be the truth or a score, by what is said of them."""
    numbers = {*wanted.number_columns}

    def is_likely(name: str) -> bool:
        is_truth = wanted.truth == name if wanted.truth else is_called(name, "truth_name")
        return is_truth or (name in numbers if numbers else is_score_name(name))

    return [column for column in columns if is_likely(column.name)]


def _resolve_names(draft: Draft) -> None:
    """Turn the names that the user gave into those of columns; ask where one means several."""

    def resolved(name: str | None, role: Role) -> str | None:
        if not name:
            return name
        found = draft.table.candidates(name)
        if len(found) > 1:
            names = listed([column.name for column in found])
            sentence = phrase(
                "'{first}' is the first of the columns named '{name}'",
                first=found[0].name,
                name=name,
            )
            question = phrase(
                "Several columns have the same name, '{name}': which of {names}?",
                name=name,
                names=names,
            )
            draft.guess(role, sentence, Basis.NAME, found[0].name, question=question)
            draft.findings += [f for f in draft.table.findings if f.code == "header_dup"]
            return found[0].name
        return draft.table.column(name).name

    def all_of(names: Sequence[str], role: Role) -> tuple[str, ...]:
        return tuple(filter(None, (resolved(name, role) for name in names)))

    roles = draft.roles
    pairs = roles.probabilities
    draft.roles = replace(
        roles,
        truth=resolved(roles.truth, Role.TRUTH),
        scores=all_of(roles.scores, Role.SCORE),
        predicted=resolved(roles.predicted, Role.PREDICTED),
        probabilities=pairs
        and tuple((name, resolved(column, Role.PROBABILITIES) or "") for name, column in pairs),
        opposite=all_of(roles.opposite, Role.DIRECTION),
        n_positive=resolved(roles.n_positive, Role.N_POSITIVE),
        n_negative=resolved(roles.n_negative, Role.N_NEGATIVE),
        bins=all_of(roles.bins, Role.BINS),
        weight=resolved(roles.weight, Role.WEIGHT),
        subjects=roles.subjects and all_of(roles.subjects, Role.SUBJECT),
        species=resolved(roles.species, Role.SPECIES),
    )


# ------------------------------------------------------------------------------- classes


def _propose_classes(draft: Draft) -> None:
    """Ask which class is positive, and whether a word like NA is a class."""
    roles = draft.roles
    found = classes_in(draft)
    if found is None:
        return
    names = found.classes.names
    if roles.missing_labels is None:
        draft.roles = roles = replace(roles, missing_labels=())
        if _doubt_missing(draft, found):
            found = classes_in(draft) or found
            names = found.classes.names
    if found.n_true_classes() < 2:
        is_asked = found.n_true_classes() == 1 and doubt_empty(draft, found)
        if len(names) == 1 and roles.positive is None and roles.scores and not is_asked:
            _propose_only_class(draft, names[0])
        return
    if roles.positive is None:
        _propose_positive(draft, found)
    roles = draft.roles
    if roles.probabilities and len(names) == 2 and not roles.scores:
        positive = found.classes.find(roles.positive or "")
        own = (c for name, c in roles.probabilities if found.classes.find(name) == positive)
        draft.roles = replace(roles, scores=tuple(own))
    _check_directions(draft, found)
    doubt_labels(draft, found)
    if draft.is_doubtful:  # a data set would say it itself
        draft.findings += found.classes.findings


def _doubt_missing(draft: Draft, found: ClassColumns) -> bool:
    """Ask whether classes such as NA, unknown or 9 mean that the label is missing."""
    names = [name for name, n in zip(found.classes.names, found.n_true, strict=True) if n]
    alike = [name for name in names if name.casefold() in words_of("na_like")]
    alike = alike if len(names) - len(alike) == 2 else []
    called = _called(found)
    alike += [name for name in may_be_missing(names) if name not in {*alike, *called}]
    if not alike or len(names) - len(alike) < 2:
        return False
    draft.roles = replace(draft.roles, missing_labels=tuple(alike))
    shown, truth = listed([show_hidden(name) for name in alike]), draft.roles.truth or ""
    n_rows = sum(
        n for name, n in zip(found.classes.names, found.n_true, strict=True) if name in alike
    )
    text = phrase_n(
        n_rows,
        "{names} in '{truth}' (1 row) may be a class or a missing label",
        "{names} in '{truth}' ({n} rows) may be a class or a missing label",
        names=shown,
        truth=truth,
        n=grouped(n_rows),
    )
    draft.findings.append(Finding("na_like_label", text, n_rows))
    question = phrase("{text}: is the label missing there?", text=text)
    sentence = phrase("{names}: taken for no label", names=shown)
    draft.guess(Role.MISSING_LABELS, sentence, Basis.NAME, truth, question=question)
    return True


def _called(found: ClassColumns) -> list[str]:
    """Return the classes that a column of predictions has: they are none that means missing."""
    if found.predicted is None:
        return []
    places = np.unique(found.predicted)
    return [found.classes.names[place] for place in places.tolist() if place >= 0]


def _propose_only_class(draft: Draft, name: str) -> None:
    """Take the only class for the positive one; ask where its name does not say so."""
    draft.roles = replace(draft.roles, positive=name)
    shown = show_hidden(name)
    if sign_of_formats(name.strip().casefold()) or is_positive(name):
        sentence = phrase(
            "'{shown}', the only class, is the positive one by its meaning", shown=shown
        )
        draft.find(Role.POSITIVE, sentence, Basis.NAME)
        return
    text = phrase("there is only one class, '{shown}'", shown=shown)
    draft.findings.append(Finding("one_class", text, draft.table.n_rows))
    sentence = phrase(
        "'{shown}' is taken for the {positive} class, being the only one", shown=shown
    )
    question = phrase("There is only one class, '{shown}': is it the positive one?", shown=shown)
    draft.guess(Role.POSITIVE, sentence, Basis.CONTENT, question=question)


def _propose_positive(draft: Draft, found: ClassColumns) -> None:
    """Take the class that is positive by its meaning; ask where one is needed and none is."""
    names = found.classes.names
    truth = draft.roles.truth or ""
    by_codes, by_words = positive_by_codes(truth, names), found.classes.positive()
    if by_codes is not None:
        draft.roles = replace(draft.roles, positive=names[by_codes])
        draft.reasons.append(reason_of_codes(truth, names[by_codes]))
        return
    if by_words is not None and is_yes_or_no(names) and is_of_the_negative(without_codes(truth)):
        draft.roles = replace(draft.roles, positive=names[1 - by_words])
        draft.reasons.append(reason_of_the_other(truth, names[by_words], names[1 - by_words]))
        return
    if by_words is None and found.classes.names[1:] == (f"not {names[0]}",):
        by_words = 0  # as empty cells are called
    if by_words is not None or len(names) == 2:
        positive = names[-1 if by_words is None else by_words]
        draft.roles = replace(draft.roles, positive=positive)
        reason = reason_of_positive(positive, names, is_sure=by_words is not None)
        draft.reasons.append(reason)
        return
    draft.roles = replace(draft.roles, positive=names[0])
    if draft.roles.scores and not draft.roles.probabilities:
        n, listing = grouped(len(names)), listed([show_hidden(name) for name in names])
        text = phrase("there are {n} classes ({names})", n=n, names=listing)
        draft.findings.append(Finding("not_binary", text, len(names)))
        question = phrase(
            "There are {n} classes ({names}) and one score: for which class does it speak, against "
            "all others?",
            n=n,
            names=listing,
        )
        sentence = phrase(
            "'{shown}' is taken for the {positive} class, being the first",
            shown=show_hidden(names[0]),
        )
        draft.guess(Role.POSITIVE, sentence, Basis.CONVENTION, question=question)


def _check_directions(draft: Draft, found: ClassColumns) -> None:
    """Ask about the direction where names say one and the data another.

    A single score that runs against its classes is no reason to ask: it is opened as it is,
    with a finding. Several scores are, since the odd one may be no score for this class.
    """
    roles = draft.roles
    positive = found.classes.find(roles.positive or "")
    if draft.wanted.higher_is_positive is not None or positive is None:
        return
    turned = () if roles.probabilities else turn_named_for_other(draft, found, positive)
    if not turned and _doubt_class(draft, found, positive):
        return
    roles = draft.roles
    if len(roles.scores) == 1 and not (turned or is_distance_name(roles.scores[0])):
        return
    rows = np.flatnonzero(found.truth >= 0)
    shown = show_hidden(found.classes.names[positive])
    for name in roles.scores:
        is_higher = roles.is_higher_positive(name)
        values = scores_in(draft.table.column(name), roles).values
        separation = below_chance(
            values[rows], found.truth[rows] == positive, higher_is_positive=is_higher
        )
        if separation is not None and separation.is_clear:
            sentence = phrase(
                "'{name}' is mostly lower for '{shown}'"
                if is_higher
                else "'{name}' is mostly higher for '{shown}'",
                name=name,
                shown=shown,
            )
            question = phrase(
                "Taken to be higher for '{shown}', '{name}' is mostly lower there: which is right?"
                if is_higher
                else "Taken to be lower for '{shown}', '{name}' is mostly higher there: which is "
                "right?",
                name=name,
                shown=shown,
            )
            draft.guess(Role.DIRECTION, sentence, Basis.CONTENT, name, question=question)


def _doubt_class(draft: Draft, found: ClassColumns, positive: int) -> bool:
    """Ask which class is looked for, where all of several scores lie clearly below chance.

    Then the class is the suspect, not the direction of each; so it is with one score where the
    class was a guess.
    """
    roles, names = draft.roles, found.classes.names
    is_guess = any(one.role is Role.POSITIVE and one.confidence.asks for one in draft.reasons)
    if draft.wanted.positive is not None or len(names) != 2 or len(roles.scores) < 2 - is_guess:
        return False
    rows = np.flatnonzero(found.truth >= 0)
    is_positive = found.truth[rows] == positive
    medians = []
    for name in roles.scores:
        values = scores_in(draft.table.column(name), roles).values[rows]
        higher = roles.is_higher_positive(name)
        separation = below_chance(values, is_positive, higher_is_positive=higher)
        if separation is None or not separation.is_clear:
            return False
        medians.append([float(np.nanmedian(values[is_positive == side])) for side in (True, False)])
    told = []
    for side, place in enumerate((positive, 1 - positive)):
        n = int(np.count_nonzero(is_positive == (side == 0)))
        parts = [
            phrase("{median} in '{name}'", median=digits.score(of_class[side]), name=name)
            for name, of_class in zip(roles.scores, medians, strict=True)
        ]
        one = phrase(
            "'{shown}' ({n} rows, median {medians})",
            shown=show_hidden(names[place]),
            n=grouped(n),
            medians=joined(BETWEEN, parts),
        )
        told.append(one)
    other = names[1 - positive]
    draft.roles = replace(roles, positive=other)
    draft.reasons[:] = [one for one in draft.reasons if one.role is not Role.POSITIVE]
    sentence = phrase(
        "'{shown}' is taken for the {positive} class: all scores are higher there",
        shown=show_hidden(other),
    )
    question = phrase(
        "Which class is {positive}: {first} or {second}?", first=told[0], second=told[1]
    )
    draft.guess(Role.POSITIVE, sentence, Basis.CONTENT, question=question)
    return True


_WORK = (
    doubt_rows,
    doubt_row_names,
    _resolve_names,
    frequencies.set_apart,
    propose_truth,
    propose_predicted,
    propose_probabilities,
    propose_scores,
    frequencies.judge,
    propose_decimal,
    propose_limits,
    propose_rows,
    _propose_classes,
    propose_sampling,
    propose_species,
)

_COUNT_WORK = (
    _resolve_names,
    propose_counts,
    propose_direction,
    propose_decimal,
    propose_limits,
    propose_rows,
    propose_sampling,
    propose_species,
)
