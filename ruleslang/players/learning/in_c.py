"""Calls the learner of `c/runtime/learning.c`: its tables, weights and memory as C structures."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from threading import local
from typing import Any

from attrs import fields

from ruleslang.engine.c.compiled_game import FIXED, CompiledGame, Games
from ruleslang.engine.c.machine import CPlay
from ruleslang.engine.c.match import CMatch
from ruleslang.engine.c.memory import Memory
from ruleslang.engine.match.interface import QuickMatch
from ruleslang.players.learning.features import MOST_CHOICES, MOST_FEATURES
from ruleslang.players.learning.numbering import Numbering, numbering
from ruleslang.players.learning.weights import Teaching, Weights

_ADDRESS, _NUMBER, _REAL = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
MOST_IDS = 1 << 20  # features of all choices of one decision
MOST_STEPS, MOST_STEP_IDS = 1 << 14, 1 << 22  # that are kept of one game, and their features
STEP, STEP_NUMBERS = 4, 3  # words and numbers of one
LEARNERS = 1_000  # numbers of players from here on are learners


def _structure(name: str, members: Sequence[tuple[str, Any]]) -> Any:
    return type(name, (ctypes.Structure,), {"_fields_": list(members)})


def _is_whole(of: Any) -> bool:
    """Return whether a field of a class is annotated as `int`."""
    return str(of.type) == "int"


_Numbering = _structure(
    "_Numbering",
    [(each.name, _NUMBER if _is_whole(each) else _ADDRESS) for each in fields(Numbering)],
)
_Weights = _structure(
    "_Weights",
    [
        ("policy", _ADDRESS),
        ("worth", _ADDRESS),
        ("policy_bits", _NUMBER),
        ("worth_bits", _NUMBER),
        ("trust", _REAL),
        ("sharpness", _REAL),
        ("games", _NUMBER),
        ("steady", _NUMBER),
    ],
)
_FEATURES = ("hash", _ADDRESS), ("value", _ADDRESS), ("crosses", _ADDRESS)
_Features = _structure("_Features", [*_FEATURES, ("number", _NUMBER), ("most", _NUMBER)])
_Scratch = _structure(
    "_Scratch",
    [
        ("state", _Features),
        ("choice", _Features),
        ("id", _ADDRESS),
        ("weight", _ADDRESS),
        ("most_ids", _NUMBER),
        ("logit", _ADDRESS),
        ("probability", _ADDRESS),
        ("advised", _ADDRESS),
        ("kept_by", _ADDRESS),
        ("begins", _ADDRESS),
        ("most_choices", _NUMBER),
        ("step_id", _ADDRESS),
        ("step_weight", _ADDRESS),
        ("most_step_ids", _NUMBER),
        ("step", _ADDRESS),
        ("step_number", _ADDRESS),
        ("most_steps", _NUMBER),
        ("steps", _NUMBER),
    ],
)
_Teaching = _structure(
    "_Teaching", [(each.name, _NUMBER if _is_whole(each) else _REAL) for each in fields(Teaching)]
)

FUNCTIONS = {
    "rl_learn": (None, *[_ADDRESS] * 6, _NUMBER),
    "rl_compete": (None, *[_ADDRESS] * 7, _NUMBER, _ADDRESS),
    "rl_let_learners": (_NUMBER, _ADDRESS, _NUMBER, *[_ADDRESS] * 3),
    "rl_preferences": (_NUMBER, *[_ADDRESS] * 4),
}


def _address(of: array[Any]) -> int:
    return of.buffer_info()[0]


def _zeros(code: str, number: int) -> array[Any]:
    return array(code, bytes(number * array(code).itemsize))


class LearnerInC:
    """
    A `Learner` that plays a compiled game; one thread at a time.

    `advisers` is how many of the game's players, from the first, advise it; `None`: all.
    """

    def __init__(self, game: CompiledGame, advisers: int | None = None) -> None:
        assert game.learns
        self.game, self.functions = game, game.compiled.functions
        for name, (answers, *takes) in FUNCTIONS.items():
            function = getattr(self.functions, name)
            function.restype, function.argtypes = answers, takes
        self.numbering = numbering(game.flow, game.choosers[:advisers])
        self.choosers = game.choosers
        self._kept: list[Any] = [self.numbering]
        self._numbering = self._of(_Numbering, self.numbering)
        self._scratch = self._new_scratch()
        self._memory = Memory(game.compiled)
        self.seats, self.width = len(game.automatic), self.functions.rl_result_words()

    def _of(self, structure: Any, of: Any) -> Any:
        """Return a structure filled with the numbers of an object, and its arrays' addresses."""
        filled = structure()
        for name, _ in structure._fields_:
            value = getattr(of, name)
            setattr(filled, name, _address(value) if isinstance(value, array) else value)
        return filled

    def _array(self, code: str, number: int) -> int:
        zeros = (ctypes.c_char * (number * array(code).itemsize))()  # allocated page by page
        self._kept.append(zeros)
        return ctypes.addressof(zeros)

    def _new_scratch(self) -> Any:
        scratch = _Scratch()
        for features in (scratch.state, scratch.choice):
            features.hash = self._array("Q", MOST_FEATURES)
            features.value = self._array("d", MOST_FEATURES)
            features.crosses, features.most = self._array("q", MOST_FEATURES), MOST_FEATURES
        scratch.id, scratch.weight = self._array("I", MOST_IDS), self._array("d", MOST_IDS)
        scratch.most_ids, scratch.most_choices = MOST_IDS, MOST_CHOICES
        self._logits, self._probabilities = _zeros("d", MOST_CHOICES), _zeros("d", MOST_CHOICES)
        scratch.logit, scratch.probability = _address(self._logits), _address(self._probabilities)
        scratch.advised = self._array("q", MOST_CHOICES)
        scratch.kept_by = self._array("Q", MOST_CHOICES)
        scratch.begins = self._array("q", MOST_CHOICES + 1)
        scratch.step_id = self._array("I", MOST_STEP_IDS)
        scratch.step_weight, scratch.most_step_ids = self._array("d", MOST_STEP_IDS), MOST_STEP_IDS
        scratch.step, scratch.most_steps = self._array("q", MOST_STEPS * STEP), MOST_STEPS
        scratch.step_number = self._array("d", MOST_STEPS * STEP_NUMBERS)
        return scratch

    def _weights(self, weights: Weights) -> Any:
        return self._of(_Weights, weights)

    def learn(self, weights: Weights, teaching: Teaching, seeds: Sequence[int]) -> None:
        in_c, seeds_in_c = self._weights(weights), array("Q", seeds)
        taught = self._of(_Teaching, teaching)
        at = map(ctypes.byref, (self._numbering, in_c, self._scratch, taught))
        self.functions.rl_learn(self._memory.address, *at, _address(seeds_in_c), len(seeds_in_c))
        weights.games = in_c.games
        for field in fields(Teaching):
            setattr(teaching, field.name, getattr(taught, field.name))
        self.game.compiled.raise_stopped()

    def compete(
        self,
        players: Sequence[int | Weights],
        seeds: Sequence[int],
        start: QuickMatch | None = None,
    ) -> list[tuple[int, ...]]:
        """Play games against another player, as in `Learner`."""
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
        in_c = [self._weights(learner) for learner in learners]
        addresses = array("Q", [ctypes.addressof(weight_set) for weight_set in in_c] or [0])
        numbers = array("q", [_number(player, learners) for player in players])
        seeds_in_c, results = array("Q", seeds), _zeros("q", len(seeds) * self.width)
        self.functions.rl_compete(
            self._memory.address,
            None if start is None else start.memory.address,
            ctypes.byref(self._numbering),
            _address(addresses),
            ctypes.byref(self._scratch),
            _address(numbers),
            _address(seeds_in_c),
            len(seeds_in_c),
            _address(results),
        )
        self.game.compiled.raise_stopped()
        return results

    def preferences(self, play: CPlay, weights: Weights) -> list[tuple[float, float]]:
        """Return each choice's logit and probability at the pending decision; or empty."""
        in_c = self._weights(weights)
        at = map(ctypes.byref, (self._numbering, in_c, self._scratch))
        number = self.functions.rl_preferences(play.memory.address, *at)
        return list(zip(self._logits[:number], self._probabilities[:number], strict=True))


