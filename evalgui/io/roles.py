"""Which column is what: proposed with reasons, confirmed or changed by the user.

`propose` looks at names first and at contents second. What it cannot tell for sure becomes a
question. `build` (of `evalgui.io.assembly`) makes the data set when the roles are decided.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.errors import DataError
from evalgui.io import complaints
from evalgui.io.assembly import UsedRows, build
from evalgui.io.class_columns import CLASS_LIMIT, ClassColumns, read_classes
from evalgui.io.labels import NA_LIKE_WORDS, classes_of, listed, show_hidden
from evalgui.io.meaning import Proposal, Roles
from evalgui.io.names import (
    PREDICTED_NAMES,
    TRUTH_NAMES,
    is_distance_name,
    is_id_name,
    is_score_name,
    plain_name,
)
from evalgui.io.separation import below_chance
from evalgui.io.text.header import number_share
from evalgui.io.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.raw_table import Distinct, RawColumn, RawTable

__all__ = ["Proposal", "Roles", "build", "propose"]

_SAMPLE = 200
_FEW_LABELS = 20
_MOSTLY = 0.5
_TWO_CLASSES = 2


@dataclass(frozen=True, slots=True)
class _Profile:
    """What a glance at a column shows."""

    column: RawColumn
    is_number: bool
    is_counter: bool
    labels: Distinct | None

    @property
    def has_class_words(self) -> bool:
        """Whether the column has two classes, one of which is positive by its words."""
        if self.labels is None:
            return False
        classes = classes_of(dict(zip(self.labels.texts, self.labels.counts, strict=True)))
        return len(classes.names) == _TWO_CLASSES and classes.positive() is not None


@dataclass(slots=True)
class _Draft:
    """A proposal in the making; `wanted` is what the user decided, `roles` all of it."""

    table: RawTable
    profiles: list[_Profile]
    wanted: Roles
    roles: Roles
    reasons: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def others(self, *names: str | None) -> list[_Profile]:
        """Return the profiles of all columns but these."""
        return [profile for profile in self.profiles if profile.column.name not in names]


def propose(
    table: RawTable, wanted: Roles | None = None, *, watch: Watch | None = None
) -> Proposal:
    """Return what the columns of a table seem to mean, with reasons.

    Parameters
    ----------
    table
        The table as read.
    wanted
        What the user decided already: it is kept, and only the rest is proposed. No question
        is asked about it.
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
        If the table has only one column, or a wanted column does not exist.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    if len(table.columns) == 1:
        raise complaints.one_column(table)
    draft = _Draft(table, [], wanted or Roles(), wanted or Roles())
    for place, column in enumerate(table.columns):
        watch.step(0.5 * place / len(table.columns), "looking at the columns")
        draft.profiles.append(_profile(column))
    for place, work in enumerate(_WORK):
        watch.step(0.5 + 0.5 * place / len(_WORK), "finding out what the columns mean")
        work(draft)
    return Proposal(
        roles=draft.roles,
        reasons=tuple(draft.reasons),
        certain=not draft.doubts,
        question=" ".join(draft.doubts),
        findings=tuple(draft.findings),
    )


def _profile(column: RawColumn) -> _Profile:
    sample = column.sample(_SAMPLE)
    whole = [int(text) for text in sample if text.isascii() and text.isdigit()]
    is_rising = len(whole) == len(sample) and bool(np.all(np.diff(whole) > 0))
    return _Profile(
        column=column,
        is_number=column.kind != "other" and number_share(sample) > _MOSTLY,
        is_counter=is_rising and len(sample) > _TWO_CLASSES,
        labels=column.distinct(_FEW_LABELS),
    )


def _resolve_names(draft: _Draft) -> None:
    """Turn the names that the user gave into those of columns; ask where one means several."""

    def resolved(name: str | None) -> str | None:
        if not name:
            return name
        found = draft.table.candidates(name)
        if len(found) > 1:
            names = listed([column.name for column in found])
            draft.doubts.append(f"Several columns have the same name, '{name}': which of {names}?")
            draft.findings += [f for f in draft.table.findings if f.code == "header_dup"]
            return found[0].name
        return draft.table.column(name).name

    roles = draft.roles
    draft.roles = replace(
        roles,
        truth=resolved(roles.truth),
        scores=tuple(filter(None, map(resolved, roles.scores))),
        predicted=resolved(roles.predicted),
        opposite=tuple(filter(None, map(resolved, roles.opposite))),
    )


# ------------------------------------------------------------------------------- columns


