"""Qt and pyqtgraph are loaded without what the program never uses, and are whole."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LOADED = """
import builtins, json, linecache, os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
plain = builtins.__import__
from evalgui.gui.loading_qt import load_qt
load_qt()
import pyqtgraph
from PySide6 import QtCore, QtGui, QtWidgets
import evalgui.gui.plots.canvas
mirrored = vars(pyqtgraph.QtGui)
found = {
    "is_plain": builtins.__import__ is plain,
    "read": [name for name in linecache.cache if name.endswith("canvas.py")],
    "share": len(mirrored) / len(dir(QtGui)),
    "known": ["QPainter" in dir(QtGui), "QTimer" in dir(QtCore), "QLabel" in dir(QtWidgets)],
    "same": pyqtgraph.QtGui.QPolygonF is QtGui.QPolygonF,
    "unknown": hasattr(pyqtgraph.QtGui, "QNothing"),
}
application = QtWidgets.QApplication([])
plot = pyqtgraph.PlotWidget()
plot.plot([0, 1, 2], [1, 0, 1])
plot.resize(200, 200)
image = plot.grab().toImage()
names = "pyqtgraph.imageview", "pyqtgraph.widgets.TreeWidget"
found["waiting"] = [type(sys.modules[name]).__name__ for name in names]
found["loaded"] = "pyqtgraph.parametertree" in sys.modules
import pyqtgraph.imageview as images
from pyqtgraph.widgets.TreeWidget import TreeWidget
found["asked"] = [images.ImageView().metaObject().className(), TreeWidget.__name__]
found["missing"] = [hasattr(images, "nothing"), hasattr(images, "__nothing__")]
found["colours"] = len({image.pixel(x, y) for x in range(200) for y in range(200)})
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found() -> dict[str, object]:
    finished = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=False, timeout=100
    )
    assert finished.returncode == 0, finished.stderr
    told: dict[str, object] = json.loads(finished.stdout.splitlines()[-1])
    return told


def test_that_no_source_text_is_read_for_what_is_imported(found: dict[str, object]) -> None:
    assert found["is_plain"] is True
    assert found["read"] == []


def test_that_names_of_qt_are_asked_for_one_by_one(found: dict[str, object]) -> None:
    assert isinstance(found["share"], float)
    assert 0 < found["share"] < 0.5
    assert found["same"] is True
    assert found["unknown"] is False


def test_that_widgets_that_nobody_needs_are_loaded_when_asked_for(
    found: dict[str, object],
) -> None:
    assert found["waiting"] == ["_Later", "_Later"]
    assert found["loaded"] is False
    assert found["asked"] == ["ImageView", "TreeWidget"]
    assert found["missing"] == [False, False]


def test_that_qt_and_pyqtgraph_are_whole(found: dict[str, object]) -> None:
    assert found["known"] == [True, True, True]
    assert isinstance(found["colours"], int)
    assert found["colours"] > 2  # ground, line and smoothed edges
