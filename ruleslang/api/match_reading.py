"""The properties and queries of a match."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define, field

from ruleslang.api import argument_checks
from ruleslang.engine.engine_names import PRINTED_IN_C, EngineName
from ruleslang.engine.match.decision import Decision, Event, Outcome, View
from ruleslang.engine.match.engine import refuse_if_over
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match as Played
from ruleslang.engine.match.late_decision import LateDecision, Line
from ruleslang.simulation.records.match_start import Start

if TYPE_CHECKING:
    from ruleslang.engine.action_space import ActionSpace, NumberedMatch
    from ruleslang.engine.match.observations import Observations
    from ruleslang.explanation.story.choice_parts import ChoicePart
    from ruleslang.explanation.story.entry_types import Did, Entry
    from ruleslang.explanation.story.story import Story
    from ruleslang.explanation.why.explain_card import ChoosingNow

T = TypeVar("T")
FEW = 16  # choices that are made again for the story of a spectator
MOST_KEPT = 256  # positions whose stories and their texts are kept


@define(eq=False)
class SharedByMatches:
    """The data that matches share which differ only in their seeds and choices."""

    template: Start
    plays: EngineName
    kept: dict[object, dict[object, Any]] = field(factory=dict, init=False, repr=False)


class MatchReading:
    """The questions that a `Match` answers, besides what its loop needs."""

    __slots__ = ()

    opening: SharedByMatches
    _seed: int
    _line: Line
    _is_dealt_again: bool
    _moving: Any
    _pushed: list[Line]

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""
        raise NotImplementedError

    @property
    def _played(self) -> Played:
        return self._line.played

    def __str__(self) -> str:
        """Return the view of a spectator, in words and drawn boards, with the pending question."""
        from ruleslang.explanation.story.view_text import spectated

        return spectated(self._played)

    def _repr_html_(self) -> str:
        """Return the view of a spectator as HTML for notebooks, with pictures of the boards."""
        from ruleslang.explanation.story.board_pictures import in_html

        return in_html(self._played)

    @property
    def outcome(self) -> Outcome | None:
        """Winners and payoffs; `None` while the match is under way, or if a fault stopped it."""
        return self._played.outcome

    @property
    def fault(self) -> Fault | None:
        """Why the rules could not continue, and at which line; `None` if there is no fault."""
        from ruleslang.simulation.play_games import with_place

        line, fault, program = self._line, self._played.fault, self._played.population.whole_program
        line.fault = line.fault or (fault and with_place(program, fault))
        return line.fault

    @property
    def plays(self) -> EngineName:
        """The name of the engine that plays it."""
        return self.opening.plays

    @property
    def engine(self) -> Played:
        """The engine's match, for bots and tools."""
        return self._played

    @property
    def events(self) -> Sequence[Event]:
        """Everything chance and the players did, secrets included: not for players."""
        return self._played.events

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats of this match, including automatic and eliminated ones."""
        return tuple(player.name for player in self._played.population.players)

    def view(self, player: int | str | None) -> View:
        """
        Return the view of a seat, given by its number from 0 or its name: everything that player
        may know.

        `None` means a spectator: what is public, which is less than what all seats have in common.
        Raises `ValueError` if there is no such seat.
        """
        seat, decision = self._reader(player), self.decision
        if isinstance(decision, LateDecision):  # whose choices are named when they are asked for
            played: Any = self._played
            seen: View = played.view(seat, decision)
            return seen
        return self._played.view(seat)

    def boards(self, player: int | str | None) -> dict[str, str]:
        """
        Return a picture (SVG) of each board by its name, with what a seat sees on it, or a
        spectator: pieces and states of spaces as letters, with a legend. Raises as `view` does.
        """
        from ruleslang.explanation.story.board_pictures import boards_with

        return boards_with(self._played, self.view(player))

    def story(self, player: int | str | None) -> tuple[Entry, ...]:
        """
        Return everything a seat saw, was asked and did, in order; `None`: the same for a spectator.

        It gives perfect recall, and depends on nothing that is hidden from the seat, nor on what
        others were asked. The interpreter plays in parallel to produce it: the first call replays
        all choices. Copies know it up to there, and a match that went back; once they go on, the
        interpreter repeats the choices before. Raises `ValueError` for an unknown seat, and if the
        match cannot be saved.
        """
        seat, number = self._reader(player), len(self._played.chosen)
        return self._kept(seat, lambda: self._story_with(seat).entries(seat, number))

    def _kept(self, of: object, compute: Callable[[], T]) -> T:
        """Return a result that is kept for all matches with the same choices and chance."""
        line, chosen = self._line, self._played.chosen
        if self._is_dealt_again or (line.story is not None and line.story.is_resumed):
            return compute()
        if line.known[0] != len(chosen):
            kept, play = self.opening.kept, getattr(line.played, "play", None)
            if len(kept) >= MOST_KEPT:
                kept.clear()
            came = self._seed if play is None else (*play.all_outcomes(),), (*chosen,)
            line.known = len(chosen), kept.setdefault(came, {})
        known = line.known[1]
        if of not in known:
            known[of] = compute()
        return cast("T", known[of])

    def added_to_story(self, choices: int) -> dict[int | None, tuple[Entry, ...]]:
        """
        Return what the last of this many choices added to `story`, for each seat and a spectator
        (`None`); 0: everything before the first choice. It costs as much as `story`.
        """
        number = argument_checks.whole_number("choices", choices)
        return self._story_with(None).added_by(range(len(self._played.chosen) + 1)[number])

    def resume_story(self, entries: Sequence[Mapping[int | None, tuple[Entry, ...]]]) -> bool:
        """
        Take over the results of `added_to_story`, from 0 on, of an equal match, instead of playing
        it again for its story; returns whether they fit. They may lack views, decisions and
        outcomes, which `information` needs.
        """
        from ruleslang.explanation.story.resumed_story import resumed_story

        story = resumed_story(self._played, entries)
        if story is not None:
            story.mover, self._line.story = self._moving, story
        return story is not None

    def information(self, player: int | str | None) -> str:
        """
        Return the information state of a seat as a string: the contents of `story`, without texts
        that are only for people. It is equal for equal information, also in other processes.
        Further matches that reach the same position by the same choices need not be replayed.
        """
        seat = self._reader(player)
        return self._kept(("text", seat), lambda: self._informed(seat))

    def _informed(self, seat: int | None) -> str:
        from ruleslang.api.json_data import information

        story = self._story_with(seat)
        entries = story.entries(seat, len(self._played.chosen))
        texts = story.texts.get(seat, [])
        if len(texts) < len(entries):  # other threads may read the list of before
            texts = story.texts[seat] = [*texts, *map(information, entries[len(texts) :])]
        return f"[{', '.join(texts[: len(entries)])}]"

    def information_hash(self, player: int | str | None) -> str:
        """Return a hash of `information`: 32 hexadecimal digits."""
        return blake2b(self.information(player).encode(), digest_size=16).hexdigest()

    def under_way(self, player: int | str | None) -> tuple[Did, ...]:
        """
        Return the stack: actions and plays in progress, the outermost first, as far as a seat may
        know of them (`None`: a spectator). It costs as much as `story`.
        """
        reader = self._reader(player)
        return self._story_so_far(reader).under_way(reader)

    def _story_with(self, reader: int | None) -> Story:
        """Return a story that has what a reader knows by now, and perhaps more."""
        story: Story | None = self._line.story
        if story is None or not story.has(reader, self._played.chosen):
            return self._story_so_far(reader)
        self._refuse_if_over(story)
        return story

    def _story_so_far(self, reader: int | None) -> Story:
        """Return the story for all seats up to here; at first without an unasked spectator."""
        from ruleslang.engine.asked_chance import AskedMatch
        from ruleslang.explanation.story.story import branched, story_of

        if isinstance(self._played, AskedMatch):  # with the outcomes that are known by now
            asked = story_of(self._played)
            asked.go_on(self._played.chosen_by_players)
            return asked
        chosen = self._played.chosen
        story: Story | None = self._line.story
        if story is None or reader not in story.narrator.readers:
            is_early = reader is not None and len(chosen) <= FEW
            story = story_of(self._played, range(len(self.seats)) if is_early else ())
        elif story.mover is not self._moving or not story.is_before(chosen):
            story = branched(story, self._played)
        story.mover = self._moving
        for line in (self._line, *self._pushed):  # it has all that led here
            line.story = story
        story.go_on(chosen)
        self._refuse_if_over(story)
        return story

    def _refuse_if_over(self, story: Story) -> None:
        if self.decision is not None and story.over == len(self._played.chosen):
            refuse_if_over(story.match, 0)

    def _reader(self, player: int | str | None) -> int | None:
        return None if player is None else self._seat("player", player)

    @property
    def parts(self) -> tuple[tuple[ChoicePart, ...], ...]:
        """
        The parts of each choice of the decision: the action, cards, spaces, players, numbers, …
        Only for the player who is asked: parts contain places of cards as that player sees them.
        """
        from ruleslang.explanation.story.choice_parts import parts_of_choices

        decision = self._played.decision
        if decision is not None and decision.probabilities:
            return tuple(() for _ in decision.choices)
        return () if decision is None else parts_of_choices(self._played, decision)

    def why(self, player: int | str, about: str, nth: int | None = None) -> ChoosingNow:
        """
        Return whether a seat can now choose an action, or a card at a place of a zone as it sees
        it, with the reasons. No reason reveals what the seat does not see, nor anything while
        others are asked. It costs as much as `story`. `ValueError`: no such action or place.
        """
        at = None if nth is None else argument_checks.whole_number("nth", nth)
        seat = self._seat("player", player)
        return self._story_so_far(seat).why(seat, about, at)

    def given(self, player: int | str | None) -> str:
        """
        Return the position as a seat sees it (`None`: a spectator), as lines for `load(…,
        position=…)`. Comments name what is hidden and the phases in progress, which the lines
        cannot express.
        """
        from ruleslang.explanation.story.given_lines import given_lines

        return given_lines(self._played, self._played.view(self._reader(player)))

    @property
    def action_space(self) -> ActionSpace:
        """The numbering of actions in matches with these settings."""
        from ruleslang.engine.action_space import action_space

        population = self._played.population
        return action_space(population.whole_program, population.settings)

    def actions(self) -> tuple[int, ...]:
        """
        Return the number of each choice of the decision, in order; empty if the match is over.

        A number means the same in all matches with the same text and settings: see `action_space`.
        Lockstep uses the same numbers. If the interpreter plays, a compiled match makes the same
        choices in parallel. Raises `ValueError` if a decision has more choices than
        numbers, and for rulebooks that only the interpreter can play.
        """
        return self._numbers().actions()

    def _numbers(self) -> NumberedMatch:
        raise NotImplementedError

    @property
    def observed(self) -> Observations:
        """The layout of `observation`: `width`, `columns` by name, `parts` with their widths."""
        from ruleslang.engine.match.observations import observations

        return observations(self._played.population)

    def observation(self, player: int | str | None) -> array[int]:
        """
        Return the view of a seat (`None`: a spectator) as a row of integers of constant width.

        It equals the row of `observations` in lockstep. Raises `ValueError` for an unknown seat.
        """
        seat = self._reader(player)
        row: array[int] | None = self._row_in_c("observation", seat)
        return self.observed.row(self.view(seat)) if row is None else row

    def _row_in_c(self, of: str, seat: int | None) -> Any:
        """Return a row that C computes from its own cells; `None`: it does not."""
        if self.plays in PRINTED_IN_C and seat is not None and not self.opening.template.chance:
            return getattr(self._played, of)(seat)
        return None

    def features(self, player: int | str | None) -> array[float]:
        """
        Return the `observation` encoded for a neural network: planes of boards, a 1 for each name;
        `observed.features` describes the columns.
        """
        row: array[float] | None = self._row_in_c("features", self._reader(player))
        return self.observed.features.row(self.observation(player)) if row is None else row

    def hash(self) -> str:
        """
        Return a hash of the whole state, the pending decision and future chance, so two matches
        that look alike may have different ones. Not for players, who could test guesses about what
        is hidden.
        """
        return self._played.hash()

    def key(self) -> str:
        """
        Return a string that is equal for positions from which the game continues in the same way,
        whatever led there, with identical pieces and copies of a card (hidden ones, too)
        interchanged. It lacks future chance and the number of decisions that the cap leaves. Not
        for players. Raises `ValueError` for rulebooks that only the interpreter can play.
        """
        key: str | None = getattr(self._played, "key", lambda: None)()
        return self._numbers().key() if key is None else key

    def _seat(self, argument: str, player: int | str) -> int:
        return argument_checks.seat(argument, player, self.seats, self.opening.template.rulebook)

    def _refuse_where_chance_is_asked(self, action: str) -> None:
        if self.opening.template.chance:
            raise ValueError(f"chance is asked for in this match, which cannot {action}")
