"""An entry ends with its action; each turn has its heading; a check names its roller."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang.explanation.story.entry_types import Did

HEAD = """rulebook points "Points"
    language 1
    players 2: home, away
    starts with game
    at most 40 decisions, then nobody wins

phase game
    take turns p among players
        turn(p)
"""
POINTS = """
state points: 0..4 = 4, reset each turn

phase turn(p: player)
    p may do spend as often as allowed
    in any case
        set points to 0

action spend by p
    pays 1 from points
"""
DUEL = """
die d6: 1, 2, 3, 4, 5, 6
state score(player): 0..40 = 0

phase turn(p: player)
    p may do shoot

action shoot by p
    if hits(aim: 3)
        add 1 to score(p)

check hits(aim: 1..6) answers yes or no
    roll d6 as n
    answer n >= aim
"""


def story(text: str, *choices: str) -> list[str]:
    """A spectator's story after these choices."""
    match = ruleslang.load_text(HEAD + text).start(seed=4)
    for choice in choices:
        match.choose(choice)
    return [entry.text for entry in match.story(None)]


def test_events_after_an_action_are_not_part_of_its_entry() -> None:
    log = story(POINTS, "spend", "decline", "spend", "spend")

    assert log[1:5] == ["home: turn", "home: spend · points 4 → 3", "points 3 → 0", "away: turn"]


def test_a_turn_has_its_heading_after_a_turn_without_entries() -> None:
    log = story(POINTS, "spend", "decline", "decline", "spend", "spend")

    assert [text for text in log if text.endswith(": turn")] == ["home: turn", "home: turn"]


def test_a_check_names_who_rolled_and_whether_it_was_lost() -> None:
    log = story(DUEL, *["shoot"] * 6)

    rolled = [text for text in log if "rolled" in text]
    assert {text.partition(":")[0] for text in rolled} == {"home", "away"}
    assert all(("→ won" in text) is ("score" in text) for text in rolled)
    assert all(("→ lost" in text) is ("score" not in text) for text in rolled)


def test_what_a_deed_changed_before_a_check_is_part_of_the_deed() -> None:
    shots = DUEL.replace("    if hits", "    add 1 to shots\n    if hits")
    log = story(shots + "state shots: 0..40 = 0\n", "shoot")

    assert log[2] == "home: shoot · shots 0 → 1"
    assert log[3].startswith("home: hits (aim 3): rolled d6:")


def test_a_check_that_was_left_without_an_answer_hides_no_later_one() -> None:
    left = DUEL.replace("    answer", "    if shots is 1: end turn\n    answer").replace(
        "    if hits", "    add 1 to shots\n    if hits"
    )

    left = left.replace("check hits", "procedure hits")
    log = story(f"{left}\nstate shots: 0..40 = 0\n", "shoot", "shoot", "shoot")

    assert [each.partition(":")[0] for each in log if "hits" in each] == ["away", "home"]


SECRETS = """
kind jewel
card ruby "Ruby" x2: jewel
card opal "Opal" x2: jewel
die d6: 1..6
zone hand(player): jewel, seen by owner
zone pile: jewel, ordered, seen by nobody

phase turn(p: player)
    p chooses one of
        begin
            move cards to pile
            move top(pile, 2) to hand(home)
        go_on: nothing
    let n = worth(p)
    let m = total(p)
    let k = drawn(p)
    let t = topmost
    let d = open_throw

check worth(p: player) answers 1..6
    roll d6 as w seen by p
    answer w

check total(p: player) answers 1..12
    let half = worth(p)
    answer half + half

check drawn(p: player) answers jewel or none
    if hand(p) is empty: answer none
    pick c from hand(p) by chance
    answer c

check topmost answers jewel
    pick c from pile by chance
    answer c

check open_throw answers 1..6
    roll d6 as shown
    answer shown
"""


def test_a_check_that_answers_by_a_hidden_roll_or_card_is_in_no_other_story() -> None:
    match = ruleslang.load_text(HEAD + SECRETS).start(seed=4)
    match.choose("begin")
    match.choose("go_on")
    known = {seat: " ".join(e.text for e in match.story(seat)) for seat in (0, 1, None)}

    assert all(
        check in known[0] for check in ("worth (home) → ", "total (home) → ", "drawn (home)")
    )
    for seat, other in ((1, "home"), (None, "home"), (None, "away")):
        hidden = (f"{name} ({other})" for name in ("worth", "total", "drawn"))
        assert not any(check in known[seat] for check in hidden)
    assert not any("topmost" in text for text in known.values())
    assert all("open throw → " in text for text in known.values())


def test_cards_that_are_shown_where_they_are_have_not_come_or_gone() -> None:
    shown = SECRETS.replace("go_on: nothing", "show: reveal hand(home)")
    match = ruleslang.load_text(HEAD + shown).start(seed=4)
    match.choose("begin")
    match.choose("show")

    changes = [e.text for e in match.story(1) if "hand(home)" in e.text]
    assert any("now seen" in change for change in changes), changes
    assert not any("2 → 2 cards" in change or "+ " in change for change in changes)


