"""Finds the choice of a decision that is given by its index, id or text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ruleslang.engine.match.decision import Decision, Option
from ruleslang.engine.match.interface import Match, Reader
from ruleslang.engine.match.runtime_values import shown
from ruleslang.program.statements import Menu
from ruleslang.program.walk import find
from ruleslang.source.errors import RuleslangError, legible, whole_number
from ruleslang.source.suggest import did_you_mean

Forbids: TypeAlias = Callable[[Reader, Decision, str], str]
"""The reasons why a choice with this name is not offered; empty if nothing is known of it."""

MOST_SHOWN = 8  # choices named in a message
MOST_LETTERS = 200  # letters of the input that are repeated
ANYWHERE = frozenset({"decline", "pass", "done", "yes", "no", "none", "cell", "piece_on"})


class IllegalChoice(RuleslangError, ValueError):
    """
    A choice that cannot be made; the match is unchanged.

    `kind` is one of: *invalid*, not a choice of this rulebook at all; *illegal*, not offered now;
    *ambiguous*, matches several offered choices.
    """

    def __init__(self, kind: str, reason: str) -> None:
        reason = legible(reason)
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalChoice, (self.kind, self.reason)


def place_of(match: Match, choice: Option | int | str, forbids: Forbids) -> int:
    """Return the index of the given choice in the pending decision; raises `IllegalChoice`."""
    waits = match.waits_for
    if waits is None:
        raise IllegalChoice("illegal", "the match is over")
    if isinstance(choice, Option):
        choice = choice.id
    if isinstance(choice, str):
        decision = match.decision
        assert decision is not None
        return _named(match, decision, choice, forbids)
    try:
        place = whole_number("choice", choice)
    except TypeError:
        kind = type(choice).__name__
        problem = f"a choice is an index, an id or an offered one, not {kind}"
        raise IllegalChoice("invalid", problem) from None
    if not 0 <= place < waits[1]:
        raise IllegalChoice("invalid", f"there are choices 0 to {waits[1] - 1}, not {place}")
    return place


def _named(match: Match, decision: Decision, name: str, forbids: Forbids) -> int:
    """Return the index of the choice with this id, else text; raises `IllegalChoice` unless one."""
    by_id = [place for place, choice in enumerate(decision.choices) if choice.id == name]
    matching = by_id or [
        place for place, choice in enumerate(decision.choices) if choice.text == name
    ]
    if len(matching) > 1:
        options = ", ".join(f"`{decision.choices[place].id}`" for place in matching)
        raise IllegalChoice("ambiguous", f"`{name}` may be any of {options}")
    if not matching:
        known = _is_known(match, name)
        because = forbids(match, decision, name) if known else ""
        hint = because or _offered(name, [choice.id for choice in decision.choices])
        name = name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 3]}..."
        problem = "is not offered here" if known else "is not a choice here"
        raise IllegalChoice("illegal" if known else "invalid", f"`{name}` {problem}; {hint}")
    return matching[0]


def _is_known(match: Reader, name: str) -> bool:
    """Return whether all words of `name` (before any ` [`) occur in choices here."""
    tables = match.population
    branches = (branch.name for menu in find(tables.program, Menu) for branch in menu.branches)
    words = (word.name for words in tables.words.values() for word in words)
    things = (tables.players, tables.spaces, tables.pieces, tables.titles.values())
    names = {word for some in things for thing in some for word in _words(shown(thing))}
    known = {*tables.actions, *tables.plays, *branches, *words, *names, *ANYWHERE}
    parts = _words(name.partition(" [")[0])
    return bool(parts) and all(part in known or part.isdecimal() for part in parts)


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", name)


def _offered(name: str, offered: Sequence[str]) -> str:
    shown = ", ".join(f"`{id}`" for id in offered[:MOST_SHOWN])
    more = ", …" if len(offered) > MOST_SHOWN else ""
    return did_you_mean(name, offered) or f"the choices are {shown}{more}"
