"""
Reads and writes learned players: one line of JSON with the game, its settings and the weights.

A file may come from anyone: only bounded numbers and short words are read. One that was trained for
another game or with other features is refused.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

from attrs import frozen

from ruleslang.players.learning.learn import STEADY, steadily, together
from ruleslang.players.learning.numbering import Numbering
from ruleslang.players.learning.weights import POLICY_BITS, ROW, Weights

FORMAT = "ruleslang learned player 2"
SUFFIX = ".learned"
MOST_BYTES = 64_000_000
MOST_ENTRIES = 10_000  # brackets and commas: each entry of a list takes memory, however short
MOST_LEARNERS = 16
LEAST = 3e-4  # smaller weights are left out
LARGEST = 1e6
KEYS = frozenset(
    ("format", "rulebook", "digest", "players", "options", "advisers", "seed", "learners", "best")
)


class NotLearned(ValueError):
    """A file holds no learned player, or one of another game; the message says which."""


@frozen(eq=False)
class Learned:
    """
    A learned player: its game, settings, and the weights of each learner.

    `digest` is that of the numbering of features; `advisers` are the rulebook's players that advise
    it. `best` is the learner that plays, from 1; 0: the average of all; `STEADY`: that, steadily.
    """

    rulebook: str
    digest: str
    players: int
    options: Mapping[str, str]
    advisers: tuple[str, ...]
    seed: int
    learners: tuple[Weights, ...]
    best: int = 0

    def refuse_other(self, name: str, numbering: Numbering) -> None:
        """Raise `NotLearned`, naming the player, if the features are numbered differently."""
        if numbering.digest != self.digest:
            raise NotLearned(
                f"`{name[:200]}` was trained for other rules, options or numbers of players; "
                f"train it again"
            )


def text_of(learned: Learned) -> str:
    """Return the learned player as the text of a file."""
    return json.dumps(
        {
            "format": FORMAT,
            "rulebook": learned.rulebook,
            "digest": learned.digest,
            "players": learned.players,
            "options": dict(learned.options),
            "advisers": list(learned.advisers),
            "seed": learned.seed,
            "learners": [_packed(learner) for learner in learned.learners],
            "best": learned.best,
        },
        ensure_ascii=False,
    )


def _packed(weights: Weights) -> dict[str, Any]:
    """Return the non-zero weights as indices and little-endian values, base64-encoded."""
    used = [(at, weight) for at, weight in enumerate(weights.policy[::ROW]) if abs(weight) > LEAST]
    places, values = array("I", [at for at, _ in used]), array("f", [weight for _, weight in used])
    if sys.byteorder == "big":
        places.byteswap()
        values.byteswap()
    return {
        "games": weights.games,
        "sharpness": weights.sharpness,
        "trust": weights.trust,
        "places": b64encode(places.tobytes()).decode(),
        "weights": b64encode(values.tobytes()).decode(),
    }


def learned_in(text: str) -> Learned:
    """Parse a learned player; raises `NotLearned`."""
    if sum(map(text.count, "[{,")) > MOST_ENTRIES:
        raise NotLearned("it has more entries than the file of a learned player")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise NotLearned("it is not the file of a learned player") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise NotLearned("it is not the file of a learned player, or of another version")
    if record.keys() != KEYS:
        raise NotLearned("it has other entries than the file of a learned player")
    options, advisers, learners = (record[key] for key in ("options", "advisers", "learners"))
    if not isinstance(options, dict) or not isinstance(advisers, list):
        raise NotLearned("its options or advisers cannot be read")
    if len(set(map(_short, advisers))) < len(advisers):
        raise NotLearned("the same player advises it twice")
    if not isinstance(learners, list) or not 1 <= len(learners) <= MOST_LEARNERS:
        raise NotLearned(f"it has 1 to {MOST_LEARNERS} learners")
    return Learned(
        _word(record, "rulebook"),
        _word(record, "digest"),
        _number(record, "players", 1, 1_000),
        {_short(name): _short(value) for name, value in options.items()},
        tuple(map(_short, advisers)),
        _number(record, "seed", -(1 << 63), 1 << 64),
        tuple(map(_unpacked, learners)),
        _number(record, "best", STEADY, len(learners)),
    )


def _word(record: Mapping[str, Any], key: str) -> str:
    return _short(record[key])


def _short(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        raise NotLearned("a name in it is not a short printable text")
    return value


def _number(record: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = record.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise NotLearned(f"`{key}` in it is a whole number from {low} to {high}")
    return value


def _unpacked(record: Any) -> Weights:
    if not isinstance(record, dict):
        raise NotLearned("a learner in it cannot be read")
    places, values = _numbers(record, "places", "I"), _numbers(record, "weights", "f")
    if len(places) != len(values):
        raise NotLearned("the number of its weights is not that of its features")
    weights = Weights(games=_number(record, "games", 0, 1 << 62))
    weights.sharpness, weights.trust = _real(record, "sharpness"), _real(record, "trust")
    for at, value in zip(places, values, strict=True):
        if at >= 1 << POLICY_BITS or not isfinite(value) or abs(value) > LARGEST:
            raise NotLearned("a weight in it is out of range")
        weights.policy[ROW * at] = value
    return weights


def _real(record: Mapping[str, Any], key: str) -> float:
    value = record.get(key)
    if not isinstance(value, int | float) or not 0 <= value <= 100:
        raise NotLearned(f"`{key}` in it is a number from 0 to 100")
    return float(value)


def _numbers(record: Mapping[str, Any], key: str, code: str) -> array[Any]:
    text, numbers = record.get(key), array(code)
    try:
        if not isinstance(text, str):
            raise ValueError
        numbers.frombytes(b64decode(text, validate=True))
    except ValueError:
        raise NotLearned(f"its `{key}` cannot be read") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def read_learned(name: str) -> tuple[Learned, Weights]:
    """
    Read the learned player of a file, and the weights to use: those of the best, or after `#` those
    of learner 1, 2, …, of 0, the average, or of `steady`. Raises `NotLearned`, and `OSError`.
    """
    path, _, which = name.partition("#")
    stat = Path(path).stat()
    if not Path(path).is_file():
        raise NotLearned("it is not a file")
    if stat.st_size > MOST_BYTES:
        raise NotLearned(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    learned, chosen = _read(path, stat.st_mtime_ns, stat.st_size)
    if not which:
        return learned, chosen
    if which == "steady":
        return learned, _one_of(learned, STEADY)
    if not which.isdecimal() or int(which[:3]) > len(learned.learners):
        most = len(learned.learners)
        raise NotLearned(
            f"`#` must be followed by the number of a learner, 1 to {most}, by 0 or `steady`"
        )
    return learned, _one_of(learned, int(which[:3]))


def _one_of(learned: Learned, number: int) -> Weights:
    if number > 0:
        return learned.learners[number - 1]
    average = together(learned.learners)
    return steadily(average) if number == STEADY else average


@lru_cache(maxsize=2)
def _read(path: str, changed: int, size: int) -> tuple[Learned, Weights]:
    try:
        learned = learned_in(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise NotLearned("it is not the file of a learned player") from None
    return learned, _one_of(learned, learned.best)


def is_named_so(name: str) -> bool:
    """Return whether a player's name is the name of such a file."""
    return name.partition("#")[0].endswith(SUFFIX)


def advisers_of(learned: Learned, choosers: Sequence[Any]) -> tuple[Any, ...]:
    """Return the rulebook's players that advise it; raises `NotLearned` if one is missing."""
    known = {chooser.name: chooser for chooser in choosers}
    if missing := [adviser for adviser in learned.advisers if adviser not in known]:
        raise NotLearned(f"`{missing[0]}` advises it, but is not a player of this rulebook")
    return tuple(known[adviser] for adviser in learned.advisers)
