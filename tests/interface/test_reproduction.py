"""What is shown, copied as a command and as Python: both give the same numbers again."""

from __future__ import annotations

import inspect
import json
import shlex
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evalgui
from evalgui.__main__ import main
from evalgui.cli import parse
from evalgui.core import requests
from evalgui.core.consequences.settings import Consequences, Scale, recalibration
from evalgui.core.decide import Decisions, Facts, decide
from evalgui.core.grey_zone import grey_ends
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.metrics import Parameters, Vocabulary
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.provenance import now, typed
from evalgui.core.rules import rule_by_id
from evalgui.core.sampling import Sampling
from evalgui.core.singled_out import singled_out, still_meant
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.thresholds import CALLS_NOTHING
from evalgui.interface import role_arguments as said_roles
from evalgui.interface.reproduction import say
from evalgui.io.assessing import assessed, read
from evalgui.io.loading import load
from evalgui.io.loading_together import load_together
from evalgui.io.meaning import ReadOptions, Roles
from evalgui.io.meaning.rows_aside import SetAside
from evalgui.io.samples import sample_by_id
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.grey_zones import grey_thresholds
from tests.interface.test_numbers import without_time

SAMPLES = ("tharwat-2018", "binu-2022", "clinical", "biometric", "iris")
COUNTS = "score,n_pos,n_neg\n0.9,5,1\n0.5,3,4\n0.1,1,9\n"
MATRIX = "actual \\ predicted,cat,dog\ncat,8,3\ndog,1,9\n"
DISTANCES = "truth,distance\n" + "".join(f"{n % 2},{(1 - n % 2) + n / 7}\n" for n in range(12))
PAIRS = "probe,reference,truth,similarity\n" + "".join(
    f"p{n % 4},p{(n * 3) % 4},{int(n % 4 == (n * 3) % 4)},{n / 9}\n" for n in range(16)
)
NAMES = ("a b.csv", "it's.csv", "$HOME.csv", "-x.csv", "-.csv", "ü 漢.csv", 'q"q.csv', "a;b&c.csv")


def shown(loaded, **inputs):
    return resolve(Inputs(loaded.dataset, **inputs))


def told(snapshot):
    """Return the numbers of a snapshot as they are printed."""
    return without_time(json.loads(json.dumps(evaluation(snapshot))))


def by_command(line, capsys):
    *remarks, command = line.split("\n# ")[-1].split("\n") if line.startswith("# ") else [line]
    del remarks
    words = shlex.split(command)
    assert words[:2] == ["evalgui", "evaluate"]
    capsys.readouterr()
    assert main([*words[1:], "--format", "json"]) == 0
    return without_time(json.loads(capsys.readouterr().out))


def by_python(lines):
    known = {}
    exec(compile(lines, "copied", "exec"), known)  # noqa: S102 - what was copied
    return without_time(known["found"].to_dict())


def differing(found, wanted):
    """Return what differs; repeated rows are looked for later in the window."""
    names = set(wanted) - {"findings"}
    return {name: (found[name], wanted[name]) for name in names if found[name] != wanted[name]}


def check(snapshot, loaded, paths, capsys):
    """Assert that both lines reproduce a snapshot; return what was said."""
    saying = say(snapshot, loaded, paths)
    wanted = told(snapshot)
    assert differing(by_command(saying.command(), capsys), wanted) == {}, saying.command()
    assert differing(by_python(saying.python()), wanted) == {}, saying.python()
    return saying


@pytest.mark.parametrize("sample_id", SAMPLES)
def test_that_a_sample_is_said_again(sample_id, capsys):
    sample = sample_by_id(sample_id)
    loaded = load(sample.path, roles=sample.roles)
    saying = check(shown(loaded), loaded, [sample.path], capsys)
    assert saying.remarks == ()


def test_that_nothing_is_said_that_is_found_out_anyway():
    path = sample_by_id("tharwat-2018").path
    loaded = load(path)
    saying = say(shown(loaded), loaded, [path])
    assert saying.command(folder=path.parent) == "evalgui evaluate tharwat-2018.csv"
    assert saying.python(folder=path.parent) == (
        "import evalgui\n\nfound = evalgui.evaluate('tharwat-2018.csv')\n"
    )


