"""Each law can fail: a fault is planted, and the law finds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from attrs import evolve

from ruleslang import api
from ruleslang.engine.interpreter import asking as asking_in_play
from ruleslang.engine.interpreter import candidates, state_changes, view
from ruleslang.engine.interpreter.asking import value_options
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.match.chance import Streams
from ruleslang.evaluation import laws as of_rulebooks
from ruleslang.evaluation.laws import choice_leaks, shrink, termination, view_leaks
from ruleslang.evaluation.laws.law import Law
from ruleslang.language.format.format_source import Formatted, format_source
from ruleslang.language.syntax import declarations as d
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled
from ruleslang.simulation.records.saves import Save, from_text, to_text
from ruleslang.simulation.simulate import simulate
from ruleslang.source.span import Source
from tests.evaluation.laws.texts import CARDS, HEADER, PLAY, broken, planted, shipped, subject
from tests.support import laws as of_the_engine
from tests.support.laws import matches, texts
from tests.support.laws.all import LAWS
from tests.support.program_json import from_json

FAULTY = """
state n: 0..3 = 0
phase game
    take turns p among players
        p chooses one of
            add_one: add 1 to n
            leave_it: nothing
"""


def test_a_fault_breaks_the_law_that_games_end() -> None:
    (found,) = broken(termination.TERMINATION, planted(FAULTY))

    assert "out-of-range" in found.finding


def test_a_match_that_breaks_a_law_is_made_short() -> None:
    (found,) = broken(termination.TERMINATION, planted(FAULTY))

    assert found.line is not None
    assert found.line.picks == (0, 0, 0, 0)  # four times the first branch, and never the other


def test_the_save_of_a_broken_law_is_at_the_breach() -> None:
    game = api.load(HEADER + FAULTY)
    (found,) = broken(termination.TERMINATION, planted(FAULTY))

    assert game.resume(found.save).fault is not None


def test_what_the_engine_stumbles_over_breaks_the_law_that_games_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stumble(*_: Any) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(state_changes, "forget", stumble)

    (found,) = broken(termination.TERMINATION, planted(CARDS + PLAY))

    assert "KeyError" in found.finding


ENDLESS = """
state n: 0..3 = 0, stops at the ends
phase game
    take turns p among players
        p chooses one of
            add_one: add 1 to n
            leave_it: set n to 0
"""


def test_games_that_only_the_decision_cap_ends_break_the_law_that_games_end() -> None:
    (found,) = broken(termination.TERMINATION, planted(ENDLESS))

    assert "ended by the decision cap of" in found.finding


def test_a_game_that_a_rule_ends_now_and_then_ends() -> None:
    assert not broken(
        termination.TERMINATION, planted(ENDLESS.replace("set n to 0", "p wins"), games=3)
    )


def test_a_header_that_names_the_winner_at_the_cap_has_an_end() -> None:
    header = HEADER.replace("then nobody wins", "then (players) win")

    assert not broken(termination.TERMINATION, subject(load_text(header + ENDLESS), games=2))


def test_a_card_at_two_places_breaks_the_law_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_changes, "_leave", lambda *_: None)

    (found,) = broken(matches.CONSERVATION, planted(CARDS + PLAY))

    assert "places at once" in found.finding


def test_two_choices_of_one_name_break_the_law_of_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        asking_in_play,
        "value_options",
        lambda *of: [evolve(each, id="same") for each in value_options(*of)],
    )

    (found,) = broken(matches.WELL_FORMED_DECISIONS, planted(CARDS + PLAY))

    assert "2 choices called `same`" in found.finding


BLANK = """
card nameless "": token
action lay " " by p in talk choosing c "" from hand(p)
    move c to heap
window talk ""
    asks {home}
    offers lay
    closes when all were asked
phase game
    deal
    away chooses first_card "" from hand(away)
    open talk
    home chooses one of
        one "": nothing
        two " ": nothing
    nobody wins
