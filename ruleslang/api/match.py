"""One playing of a game, as an embedder moves and asks it, and who decides in it for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any

from attrs import define, field

from ruleslang.analysis.replay import IllegalChoice, place_of
from ruleslang.api import argument_checks
from ruleslang.bots.preference_bot import Bot as Seated
from ruleslang.bots.registry import make_bot
from ruleslang.engines.choose_engine import INTERPRETER
from ruleslang.match.chance import Streams
from ruleslang.match.decision import Decision, Event, Outcome, View
from ruleslang.match.decision import Option as Choice
from ruleslang.match.match import Match as Played
from ruleslang.match.one_mover import one_mover
from ruleslang.program.program import Compiled
from ruleslang.records.match_start import Made, Save, Start, to_text
from ruleslang.secrecy.deal_anew import teaches
from ruleslang.story.choice_parts import ChoicePart, parts_of_choices
from ruleslang.story.declarations import Declarations, declarations_of
from ruleslang.story.entries import Did, Entry
from ruleslang.story.story import Story, story_of

if TYPE_CHECKING:
    from ruleslang.api.game import Game


CHOICES_BETWEEN_COPIES = 16  # that are made again when a match goes back


def _resumed(game: Game, text: str, engine: str) -> Match:
    """The match that was pickled so."""
    return game.resume(text, engine=engine)


@one_mover(
    "decision",
    "choose",
    "make_again",
    "teaches",
    "view",
    "told",
    "under_way",
    "parts",
    "before",
    "copy",
    "hash",
    "to_json",
)
@define(eq=False)
class Match:
    """
    One playing of a game, which waits for a decision or is over.

    One thread at a time moves or asks it; another gets a `RuntimeError`. What breaks into a choice,
    Ctrl-C or a time limit, leaves the match as it was before that choice.
    """

    game: Game
    start: Start
    _played: Played = field(repr=False)
    _plays: str = field(default=INTERPRETER, repr=False)  # the name of the engine
    _made: list[Made] = field(factory=list, repr=False)
    _is_dealt_anew: bool = field(default=False, repr=False)
    _kept: list[tuple[int, Played]] = field(factory=list, init=False, repr=False)  # to go back to
    _story: Story | None = field(default=None, init=False, repr=False)  # told so far
    _moving: Any = field(factory=RLock, init=False, repr=False)  # held by the thread that does

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self._played.decision is None

    @property
    def decision(self) -> Decision | None:
        """What is asked, and of whom; `None` when the match is over."""
        return self._played.decision

    @property
    def outcome(self) -> Outcome | None:
        """Winners and payoffs; `None` while the match goes on, or when a fault stopped it."""
        return self._played.outcome

    @property
    def fault(self) -> Exception | None:
        """Why the rules could not go on; `None` when nothing is wrong."""
        return self._played.fault

    @property
    def choices(self) -> tuple[Made, ...]:
        """
        The choices made so far, by seat and id, secret ones too; forced ones are not asked.

        Not for players: what a seat may know is in its view.
        """
        return tuple(self._made)

    @property
    def engine(self) -> Played:
        """The match as the engine has it, for bots and tools."""
        return self._played

    @property
    def events(self) -> Sequence[Event]:
        """All that chance and the players did, secrets too: not for players."""
        return self._played.events

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats of this match, automatic ones and those that are out too."""
        return tuple(player.name for player in self._played.population.players)

    def choose(
        self, choice: Choice | int | str, *, by: int | str | None = None, at: int | None = None
    ) -> None:
        """
        Make a choice: one of the decision's, or its id or text; a number is its place among them.

        For servers: `by` is the seat that claims to choose, and `at` the number of choices that had
        been made when it was asked, so that nobody answers for another, or twice.
        Raises `IllegalChoice`, and then the match is as it was.
        """
        self._refuse_unless_asked(by, at)
        index = place_of(self._played, choice)
        assert self.decision is not None
        made = Made(self.decision.player, self.decision.choices[index].id, index)
        self._keep()
        self._played.choose(index)
        self._made.append(made)

    def make_again(self, made: Made) -> None:
        """
        Make a choice that was made in such a match; by its place, which is quick, if that is said.

        Raises `IllegalChoice`; whether a place led to where it should the hash of a save tells.
        """
        waits = self._played.waits_for
        if waits is None or waits[0] != made.player or made.place >= waits[1]:
            raise IllegalChoice("illegal", "nobody is asked that")
        if made.place < 0:
            self.choose(made.choice)
            return
        self._keep()
        self._played.choose(made.place)
        self._made.append(made)

    def _keep(self) -> None:
        """Keep a copy now and then, where copies cost little."""
        if self._plays != INTERPRETER and len(self._made) % CHOICES_BETWEEN_COPIES == 0:
            self._kept.append((len(self._made), self._played.copy()))

    def teaches(self, choice: Choice | int | str) -> bool:
        """
        Whether a choice of the decision can show its player something that he could not know.

        Then it must not be taken back. Any other may be, by going on from a copy that was made
        before it, as long as nobody else was asked since. The match is not moved. It costs a copy
        where nothing is hidden, else up to three copies of the interpreter, whose engine looks.
        Raises `IllegalChoice` for what cannot be chosen.
        """
        return teaches(self._played, place_of(self._played, choice))

    def _refuse_unless_asked(self, by: int | str | None, at: int | None) -> None:
        if at is not None and argument_checks.whole_number("at", at) != len(self._made):
            raise IllegalChoice("illegal", f"it answers a decision of the past: `at` is {at}")
        if by is None or self.decision is None:
            return
        seat = self._seat("by", by)
        if seat != self.decision.player:
            raise IllegalChoice("illegal", f"{self.seats[seat]} is not asked now")

    def view(self, player: int | str | None) -> View:
        """
        All that a player may know: by the seat, counted from 0, or its name.

        None stands for a spectator: what is public, which is less than what all seats have in
        common. Raises `ValueError` when there is no such seat.
        """
        return self._played.view(self._reader(player))

    def told(self, player: int | str | None) -> tuple[Entry, ...]:
        """
        All that a seat saw, was asked and did, in order; None: what a spectator was told.

        It depends on nothing that is hidden from the seat, nor on what others were asked. Who
        remembers it has perfect recall. The interpreter plays along to tell it, whatever `engine`
        plays: the first call makes all choices again, later ones those that were made since.
        Raises `ValueError` where there is no such seat, and for what `save` could not write down.
        """
        return self._told().told(self._reader(player))

    def under_way(self, player: int | str | None) -> tuple[Did, ...]:
        """
        The stack: actions and plays that are begun and not done, the outermost first, as far as a
        seat may know of them (None: a spectator). It costs what `told` costs.
        """
        return self._told().under_way(self._reader(player))

    def _told(self) -> Story:
        if self._story is None:
            self._story = story_of(self._played)
        self._story.go_on(self._played.chosen)
        return self._story

    def _reader(self, player: int | str | None) -> int | None:
        return None if player is None else self._seat("player", player)

    @property
    def parts(self) -> tuple[tuple[ChoicePart, ...], ...]:
        """
        What each choice of the decision is made of: the action, cards, spaces, players, numbers, …

        Only for who is asked: parts say where his cards lie, as he sees them.
        """
        decision = self._played.decision
        return () if decision is None else parts_of_choices(self._played, decision)

    @property
    def declarations(self) -> Declarations:
        """What the rulebook declares with these settings, as data that can be shown; no secrets."""
        return declarations_of(self._played)

    def before(self, choices: int) -> Match:
        """
        A match of its own that stands where this one did when so many choices had been made.

        So a choice is taken back. It costs a copy in a match that was begun with a quicker
        `engine`; the interpreter makes the first choices again. Raises `ValueError`.
        """
        made = argument_checks.whole_number("choices", choices)
        if not 0 <= made <= len(self._made):
            raise ValueError(f"`choices` is 0 to {len(self._made)} in this match, not {choices}")
        if self._is_dealt_anew:
            raise ValueError("a copy whose chance was drawn anew does not go back")
        kept = [each for each in self._kept if each[0] <= made]
        at, played = kept[-1] if kept else (0, self.game.begun(self.start, engine=self._plays))
        played = played.copy() if kept else played
        for place in self._played.chosen[at:made]:
            played.choose(place)
        twin = Match(self.game, self.start, played, self._plays, self._made[:made])
        twin._kept = [each for each in kept if each[0] < made]
        return twin

    def _seat(self, what: str, player: int | str) -> int:
        return argument_checks.seat(what, player, self.seats, self.game.name)

    def copy(self, *, seed: int | None = None) -> Match:
        """
        A match of its own that stands where this one does.

        Its chance will go as it would here, unless a `seed` has it drawn anew from here on; what is
        hidden (the order of a pile, a hand) stays what it is. So a search that looks ahead in
        copies is fair only where nothing is hidden. A copy with a seed cannot be saved.
        The interpreter makes the choices made so far again, so a copy late in a match costs as much
        as they did; in a match that was begun with a quicker `engine` it costs the same everywhere.
        """
        twin = self._played.copy(
            None if seed is None else Streams(argument_checks.whole_number("seed", seed))
        )
        anew = self._is_dealt_anew or seed is not None
        return Match(self.game, self.start, twin, self._plays, list(self._made), anew)

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _resumed, (self.game, self.to_json(), self._plays)

    def hash(self) -> str:
        """
        What stands for the whole state, the decision, and how chance will go.

        Equal for the same match at the same place. Two matches that look alike have another hash
        when their chance was drawn from otherwise. Not for players: who tries what might be hidden
        could tell by it what is.
        """
        return self._played.hash()

    def to_json(self, *, seal_key: bytes | None = None) -> str:
        """
        The match as text, from which `resume` brings it back; not for players, who could.

        Its checksum finds accidents. With a `seal_key`, 16 bytes or more that only the server has,
        `resume` with that key takes no text that another made or changed.
        """
        key = argument_checks.seal_key(seal_key)
        if self._is_dealt_anew:
            raise ValueError("a copy whose chance was drawn anew cannot be saved")
        return to_text(Save(self.start, self.choices, self.hash()), key)


@define(eq=False)
class Bot:
    """
    `random`, or a player that the rulebook writes down; it answers for whichever seat is asked.

    It goes by what that seat may see, and where several choices are equally good by a chance of
    its own, which the seed decides.
    """

    compiled: Compiled = field(repr=False)
    name: str
    seed: int = field(default=0, repr=False)
    _seated: dict[int, Seated] = field(factory=dict, init=False, repr=False)

    def choose(self, match: Match) -> Choice:
        """What it would choose now; raises `IllegalChoice` when nothing is asked any more."""
        if not isinstance(match, Match):
            raise TypeError(f"`match` is a match of a game, not {argument_checks.met(match)}")
        argument_checks.refuse_other_game(self.compiled.program, match.game.program)
        decision = match.decision
        if decision is None:
            raise IllegalChoice("illegal", "the match is over")
        seated = self._seated.get(decision.player)
        if seated is None:
            seated = make_bot(self.name, self.compiled, self.seed, decision.player)
            self._seated[decision.player] = seated
        return decision.choices[seated.choose(match.engine)]
