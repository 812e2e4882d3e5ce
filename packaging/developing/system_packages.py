"""What Qt, `venv` and Spark need of the system: found missing, and installed where it may be."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys

from developing import processes
from developing.pythons import version_of

# What Qt loads from the system, and the package that has it on Debian 12 and on Ubuntu 22.04
# and 24.04. Qt's own message blames libxcb-cursor0 whatever is missing, so all are probed.
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
DISPLAY_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}


JAVA = "default-jre-headless"


def install_system_packages(*, display: bool, venv_for: str | None, java: bool = False) -> None:
    """Install what Qt, `venv` and Spark need of the system, or say with which command.

    Parameters
    ----------
    display
        Whether the libraries for a real display are needed as well.
    venv_for
        The interpreter that is to make an environment; None where there is one already.
    java
        Whether a Java runtime is needed, on which Spark runs.
    """
    needed = missing_packages(display=display, venv_for=venv_for, java=java)
    if not needed:
        return
    apt = apt_get()
    if apt is not None:
        command = [*apt, "install", "--yes", "--no-install-recommends", *needed]
        print("Installing " + " ".join(needed) + " ...", file=sys.stderr, flush=True)
        # A bare system has no package lists yet; one that has them need not fetch them.
        if not processes.answers(command) and processes.call([*apt, "update"]) == 0:
            processes.call(command)
        needed = missing_packages(display=display, venv_for=venv_for, java=java)
    if not needed:
        return
    print(
        "evalgui needs some packages of the system. On Debian and Ubuntu:\n"
        "    sudo apt-get update && sudo apt-get install --yes --no-install-recommends "
        + " ".join(needed),
        file=sys.stderr,
        flush=True,
    )
    # Without those for X a Wayland session may still do; Qt itself speaks up if not.
    if not set(needed) <= set(DISPLAY_LIBRARIES.values()):
        raise SystemExit(1)


def missing_packages(*, display: bool, venv_for: str | None, java: bool = False) -> list[str]:
    """Return the names of the missing packages, as Debian has them, sorted."""
    libraries = {**LIBRARIES, **(DISPLAY_LIBRARIES if display else {})}
    needed = {package for library, package in libraries.items() if not loads(library)}
    if venv_for is not None and not processes.answers([venv_for, "-c", "import ensurepip, venv"]):
        needed.add(f"python{version_of(venv_for)}-venv")
    if java and not processes.answers(["java", "-version"]):
        needed.add(JAVA)
    return sorted(needed)


def loads(library: str) -> bool:
    """Return whether the system finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_get() -> list[str] | None:
    """Return how to call apt-get without being asked anything; None where that cannot be."""
    apt = shutil.which("apt-get")
    if apt is None:
        return None
    command = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq"]
    if os.geteuid() == 0:
        return command
    sudo = shutil.which("sudo")
    if sudo is not None and processes.answers([sudo, "-n", "true"]):
        return [sudo, "-n", *command]
    return None
