"""Each piece of work without a window, where one allocation of many fails.

What is said is one line in words; nothing is half done, and the next run gives what it gave.
"""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.__main__ import main
from tests.support.allocations import counted

N_ROWS = 3000  # each column is a large allocation
OPENING, NUMBERS = "opening the data", "the numbers of the data"
WORK = {
    "numbers": ("evaluate",),
    "groups, intervals and curves": ("evaluate", "--group", "site", "--curve", "det"),
    "a comparison, resampled": ("compare", "--score", "other", "--bootstrap", "50", "--seed", "1"),
    "a table": ("table", "--table", "rows"),
    "a report": ("report", "--sections", "data,measures,curves"),
}
WRITES = {"table", "report"}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A file of scores of two classes, at three sites."""
    rng = np.random.default_rng(41)
    truth = rng.integers(0, 2, N_ROWS)
    scores = [rng.normal(truth, spread).round(4) for spread in (1, 1.5)]
    path = tmp_path_factory.mktemp("data") / "scores.csv"
    rows = zip(truth, *scores, np.arange(N_ROWS) % 3, strict=True)
    lines = [",".join(map(str, row)) for row in rows]
    path.write_text("\n".join(["truth,score,other,site", *lines, ""]), encoding="utf-8")
    return path


@pytest.mark.parametrize("work", WORK)
def test_that_a_failed_allocation_is_told_and_leaves_nothing(work, data, tmp_path, capsys):
    command, *options = WORK[work]
    arguments = [command, str(data), "--truth", "truth", "--score", "score", *options]
    target = tmp_path / ("written.csv" if command == "table" else "written.html")
    if command in WRITES:
        arguments += ["--out", str(target)]

    def run(refused=0):
        with counted(refused) as allocations:
            code = main(arguments)
        return code, capsys.readouterr(), allocations.n_large

    run()  # what is made once and kept is not counted
    code, expected, n_large = run()
    assert (code, expected.err) == (0, "")
    assert n_large > 4
    written = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert (target in written) == (command in WRITES)
    said = set()
    for refused in np.linspace(1, n_large * 0.9, 3).astype(int):
        code, output, n_asked = run(refused)
        if n_asked < refused:  # other threads did more of the work this time
            assert (code, output) == (0, expected)
            continue
        assert (code, output.out) == (2, ""), refused
        told = output.err.removeprefix("evalgui: there is not enough memory for ")
        assert told.endswith(". Close something, or open a part of the data.\n")
        said.add(told.partition(". ")[0])
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == written
    assert OPENING in said
    assert said <= {OPENING, NUMBERS}
    assert run()[:2] == (0, expected)
