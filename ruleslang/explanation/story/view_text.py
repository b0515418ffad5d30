"""
Prints a player's view in words.

It uses only views, and rolls that everybody sees.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from ruleslang.engine.match.decision import SeenValue, View, ZoneView
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.geometry import boards_as_written
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import enumerated
from ruleslang.explanation.story.board_drawing import (
    Drawing,
    Legend,
    drawn,
    ground_of,
    is_drawn,
    legend_of,
)
from ruleslang.explanation.story.view_changes import cards_called
from ruleslang.explanation.story.vocabulary import Vocabulary, stem_of, words_of_match
from ruleslang.program.declarations import Board

DOT = " · "  # where a terminal breaks lines (`cli/output.py`)
QUIET = (None, "none", False, 0, ())  # values of states that need no mention, unless they count
FEW = 4  # places of a state whose zeros are shown too
MOST = 12  # named titles of a stock; places of a state that are shown even when empty
LINE = 44  # letters of the titles at the top of a pile
SHORT = 40  # letters of a zone that shares its line with others of its name


@frozen
class Words(Vocabulary):
    """The displayed names of a rulebook, and how its boards are drawn."""

    boards: tuple[Board, ...]
    legend: Legend

    @property
    def drawn(self) -> frozenset[str]:
        """The spaces of the boards that are drawn."""
        return frozenset(s for board in self.boards if is_drawn(board) for s in board.spaces)


def words_of(match: Match) -> Words:
    """Return the vocabulary of a match's program with its settings."""
    population = match.population
    if population not in _known:
        words, program = words_of_match(match), population.program
        boards, legend = boards_as_written(program), legend_of(program)
        legend = evolve(legend, ground=ground_of(match, legend))
        _known[population] = Words(**words, boards=boards, legend=legend)
    return _known[population]


_known: WeakKeyDictionary[Population, Words] = WeakKeyDictionary()


def view_lines(
    view: View, words: Words, *, complete: bool = False, width: int = sys.maxsize
) -> Iterator[str]:
    """
    Yield a view, line by line; empty zones and zero states only with `complete`. A board wider than
    `width` letters is drawn in parts.
    """
    yield from in_words(view, words, complete=complete)
    yield from drawing_of(view, words, width).lines()


def spectated(match: Match, *, draws: bool = True) -> str:
    """Return the match as a spectator sees it, with boards if wanted, and who is asked what."""
    words, view, decision = words_of(match), match.view(None), match.decision
    lines = [*(view_lines if draws else in_words)(view, words)]
    if decision is not None:
        is_person = decision.player >= 0
        who = match.population.players[decision.player].name if is_person else "chance"
        lines.append(f"{who}: {decision.prompt}")
    return "\n".join(lines)


def in_words(view: View, words: Words, *, complete: bool = False) -> Iterator[str]:
    """Yield the contents of a view beside the drawn boards."""
    places = Counter(map(stem_of, view.states))
    shown = {
        name: value
        for name, value in view.states.items()
        if value is not None
        and not words.legend.shows(name, view)
        and (
            complete
            or (
                _is_shown(name, value, view, words)
                and not (value in QUIET and places[stem_of(name)] > MOST)
            )
        )
    }
    if facts := [*_states(shown, words, complete=complete)]:
        yield DOT.join(facts)
    yield from _zones(view, words, complete=complete)
    yield from _facts_about_cards(view, words)
    for name, faces in view.dice.items():
        if faces is not None and (faces or complete):
            yield f"{words.called(name)}: {' '.join(faces)}"
    standing = [
        f"{words.title(piece)} on {words.space(space)}"
        for piece, space in view.pieces.items()
        if space is not None and space not in words.drawn
    ]
    if standing:
        yield DOT.join(standing)


def _states(shown: Mapping[str, SeenValue], words: Words, *, complete: bool) -> Iterator[str]:
    """Yield states with their values, those of one name together; of many only what is not 0."""
    for state, group in groupby(shown, key=stem_of):
        names = [*group]
        if not complete and len(names) > FEW:
            names = [name for name in names if shown[name] not in QUIET]
        if not names:
            continue
        if len(names) == 1:
            yield f"{words.called(names[0])} {words.value(shown[names[0]])}"
        else:
            values = [(words.index(name), words.value(shown[name])) for name in names]
            yield f"{words.called(state)}: {_by_index(values)}"


def _by_index(values: Iterable[tuple[str, str]]) -> str:
    """
    Return values after their indices; those with the same first part share it.

    >>> _by_index([("ann, gold", "2"), ("ann, wood", "1"), ("ben, gold", "3")])
    'ann gold 2, wood 1; ben gold 3'
    """
    written = ""
    before = None
    for index, value in values:
        first, comma, rest = index.partition(", ")
        if comma and first == before:
            written += f", {rest.replace(',', '')} {value}"
        else:
            sign = ("; " if comma else ", ") if written else ""
            written += f"{sign}{index.replace(',', '')} {value}"
        before = first
    return written


