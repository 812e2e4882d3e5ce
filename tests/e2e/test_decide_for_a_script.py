"""Who opens the window from a script is told what was decided when it is closed."""

from __future__ import annotations

import json
from dataclasses import replace

from evalgui.core.requests import SetThreshold


def test_that_what_was_decided_is_told_when_the_window_is_closed(program):
    application = program.application
    application._start = replace(application._start, tells=True)
    program.open_sample("clinical")
    program.workspace.ask(SetThreshold(0.25))
    application.commands.keeping._is_lost = True  # the question is answered
    assert program.window.close()
    decided = json.loads(application.decision)["decided"]
    assert (decided["threshold"], decided["rule"]) == (0.25, "typed")
    assert sum(decided["counts"].values()) == decided["n"] == 569