"""


def test_what_has_a_blank_text_is_asked_by_its_name() -> None:
    tried = planted(CARDS + BLANK)

    assert tried.compiled.program.windows[0].text is None
    assert broken(matches.WELL_FORMED_DECISIONS, tried) == []


def test_chance_that_forgets_its_seed_breaks_the_law_of_replays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = iter(range(1_000_000))

    def forgetful(_: Streams, zone: str, cards: Sequence[str]) -> Sequence[int]:
        return range(len(cards)) if next(calls) % 2 else range(len(cards))[::-1]

    monkeypatch.setattr(Streams, "shuffle", forgetful)

    assert broken(matches.REPLAYS, planted(CARDS + PLAY))


def test_a_save_that_drops_a_choice_breaks_the_law_of_saves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def drop_one(match: api.Match) -> str:
        return to_text(Save(match.start, match.choices[:-1], match.hash()))

    monkeypatch.setattr(api.Match, "to_json", drop_one)

    (found,) = broken(matches.SAVES, planted(CARDS + PLAY))

    assert "refused" in found.finding


def test_a_save_that_is_not_read_as_written_breaks_the_law_of_saves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        matches, "from_text", lambda text: evolve(from_text(text), seats=("you", "you"))
    )

    assert broken(matches.SAVES, planted(CARDS + PLAY))


def test_a_copy_that_shares_its_state_breaks_the_law_of_copies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied = State.copy
    monkeypatch.setattr(State, "copy", lambda state: evolve(copied(state), zones=state.zones))

    assert broken(matches.COPIES, planted(CARDS + PLAY))


def test_a_view_that_leaks_breaks_the_law_of_views(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = view.seen_zone

    def leaky(m: Any, place: Any, who: Any) -> view.ZoneView:
        seen = shown(m, place, who)
        names = tuple(card.name for card in m.state.zones[place])
        return evolve(seen, cards=names) if place.zone.name == "hand" else seen

    monkeypatch.setattr(view, "seen_zone", leaky)

    (found,) = broken(view_leaks.VIEW_LEAK, planted(CARDS + PLAY))

    assert "changed places" in found.finding and "hand(" in found.finding


def test_a_view_that_reveals_the_order_of_a_hand_breaks_the_law_of_views(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = view.seen_dice

    def leaky(m: Any, who: Any) -> Any:
        hand = m.state.zones[m.tables.places["hand"][(m.tables.players[1],)]]
        best = max((card.order for card in hand), default=0)
        return {**shown(m, who), "best": (str(best),)}

    monkeypatch.setattr(view, "seen_dice", leaky)

    assert broken(view_leaks.VIEW_LEAK, planted(CARDS + PLAY))


LEAKS = {
    "in the condition of a choice": """
phase game
    deal
    take turns p among players until for every q in players: hand(q) is empty
        p chooses c from hand(p) where rank(c) >= lowest of rank(k) over k in hand(opponent(p))
        move c to heap
    nobody wins
""",
    "in a value": """
value weak(p: player): yes or no = number of (hand(opponent(p)) where rank(it) is 1) > 0
phase game
    deal
    take turns p among players until for every q in players: hand(q) is empty
        p chooses one of
            hold: nothing
            attack if weak(p): p wins
            lay_one if hand(p) is not empty
                p chooses c from hand(p)
                move c to heap
    nobody wins
""",
    "in what an action asks": """
action bet by p choosing n from 1..3
    only if there is c in top(pile) where rank(c) >= n
    if n is 3: p wins
action lay by p choosing c from hand(p)
    move c to heap
phase game
    deal
    take turns p among players until for every q in players: hand(q) is empty
        p may do one of lay, bet
    nobody wins
""",
    "in whether he is asked": """
action call by p
    only if there is c in hand(opponent(p)) where rank(c) is 3
    p wins
phase game
    deal
    repeat 3 times
        for each p in players
            p may do call
    nobody wins
""",
    "in a cost": """
state coins(player): 0..9 = 5
value price(p: player): 0..3 = 3 when (there is c in top(pile) where rank(c) is 1) otherwise 1
action buy by p choosing n from 1..2
    pays price(p) * n from coins(p)
    if n is 2: p wins
