"""
A help that suggests a line works: with it in the place of the mistake, no problems are found.

Helps that give the lines themselves are tried where each slip is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic, Severity
from tests.support.every import every

WRITES = frozenset({"card-sentence", "other-wording"})
WRITTEN = re.compile(r"(write |, below it |, then further out |, then )`([^`]+)`")


BY_HAND = {
    "card_modify_without_while": (
        "    modify price: -1",
        "    while in front(you)\n        modify price: -1",
    ),
    "card_number_of_set_of": (
        "set of family(c) over c in curios_of(you)",
        "(set of family(c) over c in curios_of(you))",
    ),
    "card_statement_below_while": (
        "while in front(you)\n        add 5",
        "while in front(you)\n        after turn(you)\n            add 5",
    ),
    "card_sentence_as_text": (
        "a loan that nobody pays back",
        'text "a loan that nobody pays back"',
    ),
    "event_at_the_margin": ("when another player shows a gem", "after show"),
    "moment_at_the_margin": ("at the end of each turn", "after turn"),
    "field_by_another_name": ("victory_points(c)", "points(c)"),
    "loop_behind_a_colon": (
        "> 50: for each q in players\n        draw(q)",
        "> 50\n        for each q in players\n            draw(q)",
    ),
    "modify_with_a_word_for_a_card": ("price(gem):", "price(c) where family(c) is gem:"),
    "modify_with_fewer_places": ("price(gem):", "price(c, any) where family(c) is gem:"),
    "prefer_action_by": ("prefer show by", "prefer c by"),
    "moment_of_a_player": ("at start of turn(p)", "before turn(p)"),
    "when_a_turn_starts": ("when turn(p) starts", "before turn(p)"),
    "when_a_turn_ends": ("when turn(p) ends", "after turn(p)"),
    "roll_a_die": ("roll a die as face", "roll d6 as face"),
    "roll_dice": ("roll 2 dice as faces", "roll 2 d6 as faces"),
    "set_after_over_without_brackets": (
        "over c in curios_of(p) except {d}",
        "over c in (curios_of(p) except {d})",
    ),
    "window_missing": ("", ""),
    "zone_of_players_missing": ("", ""),
}
"""What a reader makes of helps that say more, or less, than the lines to write."""

DECLARED = {
    "roll_a_die": "die d6: 1..6",
    "roll_dice": "die d6: 1..6",
    "window_missing": "window reply(p: player)\n"
    "    asks players\n"
    "    offers use\n"
    "    closes when all pass",
    "zone_of_players_missing": "zone front(player): cards, seen by all",
}
"""What a help says is to be declared."""


def writes(message: Diagnostic) -> bool:
    """Whether its help says what to write in the place of the slip."""
    return message.slug in WRITES


def lines(help: str) -> Iterator[str]:
    """The lines that a help tells, with their depth."""
    depth, end = 0, 0
    for found in WRITTEN.finditer(help):
        if found.start() != end:
            return
        end = found.end()
        depth += {", below it ": 4, ", then further out ": -4}.get(found[1], 0)
        yield " " * depth + found[2]


def fixed(message: Diagnostic) -> str:
    text, start = message.span.source.text, message.span.start
    begins = text.rfind("\n", 0, start) + 1
    before = text[begins:start]
    written = f"\n{before}".join(lines(message.help or "")) if before.isspace() else ""
    return text[:start] + (written or "".join(lines(message.help or ""))) + text[message.span.end :]


@every("name", BY_HAND)
def test_what_a_help_advises_is_right(name: str, tmp_path: Path) -> None:
    written = (Path(__file__).parent / f"{name}.rules").read_text(encoding="utf-8")
    text = "\n".join(line for line in written.split("\n") if not line.startswith("#"))
    old, new = BY_HAND[name]
    path = tmp_path / "my_game.rules"
    fix = text.replace(old, new, 1) if old else text
    path.write_text(f"{fix}\n{DECLARED.get(name, '')}\n", encoding="utf-8")

    assert old in text
    assert not [each for each in load(str(path)).diagnostics if each.severity is Severity.ERROR]
