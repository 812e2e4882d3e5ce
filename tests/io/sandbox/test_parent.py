"""The limited child: how it is started, what it may use, and how it ends."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from evalgui.core.digits import Conventions, grouped
from evalgui.core.errors import ReadingError
from evalgui.core.languages import Language
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import Vocabulary, phrase, phrase_n, words_in
from evalgui.io.bytes.source import Source
from evalgui.io.formats.workbook import read_in_child
from evalgui.io.sandbox import child, parent
from evalgui.io.sandbox.sentences import received, sent
from evalgui.io.sandbox.start import READY

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = Source.from_bytes("a.xlsx", b"x" * 100_000)
PATIENCE = 60  # seconds: for what ends at once


def child_of(monkeypatch: pytest.MonkeyPatch, reader: str, seconds: float = 5.0) -> None:
    """Let the child read workbooks with a function `read(data)` of our own."""
    code = (
        "import os, sys, threading\n"
        "from evalgui.io.sandbox import child\n"
        f"{reader}\n"
        "child._function = lambda name: read\n"
        "child.main(sys.argv[1:])\n"
    )
    monkeypatch.setattr(parent, "command", lambda: [sys.executable, "-c", code])
    monkeypatch.setattr(parent, "SECONDS", seconds)


def run() -> parent.Result:
    return parent.run(read_in_child, "workbooks", SOURCE, Watch())


def refusal() -> str:
    with pytest.raises(ReadingError) as caught:
        run()
    assert caught.value.hint
    return str(caught.value)


@pytest.mark.parametrize("name", ["os.system", "evalgui.io.formats_of_others.read", "read"])
def test_that_the_child_calls_functions_of_formats_alone(name: str) -> None:
    facts, parts = child._answer(name, b"", [])
    assert "the file is damaged" in received(facts["refused"])
    assert parts == {}


def test_that_the_child_gives_back_what_its_reader_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    child_of(monkeypatch, "def read(data): return {'n': len(data)}, {'a': data[:3], 'b': b''}")
    result = run()
    assert result.facts == {"n": 100_000}
    assert {name: bytes(part) for name, part in result.parts.items()} == {"a": b"xxx", "b": b""}


def test_that_a_refusal_of_the_child_is_told_in_any_language() -> None:
    rows = phrase_n(2_000, "{n} row", "{n} rows", n=grouped(2_000))
    said = phrase("no room for {rows} of '{name}'", rows=rows, name="a {x}")
    german = Language(
        conventions=Conventions(group="'"),
        messages={
            "{n} row": ("{n} Zeile", "{n} Zeilen"),
            "no room for {rows} of '{name}'": "kein Platz für {rows} von '{name}'",
        },
    )
    found = received(json.loads(json.dumps(sent(said))))
    assert found == said == f"no room for {grouped(2_000)} rows of 'a {{x}}'"
    words = words_in(Vocabulary.MACHINE_LEARNING, german)
    assert words.said(found) == "kein Platz für 2'000 Zeilen von 'a {x}'"
    assert received(sent("as it is")) == "as it is"


@pytest.mark.parametrize("template", ["{a:>999999999}", "{a.real}", "{a!r}", "{a"])
def test_that_a_sentence_of_the_child_asks_for_plain_values_alone(template: str) -> None:
    with pytest.raises(ValueError, match="more than its values"):
        received([template, {"a": 1}, None])


def test_that_a_program_of_one_file_starts_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    frozen = tmp_path / "evalgui"
    frozen.write_text(
        f"#!{sys.executable}\nimport sys\nfrom evalgui.__main__ import main\nsys.exit(main())\n",
        encoding="utf-8",
    )
    frozen.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(frozen))
    assert parent.command() == [str(frozen), "--limited-child"]
    if os.name == "posix":
        assert "damaged" in refusal()


def test_that_the_program_starts_from_any_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "zipfile.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "damaged" in refusal()


def test_that_the_child_has_no_environment_that_it_does_not_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HOME", "AWS_SECRET_ACCESS_KEY", "HTTPS_PROXY", "DISPLAY"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("PYTHONPATH", "/of/the/user")
    child_of(monkeypatch, "def read(data): return {'env': dict(os.environ)}, {}")
    found = run().facts["env"]
    assert "secret" not in found.values()
    assert found["PYTHONPATH"] == "/of/the/user"
    assert found["HDF5_PLUGIN_PRELOAD"] == "::"


def test_that_the_child_loads_nothing_of_the_rest() -> None:
    code = (
        "import sys\n"
        "from evalgui.__main__ import main\n"
        "def ended(status):\n"
        "    own = {'numpy', 'pyarrow', 'pandas', 'PySide6', 'evalgui.cli'}\n"
        "    own |= {'evalgui.io.table.cells'}\n"
        "    raise SystemExit(len(own & set(sys.modules)))\n"
        "import os; os._exit = ended\n"
        "name = 'evalgui.io.formats.zip_archive.arrays'\n"
        "main(['--limited-child', name, str(1 << 30), '5', '0'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"", capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith(READY)


@pytest.mark.parametrize(
    "command",
    [
        ["/nowhere/evalgui"],
        [sys.executable, "-c", "raise SystemExit(3)"],
        [sys.executable, "-c", "print('x')"],
        [sys.executable, "-c", "import os; os.abort()"],
    ],
)
def test_that_a_child_that_does_not_start_is_not_called_damage(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parent, "command", lambda: command)
    message = refusal()
    assert "the part of the program that reads workbooks could not be started" in message
    assert "damaged" not in message


@pytest.mark.parametrize(
    "reader",
    [
        "def read(data): os.abort()",
        "def read(data): os._exit(3)",
        'def read(data): print(\'{"parts": [["cells", 9]]}\'); sys.stdout.flush(); os._exit(0)',
        'def read(data): print(\'{"parts": [["cells", -9]]}\'); sys.stdout.flush(); os._exit(0)',
        "def read(data): raise ValueError",
    ],
)
def test_that_a_child_that_dies_of_a_file_says_damage(
    reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    child_of(monkeypatch, reader)
    message = refusal()
    assert "damaged" in message
    assert "started" not in message


def test_that_a_package_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    child_of(monkeypatch, "def read(data): import no_such_package.part")
    assert "the package 'no_such_package', which reads these files" in refusal()


@pytest.mark.skipif(sys.platform != "linux", reason="others do not limit addresses")
def test_that_too_much_memory_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    child_of(monkeypatch, "def read(data): return {}, {'a': bytes(3 << 30)}")
    assert "takes more memory than may be used" in refusal()


@pytest.mark.parametrize(
    "reader",
    [
        "def read(data):\n    while True: pass",
        # One call that keeps the interpreter to itself.
        "def read(data): sum(range(10 ** 12))",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="the second needs a limit of the system")
def test_that_the_processor_time_is_limited(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    child_of(monkeypatch, reader, seconds=0.5)
    assert "was not read after 1 s: it is damaged or too large" in refusal()


def test_that_waiting_for_others_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = "def read(data): threading.Event().wait(2.5); return {'done': True}, {}"
    child_of(monkeypatch, reader, seconds=2)
    assert run().facts == {"done": True}


def test_that_a_child_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    child_of(monkeypatch, "def read(data): threading.Event().wait()", seconds=0.5)
    monkeypatch.setattr(parent, "PATIENCE", 2)
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(*args: object, **named: object) -> subprocess.Popen[bytes]:
        started.append(popen(*args, **named))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    assert "was not read after" in refusal()
    assert started[0].returncode is not None


@pytest.mark.skipif(sys.platform != "linux", reason="by the signal of Linux, and by the pipe")
@pytest.mark.parametrize("has_signal", [True, False])
def test_that_the_child_ends_with_a_parent_that_is_killed(
    has_signal: bool,
    tmp_path: Path,
) -> None:
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    child = (
        "import sys, threading\n"
        "from evalgui.io.sandbox import child\n"
        "def read(data):\n"
        f"    kept = open({str(alive)!r}, 'w')\n"
        "    kept.write('reading'); kept.flush()\n"
        "    threading.Event().wait()\n"
        "child._function = lambda name: read\n"
        f"{'' if has_signal else 'child.end_with_the_parent = lambda: None'}\n"
        "child.main(sys.argv[1:])\n"
    )
    parent = (
        "import sys\n"
        "from evalgui.io.sandbox import parent\n"
        "from evalgui.io.bytes.source import Source\n"
        "from evalgui.io.formats.workbook import read_in_child\n"
        "from evalgui.core.progress import Watch\n"
        f"parent.command = lambda: [sys.executable, '-c', {child!r}]\n"
        "parent.run(read_in_child, 'workbooks', Source.from_bytes('a', b'x'), Watch())\n"
    )
    running = subprocess.Popen([sys.executable, "-c", parent])
    with alive.open("rb", buffering=0) as sign:
        assert sign.read(7) == b"reading"
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert select.select([sign], [], [], PATIENCE)[0]
        assert sign.read(1) == b""  # the child, too, has let it go
