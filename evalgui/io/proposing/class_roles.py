"""Which columns hold classes: the true one, the predicted one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.building.class_columns import CLASS_LIMIT
from evalgui.io.building.probability_columns import match_classes
from evalgui.io.meaning import (
    Basis,
    Role,
    are_more_than,
    classes_of,
    is_called,
    is_covariate_name,
    is_predicted_name,
    is_score_name,
    listed,
    may_be_an_outcome,
    ordered_of,
    plain_name,
    told_by_words,
    without_codes,
)
from evalgui.io.proposing.ids import is_id, tells_rows_apart
from evalgui.io.proposing.weighing import weigh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning import Classes
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.proposing.weighing import Candidate, Sign
    from evalgui.io.table import Distinct, Profile, RawColumn

_MOSTLY = 0.5
_FEW = 20


def propose_truth(draft: Draft) -> None:
    """Find the column with the true class: by its name, its contents and the other columns."""
    roles = draft.roles
    if roles.truth is not None:
        return
    free = draft.others(*roles.scores, *roles.probability_columns, roles.predicted)
    found = _may_be_truths(draft, free)
    if not found:
        question = phrase("Which column holds the true class?")
        sentence = phrase("no column looks like the truth")
        draft.leave_open(Role.TRUTH, sentence, question=question)
        return
    best, name = found[0], found[0].what.name
    draft.roles = replace(roles, truth=name)
    by = Basis.NAME if best.is_named else Basis.CONTENT
    sentence = phrase(
        "'{name}' is the truth by its name"
        if best.is_named
        else "'{name}' is the truth by its contents",
        name=name,
    )
    names = [one.what.name for one in found]
    names += () if best.is_named else [one.name for one in free if _may_be_true(one)]
    question = phrase(
        "Which column holds the true class: {names}, or another?", names=listed(names)
    )
    if best.what.is_all_different:
        question = phrase(
            "No two rows are alike in '{name}': which column holds the true class?", name=name
        )
    elif best.is_sure and len(names) == 1 and "covariate" not in best.signs:
        draft.find(Role.TRUTH, sentence, by, name)
        return
    draft.guess(Role.TRUTH, sentence, by, name, question=question)


def _may_be_truths(draft: Draft, free: Sequence[Profile]) -> list[Candidate[Profile]]:
    """Return the columns that may be the truth: of equal ones the most telling name first."""
    called = [one for one in free if is_predicted_name(one.name) and one.may_be_classes]
    called = [one for one in called if not one.is_empty][:1]
    named = _ranked(free, ordered_of("truth_name"))
    signs: dict[str, Sign[Profile]] = {
        "name": partial(_name_of_truth, named=named, called=called),
        "contents": partial(_contents_of_truth, named=named),
        "others": partial(_others_of_truth, called=called, profiles=draft.profiles),
    }
    return weigh("truth", [*named, *(one for one in free if one not in named)], signs)


def _name_of_truth(profile: Profile, named: Sequence[Profile], called: Sequence[Profile]) -> str:
    """Return what a name says for or against the true classes."""
    name = profile.name
    if profile in named:
        is_other = called and _sign_of_calls(profile.column, called[0]) == "none"
        if profile.is_number and profile.labels is None:  # a score may be called "target" or "y"
            return "measured" if is_other or not profile.may_be_classes else "named_numbers"
        if is_other:
            return "named_beside_predictions"
        return "named_weakly" if is_called(name, "weak_truth_name") else "named"
    if is_predicted_name(name):
        return "predicted"
    return "covariate" if is_covariate_name(name) else ""


def _contents_of_truth(profile: Profile, named: Sequence[Profile]) -> str:
    """Return what the cells of a column say for its being the true classes.

    Of those that are called so, how many texts they have says nothing more.
    """
    if profile.labels is None or tells_rows_apart(profile):
        return ""
    if profile.is_constant:
        return "one_text"
    if profile.has_class_words or profile in named:
        return "class_words" if profile.has_class_words else ""
    n_texts = len(profile.labels.texts)
    if n_texts == 2:
        return "two_numbers" if profile.is_number else "two_texts"
    recurs = 2 < n_texts <= len(profile.column) / 2 and not profile.is_number
    return "recurring_texts" if recurs else ""


def _others_of_truth(
    profile: Profile, called: Sequence[Profile], profiles: Sequence[Profile]
) -> str:
    """Return what other columns say for a column: predictions, scores of its classes."""
    if tells_rows_apart(profile):
        return ""
    if called and _share_all_classes(profile.column, called[0]):
        is_same = not profile.is_number or _share_all_classes(called[0].column, profile)
        return "has_predicted_classes" if is_same else "has_predicted_numbers"
    return "columns_of_classes" if _names_columns(profile, profiles) else ""


def _may_be_true(profile: Profile) -> bool:
    """Return whether a column that is named like a prediction may as well hold the outcome."""
    return may_be_an_outcome(profile.name) and profile.has_class_words


def _names_columns(profile: Profile, profiles: Sequence[Profile]) -> bool:
    """Return whether the classes in a column, three at least, are names of columns of numbers."""
    if profile.is_number or profile.labels is None or len(profile.labels.texts) <= 2:
        return False
    names = [one.name for one in profiles if one.is_number]
    classes = classes_of(dict.fromkeys(profile.labels.texts, 1)).names
    if min(len(names), len(classes)) <= 2:
        return False
    match = match_classes(names, classes)
    return match.n_known == len(classes) and not match.by_order


def _ranked(profiles: Sequence[Profile], names: Sequence[str]) -> list[Profile]:
    """Return the columns with one of these names, as far ahead as the names are.

    What a name says of its codes is passed over: "disease (1=yes, 2=no)".
    """
    plain = {one.name: plain_name(one.name) for one in profiles}
    own = {
        name: text if text in names or "=" not in name else plain_name(without_codes(name))
        for name, text in plain.items()
    }
    found = [one for one in profiles if own[one.name] in names]
    return sorted(found, key=lambda one: names.index(own[one.name]))


def propose_predicted(draft: Draft) -> None:
    """Find the column with the predicted class: by its name and its classes.

    Where it was said which scores to assess, they are what is assessed.
    """
    roles = draft.roles
    if roles.predicted is not None:
        return
    free = draft.others(roles.truth, *roles.number_columns)
    truth = None if roles.truth is None else draft.table.column(roles.truth)
    named = () if draft.wanted.number_columns else _by_predicted_name(truth, free)
    if named:
        _take_named(draft, named[0], truth)
        return
    if truth is None:
        return
    free = [one for one in free if not is_id(one)]
    alike = [] if roles.number_columns else _by_classes(truth, free)
    draft.roles = replace(roles, predicted=alike[0] if alike else "")
    if alike:
        others = [one for one in free if one.name not in alike]
        numbers = [one.name for one in others if one.is_number and not one.is_counter]
        _ask_about_alike(draft, alike, [] if draft.wanted.no_score else numbers)
    elif draft.wanted.no_score:
        question = phrase("Which column holds the {predicted_class}?")
        sentence = phrase("no score is to be assessed, and no column looks like a prediction")
        draft.leave_open(Role.PREDICTED, sentence, question=question)


def _ask_about_alike(draft: Draft, alike: Sequence[str], numbers: Sequence[str]) -> None:
    """Ask whether columns with the true classes are predicted ones, or some numbers the score."""
    sentence = phrase("'{name}' is the {predicted_class} by its classes", name=alike[0])
    shown = listed(numbers) if numbers else ""
    if len(alike) > 1:
        question = phrase(
            "Which column holds the {predicted_class}: {alike}, or none, or is the score in "
            "{numbers}?"
            if numbers
            else "Which column holds the {predicted_class}: {alike}, or none?",
            alike=listed(alike),
            numbers=shown,
        )
    else:
        question = phrase(
            "Does '{name}' hold the {predicted_class}, or is the score in {numbers}?"
            if numbers
            else "Does '{name}' hold the {predicted_class}?",
            name=alike[0],
            numbers=shown,
        )
    draft.guess(Role.PREDICTED, sentence, Basis.CONTENT, alike[0], question=question)


def _take_named(draft: Draft, found: Candidate[Profile], truth: RawColumn | None) -> None:
    """Take a column that is predicted by its name; ask where its classes are in other words."""
    draft.roles = replace(draft.roles, predicted=found.what.name)
    sentence = phrase(
        "'{name}' is the {predicted_class} by its name and its classes", name=found.what.name
    )
    told = _told_by_words(truth, found.what) if truth and "in_words" in found.signs else None
    if told is None:
        draft.find(Role.PREDICTED, sentence, Basis.NAME, found.what.name)
        return
    (*_, why) = told.findings
    question = phrase(
        "'{name}' is named like a prediction: {why}. Is that right?",
        name=found.what.name,
        why=why.text,
    )
    draft.guess(Role.PREDICTED, sentence, Basis.CONTENT, found.what.name, question=question)


def _by_predicted_name(
    truth: RawColumn | None, free: Sequence[Profile]
) -> list[Candidate[Profile]]:
    """Return the columns with a name of predictions; one with a word of it only if alone."""
    ranked = _ranked(free, ordered_of("predicted_name"))
    others = [one for one in free if one not in ranked and is_predicted_name(one.name)]
    named = [one for one in (*ranked, *(others if len(others) == 1 else ())) if not one.is_empty]
    signs: dict[str, Sign[Profile]] = {
        "name": lambda one: "named" if one in ranked else "word",
        "classes": partial(_sign_of_calls, truth),
    }
    return weigh("predicted", named, signs)


def _by_classes(truth: RawColumn, free: Sequence[Profile]) -> list[str]:
    """Return the columns with the classes of the truth; none where one is a score by its name."""

    def sign(one: Profile) -> str:
        return "same" if not one.is_empty and _share_all_classes(truth, one) else ""

    free = sorted(free, key=lambda one: not is_score_name(one.name))
    named = [one for one in free if is_score_name(one.name) and one.is_number]
    if any(sign(one) != "same" for one in named):
        return []
    alike = [one.what.name for one in weigh("predicted", free, {"classes": sign})]
    if alike or any(one.is_number for one in free):
        return alike
    return [one.name for one in free if _told_by_words(truth, one)]


def _sign_of_calls(truth: RawColumn | None, predicted: Profile) -> str:
    """Return how the classes in a column that is predicted by its name are those of the truth.

    A class may be predicted and never be true; but most rows are called a class that is.
    """
    if truth is None:
        return "none" if predicted.labels is None else "same"
    if _share_all_classes(truth, predicted):
        return "same"
    labels, calls = truth.distinct(CLASS_LIMIT), predicted.column.distinct(CLASS_LIMIT)
    if labels is None or calls is None or not predicted.may_be_classes:
        return "none"
    if _told_by_words(truth, predicted) is not None:
        return "in_words"
    if predicted.is_number and (len(_classes(labels)) <= 2 or not predicted.is_whole):
        return "none"
    known = classes_of(dict.fromkeys((*labels.texts, *calls.texts), 1)).of_text
    true = {known[text] for text in labels.texts}
    n_known = sum(
        count for text, count in zip(calls.texts, calls.counts, strict=True) if known[text] in true
    )
    return "known" if n_known >= _MOSTLY * sum(calls.counts) else "none"


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
