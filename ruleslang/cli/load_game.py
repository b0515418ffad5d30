"""A game as commands need it: loaded, with settings and players that were checked."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ruleslang.api import Game
from ruleslang.cli.load_rulebook import compiled_or_none
from ruleslang.cli.output_format import Format


def game_or_none(
    command: str, rulebook: str, cards: Sequence[str], format: Format, lang: str = ""
) -> Game | None:
    """The rulebook ready to be played; else its mistakes are printed as the command's answer."""
    compiled = compiled_or_none(command, rulebook, cards, format, lang)
    return None if compiled is None else Game(compiled, cards=tuple(cards))


def again(rulebook: str, cards: Sequence[str], option: str = "", lang: str = "") -> str:
    """
    What names this game on a command line, ready to be pasted; `option` stands before a rulebook.

    >>> again("my game.rules", ["lamp.cards"], "--rulebook", "fr")
    "--rulebook 'my game.rules' --cards lamp.cards --lang fr"
    """
    words = [*filter(None, (option, rulebook))]
    words += [word for name in cards for word in ("--cards", name)]
    return shlex.join([*words, *(("--lang", lang) if lang else ())])


def names_of(players: str) -> tuple[str, ...]:
    """
    The names in a list that a person wrote.

    >>> names_of("random, greedy")
    ('random', 'greedy')
    """
    return tuple(name.strip() for name in players.split(",") if name.strip())


def title_of(game: Game) -> str:
    """What the rulebook calls itself for people."""
    title = game.program.title
    return title.text if title else game.name


def seat_name(game: Game, seat: int) -> str:
    """The name of a seat."""
    names = game.program.seats.names
    return names[seat] if seat < len(names) else f"p{seat + 1}"