phase game
    deal
    repeat 3 times
        for each p in players
            p may do buy
    nobody wins
""",
    "in a number that he may not know": """
zone purse(player): token, seen by owner, count seen by owner
phase game
    deal
    home chooses given_away from hand(home)
    move given_away to purse(home)
    away chooses n from 0..3 where n <= number of purse(home)
    nobody wins
""",
    "in a mark on an unseen card": """
state marked(token): yes or no = no
phase game
    deal
    home chooses c from hand(home)
    set marked(c) to yes
    away chooses n from 0..3 where n <= number of (hand(home) where marked(it))
    nobody wins
""",
    "in a tie that a player settles": """
value held(p: player): set of card = hand(p)
phase game
    deal
    for each p in players
        pick worst from held(opponent(p)) by lowest rank(worst) * 0, then choice of p
        move worst to heap
    nobody wins
""",
    "of a secret state": """
words Role: wolf, sheep
state role(player): Role = sheep, seen by owner
phase game
    for each p in players
        p chooses r from Role
        set role(p) to r
    for each p in players
        p chooses q from players where role(q) is wolf or q is p
        if q is not p: q wins
    nobody wins
""",
    "of dice in a cup": """
die d6: 1..6
dice cup(player): up to 2 d6, starts with 2, seen by owner
phase game
    for each p in players
        p chooses n from 1..6 where n <= sum of cup(opponent(p))
        if n is 6: p wins
    nobody wins
""",
    "in the set of a together": """
phase game
    deal
    together
        home chooses a from 1..3 where a <= highest of rank(k) over k in hand(away)
        away chooses b from 1..3
    if a is b: home wins
    nobody wins
""",
}


@pytest.mark.parametrize("where", LEAKS)
def test_a_leak_breaks_the_law_of_what_is_offered(where: str) -> None:
    (found,) = broken(choice_leaks.OFFERS_LEAK, planted(CARDS + LEAKS[where], games=8))

    assert "which they cannot see" in found.finding
    assert "(text.rules:" in found.finding


def test_what_is_offered_by_what_is_seen_keeps_the_law() -> None:
    text = """
phase game
    deal
    reveal hand(away) to home
    home chooses c from hand(home) where rank(c) >= lowest of rank(k) over k in hand(away)
    away chooses n from 1..3 where n <= number of hand(home)
    nobody wins
"""

    assert broken(choice_leaks.OFFERS_LEAK, planted(CARDS + text)) == []


TOLD = {
    "a public state takes what is hidden": (
        """
state tell: 0..9 = 0
phase game
    deal
    set tell to rank(top(pile))
    home chooses n from 1..2
    nobody wins
""",
        "`set tell to rank(top(pile))`",
    ),
    "an `if` on what is hidden": (
        """
state nervous: yes or no = no
phase game
    deal
    if there is c in hand(away) where rank(c) is 3
        set nervous to yes
    home chooses n from 1..2
    nobody wins
""",
        "`if there is c in hand(away)",
    ),
    "a `whenever` on what is hidden": (
        """
state nervous: yes or no = no
whenever there is c in hand(away) where rank(c) is 3
    set nervous to yes
phase game
    deal
    home chooses n from 1..2
    nobody wins
""",
        "`whenever there is c in hand(away)",
    ),
    "an effect of a card in the hand": (
        """
state luck(player): 0..9 = 0
card charm "Charm" x2: token
    while in hand(you)
        before game_round
            add 1 to luck(you)
phase game_round
    home chooses n from 1..2
phase game
    deal
    game_round
    game_round
    nobody wins
""",
        "`before game_round",
    ),
    "who is asked next": (
        """
phase game
    deal
    let wild = number of (hand(home) where rank(it) is 3)
    take turns p among players starting with (away when wild > 0 otherwise home)
        p chooses n from 1..2
        if n is 2: nobody wins
    nobody wins
""",
        "who is asked",
    ),
    "a question that is only put in one case": (
        """
