"""What shells complete behind the name of the program: asked of them, where they are."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess

import pytest

from evalgui.__main__ import main
from evalgui.cli.completion import completion
from evalgui.cli.desktop_options import SHELLS

FILES = {"evil.csv", "x y.csv"}
TYPED = {
    "ev": {"evaluate", "evil.csv"},
    "eva": {"evaluate"},
    "sam": {"sample-size"},
    "--th": {"--theme", "--thousands"},
    "--inst": {"--install-desktop"},
    "--theme h": {"high-contrast"},
    "--print-completion ": {"bash", "fish", "zsh"},
    "evaluate --form": {"--format"},
    "evaluate evil.csv --format ": {"json", "table"},
    "evaluate --format j": {"json"},
    "evaluate --truth ": set(),
    "verify --qual": {"--qualification"},
    "x": {"x y.csv"},
    "evaluate x": {"x y.csv"},
    "report evil.csv --out x": {"x y.csv"},
    "--import-spec x": {"x y.csv"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("typed")
    for name in FILES:
        (made / name).touch()
    (made / ".scripts").mkdir()
    for shell in SHELLS:
        (made / ".scripts" / shell).write_text(completion(shell), encoding="utf-8")
    return made


def answer(folder, *command):
    home = str(folder / ".scripts")
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def in_bash(folder, typed):
    """Call what bash calls; where that finds nothing, bash itself completes files, if it may."""
    words = ["evalgui", *typed.split(" ")]
    code = f"""
    own=1
    compopt() {{ [[ $* == *+o*default* ]] && own=; }}
    source .scripts/bash
    COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}
    _evalgui evalgui
    if [[ $own && ${{#COMPREPLY[@]}} = 0 ]]; then compgen -f -- {shlex.quote(words[-1])}; fi
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return {line for line in answer(folder, "bash", "-c", code) if line}


def in_fish(folder, typed):
    code = f"source .scripts/fish; complete -C {shlex.quote(f'evalgui {typed}')}"
    return {line.split("\t")[0] for line in answer(folder, "fish", "-c", code)}


@pytest.mark.parametrize("typed", TYPED)
def test_that_shells_complete_commands_options_values_and_files(folder, typed):
    for shell, ask in (("bash", in_bash), ("fish", in_fish)):
        if shutil.which(shell):
            assert ask(folder, typed) == TYPED[typed], shell


def test_that_zsh_understands_its_script(folder):
    if shutil.which("zsh"):
        assert answer(folder, "zsh", "-n", ".scripts/zsh") == []


def test_that_the_script_is_printed(capsys):
    assert main(["--print-completion", "bash"]) == 0
    assert capsys.readouterr().out == completion("bash")


def test_that_no_shell_starts_the_program(folder):
    for shell in SHELLS:
        text = (folder / ".scripts" / shell).read_text(encoding="utf-8")
        assert "$(evalgui" not in text
        assert "(evalgui" not in text
        assert "`" not in text
