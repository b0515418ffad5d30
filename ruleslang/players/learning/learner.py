"""Calls the learner of `code/runtime/learning.c`, which trains and plays in a compiled game."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from threading import local
from typing import Any

from attrs import fields

from ruleslang.engine.code.compiled_game import FIXED, CompiledGame, Games
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.code.memory import (
    ADDRESS,
    WORD,
    Code,
    Compiled,
    Members,
    Memory,
    members,
    structure,
)
from ruleslang.engine.match.interface import QuickMatch
from ruleslang.players.learning.numbering import Numbering, numbering
from ruleslang.players.learning.weights import Teaching, Weights

MOST_CHOICES = 4_096
MOST_FEATURES = 4_096  # in a position, or in a choice
MOST_IDS = 1 << 20  # features of all choices of one decision
MOST_STEPS, MOST_STEP_IDS = 1 << 14, 1 << 22  # that are kept of one game, and their features
STEP, STEP_NUMBERS = 4, 3  # words and numbers of one
LEARNERS = 1_000  # numbers of players from here on are learners

_NUMBER = ctypes.c_int64
_TYPES = {"int": _NUMBER, "bool": _NUMBER, "float": ctypes.c_double}


def _members(of: Any) -> Members:
    """Return the members of a structure that has the fields of a class; arrays are addresses."""
    return tuple([(each.name, _TYPES.get(str(each.type), ADDRESS)) for each in fields(of)])


NUMBERING, WEIGHTS, TEACHING = map(_members, (Numbering, Weights, Teaching))
_FEATURES = dict.fromkeys(("hash", "value", "crosses"), MOST_FEATURES)  # arrays: how many words
_DECISION = {
    "id": MOST_IDS // 2,
    "weight": MOST_IDS,
    **dict.fromkeys(("logit", "probability", "advised", "kept_by"), MOST_CHOICES),
    "begins": MOST_CHOICES + 1,
}
_STEPS = {
    "step_id": MOST_STEP_IDS // 2,
    "step_weight": MOST_STEP_IDS,
    "step": MOST_STEPS * STEP,
    "step_number": MOST_STEPS * STEP_NUMBERS,
}
FEATURES = members(" ".join(_FEATURES), "number most")
SCRATCH: Members = (
    *(("state", FEATURES), ("choice", FEATURES)),
    *members(
        " ".join((*_DECISION, *_STEPS)), "most_ids most_choices most_step_ids most_steps steps"
    ),
)


def filled(code: Code, parts: Members, of: Any) -> tuple[Any, int]:
    """Return a structure filled with the numbers of an object, and lent arrays; its address."""
    made, at = structure(code, parts)
    for name, _ in parts:
        given = getattr(of, name)
        setattr(made, name, code.lent(given) if isinstance(given, array) else given)
    return made, at


class Learner:
    """
    Plays and learns a compiled game with its settings; one thread at a time. `choosers` are the
    rulebook's players, who advise and are opponents.

    `advisers` is how many of the game's players, from the first, advise it; `None`: all. `here` is
    the code of the game for this thread; `None`: that of the game.
    """

    def __init__(
        self, game: CompiledGame, advisers: int | None = None, here: Compiled | None = None
    ) -> None:
        assert game.learns
        self.game, self.compiled = game, here or game.compiled
        self.code, self.functions = self.compiled.code, self.compiled.functions
        self.numbering = numbering(game.flow, game.choosers[:advisers])
        self.choosers = game.choosers
        self._kept: list[Any] = []
        self._numbering = filled(self.code, NUMBERING, self.numbering)
        self._scratch, self._at = structure(self.code, SCRATCH)
        for features in (self._scratch.state, self._scratch.choice):
            self._take(features, _FEATURES)
            features.most = MOST_FEATURES
        arrays = self._take(self._scratch, _DECISION)
        self._logits, self._shares = (arrays[name].cast("d") for name in ("logit", "probability"))
        self._scratch.most_ids, self._scratch.most_choices = MOST_IDS, MOST_CHOICES
        self._memory = Memory(self.compiled)
        self.seats, self.width = len(game.automatic), self.functions.rl_result_words()

    def _take(self, of: Any, words: Mapping[str, int]) -> dict[str, memoryview]:
        """Return memory for the arrays of a structure, which have these numbers of words."""
        taken = {}
        for name, number in words.items():
            _, at, taken[name] = self.code.shared(WORD * number)
            setattr(of, name, at)
        self._kept += taken.values()
        return taken

    def learn(self, weights: Weights, teaching: Teaching, seeds: Sequence[int]) -> None:
        """Learn from the games with these seeds, in order."""
        if not self._scratch.step:
            self._take(self._scratch, _STEPS)
            self._scratch.most_step_ids, self._scratch.most_steps = MOST_STEP_IDS, MOST_STEPS
        in_c, learned = filled(self.code, WEIGHTS, weights)
        taught, lessons = filled(self.code, TEACHING, teaching)
        at = self._numbering[1], learned, self._at, lessons
        self.functions.rl_learn(self._memory.address, *at, array("Q", seeds), len(seeds))
        for table in (weights.policy, weights.worth):
            self.code.taken_back(table)
        weights.games = in_c.games
        for field in fields(Teaching):
            setattr(teaching, field.name, getattr(taught, field.name))
        self.compiled.raise_stopped()

    def compete(
        self,
        players: Sequence[int | Weights],
        seeds: Sequence[int],
        start: QuickMatch | None = None,
    ) -> list[tuple[int, ...]]:
        """
        Return the payoffs of each game with these seeds, from the position of `start` (`None`: the
        opening); empty for a game that met a fault.

        Each seat is played by one of `choosers`, by number from 1 (0: random), or by weights.
        """
        assert start is None or isinstance(start, CMatch)
        play = None if start is None else start.play
        assert play is None or isinstance(play, CPlay)
        words = self.results(players, seeds, play)
        rows = (words[at : at + self.width] for at in range(0, len(words), self.width))
        return [() if row[1] else tuple(row[FIXED : FIXED + self.seats]) for row in rows]

    def results(
        self, players: Sequence[int | Weights], seeds: Sequence[int], start: CPlay | None
    ) -> array[int]:
        """Return the results of such games as words, in the layout of `Games`."""
        learners = [player for player in players if isinstance(player, Weights)]
        in_c = [filled(self.code, WEIGHTS, learner) for learner in learners]
        addresses = array(self.code.addresses, [at for _, at in in_c] or [0])
        results = array("q", bytes(WORD * len(seeds) * self.width))
        self.functions.rl_compete(
            self._memory.address,
            0 if start is None else start.memory.address,
            self._numbering[1],
            self.code.lent(addresses),
            self._at,
            array("q", [_number(player, learners) for player in players]),
            array("Q", seeds),
            len(seeds),
            results,
        )
        self.compiled.raise_stopped()
        return results

    def preferences(self, play: CPlay, weights: Weights) -> list[tuple[float, float]]:
        """Return each choice's logit and probability at the decision; empty without features."""
        in_c = filled(self.code, WEIGHTS, weights)
        at = self._numbering[1], in_c[1], self._at
        number = self.functions.rl_preferences(play.memory.address, *at)
        return list(zip(self._logits[:number], self._shares[:number], strict=True))


