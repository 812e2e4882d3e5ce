"""What the site is made of: every page of the help, links that hold, and pictures to be made."""

from __future__ import annotations

import importlib.util
import re
import shlex
import tomllib

import pytest
from developing import site
from developing.environment import IMPORTED, ROOT, TO_SITE

from evalgui.cli import Window, parse
from evalgui.gui.help_pages import HELP_PAGES, anchor
from evalgui.io.languages import languages
from evalgui.io.reporting.pictures import PLOTS

SOURCES = site.MAKE.parent
HEADING = re.compile(r"^#{1,3} (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([\w/.]+\.md)(?:#([^)\s]+))?\)")


def loaded(name):
    """Return a module of the folder, which is no package."""
    spec = importlib.util.spec_from_file_location(f"site_{name}", SOURCES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


gallery = loaded("gallery")
SHOWN = [one for part in gallery.SHOWN.values() for one in part]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "pages"
    loaded("pages").write(folder)
    return folder


def test_that_the_contents_name_every_page_of_help_in_every_language(written):
    index = (written / "index.md").read_text(encoding="utf-8")
    listed = [
        page
        for part in re.findall(r"```{toctree}\n(.*?)```", index, re.DOTALL)
        for page in part.split("\n")
        if page and not page.startswith(":")
    ]
    assert [name for name in listed if name.startswith("help/")] == [
        f"help/{page.id}" for page in HELP_PAGES
    ]
    there = {
        path.relative_to(written).with_suffix("").as_posix()
        for path in written.rglob("*")
        if path.suffix in {".md", ".rst"} and path.stem != written.name
    }
    assert len(listed) == len(set(listed))
    # What Sphinx and the gallery write comes later.
    assert there - {"index"} == set(listed) - {"gallery", "reference/evalgui"}
    assert {"de/index", "python"} <= there
    for code, home in languages().items():
        assert {name for name in there if name.startswith(f"{code}/")} == {
            f"{code}/{path.stem}" for path in (home / "help").glob("*.md")
        }


def test_that_every_measure_stands_on_a_page(written):
    told = (written / "help" / "measures.md").read_text(encoding="utf-8")
    assert "## Matthews correlation coefficient" in told
    assert told.count("\n## ") > 60


def test_that_links_of_translated_pages_lead_to_headings_as_they_are_called_there(written):
    checked = 0
    for code in languages():
        for path in (written / code).glob("*.md"):
            for target, place in LINK.findall(path.read_text(encoding="utf-8")):
                text = (path.parent / target).resolve().read_text(encoding="utf-8")
                assert not place or place in map(anchor, HEADING.findall(text)), (path, place)
                checked += 1
    assert checked > 20


def test_that_a_page_is_found_by_the_words_of_its_readers(written):
    told = (written / "help" / "clinician.md").read_text(encoding="utf-8")
    front = told.split("---\n")[1]
    assert "pre-test probability" in front
    assert "<!--" not in told


def test_that_pictures_of_the_gallery_can_be_asked_for():
    files = [one.file for one in SHOWN]
    assert len(files) == len(set(files))
    for one in SHOWN:
        program, *words = shlex.split(one.command)
        assert one.file in one.command
        if program == "evalgui":
            assert isinstance(parse(words), Window)
        else:
            assert re.search(r"\.plot\('([\w-]+)'\)", words[-1])[1] in PLOTS
            compile(words[-1], one.file, "exec")
    assert {"light", "dark"} <= {word for one in SHOWN for word in one.command.split()}


def test_that_the_site_needs_nothing_from_elsewhere():
    for path in SOURCES.rglob("*"):
        if path.suffix in {".py", ".md", ".css"}:
            assert "://" not in path.read_text(encoding="utf-8"), path


def test_that_what_makes_it_is_installed_and_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[>=\[]", one)[0] for one in project["optional-dependencies"]["site"]}
    pinned = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8").casefold()
    assert all(f"\n{name}==" in pinned for name in wanted - {"evalgui"})
    assert {name.replace("-", "_") for name in wanted - {"evalgui"}} <= set(IMPORTED[TO_SITE])
    with pytest.raises(SystemExit, match="no arguments"):
        site.site(None, ["--fast"])


def test_that_the_notebook_is_a_page_with_what_comes_of_it(written):
    page = (written / "notebook.md").read_text(encoding="utf-8")
    assert "(Counts(tp=205, fp=11, fn=7, tn=346), 0.36247772, 'youden')" in page
    drawn = re.findall(r"```{image} (\S+)", page)
    assert len(drawn) == 2
    assert all((written / name).read_text(encoding="utf-8").startswith("<svg") for name in drawn)
    assert (written / "tutorial.ipynb").is_file()
