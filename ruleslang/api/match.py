"""A match: how an embedder moves and queries it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from threading import RLock
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from ruleslang.api import argument_checks
from ruleslang.api.match_reading import MatchReading, SharedByMatches
from ruleslang.engine.engine_names import INTERPRETER, WASM, C, EngineName
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.choice_by_name import IllegalChoice, place_of
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.decision import Option as Choice
from ruleslang.engine.match.interface import Match as Played
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.late_decision import Choices, LateChoice, LateDecision, Line
from ruleslang.engine.match.one_mover import one_mover
from ruleslang.simulation.records.match_start import Start
from ruleslang.simulation.records.saves import LateMade, Made, Save, to_text

if TYPE_CHECKING:
    from ruleslang.api.game import Game
    from ruleslang.engine.action_space import NumberedMatch
    from ruleslang.explanation.story.declared_parts import Declarations


CHOICES_BETWEEN_COPIES = {WASM: 64, C: 64}  # that are made again when a match goes back


def _explained_refusal(match: Reader, decision: Decision, name: str) -> str:
    from ruleslang.explanation.why.explain_choice import because

    return because(match, decision, name)


@one_mover(
    *("decision", "choose", "make_again", "act", "push", "pop", "parse", "actions", "perft"),
    *("view", "boards", "story", "information", "under_way", "why", "given", "parts"),
    *("observation", "features", "teaches", "before", "copy", "hash", "key", "record", "to_json"),
    *("position", "added_to_story", "resume_story", "choices"),
)
@define(eq=False)
class Match(MatchReading):
    """
    A match of a game, which waits for a decision or is over.

    Only one thread at a time may use it; another gets a `RuntimeError`. An exception during a
    choice, such as Ctrl-C or a time limit, leaves the match as it was before that choice.
    """

    opening: Opening = field(repr=False)
    _seed: int = field(repr=False)
    _line: Line = field(repr=False)
    _is_dealt_again: bool = field(default=False, repr=False)
    _made: list[Made] = field(factory=list, repr=False)  # the first choices, as far as named
    _among: list[int] = field(factory=list, repr=False)  # how many choices there were each time
    _pushed: list[Line] = field(factory=list, init=False, repr=False)  # to go back to
    _numbered: NumberedMatch | None = field(default=None, init=False, repr=False)
    _moving: Any = field(factory=RLock, init=False, repr=False)  # held by the thread that does
    _held: int = field(default=0, init=False, repr=False)  # how often it holds it
    _mover: Any = field(default=None, init=False, repr=False)  # the C engine's driver of this match
    _keep_at: int = field(default=0, init=False, repr=False)  # choices before the next copy
    _late: LateDecision | None = field(default=None, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._follow(self._line)

    def _follow(self, line: Line) -> None:
        """Follow this line, which C moves if it can."""
        self._line, self._late = line, None
        self._mover = getattr(line.played, "mover", None)
        between = CHOICES_BETWEEN_COPIES.get(self.plays, 0)
        self._keep_at = len(line.played.chosen) // between * between + between if between else 0

    @property
    def game(self) -> Game:
        """The game of which it is a match."""
        return self.opening.game

    @property
    def declarations(self) -> Declarations:
        """The rulebook's declarations with these settings, as data for display; without secrets."""
        from ruleslang.explanation.story.declared_parts import declarations_of

        return declarations_of(self._played, self.game.compiled.measures)

    @property
    def start(self) -> Start:
        """Everything that determines the match except its choices."""
        return evolve(self.opening.template, seed=self._seed)

    @property
    def is_over(self) -> bool:
        """Whether no decision is pending any more."""
        return self._played.waits_for is None

    @property
    def decision(self) -> Decision | None:
        """
        The pending decision, with the player who is asked; `None` if the match is over.

        It stays as it is when the match goes on. On a compiled engine only `player` and the number
        of its `choices` are available immediately; the rest is read on request.
        """
        played, late = self._played, self._late
        if self.plays not in CHOICES_BETWEEN_COPIES or self.opening.template.chance:
            return played.decision
        waits = played.waits_for
        if waits is None:
            return None
        number = len(played.chosen)
        if late is None or not late.is_of(self._line, number):
            late = self._late = LateDecision(self._line, number, *waits)
        return late

    @property
    def choices(self) -> tuple[Made, ...]:
        """
        The choices made so far, by seat and id, secret ones included; forced choices are not
        listed. Not for players: their information is in their views.
        """
        self._name_choices(self._line, len(self._played.chosen))
        return tuple(self._made)

    def _name_choices(self, line: Line, number: int) -> None:
        """Name the first choices of a line, which are made again for that unless they are named."""
        made = self._made
        if line.source is not None and len(made) < line.begun:
            self._name_choices(line.source, line.begun)
        if len(made) >= number:
            return
        match = line.before(len(made))
        for place in line.played.chosen[len(made) : number]:
            decision = match.decision
            assert decision is not None
            self._note(decision, place)
            match.choose(place)

    def _note(self, decision: Decision, place: int) -> None:
        self._made.append(Made(decision.player, decision.choices[place].id, place))
        self._among.append(len(decision.choices))

    def _numbers(self) -> NumberedMatch:
        from ruleslang.engine.action_space import numbered

        known = self._numbered
        if known is None or known.match is not self._played:
            known = self._numbered = numbered(self._played)
        return known

    def choose(
        self, choice: Choice | int | str, *, by: int | str | None = None, at: int | None = None
    ) -> None:
        """
        Make a choice of the pending decision, given as a choice, its id, its text, or its index.

        For servers: `by` is the seat that claims to choose, and `at` the number of choices made
        when it was asked, so that nobody answers for another, or twice. Raises `IllegalChoice`, and
        then the match is unchanged.
        """
        self._refuse_unless_asked(by, at)
        self._choose(self._place_of(choice))

    def _choose(self, place: int) -> None:
        played, between = self._played, CHOICES_BETWEEN_COPIES.get(self.plays)
        began = time.perf_counter()
        if between is None:
            decision = played.decision
            played.choose(place)
            assert decision is not None
            self._note(decision, place)
            self.game.spend(self.plays, time.perf_counter() - began)
            return
        number = len(played.chosen)
        if number and number % between == 0:
            self._line.keep()
        played.choose(place)
        self.game.spend(self.plays, time.perf_counter() - began)
        self._keep_at = number // between * between + between

    def _place_of(self, choice: Choice | int | str) -> int:
        if isinstance(choice, LateChoice):
            here = choice.index_in(self._line, len(self._played.chosen))
            if here is not None:
                return here
        return place_of(self._played, choice, _explained_refusal)

    def parse(self, choice: Choice | int | str) -> Choice:
        """Return the choice that `choose` would make, without making it; raises `IllegalChoice`."""
        index = self._place_of(choice)
        assert self.decision is not None
        return self.decision.choices[index]

    def make_again(self, choice: Made) -> None:
        """
        Repeat a choice recorded in an equal match; by its index if known, which is fast, but
        verified only by the hash of a save. Raises `IllegalChoice`.
        """
        waits = self._played.waits_for
        if waits is None and self.fault is not None:
            raise IllegalChoice("illegal", f"the match has stopped: {self.fault}")
        if waits is None or waits[0] != choice.player or choice.place >= waits[1]:
            raise IllegalChoice("illegal", "nobody is asked that")
        if choice.place < 0:
            self.choose(choice.choice)
            return
        self._choose(choice.place)

    def teaches(self, choice: Choice | int | str) -> bool:
        """
        Return whether a choice of the decision can show its player something that was hidden from
        them.

        If so, it must not be taken back. Any other choice can be undone by continuing from a copy
        made before it, as long as nobody else was asked since. It costs a copy if nothing is
        hidden, otherwise up to three interpreter copies. Raises `IllegalChoice`.
        """
        from ruleslang.players.secrecy.deal_again import teaches

        self._refuse_where_chance_is_asked("report what a choice reveals")
        return teaches(self._played, self._place_of(choice))

    def _refuse_unless_asked(self, by: int | str | None, at: int | None) -> None:
        now, waits = len(self._played.chosen), self._played.waits_for
        if at is not None and argument_checks.whole_number("at", at) != now:
            raise IllegalChoice("illegal", f"this answers at={at}; the decision now is at={now}")
        if by is None or waits is None:
            return
        try:
            seat = self._seat("by", by)
        except ValueError as problem:
            raise IllegalChoice("invalid", str(problem)) from None
        if seat != waits[0]:
            raise IllegalChoice("illegal", f"{self.seats[seat]} is not asked now")

    def before(self, choices: int) -> Match:
        """
        Return a separate match at the position after this many choices.

        This is how a choice is taken back. It costs one copy in a match started with a compiled
        `engine`; the interpreter replays the first choices. Raises `ValueError`.
        """
        number, made = argument_checks.whole_number("choices", choices), len(self._played.chosen)
        if not 0 <= number <= made:
            raise ValueError(f"`choices` is 0 to {made} in this match, not {choices}")
        return self._twin(self._gone_back(number), number)

    def _gone_back(self, number: int) -> Line:
        if self._is_dealt_again:
            raise ValueError("a copy with a new seed can't go back")
        return self._line.going_back(number, self._line.before(number))

    def _twin(self, line: Line, number: int, *, dealt_again: bool = False) -> Match:
        """Return another match after the first `number` choices of a line."""
        kept = (dealt_again or self._is_dealt_again, self._made[:number], self._among[:number])
        if line.story is not None and line.story.is_resumed:  # which may lack views
            line.story = None
        return type(self)(self.opening, self._seed, line, *kept)

    # ------------------------------------------------------------ numbers, trying out, positions

    def act(self, action: int, *, by: int | str | None = None, at: int | None = None) -> None:
        """
        Make the choice with this action number; `by` and `at` are as in `choose`.

        Raises `IllegalChoice`, and then the match is unchanged.
        """
        self._refuse_unless_asked(by, at)
        self.choose(self._numbers().place_of(action))

    def push(self, choice: Choice | int | str) -> None:
        """
        Make a choice that `pop` will take back: as `choose`, and cheaper to undo.

        A compiled engine continues in a copy and keeps the previous match, with the names of its
        choices. Raises `IllegalChoice`.
        """
        place, before = self._place_of(choice), self._line
        if self.plays == INTERPRETER:
            self._choose(place)
            return
        then = before.played.copy()
        then.choose(place)
        self._pushed.append(before)
        self._follow(before.going_back(len(then.chosen), then))

    def pop(self) -> Made:
        """
        Take back the last choice, however it was made, and return it.

        After `push` on a compiled engine it costs nothing; otherwise it costs as much as `before`.
        Raises `ValueError` if no choice was made.
        """
        chosen = self._played.chosen
        if not chosen:
            raise ValueError("no choice was made that could be taken back")
        number, place = len(chosen) - 1, chosen[-1]
        while self._pushed and len(self._pushed[-1].played.chosen) > number:
            self._pushed.pop()
        if self._pushed and len(self._pushed[-1].played.chosen) == number:
            line = self._pushed.pop()
        else:
            line = self._gone_back(number)
        named = self._made[number:]
        del self._made[number:], self._among[number:]
        self._follow(line)
        if named:
            return named[0]
        decision = self.decision
        assert decision is not None
        return LateMade(decision, place)

    def perft(self, depth: int) -> int:
        """
        Return the number of sequences of `depth` decisions from here, forced choices included. A
        match that ends sooner is not counted; chance follows this match's streams.
        """
        from ruleslang.engine.quick_engines import quick_copy
        from ruleslang.simulation.perft import perft

        self._refuse_where_chance_is_asked("count sequences of decisions")
        number = argument_checks.whole_number("depth", depth, least=0)
        return perft(quick_copy(self._played), number)

    def position(self) -> str:
        """
        Return the position as a short string for `Game.from_position`: letters, digits, `-` and
        `_`, about one bit per choice of two. Not for players: it contains the seed. Raises
        `ValueError` for a copy with new chance.
        """
        from ruleslang.simulation.records.position_code import code_of, number_of

        self._refuse_where_chance_is_asked("be written so shortly: `to_json` writes it down")
        if self._is_dealt_again:
            raise ValueError("a copy with a new seed can't be written as a position")
        argument_checks.seed("seed", self.start.seed)
        self._name_choices(self._line, len(self._played.chosen))
        places = number_of([choice.place for choice in self._made], self._among)
        return code_of(self.game.program, self.start, self.hash(), places)

    def copy(self, *, seed: int | None = None) -> Match:
        """
        Return a separate match at the same position.

        It has the same future chance, unless a `seed` replaces it from here on; hidden things stay
        the same, so looking ahead in copies is fair only if nothing is hidden. A copy with a seed
        cannot be saved. On the interpreter it costs as much as all choices did.
        """
        if seed is not None:
            self._refuse_where_chance_is_asked("have it drawn by a seed")
        chance = None if seed is None else Streams(argument_checks.seed("seed", seed))
        number, line = len(self._played.chosen), self._line
        if chance is not None:
            return self._twin(line.with_other_chance(chance), number, dealt_again=True)
        return self._twin(line.going_back(number, line.played.copy()), number)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.resume, (self.to_json(),)

    def record(self, players: Sequence[str] = (), *, game: int = 0) -> str:
        """
        Return the finished match as a line of a file of records, which `replay` reads; not
        for players, since it holds every secret. `players` names who played, by seat; `game` is its
        number in the file. Raises `ValueError` while the match is under way.
        """
        from ruleslang.simulation.records.game_record import record_of, to_line

        names = argument_checks.texts("players", players)
        number = argument_checks.whole_number("game", game, least=0)
        start, by_seed = self.start, not self._is_dealt_again and not self.start.chance
        made = self.game.program, start, self._played, names
        return to_line(record_of(*made, game=number, by_seed=by_seed))

    def to_json(self, *, seal_key: bytes | None = None) -> str:
        """
        Return the match as text that `resume` reads; not for players, who could resume it
        themselves.

        Its checksum detects accidents. With a `seal_key`, 16 bytes or more that only the server
        has, `resume` with that key refuses any text that another made or edited.
        """
        key = argument_checks.seal_key(seal_key)
        if self._is_dealt_again:
            raise ValueError("a copy with a new seed can't be saved")
        return to_text(Save(self.start, self.choices, self.hash(), engine=self.plays), key)


@define(eq=False)
class Opening(SharedByMatches):
    """How matches of a game with these settings begin, on one engine, whatever the seed."""

    game: Game
    of: type[Match]
    _starter: Callable[[int], Played] | None = field(default=None, init=False, repr=False)

    def begin(self, seed: int) -> Match:
        """Return the match of a seed."""
        if self._starter is None:
            self._starter = self.game.starter(self.template, self.plays)
        begin = partial(self._starter, seed)
        return self.of(self, seed, Line(begin(), begin))


def opening_of(game: Game, start: Start, plays: EngineName) -> Opening:
    """Return how matches that start like this one begin on the engine of this name."""
    return Opening(start, plays, game, _in_c() if plays == C else Match)


@cache
def _in_c() -> type[Match]:
    """Return the class of matches whose loop is in C."""
    from ruleslang.engine.c.move_match import faster

    reading: Any = Match  # whose properties are read as such
    slow = Match.choose, reading.is_over.fget, reading.decision.fget
    more = Choices.__getitem__, Match.act, Match.actions, Match.key, Match.push, Match.pop
    lines = Line.going_on, Line.part, LateMade
    return faster(Match, (LateDecision, Choices, LateChoice), (*slow, *more, *lines))