phase game
    deal
    if rank(top(pile)) is 3
        home chooses n from 1..3
    home chooses k from 1..2
    nobody wins
""",
        'they would be asked "k" (1, 2) instead of',
    ),
    "a card that goes from hidden to hidden": (
        """
zone safe(player): token, seen by owner
phase game
    deal
    move hand(home) where rank(it) is 3 to safe(home)
    home chooses n from 1..2
    nobody wins
""",
        "`move hand(home) where rank(it) is 3 to safe(home)`",
    ),
    "one card of a hundred": (
        """
card dull "Dull" x98: token
    rank: 1
card rare "Rare" x1: token
    rank: 1
state found: 0..3 = 0
phase game
    deal
    home chooses n from 1..2
    set found to number of (hand(home) where it is rare)
    home chooses k from 1..2
    nobody wins
""",
        "`set found to number of (hand(home) where it is rare)`",
    ),
    "whom the rules pick by one card of a hundred": (
        """
card dull "Dull" x98: token
    rank: 1
card rare "Rare" x1: token
    rank: 1
state ahead: player or none
phase game
    deal
    home chooses n from 1..2
    pick best from players by highest number of (hand(best) where it is rare), then order
    set ahead to best
    home chooses k from 1..2
    nobody wins
""",
        "they would see ahead",
    ),
    "what an action costs": (
        """
state coins(player): 0..9 = 9
action buy by p
    pays (2 when (there is c in hand(p) where rank(c) is 3) otherwise 1) from coins(p)
    nothing
phase game
    deal
    for each p in players: p may do buy
    home chooses k from 1..2
    nobody wins
""",
        "`pays (2 when (there is c in hand(p) where rank(c) is 3) otherwise 1) from coi",
    ),
    "what chance may pick beside a card that somebody holds": (
        """
card four "Four" x4: token
    rank: 4
phase game
    deal
    pick odd from pile where not (there is c in hand(home) where rank(c) is rank(odd)) by chance
    move odd to heap
    home chooses k from 1..2
    nobody wins
""",
        "they would see heap",
    ),
    "a roll behind a screen": (
        """
die d6: 1..6
state high: yes or no = no
phase game
    roll d6 as face seen by home
    set high to face > 3
    home chooses n from 1..2
    nobody wins
""",
        "`set high to face > 3`",
    ),
    "dice in a cup": (
        """
die d6: 1..6
dice cup(player): up to 2 d6, starts with 2, seen by owner
state total: 2..12 = 2
phase game
    home chooses n from 1..2
    set total to sum of cup(home)
    home chooses k from 1..2
    nobody wins
""",
        "`set total to sum of cup(home)`",
    ),
    "a secret role": (
        """
words Role: wolf, sheep
state role(player): Role = sheep, seen by owner
state wolves: 0..2 = 0
phase game
    home chooses r from Role
    set role(home) to r
    home chooses n from 1..2
    set wolves to number of (players where role(it) is wolf)
    home chooses k from 1..2
    nobody wins
""",
        "`set wolves to",
    ),
    "a match that is over early": (
        """
phase game
    deal
    if there is c in hand(away) where rank(c) is 3: away wins
    home chooses n from 1..2
    nobody wins
""",
        "`if there is c in hand(away) where rank(c) is 3: away wins`",
    ),
    "a `whenever` that ends the match": (
        """
whenever pile is not empty and rank(top(pile)) is 3
    nobody wins
phase game
    deal
    take turns p among players until pile is empty
        p chooses n from 1..2
        shuffle pile
    nobody wins
""",
        "the match would",
    ),
    "a roll that only comes then": (
        """
die d6: 1..6
phase game
    deal
    if rank(top(pile)) is 3
        roll d6 as face
    home chooses n from 1..2
    nobody wins
""",
        "they would be shown",
    ),
    "that chance picks": (
        """
phase game
    deal
    if rank(top(pile)) is 3
        pick starter from players by chance
    home chooses n from 1..2
    nobody wins
""",
        "`starter` picked by chance",
    ),
    "that a zone is shuffled": (
        """
