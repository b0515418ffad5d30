"""Finds bots by the names that the command line and programs use."""

from __future__ import annotations

from ruleslang.players.learned_bot import learned_bot, learned_names
from ruleslang.players.preference_bot import Bot, ChooserBot
from ruleslang.players.random_bot import RandomBot
from ruleslang.players.search_bot import SearchBot
from ruleslang.players.search_tree import SearchBudget, budget_in
from ruleslang.program.program import Compiled

RANDOM = "random"
SEARCH = "search"  # alone, or with a budget: `search:500`, `search:2s`


def bot_names(compiled: Compiled) -> tuple[str, ...]:
    """
    Return the names that can be given to a seat: `random`, `search`, the players declared in the
    rulebook, and registered learned players.
    """
    choosers = tuple(chooser.name for chooser in compiled.choosers)
    return (RANDOM, SEARCH, *choosers, *learned_names(compiled))


def is_bot(name: str, compiled: Compiled) -> bool:
    """Return whether a bot has this name; `search:` is followed by its budget."""
    word, colon, budget = name.partition(":")
    if colon and word == SEARCH:
        return budget_in(budget) is not None
    return name in bot_names(compiled)


def make_bot(name: str, compiled: Compiled, seed: int, seat: int) -> Bot:
    """Return the named bot at a seat, in the match of a seed; may raise `KeyError`."""
    if name == RANDOM:
        return RandomBot(seed, seat)
    word, _, budget = name.partition(":")
    if word == SEARCH and is_bot(name, compiled):
        policy = compiled.choosers[0] if compiled.choosers else None
        return SearchBot(seed, seat, budget_in(budget) or SearchBudget(), policy)
    if name in learned_names(compiled):
        return learned_bot(name, compiled, seed, seat)
    chooser = next((declared for declared in compiled.choosers if declared.name == name), None)
    if chooser is None:
        raise KeyError(name)
    return ChooserBot(chooser, compiled.program, seed, seat)
