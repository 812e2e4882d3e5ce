"""``evalgui --print-completion``: what lets a shell complete commands, options and files.

The scripts hold all there is to complete: the program itself is not started for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.cli.commands import printed
from evalgui.cli.described import Taken, shortened, taken_by
from evalgui.cli.desktop_options import completion_parser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BASH = r"""# bash completion of evalgui
_evalgui() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    local command='' options='' words='' name
    if [[ $cur == = ]]; then # --format=json is three words
        cur=''
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    if ((COMP_CWORD > 1)); then
        case ${COMP_WORDS[1]} in
            @FIRST@) command=${COMP_WORDS[1]} ;;
        esac
    fi
    case $command in
@OPTIONS@
    esac
    COMPREPLY=()
    case "$command $prev" in
@VALUES@
    esac
    if [[ $words ]]; then
        compopt +o default +o bashdefault 2>/dev/null
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    elif [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
    elif ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '@COMMANDS@' -- "$cur"))
        if ((${#COMPREPLY[@]})); then
            compopt -o filenames 2>/dev/null
            while IFS= read -r name; do
                COMPREPLY+=("$name")
            done < <(compgen -f -- "$cur")
        fi
    fi
}
complete -o bashdefault -o default -F _evalgui evalgui
"""
_ZSH = r"""#compdef evalgui
_evalgui() {
    local curcontext=$curcontext ret=1
    local -a commands options
    commands=(
@COMMANDS@
    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands && ret=0
    elif [[ $words[2] == (@FIRST@) ]]; then
        shift words
        (( CURRENT-- ))
    fi
    case $words[1] in
@OPTIONS@
    esac
    _arguments -S : $options && ret=0
    return ret
}
_evalgui "$@"
"""
_FISH = r"""# fish completion of evalgui
function __evalgui_command
    set -l words (commandline -opc)
    set -l first
    contains -- "$words[2]" @FIRST@; and set first $words[2]
    test "$first" = "$argv[1]"
end
@COMMANDS@
@OPTIONS@
"""


@dataclass(frozen=True, slots=True)
class PrintCompletion:
    """Print what lets a shell complete what is typed behind the name of the program.

    Parameters
    ----------
    shell
        One of `evalgui.cli.desktop_options.SHELLS`.
    """

    shell: str

    def run(self) -> int:
        """Print it; return the exit code."""
        return printed(lambda: completion(self.shell).rstrip("\n"))


def parse_completion(arguments: Sequence[str]) -> PrintCompletion:
    """Return what ``evalgui --print-completion`` is asked for."""
    return PrintCompletion(completion_parser().parse_args(arguments).shell)


@dataclass(frozen=True, slots=True)
class _Command:
    """A command, or "" for the window: what it does, and what it takes."""

    name: str
    text: str
    taken: tuple[Taken, ...]

    @property
    def options(self) -> str:
        return " ".join(word for one in self.taken for word in one.names)


def completion(shell: str) -> str:
    """Return the script for a shell."""
    from evalgui.cli.parsers import PARSERS  # all of them: more than any command needs

    commands = []
    for name, make in PARSERS.items():
        parser = make()
        text = shortened(parser.description or "")
        commands.append(_Command(name, text, tuple(taken_by(parser))))
    window, *others = commands
    as_options = [
        Taken((one.name,), "", one.text, (), is_file=False)
        for one in others
        if one.name.startswith("-")
    ]
    window = _Command(window.name, window.text, (*window.taken, *as_options))
    return _SCRIPTS[shell](window, others)


def _filled(script: str, **parts: str) -> str:
    for name, part in parts.items():
        script = script.replace(f"@{name}@", part)
    return script


def _words(one: Taken) -> str:
    """Return what may follow, of which a shell needs no quotes."""
    return " ".join(word for word in one.choices if re.fullmatch(r"[\w.,-]+", word))


def _plain(commands: Sequence[_Command]) -> list[_Command]:
    """Return the commands that are words."""
    return [one for one in commands if not one.name.startswith("-")]


def _bash(window: _Command, others: Sequence[_Command]) -> str:
    options, places = [], dict[str, list[str]]()
    for command in (window, *others):
        options.append(f"        '{command.name}') options='{command.options}' ;;")
        for one in command.taken:
            if one.values and not (one.is_file and one.names):
                then = f"words='{_words(one)}'" if _words(one) else "compopt +o default"
                names = one.names or ((command.name,) if _words(one) else ())
                places.setdefault(then, []).extend(f"'{command.name} {name}'" for name in names)
    values = [f"        {'|'.join(where)}) {then} ;;" for then, where in places.items() if where]
    return _filled(
        _BASH,
        FIRST="|".join(one.name for one in others),
        OPTIONS="\n".join(options),
        VALUES="\n".join(values),
        COMMANDS=" ".join(one.name for one in _plain(others)),
    )


def _zsh(window: _Command, others: Sequence[_Command]) -> str:
    def quoted(text: str, signs: str) -> str:
        escaped = "".join("\\" + sign if sign in signs else sign for sign in text)
        return escaped.replace("'", "'\\''")

    def taken(one: Taken) -> str:
        words = _words(one)
        action = "_files" if one.is_file and not words else f"({words})" if words else " "
        name = quoted(one.values or "-", ":\\")
        if not one.names:
            return f"            '*:{name}:{action}'"
        after = f":{name}:{action}" if one.values else ""
        specs = (f"'*{word}[{quoted(one.line, '[]:' + chr(92))}]{after}'" for word in one.names)
        return "\n".join(f"            {spec}" for spec in specs)

    options = []
    for command in (*others, window):
        lines = "\n".join(map(taken, command.taken))
        options.append(f"        ({command.name or '*'}) options=(\n{lines}\n        ) ;;")
    return _filled(
        _ZSH,
        FIRST="|".join(one.name for one in others),
        COMMANDS="\n".join(
            f"        '{one.name}:{quoted(one.text, ':' + chr(92))}'" for one in _plain(others)
        ),
        OPTIONS="\n".join(options),
    )


def _fish(window: _Command, others: Sequence[_Command]) -> str:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    first = "test (count (commandline -opc)) -eq 1"
    commands = [
        f"complete -c evalgui -n '{first}' -a {one.name} -d {quoted(one.text)}"
        for one in _plain(others)
    ]
    options = []
    for command in (window, *others):
        begin = f"complete -c evalgui -n \"__evalgui_command '{command.name}'\""
        for one in command.taken:
            words = _words(one)
            names = (f"-l {w[2:]}" if w.startswith("--") else f"-s {w[1:]}" for w in one.names)
            follows = "-r -F" if one.is_file else f"-x -a '{words}'" if words else "-x"
            if one.names:
                told = f"-d {quoted(one.line)}"
                parts = (begin, *names, *([follows] if one.values else []), told)
                options.append(" ".join(parts))
            elif words:
                options.append(f"{begin} -f -a '{words}'")
    return _filled(
        _FISH,
        FIRST=" ".join(one.name for one in others),
        COMMANDS="\n".join(commands),
        OPTIONS="\n".join(options),
    )


_SCRIPTS: dict[str, Callable[[_Command, Sequence[_Command]], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
