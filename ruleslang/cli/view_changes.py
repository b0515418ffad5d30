"""
What changed between two views, in words.

Each change is one text, with the names of the places of the view that it tells of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.api import Event, View
from ruleslang.cli.card_moves import Told, told_moves
from ruleslang.cli.view_text import Words, without_index
from ruleslang.match.decision import Chanced
from ruleslang.match.view import SeenValue, seen_text


def changes(before: View, after: View, words: Words) -> Iterator[Told]:
    """What is different in a view, in words."""
    for name, value in after.states.items():
        old = before.states.get(name)
        if without_index(name) in words.kept_in_mind:
            continue
        if value != old and (value is None or seen_text(value) != words.resets.get(name)):
            yield Told(f"{_called(name, words)} {_arrow(old, value, words)}", name)
    yield from told_moves(before, after, words.titles)
    for name, faces in after.dice.items():
        if faces != before.dice.get(name) and faces is not None:
            yield Told(f"{name.replace('_', ' ')}: {' '.join(faces) or 'none'}", name)
    for piece, space in after.pieces.items():
        was = before.pieces.get(piece)
        if space != was:
            from_there = "to" if was is None else f"{words.space(was)} →"
            yield Told(f"{words.title(piece)} {from_there} {words.space(space)}", piece)


def _called(name: str, words: Words) -> str:
    """A state as people call it: that of a drawn space by where it is."""
    if name not in words.legend.fields:
        return _with_titles(name, words)
    where = words.space(words.legend.fields[name].space)
    return f"{without_index(name).replace('_', ' ')} at {where}"


def _with_titles(name: str, words: Words) -> str:
    """The name of a state with the cards of its index by their titles."""
    state, _, index = name.partition("(")
    if not index:
        return state.replace("_", " ")
    places = (words.title(each) for each in index.removesuffix(")").split(", "))
    return f"{state.replace('_', ' ')}({', '.join(places)})"


def _arrow(old: SeenValue | None, new: SeenValue | None, words: Words) -> str:
    return " → ".join("?" if each is None else words.value(each) for each in (old, new))


def rolls(events: Sequence[Event], words: Words) -> list[str]:
    """The rolls among some events that everybody saw."""
    return [text for _, text in placed_rolls(events, words)]


def placed_rolls(events: Sequence[Event], words: Words) -> list[tuple[int, str]]:
    """The rolls that everybody saw, each with its place among these events."""
    return [
        (place, f"rolled {event.of}: {', '.join(event.outcome)}".replace("_", " "))
        for place, event in enumerate(events)
        if isinstance(event, Chanced) and event.kind == "roll" and event.of in words.public_dice
    ]
