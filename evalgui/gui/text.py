"""How numbers and names become text in the window; `evalgui.core.digits` chooses the digits.

On screen numbers follow the language that is spoken, or that whose numbers were asked for, and
the user's wish for decimals and for per cent or fractions; exports have a point and every digit.
Text that comes from data is never read as rich text.
"""

from __future__ import annotations

import html
import math
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING, SupportsIndex

from evalgui.core import digits
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import spoken, tr, written
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.results import ticks
from evalgui.results.ticks import Numerals

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from evalgui.core.dataset import Score
    from evalgui.core.words import InAnyWords, Words

UNDEFINED = "\N{EN DASH}"
INFINITE = "\N{INFINITY}"
MINUS = ticks.MINUS

_LONGEST = 1_000
_TIP, _CUT = 100, "\N{HORIZONTAL ELLIPSIS}"  # letters of a line of a tip, and the end of one cut
_UNWRAPPED = "<span style='white-space:nowrap'>"  # Qt has narrow tips of more lines


class Shares(StrEnum):
    """How proportions are written."""

    USUAL = "usual"
    """Measures as fractions, axes, read-outs and the matrix in per cent."""
    PERCENT = "percent"
    FRACTION = "fraction"


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a user wants numbers: how proportions are written, and the fewest decimals.

    None for as many as the field needs that is spoken of: rates of comparisons are small.
    """

    shares: Shares = Shares.USUAL
    decimals: int | None = None


_OF_COMPARISONS = digits.DECIMALS + 1
_wanted = [Numbers()]
AT_FIRST = words_in(Vocabulary.MACHINE_LEARNING)
"""The words of the window before a field is chosen."""

_field = [Vocabulary.MACHINE_LEARNING]
_least, _of_field = [digits.DECIMALS], [digits.DECIMALS]


def use(numbers: Numbers) -> None:
    """Write numbers so from now on; what is shown has to be written anew."""
    _wanted[0] = numbers
    _least[0] = numbers.decimals or _of_field[0]


def in_use() -> Numbers:
    """Return how numbers are written."""
    return _wanted[0]


def speak_of(vocabulary: Vocabulary) -> None:
    """Write numbers with the decimals of a field, unless others are wanted."""
    _field[0] = vocabulary
    _of_field[0] = _OF_COMPARISONS if vocabulary.is_biometric else digits.DECIMALS
    _least[0] = _wanted[0].decimals or _of_field[0]


def said(text: str | InAnyWords) -> str:
    """Return a text of the core in the words of the field, and the language, in use."""
    return words_in(_field[0]).said(text)


def within(name: str) -> str:
    """Return a name as it stands within a sentence of the language in use."""
    return words_in(_field[0]).within(name)


def sized(n_bytes: int) -> str:
    """Return a number of bytes in words, as `evalgui.core.digits.sized` does."""
    found = digits.sized(n_bytes)
    number, _, unit = found.rpartition(" ")
    return tr("{n} bytes", n=number) if unit == "bytes" else found


def both(parts: Sequence[str]) -> str:
    """Return things one after the other: "a, b and c"."""
    *some, last = parts
    return tr("{some} and {last}", some=", ".join(some), last=last) if some else last


def either(parts: Iterable[str]) -> str:
    """Return things of which one holds: "a or b"."""
    return tr(" or ").join(parts)


def why(error: Exception) -> str:
    """Return what an error says in them."""
    return said(error if isinstance(error, EvalguiError) else error.args[0])


def decimals() -> int:
    """Return how many decimals measures have at the least."""
    return _least[0]


def plain(text: str) -> str:
    """Return text that a tool-tip or a plot label shows as it stands; of none no empty box."""
    if not text:
        return ""
    escaped = html.escape(text).replace("\n", "<br>")
    return f"<span>{escaped}</span>"


def tip(words: str) -> str:
    """Return words as a tool-tip shows them: two lines of them at most, each of which is read.

    What has more to say says it where "What's This?" asks for it.
    """
    lines = [line for line in words.splitlines() if line.strip()]
    if len(lines) == 1:
        lines = wrap(lines[0], _TIP)
        if len(lines) > 2:
            lines[1] += " " * _TIP  # which is cut
    cut = (
        line if len(line) <= _TIP else f"{line[: _TIP - 1].rstrip()}{_CUT}" for line in lines[:2]
    )
    return plain("\n".join(cut)).replace("<span>", _UNWRAPPED, 1)


def whole(words: str) -> str:
    """Return words as What's This? shows them: as they stand, and without markup where it can."""
    return plain(words) if "<" in words or "&" in words else words


