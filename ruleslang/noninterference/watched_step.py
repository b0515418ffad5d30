"""Watches one step of a match, from a decision to the next: its statements, and who is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, get_args

from attrs import define, field, frozen

from ruleslang.match.decision import LegalMove
from ruleslang.match.match import Match
from ruleslang.match.observer import Begun, Chosen, Observer, Offered
from ruleslang.match.position import Run
from ruleslang.match.values import Player, Value
from ruleslang.program import statements as s
from ruleslang.program.program import Compiled
from ruleslang.program.walk import walk

# Statements, and the effects that act by themselves, by their origins.
Statements: TypeAlias = Mapping[int, s.Statement | s.Whenever | s.Hook]
_CLASSES = frozenset((*get_args(s.Statement), s.Whenever, s.Hook))


def statements_of(compiled: Compiled) -> Statements:
    """Every statement of a program."""
    return {
        node.origin: node
        for node in walk(compiled.program)
        if type(node) in _CLASSES and node.origin >= 0
    }


@frozen
class Asked:
    """Who was offered what, by which line, and whether there was more than one choice."""

    line: int
    who: Player
    offered: tuple[Value, ...]
    names: tuple[str, ...]
    really: bool


@define(eq=False)
class Step:
    """What was noted during a step: the statements by their origins, and the offers."""

    lines: list[int] = field(factory=list)
    asked: list[Asked] = field(factory=list)

    def observer(
        self,
        statements: Statements,
        before_each: Callable[[Match, Begun], None],
        begun: Callable[[Match, Run | Chosen], None],
    ) -> Observer:
        """
        What notes the step.

        `before_each` is called before a statement, `begun` when something begins or was chosen;
        they may look, and perturb the match.
        """

        def reached(origin: int) -> None:
            if origin in statements:
                self.lines.append(origin)

        return Observer(
            reached=reached, statement=before_each, offered=self._offered, begun=begun, chosen=begun
        )

    def _offered(self, match: Match, offered: Offered) -> None:
        keys = tuple(map(_key, offered.offers))
        really = bool(keys) and len(keys) + offered.besides > 1
        line = self.lines[-1] if self.lines else -1
        self.asked.append(Asked(line, offered.player, keys, tuple(map(_name, keys)), really))


def _key(offer: Value) -> Value:
    """What is offered, by what it means: the same cards, whatever they are called."""
    if isinstance(offer, LegalMove):
        return offer.what.name, offer.chosen
    return getattr(offer, "what", offer)


def _name(key: Value) -> str:
    named = key[0] if isinstance(key, tuple) and key else key
    return str(getattr(named, "name", named))
