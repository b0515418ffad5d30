"""Compares what two matches announce to a player, and what he sees in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from attrs import define, field, frozen

from ruleslang.match.decision import Chanced, Decision, View, ZoneView, seen_text
from ruleslang.match.entities import place_name
from ruleslang.match.match import Match, Reader
from ruleslang.match.observer import Begun, Chosen
from ruleslang.match.position import Run
from ruleslang.match.values import Player
from ruleslang.program import declarations as d
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import ToldToAll


def view_diff(match: Reader, who: Player, one: View, other: View) -> dict[str, str]:
    """
    The differences between two views, by name, in words.

    Empty if a `reveal` showed the player some of it, since then its consequences may be known.
    """
    if reveal_differs(match, who, one, other):
        return {}
    differing = _in(one.zones, other.zones) | _in(one.states, other.states)
    differing |= _in(one.dice, other.dice) | _in(one.pieces, other.pieces)
    if one.told != other.told:
        differing["the places of what he was told of"] = "others"
    if one.active != other.active:
        differing["active"] = _words(match, (other.active,), (one.active,))
    if one.players != other.players:
        differing["players"] = _words(match, other.players, one.players)
    return differing or _prompt_diff(one.decision, other.decision)


def reveal_differs(match: Reader, who: Player, one: View, other: View) -> bool:
    """Whether a card, a fact, a state or dice shown to the player differ."""
    return _facts(one) != _facts(other) or _revealed(match, who, one, other)


def _facts(seen: View) -> Counter[tuple[str, str, str, bool]]:
    """The facts that were told, wherever the cards lie in their zones."""
    return Counter((told.zone, told.fact, told.value, told.truth) for told in seen.told)


def _prompt_diff(one: Decision | None, other: Decision | None) -> dict[str, str]:
    """How the prompt of the same question differs; the choices are compared by another law."""
    if one is None or other is None or one.prompt == other.prompt:
        return {}
    return {"the question": f'"{other.prompt}" instead of "{one.prompt}"'}


def _revealed(match: Reader, who: Player, one: View, other: View) -> bool:
    """Whether something differs that the player sees only because it was revealed."""
    sight, population = match.sight(who), match.population
    for place in population.all_places():
        mine, theirs = one.zones[place.name].cards, other.zones[place.name].cards
        differ = any((*mine, *theirs)) and Counter(mine) != Counter(theirs)
        if differ and not sight.zone(place):
            return True
    stored: list[tuple[d.State | d.Dice, Any, Any]] = [
        (state, one.states, other.states) for state in population.program.states
    ]
    thrown: list[tuple[d.State | d.Dice, Any, Any]] = [
        (die, one.dice, other.dice) for die in population.program.dice
    ]
    return any(
        mine.get(name) != theirs.get(name) and not sight.by_rule(declared, index)
        for declared, mine, theirs in (*stored, *thrown)
        for index in population.indexes(declared.index)
        for name in (place_name(declared.name, index),)
    )


def _in(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: f"{in_words(theirs.get(name))} instead of {in_words(mine.get(name))}"
        for name in {**mine, **theirs}
        if mine.get(name) != theirs.get(name)
    }


def in_words(value: Any) -> str:
    """A seen value in words."""
    if isinstance(value, ZoneView):
        known = [card for card in value.cards if card is not None]
        unknown = len(value.cards) - len(known)
        parts = [*(f"`{card}`" for card in known[:4])]
        parts += [f"{len(known) - 4} more"] * (len(known) > 4)
        parts += [f"{unknown} unseen"] * bool(unknown)
        return ", ".join(parts) or "nothing"
    if isinstance(value, tuple):
        return " ".join(map(in_words, value)) or "nothing"
    return "hidden" if value is None else seen_text(value)


def _words(match: Reader, other: tuple[int, ...], one: tuple[int, ...]) -> str:
    def names(seats: tuple[int, ...]) -> str:
        return " ".join(match.population.players[seat].name for seat in seats)

    return f"{names(other)} instead of {names(one)}"


@frozen(eq=False)
class Announcement:
    """A phase that begins, with the listening player's view, or an outcome of chance."""

    what: str
    seen: View | None = None
    event: int | None = None  # of a roll: its place among the events

    def in_words(self, match: Match) -> str:
        """In words, a roll with its faces."""
        if self.event is None:
            return self.what
        return " ".join((self.what, *_faces(match, self.event)))


@define(eq=False)
class Announcements:
    """Everything that a player is told from some point of a step on."""

    made: list[Announcement] = field(factory=list)

    def statement(self, match: Match, begun: Begun) -> None:
        """Record the public chance of a statement."""
        match traits(begun.statement).told:
            case ToldToAll("roll", die):
                self.made.append(Announcement(f"the {die} rolled", event=len(match.events)))
            case ToldToAll("pick", name):
                self.made.append(Announcement(f"`{name}` picked by chance"))
            case ToldToAll("shuffle", zone):
                self.made.append(Announcement(f"`{zone}` shuffled"))

    def begun(self, match: Match, run: Run | Chosen, who: Player) -> None:
        """Record the start of a phase, which the player is told."""
        if not isinstance(run, Run) or not isinstance(run.event, ProcedureRun):
            return
        if match.population.procedures[run.event.name].word == "phase":
            active = match.position.active
            turn = [active.name] if active in run.locals.values() else []
            name = f"`{run.event.name}`{''.join(f' of {each}' for each in turn)}"
            self.made.append(Announcement(f"{name} begin", match.view(who.order)))


def announcement_diff(
    match: Match, copy: Match, who: Player, one: Announcements, other: Announcements
) -> str:
    """The first announcement of a perturbed copy that differs; empty when none does."""
    for mine, theirs in zip_longest(one.made, other.made):
        here = mine.in_words(match) if mine else "nothing"
        there = theirs.in_words(copy) if theirs else "nothing"
        if here != there:
            return f"he would be told of {there} instead of {here}"
        if mine.seen is not None and theirs.seen is not None:
            found = view_diff(match, who, mine.seen, theirs.seen)
            if found:
                name, words = next(iter(found.items()))
                return f"he would see {name}, when {mine.what}s: {words}"
    return ""


def _faces(match: Match, at: int) -> Iterator[str]:
    """The faces of dice rolled together."""
    for event in match.events[at:]:
        if not isinstance(event, Chanced) or event.kind != "roll":
            return
        yield from event.outcome
