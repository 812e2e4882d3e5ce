"""Write the table of formats in the help page on files anew, from what the readers say."""

from __future__ import annotations

from evalgui.io.formats.registry import with_formats
from evalgui.locations import resources


def main() -> None:
    """Write the page."""
    page = resources() / "help" / "files.md"
    page.write_text(with_formats(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
