"""Contrast of the heatmap."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtGui import QColor

from evalgui.gui.confusion.heat_scale import cividis, contrast, luminance, tint
from evalgui.gui.confusion.shown_matrix import LEVELS
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Theme


def test_that_letters_are_readable_on_every_level() -> None:
    scale = cividis()
    assert len(scale) == LEVELS
    assert min(contrast(fill, letters) for fill, letters in scale) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_that_letters_are_readable_on_both_tints_which_differ_at_every_share(theme: Theme) -> None:
    ground = QColor(theme.base)
    right, wrong = (tint(ground, QColor(fill)) for fill in (theme.correct_fill, theme.error_fill))
    assert len(right) == len(wrong) == LEVELS
    assert min(contrast(fill, letters) for fill, letters in (*right, *wrong)) >= 4.5
    for (one, _), (other, _) in zip(right, wrong, strict=True):
        assert one.green() - one.red() > other.green() - other.red() + 15
        assert one != ground != other
    seen = min(contrast(fill, ground) for fill, _ in (*right, *wrong))
    assert seen >= (1.3 if theme is HIGH_CONTRAST else 1.18)


def test_that_the_scale_rises_in_luminance() -> None:
    levels = [luminance(fill) for fill, _ in cividis()]
    assert all(after > before - 0.002 for before, after in pairwise(levels))
    assert levels[-1] - levels[0] > 0.5


def test_that_contrast_is_that_of_the_standard() -> None:
    assert contrast(QColor("white"), QColor("black")) == pytest.approx(21)
    # WCAG's well-known limit of grey on white
    assert contrast(QColor("#767676"), QColor("white")) == pytest.approx(4.54, abs=0.01)
