"""The type of a value that is not declared is as wide as its modifiers can make it."""

from __future__ import annotations

from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source

TEXT = """rulebook shields "Shields"
    language 1
    players 2: home, away
    starts with game

value shield(p: player) = 0
modify shield(home): +2

phase game
    if shield(home) is 2: home wins
    nobody wins
"""


def test_a_comparison_with_what_a_modifier_makes_is_no_mistake() -> None:
    tree, found = parse(Source("shields.rules", TEXT))

    assert [each.slug for each in (*found, *compile_trees([tree]).diagnostics)] == []


def test_a_comparison_with_what_nothing_makes_is_one() -> None:
    tree, _ = parse(Source("shields.rules", TEXT.replace("modify shield(home): +2\n", "")))

    assert [each.slug for each in compile_trees([tree]).diagnostics] == ["never-equal"]
