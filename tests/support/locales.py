"""Numbers as another language writes them, with English words."""

from __future__ import annotations

from evalgui.core.languages import speak
from evalgui.io.languages import NUMBERS, OPTION, language_for


def use_numbers(code: str) -> None:
    """Write and read numbers as in a language from now on."""
    speak(language_for([OPTION, "en", NUMBERS, code]))