def _propose_truth(draft: _Draft) -> None:
    roles = draft.roles
    if roles.truth is not None:
        return
    free = draft.others(*roles.scores, roles.predicted)
    by_name = _ranked(free, TRUTH_NAMES)
    # A score may be called "target" or "y"; a class is not one of many numbers.
    by_name = [one for one in by_name if not (one.is_number and one.labels is None)]
    by_words = [one for one in free if one.has_class_words and not _is_predicted_name(one)]
    both = [one for one in by_name if one in by_words]
    few = [one for one in free if one.labels and len(one.labels.texts) == _TWO_CLASSES]
    texts = [one for one in few if not one.is_number]
    chosen = both or by_name or by_words or _truth_of_predictions(free) or texts or few
    if not chosen:
        draft.doubts.append("Which column holds the true class?")
        return
    name = chosen[0].column.name
    draft.roles = replace(roles, truth=name)
    if chosen[0] in by_name:
        draft.reasons.append(f"'{name}' is the truth by its name")
    else:
        draft.reasons.append(f"'{name}' is the truth by its contents")
    is_certain = chosen[0] in by_name or chosen[0] in by_words or chosen[0] not in few
    if not is_certain or len(chosen) > 1:
        names = listed([one.column.name for one in chosen])
        draft.doubts.append(f"Which column holds the true class: {names}, or another?")


def _truth_of_predictions(profiles: Sequence[_Profile]) -> list[_Profile]:
    """Return the columns with the classes of one that is predicted by its name."""
    predicted = [one for one in profiles if _is_predicted_name(one) and one.labels is not None]
    return [
        one
        for one in profiles
        for other in predicted[:1]
        if one is not other and one.labels and _share_classes(one.column, other.column)
    ]


def _is_predicted_name(profile: _Profile) -> bool:
    return plain_name(profile.column.name) in PREDICTED_NAMES


def _ranked(profiles: Sequence[_Profile], names: Sequence[str]) -> list[_Profile]:
    """Return the columns with one of these names, as far ahead as the names are."""
    found = [one for one in profiles if plain_name(one.column.name) in names]
    return sorted(found, key=lambda one: names.index(plain_name(one.column.name)))


def _propose_predicted(draft: _Draft) -> None:
    roles = draft.roles
    if roles.predicted is not None or roles.truth is None:
        return
    truth = draft.table.column(roles.truth)
    for one in _ranked(draft.others(roles.truth, *roles.scores), PREDICTED_NAMES):
        if _share_classes(truth, one.column):
            name = one.column.name
            draft.roles = replace(roles, predicted=name)
            draft.reasons.append(f"'{name}' is the predicted class by its name and its classes")
            return
    draft.roles = replace(roles, predicted="")


def _share_classes(truth: RawColumn, predicted: RawColumn) -> bool:
    """Return whether every predicted class is a true class of some row, too."""
    texts = []
    for column in (truth, predicted):
        labels = column.distinct(CLASS_LIMIT)
        if labels is None:
            return False
        texts.append(dict.fromkeys(labels.texts, 1))
    n_classes = len(classes_of(texts[0]).names)
    return len(classes_of(texts[0] | texts[1]).names) == n_classes


def _propose_scores(draft: _Draft) -> None:
    roles = draft.roles
    if roles.scores:
        _propose_direction(draft)
        return
    free = [
        one
        for one in draft.others(roles.truth, roles.predicted)
        if one.is_number and not is_id_name(one.column.name)
    ]
    by_name = [one for one in free if is_score_name(one.column.name)]
    chosen = by_name or [one for one in free if not one.is_counter]
    if not chosen and not roles.predicted:
        # A score by its name that holds no numbers: `build` will say what it holds.
        others = draft.others(roles.truth)
        by_name = chosen = [one for one in others if is_score_name(one.column.name)][:1]
    if not chosen:
        return
    names = tuple(one.column.name for one in chosen)
    draft.roles = replace(roles, scores=names)
    how = "by name" if by_name else "since they hold numbers"
    if len(names) == 1:
        how = "by its name" if by_name else "since no other column holds numbers"
        draft.reasons.append(f"'{names[0]}' is the score {how}")
    else:
        draft.reasons.append(f"{listed(names)} are the scores {how}")
        if not by_name:
            draft.doubts.append(f"Which of {listed(names)} are scores?")
    _propose_direction(draft)


def _propose_direction(draft: _Draft) -> None:
    roles = draft.roles
    if roles.higher_is_positive is not None:
        return
    lower = [name for name in roles.scores if is_distance_name(name)]
    is_higher = roles.scores[0] not in lower
    opposite = tuple(name for name in roles.scores if (name in lower) == is_higher)
    draft.roles = replace(roles, higher_is_positive=is_higher, opposite=roles.opposite or opposite)
    for name in lower:
        draft.reasons.append(f"lower values of '{name}' are taken for positive, by its name")


