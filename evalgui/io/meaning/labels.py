"""Texts to classes: which spellings are one class, and which class is the positive one.

Nothing is merged in silence: every merge is a finding.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import both, joined, phrase
from evalgui.io.meaning.class_words import positive_of, sign_of_formats, sign_of_patients
from evalgui.io.meaning.evidence.words import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_PLAIN_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?")
_DOUBLE = re.compile(r"[+-]?[0-9]\.[0-9]{6,}[eE][+-][0-9]{2}")
_LONGEST_DOUBLE = 40  # characters
_ZEROS = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,8}),0{1,2}")
_HYPHEN = re.compile(r"(?<=[a-z])[-_ ](?=[a-z])")  # non-target, bona fide
_LONGEST_NUMBER = 1_000
_SHOWN = 5


def visible(text: str) -> str:
    r"""Return a text without blanks around it and without characters that show nothing.

    A letter and its accent are one character, however they are written.

    Examples
    --------
    >>> visible(" po\u200bs\u00a0")
    'pos'
    """
    if text.isascii():
        return text.strip()
    composed = unicodedata.normalize("NFC", text)
    return "".join(mark for mark in composed if unicodedata.category(mark) != "Cf").strip()


def sign_of_class(name: str) -> bool | None:
    """Return whether a class is positive by its own word, or negative; None where that is open.

    Examples
    --------
    >>> sign_of_class("malignant"), sign_of_class("impostor"), sign_of_class("cat")
    (True, False, None)
    """
    sign = sign_of_formats(name)
    return sign_of_patients(name) if sign is None else sign


def is_missing(text: str) -> bool:
    """Return whether a label is missing: nothing in the cell that one could see.

    The words NA, None and nan are labels: a country, a grade of severity.
    """
    return not visible(text)


def number_key(text: str) -> str:
    """Return one text for all spellings of a number, and any other text as it is.

    Identifiers with leading zeros and powers of ten are no numbers here, unless they are written
    as programs write doubles: "1.000000e+00". A comma before a zero or two is a decimal one.

    Examples
    --------
    >>> [number_key(text) for text in ("1", "1.0", "+1", "007", "1E5", "0.50")]
    ['1', '1', '1', '007', '1E5', '0.5']
    >>> number_key("1.000000000000000000e+00"), number_key("1,0"), number_key("1,000")
    ('1', '1', '1,000')
    """
    if len(text) <= _LONGEST_DOUBLE and _DOUBLE.fullmatch(text):
        exact = Decimal(text)
        text = str(int(exact)) if exact == int(exact) else text
    elif text[-2:] in {",0", "00"} and _ZEROS.fullmatch(text):
        text = text.replace(",", ".")
    if not _is_plain_number(text):
        return text
    whole, _, fraction = text.lstrip("+").partition(".")
    fraction = fraction.rstrip("0")
    number = f"{whole}.{fraction}" if fraction else whole
    return "0" if number == "-0" else number


def _is_plain_number(text: str) -> bool:
    return len(text) <= _LONGEST_NUMBER and _PLAIN_NUMBER.fullmatch(text) is not None


def label_key(text: str) -> str:
    """Return one text for all spellings of a label that differ in nothing one could see.

    Examples
    --------
    >>> label_key(" 1.0"), label_key("cat ")
    ('1', 'cat')
    """
    return number_key(visible(text))


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of a column of labels.

    Parameters
    ----------
    names
        One spelling for each class, the commonest, in a stable order: numbers by value,
        then texts by the alphabet. It does not depend on the order of the rows.
    of_text
        For each text of the column, the index of its class in `names`; -1 where it is
        missing.
    counts
        How many rows each class has.
    findings
        Which spellings were merged, and which look suspicious.
    """

    names: tuple[str, ...]
    of_text: Mapping[str, int]
    counts: tuple[int, ...]
    findings: tuple[Finding, ...]

    def find(self, text: str) -> int | None:
        """Return the class that a text names, in any of its spellings; None if none does."""
        if text in self.of_text:
            index = self.of_text[text]
            return index if index >= 0 else None
        for fold in _FOLDS:
            found = {index for other, index in self.of_text.items() if fold(other) == fold(text)}
            found.discard(-1)
            if len(found) == 1:
                return found.pop()
        return None

    def positive(self) -> int | None:
        """Return the class that is positive by the meaning of the words; None if unclear.

        With two classes, one word must mean positive and the other negative, or not the same.
        With more, one word alone must mean positive, and all others negative.
        """
        words = [_HYPHEN.sub("", _fold_case(name)) for name in self.names]
        place = positive_of(words)
        return None if place < 0 else place


def _fold_case(text: str) -> str:
    return number_key(visible(text).casefold())


