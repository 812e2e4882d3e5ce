"""JSON of values, strictly: what a key may hold is read from the declarations of dataclasses.

There is no other list of keys. A field is a key, its annotation says what it holds, and `Limit`
in that annotation bounds it; what has a default may be left out by a hand that edits the file.
"""

from __future__ import annotations

import functools
import json
import math
import re
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from typing import (
    Annotated,
    Any,
    Literal,
    NoReturn,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from evalgui.core.counts import LARGEST_TOTAL, Counts
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.kind import Kind
from evalgui.core.requirements import Requirement, Withdrawn
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import either, phrase

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

Json: TypeAlias = dict[str, Any]
"""A JSON object whose keys are written down elsewhere."""

LARGEST = 64 << 20
"""The longest JSON text that is read, in bytes."""

_MOST = 100_000  # entries of a list or an object, where no limit says less
_LONGEST = 1 << 20  # letters of a text, likewise
_DEEPEST = 100
_DEEPEST_LINES = 5  # values within values that have lines of their own


@dataclass(frozen=True, slots=True)
class Limit:
    """What bounds a number, the letters of a text, or the entries of a list.

    Parameters
    ----------
    low, high
        The range of a number, both ends included.
    most
        The most letters, or entries.
    pattern
        A regular expression that the whole text matches.
    words
        What is expected, in words, after "must be".
    test
        Returns whether a value will do.
    """

    low: float = -math.inf
    high: float = math.inf
    most: int | None = None
    pattern: str = ""
    words: str = ""
    test: Callable[[Any], bool] | None = None


Time: TypeAlias = Annotated[
    str,
    Limit(
        pattern=r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
        words=phrase('a time in UTC such as "2026-01-31T12:00:00Z", or ""'),
    ),
]


@dataclass(frozen=True, slots=True)
class Form(typing.Generic[T]):
    """How values of a type are written where their fields do not say it.

    Parameters
    ----------
    to_json
        Returns a value as JSON types.
    from_json
        Returns what JSON types say; raises `DataError` or `ValueError` with words.
    """

    to_json: Callable[[T], Any]
    from_json: Callable[[Any], T]


# What the declarations of the core name for types alone, and what bounds it here.
_NAMES: dict[str, Any] = {
    "Count": Annotated[int | float, Limit(low=0, high=LARGEST_TOTAL)],  # a sum of weights
    "Counts": Counts,
    "Kind": Kind,
    "Mapping": Mapping,
    "Requirement": Requirement,
    "Sampling": Sampling,
    "Withdrawn": Withdrawn,
}


def as_json(value: object, forms: Mapping[type, Form[Any]]) -> Any:  # noqa: ANN401 - JSON types
    """Return a value as JSON types."""
    form = forms.get(type(value))
    if form is not None:
        return form.to_json(value)
    if is_dataclass(value):
        return {one.name: as_json(getattr(value, one.name), forms) for one in fields(value)}
    if isinstance(value, Enum):
        return _word(value)
    if isinstance(value, tuple):
        return [as_json(one, forms) for one in value]
    if isinstance(value, Mapping) and not isinstance(value, dict):  # of `Json`, all is JSON
        return {str(key): as_json(one, forms) for key, one in value.items()}
    return value


def _word(one: Enum) -> str:
    """Return the word for one of an enumeration; of numbers in an order, its name."""
    return one.value if isinstance(one, StrEnum) else one.name.lower()


def written(value: object) -> bytes:
    """Return JSON types as the text of a file, which is the same for the same value.

    Raises
    ------
    ValueError
        If there is a number in it that JSON does not have.
    """
    return (_laid_out(value, 0) + "\n").encode("utf-8", "surrogatepass")


def _laid_out(value: object, depth: int) -> str:
    """Return a text with a line for each value that lies not too deep: for people, and quickly."""
    if depth == _DEEPEST_LINES or not value or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    inner = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(one, depth + 1)}"
            for key, one in value.items()
        ]
        opening, closing = "{}"
    else:
        parts = [_laid_out(one, depth + 1) for one in value]
        opening, closing = "[]"
    return f"{opening}{inner}{f',{inner}'.join(parts)}\n{' ' * depth}{closing}"


