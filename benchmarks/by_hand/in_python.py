"""
The same games by hand in plain Python: functions that call each other, which can neither be stopped
nor copied in the middle.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping

from ruleslang.engine.match.chance import Stream, derive, stream_number

Result = tuple[int, int, tuple[int, int]]  # decisions, winners as bits, payoffs


def stream(seed: int, name: str) -> Stream:
    return Stream(derive(seed, stream_number(name)))


def winners_by(payoffs: tuple[int, int]) -> int:
    """Who has the most, as bits."""
    return 3 if payoffs[0] == payoffs[1] else 1 if payoffs[0] > payoffs[1] else 2


# ---------------------------------------------------------------- connect four

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def has_line(board: list[list[int]], column: int, row: int, player: int) -> bool:
    for across, up in STEPS:
        number = 1
        for way in (-1, 1):
            x, y = column + way * across, row + way * up
            while 0 <= x < 7 and 0 <= y < 6 and board[x][y] == player:
                number += 1
                x += way * across
                y += way * up
        if number >= 4:
            return True
    return False


def connect_four(seed: int) -> Result:
    bots = [stream(seed, "bot 0"), stream(seed, "bot 1")]
    board, height = [[-1] * 6 for _ in range(7)], [0] * 7
    decisions, player = 0, 0
    for _ in range(42):
        columns = [at for row in range(6) for at in range(7) if height[at] == row]
        column = columns[0]
        if len(columns) > 1:
            decisions += 1
            column = columns[bots[player].below(len(columns))]
        row = height[column]
        height[column] += 1
        board[column][row] = player
        if has_line(board, column, row, player):
            return decisions, 1 << player, (1, -1) if player == 0 else (-1, 1)
        player = 1 - player
    return decisions, 0, (0, 0)


# ---------------------------------------------------------------- crazy eights


class Eights:
    """One game; a card is a number, by ranks and then suits."""

    def __init__(self, seed: int) -> None:
        self.seed, self.decisions = seed, 0
        self.bots = [stream(seed, "bot 0"), stream(seed, "bot 1")]
        self.hands: list[list[int]] = [[], []]
        self.pile: list[int] = []  # the top is the last
        self.top = self.wanted = self.passes = 0
        self.is_done = False

    def deal(self, dealer: int) -> None:
        self.pile = stream(self.seed, "shuffle pile").permutation(52)[::-1]
        for i in range(14):
            insort(self.hands[(dealer + 1 + i) % 2], self.pile.pop())
        left = sorted(card for card in self.pile if card // 4 != 6)
        self.top = left[stream(self.seed, "pick starter").below(len(left))]
        self.pile.remove(self.top)
        self.wanted = self.top % 4

    def may_lay(self, player: int) -> None:
        top, wanted = self.top // 4, self.wanted
        options = [
            card
            for card in self.hands[player]
            if card // 4 == 6 or card % 4 == wanted or card // 4 == top
        ]
        if options:
            self.decisions += 1
            choice = self.bots[player].below(len(options) + 1)
            if choice < len(options):
                self.lay(player, options[choice])

    def lay(self, player: int, card: int) -> None:
        self.hands[player].remove(card)
        self.top, self.wanted, self.is_done, self.passes = card, card % 4, True, 0
        if card // 4 == 6 and self.hands[player]:
            self.decisions += 1
            self.wanted = self.bots[player].below(4)

    def turn(self, player: int) -> None:
        self.is_done = False
        for _ in range(5):
            if self.is_done or not self.pile:
                break
            self.may_lay(player)
            if not self.is_done:
                insort(self.hands[player], self.pile.pop())
        if not self.is_done:
            self.may_lay(player)
        if not self.is_done and not self.pile:
            self.passes += 1

    def score(self, player: int) -> int:
        ranks = [card // 4 + 2 for card in self.hands[player]]
        return -sum(50 if rank == 8 else min(rank, 10) for rank in ranks)


def crazy_eights(seed: int) -> Result:
    game, dealer = Eights(seed), stream(seed, "pick dealer").below(2)
    game.deal(dealer)
    player, winners = 1 - dealer, 0
    while True:
        game.turn(player)
        if not game.hands[player]:
            winners = 1 << player
        if winners or game.passes > 2:
            break
        player = 1 - player
    payoffs = game.score(0), game.score(1)
    return game.decisions, winners or winners_by(payoffs), payoffs


# ---------------------------------------------------------------- the duel


class Duel:
    """One game; a card is a number, by harm, cost and school."""

    def __init__(self, seed: int) -> None:
        self.decisions = 0
        self.bots = [stream(seed, "bot 0"), stream(seed, "bot 1")]
        self.die = stream(seed, "dice d6")
        self.hands: list[list[int]] = [[], []]
        self.pile = stream(seed, "shuffle pile").permutation(60)[::-1]
        self.life, self.energy = [20, 20], [0, 0]

    def draw(self, player: int) -> None:
        insort(self.hands[player], self.pile.pop())

    def chosen(self, player: int, options: list[int]) -> int | None:
        """A card that a player uses up, if there is one, and the player wants to."""
        if not options:
            return None
        self.decisions += 1
        choice = self.bots[player].below(len(options) + 1)
        if choice == len(options):
            return None
        card = options[choice]
        self.energy[player] -= card // 4 % 3 + 1
        self.hands[player].remove(card)
        return card

    def blocks(self, player: int, harm: int) -> bool:
        energy = self.energy[player]
        options = [
            card for card in self.hands[player] if card // 12 >= harm and card // 4 % 3 < energy
        ]
        return self.chosen(player, options) is not None

    def casts(self, player: int) -> bool:
        other, energy = 1 - player, self.energy[player]
        if self.life[other] == 0:
            return False
        options = [card for card in self.hands[player] if card // 4 % 3 < energy]
        card = self.chosen(player, options)
        if card is None:
            return False
        if not self.blocks(other, card // 12):
            harm = card // 12 + 1 + (self.die.below(6) >= 3)
            self.life[other] = max(0, self.life[other] - harm)
        return True

    def turn(self, player: int) -> None:
        self.energy[player] = min(6, self.energy[player] + 3)
        if self.pile:
            self.draw(player)
        while self.casts(player):
            pass


def duel(seed: int) -> Result:
    game, player = Duel(seed), 0
    for i in range(10):
        game.draw(i % 2)
    while True:
        game.turn(player)
        if game.life[1 - player] == 0 or not game.pile:
            break
        player = 1 - player
    difference = game.life[0] - game.life[1]
    payoffs = difference, -difference
    won = 1 << player if game.life[1 - player] == 0 else winners_by(payoffs)
    return game.decisions, won, payoffs


GAMES: Mapping[str, Callable[[int], Result]] = {
    "connect_four": connect_four,
    "crazy_eights": crazy_eights,
    "duel": duel,
}