phase game
    deal
    if rank(top(pile)) is 3
        shuffle pile
    home chooses n from 1..2
    nobody wins
""",
        "`pile` shuffled",
    ),
    "the words of a question": (
        """
action cheer by p in gossip
    nothing
window gossip(n: 0..9) "they say {n}"
    asks {home}
    offers cheer
    closes when all were asked
phase game
    deal
    open gossip(rank(top(pile)))
    nobody wins
""",
        'the question: "they say',
    ),
    "a phase that only then begins": (
        """
phase gloat
    nothing
phase game
    deal
    if rank(top(pile)) is 3: gloat
    home chooses n from 1..2
    nobody wins
""",
        "`gloat`",
    ),
    "what lies open for a moment": (
        """
state tell: 0..9 = 0
phase pause
    nothing
phase game
    deal
    set tell to rank(top(pile))
    pause
    set tell to 0
    home chooses n from 1..2
    nobody wins
""",
        "tell, when `pause` begins",
    ),
    "what is remembered until after the next question": (
        """
state tell: 0..9 = 0
phase game
    deal
    let high = rank(top(pile))
    home chooses n from 1..2
    away chooses k from 1..2
    set tell to high
    home chooses m from 1..2
    nobody wins
""",
        "they would see tell",
    ),
    "what somebody chose to put away in secret": (
        """
zone hole: token, seen by nobody
state tell: 0..9 = 0
phase game
    deal
    away chooses n from 1..2
    home chooses c from hand(home)
    move c to hole
    add rank(c) to tell
    away chooses k from 1..2
    nobody wins
""",
        "they would see tell",
    ),
    "what may be picked only then": (
        """
state tell: 0..9 = 0
phase game
    deal
    pick bonus from (0..2 when rank(top(pile)) is 3 otherwise 0..1) by chance
    set tell to bonus
    home chooses m from 1..2
    nobody wins
""",
        "they would see tell",
    ),
    "where a card lies of which something was told": (
        """
zone rack(p: player): token, ordered, seen by (players except {p})
phase game
    deal
    for each p in players
        move top(pile) to rack(p)
        reveal rank(top(rack(p))) is 2 to p
        home chooses m from 1..2
        if there is c in hand(opponent(p)) where rank(c) is 3: move top(pile) to rack(p) on top
        home chooses n from 1..2
    nobody wins
""",
        "the places of revealed facts",
    ),
    "a number that mostly stands at its bound": (
        """
state calm: 0..9 = 9, stops at the ends
phase game
    deal
    repeat 12 times
        home chooses n from 1..6
        if n is 6: subtract 1 from calm
        if rank(top(pile)) is 3: add 1 to calm
        away chooses k from 1..6
        shuffle pile
    nobody wins
""",
        "they would see calm",
    ),
}


@pytest.mark.parametrize("how", TOLD)
def test_leaks_break_the_law_of_reports(how: str) -> None:
    breaks_the_law_of_reports(how, tries=3)


@pytest.mark.long
@pytest.mark.parametrize("how", TOLD)
def test_leaks_break_the_law_of_reports_in_more_copies(how: str) -> None:
    breaks_the_law_of_reports(how, tries=6)


def breaks_the_law_of_reports(how: str, tries: int) -> None:
    text, words = TOLD[how]
    (found,) = broken(view_leaks.STEP_LEAK, planted(CARDS + text, tries=tries))

    assert words in found.finding
    assert "hidden" in found.finding and "`reveal`" in found.finding


TOLD_BY_RIGHT = {
    "what was revealed before": """
phase game
    deal
    for each p in players
        for each c in (hand(p) where rank(it) is 3)
            reveal c
            set active to p
    active chooses n from 1..2
    nobody wins
""",
    "an answer that is revealed": """
state matching: 0..2 = 0, seen by nobody
phase game
    deal
    home chooses n from 1..3
    set matching to number of (hand(away) where rank(it) is n)
    reveal matching
    home chooses k from 1..3
    nobody wins
""",
    "a fact that is told": """
