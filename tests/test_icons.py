"""The icons: there, drawn in one colour, legible, and told apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

if TYPE_CHECKING:
    from numpy.typing import NDArray

ICONS = Path(__file__).resolve().parents[1] / "resources" / "icons"
APPLICATION = "evalgui"
NAMESPACE = "http://www.w3.org/2000/svg"
INK = "#000000"
NAMES = [
    "about",
    "clear",
    "close",
    "compare",
    "copy",
    "det",
    "eer",
    "error",
    "export-figure",
    "export-table",
    "far-frr",
    "filter",
    "first",
    "half",
    "help",
    "histogram",
    "import",
    "info",
    "last",
    "lock",
    "matrix",
    "maximise",
    "metrics",
    "middle",
    "next",
    "open",
    "pencil",
    "pin",
    "positive",
    "pr",
    "previous",
    "quit",
    "recent",
    "redo",
    "reset-layout",
    "restore",
    "roc",
    "sample",
    "save",
    "search",
    "settings",
    "star",
    "table",
    "theme",
    "threshold",
    "transpose",
    "undo",
    "warning",
    "youden",
]


def source(name: str) -> str:
    return (ICONS / f"{name}.svg").read_text(encoding="utf-8")


def tree(name: str) -> ET.Element:
    return ET.fromstring(source(name))  # noqa: S314 - the file is our own


def rendered(svg: str, size: int = 96) -> NDArray[np.uint8]:
    """Return the picture as (size, size, 4) bytes: blue, green, red, opacity."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    assert renderer.isValid()
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return np.frombuffer(image.constBits(), dtype=np.uint8).reshape(size, size, 4).copy()


def test_that_every_icon_is_there_and_none_is_unknown() -> None:
    assert sorted(path.stem for path in ICONS.glob("*.svg")) == sorted([*NAMES, APPLICATION])


@pytest.mark.parametrize("name", [*NAMES, APPLICATION])
def test_that_an_icon_is_nothing_but_shapes(name: str) -> None:
    root = tree(name)
    tags = {element.tag.removeprefix(f"{{{NAMESPACE}}}") for element in root.iter()}
    assert tags <= {"svg", "path", "circle", "rect"}
    assert "://" not in source(name).replace(f'xmlns="{NAMESPACE}"', "")


@pytest.mark.parametrize("name", NAMES)
def test_that_an_icon_is_on_the_grid_of_24_with_one_stroke(name: str) -> None:
    root = tree(name)
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke-width") == "1.75"
    assert root.get("stroke-linecap") == root.get("stroke-linejoin") == "round"


@pytest.mark.parametrize("name", NAMES)
def test_that_an_icon_has_one_colour(name: str) -> None:
    paints = {
        value
        for element in tree(name).iter()
        for key, value in element.attrib.items()
        if key in {"fill", "stroke", "color", "style"}
    }
    assert INK in paints
    assert paints <= {INK, "none"}


@pytest.mark.parametrize("name", NAMES)
def test_that_replacing_the_literal_recolours_all_ink(name: str) -> None:
    picture = rendered(source(name).replace(INK, "#ff0000"))
    opaque = picture[picture[..., 3] == 255]
    assert len(opaque)
    np.testing.assert_array_equal(opaque, np.broadcast_to([0, 0, 255, 255], opaque.shape))


@pytest.mark.parametrize("name", [*NAMES, APPLICATION])
def test_that_an_icon_is_visible_and_not_cut_off(name: str) -> None:
    opacity = rendered(source(name))[..., 3]
    assert 0.05 < (opacity > 127).mean() < 0.95
    border = np.concatenate([opacity[0], opacity[-1], opacity[:, 0], opacity[:, -1]])
    assert border.max() == 0


@pytest.mark.parametrize("name", NAMES)
def test_that_an_icon_is_centred(name: str) -> None:
    opacity = rendered(source(name))[..., 3] > 0
    for axis in (0, 1):
        used = np.flatnonzero(opacity.any(axis=axis))
        assert abs(used[0] + used[-1] - 95) <= 12


def test_that_no_two_icons_look_the_same() -> None:
    pictures = {name: rendered(source(name), 24)[..., 3].astype(float) / 255 for name in NAMES}
    for index, first in enumerate(NAMES):
        for second in NAMES[index + 1 :]:
            difference = np.abs(pictures[first] - pictures[second]).sum()
            assert difference > 15, (first, second, difference)


def test_that_the_application_icon_has_the_two_class_colours() -> None:
    colours = set(re.findall(r"#[0-9A-F]{6}", source(APPLICATION)))
    assert {"#0072B2", "#D55E00"} <= colours