class LearnedGames(Games):
    """Plays games in which learners sit at some seats; `players` are as for `compete`."""

    def __init__(self, game: CompiledGame, sitting: Sequence[int | Weights], advisers: int) -> None:
        super().__init__(game)
        self.sitting, self.advisers, self._of_thread = sitting, advisers, local()

    def words(self, seeds: Sequence[int], start: CPlay | None = None) -> array[int]:
        of = self.game.compiled.here() if start is None else start.memory.of
        learners: dict[Code, Learner] = self._of_thread.__dict__.setdefault("learners", {})
        if of.code not in learners:
            learners[of.code] = Learner(self.game, self.advisers, of)
        return learners[of.code].results(self.sitting, seeds, start)


class BatchLearners:
    """Lets learned players decide in a batch in lockstep."""

    def __init__(self, game: CompiledGame, learners: Sequence[Weights], advisers: int) -> None:
        self._learner, self._learners = Learner(game, advisers), learners
        code = game.compiled.code
        self._weights = [filled(code, WEIGHTS, learner) for learner in learners]
        self._addresses = array(code.addresses, [at for _, at in self._weights])

    def __call__(self, batch: int, matches: int) -> int:
        """Return all that are asked decide; a match that has choices without numbers, or -1."""
        of = self._learner
        shared = of._numbering[1], of.code.lent(self._addresses), of._at
        without = int(of.functions.rl_let_learners(batch, matches, *shared))
        of.compiled.raise_stopped()
        return without


def _number(player: int | Weights, learners: Sequence[Weights]) -> int:
    return LEARNERS + learners.index(player) if isinstance(player, Weights) else player