state warm: yes or no = no
phase game
    deal
    if pile is not empty: reveal rank(top(pile)) is 3
    if there is c in top(pile) where rank(c) is 3: set warm to yes
    home chooses k from 1..3
    nobody wins
""",
    "cards that are shown as they go": """
state points(player): 0..9 = 0
phase game
    deal
    repeat while there is c in top(pile) where rank(c) is 3, at most 9 times
        move top(pile) to heap
        add 1 to points(home)
    home chooses k from 1..3
    nobody wins
""",
    "who cannot lay a card draws": """
phase game
    deal
    take turns p among players until pile is empty
        if there is c in hand(p) where rank(c) > 1
            p chooses laid from hand(p) where rank(laid) > 1
            move laid to heap
        else: move top(pile) to hand(p)
    nobody wins
""",
    "how a match ends": """
phase game
    deal
    home chooses k from 1..3
    if sum of rank(c) over c in hand(home) > 3: home wins
    away wins
""",
    "a match that ends early with what is shown": """
phase game
    deal
    for each p in players
        if for every c in hand(p): rank(c) > 1
            reveal hand(p)
            p wins
    home chooses k from 1..3
    nobody wins
""",
    "a match that ends early with an answer that is revealed": """
state found: yes or no = no, seen by nobody
phase game
    deal
    repeat 3 times
        home chooses n from 1..3
        set found to there is c in hand(away) where rank(c) is n
        reveal found
        if found: home wins
    nobody wins
""",
    "who can do nothing has lost": """
action lay by p choosing c from hand(p) where rank(c) > 1
    move c to heap
phase game
    deal
    take turns p among players
        p must do lay, if impossible away wins
    nobody wins
""",
    "a match that the cap ends": """
phase game
    deal
    take turns p among players
        if there is c in hand(p) where rank(c) > 1
            p chooses laid from hand(p) where rank(laid) > 1
        p chooses n from 1..2
""",
    "rolls and phases of every turn": """
die d6: 1..6
state coins(player): 0..99 = 0
phase turn(p: player)
    roll d6 as face
    pick lucky from players by highest coins(lucky), then chance
    add face to coins(lucky)
    if there is c in hand(p) where rank(c) > 1
        p chooses laid from hand(p) where rank(laid) > 1
        move laid to heap
phase game
    deal
    repeat 4 times
        for each p in players
            turn(p)
    nobody wins
""",
    "a pick by chance from what is hidden": """
phase game
    deal
    pick shown from pile where rank(shown) is not 3 by chance
    move shown to heap
    home chooses k from 1..3
    nobody wins
""",
    "what is remembered, and lies open before it tells": """
state tell: 0..9 = 0
zone hole: token, at most 1, seen by nobody
phase game
    deal
    move top(pile) to hole
    let high = rank(first(hole))
    home chooses n from 1..2
    move hole to heap
    set tell to high
    away chooses k from 1..2
    nobody wins
""",
    "what a card costs that is laid open": """
state coins(player): 0..9 = 9
action lay by p choosing c from hand(p)
    pays rank(c) from coins(p)
    move c to heap
phase game
    deal
    for each p in players: p may do lay
    home chooses k from 1..2
    nobody wins
""",
    "the highest card, which is shown": """
phase game
    deal
    repeat 2 times
        for each p in players
            pick best from hand(p) by highest rank(best), then order
            move best to heap
            p chooses k from 1..2
    nobody wins
""",
    "what each may lay from a hand, turn by turn": """
phase game
    deal
    repeat 2 times
        for each p in players
            if there is c in hand(p) where rank(c) > 1
                p chooses laid from hand(p) where rank(laid) > 1
                move laid to heap
            else
                p chooses thrown from hand(p)
                move thrown to heap
    nobody wins
""",
    "what may be picked where nothing comes of it": """
zone hole: token, seen by nobody
phase game
    deal
    pick lost from pile where rank(lost) > 1 by chance
    move lost to hole
    pick bonus from 0..2 by chance
    home chooses n from 0..2 where n is not bonus
    away chooses k from 1..2
    nobody wins
