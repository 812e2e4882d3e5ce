"""What is told to people by io, where all of it is marked for translation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from evalgui.core.checks import Finding
from evalgui.core.errors import EvalguiError
from evalgui.core.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

MARKED = ("evalgui.io.bytes.", "evalgui.io.formats.", "evalgui.io.sandbox.")


@pytest.fixture(autouse=True)
def whatever_is_told_can_be_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where an error or a finding of the parts that are marked is told in English alone."""

    def looked_at(made: Callable[..., None], depth: int) -> Callable[..., None]:
        def make(self: Any, *args: Any, **options: Any) -> None:
            made(self, *args, **options)
            home = sys._getframe(depth).f_globals["__name__"]
            if home.startswith(MARKED):
                said = (self.text,) if isinstance(self, Finding) else (self.message, self.hint)
                plain = [text for text in said if text and not isinstance(text, Phrase)]
                assert not plain, f"{home} tells in English alone: {plain}"

        return make

    monkeypatch.setattr(EvalguiError, "__init__", looked_at(EvalguiError.__init__, 1))
    # Behind the method that the class makes of its fields.
    monkeypatch.setattr(Finding, "__post_init__", looked_at(Finding.__post_init__, 2))
