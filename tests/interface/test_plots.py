"""Plots from Python: the drawings of reports, for notebooks and files."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest
import resvg_py

import evalgui
from evalgui.gui.plots.kinds import plot_kinds
from evalgui.io.reporting.pictures import PLOTS
from evalgui.io.samples import sample_by_id

SVG = "{http://www.w3.org/2000/svg}"
CLINICAL = sample_by_id("clinical").path
ASKED = {"truth": "diagnosis", "score": "logistic_regression", "positive": "malignant"}
OF_THESE = (
    *("roc", "pr", "det", "far-frr", "gain", "lift", "precision-recall-gain"),
    *("cost-curve", "predictiveness", "histogram", "dots"),
)
APART = """
import sys
import evalgui

found = evalgui.evaluate(truth=[1, 0, 1], score=[3, 1, 2])
assert found.plot()._repr_svg_().startswith("<svg")
assert not {name.partition(".")[0] for name in sys.modules} & {"PySide6", "pyqtgraph", "IPython"}
"""


def parsed(text):
    return ET.fromstring(text)  # noqa: S314 - our own


@pytest.fixture(scope="module")
def clinical():
    return evalgui.evaluate(CLINICAL, **ASKED)


def test_that_every_plot_of_the_window_can_be_asked_for():
    of_window = {one.id for one in plot_kinds()}
    assert of_window - set(PLOTS) == {"tails"}  # the histogram, closer
    assert set(PLOTS) <= of_window


@pytest.mark.parametrize("plot", OF_THESE)
def test_that_a_plot_is_an_svg_that_is_told_and_painted(plot, clinical):
    found = clinical.plot(plot)
    root = parsed(found.svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert (root[0].text, root[1].text) == (found.title, found.description)
    assert found._repr_svg_() == found.svg
    assert repr(found) == f"Plot {plot}: {found.description}"
    assert resvg_py.svg_to_bytes(svg_string=found.svg)


def test_that_a_plot_is_the_one_of_the_report(clinical, tmp_path):
    clinical.report(tmp_path / "r.html", sections=["curves"])
    page = parsed((tmp_path / "r.html").read_text(encoding="utf-8").split("\n", 1)[1])
    drawings = page.iter(f"{SVG}svg")
    drawn = {root[0].text: [ET.tostring(one) for one in root[2:]] for root in drawings}
    for plot in ("roc", "pr", "det", "far-frr"):
        found = parsed(clinical.plot(plot).svg)
        assert [ET.tostring(one) for one in found[3:]] == drawn[found[0].text]


def test_that_what_was_said_of_the_data_can_be_drawn(clinical):
    with pytest.raises(evalgui.DataError, match="Are these scores probabilities") as told:
        clinical.plot("calibration")
    assert str(told.value).endswith(f"There are {', '.join(OF_THESE)}.")
    said = evalgui.evaluate(CLINICAL, **ASKED, score_kind="probability", group="mean_radius > 14")
    assert "Observed share" in said.plot("calibration").description
    assert said.plot("groups").id == "groups"
    with pytest.raises(evalgui.DataError, match="an argument of evaluate"):
        clinical.plot("groups")
    with pytest.raises(evalgui.DataError, match="Did you mean 'roc'"):
        clinical.plot("rok")


def test_that_plots_speak_the_words_of_the_field(clinical):
    assert clinical.plot().id == "roc"
    assert clinical.plot().description.startswith("True positive rate against")
    of_tests = evalgui.evaluate(CLINICAL, **ASKED, vocabulary="clinical")
    assert of_tests.plot().description.startswith("Sensitivity against")
    of_systems = evalgui.evaluate(sample_by_id("biometric").path, vocabulary="biometrics")
    assert of_systems.plot().id == "det"


def test_that_classes_and_single_classes_are_drawn_or_refused():
    iris = evalgui.evaluate(sample_by_id("iris").path)
    assert iris.plot().title == "ROC of each class"
    with pytest.raises(evalgui.DataError, match=r"no score of one class\. There are roc\."):
        iris.plot("pr")
    called = evalgui.evaluate(truth=["a", "b"], predicted=["a", "a"], positive="a")
    with pytest.raises(evalgui.DataError, match="There are none"):
        called.plot()


def test_that_scores_that_are_compared_are_drawn_in_one_plot(clinical):
    difference = clinical.compare("mean_radius", "decision_tree")
    for plot in ("roc", "pr", "det"):
        texts = [one.text for one in parsed(difference.plot(plot).svg).iter(f"{SVG}text")]
        assert {"logistic_regression", "mean_radius", "decision_tree"} <= set(texts)
    assert difference.plot().id == "roc"
    with pytest.raises(evalgui.DataError, match=r"of this kind. There are roc, pr, det\.") as told:
        difference.plot("histogram")
    assert "several scores" in str(told.value)


def test_that_a_plot_is_saved_whole_or_not_at_all(clinical, tmp_path):
    place = tmp_path / "roc.svg"
    clinical.plot().save(place)
    assert place.read_text(encoding="utf-8") == clinical.plot().svg
    with pytest.raises(evalgui.DataError, match=r"roc\.png does not end in \.svg"):
        clinical.plot().save(tmp_path / "roc.png")
    with pytest.raises(evalgui.EvalguiError, match="no such folder"):
        clinical.plot().save(tmp_path / "none" / "roc.svg")
    assert [one.name for one in tmp_path.iterdir()] == ["roc.svg"]


def test_that_a_plot_needs_no_window():
    subprocess.run([sys.executable, "-c", APART], check=True, timeout=60)
