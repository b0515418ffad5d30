"""A declaration that cannot be read is blamed once, and hides nothing."""

from __future__ import annotations

from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source

TEXT = """rulebook race "Race"
    language 1
    {players} 2: home, away
    starts with race

words Side: left, right{words}

phase race
    take turns p {among} players until number of players is 1
        turn(p)
    nobody wins

phase turn(p: player)
    p chooses s from Side
    if s is left: home wins
    away {wins}
"""


def slugs(**words: str) -> list[str]:
    spoken = {"players": "players", "words": "", "among": "among", "wins": "wins"} | words
    tree, found = parse(Source("race.rules", TEXT.format(**spoken)))
    message = (*found, *compile_trees([tree]).diagnostics)
    return [each.slug for each in message if each.cause is None]


def test_a_correct_text_has_no_messages() -> None:
    assert slugs() == []


def test_what_an_unreadable_declaration_declares_is_not_missed() -> None:
    assert slugs(among="amng") == ["misspelt-word"]
    assert slugs(words=", middle,") and "unknown-name" not in slugs(words=", middle,")


def test_an_unreadable_header_hides_no_other_mistake() -> None:
    assert slugs(players="plyers") == ["misspelt-word"]
    assert slugs(players="plyers", among="amng") == ["misspelt-word"] * 2


def test_other_mistakes_are_still_found() -> None:
    assert "unknown-name" in slugs(among="amng", wins="wins\n\nvalue v: 0..1 = lft")


def test_choices_of_an_unreadable_action_are_not_missed() -> None:
    action = "\naction go by p choosing n from 1..3, k from 1..2\n    add n to at once\n"
    prefer = "\nplayer greedy\n    prefer n by highest n\n    prefer k by lowest k\n"

    assert slugs(wins=f"wins\n{action}{prefer}") == ["unexpected"]


def test_what_follows_from_a_mistake_knows_it() -> None:
    text = TEXT.format(players="players", words="", among="amng", wins="wins")
    tree, _ = parse(Source("race.rules", text))

    followed = [each for each in compile_trees([tree]).diagnostics if each.cause is not None]

    assert followed and all(
        each.cause is not None and each.cause.span.text.startswith("phase race")
        for each in followed
    )
