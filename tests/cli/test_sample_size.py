"""`evalgui sample-size`: numbers for programs, lines for people, refusals in one line."""

from __future__ import annotations

import json
from unittest.mock import ANY

import pytest

from evalgui.__main__ import main


def run(capsys, *arguments):
    try:
        code = main(["sample-size", *arguments])
    except SystemExit as exit_:
        code = exit_.code
    output = capsys.readouterr()
    return code, output.out, output.err


def numbers(capsys, *arguments):
    code, out, err = run(capsys, *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_that_a_width_has_its_number_and_its_formula(capsys):
    found = numbers(capsys, "--measure", "sensitivity", "--expect", "0.9", "--width", "0.1")
    assert list(found) == ["evalgui", "n", "n_positive", "n_negative", "formula"]
    assert [found["n"], found["n_positive"], found["n_negative"]] == [141, 141, 0]
    assert "0.9" in found["formula"]
    assert "141" in found["formula"]


def test_that_a_prevalence_makes_it_all_rows(capsys):
    found = numbers(
        capsys, "--measure", "recall", "--expect", "0.9", "--width", "0.1", "--prevalence", "0.2"
    )
    assert [found["n"], found["n_positive"], found["n_negative"]] == [705, 141, 564]


@pytest.mark.parametrize(
    ("words", "n"),
    [
        ("--measure sensitivity --expect 0.9 --se 0.025", 144),
        ("--measure TPR --expect 1 --lower 0.95", 59),
        ("--measure specificity --expect 0.9 --width 0.1 --level 0.9", 100),
        ("--measure auc --expect 0.85 --se 0.03", 170),
        ("--measure McNemar --discordant 0.2 0.1", 234),
        ("--measure mcnemar --discordant 0.2 0.1 --power 0.9", 312),
        ("--measure FMR --claim 0.001", 2996),
        ("--measure FNMR --claim 0.001 --level 0.8", 1610),
        ("--measure FAR --expect 0.01 --upper 0.02", 569),
        ("--measure accuracy --expect 0.75 --se 0.015", 834),
        ("--measure O:E --width 0.22", 1100),
        ("--measure slope --width 0.3 --expect 0.8 --prevalence 0.1", 2302),
        ("--measure net-benefit --width 0.05 --risk-threshold 0.1", 1064),
        ("--measure sNB --width 0.2", 397),
        ("--measure AUC-difference --expect 0.85 --other 0.8 --width 0.05", 1136),
        ("--measure AUC-difference-unpaired --expect 0.85 --other 0.8 --width 0.05", 2028),
    ],
)
def test_that_every_kind_can_be_asked(capsys, words, n):
    assert numbers(capsys, *words.split())["n"] == n


def test_that_people_read_lines_in_their_words(capsys):
    words = ["--measure", "FMR", "--claim", "0.001", "--vocabulary", "biometrics"]
    code, out, _err = run(capsys, *words)
    assert code == 0
    assert out.splitlines()[1].split("\N{NARROW NO-BREAK SPACE}") == [
        "2",
        "996 impostor comparisons",
    ]
    assert out.startswith("False match rate below 0.001")


def test_that_data_at_hand_are_told_what_they_support(capsys):
    found = numbers(capsys, "--have", "141", "10000", "--expect", "0.9")["supports"]
    assert found["TPR"]["width"] < 0.1
    assert found["TPR"]["se"] == pytest.approx((0.9 * 0.1 / 141) ** 0.5)
    for (m, n), area, error in (
        ((50, 100), 0.85, 0.0367203440381),
        ((200, 800), 0.7, 0.0222125873878),
    ):
        (one,) = numbers(
            capsys, "--measure", "AUC", "--have", str(m), str(n), "--expect", str(area)
        )["supports"].values()
        assert one["se"] == pytest.approx(error, abs=1e-12)  # Hanley and McNeil 1982
    claimed = {"n": 10000, "claim": pytest.approx(3e-4, rel=2e-3), "undefined": None}
    assert found["FPR"] == claimed
    alone = numbers(capsys, "--measure", "FMR", "--have", "0", "10000")["supports"]
    assert list(alone) == ["FPR"]
    nothing = numbers(capsys, "--measure", "sensitivity", "--have", "0", "5", "--expect", "0.9")
    none = {"n": 0, "se": None, "width": None, "lower": None, "undefined": "there are none"}
    assert nothing["supports"] == {"TPR": none}
    code, out, _err = run(capsys, "--have", "141", "10000", "--expect", "0.9")
    assert code == 0
    assert len(out.splitlines()) == 6


def test_that_data_support_a_width_of_what_is_assumed(capsys):
    words = "--have 150 450 --measure"
    found = numbers(capsys, *words.split(), "slope")["supports"]["slope"]
    assert found == {"n": 600, "width": pytest.approx(0.46716339, abs=1e-8)}
    two = "AUC-difference --expect 0.85 --other 0.8 --correlation 0.6"
    found = numbers(capsys, *words.split(), *two.split())["supports"]["auc_difference"]
    assert list(found) == ["n", "se", "width"]
    assert found["width"] == pytest.approx(2 * 1.959963985 * found["se"], rel=1e-9)
    none = numbers(capsys, "--have", "0", "50", "--measure", "slope")["supports"]["slope"]
    assert none == {"n": 50, "undefined": ANY, "lower": None}
    assert "fewer than two rows" in none["undefined"]


@pytest.mark.parametrize(
    ("words", "measure", "why"),
    [
        ("--have 1 5 --expect 0.9", "roc_auc", "fewer than two rows"),
        ("--have 20 50 --expect 0.3", "roc_auc", "from 0.5 to below 1"),
        ("--have 20 50", "TPR", "no expected value is given"),
        ("--have 1 50", "FNR", "too few for any claim"),
    ],
)
def test_that_what_is_not_supported_says_why(capsys, words, measure, why):
    entry = numbers(capsys, *words.split())["supports"][measure]
    assert entry.get("width") is entry.get("claim") is None
    assert why in entry["undefined"]
    _code, out, _err = run(capsys, *words.split())
    assert any(why in line for line in out.splitlines())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "--measure"),
        ("--measure kappa --expect 0.5 --width 0.1", "There are sensitivity, specificity"),
        ("--measure AUC --expect 0.85", "one of --width, --lower, --se"),
        ("--measure AUC --width 0.1", "the expected value is missing"),
        ("--measure TPR --expect 90 --width 0.1", "Write 90 % as 0.9"),
        ("--measure TPR --expect 0.9 --width -1", "Write 10 % as 0.1"),
        ("--measure TPR --expect 0.9 --width nan", "nan is no number"),
        ("--measure TPR --expect 0.9 --width none", "none is no number"),
        ("--measure TPR --expect 0.9 --width 0.1 --se 0.1", "not allowed with"),
        ("--measure TPR --expect 0.9 --claim 0.1", "There are for it --width, --lower, --se"),
        ("--measure TPR --expect 0.9 --width 0.1 --rate 0.9", "--rate belongs to"),
        ("--measure TPR --expect 0.9 --width 0.1 --power 0.9", "belong to --measure McNemar"),
        ("--measure McNemar --power 0.9", "are missing"),
        ("--measure McNemar --discordant 0.2 0.1 --prevalence 0.2", "the two shares alone"),
        ("--have 5 -1 --expect 0.9", "whole number"),
        ("--have 5 5 --expect 2", "Write 90 % as 0.9"),
        ("--have 5 5 --expect 0.9 --prevalence 0.1", "--have goes with"),
        ("--have 5 5 --measure slope --logit-mean -1", "--have goes with"),
        ("--measure TPR --expect 0.9 --width 0.1 --other 0.8", "--other belongs to AUC-diff"),
        ("--measure AUC --expect 0.9 --width 0.1 --logit-sd 1", "--logit-sd belongs to O:E, slope"),
        ("--measure AUC-difference --expect 0.9 --width 0.1", "the two AUCs are missing"),
        ("--measure slope --width 0.3 --logit-sd nan", "nan is no number"),
    ],
)
@pytest.mark.parametrize("output", ["json", "table"])
def test_that_nonsense_is_one_line_and_exit_2(capsys, words, told, output):
    code, out, err = run(capsys, *words.split(), "--format", output)
    assert (code, out) == (2, "")
    assert err.startswith("evalgui: ")
    assert err.count("\n") == 1
    assert told in err


def test_that_the_help_has_examples_that_work(capsys):
    code, out, _err = run(capsys, "--help")
    assert code == 0
    examples = [line.split() for line in out.splitlines() if line.startswith("  --measure")]
    examples = [words for words in examples if words[2].startswith("--")]
    assert len(examples) >= 5
    for words in examples:
        assert numbers(capsys, *words)["n"] > 0