class LearnedGames(Games):
    """Plays games in which learners sit at some seats; `players` are as for `compete`."""

    def __init__(self, game: CompiledGame, sitting: Sequence[int | Weights], advisers: int) -> None:
        super().__init__(game)
        self.sitting, self.advisers, self._of_thread = sitting, advisers, local()

    def words(self, seeds: Sequence[int], start: CPlay | None = None) -> array[int]:
        if not hasattr(self._of_thread, "learner"):
            self._of_thread.learner = LearnerInC(self.game, self.advisers)
        learner: LearnerInC = self._of_thread.learner
        return learner.results(self.sitting, seeds, start)


class BatchLearners:
    """Lets learned players decide in a batch in lockstep."""

    def __init__(self, game: CompiledGame, learners: Sequence[Weights], advisers: int) -> None:
        self._learner = LearnerInC(game, advisers)
        self._weights = [self._learner._weights(learner) for learner in learners]
        self._addresses = array("Q", [ctypes.addressof(weights) for weights in self._weights])

    def __call__(self, batch: int, matches: int) -> int:
        """Return all that are asked decide; a match that has choices without numbers, or -1."""
        of = self._learner
        shared = ctypes.byref(of._numbering), _address(self._addresses), ctypes.byref(of._scratch)
        without = int(of.functions.rl_let_learners(batch, matches, *shared))
        of.game.compiled.raise_stopped()
        return without


def _number(player: int | Weights, learners: Sequence[Weights]) -> int:
    return LEARNERS + learners.index(player) if isinstance(player, Weights) else player
