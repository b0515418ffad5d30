"""
A bot that looks ahead: Monte Carlo search over what its player may know.

Where nothing is hidden, it searches a tree of choices over copies of the match (`search_tree`).
Where something is hidden, it uses counterfactual regrets at information sets from the opening on
(`regret_table`), if playouts reach known information sets often enough; otherwise the tree, over
copies in which everything hidden from the player is dealt again. No choice depends on the true
hidden state.
"""

from __future__ import annotations

from functools import partial

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.interface import Match, QuickMatch
from ruleslang.players.compared_choices import Comparison, Outlook, deciding_counter
from ruleslang.players.search_matches import (
    Futures,
    Leanings,
    QuickForm,
    RedealtCopies,
    Searching,
    bot_of,
    leanings,
)
from ruleslang.players.search_tree import (
    ChoiceTree,
    Information,
    RegretTable,
    SearchBudget,
    drawn,
    regret_table,
    shares,
)
from ruleslang.players.secrecy.deal_again import Likely, hides_nothing
from ruleslang.players.secrecy.secret_bodies import Follower
from ruleslang.program import declarations as d
from ruleslang.source.budget import WHOLE, refill

NEARLY = 0.5  # choices that were tried this often beside the one tried most are as good as that


class SearchBot:
    """A searching player at a seat; `policy` plays the rest of a playout, if given."""

    def __init__(
        self, seed: int, seat: int, budget: SearchBudget, policy: d.Chooser | None = None
    ) -> None:
        self.seed, self.seat, self.budget, self.policy = seed, seat, budget, policy
        self.stream = Stream(derive(seed, stream_number(f"search {seat}")))
        self.searching, self.quick = Searching(self.stream, policy), QuickForm(policy)
        self.table: RegretTable | None = None
        self.is_open: bool | None = None  # nothing is hidden from anybody; not asked yet
        self.is_small = True  # as far as is known: playouts from the opening meet nothing new
        self.known: Information = ()
        self.follower = Follower(seat)
        self.outlook: Outlook | None = None
        self.leanings: Leanings | None = None

    def choose(self, match: Match) -> int:
        """Return the choice that the playouts favour; refills the time budget for this decision."""
        refill(WHOLE)
        quick = self.quick.of(match)
        if self.is_open is None:
            self.is_open = hides_nothing(match.population.program)
        if self.is_open:
            visits = self._visits(Futures(match, quick, self.stream))
            return visits.index(max(visits))
        index = self._by_regrets(quick) if quick is not None and self.is_small else None
        return self._by_deals(match, quick) if index is None else index

    def _visits(self, starts: Futures | RedealtCopies) -> list[int]:
        """Return how often the playouts tried each choice of the decision."""
        tree = ChoiceTree(self.searching)
        tree.grow(starts.next, self.budget.turns())
        return tree.visits()

    def _by_regrets(self, match: QuickMatch) -> int | None:
        """Return a choice drawn from the average strategy; `None`: the game is too large."""
        if self.table is None:
            self.table = regret_table(match, self.policy, self.budget)
        self.is_small = self.table.covers_the_game
        if not self.is_small:
            return None
        self.table.before_a_decision()
        here = (*self.known, match.information())
        average = self.table.average(here)
        if average is None:
            self.is_small = False  # what was known is not complete: others chose here before
            return None
        index = drawn(self.stream, average)
        self.known = (*here, index)
        return index

    def _by_deals(self, match: Match, quick: QuickMatch | None) -> int:
        """Return the choice that pays most with hidden cards dealt again, if possible."""
        if match.together is not None or self.follower.remembers(match):
            return self._unsearched(match)
        if self.policy is None:
            visits = self._visits(RedealtCopies(match, quick, self.seat, self.stream))
            most = max(visits)
            return drawn(self.stream, shares([n if n >= NEARLY * most else 0.0 for n in visits]))
        waits = match.waits_for
        assert waits is not None
        outlook = self._outlook(quick, self.policy)
        deals = RedealtCopies(match, quick, self.seat, self.stream, self._likely(quick, match))
        known, choices = self._unsearched(match), list(range(waits[1]))
        return Comparison(outlook, self.seat, known, choices).run(deals, self.budget.turns())

    def _outlook(self, quick: QuickMatch | None, policy: d.Chooser) -> Outlook:
        if self.outlook is None:
            counter = None if quick is None else deciding_counter(quick, policy)
            self.outlook = Outlook(self.searching, counter)
        return self.outlook

    def _likely(self, quick: QuickMatch | None, match: Match) -> Likely | None:
        """
        Return the weights of hidden cards that others hold more often than by chance; `None` unless
        a counter decides the game.
        """
        if quick is None or self.policy is None or not self.outlook or not self.outlook.counter:
            return None
        if self.leanings is None:
            self.leanings = leanings(quick, self.policy)
        return partial(self.leanings.of, match.population.players[self.seat])

    def _unsearched(self, match: Match) -> int:
        """Return a choice of the policy, or a random one."""
        program, seed = match.population.program, self.searching.seed()
        return bot_of(self.policy, program, seed, self.seat).choose(match)
