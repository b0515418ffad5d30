"""Loads a game for a command, with checked settings and players."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from ruleslang.api import Game
from ruleslang.api.loading import with_position
from ruleslang.apps.cli.error_messages import Mistake, NotLoaded, as_mistakes
from ruleslang.apps.cli.options import Format
from ruleslang.apps.cli.output import diagnostics_json, print_diagnostics, print_json
from ruleslang.library.files import read_text
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load, load_over
from ruleslang.library.read_file import read_source
from ruleslang.players.learned_bot import seat_learned
from ruleslang.program.program import Compiled
from ruleslang.simulation.records.saves import from_text
from ruleslang.source.span import Source


def compiled_of(
    command: str, rulebook: str, cards: Sequence[str], format: Format, lang: str = ""
) -> Compiled:
    """
    Return the compiled rulebook; prints its errors and raises `NotLoaded` if it has any.

    `lang` is the language of its texts; empty: the rulebook's own.
    """
    _, compiled = loaded_of(command, rulebook, cards, format)
    return in_language_asked(compiled, lang)


def loaded_of(
    command: str, rulebook: str, cards: Sequence[str], format: Format
) -> tuple[Loaded, Compiled]:
    """Return a rulebook with its texts; prints its errors and raises `NotLoaded` if it has any."""
    loaded = load(rulebook, cards=cards)
    if loaded.compiled is None:
        print_mistakes(command, loaded, format)
    return loaded, loaded.compiled


def in_language_asked(compiled: Compiled, lang: str) -> Compiled:
    """Return the rulebook with its texts in the language of `--lang`; empty: unchanged."""
    if not lang:
        return compiled
    from ruleslang.api.argument_checks import language  # the whole of what embedders import
    from ruleslang.program.serial import in_language

    with as_mistakes(ValueError):
        return in_language(compiled, language(compiled.program, lang))


def print_answer(command: str, compiled: Compiled, status: int, **fields: Any) -> int:
    """Print the JSON object of a command about a rulebook; returns the status."""
    return print_json(command, compiled.program.name, whole_digest(compiled), status, **fields)


def whole_digest(compiled: Compiled) -> str:
    """Return the digest of the program."""
    from ruleslang.program.serial import digest  # which few answers show

    return digest(compiled.program)


def print_mistakes(command: str, loaded: Loaded, format: Format) -> NoReturn:
    """
    Print the errors of a rulebook: on standard error, and in the JSON object if asked for. Raises
    `NotLoaded`.
    """
    errors = [diagnostic for diagnostic in loaded.diagnostics if diagnostic.is_error]
    if format is Format.json:
        print_json(command, loaded.name, None, 1, **diagnostics_json(loaded.diagnostics))
    print_diagnostics(errors, to_stderr=True, shown_as=loaded.shown_as)
    raise NotLoaded(f"`{loaded.name}` has errors")


def game_of(
    command: str,
    rulebook: str,
    cards: Sequence[str],
    format: Format,
    lang: str = "",
    position: str = "",
) -> Game:
    """
    Return the game; prints the rulebook's errors and raises `NotLoaded` if it has any.

    `position` is the text in which its matches start; empty: in the opening.
    """
    if position:
        return _from_position(command, rulebook, position, cards, format, lang)
    return Game(compiled_of(command, rulebook, cards, format, lang), cards=tuple(cards))


def lines_of(file: str) -> str:
    """Return the lines of a position in a file; empty if no file is named."""
    if not file:
        return ""
    source, problems = read_source(Path(file), file)
    if problems:
        raise Mistake(f"`{file}` cannot be read: {problems[0].message}")
    if not source.text.strip():
        raise Mistake(f"`{file}` is empty; a position has lines such as `given active is p2`")
    return source.text


def position_of(save: str) -> str:
    """Return the position in which a saved match started; empty for the opening, or no save."""
    return from_text(read_text(Path(save))).start.position if save else ""


def _from_position(
    command: str, rulebook: str, lines: str, cards: Sequence[str], format: Format, lang: str
) -> Game:
    with as_mistakes(ValueError):
        loaded, compiled_and_position = with_position(rulebook, lines, tuple(cards))
        if compiled_and_position is None:
            print_mistakes(command, loaded, format)
        game = Game(compiled_and_position[0], cards=tuple(cards), position=compiled_and_position[1])
        return game.in_language(lang) if lang else game


def again(rulebook: str, cards: Sequence[str], option: str = "", lang: str = "") -> str:
    """
    Return the arguments that name this game on a command line, quoted; `option` precedes the
    rulebook.

    >>> again("my game.rules", ["lamp.cards"], "--rulebook", "fr")
    "--rulebook 'my game.rules' --cards lamp.cards --lang fr"
    """
    words = [*filter(None, (option, rulebook))]
    words += [word for name in cards for word in ("--cards", name)]
    return shlex.join([*words, *(("--lang", lang) if lang else ())])


def names_of(players: str) -> tuple[str, ...]:
    """
    Return the names in a comma-separated list.

    >>> names_of("random, greedy")
    ('random', 'greedy')
    """
    return tuple(name.strip() for name in players.split(",") if name.strip())


def players_of(game: Game, players: str) -> tuple[str, ...] | None:
    """Return the names in a comma-separated list, learned players loaded; `None` if it is empty."""
    names = names_of(players) if players else None
    seat_learned(names or (), game.compiled)
    return names


def title_of(game: Game) -> str:
    """Return the rulebook's title, or its name."""
    title = game.program.title
    return title.text if title else game.name


NAME = "the command line"


def compiled_with(
    command: str, rulebook: str, cards: Sequence[str], format: Format, line: str
) -> Compiled:
    """
    Return the rulebook with an added last example of this line.

    Errors in the line raise `Mistake`; errors in the rulebook are printed, and raise `NotLoaded`.
    """
    if "\n" in line:
        raise Mistake("expected one line of the language, found several")
    source = Source(NAME, f'example "{NAME}"\n    {line}\n')
    loaded = load_over(rulebook, source, cards=cards)
    if loaded.compiled is None:
        for diagnostic in loaded.diagnostics:
            if diagnostic.is_error and diagnostic.span.source.name == NAME:
                raise Mistake(
                    diagnostic.message + (f"; {diagnostic.help}" if diagnostic.help else "")
                )
        print_mistakes(command, loaded, format)
    return loaded.compiled
