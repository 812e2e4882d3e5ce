"""Each result that ships with the program is what the program computes; what is not is said."""

from __future__ import annotations

import json
import math
import sys

import pytest

from evalgui.__main__ import main
from evalgui.core.metrics import METRICS
from evalgui.core.progress import Watch
from evalgui.io.bytes.compression import unpacked
from evalgui.io.bytes.source import Source
from evalgui.io.formats import registry
from evalgui.io.reporting.html import as_html
from evalgui.io.sandbox import parent
from evalgui.io.verifying import files, verification
from evalgui.io.verifying.cases import ELSEWHERE, cases
from evalgui.io.verifying.checked import FOLDER, Checked, known, sources
from evalgui.io.verifying.examples import examples
from evalgui.io.verifying.intervals import intervals
from evalgui.io.verifying.points import points
from evalgui.io.verifying.window import window
from evalgui.locations import resources

OF_NUMBERS = [*examples(), *cases(), *intervals(), *points()]


@pytest.mark.parametrize("case", dict.fromkeys(one.case for one in OF_NUMBERS))
def test_that_a_case_has_every_result_that_is_known(case):
    found = [one for one in OF_NUMBERS if one.case == case]
    assert [one for one in found if not one.holds] == []
    assert all(one.source for one in found)


def test_that_no_result_is_lost():
    assert len(OF_NUMBERS) == 1940
    entries = [entry for case in known("cases") for entry in case["expected"]]
    left = {entry["quantity"] for entry in entries} & ELSEWHERE
    assert left == ELSEWHERE
    assert (len(entries), len([e for e in entries if e["quantity"] in ELSEWHERE])) == (405, 22)
    assert {case["id"].partition("/")[0] for case in known("cases")} <= sources().keys()


def test_that_the_files_of_all_formats_give_what_was_worked_out():
    found = list(files.files())
    assert {one.case for one in found} == known("formats/expected").keys()
    assert [one for one in found if not one.holds or one.lacks] == []


def test_that_each_format_has_a_file_that_is_tried():
    folder = resources() / FOLDER / "formats"
    contents = [
        unpacked(Source.from_bytes(name, (folder / name).read_bytes()), Watch())
        for name in known("formats/expected")
    ]
    tried = {id(registry.sniff(one)) for one in contents if not one.name.endswith(".zip")}
    readable = [one for one in registry.FORMATS if one.read is not None]
    assert [one.name for one in readable if id(one) not in tried] == []


def test_that_the_window_counts_as_a_loop_does_and_a_report_is_whole():
    found = list(window())
    assert [one for one in found if not one.holds] == []
    counted = [one for one in found if one.case == "line"]
    assert len({one.quantity for one in counted}) > 20
    assert {one.quantity for one in found if one.case == "report"} == {"html", "pdf"}


@pytest.mark.parametrize(
    ("expected", "found", "tolerance", "holds"),
    [
        (0.5, 0.5 + 1e-9, 1e-9, True),
        (0.5, 0.5 + 2e-9, 1e-9, False),
        (math.nan, math.nan, 0.0, True),
        (math.nan, 0.0, 1.0, False),
        (0.0, math.nan, 1.0, False),
        (math.inf, math.inf, 0.0, True),
        (math.inf, 1e300, 1.0, False),
        ("loaded", "refused", 0.0, False),
        ("loaded", "loaded", 0.0, True),
    ],
)
def test_that_undefined_is_no_number_and_a_number_has_its_tolerance(
    expected, found, tolerance, holds
):
    assert Checked("", "", expected, found, tolerance, "").holds is holds


@pytest.fixture
def of_numbers(monkeypatch):
    """Leave out what starts other processes."""
    kinds = [kind for kind in verification.KINDS if kind.id not in {"files", "window"}]
    monkeypatch.setattr(verification, "KINDS", kinds)


@pytest.mark.usefixtures("of_numbers")
def test_that_all_is_said_and_written(tmp_path, capsys):
    page, form = tmp_path / "report.html", tmp_path / "form.md"
    assert main(["verify", "--out", str(page), "--qualification", str(form)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "All 1\u202f940 results are as expected."
    written = page.read_text(encoding="utf-8")
    assert written.count("as expected</td>") == 1940
    assert "scikit-learn 1.9.1" in written
    told = form.read_text(encoding="utf-8")
    assert "| Intervals | 291 | 0 |" in told
    assert "{" not in told


@pytest.mark.usefixtures("of_numbers")
def test_that_one_wrong_number_ends_with_another_exit_code(monkeypatch, capsys, tmp_path):
    right = METRICS.by_id("TPR")
    wrong = type(right).value
    monkeypatch.setattr(
        type(right),
        "value",
        lambda self, *given: wrong(self, *given) + (1e-6 if self.id == "TPR" else 0.0),
    )
    page = tmp_path / "report.html"
    assert main(["verify", "--out", str(page)]) == 1
    out = capsys.readouterr().out
    assert "DIFFERENT: tharwat-2018/binary-balanced, TPR: 0.7 is expected, 0.700001" in out
    assert "do not use this installation" in out.splitlines()[-1]
    assert "DIFFERENT</td>" in page.read_text(encoding="utf-8")


def test_that_what_an_extra_reads_is_said_not_to_be_looked_at(monkeypatch):
    code = (
        "import sys; sys.modules |= dict.fromkeys(('h5py', 'pandas', 'pyreadstat'))\n"
        "from evalgui.io.sandbox import child\nchild.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(parent, "command", lambda: [sys.executable, "-c", code])
    lacking = {
        "general.sav": "spss",
        "general.dta": "pandas",
        "general.sas7bdat": "pandas",
        "general.xpt": "pandas",
        "bosaris-key.h5": "hdf5",
    }
    entries = {name: known("formats/expected")[name] for name in lacking}
    monkeypatch.setattr(files, "known", lambda _name: entries)
    found = tuple(files.files())
    assert {one.case: one.lacks for one in found} == lacking
    part = verification.Part("files", "Files", found, 0.0)
    assert (part.failed, len(part.lacking)) == ((), len(found))
    whole = verification.Verification((part,), {"evalgui": "0"}, "now")
    from evalgui.core.vocabulary import Vocabulary, words_in
    from evalgui.io.verifying.report import lines, report

    words = words_in(Vocabulary.MACHINE_LEARNING)
    assert "not looked at" in next(lines(whole, words))
    page = as_html(report(whole, words))
    assert all(f"evalgui[{extra}] is not installed" in page for extra in lacking.values())
    assert json.dumps(whole.n) == "0"
