"""Layouts of the window as data: which panes and plots are seen, where, and for which data.

One entry in `LAYOUTS` adds one to the menu. What it names and the program does not have is
passed over, so that a layout outlives a pane.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.registry import Registry
from evalgui.io.meaning import are_of_comparisons, are_of_patients

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded


class HasName(Protocol):
    """A column of a file, or of a data set."""

    @property
    def name(self) -> str:
        """What it is called."""


_OF_NO_FIELD = Vocabulary.MACHINE_LEARNING  # words that say nothing about data
# What is less has no room for panes at both sides: letters in a row of them, and pixels of plots.
_LETTERS_OF_PANES, _PIXELS_OF_PLOTS = 96, 480
_FEW_CLASSES = 20  # of a truth that is asked about
_MOST_NAMES = 200  # columns that say what the data are about: the first of thousands


@dataclass(frozen=True, slots=True)
class Glance:
    """What says of which field data are, before they are assessed: named as in a `Dataset`."""

    classes: tuple[str, ...]
    truth_by: str
    columns: Sequence[HasName]

    @property
    def n_classes(self) -> int:
        """How many classes the column of the truth has."""
        return len(self.classes)


def glance_at(loaded: Loaded) -> Dataset | Glance:
    """Return the data set that was made of a file or, where it asks first, what it will be of."""
    table, truth = loaded.table, loaded.proposal.roles.truth
    if loaded.dataset is not None:
        return loaded.dataset
    found = table.candidates(truth) if truth else ()
    labels = found[0].distinct(_FEW_CLASSES) if len(found) == 1 else None
    classes = () if labels is None else tuple(filter(str.strip, labels.texts))
    return Glance(classes, truth or "", table.columns)


def _never(_dataset: Dataset | Glance, _vocabulary: Vocabulary) -> bool:
    return False


def _is_biometric(dataset: Dataset | Glance, vocabulary: Vocabulary) -> bool:
    in_words = vocabulary.is_biometric
    is_so = are_of_comparisons(dataset.classes) or (in_words and not _is_of_patients(dataset))
    return dataset.n_classes == 2 and is_so


def _is_clinical(dataset: Dataset | Glance, vocabulary: Vocabulary) -> bool:
    in_words = vocabulary is Vocabulary.CLINICAL
    is_so = _is_of_patients(dataset) or (in_words and not are_of_comparisons(dataset.classes))
    return dataset.n_classes == 2 and is_so


def _is_of_patients(dataset: Dataset | Glance) -> bool:
    columns = [column.name for column in dataset.columns[:_MOST_NAMES]]
    return are_of_patients(dataset.classes, dataset.truth_by, columns)


def _always(_dataset: Dataset | Glance, _vocabulary: Vocabulary) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One arrangement of the window.

    Parameters
    ----------
    id
        The name of it in settings and on the command line.
    title, tip
        For the menu.
    plots
        The ids of the plots that are seen, row by row; empty for all. The first row is the highest,
        and the first plot of a row the widest; several rows of as many are a square of equal parts.
    left, right
        The ids of the panes that are seen at a side, from top to bottom. Those in one tuple lie
        behind each other, the first one in front.
    heights
        The shares of the panes at the right, from top to bottom.
    heights_at_left
        Likewise at the left; empty for those that the panes ask for.
    share_at_right
        What the panes at the right have of the width in per cent, where that is enough for them.
    explains
        The measure that is worked out at first, with the rows in the order of their scores; "" for
        none.
    is_calm
        Whether the decision alone says and moves the threshold: no bar with it stands below.
    stands_for
        The field of the samples that are opened with it.
    speaks
        The vocabularies that go with it, the usual one first; empty where all do.
    suits
        Whether a data set that is spoken of in a vocabulary is to be opened with it. The first
        one that suits is taken.
    """

    id: str
    title: str
    tip: str
    plots: tuple[tuple[str, ...], ...] = ()
    left: tuple[tuple[str, ...], ...] = (("predictions", "data"), ("classes",))
    right: tuple[tuple[str, ...], ...] = (("decision",), ("confusion",), ("metrics",))
    heights: tuple[int, ...] = (8, 6, 6)
    heights_at_left: tuple[int, ...] = (5, 3)
    share_at_right: int = 36
    explains: str = ""
    is_calm: bool = False
    stands_for: str = ""
    speaks: tuple[Vocabulary, ...] = ()
    suits: Callable[[Dataset | Glance, Vocabulary], bool] = _never

    def words_beside(self, vocabulary: Vocabulary) -> Vocabulary:
        """Return the vocabulary to speak with it where another one, or the same, is in force."""
        return vocabulary if not self.speaks or vocabulary in self.speaks else self.speaks[0]

    def within(self, width: int, letter: int) -> Layout:
        """Return how it is in a window of some width with letters of some width, in pixels.

        A narrow one has two plots, and its panes at one side: what lies at the left of others is
        behind what is decided, and the measures are behind the matrix. One that has panes at one
        side alone is so already.
        """
        if not self.left or width >= _LETTERS_OF_PANES * letter + _PIXELS_OF_PLOTS:
            return self
        first, *others = self.right
        at_left, *below = self.left
        behind = tuple(name for stack in others for name in stack)
        right = ((*first, *at_left), behind, *below)
        plots = tuple(row[:1] for row in self.plots[:2])
        return replace(
            self, plots=plots, left=(), right=right, heights=(5, 4, 3), heights_at_left=()
        )

    @property
    def panes(self) -> tuple[str, ...]:
        """The panes that are seen."""
        return tuple(name for stack in (*self.left, *self.right) for name in stack)


