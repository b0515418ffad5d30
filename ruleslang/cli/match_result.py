"""How a match ended: what lies on the table, who won, what it brought, and its measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.api import Match, Outcome, View
from ruleslang.cli.load_game import seat_name
from ruleslang.cli.output import plural
from ruleslang.cli.spectate import everything
from ruleslang.cli.view_text import Words, told
from ruleslang.match.faults import Fault
from ruleslang.match.view import ZoneView
from ruleslang.program.declarations import Measure
from ruleslang.program.passes.derived_tables import derive
from ruleslang.secrecy.hidden_declarations import secret_names


def ending(match: Match, outcome: Outcome, words: Words, persons: Sequence[int]) -> Iterator[str]:
    """The end, line by line, as all at the screen may read it; without persons, with all hands."""
    views = [match.view(seat) for seat in persons]
    yield from told(shared(views) if views else everything(match), words)
    winners = [seat_name(match.game, seat) for seat in outcome.winners]
    capped = f" {_capped(match)}" if outcome.capped else ""
    yield ""
    yield f"{' and '.join(winners) or 'Nobody'} {'win' if len(winners) > 1 else 'wins'}.{capped}"
    if match.game.program.payoff:
        name = match.game.program.payoff.replace("_", " ")
        each = (
            f"{seat_name(match.game, seat)} {payoff}" for seat, payoff in enumerate(outcome.payoffs)
        )
        yield f"{name}: {', '.join(each)}"
    yield from _measures(match, persons)


def _capped(match: Match) -> str:
    """What the decision cap counted."""
    played = match.engine
    unasked = played.counted - played.asked
    rest = f", and {unasked:,} times nobody had anything to choose" if unasked else ""
    return f"The decision cap ended the match: {plural(played.asked, 'decision')}{rest}."


def _measures(match: Match, persons: Sequence[int]) -> Iterator[str]:
    """What the rulebook measures, as far as all persons may know it; of several, the mean.

    It is gathered by playing the match again.
    """
    open_ones = [each for each in match.game.compiled.measures if _is_open(match, each, persons)]
    again = match.game.begun(match.start, open_ones)
    for made in match.choices:
        if again.decision is not None:
            again.choose(again.decision.index_of(made.choice))
    for name, values in again.measures.items():
        if len(values) == 1:
            yield f"{name}: {values[0]}"
        elif values:
            mean = f"{sum(values) / len(values):.2f}"
            yield f"{name}: {mean} on average, from {min(values)} to {max(values)}"


def _is_open(match: Match, measure: Measure, persons: Sequence[int]) -> bool:
    """Whether all persons may know a measure: at the end by what they see then; one that is taken
    during the match must read nothing that anybody could not see.
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
    """What each of several players may know."""
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
    """A zone that is seen by some only: how many cards lie there, if all know that."""
    if any(view.zones[name].count != zone.count for view in others):
        return ZoneView(None, ())
    return ZoneView(zone.count, (None,) * (zone.count or 0))
