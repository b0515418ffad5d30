"""Hashes the positions that histories compare, by the words of `interpreter/hashing.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

from ruleslang.engine.cells.codec import Codec
from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.match.runtime_values import word_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

Cells: TypeAlias = Sequence[Any]
Words: TypeAlias = "Callable[[Cells], Iterable[str]]"
HALF = 2**32


def standing(flow: Flow) -> Callable[[Cells, str, tuple[Any, ...]], tuple[int, int]]:
    """Return the function that hashes the position that a history compares."""
    codec = Codec(flow)
    histories = {history.name: history for history in flow.population.program.histories}
    stored = {name: _stored(flow, codec, declared) for name, declared in histories.items()}
    types = {
        name: [flow.population.values[value].type for value in declared.values]
        for name, declared in histories.items()
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
        digest = int(blake2b(text.encode(), digest_size=8).hexdigest(), 16)
        return digest // HALF, digest % HALF

    return now


def _stored(flow: Flow, codec: Codec, history: d.History) -> tuple[list[Words], list[Words]]:
    """Return the words before the values, and those after them."""
    population, layout = flow.population, flow.layout
    before = [
        _values(codec, layout[cells.state_family(name)], population.states[name].type)
        for name in history.states
    ]
    titles = [card.title.order for card in population.cards]
    before += [_titles(layout[cells.zone_family(name)], titles) for name in history.zones]
    before += [_faces(layout[cells.dice_family(name)]) for name in history.dice]
    others = {
        "active": _values(codec, layout[cells.ACTIVE], t.Player()),
        "players": _values(codec, layout[cells.PLAYERS], t.ListOf(t.Player(), 100)),
        "pieces": _values(codec, layout[cells.SPACE], t.Optional(t.Space())),
    }
    return before, [others[word] for word in history.others]


def _values(codec: Codec, of: cells.Family, type: t.Type) -> Words:
    """Return the words of cells; those without tuples are their numbers."""
    low, high = of.base, of.base + of.cells
    if isinstance(plain(type), t.SetOf | t.ListOf):
        return lambda S: (
            "?" if raw is ABSENT else word_of(codec.value(type, raw)) for raw in S[low:high]
        )
    return lambda S: map(_word, S[low:high])


def _word(raw: Any) -> str:
    return "-" if raw is None else "?" if raw is ABSENT else str(int(raw))


def _titles(of: cells.Family, titles: Sequence[int]) -> Words:
    """Return the words of zones: the concatenated definitions of their cards."""
    low, high = of.base, of.base + of.cells
    return lambda S: (
        f"{len(there)}:" + ",".join([str(titles[card]) for card in there]) for there in S[low:high]
    )


def _faces(of: cells.Family) -> Words:
    low, high = of.base, of.base + of.cells
    return lambda S: (" ".join(map(str, there)) for there in S[low:high])
