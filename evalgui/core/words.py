"""What the words of a field are, and how sentences and formulas are told in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from string import Formatter
from typing import TYPE_CHECKING, Protocol

from evalgui.core.declarations import DeclarationError
from evalgui.core.digits import POINTS, Numeral
from evalgui.core.languages import ENGLISH, Language, Word
from evalgui.core.phrases import Phrase, with_article, within

if TYPE_CHECKING:
    from collections.abc import Mapping


class Vocabulary(StrEnum):
    """The ways in which the field names the same things."""

    MACHINE_LEARNING = "machine-learning"
    CLINICAL = "clinical"
    BIOMETRICS = "biometrics"
    SPEAKER = "speaker"
    PAD = "pad"
    """Presentation attack detection: attacks are positive."""
    PAD_BONA_FIDE = "pad-bona-fide"
    """The same where bona fide presentations are positive."""

    @property
    def is_biometric(self) -> bool:
        """Whether it is of a field that compares people, whose errors are rare."""
        return self in {Vocabulary.BIOMETRICS, Vocabulary.SPEAKER} or self.is_of_attacks

    @property
    def is_of_attacks(self) -> bool:
        """Whether it is that of presentation attack detection."""
        return self in {Vocabulary.PAD, Vocabulary.PAD_BONA_FIDE}

    def fitting(self, *, attacks_are_positive: bool | None) -> Vocabulary:
        """Return the one of the same field that suits which class is positive, where it matters.

        Examples
        --------
        >>> Vocabulary.PAD.fitting(attacks_are_positive=False)
        <Vocabulary.PAD_BONA_FIDE: 'pad-bona-fide'>
        >>> Vocabulary.SPEAKER.fitting(attacks_are_positive=True)
        <Vocabulary.SPEAKER: 'speaker'>
        """
        if attacks_are_positive is None or not self.is_of_attacks:
            return self
        return Vocabulary.PAD if attacks_are_positive else Vocabulary.PAD_BONA_FIDE


class InAnyWords(Protocol):
    """What can be told in the words of any field."""

    def in_words(self, words: Words, /) -> str:
        """Return it in the words of a field."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one call.

    Parameters
    ----------
    short
        A mark for cells and formulas, such as ``"TP"``: letters that begin with a capital.
    long
        In words, such as ``"true positive"``.
    many
        Several of them, such as ``"true positives"``.
    plain
        What it is to those whom it is about, such as ``"found"``.
    """

    short: str
    long: str
    many: str
    plain: str


_OUTCOME_IDS = ("TP", "FN", "FP", "TN")
_OUTCOME_NAMES = ("true_positive", "false_negative", "false_positive", "true_negative")
_COMMON_TERMS = {
    **{name: name for name in ("TPR", "TNR", "FPR", "FNR", "BER")},
    "true_positive_rate": "true positive rate",
    "true_negative_rate": "true negative rate",
    "false_positive_rate": "false positive rate",
    "false_negative_rate": "false negative rate",
    "recall": "recall",
    "the_recalls": "the recalls",
    "precision": "precision",
    "prevalence": "prevalence",
    "never_called_positive": "never called positive",
    "found": "found",
    "one_found": "found",
    "alarms": "alarms",
    "alarm": "alarm",
    "rows": "rows",
    "called_positive": "positive",
    "called_negative": "negative",
    "positives": "positives",
    "negatives": "negatives",
    "positive_calls": "positive calls",
    "negative_calls": "negative calls",
    "predicted_class": "predicted class",
    "predicted_classes": "predicted classes",
    "the_actual_or_the_predicted_classes": "the actual or the predicted classes",
    "the_actual_one": "the actual one",
}


@dataclass(frozen=True, eq=False)
class Words:
    """All the words of one vocabulary.

    Parameters
    ----------
    vocabulary, title
        Which one, and its name in menus.
    positive, negative
        The two classes: an adjective of a row, and of a class.
    positives, negatives
        The rows of a class.
    called_positives, called_negatives
        The rows that are called so.
    calls
        The two calls, as heads of rows and columns.
    decision
        What a row is called at a threshold: "... when score >= threshold".
    truth, call
        What the sides of a confusion matrix are.
    truth_rows, call_rows
        The words before the name of a class in "Rows That Are Actual ...".
    call_head
        The head of a column of calls.
    outcomes
        What came of a call: TP, FN, FP, TN.
    equal_errors
        The name of the value where both error rates are the same.
    names
        Full names of measures by their ids, where a measure declares none for it.
    rates
        Short names of measures by their ids, where they are not the symbols.
    symbols
        What stands for a measure in formulas, by its id, where it is not the id.
    rules, reasons
        Names of the rules that choose a threshold, and what they do, by id, where they differ.
    terms
        Further words by their names in templates, where they are not the machine-learning ones.
    language
        That of the words, into which sentences are put.
    """

    vocabulary: Vocabulary
    title: str
    positive: str
    negative: str
    positives: str
    negatives: str
    called_positives: str
    called_negatives: str
    calls: tuple[str, str]
    decision: str
    truth: str
    call: str
    truth_rows: str
    call_rows: str
    call_head: str
    outcomes: tuple[Outcome, Outcome, Outcome, Outcome]
    equal_errors: str
    names: Mapping[str, str] = field(default_factory=dict)
    rates: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    language: Language = ENGLISH

    def in_language(self, language: Language) -> Words:
        """Return the words of the same field in a language, which has words of its own for them."""
        own = dict(language.fields.get(self.vocabulary, {}))
        terms = {**language.fields.get("common", {}), **own.pop("terms", {})}
        if "outcomes" in own:
            own["outcomes"] = tuple(Outcome(*one) for one in own["outcomes"])
        if "calls" in own:
            own["calls"] = tuple(own["calls"])
        for name in ("names", "rates", "symbols", "rules", "reasons"):
            own[name] = {**getattr(self, name), **own.get(name, {})}
        own["terms"] = {**self.terms, **{name: _word(word) for name, word in terms.items()}}
        return replace(self, **own, language=language)

    @property
    def shorts(self) -> tuple[str, str, str, str]:
        """The marks of the outcomes: TP, FN, FP, TN."""
        tp, fn, fp, tn = (outcome.short for outcome in self.outcomes)
        return tp, fn, fp, tn

    @property
    def totals(self) -> tuple[str, str, str, str, str]:
        """What the margins of a confusion matrix count: truth, then call, then all."""
        calls = self.called_positives, self.called_negatives
        return self.positives, self.negatives, *calls, self.language("rows")

    @property
    def axes(self) -> tuple[str, str]:
        """What the sides of a confusion matrix are: truth, then call."""
        return self.truth, self.call

    def rate(self, metric_id: str, symbol: str | InAnyWords = "") -> str:
        """Return the short name of a measure; its symbol, or its id, where it has no other."""
        return self.rates.get(metric_id) or self.said(symbol) or metric_id

    def rule_name(self, rule_id: str, name: str | InAnyWords) -> str:
        """Return the name of a rule, given that of the machine-learning vocabulary."""
        return self.rules.get(rule_id) or self.said(name)

    def rule_reason(self, rule_id: str, reason: str | InAnyWords) -> str:
        """Return what a rule does, given it in the machine-learning vocabulary."""
        return self.reasons.get(rule_id) or self.said(reason)

    def __call__(self, template: str, /, **values: object) -> str:
        """Fill a template with the words of this field.

        Parameters
        ----------
        template
            Text of ours with names of `known` words in braces; a capital letter begins a
            sentence: ``"{Recall} of {name}"``.
        values
            What else stands in braces, by name.

        Raises
        ------
        DeclarationError
            If a name in braces is neither a known word nor among the values.

        Examples
        --------
        >>> from evalgui.core.vocabulary import words_in
        >>> words_in(Vocabulary.BIOMETRICS)("{positive} above {negative}: {n}", n=3)
        'genuine above impostor: 3'
        """
        return self._filled(self.language(template), values)

    def counted(self, n: float, one: str, many: str, /, **values: object) -> str:
        """Fill one of two templates, by how many things a sentence tells of.

        Parameters
        ----------
        n
            How many.
        one, many
            The template for one thing, and that for any other number.
        values
            As of a call; the number, too, as it is to be written.

        Raises
        ------
        DeclarationError
            As of a call.
        """
        return self._filled(self.language.counted(n, one, many), values)

    def _filled(self, template: str, values: Mapping[str, object]) -> str:
        if "{" not in template and "}" not in template:  # names of measures in each frame of a drag
            return template
        told = {name: self._told(value) for name, value in values.items()}
        try:
            return _FILLED.vformat(template, (), {**self.known, **told})
        except KeyError as unknown:
            words = ", ".join(sorted(name for name in self.known if name.islower()))
            message = (
                f"the {self.vocabulary} vocabulary has no word '{unknown.args[0]}', of which"
                f" '{template}' makes use: write one of {words}, or give it a value"
            )
            raise DeclarationError(message) from None

    def said(self, text: str | InAnyWords) -> str:
        """Return a text in the words of this field.

        Parameters
        ----------
        text
            A `Phrase` is told, and what can be told; a `Numeral` is written as in the language;
            any other text is returned as it is.

        Examples
        --------
        >>> from evalgui.core.vocabulary import phrase, words_in
        >>> words_in(Vocabulary.BIOMETRICS).said(phrase("no {actual_positives}"))
        'no genuine comparisons'
        """
        if isinstance(text, Phrase):
            if text.forms is not None:
                return self.counted(*text.forms, **text.values)
            return self(text.template, **text.values)
        if self.language.conventions is not POINTS and isinstance(text, Numeral):
            return text.in_conventions(self.language.conventions)
        return text if isinstance(text, str) else text.in_words(self)

    def _told(self, value: object) -> object:
        if isinstance(value, str):
            return self.said(value)
        told = getattr(value, "in_words", None)  # quicker than to ask for the protocol
        return value if told is None else told(self)

    def value_name(self, name: str) -> str:
        """Return the name of a value, such as ``TPR_A``, whose marks and words are of this field.

        Examples
        --------
        >>> from evalgui.core.vocabulary import words_in
        >>> words = words_in(Vocabulary.BIOMETRICS)
        >>> words.value_name("TPR_A"), words.value_name("recall"), words.value_name("N_negatives")
        ('TMR_A', 'TMR', 'N_negatives')
        """
        if name in self.known:
            return self.known[name]
        parts = name.split("_")
        return "_".join(self.known.get(part, part) if part.isupper() else part for part in parts)

    def in_rates(self, text: str) -> str:
        """Return a text in which the short names of rates stand for their ids.

        Examples
        --------
        >>> from evalgui.core.vocabulary import words_in
        >>> words_in(Vocabulary.PAD).in_rates("FNR at FPR 0.1")
        'pooled APCER at BPCER 0.1'
        """
        return "".join(self.rates.get(part, part) for part in _SYMBOL.split(text))

    def formula(self, formula: str | InAnyWords) -> str:
        """Return a formula in TP, FP, FN, TN and ids of measures in the symbols of this field.

        Examples
        --------
        >>> from evalgui.core.vocabulary import words_in
        >>> words_in(Vocabulary.CLINICAL).formula("TPR / FPR")
        'Sens / (1 - Spec)'
        >>> words_in(Vocabulary.SPEAKER).formula("cost_FN FN / (TP + FN)")
        'cost_Miss Miss / (Hit + Miss)'
        """
        symbols = dict(zip(_OUTCOME_IDS, self.shorts, strict=True)) | dict(self.symbols)
        said = self.said(formula)
        told = "".join(symbols.get(part, part) for part in _SYMBOL.split(said))
        return said if told == said else _IN_TWO_BRACKETS.sub(r"\1", told)

    @cached_property
    def known(self) -> Mapping[str, str]:
        """What stands for each name in braces; names that begin with a capital begin a sentence."""
        words = _COMMON_TERMS | {
            "positive": self.positive,
            "negative": self.negative,
            "a_positive": with_article(self.positive),
            "a_negative": with_article(self.negative),
            "actual_positives": self.positives,
            "actual_negatives": self.negatives,
            "predicted_positives": self.called_positives,
            "predicted_negatives": self.called_negatives,
            "call": self.call,
            "EER": self.equal_errors,
            "truth_axis": self.truth,
            "call_axis": self.call,
        }
        words |= dict(zip(_OUTCOME_IDS, self.shorts, strict=True))
        for name, outcome in zip(_OUTCOME_NAMES, self.outcomes, strict=True):
            words |= {name: outcome.long, f"{name}s": outcome.many}
        if self.vocabulary is not Vocabulary.MACHINE_LEARNING:
            words |= {
                "positives": self.positives,
                "negatives": self.negatives,
                "positive_calls": self.called_positives,
                "negative_calls": self.called_negatives,
                "predicted_class": self.call,
                "predicted_classes": f"{self.call}s",
                "the_actual_or_the_predicted_classes": f"the {self.truth} or the {self.call}",
                "the_actual_one": f"the {self.truth}",
            }
        words |= {name: self.within(rate) for name, rate in self.rates.items()}
        words |= self.terms
        starts = {name: word for name, word in words.items() if name.islower()}
        return words | {_capital(name): _capital(word) for name, word in starts.items()}

    def within(self, name: str) -> str:
        """Return a name as it stands within a sentence: a small letter first, but for symbols."""
        return name if self.language.keeps_capitals else within(name)


class _Filled(Formatter):
    """Fills templates; what stands behind a colon asks for a form of a word."""

    def format_field(self, value: object, form: str) -> str:
        if isinstance(value, Word):
            return value.forms.get(form, value)
        return str(value) if isinstance(value, str) else format(value, form)


_FILLED = _Filled()


def _capital(words: str) -> str:
    if isinstance(words, Word):
        forms = {form: _capital(word) for form, word in words.forms.items()}
        return Word(words[:1].upper() + words[1:], forms)
    return words[:1].upper() + words[1:]


def _word(said: str | Mapping[str, str]) -> str:
    """Return a word of a language, which has forms where it is written with some."""
    return said if isinstance(said, str) else Word(said[""], said)


_SYMBOL = re.compile(r"([^\W_]+)")
_IN_TWO_BRACKETS = re.compile(r"\((\([^()]*\))\)")
