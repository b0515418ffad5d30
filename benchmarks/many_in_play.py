"""
How the speed of a decision depends on the number of cards in play: decisions a second of each
engine with 50, 200 and 800 of them. Values are changed by other cards, and rules that act at once
look at all. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import time

import ruleslang

SIZES = (50, 200, 800)
ENGINES = ("interpreter", "wasm", "c")

TEXT = """rulebook many "Many in play"
    language 1
    players 2: north, south
    starts with duel
    at most 400 decisions, then nobody wins

kind ally
    has power: 0..99
    has health: 1..99
card soldier x{soldiers}: ally
    power: 2
    health: 9
card drummer x{drummers}: ally
    power: 1
    health: 7
    while in field(you)
        modify power(c) where c is in field(you) and c is soldier: +1
card healer x{healers}: ally
    power: 1
    health: 5
    while in field(you)
        after strikes(any, any)
            limit 1 per turn
            add 1 to rested

zone field(player): ally, seen by all
zone lost: ally, seen by all
state damage(ally): 0..99 = 0, stops at the ends, only in field
state tired(ally): yes or no = no, only in field
state rested: 0..9999 = 0, stops at the ends

value strong(p: player): set of ally = (each c in field(p) where not tired(c) and power(c) > 0)

procedure strikes(a: ally, b: ally)
    set tired(a) to yes
    add power(a) to damage(b)

action attack by p choosing a from first(strong(p), 4), b from first(field(opponent(p)), 4)
    strikes(a, b)

whenever there is c in field(any) where damage(c) >= health(c)
    move c to lost

whenever there is p in players where field(p) is empty
    opponent(p) wins

phase turn(p: player)
    for each c in field(p): set tired(c) to no
    p may do attack as often as allowed

phase duel
    for each p in players
        for each t in titles
            let undealt = (each c in cards where title(c) is t and zone_of(c) is none)
            move first(undealt, each_side(t)) to field(p)
    take turns p among players
        turn(p)

value each_side(t: title): 0..999
    when t is soldier: {soldiers} / 2 rounded down
    when t is drummer: {drummers} / 2 rounded down
    otherwise: {healers} / 2 rounded down
"""


def text_of(size: int) -> str:
    """The rulebook with this many cards in play."""
    drummers, healers = 8, size // 10 * 2
    return TEXT.format(soldiers=size - drummers - healers, drummers=drummers, healers=healers)


def rate(game: ruleslang.Game, engine: str, seconds: float) -> float:
    """Decisions a second of processor time, once a first match has warmed up."""
    made, seed, began = 0, 0, 0.0
    while time.process_time() - began < seconds or seed < 1:
        match, chosen = game.start(seed=seed, engine=engine), random.Random(seed)
        if seed == 0:
            for _ in range(5):
                match.choose(chosen.randrange(len(match.decision.choices)))
            began = time.process_time()
        while match.decision is not None and time.process_time() - began < seconds:
            match.choose(chosen.randrange(len(match.decision.choices)))
            made += 1
        seed += 1
    return made / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--engines", nargs="*", default=ENGINES)
    options = parser.parse_args()
    games = {size: ruleslang.load_text(text_of(size)) for size in SIZES}
    rates = {
        engine: {size: round(rate(games[size], engine, options.seconds), 1) for size in SIZES}
        for engine in options.engines
    }
    print(json.dumps({"command": "many in play", "decisions a second": rates}))


if __name__ == "__main__":
    main()
