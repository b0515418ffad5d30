"""`check`, `test`, `trace`, `odds`, `why`, `explain`: answers for a person and for a program."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

DUEL = """\
rulebook duel "Duel"
    players 2: ann, bob
    rules DUEL 1..4, open questions 1..1, gaps 1..1
    starts with game
die d6: 1..6                                                        [DUEL-001]
state gold(player): 0..9 = 2                                        [DUEL-002]
reading tie "Who wins a tie?"                                       [DUEL-AMB-01]
    nobody_does *
    bob_does
value luck(p: player): 0..9 = 1                                     [DUEL-MIS-01]
modify luck(ann): + 2                                               [DUEL-002]
check throw(more: 0..3) answers 1..9                                [DUEL-001]
    roll d6 as pips
    answer pips + more
action pay by p                                                     [DUEL-002]
    only if gold(p) >= 3                                            [DUEL-003]
    subtract 3 from gold(p)
action pass_by by p                                                 [DUEL-002]
    nothing
action bow by p                                                     [DUEL-002]
    nothing
phase game                                                          [DUEL-001]
    ann must do one of pay, pass_by, bow
    ann wins
omit [DUEL-004] "the colour of the board"
claim "a six" [DUEL-001]: chance of (throw(0) is 6) is 1 / 6
example "two coins are not enough" [DUEL-EX-01, DUEL-003]
    given gold(ann) is 2
    then ann may not do pay
