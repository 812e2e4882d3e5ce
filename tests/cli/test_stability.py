"""How stable a rule is, on the command line."""

from __future__ import annotations

from evalgui.__main__ import main
from evalgui.core.digits import rounded
from tests.cli.running import THARWAT, evaluate, refused


def test_that_the_rule_chooses_again(capsys):
    found = evaluate(capsys, THARWAT, "--at", "youden", "--stability", "200", "--seed", "3")
    told = found["stability"]
    assert (told["rule"], told["replicates"], told["seed"]) == ("youden", 200, 3)
    limits = told["threshold"]
    assert limits["low"] <= found["threshold"] <= limits["high"]
    assert (limits["level"], limits["undefined"]) == (0.95, None)
    assert any(low <= found["threshold"] <= high for low, high in told["flat"])
    youden = told["measures"]["YI"]
    assert youden["apparent"] == found["metrics"]["YI"]["value"]
    assert youden["out_of_bag"] < youden["apparent"]
    assert told["standard_error"] > 0


def test_that_the_same_seed_gives_the_same_numbers(capsys):
    arguments = (THARWAT, "--at", "sensitivity=0.8", "--stability", "60", "--seed")
    first, again, other = (evaluate(capsys, *arguments, seed) for seed in ("5", "5", "6"))
    assert first["stability"] == again["stability"]
    assert first["stability"] != other["stability"]
    assert first["stability"]["flat"] == []
    assert first["stability"]["parameters"]["sensitivity"] == 0.8
    assert first["stability"]["standard_error"] is None


def test_that_a_table_tells_it(capsys):
    assert main(["evaluate", THARWAT, "--at", "youden", "--stability", "60"]) == 0
    shown = capsys.readouterr().out
    assert "Rule: Youden" in shown
    assert "Drawn again: 60 replicates, seed 0" in shown
    lines = {line.split()[0]: line for line in shown.splitlines() if line.strip()}
    found = evaluate(capsys, THARWAT, "--at", "youden", "--stability", "60")["stability"]
    limits = found["threshold"]
    assert f"{limits['low']} to {limits['high']} ({limits['method']})" in lines["threshold"]
    runs = [lines[f"flat_{n}"] for n in range(1, len(found["flat"]) + 1)]
    assert [[float(number) for number in run.split()[-2:]] for run in runs] == found["flat"] != []
    for metric_id in ("TPR", "F1", "YI"):
        both = found["measures"][metric_id]
        told = f"{rounded(both['apparent'])} (out of bag {rounded(both['out_of_bag'])}) "
        assert told in lines[metric_id]
    assert "out of bag" not in lines["PREV"]


def test_that_there_is_nothing_of_it_unless_asked_for(capsys):
    assert "stability" not in evaluate(capsys, THARWAT, "--at", "youden")


def test_that_a_typed_threshold_has_no_rule_to_choose_again(capsys):
    error = refused(capsys, THARWAT, "--threshold", "0.5", "--stability", "60")
    assert "no rule chose the threshold" in error
