"""Compares the announcements of two matches to a player, and the player's views of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from attrs import define, field, frozen

from ruleslang.engine.match.decision import Chanced, Decision, View, ZoneView, seen_text
from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.interface import Begun, Chosen, Match, Reader
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Env, Player, Value, members
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import PublicOutcome


def view_diff(match: Reader, who: Player, mine: View, theirs: View) -> dict[str, str]:
    """
    Return the differences between two views, by name, in words.

    Empty if a `reveal` showed the player some of it, since then its consequences may be known.
    """
    if reveal_differs(match, who, mine, theirs):
        return {}
    found = differing(mine.zones, theirs.zones) | differing(mine.states, theirs.states)
    found |= differing(mine.dice, theirs.dice) | differing(mine.pieces, theirs.pieces)
    if mine.facts != theirs.facts:
        found["the places of revealed facts"] = "others"
    if mine.active != theirs.active:
        found["active"] = _words(match, (theirs.active,), (mine.active,))
    if mine.players != theirs.players:
        found["players"] = _words(match, theirs.players, mine.players)
    return found or _prompt_diff(mine.decision, theirs.decision)


def reveal_differs(match: Reader, who: Player, mine: View, theirs: View) -> bool:
    """Return whether a card, a fact, a state or dice shown to the player differ."""
    return _facts(mine) != _facts(theirs) or _revealed(match, who, mine, theirs)


def _facts(seen: View) -> Counter[tuple[str, str, str, bool]]:
    """Return the announced facts, wherever the cards are in their zones."""
    return Counter((fact.zone, fact.fact, fact.value, fact.truth) for fact in seen.facts)


def _prompt_diff(mine: Decision | None, theirs: Decision | None) -> dict[str, str]:
    """Return how the same question's prompt differs; another law compares the choices."""
    if mine is None or theirs is None or mine.prompt == theirs.prompt:
        return {}
    return {"the question": f'"{theirs.prompt}" instead of "{mine.prompt}"'}


def _revealed(match: Reader, who: Player, mine_view: View, their_view: View) -> bool:
    """Return whether something differs that the player sees only because it was revealed."""
    sight, population = match.sight(who), match.population
    for place in population.all_places():
        mine, theirs = mine_view.zones[place.name].cards, their_view.zones[place.name].cards
        differ = any((*mine, *theirs)) and Counter(mine) != Counter(theirs)
        if differ and not sight.zone(place):
            return True
    stored: list[tuple[d.State | d.Dice, Any, Any]] = [
        (state, mine_view.states, their_view.states) for state in population.program.states
    ]
    thrown: list[tuple[d.State | d.Dice, Any, Any]] = [
        (die, mine_view.dice, their_view.dice) for die in population.program.dice
    ]
    return any(
        mine.get(name) != theirs.get(name) and not sight.by_rule(declared, index)
        for declared, mine, theirs in (*stored, *thrown)
        for index in population.indexes(declared.index)
        for name in (place_name(declared.name, index),)
    )


def differing(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, str]:
    """Return the parts of two views that differ, by name, in words."""
    return {
        name: f"{in_words(theirs.get(name))} instead of {in_words(mine.get(name))}"
        for name in {**mine, **theirs}
        if mine.get(name) != theirs.get(name)
    }


def in_words(value: Any) -> str:
    """Return a seen value in words."""
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


def _words(match: Reader, theirs: tuple[int, ...], mine: tuple[int, ...]) -> str:
    def names(seats: tuple[int, ...]) -> str:
        return " ".join(match.population.players[seat].name for seat in seats)

    return f"{names(theirs)} instead of {names(mine)}"


@frozen(eq=False)
class Announcement:
    """A phase that begins, with the listening player's view, or an outcome of chance."""

    what: str
    seen: View | None = None
    event: int | None = None  # of a roll: its place among the events

    def in_words(self, match: Match) -> str:
        """Describe a roll with its faces."""
        if self.event is None:
            return self.what
        return " ".join((self.what, *_faces(match, self.event)))


@frozen(eq=False)
class Revealed:
    """A statement that shows states to players, with their values there."""

    statement: s.RevealState
    to: Sequence[Value]
    shown: object


@define(eq=False)
class Announcements:
    """Everything announced to a player from some point of a step on."""

    made: list[Announcement] = field(factory=list)
    revealed: list[Revealed] = field(factory=list)

    def statement(self, match: Match, begun: Begun) -> None:
        """Record the public chance of a statement, and the state that it reveals."""
        if isinstance(begun.statement, s.RevealState):
            self.revealed.append(_revealed_by(match, begun.statement, begun.locals))
        match traits(begun.statement).shown:
            case PublicOutcome("roll", die):
                self.made.append(Announcement(f"the {die} rolled", event=len(match.events)))
            case PublicOutcome("pick", name):
                self.made.append(Announcement(f"`{name}` picked by chance"))
            case PublicOutcome("shuffle", zone):
                self.made.append(Announcement(f"`{zone}` shuffled"))

    def begun(self, match: Match, run: Run | Chosen, who: Player) -> None:
        """Record the start of a phase, which is announced to the player."""
        if not isinstance(run, Run) or not isinstance(run.event, ProcedureRun):
            return
        if match.population.procedures[run.event.name].word == "phase":
            active = match.position.active
            turn = [active.name] if active in run.locals.values() else []
            name = f"`{run.event.name}`{''.join(f' of {player_name}' for player_name in turn)}"
            self.made.append(Announcement(f"{name} begin", match.view(who.order)))


def revealed_otherwise(who: Player, mine: Announcements, theirs: Announcements) -> bool:
    """Return whether a statement of both runs showed a player another value, if only briefly."""
    pairs = zip(mine.revealed, theirs.revealed, strict=False)
    return any(
        ours.statement is copied.statement and ours.shown != copied.shown and who in ours.to
        for ours, copied in pairs
    )


def _revealed_by(match: Match, reveal: s.RevealState, local: Env) -> Revealed:
    index = [
        None if isinstance(part, e.AnyIndex) else match.evaluate(part, dict(local))
        for part in reveal.index
    ]
    shown = [
        (place, value)
        for place, value in match.position.states[reveal.name].items()
        if all(part in (None, at) for part, at in zip(index, place, strict=True))
    ]
    everybody = match.population.players
    to = everybody if reveal.to is None else members(match.evaluate(reveal.to, dict(local)))
    return Revealed(reveal, to, shown)


def announcement_diff(
    match: Match, copy: Match, who: Player, mine: Announcements, theirs: Announcements
) -> str:
    """Return the first announcement of a perturbed copy that differs; empty when none does."""
    for announced, announced_there in zip_longest(mine.made, theirs.made):
        in_match = announced.in_words(match) if announced else "nothing"
        in_copy = announced_there.in_words(copy) if announced_there else "nothing"
        if in_match != in_copy:
            return f"they would be shown {in_copy} instead of {in_match}"
        if announced.seen is not None and announced_there.seen is not None:
            found = view_diff(match, who, announced.seen, announced_there.seen)
            if found:
                name, words = next(iter(found.items()))
                return f"they would see {name}, when {announced.what}s: {words}"
    return ""


def _faces(match: Match, at: int) -> Iterator[str]:
    """Yield the faces of dice rolled together."""
    for event in match.events[at:]:
        if not isinstance(event, Chanced) or event.kind != "roll":
            return
        yield from event.outcome
