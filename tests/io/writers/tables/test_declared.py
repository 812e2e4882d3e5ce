"""Each table holds the numbers of the core, in every format, and says why where there is none."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.choices import Choices
from evalgui.core.comparing import Candidate, compare_paired
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.consequences.settings import Consequences, OverTime, Scale
from evalgui.core.criterion_table import criterion_table
from evalgui.core.dataset import Dataset, Score
from evalgui.core.grey_zone import grey_zone_of
from evalgui.core.metrics import METRICS, Vocabulary
from evalgui.core.requirements import requirement
from evalgui.core.rules import RULES, choose
from evalgui.core.score_table import is_called_positive
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.io.samples import sample_by_id
from evalgui.io.writers.tables.blocks import rows_of
from evalgui.io.writers.tables.contents import Contents
from evalgui.io.writers.tables.declared import TABLES
from evalgui.io.writers.tables.formats import FORMATS
from evalgui.io.writers.tables.how import How
from tests.io.writers.tables.reading_back import READERS, same_cell


@pytest.fixture(scope="module")
def clinical():
    """Return a sample with two scores, its grey zone, and how these differ."""
    sample = sample_by_id("clinical")
    loaded = load(sample.path, roles=replace(sample.roles, scores=()))
    columns = [column.name for column in loaded.table.columns]
    assert {"logistic_regression", "decision_tree"} <= set(columns)
    roles = replace(sample.roles, scores=("logistic_regression", "decision_tree"))
    loaded = load(sample.path, roles=roles)
    asked = (requirement("TPR-limit>=0.5"),)
    declared = Consequences(Scale.PROBABILITY, requirements=asked, readers=("diagnosis",))
    shown = resolve(Inputs(loaded.dataset, threshold=0.5, consequences=declared))
    shown = replace(shown, choices=Choices(second=0.8))

    def pairs():
        first, second = (
            Candidate.of(score.name, loaded.dataset, None, score, threshold)
            for score, threshold in zip(loaded.dataset.scores, (0.5, 0.6), strict=True)
        )
        return [compare_paired(first, second, 0.95)]

    return Contents(shown, loaded, pairs=pairs)


@pytest.fixture(scope="module")
def classes():
    sample = sample_by_id("iris")
    loaded = load(sample.path, roles=sample.roles)
    asked = Consequences(class_costs=((loaded.dataset.classes[0], loaded.dataset.classes[1], 2.0),))
    return Contents(resolve(Inputs(loaded.dataset, consequences=asked)), loaded)


@pytest.fixture(scope="module")
def ordered(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "stages.csv"
    path.write_text("stage,marker\n1,0.5\n2,1.5\n3,1.5\n", encoding="utf-8")
    roles = Roles(truth="stage", scores=("marker",), positive="3", higher_is_positive=True)
    loaded = load(path, roles=roles)
    return Contents(resolve(Inputs(loaded.dataset)), loaded)


@pytest.fixture(scope="module")
def comparisons(tmp_path_factory):
    """Return comparisons of eight people, each searched for among all, and asked about."""
    pairs = [(one, other) for one in range(8) for other in range(8)]
    lines = [
        f"p{one},p{other},{'AB'[one % 2]},{'AB'[other % 2]},"
        f"{'genuine' if one == other else 'impostor'},{(one * 5 + other * 3) % 11 - 5},"
        f"2025-{one + 1:02}-{other + 1:02}"
        for one, other in pairs
    ]
    path = tmp_path_factory.mktemp("tables") / "comparisons.csv"
    heads = "probe,reference,group,group_b,label,score,day"
    path.write_text("\n".join([heads, *lines]) + "\n", encoding="utf-8")
    roles = Roles(
        truth="label",
        scores=("score",),
        positive="genuine",
        higher_is_positive=True,
        subjects=("probe", "reference"),
        species="group",
    )
    loaded = load(path, roles=roles)
    asked = Consequences(
        Scale.LLR,
        groups=("group", "group_b"),
        acquiring=((1, 50),),
        enrolling=(1, 20),
        reference=(0.95, 0.98),
        over=OverTime("day"),
    )
    return Contents(resolve(Inputs(loaded.dataset, threshold=1.0, consequences=asked)), loaded)


WHICH = ("clinical", "classes", "ordered", "comparisons")


def by_id(contents, table_id):
    table = TABLES.by_id(table_id).make(contents)
    names = [column.id for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in rows_of(table)]


@pytest.mark.parametrize("form_id", [one.id for one in FORMATS])
@pytest.mark.parametrize("table_id", [one.id for one in TABLES])
def test_that_every_format_gives_back_every_table(request, table_id, form_id):
    kind = TABLES.by_id(table_id)
    every = [request.getfixturevalue(which) for which in WHICH]
    told = [contents for contents in every if not kind.lacking(contents)]
    assert told
    for contents in told:
        gives_back(contents, kind, form_id)


def gives_back(contents, kind, form_id):
    table, file = kind.make(contents), io.BytesIO()
    assert table.id == kind.id
    FORMATS.by_id(form_id).write([table], How(contents.about), file)
    _head, found = READERS[form_id](file.getvalue())
    rows = list(rows_of(table))
    assert len(rows) == len(found) == table.n_rows
    kinds = [table.kind(column) for column in table.columns]
    for row, cells in zip(rows, found, strict=True):
        for of_kind, value, cell in zip(kinds, row, cells, strict=True):
            assert same_cell(of_kind, cell, value) or str(value).strip() == cell


def same(told, value):
    return (told is None and math.isnan(value)) or told == value


def test_that_measures_are_those_of_the_point(clinical):
    found = {row["id"]: row for row in by_id(clinical, "measures")}
    point, ranking = clinical.snapshot.point, clinical.snapshot.ranking
    for metric_id, measured in point.measured.items():
        row, interval = found[metric_id], point.all_intervals.get(metric_id)
        assert same(row["value"], measured.value)
        assert (row["undefined"] or "") == measured.reason
        assert (row["x"], row["n"]) == (measured.fraction or (None, None))
        if interval is not None:
            assert same(row["low"], interval.lower)
            assert same(row["high"], interval.upper)
            assert (row["level"], row["method"] or "") == (interval.level, interval.method)
    for name in ("tp", "fp", "fn", "tn"):
        assert found[name]["value"] == getattr(point.counts, name)
    assert found["roc_auc"]["value"] == ranking.value("roc_auc")
    assert found["eer_value"]["value"] == ranking.equal_error_rate.value
    zone = grey_zone_of(clinical.snapshot)
    assert found["grey_zone"]["x"] == zone.grey.n
    assert found["grey_zone_lr"]["value"] == zone.grey.likelihood_ratio


def test_that_the_matrix_has_its_margins(clinical, classes):
    for contents in (clinical, classes):
        matrix = contents.snapshot.matrix
        rows = by_id(contents, "matrix")
        for name, counts, row in zip(matrix.classes, matrix.counts, rows, strict=False):
            assert list(row.values()) == [name, *counts.tolist(), counts.sum()]
        assert list(rows[-1].values())[1:] == [*matrix.counts.sum(axis=0), matrix.counts.sum()]


def test_that_a_class_called_as_a_margin_is_told_apart():
    matrix = ConfusionMatrix(("total", "actual"), np.array([[3, 1], [2, 4]]))
    shown = resolve(Inputs(Dataset("m.csv", matrix.classes, np.zeros(0, int), 0, matrix=matrix)))
    table = TABLES.by_id("matrix").make(Contents(shown))
    names = [column.id for column in table.columns]
    assert len(set(names)) == len(names) == 4


def test_that_each_threshold_has_its_row(clinical):
    ranking = clinical.snapshot.ranking
    wanted = criterion_table(ranking.table.steps, 0.95)
    rows = by_id(clinical, "criterion")
    assert rows[0]["threshold"] == math.inf
    assert [row["threshold"] for row in rows[1:]] == ranking.table.steps.thresholds[1:].tolist()
    for name, values in wanted.items():
        assert all(same(row[name], value) for row, value in zip(rows, values, strict=True))


def test_that_rules_choose_with_what_was_set_in_them(clinical):
    ranking = clinical.snapshot.ranking
    contents = replace(clinical, given={"sensitivity": {"sensitivity": 0.99}})
    rows = {row["id"]: row for row in by_id(contents, "rules")}
    # These are no log-likelihood ratios, and no attacks.
    offered = [one for one in RULES if one.id not in {"bayes", "apcer", "apcer-limit"}]
    assert list(rows) == [rule.id for rule in offered]
    for rule in offered:
        given = {"sensitivity": 0.99} if rule.id == "sensitivity" else {}
        choice = choose(rule, ranking.table.steps, ranking.score, given)
        row = rows[rule.id]
        assert row["threshold"] == choice.threshold
        assert row["value"] is None or row["value"] == choice.value
        assert bool(row["undefined"]) == (choice.threshold is None)
        if choice.counts is not None:
            assert row["tp"] == choice.counts.tp
    assert "sensitivity 0.99" in rows["sensitivity"]["parameters"]


def test_that_classes_have_every_measure_against_the_rest(classes):
    matrix = classes.snapshot.matrix
    rows = {(row["class"], row["id"]): row for row in by_id(classes, "classes")}
    for index, name in enumerate(matrix.classes):
        counts = matrix.one_versus_rest(index)
        for metric in METRICS:
            row = rows[name, metric.id]
            assert same(row["value"], metric.measured(counts).value)
            assert row["support"] == counts.actual_positives


def test_that_discordant_rows_are_those_of_the_pair(clinical):
    (pair,) = clinical.pairs()
    rows = by_id(clinical, "discordant")
    scores, dataset = clinical.dataset.scores, clinical.dataset
    called = [score.values >= at for score, at in zip(scores, (0.5, 0.6), strict=True)]
    expected = np.flatnonzero(called[0] != called[1])
    assert [row["row"] - 1 for row in rows] == expected.tolist()
    assert len(rows) == pair.mcnemar.discordant > 1
    for row, place in zip(rows, expected.tolist(), strict=True):
        is_first_right = called[0][place] == dataset.is_positive(dataset.positive)[place]
        assert row["right"] == (pair.first if is_first_right else pair.second)
        assert [row["score_a"], row["score_b"]] == [score.values[place] for score in scores]
        assert row["decision_tree"] == dataset.columns[3].text(place)


def test_that_a_comparison_is_that_of_the_pair(clinical):
    (pair,) = clinical.pairs()
    rows = {row["id"]: row for row in by_id(clinical, "comparison")}
    area, rate = rows["roc_auc"], rows["TPR"]
    assert (area["value_a"], area["value_b"], area["p"]) == (
        pair.area.first,
        pair.area.second,
        pair.area.p,
    )
    assert (area["low"], area["high"]) == (pair.area_interval.lower, pair.area_interval.upper)
    assert rate["difference"] == pair.at["TPR"].difference
    assert rows["mcnemar"]["value_a"] == pair.mcnemar.first_only
    assert rows["mcnemar"]["p"] == pair.mcnemar.p


def test_that_rows_have_their_call_and_its_outcome(clinical):
    snapshot, data = clinical.snapshot, clinical.dataset
    rows = by_id(replace(clinical, snapshot=replace(snapshot, choices=Choices())), "rows")
    score = snapshot.score
    called = is_called_positive(score.values, 0.5, higher_is_positive=True)
    truth = data.is_positive()
    assert [row["row"] for row in rows] == list(range(1, data.n + 1))
    assert [row["score"] for row in rows] == score.values.tolist()
    assert [row["call"] == "malignant" for row in rows] == called.tolist()
    names = {(True, True): "TP", (True, False): "FN", (False, True): "FP", (False, False): "TN"}
    wanted = [names[pair] for pair in zip(truth.tolist(), called.tolist(), strict=True)]
    assert [row["outcome"] for row in rows] == wanted
    assert [row["id"] for row in rows] == [data.columns[0].text(at) for at in range(data.n)]
    # With a grey zone, what only one of both ends calls is neither right nor wrong.
    grey = by_id(clinical, "rows")
    between = (score.values >= 0.5) & (score.values < 0.8)
    assert [row["call"] == "indeterminate" for row in grey] == between.tolist()
    assert [row["outcome"] is None for row in grey] == between.tolist()


def test_that_rows_are_those_that_were_chosen_in_their_order(clinical):
    contents = replace(clinical, rows=np.array([7, 2, 400]), rows_in_words="some")
    rows = by_id(contents, "rows")
    assert [row["row"] for row in rows] == [8, 3, 401]
    assert (
        TABLES.by_id("rows").make(contents).title.told(Style(MACHINE_LEARNING)).endswith(", some")
    )


def test_that_rows_tell_their_number_in_the_file_and_a_missing_score(tmp_path):
    path = tmp_path / "some.csv"
    path.write_text("call,truth,score\nx,a,1\ny,,2\nz,b,\nw,b,0.1000\n", encoding="utf-8")
    loaded = load(path, roles=Roles(truth="truth", scores=("score",), positive="a"))
    shown = resolve(Inputs(loaded.dataset, threshold=0.5))
    rows = by_id(Contents(shown, loaded), "rows")
    assert [list(row.values()) for row in rows] == [
        [1, "x", "a", "1", 1.0, "a", "TP"],
        [3, "z", "b", "", None, "no score", None],
        [4, "w", "b", "0.1000", 0.1, "b", "TN"],
    ]
    assert list(rows[0]) == ["row", "call", "truth", "score", "score 2", "call 2", "outcome"]


def test_that_all_classes_together_are_called_right_or_wrong(classes):
    data, rows = classes.dataset, by_id(classes, "rows")
    wanted = [data.classes[code] for code in data.predicted.tolist()]
    assert [row["call"] for row in rows] == wanted
    right = (data.predicted == data.truth).tolist()
    assert [row["outcome"] for row in rows] == ["right" if one else "wrong" for one in right]


def test_that_thresholds_beyond_all_doubles_are_told_in_full():
    values = np.array([0.0, 1.0, 2.0, 3.0])
    scores = (Score("n", values, base=2**53),)
    shown = resolve(Inputs(Dataset("big.csv", ("b", "a"), np.array([0, 1, 0, 1]), 1, scores)))
    rows = by_id(Contents(shown), "criterion")
    assert [row["threshold"] for row in rows] == [
        "inf",
        *(str(2**53 + offset) for offset in (3, 2, 1, 0)),
    ]
    infinite = (Score("n", np.array([np.inf, 1.0, 2.0, np.inf])),)
    shown = resolve(Inputs(Dataset("i.csv", ("b", "a"), np.array([1, 1, 0, 0]), 1, infinite)))
    rules = {row["id"]: row for row in by_id(Contents(shown), "rules")}
    assert "> inf" in {row["threshold"] for row in rules.values()}
    assert {type(row["threshold"]) for row in rules.values()} <= {str, type(None)}


def test_that_the_import_log_accounts_for_every_row(tmp_path):
    path = tmp_path / "some.csv"
    path.write_text("truth,score\na,1\n,2\nb,\nb,0\n", encoding="utf-8")
    loaded = load(path, roles=Roles(truth="truth", scores=("score",), positive="a"))
    rows = by_id(Contents(resolve(Inputs(loaded.dataset)), loaded), "import-log")
    counts = {(row["part"], row["item"]): row["count"] for row in rows}
    aside = sum(row["count"] for row in rows if row["part"] == "set aside")
    assert counts["rows", "read"] == 4 == counts["rows", "used"] + aside
    assert counts["class", "b"] == 2
    assert counts["missing score", "b"] == 1


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_names_follow_the_field_and_ids_and_numbers_do_not(clinical, vocabulary):
    told = replace(clinical, words=words_in(vocabulary))
    for kind in TABLES:
        assert kind.named(told.words)
        if kind.id in {"rows", "import-log"} or kind.lacking(told):  # with words of the field
            continue
        one, other = kind.make(clinical), kind.make(told)
        assert [column.id for column in one.columns] == [column.id for column in other.columns]
        numbers = [at for at, column in enumerate(one.columns) if not one.kind(column).is_text]
        for row, same_row in zip(rows_of(one), rows_of(other), strict=True):
            assert [row[at] for at in numbers] == [same_row[at] for at in numbers]
    names = {row["id"]: row["name"] for row in by_id(told, "measures")}
    if vocabulary is Vocabulary.CLINICAL:
        assert names["TPR"] == "Sensitivity"


def test_that_what_there_is_no_table_of_says_why(classes):
    labels = Dataset("l.csv", ("b", "a"), np.array([0, 1, 1]), 1)
    nothing = Contents(Snapshot(Inputs(labels)))
    for kind in TABLES:
        for contents in (classes, nothing):
            reason = kind.lacking(contents)
            assert reason == "" or (reason[0].islower() and not reason.endswith("."))
            if not reason:
                assert kind.make(contents).n_rows >= 0
    assert TABLES.by_id("matrix").lacking(nothing)
    assert TABLES.by_id("import-log").lacking(nothing)
    assert "choose one" in TABLES.by_id("rules").lacking(classes)