"""


@pytest.fixture(autouse=True)
def duel(run: Run) -> None:
    Path("duel.rules").write_text(DUEL)


def test_a_sound_rulebook_passes_everything(run: Run) -> None:
    assert run("check", "higher").out == "higher: no problems found\n"
    assert run("check", "duel.rules").status == 0
    assert "1 example, 1 claim: all hold" in run("test", "duel.rules").out
    assert run("trace", "duel.rules").out.splitlines()[-1].startswith("complete: 4 rules")


def test_check_speaks_json(run: Run) -> None:
    Path("bad.rules").write_text(DUEL.replace("subtract 3 from gold(p)", "subtract 3 from golf(p)"))

    ran = run("check", "bad.rules", "--format", "json")

    assert ran.status == 1
    (problem,) = ran.json["diagnostics"]
    assert problem["severity"] == "error"
    assert problem["help"] == "did you mean `gold`?"
    place = problem["place"]
    assert (place["file"], place["line"]) == ("bad.rules", 17)
    assert (place["column"], place["end_column"]) == (21, 25)
    assert ran.json["counts"]["error"] == 1


def test_check_takes_several_rulebooks_and_patterns(run: Run) -> None:
    Path("bad.rules").write_text("die d6: 1..6\n")

    found = run("check", "*.rules", "higher", "--format", "json").json

    assert [each["rulebook"] for each in found["rulebooks"]] == ["bad", "duel", "higher"]
    assert [each["ok"] for each in found["rulebooks"]] == [False, True, True]
    assert found["ok"] is False


def test_a_failing_example_is_found_by_test_and_check_plays_nothing(run: Run) -> None:
    Path("bad.rules").write_text(DUEL.replace("given gold(ann) is 2", "given gold(ann) is 3"))

    assert run("check", "bad.rules").status == 0
    ran = run("test", "bad.rules", "--format", "json")
    assert ran.status == 1
    assert ran.json["counts"] == {"passed": 1, "failed": 1}
    (example,) = ran.json["examples"]
    assert example["status"] == "failed"
    assert example["message"]
    assert example["cites"] == ["DUEL-EX-01", "DUEL-003"]
    assert ran.json["claims"][0]["status"] == "passed"
    assert {"definitions", "reached", "never"} == set(ran.json["coverage"])


def test_test_runs_only_what_is_asked_for(run: Run) -> None:
    assert "1 example, 0 claims" in run("test", "duel.rules", "--only", "EX-01").out
    assert run("test", "duel.rules", "--only", "nothing like it").status == 2


def test_trace_names_each_rule_once_in_both_directions(run: Run) -> None:
    found = run("trace", "duel.rules", "--format", "json").json

    assert [each["id"] for each in found["rules"]] == [f"DUEL-00{n}" for n in range(1, 5)]
    assert found["rules"][2]["examples"] == ["DUEL-EX-01"]
    assert found["rules"][3]["omitted"] == "the colour of the board"
    assert found["ambiguities"] == [{
        "id": "DUEL-AMB-01", "text": "Who wins a tie?",
        "reading": "tie", "values": ["nobody_does", "bob_does"],
        "default": "nobody_does", "omitted": None, "decides": [],
    }]  # fmt: skip
    assert found["missing"][0]["definitions"][0]["name"] == "luck"
    assert found["examples"][0]["id"] == "DUEL-EX-01"
    assert found["unmarked"] == []


def test_trace_marks_declarations_that_carry_nothing_out(run: Run) -> None:
    found = run("trace", "duel.rules", "--format", "json").json
    marks = {
        (each["kind"], each["declares"]) for rule in found["rules"] for each in rule["definitions"]
    }

    assert {("die", True), ("action", False)} <= marks
    assert "die d6 (declared)" in run("trace", "duel.rules").out
    assert "    declared: die d6: 1..6   " in run("trace", "duel.rules", "DUEL-001").out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("omit [DUEL-004]", "omit [DUEL-003]", "DUEL-004  MISSING"),
        ("luck(p: player): 0..9 = 1                                     [DUEL-MIS-01]",
         "luck(p: player): 0..9 = 1                                     [DUEL-001]",
         "DUEL-MIS-01  MISSING"),
        ("[DUEL-AMB-01]", "designed", "DUEL-AMB-01  MISSING"),
        ("die d6: 1..6                                                        [DUEL-001]",
         "die d6: 1..6", "neither cites a rule nor is `designed`: die d6"),
    ],
)  # fmt: skip
def test_trace_lists_what_is_left_over(run: Run, old: str, new: str, message: str) -> None:
    assert old in DUEL
    Path("duel.rules").write_text(DUEL.replace(old, new))

    ran = run("trace", "duel.rules")

    assert ran.status == 1
    assert message in ran.out
    assert "incomplete: " in ran.out


def test_odds_are_exact_and_sum_to_one(run: Run) -> None:
    found = run("odds", "duel.rules", "throw", "2", "--format", "json").json["distribution"]

    assert [each["value"] for each in found] == [3, 4, 5, 6, 7, 8]
    assert all((each["numerator"], each["denominator"]) == (1, 6) for each in found)
    assert run("odds", "duel.rules", "throw(2)").out == run("odds", "duel.rules", "throw", "2").out


@pytest.mark.parametrize(
    ("check", "message"),
    [("trow", "did you mean `throw`?"), ("throw(", "never closed"), ("throw(9)", ""), ("game", "")],
)
def test_odds_of_what_is_none_are_refused_in_words(run: Run, check: str, message: str) -> None:
    ran = run("odds", "duel.rules", check)

    assert ran.status in (1, 2)
    assert message in ran.err


def test_why_a_choice_is_offered(run: Run) -> None:
    ran = run("why", "duel.rules", "bow")

    assert "bow: offered" in ran.out
    assert "[DUEL-002]" in ran.out


def test_why_a_choice_is_not_offered(run: Run) -> None:
    ran = run("why", "duel.rules", "pay", "--format", "json")

    (answer,) = ran.json["answers"]
    assert answer["offered"] is False
    (reason,) = answer["reasons"]
    assert reason["kind"] == "only if"
    assert reason["cites"] == ["DUEL-003"]
    assert reason["place"]["line"] == 16


def test_why_a_value_is_what_it_is(run: Run) -> None:
    (answer,) = run("why", "duel.rules", "luck(ann)", "--format", "json").json["answers"]

    assert (answer["base"], answer["value"]) == ("1", "3")
    assert [step["stage"] for step in answer["steps"]] == ["+"]
    assert "luck(bob) is 1" in run("why", "duel.rules", "luck(bob)").out


def test_why_is_asked_at_the_position_of_a_save(run: Run) -> None:
    run("play", "higher", "--seed", "3", stdin=b"2\nsave here.save\nquit\n")

    ran = run("why", "higher", "number of gone", "--at", "here.save")

    assert "number of gone is 2" in ran.out


@pytest.mark.parametrize("question", ["golf(ann)", "luck(", "luck(ann) luck(bob)", "1 / 0", "\n"])
def test_why_of_what_cannot_be_asked_is_a_sentence(run: Run, question: str) -> None:
    assert run("why", "duel.rules", question).status in (0, 1, 2)


def test_explain_knows_every_page_by_its_name(run: Run) -> None:
    lines = run("explain").out.splitlines()
    slugs = [line.partition(": ")[0] for line in lines]

    assert "number-too-long: A number has more than fifteen digits." in lines
    assert "failed-example" in slugs
    assert run("explain", "failed-example").out.startswith("# failed-example\n")
    assert run("explain", "--format", "json").json["slugs"] == slugs
    assert "did you mean `failed-example`?" in run("explain", "faild-example").err


def test_explain_prints_a_page_without_what_only_the_documentation_needs(run: Run) -> None:
    message = run("explain", "never-set")

    assert "```rules\nstate toll" in message.out
    assert message.out.endswith("\nSee also: Data: `state`\n")
    assert "](../reference/data.md" in run("explain", "never-set", "--format", "json").json["page"]


def test_a_value_that_is_no_sum_of_named_parts_is_given_as_it_is(run: Run) -> None:
    Path("cap.rules").write_text(
        'rulebook cap "Cap"\n    players 2\n    starts with game\nstate n: 0..9 = 3\n'
        "value room: 0..9 = larger(1, 5 - n)\nphase game\n    p1 chooses k from 1..room\n"
        "    set n to k\n    nobody wins\n"
    )

    ran = run("why", "cap.rules", "room")

    assert "room is 2" in ran.out
    assert "what else" not in ran.out


def test_a_failing_example_names_the_lines_that_have_changed_since_it_held(run: Run) -> None:
    Path("duel.rules").write_text(DUEL)
    never_held = DUEL.replace("given gold(ann) is 2", "given gold(ann) is 3")

    assert run("test", "duel.rules").status == 0
    Path("duel.rules").write_text(DUEL.replace("gold(p) >= 3", "gold(p) >= 2  # less"))
    ran = run("test", "duel.rules")
    Path("other.rules").write_text(never_held.replace("rulebook duel", "rulebook other"))
    other = run("test", "other.rules")

    assert ran.status == other.status == 1
    _, _, changed = ran.out.partition("since all of them held, these lines have changed:\n")
    old, new, *rest = changed.splitlines()
    assert old.split(": ", 1) == ["  duel.rules:16", old.split(": ", 1)[1]]
    assert old.split(": ", 1)[1].startswith("- only if gold(p) >= 3")
    assert new.split(": ", 1)[1].startswith("+ only if gold(p) >= 2  # less")
    assert not any(line.startswith("  duel") for line in rest)
    assert "have changed" not in other.out


def test_what_held_is_not_forgotten_by_a_failure_or_a_part_of_the_examples(run: Run) -> None:
    Path("duel.rules").write_text(DUEL)
    run("test", "duel.rules")
    Path("duel.rules").write_text(DUEL.replace("gold(p) >= 3", "gold(p) >= 2"))

    first = run("test", "duel.rules").out
    run("test", "duel.rules", "--only", "six")

    assert run("test", "duel.rules").out == first


def test_a_range_of_rules_is_proved(run: Run) -> None:
    ran = run("trace", "duel.rules", "DUEL-002..DUEL-003", "--tested")

    assert [line[:8] for line in ran.out.splitlines() if line.startswith("DUEL")] == [
        "DUEL-002",
        "DUEL-003",
    ]
    summary, kinds = ran.out.splitlines()[-2:]
    assert summary.startswith("2 rules: ") and kinds.startswith("kinds of change tried: ")


def test_one_rule_alone_lists_each_change_that_no_example_detects(run: Run) -> None:
    same, reported = ("games are the same", "`check` reports it")

    alone = run("trace", "duel.rules", "DUEL-003", "--tested").out
    among = run("trace", "duel.rules", "DUEL-003..DUEL-004", "--tested").out
    ran = run("trace", "duel.rules", "DUEL-003", "--tested", "--format", "json").json

    fates = Counter(change["fate"] for change in ran["rules"][0]["changes"])
    assert alone.count(f"no example detects it, and {same}\n") == fates["equivalent"] > 0
    assert alone.count(f"no example detects it, and {reported}\n") == fates["warned"]
    assert same not in among and "without a difference in games" in among


@pytest.mark.parametrize("range", ["DUEL-003..DUEL-002", "DUEL-001..DUEL-AMB-01"])
def test_a_range_goes_from_a_rule_to_a_later_one(run: Run, range: str) -> None:
    ran = run("trace", "duel.rules", range, "--tested")

    assert ran.status == 2
    assert "is not a range" in ran.err


def test_a_worked_example_is_no_rule_to_prove(run: Run) -> None:
    ran = run("trace", "duel.rules", "DUEL-EX-01", "--tested")

    assert (ran.status, ran.out) == (2, "")
    assert "`DUEL-EX-01` is a worked example" in ran.err


def test_a_range_names_rules_that_there_are(run: Run) -> None:
    assert (
        "has no number `DUEL-009`"
        in run("trace", "duel.rules", "DUEL-001..DUEL-009", "--tested").err
    )
    unproved = run("trace", "duel.rules", "DUEL-001..DUEL-002").err
    assert "`DUEL-001..DUEL-002` is a range of rules, which needs `--tested`" in unproved