def _zones(view: View, words: Words, *, complete: bool) -> Iterator[str]:
    """Yield the zones, those of one name together; long ones, then the others in a row."""
    zones = [
        (name, _zone(name, zone, words, complete=complete), any(zone.cards))
        for name, zone in view.zones.items()
        if complete or (stem_of(name) not in words.hidden and (zone.count or zone.cards))
    ]
    short: list[str] = []
    long: list[str] = []
    for (zone, _), group in groupby(zones, key=lambda each: (stem_of(each[0]), each[2])):
        texts = [(name, text) for name, text, _ in group]
        lines = [f"{words.called(name)}: {text}" for name, text in texts]
        together = _by_index((words.index(name), text) for name, text in texts)
        fits = len(together) <= SHORT or all(", " in words.index(name) for name, _ in texts)
        if len(texts) > 1 and fits and not any("," in text for _, text in texts):
            lines = [f"{words.called(zone)}: {together}"]
        for line in lines:
            (short if len(line) <= SHORT else long).append(line)
    yield from long
    if short:
        yield DOT.join(short)


def _facts_about_cards(view: View, words: Words) -> Iterator[str]:
    """Yield the facts about unseen cards: a line for each zone, by the places of its cards."""
    facts: dict[str, dict[int | None, list[str]]] = {}
    for fact in view.facts:
        cards = view.zones[fact.zone].cards
        if fact.place is not None and fact.place < len(cards) and cards[fact.place] is not None:
            continue
        value = words.value(fact.value)
        text = value if fact.truth else words.say("not {value}", value=value)
        facts.setdefault(fact.zone, {}).setdefault(fact.place, []).append(text)
    for zone, places in facts.items():
        listed = DOT.join(
            f"{'' if place is None else f'{place + 1} '}{', '.join(texts)}"
            for place, texts in places.items()
        )
        yield words.say("known in {zone}: {facts}", zone=words.called(zone), facts=listed)


def zones_called(view: View, name: str, words: Words) -> Iterator[str]:
    """Yield the visible cards of the zones with a name, at all indices or at the given one."""
    for zone, seen in view.zones.items():
        known = (zone.replace("_", " "), stem_of(zone).replace("_", " "))
        if name.lower() in (*known, words.called(zone).lower(), words.called(known[1]).lower()):
            yield f"{words.called(zone)}: {_zone(zone, seen, words, complete=True)}"


def drawing_of(view: View, words: Words, width: int = sys.maxsize) -> Drawing:
    """Return the drawn boards with their contents."""
    return drawn(view, words.boards, words.legend, width=width)


def ways_of(words: Words) -> Iterator[str]:
    """Yield a line for each map, which is not drawn: its spaces, each with its neighbours."""
    for board in words.boards:
        near: dict[int, list[str]] = {place: [] for place, _ in enumerate(board.spaces)}
        for one, other in board.links if board.shape == "map" else ():
            near[one].append(words.space(board.spaces[other]))
            near[other].append(words.space(board.spaces[one]))
        places = (f"{words.space(board.spaces[at])} – {', '.join(to)}" for at, to in near.items())
        if board.shape == "map":
            yield f"{words.called(board.name)}: {DOT.join(places)}"


def _is_shown(name: str, value: SeenValue, view: View, words: Words) -> bool:
    """Return whether a state is worth mentioning: not at 0, unless another index of it is not."""
    state = stem_of(name)
    if state in words.kept_in_mind | words.hidden:
        return False
    if value not in QUIET or state in words.counters:
        return True
    return type(value) is int and any(
        other not in QUIET for place, other in view.states.items() if stem_of(place) == state
    )


def _zone(name: str, zone: ZoneView, words: Words, *, complete: bool) -> str:
    """
    Return the cards of a zone, grouped: the topmost of a pile, all of other zones.

    A common stock with very many titles shows only their number, unless `complete`.
    """
    seen = [words.title(card) for card in zone.cards if card is not None]
    if not seen:
        return words.say("cards unseen") if zone.count is None else cards_called(zone.count, words)
    unseen = 0 if zone.count is None else zone.count - len(seen)
    ordered = stem_of(name) in words.ordered
    if not complete and "(" not in name and not ordered and len(set(seen)) > MOST:
        number = cards_called(len(seen) + unseen, words)
        return words.say("{number} (`view` names them)", number=number)
    shown = _runs(seen) if ordered else together(seen)
    top = f" ({words.say('top first')})" if ordered and len(shown) > 1 else ""
    fits = max(1, sum(len(", ".join(shown[: n + 1])) <= LINE for n in range(len(shown))))
    if ordered and not complete and len(shown) > fits:
        named = sum(len(list(run)) for _, run in islice(groupby(seen), fits))
        shown = [*shown[:fits], words.say("and {number} more", number=len(seen) - named)]
    left = f", {words.say('{number} unseen', number=unseen)}" if unseen else ""
    return enumerated(shown) + top + left


def _runs(titles: Sequence[str]) -> list[str]:
    """
    Return titles in their order, equal neighbours with their count.

    >>> _runs(["Ruby", "Ruby", "Opal", "Ruby"])
    ['Ruby ×2', 'Opal', 'Ruby']
    """
    return [shown for _, run in groupby(titles) for shown in together(list(run))]


def together(titles: Sequence[str]) -> list[str]:
    """
    Return titles with their counts.

    >>> together(["Ruby", "Opal", "Ruby"])
    ['Ruby ×2', 'Opal']
    """
    return [
        title if number == 1 else f"{title} ×{number}" for title, number in Counter(titles).items()
    ]
