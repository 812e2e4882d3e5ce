"""Lists of trials in HDF5, in the child process: BOSARIS and SIDEKIT.

They are matrices with a row for each model and a column for each segment, mostly empty:
only the pairs that a mask marks become rows.
"""

from __future__ import annotations

from typing import Any

from evalgui.core.digits import grouped

MOST_PAIRS = 4_000_000_000
MOST_TRIALS = 50_000_000
_BLOCK = 16 << 20
_FLOAT32 = 4  # bytes
_ENROLL = ("/modelset", "/ID/row_ids")
# One version of SIDEKIT misspelled the name.
_TEST = ("/segset", "/segest", "/ID/column_ids")
_MATRICES = ("trial_mask", "target_mask", "nontarget_mask", "score_mask", "scores")
_AGAIN = "Save it again, or save the list as text"
_SMALLER = "Keep only the trials that are needed"


def trials(rules: dict[str, Any], content: Any) -> Any:  # noqa: ANN401 - of `hdf5`
    """Return the trials of a file as an answer; None where it is no list of trials.

    Parameters
    ----------
    rules
        What `hdf5` defines.
    content
        The data sets of the file.
    """
    found = content.datasets
    enroll = next((found[name] for name in _ENROLL if name in found), None)
    test = next((found[name] for name in _TEST if name in found), None)
    matrices = {name: found[f"/{name}"] for name in _MATRICES if f"/{name}" in found}
    has_key = "trial_mask" in matrices or {"target_mask", "nontarget_mask"} <= set(matrices)
    if enroll is None or test is None or not (has_key or "scores" in matrices):
        return None
    ids = []
    for dataset in (enroll, test):
        if len(dataset.shape) != 1 or content.kind(dataset.dtype) not in {"text", "number"}:
            raise rules["Refusal"]("the ids of the trials are no list of texts", _AGAIN)
        ids.append(rules["texts_of"](rules["loaded"](dataset)[()]))
    for dataset in matrices.values():
        if content.kind(dataset.dtype) not in {"flag", "number"}:
            raise rules["Refusal"]("the matrix of trials does not hold numbers", _AGAIN)
        rules["loaded"](dataset)
    gathered = Trials(rules["Refusal"], matrices, (len(ids[0]), len(ids[1])), has_key=has_key)
    gathered.gather()
    form = {(True, True): "scored key", (True, False): "key", (False, True): "scores"}
    answer = rules["Answer"](form[has_key, gathered.has_scores], gathered.n)
    answer.add_codes("enroll", gathered.column("enroll"), ids[0])
    answer.add_codes("test", gathered.column("test"), ids[1])
    if gathered.has_scores:
        answer.add_numbers("score", gathered.column("score"))
    if has_key:
        key = gathered.column("key")
        answer.add_codes("key", key, ["target", "nontarget"])
        answer.facts["is_index"] = bool((key == 0).all())
    return answer


class Trials:
    """The marked pairs of models and segments, gathered from blocks of the matrix."""

    def __init__(
        self,
        refusal: type[Exception],
        matrices: dict[str, Any],
        shape: tuple[int, int],
        *,
        has_key: bool,
    ) -> None:
        self._refusal = refusal
        self._matrices = matrices
        self._shape = shape
        self._has_key = has_key
        self.has_scores = "scores" in matrices
        self.n = 0
        self._parts: dict[str, list[Any]] = {"enroll": [], "test": [], "key": [], "score": []}

    def gather(self) -> None:
        """Go through the matrix in blocks of some rows."""
        is_turned = self._is_turned()
        all_matrices = self._matrices.values()
        n_rows, n_columns = self._shape[::-1] if is_turned else self._shape
        width = max(n_columns * max(one.dtype.itemsize for one in all_matrices), 1)
        tallest = max((one.chunks[0] if one.chunks else 1) for one in all_matrices)
        # A chunk that is read in pieces is unpacked for each of them.
        step = max(tallest, _BLOCK // width // tallest * tallest)
        for start in range(0, n_rows, step):
            block = {name: one[start : start + step] for name, one in self._matrices.items()}
            self._add(start, block, is_turned=is_turned)

    def _is_turned(self) -> bool:
        """Return whether the segments are the rows; refuse ids that do not fit the matrix."""
        shapes = {one.shape for one in self._matrices.values()}
        n_enroll, n_test = self._shape
        if shapes not in ({self._shape}, {(n_test, n_enroll)}):
            message = (
                f"the ids do not fit the matrix of trials: there are {grouped(n_enroll)} models "
                f"and {grouped(n_test)} segments"
            )
            raise self._refusal(message, _AGAIN)
        if n_enroll * n_test > MOST_PAIRS:
            message = f"the matrix of trials is too large: {grouped(n_enroll * n_test)} pairs"
            raise self._refusal(message, _SMALLER)
        return shapes != {self._shape}

    def _add(self, start: int, block: dict[str, Any], *, is_turned: bool) -> None:
        """Keep the marked pairs of some rows of the matrix."""
        import numpy as np

        key = None
        if "trial_mask" in block:
            key = block["trial_mask"]
        elif self._has_key:
            key = (block["target_mask"] != 0).astype("i1") - (block["nontarget_mask"] != 0)
        if "score_mask" in block and self.has_scores:
            marked = block["score_mask"] != 0
        else:
            marked = np.ones(block["scores"].shape, bool) if key is None else key != 0
        rows, columns = np.nonzero(marked)
        self.n += len(rows)
        if self.n > MOST_TRIALS:
            raise self._refusal(f"there are more than {grouped(MOST_TRIALS)} trials", _SMALLER)
        enroll, test = (columns, rows + start) if is_turned else (rows + start, columns)
        self._parts["enroll"].append(enroll.astype("<i4"))
        self._parts["test"].append(test.astype("<i4"))
        if key is not None:
            kinds = key[rows, columns]
            codes = np.where(kinds > 0, 0, np.where(kinds < 0, 1, -1))
            self._parts["key"].append(codes.astype("<i4"))
        if self.has_scores:
            scores = block["scores"][rows, columns]
            is_short = scores.dtype.kind == "f" and scores.dtype.itemsize <= _FLOAT32
            self._parts["score"].append(scores.astype("<f4" if is_short else "<f8"))

    def column(self, name: str) -> Any:  # noqa: ANN401 - an array of numpy
        """Return a column of all trials."""
        import numpy as np

        return np.concatenate(self._parts[name]) if self._parts[name] else np.empty(0, "<i4")
