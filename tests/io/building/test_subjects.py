"""Whose the rows are, and how they came into the file: said, proposed, remembered and read."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from evalgui.__main__ import main
from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.io.bytes.source import Source
from evalgui.io.loading import Loaded, load_source
from evalgui.io.loading_together import load_together
from evalgui.io.meaning.column_roles import ColumnRole, with_role
from evalgui.io.meaning.reasons import Confidence, Role
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.roles_json import roles_from_json, roles_to_json
from evalgui.io.samples import sample_by_id

PATIENTS = "who,truth,score\n p1 ,1,0.9\np1,0,0.2\np2,1,0.8\n,0,0.3\n,1,0.4\nP2,0,0.1\nx,,0.5\n"
PAIRS = (
    "probe_subject,reference_subject,truth,score\n"
    "a,a,genuine,0.9\nb,b,genuine,0.8\na,b,impostor,0.2\nb,c,impostor,0.1\nc,a,impostor,0.3\n"
)


def loaded(text: str, **roles: Any) -> Loaded:
    found = load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles))
    assert found.dataset is not None, found.proposal.question
    return found


def said(found: Loaded, role: Role) -> list[Confidence]:
    return [one.confidence for one in found.proposal.reasons if one.role is role]


def test_that_a_column_says_whose_the_rows_are() -> None:
    dataset = loaded(PATIENTS, truth="truth", scores=("score",), subjects=("who",)).dataset
    assert dataset is not None
    assert dataset.subjects is not None
    assert dataset.n == 6  # the last row has no label
    codes = dataset.subjects.codes[0]
    assert codes[0] == codes[1]
    # A cell without an id is a subject of its own, and letters count.
    assert len(set(codes.tolist())) == dataset.subjects.n_subjects == 5
    assert dataset.subjects.n_without == 2
    assert dataset.sampling is Sampling.BY_SUBJECT
    finding = next(one for one in dataset.findings if one.code == "missing_subject")
    assert finding.count == 2


def test_that_nothing_is_taken_for_a_subject_unasked() -> None:
    found = loaded(PATIENTS, truth="truth", scores=("score",))
    assert found.dataset is not None
    assert found.dataset.subjects is None
    assert found.dataset.sampling is Sampling.COHORT
    assert not said(found, Role.SAMPLING)


def test_that_the_same_text_is_the_same_subject_on_both_sides() -> None:
    found = loaded(PAIRS, truth="truth", scores=("score",))
    assert found.proposal.roles.subjects == ("reference_subject", "probe_subject")
    assert found.proposal.roles.sampling is Sampling.BY_SUBJECT
    assert said(found, Role.SUBJECT) == said(found, Role.SAMPLING) == [Confidence.LIKELY]
    subjects = found.dataset.subjects if found.dataset else None
    assert subjects is not None
    assert subjects.n_subjects == 3
    first, second = subjects.codes
    assert (first == second).tolist() == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("said_of", "sampling", "has_subjects"),
    [
        ({"sampling": Sampling.COHORT}, Sampling.COHORT, False),
        ({"sampling": Sampling.CASE_CONTROL}, Sampling.CASE_CONTROL, True),
        ({"subjects": ()}, Sampling.CASE_CONTROL, False),
        ({"subjects": ("probe_subject",)}, Sampling.BY_SUBJECT, True),
    ],
)
def test_that_what_is_said_is_kept(
    said_of: dict[str, Any], sampling: Sampling, has_subjects: bool
) -> None:
    found = loaded(PAIRS, truth="truth", scores=("score",), **said_of)
    assert found.dataset is not None
    assert found.dataset.sampling is sampling
    assert (found.dataset.subjects is not None) is has_subjects


def test_that_impostors_tell_a_case_control_file() -> None:
    for text in (
        "label,score\ngenuine,0.9\nimpostor,0.1\n",
        "genuine,impostor\n0.9,0.1\n0.8,0.25\n0.7,\n",
        "0.9 target\n0.1 nontarget\n0.8 target\n",
    ):
        found = load_source(Source.from_bytes("a.csv", text.encode()))
        assert found.dataset is not None, found.proposal.question
        assert found.dataset.sampling is Sampling.CASE_CONTROL, text


def test_that_two_lists_of_scores_are_case_control(tmp_path: Any) -> None:
    paths = [tmp_path / name for name in ("genuine.txt", "impostor.txt")]
    for path, numbers in zip(paths, ((0.9, 0.8, 0.75), (0.1, 0.25, 0.3)), strict=True):
        path.write_text("".join(f"{number}\n" for number in numbers))
    (one,) = load_together(paths).results
    assert one.dataset is not None, one.proposal.question
    assert one.dataset.sampling is Sampling.CASE_CONTROL


def test_that_the_ids_of_bob_are_subjects() -> None:
    rows = [("a", "a"), ("b", "b"), ("a", "b"), ("b", "a")]
    text = "".join(f"{x} {y} {y}/{n}.png 0.{n + 1}\n" for n, (x, y) in enumerate(rows * 3))
    found = load_source(Source.from_bytes("scores-dev", text.encode()))
    assert found.proposal.roles.subjects == ("claimed_id", "real_id")
    assert found.dataset is not None, found.proposal.question
    assert found.dataset.sampling is Sampling.BY_SUBJECT


def test_that_by_subject_needs_a_column() -> None:
    with pytest.raises(DataError, match="no column says whose"):
        loaded(PATIENTS, truth="truth", scores=("score",), sampling=Sampling.BY_SUBJECT)
    with pytest.raises(DataError):
        loaded(PATIENTS, truth="truth", scores=("score",), subjects=("nobody",))


def test_that_subjects_of_one_row_each_are_pointed_out() -> None:
    text = "id,truth,score\na,1,0.9\nb,0,0.1\nc,1,0.8\n"
    dataset = loaded(text, truth="truth", scores=("score",), subjects=("id",)).dataset
    assert dataset is not None
    assert "single_subjects" in {one.code for one in dataset.findings}


def test_that_count_tables_and_frequencies_have_subjects() -> None:
    counts = "who,score,n_pos,n_neg\na,0.9,3,1\na,0.5,2,2\nb,0.1,0,4\n"
    dataset = loaded(
        counts, scores=("score",), n_positive="n_pos", n_negative="n_neg", subjects=("who",)
    ).dataset
    assert dataset is not None
    assert dataset.subjects is not None
    assert dataset.subjects.codes[0].tolist() == [0, 0, 1]
    freq = "who,truth,score,n\na,1,0.9,3\na,0,0.5,2\nb,0,0.1,4\n"
    dataset = loaded(
        freq, truth="truth", scores=("score",), weight="n", subjects=("who",)
    ).dataset  # fmt: skip
    assert dataset is not None
    assert dataset.subjects is not None
    assert dataset.row_counts is not None
    assert dataset.sampling is Sampling.BY_SUBJECT


def test_that_roles_travel_as_json() -> None:
    roles = Roles(truth="t", subjects=("a", "b"), sampling=Sampling.CASE_CONTROL)
    given = roles_to_json(roles)
    assert given["subject"] == ["a", "b"]
    assert given["sampling"] == "case-control"
    assert roles_from_json(json.loads(json.dumps(given))) == roles
    assert roles_from_json({"subject": "a"}).subjects == ("a",)
    assert roles_from_json({"subject": []}).subjects == ()
    for wrong in ({"subject": ["a", "b", "c"]}, {"subject": ["a", "a"]}, {"sampling": "luck"}):
        with pytest.raises(DataError):
            roles_from_json(wrong)


def test_that_roles_without_their_columns_are_left_out() -> None:
    assert Roles(subjects=("a", "b")).fitting({"a"}).subjects is None
    assert Roles(subjects=("a",)).fitting({"a"}).subjects == ("a",)
    assert Roles(subjects=()).fitting({"a"}).subjects == ()


def test_that_a_column_becomes_a_subject_and_is_one_no_longer() -> None:
    roles = with_role(Roles(truth="t", scores=("s",)), "a", ColumnRole.SUBJECT)
    assert roles.subjects == ("a",)
    roles = with_role(with_role(roles, "b", ColumnRole.SUBJECT), "c", ColumnRole.SUBJECT)
    assert roles.subjects == ("b", "c")
    assert with_role(roles, "b", ColumnRole.HIGHER).subjects == ("c",)
    assert with_role(roles, "s", ColumnRole.SUBJECT).scores == ()


def evaluated(capsys: Any, *arguments: str) -> dict[str, Any]:
    assert main(["evaluate", *arguments, "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_that_subjects_widen_the_intervals_of_comparisons(capsys: Any) -> None:
    path = str(sample_by_id("biometric").path)
    given = ("--bootstrap", "60", "--measures", "FPR")
    widths = {}
    for sampling in ("by-subject", "case-control"):
        found = evaluated(capsys, path, *given, "--sampling", sampling)
        assert found["bootstrap_run"]["sampling"] == sampling
        limits = found["bootstrap"]["FPR"]["percentile"]
        widths[sampling] = limits["high"] - limits["low"]
        assert found["import"]["roles"]["sampling"] == sampling
    assert widths["by-subject"] > 2 * widths["case-control"]


def test_that_the_command_line_names_subjects(capsys: Any, tmp_path: Any) -> None:
    path = tmp_path / "a.csv"
    path.write_text(PATIENTS)
    given = (str(path), "--truth", "truth", "--score", "score", "--bootstrap", "50")
    run = evaluated(capsys, *given, "--subject", "who")["bootstrap_run"]
    assert (run["units"], run["n_units"]) == ("subjects", 5)
    assert evaluated(capsys, *given)["bootstrap_run"]["units"] == "rows"
    with pytest.raises(SystemExit):
        main(["evaluate", *given, "--subject-b", "who"])
    assert "--subject-b needs --subject" in capsys.readouterr().err


def test_that_a_missing_side_is_a_subject_of_its_own() -> None:
    text = PAIRS.replace("c,a,impostor", ",a,impostor")
    subjects = loaded(text, truth="truth", scores=("score",)).dataset
    assert subjects is not None
    assert subjects.subjects is not None
    first, second = subjects.subjects.codes
    both = np.concatenate([first, second])
    assert subjects.subjects.n_without == 1
    assert np.count_nonzero(both == second[-1]) == 1


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("probe", "reference"), ("reference", "probe")),
        (("ref", "probe"), ("ref", "probe")),
        (("gallery", "query"), ("gallery", "query")),
        (("Probe ID", "Gallery ID"), ("Gallery ID", "Probe ID")),
    ],
)
@pytest.mark.parametrize("labels", [("genuine", "impostor"), ("1", "0")])
def test_that_columns_called_by_their_sides_are_those_of_subjects(
    names: tuple[str, str], expected: tuple[str, str], labels: tuple[str, str]
) -> None:
    text = PAIRS.replace("probe_subject,reference_subject", ",".join(names))
    for old, new in zip(("genuine", "impostor"), labels, strict=True):
        text = text.replace(old, new)
    found = loaded(text, truth="truth", scores=("score",))
    assert found.proposal.roles.subjects == expected
    assert found.proposal.roles.sampled is Sampling.BY_SUBJECT
    assert said(found, Role.SUBJECT) == [Confidence.LIKELY]


def test_that_one_column_of_persons_says_whose_comparisons_are() -> None:
    text = "subject,truth,score\na,genuine,0.9\na,impostor,0.1\nb,genuine,0.8\nb,impostor,0.3\n"
    assert loaded(text).proposal.roles.subjects == ("subject",)
    apart = text.replace("\nb,", "\nc,", 1).replace("\na,", "\nd,", 1)
    assert loaded(apart).proposal.roles.subjects is None  # none of them has two rows
    patients = text.replace("genuine", "ill").replace("impostor", "healthy")
    assert loaded(patients, positive="ill").proposal.roles.subjects is None  # a press joins them


def test_that_sides_of_something_else_are_no_subjects() -> None:
    text = "test,reference,truth,score\nx,u,1,0.9\ny,v,0,0.2\nx,v,0,0.3\ny,u,1,0.8\n"
    found = loaded(text, truth="truth", scores=("score",))
    assert found.proposal.roles.subjects is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"subjects": ("truth",)}, "'truth' is the truth: it does not say whose a row is"),
        ({"subjects": ("score",)}, "'score' is a score: it does not say whose a row is"),
        ({"subjects": ("who", "truth")}, "'truth' is the truth"),
        ({"subjects": ("who", "who")}, "both subjects of a row are said to be in 'who'"),
    ],
)
def test_that_a_column_of_something_else_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(DataError, match=told):
        loaded(PATIENTS, truth="truth", scores=("score",), **given)
