"""One step of a match, from a decision to the next, watched: its statements, who is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, get_args

from attrs import define, field, frozen

from ruleslang.match.decision import LegalMove
from ruleslang.match.values import Player
from ruleslang.meaning.machine import Frame, Machine, Witness
from ruleslang.meaning.match import Match
from ruleslang.program import statements as s
from ruleslang.program.program import Compiled
from ruleslang.program.walk import walk

Statements: TypeAlias = Mapping[int, Any]  # statements and effects, by their origins
Watcher: TypeAlias = Callable[[Machine, Any, Frame], None]  # sees a statement before it runs


def statements_of(compiled: Compiled) -> Statements:
    """Everything of a program that does something."""
    kinds = {*get_args(s.Statement), s.Whenever, s.Hook}
    return {
        node.origin: node
        for node in walk(compiled.program)
        if type(node) in kinds and node.origin >= 0
    }


@frozen
class Asked:
    """Who was offered what, by which line, and whether there was more than one thing to choose."""

    line: int
    who: Player
    offered: tuple[Any, ...]
    names: tuple[str, ...]
    really: bool


@define(eq=False)
class Step:
    """What was noted on the way: the statements by their origins, and what was offered."""

    lines: list[int] = field(factory=list)
    asked: list[Asked] = field(factory=list)

    def watch(self, m: Machine, statements: Statements, each: Watcher, begun: Witness) -> None:
        """Note what happens from now on; `each` may look, and change something."""

        def trace(origin: int) -> None:
            if origin in statements:
                self.lines.append(origin)

        m.before, m.trace, m.offering, m.witness = each, trace, self._offer, begun

    def _offer(
        self, m: Machine, who: Player, compute: Callable[[], Any], offered: Any, besides: int
    ) -> None:
        keys = tuple(_keys(offered))
        really = bool(keys) and len(keys) + besides > 1
        line = self.lines[-1] if self.lines else -1
        self.asked.append(Asked(line, who, keys, tuple(map(_name, keys)), really))


def unwatch(match: Match) -> None:
    """Note nothing more."""
    m = match.machine
    m.before = m.trace = m.offering = m.witness = None


def _keys(offered: Any) -> Iterator[Any]:
    """What is offered, by what it means: the same cards, whatever they are called."""
    if isinstance(offered, dict):
        for uses in offered.values():
            yield from _keys(uses)
        return
    for each in offered:
        if isinstance(each, LegalMove):
            yield each.what.name, each.chosen
        else:
            yield getattr(each, "what", each)


def _name(key: Any) -> str:
    named = key[0] if isinstance(key, tuple) and key else key
    return str(getattr(named, "name", named))
