"""A file of positives and a file of negatives: which is which is read, or asked, never guessed."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.errors import DataError
from evalgui.io.combinations import find
from evalgui.io.combinations.two_classes import class_word
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_together
from evalgui.io.meaning.roles import Known, Roles
from tests.io.combinations.made import area, cells, combined, table, together


@pytest.mark.parametrize(
    "names", [("genuine.txt", "impostor.txt"), ("impostor.txt", "genuine.txt")]
)
def test_that_the_numbers_are_those_worked_out_by_hand(names) -> None:
    found = together(*names)
    assert found.combination == "one file for each class"
    assert found.why == (
        "'genuine.txt' holds the scores of 'genuine' and 'impostor.txt' those of 'impostor' "
        "by their names"
    )
    dataset = found.results[0].dataset
    assert dataset is not None
    assert dataset.name == "genuine.txt + impostor.txt"
    assert dataset.positive_class == "genuine"
    assert dataset.scores[0].values.tolist() == [0.9, 0.4, 0.7, 0.1, 0.5]
    assert dataset.is_positive().tolist() == [True] * 3 + [False] * 2
    assert area(dataset) == 5 / 6
    assert cells(dataset, "test") == ["s1_2", "s2_2", "s3_2", "s2_2", "s3_2"]
    assert found.results[0].table.place(4) == "row 5 (line 2 of impostor.txt)"


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("genuine.txt", "genuine"),
        ("scores-dev_Impostors.npy", "impostor"),
        ("client.scores", "client"),
        ("non-target.csv", "nontarget"),
        ("targets.csv", "target"),
        ("non_mated_comparisons.txt", "nonmated"),
        ("fvc_gen.txt", "genuine"),
        ("fvc_imp.txt", "imp"),
        ("bona_fide.txt", "bonafide"),
        ("impostor/scores.txt", "impostor"),
        ("trial-no-1.txt", None),
        ("target-vs-nontarget.txt", None),
        ("scores.txt", None),
        ("true.txt", "true"),
    ],
)
def test_that_words_in_names_say_the_class(name, word) -> None:
    assert class_word(name) == word


def test_that_folders_say_it_where_names_do_not(tmp_path) -> None:
    for folder, text in (("mated", "0.9\n0.8\n"), ("nonmated", "0.1\n0.85\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "scores.txt").write_text(text, encoding="utf-8")
    found = load_together([tmp_path / "nonmated" / "scores.txt", tmp_path / "mated" / "scores.txt"])
    assert [file.name for file in found.files] == ["nonmated/scores.txt", "mated/scores.txt"]
    dataset = found.results[0].dataset
    assert dataset is not None
    assert dataset.positive_class == "mated"
    assert area(dataset) == 3 / 4


@pytest.mark.parametrize("is_swapped", [False, True])
def test_that_it_is_asked_where_no_name_says_it(is_swapped) -> None:
    tables = [table("s1", {"score": ["0.9", "0.8"]}), table("s2", {"score": ["0.1", "0.2"]})]
    found = find(tables[::-1] if is_swapped else tables)
    assert found.combined is not None
    asked = assess(found.combined.table)
    assert asked.dataset is None
    assert asked.proposal.question == "Which class is positive: 's1' or 's2'?"
    answered = assess(found.combined.table, Roles(positive="s2")).dataset
    assert answered is not None
    assert area(answered) == 0.0


def test_that_arrays_keep_their_bits(tmp_path) -> None:
    genuine, impostor = np.array([0.1, 0.7], np.float32), np.array([0.3, 1e-40], np.float32)
    np.save(tmp_path / "genuine.npy", genuine)
    np.save(tmp_path / "impostor.npy", impostor)
    dataset = (
        load_together([tmp_path / "impostor.npy", tmp_path / "genuine.npy"]).results[0].dataset
    )
    assert dataset is not None
    assert dataset.scores[0].values.tobytes() == np.concatenate([genuine, impostor]).tobytes()
    assert area(dataset) == 3 / 4


def test_that_an_array_beside_a_text_is_compared_as_the_double_it_is(tmp_path) -> None:
    np.save(tmp_path / "genuine.npy", np.array([0.1], np.float32))
    (tmp_path / "impostor.txt").write_text("0.1\n0.2\n", encoding="utf-8")
    dataset = (
        load_together([tmp_path / "genuine.npy", tmp_path / "impostor.txt"]).results[0].dataset
    )
    assert dataset is not None
    assert dataset.scores[0].values.tolist() == [float(np.float32(0.1)), 0.1, 0.2]


def test_that_distances_say_so_in_both_names() -> None:
    dataset = combined(
        table("genuine_distance.txt", {"column 1": ["0.5", "0.25"]}, is_named=False),
        table("impostor_distance.txt", {"column 1": ["0.75", "1.5"]}, is_named=False),
    )
    assert (dataset.scores[0].name, dataset.scores[0].higher_is_positive) == ("distance", False)
    assert area(dataset) == 1.0


def test_that_missing_scores_are_counted_by_class() -> None:
    dataset = combined(
        table("genuine", {"score": ["0.5", "NA", "0.7"]}),
        table("impostor", {"score": ["", "0.25", "nan"]}),
    )
    texts = [finding.text for finding in dataset.findings if finding.code == "missing_score"]
    assert texts == ["3 rows have no score in 'score': 1 of 'genuine', 2 of 'impostor'"]


def test_that_a_score_that_is_no_number_is_refused_with_its_file() -> None:
    genuine = table("genuine", {"score": ["0.5", "0.6"]})
    found = find([genuine, table("impostor", {"score": ["0.1", "x", "0.3"]})])
    assert found.combined is not None
    asked = assess(found.combined.table)
    assert "row 4 (line 3 of impostor)" in asked.proposal.question
    with pytest.raises(DataError, match="row 4 \\(line 3 of impostor\\)"):
        assess(found.combined.table, Roles(set_aside_unreadable=False))


def test_that_a_column_more_in_one_file_leaves_gaps_in_the_other() -> None:
    genuine = table("genuine", {"a": ["x"], "b": ["y"], "score": ["0.5"]})
    impostor = table("impostor", {"a": ["z"], "score": ["0.25"]})
    dataset = combined(impostor, genuine)
    assert (cells(dataset, "a"), cells(dataset, "b")) == (["x", "z"], ["y", ""])


def test_that_lone_scores_of_a_format_are_taken_as_well() -> None:
    known = Known(Roles(scores=("score",)), lacks="key")
    files = {"genuine": (["a", "b"], ["0.5", "0.75"]), "impostor": (["c", "d"], ["0.25", "0.6"])}
    tables = [
        table(name, {"enroll": ids, "test": ids, "score": scores}, known=known, is_named=False)
        for name, (ids, scores) in files.items()
    ]
    dataset = combined(*tables)
    assert area(dataset) == 3 / 4
    assert cells(dataset, "enroll") == ["a", "b", "c", "d"]


def test_that_rows_read_in_doubt_stay_counted(tmp_path) -> None:
    (tmp_path / "gen.csv").write_text("id,score\na,0.5\nb,0.6,7\nc,0.75\n", encoding="utf-8")
    (tmp_path / "imp.csv").write_text("id,score\nd,0.25\ne,0.1\nf,0.2,7\n", encoding="utf-8")
    dataset = load_together([tmp_path / "imp.csv", tmp_path / "gen.csv"]).results[0].dataset
    assert dataset is not None
    (exclusion,) = dataset.exclusions
    assert (exclusion.code, exclusion.rows.tolist()) == ("ragged_long", [2, 6])
    assert dataset.n == 4


def test_that_files_whose_truth_is_in_doubt_are_no_classes() -> None:
    columns = {"id": list("abcd"), "grp": ["u", "v", "u", "v"], "score": ["0.5", "1", "2", "3"]}
    other = columns | {"id": list("efgh")}
    assert find([table("dev", columns), table("test", other)]).name != "one file for each class"


@pytest.mark.parametrize("header", ["", "Score\n"])
@pytest.mark.parametrize(
    ("genuine", "impostor"),
    [("1,25 2,5 1,07 1,5", "0,5 1,75 -0,25 0,5"), ("0,93 0,5 0,71", "0,12 0,2 0,44")],
)
def test_that_a_decimal_comma_is_no_column(tmp_path, header, genuine, impostor) -> None:
    paths = [tmp_path / "genuine.txt", tmp_path / "impostor.txt"]
    for path, numbers in zip(paths, (genuine, impostor), strict=True):
        path.write_text(header + "".join(f"{number}\n" for number in numbers.split()))
    dataset = load_together(paths).results[0].dataset
    assert dataset is not None
    wanted = [float(number.replace(",", ".")) for number in f"{genuine} {impostor}".split()]
    assert dataset.scores[0].values.tolist() == wanted


def test_that_a_comma_that_may_be_either_is_asked_about(tmp_path) -> None:
    paths = [tmp_path / "genuine.txt", tmp_path / "impostor.txt"]
    paths[0].write_text("1,25\n0,75\n2,17\n")
    paths[1].write_text("1,12\n0,16\n2,87\n")
    asked = load_together(paths).results[0]
    assert asked.dataset is None
    assert asked.proposal.question == (
        "In 'genuine.txt' and 'impostor.txt', is the comma between two columns, "
        "and no decimal sign, as it may be in '1,25' and '0,75'?"
    )
