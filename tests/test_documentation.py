"""What is written about the program: short, true to what is there, and each thing once."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from evalgui.__main__ import main
from evalgui.gui.action import Menu
from evalgui.gui.actions import ACTIONS
from evalgui.gui.help_pages import HELP_PAGES, INDEX, MARK, anchor, sections
from evalgui.io.formats import registry

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
HELP = ROOT / "resources" / "help"
PAGES = sorted(path for path in HELP.glob("*.md") if path.name != "README.md")
TRANSLATED = sorted((ROOT / "resources" / "languages").glob("*/help/*.md"))
WRITTEN = [README, *sorted(HELP.glob("*.md"))]
PACKAGES = sorted((ROOT / "evalgui").rglob("__init__.py"))

MOST_WORDS = 700
SIZES = {(1024, 700), (1280, 720), (1920, 1080)}  # of windows
MOST_BYTES = 200_000
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
HTML = re.compile(r"</?[a-zA-Z!][^>]*>")


def text_of(path):
    return path.read_text(encoding="utf-8")


def links_of(path):
    """Return the files that a page leads to."""
    targets = LINK.findall(CODE.sub("", text_of(path)))
    return [(path.parent / target.partition("#")[0]).resolve() for target in targets]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def test_that_a_newcomer_reads_no_more_than_fits_on_a_few_screens():
    assert len(text_of(README).split()) <= MOST_WORDS


@pytest.mark.parametrize("path", WRITTEN, ids=name_of)
def test_that_links_lead_to_files_that_are_there(path):
    assert [str(target) for target in links_of(path) if not target.is_file()] == []


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_that_links_of_a_page_of_help_lead_to_other_pages_of_help(path):
    assert set(links_of(path)) <= {*PAGES, *HELP.glob("*.png")}  # or show a picture


@pytest.mark.parametrize("path", TRANSLATED, ids=name_of)
def test_that_a_translated_page_has_the_places_and_links_of_the_english_one(path):
    def outline(page):
        told = CODE.sub("", text_of(page))
        return [len(one) for one in re.findall(r"^(#+) ", told, re.MULTILINE)], set(
            re.findall(r"\]\((\w+\.md#?[^)\s]*)\)", told)
        )

    assert outline(path) == outline(HELP / path.name)


@pytest.mark.parametrize("path", TRANSLATED, ids=name_of)
def test_that_a_translated_page_leaves_f1_to_the_english_one(path):
    assert {kind for kind, _ in MARK.findall(text_of(path))} <= {"words"}


@pytest.mark.parametrize("page", HELP_PAGES, ids=lambda page: page.id)
def test_that_links_lead_to_headings_that_are_there(page):
    headings = {one.id: {anchor(place.heading) for place in sections(one)} for one in HELP_PAGES}
    told = CODE.sub("", text_of(HELP / f"{page.id}.md"))
    links = re.findall(r"\]\((\w+)\.md#([^)\s]+)\)", told)
    assert [(other, place) for other, place in links if place not in headings[other]] == []


@pytest.mark.parametrize("path", WRITTEN, ids=name_of)
def test_that_no_page_needs_markup_of_the_web(path):
    words = registry.without_marks(MARK.sub("", text_of(path)))  # between which readers write
    assert HTML.findall(CODE.sub("", words)) == []


def test_that_every_page_of_help_is_in_the_menu_and_in_the_readme():
    assert sorted(page.id for page in HELP_PAGES) == [path.stem for path in PAGES]
    assert set(PAGES) <= set(links_of(README))
    of_help = [action.id for action in ACTIONS if action.menu in {Menu.HELP, Menu.REFERENCE}]
    assert [name for name in of_help if name.removeprefix("help_") in HELP_PAGES.ids] == [
        f"help_{page.id}" for page in HELP_PAGES
    ]


def test_that_the_contents_lead_to_every_page():
    links = set(links_of(HELP / "index.md"))
    assert {path for path in PAGES if path.stem != INDEX.id} == links


def test_that_every_decision_has_its_reasons():
    parts = re.split(r"^### ", text_of(HELP / "decisions.md"), flags=re.MULTILINE)[1:]
    short = [part.partition("\n")[0] for part in parts if len(part.splitlines()) < 3]
    assert parts
    assert short == []


def test_that_nothing_is_said_twice():
    of_pages = {path: text_of(path) for path in (README, *PAGES)}
    seen = {}
    twice = []
    for path, words in of_pages.items():
        plain = " ".join(word for word in words.split() if word not in {"-", "|", "##", "###"})
        for sentence in {part.strip() for part in re.split(r"(?<=[.:]) ", plain)}:
            if len(sentence.split()) >= 8:
                other = seen.setdefault(sentence, path)
                twice += [(sentence, other.name, path.name)] if other != path else []
    assert twice == []


@pytest.mark.parametrize(
    ("what", "place", "registry"),
    [
        ("measure", "core/metrics/", "METRICS"),
        ("ranking summary", "core/ranking_metrics.py", "RANKING_METRICS"),
        ("curve", "core/curves/", "CURVES"),
        ("topic", "results/topics/", "TOPICS"),
        ("format", "io/formats/", "FORMATS"),
        ("pane", "gui/panes.py", "PANES"),
    ],
)
def test_that_the_architecture_says_where_to_add(what, place, registry):
    architecture = re.split(r"^## ", text_of(README), flags=re.MULTILINE)
    section = next(part for part in architecture if part.startswith("Architecture\n"))
    line = next(line for line in section.splitlines() if line.startswith(f"- a *{what}*"))
    assert place in line
    assert f"`{registry}`" in line
    path = ROOT / "evalgui" / place
    sources = path.glob("*.py") if path.is_dir() else [path]
    assert any(re.search(rf"^{registry}\b.*=", text_of(one), re.MULTILINE) for one in sources)


def test_that_every_file_that_is_named_in_the_docs_is_there():
    named = {
        (path.name, name)
        for path in WRITTEN
        for name in re.findall(r"`((?:evalgui|packaging|tests|resources)/[\w/.]+)`", text_of(path))
    }
    assert ("decisions.md", "evalgui/start.py") in named
    assert sorted(name for name in named if not (ROOT / name[1]).exists()) == []


def test_that_the_page_on_json_names_every_key(capsys):
    words = text_of(HELP / "json.md")
    tharwat = ["resources/samples/tharwat-2018.csv", "--positive", "positive"]
    clinical = ["resources/samples/clinical.csv", "--positive", "malignant"]
    both = ["--score", "logistic_regression", "--score", "decision_tree"]
    for options in (
        [*tharwat, "--curve", "roc"],
        [*tharwat, "--curve", "roc", "--curve", "det"],
        [*clinical, *both],
        ["resources/samples/iris.csv"],
    ):
        code = main(["evaluate", str(ROOT / options[0]), *options[1:], "--format", "json"])
        keys = set(json.loads(capsys.readouterr().out))
        assert not code
        assert {key for key in keys if f"`{key}`" not in words} == set()


@pytest.mark.parametrize("path", PACKAGES, ids=name_of)
def test_that_a_package_says_what_lives_there(path):
    words = ast.get_docstring(ast.parse(text_of(path))) or ""
    first = words.partition("\n\n")[0]
    assert len(first.split()) >= 4
    assert first.endswith(".")


@pytest.mark.parametrize(
    "path", [one for one in PACKAGES if one.parent.name != "evalgui"], ids=name_of
)
def test_that_a_package_says_what_does_not_live_there(path):
    words = ast.get_docstring(ast.parse(text_of(path))) or ""
    assert re.search(r"\b(no|not|never|nothing|none|neither|without)\b", words, re.IGNORECASE)


def test_that_there_are_pictures_of_windows_of_every_size():
    pictures = [QImage(str(path)) for path in HELP.glob("*.png")]
    assert len(pictures) == 6
    assert {(one.width(), one.height()) for one in pictures} == SIZES


@pytest.mark.parametrize("path", sorted(HELP.glob("*.png")), ids=name_of)
def test_that_the_pictures_are_small_and_made_by_the_program(path):
    picture = QImage(str(path))
    assert path in {*links_of(README), *links_of(HELP / "window.md")}
    assert path.stat().st_size < MOST_BYTES
    assert (picture.width(), picture.height()) in SIZES
    assert picture.format() == QImage.Format.Format_Indexed8
    assert "`packaging/make_picture.py`" in text_of(HELP / "README.md")
