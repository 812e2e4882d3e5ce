"""What columns mean: proposed with reasons, asked about where it is not certain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from evalgui.core.errors import CancelledError, DataError
from evalgui.core.progress import Watch
from evalgui.io.building.assembly import build
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.reading import Reading
from evalgui.io.meaning.reasons import Basis, Role, likely
from evalgui.io.proposing.propose import Proposal, Roles, propose
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.table.raw_table import RawTable


def opened(text: str) -> RawTable:
    return read(Source.from_bytes("a.csv", text.encode()))


def proposed(text: str, **wanted: Any) -> Proposal:
    return propose(opened(text), Roles(**wanted))


def table_of(**columns: Any) -> RawTable:
    made = [RawColumn(name, pa.chunked_array([values])) for name, values in columns.items()]
    return RawTable("a", tuple(made), len(made[0]), Reading("test"))


def sentences(found: Proposal) -> str:
    return "\n".join(one.sentence for one in found.reasons)


# ---------------------------------------------------------------------------- certain ones


@pytest.mark.parametrize(
    ("text", "truth", "scores", "positive"),
    [
        ("id,label,score\nP1,pos,0.5\nP2,neg,0.2\n", "label", ("score",), "pos"),
        ("score,y_true\n0.5,1\n0.2,0\n", "y_true", ("score",), "1"),
        (
            "Ground Truth,LLR,age\ntarget,5,70\nnontarget,-2,60\n",
            "Ground Truth",
            ("LLR",),
            "target",
        ),
        ("1,0.8734\n-1,0.1203\n1,0.7\n", "column 1", ("column 2",), "1"),
        ("3.1415,target\n-0.5,nontarget\n", "column 2", ("column 1",), "target"),
        ("x,psa\nyes,4.1\nno,0.5\n", "x", ("psa",), "yes"),
        ("diagnosis,smoker,p\nyes,no,0.5\nno,no,0.4\n", "diagnosis", ("p",), "yes"),
        (
            "label,score_a,score_b\npos,0.9,0.8\nneg,0.1,0.3\n",
            "label",
            ("score_a", "score_b"),
            "pos",
        ),
        ("true,predicted_probability\n+,0.9\n-,0.2\n", "true", ("predicted_probability",), "+"),
        # A counter and a place are no scores.
        ("n,label,x\n1,1,0.5\n2,0,0.4\n3,0,0.7\n", "label", ("x",), "1"),
    ],
)
def test_that_a_clear_table_is_certain(
    text: str, truth: str, scores: tuple[str, ...], positive: str
) -> None:
    found = proposed(text)
    assert found.certain, found.question
    assert (found.question, found.findings) == ("", ())
    assert (found.roles.truth, found.roles.scores) == (truth, scores)
    assert (found.roles.positive, found.roles.higher_is_positive) == (positive, True)
    assert found.roles.predicted == ""


def test_that_every_role_has_its_reason() -> None:
    found = proposed("label,score,pred\npos,0.5,pos\nneg,0.2,pos\n")
    assert found.reasons == (
        likely(Role.TRUTH, "'label' is the truth by its name", Basis.NAME, "label"),
        likely(
            Role.PREDICTED,
            "'pred' is the predicted class by its name and its classes",
            Basis.NAME,
            "pred",
        ),
        likely(Role.SCORE, "'score' is the score by its name", Basis.NAME, "score"),
        likely(
            Role.DIRECTION,
            "higher values of 'score' are taken for positive, as is usual",
            Basis.CONVENTION,
            "score",
        ),
        likely(Role.POSITIVE, "'pos' is the positive class by its meaning", Basis.NAME),
    )


@pytest.mark.parametrize(
    ("text", "predicted"),
    [
        ("truth,pred\n1,1\n0,1\n", "pred"),
        ("truth,y_pred,score\n1,1,0.4\n0,1,0.3\n", "y_pred"),
        ("truth,decision\npos,1\nneg,0\n", "decision"),
        # Numbers that are no classes are a score.
        ("truth,prediction\n1,0.75\n0,0.25\n", ""),
    ],
)
def test_that_predictions_are_classes_of_the_truth(text: str, predicted: str) -> None:
    found = proposed(text)
    assert found.certain, found.question
    assert found.roles.predicted == predicted


def test_that_the_truth_is_what_has_the_classes_of_the_prediction() -> None:
    found = proposed("species,predicted\na,a\nb,b\nc,a\n")
    assert (found.roles.truth, found.roles.predicted) == ("species", "predicted")
    assert found.certain


@pytest.mark.parametrize(
    ("names", "classes", "species"),
    [
        ("attack_type,label,score", ("spoof", "bonafide"), "attack_type"),
        ("PAI species,label,score", ("attack", "live"), "PAI species"),
        ("species,label,score", ("attack", "live"), "species"),
        ("species,label,score", ("ill", "healthy"), None),  # of a plant, say
        ("attack_type,label,score", ("ill", "healthy"), None),
        ("attack_type,species,score,label", ("spoof", "bonafide"), "attack_type"),
        ("x,label,score", ("spoof", "bonafide"), None),
    ],
)
def test_that_kinds_of_attacks_are_known_by_their_name(
    names: str, classes: tuple[str, str], species: str | None
) -> None:
    columns = names.split(",")
    own = {"label": lambda row: classes[row % 2], "score": lambda row: f"{row / 7:.3f}"}
    kinds = lambda row: "" if row % 2 else ("print", "mask")[row % 4 // 2]  # noqa: E731
    lines = [",".join(own.get(one, kinds)(row) for one in columns) for row in range(20)]
    found = proposed("\n".join([names, *lines]) + "\n", truth="label")
    assert found.roles.species == species


def test_that_a_distance_is_lower_for_what_matches_by_its_name() -> None:
    found = proposed("label,distance\ngenuine,0.1\nimpostor,0.9\n")
    assert found.certain
    assert found.roles.higher_is_positive is False
    assert "lower values of 'distance'" in sentences(found)


def test_that_a_distance_beside_a_similarity_runs_the_other_way() -> None:
    text = "label,similarity,distance\ngenuine,9,0.1\nimpostor,1,0.9\n"
    roles = proposed(text).roles
    assert (roles.higher_is_positive, roles.opposite) == (True, ("distance",))
    assert [roles.is_higher_positive(name) for name in roles.scores] == [True, False]


def test_that_a_decimal_comma_is_found_and_said() -> None:
    found = proposed("label;score\npos;0,5\nneg;0,2\n")
    assert found.certain
    assert found.roles.decimal == ","
    assert "the numbers have a decimal comma" in sentences(found)


@pytest.mark.parametrize(
    ("text", "truth", "predicted"),
    [
        ("truth,pred\na,a\na,b\nb,b\nb,c\na,c\nb,b\n", "truth", "pred"),
        ("truth,pred\n2,2\n10,10\n1,1\n10,3\n2,10\n1,1\n", "truth", "pred"),
        ("obs,pred\na,a\nb,a\nc,c\n", "obs", "pred"),
        ("truth,pred,confidence\na,a,.9\nb,b,.8\nc,a,.4\n", "truth", "pred"),
    ],
)
def test_that_decisions_of_many_classes_are_certain(text: str, truth: str, predicted: str) -> None:
    found = proposed(text)
    assert found.certain, found.question
    assert (found.roles.truth, found.roles.predicted) == (truth, predicted)
    assert found.roles.scores == ()


def test_that_a_thousand_classes_with_numbers_for_names_are_classes() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 1_000, 20_000)
    found = propose(table_of(truth=truth, predicted=np.roll(truth, 1)))
    assert found.certain, found.question
    assert (found.roles.truth, found.roles.predicted) == ("truth", "predicted")


def test_that_three_classes_with_known_words_have_a_positive_one() -> None:
    found = proposed("a 6.9 target\nb 1.2 spoof\nc 0.2 nontarget\nd 1 spoof\n")
    assert found.certain, found.question
    assert found.roles.positive == "target"


THREE = "".join(f"{one},{two}\n" for one, two in zip("abcabc", range(6), strict=True))


def test_that_one_score_of_three_classes_is_asked_about() -> None:
    found = proposed("label,score\n" + THREE)
    assert not found.certain
    assert "There are 3 classes ('a', 'b' and 'c') and one score" in found.question
    assert [(f.code, f.count) for f in found.findings] == [("not_binary", 3)]
    assert proposed("label,score\n" + THREE, positive="b").certain


def test_that_a_second_column_of_the_same_classes_is_asked_about() -> None:
    found = proposed("species,other\na,b\nb,b\nc,a\na,a\nb,c\nc,c\n", truth="species")
    assert found.roles.predicted == "other"
    cells = "'other' holds 'b', 'a' and 'c'."
    assert found.question == f"Does 'other' hold the predicted class? {cells}"


SHARES = "a,.7,.2,.1\nb,.2,.6,.2\nc,0,.1,.9\na,.5,.3,.2\n"


@pytest.mark.parametrize(
    "header",
    [
        *("label,p_a,p_b,p_c", "label,a,b,c", "label,P(a),P(b),P(c)", "label,prob.a,prob.b,prob.c"),
        *("label,a_score,b_score,c_score", "x,.pred_a,.pred_b,.pred_c"),
        "label,P(y=a),P(y=b),P(y=c)",
    ],
)
def test_that_columns_go_to_the_classes_in_their_names(header: str) -> None:
    found = proposed(f"{header}\n{SHARES}")
    assert found.certain, found.question
    assert found.roles.probabilities is not None
    assert [name for name, _ in found.roles.probabilities] == ["a", "b", "c"]
    assert list(found.roles.probability_columns) == header.split(",")[1:]
    assert found.roles.scores == ()


def test_that_numbered_columns_are_asked_about_with_a_suggestion() -> None:
    text = f"label,score_0,score_1,score_2\n{SHARES}"
    found = proposed(text)
    assert found.question.startswith(
        "Do 'score_0', 'score_1' and 'score_2' belong to 'a', 'b' and 'c', in this order? "
        "'score_0' holds "
    )
    assert found.roles.probability_columns == ("score_0", "score_1", "score_2")
    assert propose(opened(text), found.roles).certain


def test_that_wanted_scores_of_many_classes_are_theirs_by_name() -> None:
    text = f"label,p_a,p_b,p_c,age\n{SHARES}".replace("1\n", "1,7\n").replace("2\n", "2,7\n")
    found = proposed(text.replace("9\n", "9,7\n"), scores=("p_a", "p_b", "p_c"))
    assert found.roles.probabilities == (("a", "p_a"), ("b", "p_b"), ("c", "p_c"))
    assert found.certain


@pytest.mark.parametrize("positive", [None, "neg", "pos"])
def test_that_the_score_of_two_classes_is_the_column_of_the_positive_one(
    positive: str | None,
) -> None:
    found = proposed("label,p_neg,p_pos\nneg,0.8,0.2\npos,0.3,0.7\n", positive=positive)
    assert found.certain, found.question
    assert found.roles.scores == (f"p_{positive or 'pos'}",)
    assert found.roles.probabilities == (("neg", "p_neg"), ("pos", "p_pos"))


def test_that_two_scores_that_do_not_add_up_stay_two_scores() -> None:
    found = proposed("label,score_0,score_1\n0,0.8,0.9\n1,0.3,0.95\n0,0.1,0.2\n")
    assert found.roles.scores == ("score_0", "score_1")
    assert found.roles.probabilities == ()


# ------------------------------------------------------------------------------- questions


@pytest.mark.parametrize(
    ("text", "words", "roles"),
    [
        (
            "class,score\nc1,0.5\nc2,0.2\n",
            "Which class is positive: 'c1' or 'c2'?",
            {"positive": "c2"},
        ),
        ("label,score\n2,0.5\n1,0.2\n", "Which class is positive: '1' or '2'?", {"positive": "2"}),
        ("label,score\nNA,0.5\nNO,0.2\n", "'NA' or 'NO'", {"missing_labels": ()}),
        ("label,age,bmi\n1,70,25.5\n0,60,30.5\n", "Which of 'age' and 'bmi' are scores?", {}),
        ("label,crp,x\n1,70,25.5\n0,60,30.5\n", "Which of 'crp' and 'x' are scores?", {}),
        ("a,b,x\nyes,no,1.5\nno,yes,2.5\n", "Which column holds the true class", {"truth": "a"}),
        ("a,b\nx,1.5\ny,2.5\n", "Which column holds the true class", {"truth": "a"}),
        ("a,b\nx,1.5\ny,2.5\nz,3.5\n", "Which column holds the true class?", {"truth": None}),
        (
            "label,score\n1,0.5\n0,0.2\nNA,0.4\n",
            "'NA' in 'label' (1 row) may be a class or a missing label",
            {"missing_labels": ("NA",), "positive": "1"},
        ),
        (
            "disease,score\n1,0.5\n0,0.2\n9,0.4\n9,0.1\n",
            "'9' in 'disease' (2 rows) may be a class or a missing label",
            {"missing_labels": ("9",), "positive": "1"},
        ),
        (
            "disease,score\npos,0.5\nneg,0.2\nUnknown,0.4\nindeterminate,0.3\n",
            "'Unknown' and 'indeterminate' in 'disease' (2 rows) may be a class",
            {"missing_labels": ("Unknown", "indeterminate"), "positive": "pos"},
        ),
        (
            "class,p\n0,0.5\n1,0.2\n2,0.4\n-99,0.3\n2,0.1\n",
            "'-99' in 'class' (1 row) may be a class",
            {"missing_labels": ("-99",)},
        ),
        (
            "label,score\n-,ng/mL\n1,0.5\n0,0.2\n0,0.3\n",
            "1 of 4 scores is not a number: row 1 (line 2) (such as 'ng/mL'). Set these rows",
            {"set_aside_unreadable": True, "positive": "1"},
        ),
        (
            "label;score\npos;1.103\nneg;318\npos;606\n",
            "The point in 'score' may be a decimal sign or separate thousands",
            {"decimal": "."},
        ),
    ],
)
def test_that_doubt_becomes_a_question_with_a_suggestion(
    text: str, words: str, roles: dict[str, Any]
) -> None:
    found = proposed(text)
    assert not found.certain
    assert words in found.question
    for name, value in roles.items():
        assert getattr(found.roles, name) == value


def test_that_a_label_that_means_missing_is_set_aside_in_every_spelling() -> None:
    text = "disease,score\n1,0.5\n0,0.2\nUnknown,0.4\nunknown,0.1\n9,0.3\n9.0,0.3\n"
    dataset = build(opened(text), proposed(text, missing_labels=("unknown", "9")).roles)
    assert dataset.classes == ("0", "1")
    assert [(one.code, one.count) for one in dataset.exclusions] == [("missing_label", 4)]


def test_that_digits_keep_their_nine_and_no_doubt_stays_where_it_was_decided() -> None:
    digits = "digit,call\n" + "".join(f"{n},{n}\n{n},{9 - n}\n" for n in range(10))
    assert proposed(digits).roles.missing_labels == ()
    known = proposed("truth,score\n0,0.5\n1,0.2\n9,0.4\n", missing_labels=())
    assert not any("missing" in one.question for one in known.reasons)


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("class,score\nc1,0.5\nc2,0.2\n", {"positive": "c1"}),
        ("label,age,bmi\n1,70,25.5\n0,60,20.5\n", {"scores": ("bmi",)}),
        ("a,b,risk\nyes,no,1.5\nno,yes,0.5\n", {"truth": "a"}),
        ("label,score\n1,0.5\n0,0.2\nNA,0.4\n", {"missing_labels": ("NA",)}),
        ("label,score\n1,ng\n1,0.5\n0,0.2\n0,1\n", {"set_aside_unreadable": False}),
        ("label;score\npos;1.103\nneg;318\n", {"decimal": "."}),
        ("label,distance\ngenuine,9\nimpostor,1\n", {"higher_is_positive": True}),
    ],
)
def test_that_what_was_decided_is_kept_and_not_asked(text: str, decided: dict[str, Any]) -> None:
    found = proposed(text, **decided)
    assert found.certain, found.question
    for name, value in decided.items():
        assert getattr(found.roles, name) == value


@pytest.mark.parametrize(
    "text",
    [
        "class,score\nc1,0.5\nc2,0.2\n",
        "label,score\n1,0.5\n0,0.2\nNA,0.4\n",
        "label,score\n-,ng/mL\n1,0.5\n0,0.2\n0,0.3\n",
        "label;score\npos;1.103\nneg;318\npos;606\n",
        "label,age,bmi\n1,70,25.5\n0,60,30.5\n",
    ],
)
def test_that_a_confirmed_proposal_is_not_asked_about_again(text: str) -> None:
    table = opened(text)
    again = propose(table, propose(table).roles)
    assert again.certain, again.question


def scores_that_run(*, up: bool) -> str:
    rows = [f"{'genuine' if n < 20 else 'impostor'},{n if up else -n}" for n in range(40)]
    return "\n".join(rows) + "\n"


def test_that_a_distance_that_runs_upward_is_asked_about() -> None:
    found = proposed("label,distance\n" + scores_that_run(up=False))
    assert not found.certain
    assert "which is right?" in found.question
    assert proposed("label,distance\n" + scores_that_run(up=True)).certain


def test_that_a_single_score_below_chance_is_not_asked_about() -> None:
    assert proposed("label,score\n" + scores_that_run(up=True)).certain


def test_that_of_several_scores_one_below_chance_is_asked_about() -> None:
    rows = [f"{int(n < 20)},{n},{-n}" for n in range(40)]
    found = proposed("label,score_a,score_b\n" + "\n".join(rows) + "\n")
    assert "'score_a' is mostly lower there" in found.question


def test_that_a_name_of_two_columns_is_asked_about() -> None:
    text = "id,score,label,score\nP1,0.5,pos,0.4\nP2,0.2,neg,0.3\n"
    found = proposed(text, scores=("score",))
    assert "which of 'score (1)' and 'score (2)'" in found.question
    assert [finding.code for finding in found.findings] == ["header_dup"]
    assert proposed(text, scores=("score (2)",)).certain


def test_that_a_column_that_is_not_there_is_an_error() -> None:
    with pytest.raises(DataError, match=r"no column 'x'.*The columns are 'a' and 'b'"):
        proposed("a,b\n1,2\n", truth="x")


def test_that_one_column_is_refused() -> None:
    with pytest.raises(DataError, match="only one column"):
        proposed("score\n0.5\n0.4\n")


def test_that_a_name_in_other_letters_is_found() -> None:
    assert proposed("Label,Score\n1,0.5\n0,0.2\n", truth="label").roles.truth == "Label"


def test_that_columns_without_names_are_judged_by_all_their_rows() -> None:
    # All positives first: the head of the column has one class.
    truth = np.repeat([1, 0], 5_000)
    found = propose(table_of(c=truth, d=np.arange(10_000) % 97 / 97.0))
    assert (found.roles.truth, found.roles.scores) == ("c", ("d",))
    assert found.certain


def test_that_cancel_stops_between_two_columns() -> None:
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 2)
    with pytest.raises(CancelledError):
        propose(table_of(a=["x"], b=["y"], c=["z"]), watch=watch)
    assert len(seen) == 2


def test_that_thousands_of_scores_are_not_gone_through_for_each_column(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Roles] = []
    numbers = vars(Roles)["number_columns"].fget

    def counted(roles: Roles) -> Any:
        asked.append(roles)
        return numbers(roles)

    monkeypatch.setattr(Roles, "number_columns", property(counted))
    needed = []
    for n in (3, 300):
        scores = {f"s{k}": np.linspace(0.0, 1.0, 4) for k in range(n)}
        table = table_of(truth=np.array([0, 1, 0, 1]), **scores)
        found = propose(table, Roles(truth="truth", scores=tuple(scores)))
        assert len(build(table, found.roles).scores) == n
        needed.append(len(asked))
        asked.clear()
    assert needed[0] == needed[1]


def test_that_numbers_of_any_length_are_looked_at() -> None:
    long = "7" * 5_000
    found = proposed(f"id,label,score\n{long},1,0.5\n{long}1,0,0.2\n")
    assert found.certain, found.question


def test_that_a_lone_class_opens_by_its_meaning_or_is_asked_about() -> None:
    known = proposed("label,score\npos,1\npos,2\n")
    assert (known.certain, known.roles.positive) == (True, "pos")
    assert "the only class" in known.reasons[-1].sentence
    unknown = proposed("label,score\nred,1\nred,2\n")
    assert not unknown.certain
    assert "There is only one class, 'red': is it the positive one?" in unknown.question
    assert [finding.code for finding in unknown.findings] == ["one_class"]


@pytest.mark.parametrize("age", ["Alter", "age_at_diagnosis", "Year of birth", "Geburtsjahr"])
def test_that_an_age_is_not_assessed_where_another_number_may_be_the_score(age):
    found = proposed(f"{age};CRP;Befund\n70;3,5;positiv\n61;0,5;negativ\n66;2,5;positiv\n")
    assert (found.question, found.roles.scores) == ("", ("CRP",))
    assert f"'{age}': no score, by its name" in [one.sentence for one in found.reasons]
    with_more = proposed(
        f"{age};CRP;IL6;Befund\n70;3,5;1,5;positiv\n61;0,5;2,5;negativ\n66;2,5;3,5;positiv\n"
    )
    assert with_more.question.startswith("Which of 'CRP' and 'IL6' are scores?")
    alone = proposed(f"{age};Befund\n70;positiv\n61;negativ\n66;positiv\n")
    assert alone.roles.scores == (age,)


@pytest.mark.parametrize(
    "name",
    [
        *("Telefon", "phone number", "PLZ", "Fallnummer", "Case no.", "MRN", "Jahr", "visit date"),
        *("Datum", "barcode"),
    ],
)
def test_that_what_tells_rows_apart_is_no_score(name):
    cells = ["700124", "700129", "700111"]
    rows = "\n".join(f"{cell};pos;{n},5" for n, cell in enumerate(cells))
    assert proposed(f"{name};truth;CRP\n{rows}\n").roles.scores == ("CRP",)
    rows = "\n".join(f"{cell};{'pn'[n % 2]}" for n, cell in enumerate(cells))
    with pytest.raises(DataError, match="give the column a name"):
        build(table := opened(f"{name};truth\n{rows}\n"), propose(table).roles)


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        ([f"0551{n % 7}23" for n in range(12)], "begin with 0"),
        ([str(4000 + 7 * n % 12) for n in range(12)], "are all different and whole"),
        ([str(10**7 + 7919 * n % 99) for n in range(12)], "are all different and whole"),
        ([f"2021{1 + n % 3:02}{1 + n % 2:02}" for n in range(12)], "are dates"),
        ([f"2021{1 + n % 3:02}{n % 2:02}" for n in range(12)], ""),  # no month has a day 0
        ([str(150_000 + 7919 * n) for n in range(12)][::-1], ""),  # platelets
        ([str(n / 8) for n in range(12)][::-1], ""),
    ],
)
def test_that_the_only_numbers_are_asked_about_where_they_look_like_no_scores(cells, what):
    rows = "\n".join(f"{cell},{'np'[n % 2]}" for n, cell in enumerate(cells))
    found = proposed(f"x,truth\n{rows}\n", positive="p")
    assert found.roles.scores == ("x",)
    assert (f"The numbers in 'x' {what}" in found.question) if what else found.certain
    assert proposed(f"x,truth\n{rows}\n", positive="p", scores=("x",)).certain


@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("P(benign)", ("malignant", "benign")),
        ("prob_neg", ("pos", "neg")),
        ("p_healthy", ("diseased", "healthy")),
        ("impostor_score", ("genuine", "impostor")),
        ("normal", ("abnormal", "normal")),
    ],
)
def test_that_lower_scores_of_the_other_class_are_positive(name, classes):
    rows = "".join(f"{classes[n % 2]},{0.1 + n / 50 + (n % 2) * 0.5}\n" for n in range(8))
    found = proposed(f"truth,{name}\n{rows}")
    assert found.certain, found.question
    assert (found.roles.higher_is_positive, found.roles.positive) == (False, classes[0])
    assert f"lower values are taken for '{classes[0]}'" in sentences(found)
    assert "higher values" not in sentences(found)
    turned = "".join(f"{classes[n % 2]},{0.9 - n / 50 - (n % 2) * 0.5}\n" for n in range(60))
    assert "which is right?" in proposed(f"truth,{name}\n{turned}").question
    other = proposed(f"truth,{name}\n{rows}", positive=classes[1])
    assert other.roles.higher_is_positive is True


def test_that_a_number_in_the_name_of_a_score_is_asked_about():
    rows = "".join(f"{n % 2},{0.9 - n / 50 - (n % 2) * 0.5}\n" for n in range(8))
    found = proposed(f"truth,prob_0\n{rows}")
    assert "'prob_0' is named for '0': do lower values indicate '1'?" in found.question
    assert found.roles.higher_is_positive is False
    assert proposed(f"truth,prob_0\n{rows}", higher_is_positive=True).certain
    assert proposed(f"truth,prob_1\n{rows}").certain


def test_that_minus_one_beside_0_and_1_may_be_missing_unless_it_is_called():
    rows = "".join(f"{n % 3 - 1},{n / 8}\n" for n in range(9))
    assert "'-1' in 'truth' (3 rows) may be a class" in proposed(f"truth,score\n{rows}").question
    rows = "".join(f"{n % 3 - 1},{(n + 1) % 3 - 1}\n" for n in range(9))
    assert proposed(f"truth,predicted\n{rows}").certain


@pytest.mark.parametrize("name", ["Goldstandard", "Histologie", "Diagnose", "Klasse"])
def test_that_a_truth_is_known_by_its_name_in_other_languages(name):
    found = proposed(f"Schnelltest;{name};Titer\npositiv;krank;3\nnegativ;gesund;2\n")
    assert found.roles.truth == name


def test_that_ages_alone_and_what_is_measured_in_them_are_numbers_like_others():
    rows = "1,70,61\n0,60,55\n1,66,60\n"
    for names in ("label,age,age_at_onset", "label,gestational_age,bone_age"):
        found = proposed(f"{names}\n{rows}")
        assert found.roles.scores == tuple(names.split(",")[1:])
