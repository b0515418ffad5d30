"""
The only way in which names and texts of a rulebook get into generated code.

A rulebook is untrusted input, and so are the names of its files. Generated code contains only names
made by `printed_name` or `local_name`, comments that went through `safe_letters`, and texts by
`c_text`; `Owners` refuses a name used twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from attrs import define, field

from ruleslang.program.references import Origin

MOST_LETTERS = 120  # letters of a printed name; compilers differ in how many they compare
MOST_KEPT = 50_000  # names that were printed before
MOST_IN_COMMENTS = 110
_ESCAPED = re.compile(r"[^a-z0-9_]|(?<![a-z0-9])_|_(?![a-z0-9])")
_PLAIN = re.compile("[A-Za-z0-9 ./:_-]")
_UNSAFE = re.compile(r"[^\w \-.,:;()\[\]{}<>=+/'\"!%&|^$@~]")


class NameTaken(Exception):
    """Two things would have the same printed name; the message says which."""


@define
class Owners:
    """The owner of each printed name; refuses a second one."""

    known: dict[str, str] = field(factory=dict)

    def name(self, role: str, name: str) -> str:
        """Return the printed name of something with this role and name; raises `NameTaken`."""
        return self.take(printed_name(role, name), f"{role} {name}")

    def reserve(self, names: Iterable[str]) -> None:
        """Reserve the names of a runtime or its language; raises `NameTaken`."""
        for name in names:
            self.take(name, "the runtime")

    def take(self, printed: str, owner: str) -> str:
        """Record the owner of a printed name; raises `NameTaken` if another has it."""
        if self.known.setdefault(printed, owner) != owner:
            raise NameTaken(f"`{printed}` is printed for {self.known[printed]} and for {owner}")
        return printed


@lru_cache(MOST_KEPT)
def printed_name(role: str, name: str) -> str:
    """
    Return the name in printed code for a role and a name of the program.

    Always: different roles or names give different results, never a keyword or a runtime's name.
    A role consists of capitals and digits. After its underscore, `Z…Z` encloses the number of a
    character, and `Y` precedes a digest that replaces the rest of a long name.

    >>> printed_name("R", "value play_bolt"), printed_name("R", "field f, 1")
    ('R_value__play_bolt', 'R_field__fZ2cZ__1')
    >>> printed_name("R", "field f__1")
    'R_field__fZ5fZZ5fZ1'
    """
    assert re.fullmatch("[A-Z][A-Z0-9]*", role), role
    return f"{role}_{_escaped(name)}"


def routine_name(name: str) -> str:
    return printed_name("R", name)


def local_name(name: str, slot: int) -> str:
    """
    Return the printed name of a slot's local.

    Always: it contains no two consecutive underscores, so that prefixes are joined with two.

    >>> local_name("St", 3), local_name("own_card", 0)
    ('Z53Zt_L3', 'own_card_L0')
    """
    return f"{_escaped(name)}_L{slot}"


def _escaped(name: str) -> str:
    """Return letters, digits and single underscores unchanged, spaces doubled, others escaped."""
    escaped = _ESCAPED.sub(_escape, name)
    if len(escaped) <= MOST_LETTERS:
        return escaped
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{escaped[:40]}Y{digest}"


def _escape(sign: re.Match[str]) -> str:
    return "__" if sign[0] == " " else f"Z{ord(sign[0]):x}Z"


def c_text(text: str) -> str:
    r"""
    Return a text as a literal of C, with every unsafe character as octal bytes.

    >>> print(c_text('a/b.rules'), c_text('"??/'))
    "a/b.rules" "\042\077\077/"
    """
    signs = (sign if _PLAIN.fullmatch(sign) else _octal(sign) for sign in text)
    return f'"{"".join(signs)}"'


def _octal(sign: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in sign.encode("utf-8", "surrogateescape"))


def safe_letters(text: str) -> str:
    r"""
    Return a text that cannot end a comment in C; other characters become dots.

    >>> safe_letters("a*/b\n??/ \\ é")
    'a./b.../ . é'
    """
    return _UNSAFE.sub(".", text)


def comment(origin: Origin) -> str:
    """Return a comment with the place and excerpt of an origin."""
    text = f"{origin.file}:{origin.line}  {' '.join(origin.excerpt.split())}"
    return safe_letters(text[:MOST_IN_COMMENTS])
