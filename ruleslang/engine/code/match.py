"""The matches that C plays."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Sequence
from typing import Any, Self

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.events import events_of
from ruleslang.engine.code.machine import ASKED, CPlay
from ruleslang.engine.code.mover import Mover
from ruleslang.engine.match.chance import Chance, Streams
from ruleslang.engine.match.decision import Event
from ruleslang.engine.match.interface import MOST_DECISIONS, Deed, Match, Observer, WholeMatch
from ruleslang.engine.match.position import Rearrangement
from ruleslang.program import declarations as d


class CMatch(CompiledMatch):
    """One playing of a program by C; see `match.Match` for the interface."""

    game: CompiledGame

    _playing: Any = None
    _mover: Mover | None = None
    _read_at = 0  # the turns of the mover after which the play was last read

    @property
    def play(self) -> Any:
        """The position that C plays, with nothing remembered from before its last choice."""
        mover = self._mover
        if mover is not None and not mover.state:
            self._break_off()
        elif mover is not None and mover.turns != self._read_at:
            self._read_at = mover.turns
            self._forget()
            self._playing.moved()
        return self._playing

    @play.setter
    def play(self, play: Any) -> None:
        self._detach()
        self._playing = play

    def _detach(self) -> None:
        """Stop the previous mover: only the current one moves the play."""
        if self._mover is not None:
            self._mover.state, self._mover = 0, None

    @property
    def mover(self) -> Mover | None:
        """The object that makes the choices in C; `None` if C does not play."""
        if self._mover is not None and not self._mover.state:
            self._break_off()
        playing = self._playing
        if self._mover is None and playing is not None and playing.chance is None:
            self._mover = self._playing.mover(self.chosen)
            self._read_at = self._mover.turns
        return self._mover

    def number_actions(self) -> None:
        """Let C find the numbers of actions from now on."""
        self.game.number_actions()
        if self.mover is not None:
            self.mover.actions = self.game.actions_in_c

    def _break_off(self) -> None:
        """Let the interpreter go on from before a choice that an exception has stopped."""
        self._broken_off = self._playing
        self.play, self._again, self._has_begun = None, None, True
        self._forget()

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """The player who decides, and the number of choices, without their names."""
        mover = self.mover
        return super().waits_for if mover is None else ASKED[mover.asked]

    def begin(self, deed: Deed) -> None:
        is_new = self._playing is None and self._interpreted is None and not self._observers
        is_whole = is_new and isinstance(deed, WholeMatch)
        play = self.game.started(self._chance) if is_whole else None
        if play is None:
            super().begin(deed)
            return
        self._earlier = [deed]
        self.play = play

    def begun(self, seed: int) -> Self | None:
        """Return the match of a seed, if this has not begun; `None` if C cannot start it alone."""
        chance = Streams(seed)
        play = self.game.started(chance)
        if play is None:
            return None
        match = object.__new__(type(self))
        match.__dict__.update(self.__dict__)
        match._chance, match._playing, match._earlier = chance, play, [WholeMatch()]
        match.chosen = []
        return match

    def continued(self, play: CPlay, chosen: list[int]) -> None:
        """Go on with what C has played from the same start, by these choices."""
        assert isinstance(play.game, CompiledGame)
        self.game, self.play, self.chosen = play.game, play, chosen
        self._forget()

    def choose(self, index: int) -> None:
        """Make a choice of the decision, up to the next."""
        mover = self.mover
        if mover is None:
            super().choose(index)
        elif not mover.choose(index) and not mover.choose(operator.index(index)):
            raise ValueError(f"there is no choice {index}" if mover.asked else "nothing is asked")

    def key(self) -> str | None:
        """Return the key of the position, which C makes."""
        play, mover = self.play, self.mover
        if mover is None:
            return super().key()
        key, mover.keys = self.game.key_of(play), self.game.keys_in_c
        return key

    def observation(self, seat: int) -> array[int] | None:
        """Return the row of what a seat may know, where C makes it."""
        play = self.play
        return self.game.rows.quick_row(seat, play.memory) if play is not None else None

    def features(self, seat: int) -> array[float] | None:
        """Return the same row as features, where C makes it."""
        play = self.play
        return self.game.rows.quick_features(seat, play.memory) if play is not None else None

    def _moved(self) -> None:
        super()._moved()
        self._detach()

    def _shared(self) -> dict[str, Any]:
        return {**self.__dict__, "_mover": None}

    def finish(
        self, seed: int, players: Sequence[d.Chooser | None], decisions: int = MOST_DECISIONS
    ) -> tuple[int, ...] | None:
        """Play to the end with the rulebook's players and at random; returns the payoffs."""
        play, numbers = self.play, [self.game.number_of_player(player) for player in players]
        if any(player and not number for player, number in zip(players, numbers, strict=True)):
            return None
        if play is None:
            return None
        numbers += [0] * (len(self.game.automatic) - len(numbers))
        self._moved()
        payoffs: tuple[int, ...] = play.finish(seed, numbers, decisions)
        return payoffs

    @property
    def events(self) -> Sequence[Event]:
        """All acts of chance and decisions, in order."""
        play, chance = self.play, self._chance
        is_whole = self._earlier == [WholeMatch()] and not self._is_dealt
        if not (is_whole and play is not None and chance.__class__ is Streams):
            return super().events
        events = events_of(play, chance.seed, self.chosen)
        return super().events if events is None else events

    def preferred(self, chooser: d.Chooser) -> Sequence[int] | None:
        """Return the indices of the choices that a player prefers, if the player is compiled."""
        play, number = self.play, self.game.number_of_player(chooser)
        if play is None or not number or play.waits_for is None:
            return None
        left: Sequence[int] | None = play.preferred(number)
        return range(play.waits_for[1]) if left is None else left

    def dealt(self, change: Rearrangement) -> Self | None:
        """Return a permanently changed copy; `None` if the cells do not suffice."""
        play = self.play
        if play is None:
            return None
        before = play.without_record()
        after = self.game.rearranging.rearranged(before, change)
        return None if after is None else self._twin(play.changed(before, after), is_dealt=True)

    def copy(self, then: Chance | None = None, observers: Sequence[Observer] = ()) -> Match:
        """Return a match in the same state; one with observers is the interpreter's."""
        if self.play is None or observers:
            return super().copy(then, observers)
        twin = self._copy_like(self.play)
        if then is not None:
            twin.divert(then)
        return twin

    def _copy_like(self, play: CPlay) -> Self:
        """Return a copy, of which it is known who is asked."""
        twin = object.__new__(type(self))
        known = twin.__dict__
        known.update(self.__dict__)
        copied = known["_playing"] = play.copy()
        if self._mover is not None:
            copied.asked = ASKED[self._mover.asked]
        known["_mover"] = known["_again"] = None
        known["chosen"] = self.chosen[:]
        return twin
