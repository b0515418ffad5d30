"""Commands that the program suggests to its user work when they are pasted."""

from __future__ import annotations

from pathlib import Path

from tests.apps.cli.conftest import Run

EFFECTS = """\
rulebook effects "Effects"
    players 2
    starts with game
    at most 10 decisions, then nobody wins
state n: 0..9 = 0
value power: 0..9 = 1
while n is 3
    modify power: + 1
procedure moved answers 0..9
    set n to 1
    answer n
phase game
    let m = moved
    nobody wins
example "all"
    when game
    then power is 1
"""


def test_the_hint_to_go_on_can_be_pasted(run: Run) -> None:
    Path("my.cards").write_text('card high "High" x15: number_card\n    strength: 9\n')
    ran = run("play", "higher", "--seed", "3", "--cards", "my.cards", stdin=b"")

    hint = ran.out.rpartition("ruleslang ")[2].split()
    assert "--cards" in hint
    assert run(*hint, stdin=b"").status == 0
    refused = run("play", "higher", "--resume", "higher-3.save")
    assert "it was made with `--cards my.cards`" in refused.err


def test_what_an_overlay_makes_untrue_is_no_failure(run: Run) -> None:
    Path("my.cards").write_text('card high "High" x15: number_card\n    strength: 9\n')

    tested = run("test", "higher", "--cards", "my.cards")

    assert tested.status == 0
    assert "no longer hold" in tested.out


def test_an_example_of_the_cards_themselves_must_hold(run: Run) -> None:
    Path("my.cards").write_text('example "wrong"\n    then 1 is 2\n')

    assert run("test", "higher", "--cards", "my.cards").status == 1


def test_what_is_never_reached_is_named_by_its_text(run: Run) -> None:
    Path("effects.rules").write_text(EFFECTS)

    out = run("test", "effects.rules").out

    assert "not reached: `while n is 3` (effects.rules:7)" in out


def test_odds_that_cannot_be_counted_name_the_cause_and_its_place(run: Run) -> None:
    Path("effects.rules").write_text(EFFECTS)

    ran = run("odds", "effects.rules", "moved")

    assert "`set n to 1` changes the match" in ran.err
    assert "effects.rules:10" in ran.err
    assert "those with results: moved" in run("odds", "effects.rules", "nosuch").err


def test_odds_of_something_without_answers_are_refused(run: Run) -> None:
    Path("effects.rules").write_text(EFFECTS)

    ran = run("odds", "effects.rules", "game")

    assert "`game` answers nothing; those with results: moved" in ran.err
    without = EFFECTS.replace(" answers 0..9", "").replace("    answer n\n", "")
    Path("plain.rules").write_text(without.replace("let m = moved", "moved"))
    assert "results: none; declare one, such as `check " in run("odds", "plain.rules", "game").err


def test_why_is_about_the_decision_that_is_pending(run: Run) -> None:
    alone = run("why", "grangol", "tiro", "--at", "9")
    named = run("why", "grangol", "tiro", "--at", "9", "--player", "home")
    other = run("why", "grangol", "tiro", "--at", "9", "--player", "away")

    assert alone.out == named.out
    assert "home may do `play_card` with `tiro` now" in named.out
    assert "home is asked now, not away" in other.out


def test_a_place_in_a_rulebook_given_by_path_can_be_opened(run: Run) -> None:
    Path("deep").mkdir()
    Path("deep/q.rules").write_text('rulebook q "Q"\n    players 2\n    starts with nosuch\n')

    ran = run("check", "deep/q.rules")
    plain = run("check", "deep/q.rules", "--format", "json")

    assert "--> deep/q.rules:3" in ran.out
    assert plain.json["diagnostics"][0]["place"]["file"] == "q.rules"


DIE = """\
rulebook lamp "Lamp"
    players 2
    starts with game
die lantern: out, one_coin x2, storm
die d6: 1..6
check look answers lantern
    roll lantern as face
    answer face
phase game
    let face = look
    if face is out: nobody wins
    players win
"""


def test_odds_of_a_die_are_those_of_its_faces(run: Run) -> None:
    Path("lamp.rules").write_text(DIE)

    assert "one coin  1/2   50.00%" in run("odds", "lamp.rules", "lantern").out
    assert run("odds", "lamp.rules", "d6").out.count("1/6") == 6
    die = run("odds", "lamp.rules", "lantern", "--format", "json").json
    check = run("odds", "lamp.rules", "look", "--format", "json").json
    assert die["distribution"] == check["distribution"]


def test_odds_of_a_condition_are_asked_by_a_claim(run: Run) -> None:
    Path("lamp.rules").write_text(DIE)
    ran = run("odds", "lamp.rules", "look is out")

    assert ran.status == 2
    assert "`claim: chance of (look is out) is 1 / 6`" in ran.err


def test_what_is_not_reached_or_left_open_is_no_wider_than_the_terminal(run: Run) -> None:
    steps = "".join(f"procedure step_number_{n}\n    set n to {n}\n" for n in range(9))
    calls = "".join(f"    step_number_{n}\n" for n in range(9))
    choice = '    home chooses m "a number" from 1..n\n    set n to m\n'
    text = EFFECTS.replace("    players 2\n", "    players 2: home, away\n")
    text = text.replace("    let m = moved\n", f"    let k = moved\n{choice}{calls}")
    text = text.replace("    when game\n    then power", "    then power")
    Path("steps.rules").write_text(text + steps)

    tested = run("test", "steps.rules").out
    asked = run("validate", "steps.rules", "--questions", "--seconds", "0.1").out

    heads = [
        *tested.partition("\n1 example")[0].split("\n"),
        *asked.partition("\n\n")[0].split("\n"),
    ]
    assert "step_number_8" in "".join(heads) and "left to the language" in " ".join(heads)
    assert max(map(len, heads)) <= 100
