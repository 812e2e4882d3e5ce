"""What the options of the command line take: each checked, and refused in words."""

from __future__ import annotations

import argparse
import codecs
import csv
import math
import re
from dataclasses import fields
from pathlib import Path

from evalgui.cli.telling import plainly
from evalgui.core.bootstrap.sizes import FEWEST_REPLICATES, MOST_REPLICATES
from evalgui.core.errors import sentence_of
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.languages import tr
from evalgui.core.metrics import Parameters, metric_called
from evalgui.core.registry import UnknownIdError
from evalgui.core.thresholds import may_be_threshold
from evalgui.io.meaning import DELIMITER_WORDS, ENCODINGS, MOST_BY_HAND, SetAside, may_separate

_LONGEST_SEED = 30
_ROWS = re.compile(r"\s*([1-9][0-9]{0,14})(?:-([1-9][0-9]{0,14}))?\s*")


def encoding(text: str) -> str:
    """Return an encoding by any name that it goes by, such as ``cp1252`` or ``windows-1252``."""
    known = {codecs.lookup(name).name: name for name in ENCODINGS}
    try:
        return known[codecs.lookup(text).name]
    except (LookupError, ValueError):
        message = tr(
            "{text} is no encoding that a file can have; there are {known}",
            text=text,
            known=", ".join(ENCODINGS),
        )
        raise argparse.ArgumentTypeError(message) from None


def delimiter(text: str) -> str:
    """Return what separates cells, as a word or as it is."""
    found = DELIMITER_WORDS.get(text, text)
    if not may_separate(found):
        words = ", ".join(DELIMITER_WORDS)
        message = tr(
            "{text} is nothing that separates cells; there are {known}, or one character",
            text=text,
            known=words,
        )
        raise argparse.ArgumentTypeError(message)
    return found


def size(text: str) -> tuple[int, int]:
    """Return width and height, such as ``1280x720``."""
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        message = tr("{text} is no size such as 1280x720", text=text)
        raise argparse.ArgumentTypeError(message)
    return int(width), int(height)


def positive(text: str) -> int:
    """Return a whole number from 1."""
    if not (text.isascii() and text.isdigit() and int(text)):
        message = tr("{text} is no whole number from 1", text=text)
        raise argparse.ArgumentTypeError(message)
    return int(text)


def count(text: str) -> int:
    """Return a whole number from 0."""
    if not (text.isascii() and text.isdigit()):
        message = tr("{text} is no whole number from 0", text=text)
        raise argparse.ArgumentTypeError(message)
    return int(text)


def number(text: str) -> float:
    """Return a finite number."""
    try:
        value = math.nan if "_" in text else float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        message = tr("{text} is no number such as 0.9", text=text)
        raise argparse.ArgumentTypeError(message)
    return value


def replicates(text: str) -> int:
    """Return a number of replicates that is large enough for limits."""
    found = positive(text)
    if found < FEWEST_REPLICATES:
        message = tr(
            "too few replicates for limits: {text} of at least {fewest}",
            text=text,
            fewest=FEWEST_REPLICATES,
        )
        raise argparse.ArgumentTypeError(message)
    if found > MOST_REPLICATES:
        message = tr(
            "{text} replicates are too many: at most {most}",
            text=text,
            most=MOST_REPLICATES,
        )
        raise argparse.ArgumentTypeError(message)
    return found


def seed(text: str) -> int:
    """Return a whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_SEED):
        message = tr("{text} is no whole number from 0", text=text)
        raise argparse.ArgumentTypeError(message)
    return int(text)


def measures(text: str) -> tuple[str, ...]:
    """Return the ids of measures of two classes, such as ``TPR,PPV``, by any of their names."""
    found = tuple(dict.fromkeys(filter(None, (one.strip() for one in text.split(",")))))
    if not found:
        message = tr("{text} names no measure", text=text)
        raise argparse.ArgumentTypeError(message)
    return tuple(dict.fromkeys(map(measure, found)))


def measure(name: str) -> str:
    """Return the id of the measure of two classes that goes by a name."""
    try:
        return metric_called(name).id
    except UnknownIdError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None


def level(text: str) -> float:
    """Return a confidence, from 0.8 to 0.999."""
    try:
        return IntervalSettings(level=float(text)).level
    except ValueError:
        message = tr("{text} is no confidence from 0.8 to 0.999, such as 0.95 for 95 %", text=text)
        raise argparse.ArgumentTypeError(message) from None


def table_file(text: str) -> Path:
    """Return a file that a table can be written to, such as ``t.csv``."""
    from evalgui.io.writers.tables import FORMATS, format_of  # with Arrow

    path = Path(text)
    if format_of(path.suffix) is None:
        message = tr(
            "{text} does not end in {endings}",
            text=text,
            endings=", ".join(one.suffix for one in FORMATS),
        )
        raise argparse.ArgumentTypeError(message)
    return path


def pair(text: str) -> tuple[str, str]:
    """Return a class and a column, such as ``cat=p_cat``."""
    name, _, column = text.partition("=")
    if not (name and column):
        message = tr("{text} is no class and column such as cat=p_cat", text=text)
        raise argparse.ArgumentTypeError(message)
    return name, column


def parameter(text: str) -> tuple[str, float]:
    """Return a number in the formulas and its name."""
    name, _, number = text.partition("=")
    known = [field.name for field in fields(Parameters)]
    if name not in known:
        message = tr("{name} is no parameter; there are {known}", name=name, known=", ".join(known))
        raise argparse.ArgumentTypeError(message)
    try:
        Parameters(**{name: float(number)})
    except ValueError as error:
        own = (
            plainly(sentence_of(error))
            if number and "must be" in str(error)
            else tr("{number} is no number", number=number)
        )
        raise argparse.ArgumentTypeError(own) from None
    return name, float(number)


def names(text: str) -> tuple[str, ...]:
    """Return a list of classes, such as ``low,middle,high``."""
    found = tuple(name.strip() for name in next(csv.reader([text], skipinitialspace=True), []))
    if not all(found) or not found:
        message = tr("{text} is no list of classes such as low,middle,high", text=text)
        raise argparse.ArgumentTypeError(message)
    if len(set(found)) < len(found):
        message = tr("{text} names a class twice", text=text)
        raise argparse.ArgumentTypeError(message)
    return found


def rows_and_reason(text: str) -> SetAside:
    """Return rows to set aside and the reason, such as ``4,10-12=consent withdrawn``."""
    numbers, _, reason = text.partition("=")
    rows: set[int] = set()
    for part in numbers.split(","):
        found = _ROWS.fullmatch(part)
        if found is None or not reason.strip():
            message = tr("{text} is not like 4,10-12=consent withdrawn", text=text)
            raise argparse.ArgumentTypeError(message)
        first, last = int(found[1]), int(found[2] or found[1])
        if last - first >= MOST_BY_HAND:
            message = tr(
                "more than {n} rows cannot be set aside by hand; use --subset",
                n=MOST_BY_HAND,
            )
            raise argparse.ArgumentTypeError(message)
        rows.update(range(first, last + 1))
    return SetAside(tuple(sorted(rows)), reason)


def threshold(text: str) -> str:
    """Return the words of a threshold, which are read when its score is known."""
    if not may_be_threshold(text):
        message = tr("{text} is no number", text=text)
        raise argparse.ArgumentTypeError(message)
    return text
