"""Where the files that come with the program are: icons, samples, help."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def resources() -> Path:
    """Return the folder of the files that come with the program.

    A wheel carries the folder inside the package, as `evalgui.resources`. In a checkout,
    and so in an editable install of one, it stands beside the package. Both are looked for
    from the package that runs, so that two copies on one machine never mix.

    Returns
    -------
    Path
        An existing folder.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.

    Examples
    --------
    >>> (resources() / "samples" / "tharwat-2018.csv").is_file()
    True
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "resources", package.parent / "resources"):
        # Beside an installed package a folder of this name may be anyone's.
        if (folder / "samples").is_dir():
            return folder
    raise FileNotFoundError("the folder of icons and samples is missing: install evalgui again")
