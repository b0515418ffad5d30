"""
Where a match stands, as a short string: how it began, and its choices by their places.

The choices are digits of one number, each to the base of how many there were, so a choice among two
takes a bit. What a stranger changed leads to other choices or to none, never to anything else.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from string import ascii_letters, digits

from attrs import frozen

from ruleslang.program.program import Program
from ruleslang.records.checksum import Refused
from ruleslang.records.match_start import Start

FORM = 1  # raised with every change of what a string means
CHECK_BYTES = 4  # of the rules, and of the position
MOST_LETTERS = 20_000
LETTERS = frozenset(ascii_letters + digits + "-_")
SEVEN = 7  # bits of a number in a byte
MOST_BITS = 63  # of a number but the seed and the choices


@frozen
class PositionCode:
    """
    What a string says. `options` are the numbers of options and of their values, as the program
    orders them; `choices` is the number whose digits are the places.
    """

    rules: bytes
    hash: bytes
    seed: int
    players: int
    automatic: int
    options: tuple[tuple[int, int], ...]
    choices: int


def check_of_rules(start: Start) -> bytes:
    """Stands for the rules of a match, their language, its engine and the position it began in."""
    said = (start.rulebook, start.digest, start.language, start.engine, start.position)
    return blake2b(repr(said).encode(), digest_size=CHECK_BYTES).digest()


def check_of_hash(hash: str) -> bytes:
    """The first bytes of a match's hash."""
    return bytes.fromhex(hash)[:CHECK_BYTES]


def chosen_in(program: Program, code: PositionCode) -> dict[str, str]:
    """The options that are set; raises `Refused`."""
    chosen = {}
    for option, value in code.options:
        if option >= len(program.options) or value >= len(program.options[option].values):
            raise Refused("it sets an option that the rulebook has not")
        chosen[program.options[option].name] = program.options[option].values[value]
    return chosen


def number_of(places: Sequence[int], among: Sequence[int]) -> int:
    """
    The number whose digits are places among so many; 1 in front of them says where they end.

    >>> number_of([2, 0, 1], [3, 5, 2])
    47
    """
    number = 1
    for place, many in zip(reversed(places), reversed(among), strict=True):
        number = number * many + place
    return number


def code_of(program: Program, start: Start, hash: str, choices: int) -> str:
    """The string of a match that began so and stands there; `choices` as `number_of` has them."""
    numbers = {option.name: place for place, option in enumerate(program.options)}
    pairs = []
    for name, value in start.options.items():
        number = numbers[name]
        pairs.append((number, program.options[number].values.index(value)))
    checks = check_of_rules(start), check_of_hash(hash)
    seats = start.players, start.automatic
    return to_code(PositionCode(*checks, start.seed, *seats, tuple(pairs), choices))


def to_code(code: PositionCode) -> str:
    """The string."""
    numbers = [code.players, code.automatic, len(code.options)]
    numbers += [number for pair in code.options for number in pair]
    seed = code.seed.to_bytes(8, "big")
    head = bytes([FORM]) + code.rules + code.hash
    rest = b"".join(map(_varint, numbers))
    choices = code.choices.to_bytes((code.choices.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(head + seed + rest + choices).decode("ascii").rstrip("=")


def from_code(text: str) -> PositionCode:
    """What a string says; raises `Refused`."""
    if len(text) > MOST_LETTERS:
        raise Refused("it is longer than any position is written")
    if not text or not LETTERS.issuperset(text):
        raise Refused("it is not a position: letters, digits, `-` and `_` are expected")
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refused("it is not a position: it breaks off") from None
    if data[0] != FORM:
        raise Refused(f"it is a position in form {data[0]}, and here it is form {FORM}")
    at = 1 + 2 * CHECK_BYTES + 8
    fields = iter(data[at:])
    try:
        players, automatic, number = _number(fields), _number(fields), _number(fields)
        pairs: list[tuple[int, int]] = []
        while len(pairs) < number:
            pairs.append((_number(fields), _number(fields)))
    except StopIteration:
        raise Refused("it is not a position: it breaks off") from None
    choices = int.from_bytes(bytes(fields), "big")
    if not choices:
        raise Refused("it is not a position: it breaks off")
    rules, hash = data[1 : 1 + CHECK_BYTES], data[1 + CHECK_BYTES : 1 + 2 * CHECK_BYTES]
    seed = int.from_bytes(data[at - 8 : at], "big")
    return PositionCode(rules, hash, seed, players, automatic, tuple(pairs), choices)


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the last byte is below 128."""
    found = []
    while number >= 1 << SEVEN:
        found.append(number & 127 | 128)
        number >>= SEVEN
    return bytes([*found, number])


def _number(fields: Iterator[int]) -> int:
    """The next number; raises `StopIteration` where the bytes end in it."""
    number = at = 0
    while True:
        byte = next(fields)
        number |= (byte & 127) << at
        at += SEVEN
        if byte < 1 << SEVEN:
            return number
        if at > MOST_BITS:
            raise Refused("it is not a position: it holds a number that is too large")