""",
    "a secret that its owner alone is asked about": """
phase game
    deal
    if there is c in hand(home) where rank(c) is 3
        home chooses k from 1..3
    away chooses n from 1..2
    nobody wins
""",
}


@pytest.mark.parametrize("how", TOLD_BY_RIGHT)
def test_shown_cards_keep_the_law_of_reports(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_leaks, "BEGINNINGS", 8)  # the long run begins as often as a command
    assert broken(view_leaks.STEP_LEAK, planted(CARDS + TOLD_BY_RIGHT[how], games=1, tries=1)) == []


@pytest.mark.long
@pytest.mark.parametrize("how", TOLD_BY_RIGHT)
def test_shown_cards_keep_the_law_of_reports_over_more_games(how: str) -> None:
    assert broken(view_leaks.STEP_LEAK, planted(CARDS + TOLD_BY_RIGHT[how])) == []


SECRETS = """
state bid(player): 0..5 = 0
phase game
    together for each p in players
        p chooses n from 0..5
        set bid(p) to n
    together
        home chooses a from 1..3
        away chooses b from 1..3
    nobody wins
"""


def test_a_plan_that_is_seen_too_early_breaks_the_law_of_secret_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert broken(choice_leaks.SIMULTANEOUS_LEAK, planted(SECRETS)) == []

    monkeypatch.setattr(view, "belongs_to_another", lambda index, who: False)

    assert broken(choice_leaks.SIMULTANEOUS_LEAK, planted(SECRETS))


CHEAT = """
player cheat "Looks into the other's hand"
    prefer c by lowest rank(c) - highest of rank(k) over k in hand(opponent(you)) * rank(c)
    otherwise order
"""


def test_a_player_who_peeks_is_refused_before_any_law_is_tried() -> None:
    loaded = load_text(HEADER + CARDS + PLAY + CHEAT)

    assert [each.slug for each in loaded.diagnostics] == ["preference-peeks"]


def test_a_formatter_that_changes_a_number_breaks_the_law_of_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def careless(source: Source) -> Formatted:
        made = format_source(source)
        return evolve(made, text=(made.text or "").replace("x2", "x3"))

    monkeypatch.setattr(texts, "format_source", careless)

    (found,) = broken(texts.FORMATTING, planted(CARDS + PLAY))

    assert found.finding == "laid out, it is another program"


def test_json_that_forgets_breaks_the_law_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(text: str, kind: type[Compiled]) -> Compiled:
        made = from_json(text, kind)
        return evolve(made, program=evolve(made.program, zones=made.program.zones[:-1]))

    monkeypatch.setattr(texts, "from_json", forgetful)

    assert broken(texts.PROGRAM_JSON_ROUND_TRIP, planted(CARDS + PLAY))


def test_choices_in_the_order_of_their_names_break_the_law_of_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pooled = candidates.pool
    monkeypatch.setattr(
        asking_in_play,
        "candidates",
        lambda m, choice, env, _: sorted(pooled(m, choice, env), key=lambda card: card.title.name),
    )

    assert broken(texts.RENAMED_DECLARATIONS, planted(CARDS + PLAY))


TELLING = """
procedure used(place: 0..1, under: 0..1)
    nothing
phase game
    deal
    for each told in hand(home)
        reveal rank(told) is 1 to away
    home chooses shown from hand(home)
    move shown to heap
    used(0, 1)
    nobody wins
"""


def test_names_equal_to_the_marks_of_cards_keep_the_law_of_names() -> None:
    assert not broken(texts.RENAMED_DECLARATIONS, planted(CARDS + TELLING))


HOOKS = """
state n: 0..99 = 0
procedure grow
    nothing
after grow
    add 1 to n
after grow
    set n to 2 * n
phase game
    grow
    home chooses k from 0..n
    nobody wins
