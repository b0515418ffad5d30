"""The events of a match that C plays: its choices made again, with what happens in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from ruleslang.engine.cells.build_decision import named
from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.given_chance import PICKED, SHUFFLED
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.flow.state_layout import dice_family
from ruleslang.engine.match.decision import Chanced, Decided, DecidedTogether, Event
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.runtime_values import name_of

DECIDED, DECIDED_IN_SECRET, SECRET_ENDED = range(3, 6)


def events_of(played: CPlay, seed: int, chosen: Sequence[int]) -> list[Event] | None:
    """
    Return the events of a whole match that began with a seed, and in which these choices were made;
    `None` if chance was not that of the seed throughout.
    """
    game: Any = played.game
    play: Any = CPlay(game, game.compiled, is_clear=False)  # read by what reads machines in Python
    play.start(seed, keeps_events=True)
    decided = []
    for index in chosen:
        if play.waits_for is None:
            return None
        decision = named(game, play, cache(partial(game.definition.picture, game, play)))
        ids = tuple([choice.id for choice in decision.choices])
        decided.append(Decided(decision.player, decision.name, ids[index], ids))
        play.choose(index)
    if play.all_outcomes() != played.all_outcomes():
        return None
    words = play.memory.linked(play.memory.get("events"))
    return list(_in_order(game, [play.memory.value(word) for word in reversed(words)], decided))


def _in_order(
    game: CompiledGame, happened: Sequence[Sequence[Any]], decided: Sequence[Decided]
) -> Iterator[Event]:
    """Yield events by what C kept of them: what happened, of which stream or place, the outcome."""
    chanced, decisions, in_secret = chance_by(game), iter(decided), list[Decided]()
    for what, *where in happened:
        if what == DECIDED:
            yield next(decisions)
        elif what == DECIDED_IN_SECRET:
            in_secret.append(next(decisions))
        elif what != SECRET_ENDED:
            yield chanced(what, *where)
        elif in_secret:
            yield DecidedTogether(tuple(in_secret))
            in_secret = []


def chance_by(game: CompiledGame) -> Callable[[int, int, int, Any], Chanced]:
    """Return a function that names the acts of chance of a game."""
    flow = game.flow
    population, layout = flow.population, flow.layout
    streams = {number: name.partition(" ")[2] for name, number in layout.streams.items()}
    faces = {die: [name_of(face) for face in of] for die, of in population.faces.items()}
    picked = [*flow.picked]
    dice = {
        layout[dice_family(dice.name)].base + number: place_name(dice.name, index)
        for dice in population.program.dice
        for number, index in enumerate(game.codec.indexes[dice.name])
    }

    def chanced(what: int, of: int, which: int, outcome: Any) -> Chanced:
        if what == SHUFFLED:
            names = [population.cards[card].name for card in outcome]
            return Chanced("shuffle", game.codec.places[of].name, tuple(names))
        if what == PICKED:
            return Chanced("pick", streams[of], (*game.record_names(picked[which], [outcome]),))
        die = streams[of]
        return Chanced("roll", dice.get(which, die), (faces[die][outcome],))

    return chanced
