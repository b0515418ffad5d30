"""
What one match costs in C, beside what an embedder compares it with.

For each rulebook: random play by choice and by number of an action, as parts of play by index; a
question, asked once at each decision; a server that sends `story` and `information` to each seat
after each move; and a solver that asks for `information` after each of up to four choices, beside
one for which all choices from the opening on are narrated. For games of OpenSpiel, its loop and its
own game beside the adapter's, if `pyspiel` is installed. Prints one JSON object of microseconds of
processor time and ratios.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import ruleslang
from ruleslang.api.json_data import information
from ruleslang.explanation.story.story import story_of

GAMES = ("tic_tac_toe", "kuhn_poker", "connect_four", "grangol", "super_team")
MOST_TRIED = 4  # choices at a decision
Take = Callable[[ruleslang.Match, Any, random.Random], None]
clock = time.process_time

LOOPS: dict[str, Take] = {
    "by index": lambda m, d, draw: m.choose(draw.randrange(len(d.choices))),
    "by choice": lambda m, d, draw: m.choose(draw.choice(d.choices)),
    "by number": lambda m, d, draw: m.act(draw.choice(m.actions())),
}


def after_each_choice(match: ruleslang.Match, ask: Callable[[], object]) -> None:
    """What a solver does at a decision: a choice, a question, and back."""
    assert match.decision is not None
    for place in range(min(MOST_TRIED, len(match.decision.choices))):
        match.push(place)
        ask()
        match.pop()


def narrated_information(match: ruleslang.Match, seat: int) -> list[str]:
    """The information of a seat, for which all choices are narrated."""
    story = story_of(match.engine, range(len(match.seats)))
    story.go_on(match.engine.chosen)
    return [information(entry) for entry in story.entries(seat)]


QUESTIONS: dict[str, Callable[[ruleslang.Match, int], object]] = {
    "names of all choices": lambda m, seat: [choice.id for choice in m.decision.choices],
    "key": lambda m, seat: m.key(),
    "features": lambda m, seat: m.features(seat),
    "information": lambda m, seat: m.information(seat),
    "story": lambda m, seat: m.story(seat),
    "story and information to each seat": lambda m, seat: [
        (m.story(each), m.information(each)) for each in range(len(m.seats))
    ],
    "information after each choice": lambda m, seat: after_each_choice(
        m, lambda: m.information(seat)
    ),
    "the same, narrated from the opening": lambda m, seat: after_each_choice(
        m, lambda: narrated_information(m, seat)
    ),
}


def microseconds_of_a_decision(game: ruleslang.Game, take: Take, seconds: float) -> float:
    """Random play from start to end, starts included."""
    draw, made, seed, began = random.Random(1), 0, 0, clock()
    while clock() - began < seconds:
        seed += 1
        match = game.start(seed=seed, engine="c")
        while (decision := match.decision) is not None:
            take(match, decision, draw)
            made += 1
    return (clock() - began) / made * 1e6


def microseconds_of_a_question(
    game: ruleslang.Game, ask: Callable[[ruleslang.Match, int], object], times: int
) -> float:
    """A question to the seat to decide, once at each decision of random play."""
    draw, asked, seed, spent = random.Random(1), 0, 0, 0.0
    while asked < times:
        seed += 1
        match = game.start(seed=seed, engine="c")
        while (decision := match.decision) is not None and asked < times:
            began = clock()
            ask(match, decision.player)
            spent += clock() - began
            asked += 1
            match.choose(draw.randrange(len(decision.choices)))
    return spent / asked * 1e6


def microseconds_of_openspiel(game: Any, seconds: float) -> float:
    """Its random play, of a game of OpenSpiel or of a rulebook as one."""
    draw, made, began = random.Random(1), 0, clock()
    while clock() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, weights)[0])
                continue
            state.apply_action(draw.choice(state.legal_actions()))
            made += 1
    return (clock() - began) / made * 1e6


def measured(name: str, seconds: float, times: int) -> Iterator[tuple[str, float]]:
    """What each thing costs, in microseconds."""
    game = ruleslang.load(name)
    game.start(seed=0, engine="c")
    for what, take in LOOPS.items():
        yield what, microseconds_of_a_decision(game, take, seconds)
    for what, ask in QUESTIONS.items():
        yield what, microseconds_of_a_question(game, ask, times)
    try:
        import pyspiel

        from ruleslang.apps.adapters.openspiel import load_game
    except ImportError:
        return
    if name in pyspiel.registered_names():
        games = {"OpenSpiel": partial(pyspiel.load_game, name), "adapter": partial(load_game, name)}
        for what, begun in games.items():
            yield what, microseconds_of_openspiel(begun(), seconds)


def main() -> None:
    """Measure the rulebooks that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--times", type=int, default=200)
    given = parser.parse_args()
    found = {}
    for name in given.rulebooks or GAMES:
        costs = dict(measured(name, given.seconds, given.times))
        found[name] = {
            what: {"microseconds": round(cost, 1), "choices": round(cost / costs["by index"], 2)}
            for what, cost in costs.items()
        }
    print(json.dumps({"command": "one_match", "costs": found}, indent=2))


if __name__ == "__main__":
    main()
