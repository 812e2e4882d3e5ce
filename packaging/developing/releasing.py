"""A release, made and looked at: what agrees, what was built, and what waits for its owner.

It tags nothing, publishes nothing and opens no connection: that is left to who answers for it.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from developing import address, bundling, environment, processes, soup
from developing.environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHECKLIST = ROOT / "packaging" / "release.md"
WAITING = "Waits for the owner"
SYSTEMS = ("linux", "windows", "macos")


def release(
    python: str | None, arguments: list[str], components: Callable[[str | None, list[str]], int]
) -> int:
    """Make what a release consists of in dist/, or elsewhere for a try, and look at it.

    Parameters
    ----------
    python
        The interpreter that was asked for.
    arguments
        "--dry-run" makes nothing that is left.
    components
        Writes the bill of materials into the file that it is given; returns an exit code.
    """
    if set(arguments) - {"--dry-run"}:
        raise processes.refusal("release [--dry-run]")
    interpreter = environment.set_up(python, display=False)
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) if arguments else ROOT / "dist"
        troubles = list(_made(python, interpreter, target, components))
    print(f"\n{WAITING} ({CHECKLIST.relative_to(ROOT).as_posix()}):\n{waiting()}")
    print("\nNot ready: " + ", ".join(troubles) if troubles else "\nReady, but for these.")
    return 1 if troubles else 0


def _made(
    python: str | None,
    interpreter: str,
    target: Path,
    components: Callable[[str | None, list[str]], int],
) -> Iterator[str]:
    """Make and look at everything, say what is found, and yield what is wrong."""
    version = bundling.version()
    print(f"evalgui {version}")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    metainfo = ROOT / "resources" / "desktop" / "evalgui.metainfo.xml"
    yield from _told("versions", disagreeing(version, changes, metainfo.read_text("utf-8")))
    yield from _told("committed", uncommitted(version))
    target.mkdir(exist_ok=True)
    name = f"evalgui-{version}"
    wheel, sdist = packages(interpreter, target, version)
    yield from _told("wheel", wrong_in_wheel(wheel))
    yield from _told("sdist", wrong_in_sdist(sdist))
    bill, text, known = (target / (name + end) for end in (".cdx.json", "-notes.md", "-soup.md"))
    yield from _told("SBOM", ["it cannot be made"] if components(python, [str(bill)]) else [])
    text.write_text(notes(changes, version) + "\n", encoding="utf-8")
    known.write_text("\n".join(soup.lines()) + "\n", encoding="utf-8")
    made = [wheel, sdist, *(path for path in (bill, text, known) if path.is_file())]
    for system in SYSTEMS:
        found = sorted((ROOT / "dist").glob(f"{name}-*{system}*"))
        made += found
        names = ", ".join(path.name for path in found)
        print(f"--  bundle for {system}: {names or 'to be made there (dev.py bundle --check)'}")
    sums = "".join(f"{sha256(path)}  {path.name}\n" for path in made)
    (target / "SHA256SUMS").write_text(sums, encoding="utf-8")
    print(f"\nSHA-256:\n{sums}\nNotes:\n{notes(changes, version)}")


def _told(what: str, wrong: list[str]) -> list[str]:
    """Say whether something is as it should be; return its name where it is not."""
    print(("NO  " if wrong else "ok  ") + what + (": " + ", ".join(wrong) if wrong else ""))
    return [what] if wrong else []


def packages(interpreter: str, target: Path, version: str) -> tuple[Path, Path]:
    """Build wheel and sdist, without a network, and return them."""
    kinds = ["--wheel", "--sdist", "--no-isolation", "--outdir", str(target)]
    processes.require([interpreter, "-m", "build", *kinds, str(ROOT)], "building wheel and sdist")
    wheel = target / f"evalgui-{version}-py3-none-any.whl"
    return wheel, target / f"evalgui-{version}.tar.gz"


def disagreeing(version: str, changes: str, metainfo: str) -> list[str]:
    """Return what tells another version, or another day, than the changelog does of this one."""
    heading = re.search(r"^## \[(\d[^]]*)\] - (\S+)$", changes, re.MULTILINE)
    newest = heading.groups() if heading else ("", "")
    entry = re.search(r'<release version="([^"]*)" date="([^"]*)"', metainfo)
    wrong = []
    if newest[0] != version:
        wrong.append(f"CHANGELOG.md has {newest[0] or 'none'}")
    if not entry or entry.groups() != newest:
        told = " of ".join(entry.groups()) if entry else "no release"
        wrong.append(f"evalgui.metainfo.xml has {told}")
    if notes(changes, "Unreleased"):
        wrong.append("CHANGELOG.md has changes that are not released")
    return wrong


def notes(changes: str, version: str) -> str:
    """Return what a changelog says of a version."""
    found = re.search(
        rf"^## \[{re.escape(version)}\].*\n((?s:.*?))(?=^## \[|\Z)", changes, re.MULTILINE
    )
    return found[1].strip() if found else ""


def uncommitted(version: str) -> list[str]:
    """Return what keeps the commit that is checked out from being this version."""
    git = shutil.which("git")
    if git is None:
        return ["git is not installed"]
    code, _seconds, said = processes.heard([git, "-C", str(ROOT), "status", "--porcelain"])
    wrong = ["this is no repository of git"] if code else []
    if said and not code:
        wrong.append(f"{len(said.splitlines())} files are not")
    places = [f"refs/tags/v{version}^{{commit}}", "HEAD"]
    ask = [git, "-C", str(ROOT), "rev-parse", "--verify", "--quiet"]
    tagged, here = (processes.answer([*ask, place]) for place in places)
    if tagged not in ("", here):
        wrong.append(f"the tag v{version} is elsewhere")
    return wrong


def wrong_in_wheel(path: Path) -> list[str]:
    """Return what a wheel has and should not."""
    names = zipfile.ZipFile(str(path)).namelist()
    strays = [name for name in names if not re.match(r"evalgui(-[\w.]+\.dist-info)?/", name)]
    strays += [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    return strays + _twice(names)


def wrong_in_sdist(path: Path) -> list[str]:
    """Return what an sdist has beyond what git tracks, or lacks of it."""
    with tarfile.open(str(path)) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    git = shutil.which("git") or "git"
    tracked = {*processes.answer([git, "-C", str(ROOT), "ls-files"]).splitlines()}
    other = {*names} ^ (tracked | {"PKG-INFO"})
    return sorted(other) + _twice(names)


def _twice(names: list[str]) -> list[str]:
    return [f"{name} twice" for name, count in Counter(names).items() if count > 1]


def sha256(path: Path) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def waiting() -> str:
    """Return the list of what the owner has to give, as the checklist has it."""
    text = CHECKLIST.read_text(encoding="utf-8").partition(f"## {WAITING}\n")[2]
    found = text.partition("\n## ")[0].strip()
    return f"{found}\n\nThe address: {address.ADDRESS or 'not given yet'}."