BACK = """
state timer: 0..10 = 0, reset each turn
state clock: 0..10 = 0

phase turn(p: player)
    set timer to 6
    set clock to 6
    p may do step
    set timer to 0
    set clock to 0
    p may do step

action step by p
    add 1 to timer
"""


def test_only_an_automatic_reset_to_the_start_is_silent() -> None:
    log = story(BACK, "decline", "step", "decline")

    assert [text for text in log if "timer" in text or "clock" in text] == [
        "timer 6 · clock 6",
        "timer 6 → 0 · clock 6 → 0",
        "home: step · timer 0 → 1",
        "away: turn: timer 1 → 6 · clock 0 → 6",
        "timer 6 → 0 · clock 6 → 0",
    ]


HALVES = """
state score(player): 0..40 = 0

phase half(first: player)
    for each p in clockwise(first)
        set active to p
        leg(p)

phase leg(p: player)
    p may do score_a_goal

action score_a_goal by p
    add 1 to score(p)
"""


def test_the_phases_around_the_first_entry_have_their_headings() -> None:
    match = ruleslang.load_text(HEAD.replace("turn(p)", "half(p)") + HALVES).start(seed=4)
    for _ in range(4):
        match.choose("score_a_goal")

    phases = [entry.text for entry in match.story(None) if entry.kind == "phase"]
    halves = ["home: half", "home: leg", "away: leg"]
    assert phases == halves * 2


ROUNDS = """
phase half
    repeat 2 times
        round

phase round
    home may do pass_on
    away may do pass_on
    interval

procedure interval
    away may do pass_on

action pass_on by p
    nothing

table looks
    | what  | phrase    |
    | round | the round |
"""


def test_phases_that_recur_have_their_numbers_within_the_phase_around_them() -> None:
    halves = "half\n    half\n    nobody wins"
    text = HEAD.replace("take turns p among players\n        turn(p)", halves) + ROUNDS
    match = ruleslang.load_text(text).start(seed=4)
    while match.decision is not None:
        match.choose("pass_on")

    phases = [entry.text for entry in match.story(None) if entry.kind == "phase"]
    rounds = ["the round 1", "the round 2"]
    assert phases == ["half 1", *rounds, "half 2", *rounds]


ASKED = """
state score(player): 0..40 = 0

phase turn(p: player)
    p may do run_on

action run_on by p
    if arrives(p)
        add 1 to score(p)

check arrives(p: player) answers yes or no
    let far = score(p)
    answer far < 1

table looks
    | what    | phrase       | says         |
    | arrives | {p} arrives  | after {far}  |
"""


def test_a_sentence_that_is_answered_by_yes_or_no_is_a_question() -> None:
    log = story(ASKED, *["run_on"] * 3)

    asked = [text.partition(" arrives? ")[2] for text in log if "arrives" in text]
    assert [text.partition(" · ")[0] for text in asked] == [
        "after 0 → yes",
        "after 0 → yes",
        "after 1 → no",
    ]


AFTER = """
phase turn(p: player)
    rest(none)
    rest(p)

phase rest(after: player or none)
    for each q in players
        q may do sleep

action sleep by p
    nothing

table looks
    | what | phrase               |
    | rest | rest after {after}   |
"""


def test_a_phase_without_its_player_has_no_phrase() -> None:
    log = story(AFTER, *["sleep"] * 4)

    assert [text for text in log if "rest" in text] == ["rest 1", "rest after home"]


DEAL = """
kind plan
card good "Good" x4: plan
zone pile: plan, seen by all
zone hand(player): plan, seen by owner

phase turn(p: player)
    move cards to pile
    move pile to hand(p)
    p may do wait

action wait by p
    nothing

table looks
    | what | phrase |
    | turn | a deal |
"""


def test_an_entry_names_the_owner_unless_its_heading_does() -> None:
    at_once = [text for text in story(DEAL, "wait", "wait") if text.startswith("a deal 2: ")]

    assert at_once == ["a deal 2: Good ×4: hand(home) → hand(away)"]


EVENTS = """
kind event
    play
        nothing
card call "Distress Call" x4: event
zone pile: event, ordered, seen by nobody
zone gone: event, seen by all

phase turn(p: player)
    if pile is empty: move cards to pile
    let drawn = first(pile)
    if drawn is not none
        move drawn to gone
        perform drawn by p
    p may do choose_one

action choose_one by p choosing c from gone
    perform c
"""


def test_a_card_that_the_rules_perform_is_an_event() -> None:
    match = ruleslang.load_text(HEAD + EVENTS).start(seed=4)
    match.choose("choose_one call")
    match.choose("choose_one call")

    did = [p for e in match.story(None) for p in e.parts if isinstance(p, Did) and p.card]
    assert [(part.what, part.name) for part in did] == [("event", "call"), ("event", "call")]
    assert "home: choose one: Distress Call" in [entry.text for entry in match.story(None)]


