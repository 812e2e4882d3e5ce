"""What a proposal says can be told in any language: nothing in it is put together as text."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import Language
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.io.loading import assess, load
from evalgui.io.loading_together import load_together
from evalgui.io.proposing.question_context import AnswerOutcome, cells_asked_about

DATA = Path(__file__).resolve().parents[2] / "data" / "io"
FILES = sorted(
    path
    for folder in ("kinds", "tables", "combinations")
    for path in (DATA / folder).iterdir()
    if path.is_file() and path.name != "expected.json"
)
_WORD = re.compile(r"[a-z]{4,}")


class _Marked(dict[str, str]):
    """Messages of a language in which all words of a sentence are one mark."""

    def get(self, sentence: str, _missing: object = None) -> str:
        names = re.findall(r"'?\{[^{}]*\}'?", sentence)
        values = (name for name in names if name.strip("{}'") not in MACHINE_LEARNING.known)
        return f"\N{BULLET}{' '.join(values)}\N{BULLET}"


MARKED = words_in(Vocabulary.MACHINE_LEARNING, Language("xx", messages=_Marked()))


def said(path: Path) -> list[str]:
    """Return what is said of a file, with marks in place of our own sentences."""
    loaded = load(path)
    again = assess(loaded.table, loaded.proposal.roles, before=loaded.proposal)
    reasons = [*loaded.proposal.reasons, *again.proposal.reasons]
    asked = [
        cells_asked_about(loaded.table, loaded.proposal.roles, one) for one in loaded.proposal.asked
    ]
    texts = [
        *(text for one in reasons for text in (one.sentence, one.question)),
        *(one.question for one in asked),
        *(place for one in asked for place, _ in one.shown),
        *(one.text for one in loaded.proposal.findings),
        AnswerOutcome.of(again.dataset).told(()),
    ]
    return [MARKED.said(text) for text in texts]


def words_left(texts: list[str], paths: tuple[Path, ...]) -> list[str]:
    """Return the texts with words that are neither a name in quotes nor of the files."""
    plain = [path for path in paths if path.suffix in {".csv", ".txt", ".tsv"}]
    own = "".join(path.read_bytes().decode("latin-1") for path in plain).casefold()
    found = []
    for text in texts:
        bare = re.sub(r"'[^']*'|\N{BULLET}", " ", text)
        for path in paths:
            bare = bare.replace(path.name, "")
        if any(word not in own for word in _WORD.findall(bare)):
            found.append(json.dumps(text))
    return found


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_that_no_word_of_ours_stands_outside_of_a_sentence_that_can_be_told(path: Path) -> None:
    try:
        told = said(path)
    except EvalguiError as error:
        told = [error.in_words(MARKED)]
    assert not words_left(told, (path,))


PAIRS = [*combinations([path for path in FILES if path.parent.name == "combinations"], 2)]


@pytest.mark.parametrize("paths", PAIRS, ids=[f"{a.stem}-{b.stem}" for a, b in PAIRS])
def test_that_what_is_said_of_two_files_can_be_told_as_well(paths: tuple[Path, Path]) -> None:
    try:
        found = load_together(paths)
        tables = [one.table for one in found.results]
        reasons = [why for one in found.results for why in one.proposal.reasons]
        told = [
            found.why,
            *(text for one in reasons for text in (one.sentence, one.question)),
            *(one.text for table in tables for one in table.findings),
            *(one.reason for table in tables for one in table.exclusions),
        ]
        told = [MARKED.said(text) for text in told]
        told += [line for one in found.unmatched for line in one.listed(MARKED, 2)]
    except EvalguiError as error:
        told = [error.in_words(MARKED)]
    assert not words_left(told, paths)