def elided(text: str, length: int = 40) -> str:
    """Return a long name with its middle left out, on one line."""
    if len(text) > _LONGEST:  # its ends are all that can be seen
        text = text[:_LONGEST] + text[-_LONGEST:]
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    half = (length - 1) // 2
    return f"{line[:half]}\N{HORIZONTAL ELLIPSIS}{line[-half:]}"


def with_key(label: str, in_use: str) -> str:
    """Return a label with the key that reaches it: its first letter that is not in use."""
    for place, letter in enumerate(label):
        if letter.isalpha() and letter.casefold() not in in_use:
            return f"{label[:place]}&{label[place:]}"
    return label


def decimal_sign() -> str:
    """Return the decimal sign that numbers have."""
    return spoken().conventions.decimal


def localised(number: str) -> str:
    """Return a number that was written with a point, as it is shown."""
    return written(number).replace("-", MINUS)


def with_point(words: str) -> str:
    """Return words of ours, with no name of the user's in them, with a point in every number."""
    sign = decimal_sign()
    return words if sign == "." else re.sub(rf"(?<=[0-9]){re.escape(sign)}(?=[0-9])", ".", words)


def for_programs(words: str) -> str:
    """Return words of ours with numbers as other programs read them: a point, no thin spaces."""
    return with_point(words.replace(digits.SPACE, "").replace(MINUS, "-"))


def false_alarms(words: Words) -> str:
    """Return what a field calls those that are called wrongly, as people do where it says less."""
    return words.known["alarms"] if words.vocabulary.is_biometric else tr("false alarms")


def count(number: SupportsIndex | float) -> str:
    """Return a whole number with thin spaces between its thousands, or a sum of weights."""
    return localised(digits.grouped(number))


def change(number: float) -> str:
    """Return by how much a count changes, always with its sign."""
    return f"{'+' if number > 0 else MINUS if number < 0 else ''}{count(abs(number))}"


def fraction(counts: tuple[SupportsIndex | float, SupportsIndex | float]) -> str:
    """Return the two counts of a proportion: x/n."""
    x, n = counts
    return f"{count(x)}/{count(n)}"


def measure(value: float, kind: digits.Written = digits.Written.ROUNDED) -> str:
    """Return the value of a measure at a sensible precision; a dash where it is undefined."""
    if not math.isfinite(value):
        return _endless(value)
    return localised(digits.rounded(value, kind, least=_least[0]))


def rate(value: float, limits: Collection[float] = ()) -> str:
    """Return a measure that is a proportion: as `measure` writes it, unless per cent are wanted.

    It has as many digits as it takes to stay on its side of some limits.
    """
    usual = _wanted[0]
    if not limits or not math.isfinite(value):
        return percent(value) if usual.shares is Shares.PERCENT else measure(value)
    least = digits.least_beside(value, limits, _least[0])
    if usual.shares is Shares.PERCENT:
        return localised(f"{digits.percentage(value, least)}{digits.SPACE}%")
    return localised(digits.rounded(value, least=least))


def step(value: float, decimals: int) -> str:
    """Return a number of a calculation with more decimals than `measure` gives."""
    return localised(digits.rounded(value, decimals=decimals))


def ratio(value: float) -> str:
    """Return how many there are for each one of something else: 3.3, 12, 250."""
    return localised(digits.ratio(value))


def percent(value: float) -> str:
    """Return a proportion in per cent, as precise as `measure`; a dash where it is undefined.

    Where fractions are wanted, it is one.
    """
    if _wanted[0].shares is Shares.FRACTION:
        return measure(value)
    least = _least[0]
    if math.isnan(value):
        return UNDEFINED
    number = digits.percentage(value, least) if math.isfinite(value) else _endless(value)
    return localised(f"{number}{digits.SPACE}%")


def exact_percent(share: float) -> str:
    """Return a proportion in per cent with every digit that it has, such as 5 % or 0.25 %."""
    return localised(digits.percent_of(share))


