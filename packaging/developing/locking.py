"""Making the locks and the constraints: `packaging/dev.py lock`."""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING, Any

from developing import environment, locks, processes, pythons
from developing.environment import CONSTRAINTS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

UV = ROOT / "build" / "uv"
OWN = "evalgui"
"""Stands for the program itself beside the names of its extras."""


def lock(python: str | None, arguments: list[str]) -> int:
    """Write constraints and locks: of what is pinned, or with --upgrade of the newest versions."""
    import tomllib  # from Python 3.11 on, which is looked for before

    if set(arguments) - {"--upgrade"}:
        raise processes.refusal("lock [--upgrade]")
    uv = found_uv(environment.set_up(python, display=False))
    kept = [] if arguments else ["--constraint", str(CONSTRAINTS)]
    found = resolved(uv, ["--all-extras", *kept])
    names = [one["name"] for one in found]
    several = sorted({name for name in names if names.count(name) > 1})
    if several:
        raise processes.refusal("more than one version would be needed of " + ", ".join(several))
    comments = re.match(r"(?:#.*\n)*", CONSTRAINTS.read_text(encoding="utf-8"))
    pins = sorted(f"{one['name']}=={one['version']}\n" for one in found)
    CONSTRAINTS.write_text((comments[0] if comments else "") + "".join(pins), encoding="utf-8")
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked_by: dict[str, list[str]] = {name: [] for name in names}
    backend = ROOT / "build" / "backend.txt"
    backend.parent.mkdir(exist_ok=True)
    backend.write_text("\n".join(told["build-system"]["requires"]), encoding="utf-8")
    for extra in (OWN, *sorted(told["project"]["optional-dependencies"])):
        chosen = [str(backend)] if extra == OWN else ["--extra", extra]
        for one in resolved(uv, [*chosen, "--constraint", str(CONSTRAINTS)]):
            asked_by[one["name"]].append(extra)
    locks.LOCKS.mkdir(exist_ok=True)
    for version in pythons.CLAIMED:
        lines = [locks.HEAD.format(version=version)]
        for one in found:
            by = asked_by[one["name"]]
            by = [OWN] if OWN in by else by
            lines += [locks.ASKED_BY + ", ".join(by), *block(one, version)]
        locks.lock_for(version).write_text("\n".join([*lines, ""]), encoding="utf-8")
        print(locks.lock_for(version).relative_to(ROOT))
    return 0


def found_uv(interpreter: str) -> str:
    """Return uv, which finds versions for all systems at once; fetch it where it is missing."""
    name = "uv.exe" if os.name == "nt" else "uv"
    here = shutil.which("uv")
    if here is None and not (UV / "bin" / name).exists():
        fetch = [interpreter, "-m", "pip", "install", "--quiet", "--target", str(UV), "uv"]
        processes.require(fetch, "fetching uv")
    return here or str(UV / "bin" / name)


def resolved(uv: str, options: list[str]) -> list[dict[str, Any]]:
    """Return the packages that uv finds, with all files that they are published as."""
    import tomllib

    target = ROOT / "build" / "pylock.toml"
    target.parent.mkdir(exist_ok=True)
    oldest = ".".join(map(str, pythons.OLDEST))
    command = [uv, "pip", "compile", "--no-config", "--quiet", "--universal"]
    command += ["--fork-strategy", "fewest", "--python-version", oldest, *options]
    command += ["--format", "pylock.toml", "--output-file", str(target), "--upgrade"]
    if processes.call([*command, str(ROOT / "pyproject.toml")]):
        raise processes.refusal("uv found no versions")
    packages = tomllib.loads(target.read_text(encoding="utf-8"))["packages"]
    return [one for one in packages if one["name"] != OWN]


def block(package: dict[str, Any], version: str) -> Iterator[str]:
    """Yield the lines of a package in the lock for a version of Python.

    A source is allowed only where no wheel is: building runs code that nobody has looked at.
    """
    wheels = [one for one in package.get("wheels", ()) if fits(file_name(one), version)]
    files = wheels or [package["sdist"]]
    marker = f" ; {package['marker']}" if "marker" in package else ""
    digests = sorted(one["hashes"]["sha256"] for one in files)
    yield f"{package['name']}=={package['version']}{marker} \\"
    for number, digest in enumerate(digests, 1):
        yield f"    --hash=sha256:{digest}" + (" \\" if number < len(digests) else "")


def file_name(file: dict[str, Any]) -> str:
    """Return the name under which a file is published."""
    name = file.get("name") or file["url"].rpartition("/")[2]
    return str(name)


def fits(wheel: str, version: str) -> bool:
    """Return whether a wheel is for a version of Python, on Linux, macOS or Windows."""
    tags, abis, platforms = wheel[: -len(".whl")].split("-")[-3:]
    if not re.match(r"any$|manylinux|linux|macosx|win", platforms):
        return False
    minor, allowed = int(version.split(".")[1]), {*abis.split(".")}
    for kind, digits in re.findall(r"\b(py|cp)3(\d*)\b", tags):
        of = int(digits or 0)
        if of <= minor and ("none" if kind == "py" else "abi3") in allowed:
            return True
        if kind == "cp" and of == minor and {f"cp3{minor}", "none"} & allowed:
            return True
    return False
