"""Many runs beside each other, in Python."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import DataError
from evalgui.interface.arguments import asked
from evalgui.interface.spelling import told_in_python
from evalgui.render.frames import arrow_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd


def runs(
    data: str | PathLike[str] | Sequence[str | PathLike[str]],
    **options: Any,  # noqa: ANN401 - as of `evaluate`
) -> pd.DataFrame:
    """Return many files as one row each, all under the same roles.

    Parameters
    ----------
    data
        A folder, with all files in it and in folders below, or files.
    options
        As of `evalgui.evaluate`: names of columns, the threshold, intervals. What they leave open
        about columns, the first file decides that can be assessed. `over` adds the ``first`` and
        the ``last`` date of each.

    Returns
    -------
    pandas.DataFrame
        A row for each file: ``run``, its rows, ``threshold``, and every measure with the limits
        ``_low`` and ``_high``. What cannot be assessed has the reason in ``note``.

    Raises
    ------
    EvalguiError
        If there is no file, none can be assessed, or something has to be asked first.
    """
    from evalgui.io.folders import files_of
    from evalgui.io.runs import read_all
    from evalgui.io.writers.tables.blocks import whole

    given = [data] if isinstance(data, (str, PathLike)) else data
    with told_in_python():
        paths = [Path(fspath(one)) for one in given]
        for path in paths:
            if not path.exists():
                raise DataError("there is no file or folder of that name", where=path.name)
        request, _vocabulary = asked(options)
        result, _about = read_all(files_of(paths), request)
    return arrow_frame(whole(result.long_tables[0]))
