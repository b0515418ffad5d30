"""Every text that the laws are tried on, and small ones to plant faults in."""

from __future__ import annotations

from pathlib import Path

from ruleslang.evaluation.laws.law import Broken, Law, Subject
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load, load_text
from tests.support.laws.other_programs import WithFiles
from tests.support.shipped import loaded

CONFORMANCE = Path(__file__).resolve().parents[2] / "engine/conformance"
SHIPPED = tuple(shipped_rulebooks())
SMALL = tuple(
    str(path.relative_to(CONFORMANCE))
    for path in sorted(CONFORMANCE.rglob("*.rules"))
    if path.parts[-2] not in ("refused", "faults")  # whose matches stop with a fault
)

HEADER = """\
rulebook planted "Planted"
    language 1
    players 2: home, away
    starts with game
    at most 60 decisions, then nobody wins

"""

CARDS = """\
kind token
    has rank: 1..9 = 1
card ace "Ace" x2: token
card two "Two" x2: token
    rank: 2
card three "Three" x2: token
    rank: 3
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
zone heap: token, seen by all

procedure deal
    move cards to pile
    shuffle pile
    for each p in players
        move top(pile, 2) to hand(p)
"""

PLAY = """
phase game
    deal
    take turns p among players until for every q in players: hand(q) is empty
        p chooses c from hand(p)
        move c to heap
    nobody wins
"""


def shipped(name: str) -> Loaded:
    """A shipped rulebook."""
    return loaded(name)


def small(name: str) -> Loaded:
    """A text of the conformance suite."""
    return load(str(CONFORMANCE / name))


def subject(text: Loaded, **how: int) -> WithFiles:
    """A text that has to compile, as the laws take it."""
    assert text.compiled is not None, [each.message for each in text.diagnostics]
    return WithFiles(text.compiled, files=text.files, **how)


def planted(text: str, *, games: int = 4, tries: int = 6) -> WithFiles:
    """A text with its own header."""
    return subject(load_text(HEADER + text), games=games, tries=tries)


def broken(law: Law, tried: Subject) -> list[Broken]:
    """The breaches of a law."""
    return list(law.search(tried))