FILES = {
    "counts": (COUNTS, {}),
    "matrix": (MATRIX, {"positive": "cat"}),
    "matrix the other way": (MATRIX, {"positive": "cat", "matrix_rows": "predicted"}),
    "distances": (DISTANCES, {"higher_is_positive": False, "positive": "1"}),
    "against what is proposed": (DISTANCES, {"higher_is_positive": True, "positive": "0"}),
    "two columns of subjects": (PAIRS, {"subjects": ("probe", "reference"), "positive": "1"}),
    "species": (
        "truth,score,x\nspoof,1,print\nspoof,2,mask\nbonafide,3,\nbonafide,4,\n",
        {"species": "x", "positive": "bonafide"},
    ),
    "a subset": (PAIRS, {"subset": 'probe == "p0" or similarity > 0.5', "positive": "1"}),
    "rows aside": (DISTANCES, {"set_aside": (SetAside((1, 3), "it's = $HOME"),)}),
    "labels": ("truth,score\n1,3\n0,1\n9,2\n1,4\n0,0\n", {"missing_labels": ("9",)}),
    "every label": (
        "truth,score\n1,3\n0,1\n9,2\n1,4\n0,0\n",
        {"missing_labels": (), "positive": "9"},
    ),
    "blank labels": ("truth,score\nx,3\n,1\nx,2\n,0\n", {"blank_labels": "other"}),
    "missing scores": ("truth,score\n1,3\n0,\n1,2\n0,0\n", {"missing_scores": "worst"}),
    "decimal commas": ("truth;score\n1;4,708\n0;3,080\n1;2,125\n", {"decimal": ","}),
    "thousands": ("truth;score\n1;4,708\n0;3,080\n1;2,125\n", {"thousands": ","}),
    "limits": ("truth,score\n1,3\n0,<0.5\n1,2\n0,1\n", {"limits": "half"}),
    "sampling": (DISTANCES, {"sampling": Sampling.CASE_CONTROL, "positive": "1"}),
    "unreadable": ("truth,score\n1,3\n0,x\n1,2\n0,1\n", {"set_aside_unreadable": True}),
    "weights": ("truth,score,times\n1,3,2\n0,1,5\n1,2,1\n0,0,4\n", {"weight": "times"}),
    "no weights": ("truth,score,weight\n1,3,2\n0,1,5\n1,2,1\n0,0,4\n", {"weight": ""}),
    "no score": ("truth,predicted,score\n1,1,3\n0,1,1\n1,1,2\n0,0,0\n", {"no_score": True}),
    "hostile names": (
        '"it\'s; $x",-score\n"a ""b""",3\n-c,1\n"a ""b""",2\n-c,0\n',
        {"truth": "it's; $x", "scores": ("-score",), "positive": "-c"},
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_that_what_was_decided_about_a_file_is_said_again(kind, capsys, tmp_path):
    text, decided = FILES[kind]
    path = tmp_path / "data.csv"
    path.write_text(text, encoding="utf-8")
    loaded = load(path, roles=Roles(**decided))
    assert loaded.dataset is not None, loaded.proposal.question
    assert check(shown(loaded), loaded, [path], capsys).remarks == ()


@pytest.mark.parametrize("score", [0, 1, 2])
def test_that_a_recalibrated_score_is_said_again_where_it_is_on_show(score, capsys, tmp_path):
    path = tmp_path / "data.csv"
    rows = [
        f"{int(n % 3 == 0)},{0.1 + (n * 7 % 20) / 40 + (n % 3 == 0) / 5:.3f}" for n in range(60)
    ]
    path.write_text("\n".join(["truth,risk", *rows]) + "\n", encoding="utf-8")
    more = (recalibration("isotonic"), recalibration("prevalence=0.1"))
    loaded = load(path, roles=Roles(truth="truth", positive="1", recalibrated=more))
    declared = Consequences(Scale.PROBABILITY)
    saying = check(shown(loaded, score=score, consequences=declared), loaded, [path], capsys)
    assert saying.remarks == ()
    words = [None, "isotonic", "prevalence=0.1"]
    assert saying.arguments.get("recalibrate") == words[score]


READINGS = {
    "an encoding": ("wahr;m\u00fc\n1;3\n0;1\n1;2\n0;0\n", {"encoding": "cp1252"}),
    "another encoding": ("truth,m\u00e5\n1,3\n0,1\n1,2\n0,0\n", {"encoding": "utf-16-be"}),
    "a delimiter": ("t;u,s\n1;7,3\n0;7,1\n1;7,2\n0;7,0\n", {"delimiter": ","}),
    "any sign": ("truth^score\n1^3\n0^1\n1^2\n", {"delimiter": "^"}),
    "tabs": ("truth\tscore\n1\t3\n0\t1\n1\t2\n", {"delimiter": "\t"}),
    "data at once": ("1,3\n0,1\n1,2\n0,0\n", {"header": False}),
    "names that look like data": ("1,0.5\n1,3\n0,1\n1,2\n0,0\n", {"header": True}),
    "all of it": ("1;3\n0;1\n1;2\n", {"encoding": "cp1250", "delimiter": ";", "header": False}),
}


@pytest.mark.parametrize("kind", READINGS)
def test_that_how_a_file_was_read_is_said_again(kind, capsys, tmp_path):
    text, decided = READINGS[kind]
    path = tmp_path / "data.csv"
    path.write_bytes(text.encode(decided.get("encoding", "utf-8")))
    options = ReadOptions(**decided)
    first = load(path, options=options)
    names = first.table.names
    roles = Roles(truth=names[0], scores=(names[1],), positive=first.table.columns[0].text(0))
    loaded = load(path, roles=roles, options=options)
    assert loaded.dataset is not None, loaded.proposal.question
    saying = check(shown(loaded), loaded, [path], capsys)
    assert saying.remarks == ()
    assert {"encoding", "delimiter", "first_line"} & {*saying.arguments}
    found = parse(shlex.split(saying.command())[1:]).request.reading
    assert found == options


def test_that_how_files_of_a_combination_were_read_is_said_again(capsys, tmp_path):
    genuine, impostor = tmp_path / "genuine.txt", tmp_path / "impostor.txt"
    genuine.write_bytes("0.9\n0.8\n0.3\n".encode("utf-16-le"))
    impostor.write_bytes("0.1\n0.2\n0.4\n".encode("utf-16-le"))
    options = ReadOptions(encoding="utf-16-le", header=False)
    (loaded,) = load_together([genuine, impostor], options=options).results
    saying = check(shown(loaded), loaded, [genuine, impostor], capsys)
    assert (saying.arguments["encoding"], saying.arguments["first_line"]) == ("utf-16-le", "data")


SAID = {
    ReadOptions: {
        "encoding": ("--encoding=windows-1252", "cp1252"),
        "delimiter": ("--delimiter=tab", "\t"),
        "header": ("--first-line=data", False),
        "sheet": ("--sheet=b", "b"),
        "together": ("--together=stacked", "stacked"),
        "decimal": ("--decimal=,", ","),
    },
    Roles: {
        "truth": ("--truth=t", "t"),
        "scores": ("--score=s", ("s",)),
        "predicted": ("--predicted=p", "p"),
        "positive": ("--positive=1", "1"),
        "higher_is_positive": ("--lower-is-positive", False),
        "decimal": ("--decimal=,", ","),
        "thousands": ("--thousands=.", "."),
        "missing_labels": ("--missing-label=9", ("9",)),
        "set_aside_unreadable": ("--set-aside-unreadable", True),
        "probabilities": ("--probability=a=b", (("a", "b"),)),
        "matrix_rows": ("--rows-are=predicted", "predicted"),
        "missing_scores": ("--missing-scores=worst", "worst"),
        "blank_labels": ("--blank-labels=above", "above"),
        "subset": ("--subset=a > 1", "a > 1"),
        "n_positive": ("--n-positive=p", "p"),
        "n_negative": ("--n-negative=n", "n"),
        "bins": ("--bins l h", ("l", "h")),
        "weight": ("--weight=w", "w"),
        "subjects": ("--subject=a", ("a",)),
        "species": ("--species=a", "a"),
        "sampling": ("--sampling=cohort", Sampling.COHORT),
        "limits": ("--limits=half", "half"),
        "no_score": ("--no-score", True),
        "set_aside": ("--set-aside=1,3=why", (SetAside((1, 3), "why"),)),
    },
}
NOT_CHOSEN = {
    "opposite",  # one score is said at a time, with its own direction
    "direction_of",  # follows from the others
    "recalibrated",  # of scores that are declared to be something
}


@pytest.mark.parametrize("kind", SAID)
def test_that_each_choice_of_an_import_has_an_option_and_an_argument(kind):
    lacking = {one.name for one in fields(kind)} - set(SAID[kind]) - NOT_CHOSEN
    assert not lacking, (
        f"{lacking} can be chosen in the import dialog, but not be said: give it an option in "
        "cli/data_options.py, an argument of evaluate(), and say it in interface/role_arguments.py"
    )
    arguments = set(inspect.signature(evalgui.evaluate).parameters)
    for name, (option, value) in SAID[kind].items():
        words = option.split(" ") if option.startswith("--bins") else [option]
        request = parse(["evaluate", "a.csv", *words]).request
        is_of_roles = kind is Roles or name == "decimal"
        found = getattr(request.roles if is_of_roles else request.reading, name)
        assert found == value, f"{option} does not decide {name}"
        assert words[0].removeprefix("--").partition("=")[0].replace("-", "_") in arguments
    if kind is Roles:
        said = {name for one in said_roles._ALL for name in one.fields}
        assert said >= set(SAID[Roles]), "say it in interface/role_arguments.py"


@pytest.mark.parametrize("name", NAMES)
def test_that_files_of_any_name_are_found_again(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / name
    path.write_text(DISTANCES, encoding="utf-8")
    loaded = load(path, roles=Roles(positive="1", higher_is_positive=False))
    snapshot = shown(loaded)
    line = say(snapshot, loaded, [path]).command(folder=tmp_path)
    print_all = "import json, sys; print(json.dumps(sys.argv[1:]))"
    program = f'evalgui() {{ {shlex.quote(sys.executable)} -c {shlex.quote(print_all)} "$@"; }}'
    finished = subprocess.run(  # what a shell makes of it
        ["/bin/sh", "-c", f"{program}\n{line}"], capture_output=True, text=True, check=True
    )
    capsys.readouterr()
    assert main([*json.loads(finished.stdout), "--format", "json"]) == 0
    numbers = without_time(json.loads(capsys.readouterr().out))
    assert differing(numbers, told(snapshot)) == {}
    copied = say(snapshot, loaded, [path]).python(folder=tmp_path)
    assert differing(by_python(copied), told(snapshot)) == {}


MANY = "truth,a,b,c\n" + "".join(
    f"{n % 3 % 2},{n * 7 % 11 / 11},{n * 5 % 13 - 6},{n / 30}\n" for n in range(30)
)
RULES = {
    "youden": {},
    "sensitivity": {"sensitivity": 0.9},
    "both": {},
    "cost": {"cost-fn": 3.0},
    "sensitivity-limit": {},
    "maximise": {},
    "fmr": {},
    "prevalence": {},
}
THRESHOLDS = st.floats(-10, 10) | st.just(CALLS_NOTHING)
ASKED = st.one_of(
    st.builds(requests.SelectScore, st.integers(0, 2)),
    st.builds(requests.SetThreshold, THRESHOLDS),
    st.builds(requests.MoveThreshold, st.integers(-3, 3)),
    st.builds(requests.ApplyRule, st.sampled_from(["youden", "closest", "eer"])),
    st.builds(lambda rule: (rule, RULES[rule]), st.sampled_from(list(RULES))),
    st.builds(requests.SetFollowed, st.booleans()),
    st.builds(requests.Prespecify),
    st.builds(requests.SetSecond, THRESHOLDS | st.none()),
    st.builds(requests.SetGreyZone, st.floats(-10, 10), st.floats(-10, 10)),
    st.builds(requests.SetParameters, st.builds(Parameters, beta=st.sampled_from([1.0, 0.5, 3.0]))),
    st.builds(
        requests.SetIntervals,
        st.builds(
            IntervalSettings,
            st.sampled_from([0.95, 0.9, 0.999]),
            st.sampled_from([{}, {Kind.PROPORTION: "clopper-pearson"}]),
        ),
    ),
    st.builds(requests.SetPrevalence, st.sampled_from([None, 0.1])),
    st.builds(requests.SetVocabulary, st.sampled_from(Vocabulary)),
)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    path = tmp_path_factory.mktemp("many") / "many.csv"
    path.write_text(MANY, encoding="utf-8")
    roles = Roles(truth="truth", scores=("a", "b", "c"), positive="1", higher_is_positive=True)
    return path, load(path, roles=roles)


def after(snapshot, asked):
    """Return what is shown after requests; a rule comes with the numbers that are given to it."""
    for one in asked:
        request = one
        if isinstance(one, tuple):
            rule, given = one
            given = rule_by_id(rule).at_prevalence(given, snapshot.inputs.intervals.prevalence)
            request = requests.UseChoice(snapshot.ranking.choice(rule, given))
        found = decide(Decisions.of(snapshot), request, Facts(snapshot))
        again = resolve(found.inputs, snapshot)
        choices = still_meant(replace(snapshot, choices=found.choices), again)
        snapshot = singled_out(again, choices, snapshot)
    return snapshot


def decided(snapshot, ends):
    """Return what was decided, as far as an evaluation depends on it; thresholds as rows."""
    inputs, provenance = snapshot.inputs, snapshot.provenance
    steps = snapshot.ranking.table.steps
    return {
        "score": snapshot.score.name,
        "class": snapshot.positive_name,
        "row": steps.row_at(snapshot.point.threshold),
        "zone": None if ends is None else sorted(map(steps.row_at, ends)),
        "origin": (provenance.kind, provenance.rule, dict(provenance.parameters)),
        "parameters": inputs.parameters,
        "intervals": inputs.intervals,
    }


def unsaid(saying):
    """Return what may differ: what chose the threshold, where a remark says that it did."""
    return {"origin", "threshold", "conditions"} if saying.remarks else set()


@settings(max_examples=12)
@given(asked=st.lists(ASKED, max_size=6))
def test_that_what_was_decided_is_decided_again_when_it_is_carried_out(many, asked):
    path, loaded = many
    snapshot = after(shown(loaded, score=0), asked)
    saying, wanted = say(snapshot, loaded, [path]), told(snapshot)
    assert differing(by_python(saying.python()), wanted).keys() <= unsaid(saying), saying.python()
    command = parse(shlex.split(saying.command())[1:])
    (found,) = assessed(command.request, read(command.request, command.files))
    assert command.vocabulary is snapshot.choices.vocabulary
    grey = found.request.grey
    ends = None if grey is None else grey_thresholds(found.snapshot, *grey)
    again = differing(decided(found.snapshot, ends), decided(snapshot, grey_ends(snapshot)))
    assert again.keys() <= unsaid(saying), saying.command()
    assert found.loaded.proposal.roles.higher_is_positive
    numbers = without_time(json.loads(json.dumps(found.numbers())))
    assert differing(numbers, wanted).keys() <= unsaid(saying), saying.command()


def test_that_averages_of_classes_are_said_again(capsys):
    sample = sample_by_id("iris")
    loaded = load(sample.path, roles=sample.roles)
    wanted = MulticlassSettings(
        Over.CHOSEN, ("setosa", "virginica"), True, 2, ("virginica", "setosa", "versicolor")
    )
    snapshot = shown(loaded, multiclass=wanted)
    check(snapshot, loaded, [sample.path], capsys)
    one = shown(loaded, positive=1, multiclass=wanted)
    assert say(one, loaded, [sample.path]).arguments["positive"] == "versicolor"


def test_that_files_that_belong_together_are_said_again(capsys):
    folder = Path(__file__).parents[1] / "data" / "io" / "combinations"
    paths = [folder / "genuine.txt", folder / "impostor.txt"]
    together = load_together(paths)
    (loaded,) = together.results
    check(shown(loaded), loaded, paths, capsys)


def test_that_what_has_no_option_is_said_in_a_remark(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(DISTANCES, encoding="utf-8")
    loaded = load(path, roles=Roles(positive="1", higher_is_positive=False))
    snapshot = shown(loaded)
    elsewhere = typed("other.csv", now()).frozen()
    moved = resolve(replace(snapshot.inputs, threshold=-1.5, provenance=elsewhere), snapshot)
    saying = say(moved, loaded, [])
    assert saying.remarks == ("the threshold was chosen on other.csv",)
    first, second, line = saying.command().split("\n")
    assert first == "# the threshold was chosen on other.csv"
    assert second == "# the data have no file: give them as the standard input"
    assert line.startswith("evalgui evaluate - --")
    assert "# the data have no file: save them as data.csv\nimport evalgui" in saying.python()
    with pytest.raises(evalgui.DataError, match="nothing that is assessed"):
        say(resolve(Inputs()), loaded, [path])


def test_that_a_shell_of_windows_gets_its_own_quotes():
    loaded = load(sample_by_id("tharwat-2018").path)
    line = say(shown(loaded), loaded, [Path("a b.csv")]).command(is_windows=True)
    assert line == 'evalgui evaluate "a b.csv"'
