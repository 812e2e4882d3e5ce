"""Where the project lives: said once, here, and told by whatever is built.

While the address is empty, no URL of the project is written anywhere, and links of the README stay
relative. With it, the links of what is shown outside of a checkout lead there, at the tag of the
version. An installed program finds it in its own metadata (`Project-URL`).
"""

from __future__ import annotations

import re

ADDRESS = ""
"""As a browser shows it, "https://..." and no "/" at its end; its owner gives it."""

_RELATIVE = re.compile(r"\]\((?![a-z]+:|#)([^)\s]+)\)")


def urls(version: str) -> dict[str, str]:
    """Return the addresses that a package names, none while there is none."""
    if not ADDRESS:
        return {}
    return {
        "Homepage": ADDRESS,
        "Issues": ADDRESS + "/issues",
        "Changelog": f"{ADDRESS}/blob/v{version}/CHANGELOG.md",
    }


def absolute(text: str, version: str) -> str:
    """Return Markdown whose relative links lead to the project, where that has an address."""
    if not ADDRESS:
        return text

    def link(found: re.Match[str]) -> str:
        kind = "raw" if found[1].endswith((".png", ".svg")) else "blob"
        return f"]({ADDRESS}/{kind}/v{version}/{found[1]})"

    return _RELATIVE.sub(link, text)
