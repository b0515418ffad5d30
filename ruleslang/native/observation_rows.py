"""
Rows of observations, each made of the one before it.

From one observation of a seat to the next little changes, so only those parts of a row are made
anew whose cells have changed. Where a rule says who sees a place, and reads more than the settings,
rows are read off the view.
"""

from __future__ import annotations

from array import array

from ruleslang.flow.state_layout import FROZEN, PLAYERS
from ruleslang.meaning.view import FIXED
from ruleslang.native.machine import ReadCells, in_memory, read_cells
from ruleslang.native.memory import Memory
from ruleslang.native.observation_parts import Cells, PartsOfSeat, Seen
from ruleslang.native.observations import Observations
from ruleslang.portable.interpreter_copy import picture
from ruleslang.portable.printed_game import Printed
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.reads import LASTING as LASTING_EFFECTS
from ruleslang.program.program import Program
from ruleslang.program.traits.expression_reads import COUNTS_AS
from ruleslang.program.traits.expression_reads import PLAYERS as WHO_IS_IN
from ruleslang.program.traits.trait_classes import Cell


def _rules_of_seeing(program: Program) -> frozenset[Cell] | None:
    """
    What is read by rules that say who sees a place; none if that is more than the settings and who
    is in. Which card is which is no more where no place is one of a card.
    """
    seen = [(each.seen, each.index) for each in program.states]
    seen += [(each.seen, each.index) for each in program.dice]
    seen += [(by, each.index) for each in program.zones for by in (each.seen, each.count_seen)]
    by_rule = [(by.players, index) for by, index in seen if by.by not in FIXED]
    tables = derive(program)
    read = tables.reads.cells([players for players, _ in by_rule])
    of_cards = any(isinstance(at.type, t.Card) for _, index in by_rule for at in index)
    allowed = {LASTING_EFFECTS, WHO_IS_IN} | (set() if of_cards else {COUNTS_AS})
    begun = {
        each.effect.value
        for each in tables.effects.written
        if isinstance(each.effect, s.Modifier) and isinstance(each.begun_by, s.Lasting)
    }
    is_settled = all(
        cell.name not in begun if cell.kind == "value" else cell in allowed for cell in read
    )
    return read if is_settled else None


class Rows:
    """The rows of many matches of one game; each is made of the one that was asked for before."""

    def __init__(self, game: Printed, observed: Observations) -> None:
        self.game, self.observed = game, observed
        program, layout = game.flow.population.program, game.flow.layout
        families = layout.families
        self._seats: dict[int, PartsOfSeat] = {}
        self.frozen = layout[FROZEN].base if FROZEN in families else None
        self._kept: dict[tuple[int, int], tuple[ReadCells, array[int]]] = {}
        rules = _rules_of_seeing(program)
        self.are_settled = rules is not None
        self.reads_who_is_in = rules is not None and WHO_IS_IN in rules

    def row(self, match: int, seat: int, memory: Memory) -> array[int]:
        """What a seat may know of a match, whose memory this is."""
        before = self._kept.pop((match, seat), None)
        read = read_cells(memory, self.game.flow.layout, before and before[0])
        if not self._are_told_by_cells(read.cells):
            play = in_memory(self.game, memory).portable()
            return self.observed.row(picture(self.game, play).view(seat))
        of_seat, frozen = self._of_seat(seat, memory), self.frozen
        of_others = None if frozen is None else read.cells[frozen]
        seen = Seen(read.cells, read.cells if of_others is None else of_others)
        if before is None or frozen in read.changed:
            row = of_seat.row(seen)
        else:
            row = before[1]
            of_seat.take(row, read.changed, seen)
        self._kept[match, seat] = read, row
        return row

    def _are_told_by_cells(self, cells: Cells) -> bool:
        """Whether nothing but the settings, and cells, says who sees what."""
        players = len(self.game.flow.population.players)
        who_is_in = cells[self.game.flow.layout[PLAYERS].base]
        return self.are_settled and (not self.reads_who_is_in or len(who_is_in) == players)

    def _of_seat(self, seat: int, memory: Memory) -> PartsOfSeat:
        found = self._seats.get(seat)
        if found is None:
            machine = picture(self.game, in_memory(self.game, memory).portable()).machine
            given = self.observed, self.game.flow, self.game.codec.of_match(), machine, seat
            found = self._seats[seat] = PartsOfSeat(*given)
        return found
