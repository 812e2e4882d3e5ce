"""Which columns hold classes: the true one, the predicted one."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.building.class_columns import CLASS_LIMIT
from evalgui.io.building.probability_columns import match_classes
from evalgui.io.meaning import (
    PREDICTED_NAMES,
    TRUTH_NAMES,
    Basis,
    Role,
    are_more_than,
    classes_of,
    is_class_name,
    is_covariate_name,
    is_id_name,
    is_predicted_name,
    is_score_name,
    listed,
    may_be_an_outcome,
    plain_name,
    told_by_words,
    without_codes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning import Classes
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import Distinct, Profile, RawColumn

_MOSTLY = 0.5
_FEW = 20


def propose_truth(draft: Draft) -> None:
    """Find the column with the true class: by its name first, by its contents second.

    What tells rows apart has as many classes as rows, and shares those of any prediction: it
    is no truth unless somebody says so.
    """
    roles = draft.roles
    if roles.truth is not None:
        return
    free = draft.others(*roles.scores, *roles.probability_columns, roles.predicted)
    by_name = _ranked(free, TRUTH_NAMES)
    # A score may be called "target" or "y"; a class is not one of many numbers.
    few_by_name = [one for one in by_name if not (one.is_number and one.labels is None)]
    by_name = few_by_name or [one for one in by_name if one.may_be_classes]
    certain = [one for one in by_name if _has_class_words(one)] or by_name
    every, free = free, [] if certain else [one for one in free if not _tells_rows_apart(one)]
    certain = certain or _by_content(free)
    likened = [] if certain else _truth_of_predictions(free, every)
    certain = certain or [one for one, is_same in likened if is_same or not one.is_number]
    certain = certain or _named_by_columns(draft, free)
    chosen = certain or [one for one, _ in likened] or _with_two_labels(free)
    chosen = chosen or [one for one in free if _recurs(one)]
    if not chosen:
        question = "Which column holds the true class?"
        draft.leave_open(Role.TRUTH, "no column looks like the truth", question=question)
        return
    name = chosen[0].column.name
    draft.roles = replace(roles, truth=name)
    is_named = chosen[0] in by_name
    by = Basis.NAME if is_named else Basis.CONTENT
    sentence = f"'{name}' is the truth by its {'name' if is_named else 'contents'}"
    rivals = [] if is_named else [one for one in every if _may_be_true(one)]
    is_doubtful = bool(rivals) or (not is_named and is_covariate_name(name))
    if certain and len(chosen) == 1 and not (chosen[0].is_all_different or is_doubtful):
        draft.find(Role.TRUTH, sentence, by, name)
        return
    names = listed([one.column.name for one in (*chosen, *rivals)])
    question = f"Which column holds the true class: {names}, or another?"
    if chosen[0].is_all_different:
        question = f"No two rows are alike in '{name}': which column holds the true class?"
    draft.guess(Role.TRUTH, sentence, by, name, question=question)


def _by_content(profiles: Sequence[Profile]) -> list[Profile]:
    """Return the columns with classes by their words; of several those that may be outcomes."""
    found = [one for one in profiles if _has_class_words(one)]
    return [one for one in found if not is_covariate_name(one.column.name)] or found


def _may_be_true(profile: Profile) -> bool:
    """Return whether a column that is named like a prediction may as well hold the outcome."""
    return may_be_an_outcome(profile.column.name) and profile.has_class_words


def _tells_rows_apart(profile: Profile) -> bool:
    """Return whether a column is an id or a row number, by its name or since it only rises."""
    name = profile.column.name
    if is_id_name(name) and not is_class_name(name):
        return profile.is_number or not profile.has_class_words
    return profile.is_counter


def _has_class_words(profile: Profile) -> bool:
    """Return whether a column has classes by their words, and is not predicted by its name."""
    return not is_predicted_name(profile.column.name) and profile.has_class_words


def _with_two_labels(profiles: Sequence[Profile]) -> list[Profile]:
    """Return the columns with two different texts; those that are no numbers, if there are."""
    few = [one for one in profiles if one.labels and len(one.labels.texts) == 2]
    few = [one for one in few if not is_predicted_name(one.column.name)]
    return [one for one in few if not one.is_number] or few


def _truth_of_predictions(
    profiles: Sequence[Profile], every: Sequence[Profile]
) -> list[tuple[Profile, bool]]:
    """Return the columns with the classes of one that is predicted by its name.

    Each with whether it has no others: numbers of any kind have those of a prediction.
    """
    predicted = [one for one in every if is_predicted_name(one.column.name) and one.may_be_classes]
    return [
        (one, _share_all_classes(other.column, one))
        for one in profiles
        for other in predicted[:1]
        if not is_predicted_name(one.column.name) and _share_all_classes(one.column, other)
    ]


def _named_by_columns(draft: Draft, profiles: Sequence[Profile]) -> list[Profile]:
    """Return the columns whose classes, three at least, are the names of columns of numbers."""
    names = [one.column.name for one in draft.profiles if one.is_number]
    found = []
    for one in profiles:
        if one.is_number or one.labels is None or len(names) <= 2:
            continue
        classes = classes_of(dict.fromkeys(one.labels.texts, 1)).names
        match = match_classes(names, classes)
        if match.n_known == len(classes) > 2 and not match.by_order:
            found.append(one)
    return found


def _recurs(profile: Profile) -> bool:
    """Return whether a column has a few texts that occur again and again."""
    name, labels = profile.column.name, profile.labels
    if labels is None or profile.is_number or is_id_name(name) or is_predicted_name(name):
        return False
    return 2 < len(labels.texts) <= len(profile.column) / 2


def _ranked(profiles: Sequence[Profile], names: Sequence[str]) -> list[Profile]:
    """Return the columns with one of these names, as far ahead as the names are.

    What a name says of its codes is passed over: "disease (1=yes, 2=no)".
    """
    plain = {one.column.name: plain_name(one.column.name) for one in profiles}
    own = {
        name: text if text in names or "=" not in name else plain_name(without_codes(name))
        for name, text in plain.items()
    }
    found = [one for one in profiles if own[one.column.name] in names]
    return sorted(found, key=lambda one: names.index(own[one.column.name]))


def propose_predicted(draft: Draft) -> None:
    """Find the column with the predicted class: by its name and its classes.

    Where it was said which scores to assess, they are what is assessed.
    """
    roles = draft.roles
    if roles.predicted is not None:
        return
    free = draft.others(roles.truth, *roles.number_columns)
    truth = None if roles.truth is None else draft.table.column(roles.truth)
    for one in () if draft.wanted.number_columns else _by_predicted_name(free):
        if one.is_empty:
            continue
        if one.labels is not None if truth is None else _are_calls(truth, one):
            _take_named(draft, one, None if truth is None else _told_by_words(truth, one))
            return
    if truth is None:
        return
    alike, numbers = ([], []) if roles.number_columns else _alike(truth, free)
    name = alike[0] if alike else ""
    draft.roles = replace(roles, predicted=name)
    if draft.wanted.no_score and not name:
        question: str = phrase("Which column holds the {predicted_class}?")
        sentence = "no score is to be assessed, and no column looks like a prediction"
        draft.leave_open(Role.PREDICTED, sentence, question=question)
    if not name:
        return
    numbers = [] if draft.wanted.no_score else numbers
    sentence = phrase("'{name}' is the {predicted_class} by its classes", name=name)
    asked = phrase("Does '{name}' hold the {predicted_class}", name=name)
    if len(alike) > 1:
        which = "Which column holds the {predicted_class}: {alike}, or none"
        asked = phrase(which, alike=listed(alike))
    if numbers:
        asked = phrase(
            "{asked}, or is the score in {numbers}", asked=asked, numbers=listed(numbers)
        )
    question = phrase("{asked}?", asked=asked)
    draft.guess(Role.PREDICTED, sentence, Basis.CONTENT, name, question=question)


def _take_named(draft: Draft, profile: Profile, told: Classes | None) -> None:
    """Take a column that is predicted by its name; ask where its classes are in other words."""
    name = profile.column.name
    draft.roles = replace(draft.roles, predicted=name)
    sentence: str = phrase(
        "'{name}' is the {predicted_class} by its name and its classes", name=name
    )
    if told is None:
        draft.find(Role.PREDICTED, sentence, Basis.NAME, name)
        return
    (*_, why) = told.findings
    question: str = f"'{name}' is named like a prediction: {why.text}. Is that right?"
    draft.guess(Role.PREDICTED, sentence, Basis.CONTENT, name, question=question)


def _by_predicted_name(profiles: Sequence[Profile]) -> list[Profile]:
    """Return the columns with a name of predictions; one with a word of it only if alone."""
    ranked = _ranked(profiles, PREDICTED_NAMES)
    others = [one for one in profiles if one not in ranked and is_predicted_name(one.column.name)]
    return [*ranked, *(others if len(others) == 1 else ())]


def _alike(truth: RawColumn, free: Sequence[Profile]) -> tuple[list[str], list[str]]:
    """Return the columns with the classes of the truth, and those of other numbers.

    Where one is a score by its name, nothing else is looked at, and nothing returned.
    """
    free = [one for one in free if not is_id_name(one.column.name)]
    alike, numbers = [], []
    for one in sorted(free, key=lambda one: not is_score_name(one.column.name)):
        if not one.is_empty and _share_all_classes(truth, one):
            alike.append(one.column.name)
        elif one.is_number and is_score_name(one.column.name):
            return [], []
        elif one.is_number and not one.is_counter:
            numbers.append(one.column.name)
    if not (alike or any(one.is_number for one in free)):
        alike = [one.column.name for one in free if _told_by_words(truth, one)]
    return alike, numbers


def _are_calls(truth: RawColumn, predicted: Profile) -> bool:
    """Return whether a column that is predicted by its name holds classes, not scores.

    A class may be predicted and never be true; but most rows are called a class that is.
    """
    if _share_all_classes(truth, predicted):
        return True
    labels, calls = truth.distinct(CLASS_LIMIT), predicted.column.distinct(CLASS_LIMIT)
    if labels is None or calls is None or not predicted.may_be_classes:
        return False
    if _told_by_words(truth, predicted) is not None:
        return True
    classes = _classes(labels)
    if predicted.is_number and (len(classes) <= 2 or not predicted.is_whole):
        return False
    known = classes_of(dict.fromkeys((*labels.texts, *calls.texts), 1)).of_text
    true = {known[text] for text in labels.texts}
    n_known = sum(
        count for text, count in zip(calls.texts, calls.counts, strict=True) if known[text] in true
    )
    return n_known >= _MOSTLY * sum(calls.counts)


def _told_by_words(truth: RawColumn, predicted: Profile) -> Classes | None:
    """Return the classes of calls in words of their own, as "positive" is for "diseased"."""
    labels, calls = truth.distinct(_FEW), predicted.labels
    if labels is None or calls is None:
        return None
    return told_by_words(*(dict.fromkeys(one.texts, 1) for one in (labels, calls)))


def _classes(labels: Distinct) -> tuple[str, ...]:
    return classes_of(dict.fromkeys(labels.texts, 1)).names


def _share_all_classes(truth: RawColumn, predicted: Profile) -> bool:
    """Return whether every predicted class is a true class of some row, too."""
    labels = truth.distinct(CLASS_LIMIT)
    # There are no more true classes than texts.
    if labels is None or are_more_than(len(labels.texts), chain(labels.texts, predicted.sample)):
        return False
    calls = predicted.column.distinct(CLASS_LIMIT)
    if calls is None:
        return False
    texts = dict.fromkeys(labels.texts, 1)
    together = classes_of(texts | dict.fromkeys(calls.texts, 1))
    return len(together.names) == len(classes_of(texts).names)
