"""Where error rates rest on too few errors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from evalgui.core.curves import DET, ERROR_RATES
from evalgui.core.curves.few_errors import FewErrors, is_told
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.subjects import Subjects
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import DARK
from tests.gui.plots.bench import make_snapshot, marked
from tests.gui.plots.pieces import meets


def over_decades(n=400, seed=2, **options):
    """Return positive scores over five decades, those of the positives a hundredfold."""
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 4 == 0).astype(int)
    return make_snapshot(10.0 ** rng.normal(1 + 2 * truth, 0.8), truth, **options)


def on(snapshot, **axes):
    chosen = replace(snapshot.choices, axes=replace(snapshot.choices.axes, **axes))
    return replace(snapshot, choices=chosen)


def test_that_regions_of_fewer_than_3_and_30_errors_are_shaded_on_det(bench):
    snapshot = on(over_decades(40_000), fixed_rates=True)
    b = bench(plot_of(DET), snapshot, 700, 600)
    regions = b.plot.main.shade.regions(b.plot.viewport)
    areas = [(area, is_x) for area, _words, is_x in regions]
    of_x = [area.right() for area, is_x in areas if is_x]
    of_y = [area.top() for area, is_x in areas if not is_x]
    table = snapshot.ranking.table
    for errors, right, top in zip((30, 3), of_x, of_y, strict=True):
        at = b.place_of(errors / table.n_negative, errors / table.n_positive)
        assert right == pytest.approx(at.x())
        assert top == pytest.approx(at.y())
    told = [words[0] for _area, words, _is_x in regions]
    assert (
        told
        == [
            "fewer than 30 errors (rule of 30)",
            "fewer than 3 errors (rule of 3)",
        ]
        * 2
    )
    assert [words[-1] for _area, words, _is_x in regions] == ["< 30", "< 3"] * 2


def test_that_rows_of_subjects_are_under_no_rule_of_independent_ones(bench):
    snapshot = on(over_decades(4_000), fixed_rates=True)
    dataset = snapshot.dataset
    subjects = Subjects((np.arange(dataset.n, dtype=np.int32) // 2,), ("patient",))
    owners = RankedSubjects.of_rows(
        dataset.scores[0].values, subjects, dataset.is_positive(), higher_is_positive=True
    )
    snapshot.ranking.table.belong_to(owners)
    b = bench(plot_of(DET), snapshot, 700, 600)
    told = {words[0] for _area, words, _is_x in b.plot.main.shade.regions(b.plot.viewport)}
    assert told == {f"fewer than {n} errors, of rows, not subjects" for n in (3, 30)}


def test_that_the_regions_of_false_matches_are_shaded_below_their_rate(bench):
    snapshot = on(over_decades(40_000), log_rates=True)
    b = bench(plot_of(ERROR_RATES), snapshot, 700, 500)
    b.plot.set_vocabulary(Vocabulary.BIOMETRICS)
    n = snapshot.ranking.table.n_negative
    regions = b.plot.main.shade.regions(b.plot.viewport)
    tops = [area.top() for area, _words, _is_x in regions]
    assert tops == pytest.approx([b.place_of(1.0, errors / n).y() for errors in (30, 3)])
    assert [words for _place, words in b.plot.main.shade.texts(b.plot.viewport)] == [
        "FMR: fewer than 30 errors (rule of 30)",
        "FMR: fewer than 3 errors (rule of 3)",
    ]
    b.show(on(snapshot, log_rates=False))
    assert b.plot.main.shade is None


@pytest.mark.parametrize(
    ("n", "vocabulary", "shaded"),
    [
        (0, Vocabulary.BIOMETRICS, False),
        (40, Vocabulary.BIOMETRICS, True),
        (40, Vocabulary.CLINICAL, False),
        (3_000, Vocabulary.CLINICAL, True),
    ],
)
def test_that_few_rows_are_shaded_in_fields_of_rare_errors_alone(n, vocabulary, shaded):
    assert is_told(n, vocabulary) is shaded


def test_that_a_rate_of_few_rows_is_at_most_all_of_them():
    assert FewErrors(40, is_x=True).rate(30) == pytest.approx(0.75)
    assert FewErrors(2, is_x=True).rate(30) == 1.0


@pytest.mark.parametrize("size", [(700, 600), (420, 360), (260, 240)])
def test_that_words_stay_in_their_regions_and_no_name_hides_them(bench, size):
    b = bench(plot_of(DET), on(over_decades(40_000), fixed_rates=True), *size)
    b.plot.set_theme(DARK)
    seen, legend = b.plot.viewport, b.plot.legend
    boxes = b.plot.main.shade.boxes(seen)
    assert boxes or size[0] < 300
    lines = b.plot.lines_in_pixels()
    names = [legend.box_of(number) for number in range(len(legend.entries))]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= seen.width
        assert 0 <= top < bottom <= seen.height + 1
        inside = (left + 1, top + 1, right - left - 2, bottom - top - 2)
        assert not any(meets(list(zip(*line, strict=True)), inside) for line in lines)
        for name in names:
            assert (
                name.right() <= left
                or right <= name.left()
                or (name.bottom() <= top or bottom <= name.top())
            )


@pytest.mark.parametrize("size", [(320, 260), (500, 300)])
@pytest.mark.parametrize("seed", [0, 5, 8])
def test_that_no_name_of_a_rule_lies_on_the_words_of_a_region(bench, size, seed):
    rng = np.random.default_rng(seed)
    truth = (rng.random(150) < 0.32).astype(int)
    snapshot = make_snapshot(np.exp(rng.normal(2 + 0.9 * truth, 0.6)).round(2), truth)
    b = bench(plot_of(DET), snapshot, *size)
    b.plot.set_vocabulary(Vocabulary.BIOMETRICS)
    b.show(marked(snapshot, Vocabulary.BIOMETRICS))
    shaded = [
        QRectF(left, top, right - left, bottom - top)
        for left, top, right, bottom in b.plot.main.shade.boxes(b.plot.viewport)
    ]
    names = [one.box for one in b.plot.mouse.rule_marks.placed if one.box is not None]
    assert shaded
    assert names
    assert not any(name.intersects(words) for name in names for words in shaded)


def test_that_regions_are_painted_with_the_lines_and_nothing_more_for_a_drag(bench):
    b = bench(plot_of(DET), over_decades(40_000), 500, 400)
    lines = b.plot.lines.lines
    assert lines[0] is b.plot.main.shade
    b.set_threshold(50.0)
    assert b.plot.lines.lines is lines
