"""`evalgui report`: what is written, and what is refused in words."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from evalgui.__main__ import main
from evalgui.io.loading import load
from evalgui.io.samples import sample_by_id

CLINICAL = str(sample_by_id("clinical").path)
CELLS = {"th", "td", "{http://www.w3.org/1999/xhtml}th", "{http://www.w3.org/1999/xhtml}td"}
SCORE = ("--score", "logistic_regression", "--vocabulary", "clinical")


def written(capsys, path, *arguments):
    assert main(["report", *arguments, "--out", str(path)]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    assert output.out.startswith(path.name)
    text = path.read_text(encoding="utf-8")
    ET.fromstring(text)  # noqa: S314 - our own
    return text


def refused(capsys, *arguments):
    try:
        code = main(["report", *arguments])
    except SystemExit as ended:
        code = ended.code
    output = capsys.readouterr()
    assert code == 2
    assert output.err.startswith("evalgui: ")
    assert output.err.count("\n") == 1
    return output.err


def evaluated(capsys, path, *arguments):
    assert main(["evaluate", CLINICAL, *SCORE, *arguments, "--format", "json"]) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "fault",
    [
        (errno.ENODEV, "the disk is not there any more"),
        (errno.ESTALE, "the network folder cannot be reached any more"),
    ],
)
@pytest.mark.parametrize("command", ["report", "table"])
def test_that_a_disk_that_goes_leaves_no_half_of_a_file(
    capsys, tmp_path, monkeypatch, fault, command
):
    code, words = fault

    def lost(_file):
        raise OSError(code, "the system's own words")

    monkeypatch.setattr(os, "fsync", lost)
    out = tmp_path / ("some.html" if command == "report" else "some.csv")
    data = str(sample_by_id("tharwat-2018").path)
    assert main([command, data, "--positive", "positive", "--out", str(out)]) == 2
    assert f"evalgui: {out.name}: {words}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_that_a_frozen_threshold_stands_beside_what_it_did_before(capsys, tmp_path):
    before, again = tmp_path / "before.json", tmp_path / "again.json"
    counts = evaluated(capsys, before, "--subset", "mean_radius < 15")["counts"]
    arguments = (CLINICAL, *SCORE, "--preset", "stard", "--threshold-from")
    text = written(capsys, tmp_path / "r.html", *arguments, str(before))
    section = text.partition('<section id="development"')[2].partition("</section>")[0]
    rows = re.findall("<tr>.*?</tr>", section, flags=re.DOTALL)
    row, _evaluation = (one for one in rows if len(re.findall("</data>", one)) == 4)
    assert ">Development<" in row
    told = re.findall(r">([0-9]+)</data>", row)
    assert told == [str(counts[name]) for name in ("tp", "fp", "fn", "tn")]
    assert "frozen on clinical.csv [mean_radius &lt; 15]" in section
    assert f"both are of one file and share {sum(counts.values())} rows" in section
    assert "normal test" not in section  # which takes the rows for others
    item = text.partition("14. Development")[2].partition("</tr>")[0]
    assert ">filled<" in item
    # What was frozen there already was chosen on data that this evaluation does not hold.
    evaluated(capsys, again, "--threshold-from", str(before))
    text = written(capsys, tmp_path / "r.html", *arguments, str(again))
    assert '<section id="development"' not in text


def test_that_counts_of_subjects_have_intervals_where_their_worth_was_kept(capsys, tmp_path):
    path, before = tmp_path / "patients.csv", tmp_path / "before.json"
    rows = [(n // 3, n // 3 % 2, n % 7 + n // 3 % 2 * 3, "AB"[n % 2]) for n in range(240)]
    lines = [f"p{who},{truth},{score},{site}" for who, truth, score, site in rows]
    lines += ["p90,1,,A", "p91,0,,B"]
    path.write_text("\n".join(["patient,truth,score,site", *lines]) + "\n", encoding="utf-8")
    roles = ("--truth", "truth", "--score", "score", "--subject", "patient", "--positive", "1")
    command = ["evaluate", str(path), *roles, "--subset", 'site == "A"', "--format", "json"]
    assert main(command) == 0
    before.write_text(capsys.readouterr().out, encoding="utf-8")
    asked = (str(path), *roles, "--preset", "stard", "--threshold-from", str(before))
    text = written(capsys, tmp_path / "r.html", *asked)
    section = text.partition('<section id="development"')[2].partition("</section>")[0]
    found = re.findall("<tr>.*?</tr>", section, flags=re.DOTALL)
    (row,) = (one for one in found if "True positive rate" in one)
    there, here = re.findall("<td.*?</td>", row)[:2]
    assert " to " in there  # as of the evaluation that it was frozen from
    assert " to " in here
    old = json.loads(before.read_text(encoding="utf-8"))
    low, high = (f"{100 * old['intervals']['TPR'][end]:.1f}" for end in ("low", "high"))
    assert f"{low}" in there
    assert f"{high}" in there
    del old["effective_n"]
    before.write_text(json.dumps(old), encoding="utf-8")
    bare = written(capsys, tmp_path / "old.html", *asked)
    section = bare.partition('<section id="development"')[2].partition("</section>")[0]
    found = re.findall("<tr>.*?</tr>", section, flags=re.DOTALL)
    (row,) = (one for one in found if "True positive rate" in one)
    assert " to " not in re.findall("<td.*?</td>", row)[0]
    every = re.findall("<tr>.*?</tr>", text, flags=re.DOTALL)
    told = {name: one for one in every for name in ("Left out", "Best case") if name in one}
    assert " to " in told["Left out"]
    assert " to " not in told["Best case"]


@pytest.mark.parametrize("counts", [{"tp": -1}, {"tp": True}, {"tp": 2**60}, {"tp": "3"}, {}])
def test_that_counts_of_an_evaluation_that_are_none_are_left_out(capsys, tmp_path, counts):
    before = tmp_path / "before.json"
    found = evaluated(capsys, before)
    found["counts"] = (found["counts"] | counts) if counts else counts
    before.write_text(json.dumps(found), encoding="utf-8")
    text = written(capsys, tmp_path / "r.html", CLINICAL, *SCORE, "--threshold-from", str(before))
    assert '<section id="development"' not in text


def test_that_all_that_is_asked_for_is_in_the_report(capsys, tmp_path):
    text = written(
        capsys,
        tmp_path / "r.html",
        CLINICAL,
        *SCORE,
        *("--at", "sensitivity=0.95", "--pin", "0.5", "--compare", "mean_radius"),
        *("--compare", "decision_tree", "--grey", "0.2", "0.6", "--prevalence", "0.01"),
        *("--bootstrap", "200", "--stability", "200", "--seed", "7"),
        *("--note", "Intended use: a second reading", "--note", "Two <b>sites</b>"),
    )
    for section in ("comparison", "points", "grey", "prevalence", "checklist"):
        assert f'<section id="{section}"' in text
    assert "a second reading" in text
    assert "Two &lt;b&gt;sites&lt;/b&gt;" in text
    assert "200 replicates, seed 7" in text
    assert "square-and-add" in text
    assert "adjusted by Holm" in text
    assert "Predictive values and cost at a prevalence of 1.0" in text


def test_that_sections_preset_and_card_are_chosen(capsys, tmp_path):
    path = tmp_path / "r.html"
    some = written(capsys, path, CLINICAL, *SCORE, "--sections", "matrix,checklist")
    assert some.count("<section ") == 2
    assert "STARD-AI" in some
    without = written(capsys, path, CLINICAL, *SCORE, "--without", "matrix", "--preset", "fda")
    assert '<section id="matrix"' not in without
    assert "FDA 2007" in without
    card = written(capsys, path, CLINICAL, *SCORE, "--card")
    assert '<body class="card">' in card
    assert "<svg" in card


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--out", "r.txt"), "does not end in .html or .pdf"),
        ((), "--out"),
        (("--out", "r.html", "--sections", "nothing"), "there is no section 'nothing'"),
        (("--out", "nowhere/at/all/r.html"), "there is no such folder"),
        (("--out", "r.html", "--compare", "nothing"), "nothing"),
    ],
)
def test_that_what_cannot_be_done_is_said(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert words in refused(capsys, CLINICAL, *SCORE, *arguments)
    assert list(tmp_path.iterdir()) == []


def test_that_a_report_is_of_one_score(capsys, tmp_path):
    said = refused(
        capsys, CLINICAL, *SCORE, "--score", "mean_radius", "--out", str(tmp_path / "r.html")
    )
    assert "others with --compare" in said


def test_that_a_page_is_written_without_qt(tmp_path):
    out = str(tmp_path / "r.html")
    code = (
        "import sys; from evalgui.__main__ import main\n"
        f"assert main(['report', {CLINICAL!r}, *{SCORE!r}, '--out', {out!r}]) == 0\n"
        "assert not [name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, capture_output=True)


def test_that_comparisons_are_the_same_from_a_file_and_a_workspace(capsys, tmp_path):
    from evalgui.io.meaning import Roles
    from tests.io.keeping.saving import saved

    workspace, path = tmp_path / "w.evalgui", tmp_path / "r.html"
    names, data, random = ("one", "two", "three"), tmp_path / "data.csv", np.random.default_rng(2)
    truth = np.arange(120) % 2
    scores = random.normal(size=(120, 3)) + np.outer(truth, [1.5, 1.2, 0.9])
    lines = [f"{code},{','.join(map(str, row))}" for code, row in zip(truth, scores, strict=True)]
    data.write_text("\n".join(["truth," + ",".join(names), *lines]), encoding="utf-8")
    roles = Roles(truth="truth", scores=names, positive="1")
    saved(workspace, data, roles=roles, score=0)
    compared = [part for name in names[1:] for part in ("--compare", name)]
    compared += ["--bootstrap", "60", "--seed", "3"]
    sections = ("--sections", "comparison")
    of_workspace = written(capsys, path, str(workspace), *compared, *sections)
    own = ("--truth", "truth", "--score", names[0], "--positive", "1")
    of_file = written(capsys, path, str(data), *own, *compared, *sections)
    found = [
        ["".join(cell.itertext()) for cell in ET.fromstring(text).iter() if cell.tag in CELLS]  # noqa: S314 - our own
        for text in (of_file, of_workspace)
    ]
    assert "P value by Holm" in found[0]
    assert found[0].count("60 replicates of 120 rows (cohort), seed 3") == 2
    assert found[0] == found[1]
    assert "paired bootstrap, 60 draws" in found[0]
    assert "DeLong, chi-square of 3 areas, paired" in of_file
    assert "threshold was fixed beforehand" in of_workspace


def test_that_a_report_on_a_workspace_has_all_that_was_decided(capsys, tmp_path):
    from evalgui.core.choices import Choices
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.notes import PointNote
    from evalgui.core.pins import Pins, Placed
    from evalgui.core.provenance import START
    from evalgui.io.meaning import Roles
    from tests.io.keeping.saving import saved

    workspace, path = tmp_path / "w.evalgui", tmp_path / "r.html"
    names = ("logistic_regression", "mean_radius")
    roles = Roles(truth="diagnosis", scores=names, positive="malignant", predicted="")
    choices = Choices(pins=Pins((Placed(0.25, START), Placed(0.4, START))), second=0.7)
    notes = choices.notes.with_data("Intended use: triage")
    notes = notes.with_point(PointNote(names[0], "malignant", 0.5, "Agreed by all"))
    choices = replace(choices, notes=notes, vocabulary=Vocabulary.CLINICAL)
    loaded = load(CLINICAL, roles=roles)
    assert loaded.dataset is not None
    saved(workspace, Path(CLINICAL), roles=roles, choices=choices, threshold=0.5, score=0)
    text = written(capsys, path, str(workspace), "--compare", "mean_radius")
    told = " ".join("".join(ET.fromstring(text).itertext()).split())  # noqa: S314 - our own
    for words in ("triage", "Agreed by all", "logistic_regression \u2265 0.7", "mean_radius"):
        assert words in told
    assert all(pin in told for pin in ("A: 0.25", "B: 0.4"))
    for section in ("points", "grey", "comparison"):
        assert f'<section id="{section}"' in text
    out = ("--out", str(path))
    assert "Leave out the other options" in refused(
        capsys, str(workspace), "--score", "mean_radius", *out
    )
    assert "no data set 3" in refused(capsys, str(workspace), "--data-set", "3", *out)
    assert "nothing" in refused(capsys, str(workspace), "--compare", "nothing", *out)
    assert "about a workspace" in refused(capsys, CLINICAL, *SCORE, "--data-set", "1", *out)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("maximise=F1", "Best F1 score"),
        ("reach=TPR,0.9", "Sensitivity at least 0.9"),
        ("sensitivity=0.95", "Sensitivity at least 0.95"),
        ("both=0.9,0.8", "0.9 and 0.8"),
    ],
)
def test_that_a_rule_is_told_with_what_is_set_in_it(rule, told, capsys, tmp_path):
    only = ("--sections", "threshold", "--at", rule)
    text = written(capsys, tmp_path / "r.html", CLINICAL, *SCORE, *only)
    assert told in text.partition("by the rule")[2].partition("\N{RIGHT DOUBLE QUOTATION MARK}")[0]
