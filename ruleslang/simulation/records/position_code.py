"""
A position as a short string: the match's start, and its choices by index.

The choices are the digits of one number in a mixed radix, the number of choices at each decision,
so a choice of two takes one bit. An edited string leads to other choices or is refused.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from string import ascii_letters, digits

from attrs import frozen

from ruleslang.program.program import Program
from ruleslang.simulation.records.match_start import Start
from ruleslang.source.checksum import Refused

FORM = 1  # raised with every change of what a string means
CHECK_BYTES = 4  # check bytes for the rules and for the position
MOST_LETTERS = 20_000
LETTERS = frozenset(ascii_letters + digits + "-_")
SEVEN = 7  # bits of a number in a byte
MOST_BITS = 63  # bits of a number other than the seed and the choices


@frozen
class PositionCode:
    """
    The decoded string. `options` are pairs of the index of an option and of its value; `choices` is
    the mixed-radix number of the choice indices.
    """

    rules: bytes
    hash: bytes
    seed: int
    players: int
    automatic: int
    options: tuple[tuple[int, int], ...]
    choices: int


def check_of_rules(start: Start) -> bytes:
    """Return a digest of the rules, their language, the engine and the starting position."""
    parts = (start.rulebook, start.digest, start.language, start.engine, start.position)
    return blake2b(repr(parts).encode(), digest_size=CHECK_BYTES).digest()


def check_of_hash(hash: str) -> bytes:
    """Return the first bytes of a match's hash."""
    return bytes.fromhex(hash)[:CHECK_BYTES]


def chosen_in(program: Program, code: PositionCode) -> dict[str, str]:
    """Return the options that are set; raises `Refused`."""
    chosen = {}
    for option, value in code.options:
        if option >= len(program.options) or value >= len(program.options[option].values):
            raise Refused("it sets an option that the rulebook does not have")
        chosen[program.options[option].name] = program.options[option].values[value]
    return chosen


def number_of(places: Sequence[int], among: Sequence[int]) -> int:
    """
    Return the mixed-radix number of choice indices; a leading 1 marks where the digits end.

    >>> number_of([2, 0, 1], [3, 5, 2])
    47
    """
    number = 1
    for place, many in zip(reversed(places), reversed(among), strict=True):
        number = number * many + place
    return number


def code_of(program: Program, start: Start, hash: str, choices: int) -> str:
    """Return the string of a match with this start and hash; `choices` as given by `number_of`."""
    numbers = {option.name: place for place, option in enumerate(program.options)}
    pairs = []
    for name, value in start.options.items():
        number = numbers[name]
        pairs.append((number, program.options[number].values.index(value)))
    checks = check_of_rules(start), check_of_hash(hash)
    seats = start.players, start.automatic
    return to_code(PositionCode(*checks, start.seed, *seats, tuple(pairs), choices))


def to_code(code: PositionCode) -> str:
    numbers = [code.players, code.automatic, len(code.options)]
    numbers += [number for pair in code.options for number in pair]
    seed = code.seed.to_bytes(8, "big")
    head = bytes([FORM]) + code.rules + code.hash
    numbers_coded = b"".join(map(_varint, numbers))
    choices = code.choices.to_bytes((code.choices.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(head + seed + numbers_coded + choices).decode("ascii").rstrip("=")


def from_code(text: str) -> PositionCode:
    """Decode a position; raises `Refused`."""
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
    """Return a variable-length integer: seven bits a byte, lowest first; the last is below 128."""
    encoded = []
    while number >= 1 << SEVEN:
        encoded.append(number & 127 | 128)
        number >>= SEVEN
    return bytes([*encoded, number])


def _number(fields: Iterator[int]) -> int:
    """Return the next variable-length integer; raises `StopIteration` if bytes end inside it."""
    number = at = 0
    while True:
        byte = next(fields)
        number |= (byte & 127) << at
        at += SEVEN
        if byte < 1 << SEVEN:
            return number
        if at > MOST_BITS:
            raise Refused("it is not a position: it contains a number that is too large")
