"""
The names of a rulebook changed to names that might collide: with each other when they are printed,
with words and functions of Python and C, and with what the engines call their own.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Iterable, Iterator
from keyword import kwlist

from attrs import fields, frozen

from ruleslang.engine.code.c_function import names_of_runtime
from ruleslang.language.syntax.keywords import KEYWORDS, why_reserved
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.walk import children
from ruleslang.library.load import load_text
from ruleslang.program.program import Program
from tests.support.laws.other_programs import WithFiles, texts
from tests.support.laws.texts import OWN, fresh_names, renamed

OF_C = (
    "asm", "auto", "bool", "char", "complex", "const", "continue", "default", "define", "double",
    "enum", "errno", "extern", "float", "goto", "inline", "int", "int64_t", "long", "main",
    "register", "restrict", "return", "short", "signed", "sizeof", "static", "stderr", "stdin",
    "stdout", "struct", "switch", "typedef", "typeof", "uint64_t", "union", "unsigned", "void",
    "volatile", "NULL", "INT64_C", "UINT64_C", "__builtin_expect", "__attribute__", "__FILE__",
    "__LINE__", "_Bool", "_Generic", "linux", "unix", "i386", "signbit",
)  # fmt: skip
OF_ENGINES = (
    "M", "S", "F", "St", "V", "T", "K", "s", "b", "mark", "answer", "NEVER", "END", "ABSENT",
    "NONE", "EMPTY", "UNKNOWN", "FUNCTION", "GIVEN", "Mask", "self", "cls", "__builtins__",
    "__import__", "__name__", "__class__", "__dict__", "steps_", "number_", "stage_", "rows_",
    "answer_", "value_", "who_", "member_", "window_", "found_", "place_", "b0", "b1", "t1",
    "made1", "mark1", "a1", "i0", "x_0", "x_L0", "by_value_0", "set_0", "places_0",
    "R_value__odd", "Z5fZ", "Y0", "L0", "in_x1", "own_", "given_", "rl_words", "rl_open",
)  # fmt: skip
AROUND = (
    "{}_", "_{}", "__{}", "{}__", "{}__1", "{}_0", "{}_1", "{}_L0", "{}_x1", "{}_set", "{}_in1",
    "{}_answers", "{}_anew", "{}_sets", "{}_of_title", "{}_over", "value_{}", "seen_value_{}",
    "watched_value_{}", "action_{}", "play_{}", "procedure_{}", "original_{}", "instead_play_{}",
    "ways_to_{}", "field_{}", "T_{}", "R_{}", "run_{}", "RUN_{}", "runs_{}", "cleanup_{}", "is_{}",
    "own_{}", "own__{}", "given_{}", "told_{}", "bits_{}", "bits__{}", "table_{}", "known_{}",
    "sets_of_{}", "attempt_{}", "by_bits_{}", "answers_of_{}", "members_{}_0", "standing_{}",
    "room_of_{}", "seers_of_zone_{}", "state_{}", "zone_{}", "face_of_{}", "value__{}", "Z5fZ{}",
)  # fmt: skip
TAKEN = frozenset(KEYWORDS | OWN)


@frozen
class Colliding:
    """A text with other names; its places are where these stand: the node, and the field of it."""

    text: str
    program: Program
    places: frozenset[str]


def colliding(text: str, seed: int) -> Colliding | None:
    """The same rulebook with other names; none when a name cannot stand where it came."""
    loaded = load_text(text)
    if loaded.compiled is None:
        return None
    subject = WithFiles(loaded.compiled, files=loaded.files)
    names = _chosen(sorted(fresh_names(subject)), random.Random(seed))
    (source,) = texts(subject)
    made = renamed(subject, source.name, names)
    again = load_text(made, name=source.name)
    if again.compiled is None:
        return None
    declared = again.files.trees[0].declarations
    places = frozenset(place for each in declared for place in _places(each))
    return Colliding(made, again.compiled.program, places)


def _chosen(names: list[str], chance: random.Random) -> dict[str, str]:
    """Another name for each, no two of them alike; half of them are made around a few."""
    pool = _pool()
    roots = chance.sample(pool, 2) + chance.sample(names, min(2, len(names)))
    found: dict[str, str] = {}
    used = set(names)
    for name in names:
        while True:
            new = chance.choice(roots) if chance.random() < 0.2 else chance.choice(pool)
            for _ in range(chance.choice((0, 0, 1, 1, 2))):
                new = chance.choice(AROUND).format(chance.choice((*roots, new)))
            if new not in used and is_name(new):
                break
        used.add(new)
        found[name] = new
    return found


def _pool() -> list[str]:
    own = sorted(names_of_runtime())
    return [each for each in (*kwlist, *dir(builtins), *OF_C, *OF_ENGINES, *own) if is_name(each)]


def is_name(name: str) -> bool:
    """Whether a rulebook may declare something of this name anywhere."""
    return name.isidentifier() and name not in TAKEN and why_reserved(name) is None


def _places(node: Node) -> Iterator[str]:
    for field, inside in _parts(node):
        if isinstance(inside, Name):
            yield f"{type(node).__name__}.{field}"
        elif isinstance(inside, Node):
            yield from _places(inside)


def _parts(node: Node) -> Iterator[tuple[str, Node]]:
    """The nodes in a node, with the fields that hold them."""
    names = [each.name for each in fields(type(node))]
    held = {id(each): name for name in names for each in _several(getattr(node, name))}
    for each in children(node):
        yield held.get(id(each), "?"), each


def _several(value: object) -> Iterable[object]:
    return value if isinstance(value, tuple) else (value,)