def _fold_meaning(text: str) -> str:
    word = _fold_case(text)
    if word in words_of("formats_positive", "general"):
        return "1"
    return "0" if word in words_of("formats_negative", "general") else word


_FOLDS: tuple[Callable[[str], str], ...] = (label_key, _fold_case, _fold_meaning)


def classes_of(
    counts: Mapping[str, int], missing: Iterable[str] = (), own: Mapping[str, int] | None = None
) -> Classes:
    """Return the classes that these labels make, merging what is the same but for spelling.

    Spellings are one class when they differ in blanks, in characters that show nothing or in
    the form of a number (" 1", "1.0"). They are one class, too, when they differ in case
    only, or in which of the words 1 / true / yes / positive they use, as long as two classes
    remain.

    Parameters
    ----------
    counts
        How often each text occurs; texts with a count of 0 are left out.
    missing
        Texts that the user declared to be missing, in any case and form of a number.
    own
        How often each text occurs in the truth, whose spellings name the classes; None for all.

    Examples
    --------
    >>> classes = classes_of({"1": 5, " 1": 1, "1.0": 2, "0": 3, "": 4})
    >>> classes.names, classes.counts
    (('0', '1'), (3, 8))
    >>> classes_of({"TRUE": 3, "true": 1, "1": 1, "0": 2}).names
    ('0', 'TRUE')
    """
    declared = {_fold_case(text) for text in missing}
    present = {
        text: count
        for text, count in counts.items()
        if count and not is_missing(text) and _fold_case(text) not in declared
    }
    fold = _choose_fold(present)
    spellings: dict[str, list[str]] = {}
    for text in present:
        spellings.setdefault(fold(text), []).append(text)
    keys = sorted(spellings, key=_sort_key)
    of_text = dict.fromkeys(counts, -1)
    for index, key in enumerate(keys):
        of_text.update(dict.fromkeys(spellings[key], index))
    variants = [sorted(spellings[key]) for key in keys]
    names = tuple(_commonest(_told_in(texts, own), present) for texts in variants)
    return Classes(
        names=names,
        of_text=of_text,
        counts=tuple(sum(present[text] for text in texts) for texts in variants),
        findings=(*_variant_findings(names, variants, present), *_word_findings(names, present)),
    )


def are_more_than(n_classes: int, texts: Iterable[str]) -> bool:
    """Return whether labels are sure to make more classes; False where they have to be counted.

    Each way to compare them tells apart what the most generous one does. Of a column of measured
    numbers, the first few cells say it.

    Examples
    --------
    >>> are_more_than(2, ["0", "1", "1.0", "yes"]), are_more_than(2, ["0", "1", "1.5"])
    (False, True)
    """
    found: set[str] = set()
    for text in texts:
        if not is_missing(text):
            found.add(_fold_meaning(text))
            if len(found) > n_classes:
                return True
    return False


def told_by_words(
    own: Mapping[str, int], others: Mapping[str, int], missing: Iterable[str] = ()
) -> Classes | None:
    """Return the two classes of some labels, and which of them two other labels mean.

    A test is "positive" or "negative" where the patient is "diseased" or "healthy".

    Parameters
    ----------
    own, others
        How often each text occurs in the truth, and in the predictions.
    missing
        Texts that mean that there is no label.

    Returns
    -------
    Classes or None
        None where both have the same classes, or one side has not two of which the words tell
        the positive one. One class may be called the same: "abnormal" beside "normal" is
        "cancer" where that stands beside "normal".

    Examples
    --------
    >>> found = told_by_words({"diseased": 5, "healthy": 9}, {"positive": 6, "negative": 8})
    >>> found.names, found.of_text["positive"]
    (('diseased', 'healthy'), 0)
    """
    missing = tuple(missing)
    truth, calls = classes_of(own, missing), classes_of(others, missing)
    places = truth.positive(), calls.positive()
    if len(truth.names) != 2 or len(calls.names) != 2 or None in places:
        return None
    own_words, call_words = ([_fold_meaning(n) for n in one.names] for one in (truth, calls))
    is_turned = places[0] != places[1]
    shared = {*own_words} & {*call_words}
    if len(shared) > 1 or any(
        (own_words.index(one) == call_words.index(one)) is is_turned for one in shared
    ):
        return None
    of_text = {
        text: place if place < 0 else abs(place - is_turned)
        for text, place in calls.of_text.items()
    }
    meant = [show_hidden(truth.names[of_text[name]]) for name in calls.names]
    shown = listed([show_hidden(name) for name in calls.names])
    text = phrase(
        "the predicted classes {names} are taken for {own}", names=shown, own=listed(meant)
    )
    finding = Finding("label_variants", text, sum(calls.counts))
    findings = (*truth.findings, *calls.findings, finding)
    return Classes(truth.names, {**of_text, **truth.of_text}, truth.counts, findings)


