"""The command line in a test: run in this process, and what it printed."""

from __future__ import annotations

import json

from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id

THARWAT = str(sample_by_id("tharwat-2018").path)


BINU = str(sample_by_id("binu-2022").path)


POST = str(sample_by_id("validation-post").path)


IRIS = str(sample_by_id("iris").path)


def evaluate(capsys, *arguments):
    assert main(["evaluate", *arguments, "--format", "json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return json.loads(output.out)


def refused(capsys, *arguments):
    try:
        code = main(["evaluate", *arguments])
    except SystemExit as exit_:
        code = exit_.code
    output = capsys.readouterr()
    assert code == 2
    assert output.out == ""
    assert output.err.startswith("evalgui: ")
    assert output.err.count("\n") == 1
    return output.err