def _propose_decimal(draft: _Draft) -> None:
    roles = draft.roles
    if roles.decimal is not None:
        return
    choices = [draft.table.column(name).choose_decimal() for name in roles.scores]
    signs = {choice.sign for choice in choices}
    draft.roles = replace(roles, decimal="," if "," in signs else ".")
    if "," in signs:
        draft.reasons.append("the numbers have a decimal comma")
    for name, choice in zip(roles.scores, choices, strict=True):
        if choice.doubtful:
            sign = "point" if choice.sign == "." else "comma"
            text = (
                f"the {sign} in '{name}' may be a decimal sign or separate thousands "
                "(three digits follow it everywhere)"
            )
            draft.findings.append(Finding("decimal_ambiguous", text))
            draft.doubts.append(f"{text[0].upper()}{text[1:]}: is it the decimal sign?")


# ---------------------------------------------------------------------------------- rows


def _propose_rows(draft: _Draft) -> None:
    """Ask about scores that are not numbers, where most of them are."""
    roles = draft.roles
    if roles.set_aside_unreadable is not None:
        return
    draft.roles = replace(roles, set_aside_unreadable=False)
    rows = UsedRows.of(draft.table)
    for name in roles.scores:
        column = draft.table.column(name)
        numbers = column.parse_numbers(roles.decimal)
        doubtful = numbers.bad[rows.why[numbers.bad] == 0]
        if len(doubtful) and numbers.n_numbers:
            text, _ = complaints.unreadable(draft.table, column, numbers)
            draft.roles = replace(roles, set_aside_unreadable=True)
            draft.findings.append(
                Finding("nonnumeric_score", f"in '{name}', {text}", len(doubtful))
            )
            draft.doubts.append(f"In '{name}', {text}. Set these rows aside?")


def _propose_classes(draft: _Draft) -> None:
    """Ask which class is positive, and whether a word like NA is a class."""
    roles = draft.roles
    if roles.truth is None:
        return
    try:
        found = _classes(draft)
    except DataError:
        # The roles are what they are: `build` will say why they do not do.
        return
    names = found.classes.names
    if roles.missing_labels is None:
        draft.roles = roles = replace(roles, missing_labels=())
        alike = [name for name in names if name.casefold() in NA_LIKE_WORDS]
        if alike and len(names) - len(alike) == _TWO_CLASSES:
            draft.roles = roles = replace(roles, missing_labels=tuple(alike))
            text = f"{listed(alike)} in '{roles.truth}' may be a class or a missing label"
            draft.findings.append(Finding("na_like_label", text, len(alike)))
            draft.doubts.append(f"{text}: is the label missing there?")
            found = _classes(draft)
            names = found.classes.names
    if found.n_true_classes() < _TWO_CLASSES or len(names) > _TWO_CLASSES:
        return
    if roles.positive is None:
        by_words = found.classes.positive()
        positive = len(names) - 1 if by_words is None else by_words
        draft.roles = replace(roles, positive=names[positive])
        if by_words is None:
            shown = " or ".join(f"'{show_hidden(name)}'" for name in names)
            draft.doubts.append(f"Which class is positive: {shown}?")
        else:
            draft.reasons.append(f"'{names[positive]}' is the positive class by its meaning")
    _check_directions(draft, found)


def _classes(draft: _Draft) -> ClassColumns:
    table, roles = draft.table, draft.roles
    rows = UsedRows.of(table)
    if roles.set_aside_unreadable:
        for name in roles.scores:
            bad = table.column(name).parse_numbers(roles.decimal).bad
            rows = rows.without(bad, "nonnumeric_score", "")
    return read_classes(
        table.name,
        table.column(roles.truth or ""),
        table.column(roles.predicted) if roles.predicted else None,
        rows.is_kept(),
        roles.missing_labels or (),
    )


def _check_directions(draft: _Draft, found: ClassColumns) -> None:
    """Ask about the direction where names say one and the data another.

    A single score that runs against its classes is no reason to ask: it is opened as it is,
    with a finding. Several scores are, since the odd one may be no score for this class.
    """
    roles = draft.roles
    positive = found.classes.find(roles.positive or "")
    if draft.wanted.higher_is_positive is not None or positive is None:
        return
    rows = np.flatnonzero(found.truth >= 0)
    shown = show_hidden(found.classes.names[positive])
    for name in roles.scores:
        if len(roles.scores) == 1 and not is_distance_name(name):
            return
        is_higher = roles.is_higher_positive(name)
        values = draft.table.column(name).parse_numbers(roles.decimal).values
        separation = below_chance(
            values[rows], found.truth[rows] == positive, higher_is_positive=is_higher
        )
        if separation is not None and separation.is_clear:
            words = ("higher", "lower") if is_higher else ("lower", "higher")
            draft.doubts.append(
                f"Taken to be {words[0]} for '{shown}', '{name}' is mostly {words[1]} there: "
                "which is right?"
            )


_WORK = (
    _resolve_names,
    _propose_truth,
    _propose_predicted,
    _propose_scores,
    _propose_decimal,
    _propose_rows,
    _propose_classes,
)
