"""Roles as JSON: what the command line takes, and what is remembered of a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from evalgui.core.consequences.settings import Recalibration, recalibration
from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import either, phrase
from evalgui.io.meaning import (
    Aside,
    BlankLabels,
    DecimalSign,
    LimitMeaning,
    MatrixRows,
    MissingScores,
    Roles,
    ThousandsSign,
    with_rows,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from evalgui.io.meaning import Reason
    from evalgui.io.table import RawTable

KEYS = (
    *("truth", "score", "predicted", "positive", "lower_is_positive", "opposite", "decimal"),
    *("missing_labels", "set_aside_unreadable", "probabilities", "matrix_rows"),
    *("missing_scores", "subset", "n_positive", "n_negative", "bins", "weight"),
    *("thousands", "limits", "no_score", "set_aside", "subject", "sampling"),
    *("blank_labels", "recalibrated", "species"),
)
"""Everything that can be said, under its name in JSON."""

_HINT = phrase(
    "Write it like {example}",
    example='{"truth": "label", "score": "marker", "positive": "ill"}',
)


def roles_from_json(given: object, table: RawTable | None = None) -> Roles:
    """Return the roles that a JSON object says.

    Parameters
    ----------
    given
        What `json.loads` made of it, all of it optional: ``truth``, ``score`` (one column or
        a list), ``predicted``, ``positive``, ``lower_is_positive`` (bool), ``opposite`` (a
        list of scores with the contrary direction), ``decimal`` ("." or ","),
        ``missing_labels`` (a list), ``set_aside_unreadable`` (bool), ``probabilities`` (an
        object of classes and columns), ``matrix_rows`` ("actual" or "predicted"),
        ``missing_scores`` ("exclude", "worst" or "refuse"), ``subset`` (an expression), and
        of a count table ``n_positive`` and ``n_negative`` (columns) and ``bins`` (a list of
        the columns with the lower and the upper edge); ``weight`` is the column that says how
        many each row stands for, "" for none; ``thousands`` what separates them (",", ".", "'",
        " " or ""), ``limits`` "below", "at", "half" or "set-aside", and ``no_score`` (bool)
        whether no score is assessed but the predicted class; ``set_aside`` is a list of objects
        with the ``rows`` (numbers from 1) that are set aside by hand and the ``reason``.
        ``subject`` is the column that says whose each row is, or a list of two, of probe and
        reference, or an empty one for none; ``sampling`` "cohort", "case-control" or
        "by-subject"; ``blank_labels`` "missing", "other" or "above"; ``recalibrated`` a list of
        objects with the ``score``, the ``method`` ("logistic", "prevalence=0.1"), what stands for
        certainty, ``of``, and the ``seed``; ``species`` is the column that says of what kind each
        presentation attack is, "" for none.
        What it says beside these is passed over (`unknown_keys`). null says nothing.
    table
        Where a column may go by its place, from 0, the table that it is in.

    Raises
    ------
    DataError
        If it is no object, or a value is not of its kind.

    Examples
    --------
    >>> roles_from_json({"truth": "label", "score": "x", "lower_is_positive": True})
    ... # doctest: +ELLIPSIS
    Roles(truth='label', scores=('x',), predicted=None, positive=None, higher_is_positive=False...
    """
    if not isinstance(given, dict):
        raise DataError(phrase("the roles are not a JSON object"), hint=_HINT)
    scores = given.get("score")
    many = scores if isinstance(scores, list) else [scores]
    lower = _flag(given, "lower_is_positive")
    positive = given.get("positive")
    sampling = _choice(given, "sampling", list(Sampling))
    missing = given.get("missing_labels")
    return Roles(
        truth=_column(table, given.get("truth")),
        scores=_columns(table, many),
        predicted=_column(table, given.get("predicted")),
        positive=None if positive is None else str(positive),
        higher_is_positive=None if lower is None else not lower,
        opposite=_columns(table, _list(given, "opposite")),
        decimal=_choice(given, "decimal", get_args(DecimalSign)),
        missing_labels=None if missing is None else tuple(map(str, _list(given, "missing_labels"))),
        set_aside_unreadable=_flag(given, "set_aside_unreadable"),
        probabilities=_pairs(table, given.get("probabilities")),
        matrix_rows=_choice(given, "matrix_rows", get_args(MatrixRows)),
        missing_scores=_choice(given, "missing_scores", get_args(MissingScores)),
        subset=str(given.get("subset") or ""),
        n_positive=_column(table, given.get("n_positive")),
        n_negative=_column(table, given.get("n_negative")),
        bins=_edges(table, _list(given, "bins")),
        weight=_column(table, given.get("weight")),
        thousands=_choice(given, "thousands", get_args(ThousandsSign)),
        limits=_choice(given, "limits", get_args(LimitMeaning)),
        no_score=_flag(given, "no_score"),
        set_aside=_aside(_list(given, "set_aside")),
        subjects=_subjects(table, given.get("subject")),
        sampling=None if sampling is None else Sampling(sampling),
        blank_labels=_choice(given, "blank_labels", get_args(BlankLabels)),
        recalibrated=tuple(map(_recalibration, _list(given, "recalibrated"))),
        species=_column(table, given.get("species")),
    )


def _as_json(one: Recalibration) -> dict[str, Any]:
    return {"score": one.score, "method": one.words, "of": one.one, "seed": one.seed}


def _recalibration(given: object) -> Recalibration:
    """Return how a score is recalibrated: its ``score``, the ``method``, ``of`` and ``seed``."""
    unknown = DataError(phrase("what is recalibrated is not understood"), hint=_HINT)
    if not isinstance(given, dict):
        raise unknown
    score, seed = given.get("score"), given.get("seed", 1)
    of, method = given.get("of", 1.0), given.get("method")
    if not (isinstance(score, str) and isinstance(method, str) and type(seed) is int):
        raise unknown
    try:
        return replace(recalibration(method, float(of)), score=score, seed=seed)
    except (TypeError, ValueError):
        raise unknown from None


def unknown_keys(given: object) -> tuple[str, ...]:
    """Return what a JSON object says beside roles, such as a misspelt one.

    Examples
    --------
    >>> unknown_keys({"truth": "label", "subsett": "age > 60"})
    ('subsett',)
    """
    return tuple(key for key in given if key not in KEYS) if isinstance(given, dict) else ()


def roles_to_json(roles: Roles) -> dict[str, Any]:
    """Return roles as a JSON object that `roles_from_json` understands, undecided ones left out."""
    higher = roles.higher_is_positive
    missing = roles.missing_labels
    said = {
        "truth": roles.truth,
        "score": list(roles.scores) or None,
        "predicted": roles.predicted,
        "positive": roles.positive,
        "lower_is_positive": None if higher is None else not higher,
        "opposite": list(roles.opposite) or None,
        "decimal": roles.decimal,
        "missing_labels": None if missing is None else list(missing),
        "set_aside_unreadable": roles.set_aside_unreadable,
        "probabilities": None if roles.probabilities is None else dict(roles.probabilities),
        "matrix_rows": roles.matrix_rows,
        "missing_scores": roles.missing_scores,
        "subset": roles.subset or None,
        "n_positive": roles.n_positive,
        "n_negative": roles.n_negative,
        "bins": list(roles.bins) or None,
        "weight": roles.weight,
        "thousands": roles.thousands,
        "limits": roles.limits,
        "no_score": roles.no_score,
        "set_aside": aside_as_json(roles.set_aside) or None,
        "subject": None if roles.subjects is None else list(roles.subjects),
        "sampling": None if roles.sampling is None else roles.sampling.value,
        "blank_labels": roles.blank_labels,
        "recalibrated": [_as_json(one) for one in roles.recalibrated] or None,
        "species": roles.species,
    }
    return {key: value for key, value in said.items() if value is not None}


def aside_as_json(aside: Aside) -> list[dict[str, Any]]:
    """Return the rows that were set aside by hand as JSON types: ``rows`` and ``reason``."""
    return [{"rows": list(one.rows), "reason": one.reason} for one in aside]


def reasons_as_json(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Return why columns are what they are, as JSON types: an object for each role and column.

    Parameters
    ----------
    reasons
        The reasons.

    Returns
    -------
    list of dict
        ``role``; ``column``, null for a role that is none of columns; ``reason``, in words;
        ``by``: "name", "content", "format", "convention", "user" or "remembered";
        ``confidence``: "open", "guess", "accepted" (a guess that
        was asked about and left as it was), "likely", "stated" or "decided".
    """
    return [
        {
            "role": one.role.value,
            "column": column,
            "reason": one.sentence,
            "by": one.by.value,
            "confidence": one.confidence.word,
        }
        for one in reasons
        for column in one.columns or (None,)
    ]


def _refusal(key: str, expected: str) -> DataError:
    message = phrase("the role '{key}' has to be {expected}", key=key, expected=expected)
    return DataError(message, hint=_HINT)


def _aside(given: list[Any]) -> Aside:
    example = '[{"rows": [4, 7], "reason": "consent withdrawn"}]'
    expected = phrase("a list such as {example}", example=example)
    aside: Aside = ()
    for one in given:
        rows = one.get("rows") if isinstance(one, dict) else None
        reason = one.get("reason") if isinstance(one, dict) else None
        are_rows = isinstance(rows, list) and all(type(row) is int and row > 0 for row in rows)
        if not are_rows or not rows or not isinstance(reason, str):
            raise _refusal("set_aside", expected)
        aside = with_rows(aside, rows, reason)
    return aside


def _flag(given: dict[str, Any], key: str) -> bool | None:
    value = given.get(key)
    if value is not None and not isinstance(value, bool):
        raise _refusal(key, phrase("true or false"))
    return value


def _list(given: dict[str, Any], key: str) -> list[Any]:
    value = given.get(key)
    if value is not None and not isinstance(value, list):
        raise _refusal(key, phrase("a list"))
    return value or []


def _choice(given: dict[str, Any], key: str, known: Iterable[str]) -> Any:  # noqa: ANN401 - one of the known
    value = given.get(key)
    if value is not None and value not in known:
        raise _refusal(key, either(f'"{word}"' for word in known))
    return value


def _pairs(table: RawTable | None, given: object) -> tuple[tuple[str, str], ...] | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise _refusal("probabilities", phrase("an object of classes and columns"))
    return tuple((str(name), _column(table, column) or "") for name, column in given.items())


def _subjects(table: RawTable | None, given: object) -> tuple[str, ...] | None:
    if given is None:
        return None
    names = _columns(table, given if isinstance(given, list) else [given])
    if len(names) > 2 or len(set(names)) < len(names):
        raise _refusal("subject", phrase("a column, or a list of two"))
    return names


def _edges(table: RawTable | None, given: Sequence[object]) -> tuple[str, ...]:
    if len(given) not in {0, 2}:
        raise _refusal("bins", phrase("a list of two columns, the lower and the upper edge"))
    return _columns(table, given)


def _columns(table: RawTable | None, given: Iterable[object]) -> tuple[str, ...]:
    return tuple(name for name in (_column(table, one) for one in given) if name)


def _column(table: RawTable | None, given: object) -> str | None:
    """Return the name of a column that is given by its name or by its place, from 0."""
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | str):
        message = phrase("a column goes by its name, or by its place from 0")
        raise DataError(message, hint=_HINT)
    if isinstance(given, int) and table is not None and 0 <= given < len(table.columns):
        return table.names[given]
    return str(given)
