"""An action and its changes are logged in one sentence, each event once."""

from __future__ import annotations

import pytest

import ruleslang
from ruleslang import Chanced

YARD = """
rulebook yard "Yard"
    language 1
    players 2: ann, ben
    starts with game
words Side: left, right
board lawn: grid 4 by 3, one piece per space
piece dog "Dog" x2 per player on lawn
kind bone
card old "Old bone" x3: bone
card new "New bone" x1: bone
zone bag(player): bone, seen by all
zone hole(player, Side): bone, seen by all
zone shelf: bone, seen by all
state tired(piece): yes or no = no
state wind(player): Side or none
state calls: 0..9 = 0
state count: 0..9 = 0
phase game
    move item(pieces(ann), 1) to cell(1, 1)
    move cards to bag(ann)
    ann chooses early "when to begin" from {1, 2}
    BODY
    ben chooses late "when to end" from {1, 2}
    nobody wins
table looks
    | what  | drawn  |
    | count | hidden |
    | shelf | hidden |
"""
CASES = {
    "a piece that was chosen, and whereto": (
        """ann chooses d "who runs" from (pieces(ann) where space(it) is not none)
    ann chooses s "where to" from {cell(2, 1), cell(3, 3)}
    move d to s
    set tired(d) to yes""",
        ["1"],
        "ann: when to begin: 1; who runs: Dog 1 A1 → C3 · tired: Dog 1",
    ),
    "cards that were chosen, with their way": (
        """ann chooses 2 of bag(ann) as b "what to bury"
    ann chooses w "where" from Side
    move b to hole(ann, w)""",
        ["0", "1"],
        "ann: when to begin: 1; what to bury: Old bone ×2 → hole(right)",
    ),
    "a state that takes what was chosen, and book-keeping": (
        """ann chooses w "whence" from Side
    set wind(ann) to w
    add 1 to count
    move first(bag(ann)) to shelf
    add 1 to calls""",
        ["0"],
        "ann: when to begin: 1; whence: left · Old bone: bag → shelf · calls 0 → 1",
    ),
    "states of one sort together": (
        """set wind(ben) to left
    for each d in pieces(ann): set tired(d) to yes
    move first(bag(ann)) to hole(ann, left)
    move first(bag(ann)) to hole(ann, left)""",
        [],
        "ann: when to begin: 1 · wind(ben): left · tired: Dog 1, Dog 2 · "
        "Old bone ×2: bag → hole(left)",
    ),
}


def test_a_piece_that_comes_back_has_both_steps() -> None:
    dog = "move item(pieces(ann), 1) to cell"
    match = ruleslang.load_text(YARD.replace("BODY", f"{dog}(3, 1)\n    {dog}(1, 1)")).start(seed=1)
    match.choose(1)

    assert match.story(None)[-1].text == "ann: when to begin: 2 · Dog 1 A1 → C1 · Dog 1 C1 → A1"


@pytest.mark.parametrize(("body", "chosen", "log"), CASES.values(), ids=CASES)
def test_each_event_is_logged_once(body: str, chosen: list[str], log: str) -> None:
    match = ruleslang.load_text(YARD.replace("BODY", body)).start(seed=1)
    for place in ("0", *chosen, "0"):
        match.choose(int(place))

    happened = [entry.text for entry in match.story(0) if entry.kind == "happened" and entry.text]
    assert happened == [log, "ben: when to end: 1"]


DUEL = """
rulebook duel "The duel"
    language 1
    players 2: home, away
    starts with game
words Skill: force, guile
kind plan
    has bonus: 1..3
card bold "Bold" x3: plan
    bonus: 2
card meek "Meek" x3: plan
    bonus: 1
die d6: 1..6
zone pile: plan, ordered, seen by nobody
zone shown: plan, seen by all
state hits: 0..9 = 0
phase game
    move cards to pile
    home chooses side "how" from Skill
    if hurts(home): add 1 to hits
    home chooses later "how again" from Skill
    nobody wins
procedure hurts(p: player) answers yes or no
    let c = turned_up
    let mine = effort(p, force)
    let theirs = effort(opponent(p), guile)
    answer mine + bonus(c) > theirs
procedure effort(p: player, s: Skill) answers 1..6
    let dice = throw
    answer dice
check throw answers 1..6
    roll d6 as face
    answer face
procedure turned_up answers plan
    let c = first(pile)
    move c to shown
    answer c
table looks
    | what   | phrase      |
    | effort | {p}'s {s}   |
    | hurts  | {p} strikes |
"""


