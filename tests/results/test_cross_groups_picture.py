"""False matches across groups as a picture: its numbers, its colours, its words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from evalgui.core.consequences.settings import Consequences
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.render.svg import painted
from evalgui.results.cross_groups_picture import MOST, PICTURE
from evalgui.results.picture import Picture, Tiles
from tests.support.columns import Texts

STYLE = Style(words_in(Vocabulary.BIOMETRICS))
TARGET = 0.01


def snapshot_of(cells: dict[tuple[str, str], tuple[int, int]], **said: Any) -> Any:
    """Return k of n impostor comparisons that pass, and a genuine one, of pairs of groups."""
    probes, references, scores, truth = [], [], [], []
    for (probe, reference), (k, n) in cells.items():
        own = int(probe == reference)
        probes += [probe] * (n + own)
        references += [reference] * (n + own)
        scores += [1.0] * k + [0.0] * (n - k) + [1.0] * own
        truth += [0] * n + [1] * own
    columns = Texts("p", probes), Texts("r", references)
    score = Score("s", np.array(scores))
    dataset = Dataset("x", ("i", "g"), np.array(truth), 1, (score,), columns=columns)
    known: dict[str, Any] = {"groups": ("p", "r"), "fmr_target": TARGET} | said
    return resolve(Inputs(dataset, threshold=1.0, consequences=Consequences(**known)))


CELLS = {
    ("A", "A"): (40, 1000),
    ("A", "B"): (0, 1000),
    ("B", "A"): (9, 1000),
    ("B", "B"): (1, 200),
    ("A", "C"): (12, 1000),
}


def tiles_of(snapshot: Any) -> Tiles:
    found = PICTURE.moved(snapshot, STYLE).layers
    assert len(found) == 1
    assert isinstance(found[0], Tiles)
    return found[0]


def test_that_tiles_are_ratios_to_the_target() -> None:
    tiles = tiles_of(snapshot_of(CELLS))
    assert (tiles.rows_of, tiles.columns_of) == (("A", "B"), ("A", "B", "C"))
    expected = np.array([[4.0, 0.0, 1.2], [0.9, 0.5, np.nan]])
    assert np.allclose(tiles.ratios, expected, equal_nan=True)
    upper = stats.beta.ppf(0.95, 41, 960) / TARGET
    assert tiles.lines(0, 0) == ("4.0 ×", "40 / 1000", f"≤ {upper:.1f}")  # noqa: RUF001
    assert tiles.is_own.tolist() == [[True, False, False], [False, True, False]]


def test_that_green_needs_a_limit_below_the_target() -> None:
    tiles = tiles_of(snapshot_of(CELLS))
    assert tiles.shades[0, 1] == -1  # 0 of 1000: at most 0.3 of the target
    assert tiles.shades[1, 0] == 0  # 9 of 1000 may be more than the target
    assert tiles.shades[0, 0] == pytest.approx(np.log10(4))


def test_that_too_few_comparisons_tell_nothing() -> None:
    tiles = tiles_of(snapshot_of(CELLS))
    assert tiles.is_open.tolist() == [[False, False, False], [False, True, True]]
    assert tiles.lines(1, 1) == ("cannot tell", "1 / 200")
    assert "3/N" in tiles.about(1, 1).told(STYLE)


def test_that_the_sentence_tells_the_own_groups() -> None:
    told = PICTURE.moved(snapshot_of(CELLS), STYLE).sentence.told(STYLE)
    assert told.startswith("Pooled 1.5 × (≤ 1.8) is above the target. ")  # noqa: RUF001
    assert "Within their own group 1 of 1 are above it, up to 4.0" in told
    assert told.endswith("B cannot be told")


def test_that_a_group_without_impostors_is_named() -> None:
    told = PICTURE.moved(snapshot_of(CELLS | {("B", "B"): (0, 0)}), STYLE).sentence.told(STYLE)
    assert told.endswith("B: no impostor comparisons within the group")


def test_that_without_a_target_nothing_is_met() -> None:
    said = snapshot_of(CELLS, fmr_target=None)
    told = PICTURE.moved(said, STYLE).sentence.told(STYLE)
    assert "no target was said" in told
    assert "meets" not in told
    none = snapshot_of({("A", "A"): (0, 50), ("A", "B"): (0, 50)}, fmr_target=None)
    assert PICTURE.moved(none, STYLE).layers == ()


def test_that_other_groups_than_the_largest_are_in_the_table() -> None:
    names = [f"g{number:02}" for number in range(MOST + 10)]
    cells = {(name, name): (1, 10 + number) for number, name in enumerate(names)}
    snapshot = snapshot_of(cells)
    assert tiles_of(snapshot).rows_of == tuple(names[10:])
    told = PICTURE.moved(snapshot, STYLE).sentence.told(STYLE)
    assert "and 55 more cannot be told" in told
    assert f"The {MOST} largest groups are shown, the others are in the table" in told


def test_that_groups_have_to_be_named_first() -> None:
    snapshot = snapshot_of(CELLS)
    for groups in ((), ("p",)):
        inputs = replace(snapshot.inputs, consequences=Consequences(groups=groups))
        told = PICTURE.picture(resolve(inputs, snapshot), STYLE)
        assert not isinstance(told, Picture)
        assert "Compare > Groups" in told.told(STYLE)
    wrong = replace(snapshot.inputs, consequences=Consequences(groups=("p", "q")))
    told = PICTURE.picture(resolve(wrong, snapshot), STYLE)
    assert not isinstance(told, Picture)
    assert told.told(STYLE) == "there is no column 'q'"


def test_that_a_report_draws_the_tiles() -> None:
    shown = PICTURE.whole(snapshot_of(CELLS), STYLE)
    assert isinstance(shown, Picture)
    assert {part.name for part in shown.table()} >= {"A with A", "B with A"}
    svg = painted(shown, (340.0, 336.0)).svg
    assert "cannot tell" in svg
    assert "40 / 1000" in svg
    assert "Reference: r" in svg
