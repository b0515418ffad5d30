"""
Fixes lead somewhere: applied one after the other, each removes its message, and no text comes back.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.fix import edited
from tests.language.corpus.test_fixes import TEXTS, name_of
from tests.support.corpus import Case, bare
from tests.support.every import every

MOST_FIXES = 40
BROKEN = """\
rulebook mini "Mini"
    language 1
    players 2: east, west
    starts with game

kind coin
    has worth: 0..9 = 0

card copper "Copper" x20: coin
{card}
zone deck(player): cards, ordered, seen by all
zone hand(player): cards, seen by all
state points(player): 0..9 = 0

phase game
    for each p in players
        {line}
    nobody wins

action rest by p
    nothing
{declaration}"""
DECLARED = {  # what is broken: the declaration that its fix adds
    "dealt(p)": "procedure dealt(p: player)\n    nothing\n",
    "p may do jump": "action jump by p\n    nothing\n",
    "roll d9 as n": "die d9: 1..9\n",
    "open fight(p)": "window fight(p: player)\n    asks players\n    offers rest\n",
    "add bonus(p) to points(p)": "value bonus(p: player): 0..9 = 0\n",
    "if lucky(p): nothing": "value lucky(p: player): yes or no = no\n",
    "set mood(p) to 3": "state mood(player): 0..9 = 0\n",
    "state s: Mood": "words Mood: mood_1, mood_2\n",
    "dice thrown: 3 d8": "die d8: 1..8\n",
    "modify force: +1": "value force: 0..9 = 0\n",
    "after dealing\n    nothing": "procedure dealing\n    nothing\n",
    "    weight: 3": "    has weight: 0..9 = 0\n",
}


def broken(mistake: str) -> str:
    """A rulebook with a mistake at its place."""
    parts = {"card": "", "line": "nothing", "declaration": ""}
    head = mistake.partition(" ")[0]
    if mistake.startswith(" "):
        parts["card"] = mistake + "\n"
    elif head in ("state", "dice", "modify", "after"):
        parts["declaration"] = f"\n{mistake}\n"
    else:
        parts["line"] = mistake
    return BROKEN.format(**parts)


def fixed(text: str, diagnostic: Diagnostic) -> str:
    assert diagnostic.fix is not None
    (after,) = edited([diagnostic.fix])[0].values()
    return after


@every("mistake", DECLARED)
def test_what_is_missing_can_be_declared_with_a_fix(mistake: str) -> None:
    text = broken(mistake)
    (found,) = [each for each in load_text(text).diagnostics if each.is_error]

    after = fixed(text, found)

    assert DECLARED[mistake] in after
    assert [each for each in load_text(after).diagnostics if each.is_error] == []


def wrong_ways(text: str) -> Iterator[str]:
    """What goes wrong as the first fix that a text offers is applied, again and again."""
    seen = {text}
    for _ in range(MOST_FIXES):
        before = load_text(text, lints=True).diagnostics
        corrected = next((each for each in before if each.fix is not None), None)
        if corrected is None:
            return
        text = fixed(text, corrected)
        if text in seen:
            yield f"`{corrected.help}` leads in a circle"
            return
        seen.add(text)
        after = load_text(text, lints=True).diagnostics
        if after.count(corrected) or _count(after, corrected) >= _count(before, corrected):
            yield f"`{corrected.message}` stays, with `{corrected.help}`"
    yield f"more than {MOST_FIXES} fixes"


def _count(diagnostics: tuple[Diagnostic, ...], one: Diagnostic) -> int:
    return sum((each.slug, each.message) == (one.slug, one.message) for each in diagnostics)


@every("case", [each for at, each in enumerate(TEXTS) if at % 60 == 0], ids=name_of)
def test_fixes_lead_in_no_circle(case: Case) -> None:
    assert [*wrong_ways("\n".join(bare(case.paths[0])))] == []


@pytest.mark.long
@every("case", TEXTS, ids=name_of, parts=4)
def test_all_fixes_lead_in_no_circle(case: Case) -> None:
    assert [*wrong_ways("\n".join(bare(case.paths[0])))] == []


@every("line", ["move 7 copper to deck(p)", "move 7 cards to deck(p)", "move copper to deck(p)"])
def test_moving_a_number_of_cards_leads_in_no_circle(line: str) -> None:
    assert [*wrong_ways(broken(line))] == []
