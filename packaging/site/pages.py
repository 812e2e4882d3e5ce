"""The pages of the site as Sphinx reads them: help in each language, reference, contents."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

import evalgui
from evalgui.gui.help_pages import HELP_PAGES, MARK, anchor, source
from evalgui.io.languages import language, languages
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterable

SOURCES = Path(__file__).resolve().parent
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,3} (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\((\w+)\.md(?:#([^)\s]+))?\)")


def write(folder: Path) -> None:
    """Write every page but the gallery below a folder that has none of them."""
    own = resources() / "help"
    (folder / "help").mkdir(parents=True)
    for page in HELP_PAGES:
        text = searchable(source(page))
        (folder / "help" / f"{page.id}.md").write_text(text, encoding="utf-8")
    for picture in own.glob("*.png"):
        shutil.copy(picture, folder / "help")
    contents = [named("Help", (f"help/{page.id}" for page in HELP_PAGES))]
    for code, home in languages().items():
        translated = {path.stem for path in (home / "help").glob("*.md")}
        pages = [page.id for page in HELP_PAGES if page.id in translated]
        if not pages:
            continue
        (folder / code).mkdir()
        for name in pages:
            text = searchable(led(home / "help" / f"{name}.md", own, translated))
            (folder / code / f"{name}.md").write_text(text, encoding="utf-8")
        contents.append(named(language(code).name, (f"{code}/{name}" for name in pages)))
    (folder / "notebook.md").write_text(lesson(own / "tutorial.ipynb", folder), encoding="utf-8")
    shutil.copy(own / "tutorial.ipynb", folder)
    (folder / "python.rst").write_text(reference(), encoding="utf-8")
    index = Template((SOURCES / "index.md").read_text(encoding="utf-8"))
    text = index.substitute(help="\n\n".join(contents))
    (folder / "index.md").write_text(text, encoding="utf-8")


def named(caption: str, pages: Iterable[str]) -> str:
    """Return a part of the contents."""
    return "\n".join(["```{toctree}", f":caption: {caption}", ":hidden:", *pages, "```"])


def searchable(text: str) -> str:
    """Return a page with the words by which its places are found as what a search looks at."""
    words = [words.split("\n") for kind, words in MARK.findall(text) if kind == "words"]
    every = ", ".join(line.strip(" ,") for lines in words for line in lines)
    front = f'---\nmyst:\n  html_meta:\n    "keywords": {json.dumps(every)}\n---\n' if every else ""
    return front + MARK.sub("", text)


def led(path: Path, english: Path, translated: set[str]) -> str:
    """Return a translated page whose links lead to translated pages where there are any.

    Links call places as English headings do; here a heading is called by its own words.
    """

    def link(found: re.Match[str]) -> str:
        name, place = found[1], found[2]
        if name not in translated:
            return f"](../help/{name}.md{f'#{place}' if place else ''})"
        if not place:
            return found[0]
        pages = (english / f"{name}.md", path.with_name(f"{name}.md"))
        ours = dict(zip(*(map(anchor, headings(page)) for page in pages), strict=True))
        return f"]({name}.md#{ours[place]})"

    return _LINK.sub(link, path.read_text(encoding="utf-8"))


def lesson(path: Path, folder: Path) -> str:
    """Return a notebook as a page, with what its cells say; its pictures go into a folder."""
    parts: list[str] = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text")})
            if "image/svg+xml" in data:
                picture = folder / f"{path.stem}-{cell['id']}.svg"
                picture.write_text("".join(data["image/svg+xml"]), encoding="utf-8")
                told = "".join(data["text/plain"]).replace("\n", " ")
                parts.append(f"```{{image}} {picture.name}\n:alt: {told}\n```")
            else:
                parts.append(f"```text\n{''.join(data['text/plain']).rstrip()}\n```")
    parts.append(f"The same as a notebook: {{download}}`{path.name} <{path.name}>`.")
    return "\n\n".join([*parts, ""])


def headings(path: Path) -> list[str]:
    """Return the headings of a page."""
    return _HEADING.findall(_CODE.sub("", path.read_text(encoding="utf-8")))


def reference() -> str:
    """Return the page on what a script imports."""
    lines = [
        "evalgui",
        "=======",
        "",
        ".. automodule:: evalgui",
        "   :no-members:",
        "   :no-index:",
        "",
    ]
    for name in evalgui.__all__:
        thing = getattr(evalgui, name)
        if isinstance(thing, type):
            lines += [f".. autoclass:: evalgui.{name}", "   :inherited-members: BaseException", ""]
        elif callable(thing):
            lines += [f".. autofunction:: evalgui.{name}", ""]
    return "\n".join(lines)
