"""The site: help, gallery and reference as pages to read and search without a network."""

from __future__ import annotations

import os

from developing import environment, processes
from developing.environment import ROOT, SITE, TO_SITE

MAKE = ROOT / "packaging" / "site" / "make.py"
TARGET, WORK = ROOT / "dist" / "site", ROOT / "build" / "site"


def site(python: str | None, arguments: list[str]) -> int:
    """Make dist/site."""
    if arguments:
        raise processes.refusal("site takes no arguments")
    interpreter = environment.set_up(python, display=False, extras=TO_SITE, libraries=SITE)
    os.chdir(str(ROOT))
    code = processes.call([interpreter, str(MAKE), str(WORK), str(TARGET)])
    if code == 0:
        print((TARGET / "index.html").relative_to(ROOT))
    return code
