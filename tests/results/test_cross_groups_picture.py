"""False matches across groups as a picture: its numbers, its colours, its words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from evalgui.core.consequences.settings import Consequences
from evalgui.core.crossed_groups import AS_IF_INDEPENDENT, own_by_chance
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.render.svg import painted
from evalgui.results.cross_groups_picture import MOST, OWN_FMR, OWN_FNMR, PICTURE
from evalgui.results.picture import Mark, Picture, Region, Tiles
from tests.support.columns import Texts

STYLE = Style(words_in(Vocabulary.BIOMETRICS))
TARGET = 0.01


def snapshot_of(cells: dict[tuple[str, str], tuple[int, int]], **said: Any) -> Any:
    """Return k of n impostor comparisons that pass, of groups, and of four genuine ones three."""
    probes, references, scores, truth = [], [], [], []
    for (probe, reference), (k, n) in cells.items():
        own = 4 * (probe == reference)
        probes += [probe] * (n + own)
        references += [reference] * (n + own)
        scores += [1.0] * k + [0.0] * (n - k) + [1.0, 1.0, 1.0, 0.0][:own]
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


def test_that_too_few_comparisons_still_say_what_is_surely_above_the_target() -> None:
    tiles = tiles_of(snapshot_of(CELLS | {("B", "B"): (100, 200)}))
    assert tiles.is_open[1, 1]
    lower = stats.beta.ppf(0.05, 100, 101) / TARGET
    told = f"\N{GREATER-THAN OR EQUAL TO} {lower:.0f} \N{MULTIPLICATION SIGN}"
    assert tiles.lines(1, 1) == ("cannot tell", "100 / 200", told)


def test_that_the_sentence_tells_the_own_groups() -> None:
    told = PICTURE.moved(snapshot_of(CELLS), STYLE).sentence.told(STYLE)
    assert told.startswith("Pooled 1.5 × (≤ 1.8) is above the target. ")  # noqa: RUF001
    assert "Within their own group 1 of 1 are above it, up to 4.0" in told
    assert "B cannot be told. " in told
    assert told.endswith("limits, as if comparisons were independent")


def test_that_a_group_without_impostors_is_named() -> None:
    told = PICTURE.moved(snapshot_of(CELLS | {("B", "B"): (0, 0)}), STYLE).sentence.told(STYLE)
    assert ". B: no impostor comparisons within the group. " in told


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


OWN = {
    ("A", "A"): (40, 1000),
    ("B", "B"): (5, 800),
    ("C", "C"): (0, 400),
    ("A", "B"): (1, 900),
    ("B", "C"): (1, 900),
}


def test_that_groups_within_themselves_are_dots_beside_equal_ones() -> None:
    snapshot = snapshot_of(OWN)
    layers = OWN_FMR.moved(snapshot, STYLE).layers
    dots = [(one.x, one.ys) for one in layers if isinstance(one, Mark)]
    assert dots == [(4.0, (2.5,)), (pytest.approx(0.625), (1.5,))]  # none at 0 on a log axis
    assert not [one for one in layers if isinstance(one, Region)]
    chance = own_by_chance(snapshot)
    assert chance.words == AS_IF_INDEPENDENT
    assert chance.found is not None
    bands = [one for one in OWN_FMR.moved(snapshot, STYLE).layers if isinstance(one, Region)]
    assert [one.x for one in bands] == [
        tuple(end / TARGET for end in chance.found.fmr[:, place]) for place in range(3)
    ]
    assert (
        len([one for one in OWN_FNMR.moved(snapshot, STYLE).layers if isinstance(one, Mark)]) == 3
    )


def test_that_summaries_stand_beside_those_of_equal_groups() -> None:
    snapshot = snapshot_of(OWN)
    before = OWN_FMR.moved(snapshot, STYLE).sentence.told(STYLE)
    assert "up to \N{HORIZONTAL ELLIPSIS}" in before
    chance = own_by_chance(snapshot)
    told = OWN_FMR.moved(snapshot, STYLE).sentence.told(STYLE).splitlines()
    assert told[-1] == AS_IF_INDEPENDENT
    assert any("over the smallest infinite, at least " in line for line in told)
    assert chance.found is not None
    garbe = next(line for line in told if line.startswith("GARBE"))
    assert garbe.endswith(f"up to {STYLE.rounded(chance.found.most.garbe)}")


def test_that_a_report_draws_groups_within_themselves() -> None:
    snapshot = snapshot_of(OWN)
    own_by_chance(snapshot)
    for pictured in (OWN_FMR, OWN_FNMR):
        shown = pictured.whole(snapshot, STYLE)
        assert isinstance(shown, Picture)
        assert "equal groups" in "".join(part.name for part in shown.table())
        assert ">B</text>" in painted(shown, (340.0, 336.0)).svg
