"""Games of a rulebook, replayed with a changed program: does the change make a difference?"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import cycle, islice
from typing import Literal

from attrs import evolve, field, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.entities import can_begin
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal, Observer
from ruleslang.evaluation.consistency.games import Game, begun, game_in, positions_of_examples
from ruleslang.evaluation.consistency.search import every_answer
from ruleslang.evaluation.mutation.mutant import AUDIENCE, Mutant
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.explanation.story.open_view import open_view
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Compiled, Program
from ruleslang.source.budget import budget
from ruleslang.source.span import Span

GAMES = 24  # with the default options, each number of players in turn; then each other answer
REPLAYED = 8  # games that reach a line
LONGEST = 300  # decisions of one of them
LONGEST_OF_EXAMPLE = 40  # decisions of one that begins in the position of an example

RECORDED = (s.Statement, s.Branch, d.ValueCase)
STOPPED = "stopped"  # seen where a game met a fault
Difference = Literal["differs", "same", "unreached"]
Line = tuple[str, int]


@frozen(eq=False)
class PlayedGame:
    """How a game began, the choices, and the view before each choice, where it was recorded."""

    game: Game
    seen: tuple[Hashable, ...]
    lines: frozenset[Line]


@frozen(eq=False, slots=False)
class GamesToCompare:
    """Games of a rulebook, played when they are first asked for."""

    compiled: Compiled
    spans: Sequence[Span]
    seed: int = 1
    _done: list[PlayedGame] = field(factory=list)

    def reach(self, lines: frozenset[Line]) -> bool:
        """Return whether a game reaches one of these lines; some aren't recorded."""
        return any(game.lines & lines for game in self.played())

    def missed(self, lines: frozenset[Line]) -> bool:
        """Return whether games, which record these lines, came to none of them."""
        return bool(lines & self._recorded) and not self.reach(lines)

    @cached_property
    def _recorded(self) -> frozenset[Line]:
        """The lines of statements, branches and rows: games always record those they reach."""
        parts = enumerate(parts_of(self.compiled.program).all)
        numbers = {at for at, part in parts if isinstance(part, RECORDED)}
        return frozenset(_lines(self.compiled.program, numbers))

    def played(self) -> Iterator[PlayedGame]:
        """Yield games from the opening, with all options, and from examples."""
        yield from self._done
        for opening in self._openings[len(self._done) :]:
            with budget():  # a game counts for no single change
                seed = self.seed + len(self._done)
                self._done.append(self._play(evolve(opening, seed=seed)))
            yield self._done[-1]

    @cached_property
    def _openings(self) -> tuple[Game, ...]:
        program = self.compiled.program
        first, *others = (
            Game(self.seed, players, tuple(sorted(options.items())), ())
            for players, options in every_answer(program)
        )
        seats = range(program.seats.low, program.seats.high + 1)
        numbers = [number for number in seats if can_begin(program, {}, number)] or [first.players]
        openings = [evolve(first, players=of) for of in islice(cycle(numbers), GAMES)] + others
        positions = positions_of_examples(self.compiled, self.spans)
        openings += (game_in(program, position, self.seed) for position in positions)
        return tuple(openings)

    def _play(self, opening: Game) -> PlayedGame:
        reached: set[int] = set()
        chance = Stream(derive(opening.seed, stream_number("mutants")))
        longest = LONGEST if opening.position is None else LONGEST_OF_EXAMPLE
        picks: list[int] = []
        seen: list[Hashable] = []
        try:
            match = begun(self.compiled.program, opening, [Observer(reached=reached.add)])
            while match.decision is not None and len(picks) < longest:
                seen.append(_position_hash(match))
                picks.append(chance.below(len(match.decision.choices)))
                match.choose(picks[-1])
            seen.append(_position_hash(match))
        except (Fault, NotLegal, ValueError):
            seen.append(STOPPED)
        lines = frozenset(_lines(self.compiled.program, reached))
        return PlayedGame(evolve(opening, picks=tuple(picks)), tuple(seen), lines)

    def touched(self, mutant: Mutant) -> frozenset[Line]:
        """Return the lines that a change touches; if games reach none, those of its declaration."""
        return mutant.lines if self.reach(mutant.lines) else mutant.site.lines

    def compared(self, changed: Program, mutant: Mutant, *, anywhere: bool) -> Difference:
        """
        Return whether a game that comes to a change goes otherwise; `anywhere`: any game may. If
        the change is about who sees something, what each seat sees is compared, too.
        """
        lines, views = self.touched(mutant), mutant.kind == AUDIENCE
        come = [*islice((game for game in self.played() if game.lines & lines), REPLAYED)]
        if not come and anywhere:
            come = [*islice(self.played(), REPLAYED)]
        for game in come:
            if _differs(changed, game):
                return "differs"
            if views and _views(changed, game.game) != _views(self.compiled.program, game.game):
                return "differs"
        return "same" if come else "unreached"


def _differs(changed: Program, played: PlayedGame) -> bool:
    picks = played.game.picks
    try:
        match = begun(changed, played.game)
        for place, seen in enumerate(played.seen):
            if seen == STOPPED or _position_hash(match) != seen:
                return True
            if place < len(picks):
                match.choose(picks[place])
    except (Fault, NotLegal, ValueError, RecursionError):
        return STOPPED not in played.seen
    return False


def _views(program: Program, game: Game) -> list[View]:
    """Return the views of all seats at the opening and after every choice."""
    match, views = begun(program, game), list[View]()
    with suppress(Fault):
        for pick in (None, *game.picks):
            if pick is not None:
                match.choose(pick)
            views += (evolve(match.view(seat), decision=None) for seat in range(game.players))
    return views


def _position_hash(match: Match) -> Hashable:
    """
    Return the hash of what is asked and of where everything is, without the order in unordered
    zones: two moves that commute have the same result.
    """
    shown, decision = open_view(match), match.decision
    asked = decision and (decision.player, decision.name, [of.id for of in decision.choices])
    zones = [
        (cards if place.zone.ordered else sorted(cards))
        for place, laid in match.position.zones.items()
        for cards in [[*zip((of.order for of in laid), shown.zones[place.name].cards, strict=True)]]
    ]
    ended = match.outcome, match.fault and match.fault.slug
    return hash(repr((asked, ended, zones, evolve(shown, zones={}))))


def lines_of_example(compiled: Compiled, example: d.Example) -> frozenset[Line]:
    """Return the lines that an example comes to."""
    reached: set[int] = set()
    run_example(compiled, example, reached.add)
    return frozenset(_lines(compiled.program, reached))


def _lines(program: Program, reached: set[int]) -> Iterator[Line]:
    parts, origins = parts_of(program).all, program.origins
    for number in reached:
        origin = parts[number].origin
        if 0 <= origin < len(origins):
            yield origins[origin].file, origins[origin].line