@pytest.mark.parametrize("reader", [0, 1, None])
def test_dice_in_a_check_are_shown_with_their_player(reader: int | None) -> None:
    match = ruleslang.load_text(DUEL).start(seed=1)
    for how in ("force", "guile"):
        match.choose(how)

    log = [part.text for entry in match.story(reader) for part in entry.parts]
    rolled = [text for text in log if "rolled" in text]
    mine, theirs = (event.outcome[0] for event in match.events if isinstance(event, Chanced))
    assert rolled == [f"home's force: rolled d6: {mine}", f"away's guile: rolled d6: {theirs}"]


def test_a_number_that_the_phrase_of_a_check_leaves_out_follows_it_unless_it_is_nothing() -> None:
    text = DUEL.replace("s: Skill)", "s: Skill, minus: 0..2)").replace(
        "    let dice = throw\n    answer dice",
        "    let dice = throw\n    answer larger(1, dice - minus)",
    )
    text = text.replace("effort(p, force)", "effort(p, force, minus: 2)")
    text = text.replace("effort(opponent(p), guile)", "effort(opponent(p), guile, minus: 0)")
    match = ruleslang.load_text(text).start(seed=1)
    for how in ("force", "guile"):
        match.choose(how)

    log = [part.text for entry in match.story(1) for part in entry.parts]
    heads = [words.partition(":")[0] for words in log if "rolled" in words]
    assert heads == ["home's force, minus 2", "away's guile"]


def test_a_check_around_others_is_reported_by_its_phrase_and_its_answer() -> None:
    text = DUEL.replace("    let c = turned_up\n", "").replace(" + bonus(c)", "")
    match = ruleslang.load_text(text).start(seed=1)
    for how in ("force", "guile"):
        match.choose(how)

    log = [entry.text for entry in match.story(0) if entry.kind == "happened"]
    mine, theirs = (event.outcome[0] for event in match.events if isinstance(event, Chanced))
    hurts = "yes · hits 0 → 1" if int(mine) > int(theirs) else "no"
    assert log[-4:-1] == [
        f"home's force: rolled d6: {mine}",
        f"away's guile: rolled d6: {theirs}",
        f"home strikes? {hurts}",
    ]


def test_the_looks_of_a_check_report_its_totals_with_its_answer() -> None:
    text = DUEL.replace("    let c = turned_up\n", "").replace(" + bonus(c)", " + 1") + (
        "table looks\n    | what  | says                              |\n"
        "    | hurts | {p} with {mine} against {theirs} |\n"
    )
    match = ruleslang.load_text(text).start(seed=1)
    for how in ("force", "guile"):
        match.choose(how)

    mine, theirs = (event.outcome[0] for event in match.events if isinstance(event, Chanced))
    hurts = "yes · hits 0 → 1" if int(mine) + 1 > int(theirs) else "no"
    log = [entry.text for entry in match.story(1) if entry.kind == "happened"]
    assert log[-2] == f"home strikes? home with {mine} against {theirs} → {hurts}"


ROLL_OFF = """
rulebook roll_off "Roll-off"
    language 1
    players 2: home, away
    starts with game
kind fighter
    has power: 1..9
card fox "Fox": fighter
    power: 5
card owl "Owl": fighter
    power: 3
die d6: 1..6
zone ring(player): fighter, SIGHT
state luck: 0..9 = 1
phase game
    move cards where it is fox to ring(home)
    move cards where it is owl to ring(away)
    let mine = first(ring(home))
    let theirs = first(ring(away))
    home chooses n from 1..2
    if mine is not none and theirs is not none
        if hits(CALL): home wins
    nobody wins
check hits(force: 0..19, defence: 0..19) answers yes or no
    roll d6 as face
    roll d6 as other
    answer face + force > other + defence
"""
SEEN = "seen by all"
NAMED = "hits (force Fox (5), defence Owl (3))"


