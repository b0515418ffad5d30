"""
Validates the arguments that programs pass to the API.

A value of the wrong type raises `TypeError`, an impossible value `ValueError`; both name the
argument, what was passed and what was expected.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from ruleslang.source import errors
from ruleslang.source.errors import MOST_SHOWN, legible, wrong_in_name
from ruleslang.source.errors import typed as typed
from ruleslang.source.suggest import did_you_mean

if TYPE_CHECKING:
    from ruleslang.program.program import Program
    from ruleslang.simulation.on_dask import Client

MOST_GAMES = 1 << 62  # games of one seed that have numbers
LEAST_OF_A_KEY = 16  # bytes


def whole_number(argument: str, value: Any, *, least: int | None = None) -> int:
    """
    Check for a whole number, also one of NumPy; `True` is none.

    >>> whole_number("games", 3, least=1)
    3
    """
    number = errors.whole_number(argument, value)
    if least is not None and number < least:
        raise ValueError(f"`{argument}` is {least} or more, not {number}")
    return number


def seconds(argument: str, value: Any) -> float:
    """
    Check for seconds, 0 or more.

    >>> seconds("seconds", 0.5)
    0.5
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"`{argument}` is a number of seconds, not {typed(value)}")
    if not 0 <= value < float("inf"):
        raise ValueError(f"`{argument}` is 0 or more, not {value}")
    return value


def seed(argument: str, value: Any) -> int:
    """Check for an unsigned 64-bit integer, the range in which seeds are distinct."""
    number = whole_number(argument, value)
    if not 0 <= number < 1 << 64:
        shown = number if abs(number) < 1 << 70 else f"a number of {number.bit_length()} bits"
        raise ValueError(f"`{argument}` is 0 to 2**64 - 1, not {shown}")
    return number


def games(number: Any, first: Any) -> tuple[int, int]:
    """Check the number of games, and the number of the first."""
    many, offset = whole_number("games", number, least=1), whole_number("first", first, least=0)
    if offset + many > MOST_GAMES:
        raise ValueError(f"`first` and `games` together are {MOST_GAMES:,} at most")
    return many, offset


def text(argument: str, value: Any) -> str:
    if not isinstance(value, str):
        named = argument if "`" in argument else f"`{argument}`"
        raise TypeError(f"{named} is a string, not {typed(value)}")
    return value


def seal_key(value: Any) -> bytes | None:
    """Check a key for seals, or `None`; the message never shows it: it may be a secret."""
    if value is None:
        return None
    if not isinstance(value, bytes):
        raise TypeError(f"`seal_key` is bytes, not {type(value).__name__}")
    if len(value) < LEAST_OF_A_KEY:
        raise ValueError(
            f"`seal_key` has {LEAST_OF_A_KEY} bytes or more, as `secrets.token_bytes` makes them, "
            f"not {len(value)}"
        )
    return value


def text_name(value: Any) -> str:
    """Check a name for a text in messages: one printable line."""
    if problem := wrong_in_name(text("name", value)):
        raise ValueError(f"`name` names a text in messages, and cannot: {problem}")
    return str(value)


def client(value: Any) -> Client | None:
    """Check for a synchronous Dask client, or `None`."""
    from ruleslang.simulation.on_dask import is_client

    if value is None or is_client(value):
        return cast("Client | None", value)
    raise TypeError(
        "`client` is a `distributed.Client` of Dask (one that is not asynchronous), "
        f"not {typed(value)}"
    )


def texts(argument: str, values: Any) -> tuple[str, ...]:
    """Return several strings; refuses a single one."""
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise TypeError(f"`{argument}` is a list of strings, not {typed(values)}")
    return tuple(text(f"each of {argument}", value) for value in values)


def path(argument: str, value: Any) -> str:
    path_text = os.fspath(value) if isinstance(value, os.PathLike) else value
    return text(argument, path_text)


def paths(argument: str, values: Any) -> tuple[str, ...]:
    """Return several paths; refuses a single string, which is probably a mistake."""
    if isinstance(values, str | bytes | os.PathLike) or not isinstance(values, Sequence):
        raise TypeError(
            f"`{argument}` is a list of paths, such as ['my.cards'], not {typed(values)}"
        )
    return tuple(path(argument, value) for value in values)


def known(argument: str, value: Any, allowed: Sequence[str]) -> None:
    """Check that the value is one of a few names."""
    if text(argument, value) not in allowed:
        raise ValueError(unknown(argument, value, allowed))


def names(
    argument: str, values: Any, known: Sequence[str], is_known: Callable[[str], bool]
) -> tuple[str, ...]:
    """Check several names; `known` are those listed in the message."""
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise TypeError(
            f"`{argument}` is a list of names, such as ['{known[0]}'], not {typed(values)}"
        )
    if not values:
        raise ValueError(f"`{argument}` names no player; without it, all choose at random")
    for value in values:
        if not is_known(text(f"each of {argument}", value)):
            raise ValueError(unknown("player", value, known))
    return tuple(values)


def bots(
    values: Any, seats: int, known: Sequence[str], is_known: Callable[[str], bool]
) -> tuple[str | None, ...]:
    """Check a name of a bot, or `None`, for each seat."""
    if isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise TypeError(f"`bots` is a list of names or `None`s, one per seat, not {typed(values)}")
    if len(values) != seats:
        raise ValueError(
            f"`bots` has a name or `None` for each of {seats} seats, not {len(values)}"
        )
    for value in values:
        if value is not None and not is_known(text("each of bots", value)):
            raise ValueError(unknown("player", value, known))
    return tuple(values)


def language(program: Program, lang: Any) -> str:
    """Check that the rulebook has texts in this language."""
    if text("lang", lang) in program.languages:
        return str(lang)
    if not program.languages:
        raise ValueError(
            f"{program.name} does not say in which languages its texts are; "
            "`texts in en, fr` in its header would"
        )
    raise ValueError(
        f"{program.name} has no texts in `{legible(lang[:MOST_SHOWN])}`; "
        f"it has them in: {', '.join(program.languages)}"
    )


def unknown(kind: str, name: str, known: Sequence[str]) -> str:
    """Return the message that a name is unknown, with the known ones."""
    choose = "name one for each seat" if kind == "player" and name.isdigit() else "choose from"
    ways = f"{choose}: {', '.join(known)}" if known else "this rulebook has none"
    return f"there is no {kind} `{legible(name[:MOST_SHOWN])}`; {did_you_mean(name, known) or ways}"


def seat(argument: str, player: int | str, seats: Sequence[str], game: str) -> int:
    """Return the index of a seat given by number or name; raises `ValueError` if there is none."""
    if isinstance(player, str):
        if player not in seats:
            raise ValueError(unknown("seat", player, seats))
        return seats.index(player)
    number = whole_number(argument, player)
    if not 0 <= number < len(seats):
        raise ValueError(f"{game} has seats 0 to {len(seats) - 1} here, not {number}")
    return number
