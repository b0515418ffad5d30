"""
Reads and writes learned players: one line of JSON with the game, its settings and the weights, and
a checksum.

A file may come from anyone: only bounded numbers and short words are read. One that was trained for
another game or with other features is refused.
"""

from __future__ import annotations

import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen
from attrs.validators import deep_iterable, deep_mapping, ge, in_, le, max_len, min_len

from ruleslang.players.learning.learn import STEADY, steadily, together
from ruleslang.players.learning.numbering import Numbering
from ruleslang.players.learning.weights import POLICY_BITS, ROW, Weights
from ruleslang.source.checksum import Refused, seal, unseal
from ruleslang.source.plain_data import damage, exact_converter, without_lists

FORMAT = "ruleslang learned player 2"
SUFFIX = ".learned"
MOST_BYTES = 64_000_000
MOST_ENTRIES = 10_000  # brackets and commas: each entry of a list takes memory, however short
MOST_LEARNERS = 16
LEAST = 3e-4  # smaller weights are left out
LARGEST = 1e6


class NotLearned(ValueError):
    """A file holds no learned player, or one of another game; the message says which."""


def _short(_: object, attribute: Any, value: str) -> None:
    if len(value) > 200 or not value.isprintable():
        raise ValueError(f"a name in `{attribute.name}` is not a short printable text")


@frozen(eq=False)
class Learned:
    """
    A learned player: its game, settings, and the weights of each learner.

    `digest` is that of the numbering of features; `advisers` are the rulebook's players that advise
    it. `best` is the learner that plays, from 1; 0: the average of all; `STEADY`: that, steadily.
    """

    rulebook: str = field(validator=_short)
    digest: str = field(validator=_short)
    players: int = field(validator=[ge(1), le(1000)])
    options: Mapping[str, str] = field(validator=deep_mapping(_short, _short))
    advisers: tuple[str, ...] = field(validator=deep_iterable(_short))
    seed: int = field(validator=[ge(-(1 << 63)), le(1 << 64)])
    learners: tuple[Weights, ...] = field(validator=[min_len(1), max_len(MOST_LEARNERS)])
    best: int = 0
    format: str = field(default=FORMAT, validator=in_([FORMAT]))

    def refuse_other(self, name: str, numbering: Numbering) -> None:
        """Raise `NotLearned`, naming the player, if the features are numbered differently."""
        if numbering.digest != self.digest:
            raise NotLearned(
                f"`{name[:200]}` was trained for other rules, options or numbers of players; "
                f"train it again"
            )


@frozen
class _Packed:
    """A learner; its weights other than zero as indices and little-endian values, in base64."""

    games: int = field(validator=[ge(0), le(1 << 62)])
    sharpness: float = field(validator=[ge(0), le(100)])
    trust: float = field(validator=[ge(0), le(100)])
    places: str
    weights: str


def text_of(learned: Learned) -> str:
    """Return the learned player as the text of a file."""
    return seal(CONVERTER.unstructure(learned))


def _packed(weights: Weights) -> dict[str, Any]:
    used = [(at, weight) for at, weight in enumerate(weights.policy[::ROW]) if abs(weight) > LEAST]
    places = _in_base64(array("I", [at for at, _ in used]))
    values = _in_base64(array("f", [weight for _, weight in used]))
    return asdict(_Packed(weights.games, weights.sharpness, weights.trust, places, values))


def _in_base64(numbers: array[Any]) -> str:
    if sys.byteorder == "big":
        numbers.byteswap()
    return b64encode(numbers.tobytes()).decode()


def learned_in(text: str) -> Learned:
    """Parse a learned player; raises `NotLearned`."""
    if sum(map(text.count, "[{,")) > MOST_ENTRIES:
        raise NotLearned("it has more entries than the file of a learned player")
    of = "it is not the file of a learned player, or of another release"
    try:
        record = unseal(text, most=MOST_BYTES)
    except Refused as problem:
        raise NotLearned(f"{of}: {problem}") from None
    for where in without_lists(Learned, record):
        raise NotLearned(f"{of}: `{where}` is not a list")
    try:
        learned = CONVERTER.structure(record, Learned)
    except Exception as problem:  # cattrs raises many kinds; all of them mean damage
        raise NotLearned(f"{of}: {damage(problem)}") from None
    if len({*learned.advisers}) < len(learned.advisers):
        raise NotLearned("the same player advises it twice")
    if not STEADY <= learned.best <= len(learned.learners):
        raise NotLearned("its best learner is not among its learners")
    return learned


def _unpacked(record: Any, _: object) -> Weights:
    packed = CONVERTER.structure(record, _Packed)
    places, values = _numbers(packed.places, "I"), _numbers(packed.weights, "f")
    if len(places) != len(values):
        raise ValueError(f"{len(values)} weights for {len(places)} places")
    weights = Weights(games=packed.games, sharpness=packed.sharpness, trust=packed.trust)
    for at, value in zip(places, values, strict=True):
        if at >= 1 << POLICY_BITS or not isfinite(value) or abs(value) > LARGEST:
            raise ValueError("a weight in it is out of range")
        weights.policy[ROW * at] = value
    return weights


def _numbers(text: str, code: str) -> array[Any]:
    numbers = array(code, b64decode(text, validate=True))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


CONVERTER = exact_converter()
CONVERTER.register_unstructure_hook_func(lambda kind: kind is Weights, _packed)
CONVERTER.register_structure_hook_func(lambda kind: kind is Weights, _unpacked)


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
