"""Which columns hold scores, which way they run, and how their numbers are written."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building.class_columns import ClassColumns, Declared, read_classes
from evalgui.io.building.used_rows import UsedRows, scores_in
from evalgui.io.meaning import (
    NAMED,
    REACH,
    Basis,
    Role,
    classes_of,
    counting_name,
    has_word,
    is_age_name,
    is_covariate_name,
    is_distance_name,
    is_id_name,
    is_predicted_name,
    is_score_name,
    listed,
    plain_name,
    signs_of,
    speaks_only_of,
    weigh_score_name,
    weights_of,
    words_of,
)
from evalgui.io.proposing.doubtful_scores import (
    how_empty,
    is_above_half,
    lost_score,
    tells_how_sure,
)
from evalgui.io.proposing.ids import is_id
from evalgui.io.proposing.proposal_draft import Draft

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.table import Profile

_DIGITS_OF_IDS = 7
_DIGITS_OF_DATES = 8
_DIGITS_OF_YEARS = 4
_YEARS = range(1900, 2100)
_LARGEST_SHARE = 20  # per cent of which none is above are none
_SPOKEN_OF = {
    "time": phrase("say how long something took, or when it was, by their name"),
    "place": phrase("say where or how far away something is, by their name"),
    "person": phrase("say who somebody is, by their name"),
    "sampling": phrase("say how rows were drawn, by their name"),
}


def propose_scores(draft: Draft) -> None:
    """Find the scores: by their names first, as what else holds numbers second.

    Numbers beside predicted classes are no score because they are numbers: an age, a date.
    """
    roles = draft.roles
    if roles.probabilities:
        draft.roles = replace(roles, higher_is_positive=roles.higher_is_positive is not False)
        return
    if roles.scores:
        propose_direction(draft)
        return
    if _is_something_else_said(draft):
        return
    by_name, chosen, rivals = _may_be_scores(draft)
    if not chosen:
        return
    names = tuple(one.name for one in chosen)
    if roles.predicted and (not by_name or len(class_names(draft)) > 2):
        sentence = phrase(
            "{names}: no score, since it is not said for which class it speaks: '{calls}' is "
            "assessed"
            if by_name
            else "{names}: no score, since no name says so: '{calls}' is assessed",
            names=listed(names),
            calls=roles.predicted,
        )
        draft.find(Role.SCORE, sentence, Basis.CONTENT if by_name else Basis.NAME)
        return
    names = names if by_name else _without_others(draft, names)
    draft.roles = replace(roles, scores=names)
    _note_scores(draft, names, is_named=bool(by_name), rivals=rivals if by_name else ())
    propose_direction(draft)


def _is_something_else_said(draft: Draft) -> bool:
    """Return whether a format says what there is beside the truth, or the user wants no score."""
    known, wanted = draft.table.known, draft.wanted
    is_said = known is not None and not known.says_only_the_truth
    return bool(is_said or wanted.predicted or wanted.no_score)


def _may_be_scores(draft: Draft) -> tuple[list[Profile], list[Profile], tuple[str, ...]]:
    """Return the scores by their names, the scores, and the names within reach.

    There are none where it was asked about one that is named as a score and is gone.
    """
    others = draft.others(draft.roles.truth)
    free = [one for one in others if one.name != draft.roles.predicted and not is_id(one)]
    rest = [one for one in free if counting_name(one.name) != "of_rows"]
    by_name, rivals = _named_scores(draft, rest)
    chosen = by_name or _with_numbers(rest) or _with_numbers(free)
    if chosen and _ask_about_lost(draft, free, chosen, is_named=bool(by_name)):
        return [], [], ()
    if by_name and draft.roles.predicted:
        by_name = chosen = _without_sureness(draft, by_name)
    if not chosen and not draft.roles.predicted:
        # A score by its name that holds no numbers: `build` will say what it holds.
        by_name = chosen = [one for one in others if is_score_name(one.name)][:1]
    return by_name, chosen, rivals


def _named_scores(draft: Draft, free: Sequence[Profile]) -> tuple[list[Profile], tuple[str, ...]]:
    """Return the columns that are scores by their names as a whole, and those within reach.

    A name that says little is enough where all other numbers are something else by theirs.
    """
    explained = _explained_words(draft)
    weighed = [(weigh_score_name(one.name, explained).weight, one) for one in free]
    # Cells are looked at where a name speaks for a score: a wide file has many other columns.
    named = [(weight, one) for weight, one in weighed if weight >= NAMED and one.is_number]
    against = signs_of("scores")["contents"]["no_probability"]
    named = [(w + against * is_no_probability(one), one) for w, one in named]
    hinted = [(w, one) for w, one in weighed if 0 < w < NAMED and _with_numbers([one])]
    hinted += [(weight, one) for weight, one in named if weight < NAMED]
    named = [(weight, one) for weight, one in named if weight >= NAMED]
    named = _of_this_truth(draft, named)
    if named:
        least = min(weight for weight, _ in named) - REACH
        rivals = tuple(one.name for weight, one in hinted if weight > least)
        return [one for _, one in named], rivals
    best = max((weight for weight, _ in hinted), default=0.0)
    top = [one for weight, one in hinted if weight == best]
    near = [one for weight, one in weighed if weight >= best - REACH and one not in top]
    return ([] if best <= 0 or _with_numbers(near) else top), ()


def _of_this_truth(draft: Draft, named: list[tuple[float, Profile]]) -> list[tuple[float, Profile]]:
    """Return the scores that are named for the truth, where others are for another one.

    Of ``true_cloud``, ``prob_cloud``, ``true_sun`` and ``prob_sun``, two belong together.
    """
    truth = draft.roles.truth or ""
    own, rest = _stem(truth), draft.others(truth, *(one.name for _, one in named))
    if not own:
        return named
    others = {_stem(one.name) for one in rest} - {(), own}
    of_own = [one for one in named if _stem(one[1].column.name) == own]
    of_none = [one for one in named if _stem(one[1].column.name) not in others]
    return (of_own or of_none or named) if len(of_none) < len(named) else named


def _stem(name: str) -> tuple[str, ...]:
    """Return the words of a name but those that say that a column is a truth or a score."""
    passed = words_of("stem") | weights_of("score").keys() | {"call", "class"}
    return tuple(part for part in plain_name(name).split("_") if part not in passed)


def _explained_words(draft: Draft) -> frozenset[str]:
    """Return the words that the truth explains in other names: its own, those of its classes."""
    truth = [one for one in draft.profiles if one.name == draft.roles.truth]
    texts = [one.labels.texts for one in truth if one.labels is not None]
    names = [draft.roles.truth or "", *(texts[0] if texts else ())]
    return frozenset(part for name in names for part in plain_name(name).split("_"))


def is_no_probability(profile: Profile) -> bool:
    """Return whether a column is one of probabilities by its name, and not by most of its cells.

    Those of a probability lie in 0 to 1, or in 0 to 100 per cent with some above 1.
    """
    if not has_word(profile.name, "probability"):
        return False
    try:
        numbers = [float(cell.replace(",", ".")) for cell in profile.sample if cell.strip()]
    except ValueError:
        return False
    n_outside = sum(not 0 <= number <= 1 for number in numbers)
    return n_outside > len(numbers) / 2 and max(numbers, default=0) < _LARGEST_SHARE


def _with_numbers(profiles: Sequence[Profile]) -> list[Profile]:
    return [one for one in profiles if one.is_number and not one.is_counter]


def _ask_about_lost(
    draft: Draft, free: Sequence[Profile], chosen: Sequence[Profile], *, is_named: bool
) -> bool:
    """Ask before other columns take the place of one that is named as a score and is gone."""
    name, what = lost_score(draft, free, is_named=is_named)
    if not name:
        return False
    names = tuple(one.name for one in chosen)
    instead = [draft.roles.predicted] if draft.roles.predicted else names
    sentence = phrase("'{name}' is named as the score, but {what}", name=name, what=what)
    question = phrase_n(
        len(instead),
        "{sentence}: is {names} to be assessed instead?",
        "{sentence}: are {names} to be assessed instead?",
        sentence=sentence,
        names=listed(instead),
    )
    if draft.roles.predicted:
        draft.guess(Role.SCORE, sentence, Basis.NAME, question=question)
        return True
    draft.roles = replace(draft.roles, scores=names)
    draft.guess(Role.SCORE, sentence, Basis.NAME, *names, question=question)
    propose_direction(draft)
    return True


def _without_sureness(draft: Draft, named: Sequence[Profile]) -> list[Profile]:
    """Return the scores of one class; ask where there are only numbers that say how sure calls are.

    Of three classes and more, no score is taken without a class that it indicates.
    """
    found = classes_in(draft)
    if found is None or found.predicted is None or len(found.classes.names) > 2:
        return list(named)
    classes = found.classes.names
    unsure = [one for one in named if tells_how_sure(draft, one, found.predicted, classes)]
    if not unsure:
        return list(named)
    names = listed([one.name for one in unsure])
    calls = draft.roles.predicted
    sentence = phrase(
        "{names}: no score of one class, since it may say how sure each call in '{calls}' is",
        names=names,
        calls=calls,
    )
    asked = phrase(
        "{names} beside '{calls}' may say how sure each prediction is, whichever class is "
        "predicted: is it the score of one class?",
        names=names,
        calls=calls,
    )
    is_all = len(unsure) == len(named)
    draft.find(Role.SCORE, sentence, Basis.NAME, question=asked if is_all else "")
    return [one for one in named if one not in unsure]


def _note_scores(
    draft: Draft,
    names: tuple[str, ...],
    *,
    is_named: bool,
    rivals: tuple[str, ...] = (),
) -> None:
    """Say why columns are scores; ask where several merely hold numbers."""
    by = Basis.NAME if is_named else Basis.CONTENT
    sentence, question = _told(draft, names, is_named=is_named, rivals=rivals)
    draft.find(Role.SCORE, sentence, by, *names, question=question)


def _told(
    draft: Draft, names: tuple[str, ...], *, is_named: bool, rivals: tuple[str, ...]
) -> tuple[str, str]:
    """Return why columns are scores, and what is to be asked about them, "" for nothing."""
    shown, is_one = listed(names), len(names) == 1
    if is_named and (beside := _calls_beside(draft, names)):
        sentence = phrase("{names}: taken for the score of one class, by its name", names=shown)
        return sentence, phrase(
            "'{beside}' has the classes of '{truth}', and {names} may say how sure each of these "
            "is, whichever class it is: is it the score of one class?",
            beside=beside,
            truth=draft.roles.truth,
            names=shown,
        )
    if rivals and not draft.roles.predicted:
        numbers = [one for one in draft.table.names if one in {*names, *rivals}]
        sentence = phrase(
            "{names}: taken for the score by the name, which says little", names=shown
        )
        return sentence, phrase("Which of {names} are scores?", names=listed(numbers))
    if is_named:
        return phrase_n(
            len(names),
            "{names} is the score by its name",
            "{names} are the scores by name",
            names=shown,
        ), ""
    calls, why = _other_calls(draft, names)
    if calls:
        sentence = phrase("{names}: taken for a score, since it holds numbers", names=shown)
        return sentence, phrase(
            "'{calls}' is named like a prediction, but {why}: is it the {predicted_class}, or is "
            "{names} the score?",
            calls=calls,
            why=why,
            names=shown,
        )
    if not is_one:
        sentence = phrase("{names} are the scores since they hold numbers", names=shown)
        return sentence, phrase("Which of {names} are scores?", names=shown)
    what = _unlike_scores(draft, names[0])
    sentence = phrase(
        "{name} is taken for the score, since no other column holds numbers"
        if what
        else "{name} is the score since no other column holds numbers",
        name=shown,
    )
    asked = phrase("The numbers in {name} {what}: are they scores?", name=shown, what=what)
    return sentence, asked if what else ""


def _without_others(draft: Draft, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of numbers that may be scores, if there are any among others.

    They are far ahead of an age, a place, or who somebody is by its name, and of what is the same
    in every row: no question.
    """
    profiles = {one.name: one for one in draft.profiles}
    same = tuple(name for name in names if profiles[name].is_constant)
    others = tuple(filter(_speaks_of_something_else, _less(names, same)))
    if not 0 < len(others) + len(same) < len(names):
        return names
    if others:
        sentence = phrase_n(
            len(others),
            "{names}: no score, by its name",
            "{names}: no score, by their names",
            names=listed(others),
        )
        draft.find(Role.SCORE, sentence, Basis.NAME)
    if same:
        sentence = phrase("{names}: no score, the same everywhere", names=listed(same))
        draft.find(Role.SCORE, sentence, Basis.CONTENT)
    return _less(names, (*others, *same))


