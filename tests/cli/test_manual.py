"""Manual pages, made of the parsers: all of them, whole, and as programs that show them want."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from evalgui.__main__ import main
from evalgui.cli.first_word import COMMANDS
from evalgui.cli.manual import manual_pages
from evalgui.cli.parsers import PARSERS, WINDOW


@pytest.fixture(scope="module")
def pages():
    return manual_pages()


def test_that_each_command_has_its_parser_here():
    assert [*PARSERS] == [WINDOW, *COMMANDS]


@pytest.mark.parametrize("command", PARSERS)
def test_that_it_is_the_parser_that_the_command_has(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"] if command else ["--help"])
    assert PARSERS[command]().format_help() == capsys.readouterr().out


def test_that_each_option_is_explained_on_the_page_of_its_command(pages):
    assert len(pages) == len(PARSERS)
    for command, parser in PARSERS.items():
        page = pages["-".join(filter(None, ["evalgui", command.removeprefix("--")])) + ".1"]
        plain = page.replace("\\-", "-")
        for options in re.findall(r"^  (--[\w-]+)", parser().format_help(), re.MULTILINE):
            assert rf"\fB{options}\fR" in plain, (command, options)


def test_that_no_line_is_taken_for_a_request(pages):
    known = {".TH", ".SH", ".B", ".BR", ".TP", ".nf", ".fi", ".ad", ".nh"}
    lines = [line for page in pages.values() for line in page.splitlines()]
    assert {line.split()[0] for line in lines if line.startswith((".", "'"))} == known
    assert not [line for line in lines if re.search(r"\\[^efB&R:(-]", line)]


def test_that_programs_that_show_them_find_no_fault(pages, tmp_path):
    for name, page in pages.items():
        (tmp_path / name).write_text(page, encoding="utf-8")
    files = [str(tmp_path / name) for name in pages]
    checks = {
        "mandoc": ["-T", "lint", "-W", "warning", *files],
        "groff": ["-man", "-k", "-T", "utf8", "-ww", "-z", *files],
    }
    for program, words in checks.items():
        if found := shutil.which(program):
            done = subprocess.run([found, *words], capture_output=True, text=True, check=False)
            told = (done.stdout + done.stderr).splitlines()
            # What is made of the program has no date of its own.
            assert [line for line in told if "missing date" not in line] == []
