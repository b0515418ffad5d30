"""How things stand that a history compares, as the interpreter hashes it; and what was noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from ruleslang.flow import state_layout as cells
from ruleslang.flow.flow import Flow
from ruleslang.flow.words import ABSENT
from ruleslang.meaning.hashing import word_of
from ruleslang.meaning.state import State
from ruleslang.portable.value_codec import Codec
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

Cells = list[Any]
Words = Callable[[Cells], Iterator[str]]
HALF = 2**32


def standing(flow: Flow) -> Callable[[Cells, str, tuple[Any, ...]], tuple[int, int]]:
    """The function that hashes the position that a history compares, for one layout."""
    codec = Codec(flow.population)
    histories = {each.name: each for each in flow.population.program.histories}
    stored = {name: _stored(flow, codec, each) for name, each in histories.items()}
    types = {
        name: [flow.population.values[value].type for value in each.values]
        for name, each in histories.items()
    }

    def now(S: Cells, name: str, values: tuple[Any, ...]) -> tuple[int, int]:
        before, behind = stored[name]
        words = [word for part in before for word in part(S)]
        words += [
            word_of(codec.value(type, value))
            for type, value in zip(types[name], values, strict=True)
        ]
        words += [word for part in behind for word in part(S)]
        text = "".join([f"{word}\0" for word in words])
        found = int(blake2b(text.encode(), digest_size=8).hexdigest(), 16)
        return found // HALF, found % HALF

    return now


def _stored(flow: Flow, codec: Codec, history: d.History) -> tuple[list[Words], list[Words]]:
    """What stands before the values, and what stands behind them."""
    everyone, layout = flow.population, flow.layout
    before = [
        _values(codec, layout[cells.state_family(name)], everyone.states[name].type)
        for name in history.states
    ]
    titles = [card.title.order for card in everyone.cards]
    before += [_titles(layout[cells.zone_family(name)], titles) for name in history.zones]
    before += [_faces(layout[cells.dice_family(name)]) for name in history.dice]
    others = {
        "active": _values(codec, layout[cells.ACTIVE], t.Player()),
        "players": _values(codec, layout[cells.PLAYERS], t.ListOf(t.Player(), 100)),
        "pieces": _values(codec, layout[cells.SPACE], t.Optional(t.Space())),
    }
    return before, [others[word] for word in history.others]


def _values(codec: Codec, of: cells.Family, type: t.Type) -> Words:
    """The words of cells; those of no tuples are their numbers."""
    low, high = of.base, of.base + of.cells
    if isinstance(plain(type), t.SetOf | t.ListOf):
        return lambda S: (
            "?" if each is ABSENT else word_of(codec.value(type, each)) for each in S[low:high]
        )
    return lambda S: map(_word, S[low:high])


def _word(raw: Any) -> str:
    return "-" if raw is None else "?" if raw is ABSENT else str(int(raw))


def _titles(of: cells.Family, titles: list[int]) -> Words:
    """The words of zones: the definitions of their cards, one behind the other."""
    low, high = of.base, of.base + of.cells
    return lambda S: (
        f"{len(lying)}:" + ",".join([str(titles[card]) for card in lying]) for lying in S[low:high]
    )


def _faces(of: cells.Family) -> Words:
    low, high = of.base, of.base + of.cells
    return lambda S: (" ".join(map(str, lying)) for lying in S[low:high])


# ---------------------------------------------------------------- what was noted


def put_histories(flow: Flow, S: Cells, state: State) -> None:
    """What the interpreter noted, in cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        noted = state.histories.get(history.name, {})
        S[base + place] = tuple(
            (int(hash, 16) // HALF, int(hash, 16) % HALF, times) for hash, times in noted.items()
        )


def take_histories(flow: Flow, S: Sequence[Any], state: State) -> None:
    """The same out of cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        rows = S[base + place]
        if rows:
            state.histories[history.name] = {
                f"{high * HALF + low:016x}": times for high, low, times in rows
            }
