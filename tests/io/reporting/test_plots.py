"""Curves and distributions in a report: exact, however many rows there are, in every renderer."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import pyvips
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from evalgui.core.curves import CURVES, point, vertices
from evalgui.core.digits import grouped
from evalgui.core.histogram import histogram
from evalgui.core.score_axis import has_log_scores
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import resolve
from evalgui.io.reporting.flow import flow_picture
from evalgui.io.reporting.material import OtherPoint
from evalgui.io.reporting.pictures import histogram_picture, rows_picture
from evalgui.io.reporting.scores import score_quantile, threshold_text
from evalgui.io.reporting.sections import make_report
from evalgui.io.samples import sample_by_id
from evalgui.render.svg import Frame, painted
from evalgui.render.svg_shapes import FAINT
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.dots_picture import MOST_DOTS
from evalgui.results.letters import RADIUS
from tests.io.reporting.reports import S, X, at_rule, material, page, text_of, written

SIZE = (340.0, 336.0)
A_QUARTER = 0.25  # of a pixel


def table_of(n, seed, *, decimals=3, higher=True):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    scores = np.round(rng.normal(truth * 1.2, 1.0), decimals)
    return ScoreTable(scores if higher else -scores, truth, higher_is_positive=higher)


def lines_in(drawing, curve):
    """Return the places of the lines of a curve: those of its colours, not the dashed others."""
    drawn = re.findall(r'<path d="([^"]*)" fill="none" stroke="(#[0-9a-f]+)"', drawing.svg)
    found = []
    for path, colour in drawn:
        if colour == "#5f6670":  # of a line to compare with
            continue
        parts = [part.split() for part in re.split("[ML]", path)[1:]]
        found.append(np.array(parts, dtype=float))
    assert len(found) == len(curve.series)
    return found[::-1]  # the first lies in front


def places_in(drawing, picture):
    """Return what gives the places of values of each axis in a drawing."""
    frame = Frame(picture, picture.home(SIZE[0] - 66, SIZE[1] - 50))
    top = 10 + drawing.height - SIZE[1]  # names may stand above
    return lambda x: 52 + frame.x(x), lambda y: top + frame.y(y)


def distance(line, place):
    """Return how far a place is from a line, in pixels."""
    begin, along = line[:-1], np.diff(line, axis=0)
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip((((place - begin) * along).sum(axis=1)) / length, 0, 1)
    return float(np.hypot(*(begin + share[:, None] * along - place).T).min())


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(("n", "decimals"), [(12, 1), (400, 2), (30_000, 5)])
@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_a_drawn_curve_misses_no_extreme(curve, n, decimals, higher):
    table = table_of(n, 3, decimals=decimals, higher=higher)
    picture = curve_picture(curve, [Scored("", table)])
    drawing = painted(picture, SIZE)
    whole = vertices(curve, table)
    x_of, y_of = places_in(drawing, picture)
    for drawn, y in zip(lines_in(drawing, curve), whole.ys, strict=True):
        x_all, y_all = x_of(whole.x), y_of(y)
        known = np.isfinite(x_all) & np.isfinite(y_all)
        x_all, y_all = x_all[known], y_all[known]
        chosen = {0, len(x_all) - 1, int(np.argmin(y_all)), int(np.argmax(y_all))}
        chosen |= set(np.linspace(0, len(x_all) - 1, 120).astype(int).tolist())
        chosen |= set(np.argsort(y_all)[:20].tolist()) | set(np.argsort(y_all)[-20:].tolist())
        away = [distance(drawn, (x_all[place], y_all[place])) for place in chosen]
        assert max(away) < A_QUARTER
        # Nothing is drawn that is not there.
        places = {(round(a, 2), round(b, 2)) for a, b in zip(x_all, y_all, strict=True)}
        if not curve.is_against_threshold:
            shown = {(a, b) for a, b in np.round(drawn, 2).tolist()}
            for a, b in shown - places:
                assert any(abs(a - c) < 0.011 and abs(b - d) < 0.011 for c, d in places)


def test_that_a_picture_does_not_grow_with_the_rows():
    sizes = []
    for n in (20_000, 200_000):
        table = table_of(n, 5, decimals=9)
        pictures = [curve_picture(curve, [Scored("", table)]) for curve in CURVES]
        sizes.append(sum(len(painted(one, SIZE).svg) for one in pictures))
    assert sizes[1] < 1.3 * sizes[0]
    assert sizes[1] < 400_000


finite = st.floats(-1e6, 1e6).map(lambda value: round(value, 1))
scores = st.lists(
    st.tuples(finite | st.sampled_from([np.inf, -np.inf]), st.booleans()), min_size=1, max_size=40
)


@given(scores, st.booleans(), st.floats(0, 1))
def test_that_a_quantile_is_that_of_the_empirical_distribution(rows, higher, share):
    values, truth = np.array([one[0] for one in rows]), np.array([one[1] for one in rows])
    steps = ScoreTable(values, truth, higher_is_positive=higher).steps
    for is_positive in (True, False):
        own = np.sort(values[truth == is_positive])
        found = score_quantile(steps, share, of_positives=is_positive)
        if not len(own):
            assert np.isnan(found)
        else:
            rank = max(int(np.ceil(share * len(own))), 1)
            assert found == own[rank - 1]


# --------------------------------------------------------------- what other programs draw


@pytest.fixture(scope="module")
def clinical():
    return material(
        sample_by_id("clinical").path,
        "clinical",
        scores=("logistic_regression",),
        placing=at_rule("youden"),
    )


def pictures_of(one):
    report = make_report(one, ("data", "curves", "scores"))
    found = [block for part in report.parts for block in part.blocks]
    pictures = [inner for block in found for inner in getattr(block, "pictures", (block,))]
    return [picture for picture in pictures if hasattr(picture, "svg")]


def as_file(picture):
    size = f'width="{picture.width * 2}" height="{picture.height * 2}"'
    box = f'viewBox="0 0 {picture.width} {picture.height}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="DejaVu Sans">'
    white = f'<rect width="{picture.width}" height="{picture.height}" fill="#ffffff"/>'
    return f"{start}{white}{picture.svg}</svg>"


def by_qt(svg, width, height):
    image = QImage(width, height, QImage.Format.Format_RGB888)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter)
    painter.end()
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine())
    return lines[:, : width * 3].reshape(height, width, 3).astype(float)


def by_vips(content):
    image = pyvips.Image.new_from_buffer(content, "").flatten(background=255)
    return np.asarray(image.numpy()[..., :3], dtype=float)


def test_that_three_renderers_draw_the_same(clinical, qapp):
    del qapp
    for picture in pictures_of(clinical):
        svg = as_file(picture)
        first = by_vips(svg.encode())
        height, width = first.shape[:2]
        second = by_vips(bytes(resvg_py.svg_to_bytes(svg_string=svg)))
        third = by_qt(svg, width, height)
        for other in (second, third):
            assert other.shape == first.shape
            # Texts are in other fonts, and edges smoothed in other ways.
            assert np.mean(np.abs(other - first)) < 6
        is_drawn = np.abs(first - 255).sum(axis=2) > 120
        assert 0.002 < is_drawn.mean() < 0.5


def test_that_the_flow_accounts_for_every_row(tmp_path):
    rows = [("ab"[place % 2], "" if place % 7 == 0 else str(place)) for place in range(40)]
    text = "truth,score\n" + "".join(f"{truth},{score}\n" for truth, score in rows)
    one = material(
        written(tmp_path / "d.csv", text),
        truth="truth",
        scores=("score",),
        positive="b",
        higher_is_positive=True,
    )
    told = flow_picture(one.flow, one.words, one.dataset).description
    counts = one.snapshot.point.counts
    assert f"Rows in the file: {grouped(40)}" in told
    assert f"predicted positives: {grouped(counts.tp)}" in told
    assert f"without a score: {grouped(one.snapshot.ranking.table.n_missing_positive)}" in told
    assert told.count("without a score") == 2


def test_that_missing_results_are_counted_at_their_best_and_their_worst(tmp_path):
    rows = [("ab"[place % 2], "" if place in {0, 1, 3} else str(place)) for place in range(20)]
    text = "truth,score\n" + "".join(f"{truth},{score}\n" for truth, score in rows)
    one = material(
        written(tmp_path / "d.csv", text),
        truth="truth",
        scores=("score",),
        positive="b",
        higher_is_positive=True,
        placing=at_rule("youden"),
    )
    counts, lost = one.snapshot.point.counts, (2, 1)
    found = page(one, sections=["missing"])
    rows = list(found.iter(f"{X}tr"))[1:]
    shares = [float(next(row.iter(f"{X}data")).get("value")) for row in rows]
    n = counts.tp + counts.fn
    assert shares == [
        counts.tp / n,
        (counts.tp + lost[0]) / (n + lost[0]),
        counts.tp / (n + lost[0]),
    ]
    assert "Worst case" in text_of(rows[2])


# ------------------------------------------------------------------ other operating points


def with_others(one, *thresholds):
    return replace(one, others=tuple(other_at(one, at) for at in thresholds))


def other_at(one, threshold):
    inputs = replace(one.snapshot.inputs, threshold=threshold)
    return OtherPoint(resolve(inputs, one.snapshot).point, one.snapshot.provenance)


def squares_in(drawing):
    """Return the middles of the squares."""
    square = r'<rect x="(\S+)" y="(\S+)" width="9" height="9" fill="#ffffff"'
    found = re.findall(square, drawing.svg)
    return [(float(x) + RADIUS, float(y) + RADIUS) for x, y in found]


def letters_in(svg):
    return re.findall(r'font-weight="bold">([^<]*)<', svg)


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_other_operating_points_stand_on_the_curves_with_the_letters_of_their_table(
    clinical, curve
):
    one = with_others(clinical, 0.2, 0.8, 0.79, 0.05)
    table = one.snapshot.ranking.table
    others = [(other.letter, other.point) for other in one.other_points]
    assert [letter for letter, _point in others] == ["A", "B", "C", "D"]
    picture = curve_picture(curve, [Scored("", table)], None, others)
    drawing = painted(picture, SIZE)
    x_of, y_of = places_in(drawing, picture)
    shown = squares_in(drawing)
    for _letter, other in others:
        x, ys = point(curve, table, other.counts, other.threshold)
        across = float(x_of(np.array([x]))[0])
        places = [(across, at) for at in y_of(np.array(ys)).tolist()]
        if curve.is_against_threshold:  # on the axis
            places = [(across, drawing.height - 40 - RADIUS)]
        for place in places:
            assert min(np.hypot(*np.subtract(place, square)) for square in shown) < 1.6
    told = ", ".join(letters_in(drawing.svg))
    assert set("ABCD") <= set(told)


def test_that_captions_name_the_other_points_and_a_single_one_needs_no_letter(clinical):
    pair = {picture.title: picture for picture in pictures_of(with_others(clinical, 0.2, 0.05))}
    assert pair["ROC"].description.endswith("Squares: other operating points A and B.")
    told = pair["Scores by true class"].description
    assert told.endswith("Dotted lines: other operating points A at 0.2 and B at 0.05.")
    alone = {picture.title: picture for picture in pictures_of(with_others(clinical, 0.2))}
    assert alone["ROC"].description.endswith("Square: the other operating point.")
    assert not letters_in(alone["ROC"].svg)
    assert "Square" not in {p.title: p for p in pictures_of(clinical)}["ROC"].description


@pytest.mark.parametrize("higher", [True, False])
def test_that_lab_values_lie_on_the_axis_that_the_window_has(tmp_path, higher):
    rng = np.random.default_rng(3)
    truth = rng.random(400) < 0.3
    scores = np.exp(rng.normal(3.5 + np.where(truth, 1, 0) * (1 if higher else -1), 0.9))
    lines = [f"{int(one)},{score:.1f}" for one, score in zip(truth, scores, strict=True)]
    file = written(tmp_path / "lab.csv", "\n".join(["truth,ferritin", *lines]))
    of = material(file, truth="truth", scores=("ferritin",), higher_is_positive=higher)
    assert has_log_scores(of.snapshot)
    drawn = page(of)
    pictures = [one for one in drawn.iter(f"{S}svg") if "ferritin" in text_of(one)]
    assert pictures
    for picture in pictures:
        at = {text_of(one): float(one.get("x")) for one in picture.iter(f"{S}text")}
        assert at["20"] - at["10"] == pytest.approx(at["10"] - at["5"], abs=0.3)


@pytest.mark.parametrize("grey", [None, (0.2, 0.7)])
def test_that_each_row_is_a_dot_and_wrong_calls_have_an_edge(clinical, grey):
    of = replace(clinical, grey=grey)
    table, score = of.snapshot.ranking.table, of.snapshot.score
    (drawn,) = [picture for picture in pictures_of(of) if picture.title == "Every patient"]
    dots = re.findall(r'<circle [^>]*r="2.5"[^>]*>', drawn.svg)
    assert len(dots) == table.n
    low, high = grey or (of.snapshot.point.threshold,) * 2
    n_wrong = table.counts_at(high).fp + table.counts_at(low).fn
    assert sum("stroke=" in dot for dot in dots) == n_wrong
    assert sum(f'fill="{FAINT}"' in dot for dot in dots) == (
        table.counts_at(low).predicted_positives - table.counts_at(high).predicted_positives
    )
    for end in {low, high}:
        assert threshold_text(end, score) in drawn.description
    assert ("indeterminate" in drawn.description) is (grey is not None)


@pytest.mark.parametrize(("n", "is_drawn"), [(MOST_DOTS, True), (MOST_DOTS + 1, False)])
def test_that_rows_are_dots_where_these_are_few_and_infinite_ones_are_told(tmp_path, n, is_drawn):
    rows = [f"{place % 2},{place % 50}" for place in range(n - 1)]
    of = material(written(tmp_path / "d.csv", "\n".join(["truth,score", "1,inf", *rows])))
    drawn = rows_picture(of)
    assert (drawn is not None) is is_drawn
    if drawn is not None:
        assert drawn.svg.count("<circle ") == n - 1
        assert drawn.description.endswith(" 1 infinite score is not drawn.")


@pytest.mark.parametrize("scores", [np.arange(200) / 7, 1.0 + np.arange(4) * 2.0**-52])
def test_that_the_bins_are_those_of_the_window_and_the_table(tmp_path, scores):
    rows = [f"{int(i % 3 == 0)},{score!r}" for i, score in enumerate(scores.tolist())]
    of = material(written(tmp_path / "some.csv", "\n".join(["truth,score", *rows])))
    found = histogram(of.snapshot.ranking.table)
    picture = histogram_picture(of)
    assert f" in {len(found.positives)} bins," in picture.description
    assert len(found.positives) == 60 or len(scores) == 4
