"""Does one action or play alone, for `does`, `plays` and `may` of an example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TypeAlias

from ruleslang.engine.interpreter.asking import Here
from ruleslang.engine.interpreter.choose_and_do_moves import (
    Uses,
    choose_use,
    do_action,
    do_use,
    few,
)
from ruleslang.engine.interpreter.legality import action_uses, play_uses, uses_by_play
from ruleslang.engine.interpreter.machine import Answering, Machine
from ruleslang.engine.match.decision import Decision, LegalMove
from ruleslang.engine.match.interface import NotLegal
from ruleslang.engine.match.naming import Question, word_for
from ruleslang.engine.match.position_queries import numbered
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    ListValue,
    Player,
    Value,
    members,
)


def fits(m: Machine, use: LegalMove, choosing: Sequence[Value]) -> bool:
    """
    Return whether a move's first choices are these; a string stands for the value it names.

    They may be preceded by the card and the number of one of its plays.
    """
    number = None if use.title is None else numbered(use.title, choosing)
    plays = () if use.title is None else use.title.definition.plays
    if number is not None and plays[number - 1] != use.what.name:
        return False
    named, chosen = _named(use, choosing), use.chosen
    return len(named) <= len(chosen) and all(
        _is_named_value(m, value, wanted) for value, wanted in zip(chosen, named, strict=False)
    )


def _named(use: LegalMove, choosing: Sequence[Value]) -> Sequence[Value]:
    """Return the given choices, without the card and the number of its play."""
    has_number = use.title is not None and numbered(use.title, choosing) is not None
    return choosing[2:] if has_number else choosing


def _is_named_value(m: Machine, value: Value, wanted: Value) -> bool:
    if isinstance(wanted, str):
        return word_for(Here(m), value) == wanted
    return seem_same(m, value, wanted)


def fitting(
    m: Machine, uses: Iterable[LegalMove], choosing: Sequence[Value]
) -> Iterator[LegalMove]:
    """Return the moves with these choices."""
    return (use for use in uses if fits(m, use, choosing))


def may(m: Machine, player: Player, action: str, choosing: Sequence[Value] = ()) -> bool:
    """Return whether a player may do an action with these choices now."""
    uses = action_uses(m, m.tables.actions[action], player)
    return any(True for _ in fitting(m, uses, choosing))


def action_alone(m: Machine, player: Player, action: str, choosing: Sequence[Value]) -> Root:
    """Return the generator that does one action; open choices are asked."""
    declared = m.tables.actions[action]
    if not may(m, player, action, choosing):
        raise NotLegal(f"{player.name} may not do `{action}` so")

    def work(machine: Machine) -> Generator[Decision, int, Value]:
        uses = few(fitting(machine, action_uses(machine, declared, player), choosing))
        question = Question(player, "offer", action, action.replace("_", " "), declared.origin)
        use = yield from _one_of(machine, question, {action: uses}, choosing)
        return (yield from do_action(machine, use, question))

    return work


def _one_of(m: Machine, q: Question, groups: Uses, choosing: Sequence[Value]) -> Answering:
    """
    Return one of the ways with these choices.

    If every choice is given, the ways differ only in equal cards or dice: the first is taken, so
    that no answer is used up.
    """
    if len(groups) == 1:
        (ways,) = groups.values()
        if len(_named(ways[0], choosing)) == len(ways[0].chosen):
            m.count()
            return ways[0]
    return (yield from choose_use(m, q, groups))


def cards_of(m: Machine, player: Player, wanted: Value) -> list[Card]:
    """Return the card itself; for a definition the copies that the player holds, else all."""
    if isinstance(wanted, Card):
        return [wanted]
    assert isinstance(wanted, CardDefinition)
    copies = [card for card in m.tables.cards if m.state.title_of(card) is wanted]
    held = [
        card for card in copies if card in m.state.where and m.state.where[card].holder is player
    ]
    return held or copies


def may_play(m: Machine, player: Player, card: Value, choosing: Sequence[Value] = ()) -> bool:
    """Return whether a player may play a card, or a copy in their hand, with these choices now."""
    return _playable(m, player, card, choosing) is not None


def _playable(m: Machine, player: Player, card: Value, choosing: Sequence[Value]) -> Card | None:
    """Return the first of these cards that may be played so."""
    for candidate in cards_of(m, player, card):
        if any(True for _ in fitting(m, play_uses(m, candidate, player), choosing)):
            return candidate
    return None


def play_alone(m: Machine, player: Player, card: Value, choosing: Sequence[Value]) -> Root:
    """Return the generator that plays one card; open choices are asked."""
    playable = _playable(m, player, card, choosing)
    if playable is None:
        raise NotLegal(f"{player.name} may not play that so")

    def work(machine: Machine) -> Generator[Decision, int, Value]:
        title = machine.state.title_of(playable)
        by_play = uses_by_play(machine, playable, player)
        groups = {name: few(fitting(machine, uses, choosing)) for name, uses in by_play}
        groups = {name: some for name, some in groups.items() if some}
        question = Question(player, "play", title.name, title.text, title.definition.origin)
        chosen = yield from _one_of(machine, question, groups, choosing)
        machine.reached(title.definition)
        return (yield from do_use(machine, chosen, question))

    return work


Root: TypeAlias = Callable[[Machine], Generator[Decision, int, Value]]


# ---------------------------------------------------------------- values without a type


def seem_same(m: Machine, left: Value, right: Value) -> bool:
    """
    Return whether two values are the same.

    A card is the same as the definition it counts as. Two lists are compared entry by entry, other
    collections regardless of order. None equals only none.
    """
    if left is right:
        return True
    if isinstance(left, tuple) or isinstance(right, tuple):
        return _same_members(m, left, right)
    if isinstance(left, Card) and isinstance(right, CardDefinition):
        return m.state.title_of(left) is right
    if isinstance(left, CardDefinition) and isinstance(right, Card):
        return m.state.title_of(right) is left
    return bool(left == right) and (type(left) is bool) == (type(right) is bool)


def _same_members(m: Machine, left: Value, right: Value) -> bool:
    """Return whether two collections have the same members; an optional is a set of at most one."""
    mine, theirs = members(left), members(right)
    if len(mine) != len(theirs):
        return False
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return all(seem_same(m, a, b) for a, b in zip(mine, theirs, strict=True))
    if any(isinstance(member, CardDefinition) for member in mine + theirs):
        mine, theirs = _as_titles(m, mine), _as_titles(m, theirs)
    return Counter(mine) == Counter(theirs)


def _as_titles(m: Machine, values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(m.state.title_of(value) if isinstance(value, Card) else value for value in values)
