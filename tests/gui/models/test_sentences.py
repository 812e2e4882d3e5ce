"""Numbers as sentences that can be proved: exact strings of every kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from evalgui.core.choices import Choices
from evalgui.core.metrics import METRICS, Metric, Vocabulary
from evalgui.core.provenance import Origin, Provenance, prespecified, typed
from evalgui.core.sampling import Sampling
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.vocabulary import words_in
from evalgui.gui import text
from evalgui.gui.confusion.cell_intervals import CellIntervals
from evalgui.gui.confusion.cell_menu import cell_sentence
from evalgui.gui.confusion.shown_matrix import Shares, ShownMatrix
from evalgui.gui.models.provenance_words import origin_in_words, place_in_words
from evalgui.gui.models.sentences import cells_of, formula_line, measure_sentence
from evalgui.results.topics.measures import MeasureRow, every_row, row_of
from tests.gui.models.tables import make_classes, make_dataset, snapshot_of
from tests.support.locales import use_numbers

THIN = "\N{NARROW NO-BREAK SPACE}"
DASH = "\N{EN DASH}"
AT_LEAST, AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"
ML, CLINICAL, BIOMETRICS = (
    Vocabulary.MACHINE_LEARNING,
    Vocabulary.CLINICAL,
    Vocabulary.BIOMETRICS,
)
FROM_ELSEWHERE = (
    'frozen from dev.csv, chosen there by the rule "False match rate: one-sided 95_% limit at most '
    '0.0001"'
)
WEIGHTED = 'chosen on these data by the rule "Weighted Youden (weight of the true match rate 0.75)"'
BEST = (
    'chosen on these data by the rule "Best TNMR (true non-match rate) where the one-sided '
    '95_% limit of TMR (true match rate) is at least 0.9"'
)
BY_RULE = Provenance(Origin.CHOSEN, "sensitivity", (("sensitivity", 0.5),), "some.csv", "now")
HOW = (
    "chosen on these data by the rule "
    "\N{LEFT DOUBLE QUOTATION MARK}{rule} at least 0.5\N{RIGHT DOUBLE QUOTATION MARK}"
)


def at(threshold: float, made: Provenance = BY_RULE, **kinds: Any) -> Any:
    return resolve(Inputs(make_dataset(**kinds), threshold=threshold, provenance=made))


def entry(metric_id: str, snapshot: Snapshot) -> MeasureRow:
    return next(row for row in every_row(snapshot) if row.id == metric_id)


def said(metric_id: str, snapshot: Snapshot, vocabulary: Vocabulary = ML) -> str:
    return measure_sentence(entry(metric_id, snapshot), snapshot, vocabulary)


@pytest.mark.parametrize(
    ("metric_id", "vocabulary", "expected"),
    [
        ("TPR", ML, "True positive rate 0.500 (5/10; 95_% CI 0.237~0.763, Wilson)"),
        ("TPR", CLINICAL, "Sensitivity 0.500 (5/10; 95_% CI 0.237~0.763, Wilson)"),
        ("FPR", BIOMETRICS, "FMR (false match rate) 0.300 (3/10; 95_% CI 0.108~0.603, Wilson)"),
        (
            "FBETA",
            ML,
            "F-beta score 0.521 (beta 2; 95_% CI 0.256~0.756, square-and-add of Wilson limits)",
        ),
    ],
)
def test_that_a_measure_is_told_with_counts_interval_place_and_rule(
    metric_id: str, vocabulary: Vocabulary, expected: str
) -> None:
    rate = words_in(vocabulary)("{True_positive_rate}")
    whole = f"{expected} at marker {AT_LEAST} 0.5, {HOW.format(rule=rate)}"
    assert said(metric_id, at(0.5), vocabulary) == whole.replace("_", THIN).replace("~", DASH)


def test_that_an_undefined_one_is_told_with_its_reason() -> None:
    assert said("PPV", at(2.0, typed("some.csv", ""))) == (
        f"Precision is undefined (no positive calls) at marker {AT_LEAST} 2, "
        "chosen on these data by hand"
    )
    assert said("PPV", at(2.0, prespecified("")), BIOMETRICS) == (
        f"Precision is undefined (no matches) at marker {AT_LEAST} 2, prespecified"
    )


def test_that_a_distance_is_at_most_and_the_place_beyond_all_is_said() -> None:
    score = at(0.5, higher=False).score
    assert place_in_words(0.25, score) == f"marker {AT_MOST} 0.25"
    assert place_in_words(float("nan"), score) == "marker < \N{MINUS SIGN}\N{INFINITY}"


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (Provenance(rule="youden"), 'the start, chosen on these data by the rule "Youden"'),
        (Provenance(), "the start"),
        (typed("a.csv", ""), "chosen on these data by hand"),
        (typed("a.csv", "").frozen(), "frozen from a.csv, chosen there by hand"),
        (
            Provenance(Origin.FROZEN, "fmr-limit", (("fmr", 1e-4), ("level", 0.95)), "dev.csv"),
            FROM_ELSEWHERE,
        ),
        (
            Provenance(Origin.CHOSEN, "weighted-youden", (("weight", 0.75),), "a.csv"),
            WEIGHTED,
        ),
        (
            Provenance(
                Origin.CHOSEN,
                "maximise",
                (
                    ("maximise", "TNR"),
                    ("subject-to", "TPR"),
                    ("target", 0.9),
                    ("on", "limit"),
                    ("level", 0.95),
                ),
                "a.csv",
            ),
            BEST,
        ),
        (
            Provenance(Origin.CHOSEN, "of-tomorrow", (), "a.csv"),
            'chosen on these data by the rule "of-tomorrow"',
        ),
    ],
)
def test_that_every_origin_has_its_words(made: Provenance, expected: str) -> None:
    left, right = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    quoted = expected.replace("_", THIN).replace(' "', f" {left}").replace('"', right)
    assert origin_in_words(made, words_in(BIOMETRICS)) == quoted


def test_that_a_summary_is_of_its_score_and_has_its_interval() -> None:
    snapshot = at(0.5)
    found = snapshot.ranking.interval("roc_auc", snapshot.inputs.intervals, Sampling.COHORT)
    assert found is not None
    snapshot = replace(snapshot, summaries={"roc_auc": found})
    limits = f"{text.measure(found.lower)}{DASH}{text.measure(found.upper)}"
    assert said("roc_auc", snapshot) == (
        f"ROC AUC 0.680 (95{THIN}% CI {limits}, {found.method}) of marker"
    )
    assert said("eer", snapshot) == "Equal error rate 0.400 of marker, at 0.45"


def test_that_one_of_all_classes_says_so() -> None:
    snapshot = snapshot_of(make_classes())
    assert snapshot.overall is not None
    one = next(row for row in every_row(snapshot) if row.id in snapshot.overall.measured)
    sentence = measure_sentence(one, snapshot, ML)
    value = text.measure(snapshot.overall.measured[one.id].value)
    assert sentence.startswith(f"{one.about.name_in(ML)} {value} (")
    assert sentence.endswith(") for all classes together")


def test_that_labels_of_the_file_have_no_threshold() -> None:
    dataset = replace(make_classes(), called_by="prediction")
    snapshot = resolve(Inputs(dataset, positive=0))
    assert said("TPR", snapshot).endswith(" as called in the data")


def test_that_numbers_are_those_of_the_language_and_names_stay() -> None:
    use_numbers("de")
    dataset = make_dataset()
    odd = replace(dataset, scores=(replace(dataset.scores[0], name="marker 1,5"),))
    made = Provenance(Origin.CHOSEN, "sensitivity", (("sensitivity", 0.5),), "a.csv")
    snapshot = resolve(Inputs(odd, threshold=0.5, provenance=made))
    assert said("TPR", snapshot) == (
        f"True positive rate 0,500 (5/10; 95{THIN}% CI 0,237{DASH}0,763, Wilson) "
        f"at marker 1,5 {AT_LEAST} 0,5, "
        f"{HOW.format(rule='True positive rate').replace('0.5', '0,5')}"
    )


def test_that_a_name_of_the_user_stays_on_its_line() -> None:
    dataset = make_dataset()
    odd = replace(dataset, scores=(replace(dataset.scores[0], name="two\nlines"),))
    snapshot = resolve(Inputs(odd, threshold=0.5, provenance=prespecified("")))
    assert said("TPR", snapshot).endswith(f"at two lines {AT_LEAST} 0.5, prespecified")


def test_that_a_formula_is_told_with_its_numbers() -> None:
    snapshot = at(0.5)
    assert formula_line(entry("TPR", snapshot), snapshot, ML) == (
        "True positive rate = TP / (TP + FN) = 5 / (5 + 5) = 0.500"
    )
    assert formula_line(entry("TPR", snapshot), snapshot, BIOMETRICS) == (
        "TMR (true match rate) = TM / (TM + FNM) = 5 / (5 + 5) = 0.500"
    )
    nothing = at(2.0)
    assert formula_line(entry("PPV", nothing), nothing, ML) == (
        "Precision = TP / (TP + FP) = 0 / (0 + 0) undefined: no positive calls"
    )


def test_that_a_proportion_leads_to_the_rows_that_it_counts() -> None:
    tp, fn, fp, tn = (0, 0), (0, 1), (1, 0), (1, 1)
    known = {metric.id: cells_of(row_of(metric)) for metric in METRICS}
    assert known["TPR"] == ((tp,), (tp, fn))
    assert known["PPV"] == ((tp,), (tp, fp))
    assert known["ACC"] == ((tp, tn), (tp, fn, fp, tn))
    assert known["FPR"] == ((fp,), (fp, tn))
    assert known["F1"] is None
    assert known["LRP"] is None


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_the_rows_of_every_proportion_are_as_many_as_it_says(metric: Metric) -> None:
    found = cells_of(row_of(metric))
    if found is None or metric.fraction is None:
        return
    snapshot = at(0.5)
    counts = {(0, 0): "tp", (0, 1): "fn", (1, 0): "fp", (1, 1): "tn"}
    sums = [
        sum(int(getattr(snapshot.point.counts, counts[cell])) for cell in cells) for cells in found
    ]
    assert tuple(sums) == tuple(metric.fraction(snapshot.point.counts))


def test_that_a_cell_of_the_matrix_is_told_as_a_share_of_its_row() -> None:
    snapshot: Any = singled_out(at(0.5), Choices(vocabulary=CLINICAL))
    shown = ShownMatrix(
        snapshot.matrix,
        has_outcomes=True,
        words=words_in(CLINICAL),
        intervals=CellIntervals(snapshot),
    )
    assert cell_sentence(shown, 1, 0, snapshot) == (
        f"3 false positives, 30.0{THIN}% of healthy subjects (3/10; 95{THIN}% CI "
        f"10.8{DASH}60.3{THIN}%, Wilson) at marker {AT_LEAST} 0.5, "
        f"{HOW.format(rule='Sensitivity')}"
    )
    alone = replace(shown, shares=Shares.COUNTS)
    assert cell_sentence(alone, 1, 0, snapshot).startswith("3 false positives at marker")


def test_that_a_cell_of_many_classes_names_both() -> None:
    snapshot = snapshot_of(make_classes())
    assert snapshot.matrix is not None
    shown = ShownMatrix(snapshot.matrix)
    count, total = shown.count(0, 1), int(shown.row_totals[0])
    a, b = snapshot.matrix.classes[:2]
    rows = "row" if count == 1 else "rows"
    assert cell_sentence(shown, 0, 1, snapshot).startswith(
        f"{count} {rows} with actual {a}, predicted {b}, "
    )
    assert f"({count}/{total})" in cell_sentence(shown, 0, 1, snapshot)
