"""Another locale, for what writes and reads numbers."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from evalgui.gui import text


def use_locale(locale: QLocale) -> None:
    """Write and read numbers as in a locale from now on."""
    QLocale.setDefault(locale)
    text.follow_locale()