def parsed(data: bytes) -> Any:  # noqa: ANN401 - JSON types
    """Return the JSON types that the bytes of a file say.

    Raises
    ------
    DataError
        If they are no JSON, or such as no program writes: a key twice, a number that is none,
        or values within values without end.
    """
    if len(data) > LARGEST:
        raise DataError(
            phrase("the description is larger than {most} bytes", most=grouped(LARGEST))
        )
    try:
        text = data.decode("utf-8", "surrogatepass")
        found = json.loads(
            text,
            object_pairs_hook=_once_each,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except RecursionError:
        raise DataError(phrase("values stand within values without end")) from None
    except ValueError:
        raise DataError(phrase("the description is no JSON")) from None
    return found


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DataError(phrase("a key occurs twice in the description"))
    return found


def _refuse_constant(_text: str) -> NoReturn:
    raise DataError(phrase("there is a number in the description that is none"))


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise DataError(phrase("there is a number in the description that is too large"))
    return number


@functools.cache
def declared(kind: type) -> dict[str, Any]:
    """Return what each field of a dataclass holds, with the limits in its annotation."""
    hints = typing.get_type_hints(kind, localns=_NAMES, include_extras=True)
    return {one.name: hints[one.name] for one in fields(kind)}


def from_json(kind: type[T], given: object, forms: Mapping[type, Form[Any]]) -> T:
    """Return the value of a dataclass that JSON types say.

    Raises
    ------
    DataError
        If they say anything else, with the place.
    """
    try:
        found: T = _Reader(forms).read(kind, given, "")
    except RecursionError:
        raise DataError(phrase("values stand within values without end")) from None
    return found


class _Reader:
    """Reads values by their declarations."""

    def __init__(self, forms: Mapping[type, Form[Any]]) -> None:
        self._forms = forms

    def read(self, kind: Any, given: object, place: str, limit: Limit | None = None) -> Any:  # noqa: ANN401 - any type
        """Return the value of a type that JSON types say."""
        if get_origin(kind) is Annotated:
            inner, *limits = get_args(kind)
            return self.read(inner, given, place, limits[0])
        if get_origin(kind) in {Union, types.UnionType}:
            return self._one_of(get_args(kind), given, place, limit)
        if kind in self._forms:
            return self._formed(self._forms[kind], given, place)
        if is_dataclass(kind):
            return self._fields(typing.cast("type", kind), given, place)
        return self._simple(kind, given, place, limit)

    def _simple(self, kind: Any, given: object, place: str, limit: Limit | None) -> Any:  # noqa: ANN401 - any type
        if kind == Json:
            return self._opaque(given, place)
        if get_origin(kind) is Literal:
            return _known(get_args(kind), given, place)
        if get_origin(kind) is tuple:
            return self._listed(get_args(kind)[0], given, place, limit)
        if get_origin(kind) is Mapping:
            return self._mapped(get_args(kind), given, place, limit)
        if issubclass(kind, Enum):
            by_word = {_word(one): one for one in kind}
            return by_word[_known(list(by_word), given, place)]
        return _plain(kind, given, place, limit or Limit())

    def _one_of(
        self, kinds: tuple[Any, ...], given: object, place: str, limit: Limit | None
    ) -> Any:  # noqa: ANN401 - any of the types
        if given is None and types.NoneType in kinds:
            return None
        others = [one for one in kinds if one is not types.NoneType]
        if others == [int, float]:  # each as it is
            others = [float if isinstance(given, float) else int]
        return self.read(others[0], given, place, limit)

    def _formed(self, form: Form[T], given: object, place: str) -> T:
        try:
            found = form.from_json(given)
        except DataError as error:
            message = phrase("{place}: {what}", place=_named(place), what=error.message)
            raise DataError(message, hint=error.hint) from None
        except ValueError as error:
            message = phrase("{place}: {what}", place=_named(place), what=sentence_of(error))
            raise DataError(message) from None
        if form.to_json(found) != given:  # such as with a key that nobody knows
            _refuse(place, phrase("as this program writes it"))
        return found

    def _opaque(self, given: object, place: str) -> Json:
        if not isinstance(given, dict):
            _refuse(place, phrase("an object"))
        level: list[Any] = [given]
        for _ in range(_DEEPEST):
            inner = [one for one in level if isinstance(one, dict | list)]
            level = [
                part for one in inner for part in (one.values() if isinstance(one, dict) else one)
            ]
            if not level:
                return given
        return _refuse(place, phrase("less deep"))

    def _listed(self, kind: Any, given: object, place: str, limit: Limit | None) -> tuple[Any, ...]:  # noqa: ANN401 - any type
        most = (limit.most if limit else None) or _MOST
        if not isinstance(given, list):
            _refuse(place, phrase("a list"))
        if len(given) > most:
            _refuse(place, phrase("at most {n} entries long", n=grouped(most)))
        return tuple(self.read(kind, one, f"{place}[{at}]") for at, one in enumerate(given))

    def _mapped(
        self, kinds: tuple[Any, ...], given: object, place: str, limit: Limit | None
    ) -> dict[Any, Any]:
        key, kind = kinds
        most = (limit.most if limit else None) or _MOST
        if not isinstance(given, dict):
            _refuse(place, phrase("an object"))
        if len(given) > most:
            _refuse(place, phrase("at most {n} entries long", n=grouped(most)))
        return {
            self.read(key, name, f"{place}: its keys"): self.read(kind, one, f"{place}.{name}")
            for name, one in given.items()
        }

    def _fields(self, kind: type[T], given: object, place: str) -> T:
        if not isinstance(given, dict):
            _refuse(place, phrase("an object"))
        hints, found = declared(typing.cast("Any", kind)), {}
        unknown = [name for name in given if name not in hints]
        if unknown:
            keys = ", ".join(hints)
            _refuse(
                place,
                phrase("without a key that no version knows; its keys are {keys}", keys=keys),
            )
        for one in fields(typing.cast("Any", kind)):
            name = f"{place}.{one.name}" if place else one.name
            if one.name in given:
                found[one.name] = self.read(hints[one.name], given[one.name], name)
            elif one.default is MISSING and one.default_factory is MISSING:
                raise DataError(phrase("{place} is missing", place=_named(name)))
        try:
            return kind(**found)
        except ValueError as error:  # in words of this program
            message = phrase("{place}: {what}", place=_named(place), what=sentence_of(error))
            raise DataError(message) from None


def _known(words: Sequence[str], given: object, place: str) -> str:
    """Return one of some words."""
    if not isinstance(given, str) or given not in words:
        _refuse(place, either(f'"{word}"' for word in words))
    return given


def _plain(kind: type, given: object, place: str, limit: Limit) -> Any:  # noqa: ANN401 - any plain type
    """Return a truth value, a number or a text, within its limits."""
    if kind is bool:
        if not isinstance(given, bool):
            _refuse(place, phrase("true or false"))
        return given
    if kind is str:
        return _text(given, place, limit)
    if kind not in {int, float}:
        message = f"there is no JSON for {kind}"
        raise TypeError(message)
    whole = kind is int
    if isinstance(given, bool) or not isinstance(given, int if whole else int | float):
        _refuse(place, phrase("a whole number" if whole else "a number"))
    if not limit.low <= given <= limit.high:
        _refuse(
            place,
            limit.words
            or phrase("from {low} to {high}", low=_end(limit.low), high=_end(limit.high)),
        )
    try:
        return given if whole else float(given)
    except OverflowError:
        return _refuse(place, phrase("a smaller number"))


def _end(number: float) -> str:
    return grouped(int(number)) if math.isfinite(number) else phrase("any number")


def _text(given: object, place: str, limit: Limit) -> str:
    if not isinstance(given, str):
        _refuse(place, phrase("a text"))
    most = _LONGEST if limit.most is None else limit.most
    if len(given) > most:
        _refuse(place, phrase("at most {n} letters long", n=grouped(most)))
    if any("\ud800" <= letter <= "\udfff" for letter in given) and limit.test is None:
        _refuse(place, phrase("a text without halves of characters"))
    fits = not limit.pattern or re.fullmatch(limit.pattern, given) is not None
    if not fits or (limit.test is not None and not limit.test(given)):
        _refuse(place, limit.words)
    return given


def _named(place: str) -> str:
    return f"'{place}'" if place else phrase("the description")


def _refuse(place: str, expected: str) -> NoReturn:
    raise DataError(phrase("{place} must be {expected}", place=_named(place), expected=expected))
