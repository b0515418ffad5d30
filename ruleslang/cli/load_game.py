"""A game as commands need it: loaded, with settings and players that were checked."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from ruleslang.api import Game
from ruleslang.api.starting_position import with_position
from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.load_rulebook import compiled_or_none, print_mistakes
from ruleslang.cli.output_format import Format
from ruleslang.library.read_source_file import read_source
from ruleslang.library.record_files import read_text
from ruleslang.records.save import from_text


def game_or_none(
    command: str,
    rulebook: str,
    cards: Sequence[str],
    format: Format,
    lang: str = "",
    position: str = "",
) -> Game | None:
    """
    The rulebook ready to be played; else its mistakes are printed as the command's answer.

    `position` are the lines in which its matches begin; empty: in the opening.
    """
    if position:
        return _from_position(command, rulebook, position, cards, format, lang)
    compiled = compiled_or_none(command, rulebook, cards, format, lang)
    return None if compiled is None else Game(compiled, cards=tuple(cards))


def lines_of(file: str) -> str:
    """The lines of a position that stands in a file; empty when no file is named."""
    if not file:
        return ""
    source, problems = read_source(Path(file), file)
    if problems:
        raise Mistake(f"`{file}` cannot be read: {problems[0].message}")
    if not source.text.strip():
        raise Mistake(f"`{file}` is empty; a position has lines such as `given active is p2`")
    return source.text


def position_of(save: str) -> str:
    """The position in which the match of a save began; empty: the opening, or there is no save."""
    return from_text(read_text(Path(save))).start.position if save else ""


def _from_position(
    command: str, rulebook: str, lines: str, cards: Sequence[str], format: Format, lang: str
) -> Game | None:
    try:
        loaded, found = with_position(rulebook, lines, tuple(cards))
        if found is None:
            print_mistakes(command, loaded, format)
            return None
        game = Game(found[0], cards=tuple(cards), position=found[1])
        return game.in_language(lang) if lang else game
    except ValueError as problem:
        raise Mistake(str(problem)) from None


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