@pytest.mark.parametrize(
    ("call", "sight", "log"),
    [
        ("power(mine), power(theirs)", SEEN, NAMED),
        ("power(mine) + luck, power(theirs)", SEEN, "hits (force Fox (6), defence Owl (3))"),
        ("power(mine), luck", SEEN, "hits (force 5, defence 1)"),
        ("power(mine), power(mine)", SEEN, "hits (force 5, defence 5)"),
        ("power(mine), power(theirs)", "seen by owner", ""),  # nor the number of a hidden card
    ],
)
def test_a_check_of_numbers_names_the_owners_of_the_compared_numbers(
    call: str, sight: str, log: str
) -> None:
    text = ROLL_OFF.replace("CALL", call).replace("SIGHT", sight)
    match = ruleslang.load_text(text).start(seed=1)
    match.choose("1")

    shown = next((e.text for e in match.story(0) if e.kind == "happened" and "d6" in e.text), "")
    assert shown.startswith(f"{log}: rolled d6: " if log else "home: n: 1 · rolled d6: ")


CHARMED = """
kind token
card charm "Charm" x2: token
    while in worn(you)
        modify strength(you): +2
zone box: token, seen by all
zone worn(player): token, SIGHT
value strength(p: player): 0..19 = luck + boost
value boost: 0..9 = 0
modify boost: + luck
"""


@pytest.mark.parametrize(
    ("sight", "reader", "force"),
    [
        ("seen by all", 1, "force 6 (Charm +2, Charm +2, +1)"),
        ("seen by owner", 0, "force 6 (Charm +2, Charm +2, +1)"),
        ("seen by owner", 1, "force 6 (+5)"),  # the cards stay hidden
    ],
)
def test_a_number_of_a_check_shows_what_modifiers_add(sight: str, reader: int, force: str) -> None:
    text = (ROLL_OFF + CHARMED).replace("CALL", "strength(home), luck").replace("SIGHT", sight)
    worn = "    move cards where it is charm to worn(home)\n"
    text = text.replace("    let mine", f"{worn}    let mine")
    match = ruleslang.load_text(text).start(seed=1)
    match.choose("1")

    shown = [entry.text for entry in match.story(reader) if "d6" in entry.text]
    assert [text.partition(", defence")[0] for text in shown] == [f"hits ({force}"]


def test_the_text_of_a_check_names_its_rolls_or_values() -> None:
    with pytest.raises(ruleslang.RulesError, match="not a name in `hurts`"):
        ruleslang.load_text(
            DUEL + "table looks\n    | what  | says      |\n    | hurts | {bonuses} |\n"
        )


def test_others_who_choose_in_a_check_are_named() -> None:
    chosen = '    home chooses a "to add" from 0..1\n    away chooses b "to take" from 0..1\n'
    text = DUEL.replace("    let c = turned_up\n", chosen).replace(" + bonus(c)", " + a - b")
    match = ruleslang.load_text(text).start(seed=1)
    for how in ("force", "1", "0", "guile"):
        match.choose(how)

    assert "home: to add: 1; away: to take: 0" in [entry.text for entry in match.story(None)]


def test_what_a_choice_changed_before_a_check_is_told_with_the_choice() -> None:
    text = DUEL.replace("    if hurts", "    add 1 to hits\n    if hurts")
    match = ruleslang.load_text(text).start(seed=1)
    for how in ("force", "guile"):
        match.choose(how)

    assert "home: how: force · hits 0 → 1" in [entry.text for entry in match.story(None)]


