"""Outcomes of chance that C asks for, where they come from a source in Python."""

from __future__ import annotations

from typing import Any

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.match.chance import thrown
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.program.passes.alike_dice import alike_dice

ROLLED, SHUFFLED, PICKED, DRAWN = range(4)
WANTED = 5  # words: what is wanted from 1, of which stream, which, how many, and members
NO_CELL = -2  # in place of a cell: the roll whose place in the text is so much lower


class GivenChance:
    """Gets the outcomes that matches of a game want."""

    def __init__(self, game: CompiledGame) -> None:
        population, layout = game.flow.population, game.flow.layout
        self.game, self.population = game, population
        self.named = [name.partition(" ")[2] for name in layout.streams]
        self.faces = {name: [name_of(face) for face in of] for name, of in population.faces.items()}
        self.places = tuple(population.all_places())
        self.zones = layout[f.ZONES].base
        self.alike = alike_dice(population.program)
        families = (layout[f.dice_family(name)] for name in self.alike.dice)
        self.cells = {of.base + at for of in families for at in range(of.cells)}

    def outcomes(self, play: Any, chance: Any) -> list[int | tuple[int, ...]]:
        """
        Return the outcomes that come next; dice that no rule tells apart may come together. A
        source that leaves cards undrawn raises a fault when it is asked for one.
        """
        memory = play.memory
        kind, of, which, number = (memory.get("wanted", at) for at in range(WANTED - 1))
        members, named = memory.value(memory.get("wanted", WANTED - 1)), self.named[of]
        if kind - 1 == DRAWN:
            chance.look(which)
        if kind - 1 == ROLLED:
            faces = self.faces[named]
            is_alike = which in self.cells or (named, NO_CELL - which) in self.alike.rolls
            if is_alike and number:
                return list(thrown(chance, named, faces, number, members))
            return [chance.roll(named, faces)]
        if kind - 1 == PICKED:
            key = [*self.game.flow.picked][which]
            return [chance.pick(named, self.game.record_names(key, members))]
        cards = [self.population.cards[card].name for card in members]
        return [tuple(chance.shuffle(self.places[which].name, cards))]
