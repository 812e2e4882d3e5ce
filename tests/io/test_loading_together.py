"""Several files at once: one data set where they belong together, else one for each."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from evalgui.core.errors import CancelledError, DataError, ReadingError
from evalgui.io.loading import assess, load
from evalgui.io.loading_together import Together, load_apart, load_together
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.meaning.roles import Roles
from evalgui.io.writers.inspection import inspect
from evalgui.io.writers.several_files import unmatched_table, write_unmatched

DATA = Path(__file__).resolve().parents[1] / "data" / "io" / "combinations"
KALDI = (DATA / "kaldi_scores.txt", DATA / "kaldi_trials.txt")
PATIENTS = (DATA / "patients.csv", DATA / "markers.csv")


def written(folder: Path, **texts: str) -> list[Path]:
    paths = [folder / f"{name}.csv" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_that_each_file_keeps_its_sha256_in_the_order_of_the_user() -> None:
    found = load_together(KALDI)
    assert [file.name for file in found.files] == ["kaldi_scores.txt", "kaldi_trials.txt"]
    assert found.sha256 == tuple(hashlib.sha256(p.read_bytes()).hexdigest() for p in KALDI)
    (one,) = found.results
    assert one.table.name == "kaldi_trials.txt + kaldi_scores.txt"
    assert one.sha256 == " + ".join(found.sha256[::-1])


def test_that_one_file_is_what_it_is_alone() -> None:
    one = load_together([DATA / "system-a.csv"])
    alone = load(DATA / "system-a.csv")
    assert (one.combination, one.why, one.unmatched, len(one.results)) == ("", "", (), 1)
    assert one.results[0].proposal == alone.proposal
    assert one.sha256 == (alone.sha256,)


def test_that_a_combination_can_be_assessed_again_under_other_roles() -> None:
    table = load_together(PATIENTS).results[0].table
    again = assess(table, Roles(scores=("age",), positive="healthy")).dataset
    assert again is not None
    assert again.positive_class == "healthy"
    assert again.scores[0].values.tolist() == [63.5, 51.0, 70.25, 33.0, 48.5]


def test_that_roles_are_those_of_the_one_table() -> None:
    roles = Roles(positive="healthy", higher_is_positive=False)
    dataset = load_together(PATIENTS, roles=roles).results[0].dataset
    assert dataset is not None
    assert dataset.positive_class == "healthy"
    assert not dataset.scores[0].higher_is_positive


def test_that_options_hold_for_every_file(tmp_path) -> None:
    paths = written(tmp_path, key="a|pos\nb|neg\n", scores="a|1,500\nb|0,500\n")
    options = ReadOptions(header=False, decimal=",")
    dataset = load_together(paths, options=options).results[0].dataset
    assert dataset is not None
    assert dataset.scores[0].values.tolist() == [1.5, 0.5]


def test_that_files_of_different_rows_are_data_sets_to_compare(tmp_path) -> None:
    dev, test = written(
        tmp_path,
        dev="id,label,score\na,pos,0.9\nb,neg,0.1\n",
        test="id,label,score\nc,pos,0.2\nd,neg,0.4\n",
    )
    found = load_together([dev, test])
    assert found.combination == ""
    assert found.why == (
        "'test.csv' and 'dev.csv' have only 0 of 2 ids in common: each is a data set of its own"
    )
    names = [one.dataset.name for one in found.results if one.dataset is not None]
    assert names == ["dev.csv", "test.csv"]
    assert tuple(one.sha256 for one in found.results) == found.sha256


def test_that_files_can_be_kept_apart_whatever_they_hold() -> None:
    paths = [DATA / "system-a.csv", DATA / "system-b.csv"]
    assert len(load_together(paths).results) == 1
    found = load_apart(paths)
    assert (found.combination, len(found.results)) == ("", 2)
    assert [one.table.n_rows for one in found.results] == [4, 5]


def test_that_a_refusal_says_why_files_were_not_combined(tmp_path) -> None:
    paths = written(tmp_path, a="id,label\nx,pos\ny,neg\n", b="name,other\nu,v\nw,v\n")
    with pytest.raises(DataError, match="The files were not combined: no column of a"):
        load_together(paths)


def test_that_a_missing_file_is_named() -> None:
    with pytest.raises(ReadingError, match="there is no such file"):
        load_together([KALDI[0], DATA / "gone.csv"])


def test_that_files_of_one_name_are_told_apart_by_their_folders(tmp_path) -> None:
    paths = []
    for folder, score in (("svm", "0.5"), ("mlp", "0.75")):
        (tmp_path / folder).mkdir()
        text = f"id,label,score\na,pos,{score}\nb,neg,0.25\n"
        paths += written(tmp_path / folder, scores=text)
    found = load_together(paths)
    assert [file.name for file in found.files] == ["svm/scores.csv", "mlp/scores.csv"]
    dataset = found.results[0].dataset
    assert dataset is not None
    assert [score.name for score in dataset.scores] == ["scores (1)", "scores (2)"]


@pytest.mark.parametrize("names", [KALDI, PATIENTS, (DATA / "genuine.txt", DATA / "impostor.txt")])
def test_that_progress_rises_to_one(names) -> None:
    seen: list[tuple[float, str]] = []
    load_together(names, progress=lambda fraction, text: seen.append((fraction, text)))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions)
    assert (fractions[0], seen[-1]) == (0.0, (1.0, "done"))


def test_that_cancel_is_heard_at_every_step() -> None:
    n_steps = 0

    def count() -> bool:
        nonlocal n_steps
        n_steps += 1
        return False

    load_together(KALDI, cancelled=count)
    assert n_steps > 20
    for last in range(n_steps):
        answers = iter([False] * last + [True])
        with pytest.raises(CancelledError):
            load_together(KALDI, cancelled=answers.__next__)


def test_that_inspect_names_files_hashes_and_what_has_no_partner() -> None:
    found = inspect(KALDI).as_json()
    assert (found["status"], found["combination"]) == ("loaded", "scores and key")
    assert [file["file"] for file in found["files"]] == ["kaldi_scores.txt", "kaldi_trials.txt"]
    assert all(len(file["sha256"]) == 64 for file in found["files"])
    assert (found["rows_total"], found["rows_used"], found["auc"]) == (7, 5, 5 / 6)
    assert found["rows_excluded"] == {"unmatched_scores": 1, "missing_score": 1}
    key, scores = found["unmatched"]
    assert key["first"] == [{"row": 4, "line": 4, "ids": {"enroll": "spk2", "test": "utt3"}}]
    assert (scores["side"], scores["file"], scores["count"]) == ("scores", "kaldi_scores.txt", 1)


def test_that_inspect_of_files_apart_is_that_of_each(tmp_path) -> None:
    texts = {
        "dev": "id,label,score\na,pos,0.9\nb,neg,0.1\n",
        "test": "id,label,score\nc,c1,0.2\nd,c2,0.4\n",
    }
    dev, test = written(tmp_path, **texts)
    found = inspect([dev, test]).as_json()
    assert (found["status"], found["combination"]) == ("asked", None)
    assert [entry["file"] for entry in found["results"]] == ["dev.csv", "test.csv"]
    assert found["results"][0] == {"file": "dev.csv", **inspect([dev]).as_json()}
    assert "Which class is positive" in found["results"][1]["message"]


def test_that_inspect_understands_roles_of_several_files() -> None:
    found = inspect(PATIENTS, '{"score": "age", "positive": "healthy"}').as_json()
    assert found["status"] == "loaded"
    assert found["auc"] == 1 / 6


def test_that_inspect_refuses_in_words() -> None:
    found = inspect([KALDI[0], DATA / "gone.csv"]).as_json()
    assert (found["status"], found["warnings"]) == ("refused", [])


def test_that_all_rows_without_a_partner_are_written(tmp_path) -> None:
    ids = ["=0", "-1", *(f"={number}" for number in range(2, 30))]
    key = "".join(f"{name},pos\nn{name},neg\n" for name in ids)
    scores = "".join(f"n{name},0.5\n" for name in ids[:25]) + "odd,0.25\n"
    paths = written(tmp_path, key=f"id,label\n{key}", scores=f"id,score\n{scores}")
    found: Together = load_together(paths)
    lines = unmatched_table(found.unmatched).splitlines()
    assert lines[0] == "side,file,row,line,other,id"
    assert lines[1] == "key,key.csv,1,2,scores.csv,'=0"
    assert lines[2] == "key,key.csv,3,4,scores.csv,-1"
    assert lines[-1] == "scores,scores.csv,26,27,key.csv,odd"
    assert len(lines) == 1 + 35 + 1
    write_unmatched(found, tmp_path / "unmatched.csv")
    assert (tmp_path / "unmatched.csv").read_text(encoding="utf-8").splitlines() == lines
