"""Write twenty workspaces of all kinds, to be opened by every later version of the program.

They are written once by each version that changes what a workspace file holds, and kept in
`tests/data/workspaces/`; the program that wrote them is named in each.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication

from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import Parameters
from evalgui.core.requests import (
    ApplyRule,
    LinkThresholds,
    NoteData,
    NotePoint,
    Pin,
    Prespecify,
    SetComparing,
    SetFollowed,
    SetIntervals,
    SetLocked,
    SetParameters,
    SetPrevalence,
    SetThreshold,
    SetVocabulary,
)
from evalgui.core.vocabulary import Vocabulary
from evalgui.io.meaning.roles import Roles
from evalgui.io.samples import samples
from evalgui.io.typed_data import of_counts
from evalgui.workspace.file_requests import KeepOnly, OpenFiles, OpenTyped, SetRowsAside
from evalgui.workspace.keeping.document import Document
from evalgui.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 15_000  # milliseconds

MARKER = "patient,truth,score,other,n\n" + "".join(
    f"p{k // 2},{'ill' if k % 3 == 0 or k > 25 else 'well'},{k * 7 % 40},{k},{1 + k % 4}\n"
    for k in range(40)
)
ODD = "truth,score\nill,inf\nill,3\nwell,3\nwell,-inf\nill,\nwell,2\nill,5\nwell,0\n"
LARGE = "truth,score\n" + "".join(
    f"{'ill' if k > 4 else 'well'},{2**60 + 3 * k}\n" for k in range(10)
)
ABROAD = "Diagnose;Wert\n" + "".join(
    f"{'krank' if k > 5 else 'gesund'};{k * 3 % 11},{k}\n" for k in range(12)
)
COUNTS = "score,pos,neg\n0.1,1,30\n0.2,2,20\n0.4,9,8\n0.7,12,3\n0.9,20,1\n"
TWO = {"truth": "truth", "scores": ("score",), "predicted": "", "positive": "ill"}
TWO |= {"higher_is_positive": True, "subjects": (), "weight": ""}


class Session:
    """A workspace with its document, and a wait for what they do behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspace = Workspace()
        self.document = Document(self.workspace)
        self.failures: list[str] = []
        for part in (self.workspace, self.document):
            part.failed.connect(lambda error: self.failures.append(str(error)))
        self.workspace.question_asked.connect(
            lambda opened: self.failures.append(str(opened.loaded.proposal.asked))
        )

    def write(self, name: str, text: str) -> Path:
        """Write a file of data."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def open(self, text: str, **roles: object) -> Workspace:
        """Open a text as a file with the roles of two classes, and others that are given."""
        path = self.write("data.csv", text)
        wanted = Roles(**TWO | roles)
        self.wait(
            self.workspace.begun, lambda: self.workspace.ask(OpenFiles((path,), roles=wanted))
        )
        return self.workspace

    def sample(self, name: str) -> Workspace:
        """Open a bundled sample."""
        one = next(one for one in samples() if one.id == name)
        self.wait(
            self.workspace.begun,
            lambda: self.workspace.ask(OpenFiles((one.path,), roles=one.roles)),
        )
        return self.workspace

    def wait(self, signal: SignalInstance, act: Callable[[], object]) -> None:
        """Do something and wait for what tells that it is done."""
        loop, late = QEventLoop(), QTimer()
        late.setSingleShot(True)
        late.timeout.connect(lambda: loop.exit(1))
        signal.connect(lambda *_: loop.exit(0))
        late.start(PATIENCE)
        QTimer.singleShot(0, act)
        if loop.exec():
            raise TimeoutError("; ".join(self.failures) or f"{signal} did not come")

    def settle(self) -> None:
        """Let everything that was asked for come to an end."""
        loop = QEventLoop()
        look = QTimer()

        def ended() -> None:
            one = self.workspace
            if not (one.staged.staging.is_busy or one.shown.rankings._sorting.is_busy):  # noqa: SLF001
                loop.exit(0)

        look.timeout.connect(ended)
        look.start(50)
        loop.exec()

    def end(self) -> None:
        """Let go of both."""
        self.document.close()
        self.workspace.shut_down()


def threshold(one: Session) -> None:
    """Set a threshold by hand."""
    one.open(MARKER).ask(SetThreshold(12.0))


def rule(one: Session) -> None:
    """Follow a rule with parameters."""
    workspace = one.open(MARKER)
    workspace.ask(SetParameters(Parameters(cost_fn=5.0, cost_fp=2.0)))
    workspace.ask(ApplyRule("cost"))
    workspace.ask(SetFollowed(is_followed=True))


def locked(one: Session) -> None:
    """Lock a cut-off."""
    workspace = one.open(MARKER)
    workspace.ask(SetThreshold(20.0))
    workspace.ask(SetLocked(is_locked=True))


def prespecified(one: Session) -> None:
    """Say that a cut-off is from before the data."""
    workspace = one.open(MARKER)
    workspace.ask(SetThreshold(17.0))
    workspace.ask(Prespecify())


def zone(one: Session) -> None:
    """Pull out a grey zone."""
    one.open(MARKER).set_grey_zone(10.0, 25.0)


def prevalence(one: Session) -> None:
    """Type a prevalence, and ask for limits of 90 %."""
    workspace = one.open(MARKER)
    workspace.ask(SetPrevalence(0.02))
    workspace.ask(SetIntervals(IntervalSettings(level=0.9, prevalence=0.02)))


def subjects(one: Session) -> None:
    """Say whose the rows are."""
    one.open(MARKER, subjects=("patient",))


def weights(one: Session) -> None:
    """Let rows stand for several."""
    one.open(MARKER, weight="n")


def pinned(one: Session) -> None:
    """Pin two thresholds and write two notes."""
    workspace = one.open(MARKER)
    workspace.ask(Pin(5.0))
    workspace.ask(Pin(30.0))
    workspace.ask(NoteData("From the archive."))
    workspace.ask(NotePoint("Agreed with the ward."))


def subset(one: Session) -> None:
    """Assess a part of the rows, and set some aside."""
    workspace = one.open(MARKER)
    one.wait(workspace.changed, lambda: workspace.ask(KeepOnly("other > 4")))
    one.wait(workspace.changed, lambda: workspace.ask(SetRowsAside((3, 4), "duplicates")))


def lower(one: Session) -> None:
    """Take lower scores for positive."""
    one.open(MARKER, higher_is_positive=False).ask(ApplyRule("youden"))


def odd(one: Session) -> None:
    """Call nothing of infinite and missing scores."""
    one.open(ODD).ask(SetThreshold(float("nan")))


def large(one: Session) -> None:
    """Open whole numbers beyond 2^53."""
    one.open(LARGE).ask(ApplyRule("youden"))


def abroad(one: Session) -> None:
    """Read commas as decimal signs, in the words of a clinic."""
    one.open(ABROAD, truth="Diagnose", scores=("Wert",), positive="krank")
    one.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))


def counts(one: Session) -> None:
    """Open counts at each score."""
    columns = {"n_positive": "pos", "n_negative": "neg"}
    one.open(COUNTS, truth="", positive="pos", **columns).ask(ApplyRule("youden"))


def compared(one: Session) -> None:
    """Compare two scores at one false positive rate."""
    workspace = one.open(MARKER, scores=("score", "other"))
    workspace.ask(SetComparing(compares=True))
    workspace.ask(LinkThresholds(Link.FPR))


def typed(one: Session) -> None:
    """Type four counts."""
    one.wait(
        one.workspace.begun,
        lambda: one.workspace.ask(OpenTyped(of_counts(("9", "1", "2", "30"), "ill", "well"))),
    )


def clinical(one: Session) -> None:
    """Open the clinical sample."""
    one.sample("clinical").ask(ApplyRule("sensitivity"))


def biometric(one: Session) -> None:
    """Open the biometric sample, in its words."""
    one.sample("biometric").ask(SetVocabulary(Vocabulary.BIOMETRICS))


def classes(one: Session) -> None:
    """Choose a cell of three classes."""
    one.sample("iris").choose_cells([(1, 2)])


KINDS = (
    *(threshold, rule, locked, prespecified, zone, prevalence, subjects, weights, pinned, subset),
    *(lower, odd, large, abroad, counts, compared, typed, clinical, biometric, classes),
)


def main(target: Path) -> int:
    """Write one workspace of each kind, its data inside."""
    application = QApplication([])
    target.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as place:
            one = Session(Path(place))
            kind(one)
            one.settle()
            path = target.resolve() / f"{kind.__name__}.evalgui"
            one.wait(
                one.document.saved, lambda one=one, path=path: one.document.save(path, embeds=True)
            )
            one.end()
            print(path.name, path.stat().st_size)
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