def _choose_fold(texts: Iterable[str]) -> Callable[[str], str]:
    """Return the most generous way to compare labels that leaves at least two classes."""
    distinct = list(texts)
    plain = {label_key(text) for text in distinct}
    best = _FOLDS[0]
    for fold in _FOLDS[1:]:
        n_classes = len({fold(text) for text in distinct})
        if 2 <= n_classes < len(plain):  # two classes make a comparison
            best = fold
    return best


def _sort_key(key: str) -> tuple[int, Decimal, str]:
    if _is_plain_number(key):
        return 0, Decimal(key), key
    return 1, Decimal(0), key


def _told_in(texts: Sequence[str], own: Mapping[str, int] | None) -> Sequence[str]:
    """Return those of some spellings that the truth has; all where it has none of them."""
    return [text for text in texts if own and own.get(text)] or texts


def _commonest(texts: Iterable[str], counts: Mapping[str, int]) -> str:
    """Return the commonest of some spellings, without blanks around it."""
    stripped: Counter[str] = Counter()
    for text in texts:
        stripped[text.strip()] += counts[text]
    return min(stripped, key=lambda text: (-stripped[text], len(text), text))


def _variant_findings(
    names: Sequence[str], variants: Sequence[Sequence[str]], counts: Mapping[str, int]
) -> Iterable[Finding]:
    """Yield a finding for each class that has several spellings."""
    for name, spellings in zip(names, variants, strict=True):
        if len(spellings) > 1:
            by_count = sorted(spellings, key=lambda text: (-counts[text], text != name, text))
            shown = _enumerated(
                [
                    phrase("{name} ({n})", name=quoted(show_hidden(text)), n=grouped(counts[text]))
                    for text in by_count[:_SHOWN]
                ],
                len(by_count),
            )
            n_rows = sum(counts[text] for text in spellings if text != name)
            text = phrase(
                "{spellings} are taken for one class, {name}",
                spellings=shown,
                name=quoted(show_hidden(name)),
            )
            yield Finding("label_variants", text, n_rows)


def _word_findings(names: Sequence[str], present: Mapping[str, int]) -> Iterable[Finding]:
    """Yield a finding for names with hidden characters, and for names that mean nothing."""
    for name in names:
        if show_hidden(name) != name:
            text = phrase(
                "the class {name} has characters that do not show", name=quoted(show_hidden(name))
            )
            yield Finding("control_chars", text, present.get(name))
        if name.casefold() in words_of("na_like"):
            text = phrase(
                "{name} is read as the name of a class, not as a missing label", name=quoted(name)
            )
            yield Finding("na_like_label", text, present.get(name), Level.INFO)


def show_hidden(text: str) -> str:
    r"""Return a text with every character that shows nothing written as its number.

    Examples
    --------
    >>> show_hidden("pos\u200b")
    'pos<U+200B>'
    """
    if text.isprintable():
        return text
    return "".join(f"<U+{ord(mark):04X}>" if _is_hidden(mark) else mark for mark in text)


def _is_hidden(mark: str) -> bool:
    category = unicodedata.category(mark)
    return category in {"Cf", "Cc", "Zl", "Zp", "Co", "Cn"} or (category == "Zs" and mark != " ")


def quoted(text: str, width: int = 40) -> str:
    """Return a text in quotes, shortened in the middle of a sentence where it is long."""
    short = text if len(text) <= width else f"{text[: width - 1]}…"
    return f"'{short}'"


def listed(texts: Sequence[str], n_all: int | None = None) -> str:
    """Return the first few texts in quotes, and how many more there are: given, or of the texts.

    Examples
    --------
    >>> listed(["a", "b"]), listed(list("abcdefgh"))
    ("'a' and 'b'", "'a', 'b', 'c', 'd', 'e' and 3 more")
    """
    shown = [quoted(text) for text in texts[:_SHOWN]]
    return _enumerated(shown, len(texts) if n_all is None else n_all)


def in_column(file: str, column: str) -> str:
    """Return where something is: in a column of a file, for an `EvalguiError`."""
    return phrase("{file}, column '{column}'", file=file, column=column)


def _enumerated(shown: Sequence[str], n_all: int) -> str:
    """Return the first few of so many as words."""
    if n_all > len(shown):
        n = grouped(n_all - len(shown))
        return phrase("{shown} and {n} more", shown=joined(", ", shown), n=n)
    *first, last = shown
    return both([joined(", ", first), last]) if first else last