OVERVIEW = Layout(
    id="overview",
    title=tr("&Overview"),
    tip=tr("Every curve and the scores, with the matrix and all measures"),
)
LAYOUTS: Registry[Layout] = Registry(
    "layout",
    Layout(
        id="clinical",
        title=tr("&Clinical"),
        tip=tr("One large ROC curve, every patient, and the threshold with its numbers"),
        plots=(("roc", "dots"), ("histogram",)),
        left=(("predictions", "data", "rules"), ("classes",)),
        right=(("decision",), ("confusion",)),
        heights=(1, 1),
        is_calm=True,
        stands_for="Clinic",
        speaks=(Vocabulary.CLINICAL,),
        suits=_is_clinical,
    ),
    Layout(
        id="biometrics",
        title=tr("&Biometrics"),
        tip=tr("DET curve, both error rates against the threshold, and rules"),
        plots=(("det",), ("far-frr",)),
        left=(("rules", "predictions", "data"), ("classes",)),
        right=(("decision",), ("confusion",)),
        heights=(1, 1),
        is_calm=True,
        stands_for="Biometrics",
        speaks=(
            *(Vocabulary.BIOMETRICS, Vocabulary.SPEAKER),
            *(Vocabulary.PAD, Vocabulary.PAD_BONA_FIDE),
        ),
        suits=_is_biometric,
    ),
    Layout(
        id="teaching",
        title=tr("&Teaching"),
        tip=tr("The ROC curve step by step, with the table, the matrix, and the formula filled in"),
        plots=(("roc",), ("histogram",)),
        left=(("predictions", "data"), ("explain",)),
        heights_at_left=(4, 3),
        explains="TPR",
        stands_for="Teaching",
    ),
    Layout(
        id="machine-learning",
        title=tr("&Machine Learning"),
        tip=tr("ROC and precision-recall curves, the scores, and every measure; tables of classes"),
        plots=(("roc", "pr"), ("histogram",)),
        right=(("decision",), ("confusion",), ("metrics", "measures_plot")),
        speaks=(Vocabulary.MACHINE_LEARNING,),
        suits=_always,
    ),
    Layout(
        id="essential-four",
        title=tr("&Essential Four"),
        tip=tr(
            "ROC, calibration, decision curve and scores by class, beside what they do to people"
        ),
        plots=(("roc", "calibration"), ("histogram", "decision-curve")),
        left=(),
        right=(("decision",), ("people", "confusion", "predictions", "data", "classes")),
        heights=(1, 2),
        heights_at_left=(),
        share_at_right=25,
        is_calm=True,
        speaks=(Vocabulary.CLINICAL,),
    ),
    OVERVIEW,
)
"""Every layout, in the order of the menu."""


def named_panes() -> frozenset[str]:
    """Return the panes that some layout has: of others, none says whether they are seen."""
    return frozenset(name for one in LAYOUTS for name in one.panes)


def layout_for(dataset: Dataset, vocabulary: Vocabulary, stands_for: str = "") -> Layout:
    """Return the layout of the kind of a data set, or that of the field a sample stands for."""
    suiting = (one for one in LAYOUTS if one.suits(dataset, vocabulary))
    return layout_of_field(stands_for) or next(suiting, OVERVIEW)


def layout_of_kind(dataset: Dataset | Glance) -> Layout | None:
    """Return the layout of the field that data are of by what they hold; None where none says."""
    of_fields = (one for one in LAYOUTS if one.speaks and one.suits is not _always)
    return next((one for one in of_fields if one.suits(dataset, _OF_NO_FIELD)), None)


def layout_of_field(stands_for: str) -> Layout | None:
    """Return the layout of the field a sample stands for; None where it stands for none."""
    return next((one for one in LAYOUTS if stands_for and one.stands_for == stands_for), None)