"""


def test_the_order_of_hooks_means_something(monkeypatch: pytest.MonkeyPatch) -> None:
    assert broken(texts.REORDERED_DECLARATIONS, planted(HOOKS)) == []

    monkeypatch.setattr(texts, "FREE", (d.TopHook,))

    assert any(
        broken(texts.REORDERED_DECLARATIONS, evolve(planted(HOOKS), seed=seed)) for seed in range(4)
    )


MARKED = """
kind beast
card wolf "Wolf" x3: beast
zone den: beast, seen by all
state hurt(beast): 0..9 = 0
state chosen: beast or none
state angry(beast): yes or no = no
phase game
    move cards to den
    home chooses w from den
    set chosen to w
    set hurt(w) to 2
    set angry(w) to yes
    home chooses x from den
    home chooses y from 0..1
    nobody wins
"""


def test_the_order_of_the_marks_of_a_card_means_nothing() -> None:
    assert [
        each.finding
        for seed in range(6)
        for each in broken(texts.REORDERED_DECLARATIONS, evolve(planted(MARKED), seed=seed))
    ] == []


def test_a_process_of_another_mind_breaks_the_law_of_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def other(batch: Any, jobs: int = 1) -> Any:
        return evolve(simulate(batch), chain=f"{jobs}")

    monkeypatch.setattr(matches, "simulate", other)

    assert broken(matches.PARALLEL_BATCHES, subject(shipped("nim"), games=2))


def test_every_law_is_in_the_list_once() -> None:
    modules = [
        import_module(f"{folder.__name__}.{each.name}")
        for folder in (of_rulebooks, of_the_engine)
        for each in iter_modules(folder.__path__)
    ]
    laws = {law.name: law for each in modules for law in vars(each).values() if type(law) is Law}

    assert sorted(laws) == sorted(law.name for law in LAWS)


@pytest.fixture(autouse=True)
def _as_found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A breach is reported as it was found, except where the test is about making it small."""
    if "made_short" not in request.node.name:
        monkeypatch.setattr(shrink, "MOST_ATTEMPTS", 0)


@pytest.fixture(autouse=True)
def _whole_match() -> Iterator[None]:
    """No plant may outlive its test."""
    yield
    assert InterpretedMatch.copy.__module__ == "ruleslang.engine.interpreter.match"


ASKED = """
words Bet: low_bet, high_bet
state bet(player): Bet or none
state again: Bet or none
action boast by p
    set again to high_bet
phase game
    deal
    home chooses first_bet "the first bet" from Bet
    set bet(home) to first_bet
    if there is c in hand(away) where rank(c) is 3
        SECRETLY
    away chooses answer_bet "the answer" from Bet
    set bet(away) to answer_bet
    home chooses last_bet "the last bet" from Bet
    set bet(home) to last_bet
    if bet(home) is bet(away): home wins
    away wins
"""
AGAIN = 'home chooses second_bet "the bet again" from Bet\n        set again to second_bet'


def test_a_player_who_is_asked_because_of_a_hidden_card_learns_it() -> None:
    (found,) = broken(view_leaks.STEP_LEAK, planted(CARDS + ASKED.replace("SECRETLY", AGAIN)))

    assert 'who is asked "the answer" (low_bet, high_bet)' in found.finding
    assert 'who is asked "the bet again" (low_bet, high_bet)' in found.finding


def test_a_player_who_is_asked_second_because_of_their_own_cards_learns_nothing() -> None:
    text = ASKED.replace("SECRETLY", "away may do boast")

    assert not broken(view_leaks.STEP_LEAK, planted(CARDS + text, games=1))


FACT = """
state found: 0..40 = 0, seen by nobody
phase game
    deal
    set found to number of (hand(away) where rank(it) is 3)
    reveal found to home
    if found > 0
        home chooses c "a card, since there is a three" from hand(home)
        move c to heap
    else
        home chooses c "a card" from hand(home)
        move c to heap
    nobody wins
"""


def test_what_follows_from_a_fact_that_was_revealed_is_no_leak() -> None:
    assert not broken(view_leaks.STEP_LEAK, planted(CARDS + FACT, games=1))
    assert broken(
        view_leaks.STEP_LEAK, planted(CARDS + FACT.replace("    reveal found to home\n", ""))
    )