def test_a_number_that_a_phrase_leaves_out_has_no_owner() -> None:
    call = "power(mine), power(theirs), minus: power(mine)"
    text = ROLL_OFF.replace("CALL", call).replace("SIGHT", SEEN)
    text = text.replace("defence: 0..19)", "defence: 0..19, minus: 0..9)") + (
        "table looks\n    | what | phrase                    |\n"
        "    | hits | {force} against {defence} |\n"
    )
    match = ruleslang.load_text(text).start(seed=1)
    match.choose("1")

    heads = [entry.text.partition(": rolled")[0] for entry in match.story(0)]
    assert "Fox (5) against Owl (3), minus 5" in heads


SWEEP = """
rulebook sweep "Sweep"
    language 1
    players 2: ann, ben
    starts with game
words Post: wing, centre
words Pose: flat, upright
kind bone
card old "Old bone" x3: bone
card new "New bone" x2: bone
zone bag(player): bone, seen by all
zone men(player, Post, Pose): bone, seen by all
zone pile: bone, ordered, seen by all
phase game
    move first(cards where it is old) to pile
    move cards where it is old and it is not in pile to bag(ann)
    move cards where it is new to bag(ben)
    ann chooses n "number" from {1, 2}
    BODY
    ben chooses m "number" from {1, 2}
    nobody wins
"""


def swept(body: str) -> str:
    """What a spectator reads about a choice of Ann and what follows."""
    match = ruleslang.load_text(SWEEP.replace("BODY", body)).start(seed=1)
    match.choose("1")
    match.choose("1")
    (text,) = (e.text for e in match.story(None) if e.text.startswith("ann: number: 1"))
    return text.removeprefix("ann: number: 1 · ")


def test_cards_of_several_owners_are_told_apart() -> None:
    assert swept("move bag(any) to pile") == "New bone ×2, Old bone ×2: bag(ben, ann) → pile"


def test_cards_that_turn_in_their_places_share_their_words() -> None:
    ready = "move first(bag(ben)) to men(ben, wing, flat)\n    " + (
        'move first(bag(ben)) to men(ben, centre, flat)\n    ben chooses k "ready" from {1, 2}\n'
    )
    text = SWEEP.replace("ann chooses", f"{ready}    ann chooses").replace(
        "BODY", "for each q in Post: move men(ben, q, flat) to men(ben, q, upright)"
    )
    match = ruleslang.load_text(text).start(seed=1)
    for _ in range(3):
        match.choose("1")

    turned = "New bone ×2: men(ben), flat → upright: wing, centre"
    assert f"ann: number: 1 · {turned}" in [entry.text for entry in match.story(None)]


def test_of_a_pile_in_another_order_only_the_top_is_listed() -> None:
    text = SWEEP.replace("    ann chooses", "    move bag(any) to pile\n    ann chooses")
    match = ruleslang.load_text(text.replace("BODY", "move item(pile, 3) to pile")).start(seed=1)
    match.choose("1")
    match.choose("1")

    order = "pile, top first: New bone, Old bone, Old bone, …"
    assert f"ann: number: 1 · {order}" in [entry.text for entry in match.story(None)]


CUP = """
rulebook cup "Cup"
    language 1
    players 2: ann, ben
    starts with game
die stone: 3..3
dice cup(player): 2 stone
state shots: 0..9 = 0
phase game
    for each p in players: roll cup(p)
    ann chooses n "number" from {1, 2}
    roll cup(ann)
    add 1 to shots
    p_rolls(ann)
    ben chooses m "number" from {1, 2}
    nobody wins
procedure p_rolls(p: player)
    p may do again
action again "roll a die again" by p choosing d "die" from cup(p)
    roll d
"""


@pytest.mark.parametrize("reader", [0, 1, None])
def test_dice_that_show_the_same_faces_again_were_rolled(reader: int | None) -> None:
    match = ruleslang.load_text(CUP).start(seed=1)
    for place in (0, 0, 0):
        match.choose(place)

    happened = [entry.text for entry in match.story(reader) if entry.kind == "happened"]
    assert happened[0] == "ann: number: 1 · cup: 3 3 · shots 0 → 1"
    assert happened[1] == "ann: roll a die again: 3 · cup: 3 3"
