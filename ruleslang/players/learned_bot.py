"""A bot whose preferences were learned from what its seat may know."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.interface import Match
from ruleslang.players.learning.learn import probabilities
from ruleslang.players.learning.saved import (
    SUFFIX,
    Learned,
    NotLearned,
    advisers_of,
    is_named_so,
    read_learned,
)
from ruleslang.players.learning.weights import Weights
from ruleslang.players.random_bot import bot_stream
from ruleslang.players.search_matches import QuickForm
from ruleslang.players.search_tree import drawn
from ruleslang.program import declarations as d
from ruleslang.program.program import Compiled

_players: dict[str, tuple[Learned, Weights]] = {}


def add_learned(name: str, compiled: Compiled, called: str = "") -> None:
    """
    Register the learned player of a file under the file's name, or under `called`.

    Raises `NotLearned` if it was trained on another game, and `OSError`.
    """
    learned, weights = read_learned(name)
    if learned.rulebook != compiled.program.name:
        raise NotLearned(f"it plays {learned.rulebook}, not {compiled.program.name}")
    advisers_of(learned, compiled.choosers)
    _players[called or name] = learned, weights


def add_player(name: str) -> None:
    """Register the learned player of a file, for its game; raises `NotLearned` and `OSError`."""
    if not is_named_so(name):
        raise NotLearned(f"the file of a learned player ends with `{SUFFIX}`, not `{name[-40:]}`")
    _players[name] = read_learned(name)


def seat_learned(names: Iterable[str], compiled: Compiled) -> None:
    """Register those of some players that are files of learned ones; raises `NotLearned`."""
    for name in dict.fromkeys(names):
        if is_named_so(name):
            try:
                add_learned(name, compiled)
            except NotLearned as problem:
                title = compiled.program.name
                raise NotLearned(f"`{name[:200]}` is not a player of {title}: {problem}") from None


def learned_names(compiled: Compiled) -> tuple[str, ...]:
    """Return the registered learned players of a rulebook."""
    name = compiled.program.name
    return tuple(player for player, (learned, _) in _players.items() if learned.rulebook == name)


def learned_player(name: str, compiled: Compiled) -> tuple[Learned, Weights] | None:
    """Return the registered learned player of a rulebook with this name, if there is one."""
    return _players[name] if name in learned_names(compiled) else None


def learned_bot(name: str, compiled: Compiled, seed: int, seat: int) -> LearnedBot:
    """Return a registered learned player at a seat; raises `KeyError` if the name is unknown."""
    learned, weights = _players[name]
    advisers = advisers_of(learned, compiled.choosers)
    return LearnedBot(name, learned, weights, advisers, bot_stream(seed, seat))


@define(eq=False)
class LearnedBot:
    """A learned player at a seat."""

    name: str
    learned: Learned
    weights: Weights
    advisers: tuple[d.Chooser, ...]
    stream: Stream
    quick: QuickForm = field(factory=lambda: QuickForm(None))

    def choose(self, match: Match) -> int:
        """Draw a choice by the learned probabilities; raises `NotLearned`."""
        waits = match.waits_for
        assert waits is not None
        preferred = probabilities(match, self.weights, self.advisers)
        if preferred is None and (quick := self.quick.of(match)) is not None:
            preferred = probabilities(quick, self.weights, self.advisers)
        if preferred is None:
            raise NotLearned("only the interpreter plays this match, and nobody learns from it")
        numbering, likely = preferred
        self.learned.refuse_other(self.name, numbering)
        return drawn(self.stream, likely) if likely else self.stream.below(waits[1])
