"""Narrates a match without persons to a spectator who sees every hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from ruleslang.api import Match, Outcome, View
from ruleslang.apps.cli.output import plural, width
from ruleslang.engine.match.decision import ZoneView
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import Player
from ruleslang.explanation.story.dice_checks import ALL_SEEING
from ruleslang.explanation.story.story import story_of
from ruleslang.explanation.story.view_text import Words, view_lines
from ruleslang.players.preference_bot import Bot
from ruleslang.players.secrecy.secret_bodies import secret_names
from ruleslang.program.declarations import Measure
from ruleslang.program.passes.derived_tables import derive
from ruleslang.simulation.sides import seat_name

T = TypeVar("T")


def watched(match: Match, bots: Mapping[int, Bot], words: Words) -> Iterator[str]:
    """Yield the match, line by line, as the bots play; first the table, unless nobody is asked."""
    story = story_of(match.engine, (ALL_SEEING,))
    reported = 0
    if match.decision is not None:
        yield from view_lines(everything(match), words, width=width())
    while True:
        entries = story.entries(ALL_SEEING)
        for entry in entries[reported:]:
            if entry.kind == "phase":
                yield from ("", entry.text)
            elif entry.kind == "happened" and entry.text:
                yield f"  {entry.text}"
        reported = len(entries)
        if (decision := match.decision) is None:
            return
        match.choose(bots[decision.player].choose(match.engine))
        story.go_on(match.engine.chosen)


def everything(match: Match) -> View:
    """Return the union of the views of all seats."""
    return _view_of_all_seats(match, dict(_owners(match.engine.population)))


def _view_of_all_seats(match: Match, owners: Mapping[str, int]) -> View:
    views = [match.view(seat) for seat in range(match.start.players)]

    def first(name: str) -> list[View]:
        """Return the views, that of the owner first: others may see that part as it was."""
        owner = owners.get(name, 0)
        return [views[owner], *views[:owner], *views[owner + 1 :]]

    return evolve(
        views[0],
        states={
            name: _first(view.states.get(name) for view in first(name))
            for name in list(dict.fromkeys(name for view in views for name in view.states))
        },
        zones={name: _best(view.zones[name] for view in first(name)) for name in views[0].zones},
        dice={name: _first(view.dice.get(name) for view in first(name)) for name in views[0].dice},
        pieces={name: _first(view.pieces.get(name) for view in views) for name in views[0].pieces},
    )


def _owners(population: Population) -> Iterator[tuple[str, int]]:
    """Yield the places that belong to one player, by their names in views, with their seat."""
    program = population.program
    places = [(state.name, state.index) for state in program.states]
    places += [(zone.name, zone.index) for zone in program.zones]
    places += [(die.name, die.index) for die in program.dice]
    for name, of in places:
        for index in population.indexes(of):
            owner = next((entry for entry in index if isinstance(entry, Player)), None)
            if owner is not None:
                yield place_name(name, index), owner.order


def _best(zones: Iterable[ZoneView]) -> ZoneView:
    """Return the first complete view of a zone, else the most complete."""
    views = list(zones)
    complete = (view for view in views if view.count is not None and None not in view.cards)
    return next(complete, None) or max(views, key=_visible_cards)


def _visible_cards(zone: ZoneView) -> int:
    """Return how much of a zone is visible."""
    return sum(card is not None for card in zone.cards) + (zone.count is not None)


def _first(values: Iterable[T | None]) -> T | None:
    return next((value for value in values if value is not None), None)


def ending(match: Match, outcome: Outcome, words: Words, persons: Sequence[int]) -> Iterator[str]:
    """Yield the end, line by line, as all persons may read it; without persons, with all hands."""
    views = [match.view(seat) for seat in persons]
    yield from view_lines(shared(views) if views else everything(match), words, width=width())
    winners = [seat_name(match.game.program, seat) for seat in outcome.winners]
    capped = f" {_capped(match)}" if outcome.capped else ""
    yield ""
    yield f"{' and '.join(winners) or 'Nobody'} {'win' if len(winners) > 1 else 'wins'}.{capped}"
    if match.game.program.payoff:
        name = match.game.program.payoff.replace("_", " ")
        payoffs = (
            f"{seat_name(match.game.program, seat)} {payoff}"
            for seat, payoff in enumerate(outcome.payoffs)
        )
        yield f"{name}: {', '.join(payoffs)}"
    yield from _measures(match, persons)


def _capped(match: Match) -> str:
    """Return the number of decisions, as the cap counts them."""
    played = match.engine
    unasked = played.counted - played.asked
    uncounted = f", and {unasked:,} times nobody had anything to choose" if unasked else ""
    return f"The decision cap ended the match: {plural(played.asked, 'decision')}{uncounted}."


def _measures(match: Match, persons: Sequence[int]) -> Iterator[str]:
    """
    Yield the rulebook's measures, as far as all persons may know them; the mean if there are
    several values.

    They are computed by replaying the match.
    """
    open_ones = [
        measure for measure in match.game.compiled.measures if _is_open(match, measure, persons)
    ]
    replayed = match.game.begun(match.start, open_ones)
    for choice_made in match.choices:
        if replayed.decision is not None:
            place = (
                choice_made.place
                if choice_made.place >= 0
                else replayed.decision.index_of(choice_made.choice)
            )
            replayed.choose(place)
    for name, values in replayed.measures.items():
        if len(values) == 1:
            yield f"{name}: {values[0]}"
        elif values:
            mean = f"{sum(values) / len(values):.2f}"
            yield f"{name}: {mean} on average, from {min(values)} to {max(values)}"


def _is_open(match: Match, measure: Measure, persons: Sequence[int]) -> bool:
    """
    Return whether all persons may know a measure: taken at the end, if they see what it reads then;
    taken during the match, if it reads nothing secret.
    """
    if not persons:
        return True
    program = match.game.program
    if measure.at is not None:
        parts = (measure.value,)
        return not derive(program).reads.reads_one_of(parts, secret_names(program))
    played = match.engine
    try:
        for seat in persons:
            played.evaluate(measure.value, {}, seen_by=played.population.players[seat])
    except Fault:
        return False
    return True


def shared(views: Sequence[View]) -> View:
    """Return the intersection of the views of several players."""
    first, *others = views
    return evolve(
        first,
        states={
            name: value if all(view.states.get(name) == value for view in others) else None
            for name, value in first.states.items()
        },
        zones={
            name: zone
            if all(view.zones[name] == zone for view in others)
            else _backs(zone, name, others)
            for name, zone in first.zones.items()
        },
        dice={
            name: faces if all(view.dice.get(name) == faces for view in others) else None
            for name, faces in first.dice.items()
        },
    )


def _backs(zone: ZoneView, name: str, others: Sequence[View]) -> ZoneView:
    """Return a zone seen only by some: the number of cards, if all know it."""
    if any(view.zones[name].count != zone.count for view in others):
        return ZoneView(None, ())
    return ZoneView(zone.count, (None,) * (zone.count or 0))
