"""
A player who tries certain cards whenever it can, and else plays as another player does.

It teaches learners about cards that no player of the rulebook knows: they may follow it where that
is good, and its advice is its own feature. Only choices that may lead to a card being played
count; for a rulebook that performs no cards, all choices of a single card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl
from ruleslang.program.patterns import AnyEntry, BindEntry
from ruleslang.program.program import Compiled, Program
from ruleslang.program.references import PreferenceAbout
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find

TRIES = "one who tries them"  # no name of the language


def uses_of_cards(program: Program) -> tuple[frozenset[str], frozenset[str]]:
    """
    Return the names of the actions and of other choices with which a player uses a card.

    They belong to what performs cards, itself or in a procedure that it calls.
    """
    performing = _performing(program)
    parts: tuple[d.Procedure | d.Action | d.Play, ...]
    parts = (*program.procedures, *program.actions, *program.plays)
    actions = {action.name for action in program.actions if f"action {action.name}" in performing}
    choices = {
        choice.name
        for part in parts
        if _key(part) in performing and not isinstance(part, d.Play)
        for choice in find(part.body, s.Choice)
    }
    if not actions | choices:
        actions = {action.name for action in program.actions}
        choices = {choice.name for part in parts for choice in find(part.body, s.Choice)}
    return frozenset(actions), frozenset(choices)


def _key(part: d.Procedure | d.Action | d.Play) -> str:
    return f"{type(part).__name__.lower()} {part.name}"


def _performing(program: Program) -> set[str]:
    """Return the procedures and actions that perform a card, or call what does, also in hooks."""
    parts: tuple[d.Procedure | d.Action, ...] = (*program.procedures, *program.actions)
    calls = {_key(part): {call.procedure for call in find(part, s.Call)} for part in parts}
    performing = {_key(part) for part in parts if next(find(part, s.Perform), None)}
    while more := {
        name
        for name, called in calls.items()
        if name not in performing and any(f"procedure {each}" in performing for each in called)
    }:
        performing |= more
    return performing


def with_tries(compiled: Compiled, cards: Sequence[str]) -> Compiled:
    """Return the game with a player more, who tries these cards, and else plays as the first."""
    base = compiled.choosers[0] if compiled.choosers else d.Chooser(TRIES, ())
    tries = tuple(_tries(compiled.program, cards))
    trying = evolve(base, name=TRIES, preferences=(*tries, *base.preferences))
    return evolve(compiled, choosers=(*compiled.choosers, trying))


def _tries(program: Program, cards: Sequence[str]) -> Iterator[d.Preference]:
    actions, choices = uses_of_cards(program)
    for action in program.actions:
        types = [_chosen(action, choice) for choice in action.choices]
        for place, type in enumerate(types):
            if action.name in actions and isinstance(type, t.Card | t.Title):
                entries = [BindEntry(1) if at == place else AnyEntry() for at in range(len(types))]
                yield _preference("action", action.name, type, cards, tuple(entries))
    known = set[tuple[str, t.Type]]()
    for procedure in program.procedures:
        for choice in find(procedure, s.Choice):
            name, type = choice.name, _chosen(procedure, choice)
            is_new = name in choices and (name, type) not in known
            if is_new and isinstance(type, t.Card | t.Title):
                known.add((name, type))
                yield _preference("choice", name, type, cards, None)


def _chosen(part: d.Procedure | d.Action, choice: s.Choice) -> t.Type:
    return plain(part.locals[choice.slot].type)


def _preference(
    about: PreferenceAbout,
    name: str,
    type: t.Type,
    cards: Sequence[str],
    pattern: tuple[BindEntry | AnyEntry, ...] | None,
) -> d.Preference:
    chosen = e.Local(1)
    tests: list[e.Expr] = [
        e.IsTitle(chosen, e.TitleValue(card))
        if isinstance(type, t.Card)
        else e.Equal(chosen, e.TitleValue(card))
        for card in cards
    ]
    is_chosen = about == "choice"
    locals = (
        LocalDecl("you", t.Player(), "you"),
        LocalDecl("chosen", type, "member" if is_chosen else "bound"),
    )
    member, condition = (1 if is_chosen else None), reduce(e.Or, tests)
    return d.Preference(about, name, locals, 0, member, pattern, condition, (), "")