JOKERS = """
kind tool
card sword "Sword": tool
    play
        you chooses n "how hard" from 1..2
card joker "Joker": tool
    play
        nothing
zone hand(player): tool, seen by owner
zone table: tool, seen by all
zone gone: tool, seen by all

phase turn(p: player)
    move cards where it is in gone or it is in hand(any) or zone_of(it) is none to hand(p)
    p may do use

action use by p choosing c from hand(p)
    move c to table
    if title(c) is joker: perform c as sword by p
    else: perform c by p
    KEPT
"""


def used(*choices: str, reader: int | None, kept: str = "move c to gone") -> list[str]:
    """A story of a joker that is played as a sword."""
    match = ruleslang.load_text(HEAD + JOKERS.replace("KEPT", kept)).start(seed=4)
    for choice in choices:
        match.choose(choice)
    return [entry.text for entry in match.story(reader) if entry.kind == "happened"]


def test_a_card_that_counts_as_another_is_named_as_what_it_is() -> None:
    mine = used("use joker", "2", reader=0)

    assert mine[:2] == [
        "home: use: Joker · Joker: hand → table, now Sword",
        "home: how hard: 2 · Sword: table → gone, now Joker",
    ]


def test_a_card_that_counts_as_itself_again_in_its_place_is_so_named() -> None:
    text = JOKERS.replace("move c to table", "nothing").replace("KEPT", "nothing")
    match = ruleslang.load_text(HEAD + text).start(seed=4)
    for choice in ("use joker", "2"):
        match.choose(choice)
    texts = [entry.text for entry in match.story(0)]

    assert "home: use: Joker · Joker: hand, now Sword" in texts
    assert "home: how hard: 2 · Sword: hand, now Joker" in texts


def test_a_card_is_named_that_was_seen_for_a_moment() -> None:
    theirs = used("use joker", "2", reader=1, kept="move c to hand(p)")

    assert theirs[0].startswith("home: use: Joker")


def test_a_card_that_was_just_chosen_is_not_named_again_when_it_is_performed() -> None:
    text = EVENTS.replace(" choosing c from gone", "").replace(
        "    perform c\n", '    p chooses c "card" from gone\n    perform c by p\n'
    )
    match = ruleslang.load_text(HEAD + text).start(seed=4)
    match.choose("choose_one")
    match.choose("choose_one")

    assert "home: choose one; card: Distress Call" in [e.text for e in match.story(None)]


EACH = """
state thief: player = away, seen by nobody

phase turn(p: player)
    for each q in {away, home}: trade(q)
    for each q in players where q is thief: robbery(q)

phase trade(q: player)
    q may do pass_on

phase robbery(who: player)
    home may do pass_on
    away may do pass_on

action pass_on by p
    nothing
"""


def test_a_phase_that_a_loop_runs_for_each_player_is_named_after_them() -> None:
    log = story(EACH, *["pass_on"] * 4)

    assert [text for text in log if "trade" in text or "rob" in text] == [
        "away: trade",
        "home: trade",
        "robbery 1",
    ]


WAYS = (
    "for each q in players where q is thief: robbery(q)",
    "robbery(thief)",
    "let q = thief\n    robbery(q)",
    "prepare(thief)",
)


@pytest.mark.parametrize("way", WAYS)
def test_a_phase_is_never_named_after_a_player_whom_a_secret_determines(way: str) -> None:
    text = EACH.replace(WAYS[0], way) + "\nphase prepare(q: player)\n    robbery(q)\n"
    logs = [
        story(text.replace("= away", f"= {thief}"), *["pass_on"] * 4) for thief in ("home", "away")
    ]

    assert any("robbery" in text for text in logs[0])
    assert logs[0] == logs[1]


RESTARTS = """
state thief: player = away, seen by nobody

phase turn(p: player)
    p may do pass_on
    restart(opponent(p))
    if p is home: robbery(thief)

phase restart(starter: player)
    starter may do pass_on

phase robbery(who: player)
    home may do pass_on

action pass_on by p
    nothing

table looks
    | what    | phrase             |
    | restart | {starter} restarts |
    | robbery | {who} robs         |
"""


def test_a_phase_is_named_after_its_player_if_everybody_may_know_them() -> None:
    log = story(RESTARTS, *["pass_on"] * 5)

    assert [text for text in log if "rob" in text or "restart" in text] == [
        "away restarts",
        "robbery",
        "home restarts",
    ]


def test_a_card_is_named_that_others_see_only_after_another_question() -> None:
    asks = '    p chooses k "haste" from 1..2\n    move c to table\n'
    text = JOKERS.replace("KEPT", "move c to gone").replace("    move c to table\n", asks)
    match = ruleslang.load_text(HEAD + text).start(seed=4)
    for choice in ("use joker", "1", "2"):
        match.choose(choice)

    assert any(e.text.startswith("home: use: Joker") for e in match.story(1))
