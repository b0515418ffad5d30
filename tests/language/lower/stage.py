"""A small rulebook with some of everything, in which single lines are tried."""

from __future__ import annotations

from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source

STAGE = """\
rulebook stage "A stage"
    language 1
    players 2..4: north, east, south, west
    starts with game
    at most 100 decisions, then nobody wins

words Colour: amber, green, violet
die bone: 1..6
die fortune: good x2, bad
dice cup(player): up to 3 bone, starts with 2
kind tile
    has colour: Colour
    has worth: 1..9 = 1
kind scroll
card lamp "Lamp" x4: tile
    colour: amber
card spell "Spell" x2: scroll
    play
        move this to heap
zone pile: cards, ordered, seen by nobody
zone heap: cards, ordered, seen by all
zone hand(player): cards, at most 5, seen by owner
zone tiles(player): tile, at most 3, seen by all
board field: grid 5 by 5, one piece per space
piece stone x2 per player on field
state score(player): 0..50 = 0
state round_number: 0..9 = 0
state favourite: Colour or none
state marked: set of player = {}
state bid(player): 0..9 = 0, seen by owner
value strength(p: player): 0..99 = score(p)
value liked(p: player): set of Colour = {amber}
procedure rolls(p: player, n: 1..3) answers 1..6
    roll bone as face
    answer face
procedure rest(p: player)
    nothing
action lay by p choosing c from hand(p)
    move c to heap
window moment(now: Colour, by_whom: player)
    asks players
    offers lay
    closes when all pass
window other(now: Colour)
    asks players
    offers lay
    closes when all pass
phase game
    rest(north)
    nobody wins
"""


def tried(text: str) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    """What becomes of the stage with more declarations."""
    tree, unread = parse(Source("stage.rules", STAGE + text))
    lowered = compile_trees([tree])
    program = lowered.compiled.program if lowered.compiled else None
    return program, (*unread, *lowered.diagnostics)


def slugs(text: str) -> list[str]:
    """The slugs of what is wrong with more declarations."""
    return [diagnostic.slug for diagnostic in tried(text)[1]]


def trial(*lines: str) -> str:
    """Lines as the body of a procedure of a player."""
    return "procedure trial(p: player)\n" + "".join(f"    {line}\n" for line in lines)


def lowered(*lines: str) -> s.Block:
    """What lines become in the body of a procedure of a player."""
    return procedure(*lines).body.statements


def procedure(*lines: str) -> d.Procedure:
    """The procedure of a player that has lines as its body."""
    program, found = tried(trial(*lines))
    assert program is not None, [(each.slug, each.message) for each in found]
    return next(each for each in program.procedures if each.name == "trial")
