"""
Reports `offers-unplayable`: an action lets any card of a place be chosen and performs it, also one
that cannot be played then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

offers_unplayable = Message(
    "offers-unplayable",
    "`{card}` cannot always be played, and is offered all the same",
    help="performed then, it does nothing: write `choosing {name} from … where playable({name},"
    " {player})`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `perform` of a card that its action chooses without a condition."""
    for action in subject.program.actions:
        if any(find(action, e.Playable)):
            continue
        chosen = {choice.slot: choice for choice in action.choices if _is_any(choice)}
        for node in subject.statements(action.body.statements):
            if not isinstance(node, s.Perform) or not isinstance(node.card, e.Local):
                continue
            choice = chosen.get(node.card.slot)
            card = _unsure(subject, action, choice) if choice else None
            if choice and card:
                player = action.locals[action.you].name
                span = subject.span(node.origin)
                yield offers_unplayable(span, card=card.name, name=choice.name, player=player)


def _is_any(choice: s.Choice) -> bool:
    return choice.low is None and choice.where is None and choice.so_that is None


def _unsure(subject: Subject, action: d.Action, choice: s.Choice) -> d.Definition | None:
    """A card that may be chosen and that no play of its own surely fits."""
    kind = choice.type.kind if isinstance(choice.type, t.Card) else None
    open_windows = {use.window for use in action.windows} or {
        window.name for window in subject.program.windows if action.name in window.offers
    }
    for card in subject.program.definitions:
        fits = kind is None or kind in subject.world.kinds[card.kind]
        plays = [subject.plays[name] for name in card.plays]
        if fits and plays and not any(_is_sure(play, open_windows) for play in plays):
            return card
    return None


def _is_sure(play: d.Play, open_windows: Collection[str]) -> bool:
    """Whether a play is possible wherever the action is offered."""
    if play.window_condition or play.choices or play.body.clauses:
        return False
    return {use.window for use in play.windows} == set(open_windows)
