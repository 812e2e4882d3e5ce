"""The interpreters of Python that are installed, and which of them is taken."""

from __future__ import annotations

import functools
import os
import re
import shutil
import sys
from pathlib import Path

from developing.processes import answer, refusal

OLDEST = (3, 11)
CLAIMED = ("3.13", "3.12", "3.11")


def find_python(wanted: str | None) -> str:
    """Return the interpreter to make an environment with, or stop with what to do."""
    if wanted is None and sys.version_info >= OLDEST:
        return sys.executable
    too_old = None if wanted is not None else sys.executable
    for candidate in candidates(wanted):
        version = version_of(candidate)
        if version and tuple(map(int, version.split("."))) >= OLDEST:
            return shutil.which(candidate) or candidate
        too_old = candidate if version else too_old
    if too_old is None:
        here = ", ".join(filter(installed, CLAIMED)) or "none that it runs on"
        raise refusal(f"there is no Python {wanted} here; there is: {here}")
    hint = "" if wanted is not None else ", and no later one was found"
    raise refusal(f"evalgui needs Python 3.11 or later; {too_old} is {version_of(too_old)}{hint}")


def installed(version: str) -> bool:
    """Return whether a version of Python is there."""
    return any(version_of(candidate) == version for candidate in candidates(version))


def candidates(wanted: str | None) -> list[str]:
    """Return what to try for an interpreter: a path, names on the PATH, those of pyenv."""
    found = []
    for version in CLAIMED if wanted is None else (wanted,):
        if not re.match(r"3\.\d+$", version):
            found.append(str(Path(version).expanduser()) if os.sep in version else version)
            continue
        found.append("python" + version)
        # What pyenv puts on the PATH answers only for the versions that are active.
        home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
        found += [str(path) for path in sorted(home.glob(f"{version}*/bin/python{version}"))]
    return found


@functools.lru_cache(maxsize=None)
def version_of(python: str) -> str:
    """Return the version of an interpreter, such as "3.12"; empty where it does not run."""
    if python == sys.executable:
        return "{}.{}".format(*sys.version_info)
    return answer([python, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"])
