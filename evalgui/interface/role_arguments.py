"""What has to be said of columns and rows, so that they are taken for what they are taken for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import DELIMITER_WORDS, FIRST_LINES, Roles
from evalgui.io.proposing.propose import propose

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.consequences.settings import Recalibration
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import ReadOptions

_CLASS = "positive"
_SHEETS = _TWO = 2


@dataclass(frozen=True, slots=True)
class _Said:
    """One thing to be said.

    Parameters
    ----------
    fields
        The fields of `Roles` that it decides.
    seen
        Returns what of some roles is compared.
    say
        Returns the arguments for some roles; None where there are none for it.
    what
        What it is about, for a remark.
    """

    fields: tuple[str, ...]
    seen: Callable[[Roles], object]
    say: Callable[[Roles], dict[str, Any] | None]
    what: str


def _text(field: str, argument: str = "") -> _Said:
    """Return what is said with one word, if it is decided."""

    def say(roles: Roles) -> dict[str, Any] | None:
        value = getattr(roles, field)
        return None if value is None else {argument or field: value}

    words = (argument or field).replace("_", " ")
    return _Said((field,), lambda roles: getattr(roles, field) or "", say, words)


def _score(roles: Roles) -> str:
    return next(iter(roles.scores), "")


def _without_score(roles: Roles) -> dict[str, Any] | None:
    """Return nothing where something else says that there is no score."""
    return {} if roles.no_score or roles.probabilities or roles.matrix_rows else None


def _direction(roles: Roles) -> dict[str, Any]:
    name = "higher" if roles.is_higher_positive(_score(roles)) else "lower"
    return {f"{name}_is_positive": True}


def _subjects(roles: Roles) -> dict[str, Any] | None:
    if roles.subjects is None:
        return None
    names = roles.subjects or ("",)
    return dict(zip(("subject", "subject_b"), names, strict=False))


def _aside(roles: Roles) -> dict[str, Any] | None:
    aside = {one.reason: list(one.rows) for one in roles.set_aside}
    return {"set_aside": aside} if aside else None


def _alone(field: str, argument: str, what: str) -> _Said:
    """Return what is said where it is there, and has no words for nothing."""

    def say(roles: Roles) -> dict[str, Any] | None:
        value = getattr(roles, field)
        return {argument: value} if value else None

    return _Said((field,), lambda roles: getattr(roles, field) or False, say, what)


_ALL = (
    _text("truth"),
    _Said(
        ("scores",),
        _score,
        lambda roles: {"score": _score(roles)} if roles.scores else _without_score(roles),
        phrase("scores"),
    ),
    _alone("no_score", "no_score", phrase("scores")),
    _text("predicted"),
    _Said(
        ("probabilities",),
        lambda roles: roles.probabilities or (),
        lambda roles: {"probability": dict(roles.probabilities)} if roles.probabilities else None,
        phrase("probabilities"),
    ),
    _text("n_positive"),
    _text("n_negative"),
    _alone("bins", "bins", phrase("bins")),
    _text("positive"),
    _Said(
        ("higher_is_positive", "opposite"),
        lambda roles: roles.is_higher_positive(_score(roles)),
        _direction,
        phrase("direction"),
    ),
    _text("matrix_rows", "rows_are"),
    _text("weight"),
    _Said(("subjects",), lambda roles: roles.subjects or (), _subjects, "subjects"),
    _text("species"),
    _Said(
        ("sampling",),
        lambda roles: roles.sampled,
        lambda roles: {"sampling": roles.sampled.value},
        "sampling",
    ),
    _Said(
        ("missing_labels",),
        lambda roles: set(roles.missing_labels or ()),
        lambda roles: {"missing_label": list(roles.missing_labels or ("",))},
        phrase("labels that are missing"),
    ),
    _text("missing_scores"),
    _text("blank_labels"),
    _Said(
        ("decimal",),
        lambda roles: roles.decimal or ".",
        lambda roles: {"decimal": roles.decimal or "."},
        "decimal",
    ),
    _text("thousands"),
    _text("limits"),
    _alone("set_aside_unreadable", "set_aside_unreadable", phrase("rows that cannot be read")),
    _alone("subset", "subset", phrase("the subset")),
    _Said(("set_aside",), lambda roles: roles.set_aside, _aside, phrase("rows")),
    _Said(
        ("recalibrated",),
        lambda roles: roles.recalibrated,
        lambda roles: {"recalibrate": roles.recalibrated[-1].words} if roles.recalibrated else None,
        phrase("recalibration"),
    ),
)


def said_roles(snapshot: Snapshot, loaded: Loaded) -> tuple[dict[str, Any], list[str]]:
    """Return the arguments that differ from what would be proposed, and what has no argument.

    Parameters
    ----------
    snapshot
        What is shown.
    loaded
        Its data, with the positive class that is shown as the one of its roles.
    """
    shown = _shown(snapshot, loaded.proposal.roles)
    # Of many classes, one stands against the rest where it is named, and all together else.
    are_many = snapshot.dataset is not None and snapshot.dataset.n_classes > _TWO
    is_chosen = are_many and snapshot.positive is not None
    said = [one for one in _ALL if one.what == _CLASS and is_chosen]
    wanted = [one for one in _ALL if one.what != _CLASS or not are_many]
    for _round in _ALL:  # what is said changes what is proposed for the rest
        proposed, is_certain = _proposed(loaded, _decided(shown, said))
        more = [one for one in wanted if one not in said and one.seen(proposed) != one.seen(shown)]
        if not more and not is_certain:  # whatever is decided is said, and asked no more
            usual = Roles()
            more = [one for one in wanted if one not in said and one.seen(usual) != one.seen(shown)]
        if not more:
            break
        said += more
    arguments: dict[str, Any] = {}
    remarks = []
    for one in (one for one in _ALL if one in said):
        found = one.say(shown)
        if found is None:
            what = tr(one.what)
            remarks.append(tr("there is no option for what was decided about {what}", what=what))
        else:
            arguments |= found
    how = loaded.table.how
    if len(how.sheets) >= _SHEETS and how.sheet is not None:
        arguments["sheet"] = how.sheet
    if how.together is not None:
        arguments["together"] = how.together
    return arguments | _reading(how.given), remarks


def _reading(given: ReadOptions) -> dict[str, str]:
    """Return how text is read, as far as that was decided."""
    words = {sign: word for word, sign in DELIMITER_WORDS.items()}
    said = {
        "encoding": given.encoding,
        "delimiter": None
        if given.delimiter is None
        else words.get(given.delimiter, given.delimiter),
        "first_line": None if given.header is None else FIRST_LINES[given.header],
    }
    return {name: value for name, value in said.items() if value is not None}


def _shown(snapshot: Snapshot, roles: Roles) -> Roles:
    """Return the roles of what is shown alone: one score, and one class or all."""
    dataset, chosen = snapshot.dataset, snapshot.inputs.score
    if dataset is None or chosen is None:
        return replace(roles, positive=snapshot.positive_name or None)
    made = {one.name: one for one in map(_named_by(dataset), roles.recalibrated)}
    name = dataset.scores[chosen].name if dataset.scores else ""
    of_shown = made.get(name)
    roles = replace(roles, recalibrated=() if of_shown is None else (of_shown,))
    name = name if of_shown is None else of_shown.score
    if len(roles.scores) > 1:
        higher = roles.is_higher_positive(name)
        roles = replace(roles, scores=(name,), higher_is_positive=higher, opposite=())
    return replace(roles, positive=snapshot.positive_name or None)


def _named_by(dataset: Dataset) -> Callable[[Recalibration], Recalibration]:
    return lambda one: replace(one, score=one.score or dataset.scores[0].name)


def _decided(shown: Roles, said: list[_Said]) -> Roles:
    fields = {name: getattr(shown, name) for one in said for name in one.fields}
    return replace(Roles(), **fields)


def _proposed(loaded: Loaded, decided: Roles) -> tuple[Roles, bool]:
    """Return what is proposed under decisions, and whether nothing would be asked."""
    try:
        found = propose(loaded.table, decided)
    except DataError:
        return decided, False
    return found.roles, found.certain
