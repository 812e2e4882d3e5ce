"""Labels to classes: spellings of one class are merged, and it is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.meaning import labels
from evalgui.io.meaning.labels import (
    classes_of,
    is_missing,
    number_key,
    show_hidden,
    told_by_words,
)


def counted(*texts: str) -> dict[str, int]:
    return dict.fromkeys(texts, 1)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (("1", "0"), ("0", "1")),
        (("1", " 1", "1.0", "+1", "1.", "0", "-0"), ("0", "1")),
        (("10", "2", "1"), ("1", "2", "10")),
        (("pos", " pos ", "neg", "neg\t"), ("neg", "pos")),
        (("pos", "pos\u200b", "\ufeffpos", "pos\u00ad", "neg"), ("neg", "pos")),
        (("TRUE", "true", "True", "False"), ("False", "TRUE")),
        (("true", "1", "false", "0"), ("0", "1")),
        (("1", "pos", "0", "neg"), ("0", "1")),
        # Only two classes make a comparison: they are never merged into one.
        (("A", "a"), ("A", "a")),
        (("1", "yes"), ("1", "yes")),
        # Identifiers are no numbers.
        (("007", "7"), ("7", "007")),
        (("1E5", "100000"), ("100000", "1E5")),
        (("9007199254740993", "9007199254740992"), ("9007199254740992", "9007199254740993")),
        (("NA", "NO"), ("NA", "NO")),
        (("None", "Mild"), ("Mild", "None")),
        (("target", "nontarget", "spoof"), ("nontarget", "spoof", "target")),
    ],
)
def test_that_labels_make_these_classes(texts: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert classes_of(counted(*texts)).names == names


def test_that_the_commonest_spelling_is_the_name() -> None:
    assert classes_of({"1.0": 3, "1": 2, "0": 1}).names == ("0", "1.0")
    assert classes_of({"1.0": 2, "1": 2, "0": 1}).names == ("0", "1")


def test_that_counts_add_up_over_the_spellings() -> None:
    found = classes_of({"1": 5, " 1": 2, "0": 3, "": 4})
    assert found.counts == (3, 7)
    assert found.of_text == {"1": 1, " 1": 1, "0": 0, "": -1}


def test_that_every_merge_is_said_with_the_number_of_rows() -> None:
    (finding,) = classes_of({"1": 5, "1.0": 2, "0": 3}).findings
    assert finding.code == "label_variants"
    assert finding.count == 2
    assert "'1'" in finding.text
    assert "'1.0'" in finding.text


def test_that_what_does_not_show_is_said() -> None:
    found = classes_of(counted("pos\u202eevitagen", "neg"))
    assert found.names == ("neg", "pos\u202eevitagen")
    assert [finding.code for finding in found.findings] == ["control_chars"]
    assert "pos<U+202E>evitagen" in found.findings[0].text


def test_that_a_word_like_na_is_a_class_and_it_is_said() -> None:
    (finding,) = classes_of(counted("NA", "NO")).findings
    assert (finding.code, finding.level) == ("na_like_label", "info")


def test_that_declared_labels_are_missing() -> None:
    found = classes_of(counted("NA", "1", "0"), missing=("NA",))
    assert found.names == ("0", "1")
    assert found.of_text["NA"] == -1


@pytest.mark.parametrize("text", ["", " ", "\t", "\u00a0", "\u200b", "\ufeff"])
def test_that_an_empty_cell_is_a_missing_label(text: str) -> None:
    assert is_missing(text)


@pytest.mark.parametrize("text", ["NA", "nan", "None", ".", "-", "0"])
def test_that_a_word_is_no_missing_label(text: str) -> None:
    assert not is_missing(text)


@pytest.mark.parametrize(
    ("texts", "positive"),
    [
        (("1", "0"), "1"),
        (("1", "-1"), "1"),
        (("Yes", "no"), "Yes"),
        (("+", "-"), "+"),
        (("genuine", "impostor"), "genuine"),
        (("Target", "non-target"), "Target"),
        (("bona fide", "spoof"), "bona fide"),
        (("diseased", "healthy"), "diseased"),
        (("target", "nontarget", "spoof"), "target"),
        (("2", "1"), None),
        (("malignant", "benign"), "malignant"),
        (("alive", "Dead"), "Dead"),
        (("disease", "no disease"), "disease"),
        (("relapse", "no relapse"), "relapse"),
        (("non-responder", "responder"), "responder"),
        (("Tumor", "kein Tumor"), "Tumor"),
        (("tumour-free", "tumour"), "tumour"),
        (("positiv", "negativ"), "positiv"),
        (("Négatif", "Positif"), "Positif"),
        (("ja", "nein"), "ja"),
        (("oui", "non"), "oui"),
        (("sí", "no"), "sí"),
        (("Y", "N"), "Y"),
        (("fraud", "legit"), "fraud"),
        (("spam", "ham"), "spam"),
        # What is not healthy is what is looked for.
        (("healthy", "not healthy"), "not healthy"),
        (("normal", "non-normal"), "non-normal"),
        (("survivor", "non-survivor"), "non-survivor"),
        (("gesund", "nicht gesund"), "nicht gesund"),
        (("remission", "no remission"), "no remission"),
        (("unhealthy", "healthy"), "unhealthy"),
        (("success", "no success"), None),
        (("recovered", "not recovered"), None),
        (("ja", "nee"), "ja"),
        (("não", "sim"), "sim"),
        (("tak", "nie"), "tak"),
        (("нет", "да"), "да"),
        (("否", "是"), "是"),
        (("阳性", "阴性"), "阳性"),
        (("양성", "음성"), "양성"),
        (("positief", "negatief"), "positief"),
        (("отрицательный", "положительный"), "положительный"),
        (("maligno", "benigno"), "maligno"),
        (("não reagente", "reagente"), "reagente"),
        (("malato", "sano"), "malato"),
        (("lebt", "verstorben"), "verstorben"),
        (("patient", "control"), "patient"),
        (("High risk", "low-risk"), "High risk"),
        (("T", "F"), "T"),
        (("M", "B"), "M"),
        (("M", "F"), None),
        (("pos.", "neg."), "pos."),
        (("+", "\u2212"), "+"),
        (("genuine", "fraud"), None),
        (("benign", "alive"), None),
        (("no", "none"), None),
        (("cat", "dog"), None),
        (("melanoma", "healthy"), None),
        (("case", "positive"), None),
        (("1",), None),
    ],
)
def test_that_class_words_tell_the_positive_class(
    texts: tuple[str, ...], positive: str | None
) -> None:
    found = classes_of(counted(*texts))
    index = found.positive()
    assert (None if index is None else found.names[index]) == positive


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        *(("1", "1"), ("1.0", "1"), (" 1", "1"), ("0", "0"), ("true", "1"), ("", None)),
        *(("x", None), ("10", None)),
    ],
)
def test_that_a_class_is_found_by_any_spelling(wanted: str, name: str | None) -> None:
    found = classes_of({"1": 1, "0": 1, "": 1})
    index = found.find(wanted)
    assert (None if index is None else found.names[index]) == name


def test_that_an_exact_spelling_is_found_first() -> None:
    found = classes_of(counted("A", "a"))
    assert [found.names[found.find(text) or 0] for text in ("A", "a")] == ["A", "a"]


def test_that_many_classes_are_told_apart_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    n_calls = 0
    visible = labels.visible

    def counting(text: str) -> str:
        nonlocal n_calls
        n_calls += 1
        return visible(text)

    monkeypatch.setattr(labels, "visible", counting)
    assert len(classes_of({f"class {n}": 1 for n in range(2_000)}).names) == 2_000
    assert n_calls < 40 * 2_000


texts = st.text(st.sampled_from("10.+- aAtrue\u200b"), max_size=5)


@given(st.dictionaries(texts, st.integers(1, 9), max_size=12))
def test_that_every_row_is_in_one_class_or_missing(counts: dict[str, int]) -> None:
    found = classes_of(counts)
    n_missing = sum(count for text, count in counts.items() if found.of_text[text] < 0)
    assert sum(found.counts) + n_missing == sum(counts.values())
    assert all(count > 0 for count in found.counts)
    assert len(set(found.names)) == len(found.names)
    assert set(found.of_text) == set(counts)


@given(st.dictionaries(texts, st.integers(1, 9), max_size=12), st.randoms())
def test_that_the_order_of_the_rows_changes_nothing(counts: dict[str, int], random: object) -> None:
    items = list(counts.items())
    random.shuffle(items)  # type: ignore[attr-defined]
    assert classes_of(dict(items)) == classes_of(counts)


def test_that_hidden_characters_are_shown_by_number() -> None:
    assert show_hidden("a\u2028b\u00a0c\x07 d") == "a<U+2028>b<U+00A0>c<U+0007> d"


@given(st.text())
def test_that_a_text_that_shows_is_itself(text: str) -> None:
    shown = show_hidden(text)
    assert (shown == text) == all(show_hidden(mark) == mark for mark in text)
    assert shown == "".join(map(show_hidden, text))


def test_that_a_label_of_thousands_of_digits_is_a_word() -> None:
    text = "1" * 1_001 + ".0"
    assert number_key(text) == text
    assert number_key(text[3:]) == text[3:-2]


@pytest.mark.parametrize(
    ("own", "others", "of_text"),
    [
        (("diseased", "healthy"), ("positive", "negative"), {"positive": 0, "negative": 1}),
        (("krank", "gesund"), ("positiv", "negativ", ""), {"positiv": 1, "negativ": 0, "": -1}),
        (("pos", "neg"), ("P", "N"), {"P": 1, "N": 0}),
        (("pos", "neg"), ("pos", "neg"), None),
        (("1", "0"), ("yes", "no"), None),  # one class each, as they are merged
        (("diseased", "healthy"), ("a", "b"), None),
        (("a", "b"), ("positive", "negative"), None),
        (("diseased", "healthy"), ("positive", "negative", "unclear"), None),
    ],
)
def test_that_calls_in_words_of_their_own_are_those_of_the_truth(own, others, of_text):
    found = told_by_words(dict.fromkeys(own, 3), dict.fromkeys(others, 2))
    if of_text is None:
        assert found is None
        return
    assert found.names == tuple(sorted(own))
    assert {text: found.of_text[text] for text in others} == of_text
    assert found.findings[-1].text.startswith("the predicted classes ")
    assert found.findings[-1].count == 4
