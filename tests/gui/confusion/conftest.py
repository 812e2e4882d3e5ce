"""What every test of the confusion matrix stands on."""

from __future__ import annotations

from tests.gui.panels.conftest import point_as_decimal_sign

__all__ = ["point_as_decimal_sign"]