def interval(lower: float, upper: float, kind: digits.Written = digits.Written.ROUNDED) -> str:
    """Return two limits as `measure` gives them, a dash between; one dash where undefined."""
    if math.isnan(lower) or math.isnan(upper):
        return UNDEFINED
    return _between(measure(lower, kind), measure(upper, kind))


def percent_interval(lower: float, upper: float) -> str:
    """Return two limits of a proportion in per cent, with one sign; as of `interval`."""
    if math.isnan(lower) or math.isnan(upper):
        return UNDEFINED
    return _between(percent(lower).removesuffix(f"{digits.SPACE}%"), percent(upper))


def rate_interval(lower: float, upper: float) -> str:
    """Return two limits of a proportion as `rate` writes it; as of `interval`."""
    per_cent = _wanted[0].shares is Shares.PERCENT
    return percent_interval(lower, upper) if per_cent else interval(lower, upper)


def level(confidence: float) -> str:
    """Return a level of confidence in per cent, with as few digits as it has: 95 %, 99.9 %."""
    return localised(f"{digits.score(confidence * 100)}{digits.SPACE}%")


def _between(lower: str, upper: str) -> str:
    """Return two limits with a dash between them, or a word where a minus would run into it."""
    if lower.startswith(MINUS) or upper.startswith(MINUS):
        return tr("{low} to {high}", low=lower, high=upper)
    return in_order(f"{lower}\N{EN DASH}{upper}")


def in_order(numbers: str) -> str:
    """Return numbers with signs between them that read from left to right in every language."""
    if spoken().is_right_to_left:
        return f"\N{LEFT-TO-RIGHT ISOLATE}{numbers}\N{POP DIRECTIONAL ISOLATE}"
    return numbers


def threshold(value: float, score: Score | None = None) -> str:
    """Return a threshold with every digit it has: the shortest text that is exactly it.

    Given the score, it is in the units of the file, and NaN calls nothing positive.
    """
    if math.isnan(value) and score is not None:
        return f"> {INFINITE}" if score.higher_is_positive else f"< {MINUS}{INFINITE}"
    if not math.isfinite(value):
        return _endless(value)
    number = in_units(value, score)
    return localised(str(number) if isinstance(number, int) else digits.exact(number))


def short_threshold(value: float, score: Score | None = None, n_digits: int = 6) -> str:
    """Return a threshold at the precision of a label; as of `threshold`."""
    if not math.isfinite(value):
        return threshold(value, score)
    return numerals().score(value, score, n_digits)


def numerals() -> Numerals:
    """Return how numbers on axes are written."""
    return _numerals(_wanted[0].shares is Shares.FRACTION)


_numerals = cache(Numerals)  # asked for with each number of a drag


def percent_tick(share: float, step: float) -> str:
    """Return a proportion in per cent, or a fraction where these are wanted, to such a step."""
    return numerals().share(share, step)


def _endless(value: float) -> str:
    if math.isnan(value):
        return UNDEFINED
    return INFINITE if value > 0 else MINUS + INFINITE


def read_number(text: str) -> float | None:
    """Read a number as it stands in a cell; None where it is not one.

    A point is always the decimal sign, and so is the locale's; there are no signs between
    thousands, so that "0.500" can never become 500.
    """
    cleaned = text.strip().replace(MINUS, "-").replace(INFINITE, "inf")
    sign = decimal_sign()
    if sign != "." and "." not in cleaned:
        cleaned = cleaned.replace(sign, ".", 1)
    if "_" in cleaned:
        return None
    try:
        value = float(cleaned)
    except ValueError:
        return None
    return None if math.isnan(value) else value


def as_number(shown: str) -> float:
    """Return the number that a text of this module stands for."""
    known = {UNDEFINED: "nan", MINUS: "-", digits.SPACE: "", decimal_sign(): ".", INFINITE: "inf"}
    for sign, plain_sign in known.items():
        shown = shown.replace(sign, plain_sign)
    return float(shown)


def last_digit(shown: str) -> float:
    """Return what one more in the last digit of a text of this module is worth."""
    number, _, exponent = shown.replace(MINUS, "-").partition("e")
    decimals = len(number.partition(decimal_sign())[2])
    if not (decimals or exponent):
        decimals = 1  # of large numbers, only whole ones are without a decimal
    return float(10.0 ** (int(exponent or 0) - decimals))
