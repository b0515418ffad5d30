"""
How a classic and OpenSpiel's game of that name are played side by side.

Chance is settled before a game begins: both sides get the same order of the pile, the same faces.
A pair knows what OpenSpiel is told when it asks chance, and which of its actions a choice is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, TypeAlias

from attrs import frozen

from tests.engine.classics.classics import Forced

Outcomes: TypeAlias = Iterator[int]
Settle: TypeAlias = Callable[[random.Random, int], tuple[Forced, Outcomes]]

SUITS = ("clubs", "diamonds", "hearts", "spades")
MOST_THROWS = 2000


@frozen
class Pair:
    """A classic beside OpenSpiel's game of these `settings`; `players` go round."""

    name: str
    settle: Settle
    action: Callable[[str, Any], int]
    players: tuple[int, ...] = (2,)
    spiel: str = ""
    more: str = ""
    settings: Mapping[str, int | bool] = {}
    games: int = 20  # that are compared by default
    asks_in_turn: bool = False  # OpenSpiel's game is simultaneous, and is asked one by one
    forbids: Callable[[Any, int], bool] = lambda state, action: False  # what OpenSpiel allows


def no_chance(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """Nothing is left to chance."""
    return Forced(), iter(())


def throws(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """Throws of a die; OpenSpiel counts faces from 0."""
    faces = [rng.randint(1, 6) for _ in range(MOST_THROWS)]
    return Forced(faces=[str(face) for face in faces]), (face - 1 for face in faces)


def dealt(cards: list[str]) -> Settle:
    """A pile from which both sides are dealt, card by card; OpenSpiel's number is the place."""

    def settle(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
        order = rng.sample(cards, len(cards))
        return Forced(order=order), (cards.index(card) for card in order)

    return settle


EIGHTS_DECK = [f"french({rank}, {suit})" for rank in range(2, 15) for suit in SUITS]


def eights(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """
    The dealer, the deal, the first card of the heap, the rest of the pile.

    OpenSpiel turns cards until one is no eight, and puts eights back; here it is picked at once.
    """
    order = rng.sample(EIGHTS_DECK, len(EIGHTS_DECK))
    dealer = rng.randrange(players)
    dealt = players * (7 if players == 2 else 5)
    rest = order[dealt:]
    starter = next(card for card in rest if "(8," not in card)
    turned = rest[: rest.index(starter)]
    rest.remove(starter)
    forced = Forced(order=order, picks=[f"p{dealer + 1}", starter])
    cards = chain(order[:dealt], turned, [starter], rest)
    return forced, chain([52 + dealer], map(EIGHTS_DECK.index, cards))


def eights_action(choice: str, state: Any) -> int:
    """A card to lay, a suit to name; to decline is to draw, or to pass where nothing is drawn."""
    if choice == "decline":
        return 52 if 52 in state.legal_actions() else 53
    card = choice.removeprefix("lay ")
    return 54 + SUITS.index(card) if card in SUITS else EIGHTS_DECK.index(card)


def cups(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """Five dice for each of two."""
    faces = [rng.randint(1, 6) for _ in range(10)]
    return Forced(faces=[str(face) for face in faces]), (face - 1 for face in faces)


def of_bid(choice: str, state: Any) -> int:
    """`raise_bid 3, 5`: three fives."""
    if choice == "doubt":
        return 60
    number, face = numbers(choice)
    return 6 * (number - 1) + face - 1


BY_SUIT = [f"french({suit}, {rank})" for suit in SUITS for rank in range(2, 15)]


def dealt_round(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """Thirteen cards each; OpenSpiel deals round, the classic hand by hand."""
    dealt = rng.sample(range(52), 52)
    order = [BY_SUIT[dealt[card]] for seat in range(4) for card in range(seat, 52, 4)]
    return Forced(order=order), iter(dealt)


def of_trick(choice: str, state: Any) -> int:
    """A card, or a number of tricks."""
    return BY_SUIT.index(choice) if choice in BY_SUIT else 52 + int(choice)


COLOURS = ("red", "yellow", "green", "white", "blue")
TILES = [(colour, rank) for colour in COLOURS for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]


def tiles(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """Fifty tiles, some alike: the second of a sort is called ` #2`."""
    drawn = rng.sample(TILES, len(TILES))
    order = []
    for place, (colour, rank) in enumerate(drawn):
        copy = 1 + drawn[:place].count((colour, rank))
        deck = {1: "ones", 5: "fives"}.get(rank, "tiles")
        order.append(f"{deck}({colour}, {rank})" + (f" #{copy}" if copy > 1 else ""))
    return Forced(order=order), (5 * COLOURS.index(colour) + rank - 1 for colour, rank in drawn)


def of_hint(choice: str, state: Any) -> int:
    """`light 2`, `discard 1`, `tell_colour p3, red`: the action that OpenSpiel calls so."""
    what, *rest = choice.replace(",", "").split()
    if what in ("light", "discard"):
        message = f"({'Play' if what == 'light' else 'Discard'} {int(rest[0]) - 1})"
    else:
        players, log = state.num_players(), rest[-1][0].upper()
        steps = (int(rest[0][1:]) - 1 - state.current_player()) % players
        sort = what.removeprefix("tell_").replace("colour", "color")
        message = f"(Reveal player +{steps} {sort} {log})"
    named = {state.action_to_string(action): action for action in state.legal_actions()}
    return named.get(message, -1)


def by_name(*names: str) -> Callable[[str, Any], int]:
    """Choices in the order of OpenSpiel's actions."""
    places = {name: place for place, each in enumerate(names) for name in each.split("|")}
    return lambda choice, state: places[choice]


def numbers(choice: str) -> list[int]:
    """The numbers in a choice."""
    return [int(each) for each in re.findall(r"\d+", choice)]


def of_square(choice: str, state: Any) -> int:
    """`mark_a_square cell(2, 1)` is column 2 of row 1."""
    column, row = numbers(choice)
    return 3 * (row - 1) + column - 1


def of_row(choice: str, state: Any) -> int:
    """`take_matches 3, 2`: of row 3, two matches."""
    row, number = numbers(choice)
    return 4 * (number - 1) + row - 1


def spaces(choice: str) -> list[tuple[int, int]]:
    """The columns and rows in a choice."""
    return [(int(x), int(y)) for x, y in re.findall(r"\((\d+), (\d+)\)", choice)]


def called(*places: tuple[int, int]) -> str:
    """`a1b2`: column and row of each place."""
    return "".join(f"{'abcdefghij'[x - 1]}{y}" for x, y in places)


def by_words(words: Callable[[str, Any], str]) -> Callable[[str, Any], int]:
    """A choice by what OpenSpiel's action is called."""
    return lambda choice, state: state.string_to_action(words(choice, state))


def of_jump(choice: str, state: Any) -> str:
    """From where to where; whoever jumps on is known."""
    places = called(*spaces(choice))
    begun = state.action_to_string(state.legal_actions()[0])[:2]
    return places if len(places) == 4 else begun + places


def of_hidden_square(choice: str, state: Any) -> str:
    """`x(0,2)`: who tries, the row and the column, from 0."""
    ((column, row),) = spaces(choice)
    return f"{'xo'[state.current_player()]}({row - 1},{column - 1})"


def of_hexagon(choice: str, state: Any) -> str:
    """Its letters run along the other slanted direction."""
    ((column, row),) = spaces(choice)
    return called((column - (row - 1) // 2 + row - 4, row))


def of_slanted(choice: str, state: Any) -> int:
    """A stone on a rhombus whose second edge is slanted; red is OpenSpiel's first."""
    ((column, row),) = spaces(choice)
    return 11 * (column - (row - 1) // 2 - 1) + row - 1


def named_spaces(choice: str) -> list[tuple[int, int]]:
    """The columns and rows of spaces with names: `a4` is column 1, row 4."""
    return [("abcdefghij".index(x) + 1, int(y)) for x, y in re.findall(r"\b([a-j])(\d+)", choice)]


def of_field(choice: str, state: Any) -> int:
    """A space of ten by ten, from the upper left."""
    ((column, row),) = named_spaces(choice)
    return 10 * (10 - row) + column - 1


GO_PASS = 81


def of_go(choice: str, state: Any) -> int:
    """A point of nine by nine, from the lower left; to decline is to pass."""
    if choice == "decline":
        return GO_PASS
    ((column, row),) = named_spaces(choice)
    return 9 * (row - 1) + column - 1


def repeats(state: Any, action: int) -> bool:
    """Whether a stone brings a position back, which ends OpenSpiel's game at once."""
    return action != GO_PASS and bool(state.child(action).is_terminal())


POINTS = [
    (1, 7), (4, 7), (7, 7), (2, 6), (4, 6), (6, 6), (3, 5), (4, 5), (5, 5), (1, 4), (2, 4), (3, 4),
    (5, 4), (6, 4), (7, 4), (3, 3), (4, 3), (5, 3), (2, 2), (4, 2), (6, 2), (1, 1), (4, 1), (7, 1),
]  # fmt: skip


def of_morris(choice: str, state: Any) -> int:
    """A point, or two of them after the numbers of the points."""
    points = [POINTS.index(each) for each in named_spaces(choice)]
    return points[0] if len(points) == 1 else 24 * (points[0] + 1) + points[1]


def of_side(choice: str, state: Any) -> int:
    """A side of one of nine boxes: first the level ones, then the upright ones."""
    ((column, row),) = spaces(choice)
    across, down = (column - 1) // 2, (7 - row) // 2
    return 3 * down + across if row % 2 else 12 + 4 * down + across


RANKS_OF_24 = {rank: place for place, rank in enumerate((9, 10, 11, 12, 13, 14))}
EUCHRE_DECK = [f"french({rank}, {suit})" for rank in RANKS_OF_24 for suit in SUITS]
EUCHRE_SEATS = ("north", "east", "south", "west")


def dealt_euchre(rng: random.Random, players: int) -> tuple[Forced, Outcomes]:
    """The dealer, twenty cards round the table from the dealer on, and one that is turned up."""
    dealer, order = rng.randrange(4), rng.sample(range(24), 24)
    by_hand = [order[card] for seat in range(4) for card in range((seat - dealer) % 4, 20, 4)]
    deck = [EUCHRE_DECK[card] for card in by_hand + order[20:]]
    return Forced(order=deck, picks=[EUCHRE_SEATS[dealer]]), iter([dealer, *order[:21]])


def of_euchre(choice: str, state: Any) -> int:
    """A card, or a word about trumps: the suit that is turned up is named by itself."""
    if choice in EUCHRE_DECK:
        return EUCHRE_DECK.index(choice)
    if choice == "order_up":
        return int(max(state.legal_actions()))
    if choice.startswith("name_suit"):
        return 25 + SUITS.index(choice.split()[1])
    return {"go_alone": 29, "with_partner": 30}.get(choice, 24)


# OpenSpiel's page says that a card costs its face value, but its program counts a card up to the
# ten by its number among the 52, plus 2. With this line the classic does the same.
AS_SPIEL_COUNTS = (
    "\nmodify penalty(c) where rank(c) is not 8 and rank(c) <= 10: "
    "becomes 4 * rank(c) - 6 + distance(clubs, suit(c))\n"
)

# OpenSpiel's program never notes that a spade was laid, so that spades are led only by who has
# nothing else. With this line the classic does the same.
SPADES_STAY_CLOSED = "\nmodify broken: becomes no\n"

PAIRS = (
    Pair("tic_tac_toe", no_chance, of_square),
    Pair("connect_four", no_chance, lambda choice, state: numbers(choice)[0] - 1),
    Pair("nim", no_chance, of_row),
    Pair("pig", throws, by_name("go_on", "hold")),
    Pair(
        "kuhn_poker",
        dealt([f"pack({rank})" for rank in ("jack", "queen", "king")]),
        by_name("pass_on|fold", "bet|call"),
    ),
    Pair(
        "leduc_poker",
        dealt([f"pack({r}, {s})" for r in ("jack", "queen", "king") for s in ("spades", "hearts")]),
        by_name("fold", "call", "raise_stake"),
    ),
    Pair(
        "blackjack",
        dealt([f"french({suit}, {rank})" for suit in SUITS for rank in range(1, 14)]),
        by_name("hit", "stand"),
        players=(1,),
    ),
    Pair(
        "crazy_eights",
        eights,
        eights_action,
        players=(2, 3, 4, 5),
        spiel="players",
        more=AS_SPIEL_COUNTS,
    ),
    Pair("spades", dealt_round, of_trick, players=(4,), more=SPADES_STAY_CLOSED),
    Pair("liars_dice", cups, of_bid, settings={"numdice": 5}),
    Pair("hanabi", tiles, of_hint, players=(2, 3, 4, 5), spiel="players"),
    Pair("mancala", no_chance, lambda choice, state: numbers(choice)[0]),
    Pair("othello", no_chance, by_words(lambda choice, state: called(*spaces(choice)))),
    Pair("checkers", no_chance, by_words(of_jump)),
    Pair("havannah", no_chance, by_words(of_hexagon), settings={"board_size": 4}),
    Pair("phantom_ttt", no_chance, by_words(of_hidden_square)),
    Pair("oshi_zumo", no_chance, lambda choice, state: int(choice), asks_in_turn=True),
    Pair("amazons", no_chance, of_field),
    Pair("hex", no_chance, of_slanted, games=8),
    Pair("nine_mens_morris", no_chance, of_morris, games=10),
    Pair(
        "dots_and_boxes",
        no_chance,
        of_side,
        settings={"num_rows": 3, "num_cols": 3, "utility_margin": True},
    ),
    Pair(
        "go", no_chance, of_go, settings={"board_size": 9, "max_game_length": 1000}, forbids=repeats
    ),
    Pair("euchre", dealt_euchre, of_euchre, players=(4,)),
)
