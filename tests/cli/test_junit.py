"""What is required, as JUnit XML for servers of continuous integration."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
from junitparser import Failure, JUnitXml, Properties

from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id
from evalgui.version import __version__

CLINICAL = sample_by_id("clinical").path
WORDS = ["--truth", "diagnosis", "--positive", "malignant", "--score", "logistic_regression"]


def gate(folder, *words, file=CLINICAL, roles=WORDS):
    """Return the exit code, and the suites that another program reads."""
    out = folder / "gate.xml"
    code = main(["evaluate", str(file), *roles, *words, "--junit", str(out)])
    return code, list(JUnitXml.fromfile(str(out)))


def known(of):
    (properties,) = of.iterchildren(Properties)
    return {one.name: one.value for one in properties}


def test_that_each_requirement_is_a_case_with_its_numbers(tmp_path, capsys):
    asked = ("TPR>=0.9", "TNR-limit>=0.99", "0.1<=AUC<=1")
    words = [word for one in asked for word in ("--require", one)]
    code, (suite,) = gate(tmp_path, *words)
    assert code == 1
    assert "not met: TNR-limit>=0.99" in capsys.readouterr().err
    assert (suite.name, suite.tests, suite.failures, suite.errors) == ("clinical.csv", 3, 1, 0)
    about = known(suite)
    assert about["sha256"] == hashlib.sha256(CLINICAL.read_bytes()).hexdigest()
    assert (about["evalgui"], about["numpy"]) == (__version__, np.__version__)
    assert (about["score"], about["rule"], about["n"]) == ("logistic_regression", "youden", "569")
    met, unmet, other = suite
    assert [one.name for one in suite] == list(asked)
    assert (met.is_passed, unmet.is_passed, other.is_passed) == (True, False, True)
    assert known(met) == {"verdict": "met", "value": repr(205 / 212), "bound": "0.9"}
    (failure,) = unmet.result
    assert isinstance(failure, Failure)
    assert failure.type == "not met"
    assert f"limit: {known(unmet)['limit']}" in failure.text
    assert known(unmet)["value"] == repr(346 / 357)


def test_that_a_gate_that_is_passed_is_written_too(tmp_path):
    code, (suite,) = gate(tmp_path, "--require", "TPR>=0.9")
    assert (code, suite.tests, suite.failures) == (0, 1, 0)


def test_that_what_cannot_be_told_is_a_failure_that_says_why(tmp_path):
    code, (suite,) = gate(tmp_path, "--require", "TPR>=0.9 in every mean_radius")
    assert (code, suite.failures) == (1, 1)
    ((failure,),) = (case.result for case in suite)
    assert failure.type == "cannot tell"
    assert "'mean_radius' has more than 200 different values" in failure.text


def test_that_each_group_that_fails_is_named(tmp_path):
    code, (suite,) = gate(tmp_path, "--require", "F1>=0.5 in every diagnosis")
    ((failure,),) = (case.result for case in suite)
    assert code == 1
    assert "benign: not met, n = 357" in failure.text


def test_that_each_score_is_a_suite(tmp_path):
    code, suites = gate(tmp_path, "--score", "mean_radius", "--require", "TPR>=0.9")
    assert code == 1
    assert [one.failures for one in suites] == [0, 1]
    assert [known(one)["score"] for one in suites] == ["logistic_regression", "mean_radius"]


def test_that_any_name_is_well_formed_and_no_row_is_told(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("truth,a<&\x02,who\n1,3,Ada\n0,1,Bob\n1,2,Cyd\n", encoding="utf-8")
    roles = ["--truth", "truth", "--score", "a<&\x02", "--positive", "1"]
    _code, (suite,) = gate(tmp_path, "--require", "TPR>=1", file=file, roles=roles)
    assert known(suite)["score"] == "a<&\N{REPLACEMENT CHARACTER}"
    text = Path(tmp_path / "gate.xml").read_text(encoding="utf-8")
    assert not [name for name in ("Ada", "Bob", "Cyd") if name in text]


def test_that_it_is_refused_without_a_requirement_or_a_place(tmp_path, capsys):
    out = tmp_path / "none" / "gate.xml"
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", str(CLINICAL), *WORDS, "--junit", str(out)])
    assert ended.value.code == 2
    assert "--junit needs --require" in capsys.readouterr().err
    words = [*WORDS, "--require", "TPR>=0.9", "--junit", str(out)]
    assert main(["evaluate", str(CLINICAL), *words]) == 2
    assert "there is no such folder" in capsys.readouterr().err
