"""A bot whose preferences were learned from what its seat may know."""

from __future__ import annotations

from ruleslang.bots.preference_bot import bot_stream
from ruleslang.bots.search_matches import QuickForm
from ruleslang.learning.features import told
from ruleslang.learning.in_python import drawn, prefer
from ruleslang.learning.saved import Learned, NotLearned, advisers_of, read_learned
from ruleslang.learning.weights import Weights
from ruleslang.match.match import Match
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


def learned_names(compiled: Compiled) -> tuple[str, ...]:
    """The registered learned players of a rulebook."""
    name = compiled.program.name
    return tuple(each for each, (learned, _) in _players.items() if learned.rulebook == name)


def learned_bot(name: str, compiled: Compiled, seed: int, seat: int) -> LearnedBot:
    """A registered learned player at a seat; raises `KeyError` if the name is unknown."""
    learned, weights = _players[name]
    return LearnedBot(learned, weights, advisers_of(learned, compiled.choosers), seed, seat)


class LearnedBot:
    """A learned player at a seat."""

    def __init__(
        self,
        learned: Learned,
        weights: Weights,
        advisers: tuple[d.Chooser, ...],
        seed: int,
        seat: int,
    ) -> None:
        self.learned, self.weights, self.advisers = learned, weights, advisers
        self.seed, self.seat, self.stream = seed, seat, bot_stream(seed, seat)
        self.quick = QuickForm(None)

    def choose(self, match: Match) -> int:
        """Draw a choice by the learned probabilities; raises `NotLearned`."""
        waits, asked = match.waits_for, told(match, self.advisers)
        assert waits is not None
        if asked is None and (quick := self.quick.of(match)) is not None:
            asked = told(quick, self.advisers)
        if asked is None:
            raise NotLearned("only the interpreter plays this match, and nobody learns from it")
        self.learned.refuse_other(asked.numbering)
        if asked.decision is None:
            return self.stream.below(waits[1])
        return drawn(self.stream, prefer(self.weights, asked.decision).probabilities)
