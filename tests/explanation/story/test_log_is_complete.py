"""
Whoever reads only the log knows the table: its parts lead from the first view to the one at each
decision of anybody, and to the last one.

Each change must have words, except for states that looks keep out of sight and for the resets that
a rulebook declares, which may come with the next words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

import ruleslang
from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.entities import options_of, place_name
from ruleslang.explanation.story import entry_types as entry
from ruleslang.explanation.story.open_view import as_seen
from ruleslang.library.load import load_text
from tests.support.drawn.rulebook import rulebook
from tests.support.every import every

CHOICES, EVERY = 40, 10
PROMPT = "sealed_bids", "tennis", "carts", "masks", "euchre", "grangol"
SEEDS = 12  # generated rulebooks


def stem(name: str) -> str:
    return name.partition("(")[0]


@define
class Table:
    """A table as it is laid out by somebody who only reads a log."""

    states: dict[str, Any]
    zones: dict[str, list[str | None]]
    dice: dict[str, tuple[str, ...] | None]
    pieces: dict[str, str | None]
    players: tuple[Any, ...]
    starts: dict[str, Any]  # the values of states before the match
    reset: frozenset[str]  # the states that have their starting values again without a word
    ordered: frozenset[str]
    doubtful: set[tuple[str, str | None]] = field(factory=set)  # an unseen copy may have gone

    def read(self, told: entry.Entry) -> None:
        """Do what an entry says."""
        carried = {
            space
            for part in told.parts
            if isinstance(part, entry.Carried)
            for space in (part.origin, part.end)
        }
        for part in sorted(told.parts, key=comes_unseen, reverse=True):
            match part:
                case entry.Changed("players", _, after):
                    self.players = tuple(after) if isinstance(after, tuple) else ()
                case entry.Changed(state, _, after, text):
                    spaces = state.partition("(")[2][:-1]
                    is_reset = stem(state) in self.reset and after == self.starts.get(state, self)
                    if text or spaces in carried or is_reset:
                        self.states[state] = after
                case entry.Moved(cards, origin, end, _, below, were):
                    self.move(were or cards, origin, None, below=below)
                    self.move(cards, None, end, below=below)
                case entry.Laid(dice, faces):
                    self.dice[dice] = faces
                case entry.Stepped(piece, _, end):
                    self.pieces[piece] = end

    def move(
        self, cards: Iterable[str | None], origin: str | None, end: str | None, *, below: bool
    ) -> None:
        """Move cards to the top or to the bottom."""
        cards = list(cards)
        if origin is not None:
            for card in cards:
                self.take(origin, card)
        if end is not None:
            place = len(self.zones[end]) if below else 0
            self.zones[end][place:place] = cards

    def take(self, zone: str, card: str | None) -> None:
        """Take a card: the topmost of its name."""
        lying = self.zones[zone]
        if card in lying and None in lying:
            self.doubtful.add((zone, card))
        elif card is None and None not in lying:  # one of these, which the reader can't tell
            self.doubtful |= {(zone, each) for each in lying}
        for name in (card, None, *lying[:1]):
            if name in lying:
                lying.remove(name)
                return


def comes_unseen(part: entry.Part) -> bool:
    """Whether cards came from where nobody saw them: another part may have moved them on."""
    return isinstance(part, entry.Moved) and part.origin is None


def laid_out(view: View, match: ruleslang.Match) -> Table:
    """The table as somebody sees it."""
    zones = {
        name: [*zone.cards, *[None] * ((zone.count or 0) - len(zone.cards))]
        for name, zone in view.zones.items()
    }
    program = match.engine.population.program
    return Table(
        dict(view.states),
        zones,
        dict(view.dice),
        dict(view.pieces),
        names_of(view, match),
        started_with(match),
        frozenset(state.name for state in program.states if state.reset_each),
        frozenset(zone.name for zone in program.zones if zone.ordered),
    )


def names_of(view: View, match: ruleslang.Match) -> tuple[str, ...]:
    """Who is in the game."""
    return tuple(match.engine.population.players[seat].text for seat in view.players)


def differences(table: Table, view: View, match: ruleslang.Match) -> Iterator[str]:
    """Where a table is not what somebody sees."""
    program = match.engine.population.program
    hidden = {look.name for look in program.looks if "hidden" in look.drawn}
    hidden |= {state.name for state in program.states if state.kept_in_mind}
    for name, value in view.states.items():
        told = table.states.get(name)
        if told is None:  # it came into sight: unless the log says more, it is as it was
            told = table.starts.get(name)
        if stem(name) in table.reset and value == table.starts.get(name):
            continue
        if value is not None and stem(name) not in hidden and told != value:
            yield f"{name} is {value}, and the log leads to {told}"
    for name, zone in view.zones.items():
        if stem(name) in hidden or zone.count is None:
            continue
        cards = [*zone.cards, *[None] * (zone.count - len(zone.cards))]
        lying = table.zones[name]
        known = Counter(card for card in cards if card) - Counter(card for card in lying if card)
        if len(cards) != len(lying) or {(name, c) for c in known} - table.doubtful:
            yield f"{name} has {cards}, and the log leads to {table.zones[name]}"
        elif stem(name) in table.ordered and any(
            card not in (None, told) for card, told in zip(cards, lying, strict=True)
        ):
            yield f"{name} is in the order {cards}, and the log leads to {table.zones[name]}"
    for name, faces in view.dice.items():
        if faces is not None and table.dice.get(name) != faces:
            yield f"{name} shows {faces}, and the log leads to {table.dice.get(name)}"
    for name, space in view.pieces.items():
        if table.pieces.get(name) != space:
            yield f"{name} is at {space}, and the log leads to {table.pieces.get(name)}"
    if table.players != names_of(view, match):
        yield f"{names_of(view, match)} play, and the log leads to {table.players}"


def started_with(match: ruleslang.Match) -> dict[str, Any]:
    """The starting values of states."""
    population = match.engine.population
    opening = engine_for(population.whole_program).opening(
        options=options_of(population.whole_program, population.settings),
        players=population.settings.players,
        automatic=population.settings.automatic,
    )
    return {
        place_name(state.name, index): as_seen(value)
        for state in population.program.states
        for index, value in opening.position.states[state.name].items()
    }


def unexplained(match: ruleslang.Match, reader: int | None) -> list[str]:
    """What the log of a reader leaves out of what they see now."""
    story = match.story(reader)
    opened = next(at for at, told in enumerate(story) if told.kind == "saw")
    view = story[opened].view
    assert view is not None
    table = laid_out(view, match)
    for told in story[opened + 1 :]:
        table.read(told)
    return list(differences(table, match.view(reader), match))


def played(game: ruleslang.Game, seed: int, choices: int, step: int) -> Iterator[ruleslang.Match]:
    """A match by chance, at some of its decisions and at its end."""
    match, stream = game.start(seed=seed, engine="interpreter"), Stream(derive(seed, 5))
    for made in range(choices):
        if match.decision is None:
            break
        if made % step == step - 1:
            yield match
        match.choose(stream.below(len(match.decision.choices)))
    yield match


def missing(
    game: ruleslang.Game, seed: int, choices: int = CHOICES, step: int = EVERY
) -> list[str]:
    """What the logs of all readers leave out in a match, at each such decision and at the end."""
    found: list[str] = []
    for match in played(game, seed, choices, step):
        if match.fault is not None:
            break
        for reader in (None, *range(len(match.seats))):
            found += (f"for {reader}: {each}" for each in unexplained(match, reader))
        if found:
            return found
    return found


@every("name", ruleslang.rulebooks(), parts=4)
def test_the_log_of_a_rulebook_leads_to_the_table(name: str) -> None:
    assert missing(ruleslang.load(name), 3) == []


@every("name", PROMPT, parts=2)
def test_a_log_is_never_behind_what_its_reader_sees(name: str) -> None:
    assert missing(ruleslang.load(name), 31, 24, step=1) == []


@every("seed", range(SEEDS), parts=6)
def test_the_log_of_a_generated_rulebook_leads_to_the_table(seed: int) -> None:
    loaded = load_text(rulebook(seed))
    if loaded.compiled is None:
        return  # refused with messages
    assert missing(ruleslang.load_text(rulebook(seed)), seed) == []