def _less(names: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """Return names but those that are gone; there may be many of both."""
    passed = set(gone)
    return tuple(name for name in names if name not in passed)


def _speaks_of_something_else(name: str) -> bool:
    """Return whether all that a name says is of no score: an age, a place, who somebody is."""
    says_so = is_age_name(name) or is_covariate_name(name) or bool(speaks_only_of(name))
    return says_so and weigh_score_name(name).weight < -REACH


def _calls_beside(draft: Draft, names: tuple[str, ...]) -> str:
    """Return a column in the classes of the truth that scores seem to be sure of, "" for none."""
    scores = [one for one in draft.profiles if one.name in names]
    if draft.roles.predicted or draft.roles.truth is None or not all(map(is_above_half, scores)):
        return ""  # before any other column is read
    truth = [one for one in draft.profiles if one.name == draft.roles.truth]
    for one in draft.others(draft.roles.truth, *names):
        if (
            one.is_number
            or not _classes_of(one)
            or [*map(_classes_of, truth)] != [_classes_of(one)]
        ):
            continue
        calls = one.name
        trial = Draft(draft.table, [], draft.wanted, replace(draft.roles, predicted=calls))
        found = classes_in(trial)
        if found is None or found.predicted is None or len(found.classes.names) != 2:
            continue
        own, classes = found.predicted, found.classes.names
        if all(tells_how_sure(draft, score, own, classes) for score in scores):
            return calls
    return ""


def _classes_of(profile: Profile) -> tuple[str, ...]:
    """Return the classes that a column of few texts has, none for another."""
    labels = profile.labels
    return () if labels is None else classes_of(dict.fromkeys(labels.texts, 1)).names


def _unlike_scores(draft: Draft, name: str) -> str:
    """Return in words why numbers may be none of scores, "" where nothing says so."""
    if counting_name(name) == "of_rows":
        return phrase("are the weights of rows, by their name")
    if is_id_name(name):  # and no ids by its cells, or it would not stand here
        return phrase("are called as ids are")
    if is_covariate_name(name):
        return phrase("say where or who somebody is, by their name")
    if what := _SPOKEN_OF.get(speaks_only_of(name)):
        return what
    (profile,) = (one for one in draft.profiles if one.name == name)
    return "" if not profile.is_whole or is_distance_name(name) else _codes_in_words(profile)


def _codes_in_words(profile: Profile) -> str:
    """Return in words what whole numbers are that may tell rows apart, "" for no such thing."""
    cells = [cell for cell in profile.sample if cell.strip()]
    if any(cell[0] == "0" and len(cell) > 1 for cell in cells):
        return phrase("begin with 0, as those of codes and telephones do")
    if cells and all(map(_is_date, cells)):
        return phrase("are dates, by their digits")
    if cells and all(map(_is_year, cells)):
        return phrase("are years, by their digits")
    is_long = min(map(len, cells), default=0) >= _DIGITS_OF_IDS and len(set(map(len, cells))) == 1
    if not profile.is_all_different:
        return ""
    numbers = sorted(map(int, cells))
    is_closed = numbers[-1] - numbers[0] < len(numbers) == len(profile.column)
    return phrase("are all different and whole, as ids are") if is_long or is_closed else ""


def _is_year(cell: str) -> bool:
    """Return whether a whole number is a year of our time."""
    return len(cell) == _DIGITS_OF_YEARS and int(cell) in _YEARS


def _is_date(cell: str) -> bool:
    """Return whether a whole number is a day of our time, such as 20240131."""
    if len(cell) != _DIGITS_OF_DATES:
        return False
    try:
        return dt.date.fromisoformat(cell).year in _YEARS
    except ValueError:
        return False


def _other_calls(draft: Draft, names: tuple[str, ...]) -> tuple[str, str]:
    """Return the column that is predicted by its name, and why it is not; both "" for none."""
    for one in draft.others(draft.roles.truth, *names):
        if is_predicted_name(one.name) and not one.is_number:
            why = phrase("does not hold classes of '{truth}'", truth=draft.roles.truth)
            return one.name, how_empty(draft) if one.is_empty else why
    return "", ""


def propose_direction(draft: Draft) -> None:
    """Take lower values of distances for positive, and higher ones of all else."""
    roles = draft.roles
    if roles.higher_is_positive is not None or not roles.scores:
        return
    lower = [name for name in roles.scores if is_distance_name(name)]
    is_higher, opposite = usual_direction(roles.scores)
    draft.roles = replace(roles, higher_is_positive=is_higher, opposite=roles.opposite or opposite)
    for name in lower:
        sentence = phrase(
            "lower values of '{name}' are taken for {positive}, by its name", name=name
        )
        draft.find(Role.DIRECTION, sentence, Basis.NAME, name)
    higher = [name for name in roles.scores if name not in lower]
    if higher and not roles.opposite:
        sentence = phrase(
            "higher values of {names} are taken for {positive}, as is usual", names=listed(higher)
        )
        draft.find(Role.DIRECTION, sentence, Basis.CONVENTION, *higher)


def usual_direction(names: Sequence[str]) -> tuple[bool, tuple[str, ...]]:
    """Return whether higher scores mean positive where nobody says so, and which run contrary.

    Lower values do of what is a distance by its name; the first score gives the direction.
    """
    lower = [name for name in names if is_distance_name(name)]
    is_higher = names[0] not in lower
    return is_higher, tuple(name for name in names if (name in lower) == is_higher)


def classes_in(draft: Draft) -> ClassColumns | None:
    """Return the classes that a table has under the roles so far; None where nothing tells them.

    The roles are what they are then: `build` will say why they do not do.
    """
    table, roles = draft.table, draft.roles
    if roles.truth is None:
        return None
    try:
        rows = UsedRows.chosen_of(table, roles)
        if roles.set_aside_unreadable or roles.limits == "set-aside":
            for name in roles.number_columns:
                if roles.stands_alone(name):
                    continue
                numbers = scores_in(table.column(name), roles)
                bad = numbers.bad if roles.set_aside_unreadable else numbers.bad_limits
                rows = rows.without(bad, "nonnumeric_score", "")
        return read_classes(
            table.name,
            table.column(roles.truth),
            table.column(roles.predicted) if roles.predicted else None,
            rows.is_kept(),
            Declared.by(roles),
        )
    except DataError:
        return None


def class_names(draft: Draft) -> tuple[str, ...]:
    """Return the classes that a table has under the roles so far; none where nothing tells them."""
    found = classes_in(draft)
    return () if found is None else found.classes.names
