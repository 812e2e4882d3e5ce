"""The rows that hold a text, of ten million: in a column of numbers, and in one of texts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from timing import interleaved, median_ms, say

from evalgui.gui.models.row_search import search_rows
from evalgui.io.table import RawColumn

N = 10_000_000
NUMBERS = ("0.25", "25", "1")
TEXTS = ("row 99", "x")


def main() -> None:
    """Print the time to look through all rows, for texts that few, many or no cells hold."""
    rng = np.random.default_rng(0)
    truth = (rng.random(N) < 0.5).astype(np.int64)
    scores = rng.normal(truth * 1.5, 1.0)
    columns = {
        "a truth of 0 and 1": pa.array(truth),
        "scores of 17 digits": pa.array(scores),
        "scores of 6 digits": pa.array(np.round(scores, 6)),
        "names of rows": pa.array([f"row {row}" for row in range(N)]),
    }
    for name, cells in columns.items():
        column = RawColumn(name, pa.chunked_array([cells]))
        wanted = TEXTS if pa.types.is_string(cells.type) else NUMBERS
        found = {text: np.zeros(N, np.bool_) for text in wanted}

        def search(text: str, column: RawColumn = column, found: dict = found) -> None:
            found[text][:] = False
            search_rows([column], text, found[text], lambda: False)

        jobs = {text: lambda text=text, search=search: search(text) for text in wanted}
        for text, seconds in interleaved(jobs, rounds=3).items():
            n_found = int(np.count_nonzero(found[text]))
            say(f"{name:20} {text!r:9} {median_ms(seconds):7.0f} ms  {n_found:>10,} rows")
    say("goals: numbers within 2 s, texts within 5 s")


if __name__ == "__main__":
    main()
