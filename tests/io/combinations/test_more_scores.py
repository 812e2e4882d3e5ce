"""Scores of several systems on the same rows: joined by ids, contradictions never hidden."""

from __future__ import annotations

import math

import pytest

from evalgui.core.errors import DataError
from evalgui.io.combinations import find
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_together
from evalgui.io.meaning.roles import Known, Roles
from tests.io.combinations.made import area, cells, codes, combined, table, together

IDS = [f"x{number}" for number in range(20)]
LABELS = ["pos", "neg"] * 10
SCORES = [f"0.{number:02}" for number in range(20)]


def system(name, labels=LABELS, ids=IDS, scores=SCORES):
    return table(name, {"id": ids, "label": labels, "score": scores})


def test_that_the_numbers_are_those_worked_out_by_hand() -> None:
    found = together("system-a.csv", "system-b.csv")
    assert found.combination == "scores of the same rows"
    assert found.why == "'system-a.csv' and 'system-b.csv' are joined by 'id'"
    dataset = found.results[0].dataset
    assert dataset is not None
    assert [score.name for score in dataset.scores] == ["system-a", "system-b"]
    assert (area(dataset, 0), area(dataset, 1)) == (3 / 4, 1.0)
    assert cells(dataset, "id") == ["x1", "x2", "x3", "x4", "x5"]
    assert math.isnan(dataset.scores[0].values[4])
    assert dataset.scores[1].values.tolist() == [0.7, 0.2, 0.8, 0.3, 0.6]
    assert codes(dataset)["unmatched_keys"] == 1
    (lonely,) = found.unmatched
    assert (lonely.side, lonely.file, lonely.other) == ("key", "system-b.csv", "system-a.csv")
    assert lonely.lines is not None
    assert (lonely.lines.tolist(), lonely.texts()) == ([4], ("x5",))
    assert dataset.n == dataset.n_rows_in_file == 5


def test_that_only_the_order_of_scores_and_of_rows_follows_that_of_files() -> None:
    dataset = together("system-b.csv", "system-a.csv").results[0].dataset
    assert dataset is not None
    assert [score.name for score in dataset.scores] == ["system-b", "system-a"]
    assert (area(dataset, 0), area(dataset, 1)) == (1.0, 3 / 4)


def test_that_scores_alone_join_scores_with_a_truth() -> None:
    alone = table("b", {"id": IDS[::-1], "other": SCORES})
    dataset = combined(alone, system("a"))
    assert [score.name for score in dataset.scores] == ["score", "other"]
    assert dataset.scores[1].values.tolist() == [float(text) for text in SCORES[::-1]]


def test_that_a_column_named_like_that_of_another_file_says_whose_it_is() -> None:
    one = table("a.csv", {"id": IDS, "label": LABELS, "score": SCORES, "site": ["u"] * 20})
    other = table("b.csv", {"id": IDS, "label": LABELS, "score": SCORES, "site": ["v"] * 20})
    dataset = combined(one, other)
    names = [column.name for column in dataset.columns]
    assert names == ["id", "label", "a", "b", "site (a)", "site (b)"]


def test_that_two_spellings_of_a_truth_agree() -> None:
    other = system("b", ["1" if label == "pos" else "0" for label in LABELS])
    assert combined(system("a"), other).n == 20


def test_that_a_truth_that_differs_here_and_there_is_refused_with_its_rows() -> None:
    other = system("b.csv", ["neg", "neg", *LABELS[2:]])
    with pytest.raises(DataError) as caught:
        find([system("a.csv"), other])
    assert caught.value.where == "b.csv, column 'label'"
    assert caught.value.message == (
        "1 of 20 row has another truth than in a.csv: line 2 of a.csv and line 2 of b.csv"
    )


def test_that_a_truth_that_differs_everywhere_is_that_of_other_rows() -> None:
    found = find([system("a.csv"), system("b.csv", LABELS[::-1])])
    assert found.combined is None
    assert found.why.startswith(
        "'a.csv' and 'b.csv' have the same ids, but their truth differs in 20 of 20 rows"
    )


def test_that_a_missing_label_contradicts_nothing() -> None:
    dataset = combined(system("a"), system("b", ["", *LABELS[1:]]))
    assert (dataset.n, dataset.exclusions) == (20, ())


def test_that_few_common_ids_are_no_reason_to_combine() -> None:
    other = system("b", ids=[*IDS[:9], *(f"y{number}" for number in range(11))])
    found = find([system("a"), other])
    assert found.combined is None
    assert found.why.startswith("'b' and 'a' have only 9 of 20 ids in common")


def test_that_files_with_many_classes_and_probabilities_stay_apart() -> None:
    columns = {"id": list("abc"), "label": ["cat", "dog", "owl"]}
    columns |= {f"p_{name}": ["0.25", "0.25", "0.5"] for name in ("cat", "dog", "owl")}
    found = find([table("a", columns), table("b", columns)])
    assert (found.combined, found.name) == (None, "")


def test_that_scores_of_any_name_are_joined_where_every_file_has_its_truth() -> None:
    one = table("a", {"id": IDS, "label": LABELS, "svm": SCORES})
    other = table("b", {"id": IDS, "label": LABELS, "mlp": SCORES})
    assert [score.name for score in combined(one, other).scores] == ["svm", "mlp"]


def test_that_scores_without_any_truth_ask_for_the_key() -> None:
    one = table("a", {"id": IDS, "score": SCORES})
    other = table("b", {"id": IDS[::-1], "score": SCORES})
    found = find([one, other])
    assert found.name == "scores of the same rows"
    assert found.combined is not None
    asked = assess(found.combined.table)
    assert asked.dataset is None
    assert "choose the file with their key as well" in asked.proposal.question


def test_that_each_score_keeps_the_direction_that_its_format_says() -> None:
    def known(*, higher: bool) -> Known:
        return Known(Roles(truth="label", scores=("score",), higher_is_positive=higher))

    up = table("a", {"id": IDS, "label": LABELS, "score": SCORES}, known=known(higher=True))
    down = table("b", {"id": IDS, "label": LABELS, "score": SCORES}, known=known(higher=False))
    found = find([down, up])
    assert found.combined is not None
    assert found.combined.table.known is not None
    roles = found.combined.table.known.roles
    assert (roles.higher_is_positive, roles.opposite) == (False, ("a",))


def test_that_a_decimal_comma_in_one_file_is_read_beside_a_point_in_another(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("id,label,score\nx,pos,0.75\ny,neg,0.5\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("id;label;score\ny;neg;0,25\nx;pos;1,5\n", encoding="utf-8")
    for names in (("a.csv", "b.csv"), ("b.csv", "a.csv")):
        dataset = load_together([tmp_path / name for name in names]).results[0].dataset
        assert dataset is not None
        values = {score.name: sorted(score.values.tolist()) for score in dataset.scores}
        assert values == {"a": [0.5, 0.75], "b": [0.25, 1.5]}
        assert "decimal_comma" in codes(dataset)
