"""`show`: the window on data of Python. It is a program of its own, and ends with its window."""

from __future__ import annotations

import io
import subprocess
from typing import TYPE_CHECKING, Any

from evalgui.cli.handing_over import packed
from evalgui.cli.window import HANDED_OVER, TELL, window_parser
from evalgui.core.errors import EvalguiError
from evalgui.interface.arguments import given_data, with_columns, words_of
from evalgui.interface.decided import evaluation_of
from evalgui.interface.spelling import refuse, told_in_python
from evalgui.io.sandbox.parent import command
from evalgui.io.table import arrow, kernels, texts_of

if TYPE_CHECKING:
    from evalgui.interface.evaluation import Evaluation
    from evalgui.io.bytes.source import Source

_LARGE = 1e9  # from about here on, Arrow and Python write a double in ways of their own
_NO_DISPLAY = "QT_QPA_PLATFORM=offscreen evalgui --screenshot"  # in any language
_SAID = "evalgui: "
_HINT = "Start evalgui from a terminal to see why"


def show(
    data: object = None,
    *columns: Any,  # noqa: ANN401 - as of `evaluate`
    name: str = "",
    **options: Any,  # noqa: ANN401 - as of `evaluate`
) -> Evaluation | None:
    """Open the window on data, wait until it is closed, and return what was decided there.

    The window is a program of its own: it works in notebooks and beside other windows, and
    changes nothing here. A table is handed over through a pipe, and touches no disk. In a notebook
    the cell goes on once the window is closed; to interrupt it ends the window.

    Parameters
    ----------
    data, *columns, name
        As of `evalgui.evaluate`.
    **options
        What is said of columns and rows, by the arguments of `evalgui.evaluate`; and how the
        window looks: ``theme``, ``layout``.

    Returns
    -------
    Evaluation or None
        The data at the threshold that was chosen, typed, taken over or locked in the window, with
        everything else that was set there: `Evaluation.threshold`, `Evaluation.rule`,
        `Evaluation.counts`, `Evaluation.locked`. None where nobody decided about a threshold: it
        stayed where it was at first.

    Raises
    ------
    EvalguiError
        If something of it is not known, the window cannot be opened, or it showed other data when
        it was closed, which cannot be evaluated here.
    """
    with told_in_python():
        data, options = with_columns(data, columns, options)
        sources, said, orders = given_data(data, name, options)
        words = [*words_of(said), TELL]
        parser = window_parser()
        parser.refuse = refuse
        parser.parse_args(words)
        if len(sources) == 1 and not isinstance(sources[0], str):
            told = _run([HANDED_OVER], packed(sources[0].name, words, _text(sources[0])))
        else:
            told = _run([*map(_file, sources), *words], b"")
        return evaluation_of(told, sources, orders)


def _file(path: Any) -> str:  # noqa: ANN401 - a path
    return f"./{path}" if str(path).startswith("-") else str(path)


def _run(words: list[str], data: bytes) -> str:
    """Run the window until it is closed, and return what it says of the decision."""
    finished = subprocess.run(  # noqa: S603 - this program itself
        command(*words), input=data, capture_output=True, check=False
    )
    if finished.returncode:
        told = finished.stderr.decode("utf-8", "replace")
        said = [one.removeprefix(_SAID) for one in told.splitlines() if one.startswith(_SAID)]
        why = "there is no display" if _NO_DISPLAY in told else " ".join(said[-1:])
        raise EvalguiError("the window could not be opened" + f": {why}" * bool(why), hint=_HINT)
    return finished.stdout.decode("utf-8")


def _text(source: Source) -> bytes:
    """Return a table that was handed over as text between tabs, every number exact."""
    from pyarrow import csv, ipc

    table = ipc.open_stream(arrow.py_buffer(source.content)).read_all()
    names = [str(place) for place in range(table.num_columns)]  # two may have one name
    schema = arrow.schema([(name, arrow.string()) for name in names])
    out = io.BytesIO()
    written = csv.WriteOptions(delimiter="\t", quoting_style="all_valid", include_header=False)
    with csv.CSVWriter(out, schema, write_options=written) as writer:
        heads = [arrow.array([name]) for name in table.column_names]
        for columns in (heads, *([*map(_as_text, one.columns)] for one in table.to_batches())):
            if columns:
                writer.write(arrow.table(columns, names=names))
    return out.getvalue()


def _as_text(cells: Any) -> Any:  # noqa: ANN401 - arrays of pyarrow
    """Return cells as text; "" for no value."""
    if arrow.types.is_float32(cells.type):  # single numbers as the doubles that they are
        cells = kernels.cast(cells, arrow.float64())
    if arrow.types.is_float64(cells.type):
        found = _doubles_as_text(cells)
    elif arrow.types.is_integer(cells.type) or arrow.types.is_string(cells.type):
        found = kernels.cast(cells, arrow.string())
    else:
        found = arrow.array(texts_of(cells), arrow.string())
    return kernels.fill_null(found, "")


def _doubles_as_text(cells: Any) -> Any:  # noqa: ANN401 - arrays of pyarrow
    """Return doubles as Python writes them, and nothing for NaN."""
    size = kernels.abs(cells)
    is_usual = kernels.and_(kernels.greater_equal(size, 1e-4), kernels.less(size, _LARGE))
    is_usual = kernels.fill_null(is_usual, fill_value=True)
    found = kernels.cast(cells, arrow.string())
    is_whole = kernels.equal(kernels.find_substring(found, "."), -1)
    found = kernels.if_else(is_whole, kernels.binary_join_element_wise(found, ".0", ""), found)
    others = kernels.invert(is_usual)  # with exponents, infinite, NaN and zeros
    texts = arrow.array(texts_of(kernels.filter(cells, others)), arrow.string())
    return kernels.replace_with_mask(found, others, texts)
