"""Watches one step of a match, from a decision to the next: its statements, and who is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from attrs import define, field, frozen

from ruleslang.match.decision import LegalMove
from ruleslang.match.match import Match
from ruleslang.match.observer import Begun, Chosen, Observer, Offered
from ruleslang.match.position import Run
from ruleslang.match.values import Player, Value
from ruleslang.program import statements as s
from ruleslang.program.passes.numbered_parts import NOWHERE, Parts

_CLASSES = frozenset((*get_args(s.Statement), s.Whenever, s.Hook))


@frozen
class Asked:
    """Who was offered what, by which part, and whether there was more than one choice."""

    part: int
    who: Player
    offered: tuple[Value, ...]
    names: tuple[str, ...]
    really: bool


@define(eq=False)
class Step:
    """
    What was noted during a step: the offers, and the numbers of the statements, hooks and rules.
    """

    statements: list[int] = field(factory=list)
    asked: list[Asked] = field(factory=list)

    def observer(
        self,
        parts: Parts,
        before_each: Callable[[Match, Begun], None],
        begun: Callable[[Match, Run | Chosen], None],
    ) -> Observer:
        """
        What notes the step.

        `before_each` is called before a statement, `begun` when something begins or was chosen;
        they may look, and perturb the match.
        """

        def reached(part: int) -> None:
            if type(parts.all[part]) in _CLASSES:
                self.statements.append(part)

        return Observer(
            reached=reached, statement=before_each, offered=self._offered, begun=begun, chosen=begun
        )

    def _offered(self, match: Match, offered: Offered) -> None:
        keys = tuple(map(_key, offered.offers))
        really = bool(keys) and len(keys) + offered.besides > 1
        part = self.statements[-1] if self.statements else NOWHERE
        self.asked.append(Asked(part, offered.player, keys, tuple(map(_name, keys)), really))


def _key(offer: Value) -> Value:
    """What is offered, by what it means: the same cards, whatever they are called."""
    if isinstance(offer, LegalMove):
        return offer.what.name, offer.chosen
    return getattr(offer, "what", offer)


def _name(key: Value) -> str:
    named = key[0] if isinstance(key, tuple) and key else key
    return str(getattr(named, "name", named))
