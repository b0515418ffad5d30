"""Laws about every match: it loses no card and asks well; copies, saves and replays agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve

from ruleslang import api
from ruleslang.api import Game
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.position import Position
from ruleslang.engine.match.runtime_values import Card
from ruleslang.evaluation.laws.law import Breach, Broken, Law, Line, Subject
from ruleslang.evaluation.laws.play_lines import along, at_end, start_on
from ruleslang.evaluation.laws.shrink import in_matches
from ruleslang.simulation.records.game_record import GameRecord, from_line, record_of, to_line
from ruleslang.simulation.records.saves import from_text, to_text
from ruleslang.simulation.replay import replay
from ruleslang.simulation.simulate import simulate
from ruleslang.source.checksum import Refused


def sample(length: int, number: int) -> frozenset[int]:
    """
    Return evenly spaced indices along a line, including its ends.

    >>> sorted(sample(10, 3))
    [0, 5, 10]
    """
    if length <= number:
        return frozenset(range(length + 1))
    return frozenset(length * step // (number - 1) for step in range(number))


def check_conservation(subject: Subject, line: Line) -> Breach | None:
    """Check the numbers of cards, pieces and dice at every decision."""
    came: frozenset[Card] = frozenset()
    for choices_made, match in along(subject, line):
        position = match.position
        for fault in (*_cards(match, came), *_pieces(position), *_dice(match)):
            return Breach(choices_made, fault)
        came = frozenset(position.where)
    return None


def _cards(match: Match, came: frozenset[Card]) -> Iterator[str]:
    """Check the cards; `came` are the cards that lay in a zone before."""
    position = match.position
    there = Counter(card for cards in position.zones.values() for card in cards)
    for card, times in there.items():
        if times > 1:
            yield f"`{card.name}` lies at {times} places at once"
    for card in came - there.keys():
        yield f"`{card.name}` lay in a zone, and now lies in none"
    for place, cards in position.zones.items():
        for card in cards:
            if position.where.get(card) is not place:
                yield f"`{card.name}` lies in {place.name}, and is thought to lie elsewhere"
    for card, place in position.where.items():
        if card not in position.zones[place]:
            yield f"`{card.name}` is thought to lie in {place.name}, and does not"
    for strange in there.keys() - set(match.population.cards):
        yield f"`{strange.name}` is no card of the rulebook"


def _pieces(position: Position) -> Iterator[str]:
    for piece, space in position.spaces.items():
        if piece not in position.pieces_on.get(space, ()):
            yield f"`{piece.name}` is thought to stand on {space.name}, and does not"
    lasting = Counter(piece for pieces in position.pieces_on.values() for piece in pieces)
    for piece, times in lasting.items():
        if times > 1 or piece not in position.spaces:
            yield f"`{piece.name}` stands on {times} spaces"


def _dice(match: Match) -> Iterator[str]:
    for dice in match.population.program.dice:
        for there in match.position.dice[dice.name].values():
            if len(there) > dice.number:
                yield f"{len(there)} dice lie in {dice.name}, which holds {dice.number}"


CONSERVATION = Law(
    "conservation", "no card, piece or die is lost or doubled", in_matches(check_conservation)
)


def check_well_formed_decisions(subject: Subject, line: Line) -> Breach | None:
    """Check every decision."""
    for choices_made, match in along(subject, line):
        if match.decision is not None:
            for fault in _faults(match, match.decision):
                return Breach(choices_made, fault)
    return None


def _faults(match: Match, decision: Decision) -> Iterator[str]:
    subject = f"{decision.asked.name}, asked `{decision.name}`,"
    if not decision.choices:
        yield f"{subject} has nothing to choose"
    if len(decision.choices) == 1:
        yield f"{subject} has only one choice, which is not to be asked"
    for id, times in Counter(choice.id for choice in decision.choices).items():
        if times > 1:
            yield f"{subject} has {times} choices called `{id}`"
        if not id.strip():
            yield f"{subject} has a choice without a name"
    if not decision.prompt.strip() or not all(choice.text for choice in decision.choices):
        yield f"{subject} is asked without words"
    if decision.asked not in match.position.players:
        yield f"{subject} is out of the game"
    if decision.asked.automatic:
        yield f"{subject} never decides"


WELL_FORMED_DECISIONS = Law(
    "well_formed_decisions",
    "every decision offers choices, each with its own name",
    in_matches(check_well_formed_decisions),
)


FURTHER = 5  # other choices that the copy makes


def check_copies(subject: Subject, line: Line) -> Breach | None:
    """Copy at some decisions, let the copy diverge, then continue with the original."""
    points = sample(len(line.picks), subject.tries + 2)
    choices_made, match = 0, None
    for choices_made, match in along(subject, line):
        if choices_made not in points:
            continue
        before = _snapshot(match)
        copy = match.copy()
        if _snapshot(copy) != before:
            return Breach(choices_made, "a copy stands elsewhere than the match it was made of")
        for place in range(1, FURTHER + 1):
            if copy.decision is None:
                break
            copy.choose(
                (line.picks[choices_made] + place if choices_made < len(line.picks) else place)
                % len(copy.decision.choices)
            )
        if _snapshot(match) != before:
            return Breach(choices_made, "what a copy does changes the match it was made of")
    if match is not None and _snapshot(match) != _snapshot(at_end(subject, line)):
        return Breach(choices_made, "a match that was copied goes on in another way")
    return None


def _snapshot(match: Match) -> object:
    """Everything readable of a match."""
    decision = match.decision
    return (
        match.hash(),
        list(match.events),
        [(seen.zones, seen.states) for seen in map(match.view, _seats(match))],
        decision and (decision.player, decision.name, [choice.id for choice in decision.choices]),
        match.outcome,
        str(match.fault),
        {name: list(values) for name, values in match.measures.items()},
    )


def _seats(match: Match) -> range:
    return range(len(match.population.players))


COPIES = Law("copies", "a copy goes its own way", in_matches(check_copies))


def check_saves(subject: Subject, line: Line) -> Breach | None:
    """Write and read a save at every decision; resume some of them and play them to the end.

    Playing on also shows that the recorded choices lead to every state in between.
    """
    if line.example is not None:
        return None
    game = api.Game(subject.compiled)
    match = _started(game, line)
    resumed = _started(game, line)
    points = sample(len(line.picks), subject.tries + 2)
    saves: dict[int, str] = {}
    for choices_made, place in enumerate((*line.picks, 0)):
        text = match.to_json()
        if to_text(from_text(text)) != text:
            return Breach(choices_made, "a save that is read is written in other words")
        if choices_made in points:
            saves[choices_made] = text
        if match.decision is None or choices_made == len(line.picks):
            break
        breach = _same_step(match, resumed, choices_made, place)
        if breach is not None:
            return breach
    return next(
        filter(None, (_saves_goes_on(game, line, at, saves[at], match) for at in saves)), None
    )


def _same_step(match: api.Match, other: api.Match, choices_made: int, place: int) -> Breach | None:
    """Make a choice by index in one match and by name in the other, and compare the states."""
    assert match.decision is not None
    index = place % len(match.decision.choices)
    match.choose(index)
    try:
        other.choose(match.choices[-1].choice)
    except ValueError as problem:
        return Breach(choices_made, f"a choice cannot be made by its name: {problem}")
    if match.hash() != other.hash():
        return Breach(choices_made + 1, f"choices made by name lead elsewhere: {other.hash()}")
    return None


def _saves_goes_on(game: api.Game, line: Line, at: int, text: str, end: api.Match) -> Breach | None:
    """Resume, make the remaining choices, and compare the end."""
    try:
        match = game.resume(text)
    except Refused as refused:
        return Breach(at, f"a save is refused: {refused}")
    if match.to_json() != text:
        return Breach(at, "a match that is resumed is saved in other words")
    for place in line.picks[at:]:
        if match.decision is None:
            break
        match.choose(place % len(match.decision.choices))
    if (match.hash(), match.outcome, match.events) != (end.hash(), end.outcome, end.events):
        return Breach(at, f"resumed here it ends elsewhere: {match.hash()}")
    return None


def _started(game: api.Game, line: Line) -> api.Match:
    return game.start(
        seed=line.seed, options=line.options, players=line.players, automatic=line.automatic
    )


SAVES = Law("saves", "a save goes on exactly where it was written", in_matches(check_saves))


def check_replays(subject: Subject, line: Line) -> Breach | None:
    """Play the match twice side by side and compare; if it ends, also replay it from its record."""
    choices_made, match = 0, None
    twice = zip(along(subject, line), along(subject, line), strict=True)
    for (choices_made, match), (_, again) in twice:
        if match.hash() != again.hash():
            return Breach(choices_made, f"played again it stands elsewhere: {again.hash()}")
        if match.events != again.events:
            return Breach(choices_made, "played again it went another way")
    if match is None or match.decision is not None or line.example is not None:
        return None
    return _by_record(subject, line, match, choices_made)


def _by_record(subject: Subject, line: Line, match: Match, choices_made: int) -> Breach | None:
    """Replay with the seed, and without it from the recorded outcomes of chance."""
    record = from_line(to_line(_record(subject, line, match)))
    for variant in (record, evolve(record, match_seed=None)):
        difference = replay(subject.program, variant)
        if difference is not None:
            how = "outcomes" if variant.match_seed is None else "seed"
            return Breach(
                choices_made,
                f"replayed by its {how}, event {difference.event} is {difference.replayed}, "
                f"and was {difference.recorded}",
            )
    return None


def _record(subject: Subject, line: Line, match: Match) -> GameRecord:
    start = start_on(subject.program, line)
    return record_of(subject.program, start, match, ("random",) * line.players)


REPLAYS = Law("replays", "the same choices give the same match", in_matches(check_replays))


MOST_GAMES = 8


def _parallel_batches_search(subject: Subject) -> Iterator[Broken]:
    games = max(2, min(subject.games, MOST_GAMES))
    batch = evolve(Game(subject.compiled).batch(games=games, seed=subject.seed), chunk=1)
    alone, two = simulate(batch), simulate(batch, jobs=2)
    if alone.chain != two.chain:
        yield Broken(f"the chain of {games} games is {alone.chain}, on two processes {two.chain}")
    elif alone != two:
        yield Broken(f"the report on {games} games is another on two processes")


PARALLEL_BATCHES = Law(
    "parallel_batches", "games are the same on one process and on several", _parallel_batches_search
)
